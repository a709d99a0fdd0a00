//! Chains, whips and braids of subsets: nrc-rules §B.18, PBCS chapter 9; the "nrc-chains of subsets", AICt and
//! AICzt of seed 003.
//!
//! A right-linking object may be a subset of up to p variables modulo what the chain ignores: naked, hidden or
//! super-hidden. It counts with its size, and the next left-linking candidate is one that it excludes. By
//! the theorem of nrc-rules §C.1 a candidate has an S_p-braid exactly when asserting it and applying
//! subsets of size p or less ends in a contradiction.

use super::super::Example;
use super::{Family, FamilyRule, Memory, WHIP, family_rule};
use crate::graph::Reach;

/// The rule of a kind with subsets of up to `$p` variables.
macro_rules! of_subsets {
    ($p:literal, chain, $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "chain", "brt,s", "-chain:2-20", $puzzle, $step),
            2..=20,
            Family { memory: Memory::Last, ..WHIP },
            concat!(
                "as bivalue-chain; right-linking objects may be subsets of ",
                $p,
                " variables or fewer and g-candidates, and what the one just before excludes is ignored \
                 (chains of almost locked sets)",
            ),
        )
    };
    ($p:literal, zchain, $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "zchain", "brt,s", "-zchain:2-20", $puzzle, $step),
            2..=20,
            Family { memory: Memory::TargetAndLast, ..WHIP },
            concat!("as s", $p, "-chain; what the target excludes is ignored too"),
        )
    };
    ($p:literal, tchain, $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "tchain", "brt,s", "-tchain:2-20", $puzzle, $step),
            2..=20,
            Family { memory: Memory::Previous, ..WHIP },
            concat!("as s", $p, "-chain; what any previous object excludes is ignored"),
        )
    };
    ($p:literal, whip, $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "whip", "S", "W", $puzzle, $step),
            2..=36,
            Family { loopless: false, ..WHIP },
            concat!(
                "as whip; right-linking objects may be subsets of ",
                $p,
                " variables or fewer, each counted with its size, and g-candidates",
            ),
        )
    };
    ($p:literal, braid, $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "braid", "S", "B", $puzzle, $step),
            3..=36,
            Family { continuous: false, loopless: false, ..WHIP },
            concat!("as braid; right-linking objects as in s", $p, "-whip"),
        )
    };
    (
        ($p:literal, $kind:literal, $before:literal, $after:literal, $puzzle:literal, $step:literal),
        $sizes:expr,
        $family:expr,
        $proves:expr,
    ) => {
        family_rule(
            concat!("s", $p, "-", $kind),
            $proves,
            "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
            $sizes,
            Family { name: concat!("S", $p, "-", $kind), reach: Reach::Subsets($p), ..$family },
            Example { ladder: concat!($before, $p, $after), puzzle: $puzzle, step: $step },
        )
    };
}

/// `s2-chain`.
pub static S2_CHAIN: FamilyRule = of_subsets!(
    2,
    chain,
    "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
    "S2-chain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
);

/// `s2-zchain`.
pub static S2_Z_CHAIN: FamilyRule = of_subsets!(
    2,
    zchain,
    "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
    "S2-zchain[3]: [r2n3 r6n3]{n3r6c1 [c6n3 c7n3]} - r8n3{c6 .} ==> r7c1≠3"
);

/// `s2-tchain`.
pub static S2_T_CHAIN: FamilyRule = of_subsets!(
    2,
    tchain,
    "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
    "S2-tchain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
);

/// `s2-whip`.
pub static S2_WHIP: FamilyRule = of_subsets!(
    2,
    whip,
    ".....3...1.8....7.6..4...3.....649......5.16.5....2.....1.....52.9..14..4...96..1",
    "S2-whip[3]: [r1n2 r1n4]{n2r1c7 [r1c2 r1c3]} - r1n5{c2 .} ==> r1c7≠6"
)
.bounded_by(&S2_BRAID);

/// `s2-braid`.
pub static S2_BRAID: FamilyRule = of_subsets!(
    2,
    braid,
    ".....3...1.8....7.6..4...3.....649......5.16.5....2.....1.....52.9..14..4...96..1",
    "S2-braid[3]: [r1n2 r1n4]{n2r1c7 [r1c2 r1c3]} - r1n5{c2 .} ==> r1c7≠6"
);

/// `s3-chain`.
pub static S3_CHAIN: FamilyRule = of_subsets!(
    3,
    chain,
    "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
    "S3-chain[4]: r5c2{n1 n3} - [r5c3 r5c7 r5c8]{n3r5c3 [r5n1 r5n5 r5n7]} ==> r5c5≠1"
);

/// `s3-zchain`.
pub static S3_Z_CHAIN: FamilyRule = of_subsets!(
    3,
    zchain,
    "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
    "S3-zchain[4]: [r5c3 r5c7 r5c8]{n1r5c3 [r5n3 r5n5 r5n7]} - r5c2{n3 .} ==> r5c4≠1"
);

/// `s3-tchain`.
pub static S3_T_CHAIN: FamilyRule = of_subsets!(
    3,
    tchain,
    "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
    "S3-tchain[4]: r5c2{n1 n3} - [r5c3 r5c7 r5c8]{n3r5c3 [r5n1 r5n5 r5n7]} ==> r5c5≠1"
);

/// `s3-whip`.
pub static S3_WHIP: FamilyRule = of_subsets!(
    3,
    whip,
    ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
    "S3-whip[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
)
.bounded_by(&S3_BRAID);

/// `s3-braid`.
pub static S3_BRAID: FamilyRule = of_subsets!(
    3,
    braid,
    ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
    "S3-braid[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
);

/// `s4-chain`.
pub static S4_CHAIN: FamilyRule = of_subsets!(
    4,
    chain,
    "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
    "S4-chain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
);

/// `s4-zchain`.
pub static S4_Z_CHAIN: FamilyRule = of_subsets!(
    4,
    zchain,
    "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
    "S4-zchain[3]: [r2n3 r6n3]{n3r6c1 [c6n3 c7n3]} - r8n3{c6 .} ==> r7c1≠3"
);

/// `s4-tchain`.
pub static S4_T_CHAIN: FamilyRule = of_subsets!(
    4,
    tchain,
    "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
    "S4-tchain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
);

/// `s4-whip`.
pub static S4_WHIP: FamilyRule = of_subsets!(
    4,
    whip,
    ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
    "S4-whip[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
)
.bounded_by(&S4_BRAID);

/// `s4-braid`.
pub static S4_BRAID: FamilyRule = of_subsets!(
    4,
    braid,
    ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
    "S4-braid[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
);
