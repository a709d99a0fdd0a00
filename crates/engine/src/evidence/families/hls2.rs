//! The 3D chains of 2007 as HLS2 defines and writes them, and their lassos.
//!
//! The first variable has exactly two candidates. The addendum of July 2008 lets it have candidates linked to the target
//! too: `nrcz-first` and `nrczt-first`. Two families are chains of today in the notation of 2007: `nrc` bivalue chains,
//! `nrcz-first` z-chains.
//!
//! The counts of HLS2 (table XXIII.4) are not those of its definition. They are met where candidates are
//! ignored only for links of their variable's own space, as in 2D chains: the families `-2d`. That this is how
//! SudoRules 13 was coded is inferred from the counts.

use super::modern::{BIVALUE, Z_CHAIN};
use super::{ALL, Chains, Family, Form, LinkedEnd, LinkedFamily, Notation, Z, family};

/// Where the chains of the ladders M and N are from.
const COUNTS: &str = "inferred from the counts of HLS2, table XXIII.4";

const NRCT: LinkedFamily = LinkedFamily { t: true, only: false, ..BIVALUE };
const NRCZ: LinkedFamily = LinkedFamily { z: Z::Later, only: false, ..BIVALUE };
const NRCZT: LinkedFamily = LinkedFamily { t: true, ..NRCZ };
const NRCZT_2D: LinkedFamily = in_own_space(NRCZT);

const fn in_own_space(family: LinkedFamily) -> LinkedFamily {
    LinkedFamily { own_space: true, ..family }
}

const fn lasso(end: LinkedEnd, family: LinkedFamily) -> LinkedFamily {
    LinkedFamily { end, ..family }
}

const fn form(printed: &'static str, linked: LinkedFamily) -> Form {
    Form { printed, notation: Notation::Hls, spaces: ALL, chains: Chains::Linked(linked) }
}

