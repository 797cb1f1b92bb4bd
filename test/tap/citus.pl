# Citus, by the SQL of doc/scale.md: distributed and colocated tables with ulid keys, routing, joins, months, rebalancing.
# Skipped where the extension citus is not installed.
#
# Run by test/check tap. ULID_CITUS_ROWS is the number of customers, invoices and payments.
use strict;
use warnings;

use FindBin;
use lib $FindBin::RealBin;

use Guide;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $rows  = size(ULID_CITUS_ROWS => 20_000, 200_000);
my $guide = Guide->new('scale.md', 'citus');

# Citus keeps connections by address, so the servers listen on the loopback interface, each on its port.
sub start {
    my ($name, $settings) = @_;
    my $node = PostgreSQL::Test::Cluster->new($name);
    $node->init;
    $node->append_conf('postgresql.conf', "listen_addresses = '127.0.0.1'\nwal_level = logical\nfsync = off\njit = off\ntimezone = UTC\n$settings");
    $node->start;
    $node->safe_psql('postgres', 'CREATE DATABASE app');
    return $node;
}

my $coordinator = start('coordinator', '');
# Asked of CREATE EXTENSION, which knows more places to look in than pg_available_extensions does.
my (undef, undef, $missing) = $coordinator->psql('postgres', 'CREATE EXTENSION citus');
if ($missing =~ /extension "citus" is not available|could not open extension control file/) {
    $coordinator->stop;
    plan skip_all => 'the extension citus is not installed';
}
my $settings = "shared_preload_libraries = 'citus'\ncitus.node_conninfo = 'sslmode=prefer'\ncitus.shard_count = 8\n"
    . "max_connections = 200\nmax_prepared_transactions = 200\nmax_worker_processes = 40\n"
    . "max_replication_slots = 40\nmax_wal_senders = 40";
$coordinator->append_conf('postgresql.conf', $settings);
$coordinator->restart;
my %node = (coordinator => $coordinator, map { $_ => start($_, $settings) } qw(worker1 worker2));
$node{$_}->safe_psql('app', 'CREATE EXTENSION citus') for qw(worker1 worker2);

sub query { return $coordinator->safe_psql('app', shift); }

# A block of the guide on the coordinator, with the addresses of these servers.
sub run_block {
    my $sql = $guide->sql(shift);
    $sql =~ s/'(\w+)\.example', 5432/"'127.0.0.1', " . $node{$1}->port/ge;
    return query($sql);
}

sub explain_plan { return query('SET citus.explain_all_tasks = on; EXPLAIN (COSTS OFF) ' . shift); }


run_block('citus-nodes');
run_block('citus-tables');
note 'citus ' . query(q{SELECT extversion FROM pg_extension WHERE extname = 'citus'});
is($node{worker1}->safe_psql('app', q{SELECT count(*) FROM pg_extension WHERE extname = 'ulid'}), 1, 'the worker has the extension');
is(query(q{SELECT count(DISTINCT colocation_id) || ' ' || min(shard_count) FROM citus_tables WHERE table_name IN ('customer'::regclass, 'invoice'::regclass)}),
    '1 8', 'customer and invoice are colocated, in 8 shards');

# Defaults and rows
my $customer = run_block('citus-insert');
like($customer, qr/^\w{26}$/, 'a row by default');
is(query("SELECT count(*) FROM customer JOIN invoice ON customer_id = customer.id WHERE customer.id = '$customer' AND amount = 7"), 1, 'and what refers to it');
is(query("SELECT ulid_timestamp(id) > now() - interval '1 minute' FROM customer WHERE id = '$customer'"), 't', 'made now');
query("INSERT INTO customer (name) SELECT 'c' || i FROM generate_series(2, $rows) AS i;"
        . " INSERT INTO invoice (customer_id, amount) SELECT id, length(name) FROM customer WHERE name <> 'Ada';"
        . " INSERT INTO payment (invoice_id, amount) SELECT id, amount FROM invoice");
is(query('SELECT count(*), count(DISTINCT id) FROM customer'), "$rows|$rows", 'all keys are different');
my $shards = q{SELECT count(*), sum(result::bigint) FROM run_command_on_shards('customer', 'SELECT count(*) FROM %s') WHERE result::bigint > 0};
is(query($shards), "8|$rows", 'rows are in every shard');
my (undef, undef, $error) = $coordinator->psql('app', "\\set VERBOSITY sqlstate\nINSERT INTO customer VALUES ('$customer', 'twin')");
like($error, qr/23505/, 'a second customer of the same key is refused');
(undef, undef, $error) = $coordinator->psql('app', "\\set VERBOSITY sqlstate\nINSERT INTO invoice (customer_id) VALUES (gen_ulid())");
like($error, qr/23503/, 'an invoice of nobody as well');

