//! Why something is so: the simplest step that proves it, or the steps that lead to it.

use super::Unread;
use super::conclusion::{Conclusions, conclusions};
use super::text::{Cursor, tokens};
use crate::brute;
use crate::budget::{Budget, units};
use crate::draw;
use crate::evidence::{Notation, Round, Step};
use crate::grid::{Candidate, Candidates, Digit, Grid, Puzzle, exhaust};
use crate::proof::{FoundRound, all_hints, found_rounds, text_in};
use crate::rules::may_precede_singles;
use crate::scale::{Item, ItemSet, Outcome, Policy, Scale, Solver};
use crate::verify::Checker;
use serde_json::{Value, json};

/// Question why a candidate is false, or true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the candidate is said to be true.
    pub is_value: bool,
}

/// Answer to the question why something is so, by steps on the plain board or others.
pub enum Why<R = Reason> {
    /// Nothing is left to prove: the state shows it.
    Known,
    /// The claim is false; in the solution the cell has this value.
    False(Candidate),
    /// Each of these steps proves it in the state, the simplest first.
    Now(Vec<R>),
    /// No step proves it in the state: these steps lead to it, one after the other.
    Path {
        /// The steps.
        steps: Vec<R>,
        /// Whether all steps are needed; if not, the work allowed was used up before that was known.
        is_needed: bool,
    },
    /// The scale proves it neither now nor later.
    NotProved {
        /// Whether the work allowed was used up.
        is_unfinished: bool,
        /// Sentence about techniques that the scale leaves out of this puzzle ([`Scale::leaves_out`]).
        uniqueness: Option<String>,
    },
}

/// Step with its rule.
pub struct Reason {
    /// The rule, its size and its rating.
    pub item: Item,
    /// The step, with its text.
    pub step: Step,
}

/// Step that is part of an answer.
pub trait Worded {
    /// Returns the text of the step.
    fn text(&self) -> &str;

    /// Returns the sentences about the step, if there are some.
    fn words(&self) -> &[String];
}

impl Worded for Reason {
    fn text(&self) -> &str {
        &self.step.text
    }

    fn words(&self) -> &[String] {
        &self.step.words
    }
}

impl Claim {
    /// Reads a claim: `r6c8<>2`, `r4c3=7`.
    pub fn read(text: &str) -> Result<Claim, Unread> {
        let tokens = tokens(text);
        let end = text.chars().count() + 1;
        let Conclusions { eliminates, asserts } = conclusions(&mut Cursor::of(&tokens, end))?;
        let all: Vec<Claim> = [(eliminates, false), (asserts, true)]
            .into_iter()
            .flat_map(|(all, is_value)| {
                all.iter().map(move |candidate| Claim { candidate, is_value }).collect::<Vec<_>>()
            })
            .collect();
        match all[..] {
            [claim] => Ok(claim),
            _ => Err(Unread { column: 1, why: "a question is about one candidate".to_string() }),
        }
    }

    /// Whether the claim is true if the candidates of the grid are all that is known.
    pub(super) fn is_known(&self, grid: &Grid) -> bool {
        let is_there = grid.allows(self.candidate);
        if self.is_value { is_there && grid.placed().contains(self.candidate.cell) } else { !is_there }
    }

    /// Whether a step proves the claim.
    fn is_proved(&self, step: &Step) -> bool {
        let is_excluded = || step.asserts.iter().any(|value| value.is_linked(self.candidate));
        match self.is_value {
            true => step.asserts.contains(&self.candidate),
            false => step.eliminates.contains(&self.candidate) || is_excluded(),
        }
    }
}

impl std::fmt::Display for Claim {
    /// Formats as `r6c8≠2`, `r4c3=7`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Candidate { digit, cell } = self.candidate;
        write!(f, "{cell}{}{}", if self.is_value { "=" } else { "≠" }, digit.number())
    }
}

/// Part of the budget of a rating that a question may take: with the default budget about three seconds.
const SHARE: u64 = 4;
/// Work units that the replay of a step costs.
const REPLAY_STEP: u64 = 100;

