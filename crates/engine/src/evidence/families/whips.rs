//! T-whips; whips and braids; the same where a right-linking object may be more than a candidate (PBCS chapters 5, 7, 9).
//!
//! From a target Z: variables V1…Vn with left-linking candidates Lk linked to the right-linking candidate
//! just before (L1 to Z), each Rk the only candidate of Vk not linked to Z or a previous R, and Vn left
//! with none. If Z were true, R1, R2, … would be true in turn, and Vn would have no value. In braids Lk may be linked to Z
//! or any previous R: a candidate has a braid exactly when asserting it and playing singles ends in a contradiction.
//!
//! A *g-candidate* is the candidates of a digit in the three cells where a row or column crosses a block; it excludes what is
//! linked to all three cells. A *subset* of up to p variables modulo what the chain ignores, naked, hidden or super-hidden,
//! counts with its size, and the next left-linking candidate is one that it excludes. Candidates have g-braids
//! (S_p-braids) exactly when singles and locked candidates (subsets of p or less) refute them.
//!
//! The four types of a typed family stand on the same rung and are applied together, so that a rating does not
//! change when rows and columns are exchanged.

use super::modern::BIVALUE;
use super::{
    ALL, Chains, Family, Form, LinkedFamily, Memory, Notation, ObjectFamily, Reach, Space, Z,
    family,
};

const T_WHIP: LinkedFamily = LinkedFamily { z: Z::First, t: true, ..BIVALUE };

/// Whips.
pub const WHIP: ObjectFamily =
    ObjectFamily { reach: Reach::Singles, memory: Memory::All, continuous: true, loopless: true };
/// Whips that may have a left-linking candidate twice.
pub const LOOPS: ObjectFamily = ObjectFamily { loopless: false, ..WHIP };
const BRAID: ObjectFamily = ObjectFamily { continuous: false, ..LOOPS };

/// The same chains with g-candidates.
const fn g(family: ObjectFamily) -> ObjectFamily {
    ObjectFamily { reach: Reach::Segments, ..family }
}

/// Whips that ignore this.
const fn remembering(memory: Memory) -> ObjectFamily {
    ObjectFamily { memory, ..WHIP }
}

const fn t_whip(printed: &'static str, spaces: &'static [Space]) -> Form {
    Form { printed, notation: Notation::Open, spaces, chains: Chains::Linked(T_WHIP) }
}

const fn objects(printed: &'static str, spaces: &'static [Space], family: ObjectFamily) -> Form {
    Form { printed, notation: Notation::Modern, spaces, chains: Chains::Objects(family) }
}

/// Families with subsets of up to `$p` variables.
macro_rules! of_subsets {
    ($p:literal, "chain", $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "chain", "brt,s", "-chain:2-20", $puzzle, $step),
            2..=20,
            remembering(Memory::Last),
            concat!(
                "as bivalue-chain; right-linking objects may be subsets of ",
                $p,
                " variables or fewer and g-candidates, and what the one just before excludes is ignored \
                 (chains of almost locked sets)",
            ),
        )
    };
    ($p:literal, "zchain", $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "zchain", "brt,s", "-zchain:2-20", $puzzle, $step),
            2..=20,
            remembering(Memory::TargetAndLast),
            concat!("as s", $p, "-chain; what the target excludes is ignored too"),
        )
    };
    ($p:literal, "tchain", $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "tchain", "brt,s", "-tchain:2-20", $puzzle, $step),
            2..=20,
            remembering(Memory::Previous),
            concat!("as s", $p, "-chain; what any previous object excludes is ignored"),
        )
    };
    ($p:literal, "whip", $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "whip", "S", "W", $puzzle, $step),
            2..=36,
            LOOPS,
            concat!(
                "as whip; right-linking objects may be subsets of ",
                $p,
                " variables or fewer, each counted with its size, and g-candidates",
            ),
        )
    };
    ($p:literal, "braid", $puzzle:literal, $step:literal) => {
        of_subsets!(
            ($p, "braid", "S", "B", $puzzle, $step),
            3..=36,
            BRAID,
            concat!("as braid; right-linking objects as in s", $p, "-whip"),
        )
    };
    (
        ($p:literal, $kind:literal, $before:literal, $after:literal, $puzzle:literal, $step:literal),
        $sizes:expr,
        $family:expr,
        $proves:expr,
    ) => {
        family(
            concat!("s", $p, "-", $kind),
            [$proves, "PBCS chapter 9; Berthier 2007 (AICt and AICzt)"],
            $sizes,
            objects(
                concat!("S", $p, "-", $kind, "[#]"),
                ALL,
                ObjectFamily { reach: Reach::Subsets($p), ..$family },
            ),
            [concat!($before, $p, $after), $puzzle, $step],
        )
    };
}

