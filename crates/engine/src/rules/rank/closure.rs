//! `tr0`: everything that weights on cells prove of rank 0 (docs/theory.md, "Template rank"). It contains
//! subsets, fish, SK-loops, multi-sector locked sets, and the part of exocets that weights prove.
//!
//! ```text
//!               templates of 1  of 2  …                λ ≥ 0: each digit takes its templates by shares
//!    cells    ⎡  1 where the template    ⎤             that add up to 1, and so do those through a cell
//!             ⎢  takes the cell          ⎥  λ = 1
//!    digits   ⎣  1 1 1 1  ·  ·  ·        ⎦             a template that has no share in any solution is dead;
//!                ·  ·  ·  1 1 1                        weights y on the rows prove it
//! ```

use super::exocet::{Lists, without_template};
use super::interior::{Columns, Proposal};
use super::rays::Rays;
use crate::budget::Within;
use crate::evidence::{Evidence, Weight, Weights};
use crate::grid::{Cells, HOUSES, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

/// To what the largest weight is rounded.
const FINEST: f64 = 1e9;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let grid = *state.grid();
    let digits: Vec<usize> = (0..9).filter(|&digit| !grid.open_plane(digit).is_empty()).collect();
    let templates: Vec<(usize, Cells)> =
        digits.iter().flat_map(|&digit| lists.0[digit].iter().map(move |&own| (digit, own))).collect();
    state.budget.take(4096 + 16 * templates.len() as u64)?;
    let system = System::of(!grid.placed(), &digits);
    let columns = system.columns(&templates);
    let Some(middle) = columns.propose() else { return Ok(()) };
    let Some(whole) = Weighing::of(system.finest(&middle.y), &lists) else { return Ok(()) };
    let dead = (0..templates.len()).filter(|&at| middle.is_zero[at] && whole.proves(templates[at]));
    let dead: Vec<usize> = dead.collect();
    let mut kept = [Cells::EMPTY; 9];
    let mut next = dead.iter().peekable();
    for (at, &(digit, own)) in templates.iter().enumerate() {
        if next.next_if_eq(&&at).is_none() {
            kept[digit] |= own;
        }
    }
    let targets = without_template((&grid, &lists), Cells::ALL, &kept);
    found.eliminate(&targets, || {
        let through = |at: &usize| targets.0[templates[*at].0].intersects(templates[*at].1);
        let needed: Vec<usize> = dead.iter().copied().filter(through).collect();
        let certificates = Certificates { system, columns, middle, templates, lists };
        Evidence::Weights(certificates.that_prove(needed, whole).iter().map(Weighing::evidence).collect())
    });
    Ok(())
}

/// What weights that are shown are made of.
struct Certificates {
    system: System,
    columns: Columns,
    middle: Proposal,
    templates: Vec<(usize, Cells)>,
    lists: Lists,
}

impl Certificates {
    /// Weights that together prove these templates dead, as the whole does: with few cells and small.
    fn that_prove(&self, needed: Vec<usize>, whole: Weighing) -> Vec<Weighing> {
        if needed.is_empty() {
            // A candidate without any template needs no weights.
            return Weighing::of([0; 81], &self.lists).into_iter().collect();
        }
        let rays = Rays::of(&self.columns, &self.middle);
        let mut chosen: Vec<Weighing> = Vec::new();
        let is_proved = |by: &[Weighing], at: usize| by.iter().any(|one| one.proves(self.templates[at]));
        for &at in &needed {
            if !is_proved(&chosen, at) {
                let proves = |one: &Weighing| one.proves(self.templates[at]);
                let small =
                    rays.that_keeps(at).and_then(|ray| self.system.smallest(ray, &self.lists, proves));
                chosen.push(small.unwrap_or(whole));
            }
        }
        // Some may be superfluous by now; those of many cells first.
        chosen.sort_by_key(|one| std::cmp::Reverse(one.size()));
        let mut k = 0;
        while k < chosen.len() {
            let one = chosen.remove(k);
            if !needed.iter().all(|&at| is_proved(&chosen, at)) {
                chosen.insert(k, one);
                k += 1;
            }
        }
        chosen.reverse();
        chosen
    }
}

/// The rows: the undecided cells, then the digits.
pub(super) struct System {
    pub cells: Vec<usize>,
    row_of: [u8; 81],
    digits: Vec<usize>,
}