# Routing
like(explain_plan("SELECT name FROM customer WHERE id = '$customer'"), qr/Task Count: 1\b/, 'one key: one shard');
like(query("SET plan_cache_mode = force_generic_plan; PREPARE p AS SELECT name FROM customer WHERE id = \$1; EXPLAIN (COSTS OFF) EXECUTE p ('$customer')"),
    qr/Task Count: 1\b/, 'with a parameter as well');
like(explain_plan('SELECT name FROM customer WHERE id = gen_ulid()'), qr/Task Count: 8\b/, 'a volatile call: all shards');
is(query(join ';', map { "PREPARE q AS SELECT name FROM customer WHERE id = \$1" x ($_ == 1) . ($_ > 1 ? "EXECUTE q ('$customer')" : '') } 1 .. 8),
    join("\n", ('Ada') x 7), 'a statement prepared and used often');

# Joins
my $join = 'SELECT count(*), sum(amount) FROM customer JOIN invoice ON invoice.customer_id = customer.id';
my $expected = query('SELECT count(*), sum(amount) FROM invoice');
my $plan = explain_plan($join);
like($plan, qr/Task Count: 8\b/, 'a colocated join: shard by shard');
unlike($plan, qr/MapMerge/, 'without sending rows');
is(query($join), $expected, 'and finds all');
like(explain_plan("$join WHERE customer.id = '$customer'"), qr/Task Count: 1\b/, 'for one key: one shard');
is(run_block('citus-repartition'), query('SELECT count(*), sum(amount) FROM payment'), 'a repartition join finds all');
like(query('SET citus.enable_repartition_joins = on; EXPLAIN (COSTS OFF) SELECT count(*) FROM payment JOIN invoice ON payment.invoice_id = invoice.id'),
    qr/MapMergeJob/, 'by sending rows');
is(query('SELECT count(*) FROM customer WHERE id IN (SELECT customer_id FROM invoice)'), $rows, 'a subquery on the key');
is(query('SELECT count(*) FROM (SELECT id FROM customer GROUP BY id) AS g'), $rows, 'grouped by the key');

# Months
run_block('citus-months');
query(q{INSERT INTO log SELECT gen_ulid('2026-01-01'::timestamptz + i * interval '1 hour'), i FROM generate_series(0, 59 * 24 - 1) AS i});
is(run_block('citus-range'), 240, 'a range of ten days has 240 hours');
$plan = explain_plan($guide->sql('citus-range'));
like($plan, qr/Task Count: 8\b/, 'asked of all shards');
is(scalar(() = $plan =~ / on log_2026_01_\d+/g), 8, 'of January');
unlike($plan, qr/ on log_2026_02/, 'and not of February');
$plan = explain_plan($guide->sql('citus-range') =~ s/count\(\*\)/id/r =~ s/20 00:00/10 02:00/r);
like($plan, qr/Index Cond: \(\(id >= /, 'by the index there');
like(explain_plan(q{SELECT count(*) FROM log WHERE id >= timestamptz '2026-02-10'}), qr/ on log_2026_02/, 'a comparison with a timestamp');
unlike(explain_plan(q{SELECT count(*) FROM log WHERE id >= timestamptz '2026-02-10'}), qr/ on log_2026_01/, 'leaves out January');

# Rebalancing
my $all = q{SELECT md5(string_agg(id::text || name, ',' ORDER BY id)) FROM customer};
my $before = query($all) . query($join) . run_block('citus-range');
run_block('citus-rebalance');
is(query(q{SELECT count(*) FROM (SELECT nodeport FROM citus_shards WHERE table_name = 'customer'::regclass GROUP BY nodeport HAVING count(*) >= 2) AS s}),
    2, 'both workers have shards');
is(query($all) . query($join) . run_block('citus-range'), $before, 'and the rows are the same');
note "rows, md5 of customer: $rows, " . query($all);
query(q{INSERT INTO customer (name) SELECT 'later' FROM generate_series(1, 100)});
is(query('SELECT count(*) FROM customer'), $rows + 100, 'new rows go in');

is($guide->unused, '', 'every block was run');
figure('distributed rows', 3 * $rows);
$_->stop for values %node;
done_testing();
