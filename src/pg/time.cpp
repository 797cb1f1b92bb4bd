// The time in a ulid, and the ends of a millisecond.
//
// Flow: timestamptz <-> [time] <-> 16 bytes.
//
// timestamp and timestamptz both count microseconds since 2000, so these functions
// also serve the casts from and to timestamp, which is thus taken and given as UTC.
#include "time.hpp"

#include "pg.hpp"

extern "C" {

PG_FUNCTION_INFO_V1(ulid_timestamp);
PG_FUNCTION_INFO_V1(ulid_first);
PG_FUNCTION_INFO_V1(ulid_last);

Datum ulid_timestamp(PG_FUNCTION_ARGS) {
    PG_RETURN_TIMESTAMPTZ(ulid::time::to_timestamp(PG_GETARG_ULID(0).milliseconds()));
}

Datum ulid_first(PG_FUNCTION_ARGS) {
    PG_RETURN_ULID(ulid::make_ulid(ulid::milliseconds_of(PG_GETARG_TIMESTAMPTZ(0)), ulid::min_randomness));
}

Datum ulid_last(PG_FUNCTION_ARGS) {
    PG_RETURN_ULID(ulid::make_ulid(ulid::milliseconds_of(PG_GETARG_TIMESTAMPTZ(0)), ulid::max_randomness));
}
}
