// Crockford Base32 and the accepted forms of text, against the naive decoder and the vectors.
#include "../../src/core/base32.hpp"

#include <gtest/gtest.h>

#include "../../src/core/text.hpp"
#include "naive.hpp"
#include "vectors.hpp"

using ulid::Error;
using ulid::Ulid;

namespace {

ulid::Result<Ulid> decode(const std::string &text) { return ulid::text::decode(text.data(), text.size()); }

std::string encode(Ulid value) {
    char text[ulid::base32::text_length];
    ulid::base32::encode(value, text);
    return {text, sizeof text};
}

}  // namespace

TEST(Base32, ValidVectors) {
    for (const auto &row : read_vectors("valid.tsv", 5)) {
        const auto decoded = decode(row[0]);
        ASSERT_EQ(decoded.error, Error::none) << row[0];
        EXPECT_EQ(hex(to_bytes(decoded.value).data(), 16), row[1]);
        EXPECT_EQ(std::to_string(decoded.value.milliseconds()), row[3]);
        EXPECT_EQ(encode(decoded.value), row[0]);
        const auto uuid = decode(row[2]);
        ASSERT_EQ(uuid.error, Error::none) << row[2];
        EXPECT_EQ(uuid.value, decoded.value);
    }
}

TEST(Base32, AliasVectors) {
    for (const auto &row : read_vectors("aliases.tsv", 3)) {
        const auto decoded = decode(row[0]);
        ASSERT_EQ(decoded.error, Error::none) << row[0];
        EXPECT_EQ(encode(decoded.value), row[1]);
    }
}

TEST(Base32, InvalidVectors) {
    int tried = 0;
    for (const auto &row : read_vectors("invalid.tsv", 5)) {
        if (row[0] != "text") continue;
        const std::string input = unhex(row[2]);
        const Error error = decode(input).error;
        if (row[3] == "length")
            EXPECT_EQ(error, Error::length) << row[1];
        else if (row[3] == "overflow")
            EXPECT_EQ(error, Error::too_large) << row[1];
        else
            EXPECT_EQ(error, Error::symbol) << row[1];
        ++tried;
    }
    EXPECT_GT(tried, 30);
}

// Each of the 256 bytes in each of the 26 places.
TEST(Base32, EveryByteInEveryPlace) {
    const std::string valid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    for (std::size_t place = 0; place < valid.size(); ++place) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string text = valid;
            text[place] = static_cast<char>(byte);
            const auto naive = naive_decode(text);
            const auto decoded = decode(text);
            ASSERT_EQ(decoded.error == Error::none, naive.has_value()) << place << ' ' << byte;
            if (naive) {
                EXPECT_EQ(to_bytes(decoded.value), *naive);
            } else {
                EXPECT_EQ(decoded.position, place);
            }
        }
    }
}

TEST(Base32, FirstBadSymbolIsReported) {
    const auto decoded = decode("81ARZ3NDEKTSV4RRFFQ69G5U*V");
    EXPECT_EQ(decoded.error, Error::symbol);
    EXPECT_EQ(decoded.position, 23U);
}

TEST(Base32, AgreesWithTheNaiveCoder) {
    Values random;
    for (int i = 0; i < 20000; ++i) {
        Ulid value = random.next();
        if (i % 4 == 1) value.high = 0;
        if (i % 4 == 2) value.low = UINT64_MAX;
        const std::string text = encode(value);
        ASSERT_EQ(text, naive_encode(to_bytes(value)));
        ASSERT_EQ(decode(text).value, value);
        ASSERT_EQ(naive_decode(text), to_bytes(value));
    }
}

TEST(Base32, TextOrderIsValueOrder) {
    Values random;
    for (int i = 0; i < 2000; ++i) {
        const Ulid a = random.next(), b = random.next();
        EXPECT_EQ(encode(a) < encode(b), a < b);
    }
}

TEST(Base32, WorksInConstantExpressions) {
    constexpr auto decoded = ulid::base32::decode("00000000000000000000000010");
    static_assert(decoded.error == Error::none && decoded.value == Ulid{0, 32});
    EXPECT_EQ(decoded.value.low, 32U);
}

