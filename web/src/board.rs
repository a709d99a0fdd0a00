//! Questions about puzzles of other boards than the plain one, as far as the page has them: `{"ask": "hint",
//! "board": "x", "puzzle": "…"}`.
//!
//! ```text
//!   board   names, lines, links     hint, path   steps, ready to draw
//!   open    a pasted text           why          a candidate that is excluded
//!   status  solutions, mistakes     generate     a puzzle
//!   rate    the rating              picture, sheet
//!
//! `scale` is S, LC, BRT, W, S+W or B.
//! ```
//!
//! A state is the cells of the board in reading order; if it is played, a line such as those of HoDoKu's
//! library.

use crate::ask::{Answered, Ask, Question, SOLUTION_BUDGET, differ, labels, notes, on_stage};
use serde_json::{Value, json};
use std::sync::Arc;
use sudoscope_engine::board_climb::prove_from;
use sudoscope_engine::boards::Board;
use sudoscope_engine::budget::Budget;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{BoardMistake, excluded_on_board, mistakes_on_board};
use sudoscope_engine::claim::{Claim, Unread};
use sudoscope_engine::draw::{Board as Contents, Frame};
use sudoscope_engine::grid::{Candidate, Cell, Cells, Digit, Grid};
use sudoscope_engine::path::{BoardPath, BoardPathStep};
use sudoscope_engine::scale::{DEFAULT_BUDGET, Scale};
use sudoscope_pipeline::explain::{MISTAKE_BUDGET, Shown, steps_data};
use sudoscope_pipeline::generate::{Clues, Method, Recipe, THIN};
use sudoscope_pipeline::input::{ANYWHERE, LineError, board_named, puzzle_on};
use sudoscope_pipeline::print::{Printed, Sheet, Style};

/// All questions by name.
pub const QUESTIONS: &[(&str, Ask)] = &[
    ("board", describe),
    ("open", open),
    ("status", status),
    ("rate", rate),
    ("hint", steps),
    ("path", steps),
    ("why", reasons),
    ("generate", generate),
    ("picture", picture),
    ("sheet", sheet),
];

fn board_of(question: &Question) -> Result<Arc<Board>, String> {
    let board = question.text("board").parse::<Board>();
    board.map(Arc::new).map_err(|error| error.to_string())
}

/// Describes a board: its shapes and, for each cell, the cells linked to it, each with the digits that each
/// digit excludes there.
fn describe(question: &Question) -> Answered {
    let board = board_of(question)?;
    let link = |cell: Cell, other: Cell| -> Vec<u16> {
        let mask = |digit: Digit| {
            let linked = board.linked(Candidate::new(digit, cell));
            Digit::all()
                .filter(|&digit| linked.0[digit].contains(other))
                .fold(0, |mask, digit| mask | digit.bit())
        };
        Digit::all().take(board.size()).map(mask).collect()
    };
    let links = |cell: Cell| -> Vec<Value> {
        let linked = board.cells().filter(|&other| other != cell).map(|other| (other, link(cell, other)));
        let linked = linked.filter(|(_, masks)| masks.iter().any(|&mask| mask > 0));
        linked.map(|(other, masks)| json!([other.index(), masks])).collect()
    };
    let [shades, lines] = Frame::of(&board).shapes().map(str::to_string);
    let all: Vec<Vec<Value>> = Cell::all().map(links).collect();
    Ok(json!({ "text": board.text(), "size": board.size(), "shades": shades, "lines": lines, "links": all }))
}

/// State of a puzzle on a board.
struct State {
    text: String,
    board: Arc<Board>,
    clues: [Cells; 9],
    values: [Cells; 9],
    grid: Grid,
}

impl State {
    fn of(question: &Question) -> Result<State, String> {
        State::read(board_of(question)?, question.text("puzzle"))
    }

    fn read(board: Arc<Board>, text: &str) -> Result<State, String> {
        let fields: Vec<&str> = text.split(':').collect();
        let (cells, removed) = match fields[..] {
            [_, _, _, cells, removed, ..] => (cells, removed),
            _ => (text, ""),
        };
        let read = |text: String| board.read(text.as_bytes()).map_err(|error| error.to_string());
        let parts: Vec<&str> = cells.split('+').collect();
        let given = |(at, part): (usize, &&str)| match at {
            0 => part.to_string(),
            _ => format!(".{}", part.get(1..).unwrap_or_default()),
        };
        let clues = read(parts.iter().enumerate().map(given).collect())?;
        let values = read(parts.concat())?;
        let mut grid = board.start(&values);
        grid.eliminate(&removed.split(' ').filter_map(label).collect());
        Ok(State { text: text.to_string(), board, clues, values, grid })
    }

