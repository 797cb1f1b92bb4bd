-- The server's own check of the operator classes. Its one remark is meant: most uuids carry no time, so the
-- btree family has no operators of uuid and timestamptz, though both stand beside ulid there.
SET client_min_messages = info;

SELECT amname, opcname, amvalidate(c.oid)
FROM pg_opclass c
JOIN pg_am m ON m.oid = opcmethod
WHERE opcname ~ '^ulid'
ORDER BY amname, opcname COLLATE "C";
