// The monotonic generator under every clock, and the pool of randomness.
#include "../../src/core/generator.hpp"

#include <gtest/gtest.h>

#include <csetjmp>
#include <cstring>

#include "../../src/core/pool.hpp"
#include "../../src/core/time.hpp"
#include "naive.hpp"

using ulid::Error;
using ulid::MonotonicGenerator;
using ulid::OrderedGenerator;
using ulid::Randomness;
using ulid::Ulid;

namespace {

constexpr Randomness entropy{0x1234, 0x5678};

auto give(Randomness randomness) {
    return [randomness] { return randomness; };
}

Randomness never() {
    ADD_FAILURE() << "entropy drawn though the millisecond is not new";
    return {};
}

}  // namespace

TEST(Monotonic, FirstValueIsFresh) {
    MonotonicGenerator generator;
    EXPECT_EQ(generator.next(1000, give(entropy)).value, ulid::make_ulid(1000, entropy));
}

// At 1970-01-01 00:00:00.000 as well, where the millisecond equals that of an empty state.
TEST(Monotonic, FirstValueIsFreshInMillisecondZero) {
    MonotonicGenerator generator;
    EXPECT_EQ(generator.next(0, give(entropy)).value, ulid::make_ulid(0, entropy));
    EXPECT_EQ(generator.next(0, never).value, ulid::make_ulid(0, {0x1234, 0x5679}));
}

TEST(Monotonic, ClockStandsStill) {
    MonotonicGenerator generator;
    Ulid previous = generator.next(1000, give(entropy)).value;
    for (int i = 0; i < 1000; ++i) {
        const Ulid value = generator.next(1000, never).value;
        ASSERT_EQ(value, ulid::successor(previous));
        previous = value;
    }
}

TEST(Monotonic, ClockStepsBackAnHour) {
    MonotonicGenerator generator;
    constexpr std::uint64_t now = 1'700'000'000'000;
    generator.next(now, give(entropy));
    EXPECT_EQ(generator.next(now - 3'600'000, never).value, ulid::make_ulid(now, {0x1234, 0x5679}));
    EXPECT_EQ(generator.next(now, never).value, ulid::make_ulid(now, {0x1234, 0x567A}));
    EXPECT_EQ(generator.next(now + 1, give({0, 1})).value, ulid::make_ulid(now + 1, {0, 1}));
}

TEST(Monotonic, ClockJumpsAhead) {
    MonotonicGenerator generator;
    generator.next(1000, give(entropy));
    constexpr std::uint64_t last = (std::uint64_t{1} << 48) - 1;
    EXPECT_EQ(generator.next(last, give({0, 7})).value, ulid::make_ulid(last, {0, 7}));
}

TEST(Monotonic, CarriesOverEveryByteAndTheWord) {
    for (unsigned bits = 8; bits < 80; bits += 8) {
        const Randomness before = bits < 64    ? Randomness{0x0100, (std::uint64_t{1} << bits) - 1}
                                  : bits == 64 ? Randomness{0x0100, UINT64_MAX}
                                               : Randomness{0x00FF, UINT64_MAX};
        const Randomness after = bits < 64    ? Randomness{0x0100, std::uint64_t{1} << bits}
                                 : bits == 64 ? Randomness{0x0101, 0}
                                              : Randomness{0x0100, 0};
        MonotonicGenerator generator;
        generator.next(1000, give(before));
        EXPECT_EQ(generator.next(1000, never).value, ulid::make_ulid(1000, after)) << bits;
    }
}

TEST(Monotonic, OverflowIsAnErrorUntilTheClockHasPassed) {
    MonotonicGenerator generator;
    generator.next(1000, give({0xFFFF, UINT64_MAX - 1}));
    EXPECT_EQ(generator.next(1000, never).value, ulid::make_ulid(1000, ulid::max_randomness));
    for (const std::uint64_t now : {1000U, 999U, 0U, 1000U}) {
        const auto next = generator.next(now, never);
        EXPECT_EQ(next.error, Error::exhausted);
    }
    EXPECT_EQ(generator.next(1001, give(entropy)).value, ulid::make_ulid(1001, entropy));
}

