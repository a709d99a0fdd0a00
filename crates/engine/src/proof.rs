//! Turns climbs into proofs: rounds of the steps that rules make, which `verify` checks.
//!
//! This is the only module that uses both the engine and the checker.

use crate::board_proof::{self, BoardProof, BoardScale};
use crate::budget::Within;
use crate::evidence::{Head, Hints, Notation, Outcome, PROOF, Proof, Round, Step};
use crate::grid::{Candidate, Candidates, Grid, Progress, Puzzle, exhaust, notation};
use crate::rules::{may_precede_singles, one_name};
use crate::scale::ser::rating_on_boards;
use crate::scale::{
    Applied, Climb, Description, Item, ItemSet, Observer, Order, Policy, Rating, Scale, Solver,
};
use crate::verify::{self, Checker, Reason, Verdict, Wrong};
use serde_json::Value;

/// Round as the scale finds it: its item, and the state that the steps hold in.
pub(crate) struct FoundRound {
    /// The rule, its size and its rating.
    pub item: Item,
    /// The grid before the round.
    pub grid: Grid,
    /// The steps, with their texts.
    pub round: Round,
    /// Lengths of the patterns: of their texts in nrc notation, or in the words of the scale's own program.
    pub lengths: Vec<usize>,
}

/// Rounds of hints, see [`Hints`].
pub(crate) struct FoundHints {
    pub rounds: Vec<FoundRound>,
    pub singles: Vec<FoundRound>,
    pub after_singles: Vec<FoundRound>,
    pub complete: bool,
}

impl FoundRound {
    pub(crate) fn of(applied: &Applied<'_>, scale: &Scale) -> FoundRound {
        let mut round = round(applied, scale);
        let (held, length) = (applied.grid.candidates(), length_in(applied.item, scale));
        let lengths = round.steps.iter().map(length).collect();
        let text_of = text_in(applied.item, scale, scale.notation());
        for step in round.steps.iter_mut().filter(|step| step.text.is_empty()) {
            step.text = text_of(step, Some(&held));
        }
        FoundRound { item: *applied.item, grid: *applied.grid, round, lengths }
    }

    /// Returns the round with only one of its steps.
    pub(crate) fn with(&self, step: &Step) -> FoundRound {
        let lengths = self.round.steps.iter().zip(&self.lengths).filter(|(own, _)| *own == step);
        let lengths = lengths.map(|(_, length)| *length).take(1).collect();
        let round = Round { steps: vec![step.clone()], ..self.round.clone() };
        FoundRound { item: self.item, grid: self.grid, round, lengths }
    }

    /// Rewrites the texts of the steps in a notation.
    pub(crate) fn write_in(&mut self, scale: &Scale, notation: Notation) {
        let (held, text_of) = (self.grid.candidates(), text_in(&self.item, scale, notation));
        self.round.steps.iter_mut().for_each(|step| step.text = text_of(step, Some(&held)));
    }
}

/// Returns a function that formats an item's steps, in a state with the given candidates. The players' name
/// is used in players' notation if the ladder is one of theirs, and in nrc notation if it has levels or
/// points.
pub(crate) fn text_in(
    item: &Item, scale: &Scale, notation: Notation,
) -> impl Fn(&Step, Option<&Candidates>) -> String + use<> {
    let is_named = match notation {
        Notation::Nrc => scale.has_levels_or_points(),
        Notation::Eureka => scale.is_of_players(),
    };
    let (kind, name) = (item.rule.info().kind(), is_named.then(|| item.players_name()));
    move |step, held| step.text_in(kind, name.as_deref(), notation, held)
}

/// Returns a function that finds the length of a step's pattern: of its own text, or of the text in nrc
/// notation. So the choice of steps is the same in each notation.
pub(crate) fn length_in(item: &Item, scale: &Scale) -> impl Fn(&Step) -> usize + use<> {
    let text_of = text_in(item, scale, Notation::Nrc);
    move |step| match step.text.len() {
        0 => text_of(step, None).len(),
        length => length,
    }
}

/// Climbs the scale and records the proof, which ends where the climb does.
pub fn prove(solver: &mut Solver, puzzle: &Puzzle, scale: &Scale, budget: u64) -> (Climb, Proof) {
    let (climb, rounds) = found_rounds(solver, puzzle, scale, budget);
    let rounds = rounds.into_iter().map(|found| found.round).collect();
    let proof = proof_of(puzzle, scale, rounds, climb.outcome, solver.grid());
    (climb, proof)
}

/// Climbs the scale and records all rounds.
pub(crate) fn found_rounds(
    solver: &mut Solver, puzzle: &Puzzle, scale: &Scale, budget: u64,
) -> (Climb, Vec<FoundRound>) {
    let mut rounds = Vec::new();
    let climb = solver.observe(puzzle, scale, budget, &mut |applied| {
        rounds.push(FoundRound::of(&applied, scale));
    });
    (climb, rounds)
}

/// Makes the proof of these rounds, given the outcome of the climb and the last grid.
pub(crate) fn proof_of(
    puzzle: &Puzzle, scale: &Scale, rounds: Vec<Round>, climbed: Outcome, last: &Grid,
) -> Proof {
    let outcome = outcome(climbed, scale, last);
    Proof { version: PROOF, head: head_of(puzzle, scale), rounds, end: end(&outcome, last), outcome }
}

