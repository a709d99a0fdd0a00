//! Chains of implications between candidates and their negations, and moves that prove an implication.

use super::pattern::Pattern;
use super::{Clause, Hall, RuleKind, colouring, eureka, list, value_text};
use crate::grid::Candidate;
use crate::grid::House;
use crate::grid::notation::{Variable, label};
use serde::{Deserialize, Serialize};

/// A candidate or its negation: `n5r1c2`, `¬n5r1c2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the literal is the candidate, not its negation.
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
    /// Reason why the literal before implies this one.
    pub by: Implied,
    /// In a cycle of colouring, the reason why the negations imply each other too, if they do: exactly one of
    /// the two candidates is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<Implied>,
    /// The implied literal.
    pub to: Literal,
}

/// Reason why a literal implies another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Implied {
    /// Two linked candidates are not both true.
    Weak,
    /// The only two candidates of a variable are not both false.
    Strong,
    /// Two candidates are not both true, or this house would be without their digit.
    Hinge(House),
    /// Singles lead from the first literal to the second.
    Stream(Trace),
    /// Singles lead from the negation of the second literal to the negation of the first.
    Backwards(Trace),
    /// All remaining patterns of a digit that agree with the first literal agree with the second.
    Patterns,
}

impl Implied {
    /// Returns the kind of a link: weak from a candidate, strong from a negation.
    #[doc(hidden)]
    pub fn link(from_candidate: bool) -> Implied {
        if from_candidate { Implied::Weak } else { Implied::Strong }
    }
}

/// Moves from an assumption, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// Moves that the end requires.
    pub moves: Vec<Move>,
    /// End of the moves.
    pub end: End,
}

/// A move of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// The only candidate of a variable.
    Single(Variable, Candidate),
    /// All candidates of a variable are linked to each of these candidates, which are removed.
    Locked(Variable, Vec<Candidate>),
    /// A subset, and the candidates that it removes.
    Subset(Hall, Vec<Candidate>),
    /// A candidate that leads to a contradiction by this trace, and is removed.
    Refuted(Candidate, Trace),
}

impl Trace {
    /// Formats the refuted candidates in order, with those refuted on the way to a refutation in braces:
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
    /// The variable has no candidate left.
    Empty(Variable),
    /// The literal to be shown holds.
    Holds,
}

/// Formats the implications of a rule: `x-cycle 4 [79]-[39]…`, `br-net: n5r1c2 - n5r1c7 = …`.
pub(super) fn pattern(kind: RuleKind, start: Candidate, steps: &[Implication]) -> Pattern {
    match kind.clause.cycle() {
        Some(name) => Pattern::spaced(name, colouring::cycle(start, steps)),
        None => Pattern::new(kind.rule, chain(kind.clause, start, steps)),
    }
}

/// Formats links that alternate in players' notation; `None` for others, and for cycles.
pub(super) fn for_players(kind: RuleKind, start: Candidate, steps: &[Implication]) -> Option<String> {
    let first = Literal { candidate: start, holds: true };
    let all: Vec<Literal> = [first].into_iter().chain(steps.iter().map(|one| one.to)).collect();
    let is_link = |one: &Implication| matches!(one.by, Implied::Weak | Implied::Strong);
    let is_plain = kind.clause.cycle().is_none() && steps.iter().all(is_link);
    eureka::alternating(&all).filter(|_| is_plain)
}

/// Formats a chain of implications:
///
/// ```text
///   n5r1c2 - n5r1c7          weak          n5r1c2 -b4- n5r5c6    hinge in block 4
///   n5r1c7 = n6r1c7          strong        n4r7c9 → ¬n4r2c3      link, in a net with patterns
///   n5r1c2 ~> ¬n6r3c4        stream        n4r7c9 ⇒ ¬n4r2c3      patterns
///   n5r1c2 <~ ¬n6r3c4        backwards
/// ```
///
/// Along `-` and `=`, candidates are alternately true and false.
fn chain(clause: Clause, start: Candidate, steps: &[Implication]) -> String {
    let with_patterns = clause == Clause::PatternNet;
    let one = |Implication { by, to, .. }: &Implication| {
        let name = label(to.candidate);
        let sign = if to.holds { "" } else { "¬" };
        match by {
            Implied::Weak | Implied::Strong if with_patterns => format!(" → {sign}{name}"),
            Implied::Weak => format!(" - {name}"),
            Implied::Strong => format!(" = {name}"),
            Implied::Hinge(house) => format!(" -{house}- {name}"),
            Implied::Stream(_) => format!(" ~> {sign}{name}"),
            Implied::Backwards(_) => format!(" <~ {sign}{name}"),
            Implied::Patterns => format!(" ⇒ {sign}{name}"),
        }
    };
    label(start) + &steps.iter().map(one).collect::<String>()
}
