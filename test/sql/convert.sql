-- Casts and time: values at the ends of the range, and the words of the errors.
\set SHOW_CONTEXT never
\pset format unaligned
SET TIME ZONE 'UTC';

-- the same bits as a uuid, a bytea, a text
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::uuid;
SELECT '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::bytea;
SELECT '\x01563e3ab5d3d6764c61efb99302bd5b'::bytea::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::text;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::char(5), '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::varchar;
SELECT '\x01563e3ab5d3d6764c61efb99302bd'::bytea::ulid;
SELECT '\x01563e3ab5d3d6764c61efb99302bd5b00'::bytea::ulid;
SELECT ''::bytea::ulid;

-- time
SELECT ulid_timestamp('01ARZ3NDEKTSV4RRFFQ69G5FAV');
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::timestamptz;
SELECT ulid_timestamp('00000000000000000000000000'), ulid_timestamp('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
SELECT ulid_first('2016-07-30 23:54:10.259+00'), ulid_last('2016-07-30 23:54:10.259+00');
SELECT ulid_first('2016-07-30 23:54:10.259999+00'), ulid_first('2016-07-30 23:54:10.260+00');
SELECT ulid_first('1970-01-01 00:00:00+00'), ulid_last('10889-08-02 05:31:50.655999+00');
SELECT '1999-12-31 23:59:59.999999+00'::timestamptz::ulid, '2000-01-01+00'::timestamptz::ulid;

-- out of range
SELECT ulid_first('1969-12-31 23:59:59.999999+00');
SELECT ulid_last('10889-08-02 05:31:50.656+00');
SELECT 'infinity'::timestamptz::ulid;
SELECT '-infinity'::timestamptz::ulid;
SELECT '4713-01-01 BC'::timestamp::ulid;
SELECT '294276-12-31 23:59:59.999999'::timestamp::ulid;
SELECT gen_ulid('1969-12-31 23:59:59.999999+00');

-- timestamp is UTC whatever the zone of the session
SET TIME ZONE 'Asia/Kathmandu';
SELECT '2016-07-30 23:54:10.259'::timestamp::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::timestamp;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid::timestamptz;
