// timestamptz -> milliseconds, or an error to the client.
#pragma once

#include "../core/time.hpp"
#include "error.hpp"
#include "pg.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

// Microseconds since 2000 -> milliseconds since 1970, floored. Raises 22008 outside of what a ulid holds.
inline std::uint64_t milliseconds_of(TimestampTz timestamp) {
    const Result<std::uint64_t> milliseconds = time::to_milliseconds(timestamp);
    if (unlikely(milliseconds.error != Error::none)) refuse_timestamp(timestamptz_to_str(timestamp));
    return milliseconds.value;
}

}  // namespace ulid
