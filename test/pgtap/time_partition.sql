-- Partitions by time: bounds by ulid_first, pruning by comparisons and by <@, at plan time and at run time.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(55);

CREATE TABLE event (id ulid NOT NULL, n int) PARTITION BY RANGE (id);
CREATE TABLE event_2026_01 PARTITION OF event FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE event_2026_02 PARTITION OF event FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
CREATE TABLE event_2026_03 PARTITION OF event FOR VALUES FROM (timestamptz '2026-03-01'::ulid) TO (timestamptz '2026-04-01'::ulid);
CREATE TABLE event_rest PARTITION OF event DEFAULT;
CREATE INDEX ON event (id);
INSERT INTO event SELECT gen_ulid(timestamptz '2026-01-01' + n * interval '1 hour'), n FROM generate_series(-24, 24 * 100) AS n;
INSERT INTO event VALUES (ulid_last('2026-01-31 23:59:59.999'), 10001), (ulid_first('2026-02-01'), 10002);
ANALYZE event;
CREATE TABLE whole AS SELECT * FROM event;

SELECT is_empty($$SELECT * FROM event WHERE tableoid::regclass::text <>
    CASE WHEN ulid_timestamp(id) BETWEEN '2026-01-01' AND '2026-03-31 23:59:59.999' THEN 'event_' || to_char(ulid_timestamp(id), 'YYYY_MM') ELSE 'event_rest' END$$,
    'every row is in the partition of its month, to the last ulid');

-- The partitions that a plan still has
CREATE FUNCTION pg_temp.plan(query text, options text DEFAULT 'COSTS OFF') RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; plan text = '';
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP plan := plan || line || E'\n'; END LOOP;
    RETURN plan;
END
$$;
CREATE FUNCTION pg_temp.run(query text) RETURNS text LANGUAGE sql AS
    $$SELECT pg_temp.plan(query, 'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF')$$;
CREATE FUNCTION pg_temp.partitions(plan text) RETURNS text LANGUAGE sql AS
    $$SELECT string_agg(m[1], ' ' ORDER BY m[1]) FROM regexp_matches(plan, 'on event_(\w+) event', 'g') AS m$$;

-- Constants, at plan time
SET enable_bitmapscan = off;
SELECT is(pg_temp.partitions(pg_temp.plan('SELECT * FROM event WHERE ' || condition)), partitions, condition)
FROM (VALUES
    ($$id >= timestamptz '2026-03-01'$$, '2026_03 rest'),
    ($$id >= timestamptz '2026-01-31 23:59:59.999001' AND id < timestamptz '2026-02-01 00:00:00.000001'$$, '2026_01 2026_02'),
    ($$id > timestamptz '2026-01-31 23:59:59.999' AND id < timestamptz '2026-02-01'$$, '2026_01'),
    ($$id <= timestamptz '2026-02-01' AND id >= ulid_first('2026-01-01')$$, '2026_01 2026_02'),
    ($$timestamptz '2026-02-10' <= id AND timestamptz '2026-02-11' > id$$, '2026_02'),
    ($$id = timestamptz '2026-02-01'$$, '2026_02'),
    ($$id < timestamptz '-infinity'$$, 'rest'),
    ($$id <@ tstzrange('2026-02-03', '2026-02-04')$$, '2026_02'),
    ($$tstzrange('2026-02-03', '2026-02-04') @> id$$, '2026_02'),
    ($$id <@ '[2026-01-31, 2026-02-01)'$$, '2026_01'),
    ($$id <@ '[2026-01-31, 2026-02-01]'$$, '2026_01 2026_02'),
    ($$id <@ tstzrange('2026-03-01', NULL)$$, '2026_03 rest'),
    ($$n > 0 AND id <@ tstzrange('2026-02-03', '2026-02-04') AND n < 1000$$, '2026_02'),
    ($$id <@ tstzrange('2026-01-03', '2026-01-04') OR id <@ tstzrange('2026-03-03', '2026-03-04')$$, '2026_01 2026_03'),
    ($$id <@ tstzrange('2026-01-03', '2026-02-04') AND id <@ tstzrange('2026-02-03', '2026-03-04')$$, '2026_02'),
    ($$id <@ '(,)'$$, '2026_01 2026_02 2026_03 rest')) AS c(condition, partitions);

