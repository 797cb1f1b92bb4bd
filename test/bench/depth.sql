-- Bytes per row and depth of the key's index at :rows / 100, :rows / 10 and :rows rows, and what follows for a hundred and
-- ten thousand times as many. Run by test/bench/run depth.
CREATE TABLE bench.depth (
    key text, rows bigint, ns_per_id double precision, ns_per_row double precision,
    heap bigint, visibility bigint, index bigint, level int, leaf bigint, internal bigint
);
CREATE TABLE bench.key_gen_ulid (id ulid PRIMARY KEY DEFAULT gen_ulid(), n int);
CREATE TABLE bench.key_gen_ordered_ulid (id ulid PRIMARY KEY DEFAULT gen_ordered_ulid(), n int);

-- Fills the table up to so many rows, the last hundredth of :rows timed.
CREATE PROCEDURE bench.measure_depth(key text, rows bigint, timed bigint) LANGUAGE plpgsql AS $$
DECLARE
    present bigint;
    per_id double precision;
    per_row double precision;
BEGIN
    EXECUTE format('SELECT count(*) FROM bench.key_%s', key) INTO present;
    EXECUTE format('INSERT INTO bench.key_%s (n) SELECT generate_series(1, %s)', key, rows - present - timed);
    per_row := bench.timed(format('INSERT INTO bench.key_%s (n) SELECT generate_series(1, %s)', key, timed)) / timed;
    per_id := (bench.timed(format('SELECT count(%s()) FROM generate_series(1, %s)', key, timed))
               - bench.timed(format('SELECT count(*) FROM generate_series(1, %s)', timed))) / timed;
    COMMIT;
    INSERT INTO bench.depth (key, rows, ns_per_id, ns_per_row) VALUES (key, rows, per_id, per_row);
END
$$;

-- The sizes, after VACUUM has made the visibility map.
CREATE PROCEDURE bench.measure_size(of_key text, of_rows bigint) LANGUAGE sql AS $$
    UPDATE bench.depth SET
        heap = pg_relation_size('bench.key_' || key), visibility = pg_relation_size('bench.key_' || key, 'vm'),
        index = index_size, level = tree_level, leaf = leaf_pages, internal = internal_pages
    FROM pgstatindex('bench.key_' || of_key || '_pkey')
    WHERE key = of_key AND rows = of_rows
$$;

SELECT format('CALL bench.measure_depth(%L, %s, %s)', key, size, :rows / 200),
       format('VACUUM ANALYZE bench.key_%s', key),
       format('CALL bench.measure_size(%L, %s)', key, size)
FROM unnest(ARRAY[:rows / 100, :rows / 10, :rows]) AS size, unnest(ARRAY['gen_ulid', 'gen_ordered_ulid']) AS key
ORDER BY size, key \gexec

-- A level up there are as many pages fewer as entries fit into a page; the root is the level that is one page.
CREATE FUNCTION bench.pages_above(leaf double precision, fanout double precision, OUT level int, OUT internal double precision)
LANGUAGE sql AS $$
    WITH RECURSIVE up AS (
        SELECT 0 AS level, leaf AS pages
        UNION ALL
        SELECT up.level + 1, ceil(up.pages / fanout) FROM up WHERE up.pages > 1
    )
    SELECT max(up.level), sum(up.pages) FILTER (WHERE up.level > 0) FROM up
$$;

CREATE VIEW bench.projected AS
    SELECT key, size AS rows, above.level, heap / rows::numeric * size AS heap, index / rows::numeric * size AS index,
           above.internal * 8192 AS upper, heap / rows::numeric * size / 8192 / 4 AS visibility
    FROM bench.depth, unnest(ARRAY[:rows * 100::bigint, :rows * 10000::bigint]) AS size,
         bench.pages_above(leaf / rows::double precision * size, leaf / (internal - 1.0)) AS above
    WHERE rows = :rows;

CREATE VIEW bench.depth_report AS
    SELECT key, rows, 'measured' AS how, round(ns_per_id::numeric) AS ns_per_id, round(ns_per_row::numeric) AS ns_per_row,
           round(heap / rows::numeric, 1) AS heap_bytes_per_row, round(index / rows::numeric, 1) AS index_bytes_per_row,
           level + 1 AS index_levels, pg_size_pretty(index) AS index, pg_size_pretty(internal * 8192) AS above_leaves,
           pg_size_pretty(heap) AS heap, pg_size_pretty(visibility) AS visibility_map
    FROM bench.depth
    UNION ALL
    SELECT key, rows, 'projected', NULL, NULL, round(heap / rows, 1), round(index / rows, 1),
           level + 1, pg_size_pretty(index), pg_size_pretty(upper::numeric), pg_size_pretty(heap), pg_size_pretty(visibility)
    FROM bench.projected;
SELECT * FROM bench.depth_report ORDER BY key, rows;
