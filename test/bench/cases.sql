-- What test/bench/run measures. :rows comes from there.

-- Generators: a call a row, against counting the rows.
INSERT INTO bench.case
SELECT f, format('SELECT count(%s) FROM generate_series(1, %s)', f, :rows),
       format('SELECT count(*) FROM generate_series(1, %s)', :rows), :rows
FROM unnest(ARRAY['gen_random_uuid()', 'gen_ulid()', 'gen_monotonic_ulid()']) AS f;

INSERT INTO bench.ratio (name, numerator, denominator, goal) VALUES
    ('gen_ulid / gen_random_uuid', 'gen_ulid()', 'gen_random_uuid()', 0.07),
    ('gen_monotonic_ulid / gen_random_uuid', 'gen_monotonic_ulid()', 'gen_random_uuid()', 0.06);

-- Sort of shuffled values: the same bits as ulid and as uuid.
CREATE TABLE bench.shuffled AS
    SELECT gen_ulid('2026-01-01'::timestamptz + n * interval '1 ms') AS ulid, NULL::uuid AS uuid, NULL::text AS text
    FROM generate_series(1, :rows) AS n ORDER BY random();
UPDATE bench.shuffled SET uuid = ulid::uuid, text = ulid::text;
CREATE TABLE bench.bursts AS
    SELECT gen_monotonic_ulid() AS ulid, NULL::uuid AS uuid FROM generate_series(1, :rows);
CREATE TABLE bench.bursts_shuffled AS SELECT ulid, ulid::uuid AS uuid FROM bench.bursts ORDER BY random();
DROP TABLE bench.bursts;
VACUUM FREEZE ANALYZE bench.shuffled, bench.bursts_shuffled;

INSERT INTO bench.case
SELECT format('sort %s %s', t, c), format('SELECT %1$s FROM bench.%2$s ORDER BY %1$s OFFSET %3$s', c, t, :rows),
       format('SELECT %s FROM bench.%s OFFSET %s', c, t, :rows), :rows
FROM unnest(ARRAY['shuffled', 'bursts_shuffled']) AS t, unnest(ARRAY['ulid', 'uuid']) AS c;

INSERT INTO bench.ratio (name, numerator, denominator, goal) VALUES
    ('ORDER BY, shuffled: ulid / uuid', 'sort shuffled ulid', 'sort shuffled uuid', 1.08),
    ('ORDER BY, bursts: ulid / uuid', 'sort bursts_shuffled ulid', 'sort bursts_shuffled uuid', NULL);

-- Casts between ulid and text: by function, and through the type's output and input.
INSERT INTO bench.case
SELECT name, format('SELECT count(%s) FROM bench.shuffled', expression), format('SELECT count(%s) FROM bench.shuffled', control), :rows
FROM (VALUES ('cast ulid to text', 'ulid::text', 'ulid'),
             ('ulid to varchar through I/O', 'ulid::varchar', 'ulid'),
             ('cast uuid to text', 'uuid::text', 'uuid'),
             ('cast text to ulid', 'text::ulid', 'text'),
             ('varchar to ulid through I/O', 'text::varchar::ulid', 'text')) AS c(name, expression, control);

INSERT INTO bench.ratio (name, numerator, denominator) VALUES
    ('ulid::text by function / through I/O', 'cast ulid to text', 'ulid to varchar through I/O'),
    ('text::ulid by function / through I/O', 'cast text to ulid', 'varchar to ulid through I/O');
