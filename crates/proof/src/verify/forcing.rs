//! Forcing whips (docs/theory.md, "Forcing whips"): from each candidate of a variable, or from each guardian
//! of a relation, a loopless partial whip (or g-whip), perhaps of length 0.

use super::chain::{Object, partial_whip};
use super::{Checked, Claim, ensure, state::are_same};
use crate::evidence::{Branch, Clause};
use crate::grid::{Candidate, notation::Variable};

pub(super) fn forcing(claim: &Claim, variable: Variable, branches: &[Branch]) -> Checked<()> {
    claim.shows(&[Clause::Forcing])?;
    ensure(branches.len() == claim.number, "the rule has another number of branches")?;
    ensure(!claim.state.is_solved(variable), "the variable has a value")?;
    from_each(claim, &claim.state.candidates(variable), branches, false)
}

/// Checks a branch from each candidate. As one of the candidates is true, so is the end of its branch.
pub(super) fn from_each(
    claim: &Claim, candidates: &[Candidate], branches: &[Branch], has_groups: bool,
) -> Checked<()> {
    claim.has_size(1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>())?;
    let starts = branches.iter().map(|branch| branch.start);
    let is_each = are_same(starts, candidates.iter().copied());
    ensure(is_each, "there is not one branch from each candidate")?;
    let mut ends = Vec::new();
    for (k, Branch { start, links }) in branches.iter().enumerate() {
        let end = partial_whip(claim.state, links, *start, has_groups);
        ends.push(end.map_err(|reason| format!("branch {}: {reason}", k + 1))?);
    }
    if !claim.asserts.is_empty() {
        let value = claim.value()?;
        let is_value = |end: &Object| matches!(end, Object::Candidate(end) if *end == value);
        return ensure(ends.iter().all(is_value), "a branch does not end in the value");
    }
    let excluded = |&target: &Candidate| ends.iter().all(|end| end.excludes(target));
    ensure(claim.targets()?.iter().all(excluded), "a target is not linked to the end of every branch")
}
