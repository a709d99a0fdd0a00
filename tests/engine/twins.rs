//! Each rule finds exactly what its definition gives: its naive twin (`tests/common/twins/`) agrees in states
//! made from any bytes, and, without a limit on its work, in states of climbs of random puzzles.

use crate::common::twins::chains::{Family, targets};
use crate::common::twins::{Patience, linked};
use crate::common::{Dice, random_10k, sample, state::find, thorough};
use crate::hodoku_anywhere::hodoku_steps;
use crate::rules::{self, Outcome, compare};
use crate::ser_anywhere::ser;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use sudoscope::grid::{Grid, notation, parse_puzzle};
use sudoscope::rule::Rule;
use sudoscope::rules::{RULES, find_rule};
use sudoscope::scale::{Scale, Solver};

/// Returns states in which a ladder's next step, if there is one, has at least the size `least`; up to
/// `from_each` states of each puzzle in `lines`.
fn states(lines: Range<usize>, ladder: &str, least: u8, from_each: usize) -> Vec<Grid> {
    let ladder = Scale::define("test", ladder).unwrap();
    let of = |line: &String| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let (mut solver, mut here) = (Solver::new(), Vec::new());
        solver.observe(&clues, &ladder, u64::MAX, &mut |applied| {
            if applied.item.size >= least && applied.item.place > 0 && here.len() < from_each {
                here.push(*applied.grid);
            }
        });
        if here.is_empty() && !solver.grid().is_solved() {
            here.push(*solver.grid());
        }
        here
    };
    random_10k()[lines].par_iter().flat_map(of).collect()
}

/// Rules, at their sizes up to the largest; the states (puzzles, ladder, least size of the next step, number
/// for each puzzle); the least number of conclusions.
type Case = (&'static [&'static str], usize, Range<usize>, &'static str, u8, usize, usize);

const W: &str = "brt,whip:1-36";
const POM: &[&str] = &["pom1", "pom2", "pom3", "pb1", "pb2", "pb3"];
const COLOURS: &[&str] = &["x-cycle", "x-cycle-er", "x-cycle-hinge", "x-cycle-general"];
const Y: &[&str] = &["y-cycle", "y-knot"];

#[rustfmt::skip] // a case a line
const CASES: &[Case] = &[
    (&["whip", "whip-loops", "braid"], 4, 0..25, W, 3, 2, 200),
    (&["whip", "whip-loops", "braid", "g-whip", "g-braid"], 3, 0..8, W, 0, 1, 50),
    (&["forcing-whip", "forcing3-whip"], 5, 0..40, W, 2, 1, 100),
    (POM, 0, 0..60, "brt", 1, 1, 2_000),
    (COLOURS, 0, 0..60, "brt,lc", 1, 1, 100),
    (Y, 0, 0..60, "brt", 1, 1, 500),
    (Y, 0, 60..160, "brt,lc", 1, 1, 500),
    (Y, 0, 160..360, "brt,lc,x-cycle,bivalue-chain:2-4", 5, 1, 500),
    (&["br-net", "br-net-hinge"], 0, 0..60, "brt", 1, 1, 100),
];

#[test]
fn rules_equal_their_naive_twins() {
    for (rules, upto, lines, ladder, least, from_each, proved) in CASES {
        let started = std::time::Instant::now();
        // Twins of whips and braids take seconds for a state.
        let (most, each) = match *upto > 0 && !thorough() {
            true => (lines.len() * 2 / 5, 1),
            false => (lines.len(), *from_each),
        };
        let states = states(lines.start..lines.start + most, ladder, *least, each);
        let cases = |name: &'static str| {
            let sizes = find_rule(name).unwrap().info().sizes.clone().unwrap_or(0..=0);
            // The twin of whips and braids lists all sizes up to the limit.
            let from = if Family::named(name).is_some() { *upto } else { 0 };
            let all = (from..=*upto).filter(move |size| sizes.contains(&(*size as u8)));
            all.map(move |size| (name, size))
        };
        let cases: Vec<(&str, usize)> = rules.iter().flat_map(|name| cases(name)).collect();
        let one = |grid: &Grid| {
            let proved = |&(name, size): &(&str, usize)| {
                let rule = find_rule(name).unwrap();
                if ["whip", "whip-loops"].contains(&name) {
                    (1..=size).for_each(|size| exactly(rule, size, grid));
                }
                match compare(rule, size, grid, [u64::MAX; 2]).unwrap() {
                    Outcome::Equal(n) | Outcome::AtMost(n) => n,
                    other => panic!("{name}: {other:?}"),
                }
            };
            cases.iter().map(proved).sum::<usize>()
        };
        let sum: usize = states.par_iter().map(one).sum();
        eprintln!("{rules:?}: {sum} in {} states, {:?}", states.len(), started.elapsed());
        assert!(sum >= *proved, "{rules:?}: {sum}");
    }
}

