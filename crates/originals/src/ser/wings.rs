//! XY-wings and XYZ-wings.

use super::board::{Board, count, digits_in};
use super::hint::{Flow, Hint, Why};
use super::houses::Houses;
use super::memory::LastCandidates;
use crate::evidence::Technique;
use crate::grid::mask::Mask;
use crate::grid::{Cells, Digit};

/// Finds wings: a pivot with `of_pivot` candidates, and two cells that it sees. Removed candidates see both
/// cells, and also the pivot if it has three candidates.
pub fn wings<G: Houses>(board: &Board<G>, of_pivot: usize, memory: &mut LastCandidates) -> Flow<G::House> {
    let houses = &board.houses;
    let few = board.cells_with_few();
    let pairs = few[1];
    let changed = memory.changed(board);
    for pivot in few[of_pivot - 1] {
        let mine = board.candidates(pivot);
        let near = pairs & houses.peers(pivot);
        let is_new = changed.contains(pivot) || changed.intersects(near);
        if !is_new || !has_wings(board, mine, near) {
            continue;
        }
        let wings = || {
            let cells = houses.neighbours(pivot).iter().copied();
            cells.filter(|&cell| near.contains(cell)).map(|cell| (cell, board.candidates(cell)))
        };
        for (a, of_a) in wings().filter(|(_, of_a)| count(mine & !of_a) == 1) {
            for (b, of_b) in wings() {
                let is_wing = count(mine | of_a | of_b) == 3 && count(mine & of_a & of_b) == of_pivot - 2;
                if !is_wing {
                    continue;
                }
                let digit = Digit::lowest(of_a & of_b);
                let mut seen = board.plane(digit) & houses.peers(a) & houses.peers(b);
                seen.remove(pivot);
                if of_pivot == 3 {
                    seen &= houses.peers(pivot);
                }
                if !seen.is_empty() {
                    let technique = match of_pivot {
                        2 => Technique::XyWing,
                        _ => Technique::XyzWing,
                    };
                    let gone = seen.map(|cell| (cell, digit.bit())).collect();
                    let why = Why::Wing([pivot, a, b]);
                    return Flow::Break(Hint::remove(technique, gone, why));
                }
            }
        }
    }
    memory.keep(board);
    Flow::Continue(())
}

/// Whether there are wings: two cells that each lack one candidate of the pivot, not the same, and share a
/// digit.
fn has_wings<G: Houses>(board: &Board<G>, mine: u16, near: Cells) -> bool {
    // Candidates of the cells that lack each digit of the pivot.
    let (mut lacking, mut shared) = ([0; 9], 0);
    for of_wing in near.map(|cell| board.candidates(cell)) {
        let lacks = mine & !of_wing;
        if lacks.is_power_of_two() {
            lacking[lacks.lowest()] |= of_wing;
        }
    }
    let mut seen = 0;
    for digit in digits_in(mine) {
        shared |= seen & lacking[digit];
        seen |= lacking[digit];
    }
    shared != 0
}
