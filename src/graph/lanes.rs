//! `Lanes`: many partial states side by side, a bit for each.
//!
//! ```text
//!                 lane  0 1 2 3 …        a state is a column: the candidates asserted in it, and what follows
//!   asserted[c]         0 1 0 0          given
//!   alive[c]            1 1 0 1          linked to nothing asserted
//!   used[v]             1 0 1 0          something is asserted in variable v
//!   forced[c]           0 0 1 0          c is the only one alive of a variable in which nothing is
//! ```
//!
//! A row is a few machine words, so that few instructions do the same thing in all the states. [`Node`](super::Node) is
//! the same for a single one.

use super::lists::Lists;
use super::{Bits, Graph};

/// Words of a row: as wide as the registers of most machines of today. (On cbg-000, without such registers: 2 is a
/// twelfth faster for W, as most blocks are not full; 1 a quarter slower.)
const WORDS: usize = 4;

/// A set of lanes.
pub type Row = Bits<WORDS>;

/// How many states there are.
pub const LANES: usize = 64 * WORDS;

/// A row for each candidate or variable. There are at most 729 candidates, and numbers of variables to 512; powers
/// of two spare the check of every index.
struct Rows(Box<Aligned>);

const ROWS: usize = 1024;

/// So that no row is in two lines of the cache.
#[repr(align(64))]
struct Aligned([Row; ROWS]);

impl Default for Rows {
    fn default() -> Rows {
        Rows(Box::new(Aligned([Row::EMPTY; ROWS])))
    }
}

impl Rows {
    #[inline(always)]
    fn at(&self, i: u16) -> Row {
        self.0.0[i as usize % ROWS]
    }

    #[inline(always)]
    fn at_mut(&mut self, i: u16) -> &mut Row {
        &mut self.0.0[i as usize % ROWS]
    }

    /// The rows of the candidates.
    fn candidates(&self, lists: &Lists) -> &[Row] {
        &self.0.0[..lists.candidates()]
    }

    fn candidates_mut(&mut self, lists: &Lists) -> &mut [Row] {
        &mut self.0.0[..lists.candidates()]
    }

    /// Empties the rows of the variables that make links.
    fn clear_variables(&mut self, lists: &Lists) {
        for kind in lists.types() {
            let (first, slots) = lists.slots(kind);
            self.0.0[first..first + slots.len()].fill(Row::EMPTY);
        }
    }
}

/// A block of partial states of a graph.
#[derive(Default)]
pub struct Lanes {
    block: Block,
    /// What might come next before [`Lanes::rounds`] went on.
    next: Rows,
}

struct Block {
    of: Of,
    asserted: Rows,
    alive: Rows,
    forced: Rows,
    /// Lanes in which something is asserted in the variable.
    used: Rows,
    /// Lanes in which the last one asserted, or something asserted after it, is in the variable.
    since: Rows,
    /// Candidates linked to one of these.
    near: Rows,
    /// Those forced in a variable that has a candidate of these.
    offered: Rows,
    /// Lanes in which a variable is empty, or two things asserted exclude one another.
    empty: Row,
    /// The same; of walks those only in which the variable has a candidate linked to the last one.
    refuted: Row,
    /// Lanes in which something may come next.
    open: Row,
    /// Lanes in which a variable may be empty after one more assertion.
    closing: Row,
}

/// What the states of a block are, and what is asked about them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Any states: `forced`.
    States,
    /// Walks (see [`Lanes::load_walks`]): `forced`, `near` and `offered`.
    Walks,
    /// The same further on: `near` and `offered`.
    Ahead,
}

impl Of {
    /// What may come next.
    #[inline(always)]
    fn choose<'a>(self, forced: &'a Rows, offered: &'a Rows) -> &'a Rows {
        if self == Of::States { forced } else { offered }
    }
}

impl Default for Block {
    fn default() -> Block {
        Block {
            of: Of::States,
            asserted: Rows::default(),
            alive: Rows::default(),
            forced: Rows::default(),
            used: Rows::default(),
            since: Rows::default(),
            near: Rows::default(),
            offered: Rows::default(),
            empty: Row::EMPTY,
            refuted: Row::EMPTY,
            open: Row::EMPTY,
            closing: Row::EMPTY,
        }
    }
}

