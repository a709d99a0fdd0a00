//! Worth of each item of a ladder: used, hardest, needed, alone, and in pairs.

use super::pass::{ClimbedPuzzle, Pass, PassClimber, PassError};
use super::used::{CAPACITY, UsedSets};
use crate::stats::ByClues;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudoscope_engine::scale::{ItemSet, ItemSetClimb, Outcome, Scale};

/// Worth of an item. All counts are puzzles.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ItemWorth {
    /// Puzzles in which it fired.
    pub used: ByClues,
    /// Solved puzzles in which it is the last item to fire, in the ladder's order. By a theorem this is its
    /// added value: the ladder up to it solves them, the ladder up to the item before it does not.
    pub hardest: ByClues,
    /// Outcomes without it; only puzzles that used it are counted.
    pub without: Without,
    /// Puzzles solved by it and `brt`. Known only for items that some puzzle used.
    pub alone: ByClues,
    /// Puzzles for which that is unknown, as the budget for it was used up.
    pub alone_unknown: ByClues,
}

/// Outcomes of puzzles if an item is left out.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Without {
    /// Solved with it, stuck without.
    pub unsolved: ByClues,
    /// Solved with it, out of budget without.
    pub unknown: ByClues,
    /// Rated higher without the item; counted by the number of places that the rating rises on the scale.
    pub higher: BTreeMap<u32, ByClues>,
    /// Rated lower without it, or solved only without it, because an elimination of its own destroyed a
    /// pattern.
    pub lower: ByClues,
}

/// Puzzles that two items have in common.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ItemPair {
    /// Puzzles in which both items fired.
    pub used: ByClues,
    /// Puzzles that both items solve, each item alone.
    pub alone: ByClues,
}

/// Worth of a ladder's items for the puzzles of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Survey {
    /// Climbed puzzles.
    pub puzzles: ByClues,
    /// Puzzles that the ladder solves.
    pub solved: ByClues,
    pub items: Vec<ItemWorth>,
    /// Items beyond `brt` that some puzzle used, in order.
    pub used: Vec<usize>,
    /// Pairs of items of `used`: row `b` has one for each place `a` before `b`.
    pairs: Vec<Vec<ItemPair>>,
}

impl Survey {
    fn new(items: usize, used: &[usize]) -> Survey {
        Survey {
            puzzles: ByClues::default(),
            solved: ByClues::default(),
            items: vec![ItemWorth::default(); items],
            used: used.to_vec(),
            pairs: (0..used.len()).map(|b| vec![ItemPair::default(); b]).collect(),
        }
    }

    /// Returns each two items of `used`, the earlier first, and their common puzzles.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, &ItemPair)> {
        let after = |a: usize| (a + 1..self.used.len()).map(move |b| (a, b));
        let pairs = (0..self.used.len()).flat_map(after);
        pairs.map(|(a, b)| (self.used[a], self.used[b], &self.pairs[b][a]))
    }

    /// Whether the survey can be of a ladder with this many items.
    pub(super) fn fits(&self, items: usize) -> bool {
        let mut pairs = self.pairs.iter().enumerate();
        self.items.len() == items
            && self.used.iter().all(|&item| item < items)
            && self.pairs.len() == self.used.len()
            && pairs.all(|(place, row)| row.len() == place)
    }

    fn merge(mut self, other: Survey) -> Survey {
        self.puzzles += &other.puzzles;
        self.solved += &other.solved;
        for (item, other) in self.items.iter_mut().zip(&other.items) {
            item.merge(other);
        }
        for (pair, other) in self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()) {
            pair.used += &other.used;
            pair.alone += &other.alone;
        }
        self
    }

    /// Counts the record of a puzzle.
    fn record(&mut self, puzzle: &ClimbedPuzzle, scale: &Scale) {
        let clues = puzzle.clues;
        self.puzzles.add(clues);
        let tallies = &puzzle.climb.tallies;
        for (item, tally) in self.items.iter_mut().zip(tallies) {
            if tally.steps > 0 {
                item.used.add(clues);
            }
        }
        if puzzle.is_solved() {
            self.solved.add(clues);
            if let Some(hardest) = scale.hardest_of(puzzle.climb) {
                self.items[hardest].hardest.add(clues);
            }
        }
    }

    /// Calls `count` for each pair of used items that both satisfy `has`.
    fn pair_up(&mut self, has: impl Fn(usize) -> bool, count: impl Fn(&mut ItemPair)) {
        let members: Vec<usize> = (0..self.used.len()).filter(|&k| has(self.used[k])).collect();
        for (k, &b) in members.iter().enumerate() {
            members[..k].iter().for_each(|&a| count(&mut self.pairs[b][a]));
        }
    }
}

impl ItemWorth {
    fn merge(&mut self, other: &ItemWorth) {
        let ItemWorth { used, hardest, without, alone, alone_unknown } = other;
        self.used += used;
        self.hardest += hardest;
        self.without.merge(without);
        self.alone += alone;
        self.alone_unknown += alone_unknown;
    }
}

