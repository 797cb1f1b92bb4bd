# The guides of doc/migrate.md: runs their very SQL blocks, and checks what they say before, between
# and after them, under concurrent readers and writers.
#
# Run by test/check tap. MIGRATE_ROWS=2000000 makes the tables large (a key of that many rows, and two
# tables of half as many that refer to it); MIGRATE_SECONDS is how long each load of readers and writers lasts.
use strict;
use warnings;

use FindBin;
use lib $FindBin::RealBin;

use Guide;
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);
use Ulid;

my $rows    = size(MIGRATE_ROWS => 20_000, 500_000);
my $seconds = $ENV{MIGRATE_SECONDS} || 3;
my $half    = int($rows / 2);

my $guide = Guide->new('migrate.md');

my $node = PostgreSQL::Test::Cluster->new('migrate');
$node->init;
$node->append_conf('postgresql.conf', "fsync = off\nmax_wal_size = 8GB\nautovacuum_naptime = 5s");
$node->start;

my $database = 'postgres';

sub start_database {
    $database = shift;
    $node->safe_psql('postgres', "CREATE DATABASE $database");
}

sub query { return $node->safe_psql($database, shift); }

# The name of the error of a statement that must fail.
sub refusal {
    my $sql = shift;
    my ($status, $output, $error) = $node->psql($database, "\\set VERBOSITY sqlstate\n$sql");
    return $status == 0 && $error eq '' ? 'none' : $error =~ /ERROR:\s+(\w{5})/ ? $1 : $error;
}

# Runs a block of the guide, and gives its output.
sub run_block {
    my $name = shift;
    return query($guide->sql($name));
}

# Runs a block that may give up waiting for a lock, as the guide says, until it does not. Gives the
# milliseconds for which it held its locks.
sub run_step {
    my $name = shift;
    my $sql = $guide->sql($name);
    $sql =~ s/^(LOCK TABLE.*;)$/$1\n\\echo held/m;
    $sql =~ s/^(COMMIT;)$/$1\n\\echo released/m;
    my ($attempts, $error) = (0, '');
    while (++$attempts <= 200) {
        (my $status, my $output, $error) = $node->psql($database, "\\timing on\n$sql", on_error_stop => 1);
        if ($status == 0) {
            my ($held) = $output =~ /^held$(.*)^released$/ms;
            my $milliseconds = 0;
            $milliseconds += $1 while $held =~ /^Time: ([0-9.]+) ms/mg;
            diag(sprintf '%s: locks held for %.0f ms, attempt %d', $name, $milliseconds, $attempts);
            pass("$name");
            return $milliseconds;
        }
        last unless $error =~ /lock timeout|deadlock detected/;
        sleep 0.1;
    }
    fail("$name");
    diag($error);
    return;
}

# DROP EXTENSION of an extension that is only imitated here.
sub run_drop {
    my ($name, $extension) = @_;
    is($guide->sql($name), "DROP EXTENSION $extension;\n", "$name");
    query('DROP SCHEMA imitated CASCADE');
}

my @ways = qw(nestloop hashjoin mergejoin);
my %node_of = (nestloop => 'Nested Loop', hashjoin => 'Hash Join', mergejoin => 'Merge Join');

