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
        for cell in clashes(grid) {
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

/// All naked singles of the grid and the hidden ones of the `stale` digits; nothing if a contradiction shows: a cell
/// without digit or with two of them, or a stale digit without place in a house.
pub(super) fn all_singles(grid: &Grid, stale: u16) -> Option<[Cells; 9]> {
    let (once, twice) = grid.once_twice();
    let naked = once - twice - grid.placed();
    let mut singles = [Cells::EMPTY; 9];
    for digit in 0..9 {
        singles[digit] = grid.plane(digit) & naked;
        if stale >> digit & 1 != 0 {
            let (alone, full) = alone_in_some_house(grid.plane(digit));
            if !full {
                return None;
            }
            singles[digit] |= alone - grid.placed();
        }
    }
    (once == Cells::ALL && overlap(&singles).is_empty()).then_some(singles)
}

/// The undecided cells that are the only place for two digits.
pub(super) fn clashes(grid: &Grid) -> Cells {
    overlap(&std::array::from_fn(|digit| hidden_singles(grid, digit)))
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
            // A digit with nine decided cells has no single left. (With fewer and none undecided it has a
            // house without it, which is found below.)
            let is_due = |&digit: &usize| {
                let plane = grid.planes[digit];
                stale >> digit & 1 != 0 && !(plane.is_subset(grid.placed()) && plane.len() == 9)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::parse_puzzle;

    /// The naive twin of [`exhaust`]: the rules of the table, one after the other.
    fn by_the_rules(clues: &[Cells; 9]) -> (Progress, Grid) {
        let mut state = State::new();
        state.reset(&Grid::from_clues(clues), None, crate::graph::Budget(u64::MAX));
        loop {
            let mut found = Findings::default();
            for rule in [&Contradiction as &dyn Rule, &NakedSingle, &HiddenSingle] {
                rule.find(&mut state, 0, &mut found).unwrap();
                if found.any() {
                    break;
                }
            }
            match found {
                Findings { contradiction: true, .. } => {
                    return (Progress::Contradiction, *state.grid());
                }
                Findings { firings: 0, .. } => {
                    let solved = state.grid().is_solved();
                    let progress = if solved { Progress::Solved } else { Progress::Open };
                    return (progress, *state.grid());
                }
                _ => {
                    state.grid_mut().place_all(&found.asserted.0);
                }
            }
        }
    }

    /// Puzzles of the embedded collection, with clues taken away or changed so that some have no solution.
    #[test]
    fn exhausting_equals_its_naive_twin() {
        let text = include_str!("../../datasets/random-10k.txt");
        let mut ends = [0; 3];
        for (k, line) in text.lines().take(3000).enumerate() {
            let mut line = line.as_bytes().to_vec();
            for (at, byte) in line.iter_mut().enumerate() {
                match (k + 31 * at) % 97 {
                    n if n < k % 5 => *byte = b'1' + ((k + at) % 9) as u8,
                    n if n < k % 11 => *byte = b'.',
                    _ => {}
                }
            }
            let clues = parse_puzzle(&line).unwrap();
            let mut grid = Grid::from_clues(&clues);
            let progress = exhaust(&mut grid).0;
            let (expected, end) = by_the_rules(&clues);
            assert_eq!(progress, expected, "{}", String::from_utf8_lossy(&line));
            if progress != Progress::Contradiction {
                assert_eq!(grid, end);
            }
            ends[progress as usize] += 1;
        }
        assert!(ends.iter().all(|&cases| cases > 100), "{ends:?}");
    }
}
