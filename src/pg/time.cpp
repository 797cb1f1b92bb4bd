// The time in a ulid, and the ends of a millisecond.
//
// Flow: timestamptz <-> [time] <-> 16 bytes.
//
// timestamp and timestamptz both count microseconds since 2000, so these functions
// also serve the casts from and to timestamp, which is thus taken and given as UTC.
#include "time.hpp"

#include "pg.hpp"

extern "C" {

Datum text_to_ulid(PG_FUNCTION_ARGS);
Datum ulid_to_text(PG_FUNCTION_ARGS);

PG_FUNCTION_INFO_V1(ulid_timestamp);
PG_FUNCTION_INFO_V1(ulid_first);
PG_FUNCTION_INFO_V1(ulid_last);
PG_FUNCTION_INFO_V1(timestamp_to_ulid);
PG_FUNCTION_INFO_V1(ulid_time_encoder);
PG_FUNCTION_INFO_V1(ulid_uuid_time_encoder);
PG_FUNCTION_INFO_V1(ulid_time_decoder);

Datum ulid_timestamp(PG_FUNCTION_ARGS) {
    PG_RETURN_TIMESTAMPTZ(ulid::time::to_timestamp(PG_GETARG_ULID(0).milliseconds()));
}

Datum ulid_first(PG_FUNCTION_ARGS) {
    PG_RETURN_ULID(ulid::make_ulid(ulid::milliseconds_of(PG_GETARG_TIMESTAMPTZ(0)), ulid::min_randomness));
}

Datum ulid_last(PG_FUNCTION_ARGS) {
    PG_RETURN_ULID(ulid::make_ulid(ulid::milliseconds_of(PG_GETARG_TIMESTAMPTZ(0)), ulid::max_randomness));
}

// As ulid_first of the same microseconds in UTC; an error shows the timestamp without a zone, as it was
// given.
Datum timestamp_to_ulid(PG_FUNCTION_ARGS) {
    if (unlikely(!ulid::time::in_range(PG_GETARG_TIMESTAMP(0))))
        ulid::refuse_timestamp(DatumGetCString(DirectFunctionCall1(timestamp_out, PG_GETARG_DATUM(0))));
    return ulid_first(fcinfo);
}

// The three below have the shapes that pg_partman asks for: a time as the text of a key, and back.

Datum ulid_time_encoder(PG_FUNCTION_ARGS) { return DirectFunctionCall1(ulid_to_text, ulid_first(fcinfo)); }

Datum ulid_uuid_time_encoder(PG_FUNCTION_ARGS) {
    const Datum key = DirectFunctionCall1(uuid_out, ulid_first(fcinfo));
    PG_RETURN_TEXT_P(cstring_to_text(DatumGetCString(key)));
}

// Of either text.
Datum ulid_time_decoder(PG_FUNCTION_ARGS) {
    return DirectFunctionCall1(ulid_timestamp, DirectFunctionCall1(text_to_ulid, PG_GETARG_DATUM(0)));
}
}
