-- The server's own check of the operator classes: whatever is missing is an INFO message here.
SET client_min_messages = info;

SELECT amname, opcname, amvalidate(c.oid)
FROM pg_opclass c
JOIN pg_am m ON m.oid = opcmethod
WHERE opcname ~ '^ulid'
ORDER BY amname, opcname COLLATE "C";
