-- What test/bench/run measures. :rows, :calls and :helper come from there.

CREATE FUNCTION bench.loop_call(regprocedure, bigint, text DEFAULT '') RETURNS void AS :'helper', 'loop_call' LANGUAGE C STRICT;
CREATE FUNCTION bench.empty() RETURNS ulid AS :'helper', 'empty_16' LANGUAGE C;
CREATE FUNCTION bench.empty_text() RETURNS ulid AS :'helper', 'empty_27' LANGUAGE C;
CREATE FUNCTION bench.clock() RETURNS ulid AS :'helper', 'clock_16' LANGUAGE C;

SELECT EXISTS (SELECT FROM pg_proc WHERE proname = 'uuidv7') AS has_uuidv7 \gset

-- Single functions, without the executor
INSERT INTO bench.case (name, calls, statement)
SELECT f, :calls, format('SELECT bench.loop_call(%L, %s, %L)', f, :calls, argument)
FROM (VALUES ('bench.empty()', ''), ('bench.empty_text()', ''), ('bench.clock()', ''),
             ('gen_ulid()', ''), ('gen_monotonic_ulid()', ''), ('gen_ordered_ulid()', ''), ('gen_random_uuid()', ''),
             ('ulid_out(ulid)', '01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('ulid_in(cstring)', '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
             ('ulid_send(ulid)', '01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('ulid_recv(internal)', '01563e3ab5d3d6764c61efb99302bd5b'),
             ('uuid_out(uuid)', '01563e3a-b5d3-d676-4c61-efb99302bd5b'), ('uuid_in(cstring)', '01563e3a-b5d3-d676-4c61-efb99302bd5b'),
             ('uuid_send(uuid)', '01563e3a-b5d3-d676-4c61-efb99302bd5b'), ('uuid_recv(internal)', '01563e3ab5d3d6764c61efb99302bd5b'),
             ('ulid_timestamp(ulid)', '01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('ulid_first(timestamptz)', '2016-07-30 23:54:10.259+00')
     ) AS v(f, argument);
INSERT INTO bench.case (name, calls, statement)
SELECT 'uuidv7()', :calls, format('SELECT bench.loop_call(%L, %s)', 'uuidv7()', :calls) WHERE :'has_uuidv7';

INSERT INTO bench.figure (name, expression, goal) VALUES
    ('gen_ulid, ns above an empty function and the clock', $$ns('gen_ulid()') - ns('bench.clock()')$$, 6),
    ('gen_ulid / gen_random_uuid', $$ns('gen_ulid()') / ns('gen_random_uuid()')$$, 0.045),
    ('gen_monotonic_ulid / gen_random_uuid', $$ns('gen_monotonic_ulid()') / ns('gen_random_uuid()')$$, 0.040),
    ('gen_ordered_ulid / gen_ulid', $$ns('gen_ordered_ulid()') / ns('gen_ulid()')$$, 1.25),
    ('ulid_out / empty function', $$ns('ulid_out(ulid)') / ns('bench.empty()')$$, 1.4),
    ('ulid_out / empty function of 27 bytes', $$ns('ulid_out(ulid)') / ns('bench.empty_text()')$$, NULL),
    ('ulid_out / uuid_out', $$ns('ulid_out(ulid)') / ns('uuid_out(uuid)')$$, 0.13),
    ('ulid_in / uuid_in', $$ns('ulid_in(cstring)') / ns('uuid_in(cstring)')$$, 0.11),
    ('ulid_send / uuid_send', $$ns('ulid_send(ulid)') / ns('uuid_send(uuid)')$$, NULL),
    ('ulid_recv / uuid_recv', $$ns('ulid_recv(internal)') / ns('uuid_recv(internal)')$$, NULL);
INSERT INTO bench.figure (name, expression, goal)
SELECT 'gen_ulid / uuidv7', $$ns('gen_ulid()') / ns('uuidv7()')$$, 0.055 WHERE :'has_uuidv7';

-- The same in SQL: a call a row, against counting the rows
INSERT INTO bench.case (name, calls, statement, control)
SELECT 'SQL ' || f, :rows, format('SELECT count(%s) FROM generate_series(1, %s)', f, :rows),
       format('SELECT count(*) FROM generate_series(1, %s)', :rows)
FROM unnest(ARRAY['gen_random_uuid()', 'gen_ulid()', 'gen_monotonic_ulid()']) AS f;
INSERT INTO bench.figure (name, expression, goal) VALUES
    ('gen_ulid / gen_random_uuid, in SQL', $$ns('SQL gen_ulid()') / ns('SQL gen_random_uuid()')$$, 0.07),
    ('gen_monotonic_ulid / gen_random_uuid, in SQL', $$ns('SQL gen_monotonic_ulid()') / ns('SQL gen_random_uuid()')$$, 0.06);

-- Data: the same bits as ulid and as uuid. spread: one a millisecond; monotonic and ordered: bursts.
CREATE TABLE bench.spread AS
    SELECT gen_ulid('2026-01-01'::timestamptz + n * interval '1 ms') AS ulid FROM generate_series(1, :rows) AS n ORDER BY random();
CREATE TABLE bench.random AS SELECT gen_random_uuid()::ulid AS ulid FROM generate_series(1, :rows);
CREATE TABLE bench.sorted AS SELECT gen_monotonic_ulid() AS ulid FROM generate_series(1, :rows);
CREATE TABLE bench.monotonic AS SELECT ulid FROM bench.sorted ORDER BY random();
CREATE TABLE bench.ordered_sorted AS SELECT gen_ordered_ulid() AS ulid FROM generate_series(1, :rows);
CREATE TABLE bench.ordered AS SELECT ulid FROM bench.ordered_sorted ORDER BY random();
DROP TABLE bench.ordered_sorted;
CREATE TABLE bench.spread_uuid AS SELECT ulid::uuid AS uuid FROM bench.spread;
CREATE TABLE bench.random_uuid AS SELECT ulid::uuid AS uuid FROM bench.random;
CREATE TABLE bench.sorted_uuid AS SELECT ulid::uuid AS uuid FROM bench.sorted;
CREATE TABLE bench.monotonic_uuid AS SELECT ulid::uuid AS uuid FROM bench.monotonic;
CREATE TABLE bench.ordered_uuid AS SELECT ulid::uuid AS uuid FROM bench.ordered;
CREATE TABLE bench.spread_text AS SELECT ulid::text AS text FROM bench.spread;
VACUUM FREEZE ANALYZE;

-- Sort and index
CREATE TEMP VIEW kind AS
    SELECT t AS data, CASE WHEN k = 'ulid' THEN t ELSE t || '_uuid' END AS relation, k AS type
    FROM unnest(ARRAY['spread', 'random', 'sorted', 'monotonic', 'ordered']) AS t, unnest(ARRAY['ulid', 'uuid']) AS k;
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT format('ORDER BY, %s %s', data, type), :rows, 'SET enable_indexscan = off; SET enable_indexonlyscan = off',
       format('SELECT %1$s FROM bench.%2$s ORDER BY %1$s OFFSET %3$s', type, relation, :rows) FROM kind;
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT format('CREATE UNIQUE INDEX, %s %s', data, type), :rows, format('DROP INDEX IF EXISTS bench.%s_index', relation),
       format('CREATE UNIQUE INDEX %1$s_index ON bench.%1$s (%2$s)', relation, type) FROM kind;
INSERT INTO bench.figure (name, expression, goal)
SELECT format('%s, %s: ulid / uuid', what, data), format($$ns('%1$s, %2$s ulid') / ns('%1$s, %2$s uuid')$$, what, data), goal
FROM (VALUES ('ORDER BY', 1.02), ('CREATE UNIQUE INDEX', 1.00)) AS w(what, goal), (SELECT DISTINCT data FROM kind) AS d ORDER BY 1;
INSERT INTO bench.figure (name, expression, goal) VALUES
    ('ORDER BY, bursts: ordered / monotonic', $$ns('ORDER BY, ordered ulid') / ns('ORDER BY, monotonic ulid')$$, 0.55);

-- Hash, group, join
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT format('%s %s', what, type), :rows, 'SET enable_mergejoin = off', format(statement, type, relation)
FROM kind, (VALUES ('hash join', 'SELECT count(*) FROM bench.%2$s AS a JOIN bench.%2$s AS b USING (%1$s)'),
                   ('hash aggregate', 'SELECT count(*) FROM (SELECT %1$s FROM bench.%2$s GROUP BY %1$s) AS g'),
                   ('count(DISTINCT)', 'SELECT count(DISTINCT %1$s) FROM bench.%2$s')) AS w(what, statement)
WHERE data = 'spread';
INSERT INTO bench.figure (name, expression)
SELECT format('%s: ulid / uuid', what), format($$ns('%1$s ulid') / ns('%1$s uuid')$$, what)
FROM unnest(ARRAY['hash join', 'hash aggregate', 'count(DISTINCT)']) AS what;

-- COPY of one column, whole statements
CREATE TABLE bench.copied_ulid (ulid ulid);
CREATE TABLE bench.copied_uuid (uuid uuid);
SELECT format('COPY bench.%s TO %L WITH (FORMAT %s)', t, current_setting('data_directory') || '/' || t || '.' || f, f)
FROM unnest(ARRAY['spread', 'spread_uuid']) AS t, unnest(ARRAY['text', 'binary']) AS f \gexec
INSERT INTO bench.case (name, calls, statement)
SELECT format('COPY %s out %s', f, type), :rows, format('COPY bench.%s TO ''/dev/null'' WITH (FORMAT %s)', relation, f)
FROM kind, unnest(ARRAY['text', 'binary']) AS f WHERE data = 'spread';
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT format('COPY %s in %s', f, type), :rows, 'TRUNCATE bench.copied_ulid, bench.copied_uuid',
       format('COPY bench.copied_%s FROM %L WITH (FORMAT %s)', type, current_setting('data_directory') || '/' || relation || '.' || f, f)
FROM kind, unnest(ARRAY['text', 'binary']) AS f WHERE data = 'spread';
INSERT INTO bench.figure (name, expression, goal) VALUES
    ('COPY text out: ulid / uuid', $$ns('COPY text out ulid') / ns('COPY text out uuid')$$, 0.50),
    ('COPY text in: ulid / uuid', $$ns('COPY text in ulid') / ns('COPY text in uuid')$$, 0.43),
    ('COPY binary out: ulid / uuid', $$ns('COPY binary out ulid') / ns('COPY binary out uuid')$$, 0.90),
    ('COPY binary in: ulid / uuid', $$ns('COPY binary in ulid') / ns('COPY binary in uuid')$$, NULL);

-- Casts
INSERT INTO bench.case (name, calls, statement, control)
SELECT expression, :rows, format('SELECT count(%s) FROM bench.%s', expression, relation), format('SELECT count(%s) FROM bench.%s', control, relation)
FROM (VALUES ('ulid::text', 'ulid', 'spread'), ('ulid::varchar', 'ulid', 'spread'), ('uuid::text', 'uuid', 'spread_uuid'),
             ('text::ulid', 'text', 'spread_text'), ('text::varchar::ulid', 'text', 'spread_text'),
             ('ulid::timestamptz', 'ulid', 'spread')) AS c(expression, control, relation);
INSERT INTO bench.figure (name, expression, goal) VALUES
    ('ulid::text / uuid::text', $$ns('ulid::text') / ns('uuid::text')$$, NULL),
    ('ulid::text by function / through I/O', $$ns('ulid::text') / ns('ulid::varchar')$$, NULL),
    ('text::ulid by function / through I/O', $$ns('text::ulid') / ns('text::varchar::ulid')$$, NULL);

-- Insert with a key, into an empty table
CREATE TABLE bench.key_v4 (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int);
CREATE TABLE bench.key_ulid (id ulid PRIMARY KEY DEFAULT gen_ulid(), n int);
CREATE TABLE bench.key_monotonic (id ulid PRIMARY KEY DEFAULT gen_monotonic_ulid(), n int);
CREATE TABLE bench.key_ordered (id ulid PRIMARY KEY DEFAULT gen_ordered_ulid(), n int);
CREATE TABLE bench.key_bigint (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
CREATE TABLE bench.key_text (id text COLLATE "C" PRIMARY KEY DEFAULT gen_ulid()::text, n int);
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT 'insert ' || k, :rows, format('TRUNCATE bench.key_%s', k), format('INSERT INTO bench.key_%s (n) SELECT generate_series(1, %s)', k, :rows)
FROM unnest(ARRAY['v4', 'ulid', 'monotonic', 'ordered', 'bigint', 'text']) AS k;
SELECT 'CREATE TABLE bench.key_v7 (id uuid PRIMARY KEY DEFAULT uuidv7(), n int)' WHERE :'has_uuidv7' \gexec
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT 'insert v7', :rows, 'TRUNCATE bench.key_v7', format('INSERT INTO bench.key_v7 (n) SELECT generate_series(1, %s)', :rows) WHERE :'has_uuidv7';
INSERT INTO bench.figure (name, expression, goal) VALUES
    ('insert with key: ulid / v4', $$ns('insert ulid') / ns('insert v4')$$, NULL),
    ('insert with key: monotonic / v4', $$ns('insert monotonic') / ns('insert v4')$$, 0.23),
    ('insert with key: ordered / v4', $$ns('insert ordered') / ns('insert v4')$$, 0.23),
    ('insert with key: monotonic / bigint identity', $$ns('insert monotonic') / ns('insert bigint')$$, 1.0),
    ('insert with key: ordered / bigint identity', $$ns('insert ordered') / ns('insert bigint')$$, 1.0),
    ('insert with key: text / ulid', $$ns('insert text') / ns('insert ulid')$$, NULL);
INSERT INTO bench.figure (name, expression)
SELECT 'insert with key: ordered / v7', $$ns('insert ordered') / ns('insert v7')$$ WHERE :'has_uuidv7';

-- Look-ups: 10,000 keys by index, and 100 ranges of a thousandth each
CREATE TABLE bench.looked_ulid AS SELECT ulid FROM bench.spread;
CREATE TABLE bench.looked_uuid AS SELECT uuid FROM bench.spread_uuid;
ALTER TABLE bench.looked_ulid ADD PRIMARY KEY (ulid);
ALTER TABLE bench.looked_uuid ADD PRIMARY KEY (uuid);
CREATE TABLE bench.sample AS SELECT ulid, ulid::uuid AS uuid FROM bench.spread LIMIT 10000;
CREATE TABLE bench.ends AS SELECT ulid AS low, ulid_first(ulid_timestamp(ulid) + :rows / 1000 * interval '1 ms') AS high FROM bench.sample LIMIT 100;
CREATE TABLE bench.ends_uuid AS SELECT low::uuid, high::uuid FROM bench.ends;
VACUUM ANALYZE bench.looked_ulid, bench.looked_uuid, bench.sample, bench.ends, bench.ends_uuid;
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT 'point look-up ' || type, 10000, 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = on; SET enable_bitmapscan = off',
       format('SELECT count(*) FROM bench.sample AS s JOIN bench.looked_%1$s AS l ON l.%1$s = s.%1$s', type)
FROM unnest(ARRAY['ulid', 'uuid']) AS type;
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT 'range look-up ' || type, 100, 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_bitmapscan = off',
       format('SELECT count(*) FROM bench.ends%2$s AS e JOIN bench.looked_%1$s AS l ON l.%1$s >= low AND l.%1$s < high', type, suffix)
FROM (VALUES ('ulid', ''), ('uuid', '_uuid')) AS t(type, suffix);
INSERT INTO bench.figure (name, expression) VALUES
    ('point look-up: ulid / uuid', $$ns('point look-up ulid') / ns('point look-up uuid')$$),
    ('range look-up: ulid / uuid', $$ns('range look-up ulid') / ns('range look-up uuid')$$);

-- An index with duplicates, as on a foreign key: each of a tenth of the keys ten times
CREATE TABLE bench.child_ulid AS SELECT p.ulid FROM (SELECT ulid FROM bench.spread LIMIT :rows / 10) AS p, generate_series(1, 10) ORDER BY random();
CREATE TABLE bench.child_uuid AS SELECT ulid::uuid AS uuid FROM bench.child_ulid;
VACUUM FREEZE ANALYZE bench.child_ulid, bench.child_uuid;
INSERT INTO bench.case (name, calls, prepare, statement)
SELECT 'CREATE INDEX with duplicates, ' || type, :rows, format('DROP INDEX IF EXISTS bench.child_%s_index', type),
       format('CREATE INDEX child_%1$s_index ON bench.child_%1$s (%1$s)', type) FROM unnest(ARRAY['ulid', 'uuid']) AS type;
INSERT INTO bench.figure (name, expression) VALUES
    ('CREATE INDEX with duplicates: ulid / uuid', $$ns('CREATE INDEX with duplicates, ulid') / ns('CREATE INDEX with duplicates, uuid')$$);
