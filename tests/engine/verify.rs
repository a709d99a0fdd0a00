//! The checker of proofs accepts every step of every rule and ladder, and refuses every spoiled step.

use crate::binary::{code, command, directory, ends, piped, refused, stderr, stdout, sudoscope, text_of};
use crate::common::{alone, random_10k, shared, thorough};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, atomic::AtomicBool};
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::evidence::{Outcome, Proof};
use sudoscope::grid::{Candidate, Cell, Digit, Puzzle, parse_puzzle};
use sudoscope::input::{Input, Reading};
use sudoscope::proof::{check_climb, climb_checked, prove, verify, verify_by};
use sudoscope::rule::{Findings, Info, Rule};
use sudoscope::rules::{BRT, RULES, find_rule};
use sudoscope::run::{Done, Lines, PipelineError, Plan, Row};
use sudoscope::scale::{Aspect, Column, Effort, Order, Policy, Scale, Solver, Unit};
use sudoscope::settings::Settings;
use sudoscope::state::State;

const BUDGET: u64 = 100_000_000;

/// Returns a ladder of each rule alone above locked candidates, in all its sizes up to six.
fn rules_alone() -> Vec<Scale> {
    let of = |info: &Info| Scale::define(info.name, &alone(info, 6)).unwrap();
    RULES.iter().map(|rule| of(rule.info())).collect()
}

fn puzzle(line: &str) -> Puzzle {
    parse_puzzle(line.as_bytes()).unwrap().into()
}

fn proof_of(solver: &mut Solver, line: &str, ladder: &Scale) -> Proof {
    prove(solver, &puzzle(line), ladder, BUDGET).1
}

/// Proofs of all examples and of puzzles without solution, made once for the tests that read and spoil them.
static SOME_PROOFS: LazyLock<Vec<Proof>> =
    LazyLock::new(|| examples().into_iter().chain(without_solution()).collect());

/// Proves every rule's example, which includes the step itself.
fn examples() -> Vec<Proof> {
    let one = |solver: &mut Solver, rule: &&'static dyn Rule| {
        let example = &rule.info().example;
        let ladder = Scale::named(example.ladder)
            .unwrap_or_else(|_| Scale::define("example", example.ladder).unwrap());
        proof_of(solver, example.puzzle, &ladder)
    };
    RULES.par_iter().map_init(Solver::new, one).collect()
}

/// Proves that puzzles have no solution, by clashes of singles and by empty variables.
fn without_solution() -> Vec<Proof> {
    let ladder = Scale::named("W").unwrap();
    let mut solver = Solver::new();
    let mut all = Vec::new();
    for (k, line) in random_10k()[..300].iter().enumerate() {
        let mut line = line.clone();
        let at = (0..81).filter(|&at| line.as_bytes()[at] != b'.').nth(k % 20).unwrap();
        let digit = char::from(b'1' + (line.as_bytes()[at] - b'1' + 1) % 9).to_string();
        line.replace_range(at..=at, &digit);
        let proof = proof_of(&mut solver, &line, &ladder);
        if proof.outcome == Outcome::NoSolution {
            all.push(proof);
        }
    }
    all
}

/// A proof survives being written and read, and all proofs together use the rules of all examples.
#[test]
fn proofs_are_read_as_they_were_written() {
    let proofs = &*SOME_PROOFS;
    let mut rules = BTreeMap::new();
    for proof in proofs {
        let verdict = verify(proof).unwrap_or_else(|wrong| panic!("{}: {wrong}", proof.head.puzzle));
        let steps: usize = proof.rounds.iter().map(|round| round.steps.len()).sum();
        assert_eq!(verdict.steps, steps as u64);
        let text = serde_json::to_string(proof).unwrap();
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), *proof);
        for round in &proof.rounds {
            *rules.entry(round.rule.clone()).or_insert(0) += round.steps.len();
        }
    }
    let told = rules_alone();
    let missing: Vec<_> = told.iter().filter(|l| !rules.contains_key(&l.name)).collect();
    assert!(missing.is_empty(), "{:?}", missing.iter().map(|l| &l.name).collect::<Vec<_>>());
    assert!(proofs.iter().filter(|proof| proof.outcome == Outcome::NoSolution).count() > 100);
}

