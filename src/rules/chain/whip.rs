//! Whips (zt-whips, nrczt-whips): nrc-rules §B.6, PBCS §5.2.
//!
//! From a target Z: variables V1…Vn with left-linking candidates Lk linked to the right-linking candidate
//! just before (L1 to Z), each Rk the only candidate of Vk not linked to Z or a previous R, and Vn left
//! with none. If Z were true, R1, R2, … would be true in turn, and Vn would have no value.

use super::super::{Example, Findings, Info, Rule, locked::find_locked};
use super::{Family, WHIP, find_chains};
use crate::graph::{OutOfBudget, State};

/// `whip`, as rated in the published classifications: no left-linking candidate twice. With `loops`,
/// `whip-loops`: the textbook definition, which lets them repeat.
pub struct Whip {
    /// Whether left-linking candidates may repeat.
    pub loops: bool,
}

impl Rule for Whip {
    fn info(&self) -> &'static Info {
        if self.loops { &WHIP_LOOPS } else { &PLAIN }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        if size == 1 {
            find_locked(state.grid(), found);
            return Ok(());
        }
        let name = if self.loops { "whip-loops" } else { "whip" };
        let family = Family { name, loopless: !self.loops, ..WHIP };
        find_chains(state, family, size, found)
    }
}

/// `typed-whip`: whips all of whose variables are of one type, printed as `whip-rc`, `whip-rn`, `whip-cn` and
/// `whip-bn`. The four types stand on the same rung and are applied together, so that a rating does not
/// change when rows and columns are exchanged.
pub struct TypedWhip;

impl Rule for TypedWhip {
    fn info(&self) -> &'static Info {
        &Info {
            name: "typed-whip",
            proves: "as whip; all variables are cells, or all are rows, or columns, or blocks of a digit",
            source: "nrc-rules §B.11; seed 003 (2D chains)",
            sizes: Some(2..=36),
            example: Example {
                ladder: "TyW",
                puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
                step: "whip-rn[3]: r2n1{c5 c9} - r2n8{c9 c2} - r3n8{c2 .} ==> r3c6≠1",
            },
        }
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let family = Family { typed: true, ..WHIP };
        find_chains(state, family, size, found)
    }
}

static PLAIN: Info = Info {
    name: "whip",
    proves: "the target is false: if it were true, each right-linking candidate would follow from \
             it and the ones before, and the last variable would have no value",
    source: "nrc-rules §B.6 (loopless); PBCS §5.2; seed 003 (nrczt-chains and lassos)",
    sizes: Some(1..=36),
    example: Example {
        ladder: "W",
        puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
        step: "whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1",
    },
};

static WHIP_LOOPS: Info = Info {
    name: "whip-loops",
    proves: "as whip; a left-linking candidate may occur twice",
    source: "nrc-rules §B.6.1, the definition of PBCS §5.2 to the letter",
    sizes: Some(1..=36),
    example: Example {
        ladder: "brt,whip-loops:1-36",
        puzzle: "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......",
        step: "whip-loops[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1",
    },
};
