-- Tables with ulid and with uuid keys together: every kind of join and every use of an index
-- gives the rows that two uuid keys give, and plans for uuid alone stay as they were.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT plan(46);

-- Keys n of `one` and n of `many` are the same for n in 1 to 2000; some of `many` have none.
CREATE TABLE one (id ulid PRIMARY KEY, n integer);
CREATE TABLE many (one_id uuid, n integer);
INSERT INTO one SELECT md5(n::text)::uuid, n FROM generate_series(1, 3000) n;
INSERT INTO many SELECT CASE WHEN n % 10 > 0 THEN md5((n % 4000)::text)::uuid END, n FROM generate_series(1, 8000) n;
CREATE INDEX many_one_id_idx ON many (one_id);
ANALYZE one, many;

CREATE FUNCTION pg_temp.explained(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        lines := lines || line || E'\n';
    END LOOP;
    RETURN lines;
END
$$;

-- Turns every way to join off but one.
CREATE FUNCTION pg_temp.only(way text) RETURNS void LANGUAGE sql AS $$
    SELECT pg_catalog.set_config('enable_' || w, (w = way)::text, true)
    FROM unnest('{nestloop,hashjoin,mergejoin}'::text[]) w
$$;

-- Number of rows and a checksum of them, as text.
CREATE FUNCTION pg_temp.summary(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    summary text;
BEGIN
    EXECUTE 'SELECT count(*) || '' '' || coalesce(sum(coalesce(a, 0)::bigint * 10007 + coalesce(b, 0)), 0) FROM ('
            || query || ') q (a, b)' INTO summary;
    RETURN summary;
END
$$;

CREATE TEMPORARY TABLE kind (name text, query text, nestloop text, hashjoin text, mergejoin text);
INSERT INTO kind VALUES
    ('inner join',
     'SELECT one.n, many.n FROM one JOIN many ON one.id = many.one_id',
     'Index Cond: \((one_id = one.id|id = many.one_id)\)', 'Hash Join', 'Merge Join'),
    ('inner join, uuid first',
     'SELECT one.n, many.n FROM many JOIN one ON many.one_id = one.id',
     'Index Cond: \((one_id = one.id|id = many.one_id)\)', 'Hash Join', 'Merge Join'),
    ('left join',
     'SELECT one.n, many.n FROM many LEFT JOIN one ON one.id = many.one_id',
     'Index Cond: \(id = many.one_id\)', 'Hash (Left|Right) Join', 'Merge (Left|Right) Join'),
    ('semijoin',
     'SELECT n, 0 FROM many WHERE EXISTS (SELECT FROM one WHERE one.id = many.one_id)',
     'Index Cond: \((one_id = one.id|id = many.one_id)\)', 'Hash (Right )?(Semi )?Join', 'Merge (Semi )?Join'),
    ('antijoin',
     'SELECT n, 0 FROM many WHERE NOT EXISTS (SELECT FROM one WHERE one.id = many.one_id)',
     'Index Cond: \(id = many.one_id\)', 'Hash (Right )?Anti Join', 'Merge (Right )?Anti Join');

-- The truth comes from the uuid form of both, joined without any index.
CREATE TEMPORARY TABLE truth AS
SELECT name, pg_temp.summary(replace(query, 'one.id', '(one.id::text::ulid::uuid)')) AS summary FROM kind;

SELECT collect_tap(matches(pg_temp.explained(query), nestloop, name || ': nested loop over an index'),
                   is(pg_temp.summary(query), summary, name || ': nested loop, the same rows'))
FROM (SELECT pg_temp.only('nestloop')) o, kind JOIN truth USING (name);
SELECT collect_tap(matches(pg_temp.explained(query), hashjoin, name || ': hash join'),
                   is(pg_temp.summary(query), summary, name || ': hash join, the same rows'))
FROM (SELECT pg_temp.only('hashjoin')) o, kind JOIN truth USING (name);
SELECT collect_tap(matches(pg_temp.explained(query), mergejoin, name || ': merge join'),
                   is(pg_temp.summary(query), summary, name || ': merge join, the same rows'))
FROM (SELECT pg_temp.only('mergejoin')) o, kind JOIN truth USING (name);
RESET enable_nestloop;
RESET enable_hashjoin;
RESET enable_mergejoin;

-- Merge joins that sort both sides, and hash joins shared by workers.
SET LOCAL enable_nestloop = off;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_indexscan = off;
SET LOCAL enable_indexonlyscan = off;
SELECT is(pg_temp.summary(query), summary, 'merge join over two sorts, the same rows')
FROM kind JOIN truth USING (name) WHERE name = 'inner join';
RESET enable_indexscan;
RESET enable_indexonlyscan;
SELECT is(
    pg_temp.summary('SELECT one.n, many.n FROM one FULL JOIN many ON one.id = many.one_id'),
    pg_temp.summary('SELECT one.n, many.n FROM one FULL JOIN many ON one.id::uuid = many.one_id'),
    'full merge join, the same rows');
SET LOCAL enable_hashjoin = on;
SET LOCAL enable_mergejoin = off;
SELECT is(
    pg_temp.summary('SELECT one.n, many.n FROM one FULL JOIN many ON one.id = many.one_id'),
    pg_temp.summary('SELECT one.n, many.n FROM one FULL JOIN many ON one.id::uuid = many.one_id'),
    'full hash join, the same rows');
RESET enable_nestloop;
RESET enable_hashjoin;
RESET enable_mergejoin;

-- Conditions
SELECT matches(pg_temp.explained($$SELECT FROM one WHERE id = uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$),
    'Index Cond: \(id = ''01563e3a', 'ulid column = uuid is an Index Cond');
SELECT matches(pg_temp.explained($$SELECT FROM many WHERE one_id = ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$),
    'Filter: \(one_id = ''01ARZ3', 'uuid column = ulid is not: its index belongs to the server''s family');
SELECT matches(pg_temp.explained($$SELECT FROM one WHERE id = ANY (ARRAY[uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b', NULL])$$),
    'Index Cond: \(id = ANY', 'ulid column = ANY of uuids is an Index Cond');
SET LOCAL enable_bitmapscan = off;
SELECT matches(pg_temp.explained($$SELECT n FROM one WHERE id > uuid 'ff000000-0000-0000-0000-000000000000' ORDER BY id$$),
    'Index Scan using one_pkey on one\s+Index Cond: \(id > ''ff0000', 'a range of uuids too, in order');
RESET enable_bitmapscan;
SELECT matches(pg_temp.explained($$SELECT FROM one WHERE id::uuid = '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$),
    'Index Cond: .*''01563e3a', 'id::uuid = a literal is an Index Cond');
SELECT is(
    (SELECT count(*) FROM many WHERE one_id NOT IN (SELECT id FROM one)),
    (SELECT count(*) FROM many WHERE one_id NOT IN (SELECT id::uuid FROM one)), 'NOT IN');
SELECT matches(pg_temp.explained('SELECT FROM many WHERE one_id NOT IN (SELECT id FROM one)'),
    'hashed SubPlan', 'NOT IN is hashed');

-- A constant goes through an equality of the two types to both sides.
SELECT matches(
    pg_temp.explained($$SELECT FROM one JOIN many ON id = one_id WHERE id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$),
    'one_id = ''01ARZ3NDEKTSV4RRFFQ69G5FAV''::ulid', 'a condition on the ulid is used on the uuid');

-- uuid alone is planned with the server's own family, as ever.
SELECT matches(pg_temp.explained('SELECT one_id FROM many ORDER BY one_id LIMIT 1'),
    'Index Only Scan using many_one_id_idx', 'ORDER BY a uuid reads its index');
SELECT matches(pg_temp.explained('SELECT max(one_id::text), count(DISTINCT one_id) FROM many WHERE one_id = uuid ''01563e3a-b5d3-d676-4c61-efb99302bd5b'''),
    'Index Cond', 'uuid = uuid reads its index');

-- Partitions of a ulid key are pruned by a uuid.
CREATE TABLE parted (id ulid) PARTITION BY RANGE (id);
CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (MINVALUE) TO ('40000000000000000000000000');
CREATE TABLE parted_high PARTITION OF parted FOR VALUES FROM ('40000000000000000000000000') TO (MAXVALUE);
CREATE TABLE hashed (id ulid) PARTITION BY HASH (id);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO hashed SELECT id FROM one;
SELECT unalike(pg_temp.explained($$SELECT FROM parted WHERE id = uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$),
    '%parted_high%', 'range partitions are pruned by a uuid');
SELECT is(
    (SELECT count(*) FROM one WHERE EXISTS (SELECT FROM hashed WHERE hashed.id = one.id::uuid)), 3000::bigint,
    'a uuid finds every row of a hash-partitioned table');

-- Row-level security lets the index work before the policy, because the operators are leakproof.
CREATE ROLE uuid_joins_reader;
GRANT SELECT ON one TO uuid_joins_reader;
ALTER TABLE one ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON one USING (n % 2 = 1);
SET LOCAL ROLE uuid_joins_reader;
CREATE TEMPORARY TABLE secured AS
SELECT line FROM pg_temp.explained($$SELECT FROM one WHERE id = uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$) line;
RESET ROLE;
SELECT matches(line, 'Index Cond', 'a uuid is looked up by index under row-level security') FROM secured;

SELECT * FROM finish();
ROLLBACK;
