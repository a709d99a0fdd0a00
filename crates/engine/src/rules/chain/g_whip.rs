//! g-whips, g-braids and g-bivalue chains: nrc-rules §B.8-B.10, PBCS chapter 7.
//!
//! As whips and braids, but a right-linking object may be a *g-candidate*: the candidates of a digit in the
//! three cells where a row or column crosses a block. It excludes what is linked to all three cells. By
//! the theorem of nrc-rules §C.1 a candidate has a g-braid exactly when asserting it and playing singles
//! and locked candidates ends in a contradiction.

use super::super::Example;
use super::{Family, FamilyRule, Memory, WHIP, family_rule};
use crate::graph::Reach;

const G_WHIP: Family = Family { name: "g-whip", reach: Reach::Segments, ..WHIP };
const G_BRAID: Family = Family { name: "g-braid", continuous: false, loopless: false, ..G_WHIP };
const G_BIVALUE: Family = Family { name: "g-biv-chain", memory: Memory::Last, ..G_WHIP };

/// `g-whip`.
pub static WHIPS: FamilyRule = family_rule(
    "g-whip",
    "as whip; what follows may also be that a digit's place in a row, column or block is one of the three \
     cells in which it crosses another house",
    "nrc-rules §B.10; PBCS §7.2",
    2..=36,
    G_WHIP,
    Example {
        ladder: "gW",
        puzzle: "4..72.5.....6.5.1...6..4..92.......89..3....23...5.1...2.........7.1....5.1..39..",
        step: "g-whip[2]: r9n6{c5 c89} - c7n6{r7 .} ==> r5c5≠6",
    },
)
.bounded_by(&BRAIDS);

/// `g-braid`.
pub static BRAIDS: FamilyRule = family_rule(
    "g-braid",
    "as braid; right-linking objects may be g-candidates, as in g-whip",
    "nrc-rules §B.10; PBCS §7.3",
    // g-braids of one or two variables are g-whips (nrc-rules §C.4).
    3..=36,
    G_BRAID,
    Example {
        ladder: "gB",
        puzzle: ".6.7..5.......8..3..9.6..1.9.1...4..5..97....3..2....1.3.....5....3.7.8...2..9..6",
        step: "g-braid[3]: c8n2{r1 r45} - r5c9{n2 n8} - c7n8{r5 .} ==> r3c7≠2",
    },
);

/// `g-bivalue-chain`.
pub static BIVALUES: FamilyRule = family_rule(
    "g-bivalue-chain",
    "as bivalue-chain; right-linking objects may be g-candidates, and what the one just before excludes is \
     ignored",
    "nrc-rules §B.9",
    2..=20,
    G_BIVALUE,
    Example {
        ladder: "brt,g-bivalue-chain:2-20",
        puzzle: "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        step: "g-biv-chain[2]: r3n4{c4 c1} - r2n4{c1 c46} ==> r1c4≠4",
    },
);

/// `typed-g-whip`.
pub static TYPED_WHIPS: FamilyRule = family_rule(
    "typed-g-whip",
    "as g-whip; all variables of one type",
    "nrc-rules §B.11",
    2..=36,
    Family { typed: true, ..G_WHIP },
    Example {
        ladder: "brt,whip:1,typed-g-whip:2-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "g-whip-cn[3]: c3n8{r4 r1} - c3n2{r1 r78} - c1n2{r7 .} ==> r5c1≠8",
    },
);

/// `typed-g-braid`.
pub static TYPED_BRAIDS: FamilyRule = family_rule(
    "typed-g-braid",
    "as g-braid; all variables of one type",
    "nrc-rules §B.11",
    3..=36,
    Family { typed: true, ..G_BRAID },
    Example {
        ladder: "brt,whip:1,typed-g-braid:3-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "g-braid-cn[3]: c3n8{r4 r1} - c3n2{r1 r78} - c1n2{r7 .} ==> r5c1≠8",
    },
);

/// `typed-g-bivalue-chain`.
pub static TYPED_BIVALUES: FamilyRule = family_rule(
    "typed-g-bivalue-chain",
    "as g-bivalue-chain; all variables of one type",
    "nrc-rules §B.9, §B.11",
    2..=20,
    Family { typed: true, ..G_BIVALUE },
    Example {
        ladder: "brt,typed-g-bivalue-chain:2-20",
        puzzle: "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        step: "g-biv-chain-rn[2]: r1n5{c6 c8} - r7n5{c8 c56} ==> r9c6≠5",
    },
);
