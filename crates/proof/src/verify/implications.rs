//! Chains of implications between literals (docs/theory.md, "Binary relationship nets"): a candidate is false
//! if they lead from it to its negation. Nets, nets with patterns, and the cycles of colouring have such
//! chains.

use super::colouring::{hinge_counts, is_by_turns, is_premise};
use super::state::{is_in, linked, variables_of};
use super::trial::{SINGLES, leads_to};
use super::{Checked, Claim, State, ensure, lists::PatternLists};
use crate::evidence::{Clause, Implication, Implied, Literal};
use crate::grid::{Candidate, House, notation::Variable};

/// Checks that the chain leads from the only target to its negation.
pub(super) fn implications(claim: &Claim, start: Candidate, steps: &[Implication]) -> Checked<()> {
    let is_cycle = claim.clause.cycle().is_some();
    if !is_cycle {
        claim.shows(&[Clause::Net, Clause::HingeNet, Clause::StreamNet, Clause::PatternNet])?;
    }
    ensure(claim.size.is_none(), "the rule has no sizes")?;
    ensure(claim.targets()? == [start], "the chain does not begin with the only target")?;
    if is_cycle {
        is_by_turns(start, steps)?;
    }
    let Claim { state, lists, clause, .. } = *claim;
    let mut from = Literal { candidate: start, holds: true };
    for (k, Implication { by, also, to }) in steps.iter().enumerate() {
        let at_step = |reason| format!("implication {}: {reason}", k + 1);
        implies(state, lists, clause, from, by, *to).map_err(at_step)?;
        if let Some(by) = also {
            implies(state, lists, clause, !from, by, !*to).map_err(at_step)?;
        }
        from = *to;
    }
    let end = Literal { candidate: start, holds: false };
    ensure(from == end, "the chain does not end with the negation of its beginning")
}

/// Checks that one literal implies another for this reason, and that the rule allows the reason.
pub(super) fn implies(
    state: &State, lists: &PatternLists, clause: Clause, from: Literal, by: &Implied, to: Literal,
) -> Checked<()> {
    let (a, b) = (from.candidate, to.candidate);
    let are_there = state.has(a) && state.has(b);
    ensure(are_there, format!("{a} or {b} is no candidate"))?;
    let not_both = || ensure(from.holds && !to.holds, "it is not from a candidate to a negation");
    match by {
        Implied::Weak => {
            not_both()?;
            ensure(linked(a, b), format!("{a} and {b} are not linked"))
        }
        Implied::Strong => {
            ensure(!from.holds && to.holds, "it is not from a negation to a candidate")?;
            let are_all = are_pair(state, a, b);
            ensure(are_all, format!("{a} and {b} are not all of a variable"))
        }
        Implied::Hinge(house) => {
            not_both()?;
            ensure(hinge_counts(clause, *house, a, b), "the rule has no such hinge")?;
            hinge(state, *house, a, b)
        }
        Implied::Stream(trace) => {
            plays(state, clause, from)?;
            leads_to(state, from, trace, SINGLES, to)
        }
        Implied::Backwards(trace) => {
            plays(state, clause, !to)?;
            leads_to(state, !to, trace, SINGLES, !from)
        }
        Implied::Patterns => {
            ensure([Clause::PatternNet, Clause::NetTemplates].contains(&clause), "the rule has no patterns")?;
            lists.imply(from, to)
        }
    }
}

/// Whether some variable has these two candidates and no others.
pub(super) fn are_pair(state: &State, a: Candidate, b: Candidate) -> bool {
    let is_theirs = |variable| is_in(a, variable) && is_in(b, variable);
    let mut shared = variables_of(a).into_iter().filter(|&variable| is_theirs(variable));
    a != b && shared.any(|v| !state.is_solved(v) && state.candidates(v).len() == 2)
}

/// Checks that the rule allows singles from this literal.
fn plays(state: &State, clause: Clause, from: Literal) -> Checked<()> {
    match clause {
        Clause::StreamNet => Ok(()),
        Clause::YCycle => is_premise(state, from),
        _ => Err("the rule has no streams".into()),
    }
}

/// Checks a hinge: two candidates of a digit outside a house, where each place of the digit in the house is
/// linked to one of the two candidates.
fn hinge(state: &State, house: House, a: Candidate, b: Candidate) -> Checked<()> {
    ensure(a.digit == b.digit, "the ends of the hinge are of two digits")?;
    let variable = Variable::In(house, a.digit);
    let outside = !is_in(a, variable) && !is_in(b, variable);
    ensure(outside, "an end of the hinge is in its house")?;
    let places = state.candidates(variable);
    ensure(!places.is_empty(), "the house of the hinge has no places")?;
    let is_seen = |&place: &Candidate| linked(place, a) || linked(place, b);
    ensure(places.iter().all(is_seen), "a place in the house of the hinge is linked to neither end")
}
