//! Checks proofs on boards: each step by definition, in the state before its round, then the end.
//! (docs/proofs.md, "Boards")

use super::reading::Reading;
use super::state::State;
use super::step::Claim;
use super::{BoardEvidence, BoardProof};
use crate::evidence::{Aspect, Column, Outcome, Rating, Unit};
use crate::verify::{Checked, Rated, Reason, Verdict, Wrong, ensure, ensure_version, measured};
use serde_json::Value;
use std::cell::OnceCell;

/// Function that returns the rating of a rule and size, if its first column is the given value.
pub type RatingOf<'a> = dyn Fn(&str, Option<u8>, &Value) -> Option<Rating> + 'a;

/// Ladder of a proof.
pub struct BoardScale<'a> {
    /// The columns.
    pub columns: &'a [Column],
    /// The ratings of its rules.
    pub rating_of: &'a RatingOf<'a>,
    /// Whether its rules are the techniques of SER, whose blocks are no other houses, with ratings in tenths.
    pub is_ser: bool,
}

/// Checks a whole proof on the board that its text names, by its ladder. A proof without a definition is by a
/// ladder that the checker knows.
pub fn verify_on_board(proof: &BoardProof, scale: Option<&BoardScale>) -> Result<Verdict, Wrong> {
    ensure_version(proof.version, &proof.sudoscope)?;
    let known = |rule: &str, size: Option<u8>, rating: &Value| known_rating(&proof.scale, rule, size, rating);
    let known = BoardScale { columns: &HARDEST, rating_of: &known, is_ser: false };
    let scale = match (proof.definition.is_some(), scale) {
        (false, None) => &known,
        (true, Some(scale)) => scale,
        _ => return Err(Wrong::from(Reason::from("the proof is not by this ladder"))),
    };
    let board = Reading::of(&proof.board)?;
    let start = State::of(&board, &proof.puzzle)?;
    let (mut state, one) = (start.clone(), OnceCell::new());
    let ensure_one = |because: &BoardEvidence| {
        let is_one = !assumes_unique(because) || *one.get_or_init(|| start.has_one_solution());
        ensure(is_one, "it assumes one solution, which the clues were not found to have")
    };
    let (mut steps, mut is_contradicted, mut rated) = (0, false, Vec::new());
    for (at, round) in proof.rounds.iter().enumerate() {
        let wrong = |step, reason: Reason| Wrong { round: Some((at + 1, round.name())), step, reason };
        let rating = (scale.rating_of)(&round.rule, round.size, &round.rating);
        let as_a_whole = ensure(!is_contradicted, "the round comes after a contradiction")
            .and_then(|()| ensure(rating.is_some(), "the scale has no such rule with this rating"))
            .and_then(|()| ensure(!round.steps.is_empty(), "the round has no steps"));
        as_a_whole.map_err(|reason| wrong(None, reason))?;
        let of_ser = rating.filter(|_| scale.is_ser).map(|rating| rating.0[0]);
        for (number, step) in (1..).zip(&round.steps) {
            let checked = Claim::of(&state, round, step, of_ser).check();
            let checked = checked.and_then(|()| ensure_one(&step.because));
            checked.map_err(|reason| wrong(Some(number), reason))?;
        }
        steps += round.steps.len() as u64;
        is_contradicted = round.rule == "contradiction";
        let concluded = round.steps.iter().map(|step| (&step.eliminates[..], &step.asserts[..], false));
        rated.push(Rated::of_steps(concluded, rating.unwrap_or_default()));
        state.apply(round);
    }
    end(proof, &state, is_contradicted, measured(&rated, scale.columns), scale.columns)?;
    Ok(Verdict { steps, assumes_unique: one.into_inner().is_some() })
}

/// Whether the pattern proves nothing if there are several solutions.
fn assumes_unique(because: &BoardEvidence) -> bool {
    matches!(because, BoardEvidence::BivalueLoop(_) | BoardEvidence::BugPlus(_))
}

/// Columns of the ladders that the checker knows: the longest chain.
const HARDEST: [Column; 1] = [Column { name: "", aspect: Aspect::Hardest, unit: Unit::Level }];

/// Returns the rating of a rule of this size by a ladder without a definition: `BRT`, `LC`, `S`, `W`, `S+W`
/// or `B`.
fn known_rating(scale: &str, rule: &str, size: Option<u8>, rating: &Value) -> Option<Rating> {
    let is_one_of = |names: &[&str]| names.contains(&scale);
    let expected: u32 = match (rule, size) {
        ("brt" | "contradiction", None) if is_one_of(&["BRT", "LC", "S", "W", "S+W", "B"]) => 0,
        ("lc", None) if is_one_of(&["LC", "S"]) => 1,
        ("subset", Some(size @ 2..=4)) if is_one_of(&["S", "S+W"]) => size.into(),
        // Braids of one or two variables are whips.
        ("whip", Some(size @ 1..=2)) if is_one_of(&["W", "S+W", "B"]) => size.into(),
        ("whip", Some(size)) if is_one_of(&["W", "S+W"]) => size.into(),
        ("braid", Some(size)) if is_one_of(&["B"]) && size > 2 => size.into(),
        _ => return None,
    };
    (rating.as_u64() == Some(expected.into())).then_some(Rating::from(expected))
}

/// Checks that the steps lead to the end, and the rating.
fn end(
    proof: &BoardProof, state: &State, is_contradicted: bool, measured: Option<u32>, columns: &[Column],
) -> Checked<()> {
    let expected = match &proof.outcome {
        Outcome::Solved(rating) => {
            let solution = state.solution().ok_or("said to be solved, but is not")?;
            let unit = columns.first().map_or(Unit::Level, |column| column.unit);
            let is_rating = measured.is_none_or(|measured| *rating == unit.json(measured));
            ensure(is_rating, "the rating is not that of the rounds")?;
            solution
        }
        outcome => {
            let is_said = *outcome == Outcome::NoSolution;
            ensure(is_said == is_contradicted, "no solution is said without proof, or proved and not said")?;
            state.text()
        }
    };
    ensure(proof.end == expected, "the end is not where the steps lead")
}
