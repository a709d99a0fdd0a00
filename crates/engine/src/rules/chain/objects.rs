//! Search for chains whose right-linking objects may also be g-candidates or subsets.
//!
//! The walk is the same as in `search`, but over the objects of [`Reach`] instead of forced candidates, and
//! without the shortcuts of `search`: each object is asserted before it is examined.

use super::super::matching::distinct_representatives;
use super::link::ignored;
use super::{ByTarget, ObjectFamily};
use crate::budget::{Budget, Within};
use crate::evidence::{Link, Right, families::Memory};
use crate::graph::{
    Bits, Due, Graph, Node, Object, ObjectKind, Reach, SETS, VisitedSets, each_beyond, each_object,
    rounds_to_refute, walk_comes_within,
};
use crate::grid::notation::Variable;
use std::collections::HashMap;
use std::ops::Range;

/// Returns the smallest chain size for which partial chains are first tested by propagation; with subsets the
/// test costs more. (Tried on cbg-000: 3 and 5 for gW, 3 and 4 for S4W.)
fn bound_from(reach: Reach) -> usize {
    if reach > Reach::Segments { 5 } else { 4 }
}

/// Target, and an object that follows from the target.
pub(super) type First<const C: usize, const V: usize> = (usize, Object<C, V>);

/// A search for chains of one family and size in one graph.
pub(super) struct ObjectSearch<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    visited: &'a mut VisitedSets<C>,
    family: ObjectFamily,
    size: usize,
    budget: &'a mut Budget,
    /// Targets, in order, with the objects that their whips may begin with; `None` if not known.
    pub first: Option<Vec<First<C, V>>>,
    /// The target, and the state after asserting it.
    z: usize,
    z_node: Node<C, V>,
    path: Vec<Object<C, V>>,
    /// Unused buffers for the objects that follow.
    spare: Vec<Vec<Object<C, V>>>,
    /// Objects that may follow each partial braid of the path; the objects for the longest partial braid are
    /// last. The flag says whether the partial braids with the object have been examined.
    offers: Vec<(Object<C, V>, bool)>,
    /// The last variable of a chain that was found.
    closing: usize,
    /// Numbers of the sets of candidates that objects exclude.
    numbers: HashMap<Bits<C>, usize>,
    /// Whether partial chains in the same state are merged.
    merging: bool,
    /// Sets of variables examined for subsets but not yet charged to the budget.
    looked_at: u64,
    /// If set, only chains with an object beyond this reach are searched for, as there are no others.
    pub beyond: Option<Reach>,
    /// Whether a target has a chain, possibly with loops.
    pub has_found: bool,
}

impl<'a, const C: usize, const V: usize> ObjectSearch<'a, C, V> {
    pub(super) fn new(
        graph: &'a Graph<C, V>, visited: &'a mut VisitedSets<C>, family: ObjectFamily, size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        ObjectSearch {
            graph,
            visited,
            family,
            size,
            budget,
            first: None,
            z: 0,
            z_node: *graph.root(),
            path: Vec::new(),
            spare: Vec::new(),
            offers: Vec::new(),
            closing: 0,
            numbers: HashMap::new(),
            merging: true,
            looked_at: 0,
            beyond: None,
            has_found: false,
        }
    }

    /// Charges the budget for a step, and for the sets examined in the last one.
    fn spend(&mut self) -> Within<()> {
        let sets = std::mem::take(&mut self.looked_at);
        self.budget.take(self.family.reach.step_cost() + sets / SETS)
    }

    /// Extends a partial chain that is not a braid by the variables `near` its last object; `left` variables
    /// are still to be added. `node` is the state in which the next variable is examined, and `rights` are
    /// the candidates asserted in `node`. The continuations depend only on the candidates alive and not
    /// asserted, and on the candidates that the last object excludes: partial chains that agree in both are
    /// merged.
    ///
    /// (Merging may miss a chain that remembers only its last object and has a shorter one beside it.)
    fn extend(&mut self, node: &Node<C, V>, rights: Bits<C>, near: Bits<V>, left: usize) -> Within<bool> {
        let ObjectFamily { reach, memory, .. } = self.family;
        self.spend()?;
        let via = near - self.graph.vars[self.z];
        let lacking = self.lacking();
        if left == 1 && !memory.is_linked() {
            return Ok(self.close(&(node.empty & via)));
        }
        if memory == Memory::All
            && self.is_tested(left, lacking)
            && !walk_comes_within(self.graph, node, reach, via, left - 1, |_| false, &mut self.looked_at)
        {
            return Ok(false);
        }
        let mut objects = self.spare.pop().unwrap_or_default();
        self.add_next(node, &via, left, lacking, &mut objects);
        for object in objects.drain(..) {
            let rest = left - object.size();
            if self.is_out(node, &object, rest) {
                continue;
            }
            let (child, rights) = self.assert(node, rights, &object);
            if !self.may_lead_on(&child, rights, &object, rest) {
                continue;
            }
            self.path.push(object);
            let holds = self.merging || self.is_loopless(None);
            if holds && (rest == 0 || self.extend(&child, rights, self.graph.near(&object), rest)?) {
                return Ok(true);
            }
            self.path.pop();
        }
        self.spare.push(objects);
        Ok(false)
    }

