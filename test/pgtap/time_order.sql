-- Operators of ulid and timestamptz: one exact, total order over both types, which indexes and joins follow.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SET TIME ZONE 'UTC';
SELECT plan(56);

-- The catalog
SELECT bag_eq(
    $$SELECT oprname::text, oprcom::regoperator::text AS com, oprnegate::regoperator::text AS neg, oprrest::text, oprjoin::text,
             oprcanhash, oprcanmerge
      FROM pg_operator WHERE oprleft = 'ulid'::regtype AND oprright = 'timestamptz'::regtype$$,
    $$SELECT oprname::text, replace(oprcom::regoperator::text, 'timestamp without time zone', 'ulid') AS com,
             replace(oprnegate::regoperator::text, 'timestamp without time zone', 'ulid') AS neg, oprrest::text, oprjoin::text,
             false AS oprcanhash, false AS oprcanmerge
      FROM pg_operator WHERE oprleft = 'timestamp'::regtype AND oprright = 'timestamptz'::regtype$$,
    'commutators, negators and estimators are those of (timestamp, timestamptz)');
SELECT bag_eq(
    $$SELECT oprname::text, oprcom::regoperator::text AS com, oprnegate::regoperator::text AS neg, oprrest::text, oprjoin::text
      FROM pg_operator WHERE oprleft = 'timestamptz'::regtype AND oprright = 'ulid'::regtype$$,
    $$SELECT oprname::text, replace(oprcom::regoperator::text, 'timestamp without time zone', 'ulid') AS com,
             replace(oprnegate::regoperator::text, 'timestamp without time zone', 'ulid') AS neg, oprrest::text, oprjoin::text
      FROM pg_operator WHERE oprleft = 'timestamptz'::regtype AND oprright = 'timestamp'::regtype$$,
    'and those the other way round');
SELECT is((SELECT count(*) FROM pg_proc WHERE proname ~ '^(ulid_.._timestamptz|timestamptz_.._ulid|ulid_cmp_timestamptz|timestamptz_cmp_ulid)$'
           AND provolatile = 'i' AND proparallel = 's' AND proleakproof AND proisstrict), 14::bigint,
    'immutable, parallel safe, leakproof, strict');
SELECT is_empty($$SELECT amopopr::regoperator FROM pg_amop JOIN pg_opfamily f ON f.oid = amopfamily
    WHERE opfname = 'ulid_ops' AND amopopr = '=(timestamptz, timestamptz)'::regoperator$$,
    'equality of two timestamptz stays of one family');

-- Within a millisecond
CREATE FUNCTION pg_temp.compared(a ulid, b timestamptz) RETURNS text LANGUAGE sql AS
    $$SELECT concat_ws(' ', CASE WHEN a < b THEN '<' END, CASE WHEN a <= b THEN '<=' END, CASE WHEN a = b THEN '=' END,
                       CASE WHEN a >= b THEN '>=' END, CASE WHEN a > b THEN '>' END, CASE WHEN a <> b THEN '<>' END)$$;
CREATE FUNCTION pg_temp.commuted(a ulid, b timestamptz) RETURNS text LANGUAGE sql AS
    $$SELECT concat_ws(' ', CASE WHEN b > a THEN '<' END, CASE WHEN b >= a THEN '<=' END, CASE WHEN b = a THEN '=' END,
                       CASE WHEN b <= a THEN '>=' END, CASE WHEN b < a THEN '>' END, CASE WHEN b <> a THEN '<>' END)$$;

