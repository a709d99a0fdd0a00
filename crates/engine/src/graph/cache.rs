//! `AnyWidth`: the graph of a state in the width that it needs, with everything known about it.

use super::{
    Bits, Division, Graph, Lanes, Partials, Reach, ReachByRound, Space, TargetSet, Targets, Trials,
    VisitedSets, Walks, size_of,
};
use crate::boards::Board;
use crate::evidence::families::LinkedFamily;
use crate::grid::{Candidates, Grid};

/// One graph of each width, with the knowledge of its targets and the scratch of its searches. Only the graph
/// of the width that the state needs is filled.
///
/// Random minimal puzzles have at most 255 candidates after singles, most have fewer than 128; 17-clue
/// puzzles reach 318; the empty grid has 729 and 81 undecided cells.
#[derive(Default)]
pub(crate) struct AnyWidth {
    /// The version of the grid that the graph was made from.
    version: u64,
    width: Width,
    narrow: GraphCache<2, 4>,
    middle: GraphCache<4, 4>,
    wide: GraphCache<12, 8>,
}

/// Graph with its targets, partial chains and visited sets.
#[derive(Default)]
pub(crate) struct GraphCache<const C: usize, const V: usize> {
    pub graph: Graph<C, V>,
    /// Candidates that trial and error refutes, for each [`Reach`].
    pub targets: [Targets<C, V>; Reach::COUNT],
    pub lanes: Lanes,
    pub partials: Partials<C, 1>,
    /// Knowledge about each division's chains. Kept only in the space of all variables.
    typed: [Option<Box<TypedMemory<C>>>; Division::COUNT],
    pub visited: VisitedSets<C>,
    /// The shortest whip on each candidate, if loops are allowed.
    pub whips: Vec<Shortest>,
    /// Walks of each kind in each space. Kept only in the space of all variables.
    pub walks: WalksOfSpaces<C>,
    /// Targets without further linked chains.
    pub exhausted: Exhausted<C>,
    /// The propagation of each candidate.
    pub reach_by_round: ReachByRound<C, V>,
    /// The size last asked for, and the candidates on which a chain of that size was not excluded.
    in_time: (usize, Bits<C>),
    /// Sizes without chains in each space. Kept only in the space of all variables.
    pub chainless: [Chainless; Space::COUNT],
    /// Candidates of the solution, if it is known.
    pub truths: Bits<C>,
}

/// Walks of each space and kind asked for so far.
#[derive(Default)]
pub(crate) struct WalksOfSpaces<const C: usize>(Vec<((Space, usize), Walks<C>)>);