/// See the head of this file.
pub static FAMILIES: &[Family] = &[
    family(
        "nrc",
        [
            "a chain of nrc-conjugate pairs, each second candidate nrc-linked to the next first: what is \
     nrc-linked to both ends is false",
            "Berthier 2007",
        ],
        2..=36,
        form("nrc#-chain", BIVALUE),
        [
            "brt,nrc:2-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "nrc2-chain n1r4{c3 c1} - n1r7{c1 c3} ==> r1c3≠1",
        ],
    ),
    family(
        "nrct",
        [
            "as nrc; from the second pair on, candidates linked to a previous right-linking one are ignored",
            "Berthier 2007",
        ],
        2..=36,
        form("nrct#-chain", NRCT),
        [
            "brt,lc,nrct:2-36",
            ".2.8.5.....6.....7.3.6...1....51.2.6..3..7...7....4....84...5....2...7.3..9.52..8",
            "nrct2-chain n5{r6 r3}c3 - n5r2{c1 c8 c2#n5r3c3} ==> r6c8≠5",
        ],
    ),
    family(
        "nrcz",
        [
            "as nrc; from the second pair on, candidates linked to the target are ignored",
            "Berthier 2007",
        ],
        2..=36,
        form("nrcz#-chain", NRCZ),
        [
            "brt,lc,nrcz:2-36",
            "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
            "nrcz2-chain n5r1{c6 c8} - n5r7{c8 c5 c6*} ==> r9c6≠5",
        ],
    ),
    family(
        "nrcz-first",
        [
            "as nrcz; candidates linked to the target are ignored in the first pair too",
            "Berthier 2007, addendum of 2008",
        ],
        2..=36,
        form("nrcz-first#-chain", Z_CHAIN),
        [
            "brt,lc,nrcz-first:2-36",
            "....9...3.8....74...14.....9.5....7...7.3...6.4.9.....8.6..1....5.3.......4.5..62",
            "nrcz-first2-chain n8r5{c7 c4 c8*} - n8r9{c4 c7} ==> r4c7≠8",
        ],
    ),
    family(
        "nrczt",
        [
            "as nrc; from the second pair on, candidates linked to the target or to a previous right-linking one \
     are ignored",
            "Berthier 2007",
        ],
        2..=36,
        form("nrczt#-chain", NRCZT),
        [
            "brt,lc,nrczt:2-36",
            "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
            "nrczt2-chain n5r4{c9 c2} - n5{r8c2 r7c2 r9c2#n5r4c2 r7c3*}b7 ==> r7c9≠5",
        ],
    ),
    family(
        "nrczt-first",
        [
            "as nrczt; candidates linked to the target are ignored in the first pair too",
            "Berthier 2007, addendum of 2008",
        ],
        2..=36,
        form("nrczt-first#-chain", LinkedFamily { z: Z::Always, ..NRCZT }),
        [
            "brt,lc,nrczt-first:2-36",
            "....9...3.8....74...14.....9.5....7...7.3...6.4.9.....8.6..1....5.3.......4.5..62",
            "nrczt-first2-chain n8r5{c7 c4 c8*} - n8r9{c4 c7} ==> r4c7≠8",
        ],
    ),
    family(
        "nrct-2d",
        [
            "as nrct; a candidate of a digit in a row or column is not ignored for a link by a block, one of a digit in a \
     block only for a link by its cell",
            COUNTS,
        ],
        2..=36,
        form("nrct#-chain", in_own_space(NRCT)),
        [
            "brt,lc,nrct-2d:2-6",
            "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
            "nrct3-chain n5r6{c3 c5} - n5{r5 r8}c6 - n5r9{c4 c2 c5#n5r6c5} ==> r4c2≠5",
        ],
    ),
    family(
        "nrcz-2d",
        ["as nrcz, with the restriction of nrct-2d", COUNTS],
        2..=36,
        form("nrcz#-chain", in_own_space(NRCZ)),
        [
            "brt,lc,nrcz-2d:2-6",
            "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
            "nrcz2-chain n5r1{c6 c8} - n5r7{c8 c5 c6*} ==> r9c6≠5",
        ],
    ),
    family(
        "nrczt-2d",
        ["as nrczt, with the restriction of nrct-2d", COUNTS],
        2..=36,
        form("nrczt#-chain", NRCZT_2D),
        [
            "brt,lc,nrczt-2d:2-6",
            ".31..79..........589.4.............7.2..4....4.8.6..........816....59.7...6..1.3.",
            "nrczt3-chain n7{r2 r3}c7 - n1{r3c7 r3c9 r2c7*}b3 - n3{r3c9 r2c7 r3c7#n7r3c7}b3 ==> r2c7≠2",
        ],
    ),
    family(
        "nrct-lr-lasso",
        [
            "an nrct-chain whose last right-linking candidate is linked to a previous one: the target is false",
            "HLS2 §XXII.8.2",
        ],
        2..=36,
        form("nrct#-lr-lasso", lasso(LinkedEnd::LrLasso, NRCT)),
        [
            "brt,nrct-lr-lasso:2-36",
            "..8.5.49....6.8..3......5..3....17...71...8.9.5..6....6..7..14..4.2.9....82......",
            "nrct2-lr-lasso {n1 n9}r2c2 - n9{r3 r2}c1 ==> r1c1≠1",
        ],
    ),
    family(
        "nrct-rl-lasso",
        [
            "an nrct-chain whose last right-linking candidate is a previous left-linking one: the target is false",
            "HLS2 §XXII.8.2",
        ],
        2..=36,
        form("nrct#-rl-lasso", lasso(LinkedEnd::RlLasso, NRCT)),
        [
            "brt,nrct-rl-lasso:2-36",
            "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
            "nrct2-rl-lasso n2r8{c3 c2} - n2{r9 r8}c3 ==> r8c3≠3",
        ],
    ),
    family(
        "nrczt-lr-lasso",
        [
            "an nrczt-chain whose last right-linking candidate is linked to a previous one: the target is false",
            "HLS2 §XXII.8.2",
        ],
        2..=36,
        form("nrczt#-lr-lasso", lasso(LinkedEnd::LrLasso, NRCZT)),
        [
            "brt,nrczt-lr-lasso:2-36",
            "..8.5.49....6.8..3......5..3....17...71...8.9.5..6....6..7..14..4.2.9....82......",
            "nrczt2-lr-lasso {n1 n9}r2c2 - n9{r3 r2}c1 ==> r1c1≠1",
        ],
    ),
    family(
        "nrczt-rl-lasso",
        [
            "an nrczt-chain whose last right-linking candidate is a previous left-linking one: the target is false",
            "HLS2 §XXII.8.2",
        ],
        2..=36,
        form("nrczt#-rl-lasso", lasso(LinkedEnd::RlLasso, NRCZT)),
        [
            "brt,nrczt-rl-lasso:2-36",
            "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
            "nrczt2-rl-lasso n2r8{c3 c2} - n2{r9 r8}c3 ==> r8c3≠3",
        ],
    ),
    family(
        "nrczt-2d-lr-lasso",
        ["as nrczt-lr-lasso, with the restriction of nrct-2d", COUNTS],
        2..=36,
        form("nrczt#-lr-lasso", lasso(LinkedEnd::LrLasso, NRCZT_2D)),
        [
            "brt,lc,nrczt-2d-lr-lasso:2-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "nrczt3-lr-lasso {n9 n3}r6c6 - n3r2{c6 c7} - n3r4{c7 c4} ==> r1c6≠9",
        ],
    ),
    family(
        "nrczt-2d-rl-lasso",
        ["as nrczt-rl-lasso, with the restriction of nrct-2d", COUNTS],
        2..=36,
        form("nrczt#-rl-lasso", lasso(LinkedEnd::RlLasso, NRCZT_2D)),
        [
            "brt,lc,nrczt-2d-rl-lasso:2-36",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "nrczt4-rl-lasso {n3 n5}r4c7 - {n5 n9 n3*}r6c7 - {n9 n3}r6c6 - n3r4{c4 c7} ==> r2c7≠3",
        ],
    ),
];
