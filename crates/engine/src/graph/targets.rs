//! Candidates that can be the target of a chain of some length.

use super::{Bits, Graph, Node, Object, ObjectKind, Reach, Trials, follow::each_group};

/// Number of sets of variables that can be examined for subsets in the time that a search by candidates needs
/// for one step.
pub(crate) const SETS: u64 = 32;

/// Candidate that may be a target. By the theorem "braids = T&E(BRT)" (PBCS theorem 5.7) a candidate has a
/// braid exactly when asserting it and playing singles ends in a contradiction; and every whip or braid on it
/// has more variables than there are parallel rounds of singles before the contradiction, because the k-th
/// right-linking candidate is forced in round k at the latest. The same is true for g-braids and T&E(W1), and
/// for S_p-braids and T&E(S_p), with rounds of all objects of the [`Reach`], each of which takes as many
/// rounds as it has variables ([`Due`]).
#[derive(Clone, Copy)]
struct TrialTarget<const C: usize, const V: usize> {
    candidate: usize,
    node: Node<C, V>,
    is_refuted: bool,
}

/// All possible targets in a graph. Propagation goes only as deep as the sizes asked for: most states are
/// left by a short chain, and then the long propagations are never made.
#[derive(Default)]
pub(crate) struct Targets<const C: usize, const V: usize> {
    reach: Reach,
    begun: bool,
    /// Trials of candidates by singles, optionally with groups.
    pub trials: Trials,
    /// Targets of trials by subsets.
    list: Vec<TrialTarget<C, V>>,
    /// The chain size that `list` was last tried for. Refuted targets stay so for larger sizes.
    tried: usize,
}

impl<const C: usize, const V: usize> Targets<C, V> {
    /// Marks the targets as unknown, as the graph has changed.
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
        (self.begun, self.reach, self.tried) = (true, reach, 0);
        let candidates = (0..graph.labels.len()).filter(|&c| !truths.contains(c));
        if reach <= Reach::Segments {
            self.trials.begin(graph, reach == Reach::Segments, candidates);
            return;
        }
        let target = |candidate| {
            let node = graph.root().assert(graph, candidate);
            TrialTarget { candidate, node, is_refuted: false }
        };
        self.list.clear();
        self.list.extend(candidates.map(target));
    }

    /// Returns the candidates on which a chain of `size` variables is not excluded, in order; the `known`
    /// ones are not tried.
    pub fn of_size(&mut self, graph: &Graph<C, V>, size: usize, known: &Bits<C>) -> Vec<usize> {
        if self.reach <= Reach::Segments {
            return self.trials.of_size(graph, size).into_iter().map(usize::from).collect();
        }
        if std::mem::replace(&mut self.tried, size) != size {
            let restless = restless(graph, self.reach, size - 1);
            let open = self.list.iter_mut().filter(|target| !target.is_refuted);
            for target in open.filter(|target| !known.contains(target.candidate)) {
                let node = &target.node;
                let changed = graph.touched(&(graph.root().alive - node.alive)) | restless;
                let (due, size) = (Due::default(), size - 1);
                let rounds = rounds_to_refute(graph, node, self.reach, size, due, changed, &mut 0);
                target.is_refuted = rounds.is_some();
            }
        }
        let is_one = |target: &&TrialTarget<C, V>| target.is_refuted || known.contains(target.candidate);
        self.list.iter().filter(is_one).map(|target| target.candidate).collect()
    }
}

/// Returns the variables from which a group follows before any assertion.
fn restless<const C: usize, const V: usize>(graph: &Graph<C, V>, reach: Reach, size: usize) -> Bits<V> {
    let (root, mut restless) = (graph.root(), Bits::EMPTY);
    each_group(graph, root, reach, &Bits::FULL, size, &mut |object| {
        if root.alive.intersects(&object.excluded) {
            restless |= object.via;
        }
    });
    restless
}

/// Exclusions by objects, indexed by the round in which they take effect; `[0]` is the current round. An
/// object of *n* variables takes *n* rounds, because it adds *n* to a chain's length. A subset that has since
/// fallen apart, because more is excluded than in the chain, takes no longer: its parts follow one after
/// another, each part in its time.
pub(crate) type Due<const C: usize> = [Bits<C>; 4];

