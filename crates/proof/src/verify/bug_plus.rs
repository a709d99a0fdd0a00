//! Bivalue universal graves except for some candidates (docs/theory.md, "Uniqueness").

use super::extras::{is_locked, more_cells, one_of};
use super::position::Position;
use super::proved::Proved;
use super::state::{different, distinct};
use super::{Checked, Claim, ensure};
use crate::evidence::{BugPlus, Clause};
use crate::grid::{Candidate, Digit};

pub(super) fn bug_plus(claim: &Claim, of: &BugPlus) -> Checked<()> {
    claim.shows(&[Clause::BugPlus])?;
    claim.is_rated(of.extras.len(), more(claim.state, of)?)?;
    proved(claim.state, of)?.covers(claim)
}

/// Returns the tenths that SER adds.
pub(crate) fn more<S: Position>(_: &S, of: &BugPlus<S::Variable>) -> Checked<u32> {
    more_cells::<S>(of.subset.as_ref())
}

/// Checks that without some candidates all cells would have two, and all digits two places in a house: then
/// there would be two solutions or none.
pub(crate) fn proved<S: Position>(
    state: &S, BugPlus { extras, subset }: &BugPlus<S::Variable>,
) -> Checked<Proved> {
    ensure(different(extras), "a candidate comes twice")?;
    ensure(extras.iter().all(|&extra| state.holds(extra)), "what it has more is no candidate")?;
    ensure(is_grave(state, extras)?, "without these candidates a variable has not two")?;
    let mut gone = one_of(state, extras, subset.as_ref())?;
    let with_more = distinct(extras.iter().map(|extra| extra.cell));
    if let [one, two] = with_more[..] {
        // An extra fills one of the two cells; so a digit that is locked in the two cells is in the other
        // cell.
        let is_free = |digit: &Digit| extras.iter().all(|extra| extra.digit != *digit);
        let both = [state.candidates_of(S::of_cell(one))?, state.candidates_of(S::of_cell(two))?].concat();
        for digit in distinct(both.iter().map(|label| label.digit)).into_iter().filter(is_free) {
            if is_locked(state, digit, [one, two])? {
                let others = both.iter().filter(|label| label.digit != digit && !extras.contains(label));
                gone.extend(others.copied());
            }
        }
    }
    Ok(Proved::Gone(gone))
}

/// Whether without some candidates all undecided variables would have two.
pub(super) fn is_grave<S: Position>(state: &S, without: &[Candidate]) -> Checked<bool> {
    for variable in state.every_variable() {
        let left = state.candidates_of(variable)?.into_iter().filter(|one| !without.contains(one)).count();
        if left != 2 && !state.has_value(variable)? {
            return Ok(false);
        }
    }
    Ok(true)
}
