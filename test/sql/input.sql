-- Text input: what is accepted, and the words in which the rest is refused.
\set SHOW_CONTEXT never
\pset format unaligned
\pset null NULL

-- 26 characters in any case, aliases, and the text of a uuid
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid;
SELECT '01arz3ndektsv4rrffq69g5fav'::ulid;
SELECT 'LIloOIlLiOoLIilOoILliOoLil'::ulid;
SELECT '01563e3a-b5d3-d676-4c61-efb99302bd5b'::ulid;
SELECT '01563E3A-B5D3-D676-4C61-EFB99302BD5B'::ulid;
SELECT '00000000000000000000000000'::ulid, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid;
SELECT ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV' = '01563e3a-b5d3-d676-4c61-efb99302bd5b' AS same;

-- length
SELECT ''::ulid;
SELECT '0'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FA'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV0'::ulid;
SELECT ' 01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV '::ulid;
SELECT 'urn:ulid:01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid;

-- symbol
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid;
SELECT '01ARZ3NDE TSV4RRFFQ69G5FAV'::ulid;
SELECT '-1ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5é'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAé'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5F€V'::ulid;

-- more than 128 bits
SELECT '80000000000000000000000000'::ulid;
SELECT 'zzzzzzzzzzzzzzzzzzzzzzzzzz'::ulid;

-- the text of a uuid, damaged
SELECT '01563e3a-b5d3-d676-4c61-efb99302bd5g'::ulid;
SELECT '01563e3a-b5d3-d6764c61--efb99302bd5b'::ulid;
SELECT '01563e3a_b5d3_d676_4c61_efb99302bd5b'::ulid;

-- what was probably meant
SELECT '01563e3ab5d3d6764c61efb99302bd5b'::ulid;
SELECT '{01563e3a-b5d3-d676-4c61-efb99302bd5b}'::ulid;
SELECT '2026-01-01'::ulid;
SELECT '2026-01-01 00:00:00.000000'::ulid;
SELECT 'now'::ulid;
SELECT '"01ARZ3NDEKTSV4RRFFQ69G5FAV"'::ulid;
SELECT '{01ARZ3NDEKTSV4RRFFQ69G5FAV}'::ulid;
SELECT 'urn:uuid:01563e3a-b5d3-d676-4c61-efb99302bd5b'::ulid;
SELECT '\x01563e3ab5d3d6764c61efb99302bd5b'::ulid;
SELECT '01arz3ndektsv4rrffq69g5fau'::ulid;
SELECT 'A0EEBC999C0B4EF8BB6D6BB9BU'::ulid;
SELECT 1 WHERE ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV' < '2026-01-01';

-- the same through the direct cast from text, and through I/O from the other string types
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::text::ulid;
SELECT '2026-01-01'::text::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::varchar::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::char(26)::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::char(30)::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::char(30)::text::ulid;
SELECT repeat('0', 100)::ulid;

-- bytes
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::bytea::ulid;
SELECT '01563e3a-b5d3-d676-4c61-efb99302bd5b'::bytea::ulid;
SELECT '\x0156'::bytea::ulid;

-- validity without an error
SELECT text, ulid_is_valid(text)
FROM (VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('01563e3a-b5d3-d676-4c61-efb99302bd5b'),
             ('01ARZ3NDEKTSV4RRFFQ69G5FAU'), ('80000000000000000000000000'), (''), (NULL)) AS v(text);

-- COPY says which line
\set SHOW_CONTEXT errors
CREATE TEMP TABLE copied (id ulid);
COPY copied FROM stdin;
01ARZ3NDEKTSV4RRFFQ69G5FAV
01ARZ3NDEKTSV4RRFFQ69G5FAU
\.
SELECT count(*) FROM copied;