-- What is left of <@ in a partition: an index range, or one clause
SELECT is(pg_temp.plan($$SELECT * FROM event WHERE id <@ '[2026-02-03, 2026-02-04)'$$),
    format(E'Index Scan using event_2026_02_id_idx on event_2026_02 event\n  Index Cond: ((id >= %L::ulid) AND (id <= %L::ulid))\n',
           ulid_first('2026-02-03'), ulid_last('2026-02-03 23:59:59.999')), 'the index of a partition is used');
SET enable_indexscan = off;
SELECT is(pg_temp.plan($$SELECT * FROM event WHERE id <@ '[2026-02-03, 2026-02-04)'$$),
    E'Seq Scan on event_2026_02 event\n  Filter: ulid_made_in(id, \'["2026-02-03 00:00:00+00","2026-02-04 00:00:00+00")\'::ulid_period)\n',
    'the comparisons are gone where they have served');
SET enable_indexscan = on;

-- now(), parameters and subqueries, at run time
SELECT alike(pg_temp.run($$SELECT * FROM event WHERE id >= now() - interval '1 hour' AND id < now() + interval '1 year'$$), '%Subplans Removed: %',
    'id >= now() - interval prunes when the executor starts');
SELECT alike(pg_temp.run($$SELECT * FROM event WHERE id <@ tstzrange(now() - interval '1 hour', now())$$), '%Subplans Removed: %', 'so does <@');
SET plan_cache_mode = force_generic_plan;
PREPARE by_time(timestamptz, timestamptz) AS SELECT * FROM event WHERE id >= $1 AND id < $2;
PREPARE by_range(tstzrange) AS SELECT * FROM event WHERE id <@ $1;
SELECT is(pg_temp.partitions(pg_temp.run($$EXECUTE by_time('2026-02-03', '2026-02-04')$$)), '2026_02', 'so do parameters of a generic plan');
SELECT is(pg_temp.partitions(pg_temp.run($$EXECUTE by_range('[2026-02-03, 2026-02-04)')$$)), '2026_02', 'and a range as one');
SELECT results_eq($$EXECUTE by_range('empty')$$, 'SELECT * FROM event WHERE false', 'the empty range finds nothing');
SELECT results_eq($$EXECUTE by_range(NULL)$$, 'SELECT * FROM event WHERE false', 'nor does NULL');
RESET plan_cache_mode;
CREATE TABLE day (range tstzrange);
INSERT INTO day VALUES ('[2026-02-03, 2026-02-04)'), ('[2026-03-31, 2026-04-02)');
SELECT alike(pg_temp.run('SELECT (SELECT count(*) FROM event WHERE id <@ range) FROM day'), '%on event_2026_01 event_1 (never executed)%',
    'a correlated subquery prunes for each row');
SET enable_seqscan = off;
SELECT alike(pg_temp.run('SELECT * FROM event JOIN day ON id >= lower(range) AND id < upper(range)'), '%on event_2026_01 event_1 (never executed)%',
    'so does a nested loop over comparisons');
RESET enable_seqscan;

-- The same answers as without partitions
SELECT results_eq(replace(query, '$', 'event'), replace(query, '$', 'whole'), what)
FROM (VALUES
    ('subqueries', 'SELECT range, (SELECT count(*) FROM $ WHERE id <@ range) FROM day ORDER BY 1'),
    ('joins', 'SELECT range, n FROM $ JOIN day ON id <@ range ORDER BY 1, 2'),
    ('outer joins', 'SELECT range, n FROM day LEFT JOIN $ ON id <@ range AND id <@ ''[2026-02-03 12:00, 2026-05-01)'' ORDER BY 1, 2'),
    ('outer joins the other way', 'SELECT range, n FROM $ LEFT JOIN day ON id <@ ''[2026-01-03, 2026-01-04)'' ORDER BY 1, 2'),
    ('NOT', 'SELECT n FROM $ WHERE NOT id <@ tstzrange(''2026-01-03'', ''2026-04-01'') ORDER BY 1'),
    ('as a value', 'SELECT n, id <@ ''[2026-01-03, 2026-01-04)'' FROM $ ORDER BY 1, 2'),
    ('below UNION ALL', 'SELECT n FROM (SELECT * FROM $ UNION ALL SELECT * FROM whole) AS u WHERE id <@ ''[2026-01-03, 2026-01-04)'' ORDER BY 1'),
    ('with other bounds beside it', 'SELECT n FROM $ WHERE id >= timestamptz ''2026-02-03'' AND id <@ ''[2026-02-01, 2026-02-04)'' AND id >= ulid_first(''2026-02-03 12:00'') ORDER BY 1'),
    ('with the same bounds beside it', 'SELECT n FROM $ WHERE id <@ ''[2026-02-01, 2026-02-04)'' AND (id >= ulid_first(''2026-02-01'') OR n = 5) AND n IS NOT NULL ORDER BY 1'),
    ('in an aggregate', 'SELECT count(*), count(*) FILTER (WHERE id <@ ''[2026-02-01, 2026-02-04)'') FROM $')) AS q(what, query);

