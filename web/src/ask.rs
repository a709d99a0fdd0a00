//! Questions of the workbench, in JSON: `{"ask": "hint", "puzzle": "..34…", "scale": "H"}`.
//!
//! ```text
//!   ask   open    the puzzles of a pasted text        rate   the rating by one scale
//!         status  solutions, mistakes                 check  a step that a player wrote
//!         hint, all, path   steps, ready to draw      why    a step that removes a candidate
//!         forms   a state in each form                picture, sheet   drawings
//!         generate   tries to make a puzzle
//! ```
//!
//! A puzzle is a text in any form; a state is a line of HoDoKu's library. With a `board` the answers are
//! those of `board.rs`.

use crate::lines::Lines;
use crate::{TERMS, board};
use serde_json::{Value, json};
use std::sync::Arc;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{listed, mistakes};
use sudoscope_engine::claim::{Answer, Claim, Ground, Reason, Unread, Why};
use sudoscope_engine::draw::{self, Board, Drawing, Layers};
use sudoscope_engine::evidence::{Notation, Step};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Puzzle, notation};
use sudoscope_engine::path::{Chosen, PathStep, ResolutionPath};
use sudoscope_engine::scale::{Effort, Outcome, Policy, Scale, Solver};
use sudoscope_pipeline::choice::{Asked as Wanted, Choice};
use sudoscope_pipeline::explain::{
    Asked, ExplainError, MISTAKE_BUDGET, check_step, explain_puzzle, no_solution, steps_data, title, why,
};
use sudoscope_pipeline::generate::{Clues, Method, Recipe, THIN};
use sudoscope_pipeline::input::{ANYWHERE, board_named, puzzle_of};
use sudoscope_pipeline::print::{Printed, Sheet, Style};
use sudoscope_pipeline::settings::Settings;

/// Most puzzles of a pasted text that are looked at: a second one already makes it a collection.
const LOOKED_AT: u64 = 2;

/// Most guesses in the search for two solutions.
pub const SOLUTION_BUDGET: u64 = 1_000_000;

pub type Answered = Result<Value, String>;
pub type Ask = fn(&Question) -> Answered;

/// All questions by name.
const QUESTIONS: &[(&str, Ask)] = &[
    ("open", open),
    ("status", status),
    ("rate", rate),
    ("hint", |question| steps(question, &Asked::Next)),
    ("path", |question| steps(question, &Asked::Path)),
    ("all", all),
    ("check", check),
    ("why", reasons),
    ("generate", generate),
    ("forms", forms),
    ("picture", picture),
    ("sheet", sheet),
];

/// Answers a question.
pub fn answer(bytes: &[u8]) -> Answered {
    let question: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let question = Question(&question);
    let name = question.text("ask");
    let all = if question.text("board").is_empty() { QUESTIONS } else { board::QUESTIONS };
    let found = all.iter().find(|(known, _)| *known == name);
    found.ok_or_else(|| format!("there is no question '{name}'")).and_then(|(_, answer)| answer(&question))
}

/// Members of a question.
pub struct Question<'a>(&'a Value);

impl Question<'_> {
    pub fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default()
    }

    pub fn number(&self, name: &str) -> u64 {
        self.0[name].as_u64().unwrap_or_default()
    }

    fn puzzle(&self) -> Result<Puzzle, String> {
        read(self.text("puzzle"))
    }

    fn settings(&self) -> Result<Settings, String> {
        let settings = Settings::new(&[self.text("scale")], Policy::AllAtOnce, Effort::default());
        settings.map_err(|error| error.in_terms(&TERMS))
    }

    fn scale(&self) -> Result<Scale, String> {
        let settings = self.settings()?;
        settings.scales().first().cloned().ok_or_else(|| "choose a scale".to_string())
    }

    pub fn has(&self, name: &str) -> bool {
        self.0[name].is_string()
    }

    /// Returns the notation asked for; `None` if it is that of the scale.
    fn notation(&self) -> Option<Notation> {
        match self.text("notation") {
            "nrc" => Some(Notation::Nrc),
            "players" => Some(Notation::Eureka),
            _ => None,
        }
    }
}

fn read(text: &str) -> Result<Puzzle, String> {
    let found = puzzle_of(text.trim().as_bytes(), &ANYWHERE).map_err(ExplainError::NotAPuzzle);
    found.map(|found| found.puzzle).map_err(|error| said(&error))
}

pub fn said(error: &ExplainError) -> String {
    error.in_terms(&TERMS)
}

// ---------------------------------------------------------------- puzzles

