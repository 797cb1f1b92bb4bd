// Ranges of time as spans of values, and what a histogram says of a span.
#include "../../src/core/range.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using ulid::make_ulid;
using ulid::Ulid;
using ulid::range::Bound;
using ulid::range::buckets_below;
using ulid::range::share;
using ulid::range::Span;
using ulid::range::span;
using ulid::time::max_milliseconds;
using ulid::time::max_timestamp;
using ulid::time::min_timestamp;
using ulid::time::to_timestamp;

namespace {

constexpr std::uint64_t some_time = 1'767'225'600'000;  // 2026-01-01 00:00:00 UTC
constexpr Bound none{0, true, false};

constexpr Ulid first(std::uint64_t milliseconds) { return make_ulid(milliseconds, ulid::min_randomness); }
constexpr Ulid last(std::uint64_t milliseconds) { return make_ulid(milliseconds, ulid::max_randomness); }

// The definition: the value's own time lies in the range.
bool made_in(Ulid value, Bound lower, Bound upper) {
    const std::int64_t t = to_timestamp(value.milliseconds());
    if (!lower.infinite && (lower.inclusive ? t < lower.timestamp : t <= lower.timestamp)) return false;
    return upper.infinite || (upper.inclusive ? t <= upper.timestamp : t < upper.timestamp);
}

}  // namespace

TEST(Span, WholeMilliseconds) {
    const std::int64_t t = to_timestamp(some_time);
    const Span closed = span({t, false, true}, {t, false, true});
    EXPECT_EQ(closed.first, first(some_time));
    EXPECT_EQ(closed.last, last(some_time));
    EXPECT_TRUE(span({t, false, true}, {t, false, false}).empty());
    EXPECT_TRUE(span({t, false, false}, {t, false, true}).empty());
    EXPECT_EQ(span({t, false, false}, none).first, first(some_time + 1));
    EXPECT_EQ(span(none, {t, false, false}).last, last(some_time - 1));
}

TEST(Span, FractionsOfAMillisecond) {
    const std::int64_t t = to_timestamp(some_time) + 1;
    for (const bool inclusive : {false, true}) {
        EXPECT_EQ(span({t, false, inclusive}, none).first, first(some_time + 1));
        EXPECT_EQ(span(none, {t, false, inclusive}).last, last(some_time));
        EXPECT_TRUE(span({t, false, inclusive}, {t + 998, false, inclusive}).empty());
    }
}

TEST(Span, EndsOfTheType) {
    for (const bool inclusive : {false, true}) {
        for (const Bound low :
             {none, Bound{INT64_MIN, false, inclusive}, Bound{min_timestamp - 1, false, inclusive},
              Bound{min_timestamp, false, true}})
            EXPECT_EQ(span(low, none).first, ulid::min_ulid);
        for (const Bound high :
             {none, Bound{INT64_MAX, false, inclusive}, Bound{max_timestamp + 1, false, inclusive},
              Bound{max_timestamp, false, inclusive}})
            EXPECT_EQ(span(none, high).last, ulid::max_ulid);
        EXPECT_TRUE(span({INT64_MAX, false, inclusive}, none).empty());
        EXPECT_TRUE(span({max_timestamp + 1, false, inclusive}, none).empty());
        EXPECT_TRUE(span({max_timestamp, false, inclusive}, none).empty());
        EXPECT_TRUE(span(none, {INT64_MIN, false, inclusive}).empty());
        EXPECT_TRUE(span(none, {min_timestamp - 1, false, inclusive}).empty());
    }
    EXPECT_TRUE(span(none, {min_timestamp, false, false}).empty());
    EXPECT_EQ(span(none, {min_timestamp, false, true}).last, last(0));
    EXPECT_EQ(span({max_timestamp - 999, false, true}, none).first, first(max_milliseconds));
}

TEST(Span, AgreesWithTheDefinition) {
    std::mt19937_64 random(4);
    const auto near = [&random](std::int64_t t) {
        return t + static_cast<std::int64_t>(random() % 8001) - 4000;
    };
    for (int i = 0; i < 200000; ++i) {
        const std::int64_t centres[] = {min_timestamp, to_timestamp(some_time), 0, max_timestamp};
        const std::int64_t centre = centres[random() % 4];
        Bound lower{near(centre), random() % 16 == 0, random() % 2 == 0};
        Bound upper{near(centre), random() % 16 == 0, random() % 2 == 0};
        if (upper.timestamp < lower.timestamp) std::swap(lower.timestamp, upper.timestamp);
        const std::int64_t t = std::clamp(near(centre), min_timestamp, max_timestamp);
        const Ulid value =
            make_ulid(ulid::time::to_milliseconds(t).value, {static_cast<std::uint16_t>(random()), random()});
        ASSERT_EQ(span(lower, upper).contains(value), made_in(value, lower, upper))
            << lower.timestamp << ' ' << upper.timestamp << ' ' << t;
    }
}

