//! Sue de Coq: cells of a block and a line with more digits than cells, and sets of the line and of the block
//! that take these.

use super::board::Board;
use super::memory::{Known, Parts};
use super::step::{Step, Why};
use super::subsets::in_cells;
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Cells, HOUSES};

/// The first step of each line and block, three blocks for each line.
pub type Memory = Parts<Known, 54>;

/// The lines and blocks that have cells of these houses.
pub fn pairs_of(houses: u64) -> u64 {
    let has = |house: usize| houses >> house & 1 != 0;
    let pairs = (0..54).filter(|&pair| has(pair / 3) || has(block_of_pair(pair)));
    pairs.fold(0, |all, pair| all | 1 << pair)
}

fn block_of_pair(pair: usize) -> usize {
    let (line, at) = (pair / 3, pair % 3);
    18 + if line < 9 { line / 3 * 3 + at } else { (line - 9) / 3 + 3 * at }
}

/// The first one that removes something.
pub fn sue_de_coq(board: &Board, memory: &mut Memory) -> Option<Step> {
    (0..54).find_map(|pair| {
        let find = || of_houses(board, pair / 3, block_of_pair(pair)).map(Box::new);
        memory.get(pair, find).as_deref().cloned()
    })
}

fn of_houses(board: &Board, line: usize, block: usize) -> Option<Step> {
    let both: Vec<usize> = (HOUSES[line] & HOUSES[block] & board.open()).collect();
    for (i, &a) in both.iter().enumerate() {
        for (j, &c) in both.iter().enumerate().skip(i + 1) {
            let pair = Cells::of(a) | Cells::of(c);
            let thirds = both[j + 1..].iter().map(|&third| pair | Cells::of(third));
            for cells in std::iter::once(pair).chain(thirds) {
                let digits = digits_of(board, cells);
                let more = digits.count_ones() as usize - cells.len().min(digits.count_ones() as usize);
                if more >= 2 {
                    let search = Search { board, line, block, cells, digits, more };
                    let others: Vec<usize> = ((HOUSES[line] & board.open()) - cells).collect();
                    let found = search.in_line(&others, Cells::EMPTY, 0);
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
    line: usize,
    block: usize,
    /// The cells of both houses, their digits, and how many digits more than cells.
    cells: Cells,
    digits: u16,
    more: usize,
}

impl Search<'_> {
    fn in_line(&self, others: &[usize], chosen: Cells, digits: u16) -> Option<Step> {
        others.iter().enumerate().find_map(|(at, &cell)| {
            let (chosen, digits) = (chosen | Cells::of(cell), digits | self.board.mask(cell));
            let extra = (digits & !self.digits).count_ones() as usize;
            if digits & self.digits != 0 && chosen.len() > extra && chosen.len() - extra < self.more {
                let open = HOUSES[self.block] & self.board.open();
                let rest: Vec<usize> = (open - chosen - self.cells).collect();
                let takes = self.more - (chosen.len() - extra);
                let found = self.in_block(&rest, (chosen, digits), takes, Cells::EMPTY, 0);
                if found.is_some() {
                    return found;
                }
            }
            self.in_line(&others[at + 1..], chosen, digits)
        })
    }

    fn in_block(
        &self, others: &[usize], line: (Cells, u16), takes: usize, chosen: Cells, digits: u16,
    ) -> Option<Step> {
        others.iter().enumerate().find_map(|(at, &cell)| {
            let (chosen, digits) = (chosen | Cells::of(cell), digits | self.board.mask(cell));
            // A set that has a digit of the line's never passes, whatever is added.
            if digits & line.1 & self.digits != 0 {
                return None;
            }
            let extra = (digits & !self.digits).count_ones() as usize;
            if digits & self.digits != 0 && chosen.len() == takes + extra {
                let step = self.step(line, (chosen, digits));
                if step.is_some() {
                    return step;
                }
            }
            self.in_block(&others[at + 1..], line, takes, chosen, digits)
        })
    }

    fn step(&self, (in_line, of_line): (Cells, u16), (in_block, of_block): (Cells, u16)) -> Option<Step> {
        let both = of_line & of_block;
        let gone = |house: usize, set: Cells, own: u16, other: u16| {
            let cells = (HOUSES[house] & self.board.open()) - set - self.cells;
            in_cells(self.board, cells, (self.digits | own) & !other | both)
        };
        let gone_block = gone(self.block, in_block, of_block, of_line);
        let gone = gone_block.chain(gone(self.line, in_line, of_line, of_block));
        let (line, block) = (self.line as u8, self.block as u8);
        let why = || Why::SueDeCoq { line, block, cells: self.cells, in_line, in_block };
        Step::remove(Technique::SueDeCoq, gone, why)
    }
}
