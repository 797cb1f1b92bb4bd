// Long sequences from the generators, with a clock and a randomness that mean harm, against a model that
// keeps the last value as one 128-bit number.
#include "../../src/core/generator.hpp"

#include <csetjmp>
#include <optional>

#include "fuzz.hpp"

namespace {

using ulid::Error;
using ulid::Randomness;
using ulid::Result;
using ulid::Ulid;

constexpr std::uint64_t last_millisecond = (std::uint64_t{1} << 48) - 1;
constexpr Value random_parts = Value{1} << 80;

Value number(Ulid value) { return Value{value.high} << 64 | value.low; }
Value number(Randomness random) { return Value{random.high} << 64 | random.low; }

// What should come, or nothing if the millisecond is exhausted.
using Expected = std::optional<Value>;

struct Model {
    bool started = false;
    Value last = 0;

    Expected step(Value distance) const {
        const Value room = random_parts - 1 - last % random_parts;
        return distance <= room ? Expected(last + distance) : std::nullopt;
    }
    Expected monotonic(std::uint64_t now, Randomness random) const {
        return !started || now > last / random_parts ? now * random_parts + number(random) : step(1);
    }
    Expected ordered(std::uint64_t now, unsigned fraction, Randomness random) const {
        constexpr Value fresh = Value{1} << 68;
        const Value time = Value{now} * 4096 + fraction;
        if (!started || time > last / fresh) return time * fresh + number(random) % fresh;
        return step(Value{1} + random.low % (Value{1} << 32));
    }

    void check(Result<Ulid> result, Expected expected) {
        EXPECT(result.error == (expected ? Error::none : Error::exhausted));
        if (!expected) return;
        EXPECT(number(result.value) == *expected);
        EXPECT(!started || *expected > last);
        started = true;
        last = *expected;
    }
};

std::jmp_buf failure;

// The clock: stands, steps by a little or a lot either way, or is set to either end.
std::uint64_t move_clock(std::uint64_t now, unsigned how, std::uint64_t by) {
    switch (how % 8) {
        case 0:
        case 1:
            return now;
        case 2:
            return (now + by % 4) & last_millisecond;
        case 3:
            return now - (by % 4 < now ? by % 4 : now);
        case 4:
            return (now + by) & last_millisecond;
        case 5:
            return 0;
        case 6:
            return last_millisecond;
        default:
            return by & last_millisecond;
    }
}

// Randomness as it comes, or at and near the ends where carries are.
Randomness choose_randomness(unsigned how, std::uint64_t word) {
    const auto small = static_cast<std::uint16_t>(word);
    switch (how % 4) {
        case 0:
            return {small, word};
        case 1:
            return {UINT16_MAX, UINT64_MAX - word % 4};
        case 2:
            return {small, UINT64_MAX - word % 4};
        default:
            return {UINT16_MAX, UINT64_MAX - (word & 0xFFFFFFFFFF)};
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    Input input(data, size);
    ulid::MonotonicGenerator monotonic;
    ulid::OrderedGenerator ordered;
    Model of_monotonic;
    Model of_ordered;
    std::uint64_t now = input.take<std::uint64_t>() & last_millisecond;

    while (!input.empty()) {
        const unsigned how = input.take<std::uint8_t>();
        const auto word = input.take<std::uint64_t>();
        const auto fraction = static_cast<std::uint16_t>(input.take<std::uint16_t>() % 4096);
        const Randomness random = choose_randomness(how >> 3, word);
        now = move_clock(now, how, word);
        bool fails = (how & 0xE0) == 0xE0;
        const auto entropy = [&]() -> Randomness {
            if (fails) std::longjmp(failure, 1);
            return random;
        };

        // A source of randomness that fails leaves by longjmp; nothing may have changed.
        if (fails) {
            if (setjmp(failure) == 0) ordered.next(now, fraction, entropy);
            if (setjmp(failure) == 0) {
                const bool fresh = !of_monotonic.started || now > of_monotonic.last / random_parts;
                const Result<Ulid> made = monotonic.next(now, entropy);
                EXPECT(!fresh);
                of_monotonic.check(made, of_monotonic.step(1));
            }
            fails = false;
        }

        of_monotonic.check(monotonic.next(now, entropy), of_monotonic.monotonic(now, random));
        of_ordered.check(ordered.next(now, fraction, entropy), of_ordered.ordered(now, fraction, random));
    }
    return 0;
}