/// Says why a claim is so in the state of a puzzle, by a scale: the simplest step that proves it now, or
/// every such step if `all`; if there is none, steps that lead to it. Trial and error proves it only if
/// nothing else does. The whole question takes at most a quarter of the budget of a rating, half of it for
/// steps in this state.
pub fn why(puzzle: &Puzzle, claim: Claim, scale: &Scale, budget: u64, all: bool) -> Why {
    let grid = puzzle.grid();
    if claim.is_known(&grid) {
        return Why::Known;
    }
    if let (1, Some(solution)) = brute::solutions(&grid, 2)
        && solution.allows(claim.candidate) != claim.is_value
    {
        let digits = Digit::all().map(|digit| Candidate::new(digit, claim.candidate.cell));
        let value = digits.into_iter().find(|&one| solution.allows(one));
        return Why::False(value.unwrap_or(claim.candidate));
    }
    let mut solver = Solver::new();
    let share = budget / SHARE;
    let mut work = Budget(share / 2);
    let is_pattern = |item: &Item| all || !item.is_trial();
    let (found, is_unfinished) = now(&mut solver, puzzle, claim, scale, &mut work, all, is_pattern);
    if !found.is_empty() {
        return Why::Now(found);
    }
    let of_trial = share / 4;
    work.0 += share - share / 2 - of_trial;
    let led = path(&mut solver, puzzle, claim, scale, work);
    let is_by_trial = |(steps, _): &(Vec<Reason>, bool)| steps.iter().any(|reason| reason.item.is_trial());
    if led.as_ref().map_or(true, is_by_trial) {
        let mut work = Budget(of_trial);
        let (found, _) = now(&mut solver, puzzle, claim, scale, &mut work, false, Item::is_trial);
        if !found.is_empty() {
            return Why::Now(found);
        }
    }
    match led {
        // A scale with an order of its own gives one hint at a time: its first step is the one that is now.
        Ok((steps, true)) if steps.len() == 1 => Why::Now(steps),
        Ok((steps, is_needed)) => Why::Path { steps, is_needed },
        Err(outcome) => Why::NotProved {
            is_unfinished: is_unfinished || outcome == Outcome::Budget,
            uniqueness: scale.leaves_out(puzzle),
        },
    }
}

/// Finds steps that prove the claim in the state, by each wanted item, and whether an item was not searched
/// to its end.
fn now(
    solver: &mut Solver, puzzle: &Puzzle, claim: Claim, scale: &Scale, work: &mut Budget, all: bool,
    is_wanted: impl Fn(&Item) -> bool,
) -> (Vec<Reason>, bool) {
    let (mut found, mut is_unfinished) = (Vec::new(), false);
    // A scale with an order of its own gives one hint at a time.
    let count = if scale.policy == Policy::OwnOrder { 0 } else { scale.items.len() };
    // Rules that need a state without singles prove nothing here if there are some.
    let has_singles = exhaust(&mut puzzle.grid()).1 != [0, 0];
    for (at, item) in scale.items.iter().enumerate().take(count) {
        if !is_wanted(item) || has_singles && !may_precede_singles(item.rule) {
            continue;
        }
        let items: ItemSet = [at].into_iter().collect();
        let hints = all_hints(solver, puzzle, scale, &items, work.0);
        is_unfinished |= !hints.complete;
        *work = Budget(solver.work_left());
        for FoundRound { item, round, lengths, .. } in hints.rounds {
            let steps = round.steps.into_iter().zip(lengths).filter(|(step, _)| claim.is_proved(step));
            let mut steps: Vec<(Step, usize)> = steps.collect();
            steps.sort_by_key(|(_, length)| *length);
            found.extend(steps.into_iter().map(|(step, _)| Reason { item, step }));
        }
        if !found.is_empty() && !all {
            found.truncate(1);
            break;
        }
    }
    (found, is_unfinished)
}

// ---------------------------------------------------------------- paths

/// Step of a path with its round.
struct Listed {
    reason: Reason,
    /// Number of the round.
    number: usize,
    /// The round, without steps.
    round: Round,
}

