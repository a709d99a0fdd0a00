//! Steps in Eureka notation are read back: text → evidence → text, and the checker accepts what was read.

use crate::claims::is_chain;
use crate::common::model::Model;
use crate::common::{random_10k, thorough};
use crate::reader::read_eureka;
use std::collections::BTreeMap;
use sudoscope::evidence::{Evidence, Notation, Round, Step};
use sudoscope::grid::parse_puzzle;
use sudoscope::proof::round;
use sudoscope::scale::{Scale, Solver};
use sudoscope::verify::Checker;

/// Whether a text in Eureka notation says everything about the step except the house of a subset.
fn is_read(step: &Step) -> bool {
    match &step.because {
        Evidence::Subset(_) | Evidence::Rectangle(_) => true,
        Evidence::Finned(_) | Evidence::Franken(_) | Evidence::Matched(_) => true,
        // Others stay in nrc notation.
        _ => is_chain(step),
    }
}

fn named_or_defined(ladder: &str) -> Scale {
    match ladder.split_once('=') {
        Some((name, definition)) => Scale::define(name, definition).unwrap(),
        None => Scale::named(ladder).unwrap(),
    }
}

/// Reads back each readable step of the path and counts it by rule.
fn read_back(line: &str, scale: &Scale, counts: &mut BTreeMap<String, usize>) {
    let (mut model, mut checker) = (Model::of_clues(line), Checker::new(line).unwrap());
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    Solver::new().observe(&clues, scale, 10_000_000, &mut |applied| {
        let round = round(&applied, scale);
        for step in round.steps.iter().filter(|step| is_read(step)) {
            let text = step.text_as(round.kind(), Some("Name"), Notation::Eureka);
            let read = read_eureka(&model, &round.rule, &text);
            let read = read.unwrap_or_else(|why| panic!("{line}: {text}: {why}"));
            for read in &read {
                assert_eq!(read.text_as(round.kind(), Some("Name"), Notation::Eureka), text, "{line}");
            }
            let check = |read: &Step| {
                let round = Round { steps: vec![read.clone()], ..round.clone() };
                checker.clone().round(&round, |_, _, _| Some(0.into()))
            };
            let checked: Vec<_> = read.iter().map(check).collect();
            let holds = checked.iter().any(Result::is_ok);
            assert!(holds, "{line}: {}: {text}: {checked:?}", round.rule);
            *counts.entry(round.rule.clone()).or_default() += 1;
        }
        let of = |list: fn(&sudoscope::evidence::Step) -> &Vec<_>| {
            round.steps.iter().flat_map(list).copied().collect::<Vec<_>>()
        };
        model.apply(&of(|step| &step.eliminates), &of(|step| &step.asserts));
        checker.round(&round, |_, _, _| Some(0.into())).unwrap();
    });
}

#[test]
fn eureka_is_read_back() {
    // Each ladder takes one puzzle in the number beside it.
    let ladders = [
        ("H", 100),
        ("BC", 500),
        ("x=brt,lc,als-aic:2-4", 500),
        ("x=brt,lc,als-nice-loop:2-3", 200),
        ("x=brt,lc,xy:3-8+g-bivalue-chain:3-6", 500),
        ("x=brt,lc,subset:2-4,finned:2-4+sashimi:2-4+franken-fish:2-3", 300),
        ("x=brt,lc,als-xz+als-xy-wing,als-chain:4-6", 500),
        ("x=brt,lc,msls", 1000),
        ("x=brt,lc,almost-locked-candidates", 200),
        ("x=brt,ur1+ur2+ur3+ur4+ur5+ur6+hidden-ur,ur-strong-link+ur-wing,lc,subset:2-4", 50),
    ];
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (k, (ladder, share)) in ladders.into_iter().enumerate() {
        let scale = named_or_defined(ladder);
        for line in random_10k().iter().skip(7 * k).step_by(if thorough() { share / 10 } else { share }) {
            read_back(line, &scale, &mut counts);
        }
    }
    // SK-loops occur only in hard puzzles.
    let hard = [
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "9....4....3..6..7...5...8...2.1.6.......7...3...2...1...8...9...7..1..6.4.......5",
    ];
    for line in hard {
        read_back(line, &named_or_defined("x=brt,lc,subset:2-4+fish:2-4,sk-loop+msls"), &mut counts);
    }
    assert!(counts.values().sum::<usize>() > 1000, "{counts:?}");
    let chains =
        "aic nice-loop xy-chain skyscraper w-wing bivalue-chain als-aic als-nice-loop als-xz als-xy-wing";
    let sets = "naked hidden fish finned sashimi franken-fish msls almost-locked-candidates";
    let rectangles = "ur1 ur2 ur3 ur4 hidden-ur ur-strong-link ur-wing";
    assert!(counts.contains_key("sk-loop"), "{counts:?}");
    for rule in [chains, sets, rectangles].into_iter().flat_map(str::split_whitespace) {
        assert!(counts.get(rule).is_some_and(|count| *count > 3), "{rule}: {counts:?}");
    }
}