// A model with an unreliable clock: whatever it does, values ascend and keep to the rules.
TEST(Monotonic, AscendsUnderAnyClock) {
    Values random;
    MonotonicGenerator generator;
    std::uint64_t now = 1'000'000, latest = 0;
    Ulid previous = ulid::min_ulid;
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t dice = random.word();
        if (dice % 8 == 0) now += dice >> 60;
        if (dice % 64 == 1) now -= dice >> 55;
        const Randomness fresh{static_cast<std::uint16_t>(random.word()), random.word()};
        const auto next = generator.next(now, give(fresh));
        ASSERT_EQ(next.error, Error::none);
        ASSERT_LT(previous, next.value);
        if (i == 0 || now > latest) {
            ASSERT_EQ(next.value, ulid::make_ulid(now, fresh));
            latest = now;
        } else {
            ASSERT_EQ(next.value, ulid::successor(previous));
        }
        previous = next.value;
    }
}

TEST(Advance, CarriesInsideTheRandomness) {
    const auto advanced = [](Randomness from, std::uint64_t distance) {
        return ulid::advance(ulid::make_ulid(1000, from), distance);
    };
    EXPECT_EQ(advanced({1, 2}, 3).value, ulid::make_ulid(1000, {1, 5}));
    EXPECT_EQ(advanced({1, UINT64_MAX}, 1).value, ulid::make_ulid(1000, {2, 0}));
    EXPECT_EQ(advanced({1, UINT64_MAX}, UINT64_MAX).value, ulid::make_ulid(1000, {2, UINT64_MAX - 1}));
    EXPECT_EQ(advanced({0xFFFF, UINT64_MAX - 4}, 4).value, ulid::make_ulid(1000, ulid::max_randomness));
    EXPECT_EQ(advanced({0xFFFF, UINT64_MAX - 4}, 5).error, Error::exhausted);
    EXPECT_EQ(advanced({0xFFFF, UINT64_MAX}, 1).error, Error::exhausted);
    EXPECT_EQ(advanced({0xFFFE, UINT64_MAX}, 1).value, ulid::make_ulid(1000, {0xFFFF, 0}));
}

TEST(Ordered, HoldsMillisecondFractionAndRandomness) {
    OrderedGenerator generator;
    EXPECT_EQ(generator.next(1000, 0xABC, give({0x1235, 0x5678})).value,
              ulid::make_ulid(1000, {0xABC5, 0x5678}));
    EXPECT_EQ(generator.next(1000, 0xABD, give({0xFFF0, 1})).value, ulid::make_ulid(1000, {0xABD0, 1}));
    EXPECT_EQ(generator.next(1001, 0, give({0, 0})).value, ulid::make_ulid(1001, {0, 0}));
}

TEST(Ordered, FirstValueIsFreshInMillisecondZero) {
    OrderedGenerator generator;
    EXPECT_EQ(generator.next(0, 0, give(entropy)).value, ulid::make_ulid(0, {0x0004, 0x5678}));
}

TEST(Ordered, OnATieStepsByOneTo2To32) {
    OrderedGenerator generator;
    generator.next(1000, 1, give({0, 100}));
    EXPECT_EQ(generator.next(1000, 1, give({0xFFFF, 0xFFFFFFFF00000000})).value,
              ulid::make_ulid(1000, {0x0010, 101}));
    EXPECT_EQ(generator.next(1000, 1, give({0xFFFF, 0xFFFFFFFF})).value,
              ulid::make_ulid(1000, {0x0010, 101 + 0x100000000}));
}

TEST(Ordered, ClockStepsBackAnHour) {
    OrderedGenerator generator;
    constexpr std::uint64_t now = 1'700'000'000'000;
    generator.next(now, 5, give({0, 100}));
    EXPECT_EQ(generator.next(now - 3'600'000, 9, give({0, 0})).value, ulid::make_ulid(now, {0x0050, 101}));
    EXPECT_EQ(generator.next(now, 4, give({0, 0})).value, ulid::make_ulid(now, {0x0050, 102}));
    EXPECT_EQ(generator.next(now, 6, give({0, 0})).value, ulid::make_ulid(now, {0x0060, 0}));
}

TEST(Ordered, OverflowIsAnErrorUntilTheClockHasPassed) {
    OrderedGenerator generator;
    generator.next(1000, 4095, give({0x000F, UINT64_MAX}));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(generator.next(1000, 4095, give({0, 0})).error, Error::exhausted);
        EXPECT_EQ(generator.next(999, 0, give({0, 0})).error, Error::exhausted);
    }
    EXPECT_EQ(generator.next(1001, 0, give({0, 7})).value, ulid::make_ulid(1001, {0, 7}));
}

