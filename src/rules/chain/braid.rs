//! Braids: nrc-rules §B.7, PBCS §5.3.
//!
//! As a whip, but each left-linking candidate may be linked to the target or to any previous right-linking
//! candidate. By the theorem of nrc-rules §C.1 a candidate has a braid exactly when asserting it and
//! playing singles ends in a contradiction.

use super::super::{Example, Findings, Info, Rule};
use super::{Family, WHIP, find_chains};
use crate::graph::{OutOfBudget, State};

/// `braid`; `typed-braid`, all variables of one type.
pub struct Braid {
    /// Whether all variables are of one type.
    pub typed: bool,
}

impl Rule for Braid {
    fn info(&self) -> &'static Info {
        if self.typed { &TYPED } else { &PLAIN }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let typed = self.typed;
        let family = Family { name: "braid", continuous: false, loopless: false, typed, ..WHIP };
        find_chains(state, family, size, found)
    }
}

static PLAIN: Info = Info {
    name: "braid",
    proves: "the target is false: if it were true, each right-linking candidate would follow \
             from it and any of the ones before, and the last variable would have no value",
    source: "nrc-rules §B.7; PBCS §5.3",
    // Braids of one or two variables are whips (nrc-rules §C.4).
    sizes: Some(3..=36),
    example: Example {
        ladder: "B",
        puzzle: "...4..7...5.18...66.9..2.....6..1..43......27...9......3261.4.88........9..2....1",
        step: "braid[3]: r3c9{n3 n5} - r3c4{n5 n7} - r3c5{n7 .} ==> r3c7≠3",
    },
};

static TYPED: Info = Info {
    name: "typed-braid",
    proves: "as braid; all variables are cells, or all are rows, or columns, or blocks of a digit",
    source: "nrc-rules §B.7, §B.11",
    sizes: Some(3..=36),
    example: Example {
        ladder: "brt,whip:1,typed-braid:3-36",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "braid-rn[3]: r8n3{c1 c6} - r2n3{c6 c7} - r6n3{c7 .} ==> r7c1≠3",
    },
};
