# An event log and pages, by the SQL of doc/scale.md: what a plain reader of a log loses, and that neither readers who
# stay behind open transactions nor those of writers who queue lose it; pages that meet end to end.
#
# Run by test/check tap. ULID_LOG_TRANSACTIONS is the number of transactions of each of 8 writers.
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

my $writers      = 8;
my $transactions = size(ULID_LOG_TRANSACTIONS => 100, 2000);
my $zero         = '0' x 26;

my $guide = Guide->new('scale.md', 'log', 'page');
my $node  = PostgreSQL::Test::Cluster->new('log');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulid'\nfsync = off");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION ulid');

# A block of the guide with psql's variables set.
sub run_block {
    my ($name, %variable) = @_;
    return $node->safe_psql('postgres', join('', map { "\\set $_ '$variable{$_}'\n" } sort keys %variable) . $guide->sql($name));
}

# A session that has made an id and not committed it, and one that comes after it and has.
sub overtaken {
    my $slow = $node->background_psql('postgres');
    $slow->query_safe("BEGIN; INSERT INTO event (what) VALUES ('slow')");
    $node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('fast')");
    return $slow;
}

sub whats { return join ' ', map { (split /\|/)[-1] } split /\n/, shift; }


# The plain reader
run_block('log-table');
my $slow = overtaken();
my $seen = run_block('log-lossy', last => $zero);
is(whats($seen), 'fast', 'a plain reader sees the later id first');
my ($last) = split /\|/, $seen;
$slow->query_safe('COMMIT');
$slow->quit;
is(run_block('log-lossy', last => $last), '', 'and never the earlier one');
is($node->safe_psql('postgres', q{SELECT string_agg(what, ' ' ORDER BY id) FROM event}), 'slow fast', 'which is there, before it');

# The reader who stays behind
$node->safe_psql('postgres', 'TRUNCATE event');
$slow = overtaken();
is(run_block('log-read', xact => 0, id => $zero), '', 'a reader who stays behind open transactions waits');
$slow->query_safe('COMMIT');
$slow->quit;
is(whats(run_block('log-read', xact => 0, id => $zero)), 'slow fast', 'and sees both, in order');
like($node->safe_psql('postgres', "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;\n"
            . "\\set xact 0\n\\set id $zero\nEXPLAIN (COSTS OFF) " . $guide->sql('log-read')),
    qr/Index Scan using event_xact_id_idx.*\s+Index Cond: \(\(ROW\(xact, id\) > ROW\('0'::xid8/, 'by its index');

# Writers at work while a reader follows. Gives what it saw, a line a row, and all there is in the end.
sub follow {
    my $read = shift;
    $node->safe_psql('postgres', 'TRUNCATE event');
    my $script = $node->basedir . '/write.sql';
    append_to_file($script, "BEGIN;\nINSERT INTO event (what) SELECT 'x' FROM generate_series(1, 3);\n"
            . "INSERT INTO event (what) VALUES ('y');\nCOMMIT;\n") unless -e $script;
    my ($output, $error) = ('', '');
    my $load = IPC::Run::start([ 'pgbench', '-n', '-c', $writers, '-j', '2', '-t', $transactions, '-f', $script,
            $node->connstr('postgres') ], '>', \$output, '2>', \$error);
    my (@rows, $during);
    while (1) {
        $load->pump_nb if $load->pumpable;
        my $working = $load->pumpable;
        my @page = split /\n/, $read->($rows[-1]);
        $during ||= @page && $working;
        push @rows, @page;
        last unless $working || @page;
    }
    ok($load->finish, 'writers are done') or diag($error);
    ok($during, 'the reader read while they wrote');
    return \@rows;
}
my $total = $writers * $transactions * 4;
my $rows = follow(sub {
    my ($xact, $id) = split /\|/, shift // "0|$zero";
    return run_block('log-read', xact => $xact, id => $id);
});
is(scalar @$rows, $total, 'a reader who stays behind sees every row');
my %distinct = map { (split /\|/)[1] => 1 } @$rows;
is(scalar keys %distinct, $total, 'once');

# Writers who queue
$node->safe_psql('postgres', 'TRUNCATE event');
run_block('log-queue');
my $first  = $node->background_psql('postgres');
my $second = $node->background_psql('postgres');
$first->query_safe("BEGIN; INSERT INTO event (what) VALUES ('first')");
$second->{stdin} .= "INSERT INTO event (what) VALUES ('second');\n";
$second->{run}->pump_nb;
$node->poll_query_until('postgres', q{SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)});
my $between = $node->safe_psql('postgres', 'SELECT gen_shared_monotonic_ulid()');
$first->query_safe('COMMIT');
$_->quit for $first, $second;
$node->poll_query_until('postgres', 'SELECT count(*) = 2 FROM event');
is($node->safe_psql('postgres', "SELECT string_agg(what || (id > '$between'), ' ' ORDER BY id) FROM event"),
    'firstfalse secondtrue', 'a writer who waits makes its id afterwards');
$rows = follow(sub {
    my ($id) = split /\|/, shift // $zero;
    return run_block('log-lossy', last => $id);
});
is(scalar @$rows, $total, 'of writers who queue a plain reader sees every row');
is_deeply($rows, [ sort @$rows ], 'in the order of the ids');


# Pages
my $all = $node->safe_psql('postgres', 'SELECT id, what FROM event ORDER BY id');
sub pages {
    my ($name, $variable, $start) = @_;
    my @rows;
    while (my @page = split /\n/, run_block($name, $variable => @rows ? (split /\|/, $rows[-1])[0] : $start)) { push @rows, @page }
    return @rows;
}
is(join("\n", pages('page-after', 'last', $zero)), $all, 'pages forward are the whole');
is(join("\n", reverse pages('page-before', 'first', '7' . 'Z' x 25)), $all, 'so are pages backward');
my @bounds = split /\n/, run_block('page-bounds');
is(scalar @bounds, 4, 'four pieces');
my $pieces = join "\n", map { my ($from, $upto) = split /\|/; run_block('page-range', from => $from, upto => $upto) } @bounds;
is($pieces, $all, 'are the whole');
my $plan = sub { $node->safe_psql('postgres', "\\set last $zero\n\\set first $zero\n\\set from $zero\n\\set upto $zero\nEXPLAIN (COSTS OFF) " . $guide->sql(shift)) };
$node->safe_psql('postgres', 'VACUUM ANALYZE event');
like($plan->($_), qr/^Limit\n\s+->  Index Scan (?:Backward )?using event_pkey on event\n\s+Index Cond: /, "$_ is an index range") for 'page-after', 'page-before';
like($plan->('page-range'), qr/Index Scan using event_pkey on event\n\s+Index Cond: \(\(id >= /, 'page-range is an index range');
is($node->safe_psql('postgres', "SELECT count(*) FROM event WHERE id = '$zero'"), '0', 'the mark before all is no id');

is($guide->unused, '', 'every block was run');
figure('rows followed', 2 * $total);

# The topics that the tests of this guide share between them
is_deeply([ grep { !/^(log|page|shard|month|writers|citus)-/ } @{ Guide->new('scale.md')->{names} } ], [], 'no block is left out by all of them');

$node->stop;
done_testing();
