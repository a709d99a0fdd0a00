//! `Sheet`: a state, and its propagation by singles after the assertion of each of its candidates, side by
//! side.

use super::plan::SheetPlan;
use crate::budget::{Budget, OutOfBudget, units};
use crate::graph::Bits;
use crate::grid::{Candidates, Grid, Progress};
use crate::wide::wide;

/// A state, and the state with each of its candidates asserted.
///
/// ```text
///                 lane  0 1 2 … n-1 n     lane c: the state with candidate c asserted
///   alive[c]            1 0 1    1  1     c is not excluded        lane n: the state itself
///   holds[c]            1 0 0    0  0     c is a value
///   used[v]             1 1 0    0  0     the variable v has a value
///   open                1 1 1    0  1     the lanes being played: no contradiction is known in them
/// ```
///
/// A lane knows everything that the state knows, as a candidate is deleted in all lanes. A candidate whose
/// lane has a contradiction is refuted by T&E(BRT, 1).
#[derive(Clone, Default)]
pub(super) struct Sheet<const W: usize> {
    alive: Vec<Bits<W>>,
    holds: Vec<Bits<W>>,
    used: Vec<Bits<W>>,
    open: Bits<W>,
    /// For each variable the lanes in which it has no value and exactly one candidate.
    single: Vec<Bits<W>>,
    /// Candidates that were undecided in the state at the beginning.
    candidates: Vec<u16>,
    /// Variables that were undecided in the state at the beginning.
    variables: Vec<u16>,
    /// Whether another round may find something.
    due: bool,
    /// Number of rounds played.
    pub rounds: u16,
    /// The deleted candidates, in order.
    pub log: Vec<u16>,
    lanes: usize,
}

impl<const W: usize> Sheet<W> {
    /// Makes the sheet of a state in which nothing was tried.
    pub fn of(plan: &SheetPlan<W>) -> Sheet<W> {
        let count = plan.labels.len();
        let mut used = vec![Bits::EMPTY; plan.variables.len()];
        for (c, vars) in plan.of.iter().enumerate() {
            vars.iter().for_each(|&v| used[usize::from(v)].insert(c));
        }
        Sheet {
            alive: plan.links.iter().map(|&linked| Bits::FULL - linked).collect(),
            holds: (0..count).map(Bits::of).collect(),
            used,
            open: (0..=count).collect(),
            single: vec![Bits::EMPTY; plan.variables.len()],
            candidates: (0..).take(count).collect(),
            variables: (0..).take(plan.variables.len()).collect(),
            due: true,
            rounds: 0,
            log: Vec::new(),
            lanes: count,
        }
    }