/// Makes hints of rounds in the state of the puzzle.
pub(crate) fn hints_of(puzzle: &Puzzle, scale: &Scale, rounds: [Vec<Round>; 3], complete: bool) -> Hints {
    let [rounds, singles, after_singles] = rounds;
    Hints { version: PROOF, head: head_of(puzzle, scale), rounds, complete, singles, after_singles }
}

/// Returns the next round that the scale proves in the state of the puzzle, if any. Nothing is played.
pub(crate) fn next_hints(solver: &mut Solver, puzzle: &Puzzle, scale: &Scale, budget: u64) -> FoundHints {
    hints(scale, |observer| solver.observe_first(puzzle, scale, budget, observer).map(|_| ()))
}

/// Returns a round for each of the scale's `items` that proves something in the puzzle's state. Only singles
/// are played, before the rules that require singles; the rounds of such rules are listed separately, after
/// the singles. If the budget runs out, the remaining items are missing.
pub(crate) fn all_hints(
    solver: &mut Solver, puzzle: &Puzzle, scale: &Scale, items: &ItemSet, budget: u64,
) -> FoundHints {
    let (first, mut after) = (puzzle.grid(), puzzle.grid());
    let (progress, played) = exhaust(&mut after);
    let items = items.iter().filter_map(|at| scale.items.get(at));
    let (asked, later): (Vec<&Item>, Vec<&Item>) =
        items.partition(|item| played == [0, 0] || may_precede_singles(item.rule));
    let mut all = hints(scale, |observer| solver.observe_each(puzzle, &first, asked, budget, observer));
    if all.complete && progress == Progress::Open && !later.is_empty() {
        let more = hints(scale, |observer| solver.observe_each(puzzle, &after, later, budget, observer));
        all.complete = more.complete;
        all.after_singles = more.rounds;
        if !all.after_singles.is_empty() {
            all.singles = singles(solver, puzzle, scale);
        }
    }
    all
}

/// Returns the rounds of singles with which the puzzle begins, as the scale rates them.
pub(crate) fn singles(solver: &mut Solver, puzzle: &Puzzle, scale: &Scale) -> Vec<FoundRound> {
    let mut rounds = Vec::new();
    let brt = Scale::named("BRT").expect("it is a named ladder");
    solver.observe(puzzle, &brt, u64::MAX, &mut |applied| {
        let own = |item: &&Item| std::ptr::addr_eq(item.rule, applied.item.rule);
        // A scale with rules that require singles has items for singles.
        let item = scale.items.iter().find(own).unwrap_or(applied.item);
        rounds.push(FoundRound::of(&Applied { item, ..applied }, scale));
    });
    rounds
}

