# gen_shared_monotonic_ulid(): strictly increasing across all sessions of the server, whoever crashes, and greater
# than every id that a session has read; without preload from PostgreSQL 17 on, with preload before.
#
# Run by test/check tap. ULID_SHARED_CALLS is the number of calls of each of 20 sessions.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $sessions = 20;
my $calls = size(ULID_SHARED_CALLS => 20_000, 200_000);
my $per_statement = 1000;

my $node = PostgreSQL::Test::Cluster->new('shared');
$node->init;
$node->append_conf('postgresql.conf', "max_connections = 60\nautovacuum = off\nrestart_after_crash = on");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION ulid');

if ($node->safe_psql('postgres', 'SHOW server_version_num') < 170000)
{
    my (undef, undef, $error) = $node->psql('postgres', '\set VERBOSITY verbose' . "\nSELECT gen_shared_monotonic_ulid()");
    like($error, qr/ERROR:  55000: the ulid library has no shared memory/, 'without preload it is 55000');
    like($error, qr/HINT:  Add ulid to shared_preload_libraries/, 'with a hint');
    ok($node->safe_psql('postgres', 'SELECT gen_ulid() < gen_monotonic_ulid() OR true'), 'and the others work');
    $node->append_conf('postgresql.conf', "shared_preload_libraries = 'ulid'");
    $node->restart;
}
my $first = $node->safe_psql('postgres', 'SELECT gen_shared_monotonic_ulid()');
like($first, qr/^[0-9A-Z]{26}$/, 'it makes ids');
is($node->safe_psql('postgres', "SELECT gen_shared_monotonic_ulid() > '$first'"), 't', 'another session goes on');
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION ulid');
my $other = $node->safe_psql('other', 'SELECT gen_shared_monotonic_ulid()');
is($node->safe_psql('postgres', "SELECT gen_shared_monotonic_ulid() > '$other'"), 't', 'in another database too: the order is per server');

# Uniqueness, and each session ascending
$node->safe_psql('postgres', q{
    CREATE UNLOGGED TABLE made (session int, turn int, n int, id ulid);
    CREATE UNLOGGED TABLE log (session int, seen ulid, id ulid);
});
my $script = $node->basedir . '/script.sql';
append_to_file($script, qq{
    \\set turn :turn + 1
    INSERT INTO made SELECT :client_id, :turn, n, gen_shared_monotonic_ulid() FROM generate_series(1, $per_statement) AS n;
});
$node->command_ok([ 'pgbench', '-n', '-c', $sessions, '-j', '2', '-t', $calls / $per_statement, '-D', 'turn=0', '-f', $script, 'postgres' ],
    "$sessions sessions make $calls ids each");
is($node->safe_psql('postgres', 'SELECT count(*) || \' \' || count(DISTINCT id) FROM made'),
    $sessions * $calls . ' ' . $sessions * $calls, 'all are different');
is($node->safe_psql('postgres', q{
        SELECT count(*) FROM (SELECT id, lag(id) OVER (PARTITION BY session ORDER BY turn, n) AS previous FROM made) AS s
        WHERE id <= previous}),
    '0', 'each session ascends');

# Whoever has read an id gets a greater one.
$script = $node->basedir . '/log.sql';
append_to_file($script, q{
    SELECT coalesce(max(id), '00000000000000000000000000') AS seen FROM log \gset
    INSERT INTO log VALUES (:client_id, ':seen', gen_shared_monotonic_ulid());
});
$node->safe_psql('postgres', 'CREATE INDEX ON log (id)');
$node->command_ok([ 'pgbench', '-n', '-c', $sessions, '-j', '2', '-t', '200', '-f', $script, 'postgres' ], 'sessions read and write a log');
is($node->safe_psql('postgres', 'SELECT count(*), count(*) FILTER (WHERE id <= seen) FROM log'), '4000|0',
    'an id is greater than every one committed before it was made');

# A session that does nothing but call it, and its process.
sub busy_session {
    my $session = $node->background_psql('postgres');
    my $pid = $session->query_safe('SELECT pg_backend_pid()');
    $session->{stdin} .= "SELECT count(gen_shared_monotonic_ulid()) FROM generate_series(1, 1000000000);\n";
    $session->{run}->pump_nb;
    $node->poll_query_until('postgres', "SELECT query LIKE '%1000000000%' FROM pg_stat_activity WHERE pid = $pid");
    return ($session, $pid);
}

# A backend that is told to end inside does not keep the lock.
my ($background, $pid) = busy_session();
is($node->safe_psql('postgres', "SELECT pg_terminate_backend($pid, 10000)"), 't', 'a busy session is terminated');
my $last = $node->safe_psql('postgres', 'SELECT gen_shared_monotonic_ulid()');
ok($last, 'the others go on');
$background->{run}->finish;

# One that is killed outright takes the server's shared memory with it, lock and state.
($background, $pid) = busy_session();
kill 'KILL', $pid;
$background->{run}->finish;
ok($node->poll_query_until('postgres', "SELECT gen_shared_monotonic_ulid() > '$last'"), 'after a crash they go on');

# After a restart it starts from the clock.
$node->restart;
is($node->safe_psql('postgres', "SELECT gen_shared_monotonic_ulid() > '$last'"), 't', 'after a restart the clock has moved on');

figure('ids made, all different' => $sessions * $calls);
$node->stop;
done_testing();
