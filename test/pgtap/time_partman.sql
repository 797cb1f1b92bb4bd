-- pg_partman with a uuid and a text column that hold ULIDs: its time encoders, from version 5.2 on.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(20);

-- The functions by themselves, also where nothing is found by its bare name
SELECT is(ulid_time_encoder('2026-01-01 00:00:00.001999'), '01KDVDNA010000000000000000', 'a time as a ulid');
SELECT is(ulid_uuid_time_encoder('2026-01-01 00:00:00.001999'), '019b76da-a801-0000-0000-000000000000', 'a time as a uuid');
SELECT is(ulid_time_decoder('01KDVDNA01ZZZZZZZZZZZZZZZZ'), '2026-01-01 00:00:00.001', 'the time of a ulid');
SELECT is(ulid_time_decoder('019b76da-a801-7fff-ffff-ffffffffffff'), '2026-01-01 00:00:00.001', 'the time of a uuid');
SELECT is(ulid_time_decoder(NULL), NULL, 'of NULL there is none');
SELECT is(ulid_time_encoder(NULL), NULL, 'nor the other way');
SELECT throws_ok('SELECT ulid_time_decoder(''2026-01-01'')', '22P02', NULL, 'other text is refused');
SELECT throws_ok('SELECT ulid_time_encoder(''1969-12-31'')', '22008', NULL, 'so is a time before 1970');
SELECT is((SELECT count(*) FROM pg_proc WHERE proname IN ('ulid_time_encoder', 'ulid_uuid_time_encoder', 'ulid_time_decoder')
           AND provolatile = 'i' AND proparallel = 's' AND proisstrict), 3::bigint, 'immutable, parallel safe, strict');
CREATE FUNCTION pg_temp.restricted(at timestamptz) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    home text = (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'ulid');
    answer text;
BEGIN
    EXECUTE format('SELECT %s.ulid_time_decoder(%1$s.ulid_time_encoder(%L))', home, at) INTO answer;
    RETURN answer;
END
$$;
SELECT is(pg_temp.restricted('2026-01-01')::timestamptz, '2026-01-01', 'under a restricted search_path');

-- The rest needs pg_partman itself. Its control column is uuid or text.
SELECT coalesce((SELECT string_to_array(regexp_replace(default_version, '[^0-9.].*', ''), '.')::int[] < ARRAY[5, 2]
                 FROM pg_available_extensions WHERE name = 'pg_partman'), true) AS too_old \gset
\if :too_old
SELECT skip('pg_partman 5.2 or later is not here', 10);
\else
CREATE SCHEMA partman;
CREATE EXTENSION pg_partman SCHEMA partman;
CREATE SCHEMA app;
CREATE TABLE app.by_uuid (id uuid NOT NULL, n int) PARTITION BY RANGE (id);
CREATE TABLE app.by_text (id text COLLATE "C" NOT NULL, n int) PARTITION BY RANGE (id);
SELECT extnamespace::regnamespace AS home FROM pg_extension WHERE extname = 'ulid' \gset

SELECT partman.create_parent('app.by_uuid', 'id', '1 day', p_time_encoder := :'home' || '.ulid_uuid_time_encoder', p_time_decoder := :'home' || '.ulid_time_decoder');
SELECT partman.create_parent('app.by_text', 'id', '1 day', p_time_encoder := :'home' || '.ulid_time_encoder', p_time_decoder := :'home' || '.ulid_time_decoder');

-- Nine days around today, and the default
CREATE FUNCTION pg_temp.days(parent regclass) RETURNS bigint LANGUAGE sql AS
    $$SELECT count(*) FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = parent AND pg_get_expr(relpartbound, oid) <> 'DEFAULT'$$;
SELECT is(pg_temp.days('app.by_uuid'), 9::bigint, 'uuid: a partition a day, four before and after today');
SELECT is(pg_temp.days('app.by_text'), 9::bigint, 'text: the same');
SELECT alike((SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE oid = ('app.by_text_p' || to_char(now(), 'YYYYMMDD'))::regclass),
    format('FOR VALUES FROM (%L) TO (%L)', ulid_first(date_trunc('day', now())), ulid_first(date_trunc('day', now()) + interval '1 day')),
    'with the first ulid of each day as bounds');

INSERT INTO app.by_uuid SELECT gen_ulid(date_trunc('day', now()) + d * interval '1 day' + interval '1 hour')::uuid, d FROM generate_series(-2, 2) AS d;
INSERT INTO app.by_text SELECT gen_ulid(date_trunc('day', now()) + d * interval '1 day' + interval '1 hour')::text, d FROM generate_series(-2, 2) AS d;
SELECT is_empty($$SELECT * FROM app.by_uuid WHERE tableoid::regclass::text <> 'app.by_uuid_p' || to_char(now() + n * interval '1 day', 'YYYYMMDD')$$, 'uuid: every row is in its day');
SELECT is_empty($$SELECT * FROM app.by_text WHERE tableoid::regclass::text <> 'app.by_text_p' || to_char(now() + n * interval '1 day', 'YYYYMMDD')$$, 'text: every row is in its day');

-- Maintenance looks at the newest row and makes the days after it; retention drops the oldest.
INSERT INTO app.by_uuid SELECT gen_ulid(date_trunc('day', now()) + interval '4 days 1 hour')::uuid, 4;
UPDATE partman.part_config SET infinite_time_partitions = true, premake = 6, retention = '3 days', retention_keep_table = false;
SELECT lives_ok($$SELECT partman.run_maintenance('app.by_uuid')$$, 'uuid: maintenance');
SELECT lives_ok($$SELECT partman.run_maintenance('app.by_text')$$, 'text: maintenance');
SELECT cmp_ok(pg_temp.days('app.by_uuid'), '>', 9::bigint, 'uuid: makes new days and drops old ones');
SELECT hasnt_table('app', 'by_text_p' || to_char(now() - interval '4 days', 'YYYYMMDD'), 'text: drops old days');
SELECT throws_like($$CREATE TABLE app.by_ulid (id ulid NOT NULL) PARTITION BY RANGE (id);
    SELECT partman.create_parent('app.by_ulid', 'id', '1 day')$$, '%', 'a ulid column itself is refused');
\endif

SELECT * FROM finish();
ROLLBACK;
