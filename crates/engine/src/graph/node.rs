//! `Node`: the state after some candidates have been asserted, with the singles that follow.

use super::{Bits, Graph};

/// Partial state: the candidates still alive and, for every variable, their number.
///
/// ```text
///   alive          Bits<C>   candidates linked to nothing asserted (the asserted ones included)
///   count[3]       Bits<V>   ┐
///   count[2]       Bits<V>   │ bit-sliced: column v, read downwards, is the number of
///   count[1]       Bits<V>   │ candidates alive in variable v
///   count[0]       Bits<V>   ┘
///   single         Bits<V>   variables with exactly one live candidate
///   forced         Bits<C>   these single candidates: the right-linking ones on offer
/// ```
///
/// A variable with an asserted candidate is *used*: its count is set to 12 or more and, as all its other
/// candidates are dead, never changes again, so no mask of used variables is needed. A node is small enough
/// to copy: searching needs no undo.
#[derive(Clone, Copy, Default)]
pub(crate) struct Node<const C: usize, const V: usize> {
    /// Candidates linked to nothing asserted.
    pub alive: Bits<C>,
    /// Candidates that are the last live one of an unused variable.
    pub forced: Bits<C>,
    /// Unused variables with one candidate alive.
    pub single: Bits<V>,
    /// Unused variables without live candidates.
    pub empty: Bits<V>,
    count: [Bits<V>; 4],
}

impl<const C: usize, const V: usize> Node<C, V> {
    /// Returns the node of the whole graph, with nothing asserted.
    pub(super) fn root(graph: &Graph<C, V>) -> Node<C, V> {
        let alive = Bits::below(graph.labels.len());
        Node::settled(graph, alive, Bits::EMPTY, Bits::EMPTY, graph.lists.counts())
    }

    /// Returns the node with another variable, of two candidates or more.
    pub(super) fn with_variable(&self, v: usize, members: usize) -> Node<C, V> {
        let mut node = *self;
        for (plane, bits) in node.count.iter_mut().enumerate() {
            bits.remove(v);
            if members >> plane & 1 == 1 {
                bits.insert(v);
            }
        }
        node
    }

    /// Returns the node after asserting `c`, which must be alive. Killed candidates are subtracted in one go:
    /// on the plain board `c` kills at most three candidates of any variable but its own, so two planes hold
    /// the sum.
    #[inline]
    pub fn assert(&self, graph: &Graph<C, V>, c: usize) -> Node<C, V> {
        if graph.lists.members().is_some() {
            return self.assert_on_board(graph, c);
        }
        let killed = self.alive & graph.link[c];
        let (mut ones, mut twos) = (Bits::<V>::EMPTY, Bits::<V>::EMPTY);
        for k in killed.iter() {
            let vars = graph.vars[k];
            twos = twos ^ (ones & vars);
            ones = ones ^ vars;
        }
        let count = self.count_without(&[ones, twos], &graph.vars[c]);
        let mut forced = self.forced;
        forced.remove(c);
        Node::settled(graph, self.alive - killed, forced, self.single, count)
    }

    #[cold]
    fn assert_on_board(&self, graph: &Graph<C, V>, c: usize) -> Node<C, V> {
        let killed = self.alive & graph.link[c];
        let count = self.count_without(&sum_of(graph, &killed), &graph.vars[c]);
        let mut forced = self.forced;
        forced.remove(c);
        Node::settled(graph, self.alive - killed, forced, self.single, count)
    }

    /// Returns the node after asserting an object, not a candidate, that excludes `excluded`.
    pub fn exclude(&self, graph: &Graph<C, V>, excluded: &Bits<C>) -> Node<C, V> {
        let killed = self.alive & *excluded;
        let count = self.count_without(&sum_of(graph, &killed), &Bits::EMPTY);
        Node::settled(graph, self.alive - killed, self.forced, self.single, count)
    }

    /// Returns the variables whose number of live candidates differs from that in `other`, or that are used
    /// in only one of the two nodes.
    pub fn changed_from(&self, other: &Node<C, V>) -> Bits<V> {
        (0..4).fold(Bits::EMPTY, |all, plane| all | (self.count[plane] ^ other.count[plane]))
    }

    /// Returns the variables with at most five live candidates.
    pub fn at_most_five(&self) -> Bits<V> {
        let [_, twos, fours, eights] = self.count;
        Bits::FULL - eights - (fours & twos)
    }

    /// Returns the unused variables with two to `most` live candidates; `most` is two to four.
    pub fn two_to(&self, most: usize) -> Bits<V> {
        let [ones, twos, fours, eights] = self.count;
        match most {
            2 => twos - ones - fours - eights,
            3 => twos - fours - eights,
            _ => (twos ^ fours) - (fours & ones) - eights,
        }
    }

    /// Returns the unused variables with two or three live candidates.
    pub fn twos_and_threes(&self) -> Bits<V> {
        self.count[1] - self.count[2] - self.count[3]
    }

    /// Returns the node after asserting all of `set` at once, together with objects that exclude `also`, or
    /// `None` if a candidate of `set` is excluded by another one or by an object.
    pub fn assert_all(&self, graph: &Graph<C, V>, set: &Bits<C>, also: &Bits<C>) -> Option<Node<C, V>> {
        let (mut links, mut used) = (*also, Bits::<V>::EMPTY);
        for c in set.iter() {
            links |= graph.link[c];
            used |= graph.vars[c];
        }
        if links.intersects(set) {
            return None;
        }
        let killed = self.alive & links;
        let count = self.count_without(&sum_of(graph, &killed), &used);
        let (alive, forced) = (self.alive - killed, self.forced - *set);
        Some(Node::settled(graph, alive, forced, self.single, count))
    }

    /// Returns the counts less the bit-sliced numbers `sum`, with `used` variables marked.
    #[inline]
    fn count_without<const P: usize>(&self, sum: &[Bits<V>; P], used: &Bits<V>) -> [Bits<V>; 4] {
        let mut borrow = Bits::EMPTY;
        let mut count = self.count;
        for plane in 0..4 {
            let a = self.count[plane];
            let b = if plane < P { sum[plane] } else { Bits::EMPTY };
            let half = a ^ b;
            count[plane] = half ^ borrow;
            borrow = (b - a) | (borrow - half);
        }
        count[2] |= *used;
        count[3] |= *used;
        count
    }

    /// Returns the node with the counts in `count`, which show its empty and single variables. `forced` and
    /// `was_single` have the values of the previous node, less the assertions.
    #[inline]
    fn settled(
        graph: &Graph<C, V>, alive: Bits<C>, forced: Bits<C>, was_single: Bits<V>, count: [Bits<V>; 4],
    ) -> Node<C, V> {
        let many = count[1] | count[2] | count[3];
        let single = count[0] - many;
        let empty = Bits::FULL - (many | count[0]);
        let mut forced = forced;
        for v in (single - was_single).iter() {
            forced |= graph.cands[v];
        }
        Node { alive, forced: forced & alive, single, empty, count }
    }
}

/// Counts the candidates of `set` in each variable, bit-sliced.
#[inline]
fn sum_of<const C: usize, const V: usize>(graph: &Graph<C, V>, set: &Bits<C>) -> [Bits<V>; 4] {
    let mut sum = [Bits::<V>::EMPTY; 4];
    for k in set.iter() {
        let mut carry = graph.vars[k];
        for plane in &mut sum {
            let next = *plane & carry;
            *plane = *plane ^ carry;
            carry = next;
        }
    }
    sum
}
