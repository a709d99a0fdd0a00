//! Every conclusion of every rule agrees with the solution found by brute force.

use crate::common::{self, Dice, is_taken, random_10k, shared, step_cost, thorough};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::slice::from_ref;
use std::time::Instant;
use sudoscope::brute::{solutions, unique_solution};
use sudoscope::budget::Budget;
use sudoscope::grid::{Cells, Digit, Grid, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rule::Rule;
use sudoscope::rules::{BRT, RULES, find_rule, one_name};
use sudoscope::scale::{Climb, DEFAULT_BUDGET, Effort, Outcome, Scale, Solver, Status};
use sudoscope::state::State;

/// Ladders that together contain every rule at every size. If one rule leaves another nothing to do, the
/// other also has a ladder without it.
const SCALES: &[&str] = &[
    "brt,whip:1-36",
    "brt,whip:1-2,braid:3-36",
    "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36",
    "brt,whip-loops:1-36",
    "brt,lc,alldiff,naked:2-8+hidden:2-8+fish:2-8+finned-fish:2-8",
    "brt,naked:2-8",
    "brt,naked:5-8+hidden:5-8",
    "brt,hidden:2-8",
    "brt,fish:2-8",
    "brt,fish:5-8",
    "brt,finned-fish:2-8",
    "brt,finned-fish:5-8",
    "brt,alldiff",
    "brt,braid:3-6",
    "brt,whip:3-5",
    "brt,whip:1,typed-whip:2-36",
    "brt,x-cycle-general",
];

/// Ladders of rules that assume a unique solution. The first is climbed for the large collections, too.
const UNIQUE_LADDERS: &[&str] = &[
    "brt,lc,unique,subset:2-4",
    "brt,unique",
    "brt,whip:1-3,unique+whip:4-36",
    "brt,ur2,ur3,ur4",
    "brt,ur5,ur6,hidden-ur",
    "brt,lc,unique-loop:6-14+bug-plus:2-9",
    "brt,lc,subset:2-4,unique+unique-loop:6-14+bug-plus:2-9",
    "brt,lc,extended-rectangle:6-14,ur-strong-link,hidden-ar,ur-wing,external-ur",
    "brt,lc,subset:2-4,external-ur,ur-wing,hidden-ar,ur-strong-link,extended-rectangle:6-14",
    "brt,lc,subset:2-4,bug-lite:6-12,reverse-bug:4-14",
    "brt,gsp,lc,subset:2-4",
    "brt,lc,ur-aic:2-12+ur-nice-loop:2-12",
    "brt,lc,subset:2-4,bug-aic:2-12+bug-nice-loop:2-12",
];

/// Whether a rule needs an impossible pattern, which hardly ever occurs in these collections.
fn needs_pattern(rule: &&'static dyn Rule) -> bool {
    rule.uses_relations() || rule.info().name == "tridagon"
}

/// Returns ladders of every rule by itself, mostly above locked candidates, in all its sizes, under its name;
/// rules of impossible patterns are in [`of_patterns`].
fn alone() -> Vec<Scale> {
    let rules = RULES.iter().copied().filter(|rule| rule.info().name != "contradiction");
    let rules = rules.filter(|rule| !rule.assumes_unique() && !needs_pattern(rule));
    let infos = rules.map(|rule| rule.info());
    infos.map(|info| Scale::define(info.name, &common::alone(info, u8::MAX)).unwrap()).collect()
}

/// Returns a ladder of the rules of impossible patterns and their guardians together, in all their sizes.
fn of_patterns() -> Scale {
    let each = RULES.iter().copied().filter(needs_pattern);
    let each = each.map(|rule| common::alone(rule.info(), u8::MAX).replace("brt,lc,", ""));
    ladder(&format!("brt,lc,{}", each.collect::<Vec<_>>().join("+")))
}

/// Ladders for the large collections.
const BIG_LADDERS: &[&str] = &[
    "brt,lc,subset:2-4+fish:2-4+finned-fish:2-4,whip:2-8",
    "brt,whip:1-2,braid:3-8",
    "brt,whip-loops:1-6",
    "brt,whip:1,typed-whip:2-6",
    "brt,lc,alldiff,fish:2-8+finned-fish:2-8",
    "brt,naked:5-8+hidden:5-8+fish:5-8+finned-fish:5-8",
];

/// Steps allowed for each puzzle and ladder of the large collections.
const BIG_BUDGET: u64 = 300_000;

/// Steps allowed for each puzzle and ladder if there are several solutions or none, because such states are
/// large.
const SMALL_BUDGET: u64 = 10_000;

/// Steps allowed for each puzzle and rule by itself, because simple rules alone lead to long patterns.
const ALONE_BUDGET: u64 = 100_000;

fn ladder(definition: &str) -> Scale {
    Scale::define("test", definition).unwrap()
}

/// Climbs the ladder and compares every application with the solutions. Returns the climb.
fn climb(
    solver: &mut Solver, line: &str, (clues, solutions): (&[Cells; 9], &[Grid]), ladder: &Scale, budget: u64,
) -> Climb {
    let climb = solver.observe(clues, ladder, budget, &mut |applied| {
        let (found, name) = (applied.found, applied.item.name());
        let tell = || format!("{line}: {name} of {}: {:?}", ladder.definition, found.steps);
        assert!(!found.contradiction, "{}", tell());
        for digit in Digit::all() {
            for solution in solutions.iter().map(|solution| solution.plane(digit)) {
                assert!(!found.eliminated.0[digit].intersects(solution), "{}", tell());
                assert!(found.asserted.0[digit].is_subset(solution), "{}", tell());
            }
            assert!(found.eliminated.0[digit].is_subset(applied.grid.open_plane(digit)));
            assert!(found.asserted.0[digit].is_subset(applied.grid.open_plane(digit)));
        }
    });
    if let Outcome::Solved(_) = climb.outcome {
        assert_eq!(solver.grid().candidates().len(), 0);
        for solution in solutions {
            assert!(Digit::all().all(|digit| solver.grid().plane(digit) == solution.plane(digit)), "{line}");
        }
    }
    assert_ne!(climb.outcome, Outcome::NoSolution, "{line}");
    climb
}

/// Returns the clues of a line and its solution.
fn solved(line: &str) -> ([Cells; 9], Grid) {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let solution = unique_solution(&Grid::from_clues(&clues));
    (clues, solution.unwrap_or_else(|| panic!("{line} has not exactly one solution")))
}

#[test]
fn the_ladders_have_every_rule_at_every_size() {
    let mut wanted = BTreeSet::new();
    for rule in RULES {
        let info = rule.info();
        for size in info.sizes.clone().unwrap_or(0..=0) {
            wanted.insert(one_name(info.name, size));
        }
    }
    let ladders = SCALES.iter().chain(UNIQUE_LADDERS).map(|definition| ladder(definition));
    let ladders = ladders.chain(alone()).chain([of_patterns()]);
    for item in ladders.flat_map(|ladder| ladder.items) {
        wanted.remove(&(item.rule.info().name, item.size));
    }
    assert!(wanted.is_empty(), "not tested: {wanted:?}");
}

/// Every rule by itself is sound, and each fires. The traced climb, which knows no solution to save work by,
/// equals the climb that ratings take (compared for one puzzle in four, or all in a thorough run).
#[test]
fn every_rule_alone() {
    let lines = random_10k();
    let ladders = alone();
    let steps = |solver: &mut Solver, (at, line): (usize, &String)| -> Vec<u32> {
        let (clues, solution) = solved(line);
        let one = |ladder: &Scale| {
            let budget = ALONE_BUDGET * step_cost(&ladder.definition);
            let effort = Effort { validate: true, budget };
            let observed = climb(solver, line, (&clues, from_ref(&solution)), ladder, budget);
            if is_taken(at, 4) {
                let rated = solver.rate(&clues, from_ref(ladder), effort).1.remove(0);
                if ![&rated, &observed].iter().any(|climb| climb.outcome == Outcome::Budget) {
                    assert_eq!(observed, rated, "{line} by {}", ladder.definition);
                }
            }
            let own = observed.tallies.iter().zip(&ladder.items);
            let own = own.filter(|(_, item)| item.rule.info().name == ladder.name);
            own.map(|(tally, _)| tally.steps).sum()
        };
        ladders.iter().map(one).collect()
    };
    let add = |a: Vec<u32>, b: Vec<u32>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let none = || vec![0; ladders.len()];
    // Rules that fire in one of thousands of puzzles.
    let rare = ["firework-quadruple", "sk-loop", "double-exocet"];
    let rare = rare.map(|rule| find_rule(rule).unwrap().info().example.puzzle.to_string());
    let most = if thorough() { 200 } else { 60 };
    let lines: Vec<String> = lines[..most].iter().cloned().chain(rare).collect();
    let fired = lines.par_iter().enumerate().map_init(Solver::new, steps).reduce(none, add);
    for (ladder, fired) in ladders.iter().zip(fired) {
        assert!(fired > 0, "{} never fired", ladder.definition);
    }
}

/// The rules of impossible patterns are sound on the puzzles of their examples: by the ladder of the example,
/// in which the rule must fire, and by all these rules together.
#[test]
fn every_rule_of_patterns() {
    let all = of_patterns();
    let rules: Vec<_> = RULES.iter().copied().filter(needs_pattern).collect();
    let proved = |solver: &mut Solver, rule: &&'static dyn Rule| {
        let (info, budget) = (rule.info(), BIG_BUDGET * step_cost(&all.definition));
        let line = info.example.puzzle;
        let (clues, solution) = solved(line);
        let own = Scale::define("example", info.example.ladder).unwrap();
        let climbed = climb(solver, line, (&clues, from_ref(&solution)), &own, DEFAULT_BUDGET);
        let tallies = climbed.tallies.iter().zip(&own.items);
        let mut fired = tallies.filter(|(_, item)| item.rule.info().name == info.name);
        assert!(fired.any(|(tally, _)| tally.steps > 0), "{} never fired", info.name);
        let together = climb(solver, line, (&clues, from_ref(&solution)), &all, budget);
        together.tallies.iter().skip(BRT).map(|tally| tally.steps).sum::<u32>()
    };
    let proved: u32 = rules.par_iter().map_init(Solver::new, proved).sum();
    assert!(proved > 100, "{proved}");
}

