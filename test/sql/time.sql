-- What a user sees of time as a predicate: plans, and errors that say what to do.
\set SHOW_CONTEXT never
SET TIME ZONE 'UTC';
SET enable_seqscan = off;
SET enable_bitmapscan = off;

CREATE TABLE event (id ulid PRIMARY KEY);

-- A range on the key is an index range
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE id >= timestamptz '2026-01-01' AND id < timestamptz '2026-02-01';
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE id <@ tstzrange('2026-01-01', '2026-02-01');
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE tstzrange('2026-01-01', '2026-02-01', '(]') @> id;
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE id <@ 'empty';
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE id <@ '[2026-01-01,)';
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE id <@ tstzrange(now() - interval '1 hour', now());

-- A bare literal is a ulid
SELECT * FROM event WHERE id < '2026-01-01';
SELECT * FROM event WHERE id BETWEEN 'yesterday' AND 'today';
SELECT * FROM event WHERE id < timestamptz '2026-01-01';

-- Frames
SELECT count(*) OVER (ORDER BY id RANGE '-1 minute' PRECEDING) FROM (VALUES (ulid_first('2026-01-01'))) AS v(id);

-- Encoders
SELECT ulid_time_encoder('2026-01-01'), ulid_uuid_time_encoder('2026-01-01');
SELECT ulid_time_decoder('01KDVDNA000000000000000000'), ulid_time_decoder('019b76da-a800-0000-0000-000000000000');
SELECT ulid_time_encoder('infinity');
SELECT ulid_time_decoder('2026-01-01');

DROP TABLE event;
