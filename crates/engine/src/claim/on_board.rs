//! Why something is so on another board: the steps of a path that lead to it.

use super::why::{Claim, Why, Worded};
use crate::board_climb::marks;
use crate::board_proof::{BoardProof, BoardRound, BoardStep};
use crate::budget::Budget;
use crate::evidence::Outcome;
use crate::grid::{Candidate, Digit};
use crate::path::BoardPath;
use crate::proof::verify_on_board_by;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Step on a board, in its round.
pub struct BoardReason {
    /// The round, without steps.
    pub round: BoardRound,
    /// The step, with its text.
    pub step: BoardStep,
}

impl Worded for BoardReason {
    fn text(&self) -> &str {
        &self.step.text
    }

    fn words(&self) -> &[String] {
        &self.step.words
    }
}

/// Number of steps that are left out on trial, at most.
const TRIALS: usize = 1_000;

impl Claim {
    /// Says why a claim is so in the first state of a path: the steps of the path without which the last does
    /// not hold, each with its sentences if `with_words`. The error names a candidate that the board lacks.
    /// `budget` is for the check whether the claim is false.
    pub fn why_on_board(
        self, path: &BoardPath, budget: u64, with_words: bool,
    ) -> Result<Why<BoardReason>, String> {
        let (board, start) = (&path.board, path.first());
        let Candidate { digit, cell } = self.candidate;
        if !board.cells().contains(cell) || digit.index() >= board.size() {
            return Err(format!("{cell}={} is not on the board {board}", digit.number()));
        }
        if self.is_known(start) {
            return Ok(Why::Known);
        }
        if let Ok((1, Some(solution))) = board.solutions(start, 2, &mut Budget(budget))
            && solution.allows(self.candidate) != self.is_value
        {
            let digits = Digit::all().map(|digit| Candidate::new(digit, cell));
            return Ok(Why::False(
                digits.into_iter().find(|&one| solution.allows(one)).unwrap_or(self.candidate),
            ));
        }
        let Some(rounds) = self.rounds_up_to(path) else {
            return Ok(Why::NotProved {
                is_unfinished: path.proof.outcome == Outcome::Budget,
                uniqueness: None,
            });
        };
        let (rounds, is_needed) = needed(path, self, rounds);
        let path = with_rounds(path, rounds);
        let path = if with_words { path.with_words() } else { path };
        let reason = |round: &BoardRound, step: &BoardStep| BoardReason {
            round: BoardRound { steps: Vec::new(), ..round.clone() },
            step: step.clone(),
        };
        let steps: Vec<BoardReason> = path.steps().iter().map(|one| reason(one.round, one.step)).collect();
        Ok(if steps.len() == 1 { Why::Now(steps) } else { Why::Path { steps, is_needed } })
    }

    /// Returns the rounds of a path up to the first that proves the claim, with only its proving step.
    fn rounds_up_to(self, path: &BoardPath) -> Option<Vec<BoardRound>> {
        let proves = |step: &BoardStep| match self.is_value {
            true => step.asserts.contains(&self.candidate),
            false => path.excludes(step, self.candidate),
        };
        let mut rounds = Vec::new();
        for round in &path.proof.rounds {
            if let Some(step) = round.steps.iter().find(|step| proves(step)) {
                rounds.push(BoardRound { steps: vec![step.clone()], ..round.clone() });
                return Some(rounds);
            }
            rounds.push(round.clone());
        }
        None
    }
}

/// Leaves out the steps without which the checker accepts the others and the claim is still proved, from the
/// end to the beginning; says whether all were tried.
fn needed(path: &BoardPath, claim: Claim, rounds: Vec<BoardRound>) -> (Vec<BoardRound>, bool) {
    let places =
        rounds.iter().enumerate().flat_map(|(at, round)| (0..round.steps.len()).map(move |k| (at, k)));
    let places: Vec<(usize, usize)> = places.collect();
    let mut left_out = BTreeSet::new();
    for &place in places.iter().rev().skip(1).take(TRIALS) {
        left_out.insert(place);
        let shorter = with_rounds(path, without(&rounds, &left_out));
        if !claim.is_known(&shorter.end) || verify_on_board_by(&shorter.proof, path.scale.as_ref()).is_err() {
            left_out.remove(&place);
        }
    }
    (without(&rounds, &left_out), places.len() <= TRIALS)
}

/// Returns the rounds without some steps, which are named by the numbers of the round and the step.
fn without(rounds: &[BoardRound], left_out: &BTreeSet<(usize, usize)>) -> Vec<BoardRound> {
    let shorter = rounds.iter().enumerate().map(|(at, round)| {
        let steps = round.steps.iter().enumerate().filter(|(k, _)| !left_out.contains(&(at, *k)));
        BoardRound { steps: steps.map(|(_, step)| step.clone()).collect(), ..round.clone() }
    });
    shorter.filter(|round| !round.steps.is_empty()).collect()
}

/// Returns the path with other rounds, which need not solve the puzzle.
fn with_rounds(path: &BoardPath, rounds: Vec<BoardRound>) -> BoardPath {
    let proof = BoardProof { rounds, outcome: Outcome::Unsolved, ..path.proof.clone() };
    let mut path = path.with_proof(proof);
    path.proof.end = marks(&path.board, &path.end);
    path
}

impl BoardPath {
    /// Returns the path up to its first step.
    pub fn up_to_first_step(&self) -> BoardPath {
        let mut rounds: Vec<BoardRound> = self.proof.rounds.iter().take(1).cloned().collect();
        rounds.iter_mut().for_each(|round| round.steps.truncate(1));
        with_rounds(self, rounds)
    }
}

impl Why<BoardReason> {
    /// Returns the parts of the answer as JSON.
    pub fn json_on_board(&self, claim: Claim, scale: &str, with_solution: bool) -> Value {
        self.parts(claim, scale, with_solution, |BoardReason { round, step }| {
            json!({ "rule": round.rule, "size": round.size, "rating": round.rating, "step": step })
        })
    }
}
