# Who may what: the trusted install, REVOKE, row-level security by the index thanks to LEAKPROOF comparisons that cannot
# raise an error, and objects of the same names in a schema ahead of ours.
#
# Run by test/check tap.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $node = new_server('rights');

sub as { my ($user, $database, $sql) = @_; return $node->safe_psql($database, $sql, connstr => $node->connstr($database) . " user=$user") }
sub state_of
{
    my ($user, $database, $sql) = @_;
    my (undef, undef, $error) = $node->psql($database, "\\set VERBOSITY sqlstate\n$sql",
        connstr => $node->connstr($database) . " user=$user", on_error_stop => 1);
    return $error =~ /ERROR:  (\S+)/ ? $1 : 'no error';
}

# Trusted install
$node->safe_psql('postgres', q{
    CREATE ROLE owner LOGIN; CREATE ROLE guest LOGIN;
    CREATE DATABASE owned OWNER owner;
});
is(state_of('guest', 'owned', 'CREATE EXTENSION ulid'), '42501', 'whoever may not create in the database may not install');
as('owner', 'owned', 'CREATE EXTENSION ulid; CREATE TABLE event (id ulid PRIMARY KEY DEFAULT gen_ulid()); INSERT INTO event DEFAULT VALUES');
is(as('owner', 'owned', q{SELECT count(*), bool_and(NOT rolsuper) FROM event, pg_roles WHERE rolname = current_user}), '1|t',
    'the owner of a database installs it, and is no superuser');
as('owner', 'owned', 'DROP EXTENSION ulid CASCADE; CREATE SCHEMA s; CREATE EXTENSION ulid SCHEMA s');
is(as('owner', 'owned', q{SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'ulid'}), 's', 'and drops and moves it');

