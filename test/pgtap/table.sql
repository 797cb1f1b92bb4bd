-- ulid in tables: keys and defaults, a uuid column taken over in place, partitions, generated columns, COPY.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(32);

-- Key with a default
CREATE TABLE event (id ulid PRIMARY KEY DEFAULT gen_ulid(), n int);
INSERT INTO event (n) SELECT generate_series(1, 1000);
SELECT is((SELECT count(DISTINCT id) FROM event), 1000::bigint, 'every row has a key of its own');
SELECT throws_ok('INSERT INTO event SELECT id FROM event LIMIT 1', '23505', NULL, 'the key is unique');
SELECT lives_ok($$INSERT INTO event VALUES ('01arz3ndektsv4rrffq69g5fav', 0), ('01563e3a-b5d3-d676-4c61-efb99302bd5c', 0)$$,
    'keys made elsewhere, as ulid and as uuid');
SELECT lives_ok($$INSERT INTO event (id) VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FA0'::text), ('01ARZ3NDEKTSV4RRFFQ69G5FA1'::varchar)$$,
    'a parameter typed as text or varchar can be inserted');
SELECT lives_ok($$INSERT INTO event (id) VALUES (gen_random_uuid())$$, 'so can a uuid');
SELECT lives_ok($$INSERT INTO event (id) VALUES (ulid '01ARZ3NDEKTSV4RRFFQ69G5FAX')
    ON CONFLICT (id) DO UPDATE SET n = 1$$, 'ON CONFLICT finds the key''s index');
PREPARE by_key(ulid) AS SELECT count(*) FROM event WHERE id = ANY (ARRAY[$1]);
SELECT results_eq($$EXECUTE by_key('01ARZ3NDEKTSV4RRFFQ69G5FAV')$$, $$VALUES (1::bigint)$$, '= ANY of an array');

