# The pages for readers tell the truth: the SQL of README.md and doc/*.md runs and prints what stands there, the reference
# says of every function, cast, operator and class what the catalog says, every error has an entry, every link leads somewhere.
#
# Run by test/check tap. A page is one psql session, from its top to its end, in a database of its own with the extension:
#
#   ```sql, then ```      the SQL must print this (\set VERBOSITY verbose, less the LOCATION; blanks at the end of a line do
#                         not count). A line of it that is only … stands for any number of lines, also for none.
#   ```sql alone          must run without error or warning.
#   <!-- run first        and further lines up to -->: SQL that the reader need not see; must run too.
#   <!-- test: name -->   before a block: another test runs it.
#   <!-- not run: why --> before a block: nothing runs it. Printed and counted.
use strict;
use warnings;

use FindBin;
use lib $FindBin::RealBin;

use File::Basename qw(basename dirname);
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $root = dirname(__FILE__) . '/../..';
my @pages = ("$root/README.md", sort glob "$root/doc/*.md");
my %elsewhere = ('clients.md' => 'test/clients'); # its programs are in other languages

my $node = new_server('doc', "wal_level = logical\ntimezone = 'UTC'\njit = off\nlc_messages = 'C'");

sub query { my $sql = shift; return $node->safe_psql('postgres', $sql); }

# Without what is fenced, if asked.
sub page {
    my ($file, %but) = @_;
    my $text = slurp_file($file);
    $text =~ s/^```.*?^```$//msg if $but{fences};
    return $text;
}


# Examples

