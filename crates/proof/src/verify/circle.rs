//! Oddagons (docs/theory.md, "Oddagons"): odd circles of candidates, in which each two neighbours are all
//! that is left of a variable if the target is true. They cannot be true and false alternately, so the target
//! is false. A *guardians* pattern has a circle of one digit, and the target may be in the circle.

use super::state::{RC, different, kind, linked};
use super::{Checked, Claim, ensure, family::are_all_named};
use crate::evidence::{Arc, Clause};
use crate::grid::Candidate;

pub(super) fn circle(claim: &Claim, arcs: &[Arc]) -> Checked<()> {
    claim.shows(&[Clause::Circle, Clause::Guardians])?;
    claim.has_size(arcs.len())?;
    ensure(arcs.len() > 2 && arcs.len() % 2 == 1, "the length is not odd")?;
    let next = |k: usize| &arcs[(k + 1) % arcs.len()];
    for (k, arc) in arcs.iter().enumerate() {
        let Arc { variable, left, right, guardians } = arc;
        ensure(!claim.state.is_solved(*variable), "a variable has a value")?;
        ensure(*right == next(k).left, "the circle is not closed")?;
        let stated = [*left, *right].into_iter().chain(guardians.iter().copied());
        are_all_named(claim.state, &[*variable], stated)?;
    }
    let variables: Vec<_> = arcs.iter().map(|arc| arc.variable).collect();
    ensure(different(&variables), "a variable comes twice")?;
    let candidates: Vec<Candidate> = arcs.iter().map(|arc| arc.left).collect();
    ensure(different(&candidates), "a candidate comes twice")?;
    if claim.clause == Clause::Guardians {
        ensure(arcs.len() > 4, "the length is not five or more")?;
        let is_of_digit = |arc: &Arc| kind(arc.variable) != RC && arc.left.digit == arcs[0].left.digit;
        ensure(arcs.iter().all(is_of_digit), "the variables are not of one digit")?;
        let mut guardians = arcs.iter().flat_map(|arc| &arc.guardians).peekable();
        ensure(guardians.peek().is_some(), "there is no guardian")?;
        ensure(guardians.all(|guardian| !candidates.contains(guardian)), "a guardian is in the circle")?;
    }
    for target in claim.targets()? {
        let may_be = claim.clause == Clause::Guardians || !candidates.contains(target);
        ensure(may_be, "the target is in the circle")?;
        let mut guardians = arcs.iter().flat_map(|arc| &arc.guardians);
        let guarded = guardians.all(|&guardian| linked(guardian, *target));
        ensure(guarded, "another candidate of a variable is not linked to the target")?;
    }
    Ok(())
}