    /// Adds the objects that may be next in a partial chain.
    fn add_next(
        &mut self, node: &Node<C, V>, via: &Bits<V>, left: usize, lacking: Option<(Reach, usize)>,
        objects: &mut Vec<Object<C, V>>,
    ) {
        let ObjectFamily { reach, memory, .. } = self.family;
        if let (Some(first), true) = (&self.first, self.path.is_empty()) {
            let begin = first.partition_point(|(z, _)| *z < self.z);
            let own = first[begin..].iter().take_while(|(z, _)| *z == self.z);
            return objects.extend(own.map(|(_, object)| *object));
        }
        let longest = if memory.is_linked() { left } else { left - 1 };
        let push = &mut |object| objects.push(object);
        self.looked_at += match lacking {
            // Any other object leaves no room for the one that is lacking.
            Some((before, least)) if left == least + 1 => {
                each_beyond(self.graph, node, before, reach, via, least, push)
            }
            _ => each_object(self.graph, node, reach, via, longest, push),
        };
    }

    /// Whether it is known, before the object is asserted, that no chain has the object next and then `rest`
    /// more variables.
    fn is_out(&self, node: &Node<C, V>, object: &Object<C, V>, rest: usize) -> bool {
        let remembers_all = self.family.memory == Memory::All;
        let repeats = |other: &Object<C, V>| other.kind == object.kind;
        let comes_again = || object.via.intersects(&self.graph.vars[self.z]) || self.path.iter().any(repeats);
        match rest {
            _ if !remembers_all && comes_again() => true,
            0 => !object.excluded.contains(self.z),
            // An object that excludes nothing more helps only by its links.
            1 if remembers_all && !object.excluded.intersects(&node.alive) => true,
            1 => !self.may_close(node, object),
            _ => false,
        }
    }

    /// Whether a chain may go on after the object: it empties a variable, or leads to a new state.
    fn may_lead_on(
        &mut self, child: &Node<C, V>, rights: Bits<C>, object: &Object<C, V>, rest: usize,
    ) -> bool {
        match rest {
            0 => true,
            1 => self.family.memory.is_linked() || !child.empty.is_empty(),
            _ => !self.merging || self.is_new(child, rights, &object.excluded, rest),
        }
    }

    /// Returns the reach that the chain still has to exceed, and the fewest variables of an object that does.
    fn lacking(&self) -> Option<(Reach, usize)> {
        let beyond = self.beyond?;
        let has_one = self.path.iter().any(|object| object.is_beyond(beyond));
        (!has_one).then(|| (beyond, beyond.least_beyond()))
    }

    /// Whether a partial chain is tested by propagation. If a subset is lacking and there is only room for a
    /// pair, going through the pairs takes less time.
    fn is_tested(&self, left: usize, lacking: Option<(Reach, usize)>) -> bool {
        let is_last = lacking.is_some_and(|(_, least)| left == least + 1);
        self.size >= bound_from(self.family.reach) && left >= 3 && !is_last
    }

    /// Extends a partial braid by the offers from `start` on. An object that may follow a partial braid may
    /// follow all its extensions, so each set of objects is met just once: first its first object in the
    /// order of the offers, then objects that are new or later in that order. The state is known to reach a
    /// contradiction within this many parallel `rounds`; asserting an object never adds to them.
    fn extend_braid(
        &mut self, node: &Node<C, V>, start: usize, left: usize, mut rounds: usize,
    ) -> Within<bool> {
        let reach = self.family.reach;
        let lacking = self.lacking();
        self.spend()?;
        if left == 1 {
            return Ok(self.close(&(node.empty & node.changed_from(self.graph.root()))));
        }
        if self.is_tested(left, lacking) && rounds >= left {
            let groups = self.offers[start..].iter().filter(|(offer, _)| !offer.is_candidate());
            let mut due = Due::default();
            groups.for_each(|(offer, _)| due[offer.size() - 1] |= offer.excluded);
            let looked_at = &mut self.looked_at;
            match rounds_to_refute(self.graph, node, reach, left - 1, due, Bits::EMPTY, looked_at) {
                Some(known) => rounds = known,
                None => return Ok(false),
            }
        }
        let end = self.offers.len();
        for at in start..end {
            let (object, done) = self.offers[at];
            if done || object.size() >= left || !object.excluded.intersects(&node.alive) {
                continue;
            }
            let rest = left - object.size();
            if lacking.is_some_and(|(reach, least)| rest <= least && !object.is_beyond(reach)) {
                continue;
            }
            if rest == 1 && !self.may_close(node, &object) {
                continue;
            }
            let child = self.assert(node, Bits::EMPTY, &object).0;
            if rest > 1 {
                self.offers[at].1 = true;
                self.offer(&child, start..end, rest - 1, &child.changed_from(node));
            } else if child.empty.is_empty() {
                continue;
            }
            self.path.push(object);
            if self.extend_braid(&child, end, rest, rounds)? {
                return Ok(true);
            }
            self.path.pop();
            self.offers.truncate(end);
        }
        Ok(false)
    }