# What must be run and what it must print, in order.
sub examples {
    my ($file) = @_;
    my $text = page($file);
    my @found;
    while ($text =~ /\G.*?^(?:<!--\ run\ first\n(?<hidden>.*?)^-->$
                            |(?:<!--\ (?<mark>test|not\ run):\ (?<word>.*?)\s*-->\n)?```sql\n(?<sql>.*?)^```$(?:\n+```\n(?<output>.*?)^```$)?)/msxgc)
    {
        my $example = {%+};
        my $line = 1 + (substr($text, 0, pos($text)) =~ tr/\n//);
        $example->{name} = basename($file) . ", to line $line";
        push @found, $example;
    }
    return @found;
}

# Runs SQL in one session; gives what each piece printed.
sub run_session {
    my ($database, @sql) = @_;
    my $script = "\\set VERBOSITY verbose\n" . join '', map { "\\echo :::$_\n$sql[$_]\n" } 0 .. $#sql;
    my $printed = '';
    IPC::Run::run([ 'psql', '-X', '-q', '-d', $node->connstr($database) ], '<', \$script, '>&', \$printed)
        or BAIL_OUT("psql does not start: $printed");
    $printed =~ s/^LOCATION: .*\n//mg;
    my @answer = ('') x @sql;
    $answer[$1] = $2 while $printed =~ /^:::(\d+)\n(.*?)(?=^:::\d+\n|\z)/msg;
    return @answer;
}

# Without blanks at the ends of lines, and without empty lines at the end.
sub trimmed {
    my ($text) = @_;
    $text =~ s/[ \t]+$//mg;
    $text =~ s/\n*\z/\n/;
    return $text;
}

sub compare {
    my ($name, $printed, $expected) = map { trimmed($_) } @_;
    chomp $name;
    my $pattern = join '', map { $_ eq "…\n" ? '(?:.*\n)*' : quotemeta } $expected =~ /.*\n/g;
    return is($printed, $expected, $name) unless $expected =~ /^…$/m && $printed =~ /\A$pattern\z/;
    return pass($name);
}

for my $file (@pages) {
    my $page = basename($file);
    next if $elsewhere{$page};
    my @examples = examples($file);
    my $text = page($file);
    my $fences = () = $text =~ /^\s*```sql$/mg;
    is(scalar(grep { !defined $_->{hidden} } @examples), $fences, "$page: every block is understood");

    if (grep { ($_->{mark} // '') eq 'test' } @examples) {
        ok(scalar(grep { slurp_file($_) =~ /\b\Q$page\E/ } grep { !/\bdoc\.pl$/ } glob "$root/test/tap/*.pl"), "$page: another test runs the blocks that say so");
    }
    for my $example (grep { ($_->{mark} // '') eq 'not run' } @examples) {
        diag("$example->{name}: not run: $example->{word}");
        figure('not run' => 1);
    }
    my @run = grep { !$_->{mark} } @examples or next;
    my $database = lc $page =~ s/\W.*//r;
    query("CREATE DATABASE doc_$database");
    my @printed = run_session("doc_$database", 'CREATE EXTENSION ulid;', map { $_->{hidden} // $_->{sql} } @run);
    shift @printed;
    for my $n (0 .. $#run) {
        my ($example, $answer) = ($run[$n], $printed[$n]);
        if (defined $example->{output}) {
            compare($example->{name}, $answer, $example->{output});
            figure('examples compared' => 1);
        }
        else {
            unlike($answer, qr/^(?:ERROR|FATAL|PANIC|WARNING|\\|invalid|unrecognized)/m, $example->{name}) or diag($answer);
            figure('examples run' => 1) unless defined $example->{hidden};
        }
    }
}


# The reference against the catalog

# What one has that the other has not, both ways.
sub same {
    my ($what, $documented, $real) = @_;
    my %real = map { $_ => 1 } @$real;
    my %documented = map { $_ => 1 } @$documented;
    is(join("\n", grep { !$real{$_} } @$documented), '', "$what: what is documented is so");
    is(join("\n", grep { !$documented{$_} } @$real), '', "$what: what is so is documented");
    cmp_ok(scalar @$documented, '>', 0, "$what: something is documented");
    figure("$what documented" => scalar @$documented);
    return;
}

my $reference = page("$root/doc/ulid.md", fences => 1);

query(q{
    CREATE FUNCTION short(text) RETURNS text LANGUAGE sql AS $$
        SELECT replace(replace(replace(replace($1, 'timestamp with time zone', 'timestamptz'), 'timestamp without time zone', 'timestamp'),
                               'character varying', 'varchar'), 'character', 'char') $$;
    CREATE VIEW member AS
        SELECT classid, objid FROM pg_depend WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
            AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'ulid');
    -- What the server calls on behalf of a type, an operator, a class, a cast, an aggregate or the planner.
    CREATE VIEW internal AS
        SELECT unnest(ARRAY[typinput, typoutput, typreceive, typsend]::oid[]) AS oid FROM pg_type
        UNION SELECT unnest(ARRAY[oprcode, oprrest, oprjoin]::oid[]) FROM pg_operator
        UNION SELECT amproc FROM pg_amproc
        UNION SELECT castfunc FROM pg_cast WHERE obj_description(castfunc, 'pg_proc') LIKE 'implementation of the cast %'
        UNION SELECT unnest(ARRAY[aggtransfn, aggcombinefn]::oid[]) FROM pg_aggregate
        UNION SELECT prosupport FROM pg_proc;
    CREATE VIEW heads AS
        SELECT oid IN (SELECT oid FROM internal) AS internal,
               format('`%s(%s) → %s` · %s', proname, short(pg_get_function_identity_arguments(oid)), short(format_type(prorettype, NULL)),
                      concat_ws(' · ', CASE prokind WHEN 'a' THEN 'aggregate' END,
                                CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
                                CASE WHEN proisstrict THEN 'strict' END, CASE WHEN proleakproof THEN 'leakproof' END,
                                CASE proparallel WHEN 's' THEN 'parallel safe' WHEN 'r' THEN 'parallel restricted' ELSE 'parallel unsafe' END)) AS head
        FROM pg_proc WHERE oid IN (SELECT objid FROM member WHERE classid = 'pg_proc'::regclass)});

sub lines { my $sql = shift; return [ split /\n/, query($sql) ]; }

my @heads = $reference =~ /^(`\w+\(.*?\) → .*?` · .*)$/mg;
my %head = map { $_ => 1 } @heads;
same('functions', \@heads, [ @{ lines('SELECT head FROM heads WHERE NOT internal') },
    grep { $head{$_} } @{ lines('SELECT head FROM heads WHERE internal') } ]);

# Between a line of signatures and the next heading
my @bare = grep { !/^```sql$/m } split /^(?=#+ )/m, page("$root/doc/ulid.md");
is(join("\n", map { /^(`\w+\(.*?\) → .*?` · .*)$/mg } @bare), '', 'every function has an example');

my @casts;
while ($reference =~ /^\| `([\w\[\]]+)` → `(\w+)` \| (\w+) \|/mg) { push @casts, "$1 → $2 $3"; }
same('casts', \@casts, lines(q{
    SELECT format('%s → %s %s', short(format_type(castsource, NULL)), short(format_type(casttarget, NULL)),
                  CASE castcontext WHEN 'a' THEN 'assignment' WHEN 'e' THEN 'explicit' ELSE 'implicit' END)
    FROM pg_cast WHERE 'ulid'::regtype IN (castsource, casttarget)}));

my @operators;
while ($reference =~ /^\| `(\w+)` \| ((?:`[<>=@]+` ?)+) \| `(\w+)` \|/mg) {
    my ($left, $all, $right) = ($1, $2, $3);
    push @operators, "$left $_ $right" for $all =~ /`(.*?)`/g;
}
same('operators', \@operators, lines(q{
    SELECT format('%s %s %s', short(format_type(oprleft, NULL)), oprname, short(format_type(oprright, NULL)))
    FROM pg_operator WHERE oid IN (SELECT objid FROM member WHERE classid = 'pg_operator'::regclass)}));

my @classes;
while ($reference =~ /^\| `(\w+)` \| (btree|hash|brin) \| (default|) ?\|/mg) { push @classes, "$1 $2 $3"; }
same('operator classes', \@classes, lines(q{
    SELECT format('%s %s %s', opcname, amname, CASE WHEN opcdefault THEN 'default' ELSE '' END)
    FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod
    WHERE pg_opclass.oid IN (SELECT objid FROM member WHERE classid = 'pg_opclass'::regclass)}));

my @types = $reference =~ /^### (?:type|domain) (\w+)$/mg;
same('types', \@types, lines(q{
    SELECT typname FROM pg_type WHERE oid IN (SELECT objid FROM member WHERE classid = 'pg_type'::regclass) AND typcategory <> 'A'}));


# Every error that src/pg words has an entry `SQLSTATE message` among the headings, and every hint is shown

my $operations = page("$root/doc/operations.md");
my $flat = $operations =~ s/\s+/ /gr;
my ($includes) = run_command([ 'pg_config', '--includedir-server' ]);
my %code;
my $codes = slurp_file("$includes/utils/errcodes.h");
while ($codes =~ /^#define (ERRCODE_\w+) MAKE_SQLSTATE\((.*?)\)$/mg) {
    my ($name, $characters) = ($1, $2);
    $code{$name} = $characters =~ s/[', ]//gr;
}

# A C literal as it is printed, with … for what is filled in.
sub literal {
    my $text = join '', shift =~ /"((?:[^"\\]|\\.)*)"/g;
    $text =~ s/\\"/"/g;
    $text =~ s/%(?:\.\*)?(?:zu|[sd])/…/g;
    return $text;
}

