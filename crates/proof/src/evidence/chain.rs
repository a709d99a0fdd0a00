//! Chains of variables.
//!
//! ```text
//!   target ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln .}
//!
//!   ─    a link: not both are true
//!   { }  the candidates of a variable, of which one is true; modern notation omits the ignored ones
//! ```

use super::families::{self, Notation};
use super::list;
use crate::grid::Candidate;
use crate::grid::notation::{self, Variable, label};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// One variable of a chain, or a subset of some.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The variable; of a right-linking subset, all its variables.
    pub variables: Vec<Variable>,
    /// The left-linking candidate.
    pub left: Candidate,
    /// What excludes this.
    pub from: Origin,
    /// What is true if everything else in the variable is false.
    pub right: Right,
    /// What else is there, each with what excludes it: the target last (z-candidates), after the previous
    /// links (t-candidates).
    pub ignored: Vec<(Candidate, Origin)>,
}

/// What excludes a candidate: 0 is the target, or what a branch begins with; k what is right-linking in the
/// k-th link.
pub type Origin = usize;

/// What is right-linking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Right {
    /// Nothing is left: the chain ends.
    Nothing,
    /// A candidate.
    Candidate(Candidate),
    /// One of some candidates of a digit where two houses cross: all that are there.
    Group(Vec<Candidate>),
    /// A subset of the link's variables.
    Subset {
        /// The transversal sets.
        transversals: Vec<Variable>,
        /// The candidates of the variables that are not ignored.
        candidates: Vec<Candidate>,
    },
}

/// Two neighbours of a circle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    /// The variable that joins them.
    pub variable: Variable,
    /// One of them.
    pub left: Candidate,
    /// The next.
    pub right: Candidate,
    /// The other candidates of the variable, all linked to the target.
    pub guardians: Vec<Candidate>,
}

/// A candidate and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The candidate.
    pub start: Candidate,
    /// A partial whip; none if the candidate itself is what matters.
    pub links: Vec<Link>,
}

impl Right {
    /// The candidates of which it says something.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Right::Nothing => &[],
            Right::Candidate(candidate) => std::slice::from_ref(candidate),
            Right::Group(candidates) | Right::Subset { candidates, .. } => candidates,
        }
    }
}

/// A chain of a rule: `whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .}`.
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

/// `forcing-whip-elim[3] based on bivalue candidates n5r7c4 and n6r7c4: || n5r7c4 - partial-whip[1]: … || …`.
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
    /// The link after those `before`, `is_last` or not.
    pub(super) fn text(&self, notation: Notation, before: &[Link], is_last: bool) -> String {
        let Link { variables, left, right, .. } = self;
        let variable = variables.first().copied().unwrap_or(Variable::Cell(0));
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
    /// `r1c8{n1 n2}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&notation::link(self.variable, self.left, Some(self.right)))
    }
}

impl Display for Branch {
    /// `|| n5r7c4 - partial-whip[1]: r9n5{c4 c7}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Branch { start, links } = self;
        write!(f, "|| {}", label(*start))?;
        match links.len() {
            0 => Ok(()),
            n => write!(f, " - partial-whip[{n}]: {}", texts(links, Notation::Modern)),
        }
    }
}
