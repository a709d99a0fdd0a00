//! The language of evidence: the grounds of each step as typed data, its JSON form, which `verify` reads, and
//! its text form.
//!
//! ```text
//!   rules ── make ──> Step { eliminates, asserts, because } ──┬── text ──> explain
//!                                                             ├── draw ──> pictures
//!                                                             └── JSON ──> proofs ──> verify
//! ```
//!
//! A step records only facts that cannot be read off the grid: which variables, which houses, which candidate
//! in which role. Names are derived from the rule that found the step and are not stored in the step. This
//! module depends on the grid only: the search for steps and their verification are defined elsewhere. Chain
//! families are data too (`families/`).

mod aligned_exclusion;
mod almost_locked;
mod bivalue_loop;
mod bug_plus;
#[doc(hidden)]
pub mod catalogue;
mod chain;
mod circle;
mod clause;
mod colouring;
mod direct;
mod eureka;
#[doc(hidden)]
pub mod families;
mod firework;
mod forcing;
mod forcing_chains;
mod hall;
#[doc(hidden)]
pub mod hodoku;
mod implications;
mod json;
mod kraken;
mod links;
mod locked;
mod or_k;
mod outcome;
mod pattern;
mod players;
mod proof;
mod rating;
mod singles;
mod symmetry;
#[doc(hidden)]
pub mod table;
mod technique;
mod template_rank;
#[doc(hidden)]
pub mod templates;
mod trial;
mod truths;
mod unique;
mod wing;

pub use aligned_exclusion::AlignedExclusion;
pub use almost_locked::{AlignedPair, AlmostLocked, Blossom};
pub use bivalue_loop::BivalueLoop;
pub use bug_plus::BugPlus;
pub use catalogue::{Example, Info, RuleKind};
#[doc(hidden)]
pub use catalogue::{has_sizes, info};
pub use chain::{Link, Origin, Right};
pub use circle::Arc;
pub use clause::Clause;
pub use colouring::{Edge, Knot};
pub use direct::Direct;
pub use eureka::Notation;
pub use firework::Firework;
pub use forcing::Branch;
#[doc(hidden)]
pub use forcing_chains::Part;
pub use forcing_chains::{By, ForcingChains, Implies, Together};
pub use hall::{FinnedFish, Hall};
#[doc(hidden)]
pub use hodoku::{HODOKU, HODOKU_LEVELS, HODOKU_LIMITS, HodokuRow, HodokuTechnique};
pub use implications::{End, Implication, Implied, Literal, Move, Trace};
pub use kraken::Kraken;
pub use links::{Colours, Strong};
pub use locked::Locked;
pub use or_k::{Guarded, Impossible};
pub use outcome::{Outcome, Status};
pub use proof::{Head, Hints, Proof, Round};
#[doc(hidden)]
pub use proof::{PROOF, Stamp};
pub use rating::{Aspect, COLUMNS, Column, Rating, Unit};
#[doc(hidden)]
pub use symmetry::Symmetric;
pub use technique::{Dynamic, TECHNIQUES, Technique, TechniqueRow, technique};
pub use template_rank::{Exocet, RefutedTemplate, Target, Weight, Weights};
#[doc(hidden)]
pub use templates::SHOWN;
pub use templates::{Conflict, Counted, Excluded, Follows, Gone, Left, Lemma, Template, Templates};
#[doc(hidden)]
pub use truths::Domino;
pub use unique::{Deadly, Rectangle};
pub use wing::Wing;

