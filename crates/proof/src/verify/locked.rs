//! Locked candidates.

use super::proved::Proved;
use super::state::{BN, State, is_in, kind};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Locked};
use crate::grid::notation::Variable;

/// Checks locked candidates: from a block to a line if the rule is pointing, else from a line to a block.
pub(super) fn locked(claim: &Claim, of: &Locked) -> Checked<()> {
    claim.is_of(&[Clause::Pointing, Clause::Claiming])?;
    ensure(points(of) == (claim.clause == Clause::Pointing), "the house is not of the rule's kind")?;
    proved(claim.state, of)?.covers(claim)
}

/// Whether the first house is a block.
pub(super) fn points(of: &Locked) -> bool {
    kind(of.base) == BN
}

/// Checks that all places of a digit in one house are in another; so it has no other places in the latter.
pub(super) fn proved(state: &State, &Locked { base, cover }: &Locked) -> Checked<Proved> {
    let Variable::In(_, digit) = base else { return Err("the variable is no digit of a house".into()) };
    let cover = Variable::In(cover, digit);
    let places = state.candidates(base);
    ensure(!state.is_solved(base) && !places.is_empty(), "the digit has a value there, or no place")?;
    ensure(places.iter().all(|&place| is_in(place, cover)), "a place is in another house")?;
    let mut gone = state.candidates(cover);
    gone.retain(|&label| !is_in(label, base));
    Ok(Proved::Gone(gone))
}
