# Bad input from the wire, by a client that speaks the protocol itself: binary COPY with truncated, long and hostile fields,
# parameters of the wrong length, text in every encoding of the server, and very many malformed inputs in one session. Each gets
# the right SQLSTATE, every message is valid in its encoding, and the session goes on.
#
# Run by test/check tap. ULID_WIRE_INPUTS is the number of malformed inputs; ULID_WIRE_ENCODINGS=all tries every encoding.
use strict;
use warnings;

use IO::Socket::INET;
use IO::Socket::UNIX;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Ulid;

my $inputs = size(ULID_WIRE_INPUTS => 20_000, 1_000_000);
my $encodings = size(ULID_WIRE_ENCODINGS => 'some', 'all');

my $node = new_server('wire', '', extra => [ '-E', 'UTF8', '--no-locale' ]);
my $user = $node->safe_psql('postgres', 'SELECT current_user');

# A client of the protocol, version 3.0. A connection is a socket; messages are [type, body].
sub send_message { my ($socket, $type, $body) = @_; print $socket $type, pack('N', 4 + length $body), $body; $socket->flush; return }

sub read_exactly
{
    my ($socket, $count) = @_;
    my $bytes = '';
    while (length $bytes < $count)
    {
        my $got = sysread $socket, $bytes, $count - length $bytes, length $bytes;
        die "the connection is closed\n" unless $got;
    }
    return $bytes;
}

sub read_message
{
    my $socket = shift;
    my ($type, $length) = unpack 'a1 N', read_exactly($socket, 5);
    return [ $type, read_exactly($socket, $length - 4) ];
}

sub connect_to
{
    my ($database, %settings) = @_;
    my $host = $node->host;
    my $socket = $host =~ m{^/}
        ? IO::Socket::UNIX->new(Type => SOCK_STREAM, Peer => "$host/.s.PGSQL." . $node->port)
        : IO::Socket::INET->new(PeerAddr => $host, PeerPort => $node->port);
    die "no connection: $!" unless $socket;
    binmode $socket;
    my $body = pack('N', 3 << 16) . join('', map { "$_\0" } user => $user, database => $database, %settings) . "\0";
    print $socket pack('N', 4 + length $body), $body;
    $socket->flush;
    drain($socket);
    return $socket;
}

# Reads on to the end of the command. Returns the rows' first columns, and the fields of an error by their letters.
sub drain
{
    my ($socket, $until) = @_;
    my (@rows, %error);
    while (1)
    {
        my ($type, $body) = @{ read_message($socket) };
        if ($type eq 'D')
        {
            my ($length, $rest) = unpack 'x2 N a*', $body;
            push @rows, $length == 0xFFFFFFFF ? undef : substr $rest, 0, $length;
        }
        if ($type eq 'E')
        {
            $error{ substr $_, 0, 1 } = substr $_, 1 for split /\0/, $body;
        }
        last if $type eq 'Z' || ($until && $type eq $until);
    }
    return (\@rows, \%error);
}

sub query { my ($socket, $sql) = @_; send_message($socket, 'Q', "$sql\0"); return drain($socket) }

# Bind a statement that has been parsed to one parameter, as text (0) or binary (1), and execute it.
sub execute
{
    my ($socket, $statement, $format, $parameter) = @_;
    send_message($socket, 'B', "\0$statement\0" . pack('n n n N/a* n n', 1, $format, 1, $parameter, 1, 0));
    send_message($socket, 'E', "\0" . pack('N', 0));
    send_message($socket, 'S', '');
    return drain($socket);
}

sub prepare
{
    my ($socket, $name, $sql) = @_;
    send_message($socket, 'P', "$name\0$sql\0" . pack('n', 0));
    send_message($socket, 'S', '');
    my (undef, $error) = drain($socket);
    die "$sql: $error->{M}" if %$error;
    return;
}

my $tried = 0;
my $session = connect_to('postgres', client_encoding => 'UTF8');
my $alive = sub { my ($rows) = query($session, 'SELECT 1'); is("@$rows", '1', "$_[0]: the session goes on") };

