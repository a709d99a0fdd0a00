//! Naked and hidden subsets; locked ones are techniques of their own.

use super::board::{Board, len};
use super::memory::ByHouse;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind};

/// Returns the houses in the order in which subsets are searched for.
fn houses() -> impl Iterator<Item = House> {
    House::blocks().chain(House::lines())
}

/// Sizes of the subsets that each house may have, one bit each: naked and hidden.
pub type Memory = ByHouse<[u16; 2]>;

/// Returns the sizes of the sets of cells that have as many digits, if other cells of the house also have
/// some of these, or cells of another house may. The rest of the cells is then a hidden subset.
fn sizes(board: &Board, house: House) -> [u16; 2] {
    let cells = house.cells() & board.open();
    let mut unions = [0u16; 512];
    let (mut all, mut count) = (1, 0);
    for cell in cells {
        for set in 0..all {
            unions[all + set] = unions[set] | board.mask(cell);
        }
        (all, count) = (2 * all, count + 1);
    }
    if len(unions[all - 1]) != count {
        // The state is contradictory, and the rest of the house is not a subset.
        return [u16::MAX; 2];
    }
    let mut sizes = [0; 2];
    for set in (1..all).filter(|&set| len(unions[set]) <= set.size()) {
        let size = set.size();
        let is_useful = unions[set] & unions[all - 1 - set] != 0;
        if is_useful || size <= 3 {
            sizes[0] |= 1 << size;
        }
        if is_useful {
            sizes[1] |= 1 << (count - size);
        }
    }
    sizes
}

/// Finds the first set of cells of a house with as many digits. Sets of two and three cells that remove
/// something from a block and from a line are searched for separately (`is_locked`).
pub fn naked(
    board: &Board, size: usize, technique: Technique, is_locked: bool, memory: &mut Memory,
) -> Option<Step> {
    let last = if is_locked { 9 } else { 27 };
    let may_have = |&house: &House| memory.get(house, || sizes(board, house))[0] >> size & 1 != 0;
    houses().take(last).filter(may_have).find_map(|house| {
        let few = |&cell: &Cell| len(board.mask(cell)) <= size;
        let cells: Vec<Cell> = (house.cells() & board.open()).filter(few).collect();
        let mut finder = Naked { board, house, cells, size, technique, is_locked };
        finder.extend(0, Cells::EMPTY, 0, 0)
    })
}

struct Naked<'a> {
    board: &'a Board,
    house: House,
    cells: Vec<Cell>,
    size: usize,
    technique: Technique,
    is_locked: bool,
}

impl Naked<'_> {
    fn extend(&mut self, from: usize, chosen: Cells, count: usize, digits: u16) -> Option<Step> {
        if count == self.size {
            return if len(digits) == count { self.step(chosen, digits) } else { None };
        }
        for at in from..self.cells.len() {
            let cell = self.cells[at];
            let union = digits | self.board.mask(cell);
            if count > 0 && len(union) > self.size {
                continue;
            }
            let found = self.extend(at + 1, chosen | Cells::of(cell), count + 1, union);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn step(&self, chosen: Cells, digits: u16) -> Option<Step> {
        let shared = chosen.first()?.houses().into_iter().filter(|&house| chosen.is_subset(house.cells()));
        let (mut eliminations, mut parts, mut block) = (Vec::new(), 0, None);
        for house in shared.clone() {
            if house.kind() == HouseKind::Block {
                block = Some(house.cells());
            }
        }
        for house in shared {
            let cells = (house.cells() & self.board.open()) - chosen;
            let gone = |cells: Cells| cells.flat_map(|cell| self.board.in_cell(cell, digits));
            let counted =
                if house.kind() == HouseKind::Block { cells } else { cells - block.unwrap_or_default() };
            parts += u32::from(gone(counted).next().is_some());
            eliminations.extend(gone(cells));
        }
        let is_locked = self.size < 4 && block.is_some() && parts >= 2;
        if is_locked != self.is_locked {
            return None;
        }
        let why = || Why::Subset { house: self.house, cells: chosen, digits, is_hidden: false };
        Step::remove(self.technique, eliminations, why)
    }
}

/// Finds the first set of digits of a house with as many places.
pub fn hidden(board: &Board, size: usize, technique: Technique, memory: &mut Memory) -> Option<Step> {
    let may_have = |&house: &House| memory.get(house, || sizes(board, house))[1] >> size & 1 != 0;
    let has_more = |&house: &House| (house.cells() & board.open()).len() > size;
    houses().filter(may_have).filter(has_more).find_map(|house| {
        let few = |&digit: &Digit| (1..=size).contains(&board.count(house, digit));
        let digits: Vec<Digit> = Digit::all().filter(few).collect();
        extend_hidden(board, house, &digits, size, technique, Cells::EMPTY, 0)
    })
}

fn extend_hidden(
    board: &Board, house: House, digits: &[Digit], size: usize, technique: Technique, cells: Cells,
    chosen: u16,
) -> Option<Step> {
    if cells.len() > size {
        return None;
    }
    if chosen.size() == size {
        let gone = cells.flat_map(|cell| board.in_cell(cell, !chosen));
        let why = || Why::Subset { house, cells, digits: chosen, is_hidden: true };
        return if cells.len() == size { Step::remove(technique, gone, why) } else { None };
    }
    digits.iter().enumerate().find_map(|(at, &digit)| {
        let (cells, chosen) = (cells | board.places(house, digit), chosen | digit.bit());
        extend_hidden(board, house, &digits[at + 1..], size, technique, cells, chosen)
    })
}

/// Returns the candidates of `digits` in `cells`, cell by cell.
pub fn in_cells(board: &Board, cells: Cells, digits: u16) -> impl Iterator<Item = Candidate> + '_ {
    cells.flat_map(move |cell| board.in_cell(cell, digits))
}