-- Security policies run first, also where a comparison of theirs follows from the query's own clause
CREATE FUNCTION pg_temp.tell(int) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$
BEGIN
    IF $1 < 1000 THEN RAISE EXCEPTION 'row % is hidden', $1; END IF;
    RETURN true;
END
$$;
CREATE FUNCTION pg_temp.costly() RETURNS tstzrange LANGUAGE plpgsql STABLE COST 1000 AS $$BEGIN RETURN '[2026-02-12,)'; END$$;
ALTER TABLE event ENABLE ROW LEVEL SECURITY;
CREATE POLICY late ON event USING (id >= ulid_range_first(pg_temp.costly()));
CREATE ROLE ulid_reader;
GRANT SELECT ON event TO ulid_reader;
DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %s TO ulid_reader', pg_my_temp_schema()::regnamespace); END $$;
SET enable_indexscan = off;
SET ROLE ulid_reader;
SELECT lives_ok($$SELECT * FROM event WHERE id <@ pg_temp.costly() AND pg_temp.tell(n)$$, 'no hidden row is shown to a function of the query');
SELECT alike(pg_temp.plan($$SELECT * FROM event WHERE id <@ pg_temp.costly() AND pg_temp.tell(n)$$),
    '%Filter: ((id >= ulid_range_first(%) AND %tell(n) AND ulid_made_in(%', 'its comparison stays, before the others');
RESET ROLE;
ALTER POLICY late ON event USING (n >= 0);
SET ROLE ulid_reader;
SELECT matches(pg_temp.plan($$SELECT * FROM event WHERE id <@ tstzrange('2026-02-12', '2026-02-13')$$),
    '^Seq Scan on event_2026_02 event\n  Filter: \(\(n >= 0\) AND ulid_made_in\(id, [^)]*\)[^)]*\)\)\n$', 'below one of another column the comparisons go');
RESET ROLE;
SET enable_indexscan = on;
ALTER TABLE event DISABLE ROW LEVEL SECURITY;

-- Attach and detach
CREATE TABLE event_2026_04 (LIKE event INCLUDING ALL, CHECK (id >= timestamptz '2026-04-01' AND id < timestamptz '2026-05-01'));
WITH moved AS (DELETE FROM event_rest WHERE id <@ tstzrange('2026-04-01', '2026-05-01') RETURNING *) INSERT INTO event_2026_04 SELECT * FROM moved;
SELECT lives_ok($$ALTER TABLE event ATTACH PARTITION event_2026_04 FOR VALUES FROM (ulid_first('2026-04-01')) TO (ulid_first('2026-05-01'))$$, 'attach');
SELECT throws_ok($$CREATE TABLE event_overlap PARTITION OF event FOR VALUES FROM (ulid_first('2026-04-30')) TO (ulid_first('2026-06-01'))$$, '42P17', NULL,
    'months do not overlap');
SELECT is(pg_temp.partitions(pg_temp.plan($$SELECT * FROM event WHERE id <@ '[2026-03-31, 2026-04-02)'$$)), '2026_03 2026_04', 'the new month is pruned like the others');
SELECT throws_ok($$INSERT INTO event_2026_04 VALUES (ulid_last('2026-03-31 23:59:59.999'))$$, '23514', NULL, 'it takes nothing of another month');
SELECT lives_ok('ALTER TABLE event DETACH PARTITION event_2026_01', 'detach');
SELECT is((SELECT count(*) FROM event WHERE id <@ tstzrange('2026-01-01', '2026-02-01')), 0::bigint, 'and its rows are gone');
SELECT is((SELECT count(*) FROM event_2026_01), 24 * 31 + 1::bigint, 'into a table by itself');

