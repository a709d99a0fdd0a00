//! Format of a proof, written by `explain --format json` and read by `verify`: docs/proofs.md.

use super::{Lemma, Outcome, RuleKind, Step};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the format.
#[doc(hidden)]
pub const PROOF: u32 = 3;

/// Version of a proof or of hints, and the program that wrote it. Any version can be read.
#[derive(Deserialize)]
#[doc(hidden)]
pub struct Stamp {
    /// Version of the format.
    #[serde(rename = "proof", alias = "hints")]
    pub version: u32,
    /// Version of the program.
    pub sudoscope: String,
    /// Text of the board, if it is not the plain one: the rest is then a
    /// [`BoardProof`](crate::board_proof::BoardProof).
    #[serde(default)]
    pub board: Option<String>,
}

/// Proof: the rounds that solve a puzzle or, if the scale cannot solve it, all rounds that the scale allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// Version of the format.
    #[serde(rename = "proof")]
    pub version: u32,
    /// The program, puzzle and scale of the proof.
    #[serde(flatten)]
    pub head: Head,
    /// Rounds, from the puzzle on.
    pub rounds: Vec<Round>,
    /// The outcome. The rating is the first column of the scale, as the scale prints it.
    #[serde(flatten)]
    pub outcome: Outcome<Value>,
    /// The solution as 81 digits; without one, the remaining candidates as 729 characters, nine a cell.
    pub end: String,
}

/// Steps that a scale proves in the state of a puzzle, without playing any: the next one, or all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hints {
    /// Version of the format, numbered as for proofs.
    #[serde(rename = "hints")]
    pub version: u32,
    /// The program, state and scale of the steps.
    #[serde(flatten)]
    pub head: Head,
    /// The rules with their steps; all steps are proved in the state of the puzzle.
    pub rounds: Vec<Round>,
    /// Whether the work allowed sufficed; if not, rules are missing.
    pub complete: bool,
    /// Singles of the state, round by round, if rules later than singles prove something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub singles: Vec<Round>,
    /// Rounds of the later rules, in the state that the singles leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after_singles: Vec<Round>,
}

/// Head of a proof: the program, the puzzle and the scale.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// Version of the program that wrote the proof.
    pub sudoscope: String,
    /// The puzzle or state: 81 cells, or 729 candidates if the state was given by candidates.
    pub puzzle: String,
    /// Name of the scale.
    pub scale: String,
    /// Definition of the scale.
    pub definition: String,
}

/// One application of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Name of the rule.
    pub rule: String,
    /// Size of the rule, if it has sizes.
    pub size: Option<u8>,
    /// Rating of the rule at `size`: the first column, as the scale prints it.
    pub rating: Value,
    /// Facts on which several steps rest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Round {
    /// Looks up the kind of the rule.
    pub fn kind(&self) -> RuleKind<'_> {
        RuleKind::named(&self.rule)
    }
}
