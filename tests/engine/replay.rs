//! The checker accepts every step of a path, and the text of every chain is complete: read back in its state,
//! the text gives the step's evidence again. `texts.rs` claims for all steps that the text has every part of
//! the evidence. The same reader reads chains printed in books and by SudoRules.

use crate::common::model::{Model, candidate, label, labels, variables};
use crate::common::twins::closures::{rounds, without};
use crate::common::{alone, named_ladders, patterns, random_10k, shared, thorough};
use crate::reader::{braces, conclusions, holds, is_chain, read, value, word};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use sudoscope::evidence::{Evidence, Round, Step};
use sudoscope::grid::{Candidate, Candidates, parse_puzzle};
use sudoscope::proof::{end, outcome, rating_of, round};
use sudoscope::rule::Info;
use sudoscope::rules::RULES;
use sudoscope::scale::{Outcome, Scale, Solver};
use sudoscope::verify::Checker;

// ---------------------------------------------------------------- climbs

/// Number of steps found by each rule.
type Counts = BTreeMap<String, usize>;

/// Round in its state.
struct At<'a> {
    checker: &'a Checker,
    round: &'a Round,
}

impl At<'_> {
    /// Checks that the checker accepts these steps of a rule.
    fn accepts(&self, rule: &str, steps: Vec<Step>) -> Result<(), String> {
        let round = Round { rule: rule.to_string(), steps, ..self.round.clone() };
        let checked = self.checker.clone().round(&round, |_, _, _| Some(0.into()));
        checked.map_err(|wrong| wrong.reason.to_string())
    }
}

/// Climbs a ladder, checks every step and reads every chain back; calls `see` with each round in its state.
fn replay(solver: &mut Solver, line: &str, ladder: &Scale, see: &mut dyn FnMut(At)) -> Counts {
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
            if is_chain(&round.rule) {
                let read = read(&model, &round.rule, &step.text).map(|read| read.because);
                assert_eq!(read.as_ref(), Ok(&step.because), "{}", show());
            }
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
        see(At { checker: &checker, round: &round });
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
        let replays = ladders.iter().map(|ladder| replay(solver, line, ladder, &mut |_| {}));
        replays.fold(Counts::new(), add)
    };
    lines.par_iter().map_init(Solver::new, one).reduce(Counts::new, add)
}

const W: &str = "brt,whip:1-36";
const B: &str = "brt,whip:1-2,braid:3-36";
const SFIN_W: &str = "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36";
const LOOPS: &str = "brt,whip-loops:1-36";

/// Every rule by itself above locked candidates, in all its sizes up to six, and every named ladder take only
/// steps that are accepted and read back.
#[test]
fn every_rule_and_every_ladder() {
    let lines = random_10k();
    let upto = if thorough() { 360 } else { 312 };
    let rules = RULES[1..].par_iter().map(|rule| rule.info());
    let is_silent = |info: &&Info| {
        let counts = replay_all(&lines[300..upto], &[&alone(info, 6)]);
        // Some rules are rare, so the example of each is replayed, too.
        let ladder = info.example.ladder;
        let ladder = Scale::named(ladder).unwrap_or_else(|_| define(ladder));
        let example = replay(&mut Solver::new(), info.example.puzzle, &ladder, &mut |_| {});
        let counts = add(counts, example);
        !counts.contains_key(info.name)
    };
    let silent: Vec<&Info> = rules.filter(|info| info.name != "lc").filter(is_silent).collect();
    let silent: Vec<&str> = silent.iter().map(|info| info.name).collect();
    assert!(silent.is_empty(), "never fired: {silent:?}");
    named_ladders().par_bridge().for_each(|ladder| {
        let counts = replay_all(&lines[..if thorough() { 20 } else { 12 }], &[ladder.definition]);
        eprintln!("{}: {counts:?}", ladder.name);
    });
}