/// Checks that whips, with or without loops, have exactly the targets of each size, whether or not shorter
/// ones exist.
fn exactly(rule: &'static dyn Rule, size: usize, grid: &Grid) {
    let family = Family::named(rule.info().name).unwrap();
    let expected = targets(&family, grid, size, true, &Patience::new(u64::MAX));
    let name = rule.info().name;
    assert_eq!(find(name, size, grid).eliminated, expected, "{name}[{size}] {}", notation::pencilmarks(grid));
}

/// Rules equal their twins where braids prove more than whips, and whips with loops more than those without.
#[test]
fn what_braids_and_loops_prove_more() {
    let looped = ".72.....43.8.2...6.....5.8..37.........5..4..6..8.9..14...61.92.....2.........6..";
    let from = if thorough() { 1_500 } else { 750 };
    let braided = states(0..from, "brt,whip:1-2,braid:3-36", 3, 1);
    let mut loops = Vec::new();
    let ladder = Scale::define("test", "brt,whip-loops:1-36").unwrap();
    let clues = parse_puzzle(looped.as_bytes()).unwrap();
    Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
        loops.extend((applied.item.size == 5).then_some(*applied.grid));
    });
    let more = |states: &[Grid], [rule, than]: [&str; 2], sizes: Range<usize>, least: usize| {
        let differs = |grid: &&Grid| {
            let eliminated = |name, size| find(name, size, grid).eliminated;
            sizes.clone().any(|size| eliminated(rule, size) != eliminated(than, size))
        };
        let most = if thorough() { 20 } else { 5 };
        let differing: Vec<&Grid> = states.par_iter().filter(differs).take_any(most).collect();
        assert!(differing.len() >= least, "{}", differing.len());
        differing.par_iter().for_each(|grid| {
            for rule in [rule, than] {
                for size in sizes.clone() {
                    let rule = find_rule(rule).unwrap();
                    let outcome = compare(rule, size, grid, [u64::MAX; 2]).unwrap();
                    assert!(matches!(outcome, Outcome::Equal(_)), "{outcome:?}");
                }
            }
        });
    };
    more(&braided, ["braid", "whip"], 3..5, 5);
    more(&loops, ["whip-loops", "whip"], 5..6, 1);
}

