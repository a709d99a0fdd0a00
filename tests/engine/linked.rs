//! Chains whose last candidate is linked to the target equal their naive twin, on the way up of random puzzles.

use crate::common::random_10k;
use crate::common::twins::Patience;
use crate::common::twins::linked::{family, spaces, targets};
use rayon::prelude::*;
use sudoscope::budget::Budget;
use sudoscope::evidence::families::LinkedFamily;
use sudoscope::graph::State;
use sudoscope::grid::{Candidates, Grid, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::{RULES, find_rule};
use sudoscope::scale::{Scale, Solver};

/// The states in which the steps of a ladder, except singles, are looked for on the way up.
fn states(lines: &[String], definition: &str, from_each: usize) -> Vec<(Grid, Grid)> {
    let ladder = Scale::define("test", definition).unwrap();
    let of = |line: &String| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let solution = sudoscope::brute::unique_solution(&Grid::from_clues(&clues)).unwrap();
        let (mut solver, mut here) = (Solver::new(), Vec::new());
        solver.observe(&clues, &ladder, u64::MAX, &mut |applied| {
            if applied.item.size > 2 && here.len() < from_each {
                here.push((*applied.grid, solution));
            }
        });
        here
    };
    lines.par_iter().flat_map(of).collect()
}

/// `r1c2≠3`, …
fn names(candidates: &Candidates) -> String {
    sudoscope::grid::notation::eliminations(candidates)
}

/// At each size the library finds the targets that the definition says, with and without the solution, whether
/// shorter chains are there or not.
#[test]
fn linked_chains_equal_their_naive_twin() {
    let lines = random_10k();
    let mut states = states(&lines[..24], "brt,whip:1-36", 1);
    states.extend(self::states(&lines[24..40], "brt,lc,hxyt-bn:3-8+nrczt:3-36", 2));
    let linked = RULES.iter().filter_map(|rule| {
        let name = rule.info().name;
        Some((family(name)?, name))
    });
    let linked: Vec<(LinkedFamily, &str)> = linked.collect();
    let cases: Vec<(usize, LinkedFamily, &str)> = (0..states.len())
        .flat_map(|k| linked.iter().map(move |&(family, name)| (k, family, name)))
        .collect();
    let counts = cases.par_iter().map(|&(k, family, name)| {
        let (rule, (grid, solution)) = (find_rule(name).unwrap(), &states[k]);
        let sizes = rule.info().sizes.clone().unwrap();
        let scale = if family.one_digit { 2 } else { 1 };
        let (mut count, mut differences) = (0, Vec::new());
        let upto = if spaces(name)[0].0.len() == 4 { 4 } else { 5 };
        for size in (2..=upto).filter(|size| sizes.contains(&(size * scale))) {
            let expected = targets(name, family, grid, size as usize, &Patience::new(u64::MAX));
            for solution in [None, Some(*solution)] {
                let (mut state, mut found) = (State::new(), Findings::default());
                state.reset(grid, solution, Budget(u64::MAX));
                rule.find(&mut state, size * scale, &mut found).unwrap();
                if found.eliminated != expected {
                    differences.push(format!(
                        "state {k}, {name}[{size}]: {:?}, expected {:?}",
                        names(&found.eliminated),
                        names(&expected)
                    ));
                }
            }
            count += expected.len();
        }
        (name, count, differences)
    });
    let mut sums = std::collections::BTreeMap::new();
    let mut all = Vec::new();
    for (name, count, differences) in counts.collect::<Vec<_>>() {
        *sums.entry(name).or_insert(0) += count;
        all.extend(differences);
    }
    eprintln!("{} states: {sums:?}", states.len());
    assert!(all.is_empty(), "{} differences:\n{}", all.len(), all.join("\n"));
    assert!(states.len() >= 16 && sums.values().all(|&sum| sum > 0));
}
