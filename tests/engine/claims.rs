//! Steps that players wrote: our own texts hold, changed texts are refused or say something true, and each
//! kind of answer is given where it belongs.

use crate::common::{Dice, random_10k, thorough};
use std::collections::BTreeMap;
use sudoscope::brute::unique_solution;
use sudoscope::claim::{Answer, Conclusions, check_step};
use sudoscope::evidence::{Evidence, Notation, Right, Round, Step};
use sudoscope::grid::{Candidates, Given, Grid, Puzzle, parse_puzzle, read_puzzle};
use sudoscope::proof::round;
use sudoscope::rules::written;
use sudoscope::scale::{Scale, Solver};
use sudoscope::testing::called;

/// A step of a path as text, with the state in which it holds.
struct Written {
    rule: String,
    text: String,
    state: Puzzle,
    solution: Grid,
}

/// Whether the text of a step in Eureka notation is a chain.
fn is_chain(step: &Step) -> bool {
    match &step.because {
        Evidence::Links(_) | Evidence::Rings(_) => true,
        Evidence::AlmostLocked(sets) => {
            let digit = step.eliminates[0].digit;
            let is_of_one = step.eliminates.iter().all(|one| one.digit == digit);
            sets.commons.len() + 1 == sets.sets.len() && is_of_one
        }
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

/// Returns the state of a grid on a path from a puzzle.
fn state(puzzle: &Puzzle, grid: &Grid) -> Puzzle {
    let given = puzzle.grid().placed();
    Puzzle::state(&Candidates(grid.planes), grid.placed(), given).unwrap_or(Given::from(grid).puzzle())
}

/// Lists the steps of a path with their texts in a notation, if `takes` takes them.
fn steps_of(line: &str, scale: &Scale, notation: Notation, takes: fn(&Step) -> bool) -> Vec<Written> {
    let puzzle = parse_puzzle(line.as_bytes()).unwrap();
    let puzzle = Given::from(&puzzle).puzzle();
    let solution = unique_solution(&puzzle.grid()).unwrap();
    let mut all = Vec::new();
    Solver::new().observe(&puzzle, scale, 10_000_000, &mut |applied| {
        let Round { rule, size, steps, .. } = &round(&applied, scale);
        let name = written(called(rule, size.unwrap_or(0)).unwrap_or(rule));
        for step in steps.iter().filter(|step| takes(step)) {
            let text = step.text_as(applied.item.rule.info().kind(), Some(&name), notation);
            all.push(Written { rule: rule.clone(), text, state: state(&puzzle, applied.grid), solution });
        }
    });
    all
}

/// Ladders whose chains players write, each with the share of puzzles that are taken.
const CHAINS: &[(&str, usize)] = &[
    ("H", 60),
    ("BC", 200),
    ("x=brt,lc,als-aic:2-4", 300),
    ("x=brt,lc,als-nice-loop:2-3", 100),
    ("x=brt,lc,xy:3-8+g-bivalue-chain:3-6", 300),
    ("x=brt,lc,als-xz+als-xy-wing,als-chain:4-6", 300),
];

/// Lists chains of all ladders.
fn chains() -> Vec<Written> {
    let mut all = Vec::new();
    for (k, &(ladder, share)) in CHAINS.iter().enumerate() {
        let scale = match ladder.split_once('=') {
            Some((name, definition)) => Scale::define(name, definition).unwrap(),
            None => Scale::named(ladder).unwrap(),
        };
        let share = if thorough() { share / 10 } else { share };
        for line in random_10k().iter().skip(7 * k).step_by(share) {
            all.extend(steps_of(line, &scale, Notation::Eureka, is_chain));
        }
    }
    all
}

/// Whether all conclusions are true in the solution.
fn is_true(all: &Conclusions, solution: &Grid) -> bool {
    let holds = |one| solution.allows(one);
    all.asserts.iter().all(holds) && !all.eliminates.iter().any(holds)
}

/// Returns the conclusions that an answer says are proved.
fn said(answer: &Answer) -> Conclusions {
    match answer {
        Answer::Holds(proved) => proved.proves(),
        _ => Conclusions::default(),
    }
}

#[test]
fn our_own_chains_are_valid() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for Written { rule, text, state, solution } in chains() {
        let answer = check_step(&state, &text);
        assert!(answer.is_valid(), "{state}: {rule}: {text}: {answer}");
        assert!(is_true(&said(&answer), &solution), "{state}: {text}: {answer}");
        *counts.entry(rule).or_default() += 1;
    }
    let wanted = if thorough() { 20_000 } else { 2_000 };
    assert!(counts.values().sum::<usize>() >= wanted, "{counts:?}");
    let rules = "aic nice-loop xy-chain skyscraper two-string-kite empty-rectangle w-wing bivalue-chain \
                 grouped-aic als-aic als-nice-loop als-xz als-xy-wing als-chain xy g-bivalue-chain";
    for rule in rules.split_whitespace() {
        assert!(counts.get(rule).is_some_and(|count| *count > 3), "{rule}: {counts:?}");
    }
}

/// Changes a text in one place.
fn changed(text: &str, dice: &mut Dice) -> String {
    let mut all: Vec<char> = text.chars().collect();
    let at = dice.below(all.len());
    match dice.below(8) {
        0 => drop(all.remove(at)),
        1 => all.swap(at, (at + 1) % text.chars().count()),
        2 => all.insert(at, ['-', '=', '(', ')', ' ', 'r', '5'][dice.below(7)]),
        _ => {
            let is_sign = |c: char| c.is_ascii_digit() || "=-rcb".contains(c);
            let places: Vec<usize> = (0..all.len()).filter(|&at| is_sign(all[at])).collect();
            let at = places[dice.below(places.len())];
            all[at] = match all[at] {
                '=' => '-',
                '-' => '=',
                'r' | 'c' | 'b' => ['r', 'c', 'b'][dice.below(3)],
                _ => char::from(b'1' + dice.below(9) as u8),
            };
        }
    }
    all.into_iter().collect()
}

/// Checks changed texts: everything that an answer says is proved is true. Returns how many texts were refused.
fn refused(all: &[Written], changes: usize, dice: &mut Dice) -> usize {
    let mut refused = 0;
    for Written { text, state, solution, .. } in all {
        for _ in 0..changes {
            let other = changed(text, dice);
            let answer = check_step(state, &other);
            assert!(is_true(&said(&answer), solution), "{state}: {text}: changed to {other}: {answer}");
            refused += usize::from(!answer.is_valid());
        }
    }
    refused
}

#[test]
fn changed_chains_are_refused_or_true() {
    let (all, changes) = (chains(), if thorough() { 50 } else { 10 });
    let refused = refused(&all, changes, &mut Dice(72));
    let count = changes * all.len();
    assert!(refused * 10 > count * 6 && refused < count, "{refused} of {count}");
}

// ---------------------------------------------------------------- answers

/// State of a puzzle from a path, with an XY-chain, an AIC and a nice loop.
const STATE: &str = ":0000:x:+123+4+5+678+9..6+7+89..3+7..1+2+35+64...+3.49....+7.6.43..3.......+3+75+6+9+18+4+28..+5+326+9+7+962+847+3..:541 148 561 163 863 168 268::";

fn answer(text: &str) -> String {
    check_step(&read_puzzle(STATE.as_bytes()).unwrap().puzzle, text).to_string()
}

#[test]
fn steps_are_read_as_players_write_them() {
    let texts = "
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7<>1
        (1=2)R2C7 - (2=1)R2C8 - (1=5)R9C8 - (5=7)R6C8 - (7=1)R6C5 ==> r6c7 ≠ 1
        xy-chain: r2c7(1=2)–r2c8(2=1)–r9c8(1=5)–r6c8(5=7)–r6c5(7=1) → -1r6c7
        XY-Chain: 1 1- r2c7 -2- r2c8 -1- r9c8 -5- r6c8 -7- r6c5 -1 => r6c7<>1
        1 r6c7 -1- r2c7 -2- r2c8 -1- r9c8 -5- r6c8 -7- r6c5 -1- r6c7 => r6c7<>1
        [r6c7]-1-[r2c7]-2-[r2c8]-1-[r9c8]-5-[r6c8]-7-[r6c5]-1-[r6c7] => r6c7!=1
        1r6c7-(1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5-1r6c7 => r6c7/=1; stte
        1r2c7=2r2c7 - 2r2c8=1r2c8 - 1r9c8=5r9c8 - 5r6c8=7r6c8 - 7r6c5=1r6c5, so r6c7 <> 1";
    for text in texts.trim().lines() {
        assert_eq!(answer(text.trim()), "valid: proves r6c7≠1", "{text}");
    }
}

#[test]
fn each_answer_says_what_is_wrong() {
    let cases = "
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=8)r6c8-(8=1)r6c5 => r6c7<>1
            not valid: link 7, (5=8)r6c8: r6c8 has 5 7
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c8<>1
            valid, but it does not prove r6c8≠1: it proves r6c7≠1
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7<>14
            valid: proves r6c7≠1; r6c7≠4 is so already
        (1=2)r2c7-(2=1)r2c8=(1=5)r9c8-(5=7)r6c8-(7=1)r6c5 => r6c7<>1
            not valid: link 4, (2=1)r2c8=(1=5)r9c8: a strong link after a strong one
        (1=2)r2c7-(2=1r2c8-(1=5)r9c8 => r6c7<>1
            not understood from column 14: '1r2c8' is not a digit
        (1=2)r2c7-(2=1)r2c8-(1=5)r9c8-(5=7)r6c8-(7=1)r6c5
            valid: proves r6c7≠1
        (1=2)r2c7-(2=1)r2c8-(1=5)r6c7 => r6c7<>1
            not valid: link 4, (2=1)r2c8-(1=5)r6c7: r2c8 and r6c7 do not see each other";
    let lines: Vec<&str> = cases.trim().lines().map(str::trim).collect();
    for case in lines.chunks(2) {
        assert_eq!(answer(case[0]), case[1], "{}", case[0]);
    }
}
