//! Chains of implications between candidates and their negations.

use super::Trace;
use crate::grid::Candidate;
use crate::grid::notation::{house_name, label};
use crate::net::{self, Net};
use std::fmt::{Display, Formatter, Result};

/// A chain that leads from a candidate to its negation: the candidate is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implications {
    /// The name of the rule, which says what may imply.
    pub rule: &'static str,
    /// The candidate at the beginning.
    pub start: Candidate,
    /// What each implies next, and why.
    pub steps: Vec<(Reason, Literal)>,
}

/// A candidate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the literal says that it is true.
    pub holds: bool,
}

impl Literal {
    /// A literal of the net.
    pub(in crate::rules) fn of<const W: usize>(net: &Net<W>, literal: net::Literal) -> Literal {
        Literal { candidate: net.candidates[literal.variable], holds: literal.holds }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { holds: !self.holds, ..self }
    }
}

impl Implications {
    /// The chain of these literals, the first of which says that candidate `i` of the net is true.
    pub(in crate::rules) fn of<const W: usize>(
        rule: &'static str,
        net: &Net<W>,
        i: usize,
        chain: &[net::Literal],
        reason: impl Fn(net::Literal, net::Literal) -> Reason,
    ) -> Implications {
        let step =
            |(&from, &to): (&net::Literal, &net::Literal)| (reason(from, to), Literal::of(net, to));
        let steps = chain.iter().zip(chain.iter().skip(1)).map(step).collect();
        Implications { rule, start: net.candidates[i], steps }
    }
}

/// Why a literal implies another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Not both of two candidates.
    Weak,
    /// Not neither.
    Strong,
    /// Not both, by way of this house.
    Hinge(usize),
    /// Singles lead from the first to the second.
    Stream(Trace),
    /// Singles lead from the negation of the second to that of the first.
    Backwards(Trace),
    /// Not both or not neither, in a chain that says which are false.
    Link,
    /// All patterns of the digit say so.
    Patterns,
}

impl Display for Implications {
    /// ```text
    ///   n5r1c2 - n5r1c7          weak          n5r1c2 -b4- n5r5c6    hinge in block 4
    ///   n5r1c7 = n6r1c7          strong        n4r7c9 → ¬n4r2c3      link
    ///   n5r1c2 ~> ¬n6r3c4        stream        n4r7c9 ⇒ ¬n4r2c3      patterns
    ///   n5r1c2 <~ ¬n6r3c4        backwards
    /// ```
    ///
    /// Along `-` and `=` candidates are true and false by turns.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}: {}", self.rule, label(self.start))?;
        for (reason, to) in &self.steps {
            let name = label(to.candidate);
            let sign = if to.holds { "" } else { "¬" };
            match reason {
                Reason::Weak => write!(f, " - {name}"),
                Reason::Strong => write!(f, " = {name}"),
                Reason::Hinge(house) => write!(f, " -{}- {name}", house_name(*house)),
                Reason::Stream(_) => write!(f, " ~> {sign}{name}"),
                Reason::Backwards(_) => write!(f, " <~ {sign}{name}"),
                Reason::Link => write!(f, " → {sign}{name}"),
                Reason::Patterns => write!(f, " ⇒ {sign}{name}"),
            }?;
        }
        Ok(())
    }
}
