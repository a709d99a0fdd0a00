//! Explains ratings: turns a puzzle's text into its resolution path, or into hints.

mod page;

pub use crate::walk::{Shown, ShownStep, steps_data};
pub use page::{page, title, title_on_board};

use crate::choice::{items, missing};
use crate::input::{ANYWHERE, KeptColumn, LineError, puzzle_of};
use crate::settings::{Settings, Terms};
use serde_json::{Map, Value};
use sudoscope_engine::board_climb::{BoardClimber, NoScale};
use sudoscope_engine::brute;
use sudoscope_engine::check::{Mistakes, mistakes, only_solution_on};
use sudoscope_engine::claim::{self, Answer, Claim, Why};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::path::{BoardPath, Chosen, ResolutionPath};
use sudoscope_engine::scale::{Effort, Item, ItemSet, Policy, Scale, Solver, Status};

/// Reason why there is no path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ExplainError {
    #[error("explain climbs one ladder: name exactly one")]
    Ladders,
    #[error("not a puzzle: {}", .0.with_column())]
    NotAPuzzle(LineError),
    #[error("{}", no_solution(.0))]
    NoSolution(Mistakes),
    #[error("the puzzle has more than one solution")]
    MultipleSolutions,
    #[error("the work allowed is too little to count the solutions")]
    Budget,
    #[error("{0}")]
    NoScale(NoScale),
}

impl ExplainError {
    /// Returns the message in the words of a front end.
    pub fn in_terms(&self, terms: &Terms) -> String {
        let more = match self {
            ExplainError::NoSolution(_) => "shows how far the rules get",
            ExplainError::MultipleSolutions => "goes on all the same",
            _ => return self.to_string(),
        };
        if terms.unchecked.is_empty() {
            return self.to_string();
        }
        format!("{self} ({} {more})", terms.unchecked)
    }
}

/// Most guesses in the search for the mistakes of a puzzle: a second, where the usual puzzle takes a
/// millisecond.
pub const MISTAKE_BUDGET: u64 = 1_000_000;

/// Returns that a puzzle has no solution, and where its mistakes are.
pub fn no_solution(mistakes: &Mistakes) -> String {
    let named = mistakes.to_string();
    let between = if named.is_empty() { "" } else { ": " };
    format!("the puzzle has no solution{between}{named}")
}

/// Kind of explanation.
#[derive(Clone, Default)]
pub enum Asked {
    /// The whole path.
    #[default]
    Path,
    /// The next step.
    Next,
    /// The chosen steps of these items in the puzzle's state, and the names of rules that were not asked for.
    All(ItemSet, Chosen, Vec<String>),
    /// A path with the fewest steps of these items beyond singles.
    Fewest(ItemSet),
}

impl Asked {
    /// Returns the default ladder for hints by these rules, as it is typed after `-l`: H, or a ladder of just
    /// these rules if H lacks any, or any of their sizes.
    pub fn ladder(rules: &[String]) -> String {
        let has = |scale: Scale| {
            rules.iter().all(|rule| items(&scale, rule).is_ok() && missing(&scale, rule).is_empty())
        };
        match Scale::named("H").is_ok_and(has) {
            true => "H".to_string(),
            false => format!("rules={}", rules.join(",")),
        }
    }

    /// Asks for the chosen of all steps by the one ladder of the settings, or only by `rules` if there are
    /// any. Trial and error and nets are asked for by their names, by a ladder that has nothing else beyond
    /// singles, or by `Chosen::All` and `Chosen::Solving`. The error names a rule that the ladder lacks.
    pub fn all(settings: &Settings, rules: &[String], chosen: Chosen) -> Result<Asked, String> {
        let (ladder, items) = Asked::items(settings, rules)?;
        if !rules.is_empty() {
            return Ok(Asked::All(items, chosen, Vec::new()));
        }
        let is_wanted = matches!(chosen, Chosen::All | Chosen::Solving(_));
        let beyond = ladder.items.get(ladder.beyond_singles()).unwrap_or_default();
        let some = beyond.iter().all(Item::is_trial);
        let is_asked = |at: &usize| is_wanted || some || !ladder.items[*at].is_trial();
        let (asked, not): (Vec<usize>, Vec<usize>) = items.iter().partition(is_asked);
        let mut names: Vec<String> = not.iter().map(|&at| ladder.called(&ladder.items[at])).collect();
        names.dedup();
        Ok(Asked::All(asked.into_iter().collect(), chosen, names))
    }

    /// Asks for a path with the fewest steps beyond singles, with the ladder and the rules of [`Asked::all`].
    pub fn fewest(settings: &Settings, rules: &[String]) -> Result<Asked, String> {
        Asked::items(settings, rules).map(|(_, items)| Asked::Fewest(items))
    }

    /// Returns the one ladder of the settings and its items, or those of `rules` if there are any.
    fn items<'a>(settings: &'a Settings, rules: &[String]) -> Result<(&'a Scale, ItemSet), String> {
        let [ladder] = settings.scales() else { return Err(ExplainError::Ladders.to_string()) };
        if ladder.policy == Policy::OwnOrder {
            return Err(format!("{} gives one hint at a time: all steps need a ladder", ladder.name));
        }
        if rules.is_empty() {
            return Ok((ladder, (0..ladder.items.len()).collect()));
        }
        let mut all = ItemSet::default();
        for rule in rules {
            all = all.union(&items(ladder, rule)?);
            if let [first, ..] = &missing(ladder, rule)[..] {
                return Err(format!(
                    "the ladder {} has no {first}: it cannot look for all {rule}",
                    ladder.name
                ));
            }
        }
        Ok((ladder, all))
    }
}