CREATE TEMP TABLE expected (what text, id ulid, at timestamptz, answer int);
INSERT INTO expected VALUES
    ('the first of the instant is equal', ulid_first('2026-01-01 00:00:00.001'), '2026-01-01 00:00:00.001', 0),
    ('the second is after it', (ulid_first('2026-01-01 00:00:00.001')::uuid::text::varchar(35) || '1')::ulid, '2026-01-01 00:00:00.001', 1),
    ('so is the last', ulid_last('2026-01-01 00:00:00.001'), '2026-01-01 00:00:00.001', 1),
    ('the last of the millisecond before is not', ulid_last('2026-01-01 00:00:00.000'), '2026-01-01 00:00:00.001', -1),
    ('one microsecond more is after the last', ulid_last('2026-01-01 00:00:00.001'), '2026-01-01 00:00:00.001001', -1),
    ('999 more are before the next', ulid_first('2026-01-01 00:00:00.002'), '2026-01-01 00:00:00.001999', 1),
    ('-infinity is before all', '00000000000000000000000000', '-infinity', 1),
    ('infinity is after all', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'infinity', -1),
    ('so is a time before 1970', '00000000000000000000000000', '1969-12-31 23:59:59.999999', 1),
    ('and one before our era', '00000000000000000000000000', '4714-11-24 00:00:00 BC', 1),
    ('1970 is the first of all', '00000000000000000000000000', '1970-01-01', 0),
    ('before 2000', ulid_last('1999-12-31 23:59:59.999'), '1999-12-31 23:59:59.999500', -1),
    ('the last millisecond', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '10889-08-02 05:31:50.655', 1),
    ('within the last millisecond', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '10889-08-02 05:31:50.655999', -1),
    ('after the last millisecond', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '10889-08-02 05:31:50.656', -1),
    ('the last time of all', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '294276-12-31 23:59:59.999999', -1);
SELECT is(pg_temp.compared(id, at), CASE answer WHEN -1 THEN '< <= <>' WHEN 0 THEN '<= = >=' ELSE '>= > <>' END, what)
FROM expected;
SELECT is_empty('SELECT what FROM expected WHERE pg_temp.commuted(id, at) <> pg_temp.compared(id, at)', 'the commutators agree');
SELECT is_empty('SELECT what FROM expected WHERE ulid_cmp_timestamptz(id, at) <> answer OR timestamptz_cmp_ulid(at, id) <> -answer',
    'so do the comparison functions');

-- Random pairs around 1970, 2000, 2026 and 10889, a few microseconds apart
SELECT setseed(0.4);
CREATE TEMP TABLE pair AS
    SELECT gen_ulid(t) AS id, t + (floor(random() * 5001) - 2500) * interval '1 microsecond' AS at
    FROM (SELECT (ARRAY['1970-01-01 00:00:00.003', '1999-12-31 23:59:59.9995', '2026-01-01', '10889-08-02 05:31:50.655']::timestamptz[])[1 + n % 4]
                 - floor(random() * 3000) * interval '1 microsecond' AS t
          FROM generate_series(1, 10000) AS n) AS s;
SELECT is_empty($$SELECT id, at FROM pair
    WHERE (id >= at) <> (ulid_timestamp(id) >= at) OR (id < at) <> (ulid_timestamp(id) < at)
       OR (at <= id) <> (at <= ulid_timestamp(id)) OR (at > id) <> (at > ulid_timestamp(id))$$,
    '10000 random pairs: id >= t is made at or after t, id < t is made before t');
SELECT is_empty($$SELECT id, at FROM pair
    WHERE (id = at) <> (ulid_timestamp(id) = at AND id = ulid_first(ulid_timestamp(id))) OR (id <> at) = (id = at)
       OR (id <= at) <> (id < at OR id = at) OR (id > at) = (id <= at)$$, 'the others follow from these and from equality');

-- Transitive over random mixed triples: the six comparisons of every two of 60 values, near enough to collide
CREATE TEMP TABLE mixed AS
    SELECT n, CASE WHEN n % 2 = 0 THEN (ARRAY[ulid_first(t), ulid_last(t), gen_ulid(t)])[1 + n / 2 % 3] END AS id,
           CASE WHEN n % 2 = 1 THEN t END AS at
    FROM (SELECT n, timestamptz '2026-01-01' + floor(random() * 9) * interval '500 microseconds' AS t FROM generate_series(1, 60) AS n) AS s;