/// Finds the steps that lead to the claim: those of the scale's path without which the others do not hold;
/// and whether all of them are needed.
fn path(
    solver: &mut Solver, puzzle: &Puzzle, claim: Claim, scale: &Scale, work: Budget,
) -> Result<(Vec<Reason>, bool), Outcome> {
    let (climb, rounds) = found_rounds(solver, puzzle, scale, work.0);
    let mut work = Budget(solver.work_left());
    let mut all: Vec<Listed> = Vec::new();
    let mut is_there = false;
    for (number, FoundRound { item, round, .. }) in rounds.into_iter().enumerate() {
        // Steps of a round all hold in the state before it.
        let proving = round.steps.iter().position(|step| claim.is_proved(step));
        is_there = proving.is_some();
        let steps = round.steps.iter().enumerate().filter(|(k, _)| proving.is_none_or(|at| at == *k));
        all.extend(steps.map(|(_, step)| {
            let round = Round { steps: Vec::new(), ..round.clone() };
            Listed { reason: Reason { item, step: step.clone() }, number, round }
        }));
        if is_there {
            break;
        }
    }
    if !is_there || replayed(puzzle, &all.iter().collect::<Vec<_>>()).is_none() {
        return Err(climb.outcome);
    }
    let (kept, is_needed) = needed(puzzle, claim, &all, &mut work);
    Ok((shown(puzzle, kept, scale), is_needed))
}

/// Leaves out the steps that the last does not need, from the end to the beginning, and says whether there
/// was work enough to try all.
fn needed<'a>(
    puzzle: &Puzzle, claim: Claim, all: &'a [Listed], work: &mut Budget,
) -> (Vec<&'a Listed>, bool) {
    let mut kept: Vec<bool> = vec![true; all.len()];
    let mut is_needed = true;
    for at in (0..all.len().saturating_sub(1)).rev() {
        let is_left = |k: usize| k != at && kept.get(k).copied().unwrap_or(false);
        let rest: Vec<&Listed> =
            all.iter().enumerate().filter(|(k, _)| is_left(*k)).map(|(_, one)| one).collect();
        if work.take(REPLAY_STEP * units(rest.len())).is_err() {
            is_needed = false;
            break;
        }
        let holds = replayed(puzzle, &rest).is_some_and(|grid| claim.is_known(&grid));
        if let (true, Some(kept)) = (holds, kept.get_mut(at)) {
            *kept = false;
        }
    }
    let left = all.iter().zip(kept).filter(|(_, is_kept)| *is_kept);
    (left.map(|(listed, _)| listed).collect(), is_needed)
}

/// Returns the steps with only the conclusions that no step before them has made.
fn shown(puzzle: &Puzzle, all: Vec<&Listed>, scale: &Scale) -> Vec<Reason> {
    let mut grid = puzzle.grid();
    let mut reasons = Vec::new();
    for Listed { reason: Reason { item, step }, .. } in all {
        let Some(mut step) = unmade(&grid, step) else { continue };
        step.text = text_in(item, scale, scale.notation())(&step, Some(&grid.candidates()));
        play(&mut grid, &step);
        reasons.push(Reason { item: *item, step });
    }
    reasons
}

/// Makes the conclusions of a step.
fn play(grid: &mut Grid, step: &Step) {
    grid.eliminate(&step.eliminates.iter().copied().collect());
    let values: Candidates = step.asserts.iter().copied().collect();
    grid.place_all(&values.0);
}

/// Returns a step without the conclusions that the grid has already; `None` if nothing is left.
fn unmade(grid: &Grid, step: &Step) -> Option<Step> {
    let mut step = step.clone();
    step.eliminates.retain(|&one| grid.allows(one));
    step.asserts.retain(|one| !grid.placed().contains(one.cell));
    let is_empty = step.eliminates.is_empty() && step.asserts.is_empty() && step.relates.is_empty();
    (!is_empty).then_some(step)
}

/// Plays the steps round by round, if the checker accepts them; returns the last state.
fn replayed(puzzle: &Puzzle, all: &[&Listed]) -> Option<Grid> {
    let mut checker = Checker::new(&puzzle.to_string()).ok()?;
    let mut grid = puzzle.grid();
    for steps in all.chunk_by(|one, other| one.number == other.number) {
        let first = steps.first()?;
        let left = |listed: &&Listed| unmade(&grid, &listed.reason.step);
        let round = Round { steps: steps.iter().filter_map(left).collect(), ..first.round.clone() };
        if round.steps.is_empty() {
            continue;
        }
        checker.round(&round, |_, _, _| Some(first.reason.item.rating)).ok()?;
        for step in &round.steps {
            grid.eliminate(&step.eliminates.iter().copied().collect());
        }
        let values: Candidates = round.steps.iter().flat_map(|step| step.asserts.iter().copied()).collect();
        grid.place_all(&values.0);
    }
    Some(grid)
}

// ---------------------------------------------------------------- texts

