//! The checker of proofs accepts every step of every rule and ladder, and refuses every step that is spoiled.

mod common;

use common::random_10k;
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope::grid::parse_puzzle;
use sudoscope::ladder::{LADDERS, Ladder};
use sudoscope::proof::climb_checked;
use sudoscope::rules::RULES;
use sudoscope::solve::Solver;

const BUDGET: u64 = 100_000_000;

/// The closures, whose patterns do not tell yet why.
const UNTOLD: &[&str] = &["alldiff", "x-cycle", "y-", "pom", "pb", "br-net", "trial"];

/// Rules alone above locked candidates, in all their sizes up to six.
fn alone() -> impl Iterator<Item = Ladder> {
    RULES.iter().filter_map(|rule| {
        let info = rule.info();
        if info.name == "lc" || UNTOLD.iter().any(|name| info.name.starts_with(name)) {
            return None;
        }
        let definition = match &info.sizes {
            Some(sizes) => {
                let longest = *sizes.end().min(&6);
                format!("brt,lc,{}:{}-{longest}", info.name, sizes.start())
            }
            None if info.example.ladder == "brt" => return None,
            None => format!("brt,lc,{}", info.name),
        };
        Some(Ladder::define(info.name, &definition).unwrap())
    })
}

fn told(ladder: &Ladder) -> bool {
    let is_untold = |name: &str| UNTOLD.iter().any(|untold| name.starts_with(untold));
    !ladder.items.iter().any(|item| is_untold(item.rule.info().name))
}

/// Steps by rule of these puzzles by these ladders, each of which is checked.
fn check_all(lines: &[String], ladders: &[Ladder]) -> BTreeMap<String, usize> {
    let one = |solver: &mut Solver, line: &String| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let mut counts = BTreeMap::new();
        for ladder in ladders {
            climb_checked(solver, &clues, ladder, BUDGET)
                .unwrap_or_else(|wrong| panic!("{line} by {}: {wrong}", ladder.definition));
            solver.observe(&clues, ladder, BUDGET, &mut |applied| {
                let name = applied.item.rule.info().name.to_string();
                *counts.entry(name).or_insert(0) += applied.found.firings as usize;
            });
        }
        counts
    };
    let add = |mut all: BTreeMap<String, usize>, more: BTreeMap<String, usize>| {
        more.into_iter().for_each(|(name, n)| *all.entry(name).or_insert(0) += n);
        all
    };
    lines.par_iter().map_init(Solver::new, one).reduce(BTreeMap::new, add)
}

#[test]
fn every_rule_and_every_ladder() {
    let lines = random_10k();
    let rules: Vec<Ladder> = alone().collect();
    let counts = check_all(&lines[300..340], &rules);
    eprintln!("{counts:?}");
    let ladders = LADDERS.iter().map(|ladder| Ladder::named(ladder.name).unwrap());
    let ladders: Vec<Ladder> = ladders.filter(told).collect();
    let counts = check_all(&lines[..40], &ladders);
    eprintln!("{counts:?}");
}
