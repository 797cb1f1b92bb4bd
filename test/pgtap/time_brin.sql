-- BRIN on a table that grows in the order of its key: ranges of time read few blocks.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(17);

CREATE TABLE log (id ulid, filler text);
INSERT INTO log SELECT gen_ulid(timestamptz '2026-01-01' + n * interval '1 s'), repeat('x', 50) FROM generate_series(0, 86399) AS n;
CREATE INDEX log_minmax ON log USING brin (id) WITH (pages_per_range = 8);
CREATE INDEX log_multi ON log USING brin (id ulid_minmax_multi_ops) WITH (pages_per_range = 8);
ANALYZE log;
SET enable_seqscan = off;
SET max_parallel_workers_per_gather = 0;

CREATE FUNCTION pg_temp.scan(query text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, FORMAT JSON) ' || query INTO plan;
    RETURN plan->0->'Plan';
END
$$;
-- The index that a scan uses, its condition, and whether it reads few rows too many.
CREATE FUNCTION pg_temp.answers(index text, condition text, wanted text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    scan json = pg_temp.scan('SELECT * FROM log WHERE ' || condition);
    bitmap json = scan->'Plans'->0;
    removed int = coalesce(scan->>'Rows Removed by Index Recheck', scan->>'Rows Removed by Filter');
BEGIN
    RETURN NEXT is(concat(bitmap->>'Index Name', ': ', bitmap->>'Index Cond'), concat(index, ': ', wanted), condition);
    RETURN NEXT ok((scan->>'Actual Rows')::numeric = 60 AND removed < 2000, format('%s rows, %s too many read', scan->>'Actual Rows', removed));
END
$$;
CREATE TEMP TABLE query (condition text, wanted text);
INSERT INTO query VALUES
    ('id <@ tstzrange(''2026-01-01 12:00'', ''2026-01-01 12:01'')',
     '((id >= ''01KDWPVNG00000000000000000''::ulid) AND (id <= ''01KDWPXG2ZZZZZZZZZZZZZZZZZ''::ulid))'),
    ('id >= timestamptz ''2026-01-01 12:00'' AND id < timestamptz ''2026-01-01 12:01''',
     '((id >= ''2026-01-01 12:00:00+00''::timestamp with time zone) AND (id < ''2026-01-01 12:01:00+00''::timestamp with time zone))'),
    ('timestamptz ''2026-01-01 12:01'' > id AND id >= ulid_first(''2026-01-01 12:00'')',
     '((id < ''2026-01-01 12:01:00+00''::timestamp with time zone) AND (id >= ''01KDWPVNG00000000000000000''::ulid))'),
    ('id >= now() - (now() - timestamptz ''2026-01-01 12:00'') AND id <@ tstzrange(NULL, ''2026-01-01 12:01'')',
     '((id >= (now() - (now() - ''2026-01-01 12:00:00+00''::timestamp with time zone))) AND (id <= ''01KDWPXG2ZZZZZZZZZZZZZZZZZ''::ulid))');
SAVEPOINT two;
DROP INDEX log_multi;
SELECT pg_temp.answers('log_minmax', condition, wanted) FROM query;
ROLLBACK TO two;
DROP INDEX log_minmax;
SELECT pg_temp.answers('log_multi', condition, wanted) FROM query;

SELECT bag_eq(
    $$SELECT opcname::text, amvalidate(oid) FROM pg_opclass WHERE opcname IN ('ulid_minmax_ops', 'ulid_minmax_multi_ops')$$,
    $$VALUES ('ulid_minmax_ops', true), ('ulid_minmax_multi_ops', true)$$, 'the operator classes are valid');

SELECT * FROM finish();
ROLLBACK;
