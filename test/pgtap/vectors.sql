-- The tables of test/vectors: every valid, alias and invalid input, in text, bytea and timestamptz.
-- Run in the top folder, where \copy finds them.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SET DateStyle = 'ISO';
SELECT plan(15);

CREATE TEMP TABLE valid (ulid text, hex text, uuid text, unix_ms bigint, iso_utc text);
CREATE TEMP TABLE alias (input text, ulid text, why text);
CREATE TEMP TABLE invalid (kind text, input text, input_hex text, class text, reason text);
\copy valid FROM 'test/vectors/valid.tsv' WITH (FORMAT csv, DELIMITER E'\t', QUOTE E'\b', HEADER, NULL '(null)')
\copy alias FROM 'test/vectors/aliases.tsv' WITH (FORMAT csv, DELIMITER E'\t', QUOTE E'\b', HEADER, NULL '(null)')
\copy invalid FROM 'test/vectors/invalid.tsv' WITH (FORMAT csv, DELIMITER E'\t', QUOTE E'\b', HEADER, NULL '(null)')

SELECT is((SELECT count(*) FROM valid), 50::bigint, 'valid vectors are there');
SELECT is((SELECT count(*) FROM alias), 13::bigint, 'alias vectors are there');
SELECT is((SELECT count(*) FROM invalid), 49::bigint, 'invalid vectors are there');

SELECT is_empty('SELECT ulid FROM valid WHERE ulid::ulid::text <> ulid', 'text in and out');
SELECT is_empty('SELECT ulid FROM valid WHERE encode(ulid::ulid::bytea, ''hex'') <> hex', 'bytes out');
SELECT is_empty('SELECT ulid FROM valid WHERE decode(hex, ''hex'')::ulid::text <> ulid', 'bytes in');
SELECT is_empty('SELECT ulid FROM valid WHERE ulid::ulid::uuid::text <> uuid', 'to uuid');
SELECT is_empty('SELECT ulid FROM valid WHERE uuid::uuid::ulid::text <> ulid', 'from uuid');
SELECT is_empty('SELECT ulid FROM valid WHERE uuid::ulid::text <> ulid', 'from the text of a uuid');
SELECT is_empty($$SELECT ulid FROM valid
    WHERE ulid_timestamp(ulid::ulid) <> timestamptz '1970-01-01 00:00:00+00'
          + unix_ms / 86400000 * interval '1 day' + unix_ms % 86400000 * interval '1 millisecond'$$, 'time');
SELECT is_empty($$SELECT ulid FROM valid
    WHERE iso_utc !~ '^[+]'
      AND to_char(ulid_timestamp(ulid::ulid), 'FMYYYY-MM-DD"T"HH24:MI:SS.MS"Z"') <> iso_utc$$, 'time as ISO 8601');
SELECT is_empty('SELECT input FROM alias WHERE input::ulid::text <> ulid', 'aliases');

-- The SQLSTATE of a statement, or 00000.
CREATE FUNCTION pg_temp.state_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RETURN '00000';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;

SELECT is_empty($$SELECT reason FROM invalid WHERE kind = 'text'
    AND (pg_temp.state_of(format('SELECT %L::ulid', convert_from(decode(input_hex, 'hex'), 'UTF8'))) <> '22P02'
         OR ulid_is_valid(convert_from(decode(input_hex, 'hex'), 'UTF8')))$$, 'invalid text is 22P02');
SELECT is_empty($$SELECT reason FROM invalid WHERE kind = 'bytea'
    AND pg_temp.state_of(format('SELECT %L::bytea::ulid', decode(input_hex, 'hex'))) <> '22P03'$$,
    'invalid bytea is 22P03');
SELECT is_empty($$SELECT reason FROM invalid, unnest(ARRAY['ulid_first', 'ulid_last', 'gen_ulid']) AS f
    WHERE kind = 'timestamptz'
    AND pg_temp.state_of(format('SELECT %I(%L::timestamptz)', f, input)) <> '22008'$$,
    'timestamptz out of range is 22008');

SELECT * FROM finish();
ROLLBACK;
