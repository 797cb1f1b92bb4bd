-- Every branch of the estimator on small tables, quick enough for the slowest of checked servers; how good
-- the estimates are is in time_estimate.sql.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(48);

CREATE FUNCTION pg_temp.estimate(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN plan->0->'Plan'->>'Plan Rows';
END
$$;

CREATE TABLE common (id ulid);
INSERT INTO common SELECT ulid_first('2026-01-01') FROM generate_series(1, 100);
CREATE TABLE mixed (id ulid);
INSERT INTO mixed SELECT CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN ulid_first('2026-01-01 12:00')
                                    ELSE gen_ulid(timestamptz '2026-01-01' + n * interval '1 minute') END FROM generate_series(1, 400) AS n;
CREATE TABLE growing (id ulid);
INSERT INTO growing SELECT gen_ulid(now() - interval '1 hour' - n * interval '1 minute') FROM generate_series(1, 400) AS n;
CREATE TABLE parted (id ulid) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-01-01 12:00'));
CREATE TABLE parted_2 PARTITION OF parted DEFAULT;
INSERT INTO parted SELECT id FROM mixed;
ANALYZE common, mixed, growing, parted;
INSERT INTO growing SELECT gen_ulid(now() - n * interval '1 second') FROM generate_series(1, 3600) AS n;
CREATE TABLE unknown (id ulid);
INSERT INTO unknown SELECT id FROM mixed;

SELECT cmp_ok(pg_temp.estimate(format('SELECT * FROM %I WHERE id <@ %s', t, range)), '<=', 5000::bigint, format('%s: id <@ %s', t, range))
FROM unnest(ARRAY['common', 'mixed', 'growing', 'parted', 'unknown']) AS t,
     unnest(ARRAY['tstzrange(''2026-01-01 11:59'', ''2026-01-01 12:01'')', 'tstzrange(''2026-01-01 13:00'', NULL)', 'tstzrange(NULL, now())',
                  'tstzrange(now() - interval ''10 minutes'', now())', '''empty''', '''(,)''', 'NULL::tstzrange',
                  '''[4000-01-01 BC, 20000-01-01]''', 'tstzrange(''2026-01-01 12:00:00.0001'', ''2026-01-01 12:00:00.0009'')']) AS range;
SELECT cmp_ok(pg_temp.estimate('SELECT * FROM mixed AS a JOIN growing AS b ON a.id <@ tstzrange(ulid_timestamp(b.id), NULL)'), '>', 0::bigint, 'a join');
SELECT cmp_ok(pg_temp.estimate('SELECT * FROM mixed WHERE tstzrange(''2026-01-01 13:00'', NULL) @> id'), '>', 0::bigint, 'the commutator');
SELECT cmp_ok(pg_temp.estimate('SELECT * FROM mixed WHERE NOT id <@ tstzrange(''2026-01-01 13:00'', NULL)'), '>', 0::bigint, 'the negation');

SELECT * FROM finish();
ROLLBACK;
