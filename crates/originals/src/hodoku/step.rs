//! `Step`: one step, with its reasons.

use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit, House};

/// Step of a technique: one placement, or eliminations in the order in which they are made. The order decides
/// which singles follow.
#[derive(Clone, Debug)]
pub struct Step {
    /// Technique that gives the step its name; the step has the level and score of the technique that was
    /// asked for.
    pub technique: Technique,
    /// Value placed.
    pub placement: Option<Candidate>,
    /// Candidates removed.
    pub eliminations: Vec<Candidate>,
    /// Reasons of the step.
    pub why: Why,
}

/// A candidate, or a group, that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The digit.
    pub digit: Digit,
    /// One cell, or the cells of a group.
    pub cells: Cells,
    /// Whether the candidate is true.
    pub is_on: bool,
}

/// Reasons of a step.
#[derive(Clone, Debug)]
pub enum Why {
    /// The cell is the last one of a house, has one candidate, or is the only place of its digit in a house.
    Single(Option<House>),
    /// The places of a digit in the house `base` are in the house `cover`.
    Locked { digit: Digit, base: House, cover: House },
    /// Cells of a house that have only these digits or, if hidden, are the only ones with these digits.
    Subset { house: House, cells: Cells, digits: u16, is_hidden: bool },
    /// The places of a digit in the base are in the cover, except the fins.
    Fish { digit: Digit, base: Vec<House>, cover: Vec<House>, fins: Cells },
    /// Implications from the first sign to the last: weak and strong links in turn.
    Chain(Vec<Sign>),
    /// A loop: a chain in which every link holds both ways.
    Loop(Vec<Sign>),
    /// The places of a digit in a block are in a row and a column of the block, and two cells are linked.
    EmptyRectangle { digit: Digit, block: House, row: House, column: House, pair: [Cell; 2] },
    /// A pivot and two pincers.
    Wing([Cell; 3]),
    /// A rectangle of two digits, and the subset of type 3.
    Rectangle { cells: [Cell; 4], digits: u16, subset: Option<(House, Cells, u16)> },
    /// A grid in which all open cells but this one have two candidates.
    Bug(Cell),
    /// Cells of a block and a line, and other cells of the line and of the block.
    SueDeCoq { line: House, block: House, cells: Cells, in_line: Cells, in_block: Cells },
    /// Candidates of a digit in two colours, or in two pairs of colours.
    Colours { digit: Digit, colours: Vec<[Cells; 2]> },
    /// Almost locked sets, and the digits that link neighbouring sets.
    Als { sets: Vec<(Cells, u16)>, commons: Vec<u16> },
    /// Implications that lead to a contradiction, or all to the conclusion.
    Forcing(Forcing),
    /// The value of the only solution.
    Guess,
}

/// Outcome of implications from assumptions.
#[derive(Clone, Copy, Debug)]
pub struct Forcing {
    /// The outcome: a candidate, and whether it is true.
    pub candidate: Candidate,
    pub holds: bool,
    /// Assumptions from which the outcome follows.
    pub end: End,
}

/// Assumptions from which an outcome follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The negation of the outcome, which leads to a contradiction.
    Contradiction,
    /// A candidate, and its negation.
    Both(Candidate),
    /// All candidates of a cell.
    Cell(Cell),
    /// All places of the digit in the house.
    House(House, Digit),
}

impl Step {
    /// Returns a step that places a digit.
    pub fn place(technique: Technique, cell: Cell, digit: Digit, why: Why) -> Step {
        let placement = Some(Candidate::new(digit, cell));
        Step { technique, placement, eliminations: Vec::new(), why }
    }

    /// Returns a step that removes candidates, if there are any.
    pub fn remove(
        technique: Technique, eliminations: impl IntoIterator<Item = Candidate>, why: impl FnOnce() -> Why,
    ) -> Option<Step> {
        let eliminations: Vec<Candidate> = eliminations.into_iter().collect();
        let found = !eliminations.is_empty();
        found.then(|| Step { technique, placement: None, eliminations, why: why() })
    }
}

/// Returns the eliminations sorted by digit and cell, each once.
pub fn sorted(eliminations: impl IntoIterator<Item = Candidate>) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = eliminations.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the number that decides between equally many eliminations by patterns of equal length: the sum of
/// the digits and of the cells, where each cell is weighted by its place in the list. The eliminations must
/// be sorted.
pub fn sum(eliminations: impl IntoIterator<Item = Candidate>) -> u32 {
    let weighted =
        |(k, one): (usize, Candidate)| (one.cell.index() * (1 + 80 * k) + one.digit.index() + 1) as u32;
    eliminations.into_iter().enumerate().map(weighted).sum()
}
