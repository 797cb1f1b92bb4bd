// The operators of ulid and timestamptz, their btree comparison, and window frames by time.
//
// Flow: 16 bytes, timestamptz -> [compare] -> btree, BRIN, partitions.
//
// The operators are declared LEAKPROOF: they cannot raise an error, whatever the timestamp.
#include "../core/time.hpp"
#include "pg.hpp"

namespace {

// A timestamp stands at the first ulid of its instant.
int compare_arguments(FunctionCallInfo fcinfo) {
    return ulid::time::compare(PG_GETARG_ULID(0), PG_GETARG_TIMESTAMPTZ(1));
}

int compare_arguments_commuted(FunctionCallInfo fcinfo) {
    return -ulid::time::compare(PG_GETARG_ULID(1), PG_GETARG_TIMESTAMPTZ(0));
}

}  // namespace

extern "C" {

PG_FUNCTION_INFO_V1(ulid_lt_timestamptz);
PG_FUNCTION_INFO_V1(ulid_le_timestamptz);
PG_FUNCTION_INFO_V1(ulid_eq_timestamptz);
PG_FUNCTION_INFO_V1(ulid_ge_timestamptz);
PG_FUNCTION_INFO_V1(ulid_gt_timestamptz);
PG_FUNCTION_INFO_V1(ulid_ne_timestamptz);
PG_FUNCTION_INFO_V1(ulid_cmp_timestamptz);
PG_FUNCTION_INFO_V1(timestamptz_lt_ulid);
PG_FUNCTION_INFO_V1(timestamptz_le_ulid);
PG_FUNCTION_INFO_V1(timestamptz_eq_ulid);
PG_FUNCTION_INFO_V1(timestamptz_ge_ulid);
PG_FUNCTION_INFO_V1(timestamptz_gt_ulid);
PG_FUNCTION_INFO_V1(timestamptz_ne_ulid);
PG_FUNCTION_INFO_V1(timestamptz_cmp_ulid);
PG_FUNCTION_INFO_V1(ulid_in_range);

Datum ulid_lt_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments(fcinfo) < 0); }
Datum ulid_le_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments(fcinfo) <= 0); }
Datum ulid_eq_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments(fcinfo) == 0); }
Datum ulid_ge_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments(fcinfo) >= 0); }
Datum ulid_gt_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments(fcinfo) > 0); }
Datum ulid_ne_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments(fcinfo) != 0); }
Datum ulid_cmp_timestamptz(PG_FUNCTION_ARGS) { PG_RETURN_INT32(compare_arguments(fcinfo)); }

Datum timestamptz_lt_ulid(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments_commuted(fcinfo) < 0); }
Datum timestamptz_le_ulid(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments_commuted(fcinfo) <= 0); }
Datum timestamptz_eq_ulid(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments_commuted(fcinfo) == 0); }
Datum timestamptz_ge_ulid(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments_commuted(fcinfo) >= 0); }
Datum timestamptz_gt_ulid(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments_commuted(fcinfo) > 0); }
Datum timestamptz_ne_ulid(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(compare_arguments_commuted(fcinfo) != 0); }
Datum timestamptz_cmp_ulid(PG_FUNCTION_ARGS) { PG_RETURN_INT32(compare_arguments_commuted(fcinfo)); }

// Whether the time of `value` lies on the wanted side of that of `base` plus or minus an interval.
// The calendar is the server's. It would overflow where it leaves its own range, so an end of the
// frame that no ulid can reach is told apart before.
Datum ulid_in_range(PG_FUNCTION_ARGS) {
    const std::int64_t value = ulid::time::to_timestamp(PG_GETARG_ULID(0).milliseconds());
    const std::int64_t base = ulid::time::to_timestamp(PG_GETARG_ULID(1).milliseconds());
    Interval *const offset = PG_GETARG_INTERVAL_P(2);
    const bool subtract = PG_GETARG_BOOL(3);
    const bool less = PG_GETARG_BOOL(4);

    Interval zero{};
    if (DatumGetInt32(
            DirectFunctionCall2(interval_cmp, IntervalPGetDatum(offset), IntervalPGetDatum(&zero))) < 0)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
                        errmsg("invalid preceding or following size in window function")));

    const int beyond = ulid::time::out_of_reach(base, {offset->month, offset->day, offset->time}, subtract);
    if (beyond != 0) PG_RETURN_BOOL(less ? beyond > 0 : beyond < 0);
    return DirectFunctionCall5(in_range_timestamptz_interval, TimestampTzGetDatum(value),
                               TimestampTzGetDatum(base), IntervalPGetDatum(offset), BoolGetDatum(subtract),
                               BoolGetDatum(less));
}
}
