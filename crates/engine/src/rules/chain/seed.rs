//! The 3D chains of seed 003 as HLS2 defines and writes them, and their lassos (nrc-rules §B.1-B.5).
//!
//! The first variable has exactly two candidates. The seed's addendum of July 2008 lets it have candidates
//! linked to the target too: `nrcz-first` and `nrczt-first`.
//!
//! The counts of HLS2 (table XXIII.4) are not those of its definition. They are met where candidates are
//! ignored only for links of their variable's own space, as in 2D chains: `nrct-2d`, `nrcz-2d`, `nrczt-2d`
//! and the lassos. That this is how SudoRules 13 was coded is inferred from the counts.

use super::super::Example;
use super::super::pattern::Notation;
use super::linked::{BIVALUE, End, LinkedRule, Pattern, Z, linked};

/// Where the chains of M and N are from.
const COUNTS: &str = "inferred from the counts of HLS2, table XXIII.4; nrc-rules §B.3-B.5, §D.12";

const NRC_CHAIN: Pattern = Pattern { name: "nrc#-chain", notation: Notation::Seed, ..BIVALUE };
const NRCT_CHAIN: Pattern = Pattern { name: "nrct#-chain", t: true, ..NRC_CHAIN };
const NRCZ_CHAIN: Pattern = Pattern { name: "nrcz#-chain", z: Z::Later, ..NRC_CHAIN };
const NRCZT_CHAIN: Pattern = Pattern { name: "nrczt#-chain", t: true, ..NRCZ_CHAIN };
const NRCZT_2D: Pattern = Pattern { own_space: true, ..NRCZT_CHAIN };

/// `nrc`.
pub static NRC: LinkedRule = linked(
    "nrc",
    "a chain of nrc-conjugate pairs, each second candidate nrc-linked to the next first: what is \
     nrc-linked to both ends is false",
    "seed 003; nrc-rules §B.1",
    2..=36,
    NRC_CHAIN,
    Example {
        ladder: "brt,nrc:2-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "nrc2-chain n1r4{c3 c1} - n1r7{c1 c3} ==> r1c3≠1",
    },
);

/// `nrct`.
pub static NRCT: LinkedRule = linked(
    "nrct",
    "as nrc; from the second pair on, candidates linked to a previous right-linking one are ignored",
    "seed 003; nrc-rules §B.3",
    2..=36,
    NRCT_CHAIN,
    Example {
        ladder: "brt,lc,nrct:2-36",
        puzzle: ".2.8.5.....6.....7.3.6...1....51.2.6..3..7...7....4....84...5....2...7.3..9.52..8",
        step: "nrct2-chain n5{r6 r3}c3 - n5r2{c1 c8 c2#n5r3c3} ==> r6c8≠5",
    },
);

/// `nrcz`.
pub static NRCZ: LinkedRule = linked(
    "nrcz",
    "as nrc; from the second pair on, candidates linked to the target are ignored",
    "seed 003; nrc-rules §B.2",
    2..=36,
    NRCZ_CHAIN,
    Example {
        ladder: "brt,lc,nrcz:2-36",
        puzzle: "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        step: "nrcz2-chain n5r1{c6 c8} - n5r7{c8 c5 c6*} ==> r9c6≠5",
    },
);

/// `nrczt`.
pub static NRCZT: LinkedRule = linked(
    "nrczt",
    "as nrc; from the second pair on, candidates linked to the target or to a previous right-linking one \
     are ignored",
    "seed 003; nrc-rules §B.4",
    2..=36,
    NRCZT_CHAIN,
    Example {
        ladder: "brt,lc,nrczt:2-36",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "nrczt2-chain n5r4{c9 c2} - n5{r8c2 r7c2 r9c2#n5r4c2 r7c3*}b7 ==> r7c9≠5",
    },
);

/// `nrcz-first`.
pub static NRCZ_FIRST: LinkedRule = linked(
    "nrcz-first",
    "as nrcz; candidates linked to the target are ignored in the first pair too",
    "seed 003, addendum of 2008; nrc-rules §B.2",
    2..=36,
    Pattern { name: "nrcz-first#-chain", z: Z::Always, ..NRCZ_CHAIN },
    Example {
        ladder: "brt,lc,nrcz-first:2-36",
        puzzle: "....9...3.8....74...14.....9.5....7...7.3...6.4.9.....8.6..1....5.3.......4.5..62",
        step: "nrcz-first2-chain n8r5{c7 c4 c8*} - n8r9{c4 c7} ==> r4c7≠8",
    },
);

/// `nrczt-first`.
pub static NRCZT_FIRST: LinkedRule = linked(
    "nrczt-first",
    "as nrczt; candidates linked to the target are ignored in the first pair too",
    "seed 003, addendum of 2008; nrc-rules §B.4",
    2..=36,
    Pattern { name: "nrczt-first#-chain", z: Z::Always, ..NRCZT_CHAIN },
    Example {
        ladder: "brt,lc,nrczt-first:2-36",
        puzzle: "....9...3.8....74...14.....9.5....7...7.3...6.4.9.....8.6..1....5.3.......4.5..62",
        step: "nrczt-first2-chain n8r5{c7 c4 c8*} - n8r9{c4 c7} ==> r4c7≠8",
    },
);

/// `nrct-lr-lasso`.
pub static NRCT_LR: LinkedRule = linked(
    "nrct-lr-lasso",
    "an nrct-chain whose last right-linking candidate is linked to a previous one: the target is false",
    "nrc-rules §B.5; HLS2 §XXII.8.2",
    2..=36,
    Pattern { name: "nrct#-lr-lasso", end: End::LrLasso, ..NRCT_CHAIN },
    Example {
        ladder: "brt,nrct-lr-lasso:2-36",
        puzzle: "..8.5.49....6.8..3......5..3....17...71...8.9.5..6....6..7..14..4.2.9....82......",
        step: "nrct2-lr-lasso {n1 n9}r2c2 - n9{r3 r2}c1 ==> r1c1≠1",
    },
);

