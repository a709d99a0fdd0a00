//! Branches from each candidate of a variable.

use super::chain::{Link, texts};
use super::families::Notation;
use super::list;
use super::pattern::Pattern;
use crate::grid::Candidate;
use crate::grid::notation::label;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// A candidate and its consequences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The candidate.
    pub start: Candidate,
    /// A partial whip; empty if the candidate itself is the conclusion.
    pub links: Vec<Link>,
}

/// Formats as `forcing-whip-elim[3] based on bivalue candidates n5r7c4 and n6r7c4: || n5r7c4 -
/// partial-whip[1]: … || …`.
pub(super) fn forcing(rule: &str, has_value: bool, branches: &[Branch]) -> Pattern {
    let kind = if has_value { "val" } else { "elim" };
    let values = if branches.len() == 2 { "bivalue" } else { "trivalue" };
    let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
    let starts: Vec<String> = branches.iter().map(|branch| label(branch.start)).collect();
    let (last, others) = starts.split_last().map_or(("", &[][..]), |(last, all)| (last, all));
    let based = format!("based on {values} candidates {} and {last}", others.join(", "));
    Pattern::new(format!("{rule}-{kind}[{size}] {based}"), list(branches, " "))
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
