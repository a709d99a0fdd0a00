//! What the templates of a digit say, here *patterns*.

use super::{Clause, Digit, Implied, Literal, list};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, cell_name};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// Patterns named in a step; of the others it gives the number.
pub const SHOWN: usize = 6;

/// What the patterns say that are left of a digit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Templates {
    /// None is left.
    None(Digit),
    /// None takes the cell of the candidate, which is false.
    NoneThrough {
        /// The candidate.
        candidate: Candidate,
        /// What the text says of the patterns.
        counted: Counted,
    },
    /// All take the cell of the candidate, which is true.
    AllThrough {
        /// The candidate.
        candidate: Candidate,
        /// What the text says of the patterns.
        counted: Counted,
    },
    /// All patterns of two digits take the cell.
    Disputed(Variable),
}

/// What the text of a step says of patterns. For readers: nothing is concluded from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Counted {
    /// The number of patterns of the digit.
    Live(usize),
    /// The number of patterns of all digits that are left.
    Left {
        /// These.
        left: usize,
        /// The number before.
        of: usize,
    },
    /// The patterns through the candidate, or if it is true those without it, are out.
    Out {
        /// The first of them.
        first: Vec<Gone>,
        /// How many more there are.
        more: usize,
    },
}

/// A pattern that is out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gone {
    /// The pattern.
    pub pattern: Template,
    /// Its number in the list of its digit, if the list is short enough for letters: `4b` is the second
    /// pattern of 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// Why.
    pub by: Excluded,
}

/// Why a pattern is out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Excluded {
    /// It met all the patterns that this digit had left.
    Meets(Digit, Left),
    /// It had no pair left with a pattern of this digit.
    Unpaired(Digit),
}

/// The patterns that a digit had left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Left {
    /// By their numbers in a short list.
    Numbers(Vec<usize>),
    /// How many.
    Count(usize),
}

/// A pattern of a digit, by its label: `4(536121)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Template {
    /// The digit, from 0.
    pub digit: u8,
    /// u, v, w below 9 and x, y, z below 4.
    pub label: [u8; 6],
}

/// What several steps of a round rest on: what was found out of patterns in one state, each by what was found
/// before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// A pattern meets all patterns that a digit has left: it is taken out.
    Meets {
        /// The pattern.
        pattern: Template,
        /// The digit.
        digit: Digit,
    },
    /// A digit has no pattern left that can be together with both: these two cannot be together.
    Apart {
        /// The two.
        patterns: [Template; 2],
        /// The digit.
        digit: Digit,
    },
    /// A pattern can be together with none that a digit has left: it is taken out.
    Unpaired {
        /// The pattern.
        pattern: Template,
        /// The digit.
        digit: Digit,
    },
    /// What follows from a pattern is wrong: it is taken out.
    Fails {
        /// The pattern: its candidates, and that the others of its digit are false.
        pattern: Template,
        /// Each literal from one before.
        follows: Vec<Follows>,
        /// What is wrong.
        conflict: Conflict,
    },
}

/// What is wrong with what follows from a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Conflict {
    /// The candidate is true and false.
    Both(Candidate),
    /// No pattern that the digit has left agrees with all of it.
    Digit(Digit),
}

/// A literal follows from another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follows {
    /// The other.
    pub from: Literal,
    /// Why.
    pub by: Implied,
    /// What follows.
    pub to: Literal,
}

impl Templates {
    /// `4 through r7c9: 4b(536121) meets 5acd, 4d(535121) …`.
    pub(super) fn text(&self, shows: (Clause, usize)) -> String {
        let (candidate, is_true, counted) = match self {
            Templates::None(digit) if shows == (Clause::Templates, 1) => {
                return format!("{digit} has no pattern");
            }
            Templates::None(_) => return "a digit has no pattern left".to_string(),
            Templates::Disputed(cell) => {
                return format!("{cell} is in every pattern of two digits");
            }
            Templates::NoneThrough { candidate, counted } => (candidate, false, counted),
            Templates::AllThrough { candidate, counted } => (candidate, true, counted),
        };
        let (n, cell) = (candidate.digit + 1, cell_name(candidate.cell as usize));
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
    /// `4b(536121) meets 5acd`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Gone { pattern: Template { digit, label }, number, by } = self;
        write!(f, "{}{}({})", digit + 1, letters(number), list(label, ""))?;
        match by {
            Excluded::Meets(other, Left::Numbers(all)) => write!(f, " meets {other}{}", letters(all)),
            Excluded::Meets(other, Left::Count(all)) => write!(f, " meets all {all} of {other}"),
            Excluded::Unpaired(other) => write!(f, " has no pair with {other}"),
        }
    }
}

/// The letters with these numbers: `acd`.
fn letters<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> String {
    numbers.into_iter().map(|number| (b'a' + *number as u8) as char).collect()
}