-- Reading and writing back as text
SELECT is((SELECT array_agg(id ORDER BY id)::text::ulid[] FROM event), (SELECT array_agg(id ORDER BY id) FROM event), 'arrays');
SELECT is((SELECT id FROM json_populate_record(NULL::event, '{"id": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}')),
    '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid, 'JSON');

-- ADD COLUMN … DEFAULT
ALTER TABLE event ADD COLUMN other ulid NOT NULL DEFAULT gen_ulid();
SELECT is((SELECT count(DISTINCT other) FROM event), (SELECT count(*) FROM event),
    'ADD COLUMN with a volatile default gives each row its own value');

-- A uuid column becomes ulid in place, and goes back.
CREATE TABLE account (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text);
INSERT INTO account (name) SELECT n::text FROM generate_series(1, 500) AS n;
CREATE TEMP TABLE before AS
    SELECT pg_relation_filenode('account') AS heap, md5(string_agg(id::text, ',' ORDER BY id)) AS ids FROM account;
ALTER TABLE account ALTER id DROP DEFAULT, ALTER id TYPE ulid, ALTER id SET DEFAULT gen_ulid();
SELECT is(pg_relation_filenode('account'), heap, 'uuid to ulid does not rewrite the table') FROM before;
SELECT is((SELECT md5(string_agg(id::uuid::text, ',' ORDER BY id)) FROM account), ids, 'and keeps bits and order') FROM before;
INSERT INTO account (name) VALUES ('new');
SELECT is((SELECT count(*) FROM account WHERE ulid_timestamp(id) BETWEEN now() - interval '1 day' AND now() + interval '1 day'),
    1::bigint, 'the new default makes ulids');
DELETE FROM account WHERE name = 'new';
ALTER TABLE account ALTER id DROP DEFAULT, ALTER id TYPE uuid;
SELECT is(pg_relation_filenode('account'), heap, 'ulid to uuid does not either') FROM before;
SELECT is((SELECT md5(string_agg(id::text, ',' ORDER BY id)) FROM account), ids, 'and gives back the same uuids') FROM before;

-- Foreign key
CREATE TABLE child (event ulid REFERENCES event);
INSERT INTO child SELECT id FROM event;
SELECT throws_ok($$INSERT INTO child VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FZZ')$$, '23503', NULL, 'a foreign key is enforced');

-- Generated column, and an index on the time
CREATE TABLE reading (id ulid PRIMARY KEY, at timestamptz GENERATED ALWAYS AS (ulid_timestamp(id)) STORED);
INSERT INTO reading VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV');
SELECT is(at, timestamptz '2016-07-30 23:54:10.259+00', 'generated column of the time') FROM reading;
SELECT lives_ok('CREATE INDEX ON reading (ulid_timestamp(id))', 'index on the time');
SELECT lives_ok('CREATE INDEX ON reading ((id::timestamp))', 'index on the cast to timestamp');

-- Partitions by hash and by range
CREATE TABLE sharded (id ulid PRIMARY KEY) PARTITION BY HASH (id);
CREATE TABLE sharded_0 PARTITION OF sharded FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE sharded_1 PARTITION OF sharded FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE sharded_2 PARTITION OF sharded FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE sharded_3 PARTITION OF sharded FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE TABLE sharded_by_uuid (id uuid) PARTITION BY HASH (id);
INSERT INTO sharded SELECT md5(n::text)::uuid FROM generate_series(1, 4000) AS n;
SELECT cmp_ok((SELECT min(c) FROM (SELECT count(*) AS c FROM sharded GROUP BY tableoid) AS g), '>', 900::bigint,
    'hash partitions are even');
SELECT is_empty($$SELECT id FROM sharded
    WHERE NOT satisfies_hash_partition('sharded_by_uuid'::regclass, 4, right(tableoid::regclass::text, 1)::int, id::uuid)$$,
    'and the same as those of the uuid');
SELECT is((SELECT count(*) FROM sharded WHERE id = md5('77')::uuid::ulid), 1::bigint, 'a row is found in its partition');

CREATE TABLE log (id ulid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
INSERT INTO log VALUES (ulid_last('2026-01-31 23:59:59.999')), (ulid_first('2026-02-01'));
SELECT results_eq('SELECT tableoid::regclass::text FROM log ORDER BY id', $$VALUES ('log_1'), ('log_2')$$,
    'range partitions meet at the millisecond');
SELECT throws_ok($$INSERT INTO log VALUES (ulid_first('2026-03-01'))$$, '23514', NULL, 'and end there');

-- COPY, as text, CSV and binary, through a file of the server
CREATE TABLE copied (id ulid, n int);
CREATE FUNCTION pg_temp.copy_round_trip(format text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    file text := current_setting('data_directory') || '/ulid_copy_test';
    differences bigint;
BEGIN
    TRUNCATE copied;
    EXECUTE format('COPY (SELECT id, n FROM event UNION ALL SELECT NULL, 0) TO %L WITH (FORMAT %s)', file, format);
    EXECUTE format('COPY copied FROM %L WITH (FORMAT %s)', file, format);
    SELECT count(*) INTO differences FROM (
        (SELECT id, n FROM event EXCEPT ALL SELECT id, n FROM copied)
        UNION ALL (SELECT id, n FROM copied WHERE id IS NOT NULL EXCEPT ALL SELECT id, n FROM event)) AS d;
    RETURN differences;
END
$$;
SELECT is(pg_temp.copy_round_trip('text'), 0::bigint, 'COPY as text');
SELECT is(pg_temp.copy_round_trip('csv'), 0::bigint, 'COPY as CSV');
SELECT is(pg_temp.copy_round_trip('binary'), 0::bigint, 'COPY as binary');
SELECT is((SELECT count(*) FROM copied WHERE id IS NULL), 1::bigint, 'with the NULL');

-- Binary input of the wrong length, in a file of one row and one field.
CREATE FUNCTION pg_temp.copy_field(field bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    file text := current_setting('data_directory') || '/ulid_copy_test';
    large oid := lo_from_bytea(0, '\x5047434f50590aff0d0a000000000000000000'::bytea || int2send(1::int2)
        || int4send(length(field)) || field || int2send((-1)::int2));
BEGIN
    PERFORM lo_export(large, file);
    TRUNCATE copied;
    EXECUTE format('COPY copied (id) FROM %L WITH (FORMAT binary)', file);
    RETURN (SELECT id FROM copied);
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;
SELECT is(pg_temp.copy_field('\x01563e3ab5d3d6764c61efb99302bd5b'), '01ARZ3NDEKTSV4RRFFQ69G5FAV', '16 bytes are a ulid');
SELECT is(pg_temp.copy_field('\x01563e3ab5d3d6764c61efb99302bd'), '08P01', '15 bytes are 08P01');
SELECT is(pg_temp.copy_field(''), '08P01', 'so are none');
SELECT is(pg_temp.copy_field('\x01563e3ab5d3d6764c61efb99302bd5b00'), '22P03', '17 bytes are 22P03');

SELECT * FROM finish();
ROLLBACK;
