-- The generators: clock, randomness, order, and what does not reset a session's state.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(35);

-- Whether each is made between the clock before and the clock after, in milliseconds.
CREATE TEMP TABLE made AS
    SELECT n, f, before, CASE f WHEN 1 THEN gen_ulid() WHEN 2 THEN gen_monotonic_ulid() ELSE gen_ordered_ulid() END AS id
    FROM (SELECT n, f, clock_timestamp() AS before FROM generate_series(1, 50000) AS n, generate_series(1, 3) AS f) AS s;
CREATE TEMP VIEW random AS SELECT * FROM made WHERE f = 1;
CREATE TEMP VIEW monotonic AS SELECT * FROM made WHERE f = 2;
CREATE TEMP VIEW ordered AS SELECT * FROM made WHERE f = 3;

SELECT is((SELECT count(DISTINCT id) FROM made), 150000::bigint, 'all are different');
SELECT is_empty('SELECT id FROM made WHERE ulid_timestamp(id) < date_trunc(''milliseconds'', before)', 'none is older than the call');
SELECT cmp_ok((SELECT max(ulid_timestamp(id)) FROM made), '<=', clock_timestamp(), 'none is from the future');
SELECT cmp_ok((SELECT count(DISTINCT ulid_timestamp(id)) FROM made), '>', 3::bigint, 'the clock is that of the call, not of the transaction');

-- Randomness: the random bits, counted from `first`, that are set too often or too seldom for a fair
-- coin, by more than ten standard deviations. Equal bytes are counted before their bits are.
CREATE FUNCTION pg_temp.unfair_bits(relation text, first int) RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        'WITH bytes AS (
             SELECT place, get_byte(id::bytea, 6 + place) AS byte, count(*)
             FROM %I, generate_series(0, 9) AS place GROUP BY 1, 2)
         SELECT 8 * place + bit FROM bytes, generate_series(0, 7) AS bit WHERE 8 * place + bit >= %s
         GROUP BY place, bit
         HAVING abs(sum(count * (byte >> 7 - bit & 1)) - sum(count) / 2.0) > 5 * sqrt(sum(count))', relation, first);
END
$$;
CREATE FUNCTION pg_temp.low_bits(ulid) RETURNS bigint LANGUAGE sql AS
    $$SELECT ('x' || right($1::bytea::text, 8))::bit(32)::bigint$$;
SELECT is_empty($$SELECT pg_temp.unfair_bits('random', 0)$$, 'each of the 80 random bits of gen_ulid() is a fair coin');
SELECT is((SELECT count(DISTINCT substring(id::bytea FROM 7)) FROM random), 50000::bigint, 'no random part repeats');

-- Order in a session
SELECT is_empty('SELECT id FROM (SELECT id, lag(id) OVER (ORDER BY n) AS previous FROM monotonic) AS s WHERE id <= previous',
    'gen_monotonic_ulid ascends');
SELECT is_empty($$
    SELECT id FROM (SELECT id, lag(id) OVER (ORDER BY n) AS previous FROM monotonic) AS s
    WHERE ulid_timestamp(id) = ulid_timestamp(previous)
      AND (pg_temp.low_bits(id) - pg_temp.low_bits(previous)) NOT IN (1, 1 - 4294967296)$$, 'by one within a millisecond');
SELECT is_empty($$
    SELECT ms FROM (
        SELECT ulid_timestamp(id) AS ms, (array_agg(substring(id::bytea FROM 7 FOR 8) ORDER BY id))[1] AS start
        FROM monotonic GROUP BY 1) AS s
    GROUP BY ms, start HAVING count(*) > 1$$, 'from a start of its own in each');
SELECT cmp_ok((SELECT count(DISTINCT substring(id::bytea FROM 7 FOR 6)) FROM monotonic),
    '>=', (SELECT count(DISTINCT ulid_timestamp(id)) FROM monotonic), 'which is random');

-- gen_ordered_ulid: the time in 4096ths of a millisecond, then 68 random bits
SELECT is_empty('SELECT id FROM (SELECT id, lag(id) OVER (ORDER BY n) AS previous FROM ordered) AS s WHERE id <= previous',
    'gen_ordered_ulid ascends');
CREATE FUNCTION pg_temp.microseconds(ulid) RETURNS numeric LANGUAGE sql AS
    $$SELECT extract(epoch FROM ulid_timestamp($1)) * 1000000
             + ('x' || substr(encode($1::bytea, 'hex'), 13, 3))::bit(12)::int * 1000.0 / 4096$$;
SELECT is_empty($$SELECT id FROM ordered WHERE pg_temp.microseconds(id) < extract(epoch FROM before) * 1000000 - 1$$,
    'its time is not before the call, by more than the clock''s microsecond');
SELECT cmp_ok((SELECT max(pg_temp.microseconds(id)) FROM ordered), '<=', (extract(epoch FROM clock_timestamp()) + 1) * 1000000,
    'nor after it');
CREATE TEMP TABLE fresh AS
    SELECT min(id) AS id FROM ordered GROUP BY left(encode(id::bytea, 'hex'), 15);
