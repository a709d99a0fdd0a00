//! Named boards: the base, which has rows, columns and regions, and the parts that may be added to it.

use super::BoardHouse;
use crate::grid::{Candidate, Cell, Cells, Digit};

/// Base of a board: its rows, its columns, and blocks if it has any.
pub struct Base {
    /// The name.
    pub name: &'static str,
    /// The number of rows, columns and digits.
    pub size: usize,
    /// Rows and columns of a block.
    block: Option<[usize; 2]>,
}

const fn base(name: &'static str, size: usize, block: Option<[usize; 2]>) -> Base {
    Base { name, size, block }
}

/// All bases. `latin` has rows and columns only.
pub static BASES: [Base; 10] = [
    base("plain", 9, Some([3, 3])),
    base("latin", 9, None),
    base("4x4", 4, Some([2, 2])),
    base("6x6", 6, Some([2, 3])),
    base("8x8", 8, Some([2, 4])),
    base("latin4", 4, None),
    base("latin5", 5, None),
    base("latin6", 6, None),
    base("latin7", 7, None),
    base("latin8", 8, None),
];

impl Base {
    /// Returns rows, columns and blocks.
    pub(super) fn houses(&self) -> Vec<BoardHouse> {
        let mut houses = lines(self.size);
        if let Some([rows, columns]) = self.block {
            let across = self.size / columns;
            let of_block = |cell: Cell| cell.row() / rows * across + cell.column() / columns;
            houses.extend(numbered('b', self.size, |cell| Some(of_block(cell))));
        }
        houses
    }
}

/// Returns the rows and columns of a board of this size.
pub(super) fn lines(size: usize) -> Vec<BoardHouse> {
    let rows = numbered('r', size, |cell| Some(cell.row()));
    rows.into_iter().chain(numbered('c', size, |cell| Some(cell.column()))).collect()
}

/// Makes houses of the cells with the same number, from 0, in the order of the numbers.
pub(super) fn numbered(letter: char, size: usize, number: impl Fn(Cell) -> Option<usize>) -> Vec<BoardHouse> {
    let house = |k| {
        let cells = Cell::all().filter(|cell| is_on(size, *cell) && number(*cell) == Some(k));
        BoardHouse { name: format!("{letter}{}", k + 1), cells: cells.collect() }
    };
    (0..size).map(house).filter(|house| !house.cells.is_empty()).collect()
}

fn is_on(size: usize, cell: Cell) -> bool {
    cell.row() < size && cell.column() < size
}

/// Part that is added to a base.
pub struct Part {
    /// The name.
    pub name: &'static str,
    /// Its meaning, in a few words.
    pub about: &'static str,
    pub(super) adds: Adds,
}

/// Additions of a part.
pub(super) enum Adds {
    /// Houses of a board of any size.
    Houses(fn(usize) -> Vec<BoardHouse>),
    /// Houses of a board of 81 cells.
    HousesOf81(fn(usize) -> Vec<BoardHouse>),
    /// Houses of a board whose size neither 2 nor 3 divides; no other board of its kind has a solution.
    Pandiagonals,
    /// Links.
    Links(Links),
}

/// Links between cells one step apart.
pub(super) struct Links {
    /// Rows and columns between the cells; each step is also taken backwards.
    steps: &'static [[isize; 2]],
    /// Whether the first row and column follow the last.
    is_torus: bool,
    digits: Digits,
}

/// Digits of a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    Same,
    /// Digits that differ by 1.
    Next,
    /// Digits that differ by 1, and the first and the last.
    NextRound,
}

const SIDES: &[[isize; 2]] = &[[0, 1], [1, 0]];
const CORNERS: &[[isize; 2]] = &[[1, 1], [1, -1]];
const KING: &[[isize; 2]] = &[[0, 1], [1, 0], [1, 1], [1, -1]];
const KNIGHT: &[[isize; 2]] = &[[1, 2], [1, -2], [2, 1], [2, -1]];

const fn links(
    name: &'static str, about: &'static str, steps: &'static [[isize; 2]], is_torus: bool, digits: Digits,
) -> Part {
    Part { name, about, adds: Adds::Links(Links { steps, is_torus, digits }) }
}

const fn houses(name: &'static str, about: &'static str, houses: fn(usize) -> Vec<BoardHouse>) -> Part {
    Part { name, about, adds: Adds::Houses(houses) }
}

const fn of_81(name: &'static str, about: &'static str, houses: fn(usize) -> Vec<BoardHouse>) -> Part {
    Part { name, about, adds: Adds::HousesOf81(houses) }
}

