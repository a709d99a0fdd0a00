//! Certificates with few weights. All vectors of row weights that prove something form a cone. The interior
//! point lies inside it, where nearly every cell has a weight; the rays at its edges have few.
//!
//! ```text
//!      y from the interior point        columns with a share have slack 0 everywhere in the cone;
//!       \   .                           dead columns have slack −Aᵀy ≥ 0, on its sides 0;
//!        \ .  ──> along a side ──> ray  on the way the slack of one dead column is kept above 0
//! ```
//!
//! As in `interior.rs`, the result is a proposal.

use super::interior::{Columns, Proposal};

/// Numbers below this count as zero, among numbers of about 1.
const NOTHING: f64 = 1e-7;

/// Common start of all walks to an edge.
pub(super) struct Rays<'a> {
    columns: &'a Columns,
    middle: &'a Proposal,
    dead: Vec<usize>,
    /// Equations that the slack of columns with a share is 0.
    living: Echelon,
}

impl<'a> Rays<'a> {
    pub fn of(columns: &'a Columns, middle: &'a Proposal) -> Rays<'a> {
        let (dead, alive): (Vec<usize>, Vec<usize>) =
            (0..columns.len()).partition(|&column| middle.is_zero[column]);
        let mut living = Echelon::default();
        alive.into_iter().for_each(|column| living.insert(columns.row(column)));
        Rays { columns, middle, dead, living }
    }

    /// Walks from the middle of the cone to an edge where the slack of the dead column `kept` is not 0.
    pub fn that_keeps(&self, kept: usize) -> Option<Vec<f64>> {
        let columns = self.columns;
        let slack = |y: &[f64], column: usize| -columns.dot(column, y);
        let mut y = self.middle.y.clone();
        let own = slack(&y, kept);
        scale(&mut y, own)?;
        let mut tight = self.living.clone();
        let mut rest = self.dead.clone();
        // Each walk to a side removes a dimension.
        for _ in 0..=columns.rows {
            let mut ways = tight.free(columns.rows).into_iter().filter_map(|mut way| {
                // A multiple of y changes all slacks in proportion; adding it keeps the slack of `kept`,
                // which is 1.
                let by = columns.dot(kept, &way);
                way.iter_mut().zip(&y).for_each(|(one, y)| *one += by * y);
                let change = |column: &usize| columns.dot(*column, &way);
                let most = rest.iter().map(change).max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
                if most.abs() < NOTHING {
                    return None;
                }
                scale(&mut way, most).map(|()| way)
            });
            let Some(way) = ways.next() else { return Some(y) };
            drop(ways);
            let until = |column: &usize| {
                let change = columns.dot(*column, &way);
                (change > NOTHING).then(|| slack(&y, *column).max(0.0) / change)
            };
            let length = rest.iter().filter_map(until).min_by(f64::total_cmp)?;
            y.iter_mut().zip(&way).for_each(|(y, one)| *y += length * one);
            let is_news = |column: &usize| *column != kept && slack(&y, *column) < NOTHING;
            let (news, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(is_news);
            if news.is_empty() {
                return None;
            }
            news.into_iter().for_each(|column| tight.insert(columns.row(column)));
            rest = others;
        }
        None
    }
}

/// Divides all numbers by `by`, if that is not zero.
fn scale(all: &mut [f64], by: f64) -> Option<()> {
    let is_something = by.abs() > f64::MIN_POSITIVE;
    is_something.then(|| all.iter_mut().for_each(|one| *one /= by))
}

/// Equations with right side 0. Each is solved for one unknown, its pivot, which no other equation has.
#[derive(Clone, Default)]
struct Echelon {
    rows: Vec<(usize, Vec<f64>)>,
}

impl Echelon {
    /// Adds an equation, unless it follows from the equations already present.
    fn insert(&mut self, mut row: Vec<f64>) {
        for (pivot, own) in &self.rows {
            subtract(&mut row, own, *pivot);
        }
        let largest = |all: &[f64]| (0..all.len()).max_by(|&a, &b| all[a].abs().total_cmp(&all[b].abs()));
        let Some(pivot) = largest(&row).filter(|&at| row[at].abs() > NOTHING) else { return };
        let by = row[pivot];
        row.iter_mut().for_each(|one| *one /= by);
        for (_, own) in &mut self.rows {
            subtract(own, &row, pivot);
        }
        self.rows.push((pivot, row));
    }

    /// Returns a basis of the solutions.
    fn free(&self, unknowns: usize) -> Vec<Vec<f64>> {
        let is_pivot = |at: usize| self.rows.iter().any(|(pivot, _)| *pivot == at);
        let solution = |free: usize| {
            let mut all = vec![0.0; unknowns];
            all[free] = 1.0;
            self.rows.iter().for_each(|(pivot, row)| all[*pivot] = -row[free]);
            all
        };
        (0..unknowns).filter(|&at| !is_pivot(at)).map(solution).collect()
    }
}

/// Eliminates an unknown by an equation that is solved for it.
fn subtract(row: &mut [f64], own: &[f64], pivot: usize) {
    let by = row[pivot];
    if by != 0.0 {
        row.iter_mut().zip(own).for_each(|(one, own)| *one -= by * own);
    }
}
