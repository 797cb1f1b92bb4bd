// The operators of (ulid, ulid), and the functions behind min and max.
//
// Flow: 16 bytes -> [compare] -> btree, hash, BRIN.
//
// All of them are declared LEAKPROOF: they cannot raise an error.
#include "pg.hpp"

extern "C" {

PG_FUNCTION_INFO_V1(ulid_lt);
PG_FUNCTION_INFO_V1(ulid_le);
PG_FUNCTION_INFO_V1(ulid_eq);
PG_FUNCTION_INFO_V1(ulid_ge);
PG_FUNCTION_INFO_V1(ulid_gt);
PG_FUNCTION_INFO_V1(ulid_ne);
PG_FUNCTION_INFO_V1(ulid_smaller);
PG_FUNCTION_INFO_V1(ulid_larger);

Datum ulid_lt(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(PG_GETARG_ULID(0) < PG_GETARG_ULID(1)); }
Datum ulid_le(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(PG_GETARG_ULID(0) <= PG_GETARG_ULID(1)); }
Datum ulid_eq(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(PG_GETARG_ULID(0) == PG_GETARG_ULID(1)); }
Datum ulid_ge(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(PG_GETARG_ULID(0) >= PG_GETARG_ULID(1)); }
Datum ulid_gt(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(PG_GETARG_ULID(0) > PG_GETARG_ULID(1)); }
Datum ulid_ne(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(PG_GETARG_ULID(0) != PG_GETARG_ULID(1)); }

// These two give back one of their arguments, not a copy.
Datum ulid_smaller(PG_FUNCTION_ARGS) {
    PG_RETURN_DATUM(PG_GETARG_DATUM(PG_GETARG_ULID(0) <= PG_GETARG_ULID(1) ? 0 : 1));
}
Datum ulid_larger(PG_FUNCTION_ARGS) {
    PG_RETURN_DATUM(PG_GETARG_DATUM(PG_GETARG_ULID(0) >= PG_GETARG_ULID(1) ? 0 : 1));
}
}