/// See the head of this file.
pub static FAMILIES: &[Family] = &[
    family(
        "typed-t-whip",
        ["as t-whip; all variables of one type", "CSP-Rules"],
        2..=36,
        t_whip("t-whip%[#]", &Space::TYPES),
        [
            "brt,typed-t-whip:2-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "t-whip-rn[2]: r4n1{c3 c1} - r7n1{c1 .} ==> r1c3≠1",
        ],
    ),
    family(
        "typed-whip",
        [
            "as whip; all variables are cells, or all are rows, or columns, or blocks of a digit",
            "Berthier 2007 (2D chains)",
        ],
        2..=36,
        objects("whip%[#]", &Space::TYPES, WHIP),
        [
            "TyW",
            "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            "whip-rn[3]: r2n1{c5 c9} - r2n8{c9 c2} - r3n8{c2 .} ==> r3c6≠1",
        ],
    ),
    family(
        "t-whip",
        [
            "as bivalue-chain, with candidates linked to a previous right-linking one ignored, and in the first \
     variable those linked to the target",
            "PBCS §5.2.1; Berthier 2007 (nrct-chains)",
        ],
        2..=36,
        t_whip("t-whip[#]", ALL),
        [
            "brt,t-whip:2-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "t-whip[2]: r4n1{c3 c1} - r7n1{c1 .} ==> r1c3≠1",
        ],
    ),
    family(
        "whip",
        [
            "the target is false: if it were true, each right-linking candidate would follow from it and the ones \
     before, and the last variable would have no value",
            "PBCS §5.2; Berthier 2007 (nrczt-chains and lassos)",
        ],
        1..=36,
        objects("whip[#]", ALL, WHIP),
        [
            "W",
            "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            "whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1",
        ],
    ),
    family(
        "whip-loops",
        [
            "as whip; a left-linking candidate may occur twice",
            "the definition of PBCS §5.2 to the letter",
        ],
        1..=36,
        objects("whip-loops[#]", ALL, LOOPS),
        [
            "brt,whip-loops:1-36",
            "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
            "whip-loops[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1",
        ],
    ),
    family(
        "typed-g-bivalue-chain",
        ["as g-bivalue-chain; all variables of one type", "CSP-Rules"],
        2..=20,
        objects("g-biv-chain%[#]", &Space::TYPES, g(remembering(Memory::Last))),
        [
            "brt,typed-g-bivalue-chain:2-20",
            "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
            "g-biv-chain-rn[2]: r1n5{c6 c8} - r7n5{c8 c56} ==> r9c6≠5",
        ],
    ),
    family(
        "g-bivalue-chain",
        [
            "as bivalue-chain; right-linking objects may be g-candidates, and what the one just before excludes is \
     ignored",
            "CSP-Rules",
        ],
        2..=20,
        objects("g-biv-chain[#]", ALL, g(remembering(Memory::Last))),
        [
            "brt,g-bivalue-chain:2-20",
            "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
            "g-biv-chain[2]: r3n4{c4 c1} - r2n4{c1 c46} ==> r1c4≠4",
        ],
    ),
    family(
        "typed-g-whip",
        ["as g-whip; all variables of one type", "CSP-Rules"],
        2..=36,
        objects("g-whip%[#]", &Space::TYPES, g(WHIP)),
        [
            "brt,whip:1,typed-g-whip:2-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "g-whip-cn[3]: c3n8{r4 r1} - c3n2{r1 r78} - c1n2{r7 .} ==> r5c1≠8",
        ],
    ),
    family(
        "g-whip",
        [
            "as whip; what follows may also be that a digit's place in a row, column or block is one of the three \
     cells in which it crosses another house",
            "PBCS §7.2",
        ],
        2..=36,
        objects("g-whip[#]", ALL, g(WHIP)),
        [
            "gW",
            "4..72.5.....6.5.1...6..4..92.......89..3....23...5.1...2.........7.1....5.1..39..",
            "g-whip[2]: r9n6{c5 c89} - c7n6{r7 .} ==> r5c5≠6",
        ],
    ),
    of_subsets!(
        2,
        "chain",
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "S2-chain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
    ),
    of_subsets!(
        2,
        "zchain",
        "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        "S2-zchain[3]: [r2n3 r6n3]{n3r6c1 [c6n3 c7n3]} - r8n3{c6 .} ==> r7c1≠3"
    ),
    of_subsets!(
        2,
        "tchain",
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "S2-tchain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
    ),
    of_subsets!(
        2,
        "whip",
        ".....3...1.8....7.6..4...3.....649......5.16.5....2.....1.....52.9..14..4...96..1",
        "S2-whip[3]: [r1n2 r1n4]{n2r1c7 [r1c2 r1c3]} - r1n5{c2 .} ==> r1c7≠6"
    ),
    of_subsets!(
        3,
        "chain",
        "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
        "S3-chain[4]: r5c2{n1 n3} - [r5c3 r5c7 r5c8]{n3r5c3 [r5n1 r5n5 r5n7]} ==> r5c5≠1"
    ),
    of_subsets!(
        3,
        "zchain",
        "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
        "S3-zchain[4]: [r5c3 r5c7 r5c8]{n1r5c3 [r5n3 r5n5 r5n7]} - r5c2{n3 .} ==> r5c4≠1"
    ),
    of_subsets!(
        3,
        "tchain",
        "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
        "S3-tchain[4]: r5c2{n1 n3} - [r5c3 r5c7 r5c8]{n3r5c3 [r5n1 r5n5 r5n7]} ==> r5c5≠1"
    ),
    of_subsets!(
        3,
        "whip",
        ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
        "S3-whip[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
    ),
    of_subsets!(
        4,
        "chain",
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "S4-chain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
    ),
    of_subsets!(
        4,
        "zchain",
        "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        "S4-zchain[3]: [r2n3 r6n3]{n3r6c1 [c6n3 c7n3]} - r8n3{c6 .} ==> r7c1≠3"
    ),
    of_subsets!(
        4,
        "tchain",
        "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        "S4-tchain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2"
    ),
    of_subsets!(
        4,
        "whip",
        ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
        "S4-whip[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
    ),
    family(
        "typed-braid",
        [
            "as braid; all variables are cells, or all are rows, or columns, or blocks of a digit",
            "CSP-Rules",
        ],
        3..=36,
        objects("braid%[#]", &Space::TYPES, BRAID),
        [
            "brt,whip:1,typed-braid:3-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "braid-rn[3]: r8n3{c1 c6} - r2n3{c6 c7} - r6n3{c7 .} ==> r7c1≠3",
        ],
    ),
    // Braids of one or two variables are whips.
    family(
        "braid",
        [
            "the target is false: if it were true, each right-linking candidate would follow from it and any of the \
     ones before, and the last variable would have no value",
            "PBCS §5.3",
        ],
        3..=36,
        objects("braid[#]", ALL, BRAID),
        [
            "B",
            "...4..7...5.18...66.9..2.....6..1..43......27...9......3261.4.88........9..2....1",
            "braid[3]: r3c9{n3 n5} - r3c4{n5 n7} - r3c5{n7 .} ==> r3c7≠3",
        ],
    ),
    family(
        "typed-g-braid",
        ["as g-braid; all variables of one type", "CSP-Rules"],
        3..=36,
        objects("g-braid%[#]", &Space::TYPES, g(BRAID)),
        [
            "brt,whip:1,typed-g-braid:3-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "g-braid-cn[3]: c3n8{r4 r1} - c3n2{r1 r78} - c1n2{r7 .} ==> r5c1≠8",
        ],
    ),
    family(
        "g-braid",
        ["as braid; right-linking objects may be g-candidates, as in g-whip", "PBCS §7.3"],
        3..=36,
        objects("g-braid[#]", ALL, g(BRAID)),
        [
            "gB",
            ".6.7..5.......8..3..9.6..1.9.1...4..5..97....3..2....1.3.....5....3.7.8...2..9..6",
            "g-braid[3]: c8n2{r1 r45} - r5c9{n2 n8} - c7n8{r5 .} ==> r3c7≠2",
        ],
    ),
    of_subsets!(
        2,
        "braid",
        ".....3...1.8....7.6..4...3.....649......5.16.5....2.....1.....52.9..14..4...96..1",
        "S2-braid[3]: [r1n2 r1n4]{n2r1c7 [r1c2 r1c3]} - r1n5{c2 .} ==> r1c7≠6"
    ),
    of_subsets!(
        3,
        "braid",
        ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
        "S3-braid[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
    ),
    of_subsets!(
        4,
        "braid",
        ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
        "S4-braid[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2"
    ),
];
