// A second opinion: slow, obvious code that shares nothing with src/core.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "../../src/core/ulid.hpp"

using Bytes = std::array<unsigned char, 16>;

inline Bytes to_bytes(ulid::Ulid value) {
    Bytes bytes{};
    ulid::store(value, bytes.data());
    return bytes;
}

// A decimal-by-hand decoder: multiplies a byte array by 32 and adds the digit.
inline std::optional<Bytes> naive_decode(const std::string &text) {
    if (text.size() != 26) return std::nullopt;
    Bytes bytes{};
    for (const char c : text) {
        std::size_t digit = std::string("0123456789ABCDEFGHJKMNPQRSTVWXYZ").find(c);
        if (digit == std::string::npos) digit = std::string("0123456789abcdefghjkmnpqrstvwxyz").find(c);
        if (digit == std::string::npos && std::string("oO").find(c) != std::string::npos) digit = 0;
        if (digit == std::string::npos && std::string("iIlL").find(c) != std::string::npos) digit = 1;
        if (digit == std::string::npos) return std::nullopt;

        unsigned carry = static_cast<unsigned>(digit);
        for (std::size_t i = bytes.size(); i-- > 0;) {
            const unsigned product = bytes[i] * 32U + carry;
            bytes[i] = static_cast<unsigned char>(product & 0xFF);
            carry = product >> 8;
        }
        if (carry != 0) return std::nullopt;
    }
    return bytes;
}

// Long division of the byte array by 32, last digit first.
inline std::string naive_encode(Bytes bytes) {
    std::string text(26, '?');
    for (std::size_t place = text.size(); place-- > 0;) {
        unsigned remainder = 0;
        for (unsigned char &byte : bytes) {
            const unsigned part = remainder << 8 | byte;
            byte = static_cast<unsigned char>(part / 32);
            remainder = part % 32;
        }
        text[place] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[remainder];
    }
    return text;
}

// The same pseudo-random sequence everywhere.
class Values {
public:
    ulid::Ulid next() {
        const std::uint64_t high = engine_();
        const std::uint64_t low = engine_();
        return {high, low};
    }
    std::uint64_t word() { return engine_(); }

private:
    std::mt19937_64 engine_{20160730};
};
