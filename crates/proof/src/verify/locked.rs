//! Locked candidates.

use super::position::Position;
use super::proved::Proved;
use super::state::{BN, kind};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Locked};

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
pub(crate) fn proved<S: Position>(
    state: &S, &Locked { base, cover }: &Locked<S::Variable, S::House>,
) -> Checked<Proved> {
    let (_, digit) = S::as_digit(base).ok_or("the variable is no digit of a house")?;
    let cover = S::of_digit(cover, digit);
    let places = state.candidates_of(base)?;
    ensure(!state.has_value(base)? && !places.is_empty(), "the digit has a value there, or no place")?;
    ensure(places.iter().all(|&place| state.belongs(place, cover)), "a place is in another house")?;
    let mut gone = state.candidates_of(cover)?;
    gone.retain(|&label| !state.belongs(label, base));
    Ok(Proved::Gone(gone))
}
