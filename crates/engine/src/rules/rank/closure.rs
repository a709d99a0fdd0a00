//! `tr0`: all conclusions from weights on cells of rank 0 (docs/theory.md, "Template rank"). The rule
//! contains subsets, fish, SK-loops, multi-sector locked sets, and the part of exocets that weights prove.
//!
//! ```text
//!               templates of 1  of 2  …                λ ≥ 0: the shares of a digit's templates
//!    cells    ⎡  1 where the template    ⎤             add up to 1, and so do those through a cell
//!             ⎢  takes the cell          ⎥  λ = 1
//!    digits   ⎣  1 1 1 1  ·  ·  ·        ⎦             a template with share 0 in all solutions is dead;
//!                ·  ·  ·  1 1 1                        weights y on the rows prove it
//! ```

use super::exocet::{Lists, without_template};
use super::interior::{Columns, Proposal};
use super::rays::Rays;
use crate::budget::{Within, units};
use crate::evidence::{Evidence, Weight, Weights};
use crate::grid::{Cell, Cells, Digit, House, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

/// Largest weight when weights are rounded as finely as possible.
const FINEST: f64 = 1e9;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let grid = *state.grid();
    let digits: Vec<Digit> = Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty()).collect();
    let templates: Vec<(Digit, Cells)> =
        digits.iter().flat_map(|&digit| lists.0[digit].iter().map(move |&own| (digit, own))).collect();
    state.budget.take(4096 + 16 * units(templates.len()))?;
    let system = System::of(!grid.placed(), &digits);
    let columns = system.columns(&templates);
    let Some(middle) = columns.propose() else { return Ok(()) };
    let Some(whole) = Weighing::of(system.finest(&middle.y), &lists) else { return Ok(()) };
    let dead = templates.iter().zip(&middle.is_zero).enumerate();
    let dead = dead.filter(|(_, ((digit, own), is_zero))| **is_zero && whole.proves(*digit, *own));
    let dead: Vec<usize> = dead.map(|(at, _)| at).collect();
    let mut kept = [Cells::EMPTY; 9];
    let mut next = dead.iter().peekable();
    for (at, &(digit, own)) in templates.iter().enumerate() {
        if next.next_if_eq(&&at).is_none() {
            kept[digit] |= own;
        }
    }
    let targets = without_template(&grid, &lists, Cells::ALL, &kept);
    found.eliminate(&targets, || {
        let through = |at: &usize| targets.0[templates[*at].0].intersects(templates[*at].1);
        let needed: Vec<usize> = dead.iter().copied().filter(through).collect();
        let certificates = Certificates { system, columns, middle, templates, lists };
        Evidence::Weights(certificates.that_prove(needed, whole).iter().map(Weighing::evidence).collect())
    });
    Ok(())
}

/// Source of the weights shown in the evidence.
struct Certificates {
    system: System,
    columns: Columns,
    middle: Proposal,
    templates: Vec<(Digit, Cells)>,
    lists: Lists,
}

