//! Recipes: which puzzles to make, and how.

use super::on_board::BoardPuzzles;
use super::top_down::{in_pattern, top_down};
use super::{ListProgress, Puzzle, Random, bottom_up::bottom_up, controlled_bias::controlled_bias};
use crate::choice::Choice;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;
use sudoscope_engine::brute::unique_solution;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{CHECK_BUDGET, check};
use sudoscope_engine::grid::{Cell, Cells, Grid, House, notation};
use sudoscope_engine::scale::{Climb, DEFAULT_BUDGET, Effort, Solver};

/// Method of making puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// Removes clues from a full grid.
    TopDown,
    /// Adds random clues until there is one solution, then removes some again.
    BottomUp,
    /// Makes every minimal puzzle with n clues equally likely, and one with n + 1 clues (n + 1)/(81 − n)
    /// times as likely.
    ControlledBias,
}

/// Everything that determines a list except its length.
pub struct Recipe {
    /// Method of making puzzles.
    pub method: Method,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of similar puzzles, found on one grid by the method of controlled bias, of which one is kept;
    /// at least 1.
    pub thin: u64,
    /// Accepted numbers of clues. A method that removes clues stops at an accepted number, unless `minimal`.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether only minimal puzzles are made; without `clues` and `places` they are minimal anyway.
    pub minimal: bool,
    /// Places of the clues.
    pub places: Clues,
    /// Board other than the plain one; puzzles are then made top-down, with clues in any places.
    pub board: Option<Arc<dyn BoardPuzzles>>,
    /// Conditions on how puzzles are solved.
    pub choice: Option<Choice>,
    /// Whether lists include the solutions.
    pub solution: bool,
}

/// Places of a puzzle's clues.
pub enum Clues {
    /// Anywhere, or in cells that a symmetry allows; a symmetry needs the method that removes clues from a
    /// full grid.
    Symmetric(&'static PatternSymmetry),
    /// Exactly the given cells: a full grid is kept if its digits in these cells decide it.
    Pattern(Cells),
}

/// Fewest clues of a puzzle with one solution (McGuire, Tugemann, Civario 2012), and the most known in a
/// minimal one.
const FEWEST: usize = 17;
const MOST_MINIMAL: usize = 40;

impl Recipe {
    /// Returns the reason why no such puzzle exists, if that is known in advance.
    pub fn hopeless(&self) -> Option<String> {
        if let Some(board) = &self.board {
            return board.hopeless(self.clues.as_ref());
        }
        let is_minimal = self.minimal || self.method == Method::ControlledBias;
        let least = self.clues.as_ref().map_or(0, |clues| *clues.start());
        if is_minimal && least > MOST_MINIMAL {
            return Some(format!("no minimal puzzle with more than {MOST_MINIMAL} clues is known"));
        }
        match (&self.places, &self.clues) {
            (Clues::Pattern(cells), _) => hopeless_pattern(*cells),
            (Clues::Symmetric(symmetry), Some(clues)) => {
                let numbers = numbers_of_clues(symmetry);
                let nearest = numbers.iter().copied().min_by_key(|number| number.abs_diff(least))?;
                let is_there = numbers.iter().any(|number| clues.contains(number));
                let name = symmetry.name;
                let why = || format!("the symmetry {name} needs another number of clues: {nearest} would do");
                (!is_there).then(why)
            }
            _ => None,
        }
    }

    /// Returns the lines of a list for these puzzles, which follow what was made before. With solutions it is
    /// a table with a header.
    pub fn lines(&self, puzzles: &[Puzzle], before: ListProgress) -> String {
        let is_first = before == ListProgress::default();
        let mut text = if self.solution && is_first { "puzzle,solution\n" } else { "" }.to_string();
        for puzzle in puzzles {
            let [clues, solution] = match &self.board {
                None => {
                    [notation::clues(puzzle), if self.solution { solution(puzzle) } else { String::new() }]
                }
                Some(board) => [board.text_of(puzzle), board.solution_of(puzzle)],
            };
            text += &clues;
            if self.solution {
                text = text + "," + &solution;
            }
            text.push('\n');
        }
        text
    }

    /// Returns the accepted puzzles of one try: mostly one; controlled bias gives none or several.
    pub fn attempt(&self, index: u64, solver: &mut Solver) -> Vec<Puzzle> {
        let mut puzzles = self.made(index);
        puzzles.retain(|puzzle| self.keeps(puzzle, solver));
        puzzles
    }

    /// Returns all puzzles of one try.
    fn made(&self, index: u64) -> Vec<Puzzle> {
        let mut random = Random::of(self.seed, index);
        if let Some(board) = &self.board {
            return board.puzzle(&mut random, self.stop(index)).into_iter().collect();
        }
        match self.method {
            Method::TopDown => match self.places {
                Clues::Pattern(cells) => in_pattern(&mut random, cells).into_iter().collect(),
                Clues::Symmetric(symmetry) => {
                    vec![top_down(&mut random, self.stop(index), &symmetry.orbits())]
                }
            },
            Method::BottomUp => vec![bottom_up(&mut random, self.stop(index))],
            Method::ControlledBias => controlled_bias(&mut random, self.thin),
        }
    }

