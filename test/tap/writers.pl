# Two servers that write the same table and take each other's rows by logical replication, by the SQL of doc/scale.md:
# no conflict, and the same rows on both. Before PostgreSQL 16, which has no origin = none, one way only.
#
# Run by test/check tap. ULID_WRITER_ROWS is the number of rows that each makes.
use strict;
use warnings;

use FindBin;
use lib $FindBin::RealBin;

use Guide;
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $rows     = size(ULID_WRITER_ROWS => 20_000, 1_000_000);
my $sessions = 4;
my $per_statement = $rows / $sessions / 10;

my $guide = Guide->new('scale.md', 'writers');
my @node = map { PostgreSQL::Test::Cluster->new("writer$_") } 0, 1;
for my $node (@node) {
    $node->init(allows_streaming => 'logical');
    $node->append_conf('postgresql.conf', "fsync = off\nmax_wal_size = 4GB\nautovacuum = off");
    $node->start;
    $node->safe_psql('postgres', 'CREATE DATABASE app');
    $node->safe_psql('app', 'CREATE EXTENSION ulid');
    $node->safe_psql('app', $guide->sql('writers-table'));
}

sub query { my ($n, $sql) = @_; return $node[$n]->safe_psql('app', $sql); }

my $both_ways = query(0, 'SHOW server_version_num') >= 160000;
my @subscribers = $both_ways ? (0, 1) : (1);
for my $n (@subscribers) {
    my $sql = $guide->sql('writers-subscribe');
    my $other = $node[1 - $n];
    my $address = 'host=' . $other->host . ' port=' . $other->port;
    $sql =~ s/host=other\.example port=5432/$address/ or die 'the guide names no address';
    $sql =~ s/origin = none, // unless $both_ways;
    query($n, $sql);
}

# Both write at once.
my @load;
for my $n (0, 1) {
    my $script = $node[$n]->basedir . '/write.sql';
    append_to_file($script, "INSERT INTO event (maker, n) SELECT 'writer $n', i FROM generate_series(1, $per_statement) AS i;\n");
    my %load = (output => '', error => '');
    $load{handle} = IPC::Run::start([ 'pgbench', '-n', '-c', $sessions, '-t', '10', '-f', $script, $node[$n]->connstr('app') ],
        '>', \$load{output}, '2>', \$load{error});
    push @load, \%load;
}
ok($_->{handle}->finish, 'a writer is done') or diag($_->{error}) for @load;

my @expected = $both_ways ? (2 * $rows, 2 * $rows) : ($rows, 2 * $rows);
for my $n (0, 1) {
    ok($node[$n]->poll_query_until('app', "SELECT count(*) >= $expected[$n] FROM event"), "server $n gets all rows");
    is(query($n, 'SELECT count(*), count(DISTINCT id) FROM event'), "$expected[$n]|$expected[$n]", "server $n has every row once");
    is(query($n, "SELECT count(*) FROM event WHERE maker = 'writer $n'"), $rows, "server $n has its own");
}
my @md5 = map { query($_, q{SELECT md5(string_agg(id::text || maker || n, ',' ORDER BY id)) FROM event WHERE maker = 'writer 0'}) } 0, 1;
is($md5[1], $md5[0], 'what server 0 made is the same on both');
if ($both_ways) {
    @md5 = map { query($_, q{SELECT md5(string_agg(id::text || maker || n, ',' ORDER BY id)) FROM event}) } 0, 1;
    is($md5[1], $md5[0], 'the whole is the same on both');
}
note "md5 $md5[0]";

# A conflict would have stopped the subscription, and shows in the log.
for my $n (@subscribers) {
    is(query($n, 'SELECT count(*) FROM pg_stat_subscription WHERE pid IS NOT NULL'), 1, "server $n still follows");
    unlike(slurp_file($node[$n]->logfile), qr/ERROR:.*duplicate key|conflict/, "server $n met no conflict");
}

# Row filters know no operators of extensions.
my (undef, undef, $error) = $node[0]->psql('app', "\\set VERBOSITY sqlstate\nCREATE PUBLICATION filtered FOR TABLE event WHERE (id >= '01ARZ3NDEKTSV4RRFFQ69G5FAV')");
like($error, qr/22023|42P17|0A000/, 'a row filter on the key is refused') if query(0, 'SHOW server_version_num') >= 150000;

is($guide->unused, '', 'every block was run');
figure('rows written', 2 * $rows);
query($_, 'DROP SUBSCRIPTION event_from_other') for @subscribers;
$_->stop for @node;
done_testing();
