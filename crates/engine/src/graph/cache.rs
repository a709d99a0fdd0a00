//! `AnyWidth`: the graph of a state in the width that it needs, with all that is known of it.

use super::{
    Bits, Division, Graph, Lanes, Partials, Reach, ReachByRound, Space, TargetSet, Targets, Trials,
    VisitedSets, Walks, size_of,
};
use crate::evidence::families::LinkedFamily;
use crate::grid::{Candidates, Grid};

/// One graph of each width, with what is known of its targets and the scratch of its searches. Only the one
/// that the state needs is ever filled.
///
/// Random minimal puzzles have at most 255 candidates after singles, most have fewer than 128; 17-clue
/// puzzles reach 318; the empty grid has 729 and 81 undecided cells.
#[derive(Default)]
pub(crate) struct AnyWidth {
    /// Of which state of the grid this is the graph.
    version: u64,
    width: Width,
    narrow: GraphCache<2, 4>,
    middle: GraphCache<4, 4>,
    wide: GraphCache<12, 8>,
}

/// A graph, its targets, and the table of visited sets.
#[derive(Default)]
pub(crate) struct GraphCache<const C: usize, const V: usize> {
    pub graph: Graph<C, V>,
    /// The candidates that trial and error refutes, for each [`Reach`].
    pub targets: [Targets<C, V>; Reach::COUNT],
    pub lanes: Lanes,
    pub partials: Partials<C, 1>,
    /// In the space of all variables: what is known of those of each division.
    typed: [Option<Box<TypedMemory<C>>>; Division::COUNT],
    pub visited: VisitedSets<C>,
    /// The whips on each candidate, loops allowed.
    pub whips: Vec<Shortest>,
    /// In the space of all variables: walks in each space, for each kind of them.
    pub walks: WalksOfSpaces<C>,
    /// Targets that linked chains have done with.
    pub exhausted: Exhausted<C>,
    /// How far each candidate goes.
    pub reach_by_round: ReachByRound<C, V>,
    /// The candidates on which a chain of this size was not excluded when last asked for.
    in_time: (usize, Bits<C>),
    /// In the space of all variables: what is known of each space.
    pub chainless: [Chainless; Space::COUNT],
    /// Candidates of the solution, if it is known.
    pub truths: Bits<C>,
}

/// The walks of each space and kind that was asked for.
#[derive(Default)]
pub(crate) struct WalksOfSpaces<const C: usize>(Vec<((Space, usize), Walks<C>)>);

impl<const C: usize> WalksOfSpaces<C> {
    /// Those of a space, and of the kind with this number.
    pub fn of(&mut self, space: Space, kind: usize) -> &mut Walks<C> {
        let at = self.0.iter().position(|(of, _)| *of == (space, kind)).unwrap_or_else(|| {
            self.0.push(((space, kind), Walks::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }
}

/// For families of linked chains, the candidates on which there is none of the size that was last asked for,
/// and none that is longer.
#[derive(Default)]
pub(crate) struct Exhausted<const C: usize>(Vec<(LinkedFamily, usize, Bits<C>)>);

impl<const C: usize> Exhausted<C> {
    /// Those on which there are none of this size, and room for others.
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

    /// How many there are, those of each family by themselves.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|(.., on)| on.len()).sum()
    }
}

/// The sizes, as bits, of which no candidate has a chain that remembers all, loops allowed.
///
/// ```text
///                 braids   whips
///   by singles      ·        ·
///   by groups       ·        ·
/// ```
pub(crate) type Chainless = [[u64; 2]; 2];

/// What is known of chains in the spaces of a division, all of these side by side.
#[derive(Default)]
struct TypedMemory<const C: usize> {
    begun: bool,
    trials: Trials,
    partials: Partials<C, 4>,
    /// The candidates on which a chain of this size was not excluded when last asked for, by type.
    in_time: (usize, [Bits<C>; 4]),
    /// Up to how many variables whips were looked for, loops allowed, and the targets that have one; of two
    /// variables, those that have one with variables of any type.
    whips: (usize, TargetSet<C, 4>),
}

impl<const C: usize> TypedMemory<C> {
    /// The graph has changed.
    fn forget(&mut self) {
        self.begun = false;
        self.partials.forget();
        self.in_time = (0, [Bits::EMPTY; 4]);
        self.whips = (0, TargetSet::EMPTY);
    }
}

/// What a search for whips or braids works with.
pub(crate) struct ChainMemory<'a, const C: usize, const V: usize, const T: usize> {
    pub graph: &'a Graph<C, V>,
    pub division: Option<Division>,
    pub trials: &'a Trials,
    pub lanes: &'a mut Lanes,
    pub partials: &'a mut Partials<C, T>,
    pub visited: &'a mut VisitedSets<C>,
}

/// What is known of the shortest chain of some kind on a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shortest {
    /// It has more variables than this, or there is none.
    Over(usize),
    /// Its number of variables.
    Of(usize),
}

impl Shortest {
    /// Whether it is not known yet if there is one of at most `size` variables.
    pub fn is_open(self, size: usize) -> bool {
        matches!(self, Shortest::Over(none) if none < size)
    }

