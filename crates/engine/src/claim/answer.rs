//! Answers to the question whether a step holds.

use super::conclusion::Conclusions;
use super::judge::Ground;
use serde_json::{Value, json};
use std::fmt::{Display, Formatter};

/// Answer to the question whether a step that a player wrote holds in a state.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The step holds.
    Holds(Box<Proved>),
    /// The step does not hold.
    NotValid {
        /// The first part that does not hold, if it is one.
        part: Option<Part>,
        /// Reason: the candidates that stand there.
        why: String,
    },
    /// The text cannot be read.
    NotUnderstood(Unread),
}

/// Conclusions of a step that holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Proved {
    /// Claims that the step proves.
    pub claimed: Conclusions,
    /// Claims that it does not prove.
    pub unproved: Conclusions,
    /// Claims that are so already, without the step.
    pub known: Conclusions,
    /// Conclusions that it proves beyond its claims.
    pub beyond: Conclusions,
    /// The evidence, which the checker accepts.
    pub grounds: Vec<Ground>,
}

impl Proved {
    /// Whether something is proved, and all that is claimed.
    pub fn is_all(&self) -> bool {
        let is_nothing = self.claimed.is_empty() && self.beyond.is_empty();
        self.unproved.is_empty() && !is_nothing
    }

    /// Returns all that the step proves.
    pub fn proves(&self) -> Conclusions {
        let (mut all, beyond) = (self.claimed, &self.beyond);
        all.eliminates.extend(&beyond.eliminates);
        all.asserts.extend(&beyond.asserts);
        all
    }
}

impl Display for Proved {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Proved { claimed, unproved, known, beyond, .. } = self;
        if !self.is_all() {
            f.write_str("valid, but it ")?;
            if !unproved.is_empty() {
                write!(f, "does not prove {unproved}: it ")?;
            }
            return write!(f, "proves {}", self.proves());
        }
        match claimed.is_empty() {
            true => write!(f, "valid: proves {beyond}")?,
            false => write!(f, "valid: proves {claimed}")?,
        }
        if !claimed.is_empty() && !beyond.is_empty() {
            write!(f, ", and also {beyond}")?;
        }
        match known.texts().len() {
            0 => Ok(()),
            1 => write!(f, "; {known} is so already"),
            _ => write!(f, "; {known} are so already"),
        }
    }
}

/// Part of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Number of the link, from 1.
    pub link: usize,
    /// The text.
    pub text: String,
    /// Column of the first character, from 1.
    pub column: usize,
}

/// Place from which a text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// Number of the first character that cannot be read, from 1.
    pub column: usize,
    /// Reason.
    pub why: String,
}

impl Answer {
    /// Whether the step holds and proves all that it claims.
    pub fn is_valid(&self) -> bool {
        matches!(self, Answer::Holds(proved) if proved.is_all())
    }

    /// Returns one of the words `valid`, `proves other`, `not valid`, `not understood`.
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Holds(proved) if proved.is_all() => "valid",
            Answer::Holds(_) => "proves other",
            Answer::NotValid { .. } => "not valid",
            Answer::NotUnderstood(_) => "not understood",
        }
    }

    /// Returns the parts of the answer as JSON.
    pub fn json(&self) -> Value {
        let (answer, text) = (self.name(), self.to_string());
        match self {
            Answer::Holds(proved) => json!({
                "answer": answer, "text": text,
                "claimed": proved.claimed.texts(), "unproved": proved.unproved.texts(),
                "known": proved.known.texts(), "beyond": proved.beyond.texts(),
                "grounds": proved.grounds,
            }),
            Answer::NotValid { part, why } => json!({
                "answer": answer, "text": text, "why": why,
                "link": part.as_ref().map(|part| part.link),
                "part": part.as_ref().map(|part| &part.text),
                "column": part.as_ref().map(|part| part.column),
            }),
            Answer::NotUnderstood(Unread { column, why }) => json!({
                "answer": answer, "text": text, "why": why, "column": column,
            }),
        }
    }
}

impl Display for Answer {
    /// Formats the answer as one line, such as `valid: proves r6c8≠2`.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::Holds(proved) => proved.fmt(f),
            Answer::NotValid { part: Some(Part { link, text, .. }), why } => {
                write!(f, "not valid: link {link}, {text}: {why}")
            }
            Answer::NotValid { part: None, why } => write!(f, "not valid: {why}"),
            Answer::NotUnderstood(Unread { column, why }) => {
                write!(f, "not understood from column {column}: {why}")
            }
        }
    }
}
