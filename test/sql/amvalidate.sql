-- The server's own check of the operator classes. Its two remarks are meant: the btree family has no operators of
-- uuid beside timestamptz, and not the equality of two timestamptz (test/pgtap/catalog.sql names what is left out).
SET client_min_messages = info;

SELECT amname, opcname, amvalidate(c.oid)
FROM pg_opclass c
JOIN pg_am m ON m.oid = opcmethod
WHERE opcname ~ '^ulid'
ORDER BY amname, opcname COLLATE "C";
