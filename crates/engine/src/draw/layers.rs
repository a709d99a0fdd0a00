//! The picture of a step in layers, for a page with one grid on which every step is laid.
//!
//! ```text
//!   stage:  paper ─ under ─ lines of the grid ─ over ─ digits        two groups are empty
//!   layers:         shades                      links, marks
//! ```

use super::board::{Board, SIDE, digits, labelled};
use super::frame::Frame;
use super::legend::legend;
use super::marks::{Marks, Said};
use super::shapes::{LEFT, MARGIN, TOP, over, under};
use super::svg::Drawing;
use crate::evidence::Step;
use crate::grid::{Cells, Grid};

/// The shapes that a step draws over a [`stage`], and their explanation.
#[derive(Clone, serde::Serialize)]
pub struct Layers {
    /// Shades: the content of the group `under`.
    pub under: String,
    /// Links and marks: the content of the group `over`. A mark has its candidate as `data-label`. Marks of
    /// class `right` are dark, and digits on them light (class `inverse`); digits on other marks are bold
    /// (`marked`).
    pub over: String,
    /// Samples (the content of an SVG element of 24 by 18 units, with the origin 9 units down) and their
    /// meanings; the totals of weights have no sample.
    pub legend: Vec<(String, String)>,
    /// Statements of a chain, link by link.
    pub says: Vec<Said>,
}

impl Layers {
    /// Makes the layers of a step found in the state of the board; `for_players` asks for players' sentences.
    pub fn of(board: &Board, step: &Step, for_players: bool) -> Layers {
        let mut marks = Marks::of(step, &board.candidates);
        if for_players {
            marks.tell_players(step);
        }
        Layers::drawn(board, marks, SIDE)
    }

    /// Makes the layers of marks on a grid with this side.
    pub(super) fn drawn(board: &Board, marks: Marks, side: f64) -> Layers {
        let totals = marks.totals.iter().map(|words| (String::new(), words.clone()));
        let legend = legend(&marks).into_iter().chain(totals).collect();
        Layers { under: under(&marks), over: over(board, &marks, side), legend, says: marks.says }
    }
}

/// Draws the plain grid for the steps between two states: all candidates of `first` and all values of `last`.
/// Values that are missing in `first` have the class `gone`. They and the candidates have their names as
/// `data-label`.
pub fn stage(clues: &[Cells; 9], first: &Grid, last: &Grid, title: &str) -> Drawing {
    Frame::plain().stage(clues, [first, last], title)
}

impl Frame {
    /// Draws the grid for the steps between the first state and the last, as [`stage`].
    pub fn stage(&self, clues: &[Cells; 9], [first, last]: [&Grid; 2], title: &str) -> Drawing {
        let side = self.side;
        let own = |grid: &Grid| Board::solved(clues, grid).values;
        let (before, after) = (own(first), own(last));
        let later = std::array::from_fn(|digit| after[digit] - before[digit]);
        let at_first = Board { clues: *clues, values: before, candidates: Default::default() };
        let body = format!(
            "<g transform=\"translate({LEFT} {TOP})\">\n{}{}<g class=\"under\"></g>\n\
             {}<g class=\"over\"></g>\n{}{}</g>\n",
            self.names(),
            self.paper(),
            self.lines,
            digits(&at_first),
            labelled(&later, &first.candidates()),
        );
        Drawing::new((LEFT + side + MARGIN, TOP + side + MARGIN), title, body)
    }
}