// A carry can run ahead of the clock's fraction; the clock must pass it before it counts again.
TEST(Ordered, ACarryIntoTheFractionKeepsTheOrder) {
    OrderedGenerator generator;
    generator.next(1000, 7, give({0x000F, UINT64_MAX}));
    EXPECT_EQ(generator.next(1000, 7, give({0, 0})).value, ulid::make_ulid(1000, {0x0080, 0}));
    EXPECT_EQ(generator.next(1000, 8, give({0, 0})).value, ulid::make_ulid(1000, {0x0080, 1}));
    EXPECT_EQ(generator.next(1000, 9, give({0, 0})).value, ulid::make_ulid(1000, {0x0090, 0}));
}

TEST(Ordered, AscendsUnderAnyClock) {
    Values random;
    OrderedGenerator generator;
    std::int64_t now = 1'000'000'000'000;  // ns
    Ulid previous = ulid::min_ulid;
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t dice = random.word();
        now += static_cast<std::int64_t>(dice % 500) - 100;
        if (dice >> 56 == 0) now -= 3'000'000;
        const Randomness fresh{static_cast<std::uint16_t>(random.word()), random.word()};
        const auto next =
            generator.next(static_cast<std::uint64_t>(now) / 1'000'000,
                           ulid::time::to_fraction(static_cast<long>(now % 1'000'000'000)), give(fresh));
        ASSERT_EQ(next.error, Error::none);
        ASSERT_LT(previous, next.value);
        previous = next.value;
    }
}

namespace {

// Counts upwards, so that every byte handed out can be told from every other.
struct Counter {
    unsigned calls = 0;
    unsigned char byte = 1;
    void operator()(unsigned char *bytes, std::size_t count) {
        ++calls;
        for (std::size_t i = 0; i < count; ++i) bytes[i] = byte++;
    }
};

}  // namespace

TEST(Pool, HandsOutEachByteOnceAndWipesIt) {
    ulid::Pool<32> pool;
    Counter counter;
    const auto take = [&] { return pool.take(1, [&](unsigned char *b, std::size_t n) { counter(b, n); }); };

    // 32 bytes hold three times ten; bytes 1 to 32 are handed out from the end.
    const Randomness first = take();
    EXPECT_EQ(first.high, 23U << 8 | 24U);
    EXPECT_EQ(first.low, 0x191A1B1C1D1E1F20U);
    EXPECT_EQ(take().high, 13U << 8 | 14U);
    EXPECT_EQ(take().high, 3U << 8 | 4U);
    EXPECT_EQ(counter.calls, 1U);
    EXPECT_EQ(pool.left(), 2U);
    for (std::size_t i = pool.left(); i < 32; ++i) EXPECT_EQ(pool.bytes()[i], 0);

    EXPECT_EQ(take().high, 55U << 8 | 56U);
    EXPECT_EQ(counter.calls, 2U);
}

TEST(Pool, IsRefilledInAnotherProcess) {
    ulid::Pool<4096> pool;
    Counter counter;
    const auto fill = [&](unsigned char *b, std::size_t n) { counter(b, n); };
    const Randomness parent = pool.take(1, fill);

    ulid::Pool<4096> child;
    std::memcpy(static_cast<void *>(&child), &pool, sizeof pool);
    EXPECT_NE(child.take(2, fill).low, pool.take(1, fill).low);
    EXPECT_EQ(counter.calls, 2U);
    EXPECT_NE(parent.low, 0U);
}

namespace {

std::jmp_buf error_handler;

}  // namespace

// As ereport does when the source of randomness fails.
TEST(Pool, IsEmptyAfterAFillThatJumpedAway) {
    static ulid::Pool<32> pool;
    if (setjmp(error_handler) == 0)
        pool.take(1, [](unsigned char *, std::size_t) { std::longjmp(error_handler, 1); });
    EXPECT_EQ(pool.left(), 0U);

    Counter counter;
    pool.take(1, [&](unsigned char *b, std::size_t n) { counter(b, n); });
    EXPECT_EQ(counter.calls, 1U);
}
