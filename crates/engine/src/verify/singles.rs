//! Singles, and contradictions (docs/theory.md, "BRT").

use super::state::{different, is_in, kind, labels};
use super::{Checked, Claim, ensure};
use crate::evidence::Clause;
use crate::grid::notation::Variable;

/// A variable without value that has one candidate. There are names for what kind it is of, for the last cell
/// of a house and the last place of a digit.
pub(super) fn single(claim: &Claim, variable: Variable) -> Checked<()> {
    let clause = claim.clause;
    let is_last = [Clause::LastCell, Clause::HiddenLastCell].contains(&clause);
    let of_house = is_last || [Clause::HiddenSingle, Clause::LastDigit].contains(&clause);
    let holds = match variable {
        Variable::Cell(_) => clause == Clause::NakedSingle,
        Variable::Block(..) => of_house || clause == Clause::BlockSingle,
        Variable::Row(..) | Variable::Column(..) => of_house || clause == Clause::LineSingle,
    };
    ensure(holds, "the rule has no such pattern")?;
    ensure(claim.size.is_none(), "the rule has no sizes")?;
    let cells = labels(variable).into_iter().map(|label| usize::from(label.cell));
    let open = cells.filter(|&cell| claim.state.value(cell).is_none()).count();
    match clause {
        _ if is_last => ensure(open == 1, "the house has more empty cells")?,
        Clause::BlockSingle | Clause::LineSingle => ensure(open > 1, "it is the last cell of the house")?,
        _ => {}
    }
    let value = claim.value()?;
    if clause == Clause::LastDigit {
        let has_it =
            |&cell: &usize| claim.state.value(cell).is_some_and(|placed| placed.digit == value.digit);
        ensure((0..81).filter(has_it).count() == 8, "the digit has not eight places")?;
    }
    ensure(!claim.state.is_solved(variable), "the variable has a value")?;
    ensure(claim.state.candidates(variable) == [value], "it is not the only one of its variable")
}

/// A variable with neither value nor candidate; or two variables, of two digits, with one candidate each, in
/// one cell.
pub(super) fn contradiction(claim: &Claim, variable: Variable, clash: &[Variable]) -> Checked<()> {
    claim.is_of(&[Clause::Contradiction])?;
    claim.contradicts()?;
    let state = claim.state;
    if clash.is_empty() {
        return ensure(state.is_empty(variable), "the variable has a value or a candidate");
    }
    ensure(matches!(variable, Variable::Cell(_)), "two digits clash in a cell")?;
    let mut digits = Vec::new();
    for &place in clash {
        ensure(kind(place) != kind(variable), "what clashes are digits of houses")?;
        ensure(!state.is_solved(place), "a digit that clashes has its place")?;
        let [only] = state.candidates(place)[..] else {
            return Err("a digit that clashes has not one place".into());
        };
        ensure(is_in(only, variable), "a digit that clashes has its place elsewhere")?;
        digits.push(only.digit);
    }
    ensure(digits.len() > 1 && different(&digits), "two different digits clash")
}