impl<const C: usize> WalksOfSpaces<C> {
    /// Returns the walks of a space and of the kind with this number.
    pub fn of(&mut self, space: Space, kind: usize) -> &mut Walks<C> {
        let at = self.0.iter().position(|(of, _)| *of == (space, kind)).unwrap_or_else(|| {
            self.0.push(((space, kind), Walks::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }
}

/// Candidates that have no chain of the size last asked for, nor a longer one, for families of linked chains.
#[derive(Default)]
pub(crate) struct Exhausted<const C: usize>(Vec<(LinkedFamily, usize, Bits<C>)>);

impl<const C: usize> Exhausted<C> {
    /// Returns the candidates on which `family` is known to have no chain of `size` or longer. The caller may
    /// add more candidates.
    pub fn of(&mut self, family: LinkedFamily, size: usize) -> &mut Bits<C> {
        let at = self.0.iter().position(|(of, ..)| *of == family).unwrap_or_else(|| {
            self.0.push((family, size, Bits::EMPTY));
            self.0.len() - 1
        });
        let (_, last, on) = &mut self.0[at];
        if std::mem::replace(last, size) > size {
            *on = Bits::EMPTY;
        }
        on
    }

    /// Counts the candidates of all families.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|(.., on)| on.len()).sum()
    }
}

/// Sizes, as bits, for which no candidate has a chain that remembers all its assertions. Loops are allowed.
///
/// ```text
///                 braids   whips
///   by singles      ·        ·
///   by groups       ·        ·
/// ```
pub(crate) type Chainless = [[u64; 2]; 2];

/// Knowledge about the chains in a division's spaces, which are searched side by side.
#[derive(Default)]
struct TypedMemory<const C: usize> {
    begun: bool,
    trials: Trials,
    partials: Partials<C, 4>,
    /// The size last asked for, and, for each type, the candidates on which a chain of that size was not
    /// excluded.
    in_time: (usize, [Bits<C>; 4]),
    /// Largest size for which whips were searched for, with loops allowed, and for each type the targets of
    /// the whips found. Whips of size two may count for every type, whatever their variables.
    whips: (usize, TargetSet<C, 4>),
}

impl<const C: usize> TypedMemory<C> {
    /// Clears the knowledge, as the graph has changed.
    fn forget(&mut self) {
        self.begun = false;
        self.partials.forget();
        self.in_time = (0, [Bits::EMPTY; 4]);
        self.whips = (0, TargetSet::EMPTY);
    }
}

/// Graph and scratch memory of a search for whips or braids.
pub(crate) struct ChainMemory<'a, const C: usize, const V: usize, const T: usize> {
    pub graph: &'a Graph<C, V>,
    pub division: Option<Division>,
    pub trials: &'a Trials,
    pub lanes: &'a mut Lanes,
    pub partials: &'a mut Partials<C, T>,
    pub visited: &'a mut VisitedSets<C>,
}

/// Knowledge about the shortest chain of a kind that eliminates a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shortest {
    /// No chain, or only chains with more variables than this.
    Over(usize),
    /// A shortest chain of this number of variables.
    Of(usize),
}

impl Shortest {
    /// Whether the existence of a chain of at most `size` variables is still unknown.
    pub fn is_open(self, size: usize) -> bool {
        matches!(self, Shortest::Over(none) if none < size)
    }

    /// Whether a chain of at most `size` variables is known to exist.
    pub fn is_within(self, size: usize) -> bool {
        matches!(self, Shortest::Of(length) if length <= size)
    }
}

impl<const C: usize, const V: usize> GraphCache<C, V> {
    /// Starts on a grid. If its solution is known (puzzles are checked before they are rated), the candidates
    /// of the solution are left out: no sound rule refutes them, and their propagations are the longest. The
    /// outcome is the same if they are kept; tests run both ways.
    fn begin(&mut self, grid: &Grid, solution: Option<&Grid>) {
        self.graph.build(grid, Space::All);
        let is_true = |c: &usize| solution.is_some_and(|solution| solution.allows(self.graph.labels[*c]));
        self.truths = (0..self.graph.labels.len()).filter(is_true).collect();
        self.forget();
    }

    /// Starts on a state of a board that is not plain, in which singles are exhausted. Candidates of the
    /// `solution` are not tried.
    pub fn begin_on_board(&mut self, board: &Board, grid: &Grid, solution: Option<&Grid>) {
        self.graph.build_on_board(board, grid);
        let is_true = |c: &usize| solution.is_some_and(|solution| solution.allows(self.graph.labels[*c]));
        self.truths = (0..self.graph.labels.len()).filter(is_true).collect();
        self.forget();
    }

    /// Whether no chain of candidates is longer than the last searched for, which had three variables or
    /// more, and possible targets or none.
    pub fn has_no_longer_chains(&self, has_targets: bool) -> bool {
        let is_at_end = self.targets[Reach::Singles.index()].trials.is_at_end();
        is_at_end && (!has_targets || self.partials.is_empty())
    }

    /// Starts on the grid of another cache, in another space.
    fn begin_within(&mut self, all: &GraphCache<C, V>, space: Space) {
        self.graph.narrow(&all.graph, space);
        self.truths = all.truths;
        self.forget();
    }

    fn forget(&mut self) {
        self.targets.iter_mut().for_each(Targets::forget);
        self.partials.forget();
        self.typed.iter_mut().flatten().for_each(|typed| typed.forget());
        self.whips.clear();
        self.whips.resize(self.graph.labels.len(), Shortest::Over(1));
        self.reach_by_round.forget();
        self.walks.0.iter_mut().for_each(|(_, walks)| walks.forget());
        self.exhausted.0.clear();
        self.in_time = (0, Bits::EMPTY);
        self.chainless = [Chainless::default(); Space::COUNT];
    }

