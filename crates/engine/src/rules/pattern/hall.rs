//! Hall sets: members of a house, or lines of a digit, that have as many values as they are.

use super::list;
use crate::grid::notation::{cell_name, house_kind, house_name};
use crate::grid::{Cells, SQUARES};
use std::fmt::{Display, Formatter, Result};

/// A naked subset: cells of a house that hold no other digits than as many; or a hidden one: digits that have no other
/// cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HallSet {
    /// Index into [`crate::grid::HOUSES`].
    pub house: usize,
    /// The squares of the house, a mask.
    pub squares: u16,
    /// The digits, a mask.
    pub digits: u16,
    /// Whether the digits are the members of the set (hidden), not the squares.
    pub of_digits: bool,
}

impl HallSet {
    /// The cells.
    pub fn cells(&self) -> Cells {
        bits(self.squares).map(|square| SQUARES[self.house][square] as usize).collect()
    }
}

impl Display for HallSet {
    /// `naked-pairs-in-a-column: c1{r4 r7}{n2 n8}`: the members first.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let HallSet { house, squares, digits, of_digits } = *self;
        let size = match squares.count_ones() {
            2 => "pairs".to_string(),
            3 => "triplets".to_string(),
            4 => "quads".to_string(),
            n => format!("{n}-sets"),
        };
        let (cells, digits) = (square_list(house, squares), digit_list(digits));
        let (what, members, values) =
            if of_digits { ("hidden", digits, cells) } else { ("naked", cells, digits) };
        let (kind, name) = (house_kind(house), house_name(house));
        write!(f, "{what}-{size}-in-a-{kind}: {name}{{{members}}}{{{values}}}")
    }
}

/// A digit whose places in some lines lie in as many lines that cross them; with fins, but for these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fish {
    /// The digit.
    pub digit: usize,
    /// The lines that hold it, all rows or all columns: indices into [`crate::grid::HOUSES`].
    pub base: Vec<usize>,
    /// The lines that cross them.
    pub cover: Vec<usize>,
    /// The places in the base lines that no covering line has.
    pub fins: Cells,
}

impl Display for Fish {
    /// `finned-swordfish-in-rows: n7{r3 r4 r7}{c1 c5 c6}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let finned = if self.fins.is_empty() { "" } else { "finned-" };
        let size = match self.base.len() {
            2 => "x-wing".to_string(),
            3 => "swordfish".to_string(),
            4 => "jellyfish".to_string(),
            n => format!("{n}-fish"),
        };
        let lines = self.base.first().map_or("", |&house| house_kind(house));
        let names = |houses: &[usize]| list(houses.iter().map(|&house| house_name(house)), " ");
        let (base, cover) = (names(&self.base), names(&self.cover));
        write!(f, "{finned}{size}-in-{lines}s: n{}{{{base}}}{{{cover}}}", self.digit + 1)
    }
}

/// The numbers in a mask.
pub(in crate::rules) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |i| mask >> i & 1 != 0)
}

/// `n6 n9`.
pub(in crate::rules) fn digit_list(digits: u16) -> String {
    list(bits(digits).map(|digit| format!("n{}", digit + 1)), " ")
}

/// `c1 c5` in a row, `r4 r6` in a column, `r7c8 r8c9` in a block.
pub(in crate::rules) fn square_list(house: usize, squares: u16) -> String {
    let name = |square: usize| match house / 9 {
        0 => format!("c{}", square + 1),
        1 => format!("r{}", square + 1),
        _ => cell_name(SQUARES[house][square] as usize),
    };
    list(bits(squares).map(name), " ")
}
