//! Skyscrapers, two-string kites and empty rectangles.

use super::board::{Board, of_digit, sees};
use super::memory::{ByDigit, Known};
use super::step::{Sign, Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind};

/// Returns a chain of cells of one digit: false, true, false and so on.
fn chain(digit: Digit, cells: [Cell; 4]) -> Why {
    let sign = |(at, cell): (usize, Cell)| Sign { digit, cells: Cells::of(cell), is_on: at % 2 == 1 };
    Why::Chain(cells.into_iter().enumerate().map(sign).collect())
}

/// Returns the two places of a digit in a house, if it has exactly two.
fn pair(board: &Board, house: House, digit: Digit) -> Option<[Cell; 2]> {
    let mut places = board.places(house, digit);
    (board.count(house, digit) == 2).then_some(())?;
    Some([places.next()?, places.next()?])
}

/// Finds a skyscraper: two parallel lines with two places each, one place of each in the same line across.
pub fn skyscraper(board: &Board, memory: &mut [ByDigit<Known>; 2]) -> Option<Step> {
    memory
        .iter_mut()
        .zip([HouseKind::Row, HouseKind::Column])
        .find_map(|(memory, lines)| memory.first(|digit| skyscraper_of(board, digit, lines)))
}

fn skyscraper_of(board: &Board, digit: Digit, lines: HouseKind) -> Option<Step> {
    let across = if lines == HouseKind::Row { Cell::column } else { Cell::row };
    let pairs: Vec<[Cell; 2]> = House::of_kind(lines).filter_map(|line| pair(board, line, digit)).collect();
    for (i, one) in pairs.iter().enumerate() {
        for other in &pairs[i + 1..] {
            let Some(k) = [0, 1].into_iter().find(|&k| across(one[k]) == across(other[k])) else { continue };
            let ends = [one[1 - k], other[1 - k]];
            if across(ends[0]) == across(ends[1]) {
                continue;
            }
            let gone = board.plane(digit) & ends[0].peers() & ends[1].peers();
            let why = || chain(digit, [ends[0], one[k], other[k], ends[1]]);
            let step = Step::remove(Technique::Skyscraper, of_digit(digit, gone), why);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// Finds a kite: a row and a column with two places each, one place of each in the same block.
pub fn kite(board: &Board, memory: &mut ByDigit<Known>) -> Option<Step> {
    memory.first(|digit| kite_of(board, digit))
}

fn kite_of(board: &Board, digit: Digit) -> Option<Step> {
    let pairs = |lines: HouseKind| -> Vec<[Cell; 2]> {
        House::of_kind(lines).filter_map(|line| pair(board, line, digit)).collect()
    };
    // Swapped places stay swapped for later pairs.
    let (mut rows, mut columns) = (pairs(HouseKind::Row), pairs(HouseKind::Column));
    for row in &mut rows {
        for column in &mut columns {
            let orders = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let met = orders.into_iter().find(|&(i, j)| row[i].block() == column[j].block());
            let Some((i, j)) = met else { continue };
            row.swap(0, i);
            column.swap(0, j);
            if row.iter().any(|cell| column.contains(cell)) {
                continue;
            }
            let target = Cell::at(column[1].row(), row[1].column());
            if board.allows(target, digit) {
                let why = || chain(digit, [row[1], row[0], column[0], column[1]]);
                return Step::remove(Technique::Kite, [Candidate::new(digit, target)], why);
            }
        }
    }
    None
}

/// Finds an empty rectangle: a digit's places in a block, at least `least` of them (two or three), lie in one
/// row and one column, and a conjugate pair in a line across leads from the row to the column or from the
/// column to the row.
pub fn empty_rectangle(board: &Board, least: usize, memory: &mut ByDigit<Known>) -> Option<Step> {
    memory.first(|digit| House::blocks().find_map(|block| empty_rectangle_of(board, digit, block, least)))
}

fn empty_rectangle_of(board: &Board, digit: Digit, block: House, least: usize) -> Option<Step> {
    let places = board.places(block, digit);
    let corner = block.cells().first().filter(|_| (2..=5).contains(&board.count(block, digit)))?;
    [2, 1, 0].into_iter().flat_map(|row| [2, 1, 0].map(|column| (row, column))).find_map(|(row, column)| {
        let (row, column) = (House::row(corner.row() + row), House::column(corner.column() + column));
        let (in_row, in_column) = (places & row.cells(), places & column.cells());
        let is_rectangle = places.is_subset(row.cells() | column.cells())
            && !(in_row - column.cells()).is_empty()
            && !(in_column - row.cells()).is_empty()
            && (least <= 2 || in_row.len() >= 2 || in_column.len() >= 2);
        is_rectangle.then_some(())?;
        along(board, digit, block, row, column, [0, 1])
            .or_else(|| along(board, digit, block, column, row, [1, 0]))
    })
}

/// Searches for pairs across that lead from the places of the line outside of the block to the other line.
fn along(
    board: &Board, digit: Digit, block: House, line: House, other: House, [own, across]: [usize; 2],
) -> Option<Step> {
    (board.places(line, digit) - block.cells()).find_map(|cell| {
        let [first, second] = pair(board, cell.houses()[across], digit)?;
        let end = if first == cell { second } else { first };
        let gone = (board.places(end.houses()[own], digit) & other.cells()) - block.cells();
        let [row, column] = if own == 0 { [line, other] } else { [other, line] };
        let why = || Why::EmptyRectangle { digit, block, row, column, pair: [cell, end] };
        debug_assert!(gone.len() <= 1 && !gone.into_iter().any(|cell| !sees(cell, end)));
        Step::remove(
            Technique::EmptyRectangle,
            of_digit(digit, gone.first().map_or(Cells::EMPTY, Cells::of)),
            why,
        )
    })
}
