# A table on three servers and a table of months, by the SQL of doc/scale.md: rows go where they belong from any server,
# every server sees the same whole, and queries are answered where the rows are.
#
# Run by test/check tap. ULID_SHARD_ROWS is the number of rows that each server makes.
use strict;
use warnings;

use FindBin;
use lib $FindBin::RealBin;

use Guide;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $rows  = size(ULID_SHARD_ROWS => 5_000, 200_000);
my $guide = Guide->new('scale.md', 'shard', 'month');

my @node;
for my $n (0 .. 2) {
    $node[$n] = PostgreSQL::Test::Cluster->new("shard$n");
    $node[$n]->init;
    $node[$n]->append_conf('postgresql.conf', "fsync = off\nmax_wal_size = 4GB\nautovacuum = off\njit = off\ntimezone = UTC");
    $node[$n]->start;
    $node[$n]->safe_psql('postgres', 'CREATE DATABASE app');
}

sub query { my ($n, $sql) = @_; return $node[$n]->safe_psql('app', $sql); }

# A block of the guide on a server, with the addresses of these.
sub run_block {
    my ($n, $name) = @_;
    my $sql = $guide->sql($name);
    $sql =~ s/host 'node(\d)\.example', port '5432'/sprintf "host '%s', port '%d'", $node[$1]->host, $node[$1]->port/ge;
    return query($n, "\\set node $n\n$sql");
}

sub plan_of { my ($n, $sql) = @_; return query($n, "EXPLAIN (VERBOSE, COSTS OFF) $sql"); }

sub refusal {
    my ($n, $sql) = @_;
    my (undef, undef, $error) = $node[$n]->psql('app', "\\set VERBOSITY sqlstate\n$sql");
    return $error =~ /ERROR:\s+(\w{5})/ ? $1 : "none: $error";
}


# Rows from every server
run_block($_, 'shard-servers') for 0 .. 2;
run_block($_, 'shard-tables')  for 0 .. 2;
run_block($_, 'shard-settings') for 0 .. 2;
for my $n (0 .. 2) {
    query($n, "INSERT INTO customer (name) SELECT 'made on $n: ' || i FROM generate_series(1, $rows) AS i");
}
for my $n (0 .. 2) {
    query($n, "INSERT INTO invoice (customer_id, amount) SELECT id, length(name) FROM customer, generate_series(1, 2) WHERE name LIKE 'made on $n:%'");
}
for my $n (0 .. 2) { query($n, "ANALYZE customer_$n; ANALYZE invoice_$n") }

# Routing
my @counts = map { my $n = $_; [ map { query($n, "SELECT count(*) FROM ${_}_$n") } qw(customer invoice) ] } 0 .. 2;
note 'rows a server: ' . join ' ', map { $_->[0] } @counts;
is($counts[0][0] + $counts[1][0] + $counts[2][0], 3 * $rows, 'every row is on one server');
for my $n (0 .. 2) {
    cmp_ok(abs($counts[$n][0] - $rows), '<', 6 * sqrt($rows), "server $n has a third");
    is($counts[$n][1], 2 * $counts[$n][0], "server $n has the invoices of its customers");
    is(query($n, "SELECT count(*) FROM customer_$n WHERE NOT satisfies_hash_partition('customer'::regclass, 3, $n, id)"), 0, "server $n has what belongs there");
    is(query($n, "SELECT count(DISTINCT split_part(name, ':', 1)) FROM customer_$n"), 3, "made on all three");
}

# Every server sees the same whole.
my @whole = map {
    query($_, q{SELECT count(*), count(DISTINCT id), md5(string_agg(id::text || name, ',' ORDER BY id)) FROM customer})
        . ' ' . query($_, q{SELECT count(*), count(DISTINCT id), md5(string_agg(id::text || customer_id, ',' ORDER BY id)) FROM invoice})
} 0 .. 2;
note "count, distinct, md5 of both tables: $whole[0]";
like($whole[0], qr/^${\(3 * $rows)}\|${\(3 * $rows)}\|\w{32} ${\(6 * $rows)}\|${\(6 * $rows)}\|\w{32}$/, 'all keys are different');
is($whole[$_], $whole[0], "server $_ sees what server 0 sees") for 1, 2;

# Keys
my %id = map { $_ => query($_, "SELECT min(id) FROM customer_$_") } 0 .. 2;
is(refusal(0, "INSERT INTO customer VALUES ('$id{2}', 'twin')"), '23505', 'a second customer of the same key is refused by its server');
is(refusal(0, "INSERT INTO invoice (customer_id) VALUES ('00000000000000000000000000')"), '23503', 'an invoice of nobody as well');
is(refusal(2, "INSERT INTO customer_2 VALUES ('$id{1}', 'stray')"), '23514', 'and a row in the wrong place');
is(refusal(0, "INSERT INTO customer_2 VALUES ('$id{1}', 'stray')"), '23514', 'from afar too');

