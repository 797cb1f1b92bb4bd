# A clock that means harm: stepped back an hour, a year ahead, frozen, before 1970 and after 10889. Order is kept in a
# session, and a clock outside of what a ulid holds is a clear error, after which the session goes on.
#
# Run by test/check tap, which installs libfaketime; skipped where that is missing.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use File::Spec;
use Ulid;

my ($library) = grep { -e } $ENV{LIBFAKETIME} // (), glob('/usr/lib/*/faketime/libfaketime.so.1'),
    glob('/usr/lib{,64}/faketime/libfaketime.so.1');
plan skip_all => 'libfaketime is not installed' unless $library;

my $calls = size(ULID_CLOCK_CALLS => 2000, 100_000);

# Only the server's clock is false: it reads the file at every call.
my $node = PostgreSQL::Test::Cluster->new('clock');
my $clock = File::Spec->rel2abs($node->basedir . '/clock');
sub set_clock { unlink $clock; append_to_file($clock, "$_[0]\n") }
set_clock('+0');
$node->init;
$node->append_conf('postgresql.conf',
    "max_connections = 20\nautovacuum = off\nlog_statement = none\ntimezone = 'UTC'\nshared_preload_libraries = 'ulid'");
{
    local $ENV{LD_PRELOAD} = $library;
    local $ENV{FAKETIME_TIMESTAMP_FILE} = $clock;
    local $ENV{FAKETIME_NO_CACHE} = 1;
    local $ENV{FAKETIME_DONT_FAKE_MONOTONIC} = 1;
    $node->start;
}
$node->safe_psql('postgres', 'CREATE EXTENSION ulid; CREATE TABLE made (turn int, generator text, n int, id ulid)');
set_clock('-60d');
cmp_ok($node->safe_psql('postgres', 'SELECT extract(epoch FROM clock_timestamp())::bigint'), '<', time - 59 * 86400,
    'the server has a false clock') or BAIL_OUT('libfaketime does not work');

# One session through a sequence of clocks; what libfaketime is told, and whether a ulid can hold it.
my @turns = (
    [ '+0', 1, 'right' ], [ '-1h', 1, 'an hour back' ], [ '+365d', 1, 'a year ahead' ], [ '+0', 1, 'back from there' ],
    [ '2030-01-01 12:00:00', 1, 'frozen' ], [ '2030-01-01 12:00:00', 1, 'still frozen' ],
    [ '-60y', 0, 'before 1970' ], [ '+8900y', 0, 'after 10889' ], [ '1970-01-01 00:00:00', 1, 'the first second' ],
    [ '+8850y', 1, 'near the end' ], [ '+8900y', 0, 'after the end, once more' ], [ '+0', 1, 'right again' ]);
my $script = "SET client_min_messages = error;\n\\set VERBOSITY verbose\n";
for my $turn (0 .. $#turns)
{
    my ($to, $good) = @{ $turns[$turn] };
    $script .= "\\! echo '$to' >'$clock'\n";
    for my $generator (@generators)
    {
        $script .= $good
            ? "INSERT INTO made SELECT $turn, '$generator', n, $generator() FROM generate_series(1, $calls) AS n;\n"
            : "SELECT $generator();\n";
    }
    $script .= "SELECT 'turn $turn', ulid_timestamp(gen_ulid()) - clock_timestamp() BETWEEN '-10 minutes' AND '10 minutes';\n" if $good;
    $script .= "SELECT 'alive $turn';\n";
}
my ($status, $output, $errors) = $node->psql('postgres', $script, on_error_stop => 0);
set_clock('+0');
is($status, 0, 'the session lives to the end');
for my $turn (0 .. $#turns)
{
    my ($to, $good, $what) = @{ $turns[$turn] };
    like($output, qr/^turn $turn\|t$/m, "clock $what: gen_ulid() has its time") if $good;
    like($output, qr/^alive $turn$/m, "clock $what: the session goes on");
}
my @errors = $errors =~ /ERROR:  (.*)/g;
my $bad = grep { !$_->[1] } @turns;
is(scalar @errors, $bad * @generators, 'each call at a clock outside is an error');
is_deeply([ grep { $_ ne '22008: system clock out of range for type ulid' } @errors ], [], 'and says so');

my $good = (scalar @turns) - $bad;
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM made'), join('|', ($good * @generators * $calls) x 2),
    'no id is made twice, whatever the clock');
is($node->safe_psql('postgres', q{
        SELECT count(*) FROM (SELECT id, lag(id) OVER (PARTITION BY generator ORDER BY turn, n) AS previous FROM made
                              WHERE generator <> 'gen_ulid') AS s WHERE id <= previous}),
    '0', 'the ordered generators ascend through every step');
is($node->safe_psql('postgres', q{
        SELECT count(*) FROM (SELECT id, lag(id) OVER (PARTITION BY generator ORDER BY turn, n) AS previous FROM made
                              WHERE generator LIKE '%monotonic%') AS s
        WHERE ulid_timestamp(id) = ulid_timestamp(previous) AND id <> ulid_next(previous)}),
    '0', 'the monotonic ones by one within a millisecond');

# Two sessions at one frozen moment: nothing but the random bits tells them apart.
set_clock('2031-01-01 00:00:00');
$node->safe_psql('postgres', "INSERT INTO made SELECT 99, 'gen_ulid', n, gen_ulid() FROM generate_series(1, $calls) AS n") for 1, 2;
is($node->safe_psql('postgres', 'SELECT count(DISTINCT id), count(DISTINCT ulid_timestamp(id)) FROM made WHERE turn = 99'),
    2 * $calls . '|1', 'a frozen clock repeats no id across sessions');
figure('ids made' => ($good * @generators + 2) * $calls);
figure('steps of the clock' => scalar @turns);
figure('errors, each 22008' => scalar @errors);

set_clock('+0');
$node->stop;
done_testing();