    /// Returns the numbers of these candidates.
    pub fn numbers(&self, candidates: &Candidates) -> Bits<C> {
        let labels = self.graph.labels.iter().enumerate();
        labels.filter(|(_, label)| candidates.contains(**label)).map(|(c, _)| c).collect()
    }

    /// Returns the candidates on which singles do not exclude a chain of `size` variables. The answer is
    /// cached, as many patterns of a size ask.
    pub fn refuted_within(&mut self, size: usize) -> Bits<C> {
        if self.in_time.0 != size {
            self.in_time = (size, self.targets(Reach::Singles, size).into_iter().collect());
        }
        self.in_time.1
    }

    /// Prepares the graph for searches with objects up to `reach`, and returns the candidates on which a
    /// chain of `size` variables is not excluded, in order.
    pub fn targets(&mut self, reach: Reach, size: usize) -> Vec<usize> {
        // Subsets refute everything that singles and groups refute, in no more rounds.
        let by_groups = match reach {
            Reach::Subsets(_) => self.targets(Reach::Segments, size).into_iter().collect(),
            _ => Bits::EMPTY,
        };
        self.graph.prepare(reach);
        let targets = &mut self.targets[reach.index()];
        targets.begin(&self.graph, reach, self.truths);
        targets.of_size(&self.graph, size, &by_groups)
    }

    /// Returns all candidates that may be a target at all.
    pub fn all_targets(&self) -> Vec<usize> {
        (0..self.graph.labels.len()).filter(|&c| !self.truths.contains(c)).collect()
    }

    /// Returns, for each space of `division`, the candidates on which singles do not exclude a chain of
    /// `size` variables. The graph must be the graph of all variables.
    pub fn typed_targets(&mut self, division: Division, size: usize) -> TargetSet<C, 4> {
        let GraphCache { graph, truths, .. } = self;
        let typed = self.typed[division.index()].get_or_insert_default();
        if !typed.begun {
            let candidates = (0..graph.labels.len()).filter(|&c| !truths.contains(c));
            typed.trials.begin_typed(graph, division, candidates);
            typed.begun = true;
        }
        typed.trials.of_size(graph, size).into_iter().collect()
    }

    /// Whether [`GraphCache::typed_targets`] was called for the division.
    pub fn is_typed_tried(&self, division: Division) -> bool {
        self.typed[division.index()].as_ref().is_some_and(|typed| typed.begun)
    }

    /// Returns the answer of [`GraphCache::typed_targets`], cached, as many patterns of a size ask.
    pub fn typed_within(&mut self, division: Division, size: usize) -> [Bits<C>; 4] {
        let known = self.typed[division.index()].as_ref().filter(|typed| typed.begun);
        if let Some((of, targets)) = known.map(|typed| typed.in_time)
            && of == size
        {
            return targets;
        }
        let TargetSet(targets) = self.typed_targets(division, size);
        self.typed[division.index()].get_or_insert_default().in_time = (size, targets);
        targets
    }

    /// Returns the largest size for which whips were searched for in the spaces of a division, and the
    /// targets of the whips found. [`GraphCache::typed_targets`] must have been called before.
    pub fn typed_whips(&mut self, division: Division) -> &mut (usize, TargetSet<C, 4>) {
        &mut self.typed[division.index()].get_or_insert_default().whips
    }

    /// Returns the memory for a search with variables of all types.
    pub fn chains(&mut self) -> ChainMemory<'_, C, V, 1> {
        ChainMemory {
            graph: &self.graph,
            division: None,
            trials: &self.targets[Reach::Singles.index()].trials,
            lanes: &mut self.lanes,
            partials: &mut self.partials,
            visited: &mut self.visited,
        }
    }

