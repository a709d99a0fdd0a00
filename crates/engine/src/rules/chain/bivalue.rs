//! Bivalue chains, z-chains and t-whips (nrc-rules §B.1-B.3, PBCS chapter 5), and their typed versions.
//!
//! All three are special whips, and easier to see: bivalue and z-chains can be read backwards, and only the
//! t-whip has to remember more than its last candidate.

use super::super::Example;
use super::super::pattern::Notation;
use super::linked::{BIVALUE, LinkedRule, Pattern, Z, linked};
use crate::graph::Space;

const Z_CHAIN: Pattern =
    Pattern { name: "z-chain[#]", notation: Notation::Open, z: Z::Always, ..BIVALUE };
const T_WHIP: Pattern =
    Pattern { name: "t-whip[#]", notation: Notation::Open, z: Z::First, t: true, ..BIVALUE };

/// `bivalue-chain`: the nrc-chain of seed 003 in today's notation.
pub static BIVALUE_CHAIN: LinkedRule = linked(
    "bivalue-chain",
    "a chain of variables with two candidates each, each second candidate linked to the next first: one \
     end of it is true, so what is linked to both ends is false",
    "nrc-rules §B.1; PBCS §5.1; seed 003 (nrc-chains)",
    2..=20,
    BIVALUE,
    Example {
        ladder: "brt,bivalue-chain:2-20",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "biv-chain[2]: r4n1{c3 c1} - r7n1{c1 c3} ==> r1c3≠1",
    },
);

/// `z-chain`.
pub static Z_CHAIN_RULE: LinkedRule = linked(
    "z-chain",
    "as bivalue-chain, with candidates linked to the target ignored in every variable",
    "nrc-rules §B.2; PBCS §5.1.2; seed 003 (nrcz-chains)",
    2..=20,
    Z_CHAIN,
    Example {
        ladder: "brt,z-chain:2-20",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "z-chain[2]: r3n1{c1 c9} - c2n1{r3 .} ==> r1c3≠1",
    },
);

/// `t-whip`.
pub static T_WHIP_RULE: LinkedRule = linked(
    "t-whip",
    "as bivalue-chain, with candidates linked to a previous right-linking one ignored, and in the first \
     variable those linked to the target",
    "nrc-rules §B.3 (as coded); PBCS §5.2.1; seed 003 (nrct-chains)",
    2..=36,
    T_WHIP,
    Example {
        ladder: "brt,t-whip:2-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "t-whip[2]: r4n1{c3 c1} - r7n1{c1 .} ==> r1c3≠1",
    },
);

/// `typed-bivalue-chain`.
pub static TYPED_BIVALUE: LinkedRule = linked(
    "typed-bivalue-chain",
    "as bivalue-chain; all variables are cells, or all are rows, or columns, or blocks of a digit",
    "nrc-rules §B.11",
    2..=20,
    Pattern { name: "biv-chain%[#]", spaces: &Space::TYPES, ..BIVALUE },
    Example {
        ladder: "brt,typed-bivalue-chain:2-20",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "biv-chain-rn[2]: r4n1{c3 c1} - r7n1{c1 c3} ==> r1c3≠1",
    },
);

/// `typed-z-chain`.
pub static TYPED_Z: LinkedRule = linked(
    "typed-z-chain",
    "as z-chain; all variables of one type",
    "nrc-rules §B.11",
    2..=20,
    Pattern { name: "z-chain%[#]", spaces: &Space::TYPES, ..Z_CHAIN },
    Example {
        ladder: "brt,typed-z-chain:2-20",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "z-chain-rn[2]: r4n1{c3 c1} - r7n1{c1 .} ==> r1c3≠1",
    },
);

/// `typed-t-whip`.
pub static TYPED_T: LinkedRule = linked(
    "typed-t-whip",
    "as t-whip; all variables of one type",
    "nrc-rules §B.11",
    2..=36,
    Pattern { name: "t-whip%[#]", spaces: &Space::TYPES, ..T_WHIP },
    Example {
        ladder: "brt,typed-t-whip:2-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "t-whip-rn[2]: r4n1{c3 c1} - r7n1{c1 .} ==> r1c3≠1",
    },
);