impl Certificates {
    /// Returns weights that together prove these templates dead, as `whole` does, but are small and on few
    /// cells.
    fn that_prove(&self, needed: Vec<usize>, whole: Weighing) -> Vec<Weighing> {
        if needed.is_empty() {
            // A candidate without any template needs no weights.
            return Weighing::of([0; 81], &self.lists).into_iter().collect();
        }
        let rays = Rays::of(&self.columns, &self.middle);
        let mut chosen: Vec<Weighing> = Vec::new();
        let is_proved = |by: &[Weighing], at: usize| {
            let (digit, own) = self.templates[at];
            by.iter().any(|one| one.proves(digit, own))
        };
        for &at in &needed {
            if !is_proved(&chosen, at) {
                let (digit, own) = self.templates[at];
                let proves = |one: &Weighing| one.proves(digit, own);
                let small =
                    rays.that_keeps(at).and_then(|ray| self.system.smallest(ray, &self.lists, proves));
                chosen.push(small.unwrap_or(whole));
            }
        }
        // Removes weights that are superfluous by now, those on many cells first.
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

/// Rows of the system: the undecided cells, then the digits.
pub(super) struct System {
    pub cells: Vec<Cell>,
    row_of: [u8; 81],
    digits: Vec<Digit>,
}

impl System {
    pub fn of(cells: Cells, digits: &[Digit]) -> System {
        let cells: Vec<Cell> = cells.collect();
        let mut row_of = [u8::MAX; 81];
        (0..).zip(&cells).for_each(|(row, &cell)| row_of[cell] = row);
        System { cells, row_of, digits: digits.to_vec() }
    }

    pub fn rows(&self) -> usize {
        self.cells.len() + self.digits.len()
    }

    pub fn columns(&self, templates: &[(Digit, Cells)]) -> Columns {
        let mut columns = Columns { rows: self.rows(), places: Vec::new(), starts: vec![0] };
        let open: Cells = self.cells.iter().copied().collect();
        for (digit, template) in templates {
            columns.places.extend((*template & open).map(|cell| self.row_of[cell]));
            let at = self.digits.iter().position(|own| own == digit).unwrap_or(0);
            columns.places.push((self.cells.len() + at) as u8);
            columns.starts.push(columns.places.len());
        }
        columns
    }

    /// Returns the weights of the cells, rounded as finely as possible.
    pub fn finest(&self, y: &[f64]) -> [i64; 81] {
        self.weights(y, FINEST)
    }

    /// Returns the weights of the cells, scaled so that the largest absolute value is `largest`, and rounded.
    fn weights(&self, y: &[f64], largest: f64) -> [i64; 81] {
        let of_cells = &y[..self.cells.len()];
        let most = of_cells.iter().fold(0.0f64, |most, one| most.max(one.abs()));
        let mut weights = [0; 81];
        for (&cell, y) in self.cells.iter().zip(of_cells) {
            weights[cell] = if most > 0.0 { (y / most * largest).round() as i64 } else { 0 };
        }
        weights
    }

    /// Returns small weights that are good enough. All weights in a house may be changed by the same amount,
    /// as each template takes one of its cells; so most are made zero first.
    pub fn smallest(
        &self, mut y: Vec<f64>, lists: &Lists, is_enough: impl Fn(&Weighing) -> bool,
    ) -> Option<Weighing> {
        let of_house =
            |house: House| self.cells.iter().enumerate().filter(move |own| house.cells().contains(*own.1));
        for _ in 0..8 {
            for house in House::all() {
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

/// Weights, and the numbers that follow from them in integers.
#[derive(Clone, Copy)]
pub(super) struct Weighing {
    weights: [i64; 81],
    best: [i64; 9],
    /// Sum of the best of all digits, less the sum of the weights: 0 or more if there is a solution.
    rank: i64,
}

impl Weighing {
    /// Returns the weights with the sums that follow from them, or `None` if a digit has no template.
    pub fn of(weights: [i64; 81], lists: &Lists) -> Option<Weighing> {
        let collected = |own: &Cells| own.map(|cell| weights[cell]).sum::<i64>();
        let mut best = [0; 9];
        for (best, of_digit) in best.iter_mut().zip(&lists.0) {
            *best = of_digit.iter().map(collected).max()?;
        }
        Some(Weighing { weights, best, rank: best.iter().sum::<i64>() - weights.iter().sum::<i64>() })
    }

    /// Returns the number of cells with a weight.
    fn size(&self) -> usize {
        self.weights.iter().filter(|one| **one != 0).count()
    }

    /// Whether the weights prove that there is no solution.
    pub fn is_too_little(&self) -> bool {
        self.rank < 0
    }

    /// Whether the weights prove that the template is dead.
    fn proves(&self, digit: Digit, template: Cells) -> bool {
        template.map(|cell| self.weights[cell]).sum::<i64>() < self.best[digit] - self.rank
    }

    pub fn evidence(&self) -> Weights {
        let mut cells: BTreeMap<i64, Vec<Variable>> = BTreeMap::new();
        for (cell, &weight) in Cell::all().zip(&self.weights).filter(|own| *own.1 != 0) {
            cells.entry(weight).or_default().push(Variable::Cell(cell));
        }
        let weights = cells.into_iter().rev().map(|(weight, cells)| Weight { weight, cells }).collect();
        Weights { weights, best: self.best }
    }
}
