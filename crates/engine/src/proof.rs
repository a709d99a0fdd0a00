//! From climbs to proofs: rounds of steps as rules make them, which `verify` checks.
//!
//! This is the only module that knows both the engine and the checker.

use crate::evidence::{Outcome, Proof, Round, Step};
use crate::grid::{Candidate, Grid, Puzzle, notation};
use crate::rules::one_name;
use crate::scale::{
    self, Applied, Aspect, Climb, Column, Description, Observer, Order, Policy, Scale, Solver,
};
use crate::verify::{self, Checker, Reason, Verdict, Wrong};

/// Climbs the scale and writes down the proof, which ends where the climb does. `observer` sees the climb too.
pub fn prove(
    solver: &mut Solver,
    puzzle: &Puzzle,
    scale: &Scale,
    budget: u64,
    observer: Observer<'_>,
) -> (Climb, Proof) {
    let mut rounds = Vec::new();
    let climb = solver.observe(puzzle, scale, budget, &mut |applied| {
        let mut round = round(&applied);
        round.steps.iter_mut().for_each(|step| step.text = step.text(&round.rule));
        rounds.push(round);
        observer(applied);
    });
    let (outcome, rating) = outcome(&climb, scale, solver.grid());
    let proof = Proof {
        sudoscope: env!("CARGO_PKG_VERSION").to_string(),
        puzzle: puzzle.to_string(),
        ladder: scale.name.clone(),
        definition: scale.definition.clone(),
        rounds,
        outcome,
        rating,
        end: end(outcome, solver.grid()),
    };
    (climb, proof)
}

/// Climbs the scale under the eyes of the checker, what rules prove being applied in this order: the same as to prove
/// and to verify, but no proof is kept.
pub fn climb_checked(
    solver: &mut Solver,
    puzzle: &Puzzle,
    scale: &Scale,
    budget: u64,
    order: &mut Order,
) -> Result<(Climb, Verdict), Wrong> {
    let mut checker = Checker::new(&puzzle.to_string())?;
    let mut checked = Ok(());
    let climb = solver.observe_in(puzzle, scale, budget, order, &mut |applied| {
        if checked.is_ok() {
            checked = checker.round(&round(&applied), is_item(scale));
        }
    });
    checked?;
    let (outcome, rating) = outcome(&climb, scale, solver.grid());
    let verdict = checker.end(outcome, rating, &end(outcome, solver.grid()))?;
    Ok((climb, verdict))
}

/// Checks a proof, by the scale whose definition it gives.
pub fn verify(proof: &Proof) -> Result<Verdict, Wrong> {
    let (name, definition) = (proof.ladder.clone(), proof.definition.clone());
    let scale = Scale::recorded(&Description { name, definition, policy: Policy::AllAtOnce });
    let scale = scale.map_err(|error| Wrong::from(Reason::from(format!("its ladder: {error}"))))?;
    verify::verify(proof, is_item(&scale))
}

/// Climbs the scale again under the eyes of the checker: every step holds, and it is the same climb.
pub fn check_climb(
    solver: &mut Solver,
    puzzle: &Puzzle,
    scale: &Scale,
    budget: u64,
    (climb, mut order): (&Climb, Order),
) -> Result<Verdict, Wrong> {
    // Steps that are kept take search steps too, so only a climb that used them up is bounded.
    let in_budget = climb.outcome != scale::Outcome::Budget;
    let budget = if in_budget { u64::MAX } else { budget };
    let (again, verdict) = climb_checked(solver, puzzle, scale, budget, &mut order)?;
    if in_budget && again != *climb {
        return Err(Wrong::from(Reason::from("climbed again, the path is another one")));
    }
    Ok(verdict)
}

/// What was applied, as a round of a proof; without texts.
pub fn round(applied: &Applied<'_>) -> Round {
    let item = applied.item;
    let steps = applied.found.steps.iter().flatten().filter(|step| is_applied(step, applied));
    Round {
        rule: item.rule.info().name.to_string(),
        size: (item.size > 0).then_some(item.size),
        level: item.rating.0[0],
        lemmas: applied.found.lemmas.clone(),
        steps: steps.map(|step| as_applied(step, applied)).collect(),
    }
}

/// How a climb ended, in this grid, and its rating in the first column. Some scales rate what they do not solve: that is
/// nothing to be proved. Nor is it, that a score raises a level: the rating is then that of the hardest step.
pub fn outcome(climb: &Climb, scale: &Scale, end: &Grid) -> (Outcome, Option<u32>) {
    let end = match climb.outcome {
        scale::Outcome::Solved(_) if !end.is_solved() => return (Outcome::Unsolved, None),
        scale::Outcome::Solved(_) => Outcome::Solved,
        scale::Outcome::Unsolved => Outcome::Unsolved,
        scale::Outcome::Budget => Outcome::Budget,
        scale::Outcome::NoSolution => Outcome::NoSolution,
    };
    let is_raised = matches!(scale.columns.first(), Some(Column { aspect: Aspect::Level(_), .. }));
    let fired = scale.items.iter().zip(&climb.tallies).filter(|(_, tally)| tally.firings > 0);
    let rating = match climb.outcome.column(0).rating() {
        Some(_) if is_raised => fired.map(|(item, _)| item.rating.0[0]).max(),
        rating => rating,
    };
    (end, rating)
}

/// What a proof says at its end: the solution, or the candidates left.
pub fn end(outcome: Outcome, grid: &Grid) -> String {
    match outcome {
        Outcome::Solved => notation::puzzle(grid),
        _ => Puzzle::sukaku_of(grid).to_string(),
    }
}

/// Whether a rule, of a size, gives this level in the scale.
pub fn is_item(scale: &Scale) -> impl Fn(&str, Option<u8>, u32) -> bool {
    move |rule, size, level| {
        let (rule, size) = match one_name(rule, size.unwrap_or(0)) {
            (rule, 0) => (rule, None),
            (rule, size) => (rule, Some(size)),
        };
        let mut items = scale.items.iter();
        items.any(|item| {
            item.rating.0[0] == level
                && item.rule.info().name == rule
                && (item.size > 0).then_some(item.size) == size
        })
    }
}

/// Whether anything of the step was applied, or there was nothing to apply.
fn is_applied(step: &Step, applied: &Applied<'_>) -> bool {
    let all = &applied.found.eliminated;
    step.eliminates.is_empty() || step.eliminates.iter().any(|&label| all.contains(label))
}

/// One step, as far as it was applied.
fn as_applied(step: &Step, applied: &Applied<'_>) -> Step {
    let mut step = step.clone();
    step.eliminates.retain(|&label: &Candidate| applied.found.eliminated.contains(label));
    step
}
