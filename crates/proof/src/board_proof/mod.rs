//! Proofs on boards other than the plain one, and their checker. (docs/proofs.md, "Boards")
//!
//! ```text
//!   BoardProof ─┬▶ text.rs     steps in nrc notation
//!               └▶ check.rs    each step, by definition; reading.rs: houses and links of a board's text
//! ```
//!
//! The checker shares no table of boards with the program that found the steps: it reads the board's text by
//! itself.

mod check;
mod reading;
mod text;
mod variable;

pub use check::verify_on_board;
pub use variable::{BoardVariable, HouseName, LinkReason};

use crate::evidence::{Origin, Outcome, Right};
use crate::grid::Candidate;
use serde::{Deserialize, Serialize};

/// Proof on a board: the rounds that solve a puzzle, or all rounds that the scale allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardProof {
    /// Version of the format, numbered as for other proofs.
    #[serde(rename = "proof")]
    pub version: u32,
    /// Version of the program that wrote the proof.
    pub sudoscope: String,
    /// Text of the board.
    pub board: String,
    /// The puzzle: the cells of the board in reading order.
    pub puzzle: String,
    /// Name of the scale: `BRT`, `LC`, `S`, `W`, `S+W` or `B`.
    pub scale: String,
    /// Rounds, from the puzzle on.
    pub rounds: Vec<BoardRound>,
    /// The outcome, with the length of the longest chain.
    #[serde(flatten)]
    pub outcome: Outcome<u32>,
    /// The solution; without one the candidates left, values included: for each cell as many characters as
    /// the board has digits.
    pub end: String,
}

/// Steps that are proved in one state and applied at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRound {
    /// `brt` (singles), `contradiction`, `lc`, `subset`, `whip` or `braid`.
    pub rule: String,
    /// Length of the chains of `whip` and `braid`, number of variables of `subset`.
    pub size: Option<u8>,
    /// Rating of the rule at this size.
    pub rating: u32,
    /// The steps.
    pub steps: Vec<BoardStep>,
}

/// Step of a proof on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardStep {
    /// The step in nrc notation, for readers.
    pub text: String,
    /// The candidates that are false.
    pub eliminates: Vec<Candidate>,
    /// The candidates that are true.
    pub asserts: Vec<Candidate>,
    /// Sentences about the step, for readers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The reason.
    pub because: BoardEvidence,
}

/// Reason of a step on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BoardEvidence {
    /// The only candidate of a variable.
    Single {
        /// The variable.
        variable: BoardVariable,
    },
    /// A variable without candidates.
    Contradiction {
        /// The variable.
        variable: BoardVariable,
    },
    /// A subset: variables whose candidates are all in as many others.
    Subset {
        /// The variables, without a common candidate.
        variables: Vec<BoardVariable>,
        /// The others, which have no other value.
        transversals: Vec<BoardVariable>,
    },
    /// A whip or a braid.
    Chain {
        /// Its links.
        links: Vec<BoardLink>,
    },
}

/// Link of a chain. It is a [`crate::evidence::Link`] of one variable with the reasons of its exclusions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardLink {
    /// The variable.
    pub variables: [BoardVariable; 1],
    /// The left-linking candidate.
    pub left: Candidate,
    /// Origin that excludes the left-linking candidate.
    pub from: Origin,
    /// Reason why the origin excludes it.
    pub by: LinkReason,
    /// The right-linking candidate, or nothing.
    pub right: Right,
    /// The other candidates, each with the origin that excludes it and the reason.
    pub ignored: Vec<(Candidate, Origin, LinkReason)>,
}