/// Methods that are compiled twice, for any machine and for one with AVX2.
macro_rules! wide {
    ($($name:ident = $avx2:ident or $portable:ident;)*) => {$(
        fn $name(&mut self, lists: &Lists) {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // The machine has what the function asks for.
                #[allow(unsafe_code)]
                return unsafe { self.$avx2(lists) };
            }
            self.$portable(lists)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $avx2(&mut self, lists: &Lists) {
            self.$portable(lists)
        }
    )*};
}

impl Block {
    wide! {
        find_used = find_used_avx2 or find_used_portable;
        follow = follow_avx2 or follow_portable;
        play = play_avx2 or play_portable;
        close = close_avx2 or close_portable;
    }

    /// Takes states in which this is asserted.
    fn assert<'a>(&mut self, lists: &Lists, states: impl Iterator<Item = &'a [u16]>) {
        self.asserted.candidates_mut(lists).fill(Row::EMPTY);
        for (lane, state) in states.enumerate() {
            state.iter().for_each(|&c| self.asserted.at_mut(c).insert(lane));
        }
        self.find_used(lists);
    }

    /// Finds the used variables from what is asserted.
    #[inline(always)]
    fn find_used_portable(&mut self, lists: &Lists) {
        self.refuted = Row::EMPTY;
        self.used.clear_variables(lists);
        let types = lists.types().len();
        for (vars, asserted) in lists.four_vars().iter().zip(self.asserted.candidates(lists)) {
            if !asserted.is_empty() {
                for &v in &vars[..types] {
                    let used = self.used.at_mut(v);
                    self.refuted |= *used & *asserted;
                    *used |= *asserted;
                }
            }
        }
    }

    /// Finds what follows.
    #[inline(always)]
    fn follow_portable(&mut self, lists: &Lists) {
        match self.of {
            Of::States => self.follow_in::<true, false>(lists),
            Of::Walks => self.follow_in::<true, true>(lists),
            Of::Ahead => self.follow_in::<false, true>(lists),
        }
    }

    #[inline(always)]
    fn follow_in<const FORCED: bool, const WALKS: bool>(&mut self, lists: &Lists) {
        (self.empty, self.open) = (self.refuted, Row::EMPTY);
        let (used, since) = (&self.used, &self.since);
        for (c, &[rc, rn, cn, bn]) in (0..).zip(lists.four_vars()) {
            let killed = used.at(rc) | used.at(rn) | used.at(cn) | used.at(bn);
            *self.alive.at_mut(c) = self.asserted.at(c) | (Row::FULL - killed);
            if WALKS {
                *self.near.at_mut(c) = since.at(rc) | since.at(rn) | since.at(cn) | since.at(bn);
            }
        }
        if FORCED {
            self.forced.candidates_mut(lists).fill(Row::EMPTY);
        }
        if WALKS {
            self.offered.candidates_mut(lists).fill(Row::EMPTY);
        }
        for kind in lists.kinds() {
            let (first, slots) = lists.slots(kind);
            for (slot, used) in slots.iter().zip(&self.used.0.0[first..first + slots.len()]) {
                let (mut ones, mut twos) = (Row::EMPTY, *used);
                let mut touched = Row::EMPTY;
                for &c in slot.members() {
                    let alive = self.alive.at(c);
                    twos |= ones & alive;
                    ones |= alive;
                    if WALKS {
                        touched |= self.near.at(c);
                    }
                }
                let (single, empty) = (ones - twos, Row::FULL - ones);
                self.empty |= empty;
                self.refuted |= if WALKS { empty & touched } else { empty };
                let offered = if WALKS { single & touched } else { single };
                self.open |= offered;
                if FORCED && !single.is_empty() {
                    for &c in slot.members() {
                        *self.forced.at_mut(c) |= single & self.alive.at(c);
                    }
                }
                if WALKS && !offered.is_empty() {
                    for &c in slot.members() {
                        *self.offered.at_mut(c) |= offered & self.alive.at(c);
                    }
                }
            }
        }
    }

    /// What may be asserted next.
    fn next(&self) -> &Rows {
        self.of.choose(&self.forced, &self.offered)
    }

    /// Asserts all of it.
    #[inline(always)]
    fn play_portable(&mut self, lists: &Lists) {
        self.refuted = Row::EMPTY;
        let types = lists.types().len();
        let next = self.of.choose(&self.forced, &self.offered);
        for ((c, vars), next) in (0..).zip(lists.four_vars()).zip(next.candidates(lists)) {
            if !next.is_empty() {
                *self.asserted.at_mut(c) |= *next;
                for &v in &vars[..types] {
                    let used = self.used.at_mut(v);
                    self.refuted |= *used & *next;
                    *used |= *next;
                    if self.of != Of::States {
                        *self.since.at_mut(v) |= *next;
                    }
                }
            }
        }
    }

    /// See [`Lanes::closing`].
    #[inline(always)]
    fn close_portable(&mut self, lists: &Lists) {
        let Block { of, alive, forced, offered, empty, .. } = self;
        let next = of.choose(forced, offered);
        // A chain of the same target that is shorter, or has loops, may have emptied the variable.
        let mut closing = *empty;
        for kind in lists.types() {
            for slot in lists.slots(kind).1 {
                let (mut any, mut any_next) = (Row::EMPTY, Row::EMPTY);
                for &c in slot.members() {
                    closing |= any & next.at(c) | any_next & forced.at(c);
                    any |= forced.at(c);
                    any_next |= next.at(c);
                }
            }
        }
        // Only a row or column and a block can have two candidates that are linked to the same one outside.
        for [line, block] in lists.segments() {
            let any = |rows: &Rows, rest: &[u16]| {
                rest.iter().fold(Row::EMPTY, |any, &c| any | rows.at(c))
            };
            closing |= any(next, line) - any(alive, block);
            closing |= any(next, block) - any(alive, line);
        }
        self.closing = closing;
    }
}

