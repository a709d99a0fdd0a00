//! `Step`: one step, and what it rests on.

use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cells};

/// What a technique finds: one placement, or eliminations in the order in which they are made, which decides
/// the singles after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name; its level and score are those of the technique that was asked.
    pub technique: Technique,
    /// The value that it places.
    pub placement: Option<Candidate>,
    /// The candidates that it removes.
    pub eliminations: Vec<Candidate>,
    /// What it rests on.
    pub why: Why,
}

/// A candidate that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The digit, from 0.
    pub digit: u8,
    /// One cell, or those of a group.
    pub cells: Cells,
    /// Whether it is true.
    pub is_on: bool,
}

/// What a step rests on.
#[derive(Clone, Debug)]
pub enum Why {
    /// The cell is the last one of a house, has one candidate, or is the one place of its digit in a house.
    Single(Option<u8>),
    /// The places of a digit in the house `base` are in the house `cover`.
    Locked { digit: u8, base: u8, cover: u8 },
    /// These cells of a house have only these digits; or, hidden, these digits only these cells.
    Subset { house: u8, cells: Cells, digits: u16, is_hidden: bool },
    /// The places of a digit in the base are in the cover, but for the fins.
    Fish { digit: u8, base: Vec<u8>, cover: Vec<u8>, fins: Cells },
    /// Implications from the first to the last: weak and strong links in turn.
    Chain(Vec<Sign>),
    /// A chain whose every link holds both ways, with the cells through which it goes.
    Loop(Vec<Sign>),
    /// The places of a digit in a block are in a row and a column of it, and two cells are linked.
    EmptyRectangle { digit: u8, block: u8, row: u8, column: u8, pair: [u8; 2] },
    /// A pivot and two pincers.
    Wing([u8; 3]),
    /// A rectangle of two digits, its cells with more, and the subset of type 3.
    Rectangle { cells: [u8; 4], digits: u16, subset: Option<(u8, Cells, u16)> },
    /// A grid of cells of two candidates but for this one.
    Bug(u8),
    /// Cells of a block and a line, with those of the line and of the block beside them.
    SueDeCoq { line: u8, block: u8, cells: Cells, in_line: Cells, in_block: Cells },
    /// The candidates of a digit in two colours, or in two times two.
    Colours { digit: u8, colours: Vec<[Cells; 2]> },
    /// Almost locked sets, and the digits by which neighbours are linked.
    Als { sets: Vec<(Cells, u16)>, commons: Vec<u16> },
    /// Implications that lead to a contradiction, or each to the conclusion.
    Forcing(Forcing),
    /// The value of the only solution.
    Guess,
}

/// What implications from assumptions show.
#[derive(Clone, Copy, Debug)]
pub struct Forcing {
    /// The outcome: a candidate, and whether it is true.
    pub candidate: Candidate,
    pub holds: bool,
    /// From what it follows.
    pub end: End,
}

/// From which assumptions something follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Its negation leads to a contradiction.
    Contradiction,
    /// This candidate and its negation lead to it.
    Both(Candidate),
    /// All candidates of a cell do.
    Cell(u8),
    /// All places of the digit in the house do.
    House(u8, u8),
}

impl Step {
    /// A step that places a digit.
    pub fn place(technique: Technique, cell: usize, digit: usize, why: Why) -> Step {
        let placement = Some(Candidate::new(digit, cell));
        Step { technique, placement, eliminations: Vec::new(), why }
    }

    /// A step that removes candidates, if there are any.
    pub fn remove(
        technique: Technique, eliminations: impl IntoIterator<Item = Candidate>, why: impl FnOnce() -> Why,
    ) -> Option<Step> {
        let eliminations: Vec<Candidate> = eliminations.into_iter().collect();
        let found = !eliminations.is_empty();
        found.then(|| Step { technique, placement: None, eliminations, why: why() })
    }
}

/// Sorted by digit and cell, each once.
pub fn sorted(eliminations: impl IntoIterator<Item = Candidate>) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = eliminations.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The number that decides between eliminations that are as many, by patterns of one length: the sum of the
/// cells, each weighted by its place in the list, and of the digits. The eliminations are sorted.
pub fn sum(eliminations: impl IntoIterator<Item = Candidate>) -> u32 {
    let weighted =
        |(k, one): (usize, Candidate)| u32::from(one.cell) * (1 + 80 * k as u32) + u32::from(one.digit) + 1;
    eliminations.into_iter().enumerate().map(weighted).sum()
}
