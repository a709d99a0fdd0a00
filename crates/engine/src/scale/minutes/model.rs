//! The model: a linear function of the logarithms of features, with its errors; as a table and as a
//! definition.

// This file reads outside input, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::MINUTES;
use super::features::{COUNT, FEATURES, FeatureValues};
use super::numbers::{exp, ln};
use crate::evidence::Rating;
use crate::scale::ScaleError;
use std::fmt::Write as _;

/// Model of the time that people need for a puzzle.
///
/// ```text
///   logarithm of the seconds = constant + Σ coefficient · ln(1 + value of the feature)
///   two of three puzzles lie within ± (spread + slope · logarithm of the seconds)
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    constant: f64,
    spread: f64,
    slope: f64,
    terms: [Term; COUNT],
}

/// Part of a feature in the model.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Term {
    pub coefficient: f64,
    /// The largest value that was timed often enough.
    pub timed_up_to: f64,
}

/// Heads of the table of a model.
const HEADS: &str = "feature\tcoefficient\ttimed up to\tdefinition";

/// Numbers of a model beside its terms, with their definitions.
const NUMBERS: [[&str; 2]; 3] = [
    ["constant", "the logarithm of the seconds if every feature is 0"],
    ["spread", "half the width of the interval with 68 of 100 puzzles, in the logarithm, for one second"],
    ["slope", "growth of that half width with the logarithm of the seconds"],
];

/// Most minutes told.
const MOST_MINUTES: f64 = 100_000.0;

/// Smallest half width of an interval.
const LEAST_SPREAD: f64 = 0.05;

impl Model {
    pub(super) fn new([constant, spread, slope]: [f64; 3], terms: [Term; COUNT]) -> Model {
        Model { constant, spread, slope, terms }
    }

    /// Returns the logarithm of the seconds expected for a puzzle with these features.
    pub fn expected(&self, values: &FeatureValues) -> f64 {
        let part = |(term, value): (&Term, &f64)| term.coefficient * ln(1.0 + value);
        self.terms.iter().zip(values).map(part).fold(self.constant, |sum, part| sum + part)
    }

    /// Returns half the width of the interval around an expected logarithm.
    pub(super) fn within(&self, expected: f64) -> f64 {
        (self.spread + self.slope * expected).max(LEAST_SPREAD)
    }

    /// Returns the part of the expectation that rests on values beyond those timed often enough; `None` if no
    /// value is beyond.
    fn beyond(&self, values: &FeatureValues) -> Option<f64> {
        let terms = self.terms.iter().zip(values).filter(|(term, value)| **value > term.timed_up_to);
        let part = |(term, value): (&Term, &f64)| {
            (term.coefficient * (ln(1.0 + value) - ln(1.0 + term.timed_up_to))).abs()
        };
        terms.map(part).fold(None, |sum, part| Some(sum.unwrap_or(0.0) + part))
    }

    /// Returns the rating: minutes in tenths, the interval, and whether the puzzle is beyond those timed. The
    /// part beyond them may be wrong by its own size, so the interval is wider by it.
    pub(in crate::scale) fn rating(&self, values: &FeatureValues) -> Rating {
        let expected = self.expected(values);
        let beyond = self.beyond(values);
        let within = self.within(expected) + beyond.unwrap_or(0.0);
        let tenths = |seconds: f64| (10.0 * (exp(seconds) / 60.0).min(MOST_MINUTES)).round() as u32;
        let [low, high] = [expected - within, expected + within].map(tenths);
        Rating([tenths(expected), low, high, u32::from(beyond.is_some())])
    }

    /// Lists the numbers beside the terms, in the order of their definitions.
    fn numbers(&self) -> [f64; 3] {
        [self.constant, self.spread, self.slope]
    }

    /// Writes the table of the model, as `-l minutes@FILE` reads it.
    pub fn table(&self) -> String {
        let mut text = format!("{HEADS}\n");
        for ([name, about], number) in NUMBERS.iter().zip(self.numbers()) {
            let _ = writeln!(text, "{name}\t{number:.6}\t\t{about}");
        }
        for (feature, term) in FEATURES.iter().zip(&self.terms) {
            let Term { coefficient, timed_up_to } = term;
            let _ = writeln!(text, "{}\t{coefficient:.6}\t{timed_up_to:.3}\t{}", feature.name, feature.about);
        }
        text
    }

    /// Whether a text begins as the table of a model.
    pub fn is_table(text: &str) -> bool {
        text.lines().next().is_some_and(|heads| heads.trim_end() == HEADS)
    }

    /// Reads the table of a model. The error says what is wrong on which line.
    pub fn read_table(text: &str) -> Result<Model, String> {
        if !Model::is_table(text) {
            return Err(
                "it is no model of `sudoscope minutes`: line 1 does not have the heads of one".to_string()
            );
        }
        let mut model = Read::default();
        for (at, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
            let mut fields = line.split('\t').map(str::trim);
            let [name, number, up_to] = [(); 3].map(|()| fields.next().unwrap_or_default());
            model.take(name, number, up_to).map_err(|why| format!("line {}: {why}", at + 1))?;
        }
        model.end()
    }

