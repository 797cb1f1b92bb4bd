-- WAL per row when a checkpoint has just passed, so that a page that changes is written whole: 10,000 rows
-- into a table that holds :rows. Run by test/bench/run after the cases.
CREATE TABLE bench.wal (key text, bytes_per_row numeric);
CREATE PROCEDURE bench.measure_wal(key text) LANGUAGE plpgsql AS $$
DECLARE
    before pg_lsn;
BEGIN
    CHECKPOINT;
    before := pg_current_wal_insert_lsn();
    EXECUTE format('INSERT INTO bench.key_%s (n) SELECT generate_series(1, 10000)', key);
    INSERT INTO bench.wal VALUES (key, (pg_current_wal_insert_lsn() - before) / 10000);
    COMMIT;
END
$$;
SELECT format('CALL bench.measure_wal(%L)', replace(relname, 'key_', ''))
FROM pg_class, generate_series(1, 3) AS round
WHERE relnamespace = 'bench'::regnamespace AND relkind = 'r' AND relname LIKE 'key\_%' ORDER BY round, random() \gexec
SELECT key, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY bytes_per_row)::numeric) AS "WAL, bytes a row",
       round(min(bytes_per_row)) AS min, round(max(bytes_per_row)) AS max,
       round((percentile_cont(0.5) WITHIN GROUP (ORDER BY bytes_per_row)
              / (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY bytes_per_row) FROM bench.wal WHERE key = 'v4'))::numeric, 3) AS "/ v4"
FROM bench.wal GROUP BY key ORDER BY 2;
SELECT replace(relname, 'key_', '') AS key, pg_size_pretty(pg_relation_size(indexrelid)) AS index_size,
       round((pgstatindex(indexrelid::regclass)).avg_leaf_density::numeric, 1) AS leaf_density
FROM pg_class JOIN pg_index ON indrelid = pg_class.oid
WHERE relnamespace = 'bench'::regnamespace AND relname LIKE 'key\_%' ORDER BY pg_relation_size(indexrelid);