    fn solutions(&self) -> Result<Vec<Grid>, String> {
        let mut found = Vec::new();
        let mut visit = |solution: &Grid| {
            found.push(*solution);
            found.len() < 2
        };
        let ended =
            self.board.each_solution(&self.grid, &mut Budget(SOLUTION_BUDGET), &mut |_| {}, &mut visit);
        ended.map_err(|_| "the search was given up".to_string())?;
        Ok(found)
    }

    fn mistakes(&self) -> Vec<BoardMistake> {
        mistakes_on_board(&self.board, [&self.clues, &self.values], &self.grid, MISTAKE_BUDGET)
    }

    /// Returns the path by a scale. Fails if the puzzle has several solutions, or none.
    fn path(&self, scale: &str) -> Result<BoardPath, String> {
        match self.solutions()?.len() {
            0 => return Err(no_solution(&self.mistakes())),
            1 => {}
            _ => return Err("the puzzle has more than one solution".to_string()),
        }
        let State { board, values, grid, .. } = self;
        let scale = Scale::named(scale).map_err(|error| error.to_string())?;
        let proof = prove_from(&scale, board, values, grid, DEFAULT_BUDGET);
        Ok(BoardPath::from_state(board.clone(), *values, *grid, proof))
    }

    /// Returns the state by its cells, as `ask.rs` does.
    fn cells(&self) -> Value {
        let masks: Vec<u16> = Cell::all().map(|cell| self.grid.digits_of(cell)).collect();
        let [clues, values] = [&self.clues, &self.values].map(|cells| self.board.write(cells));
        json!({ "text": self.text, "clues": clues, "values": values, "candidates": masks })
    }
}

/// Reads a removed candidate: digit, row, column.
fn label(text: &str) -> Option<Candidate> {
    let [digit, row, column] = <[u8; 3]>::try_from(text.as_bytes()).ok()?.map(|byte| byte.wrapping_sub(b'1'));
    let is_one = [digit, row, column].iter().all(|&at| at < 9);
    is_one.then(|| Candidate::new(Digit::new(digit.into()), Cell::at(row.into(), column.into())))
}

fn no_solution(mistakes: &[BoardMistake]) -> String {
    let named: Vec<&str> = mistakes.iter().take(3).map(|mistake| mistake.text.as_str()).collect();
    let between = if named.is_empty() { "" } else { ": " };
    format!("the puzzle has no solution{between}{}", named.join("; "))
}

/// Reads a pasted text, or a state; on the board that the text names, if it names one.
pub fn open(question: &Question) -> Answered {
    let text = question.text("text").trim();
    let board = match board_named(text.as_bytes()) {
        Some(board) => Arc::new(board.parse::<Board>().map_err(|error| error.to_string())?),
        None => board_of(question)?,
    };
    let state = State::read(board.clone(), text).or_else(|_| {
        let clues = puzzle_on(Some(&board), text.as_bytes(), &ANYWHERE)?.clues();
        Ok(State { text: board.write(&clues), grid: board.start(&clues), board, clues, values: clues })
    });
    let state = state.map_err(|error: LineError| error.to_string())?;
    Ok(json!({ "puzzles": 1, "first": state.cells(), "board": state.board.text() }))
}

fn status(question: &Question) -> Answered {
    let state = State::of(question)?;
    Ok(match &state.solutions()?[..] {
        [] => {
            let found = state.mistakes();
            let one = |mistake: &BoardMistake| {
                let cells: Vec<usize> = mistake.cells.iter().map(|cell| cell.index()).collect();
                json!({ "text": mistake.text, "cells": cells })
            };
            let mistakes: Vec<Value> = found.iter().map(one).collect();
            json!({ "solutions": 0, "text": no_solution(&found), "mistakes": mistakes })
        }
        [only] => json!({ "solutions": 1, "solution": state.board.write(&only.planes) }),
        [a, b, ..] => json!({ "solutions": 2, "differ": differ(a, b) }),
    })
}