# Pruning by the key
my $plan = plan_of(0, "SELECT name FROM customer WHERE id = '$id{1}'");
like($plan, qr/^Foreign Scan on public\.customer_1/, 'one key: one server');
like($plan, qr/Remote SQL: .* WHERE \(\(id OPERATOR\(public\.=\) '${\ $id{1}}'\)\)/, 'which is sent the condition');
$plan = query(0, "SET plan_cache_mode = force_generic_plan; PREPARE p AS SELECT name FROM customer WHERE id = \$1;"
        . " EXPLAIN (VERBOSE, COSTS OFF) EXECUTE p ('$id{1}')");
like($plan, qr/Subplans Removed: 2/, 'one key as a parameter: two servers are left out');
like($plan, qr/Remote SQL: .* WHERE \(\(id OPERATOR\(public\.=\) \$1::public\.ulid\)\)/, 'the parameter is sent');
is(query(0, "SELECT count(*) FROM customer WHERE id IN ('$id{0}', '$id{1}', '$id{2}')"), 3, 'keys of all servers');

# Ranges, sent and answered by the index there
my ($from, $upto) = map { query(0, "SELECT date_trunc('milliseconds', low + (high - low) * $_)"
            . ' FROM (SELECT min(ulid_timestamp(id)) AS low, max(ulid_timestamp(id)) AS high FROM customer) AS ends') } 0.4, 0.6;
