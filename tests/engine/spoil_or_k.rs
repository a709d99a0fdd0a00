//! Ways to spoil steps of impossible patterns and OR_k-relations. Each way, if it applies, certainly makes
//! the step wrong.

use super::spoil::{SpoilStep, linked};
use crate::common::model::{Model, candidate};
use sudoscope::evidence::{Branch, Evidence, Guarded, Impossible, Link, Round};
use sudoscope::grid::Candidate;

fn pattern(round: &mut Round, step: usize) -> Option<&mut Impossible> {
    match &mut round.steps[step].because {
        Evidence::Impossible(pattern) => Some(pattern),
        _ => None,
    }
}

fn relation(round: &mut Round, step: usize) -> Option<&mut Guarded> {
    match &mut round.steps[step].because {
        Evidence::Split { relation, .. }
        | Evidence::OrChain { relation, .. }
        | Evidence::OrForcing { relation, .. } => Some(relation),
        _ => None,
    }
}

fn links(round: &mut Round, step: usize) -> Option<&mut Vec<Link>> {
    match &mut round.steps[step].because {
        Evidence::OrChain { links, .. } => Some(links),
        _ => None,
    }
}

fn branches(round: &mut Round, step: usize) -> Option<&mut Vec<Branch>> {
    match &mut round.steps[step].because {
        Evidence::OrForcing { branches, .. } => Some(branches),
        _ => None,
    }
}

fn other(model: &Model, not: &[Candidate]) -> Option<Candidate> {
    model.candidates().into_iter().map(candidate).find(|one| !not.contains(one))
}

fn take<T>(list: Option<&mut Vec<T>>) -> bool {
    list.is_some_and(|list| list.pop().is_some())
}

#[rustfmt::skip] // a kind a line
pub const OR_K_STEPS: &[(&str, SpoilStep)] = &[
    ("a cell of a minimal pattern is left out", |round, step, _| {
        take(pattern(round, step).map(|of| &mut of.cells))
    }),
    ("a pattern of two digits", |round, step, _| take(pattern(round, step).map(|of| &mut of.digits))),
    ("a relation without one of its guardians", |round, step, _| {
        let is_pattern = pattern(round, step).is_some();
        is_pattern && take(round.steps[step].relates.first_mut())
    }),
    ("a relation that a chain proves", |round, step, model| {
        let Some(one) = other(model, &[]) else { return false };
        let is_chain = links(round, step).is_some() || branches(round, step).is_some();
        if is_chain { round.steps[step].relates.push(vec![one]) }
        is_chain
    }),
    ("a relation that was not proved", |round, step, _| {
        take(relation(round, step).map(|of| &mut of.guardians))
    }),
    ("a guardian too many", |round, step, model| {
        let Some(relation) = relation(round, step) else { return false };
        let Some(one) = other(model, &relation.guardians) else { return false };
        relation.guardians.push(one);
        true
    }),
    ("another last guardian", |round, step, model| {
        let Evidence::LastGuardian { .. } = round.steps[step].because else { return false };
        let Some(one) = other(model, &round.steps[step].asserts) else { return false };
        round.steps[step].asserts = vec![one];
        true
    }),
    ("a chain of splitting that ends before", |round, step, _| {
        let Evidence::Split { chain, .. } = &mut round.steps[step].because else { return false };
        chain.pop().is_some()
    }),
    ("an or-chain without its end", |round, step, _| take(links(round, step))),
    ("a guardian that an or-chain does not name", |round, step, _| {
        let is_relation = |link: &&mut Link| link.variables.is_empty();
        let relation = links(round, step).and_then(|links| links.iter_mut().find(is_relation));
        take(relation.map(|link| &mut link.ignored))
    }),
    ("a guardian without its branch", |round, step, _| take(branches(round, step))),
    ("a target that a branch does not exclude", |round, step, model| {
        let Some(all) = branches(round, step) else { return false };
        let starts: Vec<Candidate> =
            all.iter().filter(|one| one.links.is_empty()).map(|one| one.start).collect();
        let Some(&start) = starts.first() else { return false };
        let mut all = model.candidates().into_iter().map(candidate);
        let target = all.find(|&one| one != start && !linked(one, start));
        let spoils = round.steps[step].asserts.is_empty();
        if let (Some(target), true) = (target, spoils) { round.steps[step].eliminates = vec![target] }
        target.is_some() && spoils
    }),
];