# Joins both children with the key in every way; gives one line for each, and checks each plan.
sub joins {
    my $step = shift;
    my @lines;
    for my $way (@ways) {
        my $settings = join '', map { "SET enable_$_ = " . ($_ eq $way ? 'on' : 'off') . ';' } @ways;
        $settings .= 'SET enable_memoize = off; SET enable_seqscan = off;' if $way eq 'nestloop';
        my ($good, $plans) = (1, '');
        for my $child (qw(invoice payment)) {
            my $join = "SELECT count(*), sum(child.id * substr(name, 2)::bigint) FROM customer"
                . " JOIN $child child ON child.customer_id = customer.id WHERE child.id <= $half";
            push @lines, query("$settings $join");
            my $plan = query("$settings EXPLAIN (COSTS OFF) $join");
            $good &&= $plan =~ /$node_of{$way}/ && ($way ne 'nestloop' || $plan =~ /Index Cond: \(\w+ = /);
            $plans .= $plan;
        }
        ok($good, "$step: joined by $way") or diag($plans);
    }
    return \@lines;
}

# The keys of the first rows, in the form and order of uuid.
sub contents {
    return query("SELECT md5(string_agg(id::uuid::text, ',' ORDER BY id)) FROM customer WHERE name <> 'pgbench';"
            . " SELECT md5(string_agg(customer_id::uuid::text, ',' ORDER BY id)) FROM invoice WHERE id <= $half;"
            . " SELECT md5(string_agg(customer_id::uuid::text, ',' ORDER BY id)) FROM payment WHERE id <= $half");
}

sub heaps {
    return query('SELECT pg_relation_filenode(t) FROM unnest(ARRAY[\'customer\', \'invoice\', \'payment\']::regclass[]) t');
}

sub types {
    return query(q{SELECT string_agg(format_type(atttypid, NULL), ' ' ORDER BY attrelid::regclass::text)
        FROM pg_attribute WHERE attrelid IN ('customer'::regclass, 'invoice'::regclass, 'payment'::regclass)
        AND attname = CASE attrelid WHEN 'customer'::regclass THEN 'id' ELSE 'customer_id' END});
}

sub invalid_constraints {
    return query(q{SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND NOT convalidated});
}

my ($first_heaps, $first_contents, $first_joins);

# What must hold after every step.
sub check {
    my ($step, $types) = @_;
    is(types(), $types, "$step: types are $types");
    is(heaps(), $first_heaps, "$step: no heap is rewritten");
    is(invalid_constraints(), 0, "$step: constraints valid");
    is(contents(), $first_contents, "$step: the same keys");
    is_deeply(joins($step), $first_joins, "$step: joins give the same rows");
    is(refusal("INSERT INTO $_ (customer_id) VALUES ('00000000-0000-0000-0000-000000000000')"),
        '23503', "$step: an orphan in $_ is refused") for qw(invoice payment);
    is(refusal("DELETE FROM customer WHERE name = 'c1'"), '23503', "$step: a customer with invoices stays");
    is(refusal("INSERT INTO customer SELECT id, 'twin' FROM customer WHERE name = 'c1'"),
        '23505', "$step: a second customer of the same key is refused");
    return;
}

# A relation and mode a line, of the locks on tables that a statement takes.
sub locks {
    return query(qq{BEGIN; $_[0]; SELECT relation::regclass, mode FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE pid = pg_backend_pid() AND relkind = 'r' AND relation >= 16384 AND mode = '$_[1]' ORDER BY 1, 2; ROLLBACK});
}


# A uuid key with foreign keys
start_database('keys');
query('CREATE EXTENSION ulid');
run_block('uuid-example');
query(qq{
    INSERT INTO customer SELECT md5(n::text)::uuid, 'c' || n FROM generate_series(1, $rows) n;
    INSERT INTO invoice (customer_id) SELECT md5(n::text)::uuid FROM generate_series(1, $half) n;
    INSERT INTO payment (customer_id) SELECT md5(n::text)::uuid FROM generate_series($half, 1, -1) n;
});
query('VACUUM ANALYZE');
($first_heaps, $first_contents) = (heaps(), contents());
$first_joins = joins('uuid');
my @join_counts = map { (split /\|/)[0] } @$first_joins;
is_deeply(\@join_counts, [ ($half) x 6 ], 'the example: every child has its parent');

my $inventory = run_block('uuid-inventory');
like($inventory, qr/^$_\|${_}_customer_id_fkey\|/m, "the inventory names $_") for qw(invoice payment);
like($inventory, qr/^constraint customer_pkey on table customer$/m, 'and the primary key');

# What the guide says of locks
is(locks('ALTER TABLE customer ALTER id TYPE ulid', 'AccessExclusiveLock'),
    "customer|AccessExclusiveLock\ninvoice|AccessExclusiveLock\npayment|AccessExclusiveLock",
    'locks: the key, and all that refers to it');
is(refusal('ALTER TABLE invoice ALTER customer_id TYPE ulid'), '42804', 'a child does not go first');
for my $obstacle (
    [ 'a view',             'CREATE VIEW v AS SELECT id FROM customer' ],
    [ 'a rule',             'CREATE RULE r AS ON DELETE TO invoice DO ALSO UPDATE customer SET id = id WHERE false' ],
    [ 'a policy',           q{CREATE POLICY p ON customer USING (id <> '00000000-0000-0000-0000-000000000000')} ],
    [ 'a generated column', 'ALTER TABLE customer ADD g uuid GENERATED ALWAYS AS (id) STORED' ],
    [ 'a trigger on it',    'CREATE TRIGGER t AFTER UPDATE OF id ON customer EXECUTE FUNCTION suppress_redundant_updates_trigger()' ])
{
    my ($what, $sql) = @$obstacle;
    is(refusal("BEGIN; $sql; ALTER TABLE customer ALTER id TYPE ulid"), '0A000', "$what stands in the way");
}
is(refusal('BEGIN; CREATE TABLE p (id uuid) PARTITION BY HASH (id); ALTER TABLE p ALTER id TYPE ulid'),
    '42P16', 'a partition key keeps its type');

# A program that holds invoice until the step waits for it, and then wants customer, which the step has.
my ($output, $error) = ('', '');
my $program = IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($database), '-c', q{
    DO $$
    BEGIN
        LOCK TABLE invoice IN ROW EXCLUSIVE MODE;
        WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'invoice'::regclass AND NOT granted) LOOP
            PERFORM pg_sleep(0.01);
        END LOOP;
        PERFORM FROM customer LIMIT 1;
    END
    $$} ], '>', \$output, '2>', \$error);
