//! `tr`: impossible templates. A template is assumed; if weights show that the others cannot collect enough
//! in the cells that it leaves, it is refuted, and no longer counts when the next one is assumed. In the end
//! candidates without a template are false (docs/theory.md, "Template rank").
//!
//! This is trial and error with nine cells at a time. The rule belongs beside trials: no player searches for
//! it.

use super::closure::{System, Weighing};
use super::exocet::{Lists, without_template};
use super::interior::End;
use crate::budget::{Budget, Within, units};
use crate::evidence::{Evidence, RefutedTemplate, Weights};
use crate::grid::{Cells, Digit, Grid};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Label;
use std::collections::VecDeque;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let grid = *state.grid();
    let digits = Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty());
    let mut left: VecDeque<(Digit, Cells)> =
        digits.flat_map(|digit| lists.0[digit].iter().map(move |&own| (digit, own))).collect();
    // Refuted templates, each with its proof. The proof leaves out the templates that were refuted before.
    let mut refuted = Vec::new();
    let mut passed = 0;
    while passed < left.len()
        && let Some((digit, own)) = left.pop_front()
    {
        state.budget.take(128 + units(left.len()) / 4)?;
        match refutation(&grid, digit, own, &left, &mut state.budget)? {
            Some(weights) => {
                refuted.push((digit, own, weights));
                passed = 0;
            }
            None => {
                left.push_back((digit, own));
                passed += 1;
            }
        }
    }
    let mut kept = [Cells::EMPTY; 9];
    left.iter().for_each(|&(digit, own)| kept[digit] |= own);
    let targets = without_template(&grid, &lists, Cells::ALL, &kept);
    found.eliminate(&targets, || {
        let templates = refuted.into_iter().map(|(digit, own, weights)| {
            let template = Label::of(own).template(digit);
            RefutedTemplate { template, weights: weights.smallest() }
        });
        Evidence::Refuted(templates.collect())
    });
    Ok(())
}

/// Proof that a template is impossible with any of the templates left.
struct Refutation {
    y: Vec<f64>,
    system: System,
    lists: Lists,
}

fn refutation(
    grid: &Grid, digit: Digit, own: Cells, others: &VecDeque<(Digit, Cells)>, budget: &mut Budget,
) -> Within<Option<Refutation>> {
    let is_open = |&other: &Digit| other != digit && !grid.open_plane(other).is_empty();
    let (digits, taken): (Vec<Digit>, Vec<Digit>) = Digit::all().partition(is_open);
    let mut lists = Lists::default();
    for other in taken {
        lists.0[other].push(if other == digit { own } else { grid.plane(other) });
    }
    let fits = |other: &&(Digit, Cells)| other.0 != digit && !other.1.intersects(own);
    let fitting: Vec<(Digit, Cells)> = others.iter().filter(fits).copied().collect();
    for &(other, cells) in &fitting {
        lists.0[other].push(cells);
    }
    let system = System::of(!grid.placed() - own, &digits);
    let all = fitting.iter().fold(Cells::EMPTY, |all, other| all | other.1);
    // If a digit has no template, no weights are needed; if a cell has none, its weight is enough.
    let zero = vec![0.0; system.rows()];
    if digits.iter().any(|&other| lists.0[other].is_empty()) {
        return Ok(Some(Refutation { y: zero, system, lists }));
    }
    if let Some(row) = system.cells.iter().position(|&cell| !all.contains(cell)) {
        let mut y = zero;
        y[row] = 1.0;
        return Ok(Some(Refutation { y, system, lists }));
    }
    let mut last = Vec::new();
    let shows_none = |y: &[f64]| {
        let shows = Weighing::of(system.finest(y), &lists).is_some_and(|own| own.is_too_little());
        if shows {
            last = y.to_vec();
        }
        shows
    };
    budget.take((500 + units(fitting.len())) / 2)?;
    Ok(match system.columns(&fitting).middle(shows_none, true) {
        Some(End::Stopped) => Some(Refutation { y: last, system, lists }),
        _ => None,
    })
}

impl Refutation {
    /// Returns small weights that prove the refutation; none if a digit has no template.
    fn smallest(self) -> Weights {
        let Refutation { y, system, lists } = self;
        let fine = Weighing::of(system.finest(&y), &lists);
        let small = system.smallest(y, &lists, |own| own.is_too_little());
        small.or(fine).map_or_else(Weights::default, |own| own.evidence())
    }
}
