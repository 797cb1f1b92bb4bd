-- What the families hold: every operator and support function of ulid beside uuid, and no more.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT plan(5);

-- The operator of each strategy, by name, for one method and pair of types.
CREATE FUNCTION pg_temp.operators(method text, lefttype regtype, righttype regtype) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(a.amopstrategy || ' ' || o.oprname, ', ' ORDER BY a.amopstrategy)
    FROM pg_catalog.pg_amop a
    JOIN pg_catalog.pg_operator o ON o.oid = a.amopopr
    JOIN pg_catalog.pg_opfamily f ON f.oid = a.amopfamily AND f.opfname = 'ulid_ops'
    JOIN pg_catalog.pg_am m ON m.oid = f.opfmethod AND m.amname = method
    WHERE a.amoplefttype = lefttype AND a.amoprighttype = righttype AND a.amoppurpose = 's'
$$;

CREATE FUNCTION pg_temp.functions(method text, lefttype regtype, righttype regtype) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(a.amprocnum || ' ' || p.proname, ', ' ORDER BY a.amprocnum)
    FROM pg_catalog.pg_amproc a
    JOIN pg_catalog.pg_proc p ON p.oid = a.amproc
    JOIN pg_catalog.pg_opfamily f ON f.oid = a.amprocfamily AND f.opfname = 'ulid_ops'
    JOIN pg_catalog.pg_am m ON m.oid = f.opfmethod AND m.amname = method
    WHERE a.amproclefttype = lefttype AND a.amprocrighttype = righttype
$$;

CREATE TEMPORARY TABLE pair (lefttype regtype, righttype regtype);
INSERT INTO pair VALUES ('ulid', 'ulid'), ('ulid', 'uuid'), ('uuid', 'ulid'), ('uuid', 'uuid');

SELECT results_eq(
    $$SELECT DISTINCT pg_temp.operators('btree', lefttype, righttype) FROM pair$$,
    $$VALUES ('1 <, 2 <=, 3 =, 4 >=, 5 >')$$, 'btree: the same five operators over all four pairs');
SELECT results_eq(
    $$SELECT DISTINCT pg_temp.operators('hash', lefttype, righttype) FROM pair$$,
    $$VALUES ('1 =')$$, 'hash: equality over all four pairs');

-- Sort support for uuid is the server's: a merge join that finds uuid in this family is as fast as ever.
SELECT results_eq(
    $$SELECT pg_temp.functions('btree', lefttype, righttype) FROM pair WHERE 'uuid'::regtype IN (lefttype, righttype)$$,
    $$VALUES ('1 ulid_uuid_cmp'), ('1 uuid_ulid_cmp'), ('1 uuid_cmp, 2 uuid_sortsupport')$$,
    'btree: support functions');
SELECT results_eq(
    $$SELECT pg_temp.functions('hash', lefttype, righttype) FROM pair WHERE 'uuid'::regtype IN (lefttype, righttype)$$,
    $$VALUES (NULL::text), (NULL), ('1 uuid_hash, 2 uuid_hash_extended')$$,
    'hash: support functions');

-- amvalidate wants operators between any two types of a family. The families may leave out those
-- of uuid and timestamptz, and no others: most uuids carry no time.
CREATE FUNCTION pg_temp.types(method text) RETURNS SETOF oid LANGUAGE sql AS $$
    SELECT DISTINCT t
    FROM pg_catalog.pg_amop a
    JOIN pg_catalog.pg_opfamily f ON f.oid = a.amopfamily AND f.opfname = 'ulid_ops'
    JOIN pg_catalog.pg_am m ON m.oid = f.opfmethod AND m.amname = method,
         LATERAL (VALUES (a.amoplefttype), (a.amoprighttype)) v (t)
$$;

SELECT is_empty($$
    SELECT method, l::regtype, r::regtype
    FROM unnest('{btree,hash}'::text[]) method, pg_temp.types(method) l, pg_temp.types(method) r
    WHERE pg_temp.operators(method, l, r) IS NULL
      AND NOT ARRAY[l, r] <@ '{uuid,timestamptz}'::regtype[]::oid[]
    $$, 'no pair of types is missing but uuid beside timestamptz');

SELECT * FROM finish();
ROLLBACK;