$node->poll_query_until($database, q{SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'invoice'::regclass AND mode = 'RowExclusiveLock')});
my ($status, undef, $why) = $node->psql($database, $guide->sql('uuid-customer'), on_error_stop => 1);
isnt($status, 0, 'a step that would lock out a program that locks it out gives up');
like($why, qr/lock timeout|deadlock detected/, 'and says so');
ok($program->finish, 'the program goes on') or diag($error);
is(types(), 'uuid uuid uuid', 'the step has changed nothing');

# Readers and writers at work. Every transaction of a writer makes one customer, invoice and
# payment; a reader fails on a row that is not there. Keys are sent as uuids: as text, and as
# parameters of statements prepared before the first step.
my %script = (
    writer => q{
        SELECT gen_random_uuid() AS id \gset
        BEGIN;
        INSERT INTO customer (id, name) VALUES (:id, 'pgbench');
        INSERT INTO invoice (customer_id) VALUES (:id);
        INSERT INTO payment (customer_id) VALUES (:id);
        COMMIT;
    },
    # Takes the key as the server shows it, as text, from one table to the others.
    copier => q{
        BEGIN;
        INSERT INTO customer (name) VALUES ('pgbench') RETURNING id \gset
        INSERT INTO invoice (customer_id) VALUES (':id');
        INSERT INTO payment (customer_id) VALUES (':id');
        COMMIT;
        SELECT 1 / count(*) FROM payment JOIN customer ON customer.id = customer_id WHERE customer.id = ':id';
    },
    reader => qq{
        \\set n random(1, $half)
        SELECT md5(:n)::uuid AS id \\gset
        SELECT 1 / count(*) FROM customer WHERE id = :id AND name = 'c' || :n;
        SELECT 1 / count(*) FROM customer WHERE id = md5(:n)::uuid;
    },
    text_reader => qq{
        \\set n random(1, $half)
        SELECT md5(':n')::uuid AS id \\gset
        SELECT 1 / count(*) FROM customer WHERE id = ':id';
        SELECT 1 / count(*) FROM customer JOIN invoice ON customer_id = customer.id WHERE name = 'c:n' AND customer.id = ':id';
    },
);

