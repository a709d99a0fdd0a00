//! Chains of variables.
//!
//! ```text
//!   target ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln .}
//!
//!   ─    a link: not both are true
//!   { }  a variable's candidates, of which one is true; modern notation omits ignored candidates
//! ```

use super::families::Notation;
use super::pattern::Pattern;
use super::players::{Told, names};
use super::{RuleKind, eureka, list};
use crate::grid::notation::{self, Variable};
use crate::grid::{Candidate, Cell, Cells, House};
use serde::{Deserialize, Serialize};

/// One variable of a chain, or a subset of several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The variable, or all variables of a right-linking subset.
    pub variables: Vec<Variable>,
    /// The left-linking candidate.
    pub left: Candidate,
    /// Origin that excludes the left-linking candidate.
    pub from: Origin,
    /// Right-linking object: true if everything else in the variable is false.
    pub right: Right,
    /// The other candidates, and the origin that excludes each of them: previous links first (t-candidates),
    /// then the target (z-candidates).
    pub ignored: Vec<(Candidate, Origin)>,
}

/// Origin of an exclusion: 0 is the target, or the start of a branch; k is the right-linking object of the
/// k-th link.
pub type Origin = usize;

/// A right-linking object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Right {
    /// Nothing is left: the chain ends.
    Nothing,
    /// A candidate.
    Candidate(Candidate),
    /// A group: all candidates of a digit where two houses cross. One of the candidates is true.
    Group(Vec<Candidate>),
    /// A subset of the link's variables.
    Subset {
        /// The transversal sets.
        transversals: Vec<Variable>,
        /// Candidates of the variables that are not ignored.
        candidates: Vec<Candidate>,
    },
}

impl Right {
    /// Returns the candidates that make up the object.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Right::Nothing => &[],
            Right::Candidate(candidate) => std::slice::from_ref(candidate),
            Right::Group(candidates) | Right::Subset { candidates, .. } => candidates,
        }
    }
}

/// Formats a chain of a rule: `whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .}`.
pub(super) fn chain(kind: RuleKind, links: &[Link]) -> Pattern {
    // A whip of one variable is the same for all rules: locked candidates.
    let is_locked = links.len() == 1 && links[0].right == Right::Nothing;
    match kind.family.filter(|_| !is_locked) {
        Some(family) => {
            let make = if family.notation.lists_all() { Pattern::spaced } else { Pattern::new };
            make(family.name_of(links), texts(links, family.notation))
        }
        None => Pattern::new(format!("whip[{}]", links.len()), texts(links, Notation::Modern)),
    }
}

pub(super) fn texts(links: &[Link], notation: Notation) -> String {
    let one = |k: usize| links[k].text(notation, &links[..k], k + 1 == links.len());
    list((0..links.len()).map(one), " - ")
}

impl Link {
    /// Formats the link that follows the links `before`; `is_last` marks the last link of a chain.
    pub(super) fn text(&self, notation: Notation, before: &[Link], is_last: bool) -> String {
        let Link { variables, left, right, .. } = self;
        let variable = variables.first().copied().unwrap_or(Variable::Cell(Cell::new(0)));
        match right {
            Right::Nothing => notation::link(variable, *left, None),
            Right::Candidate(_) if notation == Notation::Open && is_last => {
                notation::link(variable, *left, None)
            }
            Right::Candidate(right) if notation.lists_all() => {
                let by = |&origin: &Origin| {
                    let link = before.get(origin.checked_sub(1)?)?;
                    link.right.candidates().first().copied()
                };
                let ignored: Vec<_> =
                    self.ignored.iter().map(|(label, origin)| (*label, by(origin))).collect();
                let planar = notation == Notation::HlsPlanar;
                notation::seed_link(variable, *left, *right, &ignored, planar)
            }
            Right::Candidate(right) => notation::link(variable, *left, Some(*right)),
            Right::Group(members) => notation::segment_link(variable, *left, members),
            Right::Subset { transversals, .. } => notation::subset_link(variables, *left, transversals),
        }
    }
}

/// Formats a chain in players' notation; `None` if it has none.
pub(super) fn for_players(links: &[Link], told: Told) -> Option<String> {
    let other = || match told.kind.rule {
        "xyz-wing" => Some(xyz_wing(links)),
        _ => eureka::bivalue(links),
    };
    locked(links).or_else(other)
}

/// Formats an XYZ-Wing, whose pivot also has the digit of the wings: `1/3/4 in r7c589`.
fn xyz_wing(links: &[Link]) -> String {
    let cells: Vec<Variable> = links.iter().flat_map(|link| link.variables.clone()).collect();
    let all = links.iter().flat_map(|link| {
        let ignored = link.ignored.iter().map(|ignored| ignored.0);
        [link.left].into_iter().chain(link.right.candidates().iter().copied()).chain(ignored)
    });
    let mut digits: Vec<u8> = all.map(|one| one.digit.number()).collect();
    digits.sort_unstable();
    digits.dedup();
    format!("{} in {}", list(digits, "/"), names(&cells))
}

/// Formats locked candidates as `7 in b5/r5`, if the chain is of this kind.
fn locked(links: &[Link]) -> Option<String> {
    let [Link { variables, left, right: Right::Nothing, ignored, .. }] = links else { return None };
    let (house, digit) = variables.first()?.house()?;
    let mut cells: Cells = ignored.iter().map(|ignored| ignored.0.cell).collect();
    cells |= Cells::of(left.cell);
    let mut others = House::all().filter(|&other| other != house && cells.is_subset(other.cells()));
    Some(format!("{} in {house}/{}", digit.number(), others.next()?))
}