/// Every ladder is sound on random puzzles, and the traced climb equals the climb that ratings take.
#[test]
fn random_10k_by_every_rule() {
    let started = Instant::now();
    let effort = Effort { validate: true, ..Effort::default() };
    let definitions = SCALES.iter().chain(UNIQUE_LADDERS);
    let mut ladders: Vec<Scale> = definitions.map(|definition| ladder(definition)).collect();
    ladders.push(Scale::named("SER").unwrap());
    let lines = random_10k();
    assert_eq!(lines.len(), 10_000);
    let steps = |solver: &mut Solver, (_, line): (usize, &String)| {
        let (clues, solution) = solved(line);
        let (_, rated) = solver.rate(&clues, &ladders, effort);
        assert_eq!(rated.len(), ladders.len(), "{line}");
        let mut fired = Vec::new();
        for (ladder, rated) in ladders.iter().zip(rated) {
            let observed = climb(solver, line, (&clues, from_ref(&solution)), ladder, effort.budget);
            assert_eq!(observed, rated, "{line} by {}", ladder.definition);
            fired.extend(observed.tallies.iter().map(|tally| u64::from(tally.steps)));
        }
        fired
    };
    let add = |mut all: Vec<u64>, more: Vec<u64>| {
        all.resize(more.len().max(all.len()), 0);
        all.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        all
    };
    let taken = lines.par_iter().enumerate().filter(|(at, _)| is_taken(*at, 24));
    let fired = taken.map_init(Solver::new, steps).reduce(Vec::new, add);
    let items = ladders.iter().flat_map(|ladder| ladder.items.iter().map(|item| item.name()));
    let silent: BTreeSet<String> = items
        .clone()
        .filter(|name| items.clone().zip(&fired).all(|(other, &n)| other != *name || n == 0))
        .collect();
    eprintln!("random-10k: {:?}; never fired: {silent:?}", started.elapsed());
    // Eight of nine members with eight values leave a single; no other size listed here is too large for a
    // random puzzle.
    for (rule, sizes) in [
        ("naked", 2..=7),
        ("hidden", 2..=7),
        ("fish", 2..=6),
        ("finned-fish", 2..=6),
        ("whip", 1..=9),
        ("whip-loops", 1..=9),
        ("braid", 3..=8),
    ] {
        for name in sizes.map(|size| format!("{rule}[{size}]")) {
            assert!(!silent.contains(&name), "{name} never fired");
        }
    }
    for name in ["lc", "alldiff", "ur1", "ur2", "ur3", "ur4", "ur6", "hidden-ur", "bug1"] {
        assert!(!silent.contains(name), "{name} never fired");
    }
}

