//! What a step rests on, as data: a rule says it, the text of a step is printed from it, and a picture is drawn.
//!
//! Patterns hold what cannot be read off the grid: which variables, which houses, which candidate for what. What is
//! in them there, the grid in which they were found tells.

mod chain;
mod colouring;
mod hall;
mod net;
mod templates;
mod trace;
mod unique;

pub use chain::{Branch, Chain, Circle, Forcing, Link, Notation, Origin, Right, Subset};
pub use colouring::{Knot, OddCycle};
pub use hall::{Fish, HallSet};
pub(super) use hall::{bits, digit_list, square_list};
pub use net::{Implications, Literal, Reason};
pub use templates::{Conflict, Death, Left, Lemma, Template, Templates, Verdict, Why};
pub use trace::{End, Move, Trace};
pub use unique::{Because, Rectangle};

use super::Exclusion;
use crate::grid::Candidate;
use crate::grid::notation::{Variable, cell_name, house_kind, house_name};
use std::fmt::{Display, Formatter, Result};

/// One pattern of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A variable that has no value left, or a cell that is the only place for two digits.
    Contradiction(Variable),
    /// A variable with one value left.
    Single(Variable),
    /// Naked and hidden subsets.
    Hall(HallSet),
    /// All Hall sets of a house.
    AllDifferent {
        /// Index into [`crate::grid::HOUSES`].
        house: usize,
        /// Some of them, by squares and digits: each removed candidate has its digit in one, but not its square.
        sets: Vec<(u16, u16)>,
    },
    /// Super-hidden subsets.
    Fish(Fish),
    /// A cycle of colouring.
    OddCycle(OddCycle),
    /// Candidates that cannot be false; two that are each other's mates where there is no solution.
    Knots(Vec<Knot>),
    /// A unique rectangle.
    Rectangle(Rectangle),
    /// A grave but for this candidate.
    Bug(Candidate),
    /// Chains from a target: whips, braids, bivalue chains and all their kin; locked candidates are whips of
    /// one variable.
    Chain(Chain),
    /// An oddagon.
    Circle(Circle),
    /// A forcing whip.
    Forcing(Forcing),
    /// Templates of a digit.
    Templates(Templates),
    /// A chain of implications.
    Implications(Implications),
    /// A candidate that was tried, and failed.
    Trial {
        /// The name of the rule, which says by what theory.
        rule: &'static str,
        /// The candidate.
        candidate: Candidate,
        /// How.
        trace: Trace,
    },
}

impl Pattern {
    /// For a Hall set of a house, or all of them: where it is.
    pub fn exclusion(&self) -> Option<Exclusion> {
        match *self {
            Pattern::Hall(HallSet { house, of_digits, .. }) => Some(Exclusion { house, of_digits }),
            Pattern::AllDifferent { house, .. } => Some(Exclusion { house, of_digits: false }),
            _ => None,
        }
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Pattern::Contradiction(variable) => write!(f, "contradiction in {variable}"),
            Pattern::Single(Variable::Cell(_)) => f.write_str("naked-single"),
            Pattern::Single(variable) => write!(f, "hidden-single-in-a-{}", variable.kind()),
            Pattern::Hall(hall) => hall.fmt(f),
            Pattern::AllDifferent { house, .. } => {
                write!(f, "all-different-in-a-{}: {}", house_kind(*house), house_name(*house))
            }
            Pattern::Fish(fish) => fish.fmt(f),
            Pattern::OddCycle(cycle) => cycle.fmt(f),
            Pattern::Knots(knots) => write!(f, "y-knot {}", list(knots, ", ")),
            Pattern::Rectangle(rectangle) => rectangle.fmt(f),
            Pattern::Bug(candidate) => write!(f, "bug+1: n{}", candidate.digit + 1),
            Pattern::Chain(chain) => chain.fmt(f),
            Pattern::Circle(circle) => circle.fmt(f),
            Pattern::Forcing(forcing) => forcing.fmt(f),
            Pattern::Templates(templates) => templates.fmt(f),
            Pattern::Implications(chain) => chain.fmt(f),
            Pattern::Trial { rule, candidate, .. } => {
                let cell = cell_name(candidate.cell as usize);
                write!(f, "{rule}: {cell}={} fails", candidate.digit + 1)
            }
        }
    }
}

/// The texts of several, one after the other.
fn list<T: Display>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}
