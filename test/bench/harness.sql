-- The clockwork of test/bench/run: what is measured stands in cases.sql.
CREATE EXTENSION ulid;
CREATE EXTENSION pgstattuple;
CREATE SCHEMA bench;

-- A statement to time; what is run before it, untimed; and a control whose time is taken off.
CREATE TABLE bench.case (
    name      text PRIMARY KEY,
    calls     bigint NOT NULL,
    statement text NOT NULL,
    prepare   text,
    control   text
);

-- A figure: an expression over ns('case'), evaluated inside each round.
CREATE TABLE bench.figure (
    place      int GENERATED ALWAYS AS IDENTITY,
    name       text PRIMARY KEY,
    expression text NOT NULL,
    goal       numeric
);

CREATE TABLE bench.result (round int, name text, ns double precision, PRIMARY KEY (round, name));

-- Nanoseconds that a statement takes.
CREATE FUNCTION bench.timed(statement text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
    start timestamptz;
BEGIN
    start := clock_timestamp();
    EXECUTE statement;
    RETURN extract(epoch FROM clock_timestamp() - start) * 1e9;
END
$$;

CREATE PROCEDURE bench.run(rounds int) LANGUAGE plpgsql AS $$
DECLARE
    c bench.case;
    control double precision;
BEGIN
    FOR round IN 0 .. rounds LOOP
        FOR c IN SELECT * FROM bench.case ORDER BY random() LOOP
            EXECUTE 'RESET ALL';
            control := CASE WHEN c.control IS NULL THEN 0 ELSE bench.timed(c.control) END;
            IF c.prepare IS NOT NULL THEN
                EXECUTE c.prepare;
            END IF;
            INSERT INTO bench.result VALUES (round, c.name, (bench.timed(c.statement) - control) / c.calls);
        END LOOP;
        COMMIT;
    END LOOP;
    DELETE FROM bench.result WHERE round = 0; -- the warm-up
END
$$;

CREATE FUNCTION bench.ns(round int, name text) RETURNS double precision LANGUAGE sql STABLE STRICT AS
    'SELECT ns FROM bench.result WHERE (round, name) = ($1, $2)';

CREATE FUNCTION bench.figure_in_round(expression text, round int) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
    result double precision;
BEGIN
    EXECUTE 'SELECT ' || regexp_replace(expression, '\mns\(', format('bench.ns(%s, ', round), 'g') INTO result;
    RETURN result;
END
$$;

CREATE VIEW bench.figures AS
    SELECT f.name AS figure,
           round(percentile_cont(0.5) WITHIN GROUP (ORDER BY value)::numeric, 3) AS median,
           round(min(value)::numeric, 3) AS min,
           round(max(value)::numeric, 3) AS max,
           goal
    FROM bench.figure AS f, (SELECT DISTINCT round FROM bench.result) AS r,
         LATERAL bench.figure_in_round(expression, round) AS value
    GROUP BY f.place, f.name, f.goal
    ORDER BY f.place;

CREATE VIEW bench.times AS
    SELECT name AS "case",
           round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns)::numeric, 1) AS "median, ns a call",
           round(min(ns)::numeric, 1) AS min,
           round(max(ns)::numeric, 1) AS max
    FROM bench.result GROUP BY name ORDER BY name COLLATE "C";