/// Steps of puzzles that need relations are accepted and read back.
#[test]
fn steps_of_relations_are_read_back() {
    let Some(path) = shared("te/mith-1500.csv") else { return };
    let text = read_to_string(path).unwrap();
    let share = if thorough() { 15 } else { 150 };
    let puzzles = text.lines().skip(1).step_by(share).map(|line| line.split(',').nth(1).unwrap());
    let puzzles: Vec<String> = puzzles.map(str::to_string).collect();
    let ladders = ["Trid-OR5W", "Imp630-OR5W"].map(|name| Scale::named(name).unwrap().definition);
    let forcing =
        "brt,last-guardian+lc,subset:2-3,anti-tridagon+imp630,split:2-10,or5-forcing-whips:1-7,or5-whips:1-5";
    let counts = replay_all(&puzzles, &[&ladders[0], &ladders[1], forcing]);
    let rules = "anti-tridagon imp630 split last-guardian or2-whip or2-contrad-whip or2-forcing-whip";
    for rule in rules.split(' ') {
        assert!(counts.contains_key(rule), "{rule}: {counts:?}");
    }
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
fn steps_are_read_back() {
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
            replay(&mut solver, puzzle, &ladder, &mut |_| {});
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            let climb = solver.observe(&clues, &ladder, 100_000_000, &mut |_| {});
            assert_eq!(climb.outcome, Outcome::Solved(rating.into()), "{name} {line}");
        }
    }
}

/// SudoRules' own paths hold: every line is one firing, applied at once.
#[test]
fn paths_of_sudorules() {
    for name in ["seed000", "cbg2", "cbg13"] {
        let Some(path) = shared(&format!("traces/sudorules-W-{name}.txt")) else { return };
        let text = read_to_string(path).unwrap();
        let mut model = Model::of_clues(text.split('"').nth(1).unwrap());
        for (chain, result) in text.lines().filter_map(|line| line.trim().split_once(" ==> ")) {
            let [eliminated, asserted] = conclusions(result).unwrap();
            if chain.contains("single") {
                let is_only = |one| variables(one).iter().any(|&v| model.candidates_of(v) == [one]);
                assert!(asserted.iter().all(|one| is_only(label(one))), "{name}: {chain} ==> {result}");
            } else {
                let step = holds(&model, &format!("{chain} ==> {result}"));
                step.unwrap_or_else(|clause| panic!("{name}: {chain} ==> {result}\n  not so: {clause}"));
            }
            model.apply(&Vec::from_iter(eliminated.iter()), &Vec::from_iter(asserted.iter()));
        }
        assert!(model.value.iter().all(|value| value.is_some()), "{name} is solved");
    }
}

// ---------------------------------------------------------------- printed steps

/// Returns a state in which each variable written `V{values}` has no candidates but these, and all else is
/// open.
pub fn bare(state: &str) -> Model {
    let mut model = Model::of_clues("");
    for part in state.split("; ") {
        let (head, lists) = braces(part).unwrap();
        let of = word(head).unwrap();
        let held: Vec<Candidate> = lists[0].iter().map(|token| value(of, token).unwrap()).collect();
        let others = labels(of).into_iter().filter(|&one| !held.contains(&candidate(one)));
        others.for_each(|one| model.set(one, false));
    }
    model
}

