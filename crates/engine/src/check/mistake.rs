//! The mistakes of a puzzle or state without a solution, by cell, and the fewest digits to leave out.
//!
//! If the digits of the givens have one solution, each placed digit and each deleted candidate is compared
//! with it. The same is done with all digits, if only the deleted candidates are at fault. Otherwise the
//! mistakes are what shows in the state (a digit twice in a house, a cell or a house with nothing left),
//! and the smallest sets of digits without which there is a solution.

use crate::brute::solutions_within;
use crate::budget::{Budget, Within};
use crate::grid::{Cell, Cells, Digit, Grid, House, Puzzle};
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter, Result};

/// Largest number of digits that are left out together.
const MOST: usize = 4;

/// Most sets of digits that are listed, and most mistakes that a text names.
const LISTED: usize = 20;
const NAMED: usize = 3;

/// One mistake. Its text names it by cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A digit stands twice in a house.
    Twice {
        /// The two cells.
        cells: [Cell; 2],
        /// Their digit.
        digit: Digit,
        /// The first house with both.
        house: House,
    },
    /// A cell has no candidate left.
    NoDigit(Cell),
    /// A digit has no place left in a house.
    NoPlace(House, Digit),
    /// A placed digit differs from the solution of the givens.
    Placed {
        /// The cell.
        cell: Cell,
        /// Its digit.
        digit: Digit,
        /// The digit of the solution.
        right: Digit,
    },
    /// A candidate was removed that is in the solution of the digits.
    Removed(Cell, Digit),
}

impl Display for Mistake {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let number = Digit::number;
        match *self {
            Mistake::Twice { cells: [a, b], digit, house } => {
                write!(f, "{a} and {b} are both {} ({})", number(digit), house.in_words())
            }
            Mistake::NoDigit(cell) => write!(f, "{cell} has no candidate left"),
            Mistake::NoPlace(house, digit) => {
                write!(f, "{} has no place for {}", house.in_words(), number(digit))
            }
            Mistake::Placed { cell, digit, right } => {
                let [digit, right] = [digit, right].map(number);
                write!(f, "{cell}={digit} cannot be: the givens say {right}")
            }
            Mistake::Removed(cell, digit) => {
                write!(f, "candidate {} of {cell} was removed, and is needed", number(digit))
            }
        }
    }
}

/// The smallest sets of digits without which there is a solution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Removals {
    /// The sets, all of one size, in the order of their cells; at most 20. Givens are in none of them, if the
    /// givens are known and have a solution.
    pub sets: Vec<Vec<(Cell, Digit)>>,
    /// Whether the search came to an end within its budget, so that no smaller set exists, and all sets of
    /// this size are listed if there are fewer than 20.
    pub is_proved: bool,
}

/// Mistakes of a puzzle that has no solution. Their text is one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes<M = Mistake> {
    /// The mistakes, in the order of their cells.
    pub found: Vec<M>,
    /// The smallest sets of digits to leave out; empty if the found mistakes say which digits are wrong, if
    /// the removed candidates are at fault, or if no set of up to four digits is enough.
    pub removals: Removals,
}

impl<M> Default for Mistakes<M> {
    fn default() -> Mistakes<M> {
        Mistakes { found: Vec::new(), removals: Removals::default() }
    }
}

impl<M: Display> Display for Mistakes<M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut parts: Vec<String> = self.found.iter().take(NAMED).map(M::to_string).collect();
        if let Some(others) = self.found.len().checked_sub(NAMED).filter(|&others| others > 0) {
            parts.push(format!("and {others} more"));
        }
        let set = |set: &Vec<(Cell, Digit)>| {
            let digits = set.iter().map(|(cell, digit)| format!("{cell}={}", digit.number()));
            format!("without {}", digits.collect::<Vec<_>>().join(" and "))
        };
        let sets: Vec<String> = self.removals.sets.iter().take(NAMED).map(set).collect();
        if !sets.is_empty() {
            let more = if self.removals.sets.len() > NAMED { ", or others" } else { "" };
            parts.push(format!("it has a solution {}{more}", sets.join(", or ")));
        }
        f.write_str(&parts.join("; "))
    }
}