TEST(Span, EmptyContainsNothing) {
    for (const Ulid value : {ulid::min_ulid, first(some_time), ulid::max_ulid})
        EXPECT_FALSE(ulid::range::empty_span.contains(value));
}

TEST(Distance, ExactBeforeRounding) {
    using ulid::range::distance;
    EXPECT_EQ(distance({5, 1}, {5, 4}), 3);
    EXPECT_EQ(distance({5, UINT64_MAX}, {6, 0}), 1);
    EXPECT_EQ(distance({5, 0}, {6, 0}), 18446744073709551616.0);
    EXPECT_GT(distance(ulid::min_ulid, ulid::max_ulid), 3.4e38);
}

TEST(Histogram, InterpolatesInsideABucket) {
    const Ulid bounds[] = {first(1000), first(2000), first(2000), first(2000), first(6000)};
    const auto at = [&bounds](int i) { return bounds[i]; };
    EXPECT_EQ(buckets_below(at, 5, first(999), true), 0);
    EXPECT_EQ(buckets_below(at, 5, first(1000), true), 0);
    EXPECT_DOUBLE_EQ(buckets_below(at, 5, first(1250), true), 0.25);
    EXPECT_DOUBLE_EQ(buckets_below(at, 5, first(5000), false), 3.75);
    EXPECT_EQ(buckets_below(at, 5, first(6000), false), 4);
    EXPECT_EQ(buckets_below(at, 5, first(9000), false), 4);
    // A value that fills buckets counts as below or not.
    EXPECT_EQ(buckets_below(at, 5, first(2000), false), 1);
    EXPECT_EQ(buckets_below(at, 5, first(2000), true), 3);
}

TEST(Histogram, Share) {
    std::vector<Ulid> bounds;
    for (std::uint64_t i = 0; i <= 100; ++i) bounds.push_back(first(some_time + i * 1000));
    const auto at = [&bounds](int i) { return bounds[static_cast<std::size_t>(i)]; };
    const auto part = [&at](std::uint64_t from, std::uint64_t to) {
        return share(at, 101, {first(some_time + from), last(some_time + to - 1)});
    };
    EXPECT_NEAR(part(0, 100'000), 1, 1e-9);
    EXPECT_NEAR(part(50'200, 50'300), 0.001, 1e-9);  // inside of one bucket
    EXPECT_NEAR(part(50'900, 51'100), 0.002, 1e-9);  // over the border of two
    EXPECT_NEAR(part(99'000, 200'000), 0.01, 1e-9);
    EXPECT_EQ(part(200'000, 300'000), 0);
    EXPECT_EQ(share(at, 101, {ulid::min_ulid, last(some_time - 1)}), 0);
    EXPECT_EQ(share(at, 101, {ulid::min_ulid, ulid::max_ulid}), 1);
}

TEST(Range, RowsSinceTheHistogramLieBetweenItsEndAndNow) {
    using ulid::range::share_since;
    const auto at = [](std::uint64_t ms) { return ulid::make_ulid(ms, ulid::min_randomness); };
    const auto share = [&](std::uint64_t first, std::uint64_t last) {
        return share_since(at(1000), at(2000), {at(first), at(last)});
    };
    EXPECT_DOUBLE_EQ(share(1000, 2000), 1);
    EXPECT_DOUBLE_EQ(share(0, 5000), 1);
    EXPECT_DOUBLE_EQ(share(1500, 5000), 0.5);
    EXPECT_DOUBLE_EQ(share(1250, 1750), 0.5);
    EXPECT_DOUBLE_EQ(share(0, 1000), 0);
    EXPECT_DOUBLE_EQ(share(2000, 5000), 0);
    EXPECT_DOUBLE_EQ(share_since(at(2000), at(1000), {at(0), at(5000)}), 0);
    EXPECT_DOUBLE_EQ(share_since(at(1000), at(1000), {at(0), at(5000)}), 0);
}
