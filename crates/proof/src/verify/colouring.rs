//! Cycles of colouring and knots (docs/theory.md, "Cycle colouring").
//!
//! A cycle is a chain of implications between candidates of one digit, alternately weak and strong, back to
//! its beginning:
//!
//! ```text
//!   i ─1─ s ─2─ t ─1─ s' ─2─ t' ─1─ i     i true, s false, t true, s' false, t' true, i false
//! ```

use super::state::{State, block, linked, variables_of};
use super::trial::{SINGLES, refutes};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Implication, Implied, Knot, Literal};
use crate::grid::{Candidate, House, HouseKind};

/// Checks that the cycle is of one digit, with "not both" and "not neither" alternately.
pub(super) fn is_by_turns(start: Candidate, steps: &[Implication]) -> Checked<()> {
    let is_own = |step: &Implication| step.to.candidate.digit == start.digit;
    ensure(steps.iter().all(is_own), "the cycle has candidates of another digit")?;
    let by_turns = |(k, step): (usize, &Implication)| match step.by {
        Implied::Weak | Implied::Hinge(_) => k % 2 == 0 && !step.to.holds,
        Implied::Strong | Implied::Stream(_) | Implied::Backwards(_) => k % 2 == 1 && step.to.holds,
        Implied::Patterns => false,
    };
    let by_turns = steps.iter().enumerate().all(by_turns);
    ensure(by_turns && steps.len() % 2 == 1, "the edges are not weak and strong by turns")
}

/// Whether the rule allows a hinge by this house: by blocks seen along a row and a column, by all blocks, or
/// by all houses.
pub(super) fn hinge_counts(clause: Clause, house: House, a: Candidate, b: Candidate) -> bool {
    let is_block = house.kind() == HouseKind::Block;
    match clause {
        Clause::HingeNet | Clause::XCycleGeneral => true,
        Clause::XCycleHinge | Clause::YCycle => is_block,
        Clause::XCycleEr if is_block => {
            // Blocks beside each other share rows; blocks above each other share columns.
            let is_beside = |one: Candidate| house.number() / 3 == block(one.cell).number() / 3;
            let is_above = |one: Candidate| house.number() % 3 == block(one.cell).number() % 3;
            is_beside(a) && is_above(b) || is_above(a) && is_beside(b)
        }
        _ => false,
    }
}

/// Checks that the literal negates a candidate of a variable that has exactly two candidates.
pub(super) fn is_premise(state: &State, Literal { candidate, holds }: Literal) -> Checked<()> {
    let is_pair = |v| !state.is_solved(v) && state.candidates(v).len() == 2;
    let has_mate = variables_of(candidate).into_iter().any(is_pair);
    ensure(!holds && has_mate, "what singles are played from is not the negation of one of two")
}

/// Checks knots, candidates whose negations contradict themselves: one asserts its candidate, and two linked
/// ones are a contradiction.
pub(super) fn knots(claim: &Claim, knots: &[Knot]) -> Checked<()> {
    claim.is_of(&[Clause::Knots])?;
    for Knot { candidate, trace, .. } in knots {
        let negation = Literal { candidate: *candidate, holds: false };
        is_premise(claim.state, negation)?;
        refutes(claim.state, negation, trace, SINGLES)?;
    }
    match knots {
        [one] => ensure(claim.value()? == one.candidate, "the value is not that of the knot"),
        [one, other] => {
            claim.contradicts()?;
            let (a, b) = (one.candidate, other.candidate);
            ensure(linked(a, b), "the two knots can be true together")
        }
        _ => Err("a knot asserts its candidate, two contradict each other".into()),
    }
}