/// Rules that do not assume a unique solution stay sound if a clue or two is removed: every conclusion holds
/// in every solution examined.
#[test]
fn several_solutions() {
    let ladders: Vec<Scale> = SCALES.iter().map(|definition| ladder(definition)).collect();
    let alone = alone();
    assert!(ladders.iter().chain(&alone).all(|ladder| ladder.assumes_unique().is_none()));
    let check = |solver: &mut Solver, (k, line): (usize, &String)| {
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (k as u64 + 1) << 20);
        let mut bytes = line.clone().into_bytes();
        for _ in 0..1 + k % 2 {
            let given: Vec<usize> = (0..81).filter(|&cell| bytes[cell] != b'.').collect();
            bytes[given[dice.below(given.len())]] = b'.';
        }
        let line = String::from_utf8(bytes).unwrap();
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let grid = Grid::from_clues(&clues);
        let all: Vec<Grid> = (1..=6).filter_map(|limit| solutions(&grid, limit).1).collect();
        assert!(all.len() == 6 && all[0] != all[1], "{line} is minimal no more");
        let (status, climbs) = solver.rate(&clues, &ladders, Effort::default());
        assert_eq!((status, climbs.len()), (Status::MultipleSolutions, 0), "{line}");
        for ladder in ladders.iter().chain(alone.iter().filter(|_| k < 4)) {
            let budget = SMALL_BUDGET * step_cost(&ladder.definition);
            let climb = climb(solver, &line, (&clues, &all), ladder, budget);
            assert!(matches!(climb.outcome, Outcome::Unsolved | Outcome::Budget), "{line}");
        }
    };
    let lines = random_10k();
    let count = if thorough() { 250 } else { 15 };
    lines[..count].par_iter().enumerate().for_each_init(Solver::new, check);
}

