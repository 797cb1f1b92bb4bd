# test/bench/collisions: its simulation agrees with its formulas, and doc/scale.md shows what it prints. No server.
#
# Run by test/check tap.
use strict;
use warnings;

use FindBin;
use lib $FindBin::RealBin;

use Guide;
use Test::More;

my $printed = qx{"$^X" "$FindBin::RealBin/../bench/collisions"};
my ($table, $simulation) = split /\n\n/, $printed;
like($table, qr/^(\| .* \|\n){3,}\| .* \|$/, 'a table');

my $text = Guide->new('scale.md', 'none')->text;
ok(index($text, "\n$table\n") >= 0, 'doc/scale.md has the table of a year') or diag($table);
ok(index($text, "\n$simulation") >= 0, 'and the simulation') or diag($simulation);

# Pairs are rare and so nearly independent; the ids of a meeting come together, up to 16 at once.
for (grep { /\d \|$/ } split /\n/, $simulation) {
    my (undef, $what, $expected, $simulated) = split /\s*\|\s*/;
    next unless $expected =~ /^\d+$/;
    my $together = $what eq 'monotonic: ids' ? 16 : 1;
    cmp_ok(abs($simulated - $expected), '<', 4 * sqrt($expected * $together), "$what: $simulated of $expected expected");
}

done_testing();
