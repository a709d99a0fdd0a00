//! Statistics over collections: counts by number of clues, weights, moments, correlations.
//!
//! Everything is kept in whole numbers until it is printed: for each value, the puzzles by number of clues.
//! So a statistic does not depend on the order of the puzzles, parts of a collection are joined by adding,
//! and weights (which depend on the number of clues only) can be chosen last.

mod classes;
mod moments;
mod pairs;
mod weights;

pub(crate) use classes::{Class, Classes};
pub(crate) use moments::Moments;
pub(crate) use pairs::{Correlation, spearman};
pub use weights::{ByClues, Weights};
pub(crate) use weights::{Estimate, share};

/// Squares a number with the same bits on every machine, which `powi`, `powf` and logarithms do not
/// guarantee.
fn square(x: f64) -> f64 {
    x * x
}

/// Number with a total order; not NaN.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
