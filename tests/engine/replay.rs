//! The checker accepts every step of a path, whose states are those of the definitions; and steps hold that
//! books and SudoRules print. (`texts.rs`: a text says all; `mutants.rs`: each rule by itself.)

use crate::clauses::{bare, word};
use crate::common::model::{Model, candidate, label, variables};
use crate::common::twins::closures::{rounds, without};
use crate::common::{named_ladders, patterns, random_10k, shared, thorough};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use sudoscope::claim::{Answer, Conclusions, check_step};
use sudoscope::evidence::{Evidence, Round, Step};
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, parse_puzzle};
use sudoscope::input::read_puzzle;
use sudoscope::proof::{end, outcome, rating_of, round};
use sudoscope::scale::{Outcome, Scale, Solver};
use sudoscope::verify::Checker;

// ---------------------------------------------------------------- climbs

/// Number of steps found by each rule.
type Counts = BTreeMap<String, usize>;

/// Climbs a ladder and checks every step; calls `see` with each round and the checker in its state.
fn replay(solver: &mut Solver, line: &str, ladder: &Scale, see: &mut dyn FnMut(&Checker, &Round)) -> Counts {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let (mut model, mut checker) = (Model::of_clues(line), Checker::new(line).unwrap());
    let mut counts = Counts::new();
    let climb = solver.observe(&clues, ladder, 100_000_000, &mut |applied| {
        assert!(model.is(applied.grid), "{line}: the states differ");
        let mut round = round(&applied, ladder);
        assert_eq!(round.steps.len(), applied.found.patterns as usize);
        let [mut eliminated, mut asserted] = [Candidates::EMPTY; 2];
        for step in &mut round.steps {
            step.text = step.text(&round.rule);
            let show = || format!("{line} by {}: {}", ladder.definition, step.text);
            assert!(is_whole(&model, step), "{}", show());
            *counts.entry(round.rule.clone()).or_default() += 1;
            eliminated.extend(&step.eliminates.iter().copied().collect());
            asserted.extend(&step.asserts.iter().copied().collect());
        }
        assert_eq!((eliminated, asserted), (applied.found.eliminated, applied.found.asserted));
        let templates = round.steps.iter().filter_map(|step| match &step.because {
            Evidence::Templates(templates) => Some(templates),
            _ => None,
        });
        let templates: Vec<_> = templates.collect();
        let are_so = templates.is_empty() || patterns::are_counted(&model, &round.rule, &templates);
        assert!(are_so, "{line}: {:?}", round.steps);
        see(&checker, &round);
        let checked = checker.round(&round, rating_of(ladder));
        checked.unwrap_or_else(|wrong| panic!("{line} by {}: {wrong}", ladder.definition));
        round.steps.iter().for_each(|step| model.apply(&step.eliminates, &step.asserts));
    });
    let outcome = outcome(climb.outcome, ladder, solver.grid());
    checker.end(&outcome, &ladder.columns, &end(&outcome, solver.grid())).unwrap();
    assert!(matches!(climb.outcome, Outcome::Solved(_) | Outcome::Unsolved), "{line}");
    counts
}

/// Whether the step meets conditions that no checker asks for: a subset eliminates all that it can, and a
/// knot shows its place.
fn is_whole(model: &Model, step: &Step) -> bool {
    match &step.because {
        Evidence::Subset(hall) => {
            let is_target = |&one: &Candidate| {
                let of = variables(label(one));
                of.iter().any(|v| hall.transversals.contains(v))
                    && !of.iter().any(|v| hall.variables.contains(v))
            };
            let all = model.candidates().into_iter().map(candidate).filter(is_target);
            all.collect::<Candidates>() == step.eliminates.iter().copied().collect()
        }
        Evidence::Knots(knots) => knots.iter().all(|knot| {
            let shows = without(model, label(knot.candidate)).map(|start| rounds(start).1);
            shows.is_some_and(|shows| shows.contains(&knot.place))
        }),
        _ => true,
    }
}

