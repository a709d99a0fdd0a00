//! Greedy search for the smallest sets of items that solve a share of the puzzles.
//!
//! ```text
//!   forward    {} ─▶ {a} ─▶ {a b} ─▶ {a b c} ─▶ …     adds the item that solves the most further puzzles;
//!                             │         │              climbs all puzzles not solved by the set so far
//!                            90 %      95 %
//!   backward   {a b} ─▶ {b}                            drops items not needed for the share; climbs all
//!                                                      puzzles
//! ```

use super::pass::{ClimbedPuzzle, Pass, PassClimber, PassError};
use super::scale::{Questions, SolvingSet};
use super::used::{completion, is_share};
use crate::stats::{ByClues, Weights};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use sudoscope_engine::scale::{ItemSet, ItemSetClimb, Outcome};

/// Bit for each row.
struct RowMarks(Vec<AtomicU64>);

impl RowMarks {
    fn new(rows: u64) -> RowMarks {
        RowMarks((0..rows.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn set(&self, row: usize) {
        self.0[row / 64].fetch_or(1 << (row % 64), Ordering::Relaxed);
    }

    fn has(&self, row: usize) -> bool {
        self.0[row / 64].load(Ordering::Relaxed) >> (row % 64) & 1 != 0
    }
}

/// Result of a step forward.
#[derive(Default)]
struct Forward {
    /// Puzzles that the current set solves and the one before it did not.
    solved: ByClues,
    /// Other puzzles, solved with one more item, by item.
    gains: BTreeMap<usize, ByClues>,
}

/// Share of the puzzles, on its way backward to a smallest set.
struct Goal<'a> {
    share: f64,
    /// Sets to try if the current one does not reach the share.
    larger: std::slice::Iter<'a, ItemSet>,
    items: Option<ItemSet>,
    /// Puzzles that `items` solve, once they are known to reach the share.
    solved: Option<ByClues>,
    is_done: bool,
}

impl Pass<'_> {
    /// Finds, for each share, a small set of items that solves it with `brt`, confirmed by climbs with it
    /// alone; `None` if no such set was found.
    pub fn smallest_sets(&self, search: &Questions) -> Result<Vec<(f64, Option<SolvingSet>)>, PassError> {
        let used = self.used_sets(|_| true)?;
        let whole = search.weights.mass(&used.puzzles);
        let solvable = used.solved().total();
        drop(used);
        let steps = self.forward(search, whole, solvable)?;
        let sets: Vec<ItemSet> = steps.iter().map(|step| step.0.clone()).collect();
        let goal = |&share: &f64| {
            let first = steps.iter().position(|(_, weight)| is_share(*weight, share, whole));
            let mut larger = sets[first.unwrap_or(sets.len())..].iter();
            let items = larger.next().cloned();
            Goal { share, larger, is_done: items.is_none(), items, solved: None }
        };
        let mut goals: Vec<Goal> = search.shares.iter().map(goal).collect();
        loop {
            let sets: BTreeSet<ItemSet> = goals.iter().flat_map(Goal::asks).collect();
            if sets.is_empty() {
                return Ok(goals.into_iter().map(Goal::result).collect());
            }
            let sets: Vec<ItemSet> = sets.into_iter().collect();
            let solved = sets.iter().cloned().zip(self.solved_by(&sets)?).collect();
            for goal in goals.iter_mut().filter(|goal| !goal.is_done) {
                goal.go_on(&solved, whole, search.weights);
            }
        }
    }

    /// Grows a set greedily: each step adds the item that adds the most solved puzzles, or several items if
    /// no single item adds any. Returns the set after each step, with the weight of the puzzles it solves.
    /// Stops when a set solves the largest share asked for, or everything that can be solved.
    fn forward(
        &self, search: &Questions, whole: f64, solvable: u64,
    ) -> Result<Vec<(ItemSet, f64)>, PassError> {
        let weigh = |puzzles: &ByClues| search.weights.mass(puzzles);
        let most = search.shares.iter().copied().fold(0.0, f64::max);
        let all: ItemSet = self.used_items()?.into_iter().collect();
        let marks = RowMarks::new(self.file.records);
        let mut chosen = ItemSet::default();
        let mut solved = ByClues::default();
        let mut steps = Vec::new();
        loop {
            let step = self.step(search, &all, &chosen, &marks)?;
            solved += &step.solved;
            steps.push((chosen.clone(), weigh(&solved)));
            if is_share(weigh(&solved), most, whole) || solved.total() >= solvable {
                return Ok(steps);
            }
            // Ties go to the item earlier in the ladder.
            let gains = step.gains.iter().map(|(&item, puzzles)| (item, weigh(puzzles)));
            let best = gains.rev().max_by(|a, b| a.1.total_cmp(&b.1));
            let more = match best {
                Some((item, gain)) if gain > 0.0 => Some(ItemSet::of([item])),
                _ => completion(&self.used_sets(|row| !marks.has(row))?.missing(&chosen, search.weights)),
            };
            match more {
                Some(more) => chosen = chosen.union(&more),
                None => return Ok(steps),
            }
        }
    }

    /// Climbs every puzzle not marked as solved by the chosen items, and by these and one more; marks the
    /// puzzles that the chosen ones solve.
    fn step(
        &self, search: &Questions, all: &ItemSet, chosen: &ItemSet, marks: &RowMarks,
    ) -> Result<Forward, PassError> {
        let more: Vec<usize> = all.minus(chosen).iter().collect();
        let sets: Vec<ItemSet> =
            std::iter::once(chosen.clone()).chain(more.iter().map(|&item| chosen.with(item))).collect();
        let each = |step: &mut Forward, climber: &mut PassClimber, puzzle: &ClimbedPuzzle| {
            let clues = puzzle.clues;
            if marks.has(puzzle.number) {
                return;
            }
            let budget = search.alone_budget.min(self.effort().budget);
            let solves = self.solves(climber, puzzle, &sets, budget);
            if solves[0] {
                marks.set(puzzle.number);
                return step.solved.add(clues);
            }
            for (&item, _) in more.iter().zip(&solves[1..]).filter(|(_, solved)| **solved) {
                step.gains.entry(item).or_default().add(clues);
            }
        };
        self.each_puzzle(Forward::default, each, Forward::merge)
    }

    /// Counts the puzzles that each of the sets solves with `brt`.
    pub(crate) fn solved_by(&self, sets: &[ItemSet]) -> Result<Vec<ByClues>, PassError> {
        let new = || vec![ByClues::default(); sets.len()];
        let each = |sums: &mut Vec<ByClues>, climber: &mut PassClimber, puzzle: &ClimbedPuzzle| {
            let solves = self.solves(climber, puzzle, sets, self.effort().budget);
            for (sum, _) in sums.iter_mut().zip(solves).filter(|(_, solves)| *solves) {
                sum.add(puzzle.clues);
            }
        };
        let merge = |mut sums: Vec<ByClues>, others: Vec<ByClues>| {
            sums.iter_mut().zip(&others).for_each(|(sum, other)| *sum += other);
            sums
        };
        self.each_puzzle(new, each, merge)
    }

    /// Returns, for each of the sets, whether it solves the puzzle with `brt`.
    fn solves(
        &self, climber: &mut PassClimber, puzzle: &ClimbedPuzzle, sets: &[ItemSet], budget: u64,
    ) -> Vec<bool> {
        let unknown = sets.iter().filter(|items| !puzzle.settles(items));
        let asks: Vec<ItemSetClimb> =
            unknown.map(|items| ItemSetClimb { items: items.clone(), budget }).collect();
        let outcomes =
            if asks.is_empty() { Vec::new() } else { self.climb_item_sets(climber, puzzle, &asks) };
        let mut outcomes = outcomes.into_iter();
        let solved = |items: &ItemSet| match puzzle.settles(items) {
            true => puzzle.is_solved(),
            false => matches!(outcomes.next(), Some(Outcome::Solved(_))),
        };
        sets.iter().map(solved).collect()
    }
}

impl Forward {
    fn merge(mut self, other: Forward) -> Forward {
        self.solved += &other.solved;
        for (item, puzzles) in other.gains {
            *self.gains.entry(item).or_default() += &puzzles;
        }
        self
    }
}

impl Goal<'_> {
    /// Returns the sets whose puzzles must be counted next.
    fn asks(&self) -> Vec<ItemSet> {
        let Some(items) = self.items.as_ref().filter(|_| !self.is_done) else { return Vec::new() };
        let whole = self.solved.is_none().then(|| items.clone());
        whole.into_iter().chain(items.iter().map(|item| items.without(item))).collect()
    }

    /// Drops an item, tries a larger set, or finishes.
    fn go_on(&mut self, solved: &BTreeMap<ItemSet, ByClues>, whole: f64, weights: Weights) {
        let Some(items) = &self.items else { return };
        let reaches = |set: &ItemSet| is_share(weights.mass(&solved[set]), self.share, whole);
        if self.solved.is_none() && !reaches(items) {
            // More items may solve less, if a rule destroys the patterns of another.
            self.items = self.larger.next().cloned();
            self.is_done = self.items.is_none();
            return;
        }
        // Ties go to dropping the item later in the ladder.
        let fewer = items.iter().map(|item| items.without(item)).filter(reaches);
        let weight = |set: &ItemSet| weights.mass(&solved[set]);
        let best = fewer.max_by(|a, b| weight(a).total_cmp(&weight(b)));
        self.is_done = best.is_none();
        let items = best.unwrap_or_else(|| items.clone());
        if let Some(solved) = solved.get(&items) {
            self.solved = Some(solved.clone());
        }
        self.items = Some(items);
    }

    fn result(self) -> (f64, Option<SolvingSet>) {
        let found = self.items.zip(self.solved).map(|(items, solved)| SolvingSet { items, solved });
        (self.share, found)
    }
}
