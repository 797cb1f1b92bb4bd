-- id <@ tstzrange: exactly "its ulid_timestamp is in the range", as a filter, in an index, with security policies.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(46);

-- What the operators take, and what they leave to the server's own
SELECT ok(oprcom = '@>(ulid_period, ulid)'::regoperator AND oprrest = 'ulid_range_sel'::regproc AND oprjoin = 'contjoinsel'::regproc,
    'commutator and estimators') FROM pg_operator WHERE oid = '<@(ulid, ulid_period)'::regoperator;
SELECT is((SELECT count(*) FROM pg_proc
           WHERE oid IN ('ulid_contained_by_range(ulid,ulid_period)'::regprocedure, 'range_contains_ulid(ulid_period,ulid)'::regprocedure,
                         'ulid_made_in(ulid,tstzrange)'::regprocedure, 'ulid_range_first(tstzrange)'::regprocedure,
                         'ulid_range_last(tstzrange)'::regprocedure)
             AND provolatile = 'i' AND proparallel = 's' AND proleakproof AND proisstrict), 5::bigint,
    'immutable, parallel safe, leakproof, strict');
SELECT ok(tstzrange('2026-01-01', '2026-02-01') @> '[2026-01-02, 2026-01-03)', 'an unknown literal beside a range is a range, as ever');
SELECT ok('[2026-01-02, 2026-01-03)' <@ tstzrange('2026-01-01', '2026-02-01'), 'on the left as well');
SELECT ok(timestamptz '2026-01-02' <@ tstzrange('2026-01-01', '2026-02-01'), 'a timestamp in a range is the server''s');
SELECT ok(ulid_first('2026-01-02') <@ '[2026-01-01, 2026-02-01)', 'beside a ulid it is a range of time');
SELECT ok('[2026-01-01, 2026-02-01)' @> ulid_first('2026-01-02'), 'on the left as well');
SELECT throws_ok('SELECT gen_ulid() <@ int4range(1, 2)', '42883', NULL, 'a range of anything else is refused');
CREATE TYPE ulid_span AS RANGE (subtype = ulid);
SELECT ok(ulid_first('2026-01-02') <@ ulid_span(ulid_first('2026-01-01'), ulid_first('2026-02-01')), 'a range of ulids is the server''s');

