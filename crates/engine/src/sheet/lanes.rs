//! `Sheet`: a state and all that singles make of it after the assertion of each of its candidates, side by side.

use super::plan::Plan;
use crate::budget::{Budget, OutOfBudget};
use crate::graph::Bits;
use crate::grid::{Candidates, Grid, Progress};
use std::cmp::Reverse;

/// The state, and each of its candidates asserted.
///
/// ```text
///                 lane  0 1 2 … n-1 n     lane c: the state with candidate c asserted
///   alive[c]            1 0 1    1  1     c is not excluded        lane n: the state itself
///   holds[c]            1 0 0    0  0     c is a value
///   open                1 1 1    0  1     the lanes that are played: no contradiction is known in them
/// ```
///
/// A lane knows what the state knows, for what is deleted is deleted in all lanes. A candidate whose lane comes to a contradiction
/// is refuted by T&E(BRT, 1).
#[derive(Clone, Default)]
pub(super) struct Sheet<const W: usize> {
    alive: Vec<Bits<W>>,
    holds: Vec<Bits<W>>,
    open: Bits<W>,
    /// Variables that lost a candidate in some lane since they were looked at.
    due: Bits<6>,
    /// The candidates that were deleted, in order.
    pub log: Vec<u16>,
    lanes: usize,
}

impl<const W: usize> Sheet<W> {
    /// Of a state in which nothing was tried.
    pub fn of(plan: &Plan) -> Sheet<W> {
        let count = plan.labels.len();
        let linked = |c: usize| plan.links(c).iter().map(|&l| l.into()).collect::<Bits<W>>();
        Sheet {
            alive: (0..count).map(|c| Bits::FULL - linked(c)).collect(),
            holds: (0..count).map(Bits::of).collect(),
            open: (0..=count).collect(),
            due: (0..plan.variables.len()).collect(),
            log: Vec::new(),
            lanes: count,
        }
    }

    /// Makes this the sheet of the state of `above` with a candidate asserted. Every lane begins as what `above` knows of
    /// it and of the candidate.
    pub fn assume(&mut self, plan: &Plan, above: &Sheet<W>, candidate: usize) {
        self.lanes = above.lanes;
        self.alive.clone_from(&above.alive);
        self.holds.clone_from(&above.holds);
        self.due = Bits::EMPTY;
        self.log.clear();
        let base = Bits::of(self.lanes);
        // In a lane in which the candidate is excluded there is a contradiction now.
        let mut open = above.open & above.alive[candidate];
        for c in 0..self.lanes {
            if !above.alive[c].contains(candidate) {
                self.exclude(plan, c, Bits::FULL);
                open.remove(c);
            } else if above.holds[c].contains(candidate) {
                self.holds[c] = Bits::FULL;
                // Its lane is the state itself.
                open.remove(c);
            } else if above.open.contains(c) && !open.contains(c) {
                self.delete(plan, c);
            }
        }
        self.open = open | base;
    }

    /// Takes a candidate out of the state.
    pub fn delete(&mut self, plan: &Plan, c: usize) {
        self.open.remove(c);
        self.log.push(c as u16);
        self.exclude(plan, c, Bits::FULL);
    }

    /// Takes a candidate out in these lanes.
    #[inline]
    fn exclude(&mut self, plan: &Plan, c: usize, lanes: Bits<W>) {
        let alive = self.alive[c];
        if alive.intersects(&lanes) {
            self.alive[c] = alive - lanes;
            plan.of[c].iter().for_each(|&v| self.due.insert(v.into()));
        }
    }

    /// Plays singles in all lanes. Returns the lanes that came to a contradiction; nothing is deleted.
    pub fn play(&mut self, plan: &Plan, budget: &mut Budget) -> Result<Bits<W>, OutOfBudget> {
        let before = self.open;
        let mut at = 0;
        while let Some(v) = self.due.next(at) {
            self.due.remove(v);
            at = v;
            budget.spend()?;
            let members = plan.variables[v].list();
            let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
            for &c in members {
                let alive = self.alive[c as usize];
                twice |= once & alive;
                once |= alive;
            }
            if !(self.open - once).is_empty() {
                self.open = self.open & once;
                if !self.open.contains(self.lanes) {
                    break;
                }
            }
            let single = (once - twice) & self.open;
            if single.is_empty() {
                continue;
            }
            for &c in members {
                let c = c as usize;
                let new = (single & self.alive[c]) - self.holds[c];
                if !new.is_empty() {
                    self.holds[c] |= new;
                    for &l in plan.links(c) {
                        let alive = &mut self.alive[l as usize];
                        if alive.intersects(&new) {
                            *alive = *alive - new;
                            self.due |= plan.touch[l as usize];
                        }
                    }
                }
            }
        }
        Ok(before - self.open)
    }

    /// Plays T&E(BRT, 1): singles in all lanes; what is refuted is deleted; again, until nothing changes.
    pub fn settle(&mut self, plan: &Plan, budget: &mut Budget) -> Result<Progress, OutOfBudget> {
        loop {
            let refuted = self.play(plan, budget)?;
            if refuted.contains(self.lanes) {
                return Ok(Progress::Contradiction);
            }
            if refuted.is_empty() {
                break;
            }
            refuted.iter().for_each(|c| self.delete(plan, c));
        }
        let is_decided = |c: usize| self.is_deleted(c) || self.is_value(c);
        Ok(if (0..self.lanes).all(is_decided) { Progress::Solved } else { Progress::Open })
    }

    /// Whether a candidate is one of the state, neither excluded nor a value.
    pub fn is_open(&self, c: usize) -> bool {
        self.open.contains(c) && !self.is_deleted(c) && !self.is_value(c)
    }

    /// Whether the state has it no more.
    pub fn is_deleted(&self, c: usize) -> bool {
        !self.alive[c].contains(self.lanes)
    }

    /// Whether it is a value of the state.
    pub fn is_value(&self, c: usize) -> bool {
        self.holds[c].contains(self.lanes)
    }

    /// The grid of the state.
    pub fn grid(&self, plan: &Plan) -> Grid {
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

    /// The candidates to be tried. First come those with a partner, the other one of a variable of
    /// two, from which most follows: when they are refuted it holds. (To begin with those from which most follows themselves
    /// takes longer: they are refuted, but leave the state as it was.)
    pub fn order(&self, plan: &Plan, may_be_false: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut values = vec![0_u16; self.lanes];
        for row in &self.holds {
            row.iter().take_while(|&y| y < self.lanes).for_each(|y| values[y] += 1);
        }
        let mut partner = vec![0; self.lanes];
        for members in &plan.variables {
            let mut left =
                members.list().iter().map(|&c| c as usize).filter(|&c| !self.is_deleted(c));
            if let (Some(a), Some(b), None) = (left.next(), left.next(), left.next()) {
                partner[a] = values[b].max(partner[a]);
                partner[b] = values[a].max(partner[b]);
            }
        }
        let mut order: Vec<usize> =
            (0..self.lanes).filter(|&c| self.is_open(c) && may_be_false(c)).collect();
        order.sort_by_key(|&c| Reverse(partner[c]));
        order
    }
}