/// Chains whose last candidate is linked to the target equal their twins, size by size.
#[test]
fn linked_chains_equal_their_naive_twin() {
    let share = sample(4, 3, 1);
    let mut states = self::states(0..24 / share, W, 3, 1);
    states.extend(self::states(24..24 + 16 / share, "brt,lc,hxyt-bn:3-8+nrczt:3-36", 3, 2));
    assert!(states.len() >= 16 / share);
    let names = RULES.iter().map(|rule| rule.info().name);
    let linked: Vec<_> = names.filter_map(|name| Some((name, linked::family(name)?))).collect();
    linked.par_iter().for_each(|&(name, family)| {
        let rule = find_rule(name).unwrap();
        let sizes = rule.info().sizes.clone().unwrap();
        let scale = if family.one_digit { 2 } else { 1 };
        let upto = if linked::spaces(name)[0].0.len() == 4 { 4 } else { 5 };
        let mut proved = 0;
        for size in (2..=upto).map(|n| n * scale).filter(|size| sizes.contains(&(*size as u8))) {
            for grid in &states {
                match compare(rule, size, grid, [u64::MAX; 2]).unwrap() {
                    Outcome::Equal(n) => proved += n,
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
        assert!(proved > 0, "{name}");
    });
}

/// SER's hints equal the twin's hints in states of random bytes and in the states that follow.
#[test]
fn ser_in_states_of_any_bytes() {
    let of_input = |at: usize| {
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (at as u64 + 1) << 20);
        let mut bytes: Vec<u8> = (0..8 + 2 * (at % 4)).map(|_| dice.below(256) as u8).collect();
        bytes[2] = [bytes[2], 4][at % 2];
        ser(&bytes)
    };
    let count = sample(30, 100, 4_000);
    let compared: usize = (0..count).into_par_iter().map(of_input).sum();
    assert!(compared > 5 * count, "{compared} hints");
}

/// HoDoKu's steps equal the twin's steps in states of random bytes and in the states that follow, half with
/// default settings and half with any settings.
#[test]
fn hodoku_in_states_of_any_bytes() {
    let of_input = |at: usize| {
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (at as u64 + 1) << 20);
        let mut bytes: Vec<u8> = (0..8 + 2 * (at % 4)).map(|_| dice.below(256) as u8).collect();
        bytes[2] = [bytes[2], 4][at % 2];
        if (at / 2).is_multiple_of(2) {
            (bytes[0], bytes[1]) = (0, 0);
        }
        hodoku_steps(&bytes)
    };
    let count = sample(100, 400, 20_000);
    let compared: usize = (0..count).into_par_iter().map(of_input).sum();
    assert!(compared > 10 * count, "{compared} steps");
}

/// Each rule equals its naive twin in several states of random bytes, in some of which it proves something.
#[test]
fn in_states_of_any_bytes() {
    // Some rules prove something in only one state of a thousand.
    let (states, proving) = sample((1, 0), (1, 1), (16, 2));
    let of_rule = |at: usize| {
        let name = RULES[at].info().name;
        // Seeding by name keeps a new rule from changing the states of others.
        let seed = name.bytes().fold(1, |seed: u64, byte| seed * 31 % 0xfff_ffff + u64::from(byte));
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ seed << 20);
        let (mut compared, mut proved, mut tally) = (0, 0, BTreeMap::<String, usize>::new());
        for inputs in 1.. {
            assert!(inputs < 10_000, "{name}: {compared} states, {proved} with something: {tally:?}");
            let mut byte = || dice.below(256) as u8;
            let mut bytes: Vec<u8> = (0..8).map(|_| byte()).collect();
            bytes[0] = at as u8;
            // Most often the state lies between several solutions.
            bytes[2] = [bytes[2], 4][usize::from(bytes[2]) % 2];
            bytes.extend((0..usize::from(byte() % 8)).flat_map(|_| [byte(), byte()]));
            let (_, outcome) = rules::rules(&bytes).expect("the bytes suffice");
            let kind = format!("{outcome:?}");
            *tally.entry(kind.split('(').next().unwrap_or_default().to_string()).or_default() += 1;
            if let Outcome::Equal(n) | Outcome::AtMost(n) | Outcome::Sound(n) = outcome {
                (compared, proved) = (compared + 1, proved + usize::from(n > 0));
            }
            // Oddagons prove nothing in 1,500 such states; tests/engine/examples.rs tests them. Impossible
            // patterns do not occur either; tests/engine/or_k.rs tests them. Chains are given a relation. In
            // the first state of a puzzle no rectangle is avoidable; tests/engine/unique.rs tests later
            // states.
            let is_rare = ["oddagon", "tridagon", "ar1", "ar2", "hidden-ar", "reverse-bug"].contains(&name)
                || RULES[at].uses_relations() && RULES[at].info().sizes.is_none()
                || name == "split";
            if compared >= states && (proved >= proving || is_rare) {
                break;
            }
        }
        format!("{name}: {tally:?}, in {proved} something")
    };
    let lines: Vec<String> = (0..RULES.len()).into_par_iter().map(of_rule).collect();
    eprintln!("{}", lines.join("\n"));
}
