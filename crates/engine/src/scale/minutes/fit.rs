//! The fit: times of people → the coefficients of the model.
//!
//! Least squares on the logarithm of the seconds, each puzzle with the weight of its players; features are
//! standardised, and a penalty on large coefficients keeps them steady (ridge). No coefficient is negative:
//! more of a feature never makes a puzzle easier.

use super::features::{COUNT, FeatureValues};
use super::model::{Model, Term};
use super::numbers::ln;

/// Times of people for one puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimedPuzzle {
    /// Features of the puzzle.
    pub values: FeatureValues,
    /// Mean time in seconds, above 0.
    pub seconds: f64,
    /// Weight of the time: the number of its players, above 0.
    pub players: f64,
}

/// A fitted model, and how good it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// Logarithm of the seconds expected for each puzzle by a model that has not seen it.
    pub held_out: Vec<f64>,
}

/// Why no model can be fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// Fewer puzzles than a fit needs.
    #[error("{0} timed puzzles are too few: a fit needs {LEAST}")]
    TooFew(usize),
    /// Times that are all the same.
    #[error("all times are the same, so there is nothing to fit")]
    Constant,
    /// Puzzles that all have the same features.
    #[error("all puzzles have the same features, so there is nothing to fit")]
    Alike,
}

/// Fewest puzzles of a fit.
const LEAST: usize = 50;
/// Parts of which one is held out while the others are fitted.
const FOLDS: usize = 10;
/// The penalty on coefficients of standardised features, as a number of puzzles.
const RIDGE: f64 = 10.0;
/// Rounds of descent; after a few dozen of them nothing changes.
const DESCENTS: usize = 400;
/// Number of timed puzzles that must have a value as large, or an estimate is extrapolated.
const OFTEN: usize = 5;
/// Share of the puzzles within the interval.
const SHARE: f64 = 0.68;

/// Fits the model. Puzzle `k` is held out with all others of the same `k` modulo 10.
pub fn fit(puzzles: &[TimedPuzzle]) -> Result<Fitted, FitError> {
    if puzzles.len() < LEAST {
        return Err(FitError::TooFew(puzzles.len()));
    }
    if puzzles.windows(2).all(|pair| pair[0].seconds == pair[1].seconds) {
        return Err(FitError::Constant);
    }
    if puzzles.windows(2).all(|pair| pair[0].values == pair[1].values) {
        return Err(FitError::Alike);
    }
    let rows: Vec<Row> = puzzles.iter().map(Row::of).collect();
    let mut held_out = vec![0.0; rows.len()];
    for fold in 0..FOLDS {
        let others = rows.iter().enumerate().filter(|(k, _)| k % FOLDS != fold).map(|(_, row)| row);
        let line = Line::fitted(&others.copied().collect::<Vec<_>>());
        for (k, row) in rows.iter().enumerate().skip(fold).step_by(FOLDS) {
            held_out[k] = line.at(&row.logs);
        }
    }
    let line = Line::fitted(&rows);
    let (spread, slope) = spread(&rows, &held_out);
    let term = |k: usize| {
        let mut values: Vec<f64> = puzzles.iter().map(|puzzle| puzzle.values[k]).collect();
        values.sort_by(f64::total_cmp);
        Term { coefficient: line.coefficients[k], timed_up_to: rounded_up(values[values.len() - OFTEN]) }
    };
    let model = Model::new([line.constant, spread, slope], std::array::from_fn(term));
    // The model is the one that its table has, with fewer decimals. (Numbers of a fit are below 1e9.)
    let model = model.rounded().unwrap_or(model);
    Ok(Fitted { model, held_out })
}

/// Rounds up to the decimals of a table, so that the value itself is not beyond.
fn rounded_up(value: f64) -> f64 {
    (1000.0 * value).ceil() / 1000.0
}

/// A puzzle in logarithms.
#[derive(Clone, Copy)]
struct Row {
    logs: [f64; COUNT],
    seconds: f64,
    weight: f64,
}

impl Row {
    fn of(puzzle: &TimedPuzzle) -> Row {
        let logs = puzzle.values.map(|value| ln(1.0 + value));
        Row { logs, seconds: ln(puzzle.seconds), weight: puzzle.players }
    }
}

/// Linear function of the logarithms.
struct Line {
    constant: f64,
    coefficients: [f64; COUNT],
}

impl Line {
    fn fitted(rows: &[Row]) -> Line {
        let all: f64 = rows.iter().map(|row| row.weight).sum();
        let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(|row| row.weight * of(row)).sum::<f64>() / all;
        let seconds = mean(&|row| row.seconds);
        let means: [f64; COUNT] = std::array::from_fn(|k| mean(&|row| row.logs[k]));
        let from = |row: &Row, k: usize| row.logs[k] - means[k];
        let deviations: [f64; COUNT] =
            std::array::from_fn(|k| mean(&|row| from(row, k) * from(row, k)).sqrt().max(f64::MIN_POSITIVE));
        let standard = |row: &Row, k: usize| from(row, k) / deviations[k];
        let (mut products, mut targets) = ([[0.0; COUNT]; COUNT], [0.0; COUNT]);
        for (k, of_k) in products.iter_mut().enumerate() {
            for (j, product) in of_k.iter_mut().enumerate() {
                *product = mean(&|row| standard(row, k) * standard(row, j));
            }
            targets[k] = mean(&|row| standard(row, k) * (row.seconds - seconds));
        }
        let slopes = descend(&products, &targets, RIDGE / rows.len() as f64);
        let coefficients = std::array::from_fn(|k| slopes[k] / deviations[k]);
        let constant = (0..COUNT).fold(seconds, |sum, k| sum - coefficients[k] * means[k]);
        Line { constant, coefficients }
    }

