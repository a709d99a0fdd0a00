//! Simple and multi colours.

use super::board::{Board, of_digit, seen_by_any};
use super::memory::{ByDigit, Known};
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit};

/// Returns the groups of a digit's candidates that conjugate pairs connect. Each group has two colours.
fn groups(board: &Board, digit: Digit) -> Vec<[Cells; 2]> {
    let has_pair = |cell: &Cell| cell.houses().iter().any(|&house| board.count(house, digit) == 2);
    let mut left: Cells = board.plane(digit).filter(has_pair).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.first() {
        let mut group = [Cells::EMPTY; 2];
        colour(board, digit, first, 0, &mut left, &mut group);
        if group.iter().all(|colour| !colour.is_empty()) {
            groups.push(group);
        }
    }
    groups
}

fn colour(board: &Board, digit: Digit, cell: Cell, own: usize, left: &mut Cells, group: &mut [Cells; 2]) {
    if !left.contains(cell) {
        return;
    }
    left.remove(cell);
    group[own].insert(cell);
    for house in cell.houses() {
        if board.count(house, digit) == 2 {
            let other = board.places(house, digit) - Cells::of(cell);
            other.for_each(|other| colour(board, digit, other, 1 - own, left, group));
        }
    }
}

/// Whether two cells of a set see each other.
fn clashes(cells: Cells) -> bool {
    seen_by_any(cells).intersects(cells)
}

/// Finds simple colours: a colour that sees itself is false; a candidate that sees both colours is false.
pub fn simple(board: &Board, memory: &mut ByDigit<Known>) -> Option<Step> {
    memory.first(|digit| simple_of(board, digit))
}

fn simple_of(board: &Board, digit: Digit) -> Option<Step> {
    groups(board, digit).into_iter().find_map(|group| {
        let why = || Why::Colours { digit, colours: vec![group] };
        let wrong: Vec<Cells> = group.into_iter().filter(|&colour| clashes(colour)).collect();
        if !wrong.is_empty() {
            let gone = wrong.into_iter().flat_map(|colour| of_digit(digit, colour));
            return Step::remove(Technique::ColoursWrap, gone, why);
        }
        let gone = board.plane(digit) & seen_by_any(group[0]) & seen_by_any(group[1]);
        Step::remove(Technique::ColoursTrap, of_digit(digit, gone), why)
    })
}

/// Finds multi colours: a colour that sees both colours of another group is false; if it sees only one of the
/// two, a candidate that sees the other colour in both groups is false.
pub fn multi(board: &Board, memory: &mut ByDigit<Known>) -> Option<Step> {
    memory.first(|digit| multi_of(board, digit))
}

fn multi_of(board: &Board, digit: Digit) -> Option<Step> {
    let groups = groups(board, digit);
    for (i, one) in groups.iter().enumerate() {
        for (_, other) in groups.iter().enumerate().filter(|(j, _)| *j != i) {
            let why = || Why::Colours { digit, colours: vec![*one, *other] };
            let seen = one.map(seen_by_any);
            let sees = |a: usize, b: usize| seen[a].intersects(other[b]);
            let wrong = (0..2).filter(|&a| sees(a, 0) && sees(a, 1));
            let gone: Vec<Candidate> = wrong.flat_map(|a| of_digit(digit, one[a])).collect();
            if !gone.is_empty() {
                return Step::remove(Technique::MultiColours2, gone, why);
            }
            let gone = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter(|&(a, b)| sees(a, b));
            let gone = gone.flat_map(|(a, b)| {
                let cells = seen_by_any(one[1 - a]) & seen_by_any(other[1 - b]) & board.plane(digit);
                of_digit(digit, cells)
            });
            let step = Step::remove(Technique::MultiColours1, gone, why);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}
