// (state, now, entropy) -> the next value, or why there is none.
//
// Flow: clock + entropy -> [generator] -> 16 bytes.
//
// No clock and no source of randomness in here: `now` is in milliseconds since
// 1970, below 2^48, and `entropy` is a callable that returns 80 fresh random bits.
#pragma once

#include "ulid.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

// Strictly ascending values: fresh randomness in a new millisecond, the previous
// value + 1 in the same one. If the clock stands still or steps back, the last
// millisecond is kept (https://github.com/ulid/spec#monotonicity).
class MonotonicGenerator {
public:
    // Errors: exhausted, while `now` is not past a millisecond whose last value was
    // given out; the timestamp is never changed to make room. The state changes
    // only when a value is returned, and so stays whole if `entropy` does not return.
    template <class Entropy>
    constexpr Result<Ulid> next(std::uint64_t now, Entropy entropy) noexcept {
        if (!started_ || now > last_.milliseconds()) {
            last_ = make_ulid(now, entropy());
            started_ = true;
        } else {
            const Randomness used = last_.randomness();
            if (used.high == max_randomness.high && used.low == max_randomness.low)
                return {min_ulid, Error::exhausted, 0};
            last_ = successor(last_);
        }
        return {last_, Error::none, 0};
    }

private:
    Ulid last_{};
    bool started_ = false;
};

}  // namespace ulid
