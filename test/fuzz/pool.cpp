// The pool of randomness, with processes that fork and a source that fails: every byte is handed out once, to
// the process that fetched it, in whole, and then wiped.
#include "../../src/core/pool.hpp"

#include <csetjmp>
#include <deque>

#include "fuzz.hpp"

namespace {

constexpr std::size_t capacity = 37;  // not a multiple of 10, so that a rest is left over

std::jmp_buf failure;
std::uint8_t counter;
bool fails;

// A source that never repeats within 250 bytes, and never gives a zero.
void fill(unsigned char *bytes, std::size_t count) {
    if (fails) {
        std::memset(bytes, 0xEE, count / 2);  // it may have written some
        std::longjmp(failure, 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
        counter = static_cast<std::uint8_t>(counter % 250 + 1);
        bytes[i] = counter;
    }
}

struct Model {
    std::deque<unsigned char> left;
    long owner = 0;

    // The bytes that should come; the pool hands out from its end.
    void take(long process, const unsigned char *fetched, unsigned char *taken) {
        if (left.size() < 10 || owner != process) left.assign(fetched, fetched + capacity);
        owner = process;
        for (int i = 10; i-- > 0;) {
            taken[i] = left.back();
            left.pop_back();
        }
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    ulid::Pool<capacity> pool;
    Model model;
    for (std::size_t i = 0; i < size && i < 64; ++i) {  // more steps would show nothing else, and are slow
        const long process = data[i] % 3 + 1;
        fails = data[i] >= 0xC0;

        const std::uint8_t before = counter;
        unsigned char fetched[capacity];
        if (!fails) fill(fetched, capacity);
        counter = before;

        if (setjmp(failure) != 0) {
            EXPECT(pool.left() == 0);
            model.left.clear();
            continue;
        }
        const bool needs = model.left.size() < 10 || model.owner != process;
        if (fails && !needs) std::memset(fetched, 0, capacity);
        unsigned char expected[10];
        const ulid::Randomness taken = pool.take(process, fill);
        EXPECT(!(fails && needs));
        model.take(process, fetched, expected);

        EXPECT(taken.high == (expected[0] << 8 | expected[1]));
        EXPECT(taken.low == ulid::load_word(expected + 2));
        EXPECT(pool.left() == model.left.size());
        for (std::size_t at = 0; at < capacity; ++at)
            EXPECT(at < pool.left() ? pool.bytes()[at] == model.left[at] : pool.bytes()[at] == 0);
    }
    return 0;
}
