//! Rules without which puzzles cannot be solved: the cheapest part of the worth of rules.

use super::pass::{ClimbedPuzzle, Pass, PassClimber, PassError};
use super::scale::ScaleWorth;
use crate::stats::ByClues;
use serde::{Deserialize, Serialize};
use sudoscope_engine::scale::{ItemSet, ItemSetClimb, Outcome, Scale};

/// Items of one ladder of a run that its puzzles need.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScaleNeeds {
    /// Number of the ladder in the run.
    pub(crate) at: usize,
    /// Need of each item; empty for the singles of a ladder, which are always played.
    pub(crate) items: Vec<Need>,
}

/// Puzzles that need an item: the ladder solves them, but not without it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Need {
    /// Puzzles that are stuck without it.
    pub unsolved: ByClues,
    /// Puzzles that run out of budget without it, so that their need is unknown.
    pub unknown: ByClues,
}

impl ScaleNeeds {
    /// Whether the counts are for the ladder with this number.
    pub fn is_about(&self, ladder: usize) -> bool {
        self.at == ladder
    }

    /// Whether the counts can belong to this ladder.
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
    /// Returns the needs of its items.
    pub fn needs(&self) -> ScaleNeeds {
        let without = self.survey.items.iter().map(|item| &item.without);
        let need = without
            .map(|without| Need { unsolved: without.unsolved.clone(), unknown: without.unknown.clone() });
        ScaleNeeds { at: self.at, items: need.collect() }
    }
}

impl Pass<'_> {
    /// Counts the puzzles that need each item. A solved puzzle is climbed again without each item that its
    /// path uses; it needs no item that its path does not use.
    pub fn needs(&self) -> Result<ScaleNeeds, PassError> {
        let (scale, budget) = (self.scale, self.effort().budget);
        let all = ItemSet::of(scale.beyond_singles());
        let each = |needs: &mut Vec<Need>, climber: &mut PassClimber, puzzle: &ClimbedPuzzle| {
            if !puzzle.is_solved() || puzzle.used.is_empty() {
                return;
            }
            let asks = puzzle.used.iter().map(|item| ItemSetClimb { items: all.without(item), budget });
            let asks: Vec<ItemSetClimb> = asks.collect();
            for (item, outcome) in puzzle.used.iter().zip(self.climb_item_sets(climber, puzzle, &asks)) {
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