/// Advances to the next round.
fn pass<const C: usize>([_, next, second, third]: Due<C>) -> Due<C> {
    [next, second, third, Bits::EMPTY]
}

/// Returns the number of parallel rounds of objects up to `reach`, at most `limit`, after which `node` has a
/// contradiction. `due` has the known exclusions by groups that follow at once, `changed` the variables from
/// which other groups may follow. The number of sets of variables examined for subsets is added to
/// `looked_at`.
#[inline]
pub(crate) fn rounds_to_refute<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, reach: Reach, limit: usize, mut due: Due<C>,
    mut changed: Bits<V>, looked_at: &mut u64,
) -> Option<usize> {
    let mut node = *node;
    for rounds in 0..limit {
        if !node.empty.is_empty() {
            return Some(rounds);
        }
        let before = node.alive;
        let group = &mut |object: Object<C, V>| due[object.size() - 1] |= object.excluded;
        *looked_at += each_group(graph, &node, reach, &changed, limit - rounds, group);
        if node.forced.is_empty() && !due.iter().any(|due| node.alive.intersects(due)) {
            return None;
        }
        let Some(next) = node.assert_all(graph, &node.forced, &due[0]) else {
            return Some(rounds + 1);
        };
        node = next;
        if reach > Reach::Singles {
            changed = graph.touched(&(before - node.alive));
            due = pass(due);
        }
    }
    (!node.empty.is_empty()).then_some(limit)
}

/// Whether a walk reaches a contradiction, or a `wanted` state, in at most `limit` parallel rounds. In each
/// round, objects up to `reach` follow by a variable in `near` or by a variable with a candidate excluded
/// since. The empty variable at the end must be such a variable, too. The function is the twin of
/// [`Lanes::rounds`](super::Lanes::rounds) for a single state. The number of sets of variables examined for
/// subsets is added to `looked_at`; a round by groups costs as much as [`SETS`] such sets.
#[inline]
pub(crate) fn walk_comes_within<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, reach: Reach, mut near: Bits<V>, limit: usize,
    wanted: impl Fn(&Node<C, V>) -> bool, looked_at: &mut u64,
) -> bool {
    let mut node = *node;
    let mut due = Due::default();
    // The variables searched for groups, and those changed since. Groups of other variables are asserted.
    let (mut looked, mut changed) = (Bits::EMPTY, Bits::EMPTY);
    for round in 1..=limit {
        if node.empty.intersects(&near) || wanted(&node) {
            return true;
        }
        let mut next = Bits::EMPTY;
        for v in (node.single & near).iter() {
            next |= graph.cands[v] & node.forced;
        }
        let (mut around, mut by_groups) = (Bits::EMPTY, Bits::EMPTY);
        let group = &mut |object: Object<C, V>| {
            if !object.via.intersects(&near) {
                return;
            }
            match object.kind {
                // Subsets exclude much the same candidates: near variables are found once for all of them.
                ObjectKind::Subset(_) => due[object.size() - 1] |= object.excluded,
                _ => (by_groups, around) = (by_groups | object.excluded, around | graph.near(&object)),
            }
        };
        let fresh = (near - looked) | changed;
        *looked_at += SETS + each_group(graph, &node, reach, &fresh, limit + 1 - round, group);
        if next.is_empty() && by_groups.is_empty() && due.iter().all(Bits::is_empty) {
            return false;
        }
        let Some(after) = node.assert_all(graph, &next, &(by_groups | due[0])) else {
            return true;
        };
        if reach > Reach::Singles {
            (looked, changed) = (near, graph.touched(&(node.alive - after.alive)));
        }
        node = after;
        // After the last round, near variables matter only if a variable is empty.
        if round < limit || !node.empty.is_empty() {
            next.iter().for_each(|c| near |= graph.touch(c));
            near |= around | graph.touched(&due[0]);
        }
        due = pass(due);
    }
    node.empty.intersects(&near) || wanted(&node)
}