    /// Adds to the offers the objects of at most `longest` variables that follow now and are not among the
    /// offers `before`, found by variables that `changed`; then the offers `before` that still exclude
    /// something from `node`.
    fn offer(&mut self, node: &Node<C, V>, before: Range<usize>, longest: usize, changed: &Bits<V>) {
        let start = self.offers.len();
        // If an object that followed has been excluded, one of its variables is empty.
        let helps = |object: &Object<C, V>| {
            object.excluded.intersects(&node.alive) && !object.via.intersects(&node.empty)
        };
        let Self { graph, family, offers, looked_at, .. } = self;
        let candidates = offers[before.clone()].iter().filter_map(|(offer, _)| offer.candidate());
        let mut candidates: Bits<C> = candidates.collect();
        *looked_at += each_object(graph, node, family.reach, changed, longest, &mut |object| {
            let is_like = |(known, _): &(Object<C, V>, bool)| known.kind == object.kind;
            let is_known = match object.candidate() {
                Some(c) => candidates.contains(c),
                None => offers[before.clone()].iter().chain(&offers[start..]).any(is_like),
            };
            if !is_known && helps(&object) {
                object.candidate().into_iter().for_each(|c| candidates.insert(c));
                offers.push((object, false));
            }
        });
        for at in before {
            let offer = self.offers[at];
            if helps(&offer.0) {
                self.offers.push(offer);
            }
        }
    }

    /// Whether the chain may close after the object.
    fn may_close(&self, node: &Node<C, V>, object: &Object<C, V>) -> bool {
        self.family.memory != Memory::All || self.graph.may_empty(node, object)
    }

    /// Returns the state in which the variable after `object` is examined, and the candidates asserted in
    /// that state.
    fn assert(&self, node: &Node<C, V>, rights: Bits<C>, object: &Object<C, V>) -> (Node<C, V>, Bits<C>) {
        let (node, mut rights) = match self.family.memory {
            Memory::All => (node, rights),
            Memory::Previous if !self.path.is_empty() => (node, rights),
            Memory::Last | Memory::Previous => (self.graph.root(), Bits::EMPTY),
            Memory::TargetAndLast => (&self.z_node, Bits::EMPTY),
        };
        match object.kind {
            ObjectKind::Candidate(c) => {
                rights.insert(c);
                (node.assert(self.graph, c), rights)
            }
            _ => (node.exclude(self.graph, &object.excluded), rights),
        }
    }

    fn candidates_of(&self, via: &Bits<V>) -> Bits<C> {
        via.iter().fold(Bits::EMPTY, |all, v| all | self.graph.cands[v])
    }

    fn is_new(&mut self, node: &Node<C, V>, rights: Bits<C>, excluded: &Bits<C>, left: usize) -> bool {
        let next = self.numbers.len();
        let last = *self.numbers.entry(*excluded).or_insert(next);
        self.visited.insert(&(node.alive - rights), last << 6 | left)
    }

    /// Closes the chain with the first of the `empty` variables or, if loops matter, with the first `empty`
    /// variable that makes no loop. Returns whether there is such a variable.
    fn close(&mut self, empty: &Bits<V>) -> bool {
        let closing = empty.iter().find(|&v| self.merging || self.is_loopless(Some(v)));
        self.closing = closing.unwrap_or(self.closing);
        closing.is_some()
    }

    /// Whether the left-linking candidates of the path, and of a last variable, can be pairwise different.
    fn is_loopless(&self, closing: Option<usize>) -> bool {
        distinct_representatives(&self.options(closing)).is_some()
    }

    /// Returns, for each link of the path and for a last variable, the candidates that can be left-linking.
    fn options(&self, closing: Option<usize>) -> Vec<Bits<C>> {
        let last = closing.map(|v| [v].into_iter().collect::<Bits<V>>());
        let vias = self.path.iter().map(|object| &object.via).chain(&last);
        let before = [self.graph.link[self.z]].into_iter().chain(self.path.iter().map(|o| o.excluded));
        if self.family.continuous {
            let rights: Bits<C> = self.path.iter().filter_map(|object| object.candidate()).collect();
            return vias
                .zip(before)
                .map(|(via, excluded)| (self.candidates_of(via) & excluded) - rights)
                .collect();
        }
        // Left-linking candidates are linked to the latest possible of the target and the previous objects.
        let before: Vec<Bits<C>> = before.collect();
        let latest = |(k, via)| {
            let linked = |excluded: &Bits<C>| self.candidates_of(via) & *excluded;
            before[..=k].iter().rev().map(linked).find(|set| !set.is_empty())
        };
        vias.enumerate().map(|link| latest(link).unwrap_or(Bits::EMPTY)).collect()
    }

