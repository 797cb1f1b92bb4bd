// Ranges of time against their definition: which values are in one, how a value and a time compare, how far
// an interval reaches, and the share of a histogram.
#include "../../src/core/range.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fuzz.hpp"

namespace {

using ulid::Ulid;
using ulid::range::Bound;
using ulid::range::Span;

constexpr Wide from_1970_to_2000 = Wide{10957} * 24 * 3600 * 1'000'000;  // microseconds
constexpr Wide last = ((Wide{1} << 48) - 1) * 1000;                      // the last millisecond since 1970

Wide since_1970(std::int64_t timestamp) { return Wide{timestamp} + from_1970_to_2000; }
Wide time_of(Ulid value) { return Wide{value.high >> 16} * 1000; }

// Any timestamp, or one near an end of the range, or near the time of a value.
std::int64_t take_timestamp(Input &input, Ulid value) {
    const auto how = input.take<std::uint8_t>();
    const auto any = input.take<std::int64_t>();
    switch (how % 4) {
        case 0:
            return any;
        case 1:
            return ulid::time::min_timestamp + any % 3000;
        case 2:
            return ulid::time::max_timestamp + any % 3000;
        default:
            return static_cast<std::int64_t>(time_of(value) - from_1970_to_2000) + any % 3000;
    }
}

Bound take_bound(Input &input, Ulid value) {
    const auto how = input.take<std::uint8_t>();
    return {take_timestamp(input, value), how % 8 == 0, (how & 16) != 0};
}

bool above(Wide time, Bound bound) {
    return bound.infinite || time > since_1970(bound.timestamp) ||
           (bound.inclusive && time == since_1970(bound.timestamp));
}
bool below(Wide time, Bound bound) {
    return bound.infinite || time < since_1970(bound.timestamp) ||
           (bound.inclusive && time == since_1970(bound.timestamp));
}

// A span holds the values whose time is in the range, and its ends are the first and the last of them.
void check_span(Bound lower, Bound upper, Ulid value) {
    const auto in_range = [&](Wide time) { return above(time, lower) && below(time, upper); };
    const Span span = ulid::range::span(lower, upper);
    EXPECT(span.contains(value) == in_range(time_of(value)));
    if (span.empty()) {
        EXPECT(span.first == ulid::max_ulid && span.last == ulid::min_ulid);
        return;
    }
    EXPECT(in_range(time_of(span.first)) && in_range(time_of(span.last)));
    EXPECT(time_of(span.first) == 0 || !in_range(time_of(span.first) - 1000));
    EXPECT(time_of(span.last) == last || !in_range(time_of(span.last) + 1000));
    EXPECT(span.first.randomness().high == 0 && span.first.low == 0);
    EXPECT(span.last.randomness().high == UINT16_MAX && span.last.low == UINT64_MAX);
}

// A timestamp is the first value of its instant, and stands between two where there is none.
void check_compare(Ulid value, std::int64_t timestamp) {
    const Wide time = since_1970(timestamp);
    const bool smallest = value.randomness().high == 0 && value.low == 0;
    const bool later = time_of(value) > time || (time_of(value) == time && !smallest);
    const bool equal = time_of(value) == time && smallest;
    EXPECT(ulid::time::compare(value, timestamp) == (later ? 1 : equal ? 0 : -1));
}

// Months of the calendar and of the average year differ by days only.
void check_reach(std::int64_t timestamp, ulid::time::Interval offset, bool subtract) {
    if (!ulid::time::in_range(timestamp)) return;
    constexpr Wide day = 86'400'000'000;
    const Wide length = Wide{offset.months} * 146'097 * day / 4800 + offset.days * day + offset.microseconds;
    const Wide sum = since_1970(timestamp) + (subtract ? -length : length);
    const int reach = ulid::time::out_of_reach(timestamp, offset, subtract);
    if (reach < 0) EXPECT(sum < -360 * day);
    if (reach > 0) EXPECT(sum > last + 360 * day);
    if (reach == 0) EXPECT(sum > -372 * day && sum < last + 372 * day);
}

Value number(Ulid value) { return Value{value.high} << 64 | value.low; }

// Bucket by bucket, from the first.
long double naive_below(const std::vector<Ulid> &bounds, Ulid value, bool through) {
    long double sum = 0;
    for (std::size_t i = 1; i < bounds.size(); ++i) {
        const Ulid low = bounds[i - 1];
        const Ulid high = bounds[i];
        if (value > high || (through && value == high))
            sum += 1;
        else if (value > low)
            sum += static_cast<long double>(number(value) - number(low)) /
                   static_cast<long double>(number(high) - number(low));
    }
    return sum;
}

void check_share(std::vector<Ulid> bounds, Ulid a, Ulid b) {
    std::sort(bounds.begin(), bounds.end());
    const auto at = [&](int i) { return bounds[static_cast<std::size_t>(i)]; };
    const int count = static_cast<int>(bounds.size());
    const Span span{std::min(a, b), std::max(a, b)};
    const double share = ulid::range::share(at, count, span);
    EXPECT(share >= 0 && share <= 1 + 1e-12);
    EXPECT(ulid::range::share(at, count, {ulid::min_ulid, ulid::max_ulid}) == 1);
    const long double expected =
        (naive_below(bounds, span.last, true) - naive_below(bounds, span.first, false)) / (count - 1);
    EXPECT(std::fabs(share - static_cast<double>(expected)) < 1e-9);
}

// By the lengths before the first and after the last value, taken off the whole.
void check_share_since(Ulid end, Ulid now, Span span) {
    const double share = ulid::range::share_since(end, now, span);
    EXPECT(share >= 0 && share <= 1);
    long double expected = 0;
    if (end < now && span.first < now && end < span.last) {
        const Value whole = number(now) - number(end);
        const Value before = span.first > end ? number(span.first) - number(end) : 0;
        const Value after = span.last < now ? number(now) - number(span.last) : 0;
        expected = static_cast<long double>(whole - before - after) / static_cast<long double>(whole);
    }
    EXPECT(std::fabs(share - static_cast<double>(expected)) < 1e-9);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    Input input(data, size);
    const auto value = input.take<Ulid>();
    const Bound lower = take_bound(input, value);
    const Bound upper = take_bound(input, value);
    check_span(lower, upper, value);
    check_span(lower, upper, ulid::make_ulid(value.milliseconds(), ulid::min_randomness));

    for (const std::int64_t timestamp : {lower.timestamp, upper.timestamp}) {
        check_compare(value, timestamp);
        check_compare(ulid::make_ulid(value.milliseconds(), ulid::min_randomness), timestamp);
    }

    const auto how = input.take<std::uint8_t>();
    const ulid::time::Interval offset{input.take<std::int32_t>(), input.take<std::int32_t>(),
                                      input.take<std::int64_t>()};
    check_reach(lower.timestamp, offset, how % 2 != 0);
    check_reach(lower.timestamp, {offset.months % 120'000, offset.days % 4'000'000, offset.microseconds},
                how % 2 != 0);

    // Bounds close together, in one millisecond, or far apart.
    std::vector<Ulid> bounds;
    const auto take_value = [&]() -> Ulid {
        if (how & 2) return {value.high, input.take<std::uint64_t>() >> 8};
        return {input.take<std::uint32_t>(), 0};
    };
    const Ulid a = take_value();
    const Ulid b = take_value();
    do bounds.push_back(take_value());
    while (!input.empty() || bounds.size() < 2);
    check_share(bounds, a, b);
    check_share_since(bounds[0], bounds[1], {std::min(a, b), std::max(a, b)});
    return 0;
}