# Binary COPY
query($session, 'CREATE TABLE made (id ulid)');
my $header = "PGCOPY\n\377\r\n\0" . pack('NN', 0, 0);
my $trailer = pack 'n', 0xFFFF;
sub copy
{
    my $data = shift;
    ++$tried;
    send_message($session, 'Q', "COPY made FROM STDIN (FORMAT binary)\0");
    my (undef, $refused) = drain($session, 'G');
    die $refused->{M} if %$refused;
    send_message($session, 'd', $data) if length $data;
    send_message($session, 'c', '');
    my (undef, $error) = drain($session);
    return $error->{C} // 'no error';
}
sub field { my $bytes = shift; return pack('n N', 1, length $bytes) . $bytes }
my $bytes = join '', map { chr } 0 .. 255;
is(copy($header . field(substr $bytes, 0, 16) . $trailer), 'no error', '16 bytes are a ulid');
is_deeply([ map { copy($header . field(substr $bytes, 0, $_) . $trailer) } 0 .. 15 ], [ ('08P01') x 16 ], 'fewer are 08P01');
is_deeply([ map { copy($header . field(substr $bytes x 300, 0, $_) . $trailer) } 17 .. 40, 255, 256, 65536 ], [ ('22P03') x 27 ], 'more are 22P03');
my $whole = $header . field(substr $bytes, 0, 16) . $trailer;
# The server takes a message as complete that ends where a row would begin, or with one byte of it.
my %rows = map { $_ => 1 } map { ($_, $_ + 1) } length $header, length($whole) - 2;
my %truncated = map { copy(substr $whole, 0, $_) => 1 } grep { !$rows{$_} } 0 .. length($whole) - 1;
is_deeply([ sort keys %truncated ], ['22P04'], 'a message that ends within a field or a header is 22P04');
is_deeply([ map { copy($header . pack('n N', 1, $_) . substr $bytes, 0, 16) } 0xFFFFFFFE, 0x80000000, 0x00FFFFFF, 17, 0x7FFFFFFF ],
    [ ('22P04') x 4, '54000' ], 'so is a field whose length is a lie; 54000 if no message could be that long');
is(copy($header . pack('n N a16', 2, 16, $bytes)), '22P04', 'and a row of too many fields');
$alive->('binary COPY');
is(join(' ', @{ (query($session, 'SELECT count(*) FROM made'))[0] }), '1', 'and of all that one row is kept');

