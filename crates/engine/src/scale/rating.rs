//! Ratings, and how they are printed.

use serde_json::{Number, Value};

/// Columns of a scale at most.
pub const COLUMNS: usize = 3;

/// What a puzzle gets by a scale, or what an item of it gives: a whole number for each column, 0 where there is no
/// column. The first column counts most in comparisons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Rating(pub [u32; COLUMNS]);

impl From<u32> for Rating {
    /// The rating of a scale with one column.
    fn from(value: u32) -> Rating {
        Rating([value, 0, 0])
    }
}

/// What the whole numbers of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Levels: `5`.
    Level,
    /// Tenths: 78 is `7.8`.
    Tenths,
    /// Numbered classes, between these two texts: `B7B`.
    Class(&'static str, &'static str),
    /// Classes with names, from 0.
    Named(&'static [&'static str]),
}

impl Unit {
    /// As every table has it.
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

    /// The value that is printed so; `None` if none is.
    pub fn parse(self, text: &str) -> Option<u32> {
        let value = match self {
            Unit::Level => text.parse().ok(),
            Unit::Tenths => text.replacen('.', "", 1).parse().ok(),
            Unit::Class(before, after) => text.strip_prefix(before)?.strip_suffix(after)?.parse().ok(),
            Unit::Named(names) => names.iter().position(|name| *name == text).map(|at| at as u32),
        };
        value.filter(|&value| self.text(value) == text)
    }

    /// As a number, for means and correlations; a class counts its place.
    pub fn number(self, value: u32) -> f64 {
        match self {
            Unit::Tenths => f64::from(value) / 10.0,
            _ => f64::from(value),
        }
    }

    /// As JSON has it: a whole number, a decimal number, or a text.
    pub fn json(self, value: u32) -> Value {
        match self {
            Unit::Level => value.into(),
            Unit::Tenths => Number::from_f64(self.number(value)).map_or(Value::Null, Value::Number),
            Unit::Class(..) | Unit::Named(_) => self.text(value).into(),
        }
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
            assert_eq!(unit.parse(text), Some(value));
            for wrong in ["", "x", "-1", "07", "7.85", "B7", ".5"] {
                assert_eq!(unit.parse(wrong), None, "{unit:?} {wrong}");
            }
        }
        assert_eq!(Unit::Tenths.number(78), 7.8);
        assert!(Rating([3, 0, 9]) < Rating([3, 1, 0]) && Rating::from(4) > Rating([3, 9, 9]));
    }
}
