//! Search for whips and braids: from a target, it asserts right-linking candidates one by one until a
//! variable is empty, with exactly the requested number of variables.
//!
//! ```text
//!   Z ──▶ V1{L1 R1} ──▶ V2{L2 R2} ──▶ … ──▶ Vn{Ln .}      n variables, n-1 assertions
//!   depth 0     depth 1       depth 2      depth n-2: does some R(n-1) close it?
//! ```
//!
//! Partial chains of all targets are examined side by side ([`Lanes`]). A partial chain that cannot reach a
//! contradiction in the variables left to it waits for a larger size. R(n-1) is not asserted: it closes the
//! chain if it is linked to another forced candidate (whose variable it empties), or if it kills all
//! remaining candidates of a variable inside one segment. Only the few partial chains in which some candidate
//! may do so are examined singly ([`Rebuild`]).

use super::ObjectFamily;
use super::rebuild::{MERGED_FROM, Rebuild, Rebuilt, state};
use crate::budget::{Budget, Within, units};
use crate::graph::{
    Bits, ChainMemory, Division, Extension, Graph, LANES, Lanes, Partials, Queue, TargetSet, Trials, WideRow,
    candidate_of, type_of,
};

/// A search for chains of one family and size in one graph; `T` is 4 in the spaces of a division.
pub(crate) struct ChainSearch<'a, const C: usize, const V: usize, const T: usize> {
    graph: &'a Graph<C, V>,
    division: Option<Division>,
    trials: &'a Trials,
    lanes: &'a mut Lanes,
    partials: &'a mut Partials<C, T>,
    family: ObjectFamily,
    size: usize,
    budget: &'a mut Budget,
    rebuild: Rebuild<'a, C, V>,
    /// Whether the links of chains are wanted.
    with_links: bool,
    /// Whether some chains are enough: the search stops after the first block that has a chain.
    pub leaves_rest: bool,
    /// Whether a chain of one type is enough for a candidate.
    pub any_type: bool,
}

/// Results of a search for each of its targets.
struct TargetVerdicts<'a, const C: usize, const V: usize, const T: usize> {
    open: TargetSet<C, T>,
    /// Targets known to have a chain with loops, in a family without loops.
    doubtful: TargetSet<C, T>,
    /// Partial chains of open targets that may close.
    closing: Vec<u16>,
    any_type: bool,
    found: &'a mut dyn FnMut(&Rebuild<'_, C, V>),
}

impl<'a, const C: usize, const V: usize, const T: usize> ChainSearch<'a, C, V, T> {
    pub(crate) fn new(
        memory: ChainMemory<'a, C, V, T>, family: ObjectFamily, size: usize, budget: &'a mut Budget,
    ) -> Self {
        let ChainMemory { graph, division, trials, lanes, partials, visited } = memory;
        ChainSearch {
            graph,
            division,
            trials,
            lanes,
            partials,
            family,
            size,
            budget,
            rebuild: Rebuild::new(graph, visited, family, division, size),
            with_links: true,
            leaves_rest: false,
            any_type: false,
        }
    }

    /// Drops the links of chains: then the lane of a braid shows that it closes.
    pub(crate) fn without_links(self) -> Self {
        ChainSearch { with_links: false, ..self }
    }

