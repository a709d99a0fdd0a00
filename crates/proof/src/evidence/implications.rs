//! Chains of implications between candidates and their negations, and what is played to prove one.

use super::{Clause, Hall, House, list, value_text};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, house_name, label};
use serde::{Deserialize, Serialize};

/// A candidate, or its negation: `n5r1c2`, `¬n5r1c2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the literal says that it is true.
    pub holds: bool,
}

impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { holds: !self.holds, ..self }
    }
}

/// One step of a chain of implications.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implication {
    /// Why the literal before implies this one.
    pub by: Implied,
    /// In a cycle of colouring, why their negations imply each other too, if they do: exactly one of the two
    /// is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<Implied>,
    /// This one.
    pub to: Literal,
}

/// Why a literal implies another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Implied {
    /// Not both: two linked candidates.
    Weak,
    /// Not neither: the only two of a variable.
    Strong,
    /// Not both, or this house would be without their digit.
    Hinge(House),
    /// Singles lead from the first to the second.
    Stream(Trace),
    /// Singles lead from the negation of the second to that of the first.
    Backwards(Trace),
    /// All patterns left of their digit say so.
    Patterns,
}

impl Implied {
    /// What a link is: weak from a candidate, strong from a negation.
    #[doc(hidden)]
    pub fn link(from_candidate: bool) -> Implied {
        if from_candidate { Implied::Weak } else { Implied::Strong }
    }
}

/// What was played from an assumption, one move after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The moves that the end needs.
    pub moves: Vec<Move>,
    /// Where they end.
    pub end: End,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// The only candidate of a variable.
    Single(Variable, Candidate),
    /// All candidates of a variable are linked to each of these, which go.
    Locked(Variable, Vec<Candidate>),
    /// A subset, and what goes.
    Subset(Hall, Vec<Candidate>),
    /// A candidate that leads to a contradiction, and how; it goes.
    Refuted(Candidate, Trace),
}

impl Trace {
    /// What is refuted along it, in order, what is refuted below that in braces:
    /// `r1c2=5 {r3c4=1, r3c7=2}, r8c8=3`.
    pub(super) fn tree(&self) -> String {
        let refuted = self.moves.iter().filter_map(|one| match one {
            Move::Refuted(candidate, trace) => Some((value_text(*candidate), trace.tree())),
            _ => None,
        });
        list(
            refuted.map(|(name, below)| if below.is_empty() { name } else { format!("{name} {{{below}}}") }),
            ", ",
        )
    }
}

/// The end of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum End {
    /// The variable has nothing left.
    Empty(Variable),
    /// What was to be shown holds.
    Holds,
}

/// ```text
///   n5r1c2 - n5r1c7          weak          n5r1c2 -b4- n5r5c6    hinge in block 4
///   n5r1c7 = n6r1c7          strong        n4r7c9 → ¬n4r2c3      link, in a net with patterns
///   n5r1c2 ~> ¬n6r3c4        stream        n4r7c9 ⇒ ¬n4r2c3      patterns
///   n5r1c2 <~ ¬n6r3c4        backwards
/// ```
///
/// Along `-` and `=` candidates are true and false by turns.
pub(super) fn chain(clause: Clause, start: Candidate, steps: &[Implication]) -> String {
    let with_patterns = clause == Clause::PatternNet;
    let one = |Implication { by, to, .. }: &Implication| {
        let name = label(to.candidate);
        let sign = if to.holds { "" } else { "¬" };
        match by {
            Implied::Weak | Implied::Strong if with_patterns => format!(" → {sign}{name}"),
            Implied::Weak => format!(" - {name}"),
            Implied::Strong => format!(" = {name}"),
            Implied::Hinge(House(house)) => format!(" -{}- {name}", house_name((*house).into())),
            Implied::Stream(_) => format!(" ~> {sign}{name}"),
            Implied::Backwards(_) => format!(" <~ {sign}{name}"),
            Implied::Patterns => format!(" ⇒ {sign}{name}"),
        }
    };
    label(start) + &steps.iter().map(one).collect::<String>()
}
