//! Chains of variables.
//!
//! ```text
//!   target ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln .}
//!
//!   ─    a link: not both are true
//!   { }  a variable's candidates, of which one is true; modern notation omits ignored candidates
//! ```

use super::families::{self, Notation};
use super::list;
use crate::grid::Candidate;
use crate::grid::Cell;
use crate::grid::notation::{self, Variable, label};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

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

/// Two neighbours in a circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    /// The variable that joins the neighbours.
    pub variable: Variable,
    /// The first neighbour.
    pub left: Candidate,
    /// The second neighbour.
    pub right: Candidate,
    /// Other candidates of the variable, all linked to the target.
    pub guardians: Vec<Candidate>,
}

/// A candidate and its consequences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The candidate.
    pub start: Candidate,
    /// A partial whip; empty if the candidate itself is the conclusion.
    pub links: Vec<Link>,
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
pub(super) fn chain(rule: &str, links: &[Link]) -> String {
    // A whip of one variable is the same for all rules: locked candidates.
    let is_locked = links.len() == 1 && links[0].right == Right::Nothing;
    match families::named(rule).filter(|_| !is_locked) {
        Some(family) => {
            let colon = if family.notation.lists_all() { "" } else { ":" };
            format!("{}{colon} {}", family.name_of(links), texts(links, family.notation))
        }
        None => format!("whip[{}]: {}", links.len(), texts(links, Notation::Modern)),
    }
}

/// Formats as `forcing-whip-elim[3] based on bivalue candidates n5r7c4 and n6r7c4: || n5r7c4 -
/// partial-whip[1]: … || …`.
pub(super) fn forcing(rule: &str, asserts: bool, branches: &[Branch]) -> String {
    let kind = if asserts { "val" } else { "elim" };
    let values = if branches.len() == 2 { "bivalue" } else { "trivalue" };
    let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
    let starts: Vec<String> = branches.iter().map(|branch| label(branch.start)).collect();
    let (last, others) = starts.split_last().map_or(("", &[][..]), |(last, all)| (last, all));
    let based = format!("based on {values} candidates {} and {last}", others.join(", "));
    format!("{rule}-{kind}[{size}] {based}: {}", list(branches, " "))
}

fn texts(links: &[Link], notation: Notation) -> String {
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

impl Display for Arc {
    /// Formats as `r1c8{n1 n2}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&notation::link(self.variable, self.left, Some(self.right)))
    }
}

impl Display for Branch {
    /// Formats as `|| n5r7c4 - partial-whip[1]: r9n5{c4 c7}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Branch { start, links } = self;
        write!(f, "|| {}", label(*start))?;
        match links.len() {
            0 => Ok(()),
            n => write!(f, " - partial-whip[{n}]: {}", texts(links, Notation::Modern)),
        }
    }
}
