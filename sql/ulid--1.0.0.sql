/* sql/ulid--1.0.0.sql: sections in the order of src/pg */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION ulid" to load this file. \quit


------------------------------------------------------------------------------
-- Type (src/pg/io.cpp)
------------------------------------------------------------------------------

CREATE TYPE ulid;

CREATE FUNCTION ulid_in(cstring) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_out(ulid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_recv(internal) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_send(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- The layout of uuid on purpose: it makes the casts between the two free.
CREATE TYPE ulid (
    INPUT   = ulid_in,
    OUTPUT  = ulid_out,
    RECEIVE = ulid_recv,
    SEND    = ulid_send,
    LIKE    = pg_catalog.uuid
);

CREATE FUNCTION ulid_is_valid(text) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON TYPE ulid IS 'ULID, 16 bytes: 48-bit milliseconds since 1970 UTC, then 80 random bits; written as 26 Crockford Base32 characters';
COMMENT ON FUNCTION ulid_in(cstring) IS 'I/O: 26 Crockford Base32 characters in any case, or the 36 of a hyphenated uuid; else 22P02';
COMMENT ON FUNCTION ulid_out(ulid) IS 'I/O: 26 upper-case characters';
COMMENT ON FUNCTION ulid_recv(internal) IS 'I/O: exactly 16 bytes, most significant first';
COMMENT ON FUNCTION ulid_send(ulid) IS 'I/O: 16 bytes, most significant first';
COMMENT ON FUNCTION ulid_is_valid(text) IS 'whether the text would be accepted as a ulid; raises no error, NULL for NULL';


------------------------------------------------------------------------------
-- Operators (src/pg/compare.cpp)
------------------------------------------------------------------------------

CREATE FUNCTION ulid_lt(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_le(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_eq(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_ge(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_gt(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_ne(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE OPERATOR < (
    FUNCTION = ulid_lt, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = ulid_le, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR = (
    FUNCTION = ulid_eq, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR >= (
    FUNCTION = ulid_ge, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
CREATE OPERATOR > (
    FUNCTION = ulid_gt, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR <> (
    FUNCTION = ulid_ne, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);

COMMENT ON FUNCTION ulid_lt(ulid, ulid) IS 'implementation of < operator';
COMMENT ON FUNCTION ulid_le(ulid, ulid) IS 'implementation of <= operator';
COMMENT ON FUNCTION ulid_eq(ulid, ulid) IS 'implementation of = operator';
COMMENT ON FUNCTION ulid_ge(ulid, ulid) IS 'implementation of >= operator';
COMMENT ON FUNCTION ulid_gt(ulid, ulid) IS 'implementation of > operator';
COMMENT ON FUNCTION ulid_ne(ulid, ulid) IS 'implementation of <> operator';
COMMENT ON OPERATOR < (ulid, ulid) IS 'less than: made in an earlier millisecond, or in the same one with smaller randomness';
COMMENT ON OPERATOR <= (ulid, ulid) IS 'less than or equal, by the bytes';
COMMENT ON OPERATOR = (ulid, ulid) IS 'equal, by the bytes';
COMMENT ON OPERATOR >= (ulid, ulid) IS 'greater than or equal, by the bytes';
COMMENT ON OPERATOR > (ulid, ulid) IS 'greater than: made in a later millisecond, or in the same one with greater randomness';
COMMENT ON OPERATOR <> (ulid, ulid) IS 'not equal, by the bytes';

CREATE FUNCTION ulid_smaller(ulid, ulid) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_larger(ulid, ulid) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(ulid) (
    SFUNC = ulid_smaller, STYPE = ulid, COMBINEFUNC = ulid_smaller, SORTOP = <, PARALLEL = SAFE
);
CREATE AGGREGATE max(ulid) (
    SFUNC = ulid_larger, STYPE = ulid, COMBINEFUNC = ulid_larger, SORTOP = >, PARALLEL = SAFE
);

COMMENT ON FUNCTION ulid_smaller(ulid, ulid) IS 'smaller of two';
COMMENT ON FUNCTION ulid_larger(ulid, ulid) IS 'larger of two';
COMMENT ON AGGREGATE min(ulid) IS 'minimum value of all ulid input values';
COMMENT ON AGGREGATE max(ulid) IS 'maximum value of all ulid input values';


------------------------------------------------------------------------------
-- btree (src/pg/btree.cpp)
------------------------------------------------------------------------------

CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION ulid_cmp(ulid, ulid) IS 'less-equal-greater: -1, 0 or 1';
COMMENT ON FUNCTION ulid_sortsupport(internal) IS 'sort support, with abbreviated keys';

CREATE OPERATOR FAMILY ulid_ops USING btree;
CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree FAMILY ulid_ops AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

-- Skip scans, from PostgreSQL 18 on. The server's function for uuid steps through the same bytes.
DO $$
BEGIN
    IF pg_catalog.current_setting('server_version_num')::integer >= 180000 THEN
        ALTER OPERATOR FAMILY ulid_ops USING btree
            ADD FUNCTION 6 (ulid, ulid) pg_catalog.uuid_skipsupport(internal);
    END IF;
END
$$;

COMMENT ON OPERATOR FAMILY ulid_ops USING btree IS 'order of ulid: bytes, integer, text and time agree';
COMMENT ON OPERATOR CLASS ulid_ops USING btree IS 'default: order, unique keys, ranges of time; compares with uuid and timestamptz as well';


------------------------------------------------------------------------------
-- hash (src/pg/hash.cpp)
------------------------------------------------------------------------------

CREATE FUNCTION ulid_hash(ulid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_hash_extended(ulid, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION ulid_hash(ulid) IS 'hash, equal to uuid_hash of the same bytes';
COMMENT ON FUNCTION ulid_hash_extended(ulid, bigint) IS 'hash with a seed, equal to uuid_hash_extended of the same bytes';

CREATE OPERATOR FAMILY ulid_ops USING hash;
CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING hash FAMILY ulid_ops AS
    OPERATOR 1 =,
    FUNCTION 1 ulid_hash(ulid),
    FUNCTION 2 ulid_hash_extended(ulid, bigint);

COMMENT ON OPERATOR FAMILY ulid_ops USING hash IS 'hash of ulid, equal to that of uuid';
COMMENT ON OPERATOR CLASS ulid_ops USING hash IS 'default: equality, also with uuid; the hashes are those of uuid';


------------------------------------------------------------------------------
-- uuid beside ulid (src/pg/compare.cpp, src/pg/btree.cpp)
--
-- A uuid is the same 16 bytes in the same order, so the entry points of (ulid, ulid)
-- serve. With these operators a foreign key may join a ulid to a uuid, and tables can
-- change type one after the other.
------------------------------------------------------------------------------

CREATE FUNCTION ulid_uuid_lt(ulid, uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_lt' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_le(ulid, uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_le' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_eq(ulid, uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_eq' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_ge(ulid, uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_ge' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_gt(ulid, uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_gt' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_ne(ulid, uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_ne' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_cmp(ulid, uuid) RETURNS integer
    AS 'MODULE_PATHNAME', 'ulid_cmp' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE FUNCTION uuid_ulid_lt(uuid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_lt' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION uuid_ulid_le(uuid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_le' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION uuid_ulid_eq(uuid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_eq' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION uuid_ulid_ge(uuid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_ge' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION uuid_ulid_gt(uuid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_gt' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION uuid_ulid_ne(uuid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_ne' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION uuid_ulid_cmp(uuid, ulid) RETURNS integer
    AS 'MODULE_PATHNAME', 'ulid_cmp' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE OPERATOR < (
    FUNCTION = ulid_uuid_lt, LEFTARG = ulid, RIGHTARG = uuid,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = ulid_uuid_le, LEFTARG = ulid, RIGHTARG = uuid,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR = (
    FUNCTION = ulid_uuid_eq, LEFTARG = ulid, RIGHTARG = uuid,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR >= (
    FUNCTION = ulid_uuid_ge, LEFTARG = ulid, RIGHTARG = uuid,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
CREATE OPERATOR > (
    FUNCTION = ulid_uuid_gt, LEFTARG = ulid, RIGHTARG = uuid,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR <> (
    FUNCTION = ulid_uuid_ne, LEFTARG = ulid, RIGHTARG = uuid,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE OPERATOR < (
    FUNCTION = uuid_ulid_lt, LEFTARG = uuid, RIGHTARG = ulid,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = uuid_ulid_le, LEFTARG = uuid, RIGHTARG = ulid,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR = (
    FUNCTION = uuid_ulid_eq, LEFTARG = uuid, RIGHTARG = ulid,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
CREATE OPERATOR >= (
    FUNCTION = uuid_ulid_ge, LEFTARG = uuid, RIGHTARG = ulid,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
CREATE OPERATOR > (
    FUNCTION = uuid_ulid_gt, LEFTARG = uuid, RIGHTARG = ulid,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR <> (
    FUNCTION = uuid_ulid_ne, LEFTARG = uuid, RIGHTARG = ulid,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);

COMMENT ON FUNCTION ulid_uuid_lt(ulid, uuid) IS 'implementation of < operator';
COMMENT ON FUNCTION ulid_uuid_le(ulid, uuid) IS 'implementation of <= operator';
COMMENT ON FUNCTION ulid_uuid_eq(ulid, uuid) IS 'implementation of = operator';
COMMENT ON FUNCTION ulid_uuid_ge(ulid, uuid) IS 'implementation of >= operator';
COMMENT ON FUNCTION ulid_uuid_gt(ulid, uuid) IS 'implementation of > operator';
COMMENT ON FUNCTION ulid_uuid_ne(ulid, uuid) IS 'implementation of <> operator';
COMMENT ON FUNCTION ulid_uuid_cmp(ulid, uuid) IS 'less-equal-greater: -1, 0 or 1';
COMMENT ON FUNCTION uuid_ulid_lt(uuid, ulid) IS 'implementation of < operator';
COMMENT ON FUNCTION uuid_ulid_le(uuid, ulid) IS 'implementation of <= operator';
COMMENT ON FUNCTION uuid_ulid_eq(uuid, ulid) IS 'implementation of = operator';
COMMENT ON FUNCTION uuid_ulid_ge(uuid, ulid) IS 'implementation of >= operator';
COMMENT ON FUNCTION uuid_ulid_gt(uuid, ulid) IS 'implementation of > operator';
COMMENT ON FUNCTION uuid_ulid_ne(uuid, ulid) IS 'implementation of <> operator';
COMMENT ON FUNCTION uuid_ulid_cmp(uuid, ulid) IS 'less-equal-greater: -1, 0 or 1';
COMMENT ON OPERATOR < (ulid, uuid) IS 'less than, by the bytes';
COMMENT ON OPERATOR <= (ulid, uuid) IS 'less than or equal, by the bytes';
COMMENT ON OPERATOR = (ulid, uuid) IS 'equal, by the bytes';
COMMENT ON OPERATOR >= (ulid, uuid) IS 'greater than or equal, by the bytes';
COMMENT ON OPERATOR > (ulid, uuid) IS 'greater than, by the bytes';
COMMENT ON OPERATOR <> (ulid, uuid) IS 'not equal, by the bytes';
COMMENT ON OPERATOR < (uuid, ulid) IS 'less than, by the bytes';
COMMENT ON OPERATOR <= (uuid, ulid) IS 'less than or equal, by the bytes';
COMMENT ON OPERATOR = (uuid, ulid) IS 'equal, by the bytes';
COMMENT ON OPERATOR >= (uuid, ulid) IS 'greater than or equal, by the bytes';
COMMENT ON OPERATOR > (uuid, ulid) IS 'greater than, by the bytes';
COMMENT ON OPERATOR <> (uuid, ulid) IS 'not equal, by the bytes';

-- (uuid, uuid) comes from the server. Merge joins sort their uuid side by it, equality goes
-- from column to column through it, and `id::uuid = ...` finds the index on a ulid column.
--
-- uuid has no operators with timestamptz, because most uuids carry no time, and amvalidate reports
-- them as missing from the btree family; without them a condition does not go from a uuid column
-- to a timestamptz by way of a ulid, and nothing else is lost.
ALTER OPERATOR FAMILY ulid_ops USING btree ADD
    OPERATOR 1 < (ulid, uuid),
    OPERATOR 2 <= (ulid, uuid),
    OPERATOR 3 = (ulid, uuid),
    OPERATOR 4 >= (ulid, uuid),
    OPERATOR 5 > (ulid, uuid),
    FUNCTION 1 (ulid, uuid) ulid_uuid_cmp(ulid, uuid),
    OPERATOR 1 < (uuid, ulid),
    OPERATOR 2 <= (uuid, ulid),
    OPERATOR 3 = (uuid, ulid),
    OPERATOR 4 >= (uuid, ulid),
    OPERATOR 5 > (uuid, ulid),
    FUNCTION 1 (uuid, ulid) uuid_ulid_cmp(uuid, ulid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_sortsupport(internal);

-- Both types hash alike.
ALTER OPERATOR FAMILY ulid_ops USING hash ADD
    OPERATOR 1 = (ulid, uuid),
    OPERATOR 1 = (uuid, ulid),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_hash_extended(uuid, bigint);


------------------------------------------------------------------------------
-- BRIN (support functions of the server)
------------------------------------------------------------------------------

CREATE OPERATOR CLASS ulid_minmax_ops DEFAULT FOR TYPE ulid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 pg_catalog.brin_minmax_union(internal, internal, internal);

-- The server's distance for uuid is that of two 16-byte integers.
CREATE OPERATOR CLASS ulid_minmax_multi_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 pg_catalog.brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 pg_catalog.brin_minmax_multi_distance_uuid(internal, internal);

CREATE OPERATOR CLASS ulid_bloom_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 ulid_hash(ulid);

COMMENT ON OPERATOR FAMILY ulid_minmax_ops USING brin IS 'BRIN: one range of values of ulid per block range';
COMMENT ON OPERATOR FAMILY ulid_minmax_multi_ops USING brin IS 'BRIN: several ranges of values of ulid per block range';
COMMENT ON OPERATOR FAMILY ulid_bloom_ops USING brin IS 'BRIN: a Bloom filter of ulid per block range';
COMMENT ON OPERATOR CLASS ulid_minmax_ops USING brin IS 'BRIN: one range of values per block range; for tables that grow in the order of the key';
COMMENT ON OPERATOR CLASS ulid_minmax_multi_ops USING brin IS 'BRIN: several ranges of values per block range; for tables that grow nearly in that order';
COMMENT ON OPERATOR CLASS ulid_bloom_ops USING brin IS 'BRIN: a Bloom filter per block range; for equality only';


------------------------------------------------------------------------------
-- Casts (src/pg/cast.cpp); none is implicit
------------------------------------------------------------------------------

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;

CREATE FUNCTION text_to_ulid(text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_to_text(ulid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION bytea_to_ulid(bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_to_bytea(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulid_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- Assignment, so that drivers which type a parameter as text can insert it.
CREATE CAST (text AS ulid) WITH FUNCTION text_to_ulid(text) AS ASSIGNMENT;
CREATE CAST (varchar AS ulid) WITH INOUT AS ASSIGNMENT;
CREATE CAST (bpchar AS ulid) WITH INOUT AS ASSIGNMENT;
CREATE CAST (ulid AS text) WITH FUNCTION ulid_to_text(ulid) AS ASSIGNMENT;

CREATE CAST (bytea AS ulid) WITH FUNCTION bytea_to_ulid(bytea);
CREATE CAST (ulid AS bytea) WITH FUNCTION ulid_to_bytea(ulid);

COMMENT ON CAST (uuid AS ulid) IS 'the same 16 bytes; changing a column''s type does not rewrite the table';
COMMENT ON CAST (ulid AS uuid) IS 'the same 16 bytes; changing a column''s type does not rewrite the table';
COMMENT ON CAST (text AS ulid) IS '26 Crockford Base32 characters in any case, or the 36 of a hyphenated uuid; else 22P02';
COMMENT ON CAST (varchar AS ulid) IS '26 Crockford Base32 characters in any case, or the 36 of a hyphenated uuid; else 22P02';
COMMENT ON CAST (bpchar AS ulid) IS 'as from text, with the blanks of a wider char(n), which are refused';
COMMENT ON CAST (ulid AS text) IS '26 upper-case characters';
COMMENT ON CAST (bytea AS ulid) IS 'exactly 16 bytes, most significant first; else 22P03';
COMMENT ON CAST (ulid AS bytea) IS '16 bytes, most significant first';
COMMENT ON FUNCTION text_to_ulid(text) IS 'implementation of the cast from text';
COMMENT ON FUNCTION ulid_to_text(ulid) IS 'implementation of the cast to text';
COMMENT ON FUNCTION bytea_to_ulid(bytea) IS 'implementation of the cast from bytea';
COMMENT ON FUNCTION ulid_to_bytea(ulid) IS 'implementation of the cast to bytea';


------------------------------------------------------------------------------
-- Time (src/pg/time.cpp)
------------------------------------------------------------------------------

CREATE FUNCTION ulid_timestamp(ulid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_first(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_last(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- timestamp counts the same microseconds as timestamptz in UTC does.
CREATE FUNCTION timestamp_to_ulid(timestamp) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_to_timestamp(ulid) RETURNS timestamp
    AS 'MODULE_PATHNAME', 'ulid_timestamp' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (timestamptz AS ulid) WITH FUNCTION ulid_first(timestamptz);
CREATE CAST (ulid AS timestamptz) WITH FUNCTION ulid_timestamp(ulid);
CREATE CAST (timestamp AS ulid) WITH FUNCTION timestamp_to_ulid(timestamp);
CREATE CAST (ulid AS timestamp) WITH FUNCTION ulid_to_timestamp(ulid);

COMMENT ON FUNCTION ulid_timestamp(ulid) IS 'the time in a ulid, to the millisecond; as a condition, compare the ulid itself with a time: that uses its index';
COMMENT ON FUNCTION ulid_first(timestamptz) IS 'the smallest ulid of that millisecond (microseconds are floored); 22008 outside of 1970 to 10889';
COMMENT ON FUNCTION ulid_last(timestamptz) IS 'the largest ulid of that millisecond (microseconds are floored); 22008 outside of 1970 to 10889';
COMMENT ON FUNCTION timestamp_to_ulid(timestamp) IS 'implementation of the cast from timestamp, which is taken as UTC';
COMMENT ON FUNCTION ulid_to_timestamp(ulid) IS 'implementation of the cast to timestamp, which is given as UTC';
COMMENT ON CAST (timestamptz AS ulid) IS 'the smallest ulid of that millisecond, as ulid_first';
COMMENT ON CAST (ulid AS timestamptz) IS 'the time in a ulid, as ulid_timestamp';
COMMENT ON CAST (timestamp AS ulid) IS 'the smallest ulid of that millisecond; taken as UTC, whatever the time zone of the session';
COMMENT ON CAST (ulid AS timestamp) IS 'the time in a ulid; given as UTC, whatever the time zone of the session';


------------------------------------------------------------------------------
-- Operators of ulid and timestamptz (src/pg/compare_time.cpp)
------------------------------------------------------------------------------

-- A timestamp stands at the first ulid of its instant.

CREATE FUNCTION ulid_lt_timestamptz(ulid, timestamptz) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_le_timestamptz(ulid, timestamptz) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_eq_timestamptz(ulid, timestamptz) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_ge_timestamptz(ulid, timestamptz) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_gt_timestamptz(ulid, timestamptz) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_ne_timestamptz(ulid, timestamptz) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_cmp_timestamptz(ulid, timestamptz) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE FUNCTION timestamptz_lt_ulid(timestamptz, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION timestamptz_le_ulid(timestamptz, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION timestamptz_eq_ulid(timestamptz, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION timestamptz_ge_ulid(timestamptz, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION timestamptz_gt_ulid(timestamptz, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION timestamptz_ne_ulid(timestamptz, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION timestamptz_cmp_ulid(timestamptz, ulid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

-- Neither HASHES nor MERGES: a timestamp has another hash, and (timestamptz, timestamptz) is not in the family.
CREATE OPERATOR < (
    FUNCTION = ulid_lt_timestamptz, LEFTARG = ulid, RIGHTARG = timestamptz,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = ulid_le_timestamptz, LEFTARG = ulid, RIGHTARG = timestamptz,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR = (
    FUNCTION = ulid_eq_timestamptz, LEFTARG = ulid, RIGHTARG = timestamptz,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel
);
CREATE OPERATOR >= (
    FUNCTION = ulid_ge_timestamptz, LEFTARG = ulid, RIGHTARG = timestamptz,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
CREATE OPERATOR > (
    FUNCTION = ulid_gt_timestamptz, LEFTARG = ulid, RIGHTARG = timestamptz,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR <> (
    FUNCTION = ulid_ne_timestamptz, LEFTARG = ulid, RIGHTARG = timestamptz,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
CREATE OPERATOR < (
    FUNCTION = timestamptz_lt_ulid, LEFTARG = timestamptz, RIGHTARG = ulid,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR <= (
    FUNCTION = timestamptz_le_ulid, LEFTARG = timestamptz, RIGHTARG = ulid,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR = (
    FUNCTION = timestamptz_eq_ulid, LEFTARG = timestamptz, RIGHTARG = ulid,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel
);
CREATE OPERATOR >= (
    FUNCTION = timestamptz_ge_ulid, LEFTARG = timestamptz, RIGHTARG = ulid,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
CREATE OPERATOR > (
    FUNCTION = timestamptz_gt_ulid, LEFTARG = timestamptz, RIGHTARG = ulid,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR <> (
    FUNCTION = timestamptz_ne_ulid, LEFTARG = timestamptz, RIGHTARG = ulid,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);

COMMENT ON FUNCTION ulid_lt_timestamptz(ulid, timestamptz) IS 'implementation of < operator';
COMMENT ON FUNCTION ulid_le_timestamptz(ulid, timestamptz) IS 'implementation of <= operator';
COMMENT ON FUNCTION ulid_eq_timestamptz(ulid, timestamptz) IS 'implementation of = operator';
COMMENT ON FUNCTION ulid_ge_timestamptz(ulid, timestamptz) IS 'implementation of >= operator';
COMMENT ON FUNCTION ulid_gt_timestamptz(ulid, timestamptz) IS 'implementation of > operator';
COMMENT ON FUNCTION ulid_ne_timestamptz(ulid, timestamptz) IS 'implementation of <> operator';
COMMENT ON FUNCTION ulid_cmp_timestamptz(ulid, timestamptz) IS 'less-equal-greater: -1, 0 or 1';
COMMENT ON FUNCTION timestamptz_lt_ulid(timestamptz, ulid) IS 'implementation of < operator';
COMMENT ON FUNCTION timestamptz_le_ulid(timestamptz, ulid) IS 'implementation of <= operator';
COMMENT ON FUNCTION timestamptz_eq_ulid(timestamptz, ulid) IS 'implementation of = operator';
COMMENT ON FUNCTION timestamptz_ge_ulid(timestamptz, ulid) IS 'implementation of >= operator';
COMMENT ON FUNCTION timestamptz_gt_ulid(timestamptz, ulid) IS 'implementation of > operator';
COMMENT ON FUNCTION timestamptz_ne_ulid(timestamptz, ulid) IS 'implementation of <> operator';
COMMENT ON FUNCTION timestamptz_cmp_ulid(timestamptz, ulid) IS 'less-equal-greater: -1, 0 or 1';
COMMENT ON OPERATOR < (ulid, timestamptz) IS 'made before';
COMMENT ON OPERATOR <= (ulid, timestamptz) IS 'made before, or the first ulid of that instant';
COMMENT ON OPERATOR = (ulid, timestamptz) IS 'the first ulid of that instant';
COMMENT ON OPERATOR >= (ulid, timestamptz) IS 'made at or after';
COMMENT ON OPERATOR > (ulid, timestamptz) IS 'made at or after, and not the first ulid of that instant';
COMMENT ON OPERATOR <> (ulid, timestamptz) IS 'not the first ulid of that instant';
COMMENT ON OPERATOR < (timestamptz, ulid) IS 'of the right: made at or after, and not the first ulid of that instant';
COMMENT ON OPERATOR <= (timestamptz, ulid) IS 'of the right: made at or after';
COMMENT ON OPERATOR = (timestamptz, ulid) IS 'of the right: the first ulid of that instant';
COMMENT ON OPERATOR >= (timestamptz, ulid) IS 'of the right: made before, or the first ulid of that instant';
COMMENT ON OPERATOR > (timestamptz, ulid) IS 'of the right: made before';
COMMENT ON OPERATOR <> (timestamptz, ulid) IS 'of the right: not the first ulid of that instant';

-- (timestamptz, timestamptz) comes from the server: an index scan by id = ANY (timestamptz[]) sorts the array
-- by it, and id < ANY finds the one end that counts. Its equality stays out, and amvalidate reports that: with it,
-- every timestamptz = timestamptz of the database would be of two families, and no longer be found equal by
-- way of a date, which is of one.
ALTER OPERATOR FAMILY ulid_ops USING btree ADD
    OPERATOR 1 < (ulid, timestamptz),
    OPERATOR 2 <= (ulid, timestamptz),
    OPERATOR 3 = (ulid, timestamptz),
    OPERATOR 4 >= (ulid, timestamptz),
    OPERATOR 5 > (ulid, timestamptz),
    FUNCTION 1 (ulid, timestamptz) ulid_cmp_timestamptz(ulid, timestamptz),
    OPERATOR 1 < (timestamptz, ulid),
    OPERATOR 2 <= (timestamptz, ulid),
    OPERATOR 3 = (timestamptz, ulid),
    OPERATOR 4 >= (timestamptz, ulid),
    OPERATOR 5 > (timestamptz, ulid),
    FUNCTION 1 (timestamptz, ulid) timestamptz_cmp_ulid(timestamptz, ulid),
    OPERATOR 1 pg_catalog.< (timestamptz, timestamptz),
    OPERATOR 2 pg_catalog.<= (timestamptz, timestamptz),
    OPERATOR 4 pg_catalog.>= (timestamptz, timestamptz),
    OPERATOR 5 pg_catalog.> (timestamptz, timestamptz),
    FUNCTION 1 (timestamptz, timestamptz) pg_catalog.timestamptz_cmp(timestamptz, timestamptz);

ALTER OPERATOR FAMILY ulid_minmax_ops USING brin ADD
    OPERATOR 1 < (ulid, timestamptz),
    OPERATOR 2 <= (ulid, timestamptz),
    OPERATOR 3 = (ulid, timestamptz),
    OPERATOR 4 >= (ulid, timestamptz),
    OPERATOR 5 > (ulid, timestamptz);

ALTER OPERATOR FAMILY ulid_minmax_multi_ops USING brin ADD
    OPERATOR 1 < (ulid, timestamptz),
    OPERATOR 2 <= (ulid, timestamptz),
    OPERATOR 3 = (ulid, timestamptz),
    OPERATOR 4 >= (ulid, timestamptz),
    OPERATOR 5 > (ulid, timestamptz);

-- Stable, as the calendar depends on the time zone of the session.
CREATE FUNCTION ulid_in_range(ulid, ulid, interval, boolean, boolean) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_in_range(ulid, ulid, interval, boolean, boolean) IS 'window RANGE support: frames by ulid_timestamp';

ALTER OPERATOR FAMILY ulid_ops USING btree ADD
    FUNCTION 3 (ulid, interval) ulid_in_range(ulid, ulid, interval, boolean, boolean);


------------------------------------------------------------------------------
-- Ranges of time (src/pg/range.cpp, src/pg/planner.cpp)
------------------------------------------------------------------------------

-- The operators take a tstzrange by the name of a domain. With the type itself they would be the
-- nearest match of range @> '[2026-01-01, 2026-02-01)', an unknown literal, and take it for a ulid.
CREATE DOMAIN ulid_period AS tstzrange;
COMMENT ON DOMAIN ulid_period IS 'tstzrange, as an operand of <@ and @> with a ulid: id <@ tstzrange(from, to) is "made in that range"';

CREATE FUNCTION ulid_range_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_made_in_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_bound_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_range_sel(internal, oid, internal, integer) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_range_first(tstzrange) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_range_last(tstzrange) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION ulid_contained_by_range(ulid, ulid_period) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT ulid_range_support;
CREATE FUNCTION range_contains_ulid(ulid_period, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT ulid_range_support;
CREATE FUNCTION ulid_made_in(ulid, tstzrange) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulid_contained_by_range'
    LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT ulid_made_in_support;

CREATE OPERATOR <@ (
    FUNCTION = ulid_contained_by_range, LEFTARG = ulid, RIGHTARG = ulid_period,
    COMMUTATOR = @>, RESTRICT = ulid_range_sel, JOIN = contjoinsel
);
CREATE OPERATOR @> (
    FUNCTION = range_contains_ulid, LEFTARG = ulid_period, RIGHTARG = ulid,
    COMMUTATOR = <@, RESTRICT = ulid_range_sel, JOIN = contjoinsel
);

-- On a partitioned table <@ becomes ulid_made_in and two comparisons; the partitions are rid of the latter.
ALTER FUNCTION ulid_ge(ulid, ulid) SUPPORT ulid_bound_support;
ALTER FUNCTION ulid_le(ulid, ulid) SUPPORT ulid_bound_support;

COMMENT ON FUNCTION ulid_range_support(internal) IS 'planner support: index ranges and pruning for <@ and @>';
COMMENT ON FUNCTION ulid_made_in_support(internal) IS 'planner support: index ranges and estimates for ulid_made_in';
COMMENT ON FUNCTION ulid_bound_support(internal) IS 'planner support: takes bounds that served pruning out of the partitions';
COMMENT ON FUNCTION ulid_range_sel(internal, oid, internal, integer) IS 'restriction selectivity of <@ and @>';
COMMENT ON FUNCTION ulid_range_first(tstzrange) IS 'the smallest ulid made in the range; the largest of all if there is none';
COMMENT ON FUNCTION ulid_range_last(tstzrange) IS 'the largest ulid made in the range; the smallest of all if there is none';
COMMENT ON FUNCTION ulid_contained_by_range(ulid, ulid_period) IS 'implementation of <@ operator';
COMMENT ON FUNCTION range_contains_ulid(ulid_period, ulid) IS 'implementation of @> operator';
COMMENT ON FUNCTION ulid_made_in(ulid, tstzrange) IS 'whether the ulid was made in the range: its ulid_timestamp is in it';
COMMENT ON OPERATOR <@ (ulid, ulid_period) IS 'made in that range: its ulid_timestamp is in it';
COMMENT ON OPERATOR @> (ulid_period, ulid) IS 'range in which the ulid was made: its ulid_timestamp is in it';


------------------------------------------------------------------------------
-- Encoders for partition managers (src/pg/time.cpp)
------------------------------------------------------------------------------

-- The shapes of pg_partman's p_time_encoder and p_time_decoder.
CREATE FUNCTION ulid_time_encoder(timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_uuid_time_encoder(timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION ulid_time_decoder(text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION ulid_time_encoder(timestamptz) IS 'the first ulid of that millisecond as its 26 characters: for text columns; 22008 outside of 1970 to 10889';
COMMENT ON FUNCTION ulid_uuid_time_encoder(timestamptz) IS 'the first ulid of that millisecond as the 36 characters of a uuid: for uuid columns; 22008 outside of 1970 to 10889';
COMMENT ON FUNCTION ulid_time_decoder(text) IS 'the time in the text of a ulid or of a uuid that holds one; 22P02 for other text';


------------------------------------------------------------------------------
-- Generators (src/pg/generate.cpp)
------------------------------------------------------------------------------

CREATE FUNCTION gen_ulid() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE;
CREATE FUNCTION gen_ulid(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME', 'gen_ulid_timestamptz' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

-- Restricted: a parallel worker is another process, and would not know the session's last value.
CREATE FUNCTION gen_monotonic_ulid() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED;
CREATE FUNCTION gen_ordered_ulid() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL RESTRICTED;

-- Safe: the state is the server's, not the session's.
CREATE FUNCTION gen_shared_monotonic_ulid() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE;

CREATE FUNCTION ulid_next(ulid) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION gen_ulid() IS 'a new ulid: the millisecond of the clock, then 80 random bits; the usual default of a key';
COMMENT ON FUNCTION gen_ulid(timestamptz) IS 'a new ulid of that millisecond, with 80 random bits: for back-filling; 22008 outside of 1970 to 10889';
COMMENT ON FUNCTION gen_monotonic_ulid() IS 'a new ulid, greater than every one that this session has made before; 2200H when a millisecond is used up';
COMMENT ON FUNCTION gen_ordered_ulid() IS 'a new ulid, greater than every one that this function has made before in this session: the time in 4096ths of a millisecond, then 68 random bits; 2200H when a millisecond is used up';
COMMENT ON FUNCTION gen_shared_monotonic_ulid() IS 'a new ulid, greater than every one that this function has made before in any session of the server since it started; 2200H when a millisecond is used up; 55000 before PostgreSQL 17 without preload';
COMMENT ON FUNCTION ulid_next(ulid) IS 'the successor: the smallest ulid that is greater; 2200H for the greatest of all';
