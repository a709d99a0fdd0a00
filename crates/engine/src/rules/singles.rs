//! BRT, the basic resolution theory: naked and hidden singles and direct contradictions (docs/theory.md,
//! "BRT"). Asserting a value removes the candidates linked to it (ECP); those removals belong to the
//! assertion and are not counted as eliminations.
//!
//! A full house, the last place of a digit, a hidden single in a block or in a line: some singles by the
//! names that players have for them.
//!
//! The rules stand in the table for users and for traces. Ratings run [`crate::grid::exhaust`], which plays
//! the same game (all naked singles of a state at once, hidden ones when there are none) without leaving the
//! board; a test holds the two against each other.

use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{Candidate, Cells, Grid, HOUSES, alone_in_some_house, houses_of, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// A cell without digit, a house without place for a digit, a cell that is the only place for two.
pub(super) fn contradictions(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let (once, _) = grid.once_twice();
    for cell in !once {
        found.contradict(|| empty(Variable::Cell(cell as u8)));
    }
    for digit in 0..9 {
        for (house, &cells) in HOUSES.iter().enumerate() {
            if !cells.intersects(grid.plane(digit)) {
                let variable = Variable::of_house(house, digit);
                found.contradict(|| empty(variable));
            }
        }
    }
    for cell in clashes(grid) {
        let (variable, clash) = (Variable::Cell(cell as u8), || clash(grid, cell));
        found.contradict(|| Evidence::Contradiction { variable, clash: clash() });
    }
    Ok(())
}

/// A cell with one digit left.
pub(super) fn naked(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let (once, twice) = grid.once_twice();
    for digit in 0..9 {
        for cell in (once - twice) & grid.open_plane(digit) {
            let variable = Variable::Cell(cell as u8);
            found.assert(Candidate::new(digit, cell), || Evidence::Single { variable });
        }
    }
    Ok(())
}

/// A digit with one cell left in a row, column or block.
pub(super) fn hidden(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in 0..9 {
        for cell in hidden_singles(grid, digit) {
            let single = Candidate::new(digit, cell);
            found.assert(single, || Evidence::Single { variable: hidden_in(grid, single) });
        }
    }
    Ok(())
}

/// What a house is to a hidden single, by the names that distinguish them.
#[derive(Clone, Copy)]
pub(super) enum HouseKind {
    LastCell,
    /// A block that has other empty cells.
    Block,
    /// A row or column that has other empty cells.
    Line,
}

/// A digit with one cell left in a house of this kind.
pub(super) fn in_house(kind: HouseKind, state: &mut State, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in 0..9 {
        for cell in hidden_singles(grid, digit) {
            let is_so = |&house: &usize| {
                let (is_last, is_block) = ((HOUSES[house] - grid.placed()).len() == 1, house >= 18);
                is_alone(grid, house, digit)
                    && match kind {
                        HouseKind::LastCell => is_last,
                        HouseKind::Block => is_block && !is_last,
                        HouseKind::Line => !is_block && !is_last,
                    }
            };
            if let Some(house) = houses_of(cell).into_iter().find(is_so) {
                let variable = Variable::of_house(house, digit);
                found.assert(Candidate::new(digit, cell), || Evidence::Single { variable });
            }
        }
    }
    Ok(())
}

/// The place left of a digit that stands in eight.
pub(super) fn last_digits(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for digit in (0..9).filter(|&digit| (grid.plane(digit) & grid.placed()).len() == 8) {
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

/// The digits that have no other place than the cell, each in the first house where it is so.
fn clash(grid: &Grid, cell: usize) -> Vec<Variable> {
    let singles = (0..9).filter(|&digit| hidden_singles(grid, digit).contains(cell));
    singles.map(|digit| hidden_in(grid, Candidate::new(digit, cell))).collect()
}

/// Where it is a hidden single: its digit in the first of its houses that has no other place for it.
pub(super) fn hidden_in(grid: &Grid, Candidate { digit, cell }: Candidate) -> Variable {
    let alone = |&house: &usize| is_alone(grid, house, digit as usize);
    let house = houses_of(cell as usize).into_iter().find(alone).unwrap_or_default();
    Variable::of_house(house, digit as usize)
}

/// Whether the house has one place for the digit.
fn is_alone(grid: &Grid, house: usize, digit: usize) -> bool {
    (HOUSES[house] & grid.plane(digit)).len() == 1
}

/// The undecided cells that are the only place for `digit` in a house.
pub(super) fn hidden_singles(grid: &Grid, digit: usize) -> Cells {
    alone_in_some_house(grid.plane(digit)).0 - grid.placed()
}

/// All naked singles of the grid and the hidden ones of the `stale` digits; nothing if a contradiction shows:
/// a cell without digit or with two of them, or a stale digit without place in a house.
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

    /// Plays the rules of the table, and nothing else: what each has placed.
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

    /// The naive twin of [`exhaust`], or with full houses that of [`exhaust_full_houses_first`].
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

    /// Puzzles of the embedded collection, with clues taken away or changed so that some have no solution.
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