fn add(mut all: Counts, more: Counts) -> Counts {
    more.into_iter().for_each(|(kind, n)| *all.entry(kind).or_insert(0) += n);
    all
}

fn define(definition: &str) -> Scale {
    Scale::define("test", definition).unwrap()
}

fn replay_all(lines: &[String], definitions: &[&str]) -> Counts {
    let ladders: Vec<Scale> = definitions.iter().map(|definition| define(definition)).collect();
    let one = |solver: &mut Solver, line: &String| {
        let replays = ladders.iter().map(|ladder| replay(solver, line, ladder, &mut |_, _| {}));
        replays.fold(Counts::new(), add)
    };
    lines.par_iter().map_init(Solver::new, one).reduce(Counts::new, add)
}

const W: &str = "brt,whip:1-36";
const B: &str = "brt,whip:1-2,braid:3-36";
const SFIN_W: &str = "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36";
const LOOPS: &str = "brt,whip-loops:1-36";

/// Every named ladder takes only steps that are accepted.
#[test]
fn every_named_ladder() {
    let lines = &random_10k()[..if thorough() { 20 } else { 12 }];
    named_ladders().par_bridge().for_each(|ladder| {
        let counts = replay_all(lines, &[ladder.definition]);
        eprintln!("{}: {counts:?}", ladder.name);
    });
}

/// Number of puzzles; ladders, with rules in states that simpler rules have not cleaned up; smallest number
/// of steps that each rule must find.
const CASES: &[(usize, &[&str], usize)] = &[
    (300, &[W, B, "brt,subset:2-4+fish:2-4+whip:1-36", SFIN_W, LOOPS, "brt,whip:1,typed-whip:2-36"], 50),
    (300, &["brt,lc,alldiff,fish:2-8+finned-fish:2-8", "brt,fish:5-8", "brt,lc,finned-fish:4-8"], 0),
    (300, &["brt,naked:2-8", "brt,naked:5-8", "brt,hidden:2-8", "brt,hidden:5-8"], 0),
    (150, &["brt,br-net", "brt,lc,alldiff,br-net", "brt,br-net-hinge", "brt,lc,br-net,br-net-hinge"], 20),
    (20, &["brt,br-net-streams", "brt,lc,br-net,br-net-streams"], 20),
    (110, &["brt,pom1,pom2,pom3", "brt,pom2", "brt,pom3", "brt,pb1,pb2,pb3", "brt,pb2", "brt,pb3"], 20),
    (150, &["brt,lc,x-cycle", "brt,lc,x-cycle-er", "brt,lc,x-cycle-hinge", "brt,lc,x-cycle-general"], 20),
    (60, &["brt,lc,x-cycle,y-cycle", "brt,lc,y-knot", "brt,y-cycle"], 20),
];

#[test]
fn steps_are_accepted() {
    let lines = random_10k();
    for (count, definitions, least) in CASES {
        let counts = replay_all(&lines[..*count], definitions);
        let rules = definitions.iter().flat_map(|definition| define(definition).items.split_off(1));
        let unmet = |rule: &&str| counts.get(*rule).is_none_or(|n| n <= least);
        let unmet = rules.map(|item| item.rule.info().name).find(unmet);
        assert_eq!(unmet, None, "{definitions:?}: {counts:#?}");
    }
}

/// Paths reach ratings below the published ones, which are therefore not the smallest (reports/agreement.md):
/// (ladder, lines, our ratings).
#[test]
fn paths_below_the_published_rating() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = read_to_string(path).unwrap();
    let cases: &[(&str, &[(usize, u32)])] = &[
        ("W", &[(8422, 6)]),
        ("gW", &[(109, 8)]),
        ("S+gW", &[(109, 8)]),
        ("SFin+gW", &[(109, 8)]),
        ("F3W", &[(109, 8), (7656, 6), (9663, 8)]),
        ("TyW", &[(2165, 8), (2182, 9), (17018, 7), (19456, 7)]),
    ];
    let mut solver = Solver::new();
    for (name, lines) in cases {
        let ladder = Scale::named(name).unwrap();
        for &(line, rating) in *lines {
            let puzzle = &text.lines().nth(line).unwrap()[..81];
            replay(&mut solver, puzzle, &ladder, &mut |_, _| {});
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            let climb = solver.observe(&clues, &ladder, 100_000_000, &mut |_| {});
            assert_eq!(climb.outcome, Outcome::Solved(rating.into()), "{name} {line}");
        }
    }
}