/// Step; the barest state in which it holds; candidates that may be added; candidates that may not.
#[rustfmt::skip] // a step, then its conditions
const QUOTED: &[(&str, [&str; 3])] = &[
    // as CSP-Rules prints them
    ("biv-chain[3]: r1c2{n2 n7} - c1n7{r3 r7} - b7n3{r7c1 r7c2} ==> r7c2≠2",
        ["r1c2{n2 n7}; c1n7{r3 r7}; b7n3{r7c1 r7c2}", "", "n9r1c2 n7r1c1 n3r8c2"]),
    ("biv-chain[2]: b7n7{r7c2 r7c1} - b7n3{r7c1 r7c2} ==> r7c2≠9",
        ["b7n7{r7c2 r7c1}; b7n3{r7c1 r7c2}", "", "n7r9c3"]),
    ("biv-chain-rc[3]: r2c9{n2 n1} - r2c1{n1 n5} - r8c1{n5 n2} ==> r8c9≠2",
        ["r2c9{n2 n1}; r2c1{n1 n5}; r8c1{n5 n2}", "", "n2r2c1"]),
    ("z-chain[3]: r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2 .} ==> r9c9≠2, r9c7≠2",
        ["r9c4{n2 n6}; r2n6{c4 c8}; c8n2{r2 r9}", "n2r7c8 n2r8c8", "n5r9c4 n6r2c1 n6r2c7 n2r1c8 n2r5c8"]),
    ("t-whip[4]: r5c1{n8 n2} - c2n2{r5 r9} - b7n7{r9c2 r8c3} - r1c3{n7 .} ==> r5c3≠8, r3c1≠8",
        ["r5c1{n8 n2}; c2n2{r5 r9}; b7n7{r9c2 r8c3}; r1c3{n7 \
            n8}", "n2r4c2 n2r6c2", "n2r1c2 n7r7c1 n9r1c3 n3r5c1"]),
    ("whip[1]: b7n2{r9c2 .} ==> r4c2≠2, r1c2≠2, r2c2≠2, r3c2≠2",
        ["b7n2{r9c2 r7c2}", "n2r8c2", "n2r9c1"]),
    ("whip[2]: c7n2{r1 r2} - c7n7{r2 .} ==> r1c7≠5, r1c7≠9",
        ["c7n2{r1 r2}; c7n7{r2 r1}", "", "n2r3c7 n7r3c7"]),
    ("whip-rn[4]: r1n9{c2 c6} - r2n9{c4 c1} - r9n9{c1 c8} - r6n9{c8 .} ==> r4c2≠9",
        ["r1n9{c2 c6}; r2n9{c4 c1}; r9n9{c1 c8}; r6n9{c8 c1}", "n9r2c2 n9r2c5 n9r9c6 n9r6c3", "n9r1c1 n9r2c8 n9r9c4 n9r6c9"]),
    ("g-whip[6]: r4c7{n8 n6} - c5n6{r4 r1} - b2n2{r1c5 r3c456} - c9n2{r3 r1} - r1n1{c9 c8} - b6n1{r4c8 .} \
        ==> r5c9≠8",
        ["r4c7{n8 n6}; c5n6{r4 r1}; b2n2{r1c5 r3c4 r3c5 r3c6}; c9n2{r3 r1}; r1n1{c9 c8}; b6n1{r4c8 \
            r5c9}", "n1r6c8 n2r1c9", "n2r1c4 n2r2c5 n2r4c9 n1r6c7"]),
    ("braid[7]: r7n2{c6 c5} - r7n1{c5 c9} - r7n6{c9 c8} - r3c8{n6 n5} - r3c9{n1 n2} - r3c6{n9 n6} - r1n6{c5 \
        .} ==> r7c6≠9",
        ["r7n2{c6 c5}; r7n1{c5 c9}; r7n6{c9 c8}; r3c8{n6 n5}; r3c9{n1 n2}; r3c6{n9 n6}; r1n6{c5 \
            c8}", "n5r3c9 n2r3c6 n5r3c6 n6r1c4", "n3r3c9 n4r3c6 n6r1c2"]),
    ("oddagon[5]: r1c8{n1 n2},b3n2{r1c8 r2c9},r2c9{n2 n1},r2n1{c9 c8},c8n1{r2 r1} ==> r3c7≠1",
        ["r1c8{n1 n2}; b3n2{r1c8 r2c9}; r2c9{n2 n1}; r2n1{c9 c8}; c8n1{r2 \
            r1}", "n1r3c8 n1r2c7", "n1r6c8 n3r1c8 n1r2c1 n5r2c9"]),
    // as HLS2 prints them
    ("nrct3-chain {n4 n1}r2c8 - n1{r3 r6 r2#n1r2c8}c9 - n4{r6c9 r6c7}b6 ==> r1c7≠4",
        ["r2c8{n4 n1}; c9n1{r3 r6 r2}; b6n4{r6c9 r6c7}", "", "n7r2c8"]),
    ("nrcz2-chain n6r5{c8 c1} - n6r2{c1 c9 c8*} ==> r3c8≠6",
        ["r5n6{c8 c1}; r2n6{c1 c9 c8}", "", "n6r2c7"]),
    ("nrcz-first2-chain n1r1{c1 c9 c2* c3*} - n1{r2 r3}c8 ==> r3c2≠1",
        ["r1n1{c1 c9 c2 c3}; c8n1{r2 r3}", "", "n1r1c5"]),
    ("hxy-cn4-chain {r1 r3}c7n9 - {r3 r9}c7n5 - {r9 r8}c5n5 - {r8 r1}c5n7 ==> r1c7≠7",
        ["c7n9{r1 r3}; c7n5{r3 r9}; c5n5{r9 r8}; c5n7{r8 r1}", "", "n5r1c5"]),
    ("hxy-rn3-chain {c1 c2}r1n1 - {c2 c3}r1n2 - {c3 c1}r5n2 ==> r5c1≠1",
        ["r1n1{c1 c2}; r1n2{c2 c3}; r5n2{c3 c1}", "", "n2r1c1"]),
    ("xyz-wing {n1 n2}r1c9 - {n2 n3 n1*}r1c2 - {n3 n1}r2c1 ==> r1c1≠1, r1c3≠1",
        ["r1c9{n1 n2}; r1c2{n1 n2 n3}; r2c1{n1 n3}", "", "n2r2c1"]),
    ("c4-chain n1r1{c1 c9} - n1{r3 r8}c8 ==> r8c1≠1",
        ["r1n1{c1 c9}; c8n1{r3 r8}", "", "n1r1c5"]),
    // Sudogen0-4443
    ("nrczt2-lr-lasso n5{r6 r3}c8 - n5r1{c9 c7 c1*} ==> r6c1≠5",
        ["c8n5{r6 r3}; r1n5{c9 c7 c1}", "", "n5r1c5"]),
    ("nrczt4-rl-lasso n5r6{c2 c8} - n4r6{c8 c1} - {n4 n7 n5*}r5c1 - {n7 n5}r6c2 ==> r4c1≠5, r5c2≠5",
        ["r6n5{c2 c8}; r6n4{c8 c1}; r5c1{n4 n7 n5}; r6c2{n7 n5}", "", "n9r5c1"]),
    // g-candidates: 1 of row 1 in block 2 excludes 1 of row 2 there
    ("g-biv-chain[2]: r1n1{c2 c45} - r2n1{c6 c3} ==> r3c1≠1",
        ["r1n1{c2 c4 c5}; r2n1{c6 c3}", "n1r1c1 n1r1c3 n1r2c4 n1r2c5", "n1r1c6 n1r1c9 n1r2c8 n1r2c1"]),
    ("g-braid[3]: r1n1{c2 c45} - r2n1{c6 c7} - r9n1{c1 .} ==> r3c1≠1",
        ["r1n1{c2 c4 c5}; r2n1{c6 c7}; r9n1{c1 c7}", "n1r1c1 n1r2c2 n1r2c4", "n1r1c6 n1r1c9 n1r2c8 n1r9c9"]),
    // forcing whips
    ("forcing-whip-elim[3] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: \
        r2c2{n1 n3} || n2r1c1 - partial-whip[1]: r1c9{n2 n3} ==> r2c8≠3, r1c2≠3",
        ["r1c1{n1 n2}; r2c2{n1 n3}; r1c9{n2 n3}", "", "n3r1c1 n2r2c2 n1r1c9"]),
    ("forcing-whip-elim[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 || n2r1c1 - \
        partial-whip[1]: r1c9{n2 n1} ==> r1c5≠1",
        ["r1c1{n1 n2}; r1c9{n1 n2}", "", "n3r1c1 n3r1c9"]),
    ("forcing-whip-val[4] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: \
        r2c2{n1 n3} || n2r1c1 - partial-whip[2]: r1c9{n2 n3} - r2n3{c7 c2} ==> r2c2=3",
        ["r1c1{n1 n2}; r2c2{n1 n3}; r1c9{n2 n3}; r2n3{c7 c2}", "n3r2c8", "n3r1c1 n3r2c4"]),
    ("forcing3-whip-elim[4] based on trivalue candidates n1r1c1, n2r1c1 and n4r1c1: || n1r1c1 - \
        partial-whip[1]: r2c2{n1 n3} || n2r1c1 - partial-whip[1]: r1c9{n2 n3} || n4r1c1 - partial-whip[1]: \
        r2c3{n4 n3} ==> r2c8≠3",
        ["r1c1{n1 n2 n4}; r2c2{n1 n3}; r1c9{n2 n3}; r2c3{n4 n3}", "", "n3r1c1 n5r2c3"]),
    // subsets: a naked, a hidden, a super-hidden pair
    ("S2-whip[3]: [r1c2 r1c3]{n1r1c2 [r1n2 r1n3]} - r1c9{n2 .} ==> r1c1≠1",
        ["r1c2{n1 n2 n3}; r1c3{n2 n3}; r1c9{n2 n3}", "n1r1c3 n1r1c9", "n4r1c2 n5r1c3 n4r1c9"]),
    ("S2-chain[3]: [r1n2 r1n3]{n2r1c9 [r1c4 r1c5]} - r1n7{c4 c9} ==> r1c9≠1",
        ["r1n2{c4 c5 c9}; r1n3{c4 c5}; r1n7{c4 c9}", "n3r1c9", "n2r1c7 n3r1c8 n7r1c1"]),
    ("S2-braid[3]: [r1n5 r2n5]{n5r1c9 [c4n5 c8n5]} - r7n5{c4 .} ==> r3c9≠5",
        ["r1n5{c4 c8 c9}; r2n5{c4 c8}; r7n5{c4 c8}", "n5r2c7 n5r7c9", "n5r1c1 n5r2c5 n5r7c7"]),
    ("S3-whip[4]: [r1c2 r1c3 r1c4]{n1r1c2 [r1n2 r1n3 r1n4]} - r1c9{n2 .} ==> r1c1≠1",
        ["r1c2{n1 n2 n3 n4}; r1c3{n2 n3 n4}; r1c4{n2 n3 n4}; r1c9{n2 n3}", "", "n5r1c3"]),
];

