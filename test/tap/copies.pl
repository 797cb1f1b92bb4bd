# Copies: a base backup, a streaming replica, logical replication as text and as binary with every kind of replica
# identity on a ulid, and postgres_fdw with extensions 'ulid', hold the same rows and answer from the same indexes.
#
# Run by test/check tap. ULID_COPIES_ROWS is the number of rows.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $rows = size(ULID_COPIES_ROWS => 5000, 200_000);

my $primary = new_server('primary', '', allows_streaming => 'logical');
my @tables = qw(by_key by_index by_row);
my $definition = q{
    CREATE TABLE by_key (id ulid PRIMARY KEY DEFAULT gen_ulid(), other ulid, n int);
    CREATE TABLE by_index (id ulid DEFAULT gen_ordered_ulid(), other ulid NOT NULL, n int);
    CREATE UNIQUE INDEX by_other ON by_index (other);
    ALTER TABLE by_index REPLICA IDENTITY USING INDEX by_other;
    CREATE TABLE by_row (id ulid DEFAULT gen_monotonic_ulid(), other ulid, n int);
    ALTER TABLE by_row REPLICA IDENTITY FULL;
};
$primary->safe_psql('postgres', "CREATE EXTENSION amcheck; $definition" . q{
    CREATE INDEX ON by_row (id);
    CREATE INDEX ON by_key USING hash (other);
    CREATE INDEX by_brin ON by_key USING brin (id);
});

# Rows come, change other columns, change their keys, and go. The table without a key is read once a change on the other side, so
# few of its rows do.
sub work
{
    my $count = shift;
    for my $table (@tables)
    {
        my $step = $table eq 'by_row' ? int($count / 50) : 10;
        $primary->safe_psql('postgres', qq{
            INSERT INTO $table (other, n) SELECT gen_shared_monotonic_ulid(), n FROM generate_series(1, $count) AS n;
            UPDATE $table SET n = -n WHERE n % $step = 1;
            UPDATE $table SET id = gen_ulid(), other = gen_ulid() WHERE n % $step = 2;
            DELETE FROM $table WHERE n % $step = 3;
        });
    }
}

# All rows as one checksum, read in the order of the index.
sub contents
{
    my ($node, $database) = @_;
    return join ' ', map {
        $node->safe_psql($database, "SET enable_seqscan = off; SELECT count(*), md5(string_agg(t::text, ',' ORDER BY id)) FROM $_ AS t")
    } @tables;
}

# Every row is found by its own key in the index, as often as in the table.
sub check_lookups
{
    my ($node, $database, $what) = @_;
    is($node->safe_psql($database, q{
            SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_seqscan = off;
            SELECT count(*) = (SELECT count(*) FROM by_key) FROM by_key AS a JOIN by_key AS b USING (id)}),
        't', "$what: every key is found by the index");
}

work($rows);
$primary->backup('base');
my $restored = PostgreSQL::Test::Cluster->new('restored');
$restored->init_from_backup($primary, 'base');
$restored->start;
is(contents($restored, 'postgres'), contents($primary, 'postgres'), 'base backup: the same rows');
check_indexes($restored, 'postgres', 'base backup');
$restored->safe_psql('postgres', 'INSERT INTO by_key DEFAULT VALUES');
pass('base backup: goes on as a server of its own');
$restored->stop;

my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;

# Two databases of one subscriber: the initial copy and the changes as text, and as binary.
my $subscriber = new_server('subscriber', '', allows_streaming => 'logical');
$primary->safe_psql('postgres', 'CREATE PUBLICATION everything FOR TABLE ' . join ', ', @tables);
my $connection = $primary->connstr('postgres');
my %databases = (as_text => '', as_binary => 'binary = true');
for my $database (sort keys %databases)
{
    my $with = join ', ', grep { $_ } "slot_name = '$database'", $databases{$database};
    $subscriber->safe_psql('postgres', "CREATE DATABASE $database");
    $subscriber->safe_psql($database, "CREATE EXTENSION ulid; CREATE EXTENSION amcheck; $definition");
    $subscriber->safe_psql($database, "CREATE SUBSCRIPTION $database CONNECTION \$c\$$connection\$c\$ PUBLICATION everything WITH ($with)");
}
$subscriber->wait_for_subscription_sync($primary, $_, $_) for sort keys %databases;

