//! Proofs on boards other than the plain one, and their checker. (docs/proofs.md, "Boards")
//!
//! ```text
//!   BoardProof ─┬▶ text.rs     steps in nrc notation
//!               └▶ check.rs    rounds, rating, end ─▶ step.rs, chain.rs, links.rs    steps by definition
//!                              techniques.rs    steps of SER, by the clauses of the plain board
//!                              reading.rs    houses and links of a board's text;  state.rs
//! ```
//!
//! The checker shares no table of boards with the program that found the steps: it reads the board's text by
//! itself.

mod chain;
mod check;
mod links;
mod reading;
mod state;
mod step;
mod techniques;
mod text;
mod variable;

pub use check::{BoardScale, RatingOf, verify_on_board};
pub use text::rating_text;
pub use variable::{BoardVariable, HouseName, LinkReason};

use crate::evidence::{AlignedExclusion, BivalueLoop, BugPlus, Direct, ForcingChains, Locked, Wing};
use crate::evidence::{Origin, Outcome, Right};
use crate::grid::Candidate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// Name of the scale.
    pub scale: String,
    /// Definition of the scale; `None` for `BRT`, `LC`, `S`, `W`, `S+W` and `B`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// Rounds, from the puzzle on.
    pub rounds: Vec<BoardRound>,
    /// The outcome. The rating is the first column of the scale, as the scale prints it.
    #[serde(flatten)]
    pub outcome: Outcome<Value>,
    /// The solution; without one the candidates left, values included: for each cell as many characters as
    /// the board has digits.
    pub end: String,
}

/// Steps that are proved in one state and applied at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRound {
    /// Name of the rule. In a proof without a definition `brt` is all singles, `subset` all subsets.
    pub rule: String,
    /// Size of the rule, if it has sizes.
    pub size: Option<u8>,
    /// Rating of the rule at this size: the first column, as the scale prints it.
    pub rating: Value,
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
    /// A chain from the target: whip, braid, bivalue chain or a relative. Locked candidates are whips of one
    /// variable.
    Chain {
        /// Links of the chain.
        links: Vec<BoardLink>,
    },
    /// A partial whip for each candidate of a variable.
    Forcing {
        /// The variable.
        variable: BoardVariable,
        /// One branch for each candidate of the variable.
        branches: Vec<BoardBranch>,
    },
    /// A circle of odd length.
    Circle {
        /// Arcs: the right candidate of each is the left one of the next, and the last leads back to the
        /// first.
        arcs: Vec<BoardArc>,
    },
    /// Strong links joined by weak ones: one of the two ends is true.
    Links {
        /// The strong links.
        links: Vec<BoardStrong>,
    },
    /// Rings of links, the last linked to the first.
    Rings {
        /// The strong links of each ring.
        rings: Vec<Vec<BoardStrong>>,
    },
    /// Nets of candidates in two colours.
    Colours {
        /// One net, or two.
        nets: Vec<BoardColours>,
    },
    /// Cells with the same two digits; each cell is linked to the next.
    RemotePair {
        /// The cells.
        cells: Vec<BoardVariable>,
    },
    /// A candidate whose assumption leads to a contradiction.
    Trial {
        /// Singles that follow, in order.
        moves: Vec<BoardMove>,
        /// The variable with nothing left.
        variable: BoardVariable,
    },
    /// A digit whose places in one house are all in another.
    Locked(Locked<BoardVariable, HouseName>),
    /// A pattern that leaves a hidden single: locked candidates, or a hidden subset.
    Direct(Direct<BoardVariable, BoardEvidence>),
    /// A pivot and two bivalue cells that it sees.
    Wing(Wing),
    /// A loop of cells with the same two digits, and extra candidates.
    BivalueLoop(BivalueLoop<BoardVariable>),
    /// A bivalue universal grave except for extra candidates.
    BugPlus(BugPlus<BoardVariable>),
    /// Aligned cells whose assignments must not empty others.
    AlignedExclusion(AlignedExclusion),
    /// Chains of implications from one assumption or several.
    ForcingChains(ForcingChains<BoardVariable, BoardEvidence>),
}

/// Candidate and its consequences, a partial whip; empty if the candidate itself is the conclusion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardBranch {
    /// The candidate.
    pub start: Candidate,
    /// The partial whip.
    pub links: Vec<BoardLink>,
}

/// Two neighbours in a circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardArc {
    /// The variable that joins the neighbours.
    pub variable: BoardVariable,
    /// The first neighbour.
    pub left: Candidate,
    /// The second neighbour.
    pub right: Candidate,
    /// Other candidates of the variable, all linked to the target.
    pub guardians: Vec<Candidate>,
}

/// Strong link: one of the two candidates of a variable is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardStrong {
    /// The variable.
    pub variable: BoardVariable,
    /// One candidate.
    pub from: Candidate,
    /// The other.
    pub to: Candidate,
}

/// Two colours: all candidates of one colour are true, or all candidates of the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardColours {
    /// Variables with two candidates, one of each colour; together they connect all candidates.
    pub pairs: Vec<BoardVariable>,
    /// The two colours.
    pub colours: [Vec<Candidate>; 2],
}

/// Single that follows from an assumption.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardMove {
    /// The variable with one candidate left.
    pub variable: BoardVariable,
    /// The candidate.
    pub value: Candidate,
}

/// Link of a chain. It is a [`crate::evidence::Link`] of one variable with the reasons of its exclusions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardLink {
    /// The variable.
    pub variables: [BoardVariable; 1],
    /// The left-linking candidate.
    pub left: Candidate,
    /// Origin that excludes the left-linking candidate. Reasons of links to the target are those of the
    /// step's first target.
    pub from: Origin,
    /// Reason why the origin excludes it.
    pub by: LinkReason,
    /// The right-linking candidate, or nothing.
    pub right: Right,
    /// The other candidates, each with the origin that excludes it and the reason.
    pub ignored: Vec<(Candidate, Origin, LinkReason)>,
}
