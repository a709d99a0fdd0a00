//! Naive twins: they find each rule's conclusions in a state straight from the rule's definition. Every
//! pattern is tried, nothing is foreseen, and nothing is merged. The twins use little more of the library
//! than the grid.
//!
//! - Exact: `contradiction`, singles, `lc`, subsets, fish, `alldiff` ([`sets`]); `x-cycle…`, `y-cycle`,
//!   `y-knot`, `br-net`, `br-net-hinge`, by walks ([`closures`]); `pom…`, `pb…`, by lists of patterns
//!   (`patterns.rs`); rectangles, loops, odd rings, graves ([`unique`], [`rectangles`]); `tridagon`, `split`,
//!   `or…-whip` of all kinds in states that have relations ([`or_k`]; in other states they prove nothing).
//! - Exact for each size: the techniques of players ([`players`], [`almost_locked`], [`links`],
//!   [`forcing`], [`medusa`], [`wings`]); guardians; [`blossom_loop`];
//!   SK-loops, multi-sector locked sets, exocets ([`rank`]); chains of HLS2, 2D chains, bivalue, z-
//!   and t-chains, typed ones ([`linked`]).
//! - Exact for all sizes up to one: whips and braids, with g-candidates, typed; `oddagon` ([`chains`]).
//! - `trial…`, by the theories of `model.rs`, candidate by candidate: exact, or an upper bound if there are
//!   many candidates.
//! - Upper bounds: `forcing…`, `br-net-streams`, `s…-whip`, `s…-braid`, `s…-chain` prove no more than trial
//!   and error in their theory (forcing whips: no more than follows from all candidates of some variable).
//!
//! A twin that would take too long gives no answer.
//!
//! The twins are a crate of their own because the tests spend most of their time in them: this crate is
//! optimised like the engine, the tests are not.

pub mod almost_locked;
pub mod blossom_loop;
pub mod chains;
pub mod closures;
pub mod forcing;
pub mod lines;
pub mod linked;
pub mod links;
pub mod medusa;
pub mod model;
pub mod or_k;
pub mod patterns;
pub mod players;
pub mod rank;
pub mod rectangles;
pub mod relations;
pub mod sets;
pub mod symmetry;
pub mod unique;
pub mod wings;

use std::collections::BTreeMap;
use sudoscope_engine::grid::{Candidate, Candidates, Grid};
use sudoscope_engine::rules::find_rule;

/// Answer of a twin about a rule in a state.
#[derive(Debug)]
pub enum Said {
    /// The rule proves exactly these conclusions.
    Exactly(Proved),
    /// The patterns up to the size, together with locked candidates, eliminate exactly these candidates.
    UpToSize(Candidates),
    /// The rule eliminates no more than these candidates.
    AtMost(Candidates),
    /// No answer: the patterns are too many to list.
    Nothing,
}

/// Conclusions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Proved {
    pub eliminated: Candidates,
    pub asserted: Candidates,
    /// Whether the rule says that there is no solution. Its other conclusions then do not matter.
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
pub struct Patience(std::cell::Cell<u64>);

impl Patience {
    pub fn new(steps: u64) -> Patience {
        Patience(std::cell::Cell::new(steps))
    }

    /// Takes a step; returns `false` when none are left.
    pub fn step(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        !self.is_over()
    }

    pub fn is_over(&self) -> bool {
        self.0.get() == 0
    }
}

/// Returns the candidates of the undecided cells.
pub fn open(grid: &Grid) -> Vec<Candidate> {
    grid.candidates().iter().filter(|c| !grid.placed().contains(c.cell)).collect()
}

/// Returns row, column, block and digit of a candidate.
fn places(c: Candidate) -> [usize; 4] {
    [c.cell.row(), c.cell.column(), c.cell.block(), c.digit.index()]
}

/// Returns the variable of this kind of a candidate: rc, rn, cn, bn.
fn variable(c: Candidate, kind: usize) -> (usize, usize, usize) {
    let [row, column, block, digit] = places(c);
    [(0, row, column), (1, row, digit), (2, column, digit), (3, block, digit)][kind]
}

/// Whether two candidates have the same variable of this kind.
fn share(a: Candidate, b: Candidate, kind: usize) -> bool {
    let place = |c: Candidate| match kind {
        1 => c.cell.row(),
        2 => c.cell.column(),
        _ => c.cell.block(),
    };
    if kind == 0 { a.cell == b.cell } else { a.digit == b.digit && place(a) == place(b) }
}

fn linked(a: Candidate, b: Candidate) -> bool {
    a != b && (0..4).any(|kind| share(a, b, kind))
}

/// Kind and candidates of a variable.
type Variable = (usize, Vec<Candidate>);

/// Groups candidates by their variables of these kinds.
fn variables(candidates: &[Candidate], kinds: &[usize]) -> Vec<Variable> {
    let mut all = BTreeMap::<_, Vec<Candidate>>::new();
    for &c in candidates {
        kinds.iter().for_each(|&kind| all.entry(variable(c, kind)).or_default().push(c));
    }
    all.into_iter().map(|((kind, ..), candidates)| (kind, candidates)).collect()
}

/// Returns the twin's answer about a rule at `size` (0 for a rule without sizes) in a state in which singles
/// are exhausted; for the rules of [`sets::basic`], in any state. `claimed` are the candidates that the
/// library eliminates.
pub fn said(rule: &str, size: usize, grid: &Grid, claimed: &Candidates, steps: u64) -> Said {
    let patience = Patience::new(steps);
    let patient = |said: Said| if patience.is_over() { Said::Nothing } else { said };
    // Without relations these rules prove nothing.
    if find_rule(rule).is_some_and(|rule| rule.uses_relations()) {
        return Said::Exactly(Proved::default());
    }
    if rule == "tridagon" {
        return Said::Exactly(or_k::tridagon(grid));
    }
    if let Some(proved) = sets::proved(rule, size, grid) {
        return Said::Exactly(proved);
    }
    let named = players::proved(rule, size, grid);
    let named = named.or_else(|| almost_locked::proved(rule, size, grid));
    let named = named.or_else(|| forcing::proved(rule, size, grid));
    let named = named.or_else(|| medusa::proved(rule, grid));
    let named = named.or_else(|| wings::proved(rule, grid));
    if let Some(proved) = named.or_else(|| links::proved(rule, size, grid)) {
        return Said::Exactly(proved);
    }
    if let Some(eliminated) = unique::proved(rule, size, grid) {
        return Said::Exactly(eliminated);
    }
    if let Some(family) = linked::family(rule) {
        let eliminated = linked::targets(rule, family, grid, size, &patience);
        return patient(Said::Exactly(Proved::false_ones(eliminated)));
    }
    if rule == "guardians" {
        let eliminated = chains::guardians(grid, size, &patience);
        return patient(Said::Exactly(Proved::false_ones(eliminated)));
    }
    if rule == "blossom-loop" {
        let eliminated = blossom_loop::proved(grid, size, &patience);
        return patient(Said::Exactly(Proved::false_ones(eliminated)));
    }
    if let Some(proved) = rank::proved(rule, grid, &patience) {
        return patient(Said::Exactly(proved));
    }
    if rule == "oddagon" {
        let eliminated = chains::oddagons(grid, size, &patience);
        return patient(Said::Exactly(Proved::false_ones(eliminated)));
    }
    if let Some(family) = chains::Family::named(rule) {
        return patient(Said::UpToSize(chains::up_to(&family, grid, size, &patience)));
    }
    closures::said(rule, grid, claimed, steps == u64::MAX)
}
