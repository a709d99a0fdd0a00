//! The policy of one hint at a time under ladders with every kind of rule, and climbs that are asked only for
//! outcomes.

use crate::common::{random_10k, thorough};
use rayon::prelude::*;
use sudoscope::grid::parse_puzzle;
use sudoscope::proof::check_climb;
use sudoscope::scale::{Effort, Outcome, Policy, Scale, Solver, Tally};

/// Number of puzzles.
const PUZZLES: usize = 40;

fn one_hint(name: &str) -> Scale {
    Scale::named(name).unwrap().under(Policy::OneHint).remove(0)
}

/// Every application is a single pattern; the climb is the same if steps are not kept, and the checker
/// accepts it.
#[test]
fn one_hint_is_the_first_pattern_alone() {
    let ladders = ["W", "S+gW", "S3W", "LC+X", "LC+K", "BR", "POM3", "PB2", "TE1", "F3W", "nrczt", "L"];
    let scales: Vec<Scale> = ladders.into_iter().map(one_hint).collect();
    let free: Vec<Scale> = ladders.into_iter().map(|name| Scale::named(name).unwrap()).collect();
    let steps = |tallies: &[Tally]| -> u32 { tallies.iter().map(|tally| tally.steps).sum() };
    let check = |solver: &mut Solver, line: &String| {
        let puzzle = parse_puzzle(line.as_bytes()).unwrap().into();
        let mut others = 0;
        for (scale, free) in scales.iter().zip(&free) {
            let mut rounds = 0;
            let seen = solver.observe(&puzzle, scale, 10_000_000, &mut |applied| {
                rounds += 1;
                let steps = applied.found.steps.as_ref().unwrap();
                assert_eq!((steps.len(), applied.found.patterns), (1, 1), "{line} {}", scale.name);
                assert!(steps[0].eliminates.iter().copied().eq(applied.found.eliminated.iter()));
                assert!(steps[0].asserts.iter().copied().eq(applied.found.asserted.iter()));
            });
            solver.start(&puzzle, Effort::default()).unwrap();
            let (climb, order) = solver.climb_and_order(scale, 10_000_000);
            assert_eq!(climb, seen, "{line} {}", scale.name);
            assert_eq!(steps(&climb.tallies), rounds, "{line} {}", scale.name);
            let verdict = check_climb(solver, &puzzle, scale, 10_000_000, &climb, order);
            assert_eq!(verdict.unwrap().steps, u64::from(rounds));
            others += usize::from(solver.climb(free, 10_000_000).tallies != climb.tallies);
        }
        others
    };
    let lines = &random_10k()[..PUZZLES];
    let others: usize = lines.par_iter().map_init(Solver::new, check).sum();
    assert!(others > PUZZLES, "{others}");
}

/// Confluent ladders (singles, locked candidates, braids) give the same rating under both policies.
#[test]
fn confluent_ladders_rate_alike_one_by_one() {
    let ladders = ["BRT", "LC", "B"];
    let together: Vec<Scale> = ladders.into_iter().map(|name| Scale::named(name).unwrap()).collect();
    let one: Vec<Scale> = ladders.into_iter().map(one_hint).collect();
    let check = |solver: &mut Solver, line: &String| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let mut outcomes = |scales: &[Scale]| -> Vec<Outcome> {
            let (_, climbs) = solver.rate(&clues, scales, Effort::default());
            climbs.iter().map(|climb| climb.outcome).collect()
        };
        assert_eq!(outcomes(&one), outcomes(&together), "{line}");
    };
    random_10k()[..4 * PUZZLES].par_iter().for_each_init(Solver::new, check);
}

/// Asking only for outcomes gives the same outcomes as full climbs, for puzzles with one solution, several or
/// none.
#[test]
fn outcomes_are_those_of_climbs() {
    let deeper = ["trial-w1", "trial-s2", "trial-s3"];
    let named = ["LC", "TE1", "TE", "B", "W", "POM3", "PB3", "S", "gB", "S3B"];
    let mut ladders: Vec<Scale> = named.map(|name| Scale::named(name).unwrap()).into();
    ladders.extend(deeper.map(|rule| Scale::define("x", &format!("brt,lc,trial,{rule}")).unwrap()));
    // The item of the higher rating comes first, so that the order of the items used matters.
    ladders.push(Scale::define("x", "1.0=brt,2.0=trial,1.5=lc").unwrap());
    let effort = Effort { validate: false, ..Effort::default() };
    let count = if thorough() { 1_000 } else { 16 };
    let lines = &random_10k()[..count];
    let ends = lines.par_iter().enumerate().map(|(k, line)| {
        let mut line = line.clone().into_bytes();
        // One puzzle in four lacks two clues, one has another digit somewhere.
        let clues: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
        match k % 4 {
            2 => clues[k % 5..].iter().take(2).for_each(|&cell| line[cell] = b'.'),
            3 => line[clues[k % 20]] = b'1' + (line[clues[k % 20]] - b'0') % 9,
            _ => {}
        }
        let puzzle = parse_puzzle(&line).unwrap();
        let (status, climbs) = Solver::new().rate(&puzzle, &ladders, effort);
        let (same, outcomes) = Solver::new().only_outcomes(true).rate(&puzzle, &ladders, effort);
        assert_eq!((status, climbs.len()), (same, outcomes.len()));
        for (scale, (climb, short)) in ladders.iter().zip(climbs.iter().zip(&outcomes)) {
            assert_eq!(climb.outcome, short.outcome, "{} {k}", scale.definition);
            assert!(short.tallies.is_empty());
        }
        // Outcomes by TE1.
        match climbs.get(1).map(|climb| climb.outcome) {
            Some(Outcome::Solved(_)) => [1, 0, 0],
            Some(Outcome::Unsolved) => [0, 1, 0],
            _ => [0, 0, 1],
        }
    });
    let sum = |a: [usize; 3], b: [usize; 3]| std::array::from_fn(|k| a[k] + b[k]);
    let met = ends.reduce(|| [0; 3], sum);
    assert!(met.iter().all(|&met| met > 2), "{met:?}");
}
