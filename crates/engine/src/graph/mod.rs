//! The graph: one resolution state as a compact graph of candidates and CSP variables.
//!
//! A graph contains only undecided candidates and variables, renumbered from 0, so that a set of either is a
//! few machine words and every relation is a row of a bit matrix.

mod bits;
mod block;
mod cache;
mod follow;
mod lanes;
mod lists;
mod node;
mod objects;
mod on_board;
mod or_relations;
mod pairs;
mod partials;
mod reach_by_round;
mod segments;
mod space;
mod subsets;
mod targets;
mod trials;
mod visited;
mod walks;

pub use crate::evidence::families::{Reach, Space};
pub use bits::Bits;
pub(crate) use block::{Extension, WideRow};
pub(crate) use cache::{AnyWidth, ChainMemory, Chainless, GraphCache, OfWidth, Shortest, with_graph};
pub(crate) use follow::{each_beyond, each_group, each_object};
pub(crate) use lanes::{LANES, Lanes};
pub(crate) use node::Node;
pub(crate) use objects::{GroupPartial, Object, ObjectKind};
pub use or_relations::{OrRelation, OrRelations};
pub(crate) use partials::{Partials, Queue};
pub(crate) use reach_by_round::ReachByRound;
pub(crate) use space::{Division, Part, TargetSet, candidate_of, type_of, typed_target};
pub(crate) use targets::{Due, SETS, Targets, rounds_to_refute, walk_comes_within};
pub(crate) use trials::Trials;
pub(crate) use visited::VisitedSets;
pub(crate) use walks::Walks;

use crate::grid::{Candidate, Digit, Grid, notation::Variable};
use lists::Lists;
use pairs::GraphPairs;
use segments::Segments;
use std::cell::OnceCell;
use std::ops::Range;
use subsets::SubsetFamilies;

/// The candidate graph of one resolution state.
///
/// ```text
///   candidate c: 0 … n-1, ordered by digit, then by cell   a set of candidates: Bits<C>
///   variable v:  | rc … | rn … | cn … | bn … |             a set of variables:  Bits<V>
///                  V/4 words for each of the four types, so a type is a word mask
///
///   link[c]   candidates linked to c            cands[v]     candidates of v
///   vars[c]   the four variables of c, or       crossing[v]  variables with a candidate in common with v
///             the one in the graph's space      lists        the same membership, as lists
/// ```
///
/// `C` and `V` are chosen by size (see `AnyWidth`): nothing in the graph depends on them.
pub(crate) struct Graph<const C: usize, const V: usize> {
    /// The label of each candidate number.
    pub labels: Vec<Candidate>,
    pub link: Vec<Bits<C>>,
    pub vars: Vec<Bits<V>>,
    /// Candidates of each variable number; empty for numbers not in use.
    pub cands: Vec<Bits<C>>,
    /// Variables with a candidate in common with each variable.
    crossing: Vec<Bits<V>>,
    /// On boards that are not plain, variables with two candidates or more in common with each variable.
    crossing_twice: Vec<Bits<V>>,
    /// On boards that are not plain, the variables with a candidate linked to each candidate.
    near: Vec<Bits<V>>,
    /// Variables that chains may use.
    of_space: Bits<V>,
    /// The [added](Graph::add_variable) variable, after all candidates linked to one of its candidates.
    added: (Bits<C>, Bits<V>),
    pub lists: Lists,
    pairs: OnceCell<GraphPairs<C>>,
    pairs_by_type: OnceCell<[GraphPairs<C>; 4]>,
    flat_link: OnceCell<Vec<Bits<C>>>,
    segments: Segments<C, V>,
    tables: SubsetFamilies,
    /// How far `segments` and `tables` are filled.
    reach: Reach,
    root: Node<C, V>,
}

/// Counts the undecided candidates and the undecided cells of the grid. There are as many undecided rn-, cn-
/// and bn-variables as cells.
pub fn size_of(grid: &Grid) -> (usize, usize) {
    let open = Digit::all().map(|digit| grid.open_plane(digit).len()).sum();
    (open, 81 - grid.placed().len())
}