# REVOKE. A default is evaluated as whoever inserts.
$node->safe_psql('postgres', q{
    CREATE TABLE event (id ulid PRIMARY KEY DEFAULT gen_ulid(), what text);
    GRANT ALL ON event TO PUBLIC;
});
for my $function (split /\n/, $node->safe_psql('postgres', q{
        SELECT oid::regprocedure FROM pg_proc WHERE proname ~ '^gen_' AND pronamespace = 'public'::regnamespace ORDER BY 1}))
{
    my $call = $function =~ s/timestamp with time zone/now()/r;
    is(state_of('guest', 'postgres', "SELECT $call"), 'no error', "everyone may call $function");
    $node->safe_psql('postgres', "REVOKE EXECUTE ON FUNCTION $function FROM PUBLIC");
    is(state_of('guest', 'postgres', "SELECT $call"), '42501', 'not after REVOKE');
}
is(state_of('guest', 'postgres', 'INSERT INTO event DEFAULT VALUES'), '42501', 'nor through a default');
is(state_of('guest', 'postgres', q{INSERT INTO event VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV')}), 'no error', 'an id from elsewhere may come');
$node->safe_psql('postgres', 'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC');

# Row-level security. A condition that is not leakproof waits until the policy has been applied; one that is can use the index.
$node->safe_psql('postgres', q{
    CREATE TABLE secret (id ulid PRIMARY KEY, reader name, other uuid);
    INSERT INTO secret SELECT gen_shared_monotonic_ulid(), CASE n % 2 WHEN 0 THEN 'guest' ELSE 'owner' END, gen_random_uuid()
        FROM generate_series(1, 10000) AS n;
    CREATE INDEX by_time ON secret (ulid_timestamp(id));
    ANALYZE secret;
    GRANT SELECT ON secret TO guest;
    ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON secret USING (reader = current_user);
});
my ($mine, $theirs) = map { $node->safe_psql('postgres', "SELECT max(id) FROM secret WHERE reader = '$_'") } qw(guest owner);
for my $operator ('=', '<', '<=', '>', '>=')
{
    my $query = "SELECT * FROM secret WHERE id $operator '$mine'";
    my $plan = as('guest', 'postgres', "SET enable_seqscan = off; EXPLAIN (COSTS OFF) $query");
    like($plan, qr/Index Cond: \(id $operator .*\n(?:.*\n)*?\s*Filter: \(reader = CURRENT_USER\)/, "row-level security: id $operator uses the index");
    note($plan) if $operator eq '=';
}
like(as('guest', 'postgres', "SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT * FROM secret WHERE ulid_timestamp(id) = now()"),
    qr/Filter: \(\(reader = CURRENT_USER\) AND \(ulid_timestamp/, 'what is not leakproof comes after the policy');
is(as('guest', 'postgres', "SELECT count(*) FROM secret WHERE id IN ('$mine', '$theirs')"), '1', 'and only one\'s own rows are seen');
is(as('guest', 'postgres', 'SELECT count(*) FROM secret'), '5000', 'half of them');

# No function of ours that is LEAKPROOF raises an error for any arguments, and none makes a message.
my %samples = (
    ulid => [ q{'00000000000000000000000000'}, q{'7ZZZZZZZZZZZZZZZZZZZZZZZZZ'}, q{'01ARZ3NDEKTSV4RRFFQ69G5FAV'} ],
    uuid => [ q{'00000000-0000-0000-0000-000000000000'}, q{'ffffffff-ffff-ffff-ffff-ffffffffffff'} ],
    'timestamp with time zone' => [ q{'-infinity'}, q{'infinity'}, q{'4713-01-01 00:00+00 BC'}, q{'294276-12-31 23:59:59+00'}, q{'1969-12-31 23:59:59.999999+00'} ],
    tstzrange => [ q{'empty'}, q{'(,)'}, q{'[-infinity,infinity]'}, q{'[4713-01-01 BC,294276-12-31)'}, q{'(,1969-01-01)'} ],
    bigint => [ '0', '-9223372036854775808', '9223372036854775807' ],
    interval => [ q{'0'}, q{'-178000000 years'}, q{'178000000 years'} ],
    boolean => [ 'true', 'false' ],
);
$samples{ulid_period} = $samples{tstzrange};    # a domain over it
my @leakproof = split /\n/, $node->safe_psql('postgres', q{
    SELECT p.oid::regproc || ':' || array_to_string(ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) AS t), ',') FROM pg_proc AS p
    JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND refclassid = 'pg_extension'::regclass
    WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid') AND proleakproof ORDER BY 1});
cmp_ok(scalar @leakproof, '>=', 7, 'there are leakproof functions: ' . @leakproof);
my ($calls, $sql) = (0, "SET client_min_messages = log; SET timezone = 'UTC';\n");
for my $signature (@leakproof)
{
    my ($name, $types) = split /:/, $signature;
    my @tuples = ('');
    for my $type (split /,/, $types)
    {
        die "no samples of $type" unless $samples{$type};
        my @next;
        for my $before (@tuples) { push @next, map { "$before, CAST($_ AS $type)" } @{ $samples{$type} } }
        @tuples = @next;
    }
    s/^, // for @tuples;
    $sql .= "SELECT $name($_);\n" for @tuples;
    $calls += @tuples;
}
my (undef, undef, $raised) = $node->psql('postgres', $sql, on_error_stop => 0);
is($raised, '', "leakproof functions raise nothing in $calls calls");
figure('leakproof calls' => $calls);

# Objects of the same names, ahead of ours. They take everything that can be taken.
$node->safe_psql('postgres', q{
    CREATE SCHEMA evil;
    CREATE FUNCTION evil.wrong(public.ulid, public.ulid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION evil.ulid_cmp(public.ulid, public.ulid) RETURNS int LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION evil.ulid_timestamp(public.ulid) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION evil.gen_ulid() RETURNS public.ulid LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION evil.ulid_in(cstring) RETURNS public.ulid LANGUAGE internal IMMUTABLE STRICT AS 'uuid_in';
    CREATE FUNCTION evil.btequalimage(oid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE DOMAIN evil.ulid AS text;
    CREATE DOMAIN evil.uuid AS text;
    CREATE DOMAIN evil.timestamptz AS text;
    CREATE OPERATOR evil.= (FUNCTION = evil.wrong, LEFTARG = public.ulid, RIGHTARG = public.ulid);
    CREATE OPERATOR evil.< (FUNCTION = evil.wrong, LEFTARG = public.ulid, RIGHTARG = public.ulid);
    CREATE OPERATOR evil.> (FUNCTION = evil.wrong, LEFTARG = public.ulid, RIGHTARG = public.ulid);
    CREATE VIEW newest AS SELECT max(id) AS id, max(ulid_timestamp(id)) AS at FROM event;
    CREATE TABLE child (event ulid REFERENCES event);
    GRANT ALL ON SCHEMA evil TO PUBLIC; GRANT ALL ON child, newest TO PUBLIC;
});
my $ahead = q{SET search_path = evil, pg_catalog, public; SET enable_seqscan = off;};
my %unfooled = (
    'INSERT INTO public.event DEFAULT VALUES; SELECT 1' => 1,
    q{INSERT INTO public.child SELECT id FROM public.event; SELECT count(*) FROM public.child AS c JOIN public.event AS e ON c.event OPERATOR(public.=) e.id} => 'all',
    'SELECT 1 FROM public.newest WHERE at IS NOT NULL' => 1,
    'SELECT count(*) FROM (SELECT id FROM public.event ORDER BY id DESC) AS s' => 'all',
    'SELECT count(DISTINCT id) FROM public.event' => 'all',
    'SELECT count(*) FROM (SELECT id FROM public.event GROUP BY id) AS s' => 'all',
    q{SELECT count(*) FROM public.event WHERE id OPERATOR(public.>=) '00000000000000000000000000'::public.ulid} => 'all',
    q{SELECT (public.ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV')::pg_catalog.uuid} => '01563e3a-b5d3-d676-4c61-efb99302bd5b',
    q{SELECT public.ulid_timestamp('01ARZ3NDEKTSV4RRFFQ69G5FAV') OPERATOR(pg_catalog.=) '2016-07-30 23:54:10.259+00'} => 't',
    'REINDEX TABLE public.event; ANALYZE public.event; SELECT 1' => 1,
);
$node->safe_psql('postgres', 'ALTER TABLE event DISABLE ROW LEVEL SECURITY');
for my $query (sort keys %unfooled)
{
    my $answer = $node->safe_psql('postgres', "$ahead $query");
    my $right = $unfooled{$query} eq 'all' ? $node->safe_psql('postgres', 'SELECT count(*) FROM event') : $unfooled{$query};
    is($answer, $right, "not fooled: $query");
}

# Installed into a schema where such objects lie in wait already.
$node->safe_psql('postgres', 'CREATE DATABASE trapped');
$node->safe_psql('trapped', q{
    CREATE SCHEMA trap;
    CREATE FUNCTION trap.ulid_lt(text, text) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION trap.btequalimage(oid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION trap.current_setting(text) RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE FUNCTION trap.scalarltsel(internal, oid, internal, int) RETURNS float8 LANGUAGE internal AS 'eqsel';
    CREATE FUNCTION trap.compare(int, int) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE 'fooled'; END$$;
    CREATE OPERATOR trap.>= (FUNCTION = trap.compare, LEFTARG = int, RIGHTARG = int);
    CREATE DOMAIN trap.uuid AS text;
    CREATE DOMAIN trap.timestamptz AS text;
    SET search_path = trap, pg_catalog;
    CREATE EXTENSION ulid SCHEMA trap;
});
my $difference = sub {
    my ($database, $schema) = @_;
    return $node->safe_psql($database, qq{
        SELECT oprname, oprcode, oprrest, oprjoin, oprleft::regtype, oprright::regtype FROM pg_operator
            JOIN pg_depend ON classid = 'pg_operator'::regclass AND objid = pg_operator.oid AND deptype = 'e' ORDER BY 1, 5, 6;
        SELECT proname, proargtypes::regtype[], prorettype::regtype, prosrc, provolatile, proleakproof FROM pg_proc
            JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid') ORDER BY 1, 2;
        SELECT amprocfamily, amprocnum, amproc FROM pg_amproc WHERE amprocfamily >= 16384 ORDER BY 1, 2, 3::text;
    }) =~ s/\b$schema\.//gr =~ s/^\d+\|//mgr;
};
cmp_ok(length $difference->('postgres', 'public'), '>', 5000, 'there is a catalog to compare');
is($difference->('trapped', 'trap'), $difference->('postgres', 'public'), 'installed into a trap, the catalog is the same');
is($node->safe_psql('trapped', 'SELECT trap.gen_ulid() OPERATOR(trap.<) trap.gen_ulid() IS NOT NULL'), 't', 'and it works');

$node->stop;
done_testing();