/// The outcome is checked by the measure of the first column, including sums of steps, first steps, and
/// levels that a score raises.
#[test]
fn proofs_of_every_measure_are_checked() {
    let plain = Scale::define("plain", "naked-single,hidden-single,lc,naked:2,hidden:2,whip:1-9").unwrap();
    let measured = |aspect| {
        let column = Column { name: "", aspect, unit: Unit::Tenths };
        Scale::new(plain.description(), vec![column], plain.items.clone())
    };
    let aspects = [Aspect::Hardest, Aspect::Sum, Aspect::FirstStep, Aspect::UntilPlacement];
    let scales = aspects.map(measured).into_iter().chain([Scale::named("H").unwrap()]);
    let policies = [Policy::AllAtOnce, Policy::BestOfOrders, Policy::OneHint];
    let mut solver = Solver::new();
    let (mut ratings, mut raised) = (vec![BTreeSet::new(); 5], 0);
    for (k, scale) in scales.enumerate() {
        for (line, policy) in random_10k()[900..960].iter().zip(policies.into_iter().cycle()) {
            let scale = scale.clone().under(policy).remove(0);
            solver.start(&puzzle(line), Effort::default()).unwrap();
            let (climb, order) = solver.climb_and_order(&scale, BUDGET);
            let checked = check_climb(&mut solver, &puzzle(line), &scale, BUDGET, &climb, order);
            checked.unwrap_or_else(|wrong| panic!("{line} by {k} {policy:?}: {wrong}"));
            let (observed, proof) = prove(&mut solver, &puzzle(line), &scale, BUDGET);
            let text = serde_json::to_string(&proof).unwrap();
            let mut proof: Proof = serde_json::from_str(&text).unwrap();
            verify_by(&proof, &scale).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
            let Outcome::Solved(rating) = observed.outcome.column(0) else { continue };
            assert_eq!(proof.outcome, Outcome::Solved(scale.unit().json(rating)));
            ratings[k].insert(rating);
            let highest =
                proof.rounds.iter().map(|round| scale.unit().read_json(&round.rating).unwrap()).max();
            raised += usize::from(k == 4 && highest < Some(rating));
            for other in [rating + 1, rating.wrapping_sub(1)].into_iter().filter(|&other| other < 10_000) {
                proof.outcome = Outcome::Solved(scale.unit().json(other));
                let wrong = verify_by(&proof, &scale).unwrap_err().to_string();
                assert!(wrong.contains("but the steps give"), "{wrong}");
            }
        }
    }
    assert!(raised > 0 && ratings.iter().all(|of| of.len() > 1), "{raised} {ratings:?}");
}

/// Orders of elimination that `--policy best` settles on are checked step by step.
#[test]
fn the_best_order_is_checked() {
    let puzzles = [
        "1...5.78..5.1.9.3..........2...6.....4..9...29....25..5926.834..1.3.....8.......7",
        "..3..6.8..5...91.2....1..5.2.8....76..5...4...9.8........9..8......37.21..2.6...5",
    ];
    let ladder = Scale::named("W").unwrap().under(Policy::BestOfOrders).remove(0);
    let mut solver = Solver::new();
    for puzzle in puzzles {
        let puzzle = self::puzzle(puzzle);
        solver.start(&puzzle, Effort::default()).unwrap();
        let (climb, order) = solver.climb_and_order(&ladder, BUDGET);
        assert!(!matches!(order, Order::Together), "{puzzle}: the first order is the best");
        check_climb(&mut solver, &puzzle, &ladder, BUDGET, &climb, order).unwrap();
        let wrong = check_climb(&mut solver, &puzzle, &ladder, BUDGET, &climb, Order::Together).unwrap_err();
        assert!(wrong.to_string().contains("another one"), "{wrong}");
    }
}

