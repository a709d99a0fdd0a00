//! Conclusions from the templates of a digit, called *patterns* here.

use super::{Clause, Implied, Literal, RuleKind, list};
use crate::grid::Candidate;
use crate::grid::Digit;
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// Number of patterns named in a step; further patterns are only counted.
#[doc(hidden)]
pub const SHOWN: usize = 6;

/// Conclusions from the remaining patterns of a digit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Templates {
    /// The digit has no pattern left.
    None(Digit),
    /// No pattern takes the cell of the candidate, so the candidate is false.
    NoneThrough {
        /// The candidate.
        candidate: Candidate,
        /// Figures for the text.
        counted: Counted,
    },
    /// All patterns take the cell of the candidate, so the candidate is true.
    AllThrough {
        /// The candidate.
        candidate: Candidate,
        /// Figures for the text.
        counted: Counted,
    },
    /// A cell taken by all patterns of each of two digits.
    Disputed(Variable),
}

/// Figures about patterns in the text of a step. For readers: nothing is concluded from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Counted {
    /// Number of patterns of the digit.
    Live(usize),
    /// Number of remaining patterns of all digits.
    Left {
        /// The number left.
        left: usize,
        /// The original number.
        of: usize,
    },
    /// Excluded patterns: those through the candidate or, if it is true, those without it.
    Out {
        /// The first excluded patterns.
        first: Vec<Gone>,
        /// Number of further excluded patterns.
        more: usize,
    },
}

/// An excluded pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gone {
    /// The pattern.
    pub pattern: Template,
    /// The pattern's number in the list of its digit, if the list is short enough for letters: `4b` is the
    /// second pattern of 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The reason.
    pub by: Excluded,
}

/// Reason why a pattern is excluded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Excluded {
    /// The pattern meets all patterns that this digit had left.
    Meets(Digit, Left),
    /// The pattern has no pair left with a pattern of this digit.
    Unpaired(Digit),
}

/// Patterns that a digit had left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Left {
    /// Numbers in a short list.
    Numbers(Vec<usize>),
    /// Number of patterns.
    Count(usize),
}

/// A pattern of a digit, by its label: `4(536121)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Template {
    /// The digit.
    pub digit: Digit,
    /// The label: u, v, w below 9 and x, y, z below 4.
    pub label: [u8; 6],
}

/// Fact on which several steps of a round rest: a conclusion about patterns in one state, drawn with the help
/// of earlier ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// A pattern meets all patterns that a digit has left: it is excluded.
    Meets {
        /// The pattern.
        pattern: Template,
        /// The digit.
        digit: Digit,
    },
    /// Two patterns cannot hold together: a digit has no pattern left that is compatible with both.
    Apart {
        /// The two patterns.
        patterns: [Template; 2],
        /// The digit.
        digit: Digit,
    },
    /// A pattern is compatible with no pattern that a digit has left: it is excluded.
    Unpaired {
        /// The pattern.
        pattern: Template,
        /// The digit.
        digit: Digit,
    },
    /// The consequences of a pattern are contradictory: it is excluded.
    Fails {
        /// The pattern: its candidates are assumed true and the others of its digit false.
        pattern: Template,
        /// Consequences, each of which follows from an earlier literal.
        follows: Vec<Follows>,
        /// The contradiction.
        conflict: Conflict,
    },
}

/// Contradiction in the consequences of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Conflict {
    /// The candidate is both true and false.
    Both(Candidate),
    /// No pattern that the digit has left agrees with all consequences.
    Digit(Digit),
}

/// An implication between two literals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follows {
    /// The premise.
    pub from: Literal,
    /// The reason.
    pub by: Implied,
    /// The conclusion.
    pub to: Literal,
}

impl Templates {
    /// Formats as `4 through r7c9: 4b(536121) meets 5acd, 4d(535121) …`.
    pub(super) fn text(&self, RuleKind { clause, number, .. }: RuleKind) -> String {
        let (candidate, is_true, counted) = match self {
            Templates::None(digit) if (clause, number) == (Clause::Templates, 1) => {
                return format!("{} has no pattern", digit.number());
            }
            Templates::None(_) => return "a digit has no pattern left".to_string(),
            Templates::Disputed(cell) => {
                return format!("{cell} is in every pattern of two digits");
            }
            Templates::NoneThrough { candidate, counted } => (candidate, false, counted),
            Templates::AllThrough { candidate, counted } => (candidate, true, counted),
        };
        let (n, cell) = (candidate.digit.number(), candidate.cell);
        match counted {
            Counted::Live(live) if is_true => format!("every pattern of {n} takes {cell} ({live} live)"),
            Counted::Live(live) => format!("{n} has no pattern through {cell} ({live} live)"),
            Counted::Left { left, of } => {
                format!("{n} has no pattern left through {cell} ({left} of {of} left)")
            }
            Counted::Out { first, more } => {
                let side = if is_true { "outside" } else { "through" };
                let rest = if *more > 0 { format!(" and {more} more") } else { String::new() };
                format!("{n} {side} {cell}: {}{rest}", list(first, ", "))
            }
        }
    }
}

impl Display for Gone {
    /// Formats as `4b(536121) meets 5acd`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Gone { pattern: Template { digit, label }, number, by } = self;
        write!(f, "{}{}({})", digit.number(), letters(number), list(label, ""))?;
        match by {
            Excluded::Meets(other, Left::Numbers(all)) => {
                write!(f, " meets {}{}", other.number(), letters(all))
            }
            Excluded::Meets(other, Left::Count(all)) => write!(f, " meets all {all} of {}", other.number()),
            Excluded::Unpaired(other) => write!(f, " has no pair with {}", other.number()),
        }
    }
}

/// Returns the letters with these numbers: `acd`.
fn letters<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> String {
    numbers.into_iter().map(|number| (b'a' + *number as u8) as char).collect()
}