#[test]
fn quoted_steps_hold() {
    for (step, [state, harmless, harmful]) in QUOTED {
        let (model, with) = (bare(state), |model: &Model, token: &str| {
            let mut model = model.clone();
            model.set(label(word(token).unwrap()), true);
            model
        });
        let all_harmless = harmless.split_whitespace().fold(model.clone(), |m, token| with(&m, token));
        for model in [&model, &all_harmless] {
            holds(model, step).unwrap_or_else(|clause| panic!("{step}\n  not so: {clause}"));
            for token in harmful.split_whitespace() {
                assert!(holds(&with(model, token), step).is_err(), "{token} in {step}");
            }
        }
    }
}

/// Differences of a family from its neighbours: a state, a step, the clause violated.
#[rustfmt::skip] // a step a line
const REFUSED: &[(&str, &str, &str)] = &[
    ("r9c4{n2 n6}; r2n6{c4 c8 c9}; c8n2{r2 r9}", "z-chain[3]: r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2 .} ==> r9c9≠2", "link 2: a candidate is not linked to what is said to exclude it"),
    ("r9c4{n2 n6}; r2n6{c4 c8 c9}; c8n2{r2 r9}", "biv-chain[3]: r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2 r9} ==> r9c9≠2", "link 2: the rule does not ignore what this excludes"),
    ("r9c4{n2 n6}; r2n6{c4 c8}; c8n2{r2 r7 r9}", "biv-chain[3]: r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2 r9} ==> r9c9≠2", "link 3: the rule does not ignore what this excludes"),
    ("r9c4{n2 n6}; r2n6{c4 c8}; c8n2{r2 r7 r9}", "t-whip[3]: r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2 .} ==> r9c9≠2", "link 3: R is no candidate"),
    ("r1n9{c2 c6}", "whip-cn[4]: r1n9{c2 c6} - r2n9{c4 c1} - r9n9{c1 c8} - r6n9{c8 .} ==> r4c2≠9", "the chain is called whip-rn[4]"),
    ("r1n9{c2 c6}", "braid-rc[4]: r1n9{c2 c6} - r2n9{c4 c1} - r9n9{c1 c8} - r6n9{c8 .} ==> r4c2≠9", "the chain is called braid-rn[4]"),
    ("r1n9{c2 c6}", "biv-chain-bn[4]: r1n9{c2 c6} - r2n9{c4 c1} - r9n9{c1 c8} - r6n9{c8 .} ==> r4c2≠9", "the chain is called biv-chain-rn[4]"),
    ("r1n1{c2 c4 c5}; r2n1{c6 c7}; r9n1{c1 c7}", "g-whip[3]: r1n1{c2 c45} - r2n1{c6 c7} - r9n1{c1 .} ==> r3c1≠1", "link 3: L is not excluded by what it is said to be"),
    ("r1n1{c2 c4 c5}; r2n1{c6 c7}; r9n1{c1 c7}", "braid[3]: r1n1{c2 c45} - r2n1{c6 c7} - r9n1{c1 .} ==> r3c1≠1", "link 1: the rule has no right-linking groups"),
    // In rn-space, sharing a block is not a link.
    ("r1n1{c1 c2}; r2n1{c3 c1}; r5n2{c1 c4}", "hxy-rn3-chain {c1 c2}r1n1 - {c3 c1}r2n1 - {c1 c4}r5n2 ==> r5c1≠1", "link 2: L is not linked to what is just before"),
    // SudoRules prints oddagons that eliminate a candidate of the cycle, such as this one; its definition
    // excludes them.
    ("r1c8{n1 n2}; b3n2{r1c8 r2c9}; r2c9{n2 n1}; r2n1{c9 c8}; c8n1{r2 r1}", "oddagon[5]: r1c8{n1 n2},b3n2{r1c8 r2c9},r2c9{n2 n1},r2n1{c9 c8},c8n1{r2 r1} ==> r2c8≠1", "the target is in the circle"),
    ("r1c2{n1 n2 n3 n4}; r1c3{n2 n3 n4}; r1c4{n2 n3 n4}; r1c9{n2 n3}", "S2-whip[4]: [r1c2 r1c3 r1c4]{n1r1c2 [r1n2 r1n3 r1n4]} - r1c9{n2 .} ==> r1c1≠1", "link 1: the rule has no right-linking subsets of this size"),
    ("r1c2{n1 n2 n3 n4}; r1c3{n2 n3 n4}; r1c4{n2 n3 n4}; r1c9{n2 n3}", "g-whip[4]: [r1c2 r1c3 r1c4]{n1r1c2 [r1n2 r1n3 r1n4]} - r1c9{n2 .} ==> r1c1≠1", "link 1: the rule has no right-linking subsets of this size"),
    ("r1c2{n1 n2 n3 n4}; r1c3{n2 n3 n4}; r1c4{n2 n3 n4}; r1c9{n2 n3}", "S3-whip[4]: [r1c2 r1c3 r1c4]{n1r1c2 [r1n2 r1n3 c4n4]} - r1c9{n2 .} ==> r1c1≠1", "link 1: the variables and sets are not of one house or digit"),
];

#[test]
fn families_differ() {
    for (state, step, clause) in REFUSED {
        assert_eq!(holds(&bare(state), step).map(|_| ()), Err(clause.to_string()), "{step}");
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
        replay(&mut solver, line, &define(LOOPS), &mut |at| {
            for step in at.round.steps.iter().filter(|_| at.round.rule == "whip-loops") {
                if let Err(clause) = at.accepts("whip", vec![step.clone()]) {
                    assert!(clause.ends_with("L is a previous L"), "{}: {clause}", step.text);
                    repeated += 1;
                }
            }
        });
        assert!(repeated > 0, "{line}");
    }
}
