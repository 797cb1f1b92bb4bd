# pg_upgrade from every older PostgreSQL beside this one that has the extension: values, keys and
# indexes are as before, and with the step of doc/upgrade.md the extension is as if made anew.
#
# Run by test/check tap; on a machine with one PostgreSQL there is nothing to upgrade from.
use strict;
use warnings;

use File::Basename;
use FindBin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

# The folders of other installations, as Debian lays them: /usr/lib/postgresql/MAJOR/bin.
sub config { my ($bin, $what) = @_; my $value = `$bin/pg_config --$what`; chomp $value; return $value }
my ($bin) = grep { -x "$_/pg_config" } split /:/, $ENV{PATH};
$bin = config($bin, 'bindir');
sub major { my ($text) = config(shift, 'version') =~ /(\d+)/; return $text }
my @older = sort { major($a) <=> major($b) }
    grep { major($_) < major($bin) && -e config($_, 'sharedir') . '/extension/ulid.control' && -x "$_/initdb" }
    grep { -x "$_/pg_config" } glob dirname(dirname($bin)) . '/*/bin';
plan skip_all => 'no older PostgreSQL with the extension beside this one' unless @older;

my $step = do {
    open my $file, '<', "$FindBin::Bin/../../doc/upgrade.md" or die "doc/upgrade.md: $!";
    local $/;
    <$file> =~ /```sql\n(ALTER OPERATOR FAMILY.*?)```/s or die 'no step in doc/upgrade.md';
    $1;
};

# The extension and what its operator families hold, in words.
my $members = q{
    SET search_path = elsewhere;
    WITH member AS (
        SELECT classid, objid FROM pg_depend
        WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
          AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid'))
    SELECT pg_describe_object(classid, objid, 0) FROM member
    UNION ALL SELECT pg_describe_object('pg_amop'::regclass, oid, 0) FROM pg_amop
        WHERE amopfamily IN (SELECT objid FROM member WHERE classid = 'pg_opfamily'::regclass)
    UNION ALL SELECT pg_describe_object('pg_amproc'::regclass, oid, 0) FROM pg_amproc
        WHERE amprocfamily IN (SELECT objid FROM member WHERE classid = 'pg_opfamily'::regclass)
    ORDER BY 1 };

my $contents = q{
    SET search_path = public, elsewhere;
    SELECT count(*), md5(string_agg(id::text || n, ',' ORDER BY id)), min(id), max(id) FROM event;
    SELECT tableoid::regclass, count(*), max(id) FROM shard GROUP BY 1 ORDER BY 1;
} . $by_index;

sub cluster {
    my ($name, $bin) = @_;
    my $node = PostgreSQL::Test::Cluster->new($name, install_path => dirname($bin));
    $node->init(extra => [ '--encoding=UTF8', '--locale=C', major($bin) >= 18 ? '--no-data-checksums' : () ]);
    return $node;
}

for my $old_bin (@older) {
    my $from = major($old_bin);
    my $old = cluster("from$from", $old_bin);
    $old->start;
    $old->safe_psql('postgres', q{
        CREATE SCHEMA elsewhere;
        CREATE EXTENSION ulid SCHEMA elsewhere;
        CREATE EXTENSION amcheck;
        CREATE TABLE event (id elsewhere.ulid PRIMARY KEY DEFAULT elsewhere.gen_monotonic_ulid(), n int);
        INSERT INTO event (n) SELECT generate_series(1, 1000);
        CREATE INDEX ON event USING hash (id);
        CREATE INDEX ON event USING brin (id);
        CREATE INDEX ON event USING brin (id elsewhere.ulid_bloom_ops);
        CREATE TABLE shard (id elsewhere.ulid) PARTITION BY HASH (id);
        CREATE TABLE shard_0 PARTITION OF shard FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE shard_1 PARTITION OF shard FOR VALUES WITH (MODULUS 2, REMAINDER 1);
        INSERT INTO shard SELECT id FROM event });
    # The columns of 15.20 and 17.12 carry an option that pg_dump of 18.6 and 19rc1 does not know to leave out.
    $old->safe_psql($_, q{UPDATE pg_attribute SET attoptions = NULL WHERE attoptions::text LIKE '%pg_attver=%'})
        for qw(postgres template1);
    my $before = $old->safe_psql('postgres', $contents);
    $old->stop;

    my $new = cluster("from${from}_new", $bin);
    chdir $PostgreSQL::Test::Utils::tmp_check or die $!; # older versions of pg_upgrade write where they are
    $new->command_ok([ 'pg_upgrade', '--no-sync', '--link', '-d', $old->data_dir, '-D', $new->data_dir, '-b', $old_bin, '-B', $bin,
        '-s', $new->host, '-p', $old->port, '-P', $new->port ], "pg_upgrade from $from");
    $new->start;

    is($new->safe_psql('postgres', $contents), $before, 'everything is as before');
    is($new->safe_psql('postgres', 'INSERT INTO event (n) VALUES (0) RETURNING id OPERATOR(elsewhere.>) (SELECT elsewhere.max(id) FROM event)'),
        't', 'and the generators go on above');

    if (major($bin) >= 18) {
        local $ENV{PGOPTIONS} = '-c search_path=elsewhere';
        my ($status, $out, $error) = $new->psql('postgres', $step);
        if ($from < 18) {
            is($status, 0, 'the step of doc/upgrade.md');
            ($status, $out, $error) = $new->psql('postgres', $step);
        }
        like($error, qr/already exists in operator family "ulid_ops"/, 'says so where it has been taken');
    }
    $new->safe_psql('postgres', 'CREATE DATABASE fresh');
    $new->safe_psql('fresh', 'CREATE SCHEMA elsewhere; CREATE EXTENSION ulid SCHEMA elsewhere');
    is($new->safe_psql('postgres', $members), $new->safe_psql('fresh', $members), 'the extension is as if made anew');

    my $dump = $new->basedir . '/dump.sql';
    $new->command_ok([ 'pg_dump', '-f', $dump, 'postgres' ], 'pg_dump');
    $new->safe_psql('postgres', 'CREATE DATABASE restored');
    $new->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $dump, 'restored' ], 'psql restores it');
    is($new->safe_psql('restored', $members), $new->safe_psql('fresh', $members), 'with the same extension');
    $new->stop;
}

done_testing();
