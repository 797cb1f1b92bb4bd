// Casts to and from bytea and text.
//
// uuid <-> ulid needs no function: the bytes are the same.
#include "../core/text.hpp"
#include "error.hpp"
#include "pg.hpp"

extern "C" {

PG_FUNCTION_INFO_V1(bytea_to_ulid);
PG_FUNCTION_INFO_V1(text_to_ulid);
PG_FUNCTION_INFO_V1(ulid_to_text);

Datum bytea_to_ulid(PG_FUNCTION_ARGS) {
    const bytea *const input = PG_GETARG_BYTEA_PP(0);
    const std::size_t length = VARSIZE_ANY_EXHDR(input);
    if (length != ulid::value_size) ulid::refuse_bytes(length);
    PG_RETURN_ULID(ulid::load(reinterpret_cast<const unsigned char *>(VARDATA_ANY(input))));
}

Datum text_to_ulid(PG_FUNCTION_ARGS) {
    const text *const input = PG_GETARG_TEXT_PP(0);
    const std::size_t length = VARSIZE_ANY_EXHDR(input);
    const ulid::Result<ulid::Ulid> decoded = ulid::text::decode(VARDATA_ANY(input), length);
    if (unlikely(decoded.error != ulid::Error::none))
        ulid::refuse_text(nullptr, text_to_cstring(input), length, decoded.error, decoded.position);
    PG_RETURN_ULID(decoded.value);
}

Datum ulid_to_text(PG_FUNCTION_ARGS) {
    const ulid::Ulid value = PG_GETARG_ULID(0);
    auto *const output = static_cast<text *>(palloc(VARHDRSZ + ulid::base32::text_length));
    SET_VARSIZE(output, VARHDRSZ + ulid::base32::text_length);
    ulid::base32::encode(value, VARDATA(output));
    PG_RETURN_TEXT_P(output);
}
}
