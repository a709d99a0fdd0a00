//! The model: a linear function of the logarithms of features, and what is known of its errors.

use super::features::{FEATURES, FeatureValues, Tracker};
use super::numbers::{exp, ln};
use crate::evidence::Rating;

/// Coefficient of a feature.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// Change of the logarithm of the time for each unit of the feature's logarithm.
    pub coefficient: f64,
    /// The largest value that people were timed on often enough.
    pub timed_up_to: f64,
}

/// A fitted model.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Logarithm of the seconds of a puzzle all of whose features are 0.
    pub constant: f64,
    /// Half the width of the interval that has 68 of 100 puzzles, in the logarithm.
    pub spread: f64,
    /// One term for each feature.
    pub terms: Vec<Term>,
}

/// Estimate of a time, in logarithms of seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Logarithm of the expected time.
    pub expected: f64,
    /// The part of it that rests on values beyond those that people were timed on.
    pub beyond: f64,
    /// Whether no value is beyond those.
    pub is_timed: bool,
}

/// Most minutes that are told.
const MOST_MINUTES: f64 = 100_000.0;

impl Model {
    /// Estimates the time of a puzzle.
    pub fn estimate(&self, values: &FeatureValues) -> Estimate {
        let mut estimate = Estimate { expected: self.constant, beyond: 0.0, is_timed: true };
        for (term, value) in self.terms.iter().zip(values) {
            estimate.expected += term.coefficient * ln(1.0 + value);
            if *value > term.timed_up_to {
                estimate.is_timed = false;
                let further = ln(1.0 + value) - ln(1.0 + term.timed_up_to);
                estimate.beyond += (term.coefficient * further).abs();
            }
        }
        estimate
    }

    /// Returns the rating of a path: minutes in tenths, the interval, and whether it is extrapolated.
    pub(in crate::scale) fn rating(&self, tracker: &Tracker) -> Rating {
        if std::env::var("DUMP").is_ok() {
            println!("{:?}", tracker.dump());
        }
        let values: FeatureValues = std::array::from_fn(|k| (FEATURES[k].value)(tracker));
        let Estimate { expected, beyond, is_timed } = self.estimate(&values);
        let within = self.spread + beyond;
        let tenths = |seconds: f64| (10.0 * (exp(seconds) / 60.0).min(MOST_MINUTES)).round() as u32;
        let [low, high] = [expected - within, expected + within].map(tenths);
        Rating([tenths(expected), low, high, u32::from(!is_timed)])
    }
}