/// Reads a pasted text: the number of its puzzles up to [`LOOKED_AT`], and the first.
fn open(question: &Question) -> Answered {
    let text: Arc<[u8]> = question.text("text").as_bytes().into();
    if board_named(text.trim_ascii()).is_some() {
        return board::open(question);
    }
    if let Ok(found) = puzzle_of(text.trim_ascii(), &ANYWHERE) {
        return Ok(json!({ "puzzles": 1, "first": cells(&found.puzzle) }));
    }
    let (mut puzzles, mut count, mut wrong) = (Vec::new(), 0, None);
    Lines::of(&text, &[]).each(0..LOOKED_AT, |batch, lines| {
        for line in lines {
            count += 1;
            match puzzle_of(line.text, &batch.places) {
                Ok(found) => puzzles.push(found.puzzle),
                Err(error) => wrong = wrong.take().or(Some(error)),
            }
        }
    })?;
    match (puzzles.first(), wrong) {
        (Some(first), _) => Ok(json!({ "puzzles": count, "first": cells(first) })),
        (None, Some(error)) => Err(said(&ExplainError::NotAPuzzle(error))),
        (None, None) => Err("there is no puzzle in it".to_string()),
    }
}

/// Returns what each cell may hold, values included.
fn planes(grid: &Grid) -> Candidates {
    Candidates(std::array::from_fn(|digit| grid.plane(Digit::new(digit))))
}

/// Returns a puzzle by its cells: clues and values in 81 characters, candidates as numbers with a bit for
/// each digit.
fn cells(puzzle: &Puzzle) -> Value {
    let grid = puzzle.grid();
    let values = match puzzle {
        Puzzle::Clues(clues) => notation::clues(clues),
        _ => notation::puzzle(&grid),
    };
    let masks: Vec<u16> = Cell::all().map(|cell| grid.digits_of(cell)).collect();
    json!({
        "text": puzzle.to_string(), "clues": notation::clues(&puzzle.clues()), "values": values,
        "candidates": masks,
    })
}

/// Says how many solutions a puzzle has: of none, the mistakes; of several, the cells that differ.
fn status(question: &Question) -> Answered {
    let puzzle = question.puzzle()?;
    let solutions = listed(&puzzle, 2, SOLUTION_BUDGET).map_err(|_| "the search was given up".to_string())?;
    let clues = puzzle.clue_count();
    Ok(match &solutions[..] {
        [] => {
            let mistakes = mistakes(&puzzle, MISTAKE_BUDGET).unwrap_or_default();
            let found: Vec<Value> = mistakes.found.iter().map(mistake).collect();
            let sets: Vec<Vec<usize>> = mistakes.removals.sets.iter().map(|set| indices(set)).collect();
            json!({
                "solutions": 0, "clues": clues, "text": no_solution(&mistakes), "mistakes": found,
                "without": sets,
            })
        }
        [only] => json!({
            "solutions": 1, "clues": clues, "symmetry": symmetry(&puzzle), "solution": notation::puzzle(only),
        }),
        [a, b, ..] => json!({ "solutions": 2, "clues": clues, "differ": differ(a, b) }),
    })
}

/// Returns the cells in which two solutions differ.
pub fn differ(a: &Grid, b: &Grid) -> Vec<usize> {
    Cell::all().filter(|cell| a.digits_of(*cell) != b.digits_of(*cell)).map(Cell::index).collect()
}

fn indices(set: &[(Cell, Digit)]) -> Vec<usize> {
    set.iter().map(|(cell, _)| cell.index()).collect()
}

fn mistake(mistake: &sudoscope_engine::check::Mistake) -> Value {
    use sudoscope_engine::check::Mistake::*;
    let cells = match *mistake {
        Twice { cells, .. } => cells.map(Cell::index).to_vec(),
        NoDigit(cell) | Placed { cell, .. } | Removed(cell, _) => vec![cell.index()],
        NoPlace(house, _) => house.cells().map(Cell::index).collect(),
    };
    json!({ "text": mistake.to_string(), "cells": cells })
}

/// Returns the name of the symmetry of the clues.
pub fn symmetry(puzzle: &Puzzle) -> &'static str {
    PatternSymmetry::of(puzzle.clues().into_iter().fold(Cells::EMPTY, |all, cells| all | cells)).name
}

/// Rates a puzzle by one scale: the columns as printed, and the hardest step.
fn rate(question: &Question) -> Answered {
    let (puzzle, scale) = (question.puzzle()?, question.scale()?);
    let mut solver = Solver::new();
    let effort = Effort::default();
    if let Err(status) = solver.start(&puzzle, effort) {
        return Ok(json!({ "status": status.name() }));
    }
    let climb = solver.climb(&scale, effort.budget);
    let hardest = scale.hardest_of(&climb).and_then(|at| scale.items.get(at));
    let hardest = hardest.map(|item| item.players_name());
    let Outcome::Solved(rating) = climb.outcome else {
        return Ok(json!({ "status": climb.outcome.status().name(), "hardest": hardest }));
    };
    let columns = scale.columns.iter().zip(rating.0);
    let columns: Vec<Value> =
        columns.map(|(column, value)| json!([column.name, column.unit.text(value)])).collect();
    let steps: u32 = climb.tallies.iter().map(|tally| tally.steps).sum();
    Ok(json!({
        "status": "ok", "columns": columns, "hardest": hardest, "words": scale.in_words(rating),
        "steps": steps,
    }))
}

