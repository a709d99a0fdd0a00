//! The grid: its lines, digits and candidates.
//!
//! ```text
//!        ← 60 →
//!   ┏━━━━━━┯━━━━━┯━━━━━┳     a cell has nine places for candidates,
//!   ┃1 2 3 │     │     ┃     18.5 units apart:
//!   ┃4 5 6 │  7  │     ┃       1 2 3
//!   ┃7 8 9 │     │     ┃       4 5 6
//!   ┠──────┼─────┼─────╂       7 8 9
//! ```

use super::{curve::Point, frame::Frame, svg::Drawing};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Puzzle, notation::label};
use std::fmt::{self, Display, Formatter};

/// Sides of a cell, of a candidate's place in a cell, and of a plain grid.
pub(super) const CELL: f64 = 60.0;
pub(super) const PLACE: f64 = 18.5;
pub(super) const SIDE: f64 = 9.0 * CELL;
/// Font sizes of digits and of candidates, as in the style sheet.
const DIGIT: f64 = 36.0;
const NOTE: f64 = 14.0;

/// Contents of a grid: digits by plane, and candidates.
#[derive(Clone, Copy, Default)]
pub struct Board {
    /// Clues.
    pub clues: [Cells; 9],
    /// Other values, drawn lighter. A value that is also a clue is drawn as a clue.
    pub values: [Cells; 9],
    /// Candidates, drawn small.
    pub candidates: Candidates,
}

impl Board {
    /// Makes the board of a puzzle: its clues, the candidates of a sukaku, or everything in a state.
    pub fn of_puzzle(puzzle: &Puzzle) -> Board {
        match puzzle {
            Puzzle::Clues(clues) => Board { clues: *clues, ..Board::default() },
            Puzzle::Sukaku(candidates) => Board { candidates: *candidates, ..Board::default() },
            Puzzle::State(state) => Board::of_state(&state.clues(), &puzzle.grid()),
        }
    }

    /// Makes the board of a partly solved puzzle: the decided cells of `grid`, and the candidates left.
    pub fn of_state(clues: &[Cells; 9], grid: &Grid) -> Board {
        Board { candidates: grid.candidates(), ..Board::solved(clues, grid) }
    }

    /// Makes the board of a puzzle with the decided cells of `grid`, without candidates.
    pub fn solved(clues: &[Cells; 9], grid: &Grid) -> Board {
        let values = std::array::from_fn(|digit| grid.plane(Digit::new(digit)) & grid.placed());
        Board { clues: *clues, values, candidates: Candidates::EMPTY }
    }
}

/// Draws the contents of a plain grid; `title` describes them.
pub fn grid(board: &Board, title: &str) -> Drawing {
    Frame::plain().grid(board, title)
}

pub(super) fn digits(board: &Board) -> String {
    let values: [Cells; 9] = std::array::from_fn(|digit| board.values[digit] - board.clues[digit]);
    group("clues", &Candidates(board.clues), DIGIT, |c| centre(c.cell))
        + &group("values", &Candidates(values), DIGIT, |c| centre(c.cell))
        + &notes("notes", &board.candidates)
}

pub(super) fn notes(class: &str, candidates: &Candidates) -> String {
    group(class, candidates, NOTE, place)
}

/// Draws digits of one font size; an empty text if there are none.
fn group(class: &str, digits: &Candidates, size: f64, at: fn(Candidate) -> (f64, f64)) -> String {
    if digits.is_empty() {
        return String::new();
    }
    let digits: String = digits.iter().map(|c| digit(c, size, at(c), "")).collect();
    format!("<g class=\"{class}\">{digits}</g>\n")
}

/// Draws a digit, with further attributes `more`.
fn digit(candidate: Candidate, size: f64, centre: Point, more: impl Display) -> String {
    // Digits are about 0.7 of the font size high, and their position is that of the baseline.
    let (x, y) = (round(centre.0), round(centre.1 + 0.35 * size));
    format!("<text{more} x=\"{x}\" y=\"{y}\">{}</text>", candidate.digit.index() + 1)
}

/// Draws values that are not decided yet, and candidates, with their names.
pub(super) fn labelled(values: &[Cells; 9], candidates: &Candidates) -> String {
    let one = |c: Candidate, size, at, class: &str| {
        digit(c, size, at, format_args!("{class} data-label=\"{}\"", label(c)))
    };
    let value = |c: Candidate| one(c, DIGIT, centre(c.cell), " class=\"gone\"");
    let values: String = Candidates(*values).iter().map(value).collect();
    let notes: String = candidates.iter().map(|c| one(c, NOTE, place(c), "")).collect();
    format!("<g class=\"values\">{values}</g>\n<g class=\"notes\">{notes}</g>\n")
}

/// Returns the point that is this many cells from the left and from the top edge.
pub(super) fn corner(right: usize, down: usize) -> Point {
    (CELL * right as f64, CELL * down as f64)
}

pub(super) fn centre(cell: Cell) -> Point {
    let (x, y) = corner(cell.column(), cell.row());
    (x + 0.5 * CELL, y + 0.5 * CELL)
}

/// Returns the centre of a candidate's place.
pub(super) fn place(candidate: Candidate) -> Point {
    let (x, y) = centre(candidate.cell);
    let step = |third: usize| [-PLACE, 0.0, PLACE][third];
    (x + step(candidate.digit.index() % 3), y + step(candidate.digit.index() / 3))
}

/// Rounds to a tenth of a unit, which is finer than a screen shows.
pub(super) fn round(number: f64) -> Tenths {
    Tenths((10.0 * number).round() as i64)
}

/// Number of tenths, printed as `12.5`, `30`. Pages consist of such numbers, and finding the shortest text of
/// an arbitrary number takes several times as long.
#[derive(Clone, Copy)]
pub(super) struct Tenths(pub i64);

impl Display for Tenths {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        match tenth {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}
