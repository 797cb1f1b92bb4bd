// The 16-byte value: compare, successor, smallest and largest.
//
// Flow: text -> base32 -> [16 bytes] -> compare, hash -> btree, hash, BRIN.
//
// A ULID is 128 bits: a 48-bit count of milliseconds since 1970-01-01 00:00:00
// UTC, then 80 bits of randomness (https://github.com/ulid/spec). Stored, it is
// 16 bytes, most significant byte first, without alignment; computed with, it is
// two words. Byte order, integer order, text order and time order are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace [[gnu::visibility("hidden")]] ulid {

inline constexpr std::size_t value_size = 16;  // bytes
inline constexpr int timestamp_bits = 48;
inline constexpr int randomness_bits = 80;

// Why an operation has no value; src/pg/error.hpp gives each its SQLSTATE.
enum class Error : unsigned char {
    none,
    length,       // neither 26 nor 36 characters
    symbol,       // not a digit of Crockford Base32
    too_large,    // first character above 7: more than 128 bits
    uuid_digit,   // 36 characters, and not a hexadecimal digit where uuid text has one
    uuid_hyphen,  // 36 characters, and not a hyphen where uuid text has one
    time_range,   // before 1970, or 2^48 ms or more after
    exhausted,    // no greater randomness in this millisecond
};

// The manner of std::from_chars: the value, or why there is none and where.
template <class T>
struct Result {
    T value;
    Error error;
    std::size_t position;  // of the offending byte, counted from 0; 0 if it has no place
};

// The 80 bits that follow the timestamp.
struct Randomness {
    std::uint16_t high;
    std::uint64_t low;

    static constexpr std::size_t size = randomness_bits / 8;  // bytes
};

struct Ulid {
    std::uint64_t high;  // timestamp, then the 16 high bits of the randomness
    std::uint64_t low;   // the 64 low bits of the randomness

    constexpr std::uint64_t milliseconds() const noexcept { return high >> (64 - timestamp_bits); }

    constexpr Randomness randomness() const noexcept { return {static_cast<std::uint16_t>(high), low}; }
};

inline constexpr Ulid min_ulid{0, 0};
inline constexpr Ulid max_ulid{UINT64_MAX, UINT64_MAX};
inline constexpr Randomness min_randomness{0, 0};
inline constexpr Randomness max_randomness{UINT16_MAX, UINT64_MAX};

// milliseconds must be below 2^48: time.hpp checks.
constexpr Ulid make_ulid(std::uint64_t milliseconds, Randomness randomness) noexcept {
    return {milliseconds << (64 - timestamp_bits) | randomness.high, randomness.low};
}

constexpr bool operator==(Ulid a, Ulid b) noexcept { return a.high == b.high && a.low == b.low; }
constexpr bool operator!=(Ulid a, Ulid b) noexcept { return !(a == b); }
constexpr bool operator<(Ulid a, Ulid b) noexcept {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}
constexpr bool operator>(Ulid a, Ulid b) noexcept { return b < a; }
constexpr bool operator<=(Ulid a, Ulid b) noexcept { return !(b < a); }
constexpr bool operator>=(Ulid a, Ulid b) noexcept { return !(a < b); }

// -1, 0 or 1.
constexpr int compare(Ulid a, Ulid b) noexcept {
    return a.high != b.high ? (a.high < b.high ? -1 : 1) : (a.low > b.low) - (a.low < b.low);
}

// The next greater value; max_ulid wraps to min_ulid, so callers ask first.
constexpr Ulid successor(Ulid a) noexcept { return {a.high + (a.low == UINT64_MAX), a.low + 1}; }

// One load or store and a byte swap; compilers do not make that of eight shifts reliably.
inline std::uint64_t load_word(const unsigned char *p) noexcept {
    std::uint64_t word;
    std::memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

inline void store_word(std::uint64_t word, unsigned char *p) noexcept {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    std::memcpy(p, &word, sizeof word);
}

// Reads and writes exactly value_size bytes, at any alignment.
inline Ulid load(const unsigned char *bytes) noexcept { return {load_word(bytes), load_word(bytes + 8)}; }

inline void store(Ulid value, unsigned char *bytes) noexcept {
    store_word(value.high, bytes);
    store_word(value.low, bytes + 8);
}

}  // namespace ulid
