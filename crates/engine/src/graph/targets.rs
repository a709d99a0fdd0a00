//! Which candidates can be the target of a chain of some length.

use super::follow::each_group;
use super::{Bits, Graph, Kind, Node, Object, Reach, Trials};

/// So many sets of variables are looked at for subsets in the time of a step of a search by candidates.
pub(crate) const SETS: u64 = 32;

/// A candidate that may be a target. By the theorem "braids = T&E(BRT)" (PBCS theorem 5.7) a candidate has a
/// braid exactly when asserting it and playing singles ends in a contradiction; and no whip or braid on it has
/// fewer variables than one more than the parallel rounds of singles before the contradiction, because the
/// k-th right-linking candidate is forced in round k at the latest. The same holds of g-braids and T&E(W1), of
/// S_p-braids and T&E(S_p), with rounds of all objects of the [`Reach`].
#[derive(Clone, Copy)]
struct Target<const C: usize, const V: usize> {
    candidate: usize,
    node: Node<C, V>,
    fate: Fate,
    /// Rounds played so far, the state after them, and what was asserted in them.
    rounds: usize,
    front: Node<C, V>,
    asserted: Bits<C>,
    /// Variables from which something can follow that did not before.
    changed: Bits<V>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// No contradiction in the rounds played so far.
    Open,
    /// A contradiction after the rounds played.
    Refuted,
    /// No contradiction, however long one goes on.
    Clear,
}

/// All that may be targets in a graph. Propagation goes only as deep as the sizes asked for: most states
/// are left by a short chain, and then the long propagations are never made.
#[derive(Default)]
pub(crate) struct Targets<const C: usize, const V: usize> {
    reach: Reach,
    begun: bool,
    /// By singles, or groups too.
    pub trials: Trials,
    /// By subsets.
    list: Vec<Target<C, V>>,
    /// The largest subsets looked at so far: a chain of n variables has none of n.
    largest: usize,
    truths: Bits<C>,
    /// Candidates that cannot be refuted.
    clear: Bits<C>,
    /// Variables from which something follows before any assertion.
    restless: Bits<V>,
}

impl<const C: usize, const V: usize> Targets<C, V> {
    /// The graph has changed.
    pub(super) fn forget(&mut self) {
        self.begun = false;
    }

    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Starts on a new graph, once; `truths` cannot be refuted.
    pub(super) fn begin(&mut self, graph: &Graph<C, V>, reach: Reach, truths: Bits<C>) {
        if self.begun {
            return;
        }
        (self.begun, self.reach, self.largest) = (true, reach, 0);
        (self.truths, self.clear) = (truths, truths);
        let candidates = (0..graph.labels.len()).filter(|&c| !truths.contains(c));
        if reach <= Reach::Segments {
            self.trials.begin(graph, reach == Reach::Segments, candidates);
            return;
        }
        self.list.clear();
        for candidate in candidates {
            let node = graph.root().assert(graph, candidate);
            let fate = if node.empty.is_empty() { Fate::Open } else { Fate::Refuted };
            let (asserted, changed) = (Bits::EMPTY, Bits::EMPTY);
            let target =
                Target { candidate, node, fate, rounds: 0, front: node, asserted, changed };
            self.list.push(target);
        }
        self.rest(graph);
    }

    /// Finds what follows before any assertion, and so what can follow after one.
    fn rest(&mut self, graph: &Graph<C, V>) {
        self.restless = Bits::EMPTY;
        let root = graph.root();
        each_group(graph, root, self.reach, &Bits::FULL, self.largest, &mut |object| {
            if root.alive.intersects(&object.excluded) {
                self.restless |= object.via;
            }
        });
        for target in &mut self.list {
            target.changed = graph.touched(&(root.alive - target.front.alive)) | self.restless;
        }
    }

    /// The candidates on which a chain of `size` variables is not excluded, in order; some may be `known`.
    pub fn of_size(&mut self, graph: &Graph<C, V>, size: usize, known: &Bits<C>) -> Vec<usize> {
        if self.reach <= Reach::Segments {
            return self.trials.of_size(graph, size);
        }
        if let Reach::Subsets(p) = self.reach
            && self.largest < (size - 1).min(p as usize)
        {
            self.largest = (size - 1).min(p as usize);
            self.clear = self.truths;
            self.list.iter_mut().for_each(Target::reopen);
            self.rest(graph);
        }
        for target in self.list.iter_mut().filter(|target| !known.contains(target.candidate)) {
            if self.clear.contains(target.candidate) {
                target.fate = Fate::Clear;
            }
            while target.fate == Fate::Open && target.rounds + 1 < size {
                target.play_round(graph, self.reach, self.largest);
            }
            if target.fate == Fate::Clear {
                // Each of the candidates asserted on the way would propagate to a part of this.
                self.clear |= target.asserted;
            }
        }
        let refuted = |target: &&Target<C, V>| {
            let refuted = target.fate == Fate::Refuted && target.rounds < size;
            refuted || known.contains(target.candidate)
        };
        self.list.iter().filter(refuted).map(|target| target.candidate).collect()
    }
}

impl<const C: usize, const V: usize> Target<C, V> {
    /// Starts again: more may follow now. What is refuted stays so, and in no more rounds.
    fn reopen(&mut self) {
        if self.fate != Fate::Refuted {
            let fate = if self.node.empty.is_empty() { Fate::Open } else { Fate::Refuted };
            (self.fate, self.rounds) = (fate, 0);
            (self.front, self.asserted) = (self.node, Bits::EMPTY);
        }
    }

