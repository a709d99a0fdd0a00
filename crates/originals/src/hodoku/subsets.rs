//! Naked and hidden subsets, locked ones apart.

use super::board::{Board, len};
use super::memory::ByHouse;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cells, HOUSES, bits, houses_of};

/// The houses in the order of subsets.
fn houses() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// For each house the sizes of the subsets that it may have, a bit each: naked and hidden ones.
pub type Memory = ByHouse<[u16; 2]>;

/// The sizes of the sets of cells that have as many digits, where others of the house have some of these,
/// too, or may have them in another house. The rest of the cells is a hidden subset then.
fn sizes(board: &Board, house: usize) -> [u16; 2] {
    let cells = HOUSES[house] & board.open();
    let mut unions = [0u16; 512];
    let (mut all, mut count) = (1, 0);
    for cell in cells {
        for set in 0..all {
            unions[all + set] = unions[set] | board.mask(cell);
        }
        (all, count) = (2 * all, count + 1);
    }
    if len(unions[all - 1]) != count {
        // The state is contradictory, and the rest is no subset.
        return [u16::MAX; 2];
    }
    let mut sizes = [0; 2];
    for set in (1..all).filter(|&set| len(unions[set]) <= len(set as u16)) {
        let size = len(set as u16);
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

/// The first set of cells of a house with as many digits. Of two and three cells those are asked apart that
/// remove something from a block and from a line.
pub fn naked(
    board: &Board, size: usize, technique: Technique, is_locked: bool, memory: &mut Memory,
) -> Option<Step> {
    let last = if is_locked { 9 } else { 27 };
    let may_have = |house: &usize| memory.get(*house, || sizes(board, *house))[0] >> size & 1 != 0;
    houses().take(last).filter(may_have).find_map(|house| {
        let few = |cell: &usize| len(board.mask(*cell)) <= size;
        let cells: Vec<usize> = (HOUSES[house] & board.open()).filter(few).collect();
        let mut finder = Naked { board, house, cells, size, technique, is_locked };
        finder.extend(0, (Cells::EMPTY, 0), 0)
    })
}

struct Naked<'a> {
    board: &'a Board,
    house: usize,
    cells: Vec<usize>,
    size: usize,
    technique: Technique,
    is_locked: bool,
}

impl Naked<'_> {
    fn extend(&mut self, from: usize, (chosen, count): (Cells, usize), digits: u16) -> Option<Step> {
        if count == self.size {
            return if len(digits) == count { self.step(chosen, digits) } else { None };
        }
        for at in from..self.cells.len() {
            let cell = self.cells[at];
            let union = digits | self.board.mask(cell);
            if count > 0 && len(union) > self.size {
                continue;
            }
            let found = self.extend(at + 1, (chosen | Cells::of(cell), count + 1), union);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn step(&self, chosen: Cells, digits: u16) -> Option<Step> {
        let shared = houses_of(chosen.first()?).into_iter().filter(|&house| chosen.is_subset(HOUSES[house]));
        let (mut eliminations, mut parts, mut block) = (Vec::new(), 0, None);
        for house in shared.clone() {
            if house >= 18 {
                block = Some(HOUSES[house]);
            }
        }
        for house in shared {
            let cells = (HOUSES[house] & self.board.open()) - chosen;
            let gone = |cells: Cells| cells.flat_map(|cell| self.board.in_cell(cell, digits));
            let counted = if house >= 18 { cells } else { cells - block.unwrap_or_default() };
            parts += u32::from(gone(counted).next().is_some());
            eliminations.extend(gone(cells));
        }
        let is_locked = self.size < 4 && block.is_some() && parts >= 2;
        if is_locked != self.is_locked {
            return None;
        }
        let why = || Why::Subset { house: self.house as u8, cells: chosen, digits, is_hidden: false };
        Step::remove(self.technique, eliminations, why)
    }
}

/// The first set of digits of a house with as many places.
pub fn hidden(board: &Board, size: usize, technique: Technique, memory: &mut Memory) -> Option<Step> {
    let may_have = |house: &usize| memory.get(*house, || sizes(board, *house))[1] >> size & 1 != 0;
    let has_more = |house: &usize| (HOUSES[*house] & board.open()).len() > size;
    houses().filter(may_have).filter(has_more).find_map(|house| {
        let few = |digit: &usize| (1..=size).contains(&board.count(house, *digit));
        let digits: Vec<usize> = (0..9).filter(few).collect();
        extend_hidden(board, house, &digits, size, technique, (Cells::EMPTY, 0))
    })
}

fn extend_hidden(
    board: &Board, house: usize, digits: &[usize], size: usize, technique: Technique,
    (cells, chosen): (Cells, u16),
) -> Option<Step> {
    if cells.len() > size {
        return None;
    }
    if chosen.count_ones() as usize == size {
        let gone = cells.flat_map(|cell| board.in_cell(cell, !chosen));
        let why = || Why::Subset { house: house as u8, cells, digits: chosen, is_hidden: true };
        return if cells.len() == size { Step::remove(technique, gone, why) } else { None };
    }
    digits.iter().enumerate().find_map(|(at, &digit)| {
        let more = (cells | board.places(house, digit), chosen | 1 << digit);
        extend_hidden(board, house, &digits[at + 1..], size, technique, more)
    })
}

/// The candidates of these digits in these cells, cell by cell.
pub fn in_cells(board: &Board, cells: Cells, digits: u16) -> impl Iterator<Item = Candidate> + '_ {
    cells.flat_map(move |cell| bits(board.mask(cell) & digits).map(move |d| Candidate::new(d, cell)))
}
