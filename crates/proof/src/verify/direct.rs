//! Patterns that leave a hidden single.

use super::position::Position;
use super::proved::Proved;
use super::{Checked, Claim, ensure, hall, locked};
use crate::evidence::{Clause, Direct, Evidence};

/// Checks that the pattern is of the rule's kind, and leaves only the asserted value in the variable.
pub(super) fn direct(claim: &Claim, of: &Direct) -> Checked<()> {
    claim.is_of(&[Clause::DirectPointing, Clause::DirectClaiming, Clause::DirectHidden])?;
    let is_of_rule = match (claim.clause, &*of.pattern) {
        (Clause::DirectPointing, Evidence::Locked(of)) => locked::points(of),
        (Clause::DirectClaiming, Evidence::Locked(of)) => !locked::points(of),
        (Clause::DirectHidden, Evidence::Subset(of)) => {
            hall::is_of_rule(Clause::Hidden, claim.number, &of.variables, &of.transversals)
        }
        _ => false,
    };
    ensure(is_of_rule, "the rule has no such pattern")?;
    proved(claim.state, of)?.covers(claim)
}

/// Checks that the pattern leaves one candidate of the variable.
pub(crate) fn proved<S: Position>(
    state: &S, Direct { pattern, single }: &Direct<S::Variable, S::Pattern>,
) -> Checked<Proved> {
    ensure(!state.has_value(*single)?, "the variable has a value")?;
    let proved = state.proved(pattern)?;
    let mut left = state.candidates_of(*single)?;
    left.retain(|&label| !proved.removes(state, label));
    let [value] = left[..] else { return Err("not one candidate of the variable is left".into()) };
    Ok(Proved::Value(value))
}