/// Whether a digit stands twice in a house.
pub fn contradict(clues: &[Cells; 9]) -> bool {
    clues.iter().any(|&cells| cells.into_iter().any(|cell| cell.peers().intersects(cells)))
}

/// Finds the mistakes of a puzzle, within a budget of guesses; `None` if it has a solution, or if the
/// budget does not decide whether it has.
pub fn mistakes(puzzle: &Puzzle, budget: u64) -> Option<Mistakes> {
    let mut budget = Budget(budget);
    if solutions_within(&puzzle.grid(), 1, &mut budget).ok()?.0 > 0 {
        return None;
    }
    Some(explained(puzzle, &mut budget))
}

/// Finds the mistakes of a puzzle that has no solution.
fn explained(puzzle: &Puzzle, budget: &mut Budget) -> Mistakes {
    let grid = puzzle.grid();
    let mut kept = Cells::EMPTY;
    if let Puzzle::State(state) = puzzle {
        for digits in [state.clues(), state.values()] {
            if let Some(solution) = only(&digits, budget) {
                return Mistakes { found: against(&grid, &solution), removals: Removals::default() };
            }
        }
        if state.given() != grid.placed && PLAIN.is_so(&state.clues(), budget) == Ok(true) {
            kept = state.given();
        }
    }
    let values = match puzzle {
        Puzzle::Clues(clues) => *clues,
        Puzzle::Sukaku(_) => [Cells::EMPTY; 9],
        Puzzle::State(state) => state.values(),
    };
    Mistakes { found: shown(&grid, &values), removals: removals(&values, kept, PLAIN, budget) }
}

/// Returns the only solution of some digits, if there is one and no more.
fn only(digits: &[Cells; 9], budget: &mut Budget) -> Option<Grid> {
    match solutions_within(&Grid::from_clues(digits), 2, budget) {
        Ok((1, solution)) => solution,
        _ => None,
    }
}

/// Returns where a state differs from a solution.
fn against(grid: &Grid, solution: &Grid) -> Vec<Mistake> {
    let right = |cell: Cell| Digit::lowest(solution.digits_of(cell));
    let differs = |cell: Cell| !grid.plane(right(cell)).contains(cell);
    let mistake = |cell: Cell| match grid.placed.contains(cell) {
        true => {
            let digit = Digit::lowest(grid.digits_of(cell));
            Mistake::Placed { cell, digit, right: right(cell) }
        }
        false => Mistake::Removed(cell, right(cell)),
    };
    let (placed, open): (Vec<Cell>, Vec<Cell>) =
        Cells::ALL.filter(|&cell| differs(cell)).partition(|&cell| grid.placed.contains(cell));
    // A wrong digit removes right candidates of its peers.
    let is_deleted = |cell: &Cell| !(cell.peers() & grid.placed).intersects(grid.plane(right(*cell)));
    placed.into_iter().chain(open.into_iter().filter(is_deleted)).map(mistake).collect()
}

/// Returns the mistakes that show at first sight: digits twice in a house; if there are none, cells and
/// houses with nothing left.
fn shown(grid: &Grid, values: &[Cells; 9]) -> Vec<Mistake> {
    let (all, mut found) = (listed(values), Vec::new());
    for (k, &(a, digit)) in all.iter().enumerate() {
        for &(b, _) in all[k + 1..].iter().filter(|other| other.1 == digit) {
            let house = a.houses().into_iter().find(|house| house.cells().contains(b));
            found.extend(house.map(|house| Mistake::Twice { cells: [a, b], digit, house }));
        }
    }
    if !found.is_empty() {
        return found;
    }
    let is_empty = |cell: &Cell| grid.digits_of(*cell) == 0;
    found.extend(Cells::ALL.filter(is_empty).map(Mistake::NoDigit));
    for house in House::all() {
        let without = |digit: &Digit| !grid.plane(*digit).intersects(house.cells());
        found.extend(Digit::all().filter(without).map(|digit| Mistake::NoPlace(house, digit)));
    }
    found
}