-- Partitions of partitions, by hash and then by month, by year and then by month
CREATE TABLE hashed (id ulid NOT NULL) PARTITION BY HASH (id);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0) PARTITION BY RANGE (id);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1) PARTITION BY RANGE (id);
CREATE TABLE hashed_0_01 PARTITION OF hashed_0 FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE hashed_0_02 PARTITION OF hashed_0 FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
CREATE TABLE hashed_1_01 PARTITION OF hashed_1 FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE hashed_1_02 PARTITION OF hashed_1 FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
CREATE TABLE yearly (id ulid NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE yearly_2026 PARTITION OF yearly FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2027-01-01')) PARTITION BY RANGE (id);
CREATE TABLE yearly_2027 PARTITION OF yearly FOR VALUES FROM (ulid_first('2027-01-01')) TO (ulid_first('2028-01-01'));
CREATE TABLE yearly_2026_01 PARTITION OF yearly_2026 FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'));
CREATE TABLE yearly_2026_02 PARTITION OF yearly_2026 FOR VALUES FROM (ulid_first('2026-02-01')) TO (ulid_first('2026-03-01'));
CREATE FUNCTION pg_temp.scanned(plan text) RETURNS text LANGUAGE sql AS
    $$SELECT string_agg(m[1], ' ' ORDER BY m[1]) FROM regexp_matches(plan, 'Scan on (\w+)', 'g') AS m$$;
INSERT INTO hashed SELECT id FROM whole WHERE id <@ tstzrange('2026-01-01', '2026-03-01');
INSERT INTO yearly SELECT id FROM whole WHERE id <@ tstzrange('2026-01-01', '2026-03-01');
SELECT is(pg_temp.scanned(pg_temp.plan($$SELECT * FROM hashed WHERE id <@ tstzrange('2026-02-03', '2026-02-04')$$)), 'hashed_0_02 hashed_1_02', 'by hash, then by month');
SELECT is(pg_temp.scanned(pg_temp.plan($$SELECT * FROM yearly WHERE id <@ tstzrange('2026-02-03', '2026-02-04')$$)), 'yearly_2026_02', 'by year, then by month');
SELECT is(pg_temp.scanned(pg_temp.run($$SELECT * FROM hashed WHERE id <@ tstzrange(now() - interval '30 years', now() - interval '20 years')$$)), NULL, 'at run time too');
SELECT is((SELECT count(*) FROM hashed WHERE id <@ tstzrange('2026-01-31', '2026-02-02')), (SELECT count(*) FROM whole WHERE id <@ tstzrange('2026-01-31', '2026-02-02')), 'and no row is lost');
SELECT is((SELECT count(*) FROM yearly WHERE id <@ tstzrange('2026-01-31', '2026-02-02')), (SELECT count(*) FROM whole WHERE id <@ tstzrange('2026-01-31', '2026-02-02')), 'here neither');

-- A partial unique index is found by its condition
CREATE UNIQUE INDEX ON yearly (id) WHERE id <@ '[2026-01-01, 2026-02-01)';
SELECT lives_ok($$INSERT INTO yearly VALUES (ulid_first('2026-01-05')) ON CONFLICT (id) WHERE id <@ '[2026-01-01, 2026-02-01)' DO NOTHING$$,
    'ON CONFLICT finds a partial index by <@');

-- Somebody renamed a function that the planner would use: no error, the clause stays as it is
ALTER FUNCTION ulid_range_last(tstzrange) RENAME TO gone;
SELECT is((SELECT count(*) FROM yearly WHERE id <@ tstzrange('2026-01-31', '2026-02-02')), (SELECT count(*) FROM whole WHERE ulid_timestamp(id) <@ tstzrange('2026-01-31', '2026-02-02')),
    'without its companions <@ is a plain filter');
ALTER FUNCTION gone(tstzrange) RENAME TO ulid_range_last;

-- In another schema, out of the search_path
CREATE SCHEMA elsewhere;
ALTER EXTENSION ulid SET SCHEMA elsewhere;
SELECT matches(pg_temp.plan($$SELECT * FROM event WHERE id OPERATOR(elsewhere.<@) '[2026-03-03, 2026-03-04)'$$),
    '^Index Scan using event_2026_03_id_idx on event_2026_03 event\n  Index Cond: [^\n]*\n$', 'nothing depends on the schema of the extension');

SELECT * FROM finish();
ROLLBACK;
