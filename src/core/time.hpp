// 48-bit milliseconds since 1970 <-> microseconds since 2000 (timestamptz).
//
// Flow: timestamptz <-> [time] <-> 16 bytes.
//
// Integer arithmetic with floor, exact over the whole range: from
// 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655999 UTC.
#pragma once

#include "ulid.hpp"

namespace ulid {
namespace [[gnu::visibility("hidden")]] time {

inline constexpr std::int64_t unix_epoch = -946'684'800'000'000;  // 1970 in microseconds since 2000
inline constexpr std::uint64_t max_milliseconds = (std::uint64_t{1} << timestamp_bits) - 1;

// The ends of what a ULID can hold, in microseconds since 2000.
inline constexpr std::int64_t min_timestamp = unix_epoch;
inline constexpr std::int64_t max_timestamp =
    unix_epoch + static_cast<std::int64_t>(max_milliseconds) * 1000 + 999;

constexpr bool in_range(std::int64_t timestamp) noexcept {
    return timestamp >= min_timestamp && timestamp <= max_timestamp;
}

// Microseconds since 2000 -> milliseconds since 1970, floored. Errors: time_range, which
// PostgreSQL's two infinities are too.
constexpr Result<std::uint64_t> to_milliseconds(std::int64_t timestamp) noexcept {
    if (!in_range(timestamp)) return {0, Error::time_range, 0};
    return {static_cast<std::uint64_t>(timestamp - unix_epoch) / 1000, Error::none, 0};
}

// The POSIX clock's seconds since 1970 and nanoseconds below 10^9 -> milliseconds since
// 1970, floored. Errors: time_range.
constexpr Result<std::uint64_t> to_milliseconds(std::int64_t seconds, long nanoseconds) noexcept {
    constexpr auto max_seconds = static_cast<std::int64_t>(max_milliseconds / 1000);
    if (seconds < 0 || seconds > max_seconds) return {0, Error::time_range, 0};
    const std::uint64_t milliseconds =
        static_cast<std::uint64_t>(seconds) * 1000 + static_cast<std::uint64_t>(nanoseconds) / 1'000'000;
    if (milliseconds > max_milliseconds) return {0, Error::time_range, 0};
    return {milliseconds, Error::none, 0};
}

// The POSIX clock's nanoseconds below 10^9 -> what has passed of the millisecond, in 4096ths, floored.
constexpr std::uint16_t to_fraction(long nanoseconds) noexcept {
    return static_cast<std::uint16_t>(nanoseconds % 1'000'000 * 4096 / 1'000'000);
}

// Milliseconds since 1970, below 2^48 -> microseconds since 2000. Never overflows.
constexpr std::int64_t to_timestamp(std::uint64_t milliseconds) noexcept {
    return static_cast<std::int64_t>(milliseconds) * 1000 + unix_epoch;
}

// Where `timestamp` stands in the order of the values: -1, 0 or 1 as `value` comes before, is, or
// comes after it. It stands at the first value of its instant, so only a value whose randomness is
// all zero is ever equal; with a fraction of a millisecond it lies after every value of its
// millisecond and before every one of the next. Total: a timestamp that no ULID can hold, infinite
// ones too, lies before or after all of them.
constexpr int compare(Ulid value, std::int64_t timestamp) noexcept {
    if (timestamp < min_timestamp) return 1;
    if (timestamp > max_timestamp) return -1;
    const auto since_1970 = static_cast<std::uint64_t>(timestamp - unix_epoch);
    if (value.milliseconds() > since_1970 / 1000) return 1;
    if (value.milliseconds() < since_1970 / 1000 || since_1970 % 1000 != 0) return -1;
    return ulid::compare(value, make_ulid(value.milliseconds(), min_randomness));
}

// The parts of an interval, as PostgreSQL keeps them apart.
struct Interval {
    std::int32_t months;
    std::int32_t days;
    std::int64_t microseconds;
};

// -1 or 1 if `timestamp`, which a ULID holds, plus or minus `offset` lies before or after every
// ULID by a year or more, whatever the calendar and the time zone; else 0, and then the sum is near
// enough for calendar arithmetic that cannot overflow, unless the interval's parts cancel out.
constexpr int out_of_reach(std::int64_t timestamp, Interval offset, bool subtract) noexcept {
    constexpr std::int64_t day = 86'400'000'000;  // microseconds
    constexpr std::int64_t year = 366;            // days
    // 400 years are 4800 months and 146097 days.
    const std::int64_t days =
        std::int64_t{offset.months} * 146'097 / 4800 + offset.days + offset.microseconds / day;
    const std::int64_t sum = timestamp / day + (subtract ? -days : days);
    if (sum < min_timestamp / day - year) return -1;
    return sum > max_timestamp / day + year ? 1 : 0;
}

}  // namespace time
}  // namespace ulid