/// Finds the smallest sets of digits, none of them in the cells `kept`, without which there is a solution.
pub(super) fn removals(
    values: &[Cells; 9], kept: Cells, solvable: Solvable, budget: &mut Budget,
) -> Removals {
    // The removed candidates are at fault, not the digits.
    if solvable.is_so(values, budget) == Ok(true) {
        return Removals { sets: Vec::new(), is_proved: true };
    }
    let mut search = Search { kept, gone: Vec::new(), sets: BTreeSet::new(), solvable, budget };
    for size in 1..=MOST {
        let is_proved = search.without(values, size).is_ok();
        if !search.sets.is_empty() || !is_proved {
            return Removals { sets: search.sets.into_iter().collect(), is_proved };
        }
    }
    Removals { sets: Vec::new(), is_proved: true }
}

/// Search for sets of one size.
struct Search<'a> {
    /// Cells whose digits stay.
    kept: Cells,
    /// Digits that are left out now.
    gone: Vec<(Cell, Digit)>,
    sets: BTreeSet<Vec<(Cell, Digit)>>,
    solvable: Solvable<'a>,
    budget: &'a mut Budget,
}

impl Search<'_> {
    /// Adds the sets of `left` more digits. Each set has a digit of each core, so only a core's digits are
    /// tried.
    fn without(&mut self, values: &[Cells; 9], left: usize) -> Within {
        if self.solvable.is_so(values, self.budget)? {
            let mut set = self.gone.clone();
            set.sort_unstable();
            self.sets.insert(set);
        } else if left > 0 {
            for (cell, digit) in core(values, self.solvable, self.budget)? {
                if self.kept.contains(cell) || self.sets.len() >= LISTED {
                    continue;
                }
                self.gone.push((cell, digit));
                self.without(&less(values, cell, digit), left - 1)?;
                self.gone.pop();
            }
        }
        Ok(())
    }
}

/// Returns digits that have no solution together, though they have one without any of them.
fn core(values: &[Cells; 9], solvable: Solvable, budget: &mut Budget) -> Within<Vec<(Cell, Digit)>> {
    let mut core = *values;
    for (cell, digit) in listed(values) {
        let fewer = less(&core, cell, digit);
        if !solvable.is_so(&fewer, budget)? {
            core = fewer;
        }
    }
    Ok(listed(&core))
}

/// Question whether some digits have a solution on a board.
#[derive(Clone, Copy)]
pub(super) struct Solvable<'a>(pub &'a dyn Fn(&[Cells; 9], &mut Budget) -> Within<bool>);

/// The question on the plain board.
const PLAIN: Solvable =
    Solvable(&|values, budget| Ok(solutions_within(&Grid::from_clues(values), 1, budget)?.0 > 0));

impl Solvable<'_> {
    fn is_so(self, values: &[Cells; 9], budget: &mut Budget) -> Within<bool> {
        budget.spend()?;
        (self.0)(values, budget)
    }
}

fn less(values: &[Cells; 9], cell: Cell, digit: Digit) -> [Cells; 9] {
    let mut fewer = *values;
    fewer[digit.index()].remove(cell);
    fewer
}

pub(super) fn listed(values: &[Cells; 9]) -> Vec<(Cell, Digit)> {
    let of = |(digit, cells): (usize, &Cells)| cells.map(move |cell| (cell, Digit::new(digit)));
    let mut all: Vec<(Cell, Digit)> = values.iter().enumerate().flat_map(of).collect();
    all.sort_unstable();
    all
}