# Parameters of the extended protocol
prepare($session, 'echo', 'SELECT $1::ulid');
prepare($session, 'insert', 'INSERT INTO made VALUES ($1)');
for my $statement ('echo', 'insert')
{
    my $state = sub { ++$tried; return (execute($session, $statement, @_))[1]->{C} // 'no error' };
    is($state->(1, substr $bytes, 0, 16), 'no error', "$statement: 16 bytes");
    is_deeply([ map { $state->(1, substr $bytes, 0, $_) } 0 .. 15 ], [ ('08P01') x 16 ], "$statement: too short, 08P01");
    is_deeply([ map { $state->(1, 'x' x $_) } 17 .. 64, 1_000_000 ], [ ('22P03') x 49 ], "$statement: too long, 22P03");
    is($state->(0, '01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'no error', "$statement: text");
    is($state->(0, '01ARZ3NDEKTSV4RRFFQ69G5FAVX'), '22P02', "$statement: longer text, 22P02");
    is($state->(0, '0' x 1_000_000), '22P02', "$statement: a million characters, 22P02");
    is($state->(0, "01ARZ3NDEKTSV4RRFFQ69G5FAV\0"), '22021', "$statement: a zero byte after it, 22021");
    is($state->(0, "01ARZ3NDEKTSV4RRFFQ69G5FA\xC3"), '22021', "$statement: half a character, 22021");
}
my ($echo) = execute($session, 'echo', 1, "\377" x 16);
is($echo->[0], '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'and what comes in goes out');
$alive->('parameters');

# Many malformed inputs in this session: mutations of a ulid and of a uuid, each refused with 22P02, at random.
srand 20160730;
my $n = int($inputs / 100) || 1;
my $state_of_one = sub {
    my @text = split //, rand() < 0.5 ? '01ARZ3NDEKTSV4RRFFQ69G5FAV' : '01563e3a-b5d3-d676-4c61-efb99302bd5b';
    my $place = int rand @text;
    my $how = int rand 5;
    $text[$place] = ('u', '!', "\x{1}", '_', "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", ' ')[ rand 8 ] if $how < 2;
    splice @text, $place, 1 if $how == 2;
    splice @text, $place, 0, '0' if $how == 3;
    $text[0] = @text == 26 ? '8' : 'g' if $how == 4;
    return (execute($session, 'echo', 0, join '', @text))[1]->{C} // 'no error';
};
my %states;
++$states{ $state_of_one->() } for 1 .. $n;
is_deeply(\%states, { '22P02' => $n }, "$n malformed parameters");
$tried += $n;

# The rest inside the server, where each is caught; in the same session.
my ($caught, $failed) = query($session, qq{
    CREATE FUNCTION refused(text text) RETURNS text LANGUAGE plpgsql AS \$\$
    BEGIN PERFORM ulid_in(textout(text)); RETURN 'accepted';
    EXCEPTION WHEN others THEN RETURN SQLSTATE; END\$\$;
    CREATE FUNCTION refused_bytes(bytes bytea) RETURNS text LANGUAGE plpgsql AS \$\$
    BEGIN PERFORM bytes::ulid; RETURN 'accepted';
    EXCEPTION WHEN others THEN RETURN SQLSTATE; END\$\$;
    SELECT string_agg(state || ' ' || count, ', ' ORDER BY state) FROM (
        SELECT refused(CASE n % 4 WHEN 0 THEN overlay('01ARZ3NDEKTSV4RRFFQ69G5FAV' PLACING chr(1 + n % 47) FROM 1 + n % 26 FOR 1)
                                  WHEN 1 THEN substr('01563e3a-b5d3-d676-4c61-efb99302bd5b', 1, n % 26)
                                  WHEN 2 THEN overlay('01563e3a-b5d3-d676-4c61-efb99302bd5b' PLACING chr(103 + n % 5000) FROM 1 + n % 36 FOR 1)
                                  ELSE repeat(chr(200 + n % 2000), n % 60) END) AS state, count(*)
        FROM generate_series(1, $inputs) AS n GROUP BY 1
        UNION ALL SELECT 'bytes ' || refused_bytes(substr(decode(repeat('00', 40), 'hex'), 1, n % 16)), count(*) FROM generate_series(1, 1000) AS n GROUP BY 1) AS s
});
is($failed->{M}, undef, 'no error escapes');
is($caught->[0], "22P02 $inputs, bytes 22P03 1000", "$inputs malformed texts, and 1000 byte strings");
$tried += $inputs + 1000;
$alive->('malformed inputs');

# Every encoding that a server can have. A character of more than one byte in each place of the text is shown whole.
my %character = (
    EUC_JP => "\xA4\xA2", EUC_CN => "\xB0\xA1", EUC_KR => "\xB0\xA1", EUC_TW => "\x8E\xA2\xA1\xA1", EUC_JIS_2004 => "\x8F\xA1\xA1",
    UTF8 => "\xF0\x9F\x98\x80", MULE_INTERNAL => "\x92\xA4\xA2");
my @all = @{ (query($session, q{SELECT pg_encoding_to_char(n) FROM generate_series(0, 60) AS n
    WHERE pg_encoding_to_char(n) <> '' AND n < pg_char_to_encoding('SJIS') ORDER BY n}))[0] };
cmp_ok(scalar @all, '>', 30, 'the server has ' . @all . ' encodings');
my @some = grep { $encodings eq 'all' || $character{$_} || /^(SQL_ASCII|LATIN1|WIN1251)$/ } @all;
for my $encoding (@some)
{
    $node->safe_psql('postgres', "CREATE DATABASE \"$encoding\" TEMPLATE template0 ENCODING '$encoding' LC_COLLATE 'C' LC_CTYPE 'C'");
    $node->safe_psql($encoding, 'CREATE EXTENSION ulid');
    my $client = connect_to($encoding, client_encoding => $encoding);
    prepare($client, 'echo', 'SELECT $1::ulid');
    prepare($client, 'text', 'SELECT $1::text');
    my $character = $character{$encoding} // "\xE9";
    my @wrong;
    for my $base ('01ARZ3NDEKTSV4RRFFQ69G5FAV', '01563e3a-b5d3-d676-4c61-efb99302bd5b')
    {
        for my $place (0 .. length($base) - 1)
        {
            # In place of one character, and of as many as it has bytes, so that the length in bytes is right.
            for my $over (1, length $character)
            {
                my $text = $base;
                next if $place + $over > length $base;
                substr $text, $place, $over, $character;
                my (undef, $error) = execute($client, 'echo', 0, $text);
                ++$tried;
                my $state = $error->{C} // 'no error';
                push @wrong, "$state for " . unpack('H*', $text) unless $state eq '22P02';
                next unless $state eq '22P02';
                push @wrong, "detail of " . unpack('H*', $text) unless $error->{D} =~ /"\Q$character\E" at position @{[ $place + 1 ]} /;
                for my $part (qw(M D))
                {
                    my (undef, $invalid) = execute($client, 'text', 0, $error->{$part});
                    push @wrong, "$part: $invalid->{M}" if %$invalid;
                }
            }
        }
    }
    is_deeply(\@wrong, [], "$encoding: 22P02, with the character whole, in a valid message");
    my ($rows) = query($client, q{SELECT '01arz3ndektsv4rrffq69g5fav'::ulid});
    is("@$rows", '01ARZ3NDEKTSV4RRFFQ69G5FAV', "$encoding: what is right is accepted");
    close $client;
}
figure('malformed inputs' => $tried);
figure('encodings' => scalar @some);

close $session;
$node->stop;
done_testing();
