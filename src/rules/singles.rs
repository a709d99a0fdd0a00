//! BRT, the basic resolution theory: naked and hidden singles and direct contradictions
//! (nrc-rules §A.2). Asserting a value removes the candidates linked to it (ECP); those removals belong
//! to the assertion and are not counted as eliminations.
//!
//! The three rules stand in the table for users and for traces. Ratings run [`exhaust`], which plays the
//! same game (all naked singles of a state at once, hidden ones when there are none) without leaving the
//! board; a test holds the two against each other.

use super::{Example, Findings, Info, Rule};
use crate::graph::{OutOfBudget, State};
use crate::grid::notation::{cell_name, house_kind, house_name};
use crate::grid::{Candidate, Cells, Grid, HOUSES, alone_in_some_house};

/// A cell without digit or a house without place for a digit.
pub struct Contradiction;
/// A cell with one digit left.
pub struct NakedSingle;
/// A digit with one cell left in a row, column or block.
pub struct HiddenSingle;

impl Rule for Contradiction {
    fn info(&self) -> &'static Info {
        &Info {
            name: "contradiction",
            proves: "the state has no solution: a cell has no candidate left, a digit has no place \
                     left in a house, or a cell is the only place for two digits",
            source: "nrc-rules §A.2 (CD)",
            sizes: None,
            example: Example {
                ladder: "brt",
                puzzle: "12345678.........9...............................................................",
                step: "contradiction in r1c9 ==> no solution",
            },
        }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let grid = state.grid();
        let (once, _) = grid.once_twice();
        for cell in !once {
            found.contradict(|| format!("contradiction in {}", cell_name(cell)));
        }
        for digit in 0..9 {
            for (house, &cells) in HOUSES.iter().enumerate() {
                if !cells.intersects(grid.plane(digit)) {
                    let name = || format!("contradiction in {}n{}", house_name(house), digit + 1);
                    found.contradict(name);
                }
            }
        }
        let hidden: [Cells; 9] = std::array::from_fn(|digit| hidden_singles(grid, digit));
        for cell in overlap(&hidden) {
            found.contradict(|| format!("contradiction in {}", cell_name(cell)));
        }
        Ok(())
    }
}

impl Rule for NakedSingle {
    fn info(&self) -> &'static Info {
        &Info {
            name: "naked-single",
            proves: "a cell that can hold only one digit holds it",
            source: "nrc-rules §A.2 (Single, rc)",
            sizes: None,
            example: Example {
                ladder: "brt",
                puzzle: "12345678.........................................................................",
                step: "naked-single ==> r1c9=9",
            },
        }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let grid = state.grid();
        let (once, twice) = grid.once_twice();
        for digit in 0..9 {
            for cell in (once - twice) & grid.open_plane(digit) {
                found.assert(Candidate::new(digit, cell), || "naked-single".to_string());
            }
        }
        Ok(())
    }
}

impl Rule for HiddenSingle {
    fn info(&self) -> &'static Info {
        &Info {
            name: "hidden-single",
            proves: "a digit that has only one place in a row, column or block stands there",
            source: "nrc-rules §A.2 (Single, rn, cn, bn)",
            sizes: None,
            example: Example {
                ladder: "brt",
                puzzle: "...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361",
                step: "hidden-single-in-a-row ==> r2c6=9",
            },
        }
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let grid = state.grid();
        for digit in 0..9 {
            for cell in hidden_singles(grid, digit) {
                let kind = || {
                    let alone = |&house: &usize| (HOUSES[house] & grid.plane(digit)).len() == 1;
                    let house = crate::grid::houses_of(cell).into_iter().find(alone);
                    format!("hidden-single-in-a-{}", house.map_or("house", house_kind))
                };
                found.assert(Candidate::new(digit, cell), kind);
            }
        }
        Ok(())
    }
}

/// The undecided cells that are the only place for `digit` in a house.
fn hidden_singles(grid: &Grid, digit: usize) -> Cells {
    alone_in_some_house(grid.plane(digit)).0 - grid.placed()
}

/// The cells in two or more of the sets.
fn overlap(sets: &[Cells; 9]) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for &set in sets {
        twice |= once & set;
        once |= set;
    }
    twice
}

/// How a run of singles ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Every cell is decided.
    Solved,
    /// No single is left, some cells are undecided.
    Open,
    /// There is no solution.
    Contradiction,
}

/// Plays singles until there are none left. Returns how it ended and how many naked and how many
/// hidden singles were placed.
#[inline]
pub fn exhaust(grid: &mut Grid) -> (Progress, [u32; 2]) {
    let mut placements = [0, 0];
    // Digits whose plane has changed since their hidden singles were last looked for.
    let mut stale = 0x1ffu16;
    loop {
        let (once, twice) = grid.once_twice();
        if once != Cells::ALL {
            return (Progress::Contradiction, placements);
        }
        let naked = !twice - grid.placed();
        let mut values = [Cells::EMPTY; 9];
        if !naked.is_empty() {
            placements[0] += naked.len() as u32;
            for digit in 0..9 {
                values[digit] = grid.planes[digit] & naked;
            }
        } else if grid.placed() == Cells::ALL {
            return (Progress::Solved, placements);
        } else {
            let is_due = |&digit: &usize| {
                stale >> digit & 1 != 0 && !grid.planes[digit].is_subset(grid.placed())
            };
            for digit in (0..9).filter(is_due) {
                let (alone, full) = alone_in_some_house(grid.planes[digit]);
                if !full {
                    return (Progress::Contradiction, placements);
                }
                values[digit] = alone - grid.placed();
            }
            stale = 0;
            let count: usize = values.iter().map(|cells| cells.len()).sum();
            if count == 0 {
                return (Progress::Open, placements);
            }
            if !overlap(&values).is_empty() {
                return (Progress::Contradiction, placements);
            }
            placements[1] += count as u32;
        }
        stale |= grid.place_all(&values);
    }
}
