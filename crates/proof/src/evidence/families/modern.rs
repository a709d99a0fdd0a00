//! Bivalue chains and z-chains (PBCS chapter 5), and their typed versions.
//!
//! Both are special whips, and easier to spot: they can be read backwards.

use super::{ALL, Chains, Family, LinkedEnd, LinkedFamily, Notation, Space, Z, family};

/// Bivalue chains; other families state their differences from bivalue chains.
pub(super) const BIVALUE: LinkedFamily = LinkedFamily {
    z: Z::Never,
    t: false,
    end: LinkedEnd::Target,
    own_space: false,
    one_digit: false,
    only: true,
};
pub(super) const Z_CHAIN: LinkedFamily = LinkedFamily { z: Z::Always, ..BIVALUE };

const fn chain(
    rule: &str, printed: &'static str, notation: Notation, spaces: &'static [Space], linked: LinkedFamily,
) -> Family {
    family(rule, printed, notation, spaces, Chains::Linked(linked))
}

/// Families of bivalue chains and z-chains.
pub static FAMILIES: [Family; 4] = [
    chain("typed-bivalue-chain", "biv-chain%[#]", Notation::Modern, &Space::TYPES, BIVALUE),
    chain("bivalue-chain", "biv-chain[#]", Notation::Modern, ALL, BIVALUE),
    chain("typed-z-chain", "z-chain%[#]", Notation::Open, &Space::TYPES, Z_CHAIN),
    chain("z-chain", "z-chain[#]", Notation::Open, ALL, Z_CHAIN),
];