    /// Returns the definition of the scale with this model.
    pub fn definition(&self) -> String {
        let mut text = MINUTES.to_string();
        for ([name, _], number) in NUMBERS.iter().zip(self.numbers()) {
            let _ = write!(text, ",{name}={number:.6}");
        }
        for (feature, Term { coefficient, timed_up_to }) in FEATURES.iter().zip(&self.terms) {
            let _ = write!(text, ",{}={coefficient:.6}<={timed_up_to:.3}", feature.name);
        }
        text
    }

    /// Reads the stages of a definition after the first.
    pub(super) fn read_definition(stages: &str) -> Result<Model, ScaleError> {
        let mut model = Read::default();
        for stage in stages.split(',') {
            let (name, rest) = stage.split_once('=').unwrap_or((stage, ""));
            let (number, up_to) = rest.split_once("<=").unwrap_or((rest, ""));
            model.take(name.trim(), number.trim(), up_to.trim()).map_err(ScaleError::BadMinutes)?;
        }
        model.end().map_err(ScaleError::BadMinutes)
    }

    /// Returns the model as its table has it, with the decimals of the table.
    pub(super) fn rounded(&self) -> Result<Model, String> {
        Model::read_table(&self.table())
    }
}

/// A model of which parts have been read.
#[derive(Default)]
struct Read {
    numbers: [Option<f64>; NUMBERS.len()],
    terms: [Option<Term>; COUNT],
}

impl Read {
    fn take(&mut self, name: &str, number: &str, up_to: &str) -> Result<(), String> {
        let read = |text: &str| {
            let number = text.parse::<f64>().ok().filter(|number| number.abs() < 1e9);
            number.ok_or_else(|| format!("'{text}' is not a number that '{name}' can have"))
        };
        let is_new = if let Some(at) = NUMBERS.iter().position(|[own, _]| *own == name) {
            let number = read(number)?;
            self.numbers.get_mut(at).is_some_and(|own| own.replace(number).is_none())
        } else if let Some(at) = FEATURES.iter().position(|feature| feature.name == name) {
            let term = Term { coefficient: read(number)?, timed_up_to: read(up_to)? };
            if term.coefficient < 0.0 {
                return Err(format!(
                    "'{name}' has a coefficient below 0: more of it never makes a puzzle easier"
                ));
            }
            self.terms.get_mut(at).is_some_and(|own| own.replace(term).is_none())
        } else {
            return Err(format!("'{name}' is no feature of minutes"));
        };
        if is_new { Ok(()) } else { Err(format!("'{name}' stands twice")) }
    }

    fn end(self) -> Result<Model, String> {
        let missing = |name: &str| format!("'{name}' is missing");
        let mut numbers = [0.0; NUMBERS.len()];
        for ((mine, read), [name, _]) in numbers.iter_mut().zip(self.numbers).zip(&NUMBERS) {
            *mine = read.ok_or_else(|| missing(name))?;
        }
        let mut terms = [Term::default(); COUNT];
        for ((mine, read), feature) in terms.iter_mut().zip(self.terms).zip(&FEATURES) {
            *mine = read.ok_or_else(|| missing(feature.name))?;
        }
        Ok(Model::new(numbers, terms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let term = |k: usize| Term { coefficient: 0.125 * (k + 1) as f64, timed_up_to: 10.0 };
        Model::new([4.0, 0.1, 0.05], std::array::from_fn(term))
    }

    #[test]
    fn tables_and_definitions_are_read_back() {
        let model = model();
        assert_eq!(Model::read_table(&model.table()), Ok(model.clone()));
        let definition = model.definition();
        let stages = definition.strip_prefix("minutes,").unwrap();
        assert_eq!(Model::read_definition(stages), Ok(model));
    }

    #[test]
    fn a_bad_table_is_named_by_its_line() {
        let table = model().table();
        for (from, to, why) in [
            ("feature\t", "x\t", "it is no model"),
            (
                "constant\t4.000000",
                "constant\tmany",
                "line 2: 'many' is not a number that 'constant' can have",
            ),
            ("constant\t4.000000", "constant\tNaN", "line 2: 'NaN' is not a number"),
            ("search\t", "search\t-", "line 5: 'search' has a coefficient below 0"),
            ("slope", "spread", "line 4: 'spread' stands twice"),
            ("search", "serach", "line 5: 'serach' is no feature of minutes"),
        ] {
            let error = Model::read_table(&table.replacen(from, to, 1)).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
        let cut = table.rsplit_once("techniques").unwrap().0;
        assert_eq!(Model::read_table(cut), Err("'techniques' is missing".to_string()));
    }

    #[test]
    fn what_is_beyond_the_timed_widens_the_interval() {
        let (model, mut values) = (model(), [10.0; COUNT]);
        let Rating([minutes, low, high, basis]) = model.rating(&values);
        assert!(low < minutes && minutes < high && basis == 0);
        let width = |low: u32, high: u32| f64::from(high) / f64::from(low);
        values[0] = 1000.0;
        let Rating([more, lower, higher, basis]) = model.rating(&values);
        assert!(more > minutes && width(lower, higher) > 1.5 * width(low, high) && basis == 1);
        assert_eq!(model.rating(&[1e300; COUNT]).0[0], 1_000_000);
    }
}
