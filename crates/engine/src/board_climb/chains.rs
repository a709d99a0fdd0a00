//! Whips and braids, by the searches of the plain board on the graph of the board.

use super::scribe::Scribe;
use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::evidence::families::{ObjectFamily, whips};
use crate::graph::{GraphCache, Reach, TargetSet};
use crate::grid::{Candidates, Grid};
use crate::rules::ChainSearch;

/// Graphs in four widths, by the numbers of candidates and of variables. Of the states of minimal puzzles on
/// X, windoku and jigsaws with W of 4 to 8 a ninth is `narrow`, an eighth is `wide`, and none is `large`.
#[derive(Default)]
pub struct BoardGraphs {
    narrow: Option<Box<GraphCache<2, 4>>>,
    middle: Option<Box<GraphCache<4, 4>>>,
    wide: Option<Box<GraphCache<6, 8>>>,
    large: Option<Box<GraphCache<12, 12>>>,
}

/// Chains to search for in a state.
#[derive(Clone, Copy)]
pub struct ChainTask<'a> {
    pub board: &'a Board,
    pub grid: &'a Grid,
    /// The solution of the state, if it is known.
    pub solution: Option<&'a Grid>,
    pub are_braids: bool,
    /// Length that chains do not reach.
    pub below: u32,
}

impl BoardGraphs {
    /// Returns the shortest chains that prove something, with their length.
    pub fn shortest_chains(
        &mut self, task: &ChainTask, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
    ) -> Within<Option<(u32, Candidates)>> {
        // The page in the browser is small, and has no chains on boards.
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let open = task.grid.candidates();
        let is_open = |variable: &&Candidates| !variable.common(&open).is_empty();
        match (open.len(), task.board.variables().iter().filter(is_open).count()) {
            (..=128, ..=256) => task.search(self.narrow.get_or_insert_default(), budget, scribe),
            (..=256, ..=256) => task.search(self.middle.get_or_insert_default(), budget, scribe),
            (..=384, ..=512) => task.search(self.wide.get_or_insert_default(), budget, scribe),
            _ => task.search(self.large.get_or_insert_default(), budget, scribe),
        }
    }
}

impl ChainTask<'_> {
    fn search<const C: usize, const V: usize>(
        &self, cache: &mut GraphCache<C, V>, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
    ) -> Within<Option<(u32, Candidates)>> {
        cache.begin_on_board(self.board, self.grid, self.solution);
        let family = ObjectFamily { continuous: !self.are_braids, ..whips::WHIP };
        let rule = if self.are_braids { "braid" } else { "whip" };
        for length in 2..self.below {
            let size = length as usize;
            let targets = cache.targets(Reach::Singles, size);
            let has_targets = !targets.is_empty();
            if length == 2 && scribe.is_none() {
                // Each of them has a chain: after it a single leaves a variable without candidates.
                let found: Candidates = targets.iter().map(|&z| cache.graph.labels[z]).collect();
                if !found.is_empty() {
                    return Ok(Some((length, found)));
                }
                continue;
            }
            let mut search = ChainSearch::new(cache.chains(), family, size, budget);
            if scribe.is_none() {
                search = search.without_links();
                // A braid stays after the conclusions of other braids, so the rating is the same.
                search.leaves_rest = self.are_braids;
            }
            let mut found = Candidates::EMPTY;
            search.run(TargetSet([targets.into_iter().collect()]), &mut |chain| {
                found.insert(chain.graph.labels[chain.z]);
                if let Some(scribe) = scribe {
                    scribe.chain(chain, rule);
                }
            })?;
            if !found.is_empty() {
                return Ok(Some((length, found)));
            }
            if length > 2 && cache.has_no_longer_chains(has_targets) {
                break;
            }
        }
        Ok(None)
    }
}
