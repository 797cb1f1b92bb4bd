-- The catalog: layout, marks of every function, casts, valid operator classes, a comment on everything.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT plan(24);

CREATE TEMP VIEW member AS
    SELECT classid, objid
    FROM pg_depend
    WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
      AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid');

-- Type
SELECT results_eq(
    $$SELECT typlen, typbyval, typalign, typstorage, typcategory, typispreferred, typdelim FROM pg_type WHERE oid = 'ulid'::regtype$$,
    $$SELECT typlen, typbyval, typalign, typstorage, typcategory, typispreferred, typdelim FROM pg_type WHERE oid = 'uuid'::regtype$$,
    'the layout is that of uuid');
SELECT is((SELECT typlen::int FROM pg_type WHERE oid = 'ulid'::regtype), 16, '16 bytes');
SELECT is(pg_column_size(ROW('01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid)) - pg_column_size(ROW()), 16, 'nothing is padded');

-- Functions
CREATE TEMP VIEW function AS
    SELECT p.*, p.oid::regprocedure::text AS signature
    FROM pg_proc p JOIN member ON classid = 'pg_proc'::regclass AND objid = p.oid;

SELECT set_eq($$SELECT signature FROM function WHERE provolatile = 'v'$$,
    ARRAY['gen_ulid()', 'gen_ulid(timestamp with time zone)', 'gen_monotonic_ulid()', 'gen_ordered_ulid()',
          'gen_shared_monotonic_ulid()'],
    'the generators are volatile');
SELECT set_eq($$SELECT signature FROM function WHERE provolatile = 's'$$,
    ARRAY['ulid_in_range(ulid,ulid,interval,boolean,boolean)', 'ulid_range_sel(internal,oid,internal,integer)'],
    'what looks at the time zone or at statistics is stable, and all else immutable');
SELECT set_eq($$SELECT signature FROM function WHERE proparallel <> 's'$$,
    ARRAY['gen_monotonic_ulid()', 'gen_ordered_ulid()'], 'only generators that order a session are not parallel safe');
SELECT is_empty($$SELECT signature FROM function WHERE proparallel NOT IN ('s', 'r')$$, 'and those are restricted');
SELECT set_eq($$SELECT signature FROM function WHERE NOT proisstrict AND prokind = 'f'$$,
    ARRAY['gen_ulid()', 'gen_monotonic_ulid()', 'gen_ordered_ulid()', 'gen_shared_monotonic_ulid()'], 'every function with an argument is strict');
SELECT bag_eq(
    $$SELECT proname::text FROM function WHERE proleakproof AND 'ulid'::regtype = ALL (proargtypes)$$,
    $$SELECT replace(proname, 'uuid', 'ulid') FROM pg_proc
      WHERE proname LIKE 'uuid%' AND proname NOT LIKE 'uuid_extract%' -- 17 on
        AND proleakproof AND 'uuid'::regtype = ALL (proargtypes)$$,
    'LEAKPROOF where those of uuid are');
SELECT is_empty($$SELECT signature FROM function JOIN pg_language l ON l.oid = prolang
    WHERE lanname NOT IN ('c', 'internal')$$, 'no function is written in SQL, where names would be looked up');
SELECT is_empty($$SELECT signature FROM function WHERE prosecdef$$, 'none is SECURITY DEFINER');

SELECT bag_eq(
    $$SELECT proname::text, aggtransfn::text, aggcombinefn::text, aggsortop::regoperator::text
      FROM pg_aggregate JOIN function ON oid = aggfnoid$$,
    $$VALUES ('min', 'ulid_smaller', 'ulid_smaller', '<(ulid,ulid)'), ('max', 'ulid_larger', 'ulid_larger', '>(ulid,ulid)')$$,
    'min and max combine as they collect, and are found at an end of the order');

-- Casts
SELECT bag_eq(
    $$SELECT castsource::regtype::text, casttarget::regtype::text, castcontext::text, castmethod::text FROM pg_cast
      WHERE 'ulid'::regtype IN (castsource, casttarget)$$,
    $$VALUES ('bytea', 'ulid', 'e', 'f'),
             ('character', 'ulid', 'a', 'i'),
             ('character varying', 'ulid', 'a', 'i'),
             ('text', 'ulid', 'a', 'f'),
             ('timestamp with time zone', 'ulid', 'e', 'f'),
             ('timestamp without time zone', 'ulid', 'e', 'f'),
             ('ulid', 'bytea', 'e', 'f'),
             ('ulid', 'text', 'a', 'f'),
             ('ulid', 'timestamp with time zone', 'e', 'f'),
             ('ulid', 'timestamp without time zone', 'e', 'f'),
             ('ulid', 'uuid', 'a', 'b'),
             ('uuid', 'ulid', 'a', 'b')$$,
    'casts and their contexts; none is implicit');
SELECT throws_ok('SELECT gen_ulid() = gen_ulid()::text', '42883', NULL, 'ulid is not compared with text');
SELECT throws_ok('SELECT ulid_timestamp(gen_random_uuid())', '42883', NULL, 'a uuid is not taken for a ulid');
SELECT throws_ok('SELECT gen_ulid()::bigint', '42846', NULL, 'there is no cast to a number');

-- Operators
SELECT bag_eq(
    $$SELECT oprname::text, oprcom::regoperator::text AS com, oprnegate::regoperator::text AS neg, oprrest::text, oprjoin::text,
             oprcanhash, oprcanmerge
      FROM pg_operator WHERE oprleft = 'ulid'::regtype AND oprright = 'ulid'::regtype$$,
    $$SELECT oprname::text, replace(oprcom::regoperator::text, 'uuid', 'ulid') AS com,
             replace(oprnegate::regoperator::text, 'uuid', 'ulid') AS neg, oprrest::text, oprjoin::text,
             oprcanhash, oprcanmerge
      FROM pg_operator WHERE oprleft = 'uuid'::regtype AND oprright = 'uuid'::regtype$$,
    'operators have the commutators, negators, estimators and marks of those of uuid');

-- Operator classes
SELECT bag_eq(
    $$SELECT amname::text, opcname::text, opcdefault, amvalidate(c.oid)
      FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod WHERE opcintype = 'ulid'::regtype$$,
    $$VALUES ('brin', 'ulid_bloom_ops', false, true),
             ('brin', 'ulid_minmax_multi_ops', false, true),
             ('brin', 'ulid_minmax_ops', true, true),
             ('btree', 'ulid_ops', true, false),
             ('hash', 'ulid_ops', true, true)$$,
    'operator classes are valid, but for what the btree family leaves out on purpose');
SELECT bag_eq(
    $$SELECT l::text, r::text, s
      FROM unnest('{ulid,uuid,timestamptz}'::regtype[]) AS l, unnest('{ulid,uuid,timestamptz}'::regtype[]) AS r, generate_series(1, 5) AS s
      WHERE NOT EXISTS (SELECT FROM pg_amop JOIN pg_opfamily f ON f.oid = amopfamily JOIN pg_am a ON a.oid = opfmethod
                        WHERE amname = 'btree' AND opfname = 'ulid_ops' AND (amoplefttype, amoprighttype, amopstrategy) = (l, r, s))$$,
    $$SELECT l, r, s FROM (VALUES ('uuid', 'timestamp with time zone'), ('timestamp with time zone', 'uuid')) AS p(l, r), generate_series(1, 5) AS s
      UNION ALL VALUES ('timestamp with time zone', 'timestamp with time zone', 3)$$,
    'and that is uuid beside timestamptz, and the equality of two timestamptz');
SELECT is(
    (SELECT count(*) FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
     WHERE amname = 'btree' AND opfname = 'ulid_ops' AND amproclefttype = 'ulid'::regtype AND amprocnum = 6),
    (current_setting('server_version_num')::int >= 180000)::int::bigint, 'skip support from 18 on');
SELECT is_empty(
    $$SELECT opfname FROM pg_opfamily f JOIN pg_amop ON amopfamily = f.oid
      WHERE opfnamespace = 'pg_catalog'::regnamespace AND 'ulid'::regtype IN (amoplefttype, amoprighttype)$$,
    'nothing is added to a family of the server');

-- Comments
SELECT is_empty(
    $$SELECT pg_describe_object(classid, objid, 0) FROM member
      WHERE obj_description(objid, classid::regclass::text) IS NULL
        AND NOT (classid = 'pg_type'::regclass AND (SELECT typcategory = 'A' FROM pg_type WHERE oid = objid))$$,
    'everything that a user meets has a comment');
SELECT ok(extrelocatable, 'the extension is relocatable') FROM pg_extension WHERE extname = 'ulid';
SELECT is(extversion, (SELECT default_version FROM pg_available_extensions WHERE name = 'ulid'), 'and at its default version')
FROM pg_extension WHERE extname = 'ulid';

SELECT * FROM finish();
ROLLBACK;
