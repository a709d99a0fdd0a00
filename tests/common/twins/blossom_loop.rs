//! Blossom loops, by their definition (docs/theory.md, "Players' techniques"): every choice of variables that
//! meet, and of as many sets.

use super::{Patience, Variable, linked, open, variables};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Grid};

/// Returns the eliminations of loops with this many variables.
pub fn proved(grid: &Grid, size: usize, patience: &Patience) -> Candidates {
    let mut all = variables(&open(grid), &[0, 1, 2, 3]);
    all.retain(|(_, own)| own.len() > 1);
    let mut gone = Candidates::EMPTY;
    for stem in (0..all.len()).filter(|&k| all[k].1.len() > 2) {
        let mut choices = BTreeSet::from([BTreeSet::new()]);
        for _ in 1..size {
            let wider = choices.iter().flat_map(|others: &BTreeSet<usize>| {
                let near = (0..all.len()).filter(|&k| patience.step() && fits(&all, stem, others, k));
                near.map(|k| others.iter().copied().chain([k]).collect()).collect::<Vec<_>>()
            });
            choices = wider.collect();
        }
        for others in choices {
            let chosen: Vec<usize> = [stem].into_iter().chain(others).collect();
            with_sets(&all, &chosen, &mut Vec::new(), patience, &mut gone);
        }
    }
    gone
}

/// Whether the variable shares no candidate with the chosen ones, and has one that is linked to one of
/// theirs.
fn fits(all: &[Variable], stem: usize, others: &BTreeSet<usize>, variable: usize) -> bool {
    let mut chosen = std::iter::once(&stem).chain(others).flat_map(|&k| &all[k].1);
    let own = &all[variable].1;
    let apart = chosen.clone().all(|one| !own.contains(one));
    variable != stem && apart && chosen.any(|&one| own.iter().any(|&other| linked(one, other)))
}

/// Chooses a set for the first candidate that is in none, until every candidate is in one.
fn with_sets(
    all: &[Variable], chosen: &[usize], sets: &mut Vec<usize>, patience: &Patience, gone: &mut Candidates,
) {
    if !patience.step() {
        return;
    }
    let candidates = || chosen.iter().flat_map(|&k| all[k].1.iter().copied());
    let within =
        |one: Candidate, sets: &[usize]| sets.iter().filter(|&&set| all[set].1.contains(&one)).count();
    let Some(next) = candidates().find(|&one| within(one, sets) == 0) else {
        if sets.len() == chosen.len() && is_loop(all, chosen, sets) {
            let rest = sets.iter().flat_map(|&set| all[set].1.iter().copied());
            rest.filter(|&one| candidates().all(|own| own != one)).for_each(|one| gone.insert(one));
        }
        return;
    };
    for set in (0..all.len()).filter(|k| all[*k].1.contains(&next) && !chosen.contains(k)) {
        sets.push(set);
        if sets.len() <= chosen.len() && candidates().all(|one| within(one, sets) < 2) {
            with_sets(all, chosen, sets, patience, gone);
        }
        sets.pop();
    }
}

/// Whether the sets form a loop: the first variable meets three or more sets, and every other variable meets
/// two; each set meets two or more variables; and all variables are reached from the first variable.
fn is_loop(all: &[Variable], chosen: &[usize], sets: &[usize]) -> bool {
    let meet = |variable: usize, set: usize| all[variable].1.iter().any(|one| all[set].1.contains(one));
    let met = |variable: usize| sets.iter().filter(|&&set| meet(variable, set)).count();
    let shares = chosen.iter().enumerate().all(|(k, &v)| if k == 0 { met(v) > 2 } else { met(v) == 2 });
    let mut reached = BTreeSet::from([chosen[0]]);
    for _ in chosen {
        for &set in sets {
            if reached.iter().any(|&v| meet(v, set)) {
                reached.extend(chosen.iter().filter(|&&v| meet(v, set)));
            }
        }
    }
    let shared = sets.iter().all(|&set| chosen.iter().filter(|&&v| meet(v, set)).count() > 1);
    shares && shared && reached.len() == chosen.len()
}
