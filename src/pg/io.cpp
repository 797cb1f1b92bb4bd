// The type's input and output, as text and on the wire.
//
// Flow: text -> [io: base32] -> 16 bytes, and back.
#include <cstring>

#include "../core/text.hpp"
#include "error.hpp"
#include "pg.hpp"

extern "C" {

PG_FUNCTION_INFO_V1(ulid_in);
PG_FUNCTION_INFO_V1(ulid_out);
PG_FUNCTION_INFO_V1(ulid_recv);
PG_FUNCTION_INFO_V1(ulid_send);
PG_FUNCTION_INFO_V1(ulid_is_valid);

Datum ulid_in(PG_FUNCTION_ARGS) {
    const char *const text = PG_GETARG_CSTRING(0);
    const std::size_t length = std::strlen(text);
    const ulid::Result<ulid::Ulid> decoded = ulid::text::decode(text, length);
    if (unlikely(decoded.error != ulid::Error::none)) {
        ulid::refuse_text(fcinfo->context, text, length, decoded.error, decoded.position);
        PG_RETURN_NULL();
    }
    PG_RETURN_ULID(decoded.value);
}

Datum ulid_out(PG_FUNCTION_ARGS) {
    auto *const text = static_cast<char *>(palloc(ulid::base32::text_length + 1));
    ulid::base32::encode(PG_GETARG_ULID(0), text);  // read here, nothing has to be kept over the call above
    text[ulid::base32::text_length] = '\0';
    PG_RETURN_CSTRING(text);
}

// Exactly 16 bytes: the server reports a short message as 08P01, and a long one as 22P03.
Datum ulid_recv(PG_FUNCTION_ARGS) {
    auto *const message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    const char *const bytes = pq_getmsgbytes(message, ulid::value_size);
    PG_RETURN_ULID(ulid::load(reinterpret_cast<const unsigned char *>(bytes)));
}

Datum ulid_send(PG_FUNCTION_ARGS) { PG_RETURN_BYTEA_P(ulid::to_bytea(PG_GETARG_ULID(0))); }

// Whether ulid_in would accept the text.
Datum ulid_is_valid(PG_FUNCTION_ARGS) {
    const text *const input = PG_GETARG_TEXT_PP(0);
    PG_RETURN_BOOL(ulid::text::decode(VARDATA_ANY(input), VARSIZE_ANY_EXHDR(input)).error ==
                   ulid::Error::none);
}
}
