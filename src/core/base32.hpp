// Crockford Base32: 128 bits as 26 digits of 5 bits, most significant first.
//
// Flow: text -> [base32] -> 16 bytes, and back.
//
// 26 digits hold 130 bits, so the first one is at most 7. Letters count in any
// case, I and L are read as 1, O as 0, and U is never a digit
// (https://www.crockford.com/base32.html). Written are upper-case digits only.
#pragma once

#include <initializer_list>

#include "ulid.hpp"

namespace ulid {
namespace [[gnu::visibility("hidden")]] base32 {

inline constexpr std::size_t text_length = 26;  // characters, without a terminator
inline constexpr char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
inline constexpr unsigned char not_a_digit = 0xFF;

// Character -> its five bits, or not_a_digit. A full table over unsigned char
// needs no range check, and bytes above 0x7F are refused by it like any other.
struct DigitValues {
    unsigned char of[256];
};

constexpr DigitValues make_digit_values() noexcept {
    DigitValues values{};
    for (unsigned char &value : values.of) value = not_a_digit;
    for (unsigned char value = 0; value < 32; ++value) {
        const auto upper = static_cast<unsigned char>(digits[value]);
        values.of[upper] = value;
        if (upper >= 'A') values.of[upper - 'A' + 'a'] = value;
    }
    for (const char alias : {'I', 'i', 'L', 'l'}) values.of[static_cast<unsigned char>(alias)] = 1;
    for (const char alias : {'O', 'o'}) values.of[static_cast<unsigned char>(alias)] = 0;
    return values;
}

inline constexpr DigitValues digit_values = make_digit_values();

// Ten bits -> their two digits: half as many steps as one digit at a time.
struct DigitPairs {
    char of[1024][2];
};

constexpr DigitPairs make_digit_pairs() noexcept {
    DigitPairs pairs{};
    for (unsigned bits = 0; bits < 1024; ++bits) {
        pairs.of[bits][0] = digits[bits >> 5];
        pairs.of[bits][1] = digits[bits & 31];
    }
    return pairs;
}

inline constexpr DigitPairs digit_pairs = make_digit_pairs();

inline void encode_pair(std::uint64_t bits, char *text) noexcept {
    std::memcpy(text, digit_pairs.of[bits & 1023], 2);
}

// Writes exactly text_length characters and no terminator.
[[gnu::always_inline]] inline void encode(Ulid value, char *text) noexcept {
    encode_pair(value.high >> 56, text);
    encode_pair(value.high >> 46, text + 2);
    encode_pair(value.high >> 36, text + 4);
    encode_pair(value.high >> 26, text + 6);
    encode_pair(value.high >> 16, text + 8);
    encode_pair(value.high >> 6, text + 10);
    encode_pair(value.high << 4 | value.low >> 60, text + 12);
    encode_pair(value.low >> 50, text + 14);
    encode_pair(value.low >> 40, text + 16);
    encode_pair(value.low >> 30, text + 18);
    encode_pair(value.low >> 20, text + 20);
    encode_pair(value.low >> 10, text + 22);
    encode_pair(value.low, text + 24);
}

// `count` digits as one number. `seen` collects the bits of every table entry,
// so that one look at the end tells whether any was not_a_digit.
[[gnu::always_inline]] constexpr std::uint64_t decode_run(const char *text, int count,
                                                          unsigned &seen) noexcept {
    std::uint64_t bits = 0;
#pragma GCC unroll 3  // measured: faster than not at all and than the whole
    for (int i = 0; i < count; ++i) {
        const unsigned value = digit_values.of[static_cast<unsigned char>(text[i])];
        seen |= value;
        bits = bits << 5 | value;
    }
    return bits;
}

// Reads exactly text_length characters. Errors: symbol, with its position; else too_large.
constexpr Result<Ulid> decode(const char *text) noexcept {
    // Three runs that do not wait for one another; 40, 45 and 45 bits.
    unsigned seen = 0;
    const std::uint64_t a = decode_run(text, 8, seen);
    const std::uint64_t b = decode_run(text + 8, 9, seen);
    const std::uint64_t c = decode_run(text + 17, 9, seen);

    if (seen > 31) {
        std::size_t position = 0;
        while (digit_values.of[static_cast<unsigned char>(text[position])] != not_a_digit) ++position;
        return {min_ulid, Error::symbol, position};
    }
    if (a >> 38 != 0) return {min_ulid, Error::too_large, 0};
    return {{a << 26 | b >> 19, b << 45 | c}, Error::none, 0};
}

}  // namespace base32
}  // namespace ulid
