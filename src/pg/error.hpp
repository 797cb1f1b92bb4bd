// Core error -> SQLSTATE, message, detail, hint: the one table.
//
// Messages are worded like the server's own. None is XX000.
#pragma once

#include "../core/text.hpp"
#include "pg.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

// The detail of each way in which a text is no ulid. A character is shown whole, however many
// bytes it has in the server's encoding, and counted from 1; the bytes before it are ASCII.
inline int text_detail(const char *text, std::size_t length, Error error, std::size_t position) {
    const char *const character = text + position;
    const int shown =
        Min(pg_encoding_mblen(GetDatabaseEncoding(), character), static_cast<int>(length - position));
    const int place = static_cast<int>(position) + 1;

    switch (error) {
        case Error::symbol:
            return errdetail("Character \"%.*s\" at position %d is not a Crockford Base32 digit.", shown,
                             character, place);
        case Error::too_large:
            return errdetail(
                "The value is above 128 bits: the first character is \"%.*s\", "
                "and must not be greater than \"7\".",
                shown, character);
        case Error::uuid_digit:
            return errdetail(
                "Character \"%.*s\" at position %d is not a hexadecimal digit, "
                "as text of 36 characters (a uuid) has there.",
                shown, character, place);
        case Error::uuid_hyphen:
            return errdetail(
                "Character \"%.*s\" at position %d is not a hyphen, "
                "as text of 36 characters (a uuid) has there.",
                shown, character, place);
        default:
            return errdetail_plural(
                "The length is %zu character, and must be 26, or 36 for the text of a uuid.",
                "The length is %zu characters, and must be 26, or 36 for the text of a uuid.", length,
                length);
    }
}

inline int text_hint(const char *text, std::size_t length, Error error, std::size_t position) {
    switch (text::guess(text, length)) {
        case text::Guess::time:
            return errhint("If a point in time is meant, write timestamptz '...'.");
        case text::Guess::uuid:
            return errhint("If a uuid is meant, write uuid '...'::ulid.");
        case text::Guess::bytes:
            return errhint("If bytes are meant, write bytea '...'::ulid.");
        case text::Guess::wrapped:
            return errhint("Write the ulid alone, without blanks, quotes, braces or a prefix.");
        case text::Guess::nothing:
            break;
    }
    if (error == Error::symbol && (text[position] == 'U' || text[position] == 'u'))
        return errhint("Crockford Base32 leaves out the letter U: the text is damaged, or of another kind.");
    return 0;
}

// 22P02. `text` ends with a zero byte; `context` is where a soft error goes (PostgreSQL 16 on).
[[gnu::cold, gnu::noinline]] inline void refuse_text(Node *context, const char *text, std::size_t length,
                                                     Error error, std::size_t position) {
    errsave(context, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                      errmsg("invalid input syntax for type %s: \"%s\"", "ulid", text),
                      text_detail(text, length, error, position), text_hint(text, length, error, position)));
}

// 22P03.
[[gnu::cold, gnu::noinline]] inline void refuse_bytes(std::size_t length) {
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
             errmsg("incorrect binary data format for type %s", "ulid"),
             errdetail_plural("The length is %zu byte, and must be 16.",
                              "The length is %zu bytes, and must be 16.", length, length),
             length == base32::text_length || length == text::uuid_length
                 ? errhint("If they are the characters of a ulid, write convert_from(..., 'UTF8')::ulid.")
                 : 0));
}

inline int time_detail() {
    return errdetail("A ulid holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655999 UTC.");
}

// 22008.
[[gnu::cold, gnu::noinline]] inline void refuse_timestamp(const char *timestamp) {
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("timestamp out of range for type %s: \"%s\"", "ulid", timestamp), time_detail()));
}

// 22008.
[[gnu::cold, gnu::noinline]] inline void refuse_clock() {
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("system clock out of range for type %s", "ulid"), time_detail(),
                    errhint("Set the clock of the server's machine.")));
}

// 2200H.
[[gnu::cold, gnu::noinline]] inline void refuse_exhausted() {
    ereport(ERROR, (errcode(ERRCODE_SEQUENCE_GENERATOR_LIMIT_EXCEEDED),
                    errmsg("no greater ulid is left in this millisecond"),
                    errdetail("The last ulid made is at the end of its millisecond."),
                    errhint("Try again when the clock has passed that millisecond.")));
}

// 2200H.
[[gnu::cold, gnu::noinline]] inline void refuse_successor() {
    ereport(ERROR, (errcode(ERRCODE_SEQUENCE_GENERATOR_LIMIT_EXCEEDED),
                    errmsg("there is no ulid after the greatest one")));
}

// 55000.
[[gnu::cold, gnu::noinline]] inline void refuse_without_shared_memory() {
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("the ulid library has no shared memory on this server"),
             errhint("Add ulid to shared_preload_libraries and restart the server; from PostgreSQL 17 on "
                     "that is not needed.")));
}

// 58000.
[[gnu::cold, gnu::noinline]] inline void refuse_entropy() {
    ereport(ERROR, (errcode(ERRCODE_SYSTEM_ERROR), errmsg("could not generate random values")));
}

}  // namespace ulid
