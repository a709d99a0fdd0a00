//! Whips and braids, by the searches of the plain board on the graph of the board.

use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::evidence::families::ObjectFamily;
use crate::graph::{GraphCache, Reach, TargetSet};
use crate::grid::{Candidates, Grid};
use crate::rules::{ChainSearch, Rebuild};

/// Graphs in four widths, by the numbers of candidates and of variables. Of the states of minimal puzzles on
/// X, windoku and jigsaws with W of 4 to 8 a ninth is `narrow`, an eighth is `wide`, and none is `large`.
#[derive(Default)]
pub struct BoardGraphs {
    /// The state that the graph in use is of.
    version: u64,
    /// The numbers of candidates and of variables without a value in that state.
    size: (usize, usize),
    /// Whether that state has no longer braids, and no longer whips, than those searched for.
    is_at_end: [bool; 2],
    narrow: Option<Box<GraphCache<2, 4>>>,
    middle: Option<Box<GraphCache<4, 4>>>,
    wide: Option<Box<GraphCache<WIDE, 8>>>,
    large: Option<Box<GraphCache<12, LARGE>>>,
}

/// Words of candidates of wide graphs, and words of variables of large ones. The page in the browser has to
/// be small, so it has no other graphs than those of the plain board: a state of a puzzle of a named board
/// has at most 512 open variables.
const WIDE: usize = if IS_PAGE { 12 } else { 6 };
const LARGE: usize = if IS_PAGE { 8 } else { 12 };
const IS_PAGE: bool = cfg!(target_family = "wasm");

/// Writer of the chains that are found.
pub trait ChainScribe {
    /// Adds a chain.
    fn chain<const C: usize, const V: usize>(&mut self, chain: &Rebuild<'_, C, V>, family: ObjectFamily);
}

/// Chains to search for in a state.
#[derive(Clone, Copy)]
pub struct ChainTask<'a> {
    pub board: &'a Board,
    pub grid: &'a Grid,
    /// The solution of the state, if it is known.
    pub solution: Option<&'a Grid>,
    /// Number of the state, another one for each.
    pub version: u64,
    /// Whips or braids.
    pub family: ObjectFamily,
    /// Least and greatest length, at least 2. Longer chains are searched for after the shorter ones.
    pub lengths: [u32; 2],
    /// Whether some of the chains are enough.
    pub leaves_rest: bool,
}

impl BoardGraphs {
    /// Returns the shortest chains that prove something, with their length.
    pub fn shortest_chains(
        &mut self, task: &ChainTask, budget: &mut Budget, scribe: &mut Option<&mut impl ChainScribe>,
    ) -> Within<Option<(u32, Candidates)>> {
        let is_new = std::mem::replace(&mut self.version, task.version) != task.version;
        if is_new {
            self.size = (task.grid.candidates().len(), task.board.open_variables(task.grid));
            self.is_at_end = [false; 2];
        }
        let is_at_end = &mut self.is_at_end[usize::from(task.family.continuous)];
        if *is_at_end {
            return Ok(None);
        }
        let search = Search { task, is_new, is_at_end };
        match self.size {
            (..=128, ..=256) => search.run(self.narrow.get_or_insert_default(), budget, scribe),
            (..=256, ..=256) => search.run(self.middle.get_or_insert_default(), budget, scribe),
            (..=384, ..=512) => search.run(self.wide.get_or_insert_default(), budget, scribe),
            (_, 513..) if IS_PAGE => Ok(None),
            _ => search.run(self.large.get_or_insert_default(), budget, scribe),
        }
    }
}

/// Search in the graph of a state.
struct Search<'a> {
    task: &'a ChainTask<'a>,
    /// Whether the graph is yet to be made.
    is_new: bool,
    is_at_end: &'a mut bool,
}

impl Search<'_> {
    fn run<const C: usize, const V: usize>(
        self, cache: &mut GraphCache<C, V>, budget: &mut Budget, scribe: &mut Option<&mut impl ChainScribe>,
    ) -> Within<Option<(u32, Candidates)>> {
        let ChainTask { board, grid, solution, family, lengths, leaves_rest, .. } = *self.task;
        if self.is_new {
            cache.begin_on_board(board, grid, solution);
        }
        for length in lengths[0]..=lengths[1] {
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
                search.leaves_rest = leaves_rest;
            }
            let mut found = Candidates::EMPTY;
            search.run(TargetSet([targets.into_iter().collect()]), &mut |chain| {
                found.insert(chain.graph.labels[chain.z]);
                if let Some(scribe) = scribe {
                    scribe.chain(chain, family);
                }
            })?;
            if !found.is_empty() {
                return Ok(Some((length, found)));
            }
            *self.is_at_end = length > 2 && cache.has_no_longer_chains(has_targets);
            if *self.is_at_end {
                break;
            }
        }
        Ok(None)
    }
}
