//! Naive twins: what each rule proves in a state, straight from its definition; every pattern tried, nothing foreseen,
//! nothing merged. Of the library they use the grid only.
//!
//! | rules | twin | what is compared |
//! |---|---|---|
//! | `contradiction`, singles, `lc`, subsets, fish, `alldiff` | [`sets`] | exactly |
//! | `x-cycle…`, `y-cycle`, `y-knot`, `br-net`, `br-net-hinge` | [`closures`], by walks | exactly |
//! | `pom…`, `pb…` | the checker's lists of patterns | exactly |
//! | `trial…` | the checker's theories, candidate by candidate | exactly, or that it is no more where there are many candidates |
//! | `ur…`, `hidden-ur`, `bug1` | [`unique`] | exactly |
//! | chains of HLS2, 2D chains, bivalue, z-, t-chains, typed ones | [`linked`] | exactly, size by size |
//! | whips, braids, with g-candidates, typed; `oddagon` | [`chains`] | all up to a size |
//! | `forcing…`, `br-net-streams`, `s…-whip`, `s…-braid`, `s…-chain` | none so literal | no more than trial and error of their theory proves (but forcing whips: what follows from all candidates of some variable) |
//!
//! A twin that would take too long says nothing.

pub mod chains;
pub mod closures;
pub mod linked;
pub mod sets;
pub mod unique;

use crate::common::checker::Model;
use std::cell::Cell;
use sudoscope::grid::{Candidate, Candidates, Grid};

/// What a twin says of a rule in a state.
#[derive(Debug)]
pub enum Said {
    /// The rule proves exactly this.
    Exactly(Proved),
    /// The patterns up to the size prove exactly this, together with locked candidates.
    UpToSize(Candidates),
    /// The rule proves no more than this.
    AtMost(Candidates),
    /// Too long to list.
    Nothing,
}

/// Conclusions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Proved {
    pub eliminated: Candidates,
    pub asserted: Candidates,
    /// The rule says that there is no solution. Then what else it says does not matter.
    pub contradiction: bool,
}

impl Proved {
    pub fn false_ones(eliminated: Candidates) -> Proved {
        Proved { eliminated, ..Proved::default() }
    }

    pub fn true_ones(asserted: Candidates) -> Proved {
        Proved { asserted, ..Proved::default() }
    }
}

/// Steps that a twin may still take.
pub struct Patience(Cell<u64>);

impl Patience {
    pub fn new(steps: u64) -> Patience {
        Patience(Cell::new(steps))
    }

    /// Takes a step; false when there are none left.
    pub fn step(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        !self.is_over()
    }

    pub fn is_over(&self) -> bool {
        self.0.get() == 0
    }
}

/// The candidates of the undecided cells.
pub fn open(grid: &Grid) -> Vec<Candidate> {
    grid.candidates().iter().filter(|c| !grid.placed().contains(c.cell as usize)).collect()
}

/// The same state for the checker.
pub fn model(grid: &Grid) -> Model {
    let mut model = Model { candidate: [[false; 9]; 81], value: [None; 81] };
    open(grid).into_iter().for_each(|c| model.set((c.cell as usize, c.digit as usize), true));
    for digit in 0..9 {
        (grid.plane(digit) & grid.placed()).for_each(|cell| model.value[cell] = Some(digit));
    }
    model
}

/// What the rule proves at this size (0 for a rule without size) in a state in which singles are exhausted; those of
/// [`sets::basic`] in any state. `claimed` is what the library says is false.
pub fn said(rule: &str, size: usize, grid: &Grid, claimed: &Candidates, steps: u64) -> Said {
    let patience = Patience::new(steps);
    let patient = |said: Said| if patience.is_over() { Said::Nothing } else { said };
    if let Some(proved) = sets::proved(rule, size, grid) {
        return Said::Exactly(proved);
    }
    if let Some(eliminated) = unique::proved(rule, grid) {
        return Said::Exactly(eliminated);
    }
    if let Some(family) = linked::family(rule) {
        let eliminated = linked::targets(rule, family, grid, size, &patience);
        return patient(Said::Exactly(Proved::false_ones(eliminated)));
    }
    if rule == "oddagon" {
        let eliminated = chains::oddagons(grid, size, &patience);
        return patient(Said::Exactly(Proved::false_ones(eliminated)));
    }
    if let Some(family) = chains::Family::named(rule) {
        return patient(Said::UpToSize(chains::up_to(&family, grid, size, &patience)));
    }
    closures::said(rule, grid, claimed)
}
