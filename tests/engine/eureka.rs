//! Chains in Eureka notation are read back: text → evidence → text, and the checker accepts what was read.

use crate::common::model::Model;
use crate::common::{random_10k, thorough};
use crate::reader::{check, read_eureka};
use std::collections::BTreeMap;
use sudoscope::evidence::{Evidence, Notation, Right};
use sudoscope::grid::parse_puzzle;
use sudoscope::proof::round;
use sudoscope::scale::{Scale, Solver};

/// Whether a text in Eureka notation says all of it: chains of links.
fn is_read(because: &Evidence) -> bool {
    match because {
        Evidence::Links(_) | Evidence::Rings(_) => true,
        Evidence::Chain { links } => {
            let is_plain = |(k, link): (usize, &sudoscope::evidence::Link)| {
                let is_one = matches!(link.right, Right::Candidate(_) | Right::Group(_));
                is_one && link.from == k && link.ignored.is_empty()
            };
            links.len() > 1 && links.iter().enumerate().all(is_plain)
        }
        _ => false,
    }
}

#[test]
fn eureka_is_read_back() {
    // Ladders, and of how many puzzles each takes one.
    let ladders = [
        ("H", 100),
        ("BC", 500),
        ("x=brt,lc,als-aic:2-4", 500),
        ("x=brt,lc,als-nice-loop:2-3", 200),
        ("x=brt,lc,xy:3-8+g-bivalue-chain:3-6", 500),
    ];
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (k, (ladder, share)) in ladders.into_iter().enumerate() {
        let scale = match ladder.split_once('=') {
            Some((name, definition)) => Scale::define(name, definition).unwrap(),
            None => Scale::named(ladder).unwrap(),
        };
        for line in random_10k().iter().skip(7 * k).step_by(if thorough() { share / 10 } else { share }) {
            let mut model = Model::of_clues(line);
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            Solver::new().observe(&clues, &scale, 10_000_000, &mut |applied| {
                let round = round(&applied, &scale);
                for step in round.steps.iter().filter(|step| is_read(&step.because)) {
                    let text = step.text_as(&round.rule, Some("Name"), Notation::Eureka);
                    let read = read_eureka(&model, &round.rule, &text);
                    let read = read.unwrap_or_else(|why| panic!("{line}: {text}: {why}"));
                    assert_eq!(read.text_as(&round.rule, Some("Name"), Notation::Eureka), text, "{line}");
                    check(&model, &round.rule, round.size, &read)
                        .unwrap_or_else(|why| panic!("{line}: {}: {text}: {why}", round.rule));
                    *counts.entry(round.rule.clone()).or_default() += 1;
                }
                let of = |list: fn(&sudoscope::evidence::Step) -> &Vec<_>| {
                    round.steps.iter().flat_map(list).copied().collect::<Vec<_>>()
                };
                model.apply(&of(|step| &step.eliminates), &of(|step| &step.asserts));
            });
        }
    }
    assert!(counts.values().sum::<usize>() > 1000, "{counts:?}");
    for rule in
        ["aic", "nice-loop", "xy-chain", "skyscraper", "w-wing", "bivalue-chain", "als-aic", "als-nice-loop"]
    {
        assert!(counts.get(rule).is_some_and(|count| *count > 3), "{rule}: {counts:?}");
    }
}
