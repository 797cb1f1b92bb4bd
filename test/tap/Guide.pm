# The SQL of a guide in doc/, for tests that run it as it stands there.
#
# Each ```sql block has a mark before it, `<!-- test: name -->`; its topic is what stands before the first hyphen
# of the name, so that several tests can share a guide.
package Guide;
use strict;
use warnings;

use File::Basename qw(dirname);
use PostgreSQL::Test::Utils qw(slurp_file);

# Guide->new('scale.md', 'log', 'page'): the blocks of these topics; without topics, all.
sub new {
    my ($class, $file, @topics) = @_;
    my $self = bless { text => slurp_file(dirname(__FILE__) . "/../../doc/$file"), block => {}, used => {} }, $class;
    while ($self->{text} =~ /^(?:<!-- test: (\S+) -->\n)?```sql\n(.*?)^```$/msg) {
        my ($name, $sql) = ($1, $2);
        die "a block of $file has no mark:\n$sql" unless defined $name;
        die "two blocks of $file are named $name" if exists $self->{block}{$name};
        $self->{block}{$name} = $sql;
    }
    $self->{names} = [ grep { my ($topic) = /^([^-]+)/; !@topics || grep { $_ eq $topic } @topics } sort keys %{ $self->{block} } ];
    return $self;
}

sub text { return $_[0]{text}; }

# A block by name.
sub sql {
    my ($self, $name) = @_;
    $self->{used}{$name} = 1;
    return $self->{block}{$name} // die "the guide has no block $name";
}

# The names of the blocks that were not asked for, with blanks between.
sub unused {
    my $self = shift;
    return join ' ', grep { !$self->{used}{$_} } @{ $self->{names} };
}

1;
