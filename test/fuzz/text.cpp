// Any bytes as text: decoded, or refused with a reason and a place, as a naive reader would; and the hint.
#include "../../src/core/text.hpp"

#include <cctype>
#include <regex>
#include <vector>

#include "../unit/naive.hpp"
#include "fuzz.hpp"

namespace {

using ulid::Error;
using ulid::text::Guess;

struct Expected {
    std::optional<Bytes> value;
    Error error;
    std::size_t position;
};

const std::string wrapping = " \t\n\r\"'{}";
const std::string crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzIiLlOo";

Expected expect_ulid(const std::string &text) {
    const std::size_t place = text.find_first_not_of(crockford);
    if (place != std::string::npos) return {std::nullopt, Error::symbol, place};
    const std::optional<Bytes> value = naive_decode(text);
    return {value, value ? Error::none : Error::too_large, 0};
}

// By way of the hyphens, then of a byte at a time in sscanf.
Expected expect_uuid(const std::string &text) {
    const std::string pattern = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    std::string hex;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool hyphen = pattern[i] == '-';
        if (hyphen && text[i] != '-') return {std::nullopt, Error::uuid_hyphen, i};
        if (hyphen) continue;
        if (std::string("0123456789abcdefABCDEF").find(text[i]) == std::string::npos)
            return {std::nullopt, Error::uuid_digit, i};
        hex += text[i];
    }
    Bytes value{};
    for (std::size_t i = 0; i < value.size(); ++i)
        value[i] = static_cast<unsigned char>(std::stoul(hex.substr(2 * i, 2), nullptr, 16));
    return {value, Error::none, 0};
}

Expected expect(const std::string &text) {
    if (text.size() == 26) return expect_ulid(text);
    if (text.size() == 36) return expect_uuid(text);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] & 0x80) return {std::nullopt, Error::symbol, i};
    return {std::nullopt, Error::length, 0};
}

Guess expect_guess(const std::string &text) {
    static const std::regex date("[0-9]{1,5}([-/.])[0-9]{1,2}\\1[0-9]{1,4}(?![0-9])");
    static const std::regex word("now|today|tomorrow|yesterday|epoch|-?infinity", std::regex::icase);
    if (std::regex_search(text, date, std::regex_constants::match_continuous)) return Guess::time;
    if (std::regex_match(text, word)) return Guess::time;
    std::string digits;
    for (const char c : text)
        if (std::string("-{}").find(c) == std::string::npos) digits += c;
    const bool hex = digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    if (hex && digits.size() == 32) return Guess::uuid;
    static const std::regex bytes("\\\\x[0-9a-fA-F]{32}");
    if (std::regex_match(text, bytes)) return Guess::bytes;
    const std::size_t first = text.find_first_not_of(wrapping), last = text.find_last_not_of(wrapping);
    const std::string inner = first == std::string::npos ? "" : text.substr(first, last - first + 1);
    static const std::regex urn("^urn:u[lu]id:", std::regex::icase);
    return expect(std::regex_replace(inner, urn, "")).value ? Guess::wrapped : Guess::nothing;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string text(reinterpret_cast<const char *>(data), size);
    const std::vector<char> exact(text.begin(), text.end());  // a read past its end is an error

    const Expected expected = expect(text);
    const ulid::Result<ulid::Ulid> decoded = ulid::text::decode(exact.data(), exact.size());
    EXPECT(decoded.error == expected.error);
    EXPECT(decoded.position == expected.position);
    if (expected.value) EXPECT(to_bytes(decoded.value) == *expected.value);
    if (!expected.value) EXPECT(decoded.value == ulid::min_ulid);

    EXPECT(ulid::text::guess(exact.data(), exact.size()) == expect_guess(text));
    return 0;
}
