//! The format of a proof: what `explain --format json` writes, what `verify` reads.
//!
//! ```text
//!   { "proof": 2, "sudoscope": "0.1.0", "puzzle": "81 characters",
//!     "scale": "W", "definition": "brt,whip:1-36",
//!     "rounds": [                        one application of one rule
//!       { "rule": "whip", "size": 3, "rating": 3,
//!         "steps": [                     all proved in the state before the round, then applied at once
//!           { "text": "whip[3]: …", "eliminates": ["n1r1c5"], "asserts": [],
//!             "because": { "chain": … } } ] } ],
//!     "outcome": "solved", "rating": 3, "end": "81 characters" }
//! ```
//!
//! Candidates are labels, `n5r1c2`; variables `r1c2`, `r1n2`, `c1n2`, `b1n2`; houses `r1`, `c4`, `b9`; digits
//! are numbers from 1 to 9.

use super::{Lemma, Outcome, Step};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format.
pub const PROOF: u32 = 2;

/// A proof: how a puzzle was solved, or how far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The version of the format.
    #[serde(rename = "proof")]
    pub version: u32,
    /// Of what it is a proof.
    #[serde(flatten)]
    pub head: Head,
    /// The rounds, from the puzzle on.
    pub rounds: Vec<Round>,
    /// How it ended. The rating is what the first column of the scale says, as that prints it.
    #[serde(flatten)]
    pub outcome: Outcome<Value>,
    /// The solution: 81 digits; without one the candidates left: 729 characters, nine a cell.
    pub end: String,
}

/// What a scale proves in the state of a puzzle, where nothing is played: the next step, or all steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hints {
    /// The version of the format, that of proofs.
    #[serde(rename = "hints")]
    pub version: u32,
    /// By what they are found, and in which state.
    #[serde(flatten)]
    pub head: Head,
    /// The rules, each with its steps. All are proved in the state of the puzzle.
    pub rounds: Vec<Round>,
    /// Whether the work allowed sufficed. If not, rules are missing.
    pub complete: bool,
    /// The singles of the state, where rules after them prove something: one round after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub singles: Vec<Round>,
    /// What these rules prove in the state that the singles leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after_singles: Vec<Round>,
}

/// What is shown, and by what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The version of the program that wrote it.
    pub sudoscope: String,
    /// The puzzle or state: 81 cells, or the 729 candidates of one that is given by these.
    pub puzzle: String,
    /// The scale's name.
    pub scale: String,
    /// Its definition.
    pub definition: String,
}

/// One application of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The rule's name.
    pub rule: String,
    /// Its size, if it comes in sizes.
    pub size: Option<u8>,
    /// What the rule, at this size, gives in the first column, as that prints it.
    pub rating: Value,
    /// What several steps rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
    /// The steps.
    pub steps: Vec<Step>,
}
