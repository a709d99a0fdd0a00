//! Patterns that leave a hidden single, which SER calls direct.

use super::{Evidence, forcing_chains::Part};
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// A pattern that leaves one place of a variable: the value is the conclusion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Direct<V = Variable, P = Evidence> {
    /// Locked candidates, or a hidden subset.
    pub pattern: Box<P>,
    /// The variable.
    pub single: V,
}

impl<V: Display, P: Part> Direct<V, P> {
    /// Formats as `b5n7 in r4, which leaves one place of b6n7`.
    pub(crate) fn text(&self) -> String {
        format!("{}, which leaves one place of {}", self.pattern.text(), self.single)
    }
}
