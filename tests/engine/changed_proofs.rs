//! Proofs changed at random as a whole: whatever the checker accepts is true of the puzzle.

use crate::clauses::Reasons;
use crate::common::model::Model;
use crate::common::{Dice, random_10k, thorough};
use rayon::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;
use sudoscope::brute::solutions_within;
use sudoscope::budget::Budget;
use sudoscope::evidence::{Outcome, Proof};
use sudoscope::grid::{Cell, Grid, parse_puzzle};
use sudoscope::proof::{prove, rating_of, verify};
use sudoscope::scale::{DEFAULT_BUDGET, Description, Policy, Scale, Solver};

/// Proves puzzles that are solved, that are not, and (with a wrong clue) that have no solution; rules with
/// lemmas are among those used.
fn proofs() -> Vec<Proof> {
    let ladders = ["W", "LC", "PB3", "U=brt,lc,unique,subset:2-4"];
    let ladders = ladders.map(|ladder| match ladder.split_once('=') {
        Some((name, definition)) => Scale::define(name, definition).unwrap(),
        None => Scale::named(ladder).unwrap(),
    });
    let mut lines = random_10k()[500..540].to_vec();
    for (k, line) in lines.iter_mut().enumerate().step_by(2) {
        let at = (0..81).filter(|&at| line.as_bytes()[at] != b'.').nth(k % 20).unwrap();
        let wrong = char::from(b'1' + (line.as_bytes()[at] - b'1' + 1) % 9);
        line.replace_range(at..=at, &wrong.to_string());
    }
    let of = |solver: &mut Solver, (line, ladder): (&String, &Scale)| {
        let puzzle = parse_puzzle(line.as_bytes()).unwrap().into();
        prove(solver, &puzzle, ladder, DEFAULT_BUDGET).1
    };
    let all: Vec<_> =
        lines.iter().flat_map(|line| ladders.iter().map(move |ladder| (line, ladder))).collect();
    all.into_par_iter().map_init(Solver::new, of).collect()
}

/// Changes a character of a text, takes it out, or puts one in.
fn change_text(text: &mut String, dice: &mut Dice) {
    let at = dice.below(text.len().max(1));
    let other = ["1", "5", ".", "0", "x", "+", ":0000:x:"][dice.below(7)];
    match (dice.below(6), text.len()) {
        (_, 0) | (0, _) => text.insert_str(at.min(text.len()), other),
        (1, _) => drop(text.remove(at)),
        (2, _) => text.push_str(":123 1x"),
        _ => text.replace_range(at..=at, other),
    }
}

/// Changes a proof in one way.
fn change(proof: &mut Proof, other: &Proof, dice: &mut Dice) {
    let count = proof.rounds.len();
    let (at, to) = (dice.below(count.max(1)), dice.below(count.max(1)));
    match dice.below(16) {
        0 | 1 => change_text(&mut proof.head.puzzle, dice),
        2 => change_text(&mut proof.end, dice),
        3 => proof.head.definition = other.head.definition.clone(),
        4 => proof.head.definition.push_str([",magic", ",naked:2", ",whip:1-9"][dice.below(3)]),
        5 => proof.outcome = [Outcome::Unsolved, Outcome::NoSolution, Outcome::Budget][dice.below(3)].clone(),
        6 => proof.outcome = other.outcome.clone(),
        7 => proof.outcome = Outcome::Solved([Value::Null, dice.below(9).into()][dice.below(2)].clone()),
        8 => proof.version += 1,
        _ if count == 0 => {}
        9 => drop(proof.rounds.remove(at)),
        10 => proof.rounds.insert(to, proof.rounds[at].clone()),
        11 => proof.rounds.swap(at, to),
        12 => proof.rounds[at].steps.clear(),
        13 => proof.rounds[at].rating = dice.below(9).into(),
        14 => proof.rounds[at].size = [None, Some(99), Some(2)][dice.below(3)],
        _ => drop(proof.rounds[at].lemmas.pop()),
    }
}

/// Checks an accepted proof: its outcome, its end, and the rating of every round.
fn assert_true(proof: &Proof, assumes_unique: bool) {
    // A + marks the value after it as placed.
    let puzzle = &proof.head.puzzle.replace('+', "");
    let about = format!("{}: {puzzle}: {:?}, {}", proof.head.definition, proof.outcome, proof.end);
    let (name, definition) = (proof.head.scale.clone(), proof.head.definition.clone());
    let scale = Scale::recorded(&Description { name, definition, policy: Policy::AllAtOnce }).unwrap();
    let ratings = proof.rounds.iter().map(|round| rating_of(&scale)(&round.rule, round.size, &round.rating));
    let hardest = ratings.map(|rating| rating.expect(&about).0[0]).max().unwrap_or(0);
    let grid = Grid::from_clues(&parse_puzzle(puzzle.as_bytes()).unwrap());
    let (count, solution) = solutions_within(&grid, 2, &mut Budget(10_000_000)).unwrap();
    if count > 1 && assumes_unique {
        return;
    }
    let mut model = Model::of_clues(puzzle);
    for step in proof.rounds.iter().flat_map(|round| &round.steps) {
        let is_true = |one| solution.is_none_or(|solution: Grid| solution.allows(one));
        assert!(step.asserts.iter().all(|&one| is_true(one)), "{about}");
        model.apply(&step.eliminates, &step.asserts);
    }
    let value = |cell: Cell| model.value[cell].map_or('.', |digit| (b'0' + digit.number()) as char);
    match &proof.outcome {
        Outcome::Solved(rating) => {
            assert_eq!((count, *rating == scale.unit().json(hardest)), (1, true), "{about}");
            assert_eq!(Cell::all().map(value).collect::<String>(), proof.end, "{about}");
        }
        Outcome::NoSolution => assert_eq!(count, 0, "{about}"),
        // Two values of a house are no state of the model.
        _ => assert!(count == 0 || model.sukaku() == proof.end, "{about}"),
    }
}

/// Reasons for which changed proofs were refused.
pub static REASONS: LazyLock<Reasons> = LazyLock::new(|| {
    let proofs = proofs();
    let each = if thorough() { 500 } else { 40 };
    let changed = |(k, proof): (usize, &Proof)| {
        let (mut dice, mut reasons, mut accepted) = (Dice(71 + k as u64), Reasons::default(), 0);
        for _ in 0..each {
            let mut spoilt = proof.clone();
            (0..1 + dice.below(2))
                .for_each(|_| change(&mut spoilt, &proofs[dice.below(proofs.len())], &mut dice));
            if spoilt == *proof {
                continue;
            }
            match verify(&spoilt) {
                Ok(verdict) => {
                    assert_true(&spoilt, verdict.assumes_unique);
                    accepted += 1;
                }
                Err(wrong) => _ = reasons.add(&wrong.reason),
            }
        }
        (reasons, accepted)
    };
    let all: Vec<(Reasons, usize)> = proofs.par_iter().enumerate().map(changed).collect();
    let mut reasons = Reasons::default();
    all.iter().for_each(|(own, _)| reasons.extend(own));
    let accepted = all.iter().map(|(_, accepted)| accepted).sum::<usize>();
    println!("{} changed proofs, {accepted} accepted", each * proofs.len());
    assert!(accepted > 100 && accepted * 2 < each * proofs.len());
    reasons
});

#[test]
fn changed_proofs_say_only_what_is_true() {
    LazyLock::force(&REASONS);
}