use crate::grid::notation::{self, Variable};
use crate::grid::{Candidate, Candidates, Digit, House};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// One step of a solution: its conclusions and the evidence for them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Printed text, for readers: nothing is concluded from it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Candidates proved false.
    pub eliminates: Vec<Candidate>,
    /// Candidates proved true. A step without any conclusion proves that there is no solution.
    pub asserts: Vec<Candidate>,
    /// Proved relations: in each of these sets at least one candidate is true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relates: Vec<Vec<Candidate>>,
    /// Evidence for the conclusions.
    pub because: Evidence,
    /// Explanations for readers, like the text: the matching of a subset's members, and the values that each
    /// removed candidate would leave them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matchings: Vec<String>,
    /// Sentences about this step, for readers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// Evidence for a step, one variant for each kind of pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Evidence {
    /// A variable with one candidate.
    Single {
        /// The variable.
        variable: Variable,
    },
    /// A variable without candidate or value; or a cell that is the only place for two digits.
    Contradiction {
        /// The variable.
        variable: Variable,
        /// Variables of two digits whose only place is this cell; empty if the variable itself has nothing
        /// left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clash: Vec<Variable>,
    },
    /// A naked, hidden or super-hidden subset.
    Subset(Hall),
    /// Cells with as many digits as cells: one of the cells holds each transversal set, a digit in a house.
    LockedSet(Hall),
    /// Variables and as many transversal sets that contain all their candidates: one of the variables holds
    /// each transversal set.
    Matched(Hall),
    /// Digits with few places in a row and a column: as many digits as cells.
    Fireworks(Vec<Firework>),
    /// Strong links joined by weak ones: one of the two ends is true.
    Links(Vec<Strong>),
    /// Rings of links, the last linked to the first; several rings share links.
    Rings(Vec<Vec<Strong>>),
    /// Nets of candidates in two colours.
    Colours(Vec<Colours>),
    /// Cells with the same two digits; each cell is linked to the next.
    RemotePair(Vec<Variable>),
    /// Cells with as many digits as cells; for all digits but one, the cells with the digit see each other.
    Bent {
        /// The cells.
        cells: Vec<Variable>,
        /// The remaining digit: one of the cells holds it.
        digit: Digit,
    },
    /// A chain of almost locked sets.
    AlmostLocked(AlmostLocked),
    /// One or more cells of a house, with almost locked sets for their digits.
    Blossom(Blossom),
    /// Two cells that cannot hold certain pairs of digits because of almost locked sets.
    AlignedPair(AlignedPair),
    /// A fish of rows and columns, with fins.
    Finned(FinnedFish),
    /// A fish whose sets may include blocks, with or without fins.
    Franken(FinnedFish),
    /// A chain from the targets: whip, braid, bivalue chain or a relative. Locked candidates are whips of one
    /// variable.
    Chain {
        /// Links of the chain.
        links: Vec<Link>,
    },
    /// A circle of odd length.
    Circle {
        /// Arcs: the right candidate of each is the left one of the next, and the last leads back to the
        /// first.
        arcs: Vec<Arc>,
    },
    /// A partial whip for each candidate of a variable.
    Forcing {
        /// The variable.
        variable: Variable,
        /// One branch for each candidate of the variable.
        branches: Vec<Branch>,
    },
    /// Four cells that cannot hold two digits crosswise.
    Rectangle(Rectangle),
    /// Cells that could be filled in two ways.
    Deadly(Deadly),
    /// A grid in which every undecided variable has two candidates, except the variables of one candidate.
    Bug {
        /// The candidate.
        candidate: Candidate,
    },
    /// A fish with fins, and chains from the fins.
    Kraken(Kraken),
    /// Sets of cells of a house, with as many digits as cells; the targets are in the house, outside one set.
    AllDifferent {
        /// The house.
        house: House,
        /// Sets of cells with their digits. A set with fewer digits than cells proves everything.
        sets: Vec<Hall>,
    },
    /// A chain of implications from a candidate to its negation; in colouring, a cycle.
    Implications {
        /// The candidate.
        start: Candidate,
        /// Implications, each of which follows from the literal before.
        steps: Vec<Implication>,
    },
    /// Candidates that cannot be false: the asserted one, or two linked ones.
    Knots(Vec<Knot>),
    /// Conclusions from the remaining patterns of a digit.
    Templates(Templates),
    /// Bases and targets that hold the same digits: one exocet or two.
    Exocet(Vec<Exocet>),
    /// Weights on cells: no digit can collect more than its best template does, and one of the systems of
    /// weights shows that each template of a target is impossible.
    Weights(Vec<Weights>),
    /// Impossible templates, refuted one after the other.
    Refuted(Vec<RefutedTemplate>),
    /// A digit whose places in one house are all in another.
    Locked(Locked),
    /// A pattern that leaves a hidden single.
    Direct(Direct),
    /// A pivot and two bivalue cells that it sees.
    Wing(Wing),
    /// A loop of cells with the same two digits, and extra candidates.
    BivalueLoop(BivalueLoop),
    /// A bivalue universal grave except for extra candidates.
    BugPlus(BugPlus),
    /// A map of cells and digits that leaves the puzzle as it is.
    Symmetry(Symmetric),
    /// Aligned cells whose assignments must not empty others.
    AlignedExclusion(AlignedExclusion),
    /// Chains of implications from one assumption or several.
    ForcingChains(ForcingChains),
    /// Cells that three digits alone cannot fill.
    Impossible(Impossible),
    /// The only remaining guardian of a relation.
    LastGuardian {
        /// The name of the relation.
        pattern: String,
    },
    /// Two guardians of a relation with the same value, joined by variables of two candidates each.
    Split {
        /// The relation.
        relation: Guarded,
        /// Candidates from one guardian to the other: each is true if and only if the next is false.
        chain: Vec<Candidate>,
    },
    /// A chain from the targets, with a relation in place of the variable of one link.
    OrChain {
        /// The relation.
        relation: Guarded,
        /// Links of the chain.
        links: Vec<Link>,
    },
    /// A partial whip for each guardian of a relation.
    OrForcing {
        /// The relation.
        relation: Guarded,
        /// One branch for each guardian.
        branches: Vec<Branch>,
    },
    /// A candidate whose assumption leads to a contradiction.
    Trial {
        /// Moves from the candidate to the contradiction.
        trace: Trace,
    },
    /// A value of the only solution, found by brute force.
    OnlySolution,
    /// Candidates refuted one after the other, with singles in between; the step removes the candidates that
    /// are no longer possible at the end.
    Trials {
        /// All moves played.
        trace: Trace,
    },
}

impl Step {
    /// Makes a step without text.
    pub fn new(eliminated: &Candidates, asserted: &Candidates, because: Evidence) -> Step {
        Step {
            text: String::new(),
            eliminates: eliminated.iter().collect(),
            asserts: asserted.iter().collect(),
            relates: Vec::new(),
            because,
            matchings: Vec::new(),
            words: Vec::new(),
        }
    }
}

/// Formats a value: `r3c4=5`.
fn value_text(value: Candidate) -> String {
    format!("{}={}", value.cell, value.digit.number())
}

/// Formats the labels of candidates: `n1r2c3 n4r5c6`.
fn labels(candidates: &[Candidate], between: &str) -> String {
    list(candidates.iter().map(|&one| notation::label(one)), between)
}

/// Joins the texts of several parts.
fn list<T: Display>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}