/// The reader refuses malformed proofs and reports where they are wrong.
#[test]
fn proofs_that_cannot_be_read() {
    let line = &random_10k()[1];
    let proof = proof_of(&mut Solver::new(), line, &Scale::named("W").unwrap());
    let text = serde_json::to_string(&proof).unwrap();
    assert!(serde_json::from_str::<Proof>(&text).is_ok());
    let spoiled = [
        ("\"outcome\":\"solved\"", "\"outcome\":\"done\""),
        ("\"rounds\":[", "\"rounds\":[3,"),
        ("\"eliminates\":", "\"eliminate\":"),
        ("\"because\":", "\"why\":"),
        ("{\"single\":{\"variable\"", "{\"twin\":{\"variable\""),
        ("{\"single\":{\"variable\"", "{\"single\":{\"note\":1,\"variable\""),
        ("\"asserts\":[\"n", "\"asserts\":[\"n0"),
        ("\"asserts\":[\"n", "\"asserts\":[\"m"),
        ("\"asserts\":[\"n", "\"asserts\":[\"é"),
        ("\"asserts\":[\"n", "\"asserts\":[5,\"n"),
        ("{\"variable\":\"", "{\"variable\":\"n"),
        ("\"puzzle\":", "\"puzzle\":1,\"puzzle\":"),
    ];
    for (from, to) in spoiled {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let error = serde_json::from_str::<Proof>(&wrong).unwrap_err();
        assert!(error.line() == 1 && error.column() > 0, "{from}: {error}");
    }
    // Nothing is off the board.
    let candidates = &["n0r1c1", "n10r1c1", "n1r0c1", "n5r10c1", "n5r1c10"][..];
    let variables = &["r0n1", "r10n1", "c3n0", "b3n10", "r10c1", "r1c10"][..];
    let places = [
        ("\"eliminates\":[\"", candidates),
        ("\"asserts\":[\"", candidates),
        ("{\"single\":{\"variable\":\"", variables),
        ("{\"contradiction\":{\"variable\":\"", variables),
        ("\"variables\":[\"", variables),
        ("\"house\":\"", &["r0", "r10", "b10"]),
    ];
    let texts: Vec<String> = SOME_PROOFS.iter().map(|proof| serde_json::to_string(proof).unwrap()).collect();
    for (place, words) in places {
        let (before, rest) = texts.iter().find_map(|text| text.split_once(place)).expect(place);
        let (_, after) = rest.split_once('"').unwrap();
        for word in words {
            let wrong = format!("{before}{place}{word}\"{after}");
            let error = serde_json::from_str::<Proof>(&wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("'{word}' is not a ")), "{place}: {error}");
        }
    }
    // Ratings are whatever a scale prints; one that this scale does not print can be read, but is refused.
    for to in ["-1", "4294967296", "\"hard\"", "null", "[]", "0.5"] {
        let wrong = text.replacen("\"rating\":0", &format!("\"rating\":{to}"), 1);
        assert_ne!(wrong, text, "{to}");
        verify(&serde_json::from_str(&wrong).unwrap()).unwrap_err();
    }
    // Nesting depth is bounded.
    assert!(serde_json::from_str::<Proof>(&"[".repeat(100_000)).is_err());
}

/// The checker accepts the climbs of many named ladders on hard puzzles.
#[test]
fn hard_puzzles() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut rated: Vec<(u8, &str)> = text
        .lines()
        .skip(1)
        .map(|line| (line.split(',').nth(1).unwrap().parse().unwrap(), &line[..81]))
        .collect();
    rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
    let ladders = ["W", "B", "gW", "gB", "S+W", "FW", "SFin+gW", "nrczt", "tW"];
    let ladders = ladders.map(|name| Scale::named(name).unwrap());
    let share = if thorough() { 1 } else { 2 };
    rated[..60].par_iter().step_by(share).for_each_init(Solver::new, |solver, (_, line)| {
        for ladder in &ladders {
            let puzzle = puzzle(line);
            climb_checked(solver, &puzzle, ladder, BUDGET, &mut Order::Together)
                .unwrap_or_else(|wrong| panic!("{line} by {}: {wrong}", ladder.name));
        }
    });
}

// ---------------------------------------------------------------- the command line

const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

fn explained(args: &[&str], puzzle: &str) -> String {
    let output = sudoscope(&[&["explain", "--format", "json"], args, &[puzzle]].concat());
    stdout(&output)
}

#[test]
fn what_explain_writes_is_verified() {
    let w = explained(&["-l", "W"], PUZZLE);
    let one = piped(&["verify", "-"], w.as_bytes());
    let line = stdout(&one);
    assert!(line.starts_with(&format!("-:1: {PUZZLE}: W solved 5, ")), "{line}");
    assert!(line.ends_with(" steps verified\n") && line.lines().count() == 1, "{line}");
    assert_eq!((code(&one), stderr(&one)), (Some(0), String::new()));
    // Several proofs in one file: each takes one line or several lines, one is by another ladder, and one did
    // not solve its puzzle.
    let folder = directory("verify");
    let file = folder.join("two words.jsonl");
    let compact: serde_json::Value = serde_json::from_str(&explained(&["-l", "x=brt,lc"], PUZZLE)).unwrap();
    let unique = explained(&["-l", "U=brt,lc,unique,subset:2-4"], UNIQUE);
    std::fs::write(&file, format!("{compact}\n\n{w}{unique}")).unwrap();
    let all = sudoscope(&["verify", text_of(&file)]);
    let text = stdout(&all);
    let lines: Vec<&str> = text.lines().collect();
    let name = file.display();
    assert_eq!(lines.len(), 4, "{text}{}", stderr(&all));
    assert!(lines[0].starts_with(&format!("{name}:1: {PUZZLE}: x=brt,lc unsolved, ")), "{text}");
    assert!(lines[1].starts_with(&format!("{name}:3: {PUZZLE}: W solved 5, ")), "{text}");
    assert!(lines[2].ends_with(" steps verified, assuming one solution"), "{text}");
    assert_eq!(lines[3], "3 proofs verified, 0 wrong");
    let quiet = sudoscope(&["verify", "--quiet", text_of(&file)]);
    assert_eq!((code(&quiet), stdout(&quiet)), (Some(0), String::new()));
}