work($rows);
$primary->wait_for_catchup('standby');
my $expected = contents($primary, 'postgres');
like($expected, qr/^[0-9]{4}/, 'there are rows');
is(contents($standby, 'postgres'), $expected, 'streaming replica: the same rows');
check_indexes($standby, 'postgres', 'streaming replica', standby => 1);
check_lookups($standby, 'postgres', 'streaming replica');
is($standby->safe_psql('postgres', 'SELECT gen_ulid() <> gen_ulid()'), 't', 'streaming replica: generators work');
for my $database (sort keys %databases)
{
    $primary->wait_for_catchup($database);
    is(contents($subscriber, $database), $expected, "logical replication $database: the same rows");
    check_indexes($subscriber, $database, "logical replication $database");
    check_lookups($subscriber, $database, "logical replication $database");
}

$standby->promote;
$standby->safe_psql('postgres', 'INSERT INTO by_key DEFAULT VALUES');
pass('the promoted replica takes writes');
my $total = $primary->safe_psql('postgres', 'SELECT ' . join ' + ', map { "(SELECT count(*) FROM $_)" } @tables);
figure('rows verified' => 4 * $total);

# postgres_fdw: comparisons, order, aggregates and immutable functions go to the other server.
$subscriber->safe_psql('postgres', 'CREATE DATABASE near');
my ($host, $port) = ($primary->host, $primary->port);
$subscriber->safe_psql('near', qq{
    CREATE EXTENSION ulid;
    CREATE EXTENSION postgres_fdw;
    CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'postgres', extensions 'ulid');
    CREATE USER MAPPING FOR CURRENT_USER SERVER far;
    CREATE FOREIGN TABLE by_key (id ulid, other ulid, n int) SERVER far;
    CREATE SERVER deaf FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'postgres');
    CREATE USER MAPPING FOR CURRENT_USER SERVER deaf;
    CREATE FOREIGN TABLE unshipped (id ulid, other ulid, n int) SERVER deaf OPTIONS (table_name 'by_key');
});
sub remote_sql
{
    my $query = shift;
    return $subscriber->safe_psql('near', "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_nestloop = off; EXPLAIN (VERBOSE, COSTS OFF) $query");
}
my $id = $primary->safe_psql('postgres', 'SELECT id FROM by_key LIMIT 1');
my $compared = sub { qr/Remote SQL: .* WHERE \(\(\Q$_[0]\E OPERATOR\(public\.\Q$_[1]\E\) / };
my %shipped = (
    "SELECT * FROM by_key WHERE id = '$id'" => $compared->('id', '='),
    "SELECT * FROM by_key WHERE id > '$id'" => $compared->('id', '>'),
    "SELECT * FROM by_key WHERE other <> '$id'" => $compared->('other', '<>'),
    q{SELECT n FROM by_key WHERE id >= ulid_first('2026-01-01 00:00+00')} => $compared->('id', '>='),
    q{SELECT n FROM by_key WHERE ulid_timestamp(id) > '2026-01-01 00:00+00'} => qr/Remote SQL: .* WHERE \(\(public\.ulid_timestamp\(id\) > /,
    q{SELECT n FROM by_key WHERE id >= timestamptz '2026-01-01 00:00+00'} => $compared->('id', '>='),
    q{SELECT n FROM by_key WHERE id <@ tstzrange '[2026-01-01,infinity)'} => $compared->('id', '<@'),
    "SELECT * FROM by_key WHERE other = uuid '01563e3a-b5d3-d676-4c61-efb99302bd5b'" => $compared->('other', '='),
    'SELECT * FROM by_key ORDER BY id DESC' => qr/Remote SQL: .* ORDER BY id DESC/,
    'SELECT min(id), max(other) FROM by_key' => qr/Remote SQL: SELECT public\.min\(id\), public\.max\(other\)/,
    'SELECT a.n FROM by_key AS a JOIN by_key AS b ON a.id = b.other' => qr/Remote SQL: .* INNER JOIN /,
);
like(remote_sql($_), $shipped{$_}, "shipped: $_") for sort keys %shipped;
unlike(remote_sql('SELECT * FROM by_key WHERE id > gen_ulid()'), qr/Remote SQL: .* WHERE/, 'a generator is not shipped');
unlike(remote_sql("SELECT * FROM unshipped WHERE id = '$id'"), qr/Remote SQL: .* WHERE/, "nothing is without extensions 'ulid'");
is($subscriber->safe_psql('near', 'SELECT count(*), min(id), max(id) FROM by_key'),
    $primary->safe_psql('postgres', 'SELECT count(*), min(id), max(id) FROM by_key'), 'the answers are the same');
$subscriber->safe_psql('near', 'INSERT INTO by_key VALUES (gen_ulid(), gen_ulid(), 0)');
is($subscriber->safe_psql('near', "UPDATE by_key SET n = 7 WHERE id = '$id' RETURNING n"), '7', 'rows can be changed through it');

$_->stop for $standby, $subscriber, $primary;
done_testing();
