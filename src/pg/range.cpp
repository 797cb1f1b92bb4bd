// id <@ tstzrange and its commutator, and the ends of a range as values.
//
// Flow: tstzrange -> [range] -> 16 bytes.
//
// All of them are declared LEAKPROOF: none raises an error that depends on its arguments.
#include "range.hpp"

namespace {

ulid::range::Span span_argument(FunctionCallInfo fcinfo, int number) {
    const RangeType *const range = PG_GETARG_RANGE_P(number);
    return ulid::span_of(range_get_typcache(fcinfo, RangeTypeGetOid(range)), range);
}

}  // namespace

extern "C" {

PG_FUNCTION_INFO_V1(ulid_contained_by_range);
PG_FUNCTION_INFO_V1(range_contains_ulid);
PG_FUNCTION_INFO_V1(ulid_range_first);
PG_FUNCTION_INFO_V1(ulid_range_last);

Datum ulid_contained_by_range(PG_FUNCTION_ARGS) {
    PG_RETURN_BOOL(span_argument(fcinfo, 1).contains(PG_GETARG_ULID(0)));
}

Datum range_contains_ulid(PG_FUNCTION_ARGS) {
    PG_RETURN_BOOL(span_argument(fcinfo, 0).contains(PG_GETARG_ULID(1)));
}

Datum ulid_range_first(PG_FUNCTION_ARGS) { PG_RETURN_ULID(span_argument(fcinfo, 0).first); }
Datum ulid_range_last(PG_FUNCTION_ARGS) { PG_RETURN_ULID(span_argument(fcinfo, 0).last); }
}
