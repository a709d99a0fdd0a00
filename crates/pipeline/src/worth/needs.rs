//! Which rules puzzles cannot be solved without: the part of what rules are worth that costs least.

use super::pass::{ClimbedPuzzle, Pass, PassError};
use super::scale::ScaleWorth;
use crate::stats::ByClues;
use serde::{Deserialize, Serialize};
use sudoscope_engine::scale::{ItemSet, ItemSetClimb, Outcome, Scale, Solver};

/// Which items of one ladder of a run its puzzles need.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScaleNeeds {
    /// The number of the ladder in the run.
    pub(crate) at: usize,
    /// For each item; nothing for singles, which are never left out.
    pub(crate) items: Vec<Need>,
}

/// The puzzles that need an item: the ladder solves them, the ladder without it does not.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Need {
    /// Stuck without it.
    pub unsolved: ByClues,
    /// Out of budget without it: it is not known whether they need it.
    pub unknown: ByClues,
}

impl ScaleNeeds {
    /// Whether they are about the ladder of this number.
    pub fn is_about(&self, ladder: usize) -> bool {
        self.at == ladder
    }

    /// Whether they can be about this ladder.
    pub(super) fn fits(&self, scale: &Scale) -> bool {
        self.items.len() == scale.items.len()
    }

    fn merge(mut needs: Vec<Need>, others: Vec<Need>) -> Vec<Need> {
        for (need, other) in needs.iter_mut().zip(&others) {
            need.unsolved += &other.unsolved;
            need.unknown += &other.unknown;
        }
        needs
    }
}

impl ScaleWorth {
    /// The part of it that says which items are needed.
    pub fn needs(&self) -> ScaleNeeds {
        let without = self.survey.items.iter().map(|item| &item.without);
        let need = without
            .map(|without| Need { unsolved: without.unsolved.clone(), unknown: without.unknown.clone() });
        ScaleNeeds { at: self.at, items: need.collect() }
    }
}

impl Pass<'_> {
    /// Which items puzzles need. A puzzle that is solved is climbed again without each item that its path
    /// uses; what the path does not use, it does not need.
    pub fn needs(&self) -> Result<ScaleNeeds, PassError> {
        let (scale, budget) = (self.scale, self.effort().budget);
        let all = ItemSet::of(scale.beyond_singles());
        let each = |needs: &mut Vec<Need>, solver: &mut Solver, puzzle: &ClimbedPuzzle| {
            if !puzzle.is_solved() || puzzle.used.is_empty() {
                return;
            }
            let asks = puzzle.used.iter().map(|item| ItemSetClimb { items: all.without(item), budget });
            let asks: Vec<ItemSetClimb> = asks.collect();
            self.start(solver, puzzle);
            for (item, outcome) in puzzle.used.iter().zip(solver.climb_item_sets(scale, &asks)) {
                match outcome {
                    Outcome::Solved(_) => {}
                    Outcome::Budget => needs[item].unknown.add(puzzle.clues),
                    _ => needs[item].unsolved.add(puzzle.clues),
                }
            }
        };
        let new = || vec![Need::default(); scale.items.len()];
        let items = self.each_puzzle(new, each, ScaleNeeds::merge)?;
        Ok(ScaleNeeds { at: self.at, items })
    }
}