/// Changing a clue mostly leaves no solution; only then may a climb say so.
#[test]
fn no_solution() {
    let ladders: Vec<Scale> = SCALES.iter().map(|definition| ladder(definition)).collect();
    let check = |solver: &mut Solver, (k, line): (usize, &String)| {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 20);
        let mut bytes = line.clone().into_bytes();
        let given: Vec<usize> = (0..81).filter(|&cell| bytes[cell] != b'.').collect();
        let cell = given[dice.below(given.len())];
        bytes[cell] = b'1' + ((bytes[cell] - b'1') as usize + 1 + dice.below(8)) as u8 % 9;
        let clues = parse_puzzle(&bytes).unwrap();
        let count = solutions(&Grid::from_clues(&clues), 2).0;
        let (status, _) = solver.rate(&clues, &ladders[..0], Effort::default());
        let expected = [Status::NoSolution, Status::Ok, Status::MultipleSolutions][count];
        assert_eq!(status, expected, "{line}, cell {cell}");
        let mut proved = 0;
        for ladder in &ladders {
            let climb = solver.observe(&clues, ladder, SMALL_BUDGET, &mut |_| {});
            match climb.outcome {
                Outcome::NoSolution => {
                    assert_eq!(count, 0, "{line}, cell {cell}, {}", ladder.definition);
                    assert!(climb.tallies[0].steps > 0);
                    proved += 1;
                }
                Outcome::Solved(_) => assert_eq!(count, 1, "{line}, cell {cell}"),
                Outcome::Unsolved | Outcome::Budget => {}
            }
        }
        proved
    };
    let lines = random_10k();
    let proofs = lines[..100].par_iter().enumerate().map_init(Solver::new, check);
    assert!(proofs.sum::<usize>() > 400);
}

