//! Texts of singles, and of variables without a value.

use super::pattern::Pattern;
use super::{Clause, RuleKind};
use crate::grid::notation::Variable;

/// Formats as `naked-single`, `hidden-single-in-a-row`; under a players' name the variable is added.
pub(super) fn single(kind: RuleKind, variable: Variable) -> Pattern {
    let rule = kind.rule;
    if let Variable::Cell(_) = variable {
        return Pattern::name("naked-single");
    }
    let head = match kind.clause {
        Clause::LastDigit => rule.to_string(),
        Clause::LastCell => format!("{rule}-in-a-{}", variable.kind()),
        _ => format!("hidden-single-in-a-{}", variable.kind()),
    };
    Pattern { body: variable.to_string(), ..Pattern::name(head) }
}

/// Formats as `contradiction in r1c2`.
pub(super) fn contradiction(variable: Variable) -> Pattern {
    Pattern::spaced("contradiction", format!("in {variable}"))
}
