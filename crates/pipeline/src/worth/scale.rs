//! Complete worth of the items of one ladder.

use super::pass::{Pass, PassError};
use super::survey::Survey;
use crate::stats::{ByClues, Weights};
use serde::{Deserialize, Serialize};
use sudoscope_engine::scale::{ItemSet, Scale};

/// Set of items, and the puzzles that it solves with `brt`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolvingSet {
    #[serde(with = "super::items")]
    pub items: ItemSet,
    pub solved: ByClues,
}

/// Questions about the worth of a ladder's items.
#[derive(Clone, Debug)]
pub struct Questions {
    /// Shares of the puzzles, from 0 to 1, that small sets of items are to solve.
    pub shares: Vec<f64>,
    /// Whether such sets are also searched for by climbs.
    pub by_climbs: bool,
    /// Weight of a puzzle in such shares.
    pub weights: Weights,
    /// Steps for each puzzle and single item, and for each climb on the way forward to a small set; a puzzle
    /// not solved within them counts as not solved. The final sets are confirmed with the budget of the run.
    pub alone_budget: u64,
}

/// Findings about one ladder of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScaleWorth {
    /// Number of the ladder in the run.
    pub(crate) at: usize,
    pub(crate) survey: Survey,
    /// Small sets of items that solve a share of the puzzles.
    pub(crate) small_sets: Vec<SmallSet>,
}

/// Share of the puzzles, and a small set of items that solves it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SmallSet {
    pub by: FoundBy,
    /// Share of the puzzles, from 0 to 1.
    pub share: f64,
    pub found: Option<SolvingSet>,
}

/// Origin of a small set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FoundBy {
    /// Paths alone: the puzzles that used no other items were counted.
    Paths,
    /// Climbs with the set.
    Climbs,
}

impl FoundBy {
    pub fn name(self) -> &'static str {
        match self {
            FoundBy::Paths => "paths",
            FoundBy::Climbs => "climbs",
        }
    }
}

impl ScaleWorth {
    /// Whether the findings can belong to this ladder.
    pub(super) fn fits(&self, scale: &Scale) -> bool {
        let items = scale.items.len();
        let are_items = |set: &ItemSet| set.iter().all(|item| item < items);
        let found = self.small_sets.iter().filter_map(|set| set.found.as_ref());
        self.survey.fits(items) && found.map(|found| &found.items).all(are_items)
    }
}

impl Pass<'_> {
    /// Measures the worth of the ladder's items.
    pub fn worth(&self, questions: &Questions) -> Result<ScaleWorth, PassError> {
        let Questions { shares, by_climbs, weights, alone_budget } = questions;
        let survey = self.survey(*alone_budget)?;
        let used = self.used_sets(|_| true)?;
        let by_paths = used.smallest(shares, *weights).into_iter().zip(shares);
        let by_paths = by_paths.map(|(items, &share)| {
            let found = items.map(|items| SolvingSet { solved: used.within(&items), items });
            SmallSet { by: FoundBy::Paths, share, found }
        });
        let mut small_sets: Vec<SmallSet> = by_paths.collect();
        if *by_climbs {
            let sets = self.smallest_sets(questions)?.into_iter();
            small_sets.extend(sets.map(|(share, found)| SmallSet { by: FoundBy::Climbs, share, found }));
        }
        Ok(ScaleWorth { at: self.at, survey, small_sets })
    }
}
