# ALTER EXTENSION ulid UPDATE from every older version: the catalog is then as if made anew, in all its columns, data
# and indexes are as before, and this library serves the functions of each version before and after.
#
# Run by test/check tap. Versions are those whose scripts are installed, and one that there never was, 0.9.0, which is
# made here from ulid--1.0.0.sql and updated by test/tap/releases/ulid--0.9.0--1.0.0.sql. With that script the
# comparison is tested too: each of its parts is left out once, and has to be missed.
use strict;
use warnings;

use File::Copy;
use File::Path qw(make_path);
use File::Spec::Functions qw(rel2abs);
use FindBin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

# What 0.9.0 has otherwise than 1.0.0. Each is found once in the script.
my @older = (
    [ qr/CREATE FUNCTION ulid_next.*?;\n/s, '' ],
    [ qr/COMMENT ON FUNCTION ulid_next.*?';\n/, '' ],
    [ qr/(CREATE FUNCTION ulid_first\(timestamptz\).*?)IMMUTABLE/s, '$1STABLE' ],
    [ qr/(CREATE FUNCTION gen_shared_monotonic_ulid\(\).*?)PARALLEL SAFE/s, '$1PARALLEL RESTRICTED' ],
    [ qr/(CREATE FUNCTION gen_ordered_ulid\(\).*?VOLATILE)/s, '$1 STRICT COST 10' ],
    [ qr/(CREATE FUNCTION ulid_cmp\(ulid, ulid\).*?)LEAKPROOF/s, '$1' ],
    [ qr/ALTER FUNCTION ulid_le\(ulid, ulid\) SUPPORT ulid_bound_support;/, '' ],
    [ qr/(CREATE FUNCTION ulid_to_bytea.*?)'MODULE_PATHNAME', 'ulid_send' LANGUAGE C/s, q($1'uuid_send' LANGUAGE internal) ],
    [ qr/(CREATE AGGREGATE max.*?), COMBINEFUNC = ulid_larger/s, '$1' ],
    [ qr/(FUNCTION = ulid_le, .*?)scalarlesel/s, '$1scalarltsel' ],
    [ qr/    OPERATOR 5 pg_catalog\.> \(timestamptz, timestamptz\),\n/, '' ],
    [ qr/(FAMILY ulid_minmax_ops USING brin ADD.*?)    OPERATOR 3 = \(ulid, timestamptz\),\n/s, '$1' ],
    [ qr/ALTER OPERATOR FAMILY ulid_ops USING btree ADD\s+FUNCTION 3 [^;]*;/, '' ],
    [ qr/CREATE OPERATOR CLASS ulid_bloom_ops .*?;/s, '' ],
    [ qr/COMMENT ON OPERATOR FAMILY ulid_bloom_ops .*?';/, '' ],
    [ qr/COMMENT ON OPERATOR CLASS ulid_bloom_ops .*?';/, '' ],
    [ qr/CREATE CAST \(bpchar AS ulid\).*?;/, '' ],
    [ qr/COMMENT ON CAST \(bpchar AS ulid\).*?';/, '' ],
    [ qr/(CREATE CAST \(timestamp AS ulid\).*?);/, '$1 AS ASSIGNMENT;' ],
    [ qr/(CREATE DOMAIN ulid_period AS tstzrange)/, '$1 CHECK (true)' ],
    [ qr/(COMMENT ON FUNCTION gen_ulid\(\) IS '.*?)'/, q($1.') ],
    [ qr/COMMENT ON OPERATOR < \(ulid, ulid\).*?';/, '' ],
    [ qr/DO \$\$.*?\$\$;/s, '' ],
    [ qr/\z/, q(CREATE FUNCTION ulid_made_since(ulid, timestamptz) RETURNS boolean
        AS 'MODULE_PATHNAME', 'ulid_ge_timestamptz' LANGUAGE C IMMUTABLE STRICT;) ]);

# What an update might do too much.
my @excess = (
    'REVOKE EXECUTE ON FUNCTION gen_ulid() FROM public;',
    'REVOKE USAGE ON TYPE ulid FROM public;',
    'ALTER EXTENSION ulid DROP FUNCTION gen_ulid();',
    'CREATE FUNCTION ulid_more(ulid) RETURNS ulid LANGUAGE sql IMMUTABLE RETURN $1;',
    'ALTER FUNCTION ulid_timestamp(ulid) SET DateStyle = iso;',
    'ALTER FUNCTION ulid_timestamp(ulid) OWNER TO pg_monitor;',
    'ALTER TYPE ulid SET (STORAGE = plain, RECEIVE = NONE);');

# A value of each type that a function of the extension may take.
my %value = (
    ulid => '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    uuid => '01563e3a-b5d3-d676-4c61-efb99302bd5b',
    text => '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    cstring => '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    bytea => '\x01563e3ab5d3d6764c61efb99302bd5b',
    'timestamp with time zone' => '2016-07-30 23:54:10.259+00',
    'timestamp without time zone' => '2016-07-30 23:54:10.259',
    tstzrange => '[2016-07-30 00:00+00, 2016-08-01 00:00+00)',
    ulid_period => '[2016-07-30 00:00+00, 2016-08-01 00:00+00)',
    interval => '1 hour',
    boolean => 'true',
    integer => '1',
    bigint => '1');

# A function of the session: contents() gives a line for every row of the catalog that belongs to the extension, with
# all its columns, where names stand for oids.
my $contents = q{
    SET search_path = pg_catalog;
    CREATE FUNCTION pg_temp.name(class oid, object oid, part integer = 0) RETURNS text LANGUAGE sql AS $$
        SELECT CASE object WHEN 0 THEN '-'
            ELSE (SELECT type || ' ' || identity FROM pg_identify_object(class, object, part)) END
    $$;
    CREATE FUNCTION pg_temp.contents() RETURNS SETOF text LANGUAGE plpgsql AS $$
    DECLARE
        catalog regclass;
        key name;
        columns text;
    BEGIN
        CREATE TEMP TABLE object ON COMMIT DROP AS
            WITH extension AS (SELECT oid FROM pg_extension WHERE extname = 'ulid'), member AS (
                SELECT classid, objid FROM pg_depend
                WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM extension) AND deptype = 'e')
            SELECT * FROM member
            UNION SELECT 'pg_extension'::regclass, oid FROM extension
            UNION SELECT 'pg_amop'::regclass, oid FROM pg_amop
                WHERE amopfamily IN (SELECT objid FROM member WHERE classid = 'pg_opfamily'::regclass)
            UNION SELECT 'pg_amproc'::regclass, oid FROM pg_amproc
                WHERE amprocfamily IN (SELECT objid FROM member WHERE classid = 'pg_opfamily'::regclass)
            UNION SELECT 'pg_type'::regclass, typarray FROM pg_type
                WHERE typarray <> 0 AND oid IN (SELECT objid FROM member WHERE classid = 'pg_type'::regclass)
            UNION SELECT 'pg_constraint'::regclass, oid FROM pg_constraint
                WHERE contypid IN (SELECT objid FROM member WHERE classid = 'pg_type'::regclass);

        FOR catalog, key IN
            SELECT DISTINCT classid::regclass, 'oid' FROM pg_temp.object
            UNION ALL VALUES ('pg_aggregate'::regclass, 'aggfnoid')
        LOOP
            SELECT string_agg(format('%L, %s', attname, CASE
                    WHEN attname = 'proargdefaults' THEN 'pg_get_function_arguments(oid)'
                    WHEN attname = 'prosqlbody' THEN 'pg_get_function_sqlbody(oid)'
                    WHEN attname = 'conbin' THEN 'pg_get_constraintdef(oid)'
                    WHEN atttypid = 'pg_node_tree'::regtype THEN format('pg_get_expr(%I, 0)', attname)
                    WHEN is_array THEN format(
                        'ARRAY(SELECT pg_temp.name(%s, o) FROM unnest(%I::oid[]) WITH ORDINALITY AS u (o, n) ORDER BY n)',
                        pktable::oid, attname)
                    WHEN pktable IS NOT NULL THEN format('pg_temp.name(%s, %I::oid)', pktable::oid, attname)
                    ELSE quote_ident(attname) END), ', ')
            INTO columns
            FROM pg_attribute
            LEFT JOIN pg_get_catalog_foreign_keys()
                ON fktable = catalog AND fkcols = ARRAY[attname::text] AND pkcols = '{oid}'
            WHERE attrelid = catalog AND attnum > 0 AND attname <> 'oid';
            RETURN QUERY EXECUTE format(
                'SELECT %L || '' '' || pg_temp.name(classid, objid) || jsonb_build_object(%s) FROM %s JOIN pg_temp.object
                ON objid = %s.%I::oid AND classid = %s', catalog, columns, catalog, catalog, key,
                CASE catalog WHEN 'pg_aggregate'::regclass THEN 'pg_proc'::regclass ELSE catalog END::oid);
        END LOOP;

        RETURN QUERY SELECT 'comment on ' || pg_temp.name(classid, objid) || ': ' || description
            FROM pg_description JOIN pg_temp.object ON classoid = classid AND objoid = objid;
        RETURN QUERY SELECT 'privileges of ' || pg_temp.name(classid, objid) || ': ' || initprivs::text
            FROM pg_init_privs AS i JOIN pg_temp.object AS o ON classoid = classid AND i.objoid = o.objid;
        RETURN QUERY SELECT pg_temp.name(classid, objid) || ' depends on ' ||
                pg_temp.name(refclassid, refobjid, refobjsubid) || ' (' || deptype::text || ')'
            FROM pg_depend JOIN pg_temp.object USING (classid, objid);
    END
    $$;
    CREATE SCHEMA IF NOT EXISTS elsewhere;
};

# A table and what an application asks of it: of any version, without what a later one brings.
my $table = q{
    SET search_path = elsewhere, public;
    CREATE TABLE public.event (id ulid PRIMARY KEY DEFAULT gen_monotonic_ulid(), n int);
    INSERT INTO event (n) SELECT generate_series(1, 1000);
    CREATE INDEX ON event USING hash (id);
    CREATE INDEX ON event USING brin (id);
    CREATE VIEW public.latest AS SELECT max(id), count(*) FROM event WHERE id >= now() - interval '1 day';
    CREATE TABLE public.part (id ulid) PARTITION BY HASH (id);
    CREATE TABLE public.part_0 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE public.part_1 PARTITION OF part FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    INSERT INTO part SELECT id FROM event };
my $queries = q{
    SET search_path = elsewhere, public;
    SELECT count(*), md5(string_agg(id::text || n, ',' ORDER BY id)), min(id), max(id) FROM event;
    SELECT max, count FROM latest;
    SELECT tableoid::regclass, count(*), max(id) FROM part GROUP BY 1 ORDER BY 1;
} . $by_index;

# Whether the comparison finds a fault of an update.
sub seen
{
    my ($what, @different) = @_;
    ok(@different > 0 && $different[0] !~ /^error/, "the comparison sees an update $what");
    note($_) for @different;
    figure('faults seen', 1);
    return;
}

my $node = new_server('releases');
my $version = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'ulid'});
my $major = $node->safe_psql('postgres', q{SELECT current_setting('server_version_num')::int / 10000});

# The scripts that are installed, and those of the version that there never was, in a folder of the test's own.
chomp(my $installed = `pg_config --sharedir`);
my $scripts;
my ($setting) = split /\n/, $node->safe_psql('postgres',
    q{SELECT name FROM pg_settings WHERE name IN ('extension_control_path', 'extension_destdir') ORDER BY 1});
if ($setting)
{
    my $folder = rel2abs($node->basedir . '/scripts');
    $scripts = $folder . ($setting eq 'extension_destdir' ? "$installed/extension" : '/extension');
    make_path($scripts);
    copy($_, $scripts) or die "$_: $!" for glob "$installed/extension/ulid*";
    copy("$FindBin::Bin/releases/ulid--0.9.0--1.0.0.sql", $scripts) or die $!;
    my $script = slurp_file("$installed/extension/ulid--1.0.0.sql");
    for (@older)
    {
        my ($found, $by) = @$_;
        my $times = () = $script =~ /$found/g;
        die "found $times times in ulid--1.0.0.sql: $found" unless $times == 1;
        $script =~ s{$found}{ my $first = $1; $by =~ s/\$1/$first/r }e;
    }
    append_to_file("$scripts/ulid--0.9.0.sql", $script);
    $node->append_conf('postgresql.conf', "$setting = '$folder" . ($setting eq 'extension_destdir' ? q(') : q(:$system')));
    $node->restart;
}

my @fresh = contents("CREATE EXTENSION ulid SCHEMA elsewhere");
cmp_ok(scalar(@fresh), '>', 500, scalar(@fresh) . ' rows of the catalog to compare');
figure('rows of the catalog', scalar @fresh);

sub contents
{
    my ($sql, $database) = @_;
    return sort split /\n/, $node->safe_psql($database // 'template1', qq{
        SET client_min_messages = warning;
        BEGIN;
        $contents;
        $sql;
        SET search_path = pg_catalog;
        SELECT replace(c, chr(10), ' ') FROM pg_temp.contents() AS c;
        ROLLBACK});
}

# The rows that only one has.
sub differences
{
    my ($is, $should) = @_;
    my (%is, %should);
    $is{$_}++ for @$is;
    $should{$_}++ for @$should;
    return (map({ "missing: $_" } grep { ($is{$_} // 0) < $should{$_} } sort keys %should),
        map({ "too much: $_" } grep { ($should{$_} // 0) < $is{$_} } sort keys %is));
}

# Calls each function whose arguments are known values; gives what those that are not volatile return, by signature.
# The server calls the others, of which every symbol is looked up.
sub results
{
    my ($database) = @_;
    my %called;
    my @functions = split /\n/, $node->safe_psql($database, q{
        SET search_path = elsewhere;
        SELECT p.oid::regprocedure, proname, provolatile,
            (SELECT string_agg(format_type(t, NULL), '/' ORDER BY n) FROM unnest(proargtypes) WITH ORDINALITY AS u (t, n))
        FROM pg_depend JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND objid = p.oid
        WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid')
        ORDER BY 1});
    my $sql = "SET search_path = elsewhere; SET TimeZone = 'UTC';\n";
    my @signatures;
    for (@functions)
    {
        my ($signature, $name, $volatile, $types) = split /\|/, $_, -1;
        my @types = split m{/}, $types;
        next if grep { !exists $value{$_} } @types;
        my $call = "$name(" . join(', ', map { "'$value{$_}'::$_" } @types) . ')';
        $sql .= 'SELECT ' . ($volatile eq 'v' ? "($call)::text ~ '^0[0-9A-Z]{25}\$'" : $call) . ";\n";
        push @signatures, $signature;
    }
    my @results = split /\n/, $node->safe_psql($database, $sql);
    is(scalar(@results), scalar(@signatures), "$database: " . scalar(@signatures) . ' functions called');
    @called{@signatures} = @results;
    my $symbols = $node->safe_psql($database, q{
        SELECT count(fmgr_c_validator(p.oid)::text)
        FROM pg_depend JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND objid = p.oid
        WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid')
          AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'c')});
    cmp_ok($symbols, '>=', 20, "$database: the library has all $symbols symbols");
    figure('functions called', scalar @signatures);
    return \%called;
}

my @paths = split /\n/, $node->safe_psql('postgres',
    qq{SELECT source, path FROM pg_extension_update_paths('ulid') WHERE target = '$version' AND source <> target ORDER BY 1});
cmp_ok(scalar(@paths), '>', 0, 'there are versions to update from') if $setting;
for (@paths)
{
    my ($from, $path) = split /\|/;
    isnt($path // '', '', "$from: there is a path to $version") or next;

    my $database = "from $from";
    $node->safe_psql('postgres', qq{CREATE DATABASE "$database"});
    $node->safe_psql($database, qq{
        CREATE EXTENSION amcheck;
        CREATE SCHEMA elsewhere;
        CREATE EXTENSION ulid SCHEMA elsewhere VERSION '$from'});
    $node->safe_psql($database, $table);
    my $answers = $node->safe_psql($database, $queries);
    my $before = results($database);
    my @different = differences([ contents('', $database) ], \@fresh);
    isnt(scalar(@different), 0, "$from: it is another version");

    $node->safe_psql($database, 'ALTER EXTENSION ulid UPDATE');
    @different = differences([ contents('', $database) ], \@fresh);
    is(scalar(@different), 0, "$from: the catalog is as if made anew") or diag(join "\n", @different);
    is($node->safe_psql($database, $queries), $answers, "$from: data, indexes and a view are as before");
    is($node->safe_psql($database, q{
            INSERT INTO event (n) VALUES (0) RETURNING id OPERATOR(elsewhere.>) (SELECT max FROM latest)}),
        't', "$from: a default goes on above");
    my $after = results($database);
    is_deeply({ map { $_ => $before->{$_} } grep { exists $after->{$_} } keys %$before },
        { map { $_ => $after->{$_} } grep { exists $before->{$_} } keys %$after }, "$from: the functions called answer as before");
    figure('versions updated', 1);
}

SKIP:
{
    unless ($setting)
    {
        my $why = 'neither extension_control_path nor extension_destdir, to put scripts beside those installed';
        diag("SKIPPED: the update from 0.9.0, and the test of the comparison: $why");
        skip $why, 1;
    }

    my @first = contents("CREATE EXTENSION ulid SCHEMA elsewhere VERSION '1.0.0'");
    my $file = "$scripts/ulid--0.9.0--1.0.0.sql";
    my ($heading, $body) = slurp_file($file) =~ /^(.*?\\quit\n)(.*)/s;
    my @parts = split /\n\n+/, $body =~ s/^\n+//r;
    my $update = sub {
        my ($script, $step) = (@_, '');
        unlink $file;
        append_to_file($file, "$heading\n$script\n");
        my @different = eval { differences([ contents(qq{
            CREATE EXTENSION ulid SCHEMA elsewhere VERSION '0.9.0';
            SET search_path = elsewhere;
            $step;
            ALTER EXTENSION ulid UPDATE TO '1.0.0'}) ], \@first) };
        return $@ ? "error: " . (split /\n/, $@)[0] : @different;
    };
    my $all = join "\n\n", @parts;
    is_deeply([ $update->($all) ], [], 'nothing is missed where nothing is left out');
    for my $left (0 .. $#parts)
    {
        my ($what) = grep { !/^--/ } split /\n/, $parts[$left];
        next if $what =~ /^DO/ && $major < 18;
        seen("without: $what", $update->(join "\n\n", @parts[ grep { $_ != $left } 0 .. $#parts ]));
    }
    for my $more (@excess)
    {
        seen("with: $more", $update->("$all\n\n$more"));
    }
    is_deeply([ $update->($all, 'ALTER OPERATOR FAMILY ulid_ops USING btree
            ADD FUNCTION 6 (ulid, ulid) pg_catalog.uuid_skipsupport(internal)') ],
        [], 'skip support that was added by hand does not stand in the way') if $major >= 18;
}

$node->stop;
done_testing();