// Each of the 256 bytes in each of the 36 places.
TEST(UuidText, EveryByteInEveryPlace) {
    const std::string valid = "01563e3a-b5d3-d676-4c61-efb99302bd5b";
    for (std::size_t place = 0; place < valid.size(); ++place) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string text = valid;
            text[place] = static_cast<char>(byte);
            const bool hyphen = place == 8 || place == 13 || place == 18 || place == 23;
            const bool accepted = hyphen ? byte == '-' : std::isxdigit(byte) != 0;
            const auto decoded = decode(text);
            ASSERT_EQ(decoded.error == Error::none, accepted) << place << ' ' << byte;
            if (accepted) {
                std::string digits;
                for (const char c : text)
                    if (c != '-') digits += static_cast<char>(std::tolower(c));
                EXPECT_EQ(hex(to_bytes(decoded.value).data(), 16), digits);
            } else {
                EXPECT_EQ(decoded.error, hyphen ? Error::uuid_hyphen : Error::uuid_digit);
                EXPECT_EQ(decoded.position, place);
            }
        }
    }
}

TEST(Text, WrongLengths) {
    for (std::size_t length = 0; length < 100; ++length) {
        if (length == 26 || length == 36) continue;
        EXPECT_EQ(decode(std::string(length, '0')).error, Error::length);
    }
    EXPECT_EQ(decode(std::string("01ARZ3NDEKTSV4RRFFQ69G5FAV\0", 27)).error, Error::length);
}

// 26 characters in 27 bytes: the length that people count is right, so the symbol is at fault.
TEST(Text, ByteAboveAsciiIsReportedBeforeTheLength) {
    const auto decoded = decode("01ARZ3NDEKTSV4RRFFQ69G5FA\xC3\xA9");
    EXPECT_EQ(decoded.error, Error::symbol);
    EXPECT_EQ(decoded.position, 25U);
}

TEST(Text, Guesses) {
    const auto guess = [](const std::string &text) { return ulid::text::guess(text.data(), text.size()); };
    using ulid::text::Guess;
    for (const char *time :
         {"2026-01-01", "2026-01-01 00:00:00", "2026-01-01 00:00:00.000000", "10889-08-02", "1/2/2026",
          "31.12.2026", "2026-1-1T00:00:00Z", "now", "NOW", "Today", "infinity", "-infinity", "epoch"})
        EXPECT_EQ(guess(time), Guess::time) << time;
    for (const char *uuid : {"01563e3ab5d3d6764c61efb99302bd5b", "{01563e3a-b5d3-d676-4c61-efb99302bd5b}",
                             "01563E3AB5D3D6764C61EFB99302BD5B"})
        EXPECT_EQ(guess(uuid), Guess::uuid) << uuid;
    EXPECT_EQ(guess("\\x01563e3ab5d3d6764c61efb99302BD5B"), Guess::bytes);
    for (const char *wrapped :
         {" 01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAV\r\n", "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"",
          "'01arz3ndektsv4rrffq69g5fav'\t", "{01ARZ3NDEKTSV4RRFFQ69G5FAV}",
          "urn:ulid:01ARZ3NDEKTSV4RRFFQ69G5FAV", "URN:UUID:01563e3a-b5d3-d676-4c61-efb99302bd5b",
          " 01563e3a-b5d3-d676-4c61-efb99302bd5b"})
        EXPECT_EQ(guess(wrapped), Guess::wrapped) << wrapped;
    for (const char *nothing : {"",
                                "-",
                                "2",
                                "2026",
                                "2026-",
                                "2026-01",
                                "2026-01-",
                                "2026-01/01",
                                "123456-01-01",
                                "2026-001-01",
                                "nowhere",
                                "no",
                                "01ARZ3NDEKTSV4RRFFQ69G5FA",
                                "01563e3ab5d3d6764c61efb99302bd5",
                                "zz",
                                "\\x01563e3ab5d3d6764c61efb99302bd5g",
                                "\\y01563e3ab5d3d6764c61efb99302bd5b",
                                "xx01563e3ab5d3d6764c61efb99302bd5b",
                                "urn:ulid:",
                                " ",
                                "urn:isbn:01ARZ3NDEKTSV4RRFFQ69G5FAV",
                                " 01ARZ3NDEKTSV4RRFFQ69G5FAU"})
        EXPECT_EQ(guess(nothing), Guess::nothing) << nothing;
}