sub start_load {
    my @jobs;
    for my $job (@_) {
        my ($name, $mode, $clients) = @$job;
        my $file = $node->basedir . "/$name.sql";
        append_to_file($file, $script{$name} =~ s/^\s+//gmr) unless -e $file;
        my %job = (name => $name, output => '', error => '');
        $job{handle} = IPC::Run::start(
            [ 'pgbench', '-n', '-M', $mode, '-c', $clients, '-T', $seconds, '-f', $file, $node->connstr($database) ],
            '>', \$job{output}, '2>', \$job{error});
        push @jobs, \%job;
    }
    sleep 0.5;
    return @jobs;
}

# Waits for the load's end, and gives the number of transactions that its writers committed.
sub finish_load {
    my ($step, @jobs) = @_;
    my $committed = 0;
    for my $job (@jobs) {
        $job->{pumpable} = $job->{handle}->pumpable;
        my $good = $job->{handle}->finish;
        my ($count) = $job->{output} =~ /number of transactions actually processed: (\d+)/;
        ok($good && $count > 0, "$step: no transaction of $job->{name} failed") or diag($job->{error});
        diag("$step: $job->{name}: $count transactions");
        $committed += $count if $job->{name} !~ /reader/;
    }
    ok(!(grep { !$_->{pumpable} } @jobs), "$step: readers and writers were at work until after the last step");
    return $committed;
}

sub written {
    return query(qq{SELECT count(*), count(DISTINCT i.id), count(DISTINCT p.id)
        FROM customer c JOIN invoice i ON i.customer_id = c.id JOIN payment p ON p.customer_id = c.id
        WHERE name = 'pgbench' AND i.id > $half AND p.id > $half});
}

# Table by table
my @load = start_load([ 'writer', 'prepared', 2 ], [ 'reader', 'prepared', 1 ], [ 'text_reader', 'simple', 1 ]);
run_step('uuid-customer');
run_step('uuid-invoice');
run_step('uuid-payment');
my $committed = finish_load('table by table', @load);
is(written(), "$committed|$committed|$committed", "table by table: all $committed transactions of the writers are found");
check('table by table', 'ulid ulid ulid');
query($_) for 'ALTER TABLE payment ALTER customer_id TYPE uuid', 'ANALYZE payment';
check('customer and invoice', 'ulid ulid uuid');
query($_) for 'ALTER TABLE invoice ALTER customer_id TYPE uuid', 'ANALYZE invoice';
check('customer alone', 'ulid uuid uuid');

# Between the steps
is(locks('ALTER TABLE invoice ALTER customer_id TYPE ulid', 'AccessExclusiveLock'),
    "customer|AccessExclusiveLock\ninvoice|AccessExclusiveLock", 'locks: the child and its parent');
is(refusal("INSERT INTO invoice (customer_id) VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV')"),
    '22P02', 'text of a ulid is refused by a column that still is a uuid');
is(refusal("PREPARE one AS SELECT id FROM customer LIMIT 1; ALTER TABLE customer ADD later integer;"
        . " ALTER TABLE customer DROP later; EXECUTE one"), 'none', 'a prepared statement outlives other changes');
is(refusal("BEGIN; PREPARE one AS SELECT customer_id FROM invoice LIMIT 1;"
        . " ALTER TABLE invoice ALTER customer_id TYPE ulid; EXECUTE one"), '0A000', 'but not that of a column it returns');
query(q{BEGIN; LOCK TABLE invoice; ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey,
    ADD CONSTRAINT invoice_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer NOT VALID; COMMIT});
is(locks('ALTER TABLE invoice VALIDATE CONSTRAINT invoice_customer_id_fkey', 'ShareUpdateExclusiveLock'),
    'invoice|ShareUpdateExclusiveLock', 'locks: validating, on the child');
is(locks('ALTER TABLE invoice VALIDATE CONSTRAINT invoice_customer_id_fkey', 'RowShareLock'),
    'customer|RowShareLock', 'locks: validating, on the parent');
is(locks('ALTER TABLE invoice VALIDATE CONSTRAINT invoice_customer_id_fkey', 'AccessExclusiveLock'),
    '', 'locks: validating takes no exclusive one');
query('ALTER TABLE invoice VALIDATE CONSTRAINT invoice_customer_id_fkey');

run_block('uuid-default');
is(query("BEGIN; INSERT INTO customer DEFAULT VALUES RETURNING ulid_timestamp(id) > now() - interval '1 minute'; ROLLBACK"),
    't', 'new keys carry the time');

# And back
run_step('uuid-back');
check('back', 'uuid uuid uuid');

# Shorter locks, all at once
@load = start_load([ 'copier', 'simple', 2 ], [ 'reader', 'prepared', 1 ], [ 'text_reader', 'simple', 1 ]);
run_block('short-before');
run_step('short-switch');
my @halfway = split /\n/, query("SELECT convalidated FROM pg_constraint WHERE contype = 'f'");
is("@halfway", 'f f', 'shorter locks: foreign keys are not valid yet');
is(refusal("INSERT INTO $_ (customer_id) VALUES ('00000000-0000-0000-0000-000000000000')"),
    '23503', "shorter locks: but an orphan in $_ is refused") for qw(invoice payment);
run_block('short-after');
my $more = finish_load('shorter locks', @load);
$committed += $more;
is(written(), "$committed|$committed|$committed", "shorter locks: all $more transactions of the writers are found");
check('shorter locks', 'ulid ulid ulid');

# Not even the primary key under the lock
run_step('uuid-back');
check('back again', 'uuid uuid uuid');
run_block('short-before');
run_step('swap-switch');
run_block('swap-index');
run_step('swap-key');
run_block('short-after');
check('swapped', 'ulid ulid ulid');
is(query(q{SELECT indexrelid::regclass FROM pg_index WHERE indrelid = 'customer'::regclass AND indisprimary AND indisvalid}),
    'customer_pkey', 'swapped: the index is the primary key');
is(refusal('INSERT INTO customer (id) VALUES (NULL)'), '23502', 'swapped: the key is not null');

# A dump of tables of both types
start_database('mixed');
query('CREATE EXTENSION ulid');
run_block('uuid-example');
query(q{
    INSERT INTO customer SELECT md5(n::text)::uuid FROM generate_series(1, 1000) n;
    INSERT INTO invoice (customer_id) SELECT id FROM customer;
    ALTER TABLE customer ALTER id TYPE ulid;
});
my $dump     = $node->basedir . '/mixed.dump';
my $invoices = q{SELECT count(*), md5(string_agg(customer_id::text, ',' ORDER BY invoice.id))
    FROM invoice JOIN customer ON customer.id = customer_id};
my $kept = query($invoices);
$node->command_ok([ 'pg_dump', '-Fc', '-f', $dump, $node->connstr($database) ], 'a dump of a ulid key and a uuid that refers to it');
start_database('restored');
$node->command_ok([ 'pg_restore', '-d', $node->connstr($database), $dump ], 'is restored');
is(query($invoices), $kept, 'with its rows');
is(invalid_constraints(), 0, 'and its foreign keys');
is(types(), 'ulid uuid uuid', 'and types');



# UUID versions 7 and 4
start_database('versions');
query(q{
    CREATE EXTENSION ulid;
    CREATE TABLE account (id uuid PRIMARY KEY, created_at timestamptz NOT NULL);
    CREATE TABLE login (account_id uuid NOT NULL CONSTRAINT login_account_id_fkey REFERENCES account, n integer);
    INSERT INTO account
        SELECT overlay(overlay(ulid_first(t)::uuid::text PLACING '7' FROM 15) PLACING 'a' FROM 20)::uuid, t
        FROM generate_series(timestamptz '2025-01-01 00:00:00.123+00', '2026-01-01+00', '1 day 1 millisecond') t;
});
is(run_block('versions'), '7|365', 'versions: 7');
query('CREATE TABLE expected AS SELECT id, created_at FROM account');
my @sorted = split /\n/, run_block('version-7');
is(scalar(@sorted), 365, 'version 7: every row');
is(query('SELECT count(*) FROM account WHERE ulid_timestamp(id::ulid) = created_at'), 365, 'version 7: the time is kept');
query('ALTER TABLE account ALTER id TYPE ulid; ALTER TABLE login ALTER account_id TYPE ulid');
is(query('SELECT array_agg(created_at ORDER BY id) = array_agg(created_at ORDER BY created_at) FROM account'), 't', 'version 7: so is the order');
is(query("SELECT max(id) < gen_ulid('2026-01-02+00') FROM account"), 't', 'version 7: new keys sort last');

query(q{
    ALTER TABLE login ALTER account_id TYPE uuid;
    ALTER TABLE account ALTER id TYPE uuid;
    DELETE FROM account;
    INSERT INTO account SELECT gen_random_uuid(), timestamptz '2025-01-01+00' + n * interval '1 hour 1.000001 seconds'
        FROM generate_series(1, 1000) n;
    INSERT INTO login SELECT id, n FROM account, generate_series(1, 2) n;
    CREATE TABLE before AS SELECT id, created_at FROM account;
});
is(run_block('versions'), '4|1000', 'versions: 4');
run_block('version-4');
is(query("SELECT count(*) FROM account WHERE ulid_timestamp(id) = date_trunc('milliseconds', created_at)"), 1000,
    'version 4: new keys have the time of creation');
is(query('SELECT count(*) FROM login JOIN account_key ON account_id = new JOIN before ON before.id = old JOIN account USING (created_at)
    WHERE account.id = account_id'), 2000, 'version 4: references follow, and the old keys are found');
is(refusal('INSERT INTO login VALUES (gen_ulid())'), '23503', 'version 4: the foreign key is enforced');


# ULIDs as text
start_database('text');
query(q{
    CREATE EXTENSION ulid;
    CREATE TABLE document (id text PRIMARY KEY DEFAULT 'none', n integer);
    CREATE TABLE page (document_id varchar(26) CONSTRAINT page_document_id_fkey REFERENCES document);
    CREATE TABLE label (document_id char(26) CONSTRAINT label_document_id_fkey REFERENCES document);
    CREATE TABLE badge (id char(30) PRIMARY KEY);
    INSERT INTO document SELECT CASE WHEN n % 2 = 0 THEN u::text ELSE lower(u::text) END, n
        FROM (SELECT n, ulid_last('2025-01-01'::timestamptz + n * interval '1 hour') u FROM generate_series(1, 500) n) s;
    INSERT INTO page SELECT id FROM document;
    INSERT INTO label SELECT id FROM document;
    INSERT INTO badge SELECT id FROM document;
    CREATE TABLE before AS SELECT * FROM document;
    INSERT INTO document VALUES ('', -1), ('not a ulid', -2), ('01ARZ3NDEKTSV4RRFFQ69G5FA', -3), ('81ARZ3NDEKTSV4RRFFQ69G5FAV', -4),
        ('01ARZ3NDEKTSV4RRFFQ69G5FAV', -5), ('oiarz3ndektsv4rrffq69g5fav', -6), ('01563e3a-b5d3-d676-4c61-efb99302bd5b', -7);
});
is(join("\n", sort split /\n/, run_block('text-invalid')),
    "\n01ARZ3NDEKTSV4RRFFQ69G5FA\n81ARZ3NDEKTSV4RRFFQ69G5FAV\nnot a ulid", 'text: what is no ulid is found');
like(run_block('text-equal'), qr/^01ARZ3NDEKTSV4RRFFQ69G5FAV\|\{(?=.*oiarz)(?=.*01ARZ)(?=.*01563e3a)[^\n]*\}$/, 'text: so is what would be the same');
is(refusal($guide->sql('text-switch')), '22P02', 'text: a bad value stops the change');
query('DELETE FROM document WHERE n BETWEEN -4 AND -1');
is(refusal($guide->sql('text-switch')), '23505', 'text: so do two texts of the same ulid');
query('DELETE FROM document WHERE n < 0');
run_block('text-switch');
is(query('SELECT count(*) FROM document d JOIN before b USING (n) WHERE d.id::text = upper(b.id)'), 500, 'text: every value is kept');
is(query("SELECT count(*) FROM document JOIN $_ ON document_id = id"), 500, "text: $_ follows") for qw(page label);
is(refusal('INSERT INTO page VALUES (gen_ulid())'), '23503', 'text: the foreign key is enforced');
is(query('INSERT INTO document VALUES (DEFAULT) RETURNING ulid_timestamp(id) > now() - interval \'1 minute\''), 't', 'text: the default makes ulids');
is(refusal('ALTER TABLE badge ALTER id TYPE ulid'), '22P02', 'text: the blanks of a wider char(n) are refused');
run_block('text-padded');
is(query('SELECT count(*) FROM badge JOIN before ON badge.id = before.id::ulid'), 500, 'text: and taken off');
run_block('text-back');
is(query('SELECT count(*) FROM badge JOIN before ON badge.id = upper(before.id)'), 500, 'text: back in upper case');


# Other extensions, imitated: a type of their layout and name, over functions of the server.
my $same_bytes = q{
    CREATE SCHEMA imitated;
    SET search_path = imitated;
    CREATE TYPE ulid;
    CREATE FUNCTION ulid_in(cstring) RETURNS ulid AS 'uuid_in' LANGUAGE internal IMMUTABLE STRICT;
    CREATE FUNCTION ulid_out(ulid) RETURNS cstring AS 'uuid_out' LANGUAGE internal IMMUTABLE STRICT;
    CREATE FUNCTION ulid_send(ulid) RETURNS bytea AS 'uuid_send' LANGUAGE internal IMMUTABLE STRICT;
    CREATE TYPE ulid (INPUT = ulid_in, OUTPUT = ulid_out, SEND = ulid_send, INTERNALLENGTH = 16, STORAGE = plain, ALIGNMENT = %s);
    CREATE FUNCTION made(integer) RETURNS ulid AS $$ SELECT md5($1::text)::uuid::text::ulid $$ LANGUAGE sql IMMUTABLE;
};

# A variable-length value whose bytes stand in the order of a little-endian machine.
my $reversed = q{
    CREATE SCHEMA imitated;
    SET search_path = imitated;
    CREATE TYPE ulid;
    CREATE FUNCTION ulid_in(cstring) RETURNS ulid AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
    CREATE FUNCTION ulid_out(ulid) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
    CREATE TYPE ulid (INPUT = ulid_in, OUTPUT = ulid_out, STORAGE = extended);
    CREATE CAST (ulid AS bytea) WITHOUT FUNCTION;
    CREATE CAST (bytea AS ulid) WITHOUT FUNCTION;
    CREATE FUNCTION reverse(bytea) RETURNS bytea AS $$
        SELECT string_agg(substr($1, i, 1), NULL ORDER BY i DESC) FROM generate_series(1, 16) i $$ LANGUAGE sql IMMUTABLE STRICT;
    CREATE FUNCTION ulid_to_uuid(ulid) RETURNS uuid
        AS $$ SELECT encode(imitated.reverse($1::bytea), 'hex')::uuid $$ LANGUAGE sql IMMUTABLE STRICT;
    CREATE CAST (ulid AS uuid) WITH FUNCTION ulid_to_uuid(ulid) AS IMPLICIT;
    CREATE FUNCTION made(integer) RETURNS ulid
        AS $$ SELECT imitated.reverse(decode(md5($1::text), 'hex'))::imitated.ulid $$ LANGUAGE sql IMMUTABLE;
};

my $comparison = join '', map { my ($name, $operator, $rest) = @$_; qq{
    CREATE FUNCTION ulid_$name(ulid, ulid) RETURNS boolean AS '%1\$s$name' LANGUAGE internal IMMUTABLE STRICT;
    CREATE OPERATOR $operator (FUNCTION = ulid_$name, LEFTARG = ulid, RIGHTARG = ulid, $rest);
} } ([ 'lt', '<', 'COMMUTATOR = >' ], [ 'le', '<=', 'COMMUTATOR = >=' ], [ 'eq', '=', 'COMMUTATOR = =, MERGES' ],
    [ 'ge', '>=', 'COMMUTATOR = <=' ], [ 'gt', '>', 'COMMUTATOR = <' ]);
$comparison .= q{
    CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS integer AS '%2$s' LANGUAGE internal IMMUTABLE STRICT;
    CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree AS
        OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 ulid_cmp(ulid, ulid);
};

for my $other (
    [ 'pgx', 'pgx_ulid', $reversed, sprintf($comparison, 'bytea', 'byteacmp'), 'pgx-uuid' ],
    [ 'andrielfn', 'ulid', sprintf($same_bytes, 'int4'), sprintf($comparison, 'uuid_', 'uuid_cmp'), 'same-bytes-uuid' ],
    [ 'dcbickfo', 'pg_ulid', sprintf($same_bytes, 'double'), sprintf($comparison, 'uuid_', 'uuid_cmp'), 'same-bytes-uuid' ])
{
    my ($name, $extension, $type, $operators, $to_uuid) = @$other;
    start_database($name);
    query("$type $operators ALTER DATABASE $name SET search_path = public, imitated");

    # One byte before each key, so that its alignment shows.
    query(q{
        CREATE TABLE public.event (flag boolean, id ulid PRIMARY KEY DEFAULT made(0), n integer);
        CREATE TABLE public.detail (flag boolean, event_id ulid CONSTRAINT detail_event_id_fkey REFERENCES event);
        INSERT INTO event SELECT true, made(n), n FROM generate_series(1, 500) n;
        INSERT INTO detail SELECT true, made(n) FROM generate_series(1, 250) n;
    });
    my $node_of_event = q{SELECT pg_relation_filenode('event'), pg_relation_filenode('detail')};
    my $old = query($node_of_event);
    run_block($to_uuid);
    my $rewritten = query($node_of_event);
    isnt($rewritten, $old, "$name: to uuid with a rewrite");
    run_drop("$name-drop", $extension);
    run_block('other-install');
    run_block('other-ulid');
    is(query($node_of_event), $rewritten, "$name: to ulid without");
    is(query('SELECT count(*) FROM event WHERE id = md5(n::text)::uuid AND flag'), 500, "$name: every key is kept");
    is(query('SELECT count(*) FROM event JOIN detail ON event_id = id WHERE n <= 250'), 250, "$name: so is every reference");
    is(refusal('INSERT INTO detail VALUES (true, gen_ulid())'), '23503', "$name: the foreign key is enforced");
}

# The names that the guide gives for this extension are there, and those of functions take what it says.
my ($table) = $guide->text =~ /^### Names side by side\n\n(.*?)\n\n/ms;
for my $cell (map { (split /\s*\|\s*/)[2] } grep { /^\| [^-|]/ || /^\| `/ } split /\n/, $table) {
    is(query("SELECT to_regprocedure('$1') IS NOT NULL"), 't', "the guide's $1 exists")
        while $cell =~ /`(\w+\([a-z]*\))`/g;
}


# Programs that still speak uuid
start_database('programs');
query(q{
    CREATE EXTENSION ulid;
    CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT gen_ulid(), name text);
    INSERT INTO customer SELECT md5(n::text)::uuid, 'c' || n FROM generate_series(1, 10000) n;
    ANALYZE customer;
});
is(run_block('uuid-text'), "by text\nby uuid", 'uuid text and uuid parameters go in, and find their rows');
run_block('uuid-view');
my $by_uuid = 'SET search_path = by_uuid, public;';
is(query("$by_uuid SELECT id, name FROM customer WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'"),
    '01563e3a-b5d3-d676-4c61-efb99302bd5b|by text', 'the view shows uuids');
like(query("$by_uuid EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'"),
    qr/Index Scan using customer_pkey on customer\s+Index Cond: \(.*= '01563e3a/, 'the view is read by the index of the table');
like(query("$by_uuid SET plan_cache_mode = force_generic_plan; PREPARE p AS SELECT name FROM customer WHERE id = \$1;"
        . " EXPLAIN (COSTS OFF) EXECUTE p ('01563e3a-b5d3-d676-4c61-efb99302bd5b')"),
    qr/Index Cond: \(.*= \$1/, 'with a parameter too');
like(query("EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE id::uuid = '01563e3a-b5d3-d676-4c61-efb99302bd5b'"),
    qr/Index Cond: \(.*= '01563e3a/, 'so is id::uuid = a literal');
query("$by_uuid UPDATE customer SET name = 'changed' WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'");
is(query("SELECT name FROM customer WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5b'"), 'changed', 'the view is updated');
query("$by_uuid DELETE FROM customer WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5c'");
is(query("SELECT count(*) FROM customer WHERE name = 'by uuid'"), 0, 'and deleted from');
my $insert = "$by_uuid INSERT INTO customer (id, name) VALUES ('01563e3a-b5d3-d676-4c61-efb99302bd5d', 'by view') RETURNING id";
is(refusal($insert), '0A000', 'an insert that names the key is refused');
run_block('uuid-trigger');
is(query($insert), '01563e3a-b5d3-d676-4c61-efb99302bd5d', 'until there is a trigger');
is(query("$by_uuid INSERT INTO customer (name) VALUES ('by view') RETURNING ulid_timestamp(id::ulid) > now() - interval '1 minute'"),
    't', 'which makes keys as well');
is(query("SELECT count(*) FROM customer WHERE name = 'by view'"), 2, 'for the table');
query("$by_uuid UPDATE customer SET name = 'again' WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5d'");
is(query("SELECT name FROM customer WHERE id = '01563e3a-b5d3-d676-4c61-efb99302bd5d'"), 'again', 'and leaves updates alone');

is($guide->unused, '', 'every block of the guide was run');
figure('blocks of the guide run' => scalar @{ $guide->{names} });
figure('rows of the largest table' => $rows);

$node->stop;
done_testing();