    /// Asserts all that follows from the front at once.
    fn play_round(&mut self, graph: &Graph<C, V>, reach: Reach, largest: usize) {
        self.asserted |= self.front.forced;
        let before = self.front.alive;
        match round(graph, &self.front, reach, largest, &self.changed) {
            Round::Quiet => {
                self.fate = Fate::Clear;
                return;
            }
            Round::Next(next) if next.empty.is_empty() => {
                if reach > Reach::Singles {
                    self.changed = graph.touched(&(before - next.alive));
                }
                self.front = next;
            }
            _ => self.fate = Fate::Refuted,
        }
        self.rounds += 1;
    }
}

enum Round<const C: usize, const V: usize> {
    Quiet,
    Next(Node<C, V>),
    /// Two things that follow exclude one another.
    Clash,
}

/// Asserts every object that follows from `node`, groups by the variables that have `changed`.
#[inline]
fn round<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    reach: Reach,
    largest: usize,
    changed: &Bits<V>,
) -> Round<C, V> {
    let mut excluded = Bits::EMPTY;
    each_group(graph, node, reach, changed, largest, &mut |object| excluded |= object.excluded);
    if node.forced.is_empty() && !node.alive.intersects(&excluded) {
        return Round::Quiet;
    }
    node.assert_all(graph, &node.forced, &excluded).map_or(Round::Clash, Round::Next)
}

/// After how many parallel rounds of what `reach` allows `node` holds a contradiction, `limit` at most. In the first round subsets have at
/// most `limit` variables, in each round one less: the rounds before have taken a variable each, and a subset that has come apart since
/// comes in as many rounds as it has variables. What groups that follow at once exclude may be given in `first`. Sets of variables that were looked
/// at for subsets are added to `looked_at`.
#[inline]
pub(crate) fn rounds_to_refute<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    reach: Reach,
    limit: usize,
    first: Option<&Bits<C>>,
    looked_at: &mut u64,
) -> Option<usize> {
    let mut node = *node;
    let (mut excluded, mut changed) = match first {
        Some(&excluded) => (excluded, Bits::EMPTY),
        None => (Bits::EMPTY, Bits::FULL),
    };
    for rounds in 0..limit {
        if !node.empty.is_empty() {
            return Some(rounds);
        }
        let before = node.alive;
        let group = &mut |object: Object<C, V>| excluded |= object.excluded;
        *looked_at += each_group(graph, &node, reach, &changed, limit - rounds, group);
        if node.forced.is_empty() && !node.alive.intersects(&excluded) {
            return None;
        }
        let Some(next) = node.assert_all(graph, &node.forced, &excluded) else {
            return Some(rounds + 1);
        };
        node = next;
        if reach > Reach::Singles {
            changed = graph.touched(&(before - node.alive));
            excluded = Bits::EMPTY;
        }
    }
    (!node.empty.is_empty()).then_some(limit)
}

/// Whether a walk comes to a contradiction in at most `limit` parallel rounds, or to a state that is `wanted`: what
/// follows in a round, by what `reach` allows, and the variable that is empty in the end, is by one of the variables
/// `near`, or by one with a candidate that was excluded since. The twin of [`Lanes::rounds`](super::Lanes::rounds) for a single
/// state. Sets of variables that were looked at for subsets are added to `looked_at`; a round by groups costs as much as
/// [`SETS`] of them.
#[inline]
pub(crate) fn walk_comes_within<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    reach: Reach,
    mut near: Bits<V>,
    limit: usize,
    wanted: impl Fn(&Node<C, V>) -> bool,
    looked_at: &mut u64,
) -> bool {
    let mut node = *node;
    // Where groups were looked for, and what has changed since: those that follow from neither are asserted.
    let (mut looked, mut changed) = (Bits::EMPTY, Bits::EMPTY);
    for round in 1..=limit {
        if node.empty.intersects(&near) || wanted(&node) {
            return true;
        }
        let (mut next, mut excluded) = (Bits::EMPTY, Bits::EMPTY);
        for v in (node.single & near).iter() {
            next |= graph.cands[v] & node.forced;
        }
        // What subsets exclude is much the same: what is near is looked up once for all of them.
        let (mut around, mut by_subsets) = (Bits::EMPTY, Bits::EMPTY);
        let group = &mut |object: Object<C, V>| {
            if !object.via.intersects(&near) {
                return;
            }
            excluded |= object.excluded;
            match object.kind {
                Kind::Subset(_) => by_subsets |= object.excluded,
                _ => around |= graph.near(&object),
            }
        };
        let fresh = (near - looked) | changed;
        *looked_at += SETS + each_group(graph, &node, reach, &fresh, limit + 1 - round, group);
        if next.is_empty() && excluded.is_empty() {
            return false;
        }
        let Some(after) = node.assert_all(graph, &next, &excluded) else { return true };
        if reach > Reach::Singles {
            (looked, changed) = (near, graph.touched(&(node.alive - after.alive)));
        }
        node = after;
        // What is near in the end matters only if something is empty.
        if round < limit || !node.empty.is_empty() {
            next.iter().for_each(|c| near |= graph.touch(c));
            near |= around | graph.touched(&by_subsets);
        }
    }
    node.empty.intersects(&near) || wanted(&node)
}
