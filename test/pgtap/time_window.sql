-- Window frames by time: RANGE with an interval over an order by ulid.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(21);

-- Three in one millisecond, then one each 1 ms, 1 s, 10 minutes and a month later
CREATE TEMP TABLE t (n int, id ulid);
INSERT INTO t VALUES
    (1, ulid_first('2026-01-31 12:00:00')), (2, (ulid_first('2026-01-31 12:00:00')::uuid::text::varchar(35) || '1')::ulid), (3, ulid_last('2026-01-31 12:00:00')),
    (4, ulid_last('2026-01-31 12:00:00.001')), (5, ulid_first('2026-01-31 12:00:01')),
    (6, ulid_first('2026-01-31 12:10:00')), (7, ulid_first('2026-02-28 12:00:00'));
SELECT is(ulid_timestamp(id), '2026-01-31 12:00:00', 'the second is of the same millisecond') FROM t WHERE n = 2;

CREATE FUNCTION pg_temp.frames(frame text, direction text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text;
BEGIN
    EXECUTE format('SELECT string_agg(seen, '' '' ORDER BY n)
        FROM (SELECT n, coalesce(string_agg(n::text, '''') OVER (ORDER BY id %s RANGE BETWEEN %s), ''-'') AS seen FROM t) AS s', direction, frame)
    INTO answer;
    RETURN answer;
END
$$;
SELECT is(pg_temp.frames($$'5 minutes' PRECEDING AND CURRENT ROW$$), '1 12 123 1234 12345 6 7', 'minutes before');
SELECT is(pg_temp.frames($$'10 minutes' PRECEDING AND CURRENT ROW$$), '1 12 123 1234 12345 123456 7', 'the frame takes in its own end');
SELECT is(pg_temp.frames($$'0' PRECEDING AND CURRENT ROW$$), '1 12 123 4 5 6 7',
    'an offset takes in the whole millisecond, CURRENT ROW only equal values');
SELECT is(pg_temp.frames($$'0' PRECEDING AND '0' FOLLOWING$$), '123 123 123 4 5 6 7', 'two offsets of nothing: the millisecond');
SELECT is(pg_temp.frames($$CURRENT ROW AND '1 ms' FOLLOWING$$), '1234 234 34 4 5 6 7', 'one millisecond after');
SELECT is(pg_temp.frames($$'1 ms' FOLLOWING AND '1 s' FOLLOWING$$), '45 45 45 5 - - -', 'both ends after');
SELECT is(pg_temp.frames($$'1 hour' PRECEDING AND '1 ms' PRECEDING$$), '- - - 123 1234 12345 -', 'both ends before');
SELECT is(pg_temp.frames($$'0' PRECEDING AND '999 microseconds' FOLLOWING$$), '123 123 123 4 5 6 7', 'less than a millisecond is none');
SELECT is(pg_temp.frames($$'0' PRECEDING AND '1 month' FOLLOWING$$), '1234567 1234567 1234567 4567 567 67 7', 'a month after');
SELECT is(pg_temp.frames($$'5 minutes' PRECEDING AND CURRENT ROW$$, 'DESC'), '54321 5432 543 54 5 6 7', 'backwards: later by minutes, and itself');
SELECT is(pg_temp.frames($$CURRENT ROW AND '5 minutes' FOLLOWING$$, 'DESC'), '1 21 321 4321 54321 6 7', 'and earlier');

-- The definition, on random values
SELECT setseed(0.4);
CREATE TEMP TABLE r AS
    SELECT gen_ulid(timestamptz '2026-03-28 20:00' + floor(random() * 86400) * interval '1 s') AS id FROM generate_series(1, 1000) AS n;
SELECT set_config('TimeZone', 'Europe/Berlin', true);  -- the clock there goes forward in that night
SELECT is_empty($$
    SELECT * FROM (
        SELECT id, count(*) OVER (ORDER BY id RANGE BETWEEN '1 day -20 hours' PRECEDING AND '90 minutes' FOLLOWING) AS by_id,
               count(*) OVER (ORDER BY ulid_timestamp(id) RANGE BETWEEN '1 day -20 hours' PRECEDING AND '90 minutes' FOLLOWING) AS by_time
        FROM r) AS s WHERE by_id <> by_time$$, 'the frame is that of ulid_timestamp');
SET TIME ZONE 'UTC';

-- Errors, and the ends of the type
SELECT throws_ok($$SELECT count(*) OVER (ORDER BY id RANGE '-1 second' PRECEDING) FROM t$$, '22013',
    'invalid preceding or following size in window function', 'a negative offset is an error');
SELECT throws_ok($$SELECT count(*) OVER (ORDER BY id RANGE '-178000000 years' PRECEDING) FROM t$$, '22013',
    'invalid preceding or following size in window function', 'also one so long that the server is not asked');
SELECT throws_ok($$SELECT count(*) OVER (ORDER BY id RANGE BETWEEN CURRENT ROW AND '1 month -31 days' FOLLOWING) FROM t$$, '22013', NULL,
    'a month is 30 days for that, as in core');
TRUNCATE t;
INSERT INTO t VALUES (1, '00000000000000000000000000'), (2, ulid_last('1970-01-01')), (3, ulid_first('2026-01-01')), (4, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
SELECT is(pg_temp.frames($$'100 years' PRECEDING AND '100 years' FOLLOWING$$), '123 123 123 4', 'ends of the type');
SELECT is(pg_temp.frames($$'9000 years' PRECEDING AND '9000 years' FOLLOWING$$), '1234 1234 1234 1234', 'all of it');
SELECT is(pg_temp.frames($$'178000000 years' PRECEDING AND '178000000 years' FOLLOWING$$), '1234 1234 1234 1234', 'the longest intervals do not overflow');
SELECT is(pg_temp.frames($$'178000000 years' FOLLOWING AND '178000000 years' FOLLOWING$$), '- - - -', 'beyond the end there is nothing');
SELECT is(pg_temp.frames($$'2147483647 days' PRECEDING AND '9000 years' PRECEDING$$), '- - - -', 'nor before the start');

SELECT * FROM finish();
ROLLBACK;
