# Randomness across processes: with the library preloaded, thousands of fresh connections and parallel workers never repeat a
# random part; and the bits and bytes of a million values are as even as chance would have them.
#
# Run by test/check tap. ULID_PRELOAD_CONNECTIONS is the number of connections.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use File::Spec;
use Ulid;

my $connections = size(ULID_PRELOAD_CONNECTIONS => 1000, 10_000);
my $values = 1_000_000;

my $node = new_server('preload', "max_parallel_workers = 8\nmax_worker_processes = 16");
is($node->safe_psql('postgres', 'SHOW shared_preload_libraries'), 'ulid', 'the library is preloaded');
$node->safe_psql('postgres', q{
    CREATE UNLOGGED TABLE made (generator text, id ulid);
    CREATE UNLOGGED TABLE source AS SELECT n FROM generate_series(1, 200000) AS n;
    ANALYZE source;
});

# A new connection for each transaction. The random part starts at byte 7, and is 80 bits; that of gen_ordered_ulid() is the
# last 68, of which 64 are compared.
my $script = $node->basedir . '/script.sql';
append_to_file($script, join "\n", map { "INSERT INTO made VALUES ('$_', $_());" } @generators);
$node->command_ok([ 'pgbench', '-n', '-C', '-c', '10', '-j', '2', '-t', $connections / 10, '-f', $script, 'postgres' ],
    "$connections connections make an id with each generator");
is($node->safe_psql('postgres', q{
        SELECT generator, count(*), count(DISTINCT CASE generator WHEN 'gen_ordered_ulid' THEN substring(id::bytea FROM 9)
                                                                  ELSE substring(id::bytea FROM 7) END)
        FROM made GROUP BY generator ORDER BY generator COLLATE "C"}),
    join("\n", map { "$_|$connections|$connections" } sort @generators), 'no random part repeats');
figure('connections' => $connections);

# Parallel workers, each with a pool of its own.
my $parallel = q{
    SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 4;
    SET parallel_leader_participation = off;
};
like($node->safe_psql('postgres', "$parallel EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF) SELECT gen_ulid() FROM source"),
    qr/Workers Launched: [1-4].*\n(?:.*\n)*.*Parallel Seq Scan.*\n\s+Output: \S*gen_ulid/, 'gen_ulid() runs in parallel workers');
is($node->safe_psql('postgres', "$parallel CREATE TEMP TABLE t AS SELECT gen_ulid() AS id FROM source;"
        . 'SELECT count(*), count(DISTINCT substring(id::bytea FROM 7)) FROM t'), '200000|200000', 'whose random parts do not repeat');
unlike($node->safe_psql('postgres', "$parallel EXPLAIN (VERBOSE, COSTS OFF) SELECT gen_monotonic_ulid() FROM source"),
    qr/Parallel Seq Scan.*\n\s+Output: \S*gen_monotonic_ulid/, 'gen_monotonic_ulid() does not: its state is the session\'s');
is($node->safe_psql('postgres', "$parallel CREATE TEMP TABLE t AS SELECT gen_shared_monotonic_ulid() AS id FROM source;"
        . 'SELECT count(DISTINCT id) FROM t'), '200000', 'gen_shared_monotonic_ulid() repeats nothing either');

# Chi-square over a million values of each, against bounds fixed in advance, which fair randomness passes but once in
# 10^9 trials: 37.3 with one degree of freedom (a bit), 130 to 421 with 255 (a byte).
sub random_bytes
{
    my $call = shift;
    my $file = File::Spec->rel2abs($node->basedir . '/values');
    $node->safe_psql('postgres', "COPY (SELECT $call FROM generate_series(1, $values)) TO '$file' (FORMAT binary)");
    my $bytes = slurp_file($file);
    unlink $file;
    return substr $bytes, 19, -2;    # without the header and the end
}
for my $call ('gen_ulid()', q{gen_ulid('2026-01-01 00:00+00')})
{
    my $rows = random_bytes($call);
    is(length $rows, 22 * $values, "$call: a million values");
    my @count = map { [ (0) x 256 ] } 0 .. 9;
    for (my $at = 0; $at < length $rows; $at += 22)
    {
        my $place = 0;
        ++$count[ $place++ ][$_] for unpack 'C10', substr $rows, $at + 12, 10;
    }
    my (@uneven, $largest_bit, $largest_byte);
    $largest_bit = $largest_byte = 0;
    for my $place (0 .. 9)
    {
        my ($expected, $byte) = ($values / 256, 0);
        $byte += ($_ - $expected)**2 / $expected for @{ $count[$place] };
        push @uneven, "byte $place: $byte" if $byte < 130 || $byte > 421;
        $largest_byte = $byte if $byte > $largest_byte;
        for my $bit (0 .. 7)
        {
            my $ones = 0;
            $ones += $count[$place][$_] for grep { $_ >> $bit & 1 } 0 .. 255;
            my $chi = (2 * $ones - $values)**2 / $values;
            push @uneven, "bit $bit of byte $place: $chi" if $chi > 37.3;
            $largest_bit = $chi if $chi > $largest_bit;
        }
    }
    is_deeply(\@uneven, [], "$call: all 80 bits and 10 bytes are even");
    note("$call: largest chi-square of a bit $largest_bit, of a byte $largest_byte");
    figure('values tested for evenness' => $values);
}

$node->stop;
done_testing();
