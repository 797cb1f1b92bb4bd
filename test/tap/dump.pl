# pg_dump and restore: types, keys, defaults, indexes, partitions and views come back, into a fresh
# database, with the extension in a schema off the path.
#
# Run by test/check tap.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $node = PostgreSQL::Test::Cluster->new('dump');
$node->init;
$node->start;

$node->safe_psql('postgres', 'CREATE DATABASE source');
$node->safe_psql('source', q{
    CREATE SCHEMA elsewhere;
    CREATE EXTENSION ulid SCHEMA elsewhere;
    CREATE TABLE event (
        id elsewhere.ulid PRIMARY KEY DEFAULT elsewhere.gen_ulid(),
        monotonic elsewhere.ulid NOT NULL UNIQUE DEFAULT elsewhere.gen_monotonic_ulid(),
        at timestamptz GENERATED ALWAYS AS (elsewhere.ulid_timestamp(id)) STORED,
        CHECK (id OPERATOR(elsewhere.>=) elsewhere.ulid_first('2020-01-01 00:00:00+00'))
    );
    INSERT INTO event SELECT FROM generate_series(1, 10000);
    CREATE INDEX ON event USING hash (id);
    CREATE INDEX ON event USING brin (id elsewhere.ulid_minmax_multi_ops);
    CREATE INDEX ON event (elsewhere.ulid_timestamp(id));
    CREATE TABLE child (event elsewhere.ulid REFERENCES event);
    INSERT INTO child SELECT id FROM event;
    CREATE TABLE log (id elsewhere.ulid PRIMARY KEY) PARTITION BY RANGE (id);
    CREATE TABLE log_2026 PARTITION OF log FOR VALUES
        FROM (elsewhere.ulid_first('2026-01-01 00:00:00+00')) TO (elsewhere.ulid_first('2027-01-01 00:00:00+00'));
    INSERT INTO log SELECT elsewhere.gen_ulid('2026-06-01 00:00:00+00') FROM generate_series(1, 1000);
    CREATE TABLE shard (id elsewhere.ulid) PARTITION BY HASH (id);
    CREATE TABLE shard_0 PARTITION OF shard FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE shard_1 PARTITION OF shard FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    INSERT INTO shard SELECT id FROM event;
    CREATE VIEW old AS SELECT id::uuid AS id, id::text AS text FROM event
        WHERE id OPERATOR(elsewhere.>) '01ARZ3NDEKTSV4RRFFQ69G5FAV'::elsewhere.ulid;
    CREATE MATERIALIZED VIEW newest AS SELECT elsewhere.max(id) AS id FROM event;
});

# Everything there is to see, as one text.
sub contents {
    my $database = shift;
    return $node->safe_psql($database, q{
        SET search_path = public, elsewhere;
        SELECT id, monotonic, at FROM event ORDER BY id;
        SELECT event FROM child ORDER BY event;
        SELECT tableoid::regclass, id FROM log ORDER BY id;
        SELECT tableoid::regclass, id FROM shard ORDER BY id;
        SELECT id, text FROM old ORDER BY id;
        SELECT id FROM newest;
        SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname COLLATE "C";
        SELECT conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace ORDER BY conname COLLATE "C";
        SELECT attrelid::regclass, attname, pg_get_expr(adbin, adrelid)
            FROM pg_attribute JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum ORDER BY 1::text COLLATE "C", 2;
    });
}

my $before = contents('source');
cmp_ok(length $before, '>', 1_000_000, 'there is something to dump');

my $dump = $node->basedir . '/source.dump';
$node->command_ok([ 'pg_dump', '-Fc', '-f', $dump, 'source' ], 'pg_dump in custom format');
$node->safe_psql('postgres', 'CREATE DATABASE restored');
$node->command_ok([ 'pg_restore', '--exit-on-error', '-j', '2', '-d', 'restored', $dump ], 'parallel pg_restore');
ok(contents('restored') eq $before, 'everything came back');

$node->command_ok([ 'pg_dump', '--inserts', '-f', "$dump.sql", 'restored' ], 'pg_dump as SQL');
$node->safe_psql('postgres', 'CREATE DATABASE again');
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$dump.sql", 'again' ], 'psql restores it');
ok(contents('again') eq $before, 'everything came back again');

# Generators go on above what was restored.
$node->safe_psql('again', 'INSERT INTO event DEFAULT VALUES');
is($node->safe_psql('again', 'SELECT count(*) FROM event'), '10001', 'the defaults work');

# A schema of another name, moved after the fact.
$node->safe_psql('again', 'ALTER EXTENSION ulid SET SCHEMA public');
is($node->safe_psql('again', 'SELECT count(*) FROM event JOIN child ON id = event'), '10000', 'the extension can be moved');

figure('rows dumped and restored' => 2 * 31_000);
$node->stop;
done_testing();