impl<const C: usize, const V: usize> Default for Graph<C, V> {
    /// Returns an empty graph, to be [built](Graph::build).
    fn default() -> Self {
        Graph {
            labels: Vec::new(),
            link: Vec::new(),
            vars: Vec::new(),
            cands: vec![Bits::EMPTY; 64 * V + 1],
            crossing: vec![Bits::EMPTY; 64 * V + 1],
            crossing_twice: Vec::new(),
            near: Vec::new(),
            of_space: Bits::EMPTY,
            added: (Bits::EMPTY, Bits::EMPTY),
            lists: Lists::new(64 * V),
            pairs: OnceCell::new(),
            pairs_by_type: OnceCell::new(),
            flat_link: OnceCell::new(),
            segments: Segments::default(),
            tables: SubsetFamilies::default(),
            reach: Reach::default(),
            root: Node::default(),
        }
    }
}

impl<const C: usize, const V: usize> Graph<C, V> {
    /// Variable numbers reserved for each type.
    const TYPE: usize = 64 * (V / 4);

    /// Makes this the graph of `grid`, in which singles are exhausted, with the variables of `space`. The
    /// grid must fit: [`size_of`] at most `64 · C` candidates and `16 · V` cells.
    pub fn build(&mut self, grid: &Grid, space: Space) {
        self.begin(space);
        self.number(grid, space);
        self.relate(space);
        self.root = Node::root(self);
    }

    /// Makes this the graph of the same grid as `all`, a graph of all variables, in another space. The result
    /// and its numbers are the same as if it were [built](Graph::build), at far less cost.
    pub fn narrow(&mut self, all: &Graph<C, V>, space: Space) {
        self.begin(space);
        self.labels.clone_from(&all.labels);
        self.cands.clone_from(&all.cands);
        self.crossing.clone_from(&all.crossing);
        self.lists.narrow(&all.lists, space);
        self.vars.clear();
        self.vars.extend(all.vars.iter().map(|vars| *vars & self.of_space));
        if space.types() == 4 {
            self.link.clone_from(&all.link);
        } else {
            self.cands[3 * Self::TYPE..].fill(Bits::EMPTY);
            self.find_links();
        }
        self.root = Node::root(self);
    }

    fn begin(&mut self, space: Space) {
        self.reach = Reach::Singles;
        self.added = (Bits::EMPTY, Bits::EMPTY);
        self.pairs.take();
        self.pairs_by_type.take();
        self.flat_link.take();
        self.of_space = Self::of_types(space.kinds());
    }

    /// Returns all variables of the types.
    pub fn of_types(kinds: Range<usize>) -> Bits<V> {
        let mut variables = Bits::EMPTY;
        variables.0[V / 4 * kinds.start..V / 4 * kinds.end].fill(u64::MAX);
        variables
    }

    /// Numbers the candidates and variables; fills `labels`, `cands`, `lists`, and `vars` with all variables.
    fn number(&mut self, grid: &Grid, space: Space) {
        self.labels.clear();
        self.vars.clear();
        for kind in 0..4 {
            self.cands[self.lists.of_kind(kind)].fill(Bits::EMPTY);
        }
        self.lists.clear(space, Self::TYPE);
        match space.types() {
            4 => self.number_in::<4>(grid),
            _ => self.number_in::<3>(grid),
        }
        self.lists.sort();
    }

    /// Does the work of [`Graph::number`] for a number of variable types known at compile time, which saves a
    /// loop.
    fn number_in<const TYPES: usize>(&mut self, grid: &Grid) {
        for digit in Digit::all() {
            let (plane, first) = (grid.open_plane(digit), self.labels.len());
            for cell in plane {
                let own = Bits::of(self.labels.len());
                let list = self.lists.push::<TYPES>(digit, cell);
                let mut vars = Bits::EMPTY;
                for (kind, &v) in list[..TYPES].iter().enumerate() {
                    // The variable's bit among the words of its type.
                    let number = usize::from(v) % Self::TYPE;
                    vars.0[V / 4 * kind + number / 64] |= 1 << (number % 64);
                    self.cands[usize::from(v)] |= own;
                }
                self.labels.push(Candidate::new(digit, cell));
                self.vars.push(vars);
            }
            if TYPES == 4 {
                self.lists.add_crossings(plane, first);
            }
        }
    }

    /// Fills `link` and `crossing`; leaves the variables of `space` in `vars`.
    fn relate(&mut self, space: Space) {
        for kind in self.lists.types() {
            self.crossing[self.lists.of_kind(kind)].fill(Bits::EMPTY);
        }
        for (list, vars) in self.lists.four_vars().iter().zip(&self.vars) {
            list.iter().for_each(|&v| self.crossing[usize::from(v)] |= *vars);
        }
        // The unused number replaces the variable that a candidate lacks: see `Lists`.
        self.crossing[64 * V] = Bits::EMPTY;
        self.find_links();
        if space != Space::All {
            self.vars.iter_mut().for_each(|vars| *vars = *vars & self.of_space);
        }
    }