fn hints(scale: &Scale, look: impl FnOnce(Observer<'_>) -> Within) -> FoundHints {
    let mut rounds = Vec::new();
    let looked = look(&mut |applied| rounds.push(FoundRound::of(&applied, scale)));
    FoundHints { rounds, singles: Vec::new(), after_singles: Vec::new(), complete: looked.is_ok() }
}

fn head_of(puzzle: &Puzzle, scale: &Scale) -> Head {
    Head {
        sudoscope: env!("CARGO_PKG_VERSION").to_string(),
        puzzle: puzzle.to_string(),
        scale: scale.name.clone(),
        definition: scale.definition.clone(),
    }
}

/// Climbs the scale, with the conclusions of rules applied in this order, while the checker checks each
/// round. The result equals that of proving and verifying, but no proof is kept.
pub fn climb_checked(
    solver: &mut Solver, puzzle: &Puzzle, scale: &Scale, budget: u64, order: &mut Order,
) -> Result<(Climb, Verdict), Wrong> {
    let mut checker = Checker::new(&puzzle.to_string())?;
    let mut checked = Ok(());
    let climb = solver.observe_in(puzzle, scale, budget, order, &mut |applied| {
        if checked.is_ok() {
            checked = checker.round(&round(&applied, scale), rating_of(scale));
        }
    });
    checked?;
    let outcome = outcome(climb.outcome, scale, solver.grid());
    let verdict = checker.end(&outcome, &scale.columns, &end(&outcome, solver.grid()))?;
    Ok((climb, verdict))
}

/// Checks a proof by the scale that its head defines.
pub fn verify(proof: &Proof) -> Result<Verdict, Wrong> {
    verify_by(proof, &recorded(&proof.head)?)
}

/// Returns the scale that the head of a proof defines.
fn recorded(head: &Head) -> Result<Scale, Wrong> {
    let (name, definition) = (head.scale.clone(), head.definition.clone());
    let scale = Scale::recorded(&Description { name, definition, policy: Policy::AllAtOnce });
    scale.map_err(|error| Wrong::from(Reason::from(format!("its scale: {error}"))))
}

/// Checks that each step of hints holds in the state of their puzzle.
pub fn verify_hints(hints: &Hints) -> Result<Verdict, Wrong> {
    let scale = recorded(&hints.head)?;
    verify::verify_hints(hints, rating_of(&scale))
}

/// Checks a proof on a board by the scale that it defines.
pub fn verify_on_board(proof: &BoardProof) -> Result<Verdict, Wrong> {
    verify_on_board_by(proof, scale_on_board(proof)?.as_ref())
}

/// Returns the scale that a proof on a board defines, with the rules that boards have; `None` if the proof is
/// by a ladder that the checker knows.
pub(crate) fn scale_on_board(proof: &BoardProof) -> Result<Option<Scale>, Wrong> {
    let Some(definition) = proof.definition.clone() else { return Ok(None) };
    let name = proof.scale.clone();
    let wrong = |error: &dyn std::fmt::Display| Wrong::from(Reason::from(format!("its scale: {error}")));
    let scale = Scale::recorded(&Description { name, definition, policy: Policy::AllAtOnce });
    scale.map_err(|error| wrong(&error))?.on_boards().map_err(|error| wrong(&error)).map(Some)
}

/// Checks a proof on a board by the scale that it defines, if it does.
pub(crate) fn verify_on_board_by(proof: &BoardProof, scale: Option<&Scale>) -> Result<Verdict, Wrong> {
    let Some(scale) = scale else { return board_proof::verify_on_board(proof, None) };
    let (of_items, is_ser) = (rating_of(scale), scale.is_ser());
    let rating_of = |rule: &str, size: Option<u8>, rating: &Value| match is_ser {
        true => rating_on_boards(rule, size, rating),
        false => of_items(rule, size, rating),
    };
    let scale = BoardScale { columns: &scale.columns, rating_of: &rating_of, is_ser };
    board_proof::verify_on_board(proof, Some(&scale))
}

/// Checks a proof by this scale.
pub fn verify_by(proof: &Proof, scale: &Scale) -> Result<Verdict, Wrong> {
    verify::verify(proof, &scale.columns, rating_of(scale))
}

/// Climbs the scale again while the checker checks each round; every step must hold, and the climb must be
/// the same.
pub fn check_climb(
    solver: &mut Solver, puzzle: &Puzzle, scale: &Scale, budget: u64, climb: &Climb, mut order: Order,
) -> Result<Verdict, Wrong> {
    // Keeping steps costs work too, so only a climb that used up its budget is bounded.
    let in_budget = climb.outcome != Outcome::Budget;
    let budget = if in_budget { u64::MAX } else { budget };
    let (again, verdict) = climb_checked(solver, puzzle, scale, budget, &mut order)?;
    if in_budget && again != *climb {
        return Err(Wrong::from(Reason::from("climbed again, the path is another one")));
    }
    Ok(verdict)
}

/// Returns the applied findings as a round of a proof, without texts.
pub fn round(applied: &Applied<'_>, scale: &Scale) -> Round {
    let item = applied.item;
    let steps = applied.found.steps.iter().flatten().filter(|step| is_applied(step, applied));
    Round {
        rule: item.rule.info().name.to_string(),
        size: (item.size > 0).then_some(item.size),
        rating: scale.unit().json(item.rating.0[0]),
        lemmas: applied.found.lemmas.clone(),
        steps: steps.map(|step| as_applied(step, applied)).collect(),
    }
}

/// Returns how a climb ended, with its rating in the first column; `end` is the last grid. Some scales rate
/// puzzles that they do not solve: such a rating is not provable, so the outcome is [`Outcome::Unsolved`].
pub fn outcome(climbed: Outcome, scale: &Scale, end: &Grid) -> Outcome<Value> {
    match climbed.column(0) {
        Outcome::Solved(_) if !end.is_solved() => Outcome::Unsolved,
        outcome => outcome.map(|rating| scale.unit().json(rating)),
    }
}

/// Returns the last text of a proof: the solution, or the candidates left.
pub fn end(outcome: &Outcome<Value>, grid: &Grid) -> String {
    match outcome {
        Outcome::Solved(_) => notation::puzzle(grid),
        _ => Puzzle::sukaku_of(grid).to_string(),
    }
}

/// Returns a function that finds the full rating of a rule of some size on the scale, given the rating in the
/// first column.
pub fn rating_of(scale: &Scale) -> impl Fn(&str, Option<u8>, &Value) -> Option<Rating> {
    move |rule, size, rating| {
        let meant = one_name(rule, size.unwrap_or(0));
        let rating = scale.unit().read_json(rating)?;
        let mut items = scale.items.iter().filter(|item| item.rating.0[0] == rating);
        items.find(|item| (item.rule.info().name, item.size) == meant).map(|item| item.rating)
    }
}

/// Whether some elimination of the step was applied, or the step has none.
fn is_applied(step: &Step, applied: &Applied<'_>) -> bool {
    let all = &applied.found.eliminated;
    step.eliminates.is_empty() || step.eliminates.iter().any(|&label| all.contains(label))
}

/// Returns a step with only those eliminations that were applied.
fn as_applied(step: &Step, applied: &Applied<'_>) -> Step {
    let mut step = step.clone();
    step.eliminates.retain(|&label: &Candidate| applied.found.eliminated.contains(label));
    step
}