    fn at(&self, logs: &[f64; COUNT]) -> f64 {
        self.coefficients.iter().zip(logs).fold(self.constant, |sum, (slope, log)| sum + slope * log)
    }
}

/// Minimises the squared errors plus the penalty, one coefficient after the other, none of them negative.
fn descend(products: &[[f64; COUNT]; COUNT], targets: &[f64; COUNT], penalty: f64) -> [f64; COUNT] {
    let mut slopes = [0.0; COUNT];
    for _ in 0..DESCENTS {
        for k in 0..COUNT {
            let others: f64 = (0..COUNT).filter(|&j| j != k).map(|j| products[k][j] * slopes[j]).sum();
            slopes[k] = ((targets[k] - others) / (products[k][k] + penalty)).max(0.0);
        }
    }
    slopes
}

/// Finds the half width of the interval as a linear function of the logarithm of the time. The absolute
/// errors of puzzles held out lie around a line; the line is raised until it has the share of them below it.
fn spread(rows: &[Row], held_out: &[f64]) -> (f64, f64) {
    let errors: Vec<f64> = rows.iter().zip(held_out).map(|(row, at)| (row.seconds - at).abs()).collect();
    let count = rows.len() as f64;
    let [at, error] = [held_out, &errors].map(|values| values.iter().sum::<f64>() / count);
    let sum = |of: fn(f64, f64) -> f64| -> f64 {
        held_out.iter().zip(&errors).map(|(x, y)| of(x - at, y - error)).sum()
    };
    let variance = sum(|x, _| x * x);
    let slope = if variance > 0.0 { (sum(|x, y| x * y) / variance).max(0.0) } else { 0.0 };
    // Where the line is not above 0, errors are compared with a small width.
    let width = |x: f64| (error + slope * (x - at)).max(error / 4.0).max(f64::MIN_POSITIVE);
    let mut ratios: Vec<f64> = held_out.iter().zip(&errors).map(|(x, y)| y / width(*x)).collect();
    ratios.sort_by(f64::total_cmp);
    let raised = ratios[((SHARE * count).ceil() as usize).clamp(1, ratios.len()) - 1];
    (raised * (error - slope * at), raised * slope)
}

#[cfg(test)]
mod tests {
    use super::super::features::FEATURES;
    use super::super::numbers::exp;
    use super::*;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    /// Returns the names of the features that a model does not use.
    fn unused(model: &Model) -> Vec<&'static str> {
        let one = |k: usize| std::array::from_fn(|j| if j == k { 1.0 } else { 0.0 });
        let is_used = |k: usize| model.expected(&one(k)) != model.expected(&[0.0; COUNT]);
        (0..COUNT).filter(|&k| !is_used(k)).map(|k| FEATURES[k].name).collect()
    }

    fn puzzles(count: usize, noise: f64) -> Vec<TimedPuzzle> {
        let mut dice = Pcg64Mcg::seed_from_u64(1);
        let mut unit = move || (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut puzzle = move || {
            let values: FeatureValues = std::array::from_fn(|_| exp(4.0 * unit()) - 1.0);
            let logs = values.map(|value| ln(1.0 + value));
            let time = 5.0 + 0.5 * logs[0] + 0.25 * logs[3] - 0.25 * logs[5] + noise * (unit() - 0.5);
            TimedPuzzle { values, seconds: exp(time), players: 10.0 }
        };
        (0..count).map(|_| puzzle()).collect()
    }

    #[test]
    fn the_coefficients_of_a_law_are_found() {
        let fitted = fit(&puzzles(2000, 0.1)).unwrap();
        let at = |k: usize, value: f64| {
            let mut values = [0.0; COUNT];
            values[k] = value;
            fitted.model.expected(&values) - fitted.model.expected(&[0.0; COUNT])
        };
        // A ridge makes coefficients a little smaller; no feature makes a puzzle easier.
        assert!(
            (at(0, 1.0) / (0.5 * ln(2.0)) - 1.0).abs() < 0.05
                && (at(3, 1.0) / (0.25 * ln(2.0)) - 1.0).abs() < 0.1
        );
        assert_eq!(at(5, 100.0), 0.0);
        assert!(unused(&fitted.model).contains(&FEATURES[5].name));
    }

    #[test]
    fn the_interval_has_its_share() {
        let puzzles = puzzles(1000, 2.0);
        let fitted = fit(&puzzles).unwrap();
        let is_within = |(puzzle, at): &(&TimedPuzzle, &f64)| {
            (ln(puzzle.seconds) - *at).abs() <= fitted.model.within(**at)
        };
        let within = puzzles.iter().zip(&fitted.held_out).filter(is_within).count();
        assert!((660..=700).contains(&within), "{within}");
    }

    #[test]
    fn nothing_to_fit_is_an_error() {
        let enough = puzzles(LEAST, 0.1);
        assert_eq!(fit(&enough[1..]), Err(FitError::TooFew(LEAST - 1)));
        let alike: Vec<_> = enough.iter().map(|one| TimedPuzzle { seconds: 60.0, ..*one }).collect();
        assert_eq!(fit(&alike), Err(FitError::Constant));
        let alike: Vec<_> = enough.iter().map(|one| TimedPuzzle { values: [1.0; COUNT], ..*one }).collect();
        assert_eq!(fit(&alike), Err(FitError::Alike));
        assert!(fit(&enough).is_ok());
    }
}