/// Adds kept columns to a proof on a line, as its first member `kept`.
pub fn with_kept(proof: String, keep: &[KeptColumn], kept: &[String]) -> String {
    let members: Map<String, Value> =
        keep.iter().zip(kept).map(|(column, text)| (column.name.clone(), text.as_str().into())).collect();
    match proof.strip_prefix('{') {
        Some(rest) if !keep.is_empty() => format!("{{\"kept\":{},{rest}", Value::Object(members)),
        _ => proof,
    }
}

/// Explains the puzzle in a text by the one ladder of the settings.
pub fn explain(text: &[u8], settings: &Settings, asked: &Asked) -> Result<ResolutionPath, ExplainError> {
    let found = puzzle_of(text, &ANYWHERE).map_err(ExplainError::NotAPuzzle)?;
    explain_puzzle(&found.puzzle, settings, asked)
}

/// Explains a puzzle by the one ladder of the settings.
pub fn explain_puzzle(
    puzzle: &Puzzle, settings: &Settings, asked: &Asked,
) -> Result<ResolutionPath, ExplainError> {
    let [ladder] = settings.scales() else { return Err(ExplainError::Ladders) };
    let effort = settings.effort();
    validate(puzzle, effort.validate)?;
    Ok(match asked {
        Asked::Path => ResolutionPath::climb(puzzle, ladder, effort.budget),
        Asked::Next => ResolutionPath::next(puzzle, ladder, effort.budget),
        Asked::All(items, chosen, unsearched) => {
            let all = ResolutionPath::all(puzzle, ladder, items, effort.budget).without(unsearched);
            all.choose(chosen, effort.budget)
        }
        Asked::Fewest(items) => ResolutionPath::fewest(puzzle, ladder, items, effort.budget),
    })
}

/// Checks that the puzzle has exactly one solution, if asked to.
fn validate(puzzle: &Puzzle, asked: bool) -> Result<(), ExplainError> {
    match if asked { brute::solutions(&puzzle.grid(), 2).0 } else { 1 } {
        0 => Err(ExplainError::NoSolution(mistakes(puzzle, MISTAKE_BUDGET).unwrap_or_default())),
        1 => Ok(()),
        _ => Err(ExplainError::MultipleSolutions),
    }
}

/// Says why a claim is so in the state of the puzzle, by the one ladder of the settings; with every step that
/// proves it now if `all`.
pub fn why(puzzle: &Puzzle, claim: Claim, settings: &Settings, all: bool) -> Result<Why, ExplainError> {
    let [ladder] = settings.scales() else { return Err(ExplainError::Ladders) };
    let effort = settings.effort();
    validate(puzzle, effort.validate)?;
    Ok(claim::why(puzzle, claim, ladder, effort.budget, all))
}

/// Says whether a step that a player wrote holds in the state of the puzzle; with `validate`, only if the
/// puzzle has exactly one solution.
pub fn check_step(puzzle: &Puzzle, step: &str, validate: bool) -> Result<Answer, ExplainError> {
    self::validate(puzzle, validate)?;
    Ok(claim::check_step(puzzle, step))
}

/// Ladders that are tried if another one does not solve a puzzle, the cheapest first.
const LADDERS: [&str; 9] = ["BRT", "LC", "S", "BC", "W", "gW", "B", "gB", "TE"];

/// Names the cheapest ladder of `LADDERS` that solves the puzzle of a path, where each ladder gets a tenth of
/// the budget; or says that the puzzle has no solution or several.
pub fn what_solves(path: &ResolutionPath, budget: u64) -> String {
    let effort = Effort { budget: budget / 10, validate: true };
    let mut solver = Solver::new();
    cheapest(&path.scale.name, |scale| Some(solver.rate(&path.puzzle, &[scale], effort).0))
}

/// Names the cheapest ladder that solves the puzzle of a path on another board, as [`what_solves`] does, of
/// those that the board has.
pub fn what_solves_on_board(path: &BoardPath, budget: u64) -> String {
    let (board, start) = (&path.board, path.board.start(&path.clues));
    let budget = budget / 10;
    let counted = only_solution_on(board, &path.clues, budget).err();
    let mut climber = BoardClimber::default().only_outcomes(true);
    cheapest(&path.proof.scale, |scale| {
        let scale = scale.on_boards().ok().filter(|scale| climber.refuses(scale, board).is_none())?;
        Some(counted.unwrap_or_else(|| climber.climb(&scale, board, &start, None, budget).0.outcome.status()))
    })
}

/// Says which ladder is the first of `LADDERS` that solves a puzzle that the ladder `fails` does not. `rate`
/// rates by a ladder, or says that the board does not have it.
fn cheapest(fails: &str, mut rate: impl FnMut(Scale) -> Option<Status>) -> String {
    let fails = format!("{fails} does not solve the puzzle");
    let (mut failing, mut given_up) = (Vec::new(), Vec::new());
    for name in LADDERS {
        let status = Scale::named(name).ok().and_then(&mut rate);
        match status {
            None => {}
            Some(Status::Ok) => return format!("{fails}, {name} does: explain -l {name}"),
            Some(Status::NoSolution) => return format!("{fails}: it has no solution"),
            Some(Status::MultipleSolutions) => return format!("{fails}: it has more than one solution"),
            Some(Status::Budget) => given_up.push(name),
            Some(_) => failing.push(name),
        }
    }
    let of_some = |words: &str, names: &[&str]| match names {
        [] => String::new(),
        names => format!("{words} {}", names.join(", ")),
    };
    let [failing, given_up] =
        [of_some(", nor does", &failing), of_some("; not within a tenth of the budget:", &given_up)];
    format!("{fails}{failing}{given_up}")
}