-- Ends
CREATE TEMP TABLE expected (what text, range tstzrange, first ulid, last ulid);
INSERT INTO expected VALUES
    ('inclusive and exclusive', '[2026-01-01 00:00:00, 2026-01-01 00:00:01)', ulid_first('2026-01-01 00:00:00'), ulid_last('2026-01-01 00:00:00.999')),
    ('exclusive and inclusive', '(2026-01-01 00:00:00, 2026-01-01 00:00:01]', ulid_first('2026-01-01 00:00:00.001'), ulid_last('2026-01-01 00:00:01')),
    ('one instant is a millisecond', '[2026-01-01, 2026-01-01]', ulid_first('2026-01-01'), ulid_last('2026-01-01')),
    ('fractions of a millisecond', '[2026-01-01 00:00:00.000001, 2026-01-01 00:00:00.002001)', ulid_first('2026-01-01 00:00:00.001'), ulid_last('2026-01-01 00:00:00.002')),
    ('no millisecond between', '(2026-01-01 00:00:00.000001, 2026-01-01 00:00:00.000999]', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '00000000000000000000000000'),
    ('empty', 'empty', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '00000000000000000000000000'),
    ('unbounded', '(,)', '00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
    ('unbounded below', '(,2026-01-01)', '00000000000000000000000000', ulid_last('2025-12-31 23:59:59.999')),
    ('unbounded above', '[2026-01-01,)', ulid_first('2026-01-01'), '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
    ('infinite', '(-infinity, infinity)', '00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
    ('beyond both ends of the type', '[4000-01-01 BC, 20000-01-01]', '00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
    ('before all', '[,1970-01-01)', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '00000000000000000000000000'),
    ('after all', '[10889-08-02 05:31:50.655001,]', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '00000000000000000000000000');
SELECT results_eq(format('SELECT ulid_range_first(%L), ulid_range_last(%1$L)', range), format('SELECT %L::ulid, %L::ulid', first, last), what)
FROM expected;
SELECT is(ulid_range_first(NULL), NULL, 'of NULL there is none');
SELECT is(NULL <@ tstzrange('2026-01-01', NULL), NULL, 'NULL is not known to be in a range');
SELECT is(gen_ulid() <@ NULL::tstzrange, NULL, 'nor is anything in NULL');

-- 10,000 random triples around 1970, 2000, 2026 and 10889, with every kind of end
SELECT setseed(0.4);
CREATE TEMP TABLE triple AS
    SELECT gen_ulid(least(t, '10889-08-02 05:31:50.655999')) AS id,
           CASE WHEN random() < 0.9 THEN least(a, b) END AS a, CASE WHEN random() < 0.9 THEN greatest(a, b) END AS b,
           (ARRAY['[)', '(]', '[]', '()'])[1 + floor(random() * 4)] AS ends
    FROM (SELECT t, t + (floor(random() * 9) - 4) * step AS a, t + (floor(random() * 9) - 4) * step AS b
          FROM (SELECT date_trunc('milliseconds', (ARRAY['1970-01-01 00:00:00.002', '1999-12-31 23:59:59.998', '2026-01-01', '10889-08-02 05:31:50.654']::timestamptz[])[1 + n % 4])
                       + floor(random() * 3) * interval '1 ms' AS t,
                       (ARRAY[interval '1 ms', '500 microseconds', '333 microseconds', '1 microsecond'])[1 + n / 4 % 4] AS step
                FROM generate_series(0, 9999) AS n) AS r) AS s;
SELECT is_empty($$SELECT * FROM triple WHERE (id <@ tstzrange(a, b, ends)) IS DISTINCT FROM (ulid_timestamp(id) <@ tstzrange(a, b, ends))$$,
    '10000 random triples: <@ is ulid_timestamp(id) <@ range');
SELECT is_empty($$SELECT * FROM triple WHERE (id <@ tstzrange(a, b, ends)) <> (tstzrange(a, b, ends) @> id)
    OR (id <@ tstzrange(a, b, ends)) <> ulid_made_in(id, tstzrange(a, b, ends))
    OR (id <@ tstzrange(a, b, ends)) <> (id >= ulid_range_first(tstzrange(a, b, ends)) AND id <= ulid_range_last(tstzrange(a, b, ends)))$$,
    'so are @>, ulid_made_in, and the two comparisons that an index gets');
SELECT is_empty($$SELECT * FROM triple WHERE a IS NOT NULL AND b IS NOT NULL AND (id <@ tstzrange(a, b)) <> (id >= a AND id < b)$$,
    'and with the usual ends, id >= a AND id < b');
SELECT cmp_ok((SELECT count(*) FROM triple WHERE id <@ tstzrange(a, b, ends)), '>', 2000::bigint, 'many are in');
SELECT cmp_ok((SELECT count(*) FROM triple WHERE NOT id <@ tstzrange(a, b, ends)), '>', 2000::bigint, 'and many are not');
SELECT isnt_empty($$SELECT * FROM triple WHERE ends = '[]' AND (id <@ tstzrange(a, b, ends)) <> (id >= a AND id <= b)$$,
    'an inclusive upper end takes in its whole millisecond, where id <= b does not');

-- In an index
CREATE TABLE t (id ulid, n int);
INSERT INTO t SELECT (ARRAY[ulid_first(at), ulid_last(at), gen_ulid(at)])[1 + n % 3], n
    FROM (SELECT n, timestamptz '2026-01-01' + n / 3 * interval '1 ms' AS at FROM generate_series(1, 6000) AS n) AS s;
INSERT INTO t VALUES (NULL, 0);
CREATE INDEX t_id ON t (id);
ANALYZE t;
CREATE FUNCTION pg_temp.plan(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; plan text = '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP plan := plan || line || E'\n'; END LOOP;
    RETURN plan;
END
$$;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT is(pg_temp.plan('SELECT * FROM t WHERE id <@ tstzrange(''2026-01-01'', ''2026-01-01 00:00:01'')'),
    E'Index Scan using t_id on t\n  Index Cond: ((id >= ''01KDVDNA000000000000000000''::ulid) AND (id <= ''01KDVDNAZ7ZZZZZZZZZZZZZZZZ''::ulid))\n',
    'a constant range is an Index Cond, and nothing is left to filter');
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE tstzrange(''2026-01-01'', NULL) @> id'), E'%Index Cond: (id >= ''01KDVDNA000000000000000000''::ulid)\n',
    'so is one without an end');
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE id <@ tstzrange(now() - interval ''1 hour'', now())'),
    '%Index Cond: ((id >= ulid_range_first(tstzrange(%))) AND (id <= ulid_range_last(tstzrange(%))))%', 'and now()');
SELECT unalike(pg_temp.plan('SELECT * FROM t WHERE id <@ tstzrange(clock_timestamp(), NULL)'), '%Index Cond%', 'but nothing volatile');
PREPARE by_range(tstzrange) AS SELECT count(*) FROM t WHERE id <@ $1;
SET plan_cache_mode = force_generic_plan;
SELECT alike(pg_temp.plan('EXECUTE by_range(''empty'')'), '%Index Cond: ((id >= ulid_range_first($1)) AND (id <= ulid_range_last($1)))%',
    'a parameter of a generic plan is');
SELECT results_eq($$EXECUTE by_range('[2026-01-01, 2026-01-01 00:00:01)')$$, 'VALUES (2999::bigint)', 'and finds its rows');
SELECT results_eq($$EXECUTE by_range('empty')$$, 'VALUES (0::bigint)', 'and none in the empty range');
SELECT results_eq($$EXECUTE by_range(NULL)$$, 'VALUES (0::bigint)', 'and none in NULL');
SELECT results_eq($$EXECUTE by_range('(,)')$$, 'VALUES (6000::bigint)', 'and all but NULL in an unbounded one');
SELECT alike(pg_temp.plan('SELECT * FROM t JOIN expected ON id <@ range'),
    '%Index Cond: ((id >= ulid_range_first(expected.range)) AND (id <= ulid_range_last(expected.range)))%', 'so is the range of another table');
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE ulid_made_in(id, tstzrange(''2026-01-01'', NULL))'), '%Index Cond: (id >=%', 'and ulid_made_in');

-- The same rows by index and without
CREATE FUNCTION pg_temp.answers(way text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    answers text[] = '{}';
    answer text;
    range tstzrange;
BEGIN
    PERFORM setseed(0.4);
    PERFORM set_config('enable_seqscan', (way = 'seqscan')::text, true), set_config('enable_indexscan', (way = 'index')::text, true),
            set_config('enable_indexonlyscan', (way = 'index')::text, true), set_config('enable_bitmapscan', (way = 'bitmap')::text, true);
    FOR i IN 1 .. 100 LOOP
        SELECT tstzrange(least(a, b), greatest(a, b), (ARRAY['[)', '(]', '[]', '()'])[1 + i % 4]) INTO range
        FROM (SELECT timestamptz '2026-01-01' + floor(random() * 4200 - 100) * interval '500 microseconds' AS a,
                     timestamptz '2026-01-01' + floor(random() * 4200 - 100) * interval '500 microseconds' AS b WHERE i > 0) AS s;
        EXECUTE format('SELECT concat(count(*), '' '', sum(n)) FROM t WHERE id <@ %L::tstzrange', range) INTO answer;
        answers := answers || answer;
    END LOOP;
    RETURN answers;
END
$$;
SELECT is(pg_temp.answers('index'), pg_temp.answers('seqscan'), 'an index scan agrees with a sequential one');
SELECT is(pg_temp.answers('bitmap'), pg_temp.answers('seqscan'), 'so does a bitmap scan');

-- Row-level security: the policy does not keep the index away
CREATE FUNCTION pg_temp.visible(int) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN $1 > 0; END';
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY visible ON t USING (pg_temp.visible(n));
CREATE ROLE ulid_reader;
GRANT SELECT ON t TO ulid_reader;
DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %s TO ulid_reader', pg_my_temp_schema()::regnamespace); END $$;
SET enable_seqscan = off;
SET enable_indexscan = on;
SET enable_bitmapscan = off;
SET ROLE ulid_reader;
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE id <@ tstzrange(''2026-01-01'', ''2026-01-02'')'), '%Index Cond: ((id >=%Filter: %visible(n)%',
    'leakproof: the index is used below a security policy');
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE id >= timestamptz ''2026-01-01'''), '%Index Cond: (id >=%', 'so are comparisons with a timestamp');
RESET ROLE;

SELECT * FROM finish();
ROLLBACK;
