//! Finds the puzzles with one solution that are some clues away from a puzzle.
//!
//! Some clues are removed, and the solutions of the others are listed. Added clues leave one solution if and
//! only if exactly one listed solution contains them all:
//!
//! ```text
//!            solutions of the clues that stay
//!   r1c2=5   1 0 1 1 0 0 …     for each candidate the set of solutions that contain it
//!   r7c4=8   0 1 1 0 0 1 …
//!   both     0 0 1 0 0 0 …     one solution: a neighbour
//! ```
//!
//! If the list would be too long, each candidate in turn is the first clue, and the list begins again.

use super::redundant::redundant;
use crate::brute::{Few, each_few, solutions_within};
use crate::budget::{Budget, Within, units};
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, members};
use std::ops::RangeBounds;

/// Most solutions in a list: its sets then take 17 megabytes. For the last clue the list is short, as there
/// are few candidates, and each is tried soon.
const MOST: usize = 1 << 17;
const MOST_FOR_LAST: usize = 1 << 9;

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
    /// Whether only minimal puzzles are found.
    pub minimal: bool,
    list: SolutionList,
}

/// Returns each set of `count` clues of a puzzle.
pub fn some_of(clues: &[Cells; 9], count: usize) -> Vec<[Cells; 9]> {
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

/// Returns the clues that stay if `removed` go, and the candidates that may then be added: in all other cells,
/// but no removed clue again.
pub fn without(clues: &[Cells; 9], removed: &[Cells; 9]) -> ([Cells; 9], Candidates) {
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
    /// `allowed`, once, to `each`. A unit of the budget is a guess, or a solution listed. The order of the
    /// puzzles depends on the arguments only.
    pub fn extend(
        &mut self, kept: &[Cells; 9], allowed: &Candidates, added: usize, budget: &mut Budget,
        each: &mut Found,
    ) -> Within {
        let grid = Grid::from_clues(kept);
        if added == 0 {
            return match solutions_within(&grid, 2, budget)? {
                (1, Some(solution)) => self.found(kept, &solution, budget, each),
                _ => Ok(()),
            };
        }
        if self.list.fill(&grid, if added == 1 { MOST_FOR_LAST } else { MOST }, budget)? {
            self.list.number(allowed, added == 1 || !self.minimal);
            return self.choose(&self.list.all(), 0, kept, added, budget, each);
        }
        // A clue that several listed solutions contain cannot be the last.
        let several = if added == 1 { self.list.met(2..) } else { Candidates::EMPTY };
        let mut left = Candidates(grid.planes).without(&several);
        left.0.iter_mut().zip(allowed.0).for_each(|(left, allowed)| *left &= allowed);
        let clues: Vec<Candidate> = left.iter().collect();
        for clue in clues {
            left.0[clue.digit].remove(clue.cell);
            self.extend(&with(kept, clue), &left, added - 1, budget, each)?;
        }
        Ok(())
    }

    /// Adds the numbered candidates from `from` on to clues that the solutions `of` contain.
    fn choose(
        &self, of: &Sparse, from: usize, clues: &[Cells; 9], added: usize, budget: &mut Budget,
        each: &mut Found,
    ) -> Within {
        for (at, &clue) in self.list.clues.iter().enumerate().skip(from) {
            if added == 1 {
                if let Some(one) = self.list.only(of, at) {
                    self.found(&with(clues, clue), &self.list.solution(one), budget, each)?;
                }
                continue;
            }
            let next = self.list.both(of, at);
            budget.take(units(next.words.len()))?;
            // One solution is left already, or none is lost: a clue would be redundant.
            let is_idle = next.count == 1 || next.count == of.count;
            if next.count > 0 && !(self.minimal && is_idle) {
                self.choose(&next, at + 1, &with(clues, clue), added - 1, budget, each)?;
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

/// Solutions, and which contain each candidate.
#[derive(Default)]
struct SolutionList {
    count: usize,
    /// For each 64 solutions the solutions that contain each candidate.
    blocks: Vec<[u64; CANDIDATES]>,
    /// Numbered candidates.
    clues: Vec<Candidate>,
    /// For each numbered candidate the solutions that contain it, 64 a word.
    sets: Vec<u64>,
}

fn place(candidate: Candidate) -> usize {
    81 * candidate.digit.index() + candidate.cell.index()
}

/// Set of solutions, without its empty words.
struct Sparse {
    words: Vec<(usize, u64)>,
    count: u32,
}

/// Returns the word with so many ones, at most all.
fn ones(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

impl SolutionList {
    /// Lists the solutions of a grid, at most this many; returns whether these are all.
    fn fill(&mut self, grid: &Grid, most: usize, budget: &mut Budget) -> Within<bool> {
        self.count = 0;
        self.blocks.clear();
        let mut is_all = true;
        each_few(grid, budget, &mut |grid, few, budget| {
            let from = self.count;
            is_all = few.each(budget, &mut |filled| self.count < most && self.add(few, filled))?;
            self.add_placed(grid, from);
            Ok(is_all)
        })?;
        budget.take(units(self.count))?;
        Ok(is_all)
    }

    /// Adds a solution, without the cells that were placed before. Returns true.
    #[inline]
    fn add(&mut self, few: &Few, filled: &[u64; 5]) -> bool {
        let bit = self.count % 64;
        if bit == 0 {
            self.blocks.push([0; CANDIDATES]);
        }
        self.count += 1;
        if let Some(block) = self.blocks.last_mut() {
            few.values(filled, |value| block[place(value)] |= 1 << bit);
        }
        true
    }

    /// Adds the placed cells of a grid to the solutions from `from` on.
    fn add_placed(&mut self, grid: &Grid, from: usize) {
        let placed = Candidates(grid.planes.map(|plane| plane & grid.placed));
        let places: Vec<usize> = placed.iter().map(place).collect();
        for (at, block) in self.blocks.iter_mut().enumerate().skip(from / 64) {
            let begin = u64::MAX << from.saturating_sub(64 * at);
            let word = begin & ones(self.count - 64 * at);
            places.iter().for_each(|&place| block[place] |= word);
        }
    }

    /// Returns the candidates that so many of the solutions contain.
    fn met(&self, counts: impl RangeBounds<usize>) -> Candidates {
        let mut sizes = [0; CANDIDATES];
        for block in &self.blocks {
            sizes.iter_mut().zip(block).for_each(|(size, word)| *size += word.size());
        }
        let all = Candidates([Cells::ALL; 9]);
        all.iter().filter(|&candidate| counts.contains(&sizes[place(candidate)])).collect()
    }

    /// Numbers the allowed candidates that some solution contains, and notes which; without `alone` only the
    /// candidates of several solutions, and not of all.
    fn number(&mut self, allowed: &Candidates, alone: bool) {
        let met = if alone { self.met(1..) } else { self.met(2..self.count.max(2)) };
        self.clues = met.iter().filter(|&clue| allowed.contains(clue)).collect();
        self.sets.clear();
        for &clue in &self.clues {
            self.sets.extend(self.blocks.iter().map(|block| block[place(clue)]));
        }
    }

    /// Returns a solution of the list.
    fn solution(&self, at: usize) -> Grid {
        let holds = |digit: usize, cell: &Cell| {
            self.blocks[at / 64][place(Candidate::new(Digit::new(digit), *cell))] >> (at % 64) & 1 > 0
        };
        let plane = |digit| Cells::ALL.filter(|cell| holds(digit, cell)).collect();
        Grid::of(std::array::from_fn(plane), Cells::ALL)
    }

    fn all(&self) -> Sparse {
        let words = (0..self.blocks.len()).map(|at| (at, ones(self.count - 64 * at))).collect();
        Sparse { words, count: self.count as u32 }
    }

    fn set(&self, at: usize) -> &[u64] {
        &self.sets[at * self.blocks.len()..][..self.blocks.len()]
    }

    /// Returns the solutions of a set that contain a candidate, too.
    fn both(&self, of: &Sparse, at: usize) -> Sparse {
        let set = self.set(at);
        let words = of.words.iter().map(|&(place, word)| (place, word & set[place]));
        let words: Vec<(usize, u64)> = words.filter(|(_, word)| *word != 0).collect();
        let count = words.iter().map(|(_, word)| word.count_ones()).sum();
        Sparse { words, count }
    }

    /// Returns the only solution of a set that contains a candidate, too.
    fn only(&self, of: &Sparse, at: usize) -> Option<usize> {
        let (set, mut only) = (self.set(at), None);
        for &(place, word) in &of.words {
            let both = word & set[place];
            if both != 0 {
                if only.is_some() || !both.is_power_of_two() {
                    return None;
                }
                only = members(both).next().map(|bit| 64 * place + bit);
            }
        }
        only
    }
}
