//! Bivalue chains and z-chains (PBCS chapter 5), and their typed versions.
//!
//! Both are special whips, and easier to see: they can be read backwards.

use super::{ALL, Chains, Family, Form, LinkedEnd, LinkedFamily, Notation, Space, Z, family};

/// A bivalue chain; each family says what it does otherwise.
pub(super) const BIVALUE: LinkedFamily = LinkedFamily {
    z: Z::Never,
    t: false,
    end: LinkedEnd::Target,
    own_space: false,
    one_digit: false,
    only: true,
};
pub(super) const Z_CHAIN: LinkedFamily = LinkedFamily { z: Z::Always, ..BIVALUE };

const fn form(
    printed: &'static str,
    notation: Notation,
    spaces: &'static [Space],
    linked: LinkedFamily,
) -> Form {
    Form { printed, notation, spaces, chains: Chains::Linked(linked) }
}

/// See the head of this file.
pub static FAMILIES: &[Family] = &[
    family(
        "typed-bivalue-chain",
        [
            "as bivalue-chain; all variables are cells, or all are rows, or columns, or blocks of a digit",
            "CSP-Rules",
        ],
        2..=20,
        form("biv-chain%[#]", Notation::Modern, &Space::TYPES, BIVALUE),
        [
            "brt,typed-bivalue-chain:2-20",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "biv-chain-rn[2]: r4n1{c3 c1} - r7n1{c1 c3} ==> r1c3≠1",
        ],
    ),
    family(
        "bivalue-chain",
        [
            "a chain of variables with two candidates each, each second candidate linked to the next first: one \
     end of it is true, so what is linked to both ends is false",
            "PBCS §5.1; Berthier 2007 (nrc-chains)",
        ],
        2..=20,
        form("biv-chain[#]", Notation::Modern, ALL, BIVALUE),
        [
            "brt,bivalue-chain:2-20",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "biv-chain[2]: r4n1{c3 c1} - r7n1{c1 c3} ==> r1c3≠1",
        ],
    ),
    family(
        "typed-z-chain",
        ["as z-chain; all variables of one type", "CSP-Rules"],
        2..=20,
        form("z-chain%[#]", Notation::Open, &Space::TYPES, Z_CHAIN),
        [
            "brt,typed-z-chain:2-20",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "z-chain-rn[2]: r4n1{c3 c1} - r7n1{c1 .} ==> r1c3≠1",
        ],
    ),
    family(
        "z-chain",
        [
            "as bivalue-chain, with candidates linked to the target ignored in every variable",
            "PBCS §5.1.2; Berthier 2007 (nrcz-chains)",
        ],
        2..=20,
        form("z-chain[#]", Notation::Open, ALL, Z_CHAIN),
        [
            "brt,z-chain:2-20",
            "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            "z-chain[2]: r3n1{c1 c9} - c2n1{r3 .} ==> r1c3≠1",
        ],
    ),
];