/// `nrct-rl-lasso`.
pub static NRCT_RL: LinkedRule = linked(
    "nrct-rl-lasso",
    "an nrct-chain whose last right-linking candidate is a previous left-linking one: the target is false",
    "nrc-rules §B.5; HLS2 §XXII.8.2",
    2..=36,
    Pattern { name: "nrct#-rl-lasso", end: End::RlLasso, ..NRCT_CHAIN },
    Example {
        ladder: "brt,nrct-rl-lasso:2-36",
        puzzle: "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        step: "nrct2-rl-lasso n2r8{c3 c2} - n2{r9 r8}c3 ==> r8c3≠3",
    },
);

/// `nrczt-lr-lasso`.
pub static NRCZT_LR: LinkedRule = linked(
    "nrczt-lr-lasso",
    "an nrczt-chain whose last right-linking candidate is linked to a previous one: the target is false",
    "nrc-rules §B.5; HLS2 §XXII.8.2",
    2..=36,
    Pattern { name: "nrczt#-lr-lasso", end: End::LrLasso, ..NRCZT_CHAIN },
    Example {
        ladder: "brt,nrczt-lr-lasso:2-36",
        puzzle: "..8.5.49....6.8..3......5..3....17...71...8.9.5..6....6..7..14..4.2.9....82......",
        step: "nrczt2-lr-lasso {n1 n9}r2c2 - n9{r3 r2}c1 ==> r1c1≠1",
    },
);

/// `nrczt-rl-lasso`.
pub static NRCZT_RL: LinkedRule = linked(
    "nrczt-rl-lasso",
    "an nrczt-chain whose last right-linking candidate is a previous left-linking one: the target is false",
    "nrc-rules §B.5; HLS2 §XXII.8.2",
    2..=36,
    Pattern { name: "nrczt#-rl-lasso", end: End::RlLasso, ..NRCZT_CHAIN },
    Example {
        ladder: "brt,nrczt-rl-lasso:2-36",
        puzzle: "9.7.6........5.2.1..8..1..7......34.8...2......6.....5...54..621....8...64......8",
        step: "nrczt2-rl-lasso n2r8{c3 c2} - n2{r9 r8}c3 ==> r8c3≠3",
    },
);

/// `nrct-2d`.
pub static NRCT_2D: LinkedRule = linked(
    "nrct-2d",
    "as nrct; a candidate of a digit in a row or column is not ignored for a link by a block, one of a digit in a \
     block only for a link by its cell",
    COUNTS,
    2..=36,
    Pattern { own_space: true, ..NRCT_CHAIN },
    Example {
        ladder: "brt,lc,nrct-2d:2-6",
        puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
        step: "nrct3-chain n5r6{c3 c5} - n5{r5 r8}c6 - n5r9{c4 c2 c5#n5r6c5} ==> r4c2≠5",
    },
);

/// `nrcz-2d`.
pub static NRCZ_2D: LinkedRule = linked(
    "nrcz-2d",
    "as nrcz, with the restriction of nrct-2d",
    COUNTS,
    2..=36,
    Pattern { own_space: true, ..NRCZ_CHAIN },
    Example {
        ladder: "brt,lc,nrcz-2d:2-6",
        puzzle: "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        step: "nrcz2-chain n5r1{c6 c8} - n5r7{c8 c5 c6*} ==> r9c6≠5",
    },
);

/// `nrczt-2d`.
pub static NRCZT_2D_CHAIN: LinkedRule = linked(
    "nrczt-2d",
    "as nrczt, with the restriction of nrct-2d",
    COUNTS,
    2..=36,
    NRCZT_2D,
    Example {
        ladder: "brt,lc,nrczt-2d:2-6",
        puzzle: ".31..79..........589.4.............7.2..4....4.8.6..........816....59.7...6..1.3.",
        step: "nrczt3-chain n7{r2 r3}c7 - n1{r3c7 r3c9 r2c7*}b3 - n3{r3c9 r2c7 r3c7#n7r3c7}b3 ==> r2c7≠2",
    },
);

/// `nrczt-2d-lr-lasso`.
pub static NRCZT_2D_LR: LinkedRule = linked(
    "nrczt-2d-lr-lasso",
    "as nrczt-lr-lasso, with the restriction of nrct-2d",
    COUNTS,
    2..=36,
    Pattern { name: "nrczt#-lr-lasso", end: End::LrLasso, ..NRCZT_2D },
    Example {
        ladder: "brt,lc,nrczt-2d-lr-lasso:2-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "nrczt3-lr-lasso {n9 n3}r6c6 - n3r2{c6 c7} - n3r4{c7 c4} ==> r1c6≠9",
    },
);

/// `nrczt-2d-rl-lasso`.
pub static NRCZT_2D_RL: LinkedRule = linked(
    "nrczt-2d-rl-lasso",
    "as nrczt-rl-lasso, with the restriction of nrct-2d",
    COUNTS,
    2..=36,
    Pattern { name: "nrczt#-rl-lasso", end: End::RlLasso, ..NRCZT_2D },
    Example {
        ladder: "brt,lc,nrczt-2d-rl-lasso:2-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "nrczt4-rl-lasso {n3 n5}r4c7 - {n5 n9 n3*}r6c7 - {n9 n3}r6c6 - n3r4{c4 c7} ==> r2c7≠3",
    },
);