impl Why {
    /// Returns the steps with their texts in a notation.
    pub fn written_in(mut self, scale: &Scale, notation: Notation) -> Why {
        if let Why::Now(all) | Why::Path { steps: all, .. } = &mut self {
            for Reason { item, step } in all {
                step.text = text_in(item, scale, notation)(step, None);
            }
        }
        self
    }

    /// Returns the steps with sentences about each, as its `words`.
    pub fn with_words(mut self, puzzle: &Puzzle, scale: &Scale) -> Why {
        let mut grid = puzzle.grid();
        let is_path = matches!(self, Why::Path { .. });
        if let Why::Now(all) | Why::Path { steps: all, .. } = &mut self {
            for Reason { step, .. } in all {
                step.words = draw::sentences(step, &grid, scale.is_of_players());
                if is_path {
                    play(&mut grid, step);
                }
            }
        }
        self
    }

    /// Returns the parts of the answer as JSON.
    pub fn json(&self, claim: Claim, scale: &Scale, with_solution: bool) -> Value {
        self.parts(claim, &scale.name, with_solution, |Reason { item, step }| {
            json!({
                "rule": item.rule.info().name, "size": item.length(),
                "rating": scale.unit().json(item.rating.0[0]), "step": step,
            })
        })
    }
}

impl<R: Worded> Why<R> {
    /// Whether steps were found, or none are needed.
    pub fn is_shown(&self) -> bool {
        matches!(self, Why::Known | Why::Now(_) | Why::Path { .. })
    }

    /// Formats the answer: a sentence, then the steps, one a line, each with its sentences below it if it has
    /// some. `name` is the scale's. The value of the cell is told only if the solution is asked for.
    pub fn text(&self, claim: Claim, name: &str, with_solution: bool) -> String {
        let listed = |head: String, all: &[R]| {
            let lines = all.iter().flat_map(|reason| {
                let words = reason.words().iter().map(|words| format!("  {words}"));
                [reason.text().to_string()].into_iter().chain(words)
            });
            lines.fold(head, |text, line| format!("{text}{line}\n"))
        };
        match self {
            Why::Known => format!("{claim} is so already.\n"),
            Why::False(value) => {
                let Candidate { digit, cell } = *value;
                let truth =
                    if with_solution { format!(": {cell}={}", digit.number()) } else { String::new() };
                format!("{claim} is false{truth}.\n")
            }
            Why::Now(all) if all.len() == 1 => listed(format!("{claim} by one step of {name}:\n"), all),
            Why::Now(all) => listed(
                format!("{claim} by one step of {name}, in {} ways, the simplest first:\n", all.len()),
                all,
            ),
            Why::Path { steps, is_needed } => {
                let fewest = match is_needed {
                    true => ", the fewest that were found",
                    false => "; not all may be needed: the work allowed was used up",
                };
                let count = steps.len();
                let head = format!(
                    "No step of {name} proves {claim} now. These {count} steps lead to it{fewest}:\n"
                );
                listed(head, steps)
            }
            Why::NotProved { is_unfinished, uniqueness } => {
                let said = match is_unfinished {
                    true => format!("{name} did not prove {claim} within the work allowed."),
                    false => format!("{name} does not prove {claim}."),
                };
                uniqueness.iter().fold(said, |said, more| format!("{said} {more}")) + "\n"
            }
        }
    }

    /// Returns the parts of the answer as JSON, with each step as `step` returns it.
    pub(super) fn parts(
        &self, claim: Claim, name: &str, with_solution: bool, step: impl Fn(&R) -> Value,
    ) -> Value {
        let (answer, steps) = match self {
            Why::Known => ("known", None),
            Why::False(_) => ("false", None),
            Why::Now(all) => ("now", Some(all)),
            Why::Path { steps, .. } => ("path", Some(steps)),
            Why::NotProved { .. } => ("not proved", None),
        };
        let value = match self {
            Why::False(Candidate { digit, cell }) if with_solution => {
                Value::from(format!("{cell}={}", digit.number()))
            }
            _ => Value::Null,
        };
        let uniqueness = match self {
            Why::NotProved { uniqueness, .. } => uniqueness.as_deref(),
            _ => None,
        };
        json!({
            "claim": claim.to_string(), "answer": answer, "scale": name, "value": value,
            "unfinished": matches!(
                self,
                Why::NotProved { is_unfinished: true, .. } | Why::Path { is_needed: false, .. }
            ),
            "uniqueness": uniqueness,
            "steps": steps.map_or(Vec::new(), |all| all.iter().map(&step).collect()),
        })
    }
}
