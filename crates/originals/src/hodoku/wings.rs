//! W-, XY- and XYZ-wings.

use super::board::{Board, behind, of_digit, sees};
use super::step::{Sign, Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Cell, Cells, Digit, House};

/// Finds a W-wing: two cells with the same two candidates, one of which has two places in a house, one seen
/// by each cell.
pub fn w_wing(board: &Board) -> Option<Step> {
    let pairs = board.with(2);
    for i in pairs {
        let mut digits = Digit::in_mask(board.mask(i));
        let (Some(a), Some(b)) = (digits.next(), digits.next()) else { continue };
        for j in pairs & board.plane(a) & board.plane(b) & behind(i) {
            for (gone, linked) in [(a, b), (b, a)] {
                let cells = board.plane(gone) & i.peers() & j.peers();
                if cells.is_empty() {
                    continue;
                }
                for house in House::all().filter(|&house| board.count(house, linked) == 2) {
                    let ends = board.places(house, linked) - Cells::of(i) - Cells::of(j);
                    let at_i = ends.into_iter().filter(|&end| sees(end, i)).last();
                    let at_j = ends.into_iter().filter(|&end| !sees(end, i) && sees(end, j)).last();
                    if let (Some(at_i), Some(at_j)) = (at_i, at_j) {
                        let sign = |digit, cell, is_on| Sign { digit, cells: Cells::of(cell), is_on };
                        let why = || {
                            Why::Chain(vec![
                                sign(gone, i, false),
                                sign(linked, i, true),
                                sign(linked, at_i, false),
                                sign(linked, at_j, true),
                                sign(linked, j, false),
                                sign(gone, j, true),
                            ])
                        };
                        return Step::remove(Technique::WWing, of_digit(gone, cells), why);
                    }
                }
            }
        }
    }
    None
}

/// Finds an XY-wing: three cells with two candidates each and three digits in all, the pivot seeing the other
/// two.
pub fn xy_wing(board: &Board) -> Option<Step> {
    let pairs = board.with(2);
    for i in pairs {
        let mut digits = Digit::in_mask(board.mask(i));
        let (Some(a), Some(b)) = (digits.next(), digits.next()) else { continue };
        let has_one = (board.plane(a) | board.plane(b)) - (board.plane(a) & board.plane(b));
        for j in pairs & has_one & behind(i) {
            // The third cell has the digits that exactly one of the first two cells has. One of the three
            // cells sees the other two.
            let both = Digit::in_mask(board.mask(i) ^ board.mask(j))
                .fold(pairs, |left, digit| left & board.plane(digit));
            let seen = if sees(i, j) { i.peers() | j.peers() } else { i.peers() & j.peers() };
            for k in both & seen & behind(j) {
                for [pivot, p, q] in [[i, j, k], [j, i, k], [k, j, i]] {
                    let step = wing(board, Technique::XyWing, [pivot, p, q], Cells::ALL);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

/// Finds an XYZ-wing: a pivot with three candidates that sees two cells, each with two of the pivot's
/// candidates.
pub fn xyz_wing(board: &Board) -> Option<Step> {
    let pairs = board.with(2);
    for i in board.with(3) {
        let seen: Cells = (pairs & i.peers()).filter(|&j| board.mask(j) & !board.mask(i) == 0).collect();
        for j in seen {
            for k in seen & behind(j) {
                if board.mask(j) != board.mask(k) {
                    let step = wing(board, Technique::XyzWing, [i, j, k], i.peers());
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

fn wing(board: &Board, technique: Technique, [pivot, p, q]: [Cell; 3], seen: Cells) -> Option<Step> {
    let common = board.mask(p) & board.mask(q);
    if !sees(pivot, p) || !sees(pivot, q) || common.count_ones() != 1 {
        return None;
    }
    let digit = Digit::lowest(common);
    let gone = board.plane(digit) & p.peers() & q.peers() & seen;
    let gone = gone - Cells::of(pivot);
    Step::remove(technique, of_digit(digit, gone), || Why::Wing([pivot, p, q]))
}