    /// Whether it is known that there is one of at most `size` variables.
    pub fn is_within(self, size: usize) -> bool {
        matches!(self, Shortest::Of(length) if length <= size)
    }
}

impl<const C: usize, const V: usize> GraphCache<C, V> {
    /// Starts on a grid. Where its solution is known (puzzles are checked before they are rated), no sound
    /// rule refutes the candidates of it, and their propagations are the longest: they are left out. The
    /// outcome is the same without; tests run both ways.
    fn begin(&mut self, grid: &Grid, solution: Option<&Grid>) {
        self.graph.build(grid, Space::All);
        let is_true = |c: &usize| solution.is_some_and(|solution| solution.allows(self.graph.labels[*c]));
        self.truths = (0..self.graph.labels.len()).filter(is_true).collect();
        self.forget();
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

    /// The numbers of these candidates.
    pub fn numbers(&self, candidates: &Candidates) -> Bits<C> {
        let labels = self.graph.labels.iter().enumerate();
        labels.filter(|(_, label)| candidates.contains(**label)).map(|(c, _)| c).collect()
    }

    /// The candidates on which a chain of `size` variables is not excluded by singles. Many patterns of a
    /// size ask.
    pub fn refuted_within(&mut self, size: usize) -> Bits<C> {
        if self.in_time.0 != size {
            self.in_time = (size, self.targets(Reach::Singles, size).into_iter().collect());
        }
        self.in_time.1
    }

    /// Makes ready what searches with objects up to `reach` need, and returns the candidates on which a chain
    /// of `size` variables is not excluded, in order.
    pub fn targets(&mut self, reach: Reach, size: usize) -> Vec<usize> {
        // What singles and groups refute, subsets do, and in no more rounds.
        let by_groups = match reach {
            Reach::Subsets(_) => self.targets(Reach::Segments, size).into_iter().collect(),
            _ => Bits::EMPTY,
        };
        self.graph.prepare(reach);
        let targets = &mut self.targets[reach.index()];
        targets.begin(&self.graph, reach, self.truths);
        targets.of_size(&self.graph, size, &by_groups)
    }

    /// All candidates that may be a target at all.
    pub fn all_targets(&self) -> Vec<usize> {
        (0..self.graph.labels.len()).filter(|&c| !self.truths.contains(c)).collect()
    }

    /// The candidates on which a chain of `size` variables is not excluded by singles, in each space of a
    /// division. This is the graph of all variables.
    pub fn typed_targets(&mut self, division: Division, size: usize) -> TargetSet<C, 4> {
        let GraphCache { graph, truths, .. } = self;
        let typed = self.typed[division as usize].get_or_insert_default();
        if !typed.begun {
            let candidates = (0..graph.labels.len()).filter(|&c| !truths.contains(c));
            typed.trials.begin_typed(graph, division, candidates);
            typed.begun = true;
        }
        typed.trials.of_size(graph, size).into_iter().collect()
    }

    /// Whether this was asked.
    pub fn is_typed_tried(&self, division: Division) -> bool {
        self.typed[division as usize].as_ref().is_some_and(|typed| typed.begun)
    }

    /// As above. Many patterns of a size ask.
    pub fn typed_within(&mut self, division: Division, size: usize) -> [Bits<C>; 4] {
        let known = self.typed[division as usize].as_ref().filter(|typed| typed.begun);
        if let Some((of, targets)) = known.map(|typed| typed.in_time)
            && of == size
        {
            return targets;
        }
        let TargetSet(targets) = self.typed_targets(division, size);
        self.typed[division as usize].get_or_insert_default().in_time = (size, targets);
        targets
    }

    /// Up to how many variables whips were looked for in the spaces of a division, and the targets that have
    /// one; once [`GraphCache::typed_targets`] was asked.
    pub fn typed_whips(&mut self, division: Division) -> &mut (usize, TargetSet<C, 4>) {
        &mut self.typed[division as usize].get_or_insert_default().whips
    }

    /// For a search with variables of all types.
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

    /// For a search in the spaces of a division, once [`GraphCache::typed_targets`] was asked.
    pub fn typed_chains(&mut self, division: Division) -> ChainMemory<'_, C, V, 4> {
        let GraphCache { graph, lanes, visited, .. } = self;
        let TypedMemory { trials, partials, .. } =
            &mut **self.typed[division as usize].get_or_insert_default();
        ChainMemory { graph, division: Some(division), trials, lanes, partials, visited }
    }
}

/// The one that is in use.
pub(crate) enum OfWidth<'a> {
    Narrow(&'a mut GraphCache<2, 4>),
    Middle(&'a mut GraphCache<4, 4>),
    Wide(&'a mut GraphCache<12, 8>),
}

/// Does something with the graph of a state in a space, whatever its width, and with the budget of the state.
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
    /// Makes the graph of `grid`, with all variables; the grid has changed since the last call if `version`
    /// has. `solution` is the grid's, if it is known.
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

    /// Makes the graph of the same grid as `all` in another space.
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