my $expected = query(0, "SELECT count(*) FROM customer WHERE ulid_timestamp(id) >= '$from' AND ulid_timestamp(id) < '$upto'");
cmp_ok($expected, '<', 3 * $rows, 'a part of the rows');
for my $condition (
    "id >= ulid_first('$from') AND id < ulid_first('$upto') ",
    "id >= timestamptz '$from' AND id < timestamptz '$upto'",
    "id <@ tstzrange('$from', '$upto')")
{
    my $sql = "SELECT count(*) FROM customer WHERE $condition";
    is(query($_, $sql), $expected, "$condition: server $_") for 0 .. 2;
    my @remote = plan_of(0, $sql) =~ /Remote SQL: (.*)/g;
    is(scalar(grep { /SELECT NULL FROM public\.customer_[12] WHERE \(.*\bid\b/ } @remote), 2, "$condition: sent")
        or diag(plan_of(0, $sql));
    # What is sent, as the other server plans it
    my ($sent) = plan_of(0, $sql) =~ /Remote SQL: SELECT NULL (FROM public\.customer_2 .*)/;
    my $there = defined $sent ? query(2, "SET enable_seqscan = off; EXPLAIN SELECT count(*) $sent") : 'nothing sent';
    like($there, qr/customer_2_pkey.*\n(?:.*\n)*?\s+Index Cond: \(/, "$condition: by the index there");
}
my $day = "now() - interval '1 day'";
unlike(plan_of(0, "SELECT count(*) FROM customer WHERE id >= $day"), qr/Remote SQL: .* WHERE/, 'now() is not sent');
like(plan_of(0, "SELECT count(*) FROM customer WHERE id >= (SELECT $day)"), qr/Remote SQL: .* WHERE \(\(id OPERATOR\(public\.>=\) \$1/,
    'its result is, from a subquery');
is(query(0, "SELECT count(*) FROM customer WHERE id >= (SELECT $day)"), 3 * $rows, 'and finds all');

# Without extensions 'ulid' nothing is sent.
query(0, q{ALTER SERVER node_1 OPTIONS (DROP extensions)});
$plan = plan_of(0, "SELECT name FROM customer WHERE id = '$id{1}'");
like($plan, qr/Filter: \(customer\.id = .*\n\s+Remote SQL: SELECT id, name FROM public\.customer_1$/m, "without extensions 'ulid' the partition is fetched whole");
query(0, q{ALTER SERVER node_1 OPTIONS (ADD extensions 'ulid')});

# Joins and groups
query($_, 'ANALYZE') for 0 .. 2;
my $join = 'SELECT count(*), sum(amount) FROM customer JOIN invoice ON invoice.customer_id = customer.id';
my @joined = map { query($_, $join) } 0 .. 2;
like($joined[0], qr/^${\(6 * $rows)}\|/, 'the join finds all');
is($joined[$_], $joined[0], "and the same on server $_") for 1, 2;
is(scalar(() = plan_of(0, $join) =~ /Remote SQL: .* INNER JOIN public\.\w+_[12]/g), 2, 'joined on the other servers');
$plan = plan_of(0, "$join WHERE customer.id = '$id{1}'");
unlike($plan, qr/public\.\w+_[02]/, 'the join for one key reads one server');
is(query(0, "$join WHERE customer.id = '$id{1}'"), query(1, "$join WHERE customer.id = '$id{1}'"), 'and finds the same');
# Where it is cheaper to group is for the planner to say; here it is never cheaper locally.
$plan = query(0, 'SET enable_hashagg = off; SET enable_sort = off; EXPLAIN (VERBOSE, COSTS OFF) SELECT customer_id, sum(amount) FROM invoice GROUP BY customer_id');
is(scalar(() = $plan =~ /Remote SQL: .* GROUP BY/g), 2, 'grouped on the other servers');
query($_, 'ALTER DATABASE app RESET ALL') for 0 .. 2;
is(query(0, $join), $joined[0], 'the same rows without the settings');

# Updates and deletes from elsewhere
query(2, "UPDATE customer SET name = 'changed' WHERE id = '$id{0}'");
is(query(1, "SELECT name FROM customer WHERE id = '$id{0}'"), 'changed', 'an update reaches the row from another server');
query(2, "DELETE FROM invoice WHERE customer_id = '$id{0}'; DELETE FROM customer WHERE id = '$id{0}'");
is(query(1, 'SELECT count(*) FROM customer'), 3 * $rows - 1, 'so does a delete');
$node[$_]->stop for 1, 2;


# Months
run_block(0, 'month-tables');
query(0, "INSERT INTO log SELECT gen_ulid('2026-01-01'::timestamptz + i * (interval '365 days' / ($rows + 1))), i FROM generate_series(1, $rows) AS i");
query(0, 'ANALYZE log');
my $kept = q{SELECT count(*), md5(string_agg(id::text, ',' ORDER BY id)) FROM log WHERE id >= timestamptz '2026-02-01'};
my $before  = query(0, $kept);
my $january = query(0, 'SELECT count(*) FROM log_2026_01');
cmp_ok($january, '>', $rows * 0.08, 'January has its share');
is(query(0, q{SELECT count(*) FROM log WHERE id <@ tstzrange('2026-01-01', '2026-02-01')}), $january, 'as the range says');
$plan = query(0, q{EXPLAIN (COSTS OFF) SELECT count(*) FROM log WHERE id <@ tstzrange('2026-01-05', '2026-02-05')});
is(join(' ', $plan =~ / on (log_\d+_\d+)/g), 'log_2026_01 log_2026_02', 'a range over two months reads two');

# Detaching waits for who reads the month, and keeps nobody from reading or writing.
my $reader = $node[0]->background_psql('app');
$reader->query_safe('BEGIN; SELECT count(*) FROM log');
my $detaching = $node[0]->background_psql('app');
$detaching->{stdin} .= $guide->sql('month-detach');
$detaching->{run}->pump_nb;
$node[0]->poll_query_until('app', q{SELECT EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE '%DETACH PARTITION%' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid())});
is(query(0, "SET lock_timeout = '5s'; INSERT INTO log (id, what) VALUES (gen_ulid('2026-02-02'), 'meanwhile'); DELETE FROM log WHERE what = 'meanwhile'; SELECT 1"), 1,
    'rows are written meanwhile');
$reader->query_safe('COMMIT');
$_->quit for $reader, $detaching;
$node[0]->poll_query_until('app', q{SELECT NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = 'log_2026_01'::regclass)});
is(query(0, 'SELECT count(*) FROM log'), $rows - $january, 'a detached month is gone from the table');
is(query(0, 'SELECT count(*) FROM log_2026_01'), $january, 'and there on its own');
query(0, q{ALTER TABLE log ATTACH PARTITION log_2026_01 FOR VALUES FROM (ulid_first('2026-01-01')) TO (ulid_first('2026-02-01'))});
is(query(0, 'SELECT count(*) FROM log'), $rows, 'it can be attached again');
query(0, $guide->sql('month-detach'));
run_block(0, 'month-drop');
is(query(0, $kept), $before, 'the other months have the same rows');
is(refusal(0, q{INSERT INTO log (id) VALUES (gen_ulid('2026-01-15'))}), '23514', 'January takes no rows any more');

is($guide->unused, '', 'every block was run');
figure('rows on three servers', 9 * $rows);
$node[0]->stop;
done_testing();
