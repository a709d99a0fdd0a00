//! Skyscrapers, two-string kites and empty rectangles.

use super::board::{Board, of_digit, sees};
use super::memory::{ByDigit, Known};
use super::step::{Sign, Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cells, HOUSES, PEERS, block_of, column_of, houses_of, row_of};
use std::ops::Range;

/// A chain of cells of one digit: false, true, false and so on.
fn chain(digit: usize, cells: [usize; 4]) -> Why {
    let sign =
        |(at, cell): (usize, usize)| Sign { digit: digit as u8, cells: Cells::of(cell), is_on: at % 2 == 1 };
    Why::Chain(cells.into_iter().enumerate().map(sign).collect())
}

/// The two places of a digit in a house that has as many.
fn pair(board: &Board, house: usize, digit: usize) -> Option<[usize; 2]> {
    let mut places = board.places(house, digit);
    (board.count(house, digit) == 2).then_some(())?;
    Some([places.next()?, places.next()?])
}

/// Two lines of one kind with two places each, of which two are in one line across.
pub fn skyscraper(board: &Board, memory: &mut [ByDigit<Known>; 2]) -> Option<Step> {
    memory
        .iter_mut()
        .zip([0..9, 9..18])
        .find_map(|(memory, lines)| memory.first(|digit| skyscraper_of(board, digit, lines.clone())))
}

fn skyscraper_of(board: &Board, digit: usize, lines: Range<usize>) -> Option<Step> {
    let across = if lines.start == 0 { column_of } else { row_of };
    let pairs: Vec<[usize; 2]> = lines.filter_map(|line| pair(board, line, digit)).collect();
    for (i, one) in pairs.iter().enumerate() {
        for other in &pairs[i + 1..] {
            let Some(k) = [0, 1].into_iter().find(|&k| across(one[k]) == across(other[k])) else { continue };
            let ends = [one[1 - k], other[1 - k]];
            if across(ends[0]) == across(ends[1]) {
                continue;
            }
            let gone = board.plane(digit) & PEERS[ends[0]] & PEERS[ends[1]];
            let why = || chain(digit, [ends[0], one[k], other[k], ends[1]]);
            let step = Step::remove(Technique::Skyscraper, of_digit(digit, gone), why);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// A row and a column with two places each, of which two are in one block.
pub fn kite(board: &Board, memory: &mut ByDigit<Known>) -> Option<Step> {
    memory.first(|digit| kite_of(board, digit))
}

fn kite_of(board: &Board, digit: usize) -> Option<Step> {
    let pairs = |lines: Range<usize>| -> Vec<[usize; 2]> {
        lines.filter_map(|line| pair(board, line, digit)).collect()
    };
    // What is swapped stays so for the pairs that follow.
    let (mut rows, mut columns) = (pairs(0..9), pairs(9..18));
    for row in &mut rows {
        for column in &mut columns {
            let orders = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let met = orders.into_iter().find(|&(i, j)| block_of(row[i]) == block_of(column[j]));
            let Some((i, j)) = met else { continue };
            row.swap(0, i);
            column.swap(0, j);
            if row.iter().any(|cell| column.contains(cell)) {
                continue;
            }
            let target = row_of(column[1]) * 9 + column_of(row[1]);
            if board.allows(target, digit) {
                let why = || chain(digit, [row[1], row[0], column[0], column[1]]);
                return Step::remove(Technique::Kite, [Candidate::new(digit, target)], why);
            }
        }
    }
    None
}

/// The places of a digit in a block are in a row and a column of it; a pair in a line across leads from one
/// of these to the other. The block has at least this many places, two or three.
pub fn empty_rectangle(board: &Board, least: usize, memory: &mut ByDigit<Known>) -> Option<Step> {
    memory.first(|digit| (18..27).find_map(|block| empty_rectangle_of(board, digit, block, least)))
}

fn empty_rectangle_of(board: &Board, digit: usize, block: usize, least: usize) -> Option<Step> {
    let places = board.places(block, digit);
    let corner = HOUSES[block].first().filter(|_| (2..=5).contains(&board.count(block, digit)))?;
    [2, 1, 0].into_iter().flat_map(|row| [2, 1, 0].map(|column| (row, column))).find_map(|(row, column)| {
        let (row, column) = (row_of(corner) + row, 9 + column_of(corner) + column);
        let (in_row, in_column) = (places & HOUSES[row], places & HOUSES[column]);
        let is_rectangle = places.is_subset(HOUSES[row] | HOUSES[column])
            && !(in_row - HOUSES[column]).is_empty()
            && !(in_column - HOUSES[row]).is_empty()
            && (least <= 2 || in_row.len() >= 2 || in_column.len() >= 2);
        is_rectangle.then_some(())?;
        along(board, digit, block, row, column, [0, 1])
            .or_else(|| along(board, digit, block, column, row, [1, 0]))
    })
}

/// From the places of the line outside of the block by pairs across to the other line.
fn along(
    board: &Board, digit: usize, block: usize, line: usize, other: usize, [own, across]: [usize; 2],
) -> Option<Step> {
    (board.places(line, digit) - HOUSES[block]).find_map(|cell| {
        let [first, second] = pair(board, houses_of(cell)[across], digit)?;
        let end = if first == cell { second } else { first };
        let gone = (board.places(houses_of(end)[own], digit) & HOUSES[other]) - HOUSES[block];
        let [row, column] = if own == 0 { [line, other] } else { [other, line] };
        let why = || Why::EmptyRectangle {
            digit: digit as u8,
            block: block as u8,
            row: row as u8,
            column: column as u8,
            pair: [cell as u8, end as u8],
        };
        debug_assert!(gone.len() <= 1 && !gone.into_iter().any(|cell| !sees(cell, end)));
        Step::remove(
            Technique::EmptyRectangle,
            of_digit(digit, gone.first().map_or(Cells::EMPTY, Cells::of)),
            why,
        )
    })
}
