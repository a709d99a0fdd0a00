//! Finds the puzzles with one solution that are some clues away from a puzzle.
//!
//! Some clues are removed. Added clues leave one solution if and only if exactly one solution of the clues
//! that stay contains them all. So solutions are collected, and two of them rule out each pair of clues that
//! both contain:
//!
//! ```text
//!              solutions known
//!   r1c2=5     1 0 1 1 0 0
//!   r7c4=8     0 1 1 1 0 0
//!   both           2 3           two solutions: no neighbour, and nothing to search
//! ```
//!
//! Only a pair that fewer than two known solutions contain is searched: it has no solution, or one (then it
//! is a neighbour), or two become known. A guess takes the digit that is in the fewest known solutions, so a
//! thousand solutions rule out nearly all of 40,000 pairs.

use super::redundant::redundant;
use crate::brute::{ALL_STALE, deduce, each_solution_after, first_digit, with_digit};
use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid};
use std::collections::HashSet;

/// Puzzle with one solution, made of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// Clues of each digit.
    pub clues: [Cells; 9],
    /// The solution.
    pub solution: Grid,
    /// Cells of the redundant clues: each alone can be left out.
    pub redundant: Cells,
}

/// Receiver of neighbours.
pub type Found<'a> = dyn FnMut(&Neighbour) + 'a;

/// Finder of neighbours, with buffers that serve many puzzles.
#[derive(Default)]
pub struct Near {
    minimal: bool,
    known: Known,
}

/// Returns each set of `count` clues of a puzzle.
pub fn clue_sets(clues: &[Cells; 9], count: usize) -> Vec<[Cells; 9]> {
    let all: Vec<Candidate> = Candidates(*clues).iter().collect();
    let mut sets = vec![(0, [Cells::EMPTY; 9])];
    for _ in 0..count {
        let later = |set: &(usize, [Cells; 9])| {
            let (from, set) = *set;
            let all = &all;
            (from..all.len()).map(move |at| (at + 1, with(&set, all[at])))
        };
        sets = sets.iter().flat_map(later).collect();
    }
    sets.into_iter().map(|(_, set)| set).collect()
}

/// Returns the clues that stay if `removed` go, and the candidates that may then be added: in all other
/// cells, but no removed clue again.
pub fn after_removal(clues: &[Cells; 9], removed: &[Cells; 9]) -> ([Cells; 9], Candidates) {
    let kept = Candidates(*clues).without(&Candidates(*removed));
    let all = kept.0.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
    let open = Candidates([!all; 9]);
    (kept.0, open.without(&Candidates(*removed)))
}

fn with(clues: &[Cells; 9], clue: Candidate) -> [Cells; 9] {
    let mut more = *clues;
    more[clue.digit].insert(clue.cell);
    more
}

impl Near {
    /// Returns a finder of all neighbours, or of minimal ones only.
    pub fn new(minimal: bool) -> Near {
        Near { minimal, ..Near::default() }
    }

    /// Passes each puzzle with one solution that has the `kept` clues and `added` more of the candidates
    /// `allowed`, once, to `each`. A unit of the budget is a guess. The order of the puzzles depends on the
    /// arguments only.
    pub fn extend(
        &mut self, kept: &[Cells; 9], allowed: &Candidates, added: usize, budget: &mut Budget,
        each: &mut Found,
    ) -> Within {
        let mut grid = Grid::from_clues(kept);
        if !deduce(&mut grid, ALL_STALE) {
            return Ok(());
        }
        self.known.forget(added == 2);
        match added {
            0 => match self.known.only(&grid, 0, budget)? {
                Some(solution) => self.found(kept, &solution, budget, each),
                None => Ok(()),
            },
            1 => self.add_last(kept, &grid, None, &self.possible(&grid, allowed), budget, each),
            2 => self.add_two(kept, &grid, allowed, budget, each),
            _ => {
                let mut left = *allowed;
                for clue in self.possible(&grid, allowed) {
                    left.0[clue.digit].remove(clue.cell);
                    self.extend(&with(kept, clue), &left, added - 1, budget, each)?;
                }
                Ok(())
            }
        }
    }

    /// Returns the allowed candidates that are left in a grid. A minimal puzzle has none that is placed: it
    /// would be redundant.
    fn possible(&self, grid: &Grid, allowed: &Candidates) -> Vec<Candidate> {
        let open = if self.minimal { !grid.placed } else { Cells::ALL };
        let left = |digit: usize| grid.planes[digit] & allowed.0[digit] & open;
        Candidates(std::array::from_fn(left)).iter().collect()
    }