// ---------------------------------------------------------------- printed steps

/// Asks whether a step holds, as `explain --check` does.
fn claimed(model: &Model, text: &str) -> Answer {
    check_step(&read_puzzle(model.sukaku().as_bytes()).unwrap().puzzle, text)
}

/// SudoRules' own paths hold: every line is one firing, applied at once.
#[test]
fn paths_of_sudorules() {
    for name in ["seed000", "cbg2", "cbg13"] {
        let Some(path) = shared(&format!("traces/sudorules-W-{name}.txt")) else { return };
        let text = read_to_string(path).unwrap();
        let mut model = Model::of_clues(text.split('"').nth(1).unwrap());
        for line in text.lines().map(str::trim).filter(|line| line.contains(" ==> ")) {
            let Answer::Holds(proved) = claimed(&model, line) else { panic!("{name}: {line}") };
            assert!(proved.is_all(), "{name}: {line}: {proved}");
            let Conclusions { eliminates, asserts } = proved.claimed;
            model.apply(&Vec::from_iter(eliminates.iter()), &Vec::from_iter(asserts.iter()));
        }
        assert!(model.value.iter().all(|value| value.is_some()), "{name} is solved");
    }
}

/// Steps that books print hold (`tests/data/quoted.txt`: a step; the barest state in which it holds;
/// candidates that may be added; candidates that may not).
#[test]
fn quoted_steps_hold() {
    for line in include_str!("../data/quoted.txt").lines() {
        let [step, state, harmless, harmful] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let with = |model: &Model, tokens: &str| {
            let mut model = model.clone();
            tokens.split_whitespace().for_each(|token| model.set(label(word(token)), true));
            model
        };
        // Digits that the state does not mention would only take time.
        let mut bare = bare(state);
        let is_idle = |digit: &Digit| {
            let number = digit.number().to_string();
            !state.contains(&number) && !step.contains(&format!("≠{number}")) && digit.number() > 3
        };
        for digit in Digit::all().filter(is_idle) {
            Cell::all().for_each(|cell| bare.set((cell, digit), false));
        }
        for model in [&bare, &with(&bare, harmless)] {
            let answer = claimed(model, step);
            assert!(answer.is_valid(), "{step}: {answer}");
        }
        for token in harmful.split_whitespace() {
            let answer = claimed(&with(&bare, token), step);
            assert!(!answer.is_valid(), "{token} in {step}: {answer}");
        }
    }
}

/// Puzzles that whips with loops solve at a lower level.
const LOOP_PUZZLES: &[&str] = &[
    ".72.....43.8.2...6.....5.8..37.........5..4..6..8.9..14...61.92.....2.........6..",
    "...1...3..5.........1.589.6...2.9.7..4......8...73.....864....9......6.17....6...",
];

/// A whip that repeats a left-linking candidate is a whip with loops, but no whip.
#[test]
fn loops_are_refused_as_whips() {
    let mut solver = Solver::new();
    for line in LOOP_PUZZLES {
        let mut repeated = 0;
        replay(&mut solver, line, &define(LOOPS), &mut |checker, round| {
            for step in round.steps.iter().filter(|_| round.rule == "whip-loops") {
                let whip = Round { rule: "whip".into(), steps: vec![step.clone()], ..round.clone() };
                if let Err(wrong) = checker.clone().round(&whip, |_, _, _| Some(0.into())) {
                    assert!(wrong.reason.ends_with("L is a previous L"), "{}: {wrong}", step.text);
                    repeated += 1;
                }
            }
        });
        assert!(repeated > 0, "{line}");
    }
}
