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
        example: Example {
            ladder: "brt,s2-chain:2-20",
            puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
            step: "S2-chain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2",
        },
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
        example: Example {
            ladder: "brt,s2-zchain:2-20",
            puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            step: "S2-zchain[3]: [r2n3 r6n3]{n3r6c1 [c6n3 c7n3]} - r8n3{c6 .} ==> r7c1≠3",
        },
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
        example: Example {
            ladder: "brt,s2-tchain:2-20",
            puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
            step: "S2-tchain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2",
        },
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
        example: Example {
            ladder: "S2W",
            puzzle: ".....3...1.8....7.6..4...3.....649......5.16.5....2.....1.....52.9..14..4...96..1",
            step: "S2-whip[3]: [r1n2 r1n4]{n2r1c7 [r1c2 r1c3]} - r1n5{c2 .} ==> r1c7≠6",
        },
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
        example: Example {
            ladder: "S2B",
            puzzle: ".....3...1.8....7.6..4...3.....649......5.16.5....2.....1.....52.9..14..4...96..1",
            step: "S2-braid[3]: [r1n2 r1n4]{n2r1c7 [r1c2 r1c3]} - r1n5{c2 .} ==> r1c7≠6",
        },
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
        example: Example {
            ladder: "brt,s3-chain:2-20",
            puzzle: "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
            step: "S3-chain[4]: r5c2{n1 n3} - [r5c3 r5c7 r5c8]{n3r5c3 [r5n1 r5n5 r5n7]} ==> r5c5≠1",
        },
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
        example: Example {
            ladder: "brt,s3-zchain:2-20",
            puzzle: "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
            step: "S3-zchain[4]: [r5c3 r5c7 r5c8]{n1r5c3 [r5n3 r5n5 r5n7]} - r5c2{n3 .} ==> r5c4≠1",
        },
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
        example: Example {
            ladder: "brt,s3-tchain:2-20",
            puzzle: "2...84......5......9.62.3.5..6...91.8........92..5.8....4....87....4762..........",
            step: "S3-tchain[4]: r5c2{n1 n3} - [r5c3 r5c7 r5c8]{n3r5c3 [r5n1 r5n5 r5n7]} ==> r5c5≠1",
        },
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
        example: Example {
            ladder: "S3W",
            puzzle: ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
            step: "S3-whip[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2",
        },
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
        example: Example {
            ladder: "S3B",
            puzzle: ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
            step: "S3-braid[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2",
        },
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
        example: Example {
            ladder: "brt,s4-chain:2-20",
            puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
            step: "S4-chain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2",
        },
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
        example: Example {
            ladder: "brt,s4-zchain:2-20",
            puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
            step: "S4-zchain[3]: [r2n3 r6n3]{n3r6c1 [c6n3 c7n3]} - r8n3{c6 .} ==> r7c1≠3",
        },
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
        example: Example {
            ladder: "brt,s4-tchain:2-20",
            puzzle: "....83......1...4..7....5..8..9.2.6..9..7....31....72.9...4........3.1..1.4..8.72",
            step: "S4-tchain[3]: [r3n1 r3n3]{n1r3c3 [r3c8 r3c9]} - r3n8{c8 c3} ==> r3c3≠2",
        },
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
        example: Example {
            ladder: "S4W",
            puzzle: ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
            step: "S4-whip[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2",
        },
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
        example: Example {
            ladder: "S4B",
            puzzle: ".81......7...1.5....23.....3....9..2.....3.17...4.76....6...75..3....1..9.45....3",
            step: "S4-braid[4]: r7n9{c4 c9} - [r8c6 r8c8]{n9r8c8 [r8n4 r8n6]} - r8c9{n4 .} ==> r7c4≠2",
        },
    },
    family: Family { name: "S4-braid", continuous: false, loopless: false, ..S4 },
};