    /// Returns the memory for a search in the spaces of a division. [`GraphCache::typed_targets`] must have
    /// been called before.
    pub fn typed_chains(&mut self, division: Division) -> ChainMemory<'_, C, V, 4> {
        let GraphCache { graph, lanes, visited, .. } = self;
        let TypedMemory { trials, partials, .. } =
            &mut **self.typed[division.index()].get_or_insert_default();
        ChainMemory { graph, division: Some(division), trials, lanes, partials, visited }
    }
}

/// Cache of the width in use.
pub(crate) enum OfWidth<'a> {
    Narrow(&'a mut GraphCache<2, 4>),
    Middle(&'a mut GraphCache<4, 4>),
    Wide(&'a mut GraphCache<12, 8>),
}

/// Evaluates an expression with the graph of a state in a space, whatever its width, and the state's budget.
macro_rules! with_graph {
    ($state:expr, $space:expr, |$cache:pat_param, $budget:pat_param| $does:expr) => {{
        let (graph, $budget) = $state.graph($space);
        match graph {
            $crate::graph::OfWidth::Narrow($cache) => $does,
            $crate::graph::OfWidth::Middle($cache) => $does,
            $crate::graph::OfWidth::Wide($cache) => $does,
        }
    }};
}
pub(crate) use with_graph;

impl AnyWidth {
    /// Builds the graph of `grid` with all variables, unless `version` is that of the last call: then the
    /// grid is the same. `solution` is the grid's, if it is known.
    pub(crate) fn begin(&mut self, grid: &Grid, solution: Option<&Grid>, version: u64) {
        if std::mem::replace(&mut self.version, version) == version {
            return;
        }
        self.width = Width::of(grid);
        match self.get() {
            OfWidth::Narrow(cache) => cache.begin(grid, solution),
            OfWidth::Middle(cache) => cache.begin(grid, solution),
            OfWidth::Wide(cache) => cache.begin(grid, solution),
        }
    }

    /// Builds the graph of a state of a board that is not plain, with at most 512 open variables, like
    /// [`AnyWidth::begin`].
    pub(crate) fn begin_on_board(
        &mut self, board: &Board, grid: &Grid, solution: Option<&Grid>, version: u64,
    ) {
        if std::mem::replace(&mut self.version, version) == version {
            return;
        }
        let open = grid.candidates();
        let is_open = |variable: &&Candidates| !variable.common(&open).is_empty();
        self.width = match (open.len(), board.variables().iter().filter(is_open).count()) {
            (..=128, ..=256) => Width::Narrow,
            (..=256, ..=256) => Width::Middle,
            _ => Width::Wide,
        };
        match self.get() {
            OfWidth::Narrow(cache) => cache.begin_on_board(board, grid, solution),
            OfWidth::Middle(cache) => cache.begin_on_board(board, grid, solution),
            OfWidth::Wide(cache) => cache.begin_on_board(board, grid, solution),
        }
    }

    /// Builds the graph of the same grid as `all` in another space.
    pub(crate) fn begin_within(&mut self, all: &AnyWidth, space: Space) {
        if std::mem::replace(&mut self.version, all.version) == all.version {
            return;
        }
        self.width = all.width;
        match self.get() {
            OfWidth::Narrow(cache) => cache.begin_within(&all.narrow, space),
            OfWidth::Middle(cache) => cache.begin_within(&all.middle, space),
            OfWidth::Wide(cache) => cache.begin_within(&all.wide, space),
        }
    }

    pub(crate) fn get(&mut self) -> OfWidth<'_> {
        match self.width {
            Width::Narrow => OfWidth::Narrow(&mut self.narrow),
            Width::Middle => OfWidth::Middle(&mut self.middle),
            Width::Wide => OfWidth::Wide(&mut self.wide),
        }
    }
}

#[derive(Clone, Copy, Default)]
enum Width {
    #[default]
    Narrow,
    Middle,
    Wide,
}

impl Width {
    fn of(grid: &Grid) -> Width {
        match size_of(grid) {
            (..=128, ..=64) => Width::Narrow,
            (..=256, ..=64) => Width::Middle,
            _ => Width::Wide,
        }
    }
}
