//! Circles of odd length.

use super::list;
use super::pattern::Pattern;
use crate::grid::Candidate;
use crate::grid::notation::{self, Variable};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

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

/// Formats as `oddagon[3]: r1c8{n1 n2},r1n2{c8 c9},r1c9{n2 n1}`.
pub(super) fn circle(rule: &str, arcs: &[Arc]) -> Pattern {
    Pattern::new(format!("{rule}[{}]", arcs.len()), list(arcs, ","))
}

impl Display for Arc {
    /// Formats as `r1c8{n1 n2}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&notation::link(self.variable, self.left, Some(self.right)))
    }
}
