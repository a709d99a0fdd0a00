//! Mean, spread and shape of a number over puzzles.

use super::{Classes, Estimate, Weights, square};
use std::collections::BTreeSet;

/// Moments of a number. Standard deviation, skewness and kurtosis describe the collection itself (divided by
/// n); kurtosis is m₄/m₂², 3 for a normal distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    pub puzzles: u64,
    pub mean: Estimate,
    pub deviation: f64,
    /// Skewness m₃/m₂^1.5; NaN if all values are equal.
    pub skewness: f64,
    /// Kurtosis m₄/m₂²; NaN if all values are equal.
    pub kurtosis: f64,
    pub least: f64,
    pub most: f64,
}

/// Moments of the first of the two numbers.
impl Classes<u64> {
    /// Returns the numbers of clues that occur, in ascending order.
    pub fn clues(&self) -> BTreeSet<usize> {
        self.iter().map(|(_, _, clues, _)| clues).collect()
    }

    /// Computes the moments over all puzzles, or over the puzzles with `clues` clues; returns `None` if there
    /// are no such puzzles.
    pub fn moments(&self, clues: Option<usize>, weights: Weights) -> Option<Moments> {
        // Value, puzzles, weight of one puzzle; in order of value.
        let cells: Vec<(f64, f64, f64)> = self
            .iter()
            .filter(|&(_, _, n, _)| clues.is_none_or(|clues| n == clues))
            .map(|(value, _, n, &puzzles)| (value, puzzles as f64, weights.of(n)))
            .collect();
        let (first, last) = (cells.first()?, cells.last()?);
        let mass: f64 = cells.iter().map(|(_, puzzles, weight)| puzzles * weight).sum();
        // The mean of equal values is exactly their value, so that rounding does not give them a shape.
        let mean = if first.0 == last.0 {
            first.0
        } else {
            cells.iter().map(|(x, puzzles, weight)| x * puzzles * weight).sum::<f64>() / mass
        };
        let central = |power: fn(f64) -> f64| -> f64 {
            let term = |(x, puzzles, weight): &(f64, f64, f64)| power(x - mean) * puzzles * weight;
            cells.iter().map(term).sum::<f64>() / mass
        };
        let squares = |(x, puzzles, weight): &(f64, f64, f64)| square(weight * (x - mean)) * puzzles;
        let variance = central(square);
        Some(Moments {
            puzzles: cells.iter().map(|cell| cell.1 as u64).sum(),
            mean: Estimate { value: mean, error: cells.iter().map(squares).sum::<f64>().sqrt() / mass },
            deviation: variance.sqrt(),
            skewness: central(|x| x * square(x)) / (variance * variance.sqrt()),
            kurtosis: central(|x| square(square(x))) / square(variance),
            least: first.0,
            most: last.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_no_shape() {
        let mut values = Classes::default();
        (20..30).for_each(|clues| values.add(0.9, 0.0, clues, 1));
        for weights in [Weights::Equal, Weights::ControlledBias] {
            let moments = values.moments(None, weights).unwrap();
            assert_eq!((moments.mean.value, moments.mean.error), (0.9, 0.0));
            assert_eq!(moments.deviation, 0.0);
            assert!(moments.skewness.is_nan() && moments.kurtosis.is_nan());
        }
    }
}
