//! Braids: nrc-rules §B.7, PBCS §5.3.
//!
//! As a whip, but each left-linking candidate may be linked to the target or to any previous right-linking
//! candidate. By the theorem of nrc-rules §C.1 a candidate has a braid exactly when asserting it and
//! playing singles ends in a contradiction.

use super::super::Example;
use super::{Family, FamilyRule, WHIP, family_rule};

const BRAID: Family = Family { name: "braid", continuous: false, loopless: false, ..WHIP };

/// `braid`.
pub static PLAIN: FamilyRule = family_rule(
    "braid",
    "the target is false: if it were true, each right-linking candidate would follow from it and any of the \
     ones before, and the last variable would have no value",
    "nrc-rules §B.7; PBCS §5.3",
    // Braids of one or two variables are whips (nrc-rules §C.4).
    3..=36,
    BRAID,
    Example {
        ladder: "B",
        puzzle: "...4..7...5.18...66.9..2.....6..1..43......27...9......3261.4.88........9..2....1",
        step: "braid[3]: r3c9{n3 n5} - r3c4{n5 n7} - r3c5{n7 .} ==> r3c7≠3",
    },
);

/// `typed-braid`: all variables of one type.
pub static TYPED: FamilyRule = family_rule(
    "typed-braid",
    "as braid; all variables are cells, or all are rows, or columns, or blocks of a digit",
    "nrc-rules §B.7, §B.11",
    3..=36,
    Family { typed: true, ..BRAID },
    Example {
        ladder: "brt,whip:1,typed-braid:3-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "braid-rn[3]: r8n3{c1 c6} - r2n3{c6 c7} - r6n3{c7 .} ==> r7c1≠3",
    },
);
