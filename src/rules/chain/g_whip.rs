//! g-whips, g-braids and g-bivalue chains: nrc-rules §B.8-B.10, PBCS chapter 7.
//!
//! As whips and braids, but a right-linking object may be a *g-candidate*: the candidates of a digit in the
//! three cells where a row or column crosses a block. It excludes what is linked to all three cells. By
//! the theorem of nrc-rules §C.1 a candidate has a g-braid exactly when asserting it and playing singles
//! and locked candidates ends in a contradiction.

use super::super::{Example, Findings, Info, Rule};
use super::{Family, Memory, WHIP, find_chains};
use crate::graph::{OutOfBudget, Reach, State};

/// A family of chains over candidates and g-candidates.
pub struct GRule {
    info: Info,
    family: Family,
}

impl Rule for GRule {
    fn info(&'static self) -> &'static Info {
        &self.info
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        find_chains(state, self.family, size, found)
    }
}

const G_WHIP: Family = Family { name: "g-whip", reach: Reach::Segments, ..WHIP };
const G_BRAID: Family = Family { name: "g-braid", continuous: false, loopless: false, ..G_WHIP };
const G_BIVALUE: Family = Family { name: "g-biv-chain", memory: Memory::Last, ..G_WHIP };

/// `g-whip`.
pub static WHIPS: GRule = GRule {
    info: Info {
        name: "g-whip",
        proves: "as whip; what follows may also be that a digit's place in a row, column or block is \
                 one of the three cells in which it crosses another house",
        source: "nrc-rules §B.10; PBCS §7.2",
        sizes: Some(2..=36),
        example: Example { ladder: "gW", puzzle: "?", step: "?" },
    },
    family: G_WHIP,
};

/// `g-braid`.
pub static BRAIDS: GRule = GRule {
    info: Info {
        name: "g-braid",
        proves: "as braid; right-linking objects may be g-candidates, as in g-whip",
        source: "nrc-rules §B.10; PBCS §7.3",
        // g-braids of one or two variables are g-whips (nrc-rules §C.4).
        sizes: Some(3..=36),
        example: Example { ladder: "gB", puzzle: "?", step: "?" },
    },
    family: G_BRAID,
};

/// `g-bivalue-chain`.
pub static BIVALUES: GRule = GRule {
    info: Info {
        name: "g-bivalue-chain",
        proves: "as bivalue-chain; right-linking objects may be g-candidates, and what the one just \
                 before excludes is ignored",
        source: "nrc-rules §B.9",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,g-bivalue-chain:2-20", puzzle: "?", step: "?" },
    },
    family: G_BIVALUE,
};

/// `typed-g-whip`.
pub static TYPED_WHIPS: GRule = GRule {
    info: Info {
        name: "typed-g-whip",
        proves: "as g-whip; all variables of one type",
        source: "nrc-rules §B.11",
        sizes: Some(2..=36),
        example: Example { ladder: "brt,whip:1,typed-g-whip:2-36", puzzle: "?", step: "?" },
    },
    family: Family { typed: true, ..G_WHIP },
};

/// `typed-g-braid`.
pub static TYPED_BRAIDS: GRule = GRule {
    info: Info {
        name: "typed-g-braid",
        proves: "as g-braid; all variables of one type",
        source: "nrc-rules §B.11",
        sizes: Some(3..=36),
        example: Example { ladder: "brt,whip:1,typed-g-braid:3-36", puzzle: "?", step: "?" },
    },
    family: Family { typed: true, ..G_BRAID },
};

/// `typed-g-bivalue-chain`.
pub static TYPED_BIVALUES: GRule = GRule {
    info: Info {
        name: "typed-g-bivalue-chain",
        proves: "as g-bivalue-chain; all variables of one type",
        source: "nrc-rules §B.9, §B.11",
        sizes: Some(2..=20),
        example: Example { ladder: "brt,typed-g-bivalue-chain:2-20", puzzle: "?", step: "?" },
    },
    family: Family { typed: true, ..G_BIVALUE },
};