/// Makes puzzles of a level of HoDoKu, from a try on; the first that is found ends it.
fn generate(question: &Question) -> Answered {
    let (level, symmetry) = (question.text("level"), question.text("symmetry"));
    let scale = Scale::named("HoDoKu").map_err(|error| error.to_string())?;
    let wanted = Wanted { rating: Some(level).filter(|level| !level.is_empty()), ..Wanted::default() };
    let choice = Choice::of(scale, wanted).map_err(|error| error.to_string())?;
    let symmetry = PatternSymmetry::named(symmetry).unwrap_or(PatternSymmetry::of(Cells::EMPTY));
    let recipe = Recipe {
        method: Method::TopDown,
        thin: THIN,
        seed: question.number("seed"),
        clues: None,
        minimal: false,
        places: Clues::Symmetric(symmetry),
        board: None,
        choice: Some(choice),
        solution: false,
    };
    let (from, tries) = (question.number("from"), question.number("tries"));
    let mut solver = Solver::new();
    let found = (from..from + tries).find_map(|index| recipe.attempt(index, &mut solver).pop());
    Ok(json!({ "puzzle": found.map(|clues| notation::clues(&clues)) }))
}

// ---------------------------------------------------------------- steps

/// Lists all steps of a state. A scale that gives one hint at a time has no list: H takes its place.
fn all(question: &Question) -> Answered {
    let settings = question.settings()?;
    let is_listed = settings.scales().iter().all(|scale| scale.policy != Policy::OwnOrder);
    let by = json!({
        "puzzle": question.text("puzzle"), "notation": question.text("notation"),
        "scale": if is_listed { question.text("scale") } else { "H" },
    });
    let question = Question(&by);
    steps(&question, &Asked::all(&question.settings()?, &[], Chosen::Grouped(None))?)
}

fn steps(question: &Question, asked: &Asked) -> Answered {
    let settings = question.settings()?;
    let path = explain_puzzle(&question.puzzle()?, &settings, asked).map_err(|error| said(&error))?;
    let path = match question.notation() {
        Some(notation) => path.written_in(notation),
        None => path,
    };
    let stages = path.stages();
    let listed = path.steps();
    let more: Vec<Value> = listed.iter().map(|step| about(&path, step)).collect();
    Ok(json!({
        "title": title(&path), "scale": path.scale.name, "summary": path.summary(), "stages": stages,
        "data": steps_data(&(&path).into()).map_err(|error| error.to_string())?, "steps": more,
        "start": cells(&path.puzzle), "solved": path.end.is_solved(),
    }))
}

/// Says of a step of a path all that its drawing does not say.
fn about(path: &ResolutionPath, step: &PathStep) -> Value {
    json!({
        "name": path.name_of(step), "rating": path.scale.rating_of(step.item), "single": step.is_single(),
        "gone": labels(&step.step.eliminates), "set": labels(&step.step.asserts),
    })
}

pub fn labels(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().copied().map(notation::label).collect()
}

/// Draws a step that stands in a state.
fn drawn(puzzle: &Puzzle, grid: &Grid, step: &Step, name: &str, for_players: bool) -> Value {
    let layers = Layers::of(&Board::of_state(&puzzle.clues(), grid), step, for_players);
    json!({
        "name": name, "text": step.text, "gone": labels(&step.eliminates), "set": labels(&step.asserts),
        "under": layers.under, "over": layers.over, "legend": layers.legend, "says": layers.says,
    })
}

/// Checks a step that a player wrote.
fn check(question: &Question) -> Answered {
    let puzzle = question.puzzle()?;
    let answer = check_step(&puzzle, question.text("step"), true).map_err(|error| said(&error))?;
    let grid = puzzle.grid();
    let draw = |ground: &Ground| drawn(&puzzle, &grid, &ground.step, ground.rule, true);
    let (mut steps, mut column, mut part) = (Vec::new(), None, None);
    match &answer {
        Answer::Holds(proved) => steps.extend(proved.grounds.iter().map(draw)),
        Answer::NotValid { part: found, .. } => {
            part = found.as_ref().map(|part| part.text.as_str());
            column = found.as_ref().map(|part| part.column);
        }
        Answer::NotUnderstood(unread) => column = Some(unread.column),
    }
    // The whole answer as JSON has the evidence, too, whose code is large.
    Ok(json!({
        "answer": answer.name(), "text": answer.to_string(), "column": column, "part": part, "steps": steps,
    }))
}