impl Lanes {
    /// Takes other states; in lane k is asserted what the k-th of `states` tells. Finds what follows at once.
    pub fn load<'a, const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        states: impl Iterator<Item = &'a [u16]>,
    ) {
        self.block.of = Of::States;
        self.block.assert(&graph.lists, states);
        self.block.follow(&graph.lists);
    }

    /// The same for walks: what comes next is in a variable with a candidate linked to the last one asserted, as in a
    /// whip. So is the variable that makes a contradiction.
    pub fn load_walks<'a, const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        states: impl Iterator<Item = &'a [u16]> + Clone,
    ) {
        let (block, lists) = (&mut self.block, &graph.lists);
        block.of = Of::Walks;
        block.assert(lists, states.clone());
        block.since.clear_variables(lists);
        let types = lists.types().len();
        for (lane, state) in states.enumerate() {
            if let Some(&last) = state.last() {
                let vars = &lists.four_vars()[last as usize][..types];
                vars.iter().for_each(|&v| block.since.at_mut(v).insert(lane));
            }
        }
        block.follow(lists);
    }

    /// Sorts the lanes by the number of parallel rounds in which they come to a contradiction; in a round all is asserted
    /// that may come next, in walks after anything asserted since. Those that need more rounds than `most` are
    /// told to need one more; lanes that come to none are left out. The states are lost, but for what was next.
    pub fn rounds<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        mut of: Row,
        most: usize,
        mut found: impl FnMut(usize, Row),
    ) {
        let (block, lists) = (&mut self.block, &graph.lists);
        self.next.candidates_mut(lists).copy_from_slice(block.next().candidates(lists));
        if block.of == Of::Walks {
            block.of = Of::Ahead;
        }
        for round in 0..=most {
            found(round, of & block.refuted);
            of = (of - block.refuted) & block.open;
            if of.is_empty() {
                return;
            }
            if round < most {
                block.play(lists);
                block.follow(lists);
            }
        }
        found(most + 1, of);
    }

    /// Lanes in which some candidate that may come next may empty a variable: it is linked to a forced one, or to all
    /// that is left of a variable; or in which a variable is empty already.
    pub fn closing<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) -> Row {
        self.block.close(&graph.lists);
        self.block.closing
    }

    /// Goes on from the states in which this is asserted, or starts from those that were loaded.
    pub(super) fn go_on<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        asserted: &[Row],
    ) {
        self.block.of = Of::States;
        self.block.asserted.candidates_mut(&graph.lists).copy_from_slice(asserted);
        self.block.find_used(&graph.lists);
        self.block.follow(&graph.lists);
    }

    /// Asserts all that is forced; what is asserted then.
    pub(super) fn play<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) -> &[Row] {
        self.block.play(&graph.lists);
        self.block.asserted.candidates(&graph.lists)
    }

    /// What is forced.
    pub(super) fn forced<const C: usize, const V: usize>(&self, graph: &Graph<C, V>) -> &[Row] {
        self.block.forced.candidates(&graph.lists)
    }

    /// The lanes in which something is forced.
    pub(super) fn open(&self) -> Row {
        self.block.open
    }

    /// The lanes with a contradiction.
    pub(super) fn refuted(&self) -> Row {
        self.block.refuted
    }

    /// Calls `found` with every candidate that might come next, before [`Lanes::rounds`], in some of the lanes `of`, and
    /// these.
    pub fn each_next<const C: usize, const V: usize>(
        &self,
        graph: &Graph<C, V>,
        of: Row,
        mut found: impl FnMut(usize, Row),
    ) {
        for (c, next) in self.next.candidates(&graph.lists).iter().enumerate() {
            let lanes = *next & of;
            if !lanes.is_empty() {
                found(c, lanes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Reach, Space, is_refuted_within, size_of, walk_comes_within};
    use super::*;
    use crate::grid::{Grid, parse_puzzle};
    use crate::rules::singles::exhaust;

    type SmallGraph = Graph<4, 4>;

    /// Graphs of puzzles after their singles, in all kinds of spaces.
    fn graphs() -> impl Iterator<Item = (usize, Space, SmallGraph)> {
        let lines = include_str!("../../datasets/random-10k.txt").lines().step_by(50);
        lines.enumerate().filter_map(|(k, line)| {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            exhaust(&mut grid);
            assert!(size_of(&grid) <= (256, 64));
            let space = [Space::All, Space::Typed(k % 4), Space::Flat(1 + k % 2)][k % 3];
            let mut graph = Graph::new();
            graph.build(&grid, space);
            (!grid.is_solved()).then_some((k, space, graph))
        })
    }

    /// A state for each lane, of one assertion to three, that goes on from a candidate by what is forced, in walks by
    /// what is forced near the last; and its node.
    fn states(graph: &SmallGraph, k: usize, walks: bool) -> Vec<(Vec<u16>, Node<4, 4>)> {
        let state = |lane: usize| {
            let first = (lane * 7 + k) % graph.labels.len();
            let mut node = graph.root().assert(graph, first);
            let mut state = vec![first as u16];
            for step in 0..lane % 3 {
                let next = next_of(graph, &node, walks.then_some(state[step] as usize));
                if !node.empty.is_empty() || next.is_empty() {
                    break;
                }
                let next = next.iter().nth((lane + step) % next.len()).unwrap();
                node = node.assert(graph, next);
                state.push(next as u16);
            }
            (state, node)
        };
        (0..LANES).map(state).collect()
    }

    /// What may come next, in walks after `last`.
    fn next_of(graph: &SmallGraph, node: &Node<4, 4>, last: Option<usize>) -> Bits<4> {
        let near = |c: usize| {
            let single = graph.vars[c] & node.single;
            last.is_none_or(|last| single.intersects(&graph.touch[last]))
        };
        node.forced.iter().filter(|&c| near(c)).collect()
    }

    /// Each lane is the [`Node`] of its state: what is forced in it closes as there, and it is refuted in as many rounds.
    #[test]
    fn lanes_equal_nodes() {
        let (mut lanes, mut closed, mut refuted, mut waiting) = (Lanes::default(), 0, 0, 0);
        for (k, space, graph) in graphs() {
            for walks in [false, true] {
                let states = states(&graph, k, walks);
                let lists = || states.iter().map(|(state, _)| state.as_slice());
                if walks {
                    lanes.load_walks(&graph, lists());
                } else {
                    lanes.load(&graph, lists());
                }
                let closing = lanes.closing(&graph);
                let empty = lanes.refuted();
                let forced = lanes.forced(&graph).to_vec();
                let mut rounds = vec![None; LANES];
                lanes.rounds(&graph, Row::FULL, 2, |round, lanes| {
                    lanes.iter().for_each(|lane| rounds[lane] = Some(round));
                });
                let mut next = vec![Bits::<4>::EMPTY; LANES];
                lanes.each_next(&graph, Row::FULL, |c, lanes| {
                    lanes.iter().for_each(|lane| next[lane].insert(c));
                });
                for (lane, (state, node)) in states.iter().enumerate() {
                    let last = walks.then_some(state[state.len() - 1] as usize);
                    let within = |limit| match last {
                        None => is_refuted_within(&graph, node, Reach::Singles, limit),
                        Some(last) => {
                            let near = graph.touch[last];
                            walk_comes_within(&graph, node, Reach::Singles, near, limit, |_| false)
                        }
                    };
                    match rounds[lane] {
                        Some(3) => assert!(!within(2), "{k} {lane}"),
                        Some(round) => assert!(within(round) && (round == 0 || !within(round - 1))),
                        None => assert!(!within(100), "{k} {lane}"),
                    }
                    refuted += usize::from(within(2));
                    waiting += usize::from(rounds[lane] == Some(3));
                    assert_eq!(empty.contains(lane), within(0), "{k} {lane}");
                    if !node.empty.is_empty() {
                        continue;
                    }
                    let in_lane = (0..forced.len()).filter(|&c| forced[c].contains(lane));
                    assert_eq!(in_lane.collect::<Bits<4>>(), node.forced, "{k} {lane}");
                    assert_eq!(next[lane], next_of(&graph, node, last), "{k} {lane}");
                    let closes =
                        next[lane].iter().any(|c| !node.assert(&graph, c).empty.is_empty());
                    // In a graph of one type a variable that closes may be none of the type.
                    let may_close = closing.contains(lane);
                    assert!(may_close == closes || may_close && space != Space::All, "{k} {lane}");
                    closed += usize::from(closes);
                }
            }
        }
        assert!(closed > 800 && refuted > 2000 && waiting > 2000, "{closed} {refuted} {waiting}");
    }

    /// What is compiled for wide registers finds the same as what is not.
    #[test]
    fn wide_equals_portable() {
        let (mut wide, mut portable) = (Lanes::default(), Lanes::default());
        for (k, _, graph) in graphs() {
            let (lists, states) = (&graph.lists, states(&graph, k, true));
            for lanes in [&mut wide, &mut portable] {
                lanes.load_walks(&graph, states.iter().map(|(state, _)| state.as_slice()));
            }
            let (wide, portable) = (&mut wide.block, &mut portable.block);
            portable.find_used_portable(lists);
            for of in [Of::Walks, Of::Ahead, Of::States] {
                (wide.of, portable.of) = (of, of);
                wide.follow(lists);
                portable.follow_portable(lists);
                wide.play(lists);
                portable.play_portable(lists);
                assert!(wide.empty == portable.empty && wide.refuted == portable.refuted);
                assert!(wide.open == portable.open);
                wide.close(lists);
                portable.close_portable(lists);
                assert!(wide.closing == portable.closing);
                let rows = |block: &Block| {
                    let Block { asserted, alive, forced, used, since, near, offered, .. } = block;
                    [asserted, alive, forced, used, since, near, offered].map(|rows| rows.0.0)
                };
                assert!(rows(wide) == rows(portable), "{k}");
            }
        }
    }
}
