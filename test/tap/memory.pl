# Memory stays flat: every function of the extension in very many calls, sorts, aggregates and index scans, and very many caught
# errors, all in one session whose memory contexts and process do not grow.
#
# Run by test/check tap. ULID_MEMORY_CALLS is the number of calls of each function; ULID_MEMORY_ERRORS that of caught errors.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $calls = size(ULID_MEMORY_CALLS => 100_000, 1_000_000);
my $errors = size(ULID_MEMORY_ERRORS => 10_000, 100_000);

my $node = new_server('memory', "max_parallel_workers_per_gather = 0\njit = off\nwork_mem = '4MB'\nshared_buffers = '16MB'");
my %sample = (
    ulid => q{ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV'}, uuid => q{uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b'},
    'timestamp with time zone' => q{timestamptz '2026-01-01 00:00+00'}, tstzrange => q{tstzrange '[2026-01-01,2027-01-01)'},
    'timestamp without time zone' => q{timestamp '2026-01-01 00:00'}, ulid_period => q{'[2026-01-01,2027-01-01)'::ulid_period},
    interval => q{interval '1 hour'}, boolean => 'true', bigint => '7::bigint', integer => '7',
    text => q{text '01ARZ3NDEKTSV4RRFFQ69G5FAV'}, bytea => q{bytea '\x01563e3ab5d3d6764c61efb99302bd5b'},
    cstring => q{textout('01ARZ3NDEKTSV4RRFFQ69G5FAV')});

# What can be called from SQL, with its arguments; those that only the server calls are reached by what uses them.
my (@queries, @indirect);
for my $signature (split /\n/, $node->safe_psql('postgres', q{
        SELECT p.oid::regproc || ':' || prokind::text || ':' || array_to_string(ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) AS t), ',')
        FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND refclassid = 'pg_extension'::regclass
        WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid') ORDER BY 1}))
{
    my ($name, $kind, $types) = split /:/, $signature, 3;
    my @types = split /,/, $types;
    if (grep { $_ eq 'internal' } @types) { push @indirect, $name; next }
    my @unknown = grep { !$sample{$_} } @types;
    die "no sample of @unknown for $name" if @unknown;
    # A condition on n, so that nothing is computed once for all.
    my @arguments = map { "CASE WHEN n > 0 THEN $sample{$_} END" } @types;
    my $call = "$name(" . join(', ', @arguments) . ')';
    push @queries, 'SELECT ' . ($kind eq 'a' ? $call : "count($call)")
        . " FROM generate_series(1, $calls) AS n";
}
cmp_ok(scalar @queries, '>', 20, 'functions called: ' . @queries);
note("reached by their users: @indirect");
push @queries,
    "SELECT count(ulid_recv) FROM (SELECT ulid_send(gen_ulid()) AS ulid_recv FROM generate_series(1, $calls)) AS s",
    "SELECT count(DISTINCT gen_ulid()) FROM generate_series(1, $calls)",
    'SELECT count(*) FROM (SELECT id FROM made ORDER BY id DESC OFFSET 0) AS s',
    'SELECT count(*) FROM made AS a JOIN made AS b USING (id)',
    q{SELECT count(*) FROM made WHERE id >= ulid_first(now() - interval '1 day')},
    'SET enable_seqscan = off; SELECT count(*) FROM made AS a WHERE EXISTS (SELECT FROM made AS b WHERE b.id = a.id OFFSET 0)',
    'REINDEX TABLE made', 'ANALYZE made',
    "DELETE FROM copied; COPY made TO '/dev/null' (FORMAT binary)";

# Each of them once more with few rows first, so that caches are warm.
$node->safe_psql('postgres', q{
    CREATE TABLE made (id ulid PRIMARY KEY);
    INSERT INTO made SELECT gen_ulid() FROM generate_series(1, 50000);
    CREATE INDEX ON made USING hash (id);
    CREATE INDEX by_brin ON made USING brin (id ulid_minmax_multi_ops);
    CREATE INDEX by_bloom ON made USING brin (id ulid_bloom_ops);
    CREATE TABLE copied (LIKE made);
    ANALYZE made;
});
my $caught = q{DO $$
    DECLARE caught int := 0; texts text[] := ARRAY['', '01ARZ3NDEKTSV4RRFFQ69G5FAU', '80000000000000000000000000', '2026-01-01', repeat('x', 10000)];
    BEGIN
        FOR i IN 1..%d LOOP
            BEGIN
                CASE i %% 5
                    WHEN 0 THEN PERFORM texts[1 + i / 5 %% 5]::ulid;
                    WHEN 1 THEN PERFORM ulid_in(textout(texts[1 + i / 5 %% 5]));
                    WHEN 2 THEN PERFORM ('\x' || repeat('00', i %% 16))::bytea::ulid;
                    WHEN 3 THEN PERFORM ulid_first(timestamptz '1969-12-31' - i * interval '1 second');
                    ELSE PERFORM ulid_next('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
                END CASE;
            EXCEPTION WHEN others THEN caught := caught + 1;
            END;
        END LOOP;
        IF caught <> %d THEN RAISE 'only %% were caught', caught; END IF;
    END $$};

# In one session: what its contexts hold and what its process has ever held, in kB, before and after.
my $measure = q{SELECT 'memory', sum(total_bytes) / 1024, (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\s+(\d+)'))[1]
    FROM pg_backend_memory_contexts;};
my $script = "SET client_min_messages = error;\n";
for my $query (@queries) { $script .= ($query =~ s/\b$calls\b/10/gr) . ";\n" }
$script .= sprintf($caught, 500, 500) . ";\n$measure\n";
for my $query (@queries) { $script .= "$query;\n$measure\n" }
$script .= sprintf($caught, $errors, $errors) . ";\n$measure\n";
my ($status, $output, $error) = $node->psql('postgres', $script, on_error_stop => 1);
is($error, '', 'nothing fails');

# The high-water mark may rise by what sorts, hash tables (work_mem) and the buffers that are touched for the first time take; a leak of 8 bytes
# a call would be above the bound of the contexts in a full run.
my @memory = map { [ split /\|/ ] } grep { /^memory/ } split /\n/, $output;
is(scalar @memory, @queries + 2, 'every step is measured');
my ($grown, $peak) = (0, 0);
for my $step (1 .. $#memory)
{
    my $what = $queries[ $step - 1 ] // "$errors caught errors";
    my $by = $memory[$step][1] - $memory[ $step - 1 ][1];
    cmp_ok($by, '<=', 64, "contexts grow by $by kB: " . substr($what, 0, 100)) if $by > 64;
    $peak = $memory[$step][2] - $memory[ $step - 1 ][2];
    cmp_ok($peak, '<=', 16 * 1024, "process grows by $peak kB: " . substr($what, 0, 100)) if $peak > 16 * 1024 && $what =~ /generate_series|caught/;
}
$grown = $memory[-1][1] - $memory[0][1];
cmp_ok($grown, '<=', 256, "memory contexts grow by $grown kB in all");
note("high-water mark: from $memory[0][2] to $memory[-1][2] kB");
figure('functions and uses' => scalar @queries);
figure('calls' => @queries * $calls);
figure('errors caught' => $errors);

$node->stop;
done_testing();
