//! X-cycles (gsf 2005): odd cycles of 1- and 3-edges, and of hinges as further 1-edges. They hold all of simple
//! and multiple colouring, skyscrapers, two-string kites, turbot fish, X-chains and the nice loops of one digit;
//! with hinges of blocks, empty rectangles.

use super::{Colouring, Hinges};
use crate::budget::OutOfBudget;
use crate::evidence::Implied;
use crate::graph::State;
use crate::grid::Cells;
use crate::rule::{Example, Findings, Info, Rule};
use crate::rules::of_digit;

/// Odd cycles of one digit.
pub struct XCycle {
    info: Info,
    hinges: Hinges,
}

const SOURCE: &str = "gsf 2005";

/// The rule with these hinges; its example's ladder, puzzle and step.
const fn x_cycle(
    name: &'static str,
    hinges: Hinges,
    proves: &'static str,
    [ladder, puzzle, step]: [&'static str; 3],
) -> XCycle {
    let example = Example { ladder, puzzle, step };
    XCycle { info: Info { name, proves, source: SOURCE, sizes: None, example }, hinges }
}

/// `x-cycle`.
pub static X_CYCLE: XCycle = x_cycle(
    "x-cycle",
    Hinges::None,
    "a digit is not in a cell if it were false there by going round an odd cycle: by turns to a cell \
     of the same house, false, and to the only other place of a house, true",
    [
        "LC+X",
        "6..8352.9.89.......5219..8.92..8.7.383.9..4..41..23896.983.........7893...3.591.8",
        "x-cycle 4 [79]-[39][36]-[25][75]- => [79]-[25][75]- ==> r7c9≠4",
    ],
);
/// `x-cycle-er`.
pub static X_CYCLE_ER: XCycle = x_cycle(
    "x-cycle-er",
    Hinges::EmptyRectangle,
    "as x-cycle; also from a cell to one in another house if together they see, one along its row, \
     the other along its column, all places of a block (empty rectangle)",
    [
        "brt,lc,x-cycle-er",
        "....1.2..4...3..6.2....4..7.7...8.36.......9.3.1.9.....5..........82.5.3.4...36..",
        "x-cycle 7 [16]-[83][86]-, hinge b1: [16]-[83] ==> r1c6≠7",
    ],
);
/// `x-cycle-hinge`.
pub static X_CYCLE_HINGE: XCycle = x_cycle(
    "x-cycle-hinge",
    Hinges::Blocks,
    "as x-cycle; also from a cell to one in another house if together they see, each along a row or \
     column, all places of a block (box hinge)",
    [
        "LC+X+hinge",
        "....1.2..4...3..6.2....4..7.7...8.36.......9.3.1.9.....5..........82.5.3.4...36..",
        "x-cycle 7 [64]-[24][23]-[83][86]- => [64]-[83][86]-, hinge b2: [86]-[64] ==> r6c4≠7",
    ],
);
/// `x-cycle-general`.
pub static X_CYCLE_GENERAL: XCycle = x_cycle(
    "x-cycle-general",
    Hinges::Houses,
    "as x-cycle; also from a cell to one in another house if together they see all places of some \
     row, column or block",
    [
        "brt,lc,x-cycle-general",
        "....1.4.3.5.2...9..7...9.........5..1...97..45.3.2.7.6..4...6.......1.3.7..3..8..",
        "x-cycle 7 [18][14][25]-, hinge r7: [25]-[18] ==> r1c8≠7",
    ],
);

impl Rule for XCycle {
    fn info(&'static self) -> &'static Info {
        &self.info
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
