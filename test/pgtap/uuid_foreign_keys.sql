-- Foreign keys between ulid and uuid: a uuid column may refer to a ulid key, a column changes its
-- type under its constraints without a rewrite, and the constraints are enforced all the while.
BEGIN;
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgtap;
CREATE EXTENSION IF NOT EXISTS ulid;
SELECT plan(24);

CREATE TABLE parent (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer);
CREATE TABLE child (parent_id uuid CONSTRAINT child_fkey REFERENCES parent, n integer);
CREATE TABLE heir (parent_id uuid CONSTRAINT heir_fkey REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE, n integer);
INSERT INTO parent SELECT md5(n::text)::uuid, n FROM generate_series(1, 100) n;
INSERT INTO child SELECT md5(n::text)::uuid, n FROM generate_series(1, 20) n;
INSERT INTO heir SELECT md5(n::text)::uuid, n FROM generate_series(21, 40) n;
CREATE TEMPORARY TABLE heap AS
SELECT oid, pg_relation_filenode(oid) AS node FROM pg_class WHERE oid IN ('parent'::regclass, 'child'::regclass, 'heir'::regclass);

-- What must hold whatever the types are; the same five tests after each step.
CREATE FUNCTION pg_temp.sound(step text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN NEXT is_empty('SELECT oid::regclass FROM heap WHERE node <> pg_relation_filenode(oid)', step || ': no heap is rewritten');
    RETURN NEXT is((SELECT count(*) FROM pg_constraint WHERE conname IN ('child_fkey', 'heir_fkey') AND convalidated),
                   2::bigint, step || ': both foreign keys are valid');
    RETURN NEXT throws_ok($q$INSERT INTO child VALUES ('00000000-0000-0000-0000-000000000000')$q$, '23503', NULL,
                          step || ': an orphan is refused');
    RETURN NEXT throws_ok('DELETE FROM parent WHERE n = 1', '23503', NULL, step || ': a parent with children stays');
    RETURN NEXT throws_ok('UPDATE parent SET id = gen_random_uuid() WHERE n = 1', '23503', NULL, step || ': and keeps its key');
END
$$;

SELECT pg_temp.sound('uuid');

-- Children last: the server's family for uuid knows no ulid.
SELECT throws_ok('ALTER TABLE child ALTER parent_id TYPE ulid', '42804', NULL, 'a ulid cannot refer to a uuid key');

ALTER TABLE parent ALTER id TYPE ulid;
SELECT pg_temp.sound('parent ulid');
DELETE FROM parent WHERE n = 21;
UPDATE parent SET id = md5('another')::uuid WHERE n = 22;
SELECT results_eq('SELECT parent_id FROM heir WHERE n <= 22', 'SELECT md5(''another'')::uuid',
    'ON DELETE and ON UPDATE CASCADE from ulid to uuid');

ALTER TABLE child ALTER parent_id TYPE ulid;
SELECT pg_temp.sound('one child ulid');

ALTER TABLE heir ALTER parent_id TYPE ulid;
ALTER TABLE heir ALTER parent_id TYPE uuid;
ALTER TABLE child ALTER parent_id TYPE uuid;
ALTER TABLE parent ALTER id TYPE uuid;
SELECT pg_temp.sound('back to uuid');

-- The family of the key's index decides.
CREATE TABLE node (id uuid PRIMARY KEY, up uuid REFERENCES node);
SELECT throws_ok('ALTER TABLE node ALTER up TYPE ulid', '42804', NULL, 'a table that refers to itself: not the reference first');
SELECT lives_ok('ALTER TABLE node ALTER id TYPE ulid, ALTER up TYPE ulid', 'but both at once');

SELECT * FROM finish();
ROLLBACK;
