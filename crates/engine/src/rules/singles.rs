//! BRT, the basic resolution theory: naked and hidden singles and direct contradictions (docs/theory.md,
//! "BRT"). Asserting a value removes the candidates linked to it (ECP); those removals belong to the
//! assertion and are not counted as eliminations.
//!
//! Some singles also have rules by their players' names: full house, last digit, hidden single in a block or
//! in a line.
//!
//! The rules of this file serve users and traces. Ratings run [`crate::grid::exhaust`], which plays the same
//! game (all naked singles of a state at once, hidden ones when there are none) without leaving the board; a
//! test compares the two.

use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{
    Candidate, Cell, Cells, Digit, Grid, House, HouseKind, alone_in_some_house, notation::Variable,
};
use crate::rule::Findings;
use crate::state::State;

/// Finds contradictions: a cell without digit, a house without place for a digit, a cell that is the only
/// place for two.
pub(super) fn contradictions(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let (once, _) = grid.once_twice();
    for cell in !once {
        found.contradict(|| empty(Variable::Cell(cell)));
    }
    for digit in Digit::all() {
        for house in House::all() {
            if !house.cells().intersects(grid.plane(digit)) {
                let variable = Variable::In(house, digit);
                found.contradict(|| empty(variable));
            }
        }
    }
    for cell in clashes(grid) {
        let (variable, clash) = (Variable::Cell(cell), || clash(grid, cell));
        found.contradict(|| Evidence::Contradiction { variable, clash: clash() });
    }
    Ok(())
}

/// Finds cells with one digit left.
pub(super) fn naked(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let (once, twice) = grid.once_twice();
    for digit in Digit::all() {
        for cell in (once - twice) & grid.open_plane(digit) {
            let variable = Variable::Cell(cell);
            found.assert(Candidate::new(digit, cell), || Evidence::Single { variable });
        }
    }
    Ok(())
}

/// Finds digits with one cell left in a row, column or block.
pub(super) fn hidden(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in Digit::all() {
        for cell in hidden_singles(grid, digit) {
            let single = Candidate::new(digit, cell);
            found.assert(single, || Evidence::Single { variable: hidden_in(grid, single) });
        }
    }
    Ok(())
}

/// Kind of house, as players' names for hidden singles distinguish them.
#[derive(Clone, Copy)]
pub(super) enum SingleIn {
    /// A house that has no other empty cell.
    FullHouse,
    /// A block that has other empty cells.
    Block,
    /// A row or column that has other empty cells.
    Line,
}

/// Finds digits with one cell left in a house of this kind.
pub(super) fn in_house(kind: SingleIn, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in Digit::all() {
        for cell in hidden_singles(grid, digit) {
            let is_so = |&house: &House| {
                let (is_last, is_block) =
                    ((house.cells() - grid.placed()).len() == 1, house.kind() == HouseKind::Block);
                is_alone(grid, house, digit)
                    && match kind {
                        SingleIn::FullHouse => is_last,
                        SingleIn::Block => is_block && !is_last,
                        SingleIn::Line => !is_block && !is_last,
                    }
            };
            if let Some(house) = cell.houses().into_iter().find(is_so) {
                let variable = Variable::In(house, digit);
                found.assert(Candidate::new(digit, cell), || Evidence::Single { variable });
            }
        }
    }
    Ok(())
}

/// Finds the last place of each digit that has eight values.
pub(super) fn last_digits(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in Digit::all().filter(|&digit| (grid.plane(digit) & grid.placed()).len() == 8) {
        for cell in hidden_singles(grid, digit) {
            let single = Candidate::new(digit, cell);
            found.assert(single, || Evidence::Single { variable: hidden_in(grid, single) });
        }
    }
    Ok(())
}

fn empty(variable: Variable) -> Evidence {
    Evidence::Contradiction { variable, clash: Vec::new() }
}

/// Lists the digits for which the cell is the only place in a house. Each digit is listed with the first such
/// house.
fn clash(grid: &Grid, cell: Cell) -> Vec<Variable> {
    let singles = Digit::all().filter(|&digit| hidden_singles(grid, digit).contains(cell));
    singles.map(|digit| hidden_in(grid, Candidate::new(digit, cell))).collect()
}

