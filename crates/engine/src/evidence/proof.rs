//! The format of a proof: what `explain --format json` writes, what `verify` reads.
//!
//! ```text
//!   { "sudoscope": "0.1.0", "puzzle": "81 characters", "ladder": "W", "definition": "brt,whip:1-36",
//!     "rounds": [                              one application of one rule
//!       { "rule": "whip", "size": 3, "level": 3,
//!         "steps": [                           all proved in the state before the round, then applied at once
//!           { "text": "whip[3]: …", "eliminates": ["n1r1c5"], "asserts": [], "because": { "chain": … } } ] } ],
//!     "outcome": "solved", "rating": 3, "end": "81 characters" }
//! ```
//!
//! Candidates are labels, `n5r1c2`; variables `r1c2`, `r1n2`, `c1n2`, `b1n2`; houses `r1`, `c4`, `b9`; digits are numbers
//! from 1 to 9.

use super::{Lemma, Step};
use serde::{Deserialize, Serialize};

/// A proof: how a puzzle was solved, or how far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The version of the program that wrote it.
    pub sudoscope: String,
    /// 81 cells, or the 729 candidates of a puzzle that is given by these.
    pub puzzle: String,
    /// The ladder's name.
    pub ladder: String,
    /// Its definition.
    pub definition: String,
    /// The rounds, from the puzzle on.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub outcome: Outcome,
    /// The highest level of a round, if the puzzle was solved.
    pub rating: Option<u32>,
    /// The solution: 81 digits; without one the candidates left: 729 characters, nine a cell.
    pub end: String,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every cell is decided.
    Solved,
    /// No rule proved more.
    Unsolved,
    /// The search steps allowed were used up.
    Budget,
    /// The puzzle was proved to have no solution.
    NoSolution,
}

/// One application of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The rule's name.
    pub rule: String,
    /// Its size, if it comes in sizes.
    pub size: Option<u8>,
    /// The rung on which it stands.
    pub level: u32,
    /// What several steps rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lemmas: Vec<Lemma>,
    /// The steps.
    pub steps: Vec<Step>,
}