    /// Returns the pairs of candidates of two-candidate variables, computed on first use.
    pub fn pairs(&self) -> &GraphPairs<C> {
        self.pairs.get_or_init(|| GraphPairs::of(&self.lists, None))
    }

    /// Returns the pairs of each variable type by itself, for a graph whose chains may use all types.
    pub fn pairs_by_type(&self) -> &[GraphPairs<C>; 4] {
        self.pairs_by_type.get_or_init(|| std::array::from_fn(|kind| GraphPairs::of(&self.lists, Some(kind))))
    }

    /// Returns `link` without the links by a block, computed on first use.
    pub fn flat_link(&self) -> &[Bits<C>] {
        self.flat_link.get_or_init(|| (0..self.labels.len()).map(|c| self.linked_by(c, 0..3)).collect())
    }

    /// Returns the variables with a candidate linked to `c`. The variables of `c` are included, because every
    /// undecided variable has a second candidate.
    #[inline]
    pub fn touch(&self, c: usize) -> Bits<V> {
        if let Some(near) = self.near.get(c) {
            return *near;
        }
        let [rc, rn, cn, bn] = self.lists.four_vars()[c].map(|v| self.crossing[usize::from(v)]);
        let touch = (rc | rn | cn | bn) & self.of_space;
        if self.added.0.contains(c) { touch | self.added.1 } else { touch }
    }

    /// Returns the variables with a candidate linked to `c` in a variable of one of the types.
    pub fn touch_by(&self, c: usize, kinds: Range<usize>) -> Bits<V> {
        let vars = self.lists.four_vars()[c][kinds].iter();
        vars.fold(Bits::EMPTY, |all, &v| all | self.crossing[usize::from(v)])
    }

    /// Returns the variables with a candidate that the object excludes.
    #[inline]
    pub fn near(&self, object: &Object<C, V>) -> Bits<V> {
        match object.kind {
            ObjectKind::Candidate(c) => self.touch(c),
            ObjectKind::Segment(number) => {
                let near = self.segments.near(number);
                // The segments' tables do not know the added variable.
                let has_added = |v: usize| self.cands[v].intersects(&object.excluded);
                if self.added.1.first().is_some_and(has_added) { near | self.added.1 } else { near }
            }
            ObjectKind::Subset(_) => self.touched(&object.excluded),
        }
    }

    /// Returns the candidates of the g-candidate with this number.
    pub fn group(&self, number: u16) -> Bits<C> {
        self.segments.members(number)
    }

    /// Returns the variables with at most five candidates; on boards that are not plain, all variables.
    pub fn few(&self) -> Bits<V> {
        if self.lists.members().is_some() { Bits::FULL } else { self.root.at_most_five() }
    }

    fn find_links(&mut self) {
        self.link.clear();
        for (c, &[rc, rn, cn, bn]) in self.lists.four_vars().iter().enumerate() {
            let cands = |v: u16| self.cands[usize::from(v)];
            let mut link = cands(rc) | cands(rn) | cands(cn) | cands(bn);
            link.remove(c);
            self.link.push(link);
        }
    }

    /// Prepares the tables that objects up to `reach` need, once for each graph.
    pub fn prepare(&mut self, reach: Reach) {
        if reach > Reach::Singles && self.reach == Reach::Singles {
            let mut segments = std::mem::take(&mut self.segments);
            segments.fill(self);
            self.segments = segments;
        }
        if reach > Reach::Segments && self.reach <= Reach::Segments {
            let mut tables = std::mem::take(&mut self.tables);
            tables.fill(self);
            self.tables = tables;
        }
        self.reach = self.reach.max(reach);
    }

    /// Returns the candidates that share a variable of one of the types with `c`.
    #[inline]
    pub fn linked_by(&self, c: usize, kinds: Range<usize>) -> Bits<C> {
        let vars = self.lists.four_vars()[c][kinds].iter();
        let mut linked = vars.fold(Bits::EMPTY, |all, &v| all | self.cands[usize::from(v)]);
        linked.remove(c);
        linked
    }

    /// Returns the candidates of each digit.
    pub fn digits(&self) -> [Bits<C>; 9] {
        let mut digits = [Bits::EMPTY; 9];
        self.labels.iter().enumerate().for_each(|(c, label)| digits[label.digit.index()].insert(c));
        digits
    }

