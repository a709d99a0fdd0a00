//! g-whips and g-braids: nrc-rules §B.8, §B.10, PBCS chapter 7.
//!
//! As whips and braids, but a right-linking object may be a *g-candidate*: the candidates of a digit in the
//! three cells where a row or column crosses a block. It excludes what is linked to all three cells. By
//! the theorem of nrc-rules §C.1 a candidate has a g-braid exactly when asserting it and playing singles
//! and locked candidates ends in a contradiction.

use super::super::{Example, Findings, Info, Rule};
use super::{Family, WHIP, find_chains};
use crate::graph::{OutOfBudget, Reach, State};

/// `g-whip`.
pub struct GWhip;
/// `g-braid`.
pub struct GBraid;

const G_WHIP: Family = Family { name: "g-whip", reach: Reach::Segments, ..WHIP };

impl Rule for GWhip {
    fn info(&self) -> &'static Info {
        &Info {
            name: "g-whip",
            proves: "as whip; what follows may also be that a digit's place in a row, column or block \
                     is one of the three cells in which it crosses another house",
            source: "nrc-rules §B.10; PBCS §7.2",
            sizes: Some(2..=36),
            example: Example {
                ladder: "gW",
                puzzle: "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...",
                step: "?",
            },
        }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        find_chains(state, G_WHIP, size, found)
    }
}

impl Rule for GBraid {
    fn info(&self) -> &'static Info {
        &Info {
            name: "g-braid",
            proves: "as braid; right-linking objects may be g-candidates, as in g-whip",
            source: "nrc-rules §B.10; PBCS §7.3",
            // g-braids of one or two variables are g-whips (nrc-rules §C.4).
            sizes: Some(3..=36),
            example: Example {
                ladder: "gB",
                puzzle: "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...",
                step: "?",
            },
        }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let family = Family { name: "g-braid", continuous: false, loopless: false, ..G_WHIP };
        find_chains(state, family, size, found)
    }
}