    /// Makes this sheet describe the state of `above` with `candidate` asserted. Every lane begins with the
    /// knowledge that `above` has about the lane and about the candidate.
    pub fn assume(&mut self, plan: &SheetPlan<W>, above: &Sheet<W>, candidate: usize) {
        self.lanes = above.lanes;
        self.alive.clone_from(&above.alive);
        self.holds.clone_from(&above.holds);
        self.used.clone_from(&above.used);
        self.single.resize(self.used.len(), Bits::EMPTY);
        (self.due, self.rounds) = (true, 0);
        self.log.clear();
        let base = Bits::of(self.lanes);
        // A lane that excludes the candidate, or a value in the candidate's lane, has a contradiction now.
        let mut open = above.open & above.alive[candidate];
        for c in 0..self.lanes {
            if !above.alive[c].contains(candidate) {
                self.alive[c] = Bits::EMPTY;
                open.remove(c);
            } else if above.holds[c].contains(candidate) {
                open = open & above.alive[c];
                self.holds[c] = Bits::FULL;
                plan.of[c].iter().for_each(|&v| self.used[usize::from(v)] = Bits::FULL);
                // The lane of c is the state itself.
                open.remove(c);
            }
        }
        self.open = open | base;
        for c in (above.open - self.open).iter() {
            if !self.is_decided(c) {
                self.delete(c);
            }
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clone_from(&above.candidates);
        candidates.retain(|&c| !self.is_decided(c.into()));
        self.candidates = candidates;
        self.variables.clone_from(&above.variables);
        self.variables.retain(|&v| !self.used[usize::from(v)].contains(self.lanes));
    }

    pub fn delete(&mut self, c: usize) {
        self.open.remove(c);
        self.log.push(c as u16);
        self.alive[c] = Bits::EMPTY;
        self.due = true;
    }

    /// Plays T&E(BRT, 1): plays rounds of singles in all lanes and deletes the refuted candidates after each
    /// round, until nothing changes.
    pub fn settle(&mut self, plan: &SheetPlan<W>, budget: &mut Budget) -> Result<Progress, OutOfBudget> {
        while self.due {
            // A step of the budget for every 128 words of rows.
            budget.take(1 + units(self.candidates.len() * W) / 128)?;
            let open = self.open;
            self.round(plan);
            self.rounds += 1;
            if !self.open.contains(self.lanes) {
                return Ok(Progress::Contradiction);
            }
            for c in (open - self.open).iter() {
                if !self.is_decided(c) {
                    self.delete(c);
                }
            }
        }
        let is_decided = |&c: &u16| self.is_decided(c.into());
        let is_solved = self.candidates.iter().all(is_decided);
        Ok(if is_solved { Progress::Solved } else { Progress::Open })
    }

    wide! {
        fn round(plan: &SheetPlan<W>) = round_avx2 or round_portable;
    }

    /// Finds the singles of all variables, then the candidates that they exclude. All rows are processed in
    /// order: skipping unchanged rows takes longer, as nearly all change in some lane, and a branch costs
    /// more than a row.
    #[inline(always)]
    fn round_portable(&mut self, plan: &SheetPlan<W>) {
        let mut open = self.open;
        for v in self.variables.iter().map(|&v| usize::from(v)) {
            // A variable with a value has no single.
            let (mut once, mut twice) = (Bits::EMPTY, self.used[v]);
            for &c in plan.variables[v].list() {
                let alive = self.alive[usize::from(c)];
                twice |= once & alive;
                once |= alive;
            }
            open = open & once;
            self.single[v] = once - twice;
        }
        let (mut clash, mut due) = (Bits::EMPTY, false);
        for c in self.candidates.iter().map(|&c| usize::from(c)) {
            let new = self.alive[c] & any(&self.single, &plan.of[c]) & open;
            if !new.is_empty() {
                due = true;
                self.holds[c] |= new;
                for &v in &plan.of[c] {
                    // The variable may have got another value in this round.
                    let used = &mut self.used[usize::from(v)];
                    clash |= *used & new;
                    *used |= new;
                }
            }
        }
        if due {
            for c in self.candidates.iter().map(|&c| usize::from(c)) {
                let excluded = any(&self.used, &plan.of[c]) - self.holds[c];
                self.alive[c] = self.alive[c] - excluded;
            }
        }
        (self.open, self.due) = (open - clash, due);
    }

    /// Whether the candidate is open in the state, neither excluded nor a value.
    pub fn is_open(&self, c: usize) -> bool {
        self.open.contains(c) && !self.is_decided(c)
    }

    /// Whether the state excludes the candidate.
    pub fn is_deleted(&self, c: usize) -> bool {
        !self.alive[c].contains(self.lanes)
    }

    /// Whether the candidate is a value of the state.
    pub fn is_value(&self, c: usize) -> bool {
        self.holds[c].contains(self.lanes)
    }

    fn is_decided(&self, c: usize) -> bool {
        self.is_deleted(c) || self.is_value(c)
    }

    pub fn grid(&self, plan: &SheetPlan<W>) -> Grid {
        let (mut deleted, mut values) = (Candidates::EMPTY, Candidates::EMPTY);
        for (c, &label) in plan.labels.iter().enumerate() {
            if self.is_deleted(c) {
                deleted.insert(label);
            } else if self.is_value(c) {
                values.insert(label);
            }
        }
        let mut grid = plan.grid;
        grid.eliminate(&deleted);
        grid.place_all(&values.0);
        grid
    }

    /// Returns the candidates to try. A candidate's *partner* is the other candidate of a two-candidate
    /// variable. Candidates whose partner has the most conclusions are first: when they are refuted, the
    /// partner is true. (Beginning with the candidates that have the most conclusions themselves takes
    /// longer: their refutation leaves the state as it was.)
    pub fn order(&self, plan: &SheetPlan<W>, may_be_false: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut values = vec![0_u16; self.lanes];
        for row in &self.holds {
            row.iter().take_while(|&y| y < self.lanes).for_each(|y| values[y] += 1);
        }
        let mut partner = vec![0; self.lanes];
        for members in &plan.variables {
            let mut left = members.list().iter().map(|&c| usize::from(c)).filter(|&c| !self.is_deleted(c));
            if let (Some(a), Some(b), None) = (left.next(), left.next(), left.next()) {
                partner[a] = values[b].max(partner[a]);
                partner[b] = values[a].max(partner[b]);
            }
        }
        let mut order: Vec<usize> = (0..self.lanes).filter(|&c| self.is_open(c) && may_be_false(c)).collect();
        sort(&mut order, &|c| u16::MAX - partner[c]);
        order
    }
}

/// Sorts candidates by a key, the least first. The function is not generic, so it is compiled only once.
pub(super) fn sort(candidates: &mut [usize], key: &dyn Fn(usize) -> u16) {
    candidates.sort_by_key(|&c| key(c));
}

/// Returns the union of the rows of four variables.
#[inline(always)]
fn any<const W: usize>(rows: &[Bits<W>], [a, b, c, d]: &[u16; 4]) -> Bits<W> {
    rows[usize::from(*a)] | rows[usize::from(*b)] | rows[usize::from(*c)] | rows[usize::from(*d)]
}