/// Returns the variable for which a candidate is a hidden single: its digit in the first of its houses that
/// has no other place for the digit.
pub(super) fn hidden_in(grid: &Grid, Candidate { digit, cell }: Candidate) -> Variable {
    let alone = |&house: &House| is_alone(grid, house, digit);
    let house = cell.houses().into_iter().find(alone).unwrap_or_default();
    Variable::In(house, digit)
}

/// Whether the house has exactly one place for the digit.
fn is_alone(grid: &Grid, house: House, digit: Digit) -> bool {
    (house.cells() & grid.plane(digit)).len() == 1
}

/// Returns the undecided cells that are the only place for `digit` in a house.
pub(super) fn hidden_singles(grid: &Grid, digit: Digit) -> Cells {
    alone_in_some_house(grid.plane(digit)).0 - grid.placed()
}

/// Returns all naked singles of the grid and the hidden singles of the `stale` digits; `None` if a
/// contradiction shows: a cell without digit or with two singles, or a stale digit without place in a house.
pub(super) fn all_singles(grid: &Grid, stale: u16) -> Option<[Cells; 9]> {
    let (once, twice) = grid.once_twice();
    let naked = once - twice - grid.placed();
    let mut singles = [Cells::EMPTY; 9];
    for digit in Digit::all() {
        singles[digit] = grid.plane(digit) & naked;
        if stale >> digit.index() & 1 != 0 {
            let (alone, full) = alone_in_some_house(grid.plane(digit));
            if !full {
                return None;
            }
            singles[digit] |= alone - grid.placed();
        }
    }
    (once == Cells::ALL && overlap(&singles).is_empty()).then_some(singles)
}

/// Returns the undecided cells that are the only place for two digits.
pub(super) fn clashes(grid: &Grid) -> Cells {
    overlap(&std::array::from_fn(|digit| hidden_singles(grid, Digit::new(digit))))
}

fn overlap(sets: &[Cells; 9]) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for &set in sets {
        twice |= once & set;
        once |= set;
    }
    twice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::grid::{Progress, exhaust, exhaust_full_houses_first, parse_puzzle};
    use crate::play::{Player, SizedRule, play};
    use crate::rules::{brt, find_rule};

    /// Player of the rules of the table alone; counts the candidates that each places.
    #[derive(Default)]
    struct ByTheRules([u32; 4]);

    impl Player for ByTheRules {
        fn found(&mut self, at: usize, _: &State, found: &mut Findings) {
            self.0[at] += found.asserted.len() as u32;
        }

        fn singles(&mut self, _: &mut State) -> Within<Progress> {
            Ok(Progress::Open)
        }
    }

    /// Plays as the naive twin of [`exhaust`], or with full houses as that of [`exhaust_full_houses_first`].
    fn by_the_rules(clues: &[Cells; 9], full_houses: bool) -> (Progress, [u32; 3], Grid) {
        let mut state = State::new();
        state.reset(&Grid::from_clues(clues), None, Budget(u64::MAX));
        let mut rules: Vec<SizedRule> = brt().map(|rule| (rule, 0)).collect();
        rules.insert(1, (find_rule("full-house").unwrap(), 0));
        if !full_houses {
            rules.remove(1);
        }
        let (mut found, mut player) = (Findings::default(), ByTheRules::default());
        let progress = play(&rules, &mut state, &mut found, &mut player).unwrap();
        let [_, a, b, c] = player.0;
        (progress, if full_houses { [a, b, c] } else { [0, a, b] }, *state.grid())
    }

    /// Exhausting equals its naive twin on puzzles of the embedded collection, with clues removed or changed
    /// so that some have no solution.
    #[test]
    fn exhausting_equals_its_naive_twin() {
        let text = include_str!("../../../../datasets/random-10k.txt");
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
            let mut ours = [Grid::from_clues(&clues); 2];
            let (progress, [naked, hidden]) = exhaust(&mut ours[0]);
            let ends_so = [(progress, [0, naked, hidden]), exhaust_full_houses_first(&mut ours[1])];
            for full_houses in [false, true] {
                let at = usize::from(full_houses);
                let (expected, placed, end) = by_the_rules(&clues, full_houses);
                assert_eq!(ends_so[at].0, expected, "{}", String::from_utf8_lossy(&line));
                if progress != Progress::Contradiction {
                    assert_eq!((ends_so[at].1, ours[at]), (placed, end));
                }
            }
            ends[progress as usize] += 1;
        }
        assert!(ends.iter().all(|&cases| cases > 100), "{ends:?}");
    }
}
