//! Texts of singles, and of variables without a value.

use super::pattern::Pattern;
use super::{Clause, RuleKind, value_text};
use crate::grid::{Candidate, notation::Variable};

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

/// Formats a single: `r4c8=6`, `r6c1=1 (column 1)`.
pub(super) fn for_players(variable: Variable, asserts: &[Candidate]) -> String {
    let value = asserts.first().map_or(String::new(), |&value| value_text(value));
    match variable {
        Variable::Cell(_) => value,
        Variable::In(house, _) => format!("{value} ({})", house.in_words()),
    }
}

/// Formats a variable: `r4c8`, `5 in row 3`.
pub(super) fn in_words(variable: Variable) -> String {
    match variable {
        Variable::Cell(cell) => cell.to_string(),
        Variable::In(house, digit) => format!("{} in {}", digit.number(), house.in_words()),
    }
}