    /// Returns the undecided row, column and block variables of a digit.
    pub fn of_digit(&self, digit: Digit) -> Bits<V> {
        let places = 9 * digit.index()..9 * digit.index() + 9;
        let numbers =
            (1..4).flat_map(|kind| places.clone().filter_map(move |place| self.lists.number(kind, place)));
        numbers.collect()
    }

    pub fn present(&self) -> Bits<V> {
        self.vars.iter().fold(Bits::EMPTY, |all, vars| all | *vars)
    }

    /// Whether chains may use variables of all types.
    pub fn has_all_variables(&self) -> bool {
        self.lists.kinds() == (0..4)
    }

    /// Returns the type of the variable: 0 rc, 1 rn, 2 cn, 3 bn.
    pub fn kind_of(&self, v: usize) -> usize {
        v / Self::TYPE
    }

    /// Returns the variables with at least one of the candidates.
    pub fn touched(&self, candidates: &Bits<C>) -> Bits<V> {
        candidates.iter().fold(Bits::EMPTY, |all, c| all | self.vars[c])
    }

    pub fn root(&self) -> &Node<C, V> {
        &self.root
    }

    /// Adds a variable with these candidates, which need not be linked to one another. Returns its number and
    /// the root node with it, or `None` if no number is free. Only searches with [`Node`] see the variable:
    /// the lists do not know it.
    pub fn add_variable(&mut self, members: &Bits<C>) -> Option<(usize, Node<C, V>)> {
        let v = (0..64 * V).find(|&v| self.cands[v].is_empty())?;
        self.cands[v] = *members;
        for c in members.iter() {
            self.vars[c].insert(v);
            self.added.0 |= self.link[c];
        }
        self.added.1 = Bits::of(v);
        Some((v, self.root.with_variable(v, members.len())))
    }

    /// Removes an added variable.
    pub fn remove_variable(&mut self, v: usize) {
        self.cands[v] = Bits::EMPTY;
        self.vars.iter_mut().for_each(|vars| vars.remove(v));
        self.added = (Bits::EMPTY, Bits::EMPTY);
    }

    /// Returns the variable with number `v`, which must have candidates.
    pub fn variable(&self, v: usize) -> Variable {
        let candidate = self.labels[self.cands[v].first().unwrap_or_default()];
        Variable::of(candidate)[self.kind_of(v)]
    }

    /// Whether a variable may be empty after the object is asserted. Only candidates are tested: for other
    /// objects the answer is always yes, and the assertion itself decides. The graph must be
    /// [prepared](Graph::prepare) for segments.
    #[inline]
    pub fn may_empty(&self, node: &Node<C, V>, object: &Object<C, V>) -> bool {
        object.candidate().is_none_or(|c| {
            object.excluded.intersects(&node.forced)
                || self.segments.closes(c, &node.alive)
                || !node.empty.is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::exhaust;
    use crate::grid::parse_puzzle;

    #[test]
    fn a_narrowed_graph_is_as_if_built() {
        let lines = include_str!("../../../../datasets/random-10k.txt").lines().step_by(97);
        let (mut all, mut built, mut narrowed) =
            (Graph::<4, 4>::default(), Graph::<4, 4>::default(), Graph::<4, 4>::default());
        for line in lines {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            exhaust(&mut grid);
            all.build(&grid, Space::All);
            for space in Space::TYPES.into_iter().chain([Space::Flat(1), Space::Flat(2)]) {
                built.build(&grid, space);
                narrowed.narrow(&all, space);
                assert_eq!(built.labels, narrowed.labels);
                assert_eq!(built.link, narrowed.link);
                assert_eq!(built.vars, narrowed.vars);
                let touch =
                    |graph: &Graph<4, 4>| (0..graph.labels.len()).map(|c| graph.touch(c)).collect::<Vec<_>>();
                assert_eq!(touch(&built), touch(&narrowed));
                assert_eq!(built.pairs(), narrowed.pairs());
                assert_eq!(built.cands, narrowed.cands);
                assert_eq!(built.few(), narrowed.few());
                assert!(built.lists.is_like(&narrowed.lists));
                for v in built.present().iter() {
                    assert_eq!(built.variable(v), narrowed.variable(v));
                }
                assert!(built.root().changed_from(narrowed.root()).is_empty());
                assert_eq!(built.root().single, narrowed.root().single);
            }
        }
    }
}
