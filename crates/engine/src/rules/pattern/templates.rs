//! What the templates of a digit say (seed 001).

use super::{Literal, Reason, list};
use crate::grid::Candidate;
use crate::grid::notation::cell_name;
use crate::templates::Label;
use std::fmt::{Display, Formatter, Result};

/// Patterns named in a text; of the others it gives the number.
const SHOWN: usize = 6;

/// A verdict by templates, here *patterns*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Templates {
    /// The name of the rule.
    pub rule: &'static str,
    /// What it says.
    pub verdict: Verdict,
}

/// What patterns say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A digit has no pattern.
    NoPattern {
        /// The digit.
        digit: usize,
    },
    /// Some digit has no pattern left.
    NothingLeft {
        /// The digit.
        digit: usize,
    },
    /// A cell is in every pattern of two digits.
    Disputed {
        /// The cell.
        cell: usize,
    },
    /// The candidate is in no pattern of its digit, or in every one.
    Alone {
        /// The candidate.
        candidate: Candidate,
        /// Whether it is in every one.
        is_true: bool,
        /// Number of patterns.
        live: usize,
    },
    /// The patterns through the candidate are impossible; or, if it is true, those without it.
    Impossible {
        /// The candidate.
        candidate: Candidate,
        /// Whether it is true.
        is_true: bool,
        /// These patterns.
        deaths: Vec<Death>,
    },
    /// No pattern through the candidate has been left by the net.
    TakenOut {
        /// The candidate.
        candidate: Candidate,
        /// Number of patterns of all digits left.
        left: usize,
        /// Number of all.
        of: usize,
    },
}

/// Why a pattern is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Death {
    /// Its digit.
    pub digit: usize,
    /// The pattern.
    pub label: Label,
    /// Its number in the list of its digit, if the list is short enough for letters, as in the seed: `4b` is the second
    /// pattern of 4.
    pub number: Option<usize>,
    /// Why.
    pub why: Why,
}

/// See [`Death`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It meets all the patterns that this digit had left.
    Meets(usize, Left),
    /// It had no pair left with a pattern of this digit.
    Unpaired(usize),
    /// It is not impossible.
    Stands,
}

/// A pattern of a digit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Template {
    /// The digit.
    pub digit: usize,
    /// The pattern.
    pub label: Label,
}

/// What was found out of patterns in one state, each by what was found before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lemma {
    /// It meets all the patterns that this digit has left: it is impossible.
    Meets(Template, usize),
    /// These two are impossible together: this digit has no pattern left that each can be together with.
    Apart([Template; 2], usize),
    /// It can be together with no pattern that this digit has left: it is impossible.
    Unpaired(Template, usize),
    /// It is impossible by what follows from its candidates and the negations of the others of its digit: each literal
    /// by one before, for a reason.
    Fails(Template, Vec<(Literal, Reason, Literal)>, Conflict),
}

/// What is wrong with what follows from a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// The candidate is true and false.
    Both(Candidate),
    /// No pattern that this digit has left agrees.
    Digit(usize),
}

/// The patterns that a digit had left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Left {
    /// By their numbers in a short list.
    Numbers(Vec<usize>),
    /// How many.
    Count(usize),
}

impl Display for Templates {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}: {}", self.rule, self.verdict)
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let parts =
            |candidate: &Candidate| (candidate.digit + 1, cell_name(candidate.cell as usize));
        match self {
            Verdict::NoPattern { digit } => write!(f, "{} has no pattern", digit + 1),
            Verdict::NothingLeft { .. } => f.write_str("a digit has no pattern left"),
            Verdict::Disputed { cell } => {
                write!(f, "{} is in every pattern of two digits", cell_name(*cell))
            }
            Verdict::Alone { candidate, is_true, live } => {
                let (n, cell) = parts(candidate);
                match is_true {
                    false => write!(f, "{n} has no pattern through {cell} ({live} live)"),
                    true => write!(f, "every pattern of {n} takes {cell} ({live} live)"),
                }
            }
            // `4 through r7c9: 4b(536121) meets 5acd, 4d(535121) …`.
            Verdict::Impossible { candidate, is_true, deaths } => {
                let (n, cell) = parts(candidate);
                let side = if *is_true { "outside" } else { "through" };
                let named = list(deaths.iter().take(SHOWN), ", ");
                write!(f, "{n} {side} {cell}: {named}")?;
                match deaths.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    rest => write!(f, " and {rest} more"),
                }
            }
            Verdict::TakenOut { candidate, left, of } => {
                let (n, cell) = parts(candidate);
                write!(f, "{n} has no pattern left through {cell} ({left} of {of} left)")
            }
        }
    }
}

impl Display for Death {
    /// `4b(536121) meets 5acd`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Death { digit, label, number, why } = self;
        write!(f, "{}{}({label})", digit + 1, letters(number))?;
        match why {
            Why::Meets(other, Left::Numbers(numbers)) => {
                write!(f, " meets {}{}", other + 1, letters(numbers))
            }
            Why::Meets(other, Left::Count(count)) => {
                write!(f, " meets all {count} of {}", other + 1)
            }
            Why::Unpaired(other) => write!(f, " has no pair with {}", other + 1),
            Why::Stands => f.write_str(" stands"),
        }
    }
}

/// The letters with these numbers: `acd`.
fn letters<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> String {
    numbers.into_iter().map(|number| (b'a' + *number as u8) as char).collect()
}