    /// Counts the puzzles of the first tries, and how many of them meet each condition by itself, in this
    /// order: the number of clues, minimality, the conditions of the choice.
    pub fn met(&self, tries: u64) -> (u64, Vec<u64>) {
        let of = |solver: &mut Solver, index: u64| {
            let of_puzzle = |puzzle: &Puzzle| {
                let count = clue_count(puzzle);
                let mut met: Vec<bool> = self.clues.iter().map(|clues| clues.contains(&count)).collect();
                met.extend(self.minimal.then(|| self.is_minimal(puzzle)));
                met.extend(self.choice.iter().flat_map(|choice| {
                    let climb = self.climb(choice, puzzle, solver);
                    climb.map_or_else(Vec::new, |climb| choice.met(&climb))
                }));
                met
            };
            self.made(index).iter().map(of_puzzle).collect::<Vec<_>>()
        };
        let all: Vec<Vec<bool>> = (0..tries).into_par_iter().map_init(Solver::new, of).flatten().collect();
        let count = |k: usize| all.iter().filter(|met| met.get(k) == Some(&true)).count() as u64;
        (all.len() as u64, (0..all.iter().map(Vec::len).max().unwrap_or(0)).map(count).collect())
    }

    /// Whether no clue of this puzzle can be removed. If places are free, the method guarantees that.
    fn is_minimal(&self, puzzle: &Puzzle) -> bool {
        let is_anywhere = matches!(self.places, Clues::Symmetric(symmetry) if symmetry.is_none());
        if self.board.is_some() || is_anywhere {
            return true;
        }
        check(&(*puzzle).into(), 1, CHECK_BUDGET).redundant == Some(Cells::EMPTY)
    }

    /// Returns the number of clues at which the try `index` stops removing clues: an accepted number, all
    /// equally likely; 0 if puzzles are to be minimal. Uses other random numbers than the puzzle.
    fn stop(&self, index: u64) -> usize {
        match &self.clues {
            Some(clues) if !self.minimal => {
                let choices = (clues.end() - clues.start() + 1) as u64;
                clues.start() + Random::of(!self.seed, index).below(choices) as usize
            }
            _ => 0,
        }
    }

    fn keeps(&self, puzzle: &Puzzle, solver: &mut Solver) -> bool {
        if self.clues.as_ref().is_some_and(|clues| !clues.contains(&clue_count(puzzle))) {
            return false;
        }
        if self.minimal && !self.is_minimal(puzzle) {
            return false;
        }
        let Some(choice) = &self.choice else { return true };
        self.climb(choice, puzzle, solver).is_some_and(|climb| choice.keeps(&climb))
            && match &self.board {
                Some(board) => board.needs_all(choice, puzzle),
                None => choice.needs_all(solver),
            }
    }

    fn climb(&self, choice: &Choice, puzzle: &Puzzle, solver: &mut Solver) -> Option<Climb> {
        if let Some(board) = &self.board {
            return Some(board.climb(&choice.scale, puzzle));
        }
        // Generated puzzles have one solution.
        let effort = Effort { validate: false, ..Effort::default() };
        let is_open = solver.start(puzzle, effort).is_ok();
        is_open.then(|| solver.climb(&choice.scale, DEFAULT_BUDGET))
    }
}

fn solution(puzzle: &Puzzle) -> String {
    unique_solution(&Grid::from_clues(puzzle)).map_or(String::new(), |grid| notation::puzzle(&grid))
}

/// Reads the cells of a pattern: 81 characters, `.` or `0` for no clue.
pub fn pattern_of(text: &str) -> Result<Cells, String> {
    if text.len() != Cell::COUNT {
        return Err(format!("a pattern has 81 characters, not {}", text.len()));
    }
    let is_clue = |&(_, byte): &(usize, u8)| !matches!(byte, b'.' | b'0');
    Ok(text.bytes().enumerate().filter(is_clue).map(|(cell, _)| Cell::new(cell)).collect())
}

/// Returns the reason why no puzzle has its clues in `cells` only, if a reason is known.
pub fn hopeless_pattern(cells: Cells) -> Option<String> {
    if cells.len() < FEWEST {
        return Some(format!("a puzzle has at least {FEWEST} clues, and the pattern {} cells", cells.len()));
    }
    // Two lines of a band without clues can be exchanged in every solution.
    let is_empty = |line: &usize| !House::new(*line).cells().intersects(cells);
    ["rows", "columns"].into_iter().zip([0, 9]).find_map(|(name, first)| {
        let empty = |band: usize| (0..3).map(|k| first + 3 * band + k).filter(is_empty).collect::<Vec<_>>();
        (0..3).map(empty).find_map(|lines| match lines[..] {
            [a, b, ..] => {
                let [a, b] = [a, b].map(|line| line - first + 1);
                Some(format!("{name} {a} and {b} have no clue, so they can be exchanged in a solution"))
            }
            _ => None,
        })
    })
}

/// Returns the numbers of clues that a pattern of this symmetry may have.
fn numbers_of_clues(symmetry: &PatternSymmetry) -> Vec<usize> {
    let orbits = symmetry.orbits().into_iter().enumerate();
    let sizes = orbits
        .filter(|(cell, orbit)| orbit.into_iter().next() == Some(Cell::new(*cell)))
        .map(|it| it.1.len());
    let sums = sizes.fold(1_u128, |sums, size| sums | sums << size);
    (FEWEST..=81).filter(|number| sums >> number & 1 == 1).collect()
}

fn clue_count(puzzle: &Puzzle) -> usize {
    puzzle.iter().map(|cells| cells.len()).sum()
}