    /// Calls `found` with the chain of every target that has a chain. Returns the targets that have a chain,
    /// possibly with loops; if one type is enough, a candidate is returned in all types.
    pub(crate) fn run(
        &mut self, targets: TargetSet<C, T>, found: &mut dyn FnMut(&Rebuild<'_, C, V>),
    ) -> Within<TargetSet<C, T>> {
        if targets.is_empty() {
            return Ok(targets);
        }
        let (doubtful, any_type) = (TargetSet::EMPTY, self.any_type);
        let mut verdicts = TargetVerdicts { open: targets, doubtful, closing: Vec::new(), any_type, found };
        let continuous = self.family.continuous;
        let new = self.partials.resume(continuous, self.size, &targets);
        if self.size == 2 {
            for target in self.trials.closing(|target| new.contains(target)) {
                self.judge(&[target], &mut verdicts);
            }
        } else {
            self.begin(&new);
        }
        while let Some(depth) = next_depth(&self.partials.queues) {
            let mut queue = std::mem::take(&mut self.partials.queues[depth]);
            let stride = depth + 1;
            let start = queue.len().saturating_sub(LANES * stride);
            let block = queue.chains[start..].chunks_exact(stride);
            let is_open = |&lane: &usize| verdicts.open.contains(queue.chains[start + lane * stride]);
            let open: WideRow = (0..block.len()).filter(is_open).collect();
            self.budget.take(units(open.len()))?;
            let last = depth == self.size - 2;
            let of = if continuous { Extension::Walks } else { Extension::States };
            self.lanes.load(&self.graph.lists, of, self.division, block);
            if last {
                let closing = self.lanes.closing(&self.graph.lists) & open;
                let has_all = self.division.is_none() && self.graph.has_all_variables();
                let is_seen = !continuous && !self.with_links && has_all;
                let sure = if is_seen { closing - self.lanes.refuted() } else { WideRow::EMPTY };
                for lane in sure.iter() {
                    let target = queue.chains[start + lane * stride];
                    if verdicts.open.contains(target) {
                        self.rebuild.without_path(target);
                        verdicts.accept(&self.rebuild);
                    }
                }
                for lane in (closing - sure).iter() {
                    self.judge(&queue.chains[start + lane * stride..][..stride], &mut verdicts);
                }
                self.partials.waiting.take(depth, &mut queue, start);
            } else {
                self.extend(&mut queue, start, depth, open);
                queue.truncate(start, stride);
            }
            self.partials.queues[depth] = queue;
            if self.leaves_rest && verdicts.open != targets {
                // Partial chains are not kept, as the state is about to change.
                return Ok(targets.without(&verdicts.open));
            }
        }
        for target in verdicts.doubtful.iter() {
            let queued = &self.partials.visited;
            if verdicts.open.contains(target)
                && self.rebuild.find_loopless(target, &verdicts.closing, queued, self.budget)?
            {
                verdicts.accept(&self.rebuild);
            }
        }
        let having = targets.without(&verdicts.open);
        if self.size > 2 {
            self.partials.keep(continuous, self.size, &having);
        }
        Ok(having.with(&verdicts.doubtful))
    }

    /// Queues the partial chains with one right-linking candidate.
    fn begin(&mut self, targets: &TargetSet<C, T>) {
        let Partials { queues, sets, .. } = &mut *self.partials;
        let candidates = self.graph.labels.len();
        sets.clear();
        if !self.family.continuous {
            sets.resize(T * candidates, Bits::EMPTY);
        }
        self.trials.first_steps(self.graph, targets, |target, right| {
            let mut barred = sets.get_mut(type_of(target) * candidates + candidate_of(target));
            queues[1].push(&[target], right, barred.as_deref());
            if let Some(barred) = &mut barred {
                barred.insert(right);
            }
        });
    }

    /// Queues the partial chains that are longer by one. Partial chains without a contradiction within the
    /// rounds left to them wait for the size at which they reach a contradiction.
    ///
    /// Partial whips with the same right-linking candidates, of which the same candidate is last, have the
    /// same state; only the first such partial whip is queued. Partial braids have the same state if just the
    /// right-linking candidates are the same. A candidate that may follow a partial braid may follow all its
    /// extensions; so each set of candidates is met just once if a partial chain extended by one of the
    /// candidates on offer is barred from the candidates offered before.
    fn extend(&mut self, queue: &mut Queue<C>, start: usize, depth: usize, open: WideRow) {
        let continuous = self.family.continuous;
        let ChainSearch { graph, lanes, partials, size, .. } = self;
        let Partials { queues, waiting, visited, sets, .. } = &mut **partials;
        let (left, stride) = (*size - depth, depth + 1);
        let chains = &queue.chains[start..];
        let barred = queue.barred.get_mut(start / stride..).unwrap_or_default();
        let partial = |lane: usize| &chains[lane * stride..][..stride];
        let mut going = WideRow::EMPTY;
        lanes.rounds(&graph.lists, open, left - 1, |rounds, refuted| {
            if rounds < left {
                going |= refuted;
                return;
            }
            for lane in refuted.iter() {
                waiting.add(rounds + 1 - left, partial(lane), barred.get(lane));
            }
        });
        let next = &mut queues[depth + 1];
        if !continuous {
            lanes.each_next(&graph.lists, going, |right, lanes| {
                for lane in lanes.iter() {
                    let barred = &mut barred[lane];
                    if !barred.contains(right) {
                        next.push(partial(lane), right, Some(barred));
                        barred.insert(right);
                    }
                }
            });
        } else if depth + 1 < MERGED_FROM {
            lanes.each_next(&graph.lists, going, |right, lanes| {
                lanes.iter().for_each(|lane| next.push(partial(lane), right, None));
            });
        } else {
            sets.resize(LANES, Bits::EMPTY);
            for lane in going.iter() {
                sets[lane] = partial(lane)[1..].iter().map(|&c| usize::from(c)).collect();
            }
            lanes.each_next(&graph.lists, going, |right, lanes| {
                for lane in lanes.iter() {
                    let (partial, mut set) = (partial(lane), sets[lane]);
                    set.insert(right);
                    if visited.insert(&set, state(partial[0], right)) {
                        next.push(partial, right, None);
                    }
                }
            });
        }
    }

    /// Checks whether a partial chain shows that its target has a chain.
    fn judge(&mut self, partial: &[u16], verdicts: &mut TargetVerdicts<'_, C, V, T>) {
        let target = partial[0];
        if !verdicts.open.contains(target) {
            return;
        }
        if !verdicts.doubtful.contains(target) {
            match self.rebuild.find(partial) {
                Rebuilt::Chain => return verdicts.accept(&self.rebuild),
                Rebuilt::Loops => verdicts.doubtful.insert(target),
                Rebuilt::Nothing => {}
            }
        }
        // If some states were not kept, rebuilding cannot use the partial chains (see `find_loopless`), and
        // they are many.
        if self.partials.visited.is_full() {
            verdicts.closing = Vec::new();
        } else {
            verdicts.closing.extend_from_slice(partial);
        }
    }
}

/// Returns the queue to resume with: the longest partial chains that fill a block or, if none do, the
/// shortest. So nearly all blocks are full.
fn next_depth<const C: usize>(queues: &[Queue<C>]) -> Option<usize> {
    let full = |depth: usize| queues[depth].len() >= LANES * (depth + 1);
    let depths = 0..queues.len();
    depths.clone().rev().find(|&depth| full(depth)).or_else(|| {
        let mut depths = depths;
        depths.find(|&depth| !queues[depth].is_empty())
    })
}

impl<const C: usize, const V: usize, const T: usize> TargetVerdicts<'_, C, V, T> {
    fn accept(&mut self, rebuild: &Rebuild<'_, C, V>) {
        match self.any_type {
            true => self.open.0.iter_mut().for_each(|of_type| of_type.remove(rebuild.z)),
            false => self.open.remove(rebuild.target),
        }
        (self.found)(rebuild);
    }
}
