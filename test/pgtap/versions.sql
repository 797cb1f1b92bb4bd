-- What only some versions of PostgreSQL have: soft errors (16), COPY … ON_ERROR (17), skip scans and
-- the module's version (18).
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT current_setting('server_version_num')::int / 10000 AS major \gset
SELECT :major >= 16 AS from_16, :major >= 17 AS from_17, :major >= 18 AS from_18 \gset
SELECT plan(1 + 5 * (:major >= 16)::int + 2 * (:major >= 17)::int + 6 * (:major >= 18)::int);
SELECT cmp_ok(:major, '>=', 14, 'the server is one of those that are known');

-- Soft errors, in the words of the hard ones
\if :from_16
CREATE TABLE input (text text, detail text, hint text);
INSERT INTO input VALUES
    ('01ARZ3NDEKTSV4RRFFQ69G5FAV', NULL, NULL),
    ('01563e3a-b5d3-d676-4c61-efb99302bd5b', NULL, NULL),
    ('', 'The length is 0 characters, and must be 26, or 36 for the text of a uuid.', NULL),
    ('01ARZ3NDEKTSV4RRFFQ69G5FAU', 'Character "U" at position 26 is not a Crockford Base32 digit.',
     'Crockford Base32 leaves out the letter U: the text is damaged, or of another kind.'),
    ('"01ARZ3NDEKTSV4RRFFQ69G5FAV"', 'The length is 28 characters, and must be 26, or 36 for the text of a uuid.',
     'Write the ulid alone, without blanks, quotes, braces or a prefix.'),
    ('\x01563e3ab5d3d6764c61efb99302bd5b', 'The length is 34 characters, and must be 26, or 36 for the text of a uuid.',
     'If bytes are meant, write bytea ''...''::ulid.'),
    ('80000000000000000000000000',
     'The value is above 128 bits: the first character is "8", and must not be greater than "7".', NULL),
    ('01563e3a-b5d3-d676-4c61-efb99302bd5g',
     'Character "g" at position 36 is not a hexadecimal digit, as text of 36 characters (a uuid) has there.', NULL),
    ('01563e3a-b5d3-d6764c61--efb99302bd5b',
     'Character "4" at position 19 is not a hyphen, as text of 36 characters (a uuid) has there.',
     'If a uuid is meant, write uuid ''...''::ulid.'),
    ('{01563e3a-b5d3-d676-4c61-efb99302bd5b}', 'The length is 38 characters, and must be 26, or 36 for the text of a uuid.',
     'If a uuid is meant, write uuid ''...''::ulid.'),
    ('2026-01-01', 'The length is 10 characters, and must be 26, or 36 for the text of a uuid.',
     'If a point in time is meant, write timestamptz ''...''.');
SELECT is_empty('SELECT text FROM input WHERE pg_input_is_valid(text, ''ulid'') <> (detail IS NULL)', 'pg_input_is_valid');
SELECT is_empty('SELECT text FROM input WHERE pg_input_is_valid(text, ''ulid'') <> ulid_is_valid(text)',
    'agrees with ulid_is_valid');
SELECT results_eq(
    $$SELECT text, message, e.detail, e.hint, sql_error_code
      FROM input, pg_input_error_info(text, 'ulid') AS e ORDER BY text COLLATE "C"$$,
    $$SELECT text, CASE WHEN detail IS NOT NULL THEN format('invalid input syntax for type ulid: "%s"', text) END,
          detail, hint, CASE WHEN detail IS NOT NULL THEN '22P02' END
      FROM input ORDER BY text COLLATE "C"$$,
    'pg_input_error_info');
SELECT ok(NOT pg_input_is_valid('{01ARZ3NDEKTSV4RRFFQ69G5FAV,x}', 'ulid[]'), 'in an array');
CREATE TYPE pair AS (id ulid, n int);
SELECT ok(NOT pg_input_is_valid('(01ARZ3NDEKTSV4RRFFQ69G5FAU,1)', 'pair'), 'in a row');
\endif

-- COPY that passes over bad rows, from a file of the server
\if :from_17
SELECT current_setting('data_directory') || '/ulid_versions_test' AS file \gset
COPY (VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 1), ('01ARZ3NDEKTSV4RRFFQ69G5FAU', 2), ('', 3),
    ('01563e3a-b5d3-d676-4c61-efb99302bd5c', 4), ('2026-01-01', 5)) TO :'file';
CREATE TABLE copied (id ulid, n int);
SELECT throws_ok(format('COPY copied FROM %L', :'file'), '22P02', NULL, 'COPY stops at a bad ulid');
COPY copied FROM :'file' WITH (ON_ERROR ignore);
SELECT results_eq('SELECT id::text, n FROM copied ORDER BY n',
    $$VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 1), ('01ARZ3NDEKTSV4RRFFQ69G5FAW', 4)$$, 'and passes over it with ON_ERROR ignore');
\endif

-- Skip scans, which step from one leading key to the next, and the module's version
\if :from_18
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT JSON) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan';
END
$$;

-- 30 tenants with 1000 rows each. Their keys follow each other, as those of gen_monotonic_ulid do.
CREATE TABLE tenant AS
    SELECT lpad(to_hex(tenant), 32, '0')::uuid::ulid AS id, n
    FROM generate_series(1, 30) AS tenant, generate_series(1, 1000) AS n;
CREATE INDEX tenant_key ON tenant (id, n);
ANALYZE tenant;
CREATE TEMP TABLE scan AS SELECT pg_temp.plan_of('SELECT id, n FROM tenant WHERE n = 500') AS plan;
SELECT is(plan ->> 'Index Cond', '(n = 500)', 'a condition on the second column of an index') FROM scan;
SELECT cmp_ok((plan -> 'Index Searches')::int, '<=', 32, 'is a search for each key of the first') FROM scan;

-- As pg_upgrade from an older PostgreSQL leaves the family, and the step of doc/upgrade.md.
ALTER OPERATOR FAMILY ulid_ops USING btree DROP FUNCTION 6 (ulid, ulid);
SELECT cmp_ok((pg_temp.plan_of('SELECT id, n FROM tenant WHERE n = 500') -> 'Index Searches')::int, '>=', 60,
    'without skip support each key is looked for first');
ALTER OPERATOR FAMILY ulid_ops USING btree ADD FUNCTION 6 (ulid, ulid) pg_catalog.uuid_skipsupport(internal);
SELECT cmp_ok((pg_temp.plan_of('SELECT id, n FROM tenant WHERE n = 500') -> 'Index Searches')::int, '<=', 32,
    'with it added again, not');
SELECT is((SELECT count(DISTINCT id) FROM tenant WHERE n = 500), 30::bigint, 'and all are found');

SELECT is((SELECT version FROM pg_get_loaded_modules() WHERE module_name = 'ulid'),
          (SELECT extversion FROM pg_extension WHERE extname = 'ulid'), 'the module says its version');
\endif

SELECT * FROM finish();
ROLLBACK;