/// Applies one rule in eight, or every rule in a thorough run, at one of its sizes up to four, where locked
/// candidates are exhausted; returns the number of steps.
fn every_rule_once(
    solver: &mut Solver, k: usize, line: &str, (clues, solution): (&[Cells; 9], &Grid),
) -> usize {
    solver.observe(clues, &ladder("brt,lc"), BIG_BUDGET, &mut |_| {});
    let mut state = State::new();
    state.reset(solver.grid(), None, Budget(u64::MAX));
    let mut steps = 0;
    let part = if thorough() { 1 } else { 8 };
    for (_, rule) in RULES.iter().enumerate().filter(|(at, _)| (at + k).is_multiple_of(part)) {
        let sizes = rule.info().sizes.clone().unwrap_or(0..=0);
        let span = sizes.end().min(&4).saturating_sub(*sizes.start()) as usize + 1;
        let size = sizes.start() + (k / part % span) as u8;
        let mut found = Findings::default();
        state.budget = Budget(ALONE_BUDGET * step_cost(rule.info().name));
        if rule.find(&mut state, size, &mut found).is_err() {
            continue;
        }
        steps += found.patterns as usize;
        let sound = !found.contradiction
            && Digit::all().all(|digit| {
                let truth = solution.plane(digit);
                !found.eliminated.0[digit].intersects(truth) && found.asserted.0[digit].is_subset(truth)
            });
        assert!(sound, "{line}: {}[{size}]", rule.info().name);
    }
    steps
}

/// Checks one in `share` puzzles of a collection, or all in a thorough run; puzzles end at the first comma of
/// a line.
fn collection(name: &str, header: usize, expected: usize, share: usize) {
    let Some(path) = shared(name) else { return };
    let started = Instant::now();
    let text = read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().skip(header).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(lines.len(), expected);
    let lines: Vec<&str> =
        lines.into_iter().enumerate().filter(|(at, _)| is_taken(*at, share)).map(|pair| pair.1).collect();
    let definitions = BIG_LADDERS.iter().chain(&UNIQUE_LADDERS[..1]);
    let mut ladders: Vec<Scale> = definitions.map(|definition| ladder(definition)).collect();
    ladders.push(Scale::named("SER").unwrap());
    let counts = lines
        .par_iter()
        .enumerate()
        .map_init(Solver::new, |solver, (k, line)| {
            let (clues, solution) = solved(line);
            let mut counts = [0usize; 4];
            counts[3] += every_rule_once(solver, k, line, (&clues, &solution));
            for ladder in &ladders {
                let climb = climb(solver, line, (&clues, from_ref(&solution)), ladder, BIG_BUDGET);
                counts[0] += usize::from(matches!(climb.outcome, Outcome::Solved(_)));
                counts[1] += usize::from(climb.outcome == Outcome::Unsolved);
                counts[2] += usize::from(climb.outcome == Outcome::Budget);
                counts[3] += climb.tallies.iter().map(|tally| tally.steps as usize).sum::<usize>();
            }
            counts
        })
        .reduce(|| [0; 4], |a, b| std::array::from_fn(|k| a[k] + b[k]));
    let [solved, stuck, budget, steps] = counts;
    eprintln!(
        "{name}: {steps} steps, climbs: {solved} solved, {stuck} stuck, {budget} out of budget, {:?}",
        started.elapsed()
    );
    assert!(steps > lines.len());
}

#[test]
fn controlled_bias_000() {
    collection("cbg-000.csv", 1, 21_375, 48);
}

#[test]
fn seventeen_clues() {
    collection("royle17.txt", 0, 49_158, 128);
}

#[test]
fn sudogen0() {
    collection("sudogen0.txt", 0, 10_000, 48);
}

#[test]
fn top10000() {
    collection("top10000.txt", 0, 10_000, 96);
}
