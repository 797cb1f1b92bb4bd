-- The clockwork of test/bench/run: what is measured stands in cases.sql.
CREATE EXTENSION ulid;
CREATE SCHEMA bench;

-- A statement to time, and the control whose time is taken off; a case without control has none.
CREATE TABLE bench.case (
    name      text PRIMARY KEY,
    statement text NOT NULL,
    control   text,
    calls     bigint NOT NULL
);

-- A figure: the net time of one case divided by that of another, with the goal if there is one.
CREATE TABLE bench.ratio (
    place       int GENERATED ALWAYS AS IDENTITY,
    name        text PRIMARY KEY,
    numerator   text NOT NULL REFERENCES bench.case,
    denominator text NOT NULL REFERENCES bench.case,
    goal        numeric
);

CREATE TABLE bench.result (round int, name text REFERENCES bench.case, ns double precision);

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
            control := CASE WHEN c.control IS NULL THEN 0 ELSE bench.timed(c.control) END;
            INSERT INTO bench.result VALUES (round, c.name, (bench.timed(c.statement) - control) / c.calls);
        END LOOP;
        COMMIT;
    END LOOP;
    DELETE FROM bench.result WHERE round = 0;
END
$$;

CREATE VIEW bench.figures AS
    SELECT r.name AS figure,
           round(percentile_cont(0.5) WITHIN GROUP (ORDER BY a.ns / b.ns)::numeric, 3) AS median,
           round(min(a.ns / b.ns)::numeric, 3) AS min,
           round(max(a.ns / b.ns)::numeric, 3) AS max,
           r.goal
    FROM bench.ratio AS r
    JOIN bench.result AS a ON a.name = r.numerator
    JOIN bench.result AS b ON b.name = r.denominator AND b.round = a.round
    GROUP BY r.place, r.name, r.goal
    ORDER BY r.place;

CREATE VIEW bench.times AS
    SELECT name AS "case",
           round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns)::numeric, 1) AS "median, ns a call",
           round(min(ns)::numeric, 1) AS min,
           round(max(ns)::numeric, 1) AS max
    FROM bench.result GROUP BY name ORDER BY name COLLATE "C";
