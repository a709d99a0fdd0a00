//! Sue de Coq: cells of a block and a line with more digits than cells, and sets of the line and of the block
//! that take these digits.

use super::board::{Board, len};
use super::memory::{Known, Parts};
use super::step::{Step, Why};
use super::subsets::in_cells;
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Cell, Cells, Digit, House};

/// First step of each line and block, three blocks for each line.
pub type Memory = Parts<Known, 54>;

/// Returns the pairs of a line and a block that include at least one of `houses`.
pub fn pairs_of(houses: u64) -> u64 {
    let has = |house: House| houses >> house.index() & 1 != 0;
    let pairs = (0..54).filter(|&pair| has(House::new(pair / 3)) || has(block_of_pair(pair)));
    pairs.fold(0, |all, pair| all | 1 << pair)
}

fn block_of_pair(pair: usize) -> House {
    let (line, at) = (pair / 3, pair % 3);
    House::block(if line < 9 { line / 3 * 3 + at } else { (line - 9) / 3 + 3 * at })
}

/// Finds the first Sue de Coq that removes something.
pub fn sue_de_coq(board: &Board, memory: &mut Memory) -> Option<Step> {
    (0..54).find_map(|pair| {
        let find = || of_houses(board, House::new(pair / 3), block_of_pair(pair)).map(Box::new);
        memory.get(pair, find).as_deref().cloned()
    })
}

fn of_houses(board: &Board, line: House, block: House) -> Option<Step> {
    let both: Vec<Cell> = (line.cells() & block.cells() & board.open()).collect();
    for (i, &a) in both.iter().enumerate() {
        for (j, &c) in both.iter().enumerate().skip(i + 1) {
            let pair = Cells::of(a) | Cells::of(c);
            let thirds = both[j + 1..].iter().map(|&third| pair | Cells::of(third));
            for cells in std::iter::once(pair).chain(thirds) {
                let digits = digits_of(board, cells);
                let more = len(digits).saturating_sub(cells.len());
                if more >= 2 {
                    let search = Search { board, line, block, cells, digits, more };
                    let found = search.in_line((line.cells() & board.open()) - cells, Set::default());
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

fn digits_of(board: &Board, cells: Cells) -> u16 {
    cells.fold(0, |all, cell| all | board.mask(cell))
}

struct Search<'a> {
    board: &'a Board,
    line: House,
    block: House,
    /// Cells of both houses, their digits, and the surplus of digits over cells.
    cells: Cells,
    digits: u16,
    more: usize,
}

/// Cells, their number, and their digits.
#[derive(Clone, Copy, Default)]
struct Set {
    cells: Cells,
    count: usize,
    digits: u16,
}

impl Search<'_> {
    fn with(&self, set: Set, cell: Cell) -> Set {
        let (cells, digits) = (set.cells | Cells::of(cell), set.digits | self.board.mask(cell));
        Set { cells, count: set.count + 1, digits }
    }

    /// Returns how many digits of a set do not occur in the cells that the two houses share.
    fn extra(&self, set: Set) -> usize {
        len(set.digits & !self.digits)
    }

    fn in_line(&self, mut others: Cells, chosen: Set) -> Option<Step> {
        while let Some(cell) = others.next() {
            let line = self.with(chosen, cell);
            let extra = self.extra(line);
            if line.digits & self.digits != 0 && line.count > extra && line.count - extra < self.more {
                // No cell of the block with a digit that the line's cells take can pass.
                let taken = Digit::in_mask(line.digits & self.digits).map(|digit| self.board.plane(digit));
                let rest = (self.block.cells() & self.board.open()) - line.cells - self.cells;
                let rest = taken.fold(rest, |rest, plane| rest - plane);
                let takes = self.more - (line.count - extra);
                let found = self.in_block(rest, line, takes, Set::default());
                if found.is_some() {
                    return found;
                }
            }
            // Each further cell adds one place, and perhaps no digit.
            if line.count + others.len() > extra {
                let found = self.in_line(others, line);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn in_block(&self, mut others: Cells, line: Set, takes: usize, chosen: Set) -> Option<Step> {
        while let Some(cell) = others.next() {
            let block = self.with(chosen, cell);
            let needs = takes + self.extra(block);
            if block.digits & self.digits != 0 && block.count == needs {
                let step = self.step(line, block);
                if step.is_some() {
                    return step;
                }
            }
            if block.count + others.len() >= needs {
                let found = self.in_block(others, line, takes, block);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn step(&self, in_line: Set, in_block: Set) -> Option<Step> {
        let both = in_line.digits & in_block.digits;
        let gone = |house: House, set: Set, other: Set| {
            let cells = (house.cells() & self.board.open()) - set.cells - self.cells;
            in_cells(self.board, cells, (self.digits | set.digits) & !other.digits | both)
        };
        let gone_block = gone(self.block, in_block, in_line);
        let gone = gone_block.chain(gone(self.line, in_line, in_block));
        let (line, block) = (self.line, self.block);
        let (in_line, in_block) = (in_line.cells, in_block.cells);
        let why = || Why::SueDeCoq { line, block, cells: self.cells, in_line, in_block };
        Step::remove(Technique::SueDeCoq, gone, why)
    }
}
