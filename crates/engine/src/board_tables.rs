//! Tables of a board for the rules of every board; names of its houses and links.

use crate::board_proof::{HouseName, LinkReason};
use crate::boards::{Board, BoardHouse};
use crate::grid::{Candidate, Cell, Cells, HouseKind};
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

/// Board with everything that rules look up there.
pub struct BoardTables {
    /// The board.
    pub board: Arc<Board>,
    /// Houses with as many cells as there are digits, in the order of the board's variables.
    pub houses: Vec<FullHouse>,
    /// Number of types of variables.
    pub types: usize,
    by_type: OnceLock<Vec<Board>>,
    lines: OnceLock<[Vec<Lines>; 3]>,
}

/// House with as many cells as there are digits.
#[derive(Clone, Copy)]
pub struct FullHouse {
    /// Row, column, or block for any other house.
    pub kind: HouseKind,
    pub cells: Cells,
}

impl FullHouse {
    fn of(cells: Cells) -> FullHouse {
        let is_in_one = |line: fn(Cell) -> usize| {
            let mut lines = cells.map(line);
            let first = lines.next();
            lines.all(|other| Some(other) == first)
        };
        let kind = match [is_in_one(Cell::row), is_in_one(Cell::column)] {
            [true, _] => HouseKind::Row,
            [_, true] => HouseKind::Column,
            _ => HouseKind::Block,
        };
        FullHouse { kind, cells }
    }
}

impl BoardTables {
    /// Most types of variables for chains of one type.
    pub const MOST_TYPES: usize = 8;

    pub fn of(board: Arc<Board>) -> BoardTables {
        let houses = board.full_houses().map(|at| FullHouse::of(board.houses()[at].cells)).collect();
        let types = 1 + board.types().len();
        BoardTables { board, houses, types, by_type: OnceLock::new(), lines: OnceLock::new() }
    }

    /// Returns the board with the variables of one type only: cells, rows, columns, and so on.
    pub fn of_type(&self, kind: usize) -> &Board {
        &self.by_type.get_or_init(|| self.board.by_type())[kind]
    }

    /// Returns the lines of a kind of subsets.
    pub fn lines(&self, kind: SubsetKind) -> &[Lines] {
        &self.lines.get_or_init(|| lines(&self.board))[kind as usize]
    }

    /// Returns the house of a variable of the board, if it is no cell.
    pub fn house_of(&self, variable: usize) -> Option<&FullHouse> {
        let size = self.board.size();
        variable.checked_sub(self.board.cells().len()).map(|at| &self.houses[at / size])
    }
}

/// Kind of subsets.
#[derive(Clone, Copy)]
pub enum SubsetKind {
    Naked,
    Hidden,
    Fish,
}

impl SubsetKind {
    pub const ALL: [SubsetKind; 3] = [SubsetKind::Naked, SubsetKind::Hidden, SubsetKind::Fish];
}

/// Variables in lines of two ways: each of the first has one label in common with each of the second.
pub type Lines = [Vec<usize>; 2];

/// Returns cells and digits of each house, the other way round, and rows and columns of each digit in both
/// ways.
fn lines(board: &Board) -> [Vec<Lines>; 3] {
    let (variables, size, count) = (board.variables(), board.size(), board.cells().len());
    let of_cells: Vec<usize> = (0..count).collect();
    let houses: Vec<Vec<usize>> =
        (count..variables.len()).collect::<Vec<_>>().chunks(size).map(<[usize]>::to_vec).collect();
    let meet = |one: usize, other: usize| !variables[one].common(&variables[other]).is_empty();
    let cells = |house: &Vec<usize>| of_cells.iter().copied().filter(|&cell| meet(cell, house[0])).collect();
    let naked: Vec<Lines> = houses.iter().map(|house| [cells(house), house.clone()]).collect();
    let line = |number: usize, of: fn(Cell) -> usize| {
        let is_line = |house: &&Vec<usize>| variables[house[0]].iter().all(|label| of(label.cell) == number);
        houses.iter().find(is_line)
    };
    // A board without all rows and columns has no fish.
    let lines = |of| (0..size).map(|number| line(number, of)).collect::<Option<Vec<_>>>();
    let both = lines(Cell::row).zip(lines(Cell::column));
    let of_digit = |lines: &[&Vec<usize>], digit: usize| lines.iter().map(|line| line[digit]).collect();
    let fish = both.into_iter().flat_map(|(rows, columns)| {
        (0..size).map(move |digit| [of_digit(&rows, digit), of_digit(&columns, digit)])
    });
    let turned = |[a, b]: &Lines| [b.clone(), a.clone()];
    let fish: Vec<Lines> = fish.collect();
    let hidden = naked.iter().map(turned).collect();
    let columns: Vec<Lines> = fish.iter().map(turned).collect();
    [naked, hidden, fish.into_iter().chain(columns).collect()]
}

/// Returns why two candidates are linked: the cell, the first of their houses with the most of these cells,
/// or a move.
pub fn reason(board: &Board, [a, b]: [Candidate; 2], cells: Cells) -> LinkReason {
    let size = board.size();
    let has_both = |house: &BoardHouse| house.cells.contains(a.cell) && house.cells.contains(b.cell);
    let houses = (1..).zip(board.houses()).filter(|(_, house)| has_both(house));
    let apart = [[a.cell.row(), b.cell.row()], [a.cell.column(), b.cell.column()]];
    // The shorter way on a torus.
    let apart = apart.map(|[one, other]| one.abs_diff(other).min(size - one.abs_diff(other)));
    match houses.max_by_key(|(number, house)| ((house.cells & cells).len(), Reverse(*number))) {
        _ if a.cell == b.cell => LinkReason::Cell,
        _ if a.digit != b.digit => LinkReason::Next,
        Some((number, house)) => LinkReason::House(HouseName::of_house(house, number)),
        None if apart == [1, 2] || apart == [2, 1] => LinkReason::Knight,
        None => LinkReason::King,
    }
}
