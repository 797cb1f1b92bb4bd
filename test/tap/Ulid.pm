# What the TAP tests share: their sizes, the row of figures that test/check prints, and a server with the extension.
package Ulid;
use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(size figure new_server check_indexes btree_indexes @generators $by_index);

our @generators = qw(gen_ulid gen_ordered_ulid gen_monotonic_ulid gen_shared_monotonic_ulid);

# Queries of a table event (id ulid PRIMARY KEY, n int), more than 500 rows, by its indexes; their answers are to stay.
our $by_index = q{
    SET enable_seqscan = off;
    SELECT count(*) FROM event AS a WHERE EXISTS (SELECT FROM event AS b WHERE b.id = a.id OFFSET 0);
    SELECT count(*) FROM event WHERE id >= (SELECT id FROM event WHERE n = 500);
    SET enable_indexscan = off;
    SELECT count(*) FROM event WHERE id < (SELECT id FROM event WHERE n = 500);
    SELECT bt_index_check('event_pkey', true) };

# The size of a test: the environment variable of that name, or the full one under ULID_FULL=1, or the quick one.
sub size
{
    my ($name, $quick, $full) = @_;
    return $ENV{$name} // ($ENV{ULID_FULL} ? $full : $quick);
}

# Counts towards the figures of the test: figure(rows => 1000).
my (%figures, @order);
sub figure
{
    my ($what, $count) = @_;
    push @order, $what unless exists $figures{$what};
    $figures{$what} += $count;
    return;
}

END {
    if (@order)
    {
        my $row = join ', ', map { "$figures{$_} $_" } @order;
        note($row);
        append_to_file($ENV{ULID_FIGURES}, "$0\t" . (time - $^T) . "\t$row\n") if $ENV{ULID_FIGURES};
    }
}

# A started server whose database postgres has the extension, preloaded so that every generator works.
sub new_server
{
    my ($name, $conf, %init) = @_;
    my $node = PostgreSQL::Test::Cluster->new($name);
    $node->init(%init);
    $node->append_conf('postgresql.conf',
        "max_connections = 60\nautovacuum = off\nlog_statement = none\nshared_preload_libraries = 'ulid'\n" . ($conf // ''));
    $node->start;
    $node->safe_psql('postgres', 'CREATE EXTENSION ulid');
    return $node;
}

# The btree indexes of a database that hold a ulid, one a line.
sub btree_indexes
{
    my ($node, $database) = @_;
    return split /\n/, $node->safe_psql($database, q{
        SELECT DISTINCT indexrelid::regclass FROM pg_index
        JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
        JOIN pg_attribute ON attrelid = indexrelid
        WHERE amname = 'btree' AND atttypid = 'ulid'::regtype AND indexrelid >= 16384 ORDER BY 1});
}

# amcheck finds every row in every btree index on ulid, and the order of the pages right. The check of parents
# takes a lock that a standby does not give.
sub check_indexes
{
    my ($node, $database, $what, %but) = @_;
    my @indexes = btree_indexes($node, $database);
    my $sql = join '', map {
        "SELECT bt_index_check('$_', true);\n" . ($but{standby} ? '' : "SELECT bt_index_parent_check('$_', true, true);\n")
    } @indexes;
    my ($status, undef, $error) = $node->psql($database, $sql, on_error_stop => 1);
    is($error, '', "$what: amcheck passes " . scalar(@indexes) . ' indexes');
    cmp_ok(scalar @indexes, '>', 0, "$what: there are indexes");
    figure('indexes checked', scalar @indexes);
    return;
}

1;
