-- One order everywhere: scans, sorts, joins, aggregates and index kinds agree on the same 20,000 values.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT plan(31);

-- A third random, a third in bursts that share their first eight bytes, the rest in a few milliseconds;
-- some twice, some null. The same on every machine.
CREATE TABLE v (n int, id ulid);
INSERT INTO v
SELECT n, CASE n % 3
    WHEN 0 THEN md5(n::text)::uuid::ulid
    WHEN 1 THEN (substr(md5((n % 7)::text), 1, 16) || substr(md5(n::text), 1, 16))::uuid::ulid
    ELSE (ulid_first(timestamptz '2026-01-01' + n % 11 * interval '1 ms')::uuid::text::varchar(19)
          || substr(gen::text, 20))::ulid
    END
FROM (SELECT n, md5(n::text)::uuid AS gen FROM generate_series(1, 19800) AS n) AS g;
INSERT INTO v SELECT n + 20000, id FROM v WHERE n % 100 = 0;
INSERT INTO v VALUES (30001, NULL), (30002, NULL);
INSERT INTO v VALUES (30003, '00000000000000000000000000'), (30004, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ');

-- What a query gives, as one value that depends on the order of its rows.
CREATE FUNCTION pg_temp.digest(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
    EXECUTE format('SELECT md5(string_agg(coalesce(x::text, ''-''), '','')) || count(*) FROM (%s) AS q(x)', query) INTO result;
    RETURN result;
END
$$;

-- The order of the text under C is that of the value, and needs nothing of ours.
CREATE TEMP TABLE truth AS
    SELECT pg_temp.digest('SELECT id::text FROM v ORDER BY id::text COLLATE "C"') AS up,
           pg_temp.digest('SELECT id::text FROM v ORDER BY id::text COLLATE "C" DESC') AS down;

SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id::bytea'), up, 'order of the bytes is that of the text') FROM truth;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id::uuid'), up, 'and that of the uuid') FROM truth;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id'), up, 'sort') FROM truth;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id DESC'), down, 'sort, descending') FROM truth;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id USING <'), up, 'sort by operator') FROM truth;
SET LOCAL work_mem = '64kB';
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id'), up, 'sort on disk') FROM truth;
RESET work_mem;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id, n LIMIT 100'),
          pg_temp.digest('SELECT id FROM v ORDER BY id::text COLLATE "C", n LIMIT 100'), 'bounded sort');
SELECT is(pg_temp.digest('SELECT n FROM v ORDER BY id, n'),
          pg_temp.digest('SELECT n FROM v ORDER BY id::text COLLATE "C", n'), 'sort by more than one key');

-- Sorted insertion with the operators alone.
CREATE FUNCTION pg_temp.sorted(ulid[]) RETURNS ulid[] LANGUAGE plpgsql AS $$
DECLARE result ulid[] := '{}'; low int; high int; middle int; x ulid;
BEGIN
    FOREACH x IN ARRAY $1 LOOP
        low := 1; high := cardinality(result) + 1;
        WHILE low < high LOOP
            middle := (low + high) / 2;
            IF x < result[middle] THEN high := middle; ELSE low := middle + 1; END IF;
        END LOOP;
        result := result[:low - 1] || x || result[low:];
    END LOOP;
    RETURN result;
END
$$;
SELECT is(pg_temp.sorted(array_agg(id ORDER BY n)), array_agg(id ORDER BY id), 'sort by < alone, of 2,000')
FROM v WHERE n <= 2000;

-- Operators against the order of the bytes, on all pairs of 200 values.
SELECT is_empty($$
    SELECT a.id, b.id FROM (SELECT id FROM v WHERE n <= 198 OR n >= 30003) a, (SELECT id FROM v WHERE n <= 198 OR n >= 30003) b
    WHERE (a.id < b.id, a.id <= b.id, a.id = b.id, a.id >= b.id, a.id > b.id, a.id <> b.id, ulid_cmp(a.id, b.id))
       IS DISTINCT FROM
          (a.id::bytea < b.id::bytea, a.id::bytea <= b.id::bytea, a.id::bytea = b.id::bytea,
           a.id::bytea >= b.id::bytea, a.id::bytea > b.id::bytea, a.id::bytea <> b.id::bytea,
           byteacmp(a.id::bytea, b.id::bytea) / greatest(abs(byteacmp(a.id::bytea, b.id::bytea)), 1))$$,
    'the six operators and the comparison agree with the bytes');

-- Index scans
CREATE INDEX v_btree ON v (id);
ANALYZE v;
SET LOCAL enable_seqscan = off;
SET LOCAL enable_sort = off;
SET LOCAL enable_bitmapscan = off;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id'), up, 'btree scan') FROM truth;
SELECT is(pg_temp.digest('SELECT id FROM v ORDER BY id DESC NULLS FIRST'), down, 'btree scan, backwards') FROM truth;
SELECT is((SELECT count(*) FROM v WHERE id >= '01ARZ3NDEKTSV4RRFFQ69G5FAV' AND id < '40000000000000000000000000'),
          (SELECT count(*) FROM v WHERE id::text COLLATE "C" >= '01ARZ3NDEKTSV4RRFFQ69G5FAV'
                                    AND id::text COLLATE "C" < '40000000000000000000000000'), 'btree range');
