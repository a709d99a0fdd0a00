//! Ratings: the aspects of a path that they measure, and their printed forms.

use serde_json::{Number, Value};

/// Maximum number of columns of a scale.
pub const COLUMNS: usize = 4;

/// Rating of a puzzle, or of an item of a scale: a whole number for each column, 0 if the scale lacks the
/// column. The first column counts most in comparisons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Rating(pub [u32; COLUMNS]);

impl From<u32> for Rating {
    /// Makes the rating of a scale with one column.
    fn from(value: u32) -> Rating {
        Rating([value, 0, 0, 0])
    }
}

/// Unit of the whole numbers of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Levels: `5`.
    Level,
    /// Tenths: 78 is `7.8`.
    Tenths,
    /// Numbered classes, printed between these two texts: `B7B`.
    Class(&'static str, &'static str),
    /// Named classes, numbered from 0.
    Named(&'static [&'static str]),
}

impl Unit {
    /// Formats the value as in every table.
    pub fn text(self, value: u32) -> String {
        match self {
            Unit::Level => value.to_string(),
            Unit::Tenths => format!("{}.{}", value / 10, value % 10),
            Unit::Class(before, after) => format!("{before}{value}{after}"),
            Unit::Named(names) => match names.get(value as usize) {
                Some(name) => name.to_string(),
                None => value.to_string(),
            },
        }
    }

    /// Returns the value that is printed as `text`, or `None`.
    pub fn parse(self, text: &str) -> Option<u32> {
        let value = match self {
            Unit::Level => text.parse().ok(),
            Unit::Tenths => text.replacen('.', "", 1).parse().ok(),
            Unit::Class(before, after) => text.strip_prefix(before)?.strip_suffix(after)?.parse().ok(),
            Unit::Named(names) => names.iter().position(|name| *name == text).map(|at| at as u32),
        };
        value.filter(|&value| self.text(value) == text)
    }

    /// Returns the value whose JSON form ([`Unit::json`]) is `json`, or `None`.
    pub fn read_json(self, json: &Value) -> Option<u32> {
        match self {
            Unit::Level => json.as_u64()?.try_into().ok(),
            Unit::Tenths => {
                let value = (10.0 * json.as_f64()?).round() as u32;
                (json.as_f64() == Some(self.number(value))).then_some(value)
            }
            Unit::Class(..) | Unit::Named(_) => self.parse(json.as_str()?),
        }
    }

    /// Returns the value as a number, for means and correlations; a class counts as its place.
    pub fn number(self, value: u32) -> f64 {
        match self {
            Unit::Tenths => f64::from(value) / 10.0,
            _ => f64::from(value),
        }
    }

    /// Returns the JSON form: a whole number, a decimal number, or a text.
    pub fn json(self, value: u32) -> Value {
        match self {
            Unit::Level => value.into(),
            Unit::Tenths => Number::from_f64(self.number(value)).map_or(Value::Null, Value::Number),
            Unit::Class(..) | Unit::Named(_) => self.text(value).into(),
        }
    }
}

/// Aspect of a path that a column measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// The highest rating of an item that was used.
    Hardest,
    /// The hardest step up to and including the first placement.
    UntilPlacement,
    /// The rating of the first item that was used.
    FirstStep,
    /// The sum of the ratings of all steps. A step is a pattern that removed or placed something that earlier
    /// patterns of the same rule in the same state had not.
    Sum,
    /// The highest level of an item that was used, raised by one as long as the sum, kept in another column,
    /// exceeds the limit of the level. The limits are listed from level 0; the last level has none.
    Level(&'static [u32]),
    /// A number that a model estimates from the whole path. Steps have no share of it.
    Estimate,
    /// A word for the basis of an estimate.
    Basis(&'static [&'static str]),
}

impl Aspect {
    /// Whether a column with this aspect has so few values that puzzles are counted by value. A sum or an
    /// estimate has nearly as many values as there are puzzles.
    #[doc(hidden)]
    pub fn has_classes(self) -> bool {
        !matches!(self, Aspect::Sum | Aspect::Estimate)
    }
}

/// A column of a scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Suffix of the column's name after the name of the scale; empty for the first column.
    pub name: &'static str,
    /// Aspect measured.
    pub aspect: Aspect,
    /// Unit of the numbers.
    pub unit: Unit,
}

impl Column {
    /// Whether it matters which step is the first.
    #[doc(hidden)]
    pub fn depends_on_first_steps(&self) -> bool {
        matches!(self.aspect, Aspect::FirstStep | Aspect::UntilPlacement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_again() {
        let units = [
            (Unit::Level, 12, "12", "12"),
            (Unit::Tenths, 78, "7.8", "7.8"),
            (Unit::Tenths, 120, "12.0", "12.0"),
            (Unit::Class("B", "B"), 7, "B7B", "\"B7B\""),
            (Unit::Named(&["easy", "hard"]), 1, "hard", "\"hard\""),
        ];
        for (unit, value, text, json) in units {
            assert_eq!((unit.text(value), unit.json(value).to_string()), (text.into(), json.into()));
            assert_eq!((unit.parse(text), unit.read_json(&unit.json(value))), (Some(value), Some(value)));
            for wrong in ["", "x", "-1", "07", "7.85", "B7", ".5"] {
                assert_eq!(unit.parse(wrong), None, "{unit:?} {wrong}");
            }
        }
        let tenths = |text: &str| Unit::Tenths.read_json(&serde_json::from_str(text).unwrap());
        assert!((0..=65_536).all(|value| tenths(&Unit::Tenths.json(value).to_string()) == Some(value)));
        assert_eq!(["7.85", "-1", "\"7.8\"", "null", "7"].map(tenths), [None, None, None, None, Some(70)]);
        assert_eq!(Unit::Level.read_json(&1.5.into()), None);
        assert_eq!(Unit::Tenths.number(78), 7.8);
        assert!(Rating([3, 0, 9, 0]) < Rating([3, 1, 0, 0]) && Rating::from(4) > Rating([3, 9, 9, 9]));
    }
}
