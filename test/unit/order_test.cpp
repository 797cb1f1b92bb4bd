// The order of values and timestamps, and offsets that leave what a ULID holds.
#include "../../src/core/time.hpp"

#include <gtest/gtest.h>

#include <vector>

using ulid::make_ulid;
using ulid::Ulid;
using ulid::time::compare;
using ulid::time::Interval;
using ulid::time::max_milliseconds;
using ulid::time::max_timestamp;
using ulid::time::min_timestamp;
using ulid::time::out_of_reach;
using ulid::time::to_timestamp;

namespace {

constexpr std::uint64_t some_time = 1'767'225'600'000;  // 2026-01-01 00:00:00 UTC
constexpr std::int64_t day = 86'400'000'000;

constexpr Ulid first(std::uint64_t milliseconds) { return make_ulid(milliseconds, ulid::min_randomness); }
constexpr Ulid last(std::uint64_t milliseconds) { return make_ulid(milliseconds, ulid::max_randomness); }

int sign(std::int64_t a, std::int64_t b) { return (a > b) - (a < b); }

}  // namespace

TEST(Order, TimestampStandsAtTheFirstValueOfItsInstant) {
    const std::int64_t t = to_timestamp(some_time);
    EXPECT_EQ(compare(first(some_time), t), 0);
    EXPECT_EQ(compare(make_ulid(some_time, {0, 1}), t), 1);
    EXPECT_EQ(compare(make_ulid(some_time, {1, 0}), t), 1);
    EXPECT_EQ(compare(last(some_time), t), 1);
    EXPECT_EQ(compare(last(some_time - 1), t), -1);
}

TEST(Order, FractionLiesBetweenTwoMilliseconds) {
    for (const std::int64_t fraction : {1, 500, 999}) {
        const std::int64_t t = to_timestamp(some_time) + fraction;
        EXPECT_EQ(compare(first(some_time), t), -1);
        EXPECT_EQ(compare(last(some_time), t), -1);
        EXPECT_EQ(compare(first(some_time + 1), t), 1);
    }
}

TEST(Order, EndsOfTheType) {
    EXPECT_EQ(compare(ulid::min_ulid, min_timestamp), 0);
    EXPECT_EQ(compare(ulid::min_ulid, min_timestamp - 1), 1);
    EXPECT_EQ(compare(ulid::min_ulid, INT64_MIN), 1);
    EXPECT_EQ(compare(ulid::max_ulid, INT64_MAX), -1);
    EXPECT_EQ(compare(ulid::max_ulid, max_timestamp), -1);
    EXPECT_EQ(compare(ulid::max_ulid, max_timestamp + 1), -1);
    EXPECT_EQ(compare(first(max_milliseconds), max_timestamp - 999), 0);
    EXPECT_EQ(compare(ulid::max_ulid, max_timestamp - 999), 1);
}

// One order over both types: every triple of neighbours is transitive, and equal is equal.
TEST(Order, TransitiveOverBothTypes) {
    struct Item {
        bool is_timestamp;
        Ulid value;
        std::int64_t timestamp;
    };
    const auto order = [](const Item &a, const Item &b) {
        if (a.is_timestamp && b.is_timestamp) return sign(a.timestamp, b.timestamp);
        if (a.is_timestamp) return -compare(b.value, a.timestamp);
        if (b.is_timestamp) return compare(a.value, b.timestamp);
        return ulid::compare(a.value, b.value);
    };
    std::vector<Item> items{{true, {}, INT64_MIN}, {true, {}, INT64_MAX}};
    for (const std::uint64_t m : {std::uint64_t{0}, some_time, some_time + 1, max_milliseconds}) {
        for (const std::int64_t fraction : {-1, 0, 1, 999, 1000})
            items.push_back({true, {}, to_timestamp(m) + fraction});
        for (const Ulid value : {first(m), make_ulid(m, {0, 1}), last(m)}) items.push_back({false, value, 0});
    }
    for (const Item &a : items)
        for (const Item &b : items) {
            EXPECT_EQ(order(a, b), -order(b, a));
            for (const Item &c : items) {
                if (order(a, b) <= 0 && order(b, c) <= 0) {
                    EXPECT_LE(order(a, c), 0);
                    if (order(a, b) < 0 || order(b, c) < 0) {
                        EXPECT_LT(order(a, c), 0);
                    }
                }
            }
        }
}

TEST(Offset, NearIsLeftToTheCalendar) {
    const std::int64_t t = to_timestamp(some_time);
    EXPECT_EQ(out_of_reach(t, {0, 0, 0}, false), 0);
    EXPECT_EQ(out_of_reach(t, {1, 1, 1}, true), 0);
    EXPECT_EQ(out_of_reach(min_timestamp, {0, 1, 0}, true), 0);
    EXPECT_EQ(out_of_reach(max_timestamp, {0, 0, day}, false), 0);
    EXPECT_EQ(out_of_reach(min_timestamp, {12 * 8919, 0, 0}, false), 0);
    EXPECT_EQ(out_of_reach(max_timestamp, {12 * 8919, 0, 0}, true), 0);
}

TEST(Offset, FarIsToldWithoutOverflow) {
    constexpr std::int32_t most = INT32_MAX;
    for (const std::int64_t t : {min_timestamp, to_timestamp(some_time), max_timestamp}) {
        for (const Interval offset : {Interval{most, most, INT64_MAX}, Interval{most, 0, 0},
                                      Interval{0, most, 0}, Interval{0, 0, INT64_MAX}}) {
            EXPECT_EQ(out_of_reach(t, offset, false), 1);
            EXPECT_EQ(out_of_reach(t, offset, true), -1);
        }
    }
    EXPECT_EQ(out_of_reach(min_timestamp, {24, 0, 0}, true), -1);
    EXPECT_EQ(out_of_reach(max_timestamp, {24, 0, 0}, false), 1);
}