impl System {
    pub fn of(cells: Cells, digits: &[usize]) -> System {
        let cells: Vec<usize> = cells.collect();
        let mut row_of = [u8::MAX; 81];
        cells.iter().enumerate().for_each(|(row, &cell)| row_of[cell] = row as u8);
        System { cells, row_of, digits: digits.to_vec() }
    }

    pub fn rows(&self) -> usize {
        self.cells.len() + self.digits.len()
    }

    pub fn columns(&self, templates: &[(usize, Cells)]) -> Columns {
        let mut columns = Columns { rows: self.rows(), places: Vec::new(), starts: vec![0] };
        let open: Cells = self.cells.iter().copied().collect();
        for (digit, template) in templates {
            columns.places.extend((*template & open).map(|cell| self.row_of[cell]));
            let at = self.digits.iter().position(|own| own == digit).unwrap_or(0);
            columns.places.push((self.cells.len() + at) as u8);
            columns.starts.push(columns.places.len() as u32);
        }
        columns
    }

    /// The weights of the cells, as fine as can be.
    pub fn finest(&self, y: &[f64]) -> [i64; 81] {
        self.weights(y, FINEST)
    }

    /// The weights of the cells, the largest of this size.
    fn weights(&self, y: &[f64], largest: f64) -> [i64; 81] {
        let of_cells = &y[..self.cells.len()];
        let most = of_cells.iter().fold(0.0f64, |most, one| most.max(one.abs()));
        let mut weights = [0; 81];
        for (&cell, y) in self.cells.iter().zip(of_cells) {
            weights[cell] = if most > 0.0 { (y / most * largest).round() as i64 } else { 0 };
        }
        weights
    }

    /// Small weights that are good enough. In a house all weights may be changed by the same amount, as
    /// each template takes one of its cells; so most are made zero first.
    pub fn smallest(
        &self, mut y: Vec<f64>, lists: &Lists, is_enough: impl Fn(&Weighing) -> bool,
    ) -> Option<Weighing> {
        let of_house =
            |house: usize| self.cells.iter().enumerate().filter(move |own| HOUSES[house].contains(*own.1));
        for _ in 0..8 {
            for house in 0..27 {
                let mut values: Vec<f64> = of_house(house).map(|(row, _)| y[row]).collect();
                values.sort_by(f64::total_cmp);
                if let Some(&middle) = values.get(values.len() / 2) {
                    of_house(house).for_each(|(row, _)| y[row] -= middle);
                }
            }
        }
        let sizes = (1..=12).map(f64::from).chain([15.0, 20.0, 24.0, 30.0, 60.0, 120.0, 1e3, 1e4, 1e5, 1e6]);
        let mut all = sizes.filter_map(|size| Weighing::of(self.weights(&y, size), lists));
        all.find(is_enough)
    }
}

/// Weights, and what follows from them by integers alone.
#[derive(Clone, Copy)]
pub(super) struct Weighing {
    weights: [i64; 81],
    best: [i64; 9],
    /// The best of all digits together, less all weights: 0 or more if there is a solution.
    rank: i64,
}

impl Weighing {
    /// None if a digit has no template.
    pub fn of(weights: [i64; 81], lists: &Lists) -> Option<Weighing> {
        let collected = |own: &Cells| own.map(|cell| weights[cell]).sum::<i64>();
        let mut best = [0; 9];
        for (best, of_digit) in best.iter_mut().zip(&lists.0) {
            *best = of_digit.iter().map(collected).max()?;
        }
        Some(Weighing { weights, best, rank: best.iter().sum::<i64>() - weights.iter().sum::<i64>() })
    }

    /// How many cells have a weight.
    fn size(&self) -> usize {
        self.weights.iter().filter(|one| **one != 0).count()
    }

    /// Whether there is no solution.
    pub fn is_too_little(&self) -> bool {
        self.rank < 0
    }

    /// Whether the template is dead.
    fn proves(&self, (digit, template): (usize, Cells)) -> bool {
        template.map(|cell| self.weights[cell]).sum::<i64>() < self.best[digit] - self.rank
    }

    pub fn evidence(&self) -> Weights {
        let mut cells: BTreeMap<i64, Vec<Variable>> = BTreeMap::new();
        for (cell, &weight) in self.weights.iter().enumerate().filter(|own| *own.1 != 0) {
            cells.entry(weight).or_default().push(Variable::Cell(cell as u8));
        }
        let weights = cells.into_iter().rev().map(|(weight, cells)| Weight { weight, cells }).collect();
        Weights { weights, best: self.best }
    }
}
