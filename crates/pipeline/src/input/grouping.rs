//! How the lines of an input make puzzles: each line by itself, or the lines of a grid together. The first
//! data lines show which.

use super::forms::{LineError, LineErrorKind, are_cells, are_layout, read_puzzle};
use super::grids::{GridText, Grids};
use super::kind::{Short, Shows, short_among_puzzles, shown_by};
use super::part::Part;
use std::io;

/// How lines are read.
pub(super) enum Grouping {
    /// Undecided by the lines so far, which are text before grids, or wrong lines. The fields are the number
    /// of such lines in earlier parts, and the lines of this part.
    Undecided(usize, Vec<GridText>),
    /// Each line by itself. A row may be the first of a grid, which the next line decides.
    Apart(Option<GridText>),
    /// Each line by itself, but the layout of a jigsaw belongs to the cells on the line before it, which are
    /// held.
    Layouts(Option<GridText>),
    /// Rows of a grid together.
    Grids(Grids),
}

/// Lines that were held back until a later line decided how lines are read.
#[derive(Default)]
pub(super) struct Decided {
    /// Wrong lines before the decision.
    pub wrong: Vec<GridText>,
    /// Number of text lines before the decision.
    pub texts: u64,
}

impl Grouping {
    /// Whether a line has decided how lines are read.
    pub fn is_clear(&self) -> bool {
        !matches!(self, Grouping::Undecided(..))
    }

    /// Takes a data line, which may decide how lines are read.
    pub fn decide(&mut self, line: &[u8], number: u64, part: Option<&Part>) -> io::Result<Decided> {
        let mut decided = Decided::default();
        let shows = match self {
            Grouping::Undecided(before, held) => shown_by(line, *before + held.len()),
            Grouping::Apart(row @ Some(_)) => match short_among_puzzles(line) {
                Some(Short::Row) => Shows::Grids,
                Some(Short::Frame) => Shows::Nothing,
                None => {
                    decided.wrong = row.take().into_iter().collect();
                    Shows::Nothing
                }
            },
            _ => Shows::Nothing,
        };
        match (shows, &mut *self) {
            (Shows::Nothing, _) => {}
            (Shows::Grids, grouping) => {
                part.map_or(Ok(()), Part::may_have_grids)?;
                *grouping = Grouping::Grids(match grouping {
                    Grouping::Undecided(_, held) => {
                        let grids = Grids::from_texts(held, number);
                        decided.texts = held.len() as u64;
                        grids
                    }
                    Grouping::Apart(Some(row)) => Grids::from_row(row),
                    _ => Grids::default(),
                });
            }
            (Shows::Lines, grouping) => {
                decided.wrong = grouping.finish();
                *grouping = Grouping::Apart(None);
            }
        }
        Ok(decided)
    }

    /// Takes a data line, to which a layout may belong or which may be one. Returns the puzzles that are
    /// known now, and whether the line is one by itself, too.
    pub fn with_layout(
        held: &mut Option<GridText>, line: Vec<u8>, number: u64, part: Option<&Part>,
    ) -> io::Result<(Option<GridText>, bool)> {
        let before = match held.take() {
            Some(GridText { number, text }) if are_layout(&line, &text) => {
                part.map_or(Ok(()), Part::may_have_grids)?;
                return Ok((Some(GridText { number, text: [text, line].join(&b'\n') }), false));
            }
            before => before,
        };
        let are_cells = are_cells(&line);
        *held = are_cells.then_some(GridText { number, text: line });
        Ok((before, !are_cells))
    }

    /// Returns the lines still held at the end of the input.
    pub fn finish(&mut self) -> Vec<GridText> {
        match self {
            Grouping::Undecided(_, held) => {
                let held = std::mem::take(held);
                // Rows of another size form one grid.
                let rows: Vec<&[u8]> = held.iter().map(|line| line.text.as_slice()).collect();
                let text = rows.join(&b'\n');
                match (held.first(), read_puzzle(&text)) {
                    (Some(&GridText { number, .. }), Err(LineError { kind: LineErrorKind::Size(_), .. })) => {
                        vec![GridText { number, text }]
                    }
                    _ => held,
                }
            }
            Grouping::Apart(row) | Grouping::Layouts(row) => row.take().into_iter().collect(),
            Grouping::Grids(grids) => grids.finish().into_iter().collect(),
        }
    }
}
