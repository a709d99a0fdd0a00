//! Texts of trials.

use super::pattern::Pattern;
use super::{Trace, value_text};
use crate::grid::Candidate;

/// Formats as `trial: r1c2=3 fails`.
pub(super) fn trial(rule: &str, eliminates: &[Candidate]) -> Pattern {
    let tried = eliminates.first().map_or(String::new(), |&tried| value_text(tried));
    Pattern::new(rule, format!("{tried} fails"))
}

/// Formats the refuted candidates as a tree: `te2: r1c2=3 {r4c5=6} fail`.
pub(super) fn trials(rule: &str, trace: &Trace) -> Pattern {
    Pattern::new(rule, format!("{} fail", trace.tree()))
}
