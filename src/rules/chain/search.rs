//! The search shared by whips and braids: from a target, assert right-linking candidates one by one
//! until a variable is empty, with exactly the asked number of variables.
//!
//! ```text
//!   Z ──▶ V1{L1 R1} ──▶ V2{L2 R2} ──▶ … ──▶ Vn{Ln .}      n variables, n-1 assertions
//!   depth 0     depth 1       depth 2      depth n-2: does some R(n-1) close it?
//! ```
//!
//! Partial chains of all targets are looked at side by side ([`Lanes`]). One that cannot come to a contradiction in the
//! variables left to it waits for a larger size. R(n-1) is not asserted: it closes the chain when it is linked to
//! another forced candidate (whose variable it empties), or when it kills all that is left of a variable inside one
//! segment. Only the few partial chains in which some candidate may do so are looked at singly ([`Proof`]).

use super::Family;
use super::proof::{Found, MERGED_FROM, Proof, state};
use crate::graph::{
    Bits, Budget, Graph, LANES, Lanes, OutOfBudget, Partials, Queue, Reach, Row, Tier, Trials,
};

/// A search for chains of one family and size in one graph.
pub(super) struct Search<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    trials: &'a Trials,
    lanes: &'a mut Lanes,
    partials: &'a mut Partials<C>,
    family: Family,
    size: usize,
    budget: &'a mut Budget,
    proof: Proof<'a, C, V>,
    /// Of each partial chain at hand, for whips: the right-linking candidates; for braids: those by which it is not to be
    /// extended any more.
    sets: Vec<Bits<C>>,
}

/// What a search has found out about its targets.
struct Verdicts<'a, const C: usize, const V: usize> {
    /// Those it goes on with.
    open: Bits<C>,
    /// Those that have a chain with loops, where these are not allowed.
    doubtful: Bits<C>,
    /// The partial chains of these that may close.
    closing: Vec<u16>,
    found: &'a mut dyn FnMut(&Proof<'_, C, V>),
}

impl<'a, const C: usize, const V: usize> Search<'a, C, V> {
    pub(super) fn new(
        tier: &'a mut Tier<C, V>,
        family: Family,
        size: usize,
        budget: &'a mut Budget,
    ) -> Self {
        Search {
            graph: &tier.graph,
            trials: &tier.targets[Reach::Singles.index()].trials,
            lanes: &mut tier.lanes,
            partials: &mut tier.partials,
            family,
            size,
            budget,
            proof: Proof::new(&tier.graph, &mut tier.seen, family, size),
            sets: Vec::new(),
        }
    }

