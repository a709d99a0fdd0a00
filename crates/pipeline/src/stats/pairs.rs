//! Pairs of numbers over puzzles: correlation, regression, cross table.

use super::{Classes, Estimate, Number, Weights, square};
use std::collections::BTreeMap;

/// Correlation of two numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Correlation {
    /// Puzzles that have both numbers.
    pub puzzles: u64,
    /// Pearson's coefficient and its standard error (by its influence function); NaN if one of the numbers is
    /// constant.
    pub pearson: Estimate,
    /// Spearman's coefficient: Pearson's of the ranks, where equal values share their mean rank.
    pub spearman: f64,
    /// Slope and intercept of the least-squares line b = slope · a + intercept.
    pub slope: f64,
    pub intercept: f64,
}

/// Pair of values, number of puzzles, weight of each puzzle.
type WeighedPair = (f64, f64, f64, f64);

impl Classes<u64> {
    /// Returns the cross table: for each pair of values, in order, its puzzles and their total weight.
    pub fn table(&self, weights: Weights) -> Vec<((f64, f64), u64, f64)> {
        let mut table: Vec<((f64, f64), u64, f64)> = Vec::new();
        for (a, b, clues, &puzzles) in self.iter() {
            let weight = weights.of(clues) * puzzles as f64;
            match table.last_mut().filter(|last| last.0 == (a, b)) {
                Some((_, all, mass)) => (*all, *mass) = (*all + puzzles, *mass + weight),
                None => table.push(((a, b), puzzles, weight)),
            }
        }
        table
    }

    /// Computes the correlation; `None` if there are no puzzles.
    pub fn correlation(&self, weights: Weights) -> Option<Correlation> {
        let cell =
            |(a, b, clues, &puzzles): (f64, f64, usize, &u64)| (a, b, puzzles as f64, weights.of(clues));
        let cells: Vec<WeighedPair> = self.iter().map(cell).collect();
        if cells.is_empty() {
            return None;
        }
        let (line, pearson) = regression(&cells);
        let (_, spearman) = regression(&ranked(&cells));
        Some(Correlation {
            puzzles: self.iter().map(|class| class.3).sum(),
            pearson,
            spearman: spearman.value,
            slope: line.0,
            intercept: line.1,
        })
    }
}

/// Computes Spearman's coefficient of two lists of numbers; `None` if it has no meaning.
pub(crate) fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    let cells: Vec<WeighedPair> = a.iter().zip(b).map(|(&a, &b)| (a, b, 1.0, 1.0)).collect();
    let cells = Some(cells).filter(|cells| !cells.is_empty())?;
    Some(regression(&ranked(&cells)).1.value).filter(|value| !value.is_nan())
}

/// Returns slope and intercept of the least-squares line, and Pearson's coefficient.
fn regression(cells: &[WeighedPair]) -> ((f64, f64), Estimate) {
    let mean = |of: &dyn Fn(&WeighedPair) -> f64| -> f64 {
        // The mean of equal values is exactly their value, so that rounding does not give them a spread.
        let first = of(&cells[0]);
        if cells.iter().all(|cell| of(cell) == first) {
            return first;
        }
        let mass: f64 = cells.iter().map(|cell| cell.2 * cell.3).sum();
        cells.iter().map(|cell| of(cell) * cell.2 * cell.3).sum::<f64>() / mass
    };
    let (mean_a, mean_b) = (mean(&|cell| cell.0), mean(&|cell| cell.1));
    let var_a = mean(&|cell| square(cell.0 - mean_a));
    let var_b = mean(&|cell| square(cell.1 - mean_b));
    let covariance = mean(&|cell| (cell.0 - mean_a) * (cell.1 - mean_b));
    let value = covariance / (var_a * var_b).sqrt();
    let influence = |cell: &WeighedPair| {
        let (a, b) = ((cell.0 - mean_a) / var_a.sqrt(), (cell.1 - mean_b) / var_b.sqrt());
        a * b - value * (a * a + b * b) / 2.0
    };
    let mass: f64 = cells.iter().map(|cell| cell.2 * cell.3).sum();
    let squares: f64 = cells.iter().map(|cell| square(influence(cell) * cell.3) * cell.2).sum();
    let slope = covariance / var_a;
    ((slope, mean_b - slope * mean_a), Estimate { value, error: squares.sqrt() / mass })
}

/// Replaces values by ranks; equal values share their mean rank.
fn ranked(cells: &[WeighedPair]) -> Vec<WeighedPair> {
    let ranks = |of: &dyn Fn(&WeighedPair) -> f64| -> BTreeMap<Number, f64> {
        let mut masses: BTreeMap<Number, f64> = BTreeMap::new();
        for cell in cells {
            *masses.entry(Number(of(cell))).or_default() += cell.2 * cell.3;
        }
        let mut below = 0.0;
        for mass in masses.values_mut() {
            let here = *mass;
            *mass = below + here / 2.0;
            below += here;
        }
        masses
    };
    let (of_a, of_b) = (ranks(&|cell| cell.0), ranks(&|cell| cell.1));
    let rank = |cell: &WeighedPair| (of_a[&Number(cell.0)], of_b[&Number(cell.1)], cell.2, cell.3);
    cells.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(of: &[(f64, f64)]) -> Classes<u64> {
        let mut pairs = Classes::default();
        of.iter().for_each(|&(a, b)| pairs.add(a, b, 25, 1));
        pairs
    }

    #[test]
    fn equal_values_are_correlated_with_nothing() {
        let sample: Vec<(f64, f64)> = (0..10).map(|k| (f64::from(k * k), 0.1)).collect();
        let flat = pairs(&sample).correlation(Weights::Equal).unwrap();
        assert!(flat.pearson.value.is_nan() && flat.spearman.is_nan());
        assert_eq!((flat.slope, flat.intercept), (0.0, 0.1));
        let turned: Vec<(f64, f64)> = sample.iter().map(|&(a, b)| (b, a)).collect();
        let steep = pairs(&turned).correlation(Weights::Equal).unwrap();
        assert!(steep.pearson.value.is_nan() && steep.slope.is_nan());
    }
}
