// (state, now, entropy) -> the next value, or why there is none.
//
// Flow: clock + entropy -> [generator] -> 16 bytes.
//
// No clock and no source of randomness in here: `now` is in milliseconds since
// 1970, below 2^48, and `entropy` is a callable that returns 80 fresh random bits.
#pragma once

#include "ulid.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

// The value `distance` places on, with carry inside the randomness. Errors: exhausted, if that
// would change the timestamp, which is never done.
constexpr Result<Ulid> advance(Ulid value, std::uint64_t distance) noexcept {
    const std::uint64_t low = value.low + distance;
    const bool carry = low < distance;
    if (carry && value.randomness().high == max_randomness.high) return {min_ulid, Error::exhausted, 0};
    return {{value.high + carry, low}, Error::none, 0};
}

// The value that a generator gave out last.
class LastValue {
protected:
    // Word by word, which compilers keep in registers; a copy of the whole goes through memory.
    constexpr Result<Ulid> give(Ulid value) noexcept {
        last_.high = value.high;
        last_.low = value.low;
        started_ = true;
        return {{value.high, value.low}, Error::none, 0};
    }

    Ulid last_{};
    bool started_ = false;
};

// Strictly ascending values: fresh randomness in a new millisecond, the previous
// value + 1 in the same one. If the clock stands still or steps back, the last
// millisecond is kept (https://github.com/ulid/spec#monotonicity).
class MonotonicGenerator : LastValue {
public:
    // Errors: exhausted, while `now` is not past a millisecond whose last value was
    // given out. The state changes only when a value is returned, and so stays
    // whole if `entropy` does not return.
    template <class Entropy>
    constexpr Result<Ulid> next(std::uint64_t now, Entropy entropy) noexcept {
        if (!started_ || now > last_.milliseconds()) return give(make_ulid(now, entropy()));
        const Result<Ulid> next = advance(last_, 1);
        return next.error == Error::none ? give(next.value) : next;
    }
};

inline constexpr int fraction_bits = 12;

// Strictly ascending values whose first 60 bits are the time in 4096ths of a millisecond, so that
// those of many sessions arrive in order; 68 bits are fresh randomness, so that neighbours cannot
// be guessed (RFC 9562, 6.2, method 3). If that time does not move on, or steps back, the previous
// value is advanced by 1 to 2^32 at random.
class OrderedGenerator : LastValue {
public:
    // `fraction` is the part of the millisecond that has passed, in 4096ths. Errors: exhausted, as above.
    template <class Entropy>
    constexpr Result<Ulid> next(std::uint64_t now, std::uint16_t fraction, Entropy entropy) noexcept {
        constexpr int shared = 16 - fraction_bits;  // random bits in the word that holds the time
        const Randomness random = entropy();
        const unsigned high =
            static_cast<unsigned>(fraction) << shared | (random.high & ((1U << shared) - 1));

        const Ulid fresh = make_ulid(now, {static_cast<std::uint16_t>(high), random.low});
        if (!started_ || fresh.high >> shared > last_.high >> shared) return give(fresh);
        const Result<Ulid> next = advance(last_, (random.low & UINT32_MAX) + 1);
        return next.error == Error::none ? give(next.value) : next;
    }
};

}  // namespace ulid
