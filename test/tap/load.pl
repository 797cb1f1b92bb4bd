# Load and crash: 20 clients insert with every generator; no duplicates, each session ascending; the server is stopped at
# once, or a backend killed, under load; every acknowledged commit is there and every index whole.
#
# Run by test/check tap. ULID_LOAD_TURNS is the number of transactions of each client and generator; ULID_LOAD_FAULTS the
# number of crashes.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use IPC::Run;
use Ulid;

my $clients = 20;
my $rows = 10;    # a transaction
my $turns = size(ULID_LOAD_TURNS => 20, 500);
my $faults = size(ULID_LOAD_FAULTS => 2, 20);

my $node = new_server('load', 'restart_after_crash = on');
$node->safe_psql('postgres', q{
    CREATE EXTENSION amcheck;
    CREATE TABLE made (run int, session int, turn int, n int, generator text, id ulid PRIMARY KEY, moment ulid NOT NULL);
    CREATE INDEX plain ON made (id) WITH (deduplicate_items = off);
    CREATE INDEX folded ON made (moment) WITH (deduplicate_items = on);
    CREATE INDEX unfolded ON made (moment) WITH (deduplicate_items = off);
});

# A transaction of one client: a turn's rows, whose ids are made in the order of n.
my @scripts = map {
    my $file = $node->basedir . "/$_.sql";
    append_to_file($file, qq{
        \\set turn :turn + 1
        INSERT INTO made SELECT :run, :client_id, :turn, n, '$_', $_(), ulid_first(date_trunc('second', now()))
            FROM generate_series(1, $rows) AS n;
    });
    ('-f', $file);
} @generators;

sub pgbench { return ('pgbench', '-n', '-c', $clients, '-j', '2', '-D', 'turn=0', @_, 'postgres') }

# Each session's values ascend, those of gen_ulid() by millisecond. What is not above its predecessor is counted.
sub check_order
{
    my $what = shift;
    is($node->safe_psql('postgres', q{
            SELECT count(*) FROM (
                SELECT generator, id, lag(id) OVER (PARTITION BY run, session, generator ORDER BY turn, n) AS previous FROM made) AS s
            WHERE CASE generator WHEN 'gen_ulid' THEN ulid_timestamp(id) < ulid_timestamp(previous) ELSE id <= previous END}),
        '0', "$what: each session ascends");
}

# Calm: the primary key finds duplicates.
for my $i (0 .. $#generators)
{
    $node->command_ok([ pgbench('-D', "run=-$i", '-t', $turns, @scripts[2 * $i, 2 * $i + 1]) ],
        "$clients clients insert with $generators[$i]()");
}
my $made = $clients * $turns * $rows * @generators;
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM made'), "$made|$made", 'every row is there, no id twice');
check_order('calm');
check_indexes($node, 'postgres', 'calm');
figure(rows => $made);
figure(clients => $clients);

# What pgbench's log says was acknowledged: the number of transactions of each client.
sub acknowledged
{
    my $prefix = shift;
    my %count;
    for my $file (glob "$prefix.*")
    {
        for my $line (split /\n/, slurp_file($file))
        {
            my ($client, $number) = split / /, $line;
            $count{$client} = $number if !exists $count{$client} || $number > $count{$client};
        }
    }
    return %count;
}

for my $run (1 .. $faults)
{
    my $stop = $run % 2;
    my $what = "fault $run, " . ($stop ? 'immediate stop' : 'kill -9 of a backend');
    my $log = $node->basedir . "/log$run";
    my %env = $node->_get_env;
    local @ENV{ keys %env } = values %env;
    my $output = '';
    my $load = IPC::Run::start([ pgbench('-D', "run=$run", '-T', '600', '-l', "--log-prefix=$log", @scripts) ], '>&', \$output);
    $node->poll_query_until('postgres', "SELECT count(*) > 2000 FROM made WHERE run = $run") or die "$what: no load";
    if ($stop)
    {
        $node->stop('immediate');
    }
    else
    {
        my $pid = $node->safe_psql('postgres', q{
            SELECT pid FROM pg_stat_activity WHERE query LIKE '%INSERT INTO made%' AND pid <> pg_backend_pid() ORDER BY state LIMIT 1});
        kill 'KILL', $pid or die "$what: no backend";
    }
    $load->finish;
    $stop ? $node->start : $node->poll_query_until('postgres', 'SELECT true');

    my %acknowledged = acknowledged($log);
    my %found = map { split /\|/, $_, 2 } split /\n/, $node->safe_psql('postgres',
        "SELECT session, count(DISTINCT turn) || '|' || max(turn) || '|' || count(*) FROM made WHERE run = $run GROUP BY session");
    my ($total, $wrong) = (0, 0);
    for my $client (keys %acknowledged)
    {
        my ($different, $last, $count) = split /\|/, $found{$client} // '0|0|0';
        $total += $acknowledged{$client};
        # Turns 1 to the last one, whole; one more than acknowledged may have been committed.
        ++$wrong if $different != $last || $count != $rows * $last || $last < $acknowledged{$client} || $last > $acknowledged{$client} + 1;
    }
    cmp_ok($total, '>', 100, "$what: there was load");
    is($wrong, 0, "$what: every acknowledged commit is there, and whole");
    check_indexes($node, 'postgres', $what);
    for my $generator (grep { $_ ne 'gen_ulid' } @generators)
    {
        is($node->safe_psql('postgres', "SELECT $generator() > max(id) FROM made WHERE generator = '$generator'"), 't',
            "$what: $generator() goes on above what was made before");
    }
    figure('commits acknowledged and found' => $total);
    figure('faults survived' => 1);
}
check_order('after all faults');

$node->stop;
done_testing();
