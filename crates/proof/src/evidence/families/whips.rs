//! T-whips, whips and braids, the latter two also with right-linking objects larger than a candidate (PBCS
//! chapters 5, 7, 9).
//!
//! Definitions: docs/theory.md, "Whips" and on. A candidate has a braid exactly when asserting it and playing
//! singles ends in a contradiction; it has a g-braid or an S_p-braid exactly when singles do so together with
//! locked candidates, or with subsets of at most p variables.
//!
//! The four types of a typed family share a rung and are applied together, so that ratings do not change when
//! rows and columns are exchanged.

use super::modern::BIVALUE;
use super::{ALL, Chains, Family, LinkedFamily, Memory, Notation, ObjectFamily, Reach, Space, Z, family};

const T_WHIP: LinkedFamily = LinkedFamily { z: Z::First, t: true, ..BIVALUE };

pub const WHIP: ObjectFamily =
    ObjectFamily { reach: Reach::Singles, memory: Memory::All, continuous: true, loopless: true };
/// Whips that may use a left-linking candidate twice.
pub const LOOPS: ObjectFamily = ObjectFamily { loopless: false, ..WHIP };
/// Braids, which may use a left-linking candidate twice.
pub const BRAID: ObjectFamily = ObjectFamily { continuous: false, ..LOOPS };

/// Adds g-candidates to a family.
const fn g(family: ObjectFamily) -> ObjectFamily {
    ObjectFamily { reach: Reach::Segments, ..family }
}

/// Makes a family of whips with another memory.
const fn remembering(memory: Memory) -> ObjectFamily {
    ObjectFamily { memory, ..WHIP }
}

/// Adds subsets of up to `p` variables, and g-candidates, to a family.
const fn s(p: u8, family: ObjectFamily) -> ObjectFamily {
    ObjectFamily { reach: Reach::Subsets(p), ..family }
}

const CHAIN: ObjectFamily = remembering(Memory::Last);
const Z_CHAIN: ObjectFamily = remembering(Memory::TargetAndLast);
const T_CHAIN: ObjectFamily = remembering(Memory::Previous);

const fn t_whip(rule: &str, printed: &'static str, spaces: &'static [Space]) -> Family {
    family(rule, printed, Notation::Open, spaces, Chains::Linked(T_WHIP))
}

/// Makes a family of chains in which all variables are of one type.
const fn typed(rule: &str, printed: &'static str, objects: ObjectFamily) -> Family {
    family(rule, printed, Notation::Modern, &Space::TYPES, Chains::Objects(objects))
}

const fn all(rule: &str, printed: &'static str, objects: ObjectFamily) -> Family {
    family(rule, printed, Notation::Modern, ALL, Chains::Objects(objects))
}

/// Families of t-whips, whips and braids.
pub static FAMILIES: [Family; 28] = [
    t_whip("typed-t-whip", "t-whip%[#]", &Space::TYPES),
    typed("typed-whip", "whip%[#]", WHIP),
    t_whip("t-whip", "t-whip[#]", ALL),
    all("whip", "whip[#]", WHIP),
    all("whip-loops", "whip-loops[#]", LOOPS),
    typed("typed-g-bivalue-chain", "g-biv-chain%[#]", g(CHAIN)),
    all("g-bivalue-chain", "g-biv-chain[#]", g(CHAIN)),
    typed("typed-g-whip", "g-whip%[#]", g(WHIP)),
    all("g-whip", "g-whip[#]", g(WHIP)),
    all("s2-chain", "S2-chain[#]", s(2, CHAIN)),
    all("s2-zchain", "S2-zchain[#]", s(2, Z_CHAIN)),
    all("s2-tchain", "S2-tchain[#]", s(2, T_CHAIN)),
    all("s2-whip", "S2-whip[#]", s(2, LOOPS)),
    all("s3-chain", "S3-chain[#]", s(3, CHAIN)),
    all("s3-zchain", "S3-zchain[#]", s(3, Z_CHAIN)),
    all("s3-tchain", "S3-tchain[#]", s(3, T_CHAIN)),
    all("s3-whip", "S3-whip[#]", s(3, LOOPS)),
    all("s4-chain", "S4-chain[#]", s(4, CHAIN)),
    all("s4-zchain", "S4-zchain[#]", s(4, Z_CHAIN)),
    all("s4-tchain", "S4-tchain[#]", s(4, T_CHAIN)),
    all("s4-whip", "S4-whip[#]", s(4, LOOPS)),
    typed("typed-braid", "braid%[#]", BRAID),
    // Braids of one or two variables are whips.
    all("braid", "braid[#]", BRAID),
    typed("typed-g-braid", "g-braid%[#]", g(BRAID)),
    all("g-braid", "g-braid[#]", g(BRAID)),
    all("s2-braid", "S2-braid[#]", s(2, BRAID)),
    all("s3-braid", "S3-braid[#]", s(3, BRAID)),
    all("s4-braid", "S4-braid[#]", s(4, BRAID)),
];