CREATE TEMP TABLE step AS
    SELECT a.n AS a, b.n AS b,
           CASE WHEN a.id IS NOT NULL AND b.id IS NOT NULL THEN ulid_cmp(a.id, b.id)
                WHEN a.id IS NOT NULL THEN CASE WHEN a.id < b.at THEN -1 WHEN a.id = b.at THEN 0 WHEN a.id > b.at THEN 1 END
                WHEN b.id IS NOT NULL THEN CASE WHEN a.at < b.id THEN -1 WHEN a.at = b.id THEN 0 WHEN a.at > b.id THEN 1 END
                ELSE timestamptz_cmp(a.at, b.at) END AS answer
    FROM mixed a, mixed b;
SELECT is_empty('SELECT a, b FROM step JOIN step other(b, a, reverse) USING (a, b) WHERE answer IS DISTINCT FROM -reverse', 'antisymmetric');
SELECT is_empty($$SELECT p.a, p.b, q.b FROM step p JOIN step q ON q.a = p.b JOIN step r ON r.a = p.a AND r.b = q.b
    WHERE p.answer <= 0 AND q.answer <= 0 AND (r.answer > 0 OR (r.answer = 0 AND (p.answer < 0 OR q.answer < 0)))$$,
    'transitive, and equal only to what is equal');
SELECT cmp_ok((SELECT count(*) FROM step WHERE answer = 0 AND a <> b), '>', 20::bigint, 'with equal ones among them');

-- The same answers by an index, by merge joins and by reading everything
CREATE TABLE t (id ulid, n int);
INSERT INTO t SELECT (ARRAY[ulid_first(at), ulid_last(at), gen_ulid(at)])[1 + n % 3], n
    FROM (SELECT n, timestamptz '2026-01-01' + n / 3 * interval '1 ms' AS at FROM generate_series(1, 3000) AS n) AS s;