    /// Calls `found` with the proof for every target that has a chain.
    pub(super) fn run(
        &mut self,
        targets: &[usize],
        found: &mut dyn FnMut(&Proof<'_, C, V>),
    ) -> Result<(), OutOfBudget> {
        let targets: Bits<C> = targets.iter().copied().collect();
        if targets.is_empty() {
            return Ok(());
        }
        let mut verdicts =
            Verdicts { open: targets, doubtful: Bits::EMPTY, closing: Vec::new(), found };
        let continuous = self.family.continuous;
        let new = self.partials.resume(continuous, self.size, &targets);
        if self.size == 2 {
            for z in self.trials.closing(&new) {
                self.judge(&[z], &mut verdicts);
            }
        } else {
            self.begin(&new);
        }
        while let Some(depth) = next_depth(&self.partials.queues) {
            let mut queue = std::mem::take(&mut self.partials.queues[depth]);
            let stride = depth + 1;
            let start = queue.len().saturating_sub(LANES * stride);
            self.sets.clear();
            let mut block = Vec::with_capacity(LANES);
            for (partial, barred) in queue.from(start, stride) {
                if verdicts.open.contains(partial[0] as usize) {
                    if let Some(barred) = barred {
                        self.sets.push(*barred);
                    }
                    block.push(partial);
                }
            }
            self.budget.take(block.len() as u64)?;
            let last = depth == self.size - 2;
            if continuous {
                self.lanes.load_walks(self.graph, last, block.iter().copied());
            } else {
                self.lanes.load(self.graph, block.iter().copied());
            }
            if last {
                let lanes = self.lanes.closing(self.graph);
                for lane in lanes.iter().take_while(|&lane| lane < block.len()) {
                    self.judge(block[lane], &mut verdicts);
                }
                self.partials.waiting.take(depth, &mut queue, start);
            } else {
                self.extend(&block, depth);
                queue.truncate(start, stride);
            }
            self.partials.queues[depth] = queue;
        }
        for z in (verdicts.open & verdicts.doubtful).iter() {
            let queued = &self.partials.seen;
            if self.proof.find_loopless(z, &verdicts.closing, queued, self.budget)? {
                verdicts.accept(&self.proof);
            }
        }
        if self.size > 2 {
            self.partials.keep(continuous, self.size, &(targets - verdicts.open));
        }
        Ok(())
    }

    /// Queues the partial chains of one right-linking candidate.
    fn begin(&mut self, targets: &Bits<C>) {
        let queue = &mut self.partials.queues[1];
        let mut barred = vec![Bits::EMPTY; if self.family.continuous { 0 } else { 64 * C }];
        self.trials.first_steps(self.graph, targets, |z, right| {
            let barred = barred.get_mut(z as usize);
            queue.push(&[z], right, barred.as_deref().copied());
            if let Some(barred) = barred {
                barred.insert(right);
            }
        });
    }

    /// Queues the partial chains that are longer by one. Those without a contradiction within the rounds left to them wait
    /// for the size at which they come to one.
    ///
    /// Partial whips with the same right-linking candidates and the same last one are the same state; only the first is
    /// queued. Partial braids are the same state already with the same candidates. What may follow in one may follow
    /// ever after; so each set of candidates is met just once, when those that may follow now are bars for the partial
    /// chains that go on with a later one.
    fn extend(&mut self, block: &[&[u16]], depth: usize) {
        let continuous = self.family.continuous;
        let Search { graph, lanes, partials, sets, size, .. } = self;
        let Partials { queues, waiting, seen, .. } = &mut **partials;
        let left = *size - depth;
        let mut going = Row::EMPTY;
        lanes.rounds(graph, (0..block.len()).collect(), left - 1, |rounds, refuted| {
            if rounds < left {
                going |= refuted;
                return;
            }
            for lane in refuted.iter() {
                let barred = (!continuous).then(|| sets[lane]);
                waiting.add(rounds + 1 - left, block[lane], barred);
            }
        });
        let next = &mut queues[depth + 1];
        if !continuous {
            lanes.each_next(graph, going, |right, lanes| {
                for lane in lanes.iter() {
                    let barred = &mut sets[lane];
                    if !barred.contains(right) {
                        next.push(block[lane], right, Some(*barred));
                        barred.insert(right);
                    }
                }
            });
            return;
        }
        let merging = depth + 1 >= MERGED_FROM;
        sets.resize(LANES, Bits::EMPTY);
        for lane in going.iter().take_while(|_| merging) {
            sets[lane] = block[lane][1..].iter().map(|&c| c as usize).collect();
        }
        lanes.each_next(graph, going, |right, lanes| {
            for lane in lanes.iter() {
                let partial = block[lane];
                if merging {
                    let mut set = sets[lane];
                    set.insert(right);
                    if !seen.insert(&set, state(partial[0] as usize, right)) {
                        continue;
                    }
                }
                next.push(partial, right, None);
            }
        });
    }

    /// Looks whether a partial chain tells that its target has a chain.
    fn judge(&mut self, partial: &[u16], verdicts: &mut Verdicts<'_, C, V>) {
        let z = partial[0] as usize;
        if !verdicts.open.contains(z) {
            return;
        }
        if !verdicts.doubtful.contains(z) {
            match self.proof.find(partial) {
                Found::Chain => return verdicts.accept(&self.proof),
                Found::Loops => verdicts.doubtful.insert(z),
                Found::Nothing => {}
            }
        }
        verdicts.closing.extend_from_slice(partial);
    }
}

/// The queue to go on with: the longest partial chains of which there is a full block; if there is none, the shortest of
/// all. So few blocks are not full.
fn next_depth<const C: usize>(queues: &[Queue<C>]) -> Option<usize> {
    let full = |depth: usize| queues[depth].len() >= LANES * (depth + 1);
    let depths = 0..queues.len();
    depths.clone().rev().find(|&depth| full(depth)).or_else(|| {
        let mut depths = depths;
        depths.find(|&depth| !queues[depth].is_empty())
    })
}

impl<const C: usize, const V: usize> Verdicts<'_, C, V> {
    /// The target of the proof has a chain.
    fn accept(&mut self, proof: &Proof<'_, C, V>) {
        self.open.remove(proof.target());
        (self.found)(proof);
    }
}
