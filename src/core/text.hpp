// Text -> value: which form it is, and why it is none.
//
// Flow: [text] -> base32 -> 16 bytes.
//
// Accepted are the 26 digits of base32.hpp and the canonical 36-character
// hyphenated uuid text in any case, so that programs which still send uuids keep
// working after a column has become ulid. Nothing is trimmed.
#pragma once

#include <initializer_list>

#include "base32.hpp"

namespace ulid {
namespace [[gnu::visibility("hidden")]] text {

inline constexpr std::size_t uuid_length = 36;  // characters

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// The value of a hexadecimal digit, or -1.
constexpr int hex_value(char c) noexcept {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

constexpr bool is_uuid_hyphen(std::size_t position) noexcept {
    return position == 8 || position == 13 || position == 18 || position == 23;
}

// Reads exactly uuid_length characters: xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx (RFC 9562).
constexpr Result<Ulid> decode_uuid(const char *text) noexcept {
    Ulid value = min_ulid;
    for (std::size_t i = 0; i < uuid_length; ++i) {
        if (is_uuid_hyphen(i)) {
            if (text[i] != '-') return {min_ulid, Error::uuid_hyphen, i};
            continue;
        }
        const int digit = hex_value(text[i]);
        if (digit < 0) return {min_ulid, Error::uuid_digit, i};
        value.high = value.high << 4 | value.low >> 60;
        value.low = value.low << 4 | static_cast<std::uint64_t>(digit);
    }
    return {value, Error::none, 0};
}

// A length in bytes is the length that people count only if every byte is ASCII;
// so a text of the wrong length that holds another byte is refused for that one.
constexpr Result<Ulid> refuse_length(const char *text, std::size_t length) noexcept {
    for (std::size_t i = 0; i < length; ++i)
        if (static_cast<unsigned char>(text[i]) > 0x7F) return {min_ulid, Error::symbol, i};
    return {min_ulid, Error::length, 0};
}

// Reads exactly `length` bytes; the text may hold any byte and needs no terminator.
constexpr Result<Ulid> decode(const char *text, std::size_t length) noexcept {
    if (length == base32::text_length) return base32::decode(text);
    if (length == uuid_length) return decode_uuid(text);
    return refuse_length(text, length);
}

// What a refused text was probably meant to be, for a hint.
enum class Guess : unsigned char { nothing, time, uuid, bytes, wrapped };

constexpr std::size_t count_digits(const char *text, std::size_t length, std::size_t from) noexcept {
    std::size_t count = 0;
    while (from + count < length && is_digit(text[from + count])) ++count;
    return count;
}

// 2026-01-01, 1/2/2026, 31.12.2026: three numbers with the same separator.
constexpr bool starts_with_date(const char *text, std::size_t length) noexcept {
    const std::size_t first = count_digits(text, length, 0);
    if (first == 0 || first > 5 || first == length) return false;
    const char separator = text[first];
    if (separator != '-' && separator != '/' && separator != '.') return false;
    const std::size_t second = count_digits(text, length, first + 1);
    const std::size_t after = first + 1 + second;
    if (second == 0 || second > 2 || after >= length || text[after] != separator) return false;
    const std::size_t third = count_digits(text, length, after + 1);
    return third > 0 && third < 5;
}

constexpr bool equals_word(const char *text, std::size_t length, const char *word) noexcept {
    std::size_t i = 0;
    for (; i < length && word[i] != '\0'; ++i) {
        const char c = text[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != word[i]) return false;
    }
    return i == length && word[i] == '\0';
}

// 32 hexadecimal digits among the braces and hyphens that uuid's input allows.
constexpr bool resembles_uuid(const char *text, std::size_t length) noexcept {
    std::size_t digits = 0;
    for (std::size_t i = 0; i < length; ++i) {
        if (hex_value(text[i]) >= 0)
            ++digits;
        else if (text[i] != '-' && text[i] != '{' && text[i] != '}')
            return false;
    }
    return digits == 2 * value_size;
}

// What bytea's output gives: \x and 32 hexadecimal digits.
constexpr bool resembles_bytes(const char *text, std::size_t length) noexcept {
    if (length != 2 + 2 * value_size || text[0] != '\\' || text[1] != 'x') return false;
    for (std::size_t i = 2; i < length; ++i)
        if (hex_value(text[i]) < 0) return false;
    return true;
}

constexpr bool is_wrapping(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '"' || c == '\'' || c == '{' || c == '}';
}

// Acceptable, were it not for the blanks, quotes and braces around it, or for a prefix.
constexpr bool is_wrapped(const char *text, std::size_t length) noexcept {
    const char *begin = text;
    const char *end = text + length;
    while (begin != end && is_wrapping(*begin)) ++begin;
    while (begin != end && is_wrapping(end[-1])) --end;
    const int prefix = 9;
    if (end - begin > prefix &&
        (equals_word(begin, prefix, "urn:ulid:") || equals_word(begin, prefix, "urn:uuid:")))
        begin += prefix;
    return decode(begin, static_cast<std::size_t>(end - begin)).error == Error::none;
}

constexpr Guess guess(const char *text, std::size_t length) noexcept {
    if (starts_with_date(text, length)) return Guess::time;
    for (const char *word : {"now", "today", "tomorrow", "yesterday", "epoch", "infinity", "-infinity"})
        if (equals_word(text, length, word)) return Guess::time;
    if (resembles_uuid(text, length)) return Guess::uuid;
    if (resembles_bytes(text, length)) return Guess::bytes;
    return is_wrapped(text, length) ? Guess::wrapped : Guess::nothing;
}

}  // namespace text
}  // namespace ulid