    fn add_two(
        &mut self, kept: &[Cells; 9], grid: &Grid, allowed: &Candidates, budget: &mut Budget,
        each: &mut Found,
    ) -> Within {
        let mut left = *allowed;
        for clue in self.possible(grid, allowed) {
            left.0[clue.digit].remove(clue.cell);
            let mut more = with_digit(grid, clue.cell, clue.digit);
            if deduce(&mut more, clue.digit.bit()) {
                let mut last = self.possible(&more, &left);
                last.retain(|other| other.cell != clue.cell);
                self.add_last(&with(kept, clue), &more, Some(clue), &last, budget, each)?;
            }
        }
        Ok(())
    }

    /// Adds each of some clues alone to `kept`; if `first` is the last of these, known solutions without it
    /// do not count.
    fn add_last(
        &mut self, kept: &[Cells; 9], grid: &Grid, first: Option<Candidate>, clues: &[Candidate],
        budget: &mut Budget, each: &mut Found,
    ) -> Within {
        for &clue in clues {
            if !self.known.are_several(first, clue) {
                let more = with_digit(grid, clue.cell, clue.digit);
                if let Some(solution) = self.known.only(&more, clue.digit.bit(), budget)? {
                    self.found(&with(kept, clue), &solution, budget, each)?;
                }
            }
        }
        Ok(())
    }

    fn found(&self, clues: &[Cells; 9], solution: &Grid, budget: &mut Budget, each: &mut Found) -> Within {
        let redundant = redundant(clues, solution, budget)?;
        if !self.minimal || redundant.is_empty() {
            each(&Neighbour { clues: *clues, solution: *solution, redundant });
        }
        Ok(())
    }
}

/// Number of candidates on the board.
const CANDIDATES: usize = 729;

/// Set of candidates, 64 a word.
type Row = [u64; CANDIDATES.div_ceil(64)];

/// Solutions known so far.
#[derive(Default)]
struct Known {
    solutions: HashSet<[Cells; 9]>,
    /// Number of solutions with each candidate.
    counts: Vec<u32>,
    /// For each candidate those that are with it in a solution, and in several; empty if nobody asks.
    pairs: Vec<[Row; 2]>,
}

fn place(candidate: Candidate) -> usize {
    81 * candidate.digit.index() + candidate.cell.index()
}

impl Known {
    fn forget(&mut self, has_pairs: bool) {
        self.solutions.clear();
        self.counts.clear();
        self.counts.resize(CANDIDATES, 0);
        self.pairs.clear();
        self.pairs.resize(if has_pairs { CANDIDATES } else { 0 }, Default::default());
    }

    /// Whether several known solutions contain both candidates, or the only one.
    fn are_several(&self, first: Option<Candidate>, clue: Candidate) -> bool {
        let at = place(clue);
        match first {
            Some(first) => self.pairs[place(first)][1][at / 64] >> (at % 64) & 1 > 0,
            None => self.counts[at] > 1,
        }
    }

    /// Returns the solution of a grid if it has exactly one. Solutions found become known.
    fn only(&mut self, grid: &Grid, stale: u16, budget: &mut Budget) -> Within<Option<Grid>> {
        let counts = &self.counts;
        let count = |digit: Digit, cell: Cell| counts[place(Candidate::new(digit, cell))];
        let rarest = |grid: &Grid, cell: Cell| {
            let digits = Digit::all().filter(|&digit| grid.planes[digit].contains(cell));
            digits.min_by_key(|&digit| count(digit, cell)).unwrap_or_else(|| first_digit(grid, cell))
        };
        let (mut found, mut several) = ([None; 2], false);
        budget.spend()?;
        each_solution_after(grid, stale, budget, &rarest, &mut |solution| {
            several = found[0].is_some();
            found[usize::from(several)] = Some(*solution);
            !several
        })?;
        found.iter().flatten().for_each(|solution| self.add(solution));
        Ok(found[0].filter(|_| !several))
    }

    fn add(&mut self, solution: &Grid) {
        if !self.solutions.insert(solution.planes) {
            return;
        }
        let values: Vec<usize> = Candidates(solution.planes).iter().map(place).collect();
        values.iter().for_each(|&value| self.counts[value] += 1);
        if self.pairs.is_empty() {
            return;
        }
        let mut row = Row::default();
        values.iter().for_each(|&value| row[value / 64] |= 1 << (value % 64));
        for value in values {
            let [once, twice] = &mut self.pairs[value];
            for (at, &word) in row.iter().enumerate() {
                twice[at] |= once[at] & word;
                once[at] |= word;
            }
        }
    }
}