impl Without {
    fn merge(&mut self, other: &Without) {
        let Without { unsolved, unknown, higher, lower } = other;
        self.unsolved += unsolved;
        self.unknown += unknown;
        for (&places, puzzles) in higher {
            *self.higher.entry(places).or_default() += puzzles;
        }
        self.lower += lower;
    }

    /// Counts a puzzle by its outcomes with the item and without it.
    fn add(&mut self, clues: usize, with: Outcome, without: Outcome) {
        match (with.column(0), without.column(0)) {
            (Outcome::Solved(_), Outcome::Budget) => self.unknown.add(clues),
            (Outcome::Solved(a), Outcome::Solved(b)) if b > a => {
                self.higher.entry(b - a).or_default().add(clues);
            }
            (Outcome::Solved(a), Outcome::Solved(b)) if b < a => self.lower.add(clues),
            (Outcome::Solved(_), Outcome::Solved(_)) => {}
            (Outcome::Solved(_), _) => self.unsolved.add(clues),
            (_, Outcome::Solved(_)) => self.lower.add(clues),
            _ => {}
        }
    }
}

impl Pass<'_> {
    /// Collects the sets of items used by the puzzles whose row number is wanted.
    pub(super) fn used_sets(&self, wanted: impl Fn(usize) -> bool) -> Result<UsedSets, PassError> {
        let mut used = UsedSets::new(CAPACITY);
        for (number, row) in self.file.rows()?.enumerate() {
            let row = row?;
            if let Some(climb) = row.climbs.get(self.at).filter(|_| wanted(number)) {
                used.add(self.scale, row.clue_count(), climb);
            }
        }
        Ok(used)
    }

    /// Measures the worth of each item, by climbs without it and climbs with it alone. A climb with the item
    /// alone gets `alone_budget` work units, because long chains are slow without simpler rules to clear the
    /// board first.
    pub fn survey(&self, alone_budget: u64) -> Result<Survey, PassError> {
        let scale = self.scale;
        let used = self.used_items()?;
        let new = || Survey::new(scale.items.len(), &used);
        let each = |sum: &mut Survey, climber: &mut PassClimber, puzzle: &ClimbedPuzzle| {
            sum.record(puzzle, scale);
            self.climb_again(sum, climber, puzzle, alone_budget);
        };
        self.each_puzzle(new, each, Survey::merge)
    }

    /// Returns the items beyond `brt` that some puzzle used, in order.
    pub fn used_items(&self) -> Result<Vec<usize>, PassError> {
        let mut fired = vec![false; self.scale.items.len()];
        for row in self.file.rows()? {
            let row = row?;
            let tallies = row.climbs.get(self.at).into_iter().flat_map(|climb| &climb.tallies);
            fired.iter_mut().zip(tallies).for_each(|(fired, tally)| *fired |= tally.steps > 0);
        }
        Ok(self.scale.beyond_singles().filter(|&item| fired[item]).collect())
    }

    /// Climbs the puzzle without each item that it used, and by each item alone.
    fn climb_again(
        &self, sum: &mut Survey, climber: &mut PassClimber, puzzle: &ClimbedPuzzle, alone_budget: u64,
    ) {
        let ClimbedPuzzle { clues, ref used, climb, .. } = *puzzle;
        let with = climb.outcome;
        let budget = self.effort().budget;
        let scale: &Scale = self.scale;
        let all = ItemSet::of(scale.beyond_singles());
        let alone = ItemSet::of;
        let is_unknown = |&item: &usize| !puzzle.settles(&alone([item]));
        let wanted: Vec<usize> = sum.used.iter().copied().filter(is_unknown).collect();
        let without = used.iter().map(|item| ItemSetClimb { items: all.without(item), budget });
        let by_one = wanted.iter().map(|&item| (alone([item]), alone_budget.min(budget)));
        let asks: Vec<ItemSetClimb> =
            without.chain(by_one.map(|(items, budget)| ItemSetClimb { items, budget })).collect();
        let outcomes =
            if asks.is_empty() { Vec::new() } else { self.climb_item_sets(climber, puzzle, &asks) };
        let (without, by_one) = outcomes.split_at(used.len());
        for (item, &without) in used.iter().zip(without) {
            sum.items[item].without.add(clues, with, without);
        }
        let mut solvers =
            ItemSet::of(sum.used.iter().copied().filter(|item| !is_unknown(item) && puzzle.is_solved()));
        for (&item, outcome) in wanted.iter().zip(by_one) {
            match outcome {
                Outcome::Solved(_) => solvers.insert(item),
                Outcome::Budget => sum.items[item].alone_unknown.add(clues),
                _ => {}
            }
        }
        solvers.iter().for_each(|item| sum.items[item].alone.add(clues));
        sum.pair_up(|item| used.contains(item), |pair| pair.used.add(clues));
        sum.pair_up(|item| solvers.contains(item), |pair| pair.alone.add(clues));
    }
}
