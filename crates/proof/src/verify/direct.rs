//! Patterns that leave a hidden single.

use super::proved::proved;
use super::{Checked, Claim, ensure, hall, locked};
use crate::evidence::{Clause, Direct, Evidence};

/// Checks that the pattern is of the rule's kind, and leaves only the asserted value in the variable.
pub(super) fn direct(claim: &Claim, Direct { pattern, single }: &Direct) -> Checked<()> {
    claim.is_of(&[Clause::DirectPointing, Clause::DirectClaiming, Clause::DirectHidden])?;
    let is_of_rule = match (claim.clause, &**pattern) {
        (Clause::DirectPointing, Evidence::Locked(of)) => locked::points(of),
        (Clause::DirectClaiming, Evidence::Locked(of)) => !locked::points(of),
        (Clause::DirectHidden, Evidence::Subset(of)) => {
            hall::is_of_rule(Clause::Hidden, claim.number, &of.variables, &of.transversals)
        }
        _ => false,
    };
    ensure(is_of_rule, "the rule has no such pattern")?;
    ensure(!claim.state.is_solved(*single), "the variable has a value")?;
    let proved = proved(claim.state, pattern)?;
    let mut left = claim.state.candidates(*single);
    left.retain(|&label| !proved.removes(label));
    ensure(left == [claim.value()?], "not one candidate of the variable is left")
}