/// All parts, in the order in which the text of a board names them.
pub static PARTS: [Part; 18] = [
    houses("x", "both diagonals", |size| [diagonal(size), antidiagonal(size)].concat()),
    houses("d1", "the diagonal from r1c1", diagonal),
    houses("d2", "the diagonal from the end of row 1", antidiagonal),
    of_81("windoku", "four windows: rows and columns 2-4 and 6-8", |_| windows(4)),
    of_81("windoku9", "the four windows, and the five houses that follow from them", |_| windows(9)),
    of_81("dg", "disjoint groups: the k-th cells of all blocks", |size| {
        numbered('g', size, |cell| Some(cell.row() % 3 * 3 + cell.column() % 3))
    }),
    of_81("girandola", "one more house: r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9", |_| {
        extra([0, 8, 13, 37, 40, 43, 67, 72, 80])
    }),
    of_81("asterisk", "one more house: r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5", |_| {
        extra([13, 20, 24, 37, 40, 43, 56, 60, 67])
    }),
    of_81("cd", "centre dots: the middle cells of the blocks are a house", |_| {
        extra([10, 13, 16, 37, 40, 43, 64, 67, 70])
    }),
    Part { name: "pandiag", about: "all broken diagonals, both ways", adds: Adds::Pandiagonals },
    links("antiking", "no digit twice a king's move apart", KING, false, Digits::Same),
    links("antiknight", "no digit twice a knight's move apart", KNIGHT, false, Digits::Same),
    links("torus-antiking", "antiking; opposite borders touch", KING, true, Digits::Same),
    links("torus-antiknight", "antiknight; opposite borders touch", KNIGHT, true, Digits::Same),
    links("nc", "no consecutive digits in cells that share a side", SIDES, false, Digits::Next),
    links("nc-wrap", "nc, and the first and the last digit are consecutive", SIDES, false, Digits::NextRound),
    links("nc-torus", "nc; opposite borders touch", SIDES, true, Digits::Next),
    links("nc-diag", "no consecutive digits in cells that share only a corner", CORNERS, false, Digits::Next),
];

fn diagonal(size: usize) -> Vec<BoardHouse> {
    let cells = (0..size).map(|k| Cell::at(k, k)).collect();
    vec![BoardHouse { name: "d1".to_string(), cells }]
}

fn antidiagonal(size: usize) -> Vec<BoardHouse> {
    let cells = (0..size).map(|k| Cell::at(k, size - 1 - k)).collect();
    vec![BoardHouse { name: "d2".to_string(), cells }]
}

/// Returns the first windows: the four, then those that follow from them.
fn windows(count: usize) -> Vec<BoardHouse> {
    const LINES: [[usize; 3]; 3] = [[1, 2, 3], [5, 6, 7], [0, 4, 8]];
    const WINDOWS: [[usize; 2]; 9] = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [0, 2], [1, 2], [2, 2]];
    let cells = |[rows, columns]: [usize; 2]| -> Cells {
        LINES[rows].iter().flat_map(|&row| LINES[columns].map(|column| Cell::at(row, column))).collect()
    };
    let window =
        |(k, window): (usize, &[usize; 2])| BoardHouse { name: format!("w{}", k + 1), cells: cells(*window) };
    WINDOWS.iter().take(count).enumerate().map(window).collect()
}

/// Makes a house of these cells, which gets its name from its place among such houses.
fn extra(cells: [usize; 9]) -> Vec<BoardHouse> {
    vec![BoardHouse { name: String::new(), cells: cells.map(Cell::new).into_iter().collect() }]
}

/// Returns the broken diagonals, both ways.
pub(super) fn pandiagonals(size: usize) -> Vec<BoardHouse> {
    let down = numbered('d', size, |cell| Some((size + cell.column() - cell.row()) % size));
    let up = numbered('a', size, |cell| Some((cell.row() + cell.column()) % size));
    down.into_iter().chain(up).collect()
}

impl Links {
    /// Returns the links on a board of this size.
    pub(super) fn pairs(&self, size: usize) -> Vec<[Candidate; 2]> {
        let cells = Cell::all().filter(|cell| is_on(size, *cell));
        let pairs = cells.flat_map(|cell| {
            self.steps.iter().filter_map(move |step| Some((cell, self.other(size, cell, *step)?)))
        });
        pairs.flat_map(|(one, other)| self.labels(size, one, other)).collect()
    }

    /// Returns the cell one step away, if there is one.
    fn other(&self, size: usize, cell: Cell, [down, right]: [isize; 2]) -> Option<Cell> {
        let moved = |at: usize, by: isize| match self.is_torus {
            true => Some((at + size).checked_add_signed(by)? % size),
            false => at.checked_add_signed(by).filter(|&at| at < size),
        };
        let other = Cell::at(moved(cell.row(), down)?, moved(cell.column(), right)?);
        (other != cell).then_some(other)
    }

    fn labels(&self, size: usize, one: Cell, other: Cell) -> Vec<[Candidate; 2]> {
        let are_linked = |a: Digit, b: Digit| {
            let apart = a.index().abs_diff(b.index());
            match self.digits {
                Digits::Same => apart == 0,
                Digits::Next => apart == 1,
                Digits::NextRound => apart == 1 || apart == size - 1,
            }
        };
        let digits = || Digit::all().take(size);
        let pairs = digits().flat_map(|a| digits().map(move |b| (a, b)));
        let linked = pairs.filter(|&(a, b)| are_linked(a, b));
        linked.map(|(a, b)| [Candidate::new(a, one), Candidate::new(b, other)]).collect()
    }
}