SELECT is((SELECT count(*) FROM v AS a JOIN v AS b ON a.id = b.id),
          (SELECT sum(c * c)::bigint FROM (SELECT count(*) AS c FROM v WHERE id IS NOT NULL GROUP BY id::text) AS g),
          'join by index');

-- min and max
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query;
END
$$;
SELECT matches((SELECT string_agg(p, E'\n') FROM pg_temp.plan_of('SELECT min(id) FROM v') AS p), 'Index Only Scan using v_btree',
    'min is an index probe');
SELECT matches((SELECT string_agg(p, E'\n') FROM pg_temp.plan_of('SELECT max(id) FROM v') AS p), 'Index Only Scan Backward using v_btree',
    'max is an index probe');
SELECT is((SELECT (min(id), max(id)) FROM v), ROW('00000000000000000000000000'::ulid, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid),
    'min and max by index');
SELECT is((SELECT (min(id), max(id)) FROM v WHERE n <= 20000 AND n > 1),
          (SELECT (min(id::uuid::text)::uuid::ulid, max(id::uuid::text)::uuid::ulid) FROM v WHERE n <= 20000 AND n > 1),
    'min and max of some');
RESET enable_seqscan;
RESET enable_sort;
RESET enable_bitmapscan;
SELECT results_eq('SELECT min(id), max(id) FROM v WHERE false', 'SELECT NULL::ulid, NULL::ulid', 'min and max of nothing');
DROP INDEX v_btree;

-- A parallel plan combines partial results.
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT matches((SELECT string_agg(p, E'\n') FROM pg_temp.plan_of('SELECT min(id) FROM v') AS p), 'Partial Aggregate',
    'min is combined in parallel');
SELECT is((SELECT (min(id), max(id)) FROM v), ROW('00000000000000000000000000'::ulid, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid),
    'min and max in parallel');
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- Hashing
SELECT is_empty($$SELECT id FROM v WHERE ulid_hash(id) <> uuid_hash(id::uuid)$$, 'hash is that of the uuid');
SELECT is_empty($$SELECT id FROM v, (VALUES (0), (1), (-1), (4611686018427387904)) AS s(seed)
    WHERE ulid_hash_extended(id, seed) <> uuid_hash_extended(id::uuid, seed)$$, 'with a seed as well');
SET LOCAL enable_sort = off;
SELECT bag_eq('SELECT id::text, count(*) FROM v GROUP BY id', 'SELECT id::text, count(*) FROM v GROUP BY id::text',
    'hash aggregate');
RESET enable_sort;
SET LOCAL enable_hashagg = off;
SELECT bag_eq('SELECT id::text, count(*) FROM v GROUP BY id', 'SELECT id::text, count(*) FROM v GROUP BY id::text',
    'sorted aggregate');
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_nestloop = off;
CREATE TEMP TABLE merged AS SELECT a.n AS a, b.n AS b FROM v AS a JOIN v AS b USING (id);
RESET enable_hashjoin;
SET LOCAL enable_mergejoin = off;
SELECT bag_eq('SELECT a.n AS a, b.n AS b FROM v AS a JOIN v AS b USING (id)', 'SELECT a, b FROM merged', 'hash join gives what merge join does');
RESET enable_nestloop;
RESET enable_mergejoin;
RESET enable_hashagg;
CREATE INDEX v_hash ON v USING hash (id);
SET LOCAL enable_seqscan = off;
SELECT is((SELECT count(*) FROM v WHERE id = (SELECT id FROM v WHERE n = 100)), 2::bigint, 'hash index');
DROP INDEX v_hash;

-- BRIN
CREATE INDEX v_brin ON v USING brin (id ulid_minmax_ops) WITH (pages_per_range = 2);
SELECT is((SELECT count(*) FROM v WHERE id > '40000000000000000000000000'),
          (SELECT count(*) FROM v WHERE id::text COLLATE "C" > '40000000000000000000000000'), 'BRIN minmax');
DROP INDEX v_brin;
CREATE INDEX v_brin ON v USING brin (id ulid_minmax_multi_ops) WITH (pages_per_range = 2);
SELECT is((SELECT count(*) FROM v WHERE id > '40000000000000000000000000'),
          (SELECT count(*) FROM v WHERE id::text COLLATE "C" > '40000000000000000000000000'), 'BRIN minmax_multi');
DROP INDEX v_brin;
CREATE INDEX v_brin ON v USING brin (id ulid_bloom_ops) WITH (pages_per_range = 2);
SELECT is((SELECT count(*) FROM v WHERE id = (SELECT id FROM v WHERE n = 100)), 2::bigint, 'BRIN bloom');
SELECT matches((SELECT string_agg(p, E'\n') FROM pg_temp.plan_of('SELECT n FROM v WHERE id = ''01ARZ3NDEKTSV4RRFFQ69G5FAV''') AS p),
    'Bitmap Index Scan on v_brin', 'BRIN bloom is used');

SELECT * FROM finish();
ROLLBACK;
