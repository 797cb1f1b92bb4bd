// Random bytes fetched by the page and handed out a few at a time.
//
// Flow: [entropy] -> generator -> 16 bytes.
//
// One call of a cryptographic source costs about as much for a page as for ten
// bytes. Bytes are wiped as they are handed out, and what one process fetched
// is never handed out by another (a forked child inherits its parent's memory).
#pragma once

#include "ulid.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

// All zero is the empty pool, so that a static one needs no initialisation.
template <std::size_t Capacity>
class Pool {
    static_assert(Capacity >= Randomness::size);

public:
    // 80 bits. `process` names the caller, and is not 0. `fill(bytes, count)` fetches
    // random bytes; it may leave by longjmp, and the pool is then empty.
    template <class Fill>
    Randomness take(long process, Fill fill) noexcept {
        if (left_ < Randomness::size || owner_ != process) {
            left_ = 0;
            fill(bytes_, Capacity);
            left_ = Capacity;
            owner_ = process;
        }
        left_ -= Randomness::size;
        unsigned char *const next = bytes_ + left_;
        const Randomness taken{static_cast<std::uint16_t>(next[0] << 8 | next[1]), load_word(next + 2)};
        std::memset(next, 0, Randomness::size);
        return taken;
    }

    // For tests of the wiping: the bytes from left() on are zero.
    constexpr const unsigned char *bytes() const noexcept { return bytes_; }
    constexpr std::size_t left() const noexcept { return left_; }

private:
    unsigned char bytes_[Capacity]{};
    std::size_t left_ = 0;
    long owner_ = 0;
};

}  // namespace ulid
