/* test/tap/releases/ulid--0.9.0--1.0.0.sql: to the first release, from a version that there never was */

-- For test/tap/releases.pl, which makes that version. A blank line ends a part, each of which the test leaves out once.

-- complain if script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION ulid UPDATE TO '1.0.0'" to load this file. \quit

CREATE FUNCTION ulid_next(ulid) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_next(ulid) IS 'the successor: the smallest ulid that is greater; 2200H for the greatest of all';

ALTER FUNCTION ulid_first(timestamptz) IMMUTABLE;

ALTER FUNCTION gen_shared_monotonic_ulid() PARALLEL SAFE;

ALTER FUNCTION ulid_cmp(ulid, ulid) LEAKPROOF;

ALTER FUNCTION gen_ordered_ulid() CALLED ON NULL INPUT COST 1;

ALTER FUNCTION ulid_le(ulid, ulid) SUPPORT ulid_bound_support;

CREATE OR REPLACE FUNCTION ulid_to_bytea(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulid_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

DROP FUNCTION ulid_made_since(ulid, timestamptz);

CREATE OR REPLACE AGGREGATE max(ulid) (
    SFUNC = ulid_larger, STYPE = ulid, COMBINEFUNC = ulid_larger, SORTOP = >, PARALLEL = SAFE
);

ALTER OPERATOR <= (ulid, ulid) SET (RESTRICT = scalarlesel);

ALTER OPERATOR FAMILY ulid_ops USING btree ADD
    OPERATOR 5 pg_catalog.> (timestamptz, timestamptz);

ALTER OPERATOR FAMILY ulid_minmax_ops USING brin ADD
    OPERATOR 3 = (ulid, timestamptz);

ALTER OPERATOR FAMILY ulid_ops USING btree ADD
    FUNCTION 3 (ulid, interval) ulid_in_range(ulid, ulid, interval, boolean, boolean);

CREATE OPERATOR CLASS ulid_bloom_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 ulid_hash(ulid);
COMMENT ON OPERATOR FAMILY ulid_bloom_ops USING brin IS 'BRIN: a Bloom filter of ulid per block range';
COMMENT ON OPERATOR CLASS ulid_bloom_ops USING brin IS 'BRIN: a Bloom filter per block range; for equality only';

CREATE CAST (bpchar AS ulid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (bpchar AS ulid) IS 'as from text, with the blanks of a wider char(n), which are refused';

-- A cast changes by being made again.
DROP CAST (timestamp AS ulid);
CREATE CAST (timestamp AS ulid) WITH FUNCTION timestamp_to_ulid(timestamp);
COMMENT ON CAST (timestamp AS ulid) IS 'the smallest ulid of that millisecond; taken as UTC, whatever the time zone of the session';

ALTER DOMAIN ulid_period DROP CONSTRAINT ulid_period_check;

COMMENT ON FUNCTION gen_ulid() IS 'a new ulid: the millisecond of the clock, then 80 random bits; the usual default of a key';

COMMENT ON OPERATOR < (ulid, ulid) IS 'less than: made in an earlier millisecond, or in the same one with smaller randomness';

-- As in ulid--1.0.0.sql, but a database that came by pg_upgrade may have it already (doc/upgrade.md).
DO $$
BEGIN
    IF pg_catalog.current_setting('server_version_num')::integer >= 180000 AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_amproc AS p
        JOIN pg_catalog.pg_opfamily AS f ON f.oid = p.amprocfamily
        JOIN pg_catalog.pg_depend AS d ON d.classid = 'pg_catalog.pg_opfamily'::pg_catalog.regclass AND d.objid = f.oid
            AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension AS e ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid = e.oid
        WHERE e.extname = 'ulid' AND f.opfname = 'ulid_ops' AND p.amprocnum = 6
    ) THEN
        ALTER OPERATOR FAMILY ulid_ops USING btree
            ADD FUNCTION 6 (ulid, ulid) pg_catalog.uuid_skipsupport(internal);
    END IF;
END
$$;
