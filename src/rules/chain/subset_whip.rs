//! Chains, whips and braids of subsets: nrc-rules §B.18, PBCS chapter 9; the "nrc-chains of subsets", AICt and
//! AICzt of seed 003.
//!
//! A right-linking object may be a subset of up to p variables modulo what the chain ignores: naked, hidden or
//! super-hidden. It counts with its size, and the next left-linking candidate is one that it excludes. By
//! the theorem of nrc-rules §C.1 a candidate has an S_p-braid exactly when asserting it and applying
//! subsets of size p or less ends in a contradiction.

use super::super::{Example, Findings, Info, Rule};
use super::{Family, Memory, WHIP, find_chains};
use crate::graph::{OutOfBudget, Reach, State};

/// A family of chains over candidates, g-candidates and subsets.
pub struct SubsetRule {
    info: Info,
    family: Family,
}

impl Rule for SubsetRule {
    fn info(&'static self) -> &'static Info {
        &self.info
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        find_chains(state, self.family, size, found)
    }
}

const S2: Family = Family { reach: Reach::Subsets(2), ..WHIP };
const S3: Family = Family { reach: Reach::Subsets(3), ..WHIP };
const S4: Family = Family { reach: Reach::Subsets(4), ..WHIP };

/// `s2-chain`.
pub static S2_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s2-chain",
        proves: "as bivalue-chain; right-linking objects may be subsets of 2 variables or fewer \
                 and g-candidates, and what the one just before excludes is ignored (chains of \
                 almost locked sets)",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s2-chain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S2-chain", memory: Memory::Last, ..S2 },
};

/// `s2-zchain`.
pub static S2_Z_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s2-zchain",
        proves: "as s2-chain; what the target excludes is ignored too",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s2-zchain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S2-zchain", memory: Memory::TargetAndLast, ..S2 },
};

/// `s2-tchain`.
pub static S2_T_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s2-tchain",
        proves: "as s2-chain; what any previous object excludes is ignored",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s2-tchain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S2-tchain", memory: Memory::Previous, ..S2 },
};

/// `s2-whip`.
pub static S2_WHIP: SubsetRule = SubsetRule {
    info: Info {
        name: "s2-whip",
        proves: "as whip; right-linking objects may be subsets of 2 variables or fewer, each \
                 counted with its size, and g-candidates",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=36),
        example: Example { ladder: "S2W", puzzle: "?", step: "?" },
    },
    family: Family { name: "S2-whip", loopless: false, ..S2 },
};

/// `s2-braid`.
pub static S2_BRAID: SubsetRule = SubsetRule {
    info: Info {
        name: "s2-braid",
        proves: "as braid; right-linking objects as in s2-whip",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(3..=36),
        example: Example { ladder: "S2B", puzzle: "?", step: "?" },
    },
    family: Family { name: "S2-braid", continuous: false, loopless: false, ..S2 },
};

/// `s3-chain`.
pub static S3_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s3-chain",
        proves: "as bivalue-chain; right-linking objects may be subsets of 3 variables or fewer \
                 and g-candidates, and what the one just before excludes is ignored (chains of \
                 almost locked sets)",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s3-chain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S3-chain", memory: Memory::Last, ..S3 },
};

/// `s3-zchain`.
pub static S3_Z_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s3-zchain",
        proves: "as s3-chain; what the target excludes is ignored too",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s3-zchain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S3-zchain", memory: Memory::TargetAndLast, ..S3 },
};

/// `s3-tchain`.
pub static S3_T_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s3-tchain",
        proves: "as s3-chain; what any previous object excludes is ignored",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s3-tchain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S3-tchain", memory: Memory::Previous, ..S3 },
};

/// `s3-whip`.
pub static S3_WHIP: SubsetRule = SubsetRule {
    info: Info {
        name: "s3-whip",
        proves: "as whip; right-linking objects may be subsets of 3 variables or fewer, each \
                 counted with its size, and g-candidates",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=36),
        example: Example { ladder: "S3W", puzzle: "?", step: "?" },
    },
    family: Family { name: "S3-whip", loopless: false, ..S3 },
};

/// `s3-braid`.
pub static S3_BRAID: SubsetRule = SubsetRule {
    info: Info {
        name: "s3-braid",
        proves: "as braid; right-linking objects as in s3-whip",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(3..=36),
        example: Example { ladder: "S3B", puzzle: "?", step: "?" },
    },
    family: Family { name: "S3-braid", continuous: false, loopless: false, ..S3 },
};

/// `s4-chain`.
pub static S4_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s4-chain",
        proves: "as bivalue-chain; right-linking objects may be subsets of 4 variables or fewer \
                 and g-candidates, and what the one just before excludes is ignored (chains of \
                 almost locked sets)",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s4-chain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S4-chain", memory: Memory::Last, ..S4 },
};

/// `s4-zchain`.
pub static S4_Z_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s4-zchain",
        proves: "as s4-chain; what the target excludes is ignored too",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s4-zchain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S4-zchain", memory: Memory::TargetAndLast, ..S4 },
};

/// `s4-tchain`.
pub static S4_T_CHAIN: SubsetRule = SubsetRule {
    info: Info {
        name: "s4-tchain",
        proves: "as s4-chain; what any previous object excludes is ignored",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,s4-tchain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { name: "S4-tchain", memory: Memory::Previous, ..S4 },
};

/// `s4-whip`.
pub static S4_WHIP: SubsetRule = SubsetRule {
    info: Info {
        name: "s4-whip",
        proves: "as whip; right-linking objects may be subsets of 4 variables or fewer, each \
                 counted with its size, and g-candidates",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(2..=36),
        example: Example { ladder: "S4W", puzzle: "?", step: "?" },
    },
    family: Family { name: "S4-whip", loopless: false, ..S4 },
};

/// `s4-braid`.
pub static S4_BRAID: SubsetRule = SubsetRule {
    info: Info {
        name: "s4-braid",
        proves: "as braid; right-linking objects as in s4-whip",
        source: "nrc-rules §B.18; PBCS chapter 9; seed 003 (AICt and AICzt)",
        sizes: Some(3..=36),
        example: Example { ladder: "S4B", puzzle: "?", step: "?" },
    },
    family: Family { name: "S4-braid", continuous: false, loopless: false, ..S4 },
};
