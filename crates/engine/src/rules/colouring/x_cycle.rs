//! X-cycles (gsf 2005): odd cycles of 1- and 3-edges, and of hinges as further 1-edges. They hold all of simple
//! and multiple colouring, skyscrapers, two-string kites, turbot fish, X-chains and the nice loops of one digit;
//! with hinges of blocks, empty rectangles.

use super::{Colouring, Hinges};
use crate::budget::OutOfBudget;
use crate::evidence::Implied;
use crate::graph::State;
use crate::grid::Cells;
use crate::rule::{Findings, Info, Rule, info};
use crate::rules::of_digit;

/// Odd cycles of one digit.
pub struct XCycle {
    info: &'static Info,
    hinges: Hinges,
}

const fn x_cycle(rule: &str, hinges: Hinges) -> XCycle {
    XCycle { info: info(rule), hinges }
}

/// Without hinges.
pub static X_CYCLE: XCycle = x_cycle("x-cycle", Hinges::None);
/// With empty rectangles.
pub static X_CYCLE_ER: XCycle = x_cycle("x-cycle-er", Hinges::EmptyRectangle);
/// With hinges of blocks.
pub static X_CYCLE_HINGE: XCycle = x_cycle("x-cycle-hinge", Hinges::Blocks);
/// With hinges of all houses.
pub static X_CYCLE_GENERAL: XCycle = x_cycle("x-cycle-general", Hinges::Houses);

impl Rule for XCycle {
    fn info(&'static self) -> &'static Info {
        self.info
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let grid = state.grid();
        let mut graph = Colouring::new(self.hinges);
        for digit in 0..9 {
            graph.set(grid.open_plane(digit));
            for cell in graph.falsified() {
                let targets = of_digit(digit, Cells::of(cell));
                // All edges of the second kind are houses.
                let no_other = |_| Implied::Strong;
                found.eliminate(&targets, || graph.because(digit, cell, no_other));
            }
        }
        Ok(())
    }
}