my $errors = join '', map { slurp_file($_) } glob "$root/src/pg/*.[ch]pp";
my @entries;
while ($errors =~ /errcode\((\w+)\),\s*errmsg\(((?:"(?:[^"\\]|\\.)*"\s*)+)/g) {
    my ($code, $message) = ($code{$1}, literal($2));
    $message =~ s/type …/type ulid/;
    push @entries, "`$code` $message";
}
my %heading = map { $_ => 1 } $operations =~ /^#### (.*)$/mg;
is(join("\n", grep { !$heading{$_} } @entries), '', 'every error has an entry');
my %entry = map { $_ => 1 } @entries;
is(join("\n", grep { /^`/ && !$entry{$_} } sort keys %heading), '', 'every entry with a SQLSTATE of ours is an error');
figure('errors explained' => scalar @entries);

my @hints = map { literal($_) } $errors =~ /errhint\(((?:"(?:[^"\\]|\\.)*"\s*)+)/g;
is(join("\n", grep { index($flat, $_) < 0 } @hints), '', 'every hint is shown');
cmp_ok(scalar @entries, '>=', 8, 'the errors are found in the source');
cmp_ok(scalar @hints, '>=', 7, 'and the hints');


# The page that META.json names is the reference

my ($docfile) = slurp_file("$root/META.json") =~ /"docfile": "(.*?)"/;
is($docfile, 'doc/ulid.md', 'META.json names the reference');


# The README repeats some figures

my %figure = map { $_ => 1 } page("$root/doc/choosing.md") =~ /^(\| .* \| [.\d].*)$/mg;
my @repeated = page("$root/README.md") =~ /^(\| .* \| \.?\d.*)$/mg;
is(join("\n", grep { !$figure{$_} } @repeated), '', 'the figures of the README are those of choosing.md');
cmp_ok(scalar @repeated, '>', 0, 'there are some');


# Links

# As GitHub and others make them of headings.
sub anchors {
    my ($file) = @_;
    my (%seen, %anchors);
    for my $heading (page($file, fences => 1) =~ /^#+ (.*)$/mg) {
        $heading =~ s/\[(.*?)\]\(.*?\)/$1/g;
        utf8::decode($heading);
        my $anchor = lc $heading =~ s/[^\w\- ]//gr =~ tr/ /-/r;
        my $count = $seen{$anchor}++;
        $anchors{ $count ? "$anchor-$count" : $anchor } = 1;
    }
    return \%anchors;
}

for my $file (@pages, "$root/CHANGELOG.md") {
    my @broken;
    my $text = page($file, fences => 1);
    while ($text =~ /\]\(([^)\s]+)\)/g) {
        my $link = $1;
        next if $link =~ /^[a-z]+:/;
        figure(links => 1);
        my ($path, $anchor) = $link =~ /^([^#]*)(?:#(.*))?$/;
        my $target = $path eq '' ? $file : dirname($file) . "/$path";
        push @broken, $link if !-e $target || (defined $anchor && !anchors($target)->{$anchor});
    }
    is(join(' ', @broken), '', basename($file) . ': every link leads somewhere');
}

$node->stop;
done_testing();
