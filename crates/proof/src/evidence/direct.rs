//! Patterns that leave a hidden single, which SER calls direct.

use super::Evidence;
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// A pattern that leaves one place of a variable: the value is the conclusion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Direct {
    /// Locked candidates, or a hidden subset.
    pub pattern: Box<Evidence>,
    /// The variable.
    pub single: Variable,
}

impl Direct {
    /// Formats as `b5n7 in r4, which leaves one place of b6n7`.
    pub(super) fn text(&self) -> String {
        format!("{}, which leaves one place of {}", self.pattern.text(), self.single)
    }
}
