//! XY-wings and XYZ-wings.

use super::board::{Board, NEIGHBOURS, count, ones};
use super::hint::{Flow, Hint, Why};
use super::memory::LastCandidates;
use crate::evidence::Technique;
use crate::grid::{Cells, PEERS};

/// A pivot of two candidates and two cells that it sees; all three see what is removed only if the pivot has
/// three.
pub fn wings(board: &Board, of_pivot: usize, memory: &mut LastCandidates) -> Flow {
    let few = board.cells_with_few();
    let pairs = few[1];
    let changed = memory.changed(board);
    for pivot in few[of_pivot - 1] {
        let mine = board.candidates(pivot);
        let near = pairs & PEERS[pivot];
        let is_new = changed.contains(pivot) || changed.intersects(near);
        if !is_new || !has_wings(board, mine, near) {
            continue;
        }
        let wings = || {
            let cells = NEIGHBOURS[pivot].into_iter().map(usize::from);
            cells.filter(|&cell| near.contains(cell)).map(|cell| (cell, board.candidates(cell)))
        };
        for (a, of_a) in wings().filter(|(_, of_a)| count(mine & !of_a) == 1) {
            for (b, of_b) in wings() {
                let is_wing = count(mine | of_a | of_b) == 3 && count(mine & of_a & of_b) == of_pivot - 2;
                if !is_wing {
                    continue;
                }
                let digit = (of_a & of_b).trailing_zeros() as usize;
                let mut seen = board.plane(digit) & PEERS[a] & PEERS[b];
                seen.remove(pivot);
                if of_pivot == 3 {
                    seen &= PEERS[pivot];
                }
                if !seen.is_empty() {
                    let technique = match of_pivot {
                        2 => Technique::XyWing,
                        _ => Technique::XyzWing,
                    };
                    let gone = seen.map(|cell| (cell as u8, 1 << digit)).collect();
                    let why = Why::Wing([pivot, a, b].map(|cell| cell as u8));
                    return Flow::Break(Hint::remove(technique, gone, why));
                }
            }
        }
    }
    memory.keep(board);
    Flow::Continue(())
}

/// Whether there are wings: each lacks one candidate of the pivot, and not the same; they share a digit.
fn has_wings(board: &Board, mine: u16, near: Cells) -> bool {
    // What the wings that lack each digit of the pivot have.
    let (mut lacking, mut shared) = ([0; 9], 0);
    for of_wing in near.map(|cell| board.candidates(cell)) {
        let lacks = mine & !of_wing;
        if lacks.is_power_of_two() {
            lacking[lacks.trailing_zeros() as usize] |= of_wing;
        }
    }
    let mut seen = 0;
    for digit in ones(mine) {
        shared |= seen & lacking[digit];
        seen |= lacking[digit];
    }
    shared != 0
}
