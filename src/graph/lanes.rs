//! `Lanes`: many partial states side by side, a bit for each.
//!
//! ```text
//!                 lane  0 1 2 3 …        a state is a column: the candidates asserted in it, and what follows
//!   asserted[c]         0 1 0 0          given
//!   alive[c]            1 1 0 1          linked to nothing asserted
//!   single[v]           0 0 1 0          variable v, in which nothing is asserted, has one candidate alive
//!   forced[c]           0 0 1 0          c is that one
//! ```
//!
//! A row is a few machine words, so that one instruction does the same thing in all the states. [`Node`](super::Node) is
//! the same for a single one.

use super::lists::Lists;
use super::{Bits, Graph};

/// Words of a row. (Tried on cbg-000: with 1, a quarter slower; with 4 no faster, as most blocks are not full.)
const WORDS: usize = 2;

/// A set of lanes.
pub type Row = Bits<WORDS>;

/// How many states there are.
pub const LANES: usize = 64 * WORDS;

/// A row for each candidate or variable. There are at most 729 candidates, and numbers of variables to 512; powers
/// of two spare the check of every index.
struct Rows<const N: usize>(Box<[Row; N]>);

impl<const N: usize> Rows<N> {
    fn new() -> Rows<N> {
        Rows(vec![Row::EMPTY; N].try_into().unwrap_or_else(|_| Box::new([Row::EMPTY; N])))
    }

    #[inline(always)]
    fn at(&self, i: u16) -> Row {
        self.0[i as usize % N]
    }

    #[inline(always)]
    fn at_mut(&mut self, i: u16) -> &mut Row {
        &mut self.0[i as usize % N]
    }
}

type Candidates = Rows<1024>;
type Variables = Rows<1024>;

/// A block of partial states of a graph.
#[derive(Default)]
pub struct Lanes {
    block: Block,
    /// What follows from the block, further on.
    ahead: Block,
}

struct Block {
    asserted: Candidates,
    alive: Candidates,
    forced: Candidates,
    single: Variables,
    /// Lanes in which something is asserted in the variable.
    used: Variables,
    /// Lanes in which a variable is empty, or two things asserted exclude one another.
    refuted: Row,
}

impl Default for Block {
    fn default() -> Block {
        Block {
            asserted: Rows::new(),
            alive: Rows::new(),
            forced: Rows::new(),
            single: Rows::new(),
            used: Rows::new(),
            refuted: Row::EMPTY,
        }
    }
}

impl Block {
    /// Finds what follows from what is asserted.
    fn settle(&mut self, lists: &Lists) {
        let n = lists.candidates();
        self.refuted = Row::EMPTY;
        for kind in lists.types() {
            let (first, slots) = lists.slots(kind);
            for (slot, used) in slots.iter().zip(&mut self.used.0[first..first + slots.len()]) {
                let (mut ones, mut twos) = (Row::EMPTY, Row::EMPTY);
                for &c in slot.members() {
                    let asserted = self.asserted.at(c);
                    twos |= ones & asserted;
                    ones |= asserted;
                }
                *used = ones;
                self.refuted |= twos;
            }
        }
        self.forced.0[..n].fill(Row::EMPTY);
        let rows = self.alive.0[..n].iter_mut().zip(&self.asserted.0[..n]);
        for ((alive, asserted), &[a, b, c, d]) in rows.zip(lists.four_vars()) {
            let used = &self.used;
            let killed = used.at(a) | used.at(b) | used.at(c) | used.at(d);
            *alive = *asserted | (Row::FULL - killed);
        }
        for kind in lists.kinds() {
            let (first, slots) = lists.slots(kind);
            let used = &self.used.0[first..first + slots.len()];
            let single = &mut self.single.0[first..first + slots.len()];
            for ((slot, used), single) in slots.iter().zip(used).zip(single) {
                let (mut ones, mut twos) = (Row::EMPTY, *used);
                for &c in slot.members() {
                    let alive = self.alive.at(c);
                    twos |= ones & alive;
                    ones |= alive;
                }
                self.refuted |= Row::FULL - ones;
                *single = ones - twos;
                if !single.is_empty() {
                    for &c in slot.members() {
                        *self.forced.at_mut(c) |= *single & self.alive.at(c);
                    }
                }
            }
        }
    }

