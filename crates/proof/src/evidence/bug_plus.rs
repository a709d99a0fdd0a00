//! Bivalue universal graves except for some candidates: BUG+n.

use super::{Hall, Notation, eureka, hall, list};
use crate::grid::{Candidate, notation::Variable};
use serde::{Deserialize, Serialize};

/// A bivalue universal grave except for extra candidates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugPlus<V = Variable> {
    /// The extra candidates.
    pub extras: Vec<Candidate>,
    /// Cells and digits that form a subset with the extra candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall<V>>,
}

impl BugPlus {
    /// Formats as `n1r6c7 n1r7c8 - c1{r4 r7}{n2 n8}`.
    pub(super) fn text(&self) -> String {
        format!("{}{}", list(&self.extras, " "), hall::completion(&self.subset, Notation::Nrc))
    }

    /// Formats the extra candidates: `1r6c7,1r7c8`.
    pub(super) fn for_players(&self) -> String {
        let BugPlus { extras, subset } = self;
        let extra = |one: &Candidate| format!("{}{}", one.digit.number(), one.cell);
        list(extras.iter().map(extra), ",") + &eureka::completion(subset)
    }
}
