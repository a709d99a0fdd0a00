//! Bivalue universal graves except for some candidates (docs/theory.md, "Uniqueness").

use super::extras::{is_locked, more_cells, one_of};
use super::state::{State, all_variables, different, distinct};
use super::{Checked, Claim, ensure};
use crate::evidence::{BugPlus, Clause};
use crate::grid::{Candidate, Digit, notation::Variable};

/// Checks that without some candidates all cells would have two, and all digits two places in a house: then
/// there would be two solutions or none.
pub(super) fn bug_plus(claim: &Claim, BugPlus { extras, subset }: &BugPlus) -> Checked<()> {
    claim.shows(&[Clause::BugPlus])?;
    claim.is_rated(extras.len(), more_cells(subset.as_ref())?)?;
    let state = claim.state;
    ensure(different(extras), "a candidate comes twice")?;
    ensure(extras.iter().all(|&extra| state.has(extra)), "what it has more is no candidate")?;
    ensure(is_grave(state, extras), "without these candidates a variable has not two")?;
    let mut gone = one_of(state, extras, subset.as_ref())?;
    let with_more = distinct(extras.iter().map(|extra| extra.cell));
    if let [one, two] = with_more[..] {
        // An extra fills one of the two cells; so a digit that is locked in the two cells is in the other
        // cell.
        let is_free = |digit: &Digit| extras.iter().all(|extra| extra.digit != *digit);
        let is_locked = |&digit: &Digit| is_locked(state, digit, [one, two]);
        for digit in Digit::all().filter(is_free).filter(is_locked) {
            let both = [one, two].map(|cell| state.candidates(Variable::Cell(cell)));
            let others = both.into_iter().flatten();
            gone.extend(others.filter(|label| label.digit != digit && !extras.contains(label)));
        }
    }
    claim.removes(|target| gone.contains(target))
}

/// Whether without some candidates all undecided variables would have two.
pub(super) fn is_grave(state: &State, without: &[Candidate]) -> bool {
    let left = |variable| state.candidates(variable).into_iter().filter(|one| !without.contains(one)).count();
    all_variables().all(|variable| state.is_solved(variable) || left(variable) == 2)
}