    /// Returns the previous links whose excluded candidates the `k`-th link may ignore, and whether it may
    /// ignore candidates excluded by the target.
    fn remembered(&self, k: usize) -> (Range<usize>, bool) {
        match self.family.memory {
            Memory::All => (0..k, true),
            Memory::Last => (k.saturating_sub(1)..k, k == 0),
            Memory::TargetAndLast => (k.saturating_sub(1)..k, true),
            Memory::Previous => (0..k, k == 0),
        }
    }

    /// Builds the `k`-th link, of an object or a last variable.
    fn link(&self, k: usize, via: &Bits<V>, left: usize, kind: Option<ObjectKind>) -> Link {
        let graph = self.graph;
        let (previous, by_target) = self.remembered(k);
        let excludes = |p: usize, c: usize| self.path[p].excluded.contains(c);
        let mut excluded = if by_target { graph.link[self.z] } else { Bits::EMPTY };
        previous.clone().for_each(|p| excluded |= self.path[p].excluded);
        let names = |numbers: &[u16]| -> Vec<Variable> {
            numbers.iter().map(|&v| graph.variable(usize::from(v))).collect()
        };
        let labels = |set: &Bits<C>| set.iter().map(|c| graph.labels[c]).collect();
        let mut variables = vec![graph.variable(via.first().unwrap_or_default())];
        let mut held = Bits::EMPTY;
        let right = match kind {
            None => Right::Nothing,
            Some(ObjectKind::Candidate(c)) => {
                held.insert(c);
                Right::Candidate(graph.labels[c])
            }
            Some(ObjectKind::Segment(number)) => {
                let members = graph.group(number);
                held = members;
                Right::Group(labels(&members))
            }
            Some(ObjectKind::Subset(subset)) => {
                variables = names(&subset.members[..subset.size]);
                let transversals = &subset.transversals[..subset.size];
                let all: Bits<V> = transversals.iter().map(|&v| usize::from(v)).collect();
                held = (self.candidates_of(via) & self.candidates_of(&all)) - excluded;
                held.remove(left);
                let (transversals, candidates) = (names(transversals), labels(&held));
                Right::Subset { transversals, candidates }
            }
        };
        let mut others = self.candidates_of(via) - held;
        others.remove(left);
        let latest = (0..k).rev().find(|&p| excludes(p, left));
        Link {
            variables,
            left: graph.labels[left],
            from: latest.map_or(0, |p| p + 1),
            right,
            ignored: ignored(graph, others, previous, excludes),
        }
    }
}

impl<const C: usize, const V: usize> ByTarget<C, V> for ObjectSearch<'_, C, V> {
    fn run(&mut self, z: usize) -> Within<bool> {
        self.visited.clear();
        self.numbers.clear();
        self.path.clear();
        self.merging = true;
        let node = self.graph.root().assert(self.graph, z);
        (self.z, self.z_node) = (z, node);
        let first = self.graph.touch(z);
        if !self.family.continuous {
            // An object that held before the target was asserted has no left-linking candidate.
            self.offers.clear();
            self.offer(&node, 0..0, self.size - 1, &node.changed_from(self.graph.root()));
            let found = self.extend_braid(&node, 0, self.size, usize::MAX)?;
            self.has_found |= found;
            return Ok(found);
        }
        let found = self.extend(&node, Bits::EMPTY, first, self.size)?;
        self.has_found |= found;
        let closing = (!self.family.memory.is_linked()).then_some(self.closing);
        if !found || !self.family.loopless || self.is_loopless(closing) {
            return Ok(found);
        }
        self.path.clear();
        self.merging = false;
        self.extend(&node, Bits::EMPTY, first, self.size)
    }

    fn links(&self) -> Vec<Link> {
        let linked = self.family.memory.is_linked();
        let options = self.options((!linked).then_some(self.closing));
        let first = || options.iter().map(|set| set.first().unwrap_or_default()).collect();
        let lefts = distinct_representatives(&options).unwrap_or_else(first);
        let closing = (!linked).then(|| ([self.closing].into_iter().collect(), None));
        let objects = self.path.iter().map(|object| (object.via, Some(object.kind)));
        let links = objects.chain(closing).zip(lefts).enumerate();
        links.map(|(k, ((via, kind), left))| self.link(k, &via, left, kind)).collect()
    }
}
