-- The operators of (ulid, uuid) and (uuid, ulid): they agree with uuid's own, carry the right
-- properties, and leave the meaning of literals and parameters alone.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT plan(25);

CREATE TEMPORARY TABLE sample (u uuid);
INSERT INTO sample VALUES
    ('00000000-0000-0000-0000-000000000000'), ('00000000-0000-0000-0000-000000000001'),
    ('00000000-0000-0000-8000-000000000000'), ('01563e3a-b5d3-d676-4c61-efb99302bd5b'),
    ('01563e3a-b5d3-d676-4c61-efb99302bd5c'), ('7fffffff-ffff-ffff-ffff-ffffffffffff'),
    ('80000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'), (NULL);

-- Each operator over all 81 pairs, NULLs too, against uuid's own.
CREATE FUNCTION pg_temp.disagreements(operator text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE format(
        'SELECT count(*) FROM sample a, sample b
         WHERE (a.u::ulid %1$s b.u) IS DISTINCT FROM (a.u %1$s b.u)
            OR (a.u %1$s b.u::ulid) IS DISTINCT FROM (a.u %1$s b.u)', operator) INTO found;
    RETURN found;
END
$$;

SELECT is(pg_temp.disagreements(operator), 0::bigint, operator || ' agrees with uuid''s')
FROM unnest('{<,<=,=,>=,>,<>}'::text[]) AS operator;

SELECT is(count(*), 0::bigint, 'the comparison functions agree with uuid''s')
FROM sample a, sample b
WHERE ulid_uuid_cmp(a.u::ulid, b.u) IS DISTINCT FROM sign(uuid_cmp(a.u, b.u))::integer
   OR uuid_ulid_cmp(a.u, b.u::ulid) IS DISTINCT FROM sign(uuid_cmp(a.u, b.u))::integer;

-- What the planner is told about each is what it is told about uuid's own.
CREATE FUNCTION pg_temp.properties(lefttype regtype, righttype regtype)
RETURNS TABLE (operator name, commutator name, negator name, restriction regproc, join_estimator regproc,
               merges boolean, hashes boolean, volatility "char", parallel "char", leakproof boolean, strict boolean)
LANGUAGE sql AS $$
    SELECT o.oprname, c.oprname, n.oprname, o.oprrest, o.oprjoin, o.oprcanmerge, o.oprcanhash,
           p.provolatile, p.proparallel, p.proleakproof, p.proisstrict
    FROM pg_catalog.pg_operator o
    JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
    JOIN pg_catalog.pg_operator c ON c.oid = o.oprcom AND (c.oprleft, c.oprright) = (o.oprright, o.oprleft)
    JOIN pg_catalog.pg_operator n ON n.oid = o.oprnegate AND (n.oprleft, n.oprright) = (o.oprleft, o.oprright)
    WHERE o.oprleft = lefttype AND o.oprright = righttype
    ORDER BY o.oprname COLLATE "C"
$$;

SELECT results_eq(
    format('SELECT * FROM pg_temp.properties(%L, %L)', l, r),
    $$SELECT * FROM pg_temp.properties('uuid', 'uuid')$$,
    format('(%s, %s): commutators, negators, estimators and marks are uuid''s', l, r))
FROM (VALUES ('ulid', 'uuid'), ('uuid', 'ulid')) pair (l, r);

SELECT is(count(*), 12::bigint, 'every operator and its function has a comment')
FROM pg_operator o
WHERE (oprleft::regtype, oprright::regtype) IN (('ulid'::regtype, 'uuid'::regtype), ('uuid'::regtype, 'ulid'::regtype))
  AND obj_description(o.oid, 'pg_operator') <> '' AND obj_description(oprcode, 'pg_proc') <> '';

-- A literal or a parameter without a type takes the type of the column beside it.
CREATE TABLE uuids (id uuid);
CREATE TABLE ulids (id ulid);

-- The condition of a query, as the planner shows it.
CREATE FUNCTION pg_temp.condition(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        IF line ~ 'Filter|Cond' THEN RETURN substring(line FROM '\((.*)\)$'); END IF;
    END LOOP;
END
$$;

SELECT is(pg_temp.condition($$SELECT FROM uuids WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$),
    $$id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid$$, 'a literal beside a uuid is a uuid');
SELECT is(pg_temp.condition($$SELECT FROM uuids WHERE '01563e3a-b5d3-d676-4c61-efb99302bd5b' < id$$),
    $$'01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid < id$$, 'so is one on the left');
SELECT is(pg_temp.condition($$SELECT FROM ulids WHERE id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$),
    $$id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid$$, 'a literal beside a ulid is a ulid');
SELECT is(pg_temp.condition($$SELECT FROM ulids WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$),
    $$id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid$$, 'even if it has the form of a uuid');
SELECT is(pg_temp.condition($$SELECT FROM ulids WHERE id = uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b'$$),
    $$id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid$$, 'a uuid beside a ulid stays one');
SELECT is(pg_temp.condition($$SELECT FROM uuids WHERE id = ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$),
    $$id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid$$, 'a ulid beside a uuid too');
SELECT is(pg_temp.condition($$SELECT FROM uuids WHERE id IN ('01563e3a-b5d3-d676-4c61-efb99302bd5b', NULL)$$),
    $$id = ANY ('{01563e3a-b5d3-d676-4c61-efb99302bd5b,NULL}'::uuid[])$$, 'IN a list of literals beside a uuid');
SELECT is(pg_temp.condition($$SELECT FROM ulids WHERE id IN ('01563e3a-b5d3-d676-4c61-efb99302bd5b', NULL)$$),
    $$id = ANY ('{01ARZ3NDEKTSV4RRFFQ69G5FAV,NULL}'::ulid[])$$, 'IN a list of literals beside a ulid');
SELECT throws_ok($$SELECT FROM uuids WHERE id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$, '22P02', NULL,
    'a uuid column takes no ulid text');

PREPARE uuid_parameters AS SELECT FROM uuids WHERE id = $1 AND $2 >= id AND id = ANY ($3) AND id IN ($4, $5);
PREPARE ulid_parameters AS SELECT FROM ulids WHERE id = $1 AND $2 >= id AND id = ANY ($3) AND id IN ($4, $5);
PREPARE both_parameters AS SELECT FROM ulids, uuids WHERE ulids.id = uuids.id AND uuids.id <> $1 AND ulids.id <> $2;
SELECT is(parameter_types::text, '{uuid,uuid,uuid[],uuid,uuid}', 'parameters beside a uuid are uuids')
FROM pg_prepared_statements WHERE name = 'uuid_parameters';
SELECT is(parameter_types::text, '{ulid,ulid,ulid[],ulid,ulid}', 'parameters beside a ulid are ulids')
FROM pg_prepared_statements WHERE name = 'ulid_parameters';
SELECT is(parameter_types::text, '{uuid,ulid}', 'each beside its own column')
FROM pg_prepared_statements WHERE name = 'both_parameters';

-- A prepared statement survives the change of a column's type, if it returns none of it.
INSERT INTO uuids VALUES ('01563e3a-b5d3-d676-4c61-efb99302bd5b');
PREPARE counting (uuid) AS SELECT count(*) FROM uuids WHERE id = $1;
PREPARE adding (uuid) AS INSERT INTO uuids VALUES ($1);
PREPARE returning_it (uuid) AS SELECT id FROM uuids WHERE id = $1;
ALTER TABLE uuids ALTER id TYPE ulid;
EXECUTE adding ('01563e3a-b5d3-d676-4c61-efb99302bd5b');
SELECT results_eq($$EXECUTE counting ('01563e3a-b5d3-d676-4c61-efb99302bd5b')$$, 'VALUES (2::bigint)',
    'statements prepared with a uuid go on');
SELECT throws_ok($$EXECUTE returning_it ('01563e3a-b5d3-d676-4c61-efb99302bd5b')$$, '0A000',
    'cached plan must not change result type', 'one that returned a uuid must be prepared anew');

-- Nothing is compared with text.
SELECT throws_ok($$SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'::text$$, '42883', NULL,
    'a ulid is not compared with text');

SELECT * FROM finish();
ROLLBACK;
