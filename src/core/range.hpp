// A range of time -> the values made in it, and the share of a histogram that they are.
//
// Flow: predicate -> planner -> [range] -> index range, estimate.
//
// A value is in a range of time if its own time is: the millisecond, without randomness. So an end
// takes in all values of a millisecond or none, and every range is one span of values.
#pragma once

#include "time.hpp"

namespace ulid {
namespace [[gnu::visibility("hidden")]] range {

// One end of a range of time.
struct Bound {
    std::int64_t timestamp;  // microseconds since 2000; of no meaning if infinite
    bool infinite;           // there is no end on this side
    bool inclusive;          // the timestamp itself belongs to the range
};

// All values from first to last, both included; none if last < first.
struct Span {
    Ulid first;
    Ulid last;

    constexpr bool empty() const noexcept { return last < first; }
    constexpr bool contains(Ulid value) const noexcept { return first <= value && value <= last; }
};

// The one empty span that is given out: no value is at or above its first and at or below its last.
inline constexpr Span empty_span{max_ulid, min_ulid};

// The values whose time lies between the ends: exact, also where an end falls within a millisecond
// or outside of what a ULID holds. Never fails.
constexpr Span span(Bound lower, Bound upper) noexcept {
    constexpr std::uint64_t count = time::max_milliseconds + 1;

    std::uint64_t first = 0;  // the first millisecond in the range
    if (!lower.infinite && lower.timestamp >= time::min_timestamp) {
        if (lower.timestamp > time::max_timestamp) return empty_span;
        const auto since_1970 = static_cast<std::uint64_t>(lower.timestamp - time::unix_epoch);
        first = since_1970 / 1000 + (since_1970 % 1000 != 0 || !lower.inclusive);
    }

    std::uint64_t end = count;  // the first millisecond after it
    if (!upper.infinite && upper.timestamp <= time::max_timestamp) {
        if (upper.timestamp < time::min_timestamp) return empty_span;
        const auto since_1970 = static_cast<std::uint64_t>(upper.timestamp - time::unix_epoch);
        end = since_1970 / 1000 + (since_1970 % 1000 != 0 || upper.inclusive);
    }

    if (first >= end) return empty_span;
    return {make_ulid(first, min_randomness), make_ulid(end - 1, max_randomness)};
}

// b - a as a double, for a <= b: the subtraction is exact, only its result is rounded.
constexpr double distance(Ulid a, Ulid b) noexcept {
    constexpr double word = 18446744073709551616.0;  // 2^64
    const std::uint64_t high = b.high - a.high - (b.low < a.low);
    return static_cast<double>(high) * word + static_cast<double>(b.low - a.low);
}

// A histogram is `count` >= 2 values in ascending order, with equally many rows between one and the
// next; `at(i)` gives value i. Rows of one bucket are taken to be spread evenly over its values.

// How many buckets lie below `value`, from 0 to count - 1. Bounds equal to the value count as
// below it only if `through`.
template <class At>
constexpr double buckets_below(At at, int count, Ulid value, bool through) noexcept {
    int below = 0;  // bounds before this one are below the value
    for (int above = count; below < above;) {
        const int middle = below + (above - below) / 2;
        if (at(middle) < value || (through && at(middle) == value))
            below = middle + 1;
        else
            above = middle;
    }
    if (below == 0) return 0;
    if (below == count) return count - 1;
    const Ulid low = at(below - 1);
    return below - 1 + distance(low, value) / distance(low, at(below));
}

// The share of the histogram's rows in a span that is not empty, from 0 to 1.
template <class At>
constexpr double share(At at, int count, Span span) noexcept {
    return (buckets_below(at, count, span.last, true) - buckets_below(at, count, span.first, false)) /
           (count - 1);
}

// The share that a span has of rows which came after the histogram was made, if they are spread
// evenly from its last value to `now`: from 0 to 1.
constexpr double share_since(Ulid end, Ulid now, Span span) noexcept {
    const Ulid first = end < span.first ? span.first : end;
    const Ulid last = now < span.last ? now : span.last;
    return first < last ? distance(first, last) / distance(end, now) : 0;
}

}  // namespace range
}  // namespace ulid