    /// Asserts all that is forced.
    fn play(&mut self, lists: &Lists) {
        let n = lists.candidates();
        for (asserted, forced) in self.asserted.0[..n].iter_mut().zip(&self.forced.0[..n]) {
            *asserted |= *forced;
        }
    }
}

impl Lanes {
    /// Takes other states; in lane k is asserted what the k-th of `states` tells. Finds what follows at once.
    pub fn load<'a, const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        states: impl Iterator<Item = &'a [u16]>,
    ) {
        self.assert(&graph.lists, states);
        self.block.settle(&graph.lists);
    }

    fn assert<'a>(&mut self, lists: &Lists, states: impl Iterator<Item = &'a [u16]>) {
        self.block.asserted.0[..lists.candidates()].fill(Row::EMPTY);
        for (lane, state) in states.enumerate() {
            state.iter().for_each(|&c| self.block.asserted.at_mut(c).insert(lane));
        }
    }

    /// Which of these lanes come to a contradiction within so many parallel rounds of singles.
    pub fn refuted_within<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        of: Row,
        rounds: usize,
    ) -> Row {
        let n = graph.lists.candidates();
        self.ahead.asserted.0[..n].copy_from_slice(&self.block.asserted.0[..n]);
        self.ahead.forced.0[..n].copy_from_slice(&self.block.forced.0[..n]);
        let mut refuted = self.block.refuted;
        for _ in 0..rounds {
            if (of - refuted).is_empty() {
                break;
            }
            self.ahead.play(&graph.lists);
            self.ahead.settle(&graph.lists);
            refuted |= self.ahead.refuted;
        }
        refuted & of
    }

    /// Lanes in which some forced candidate may empty a variable: it is linked to another one, or to all
    /// that is left of a variable; or in which a variable is empty already.
    pub fn closing<const C: usize, const V: usize>(&self, graph: &Graph<C, V>) -> Row {
        let Block { alive, forced, refuted, .. } = &self.block;
        let mut closing = *refuted;
        for kind in graph.lists.types() {
            for slot in graph.lists.slots(kind).1 {
                let mut ones = Row::EMPTY;
                for &c in slot.members() {
                    closing |= ones & forced.at(c);
                    ones |= forced.at(c);
                }
            }
        }
        // Only a row or column and a block can have two candidates that are linked to the same one outside.
        for rests in graph.lists.segments() {
            let any = |rows: &Candidates, rest: &[u16]| {
                rest.iter().fold(Row::EMPTY, |any, &c| any | rows.at(c))
            };
            let [line, block] = rests;
            closing |= any(forced, line) - any(alive, block);
            closing |= any(forced, block) - any(alive, line);
        }
        closing
    }

    /// Goes on from the states in which this is asserted, or starts from those that were loaded.
    pub(super) fn go_on<const C: usize, const V: usize>(
        &mut self,
        graph: &Graph<C, V>,
        asserted: &[Row],
    ) {
        self.block.asserted.0[..asserted.len()].copy_from_slice(asserted);
        self.block.settle(&graph.lists);
    }

    /// Asserts all that is forced; what is asserted then.
    pub(super) fn play<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) -> &[Row] {
        self.block.play(&graph.lists);
        &self.block.asserted.0[..graph.lists.candidates()]
    }

    /// What is forced.
    pub(super) fn forced<const C: usize, const V: usize>(&self, graph: &Graph<C, V>) -> &[Row] {
        &self.block.forced.0[..graph.lists.candidates()]
    }

    /// The lanes with a contradiction.
    pub(super) fn refuted(&self) -> Row {
        self.block.refuted
    }

    /// Calls `found` with every candidate that is forced in some of the lanes `of`, and these.
    pub fn each_forced<const C: usize, const V: usize>(
        &self,
        graph: &Graph<C, V>,
        of: Row,
        mut found: impl FnMut(usize, Row),
    ) {
        for (c, forced) in self.forced(graph).iter().enumerate() {
            let lanes = *forced & of;
            if !lanes.is_empty() {
                found(c, lanes);
            }
        }
    }

    /// Whether, in this lane, one of the variables `of` has only candidate `c` left, which is alive.
    #[inline]
    pub fn is_forced_in<const C: usize, const V: usize>(
        &self,
        graph: &Graph<C, V>,
        c: usize,
        lane: usize,
        of: &Bits<V>,
    ) -> bool {
        let vars = &graph.lists.four_vars()[c];
        vars.iter().any(|&v| self.block.single.at(v).contains(lane) && of.contains(v as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Space, size_of};
    use super::*;
    use crate::grid::{Grid, parse_puzzle};
    use crate::rules::singles::exhaust;

    /// Each lane is the [`Node`] of its state, and what is forced in it closes as there.
    #[test]
    fn lanes_equal_nodes() {
        let (mut lanes, mut graph, mut closed) = (Lanes::default(), Graph::<4, 4>::new(), 0);
        for (k, line) in
            include_str!("../../datasets/random-10k.txt").lines().step_by(50).enumerate()
        {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            exhaust(&mut grid);
            if grid.is_solved() {
                continue;
            }
            assert!(size_of(&grid) <= (256, 64));
            let space = [Space::All, Space::Typed(k % 4), Space::Flat(1 + k % 2)][k % 3];
            graph.build(&grid, space);
            let n = graph.labels.len();
            // Each state goes on from a candidate by what is forced, one assertion to three.
            let (mut states, mut nodes): (Vec<Vec<u16>>, Vec<Node<4, 4>>) = Default::default();
            for lane in 0..LANES {
                let mut node = graph.root().assert(&graph, (lane * 7 + k) % n);
                let mut state = vec![((lane * 7 + k) % n) as u16];
                for step in 0..lane % 3 {
                    let forced: Vec<usize> = node.forced.iter().collect();
                    if node.empty.is_empty() && !forced.is_empty() {
                        let next = forced[(lane + step) % forced.len()];
                        node = node.assert(&graph, next);
                        state.push(next as u16);
                    }
                }
                states.push(state);
                nodes.push(node);
            }
            lanes.load(&graph, states.iter().map(Vec::as_slice));
            for (lane, node) in nodes.iter().enumerate() {
                assert_eq!(lanes.refuted().contains(lane), !node.empty.is_empty(), "{line} {lane}");
                if !node.empty.is_empty() {
                    continue;
                }
                let forced: Bits<4> =
                    (0..n).filter(|&c| lanes.forced(&graph)[c].contains(lane)).collect();
                assert_eq!(forced, node.forced, "{line} {lane}");
                for c in forced.iter() {
                    let (vars, single) = (graph.vars[c], node.single);
                    assert!(lanes.is_forced_in(&graph, c, lane, &(vars & single)));
                    assert!(!lanes.is_forced_in(&graph, c, lane, &(vars - single)));
                }
                let closes = forced.iter().any(|c| !node.assert(&graph, c).empty.is_empty());
                // In a graph of one type a variable that closes may be none of the type.
                let may_close = lanes.closing(&graph).contains(lane);
                assert!(may_close == closes || may_close && space != Space::All, "{line} {lane}");
                closed += usize::from(closes);
                let within = lanes.refuted_within(&graph, Row::FULL, 1).contains(lane);
                let next = node.assert_all(&graph, &node.forced, &Bits::EMPTY);
                assert_eq!(within, next.is_none_or(|next| !next.empty.is_empty()));
            }
        }
        assert!(closed > 400, "{closed}");
    }
}