/// Puzzle that `unique` solves: the example of ur1.
const UNIQUE: &str = "9.....87......23.48....6...36..........6.97.3.5.12...6..7.....5....1.2..5..9.7.1.";

#[test]
fn a_wrong_proof_is_told() {
    let folder = directory("verify-wrong");
    let file = folder.join("p.jsonl");
    let right = proof_of(&mut Solver::new(), PUZZLE, &Scale::named("W").unwrap());
    let mut wrong = right.clone();
    let at = wrong.rounds.iter().position(|round| round.rule == "whip").unwrap();
    wrong.rounds[at].steps[0].eliminates.push(Candidate::new(Digit::new(2), Cell::new(2)));
    let json = |proof: &Proof| serde_json::to_string(proof).unwrap();
    let no_proof = "{\"puzzle\": 5}";
    let text = format!("{}\n{}\n{no_proof}\n{}\n", json(&right), json(&wrong), json(&right));
    std::fs::write(&file, text).unwrap();
    let output = sudoscope(&["verify", text_of(&file)]);
    let (told, name) = (stderr(&output), file.display());
    assert_eq!(code(&output), Some(1), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    let start = format!("{name}:2: {PUZZLE}: round {}, step 1, whip[", at + 1);
    assert!(lines[0].starts_with(&start) && lines[0].contains("n3r1c3"), "{told}");
    assert!(lines[1].starts_with(&format!("{name}:3: column ")), "{told}");
    assert!(stdout(&output).ends_with("2 proofs verified, 2 wrong\n"));
    // Input that is not JSON ends with a message that names the place.
    let torn = format!("{}\n{{\"puzzle\": [1,", json(&right));
    let output = ends(2, piped(&["verify", "-"], torn.as_bytes()));
    assert!(stderr(&output).contains("line 2, column "), "{}", stderr(&output));
    assert!(stdout(&output).contains("steps verified"));
    for nothing in ["", " \n\n"] {
        refused(&piped(&["verify", "-"], nothing.as_bytes()), "no proof");
    }
    ends(2, piped(&["verify", "-"], "[".repeat(200_000).as_bytes()));
    refused(&sudoscope(&["verify", "no-such-file.json"]), "cannot read no-such-file.json");
}

/// Proofs and hints of another version are refused, whatever their format.
#[test]
fn other_versions_are_named() {
    let reason =
        format!("it is of version 2, not 3: use the sudoscope that wrote it, {}", env!("CARGO_PKG_VERSION"));
    for (args, key) in [(&[][..], "proof"), (&["--next"], "hints")] {
        let text = explained(args, PUZZLE);
        ends(0, piped(&["verify", "-"], text.as_bytes()));
        let old = text.replacen(&format!("\"{key}\": 3"), &format!("\"{key}\": 2"), 1);
        // Evidence that only version 2 had cannot be read.
        let strange = old.replacen("{\n            \"single\"", "{\"ser-pattern\"", 1);
        assert!(text != old && old != strange, "{old}");
        for old in [old, strange] {
            let output = ends(1, piped(&["verify", "-"], old.as_bytes()));
            assert_eq!(stderr(&output), format!("-:1: {reason}\n"));
        }
    }
    let mut proof = proof_of(&mut Solver::new(), PUZZLE, &Scale::named("W").unwrap());
    proof.version = 2;
    assert_eq!(verify(&proof).unwrap_err().to_string(), reason);
}

#[test]
fn a_scan_is_verified() {
    let folder = directory("verify-scan");
    let file = folder.join("p.txt");
    let lines = random_10k()[..40].join("\n");
    std::fs::write(&file, format!("{lines}\nno puzzle\n")).unwrap();
    let scan = |out: &str, args: &[&str]| {
        let out = folder.join(out);
        let output =
            command(&[&["scan", "-l", "W,S+gW", "-o", text_of(&out), text_of(&file)], args].concat());
        let output = ends(1, { output }.output().unwrap());
        (stdout(&output), std::fs::read_to_string(out.join("puzzles.csv")).unwrap())
    };
    let (plain, ratings) = scan("plain", &[]);
    let (told, verified) = scan("verified", &["--verify"]);
    assert!(!plain.contains("verified:"));
    assert!(told.contains(" steps of 80 climbs\n") && told.contains("verified: "), "{told}");
    assert_eq!(ratings, verified);
    let (best, _) = scan("best", &["--verify", "--policy", "best"]);
    assert!(best.contains(" steps of 160 climbs\n"), "{best}");
}

/// Locked candidates whose last step also eliminates another false candidate, which is not locked out.
struct Rash;

impl Rule for Rash {
    fn info(&'static self) -> &'static Info {
        find_rule("lc").unwrap().info()
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        find_rule("lc").unwrap().find(state, size, found)?;
        let (_, solution) = solutions_within(state.grid(), 1, &mut Budget(u64::MAX))?;
        let open = state.grid().candidates();
        let is_free = |&c: &_| !solution.unwrap().allows(c) && !found.eliminated.contains(c);
        let free = open.iter().find(is_free).filter(|_| found.patterns > 0);
        if let Some(free) = free {
            found.eliminated.insert(free);
            if let Some(step) = found.steps.iter_mut().flatten().last() {
                step.eliminates.push(free);
            }
        }
        Ok(())
    }
}

/// A rule that proves too much gives ordinary ratings, but the run stops at its first step and reports it;
/// only earlier results are handed over.
#[test]
fn a_rash_rule_stops_a_run() {
    let folder = directory("verify-rash");
    let file = folder.join("p.txt");
    let lines = &random_10k()[..200];
    std::fs::write(&file, lines.join("\n")).unwrap();
    let honest = Scale::named("LC").unwrap();
    let mut rash = honest.clone();
    rash.items[BRT].rule = &Rash;
    let run = |ladder: &Scale, verify: bool, jobs: usize| {
        let plan = Plan {
            lines: Lines {
                inputs: vec![Input::File(file.clone())],
                reading: Reading::default(),
                jobs,
                besides: Vec::new(),
            },
            settings: Settings::of(vec![ladder.clone()], Effort::default()).unwrap(),
            solved: false,
            wide: false,
            tallied: true,
            timed: false,
            verify,
        };
        let mut seen = Vec::new();
        let ended = plan.rate(&AtomicBool::new(false), |done: Done<Row>| {
            seen.extend(done.rows.iter().map(|row| row.line));
            Ok(())
        });
        (ended.map(|ended| ended.work.verified.climbs), seen)
    };
    for (ladder, verify) in [(&honest, true), (&rash, false)] {
        let (climbs, seen) = run(ladder, verify, 2);
        assert_eq!((climbs.unwrap(), seen.len()), (200 * u64::from(verify), 200));
    }
    // The first puzzle that singles do not solve uses locked candidates, as the test requires.
    let mut solver = Solver::new();
    let mut needs_more = |line: &&String| {
        solver.start(&puzzle(line), Effort::default()).unwrap();
        let (climb, _) = solver.climb_and_order(&honest, BUDGET);
        climb.tallies[BRT..].iter().any(|tally| tally.steps > 0)
    };
    let first = lines.iter().position(|line| needs_more(&line)).unwrap();
    for jobs in [1, 2] {
        let (wrong, seen) = run(&rash, true, jobs);
        let Err(PipelineError::Unverified(wrong)) = wrong else { panic!("it is not reported") };
        assert_eq!((wrong.at.line, wrong.puzzle.as_str()), (first as u64 + 1, lines[first].as_str()));
        assert!(wrong.wrong.to_string().contains("lc"), "{wrong}");
        assert!(seen.iter().all(|&line| line <= first as u64), "{seen:?}");
    }
}

/// Every scale climbs puzzles with a wrong clue to an end; none goes beyond its lists.
#[test]
fn contradictory_puzzles_are_climbed_to_an_end() {
    let mut solver = Solver::new();
    for line in &random_10k()[700..704] {
        // A digit twice in a row.
        let at = line.find('.').unwrap();
        let row = &line[at / 9 * 9..at / 9 * 9 + 9];
        let twice = row.chars().find(|&c| c != '.').unwrap_or('1');
        let wrong = format!("{}{twice}{}", &line[..at], &line[at + 1..]);
        for scale in ["SER", "HoDoKu", "H", "W", "minutes"] {
            let proof = proof_of(&mut solver, &wrong, &Scale::named(scale).unwrap());
            assert!(!matches!(proof.outcome, Outcome::Solved(_)), "{wrong} by {scale}");
        }
    }
}
