-- The tour of test/demo; psql echoes each statement before its answer.
SET TIME ZONE 'UTC';

\echo
\echo '== A table keyed by ulid'
\echo
CREATE EXTENSION ulid;
CREATE TABLE event (
    id   ulid PRIMARY KEY DEFAULT gen_ulid(),
    what text NOT NULL
);
INSERT INTO event (what) VALUES ('signed up'), ('logged in') RETURNING *;
SELECT id, ulid_timestamp(id) AT TIME ZONE 'UTC' AS made_at, what FROM event ORDER BY id;

\echo
\echo '== Ids made elsewhere: the example of the ULID specification, in any case, as the text of a uuid'
\echo
INSERT INTO event VALUES
    ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'from the specification'),
    ('01arz3ndemtsv4rrffq69g5fav', 'in lower case'),
    ('01563e3a-b5d3-d676-4c61-efb99302bd5c', 'sent as a uuid');
SELECT id, ulid_timestamp(id), what FROM event ORDER BY id;

\echo
\echo '== 50 ids with known answers, from test/vectors/valid.tsv'
\echo
CREATE TABLE imported (id ulid PRIMARY KEY, hex text, uuid uuid, unix_ms bigint, iso_utc text);
\copy imported FROM 'test/vectors/valid.tsv' WITH (FORMAT csv, DELIMITER E'\t', HEADER)
SELECT count(*) AS imported,
       count(*) FILTER (WHERE encode(id::bytea, 'hex') = hex) AS same_bytes,
       count(*) FILTER (WHERE id::uuid = uuid) AS same_uuid,
       count(*) FILTER (WHERE ulid_timestamp(id) = 'epoch'::timestamptz + unix_ms / 86400000 * interval '1 day'
                                                   + unix_ms % 86400000 * interval '1 ms') AS same_time
FROM imported;
SELECT id, iso_utc FROM imported ORDER BY id DESC LIMIT 3;

\echo
\echo '== What is refused, with the reason (psql goes on)'
\echo
\set ON_ERROR_STOP 0
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid;
SELECT '80000000000000000000000000'::ulid;
SELECT * FROM event WHERE id >= '2026-01-01';
\set ON_ERROR_STOP 1
SELECT what FROM event WHERE id >= timestamptz '2026-01-01' ORDER BY id;

\echo
\echo '== A range of time is a range of keys: by the key''s own index, and estimated from its histogram'
\echo
CREATE TABLE measured (id ulid PRIMARY KEY, value float);
INSERT INTO measured SELECT gen_ulid('2026-01-01'::timestamptz + n * interval '1 second'), random() FROM generate_series(1, 86400) AS n;
ANALYZE measured;
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF)
SELECT avg(value) FROM measured WHERE id <@ tstzrange('2026-01-01 12:00', '2026-01-01 12:10');
EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF)
SELECT avg(value) FROM measured WHERE id >= timestamptz '2026-01-01 12:00' AND id < timestamptz '2026-01-01 12:10';

\echo
\echo '== Strictly ascending in one session, many in a millisecond'
\echo
SELECT gen_monotonic_ulid() FROM generate_series(1, 4);

\echo
\echo '== An existing uuid table becomes ulid in place: no row is rewritten, every bit is kept'
\echo
CREATE TABLE account (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text);
INSERT INTO account (name) SELECT 'name ' || n FROM generate_series(1, 100000) AS n;
SELECT pg_relation_filenode('account') AS file, md5(string_agg(id::text, '' ORDER BY id)) AS all_ids FROM account;
ALTER TABLE account
    ALTER id DROP DEFAULT,
    ALTER id TYPE ulid,
    ALTER id SET DEFAULT gen_ulid();
SELECT pg_relation_filenode('account') AS file, md5(string_agg(id::uuid::text, '' ORDER BY id)) AS all_ids FROM account;

\echo
\echo '== 200,000 rows under each kind of key; one run on this machine, for ratios see test/bench'
\echo
CREATE TABLE by_uuid (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int);
CREATE TABLE by_ulid (id ulid PRIMARY KEY DEFAULT gen_ulid(), n int);
CREATE TABLE by_monotonic (id ulid PRIMARY KEY DEFAULT gen_monotonic_ulid(), n int);
CHECKPOINT;
\timing on
INSERT INTO by_uuid (n) SELECT generate_series(1, 200000);
INSERT INTO by_ulid (n) SELECT generate_series(1, 200000);
INSERT INTO by_monotonic (n) SELECT generate_series(1, 200000);
\timing off
SELECT key, pg_size_pretty(pg_relation_size(key || '_pkey')) AS index_size,
       round((pgstatindex(key || '_pkey')).avg_leaf_density::numeric) || ' %' AS leaf_density
FROM (VALUES ('by_uuid'), ('by_ulid'), ('by_monotonic')) AS k(key);

\echo
\echo '== The newest by key, no second index needed'
\echo
EXPLAIN (COSTS OFF) SELECT * FROM by_ulid ORDER BY id DESC LIMIT 3;
SELECT id, ulid_timestamp(id) <= clock_timestamp() AS before_now, n FROM by_ulid ORDER BY id DESC LIMIT 3;
SELECT max(ulid_timestamp(id)) - min(ulid_timestamp(id)) AS insert_took FROM by_ulid;