/// Says why a candidate is false, or true: `r6c8<>2`, `r4c3=7`.
fn reasons(question: &Question) -> Answered {
    let (puzzle, settings) = (question.puzzle()?, question.settings()?);
    let claim = question.text("claim");
    let claim = Claim::read(claim).map_err(|Unread { why, .. }| why)?;
    let scale = question.scale()?;
    let why = why(&puzzle, claim, &settings, false).map_err(|error| said(&error))?;
    let why = why.written_in(&scale, question.notation().unwrap_or(scale.notation()));
    let text = why.text(claim, &scale.name, false);
    let (answer, found): (_, &[Reason]) = match &why {
        Why::Known => ("known", &[]),
        Why::False(_) => ("false", &[]),
        Why::Now(all) => ("now", all),
        Why::Path { steps, .. } => ("path", steps),
        Why::NotProved { .. } => ("not proved", &[]),
    };
    let mut grid = puzzle.grid();
    let mut steps = Vec::new();
    for Reason { item, step } in found {
        let name = scale.called(item);
        steps.push(drawn(&puzzle, &grid, step, &name, scale.is_of_players()));
        grid.eliminate(&step.eliminates.iter().copied().collect());
        grid.place_all(&step.asserts.iter().copied().collect::<Candidates>().0);
    }
    let head = text.lines().next().unwrap_or_default();
    Ok(json!({ "answer": answer, "text": head, "claim": claim.to_string(), "steps": steps }))
}

// ---------------------------------------------------------------- texts and pictures

/// Returns a state in each form that is copied.
fn forms(question: &Question) -> Answered {
    let puzzle = question.puzzle()?;
    let grid = puzzle.grid();
    let marks = notation::pencilmarks(&grid);
    Ok(json!({
        "clues": notation::clues(&puzzle.clues()), "81": notation::puzzle(&grid), "marks": marks.trim_end(),
        "729": notation::sukaku(&planes(&grid)), "library": puzzle.to_string(),
    }))
}

/// Puts the layers of a step on a stage.
pub fn on_stage(question: &Question, stage: Drawing) -> Value {
    let with = |layer: &str, stage: String| {
        let empty = format!("<g class=\"{layer}\"></g>");
        stage.replacen(&empty, &format!("<g class=\"{layer}\">{}</g>", question.text(layer)), 1)
    };
    json!({ "svg": with("over", with("under", stage.document())) })
}

/// Draws a state as a file: with the layers of a step, with its candidates or others, or without.
fn picture(question: &Question) -> Answered {
    let puzzle = question.puzzle()?;
    let (grid, clues, title) = (puzzle.grid(), puzzle.clues(), question.text("title"));
    if question.has("over") {
        return Ok(on_stage(question, draw::stage(&clues, &grid, &grid, title)));
    }
    let board = Board { candidates: notes(question), ..Board::solved(&clues, &grid) };
    Ok(json!({ "svg": draw::grid(&board, title).document() }))
}

/// Returns the candidates that the question has as masks of the cells.
pub fn notes(question: &Question) -> Candidates {
    let mut candidates = Candidates::EMPTY;
    for (cell, mask) in Cell::all().zip(question.0["notes"].as_array().into_iter().flatten()) {
        let mask = u16::try_from(mask.as_u64().unwrap_or(0) & 511).unwrap_or(0);
        for digit in Digit::in_mask(mask) {
            candidates.insert(Candidate::new(digit, cell));
        }
    }
    candidates
}

/// Makes a sheet for the printer of the puzzles, each with what stands under it.
fn sheet(question: &Question) -> Answered {
    let per_page = usize::try_from(question.number("per page")).unwrap_or(1);
    let style = Style { title: question.text("title").to_string(), per_page, ..Style::default() };
    let mut sheet = Sheet::begin(Vec::new(), style).map_err(|error| error.to_string())?;
    for row in question.0["puzzles"].as_array().into_iter().flatten() {
        let puzzle = read(row[0].as_str().unwrap_or_default())?;
        let solution = listed(&puzzle, 1, SOLUTION_BUDGET).ok().and_then(|all| all.first().copied());
        let solution = solution.map(|grid| Puzzle::Clues(planes(&grid).0));
        let about = row[1].as_str().unwrap_or_default();
        sheet.add(Printed::of(&puzzle, solution.as_ref()), about).map_err(|error| error.to_string())?;
    }
    let html = sheet.end().map_err(|error| error.to_string())?;
    Ok(json!({ "html": String::from_utf8_lossy(&html) }))
}