CREATE INDEX ON t (id);
CREATE INDEX ON t (id DESC, n);
ANALYZE t;
CREATE FUNCTION pg_temp.answers(way text, query text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    answers text[] = '{}';
    answer text;
    bound text[];
BEGIN
    PERFORM setseed(0.4);
    PERFORM set_config('enable_seqscan', (way = 'seqscan')::text, true), set_config('enable_indexscan', (way <> 'seqscan')::text, true),
            set_config('enable_bitmapscan', (way <> 'seqscan')::text, true), set_config('enable_indexonlyscan', (way <> 'seqscan')::text, true),
            set_config('enable_hashjoin', (way = 'seqscan')::text, true), set_config('enable_nestloop', 'off', true);
    FOR i IN 1 .. 100 LOOP
        bound := ARRAY(
            SELECT format(CASE WHEN random() < 0.5 THEN '%s %L::timestamptz' ELSE '%s ulid_first(%L)' END,
                          (ARRAY['<', '<=', '=', '>=', '>', '<', '>='])[1 + floor(random() * 7)],
                          timestamptz '2026-01-01' + floor(random() * 2200 - 100) * interval '500 microseconds')
            FROM generate_series(1, 2) AS k WHERE i > 0);
        EXECUTE format(query, bound[1], bound[2]) INTO answer;
        answers := answers || answer;
    END LOOP;
    RETURN answers;
END
$$;
SELECT is(pg_temp.answers('index', 'SELECT concat(count(*), '' '', sum(n)) FROM t WHERE id %s AND id %s'),
          pg_temp.answers('seqscan', 'SELECT concat(count(*), '' '', sum(n)) FROM t WHERE id %s AND id %s'),
          'index scans with mixed bounds agree with sequential ones');
SELECT is(pg_temp.answers('index', 'SELECT string_agg(n::text, '','' ORDER BY id DESC, n) FROM (SELECT id, n FROM t WHERE id %s AND id %s ORDER BY id DESC, n LIMIT 5) AS s'),
          pg_temp.answers('seqscan', 'SELECT string_agg(n::text, '','' ORDER BY id DESC, n) FROM (SELECT id, n FROM t WHERE id %s AND id %s ORDER BY id DESC, n LIMIT 5) AS s'),
          'also backwards and with a limit');
SELECT is(pg_temp.answers('index', 'SELECT concat(count(*), '' '', sum(n)) FROM t WHERE id %s AND id %s AND n IN (300, 900, 1500, 2100)'),
          pg_temp.answers('seqscan', 'SELECT concat(count(*), '' '', sum(n)) FROM t WHERE id %s AND id %s AND n IN (300, 900, 1500, 2100)'),
          'also on the first of two columns');
SELECT is(pg_temp.answers('merge', 'SELECT concat(count(*), '' '', sum(t.n + u.n)) FROM t JOIN t u USING (id) WHERE t.id %s AND u.id %s'),
          pg_temp.answers('seqscan', 'SELECT concat(count(*), '' '', sum(t.n + u.n)) FROM t JOIN t u USING (id) WHERE t.id %s AND u.id %s'),
          'merge joins with mixed bounds agree with hash joins');
RESET enable_hashjoin;
RESET enable_nestloop;
RESET enable_indexscan;

-- The plans of it
CREATE FUNCTION pg_temp.plan(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text; plan text = '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP plan := plan || line || E'\n'; END LOOP;
    RETURN plan;
END
$$;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE id >= now() - interval ''1 hour'''), '%Index Cond: (id >= (now() - ''01:00:00''::interval))%',
    'id >= now() - interval is an Index Cond');
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE timestamptz ''2026-01-01'' <= id AND id < ''2026-01-02''::timestamptz'),
    '%Index Cond: ((id >= ''2026-01-01 00:00:00+00''::timestamp with time zone) AND (id < ''2026-01-02 00:00:00+00''::timestamp with time zone))%',
    'so is a constant, on either side');
SELECT alike(pg_temp.plan('SELECT * FROM t JOIN pair ON t.id < pair.at'), '%Index Cond: (id < pair.at)%', 'so is a joined column');

-- An array of timestamps: an index scan sorts it and looks for its ends by the server's own operators.
CREATE FUNCTION pg_temp.both_ways(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    FOR indexes IN 0 .. 1 LOOP
        PERFORM set_config('enable_seqscan', (indexes = 0)::text, true), set_config('enable_indexscan', (indexes = 1)::text, true),
                set_config('enable_indexonlyscan', (indexes = 1)::text, true);
        RETURN QUERY EXECUTE query;
    END LOOP;
END
$$;
SELECT is((SELECT count(DISTINCT r) || ' ' || count(*) FROM pg_temp.both_ways(format('SELECT concat(count(*), '' '', sum(n)) FROM t WHERE %s', condition)) AS r),
          '1 2', condition)
FROM unnest(ARRAY['id %s ANY (ARRAY[timestamptz ''2026-01-01 00:00:00.5'', ''2026-01-01 00:00:00.1'', ''2026-01-01 00:00:00.3005'', ''2026-01-01 00:00:00.1''])',
                  'id %s ANY (ARRAY[timestamptz ''2026-01-01 00:00:00.5''])',
                  'id %s ALL (ARRAY[timestamptz ''2026-01-01 00:00:00.5'', ''2026-01-01 00:00:00.1''])']) AS form,
     unnest(ARRAY['=', '<', '<=', '>=', '>', '<>']) AS operator,
     LATERAL format(form, operator) AS condition;
SET enable_seqscan = off;
SELECT is((SELECT count(*) FROM t WHERE id = ANY ('{2026-01-01 00:00:00.1, 2026-01-01 00:00:00.2}'::timestamptz[]) AND id >= timestamptz '2026-01-01 00:00:00.15'),
          (SELECT count(*) FROM t WHERE id = ulid_first('2026-01-01 00:00:00.2')), 'an array with a further bound');
SELECT alike(pg_temp.plan('SELECT * FROM t WHERE id = ANY (''{2026-01-01, 2026-01-02}''::timestamptz[])'), '%Index Cond: (id = ANY %', 'an array is an Index Cond');

-- A bare literal stays a ulid, and the error says what to do
SELECT throws_like($$SELECT * FROM t WHERE id < '2026-01-01'$$, 'invalid input syntax for type ulid: "2026-01-01"', 'a bare literal is a ulid');
SELECT lives_ok($$SELECT * FROM t WHERE id < '01KDW3NHG00000000000000000'$$, 'which it may be');

SELECT * FROM finish();
ROLLBACK;
