//! Trial and error (docs/theory.md, "T&E"): the moves from an assumption, one by one, to a contradiction.
//!
//! A trace is a small proof of its own: each move is checked in the state that the earlier moves leave. The
//! allowed moves are the theory of the rule: singles, possibly locked candidates, and subsets of two, three
//! or four.

use super::hall::{hall_set, is_excluded};
use super::state::{RC, State, kind, linked};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, End, Literal, Move, Trace};
use crate::grid::Candidate;
use crate::grid::notation::Variable;

/// Moves allowed after an assumption, besides singles.
#[derive(Clone, Copy)]
pub(super) struct Theory {
    /// The largest pattern: 0 singles, 1 locked candidates, p subsets of p.
    patterns: usize,
    /// The number of candidates that may be asserted; each trial is nested in the trial of the previous
    /// candidate.
    trials: u8,
    /// The number of variables of the longest braid allowed when no trials are left. A braid of n variables
    /// is a refutation by n - 1 singles and an empty variable.
    braids: u8,
}

/// Theory of singles alone.
pub(super) const SINGLES: Theory = Theory { patterns: 0, trials: 0, braids: 0 };

/// Checks that the only target leads to a contradiction.
pub(super) fn trial(claim: &Claim, trace: &Trace) -> Checked<()> {
    claim.is_of(&[Clause::Trial, Clause::NishioTrial])?;
    let &[candidate] = claim.targets()? else { return Err("a trial has one target".into()) };
    let theory = Theory { patterns: claim.number, ..SINGLES };
    let of_digit = |at: Variable| matches!(at, Variable::In(_, digit) if digit == candidate.digit);
    let is_nishio = trace.moves.iter().all(|one| matches!(one, Move::Single(at, _) if of_digit(*at)))
        && matches!(trace.end, End::Empty(at) if of_digit(at));
    ensure(is_nishio || claim.clause == Clause::Trial, "a move is not of the digit")?;
    refutes(claim.state, Literal { candidate, holds: true }, trace, theory)
}

/// Checks that the moves remove all targets, or that they end in a contradiction and nothing else is claimed.
pub(super) fn trials(claim: &Claim, trace: &Trace) -> Checked<()> {
    let size = claim.size.ok_or("the rule has sizes")?;
    let (trials, braids) = match claim.clause {
        Clause::DeepTrial => (size, 0),
        Clause::BraidTrial => (claim.number as u8, size),
        _ => return Err("the rule has no such pattern".into()),
    };
    let mut state = claim.state.clone();
    play(&mut state, trace, Theory { trials, braids, ..SINGLES })?;
    match trace.end {
        End::Empty(variable) => {
            claim.contradicts()?;
            ensure(state.is_empty(variable), "the variable at the end is not empty")
        }
        End::Holds => {
            let is_gone = |&target: &Candidate| holds(&state, Literal { candidate: target, holds: false });
            ensure(claim.targets()?.iter().all(is_gone), "a target is left after the moves")
        }
    }
}

pub(super) fn refutes(state: &State, from: Literal, trace: &Trace, theory: Theory) -> Checked<()> {
    ensure(matches!(trace.end, End::Empty(_)), "the trace does not end in a contradiction")?;
    leads_to(state, from, trace, theory, from)
}

/// Checks that the first literal leads to the second, or to a contradiction.
pub(super) fn leads_to(
    state: &State, from: Literal, trace: &Trace, theory: Theory, to: Literal,
) -> Checked<()> {
    let mut state = state.clone();
    assume(&mut state, from)?;
    play(&mut state, trace, theory)?;
    match trace.end {
        End::Empty(variable) => {
            ensure(state.is_empty(variable), "the variable at the end of a trace is not empty")
        }
        End::Holds => ensure(holds(&state, to), "a trace does not lead to the literal"),
    }
}

fn play(state: &mut State, trace: &Trace, theory: Theory) -> Checked<()> {
    for (k, one) in trace.moves.iter().enumerate() {
        let at_move = |reason| format!("move {} of a trace: {reason}", k + 1);
        make(state, one, theory).map_err(at_move)?;
    }
    Ok(())
}

fn assume(state: &mut State, Literal { candidate, holds }: Literal) -> Checked<()> {
    ensure(state.has(candidate), "what is assumed is of no candidate")?;
    match holds {
        true => state.assert_all(&[candidate]),
        false => state.eliminate(candidate),
    }
    Ok(())
}

/// Whether the literal is true: its candidate is a value, or excluded if the literal is a negation.
fn holds(state: &State, Literal { candidate, holds }: Literal) -> bool {
    let is_value = state.value(candidate.cell) == Some(candidate);
    if holds { is_value } else { !is_value && !state.has(candidate) }
}

fn make(state: &mut State, one: &Move, theory: Theory) -> Checked<()> {
    let targets = match one {
        Move::Single(variable, value) => {
            ensure(!state.is_solved(*variable), "the variable has a value")?;
            let is_only = state.candidates(*variable) == [*value];
            ensure(is_only, format!("{value} is not the only one of its variable"))?;
            state.assert_all(&[*value]);
            return Ok(());
        }
        Move::Locked(variable, targets) => {
            ensure(theory.patterns >= 1, "the theory has no locked candidates")?;
            let held = state.candidates(*variable);
            ensure(!held.is_empty() && kind(*variable) != RC, "the variable is not open in a house")?;
            let is_linked = |&target: &Candidate| held.iter().all(|&one| linked(one, target));
            ensure(targets.iter().all(is_linked), "a target is not linked to all of the variable")?;
            &targets[..]
        }
        Move::Subset(hall, targets) => {
            let size = hall.variables.len();
            ensure(2 <= size && size <= theory.patterns, "the theory has no subsets of this size")?;
            hall_set(state, hall)?;
            let (variables, sets) = (&hall.variables, &hall.transversals);
            let excluded = |&target: &Candidate| is_excluded(target, variables, sets);
            ensure(targets.iter().all(excluded), "a target is not excluded by the subset")?;
            targets
        }
        Move::Refuted(candidate, trace) => {
            let below = match theory {
                Theory { trials: 0, braids, .. } => {
                    let singles = trace.moves.iter().all(|one| matches!(one, Move::Single(..)));
                    let is_braid = singles && trace.moves.len() < usize::from(braids);
                    ensure(is_braid, "the theory has no braid of this length")?;
                    SINGLES
                }
                Theory { trials, .. } => Theory { trials: trials - 1, ..theory },
            };
            refutes(state, Literal { candidate: *candidate, holds: true }, trace, below)?;
            std::slice::from_ref(candidate)
        }
    };
    let is_there = targets.iter().all(|&target| state.has(target));
    ensure(is_there && !targets.is_empty(), "a target is no candidate, or there is none")?;
    targets.iter().for_each(|&target| state.eliminate(target));
    Ok(())
}
