//! Ways to spoil a proof as a whole. Each way, if it applies, certainly makes the proof wrong. Its steps are
//! changed at random (`mutants.rs`).
//!
//! A kind is tried at every round and returns whether it applied. Rules and sizes are on every level here, so
//! that nothing is refused merely for not being in the ladder.

use crate::common::model::Model;
use serde_json::Value;
use sudoscope::evidence::{Outcome, Proof, Round};

/// Spoils a proof, at a round.
pub type SpoilProof = fn(&mut Proof, usize) -> bool;

/// Returns the state to which the steps of a proof lead.
fn end(proof: &Proof) -> String {
    let mut model = Model::of_clues(&proof.head.puzzle);
    for step in proof.rounds.iter().flat_map(|round| &round.steps) {
        model.apply(&step.eliminates, &step.asserts);
    }
    model.sukaku()
}

/// Returns the rating of a round, a number in all ladders here.
fn rating(round: &Round) -> u64 {
    round.rating.as_u64().unwrap()
}

/// Whether the puzzle was solved; replaces the outcome.
fn end_as(proof: &mut Proof, outcome: Outcome<Value>) -> bool {
    matches!(std::mem::replace(&mut proof.outcome, outcome), Outcome::Solved(_))
}

/// Spoils an object if there is one.
fn with<T>(there: Option<T>, spoil: impl FnOnce(T)) -> bool {
    there.map(spoil).is_some()
}

pub static PROOFS: &[(&str, SpoilProof)] = &[
    ("a round before the one that it needs", |proof, round| {
        // A step with a lower rating than the step before would have been found first if it had existed then.
        round > 0 && rating(&proof.rounds[round]) < rating(&proof.rounds[round - 1]) && {
            proof.rounds.swap(round - 1, round);
            true
        }
    }),
    ("a round that places values missing", |proof, round| {
        let places = proof.rounds[round].steps.iter().any(|step| !step.asserts.is_empty());
        let complete = proof.clone();
        proof.rounds.remove(round);
        // A value in a cell without other candidates, whose peers have none to lose either, says no more than
        // its candidate.
        places && (matches!(proof.outcome, Outcome::Solved(_)) || end(proof) != end(&complete))
    }),
    ("a round twice", |proof, round| {
        let again = proof.rounds[round].clone();
        proof.rounds.insert(round, again);
        true
    }),
    ("a round without steps", |proof, round| {
        proof.rounds[round].steps.clear();
        true
    }),
    ("a round with a rating that its rule does not give", |proof, round| {
        proof.rounds[round].rating = (rating(&proof.rounds[round]) + 1).into();
        true
    }),
    ("a rule that the ladder has not", |proof, round| {
        proof.head.definition = "brt".to_string();
        rating(&proof.rounds[round]) > 0
    }),
    ("a size that the ladder has not", |proof, round| {
        let round = &mut proof.rounds[round];
        round.size = round.size.map(|_| 99);
        round.size.is_some()
    }),
    ("a definition that is none", |proof, _| {
        proof.head.definition.push_str(",magic");
        true
    }),
    ("rating too high", |proof, _| {
        let Outcome::Solved(rating) = &mut proof.outcome else { return false };
        *rating = (rating.as_u64().unwrap() + 1).into();
        true
    }),
    ("rating missing", |proof, _| end_as(proof, Outcome::Solved(Value::Null))),
    ("a digit of the end wrong", |proof, _| {
        let other = if proof.end.starts_with('1') { "2" } else { "1" };
        proof.end.replace_range(..1, other);
        true
    }),
    ("the end cut off", |proof, _| proof.end.pop().is_some()),
    ("solved, but said not to be", |proof, _| end_as(proof, Outcome::Unsolved)),
    ("solved, but said to have no solution", |proof, _| end_as(proof, Outcome::NoSolution)),
    ("not solved, but said to be", |proof, _| {
        let highest = proof.rounds.iter().map(rating).max().unwrap_or(0);
        !end_as(proof, Outcome::Solved(highest.into()))
    }),
    ("no solution, but said to be unsolved", |proof, _| {
        let is_other = proof.outcome == Outcome::NoSolution;
        proof.outcome = Outcome::Unsolved;
        is_other
    }),
    ("something after the contradiction", |proof, round| {
        let is_over = proof.outcome == Outcome::NoSolution;
        let again = proof.rounds[round].clone();
        proof.rounds.push(again);
        is_over
    }),
    ("the last lemma of a round dropped", |proof, round| proof.rounds[round].lemmas.pop().is_some()),
    ("the lemmas of a round dropped", |proof, round| {
        let lemmas = &mut proof.rounds[round].lemmas;
        !std::mem::take(lemmas).is_empty()
    }),
    ("a clue dropped", |proof, _| {
        let at = proof.head.puzzle.find(|c: char| c != '.');
        matches!(proof.outcome, Outcome::Solved(_))
            && with(at, |at| proof.head.puzzle.replace_range(at..=at, "."))
    }),
    ("a clue more", |proof, _| {
        let at = proof.head.puzzle.find('.');
        let more = |at: usize| {
            let wrong = if proof.end.as_bytes()[at] == b'1' { "2" } else { "1" };
            proof.head.puzzle.replace_range(at..=at, wrong);
        };
        matches!(proof.outcome, Outcome::Solved(_)) && with(at, more)
    }),
    ("a puzzle of 80 cells", |proof, _| proof.head.puzzle.pop().is_some()),
    ("a puzzle with letters", |proof, _| {
        proof.head.puzzle.replace_range(..1, "x");
        true
    }),
];
