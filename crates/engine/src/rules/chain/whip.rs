//! Whips (zt-whips, nrczt-whips): nrc-rules §B.6, PBCS §5.2.
//!
//! From a target Z: variables V1…Vn with left-linking candidates Lk linked to the right-linking candidate
//! just before (L1 to Z), each Rk the only candidate of Vk not linked to Z or a previous R, and Vn left
//! with none. If Z were true, R1, R2, … would be true in turn, and Vn would have no value.

use super::super::Example;
use super::{Family, FamilyRule, WHIP, braid, family_rule};

/// `whip`, as rated in the published classifications: no left-linking candidate twice.
pub static PLAIN: FamilyRule = family_rule(
    "whip",
    "the target is false: if it were true, each right-linking candidate would follow from it and the ones \
     before, and the last variable would have no value",
    "nrc-rules §B.6 (loopless); PBCS §5.2; seed 003 (nrczt-chains and lassos)",
    1..=36,
    WHIP,
    Example {
        ladder: "W",
        puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
        step: "whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1",
    },
)
.bounded_by(&braid::PLAIN);

/// `whip-loops`: the textbook definition, which lets left-linking candidates repeat.
pub static LOOPS: FamilyRule = family_rule(
    "whip-loops",
    "as whip; a left-linking candidate may occur twice",
    "nrc-rules §B.6.1, the definition of PBCS §5.2 to the letter",
    1..=36,
    Family { name: "whip-loops", loopless: false, ..WHIP },
    Example {
        ladder: "brt,whip-loops:1-36",
        puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
        step: "whip-loops[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1",
    },
)
.bounded_by(&braid::PLAIN);

/// `typed-whip`: whips all of whose variables are of one type, printed as `whip-rc`, `whip-rn`, `whip-cn` and
/// `whip-bn`. The four types stand on the same rung and are applied together, so that a rating does not
/// change when rows and columns are exchanged.
pub static TYPED: FamilyRule = family_rule(
    "typed-whip",
    "as whip; all variables are cells, or all are rows, or columns, or blocks of a digit",
    "nrc-rules §B.11; seed 003 (2D chains)",
    2..=36,
    Family { typed: true, ..WHIP },
    Example {
        ladder: "TyW",
        puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
        step: "whip-rn[3]: r2n1{c5 c9} - r2n8{c9 c2} - r3n8{c2 .} ==> r3c6≠1",
    },
)
.bounded_by(&braid::TYPED);