fn rate(question: &Question) -> Answered {
    let scale = question.text("scale");
    let path = State::of(question)?.path(scale)?;
    let hardest = path.hardest().map(|step| step.name());
    let rating = path.rating().map(|rating| rating.to_string());
    Ok(json!({
        "status": path.proof.outcome.status().name(), "hardest": hardest, "columns": [[scale, rating]],
    }))
}

/// Makes a puzzle of the board.
fn generate(question: &Question) -> Answered {
    let board = board_of(question)?;
    let recipe = Recipe {
        method: Method::TopDown,
        thin: THIN,
        seed: question.number("seed"),
        clues: None,
        minimal: false,
        places: Clues::Symmetric(PatternSymmetry::of(Cells::EMPTY)),
        board: Some(board.clone()),
        choice: None,
        solution: false,
    };
    let (from, tries) = (question.number("from"), question.number("tries"));
    let found = (from..from + tries).find_map(|index| recipe.attempt(index, &mut Default::default()).pop());
    Ok(json!({ "puzzle": found.map(|clues| board.write(&clues)) }))
}

fn steps(question: &Question) -> Answered {
    let state = State::of(question)?;
    told(&state, &state.path(question.text("scale"))?, usize::MAX)
}

/// Tells the first steps of a path, as `ask.rs` does.
fn told(state: &State, path: &BoardPath, most: usize) -> Answered {
    let about = |step: &BoardPathStep| {
        json!({
            "name": step.name(), "rating": step.round.rating.to_string(), "single": step.is_single(),
            "gone": labels(&step.step.eliminates), "set": labels(&step.step.asserts),
        })
    };
    let more: Vec<Value> = path.steps().iter().take(most).map(about).collect();
    let mut shown = Shown::from(path);
    shown.steps.truncate(most);
    Ok(json!({
        "scale": path.proof.scale, "summary": path.summary(), "stages": path.stages(),
        "data": steps_data(&shown).map_err(|error| error.to_string())?, "steps": more,
        "start": state.cells(), "solved": path.rating().is_some(),
    }))
}

/// Says why a candidate is false: a value excludes it, or steps by the scale lead to that.
fn reasons(question: &Question) -> Answered {
    let state = State::of(question)?;
    let claim = Claim::read(question.text("claim")).map_err(|Unread { why, .. }| why)?;
    let Candidate { digit, cell } = claim.candidate;
    let scale = question.text("scale");
    let path = state.path(scale);
    let (text, count) = match excluded_on_board(&state.board, &state.values, claim.candidate) {
        Some(why) => return Ok(json!({ "text": format!("{claim}: {why}") })),
        None if state.solutions()?.iter().any(|grid| grid.planes[digit].contains(cell)) => {
            return Ok(json!({ "answer": "false" }));
        }
        None => match path.as_ref().ok().and_then(|path| path.until_false(claim.candidate)) {
            None => (format!("{claim}: {scale} does not prove it"), 0),
            Some(1) => (format!("{claim}: 1 step of {scale} proves it"), 1),
            Some(more) => (format!("{claim}: {more} steps of {scale} lead to it"), more),
        },
    };
    let mut answer = told(&state, &path?, count)?;
    answer["text"] = text.into();
    Ok(answer)
}

/// Draws a state as a file, as `ask.rs` does.
fn picture(question: &Question) -> Answered {
    let State { board, clues, grid, .. } = State::of(question)?;
    let (frame, title) = (Frame::of(&board), question.text("title"));
    if question.has("over") {
        return Ok(on_stage(question, frame.stage(&clues, [&grid, &grid], title)));
    }
    let contents = Contents { candidates: notes(question), ..Contents::solved(&clues, &grid) };
    Ok(json!({ "svg": frame.grid(&contents, title).document() }))
}

/// Makes a sheet for the printer of one puzzle.
fn sheet(question: &Question) -> Answered {
    let style = Style { title: question.text("title").to_string(), per_page: 1, ..Style::default() };
    let mut sheet = Sheet::begin(Vec::new(), style).map_err(|error| error.to_string())?;
    let state = State::of(question)?;
    let solution = state.solutions()?.first().copied();
    let printed = Printed::on_board(&state.board, &state.clues, solution.as_ref());
    sheet.add(printed, question.text("about")).map_err(|error| error.to_string())?;
    let html = sheet.end().map_err(|error| error.to_string())?;
    Ok(json!({ "html": String::from_utf8_lossy(&html) }))
}