SELECT is_empty($$SELECT pg_temp.unfair_bits('fresh', 12)$$, 'each of its 68 random bits is a fair coin');

-- What does not reset the state of a session
CREATE TEMP TABLE last (step text, monotonic ulid, ordered ulid);
CREATE FUNCTION pg_temp.ascends(step text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    previous last := (SELECT ROW('', max(monotonic), max(ordered))::last FROM last);
BEGIN
    RETURN ok(gen_monotonic_ulid() > previous.monotonic AND gen_ordered_ulid() > previous.ordered, step);
END
$$;
INSERT INTO last SELECT 'start', gen_monotonic_ulid(), gen_ordered_ulid();
SAVEPOINT s;
CREATE TEMP TABLE lost AS SELECT gen_monotonic_ulid() AS monotonic, gen_ordered_ulid() AS ordered FROM generate_series(1, 1000);
SELECT max(monotonic) AS lost_monotonic, max(ordered) AS lost_ordered FROM lost \gset
ROLLBACK TO s;
INSERT INTO last VALUES ('rolled back', :'lost_monotonic', :'lost_ordered');
SELECT pg_temp.ascends('after ROLLBACK of a subtransaction');
CREATE FUNCTION pg_temp.fail() RETURNS last LANGUAGE plpgsql AS $$
DECLARE
    made last;
BEGIN
    FOR i IN 1 .. 1000 LOOP
        made := ('error', gen_monotonic_ulid(), gen_ordered_ulid());
    END LOOP;
    BEGIN
        PERFORM 'x'::ulid;
    EXCEPTION WHEN invalid_text_representation THEN
        RETURN made;
    END;
END
$$;
INSERT INTO last SELECT * FROM pg_temp.fail();
SELECT pg_temp.ascends('after an error');
SELECT pg_temp.ascends('and again');

-- gen_ulid(timestamptz): that millisecond, fresh randomness
CREATE TEMP TABLE filled AS SELECT gen_ulid('2016-07-30 23:54:10.259999+00') AS id FROM generate_series(1, 10000);
SELECT is((SELECT count(DISTINCT id) FROM filled), 10000::bigint, 'back-filled ids are different');
SELECT results_eq('SELECT DISTINCT ulid_timestamp(id) FROM filled', $$VALUES (timestamptz '2016-07-30 23:54:10.259+00')$$,
    'and of the given millisecond');
SELECT is_empty($$SELECT pg_temp.unfair_bits('filled', 0)$$, 'with 80 fair coins too');
SELECT is(ulid_timestamp(gen_ulid('1970-01-01+00')), '1970-01-01+00', 'from 1970');
SELECT is(ulid_timestamp(gen_ulid('10889-08-02 05:31:50.655999+00')), '10889-08-02 05:31:50.655+00', 'to 10889');
SELECT is(gen_ulid(NULL), NULL, 'NULL for NULL');
SELECT throws_ok($$SELECT gen_ulid('1969-12-31 23:59:59.999999+00')$$, '22008', NULL, 'before 1970 is 22008');
SELECT throws_ok($$SELECT gen_ulid('infinity')$$, '22008', NULL, 'infinity is 22008');

-- ulid_next: the successor
SELECT is(ulid_next('01ARZ3NDEKTSV4RRFFQ69G5FAV'), '01ARZ3NDEKTSV4RRFFQ69G5FAW', 'ulid_next adds one');
SELECT is(ulid_next('01ARZ3NDEKTZZZZZZZZZZZZZZZ'), '01ARZ3NDEKV000000000000000', 'with carry');
SELECT is(ulid_next(ulid_last('2026-01-01+00')), ulid_first('2026-01-01 00:00:00.001+00'), 'and into the next millisecond');
SELECT is(ulid_next(NULL), NULL, 'NULL for NULL');
SELECT throws_ok($$SELECT ulid_next('7ZZZZZZZZZZZZZZZZZZZZZZZZZ')$$, '2200H', NULL, 'after the greatest there is none');

-- Volatile: one value a row, and no index on it
SELECT is((SELECT count(DISTINCT id) FROM (SELECT gen_ulid() AS id FROM generate_series(1, 100)) AS s), 100::bigint,
    'a call a row');
SELECT throws_ok('CREATE INDEX ON filled ((gen_ulid()))', '42P17', NULL, 'no index on a generator');

-- Parallel workers have their own randomness, and the session's order is not theirs
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
CREATE TABLE rows AS SELECT n FROM generate_series(1, 50000) AS n;
ALTER TABLE rows SET (parallel_workers = 2);
ANALYZE rows;
SELECT is((SELECT count(DISTINCT id) FROM (SELECT gen_ulid() AS id FROM rows) AS s), 50000::bigint,
    'gen_ulid in parallel workers gives different values');
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query;
END
$$;
SELECT unalike((SELECT string_agg(p, E'\n') FROM pg_temp.plan_of(format('SELECT max(%I()) FROM rows', f)) AS p),
    '%Partial Aggregate%', f || ' stays with the leader') FROM unnest(ARRAY['gen_monotonic_ulid', 'gen_ordered_ulid']) AS f;

SELECT * FROM finish();
ROLLBACK;
