// Milliseconds since 1970 <-> microseconds since 2000, against 128-bit arithmetic.
#include "../../src/core/time.hpp"

#include <gtest/gtest.h>

#include "naive.hpp"

using ulid::Error;
using ulid::time::to_milliseconds;
using ulid::time::to_timestamp;

namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t epoch = 946'684'800'000'000;  // microseconds from 1970 to 2000
constexpr std::int64_t ms_2_48 = std::int64_t{1} << 48;

// Floor division of the exact microseconds since 1970.
void expect_as_defined(std::int64_t timestamp) {
    const Wide since_1970 = Wide{timestamp} + epoch;
    const Wide floored = since_1970 >= 0 ? since_1970 / 1000 : -1;
    const auto converted = to_milliseconds(timestamp);
    if (floored < 0 || floored >= ms_2_48) {
        EXPECT_EQ(converted.error, Error::time_range) << timestamp;
    } else {
        ASSERT_EQ(converted.error, Error::none) << timestamp;
        EXPECT_EQ(converted.value, static_cast<std::uint64_t>(floored));
    }
}

}  // namespace

TEST(Time, EndsOfTheRange) {
    for (std::int64_t around :
         {-epoch, std::int64_t{0}, (ms_2_48 - 1) * 1000 - epoch, ms_2_48 * 1000 - epoch})
        for (std::int64_t offset = -2001; offset <= 2001; ++offset) expect_as_defined(around + offset);
    for (std::int64_t offset = 0; offset < 1000; ++offset) {
        expect_as_defined(INT64_MIN + offset);
        expect_as_defined(INT64_MAX - offset);
    }
}

TEST(Time, RandomTimes) {
    Values random;
    for (int i = 0; i < 20000; ++i) {
        expect_as_defined(static_cast<std::int64_t>(random.word()));
        expect_as_defined(static_cast<std::int64_t>(random.word() % (std::uint64_t{1} << 59)) - epoch);
    }
}

TEST(Time, RoundTrip) {
    Values random;
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t milliseconds = random.word() >> 16;
        EXPECT_EQ(to_milliseconds(to_timestamp(milliseconds)).value, milliseconds);
        EXPECT_EQ(to_milliseconds(to_timestamp(milliseconds) + 999).value, milliseconds);
    }
    EXPECT_EQ(to_timestamp(0), -epoch);
    EXPECT_EQ(to_timestamp((std::uint64_t{1} << 48) - 1), 281'474'976'710'655'000 - epoch);
}

TEST(Clock, FloorsToTheMillisecond) {
    EXPECT_EQ(to_milliseconds(0, 0).value, 0U);
    EXPECT_EQ(to_milliseconds(1, 999'999).value, 1000U);
    EXPECT_EQ(to_milliseconds(1, 1'000'000).value, 1001U);
    EXPECT_EQ(to_milliseconds(1, 999'999'999).value, 1999U);
}

TEST(Clock, EndsOfTheRange) {
    EXPECT_EQ(to_milliseconds(-1, 999'999'999).error, Error::time_range);
    EXPECT_EQ(to_milliseconds(281'474'976'710, 655'999'999).value, 281'474'976'710'655U);
    EXPECT_EQ(to_milliseconds(281'474'976'710, 656'000'000).error, Error::time_range);
    EXPECT_EQ(to_milliseconds(281'474'976'711, 0).error, Error::time_range);
    EXPECT_EQ(to_milliseconds(INT64_MAX, 0).error, Error::time_range);
    EXPECT_EQ(to_milliseconds(INT64_MIN, 0).error, Error::time_range);
}

TEST(Clock, FractionIsIn4096ths) {
    EXPECT_EQ(ulid::time::to_fraction(0), 0);
    EXPECT_EQ(ulid::time::to_fraction(244), 0);
    EXPECT_EQ(ulid::time::to_fraction(245), 1);
    EXPECT_EQ(ulid::time::to_fraction(500'000), 2048);
    EXPECT_EQ(ulid::time::to_fraction(999'999), 4095);
    EXPECT_EQ(ulid::time::to_fraction(1'000'000), 0);
    EXPECT_EQ(ulid::time::to_fraction(999'999'999), 4095);
}
