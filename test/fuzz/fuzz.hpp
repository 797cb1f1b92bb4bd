// What the fuzzed targets share: reading the input piece by piece, and stopping at a difference.
//
// Each target is one file with one LLVMFuzzerTestOneInput, and compares src/core with slow code written
// differently. test/fuzz/run builds and runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__extension__ using Wide = __int128;
__extension__ using Value = unsigned __int128;

// Ends the process, which makes libFuzzer keep the input.
#define EXPECT(condition)                                                                 \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            std::fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                 \
        }                                                                                 \
    } while (0)

// The input, taken from the front; past its end all is zero.
class Input {
public:
    Input(const std::uint8_t *bytes, std::size_t size) : bytes_(bytes), left_(size) {}

    bool empty() const { return left_ == 0; }

    // An unsigned number or a whole object, as its bytes lie in memory.
    template <class T>
    T take() {
        T value{};
        const std::size_t count = left_ < sizeof value ? left_ : sizeof value;
        std::memcpy(&value, bytes_, count);
        bytes_ += count;
        left_ -= count;
        return value;
    }

private:
    const std::uint8_t *bytes_;
    std::size_t left_;
};
