//! Canonical forms: one text for all the ways to write a puzzle down.
//!
//! Two puzzles are *isomorphic* if a [`Symmetry`] turns one into the other: rows permuted in their bands,
//! columns in their stacks, and bands and stacks as wholes; rows exchanged with columns; digits renamed. The
//! **minlex** of a puzzle is the least text among its isomorphs in the order of characters, which puts a
//! blank (`.`) before every digit. So two puzzles are isomorphic exactly if their minlexes are equal.
//!
//! The minlex is not the *minlex of the solution grid*, which begins with `123456789`; nor is it the image of
//! the puzzle under the symmetry that makes that grid ([`Canon::by_solution`]), which is another canonical
//! form, for puzzles with one solution only.
//!
//! Other boards have [`Symmetries`] of their own, which are found from houses and links, and forms in the
//! same order of texts ([`BoardCanon`]).

mod board_symmetry;
mod columns;
mod group;
mod minlex;
mod on_board;
mod pairs;
mod pattern;
mod symmetry;

pub use board_symmetry::BoardSymmetry;
pub use group::{MOST_SYMMETRIES, NoForm, Symmetries};
pub use on_board::BoardCanon;
pub use pattern::{PATTERN_SYMMETRIES, PatternSymmetry};
pub use symmetry::{NotASymmetry, Symmetry};

use crate::grid::{Cell, Cells};
use minlex::{Minlex, PartialSymmetry};

/// Row and column of each cell.
static LINES: [[u8; 2]; 81] = {
    let (mut table, mut cell) = ([[0; 2]; 81], 0);
    while cell < 81 {
        table[cell] = [Cell::new(cell).row() as u8, Cell::new(cell).column() as u8];
        cell += 1;
    }
    table
};

/// The canonical form of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canonical<S = Symmetry> {
    /// The form, as clues.
    pub clues: [Cells; 9],
    /// A symmetry that turns the puzzle into the form.
    pub symmetry: S,
    /// Number of rearrangements of the cells that leave the puzzle unchanged if the digits are renamed
    /// suitably: 1 for nearly all puzzles, 3,359,232 for the empty grid.
    pub automorphisms: u64,
}

/// Search for canonical forms. One `Canon` serves a thread for all its puzzles, so that its buffers are
/// allocated once.
///
/// ```
/// use sudoscope_engine::{canon::Canon, grid::{notation, parse_puzzle}};
///
/// let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
/// let clues = parse_puzzle(line.as_bytes()).unwrap();
/// let form = Canon::default().of(&clues);
/// assert_eq!(form.symmetry.apply(&clues), form.clues);
/// let least = "........1.....2....34.1..56.......78..1.4..6.56.3...9...2.6.....1.5..3.27....8...";
/// assert_eq!(notation::clues(&form.clues), least);
/// ```
#[derive(Default)]
pub struct Canon {
    search: Minlex,
}

impl Canon {
    /// Finds the minlex of the puzzle. Clues may contradict each other or have many solutions.
    pub fn of(&mut self, clues: &[Cells; 9]) -> Canonical {
        let found = self.search.run(clues);
        let symmetry = found.first().map_or(Symmetry::IDENTITY, PartialSymmetry::symmetry);
        let automorphisms = found.iter().map(PartialSymmetry::count).sum();
        Canonical { clues: symmetry.apply(clues), symmetry, automorphisms }
    }

    /// Finds the symmetries other than the identity that leave a puzzle as it is; none if the puzzle lacks
    /// two digits or has equal rows in a band or equal columns in a stack: then it has several solutions.
    pub(crate) fn automorphisms(&mut self, clues: &[Cells; 9]) -> Vec<Symmetry> {
        let missing = clues.iter().filter(|cells| cells.is_empty()).count();
        let found = self.search.run(clues);
        if missing > 1 || found.iter().any(|one| one.count() > 1) {
            return Vec::new();
        }
        let all: Vec<Symmetry> = found.iter().map(PartialSymmetry::symmetry).collect();
        let Some((first, rest)) = all.split_first() else { return Vec::new() };
        rest.iter().map(|other| first.then(&other.inverse())).collect()
    }

    /// Finds the image of the puzzle under a symmetry that brings its solution to the minlex. If several do,
    /// takes the least image, so that the form is the same for all isomorphs.
    pub fn by_solution(&mut self, clues: &[Cells; 9], solution: &[Cells; 9]) -> Canonical {
        let mut least: Option<([u8; 81], Canonical)> = None;
        for found in self.search.run(solution) {
            let symmetry = found.symmetry();
            let image = symmetry.apply(clues);
            let text = digits_of(&image);
            match &mut least {
                Some((found, _)) if *found < text => {}
                Some((found, form)) if *found == text => form.automorphisms += 1,
                _ => least = Some((text, Canonical { clues: image, symmetry, automorphisms: 1 })),
            }
        }
        least.map_or_else(|| self.of(clues), |(_, form)| form)
    }
}

/// Returns the digits of the cells, 0 for a blank.
fn digits_of(clues: &[Cells; 9]) -> [u8; 81] {
    let mut digits = [0; 81];
    for (digit, cells) in (1..).zip(clues) {
        cells.for_each(|cell| digits[cell] = digit);
    }
    digits
}
