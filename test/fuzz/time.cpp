// Times against 128-bit arithmetic: a timestamp, a reading of the clock, a millisecond.
#include "../../src/core/time.hpp"

#include "fuzz.hpp"

namespace {

constexpr Wide from_1970_to_2000 = Wide{10957} * 24 * 3600;  // seconds
constexpr Wide end = Wide{1} << 48;

void check_timestamp(std::int64_t timestamp) {
    const Wide since_1970 = Wide{timestamp} + from_1970_to_2000 * 1'000'000;
    const bool fits = since_1970 >= 0 && since_1970 < end * 1000;
    const ulid::Result<std::uint64_t> converted = ulid::time::to_milliseconds(timestamp);
    EXPECT(ulid::time::in_range(timestamp) == fits);
    EXPECT(converted.error == (fits ? ulid::Error::none : ulid::Error::time_range));
    if (fits) EXPECT(Wide{converted.value} == since_1970 / 1000);
}

void check_clock(std::int64_t seconds, long nanoseconds) {
    const Wide since_1970 = Wide{seconds} * 1'000'000'000 + nanoseconds;
    const bool fits = since_1970 >= 0 && since_1970 < end * 1'000'000;
    const ulid::Result<std::uint64_t> converted = ulid::time::to_milliseconds(seconds, nanoseconds);
    EXPECT(converted.error == (fits ? ulid::Error::none : ulid::Error::time_range));
    if (fits) EXPECT(Wide{converted.value} == since_1970 / 1'000'000);

    // In 4096ths of a millisecond since 1970, the fraction is the last twelve bits.
    const Wide parts = Wide{nanoseconds} * 4096 / 1'000'000;
    EXPECT(Wide{ulid::time::to_fraction(nanoseconds)} == parts % 4096);
}

void check_milliseconds(std::uint64_t milliseconds) {
    const std::int64_t timestamp = ulid::time::to_timestamp(milliseconds);
    EXPECT(Wide{timestamp} == Wide{milliseconds} * 1000 - from_1970_to_2000 * 1'000'000);
    EXPECT(ulid::time::to_milliseconds(timestamp).value == milliseconds);
    EXPECT(ulid::time::to_milliseconds(timestamp + 999).value == milliseconds);
}

}  // namespace

// A byte chooses where the numbers are counted from: zero, the ends of the range, or those of an int64.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    Input input(data, size);
    const std::uint8_t base = input.take<std::uint8_t>() % 4;
    const auto offset = input.take<std::uint64_t>();
    const auto nanoseconds = input.take<std::uint32_t>();

    const std::int64_t timestamps[] = {0, ulid::time::min_timestamp, ulid::time::max_timestamp, INT64_MAX};
    const std::int64_t seconds[] = {0, 0, static_cast<std::int64_t>(end / 1000), INT64_MAX};
    check_timestamp(static_cast<std::int64_t>(static_cast<std::uint64_t>(timestamps[base]) + offset));
    check_clock(static_cast<std::int64_t>(static_cast<std::uint64_t>(seconds[base]) + offset),
                static_cast<long>(nanoseconds % 1'000'000'000));
    check_milliseconds(offset >> 16);
    return 0;
}
