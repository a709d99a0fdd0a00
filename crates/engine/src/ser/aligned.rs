//! Aligned exclusion: what the assignments of two or three cells leave of cells that they all see.

use super::board::{Board, NEIGHBOURS, count, ones};
use super::hint::{Flow, Hint, Why};
use super::memory::LastCandidates;
use crate::evidence::Technique;
use crate::grid::{Cells, PEERS};

/// A cell whose candidates may be excluded.
struct AlignedCell {
    cell: usize,
    /// What it sees of few candidates, in the order of its neighbours, and as a set.
    excluders: ([u8; 20], usize),
    set: Cells,
}

impl AlignedCell {
    fn excluders(&self) -> &[u8] {
        &self.excluders.0[..self.excluders.1]
    }
}

/// Aligned exclusion on two or three cells.
pub fn aligned(board: &Board, size: usize, memory: &mut LastCandidates) -> Flow {
    let changed = memory.changed(board);
    let (bases, has_single) = bases(board, size);
    let mut base_of = [usize::MAX; 81];
    for (at, base) in bases.iter().enumerate() {
        base_of[base.cell] = at;
    }
    // Pairs in the order of their masks.
    for (b, of_b) in bases.iter().enumerate() {
        for of_a in &bases[..b] {
            let common = of_a.set & of_b.set;
            if common.len() < 2 {
                continue;
            }
            let (a, b) = (of_a.cell, of_b.cell);
            let is_new = |cells: &[usize], common: Cells| {
                changed.intersects(common) || cells.iter().any(|&cell| changed.contains(cell))
            };
            if size == 2 {
                if is_new(&[a, b], common) {
                    exclude(board, &[a, b], common)?;
                }
                continue;
            }
            // The third cell is an excluder of one of the two.
            if !is_new(&[a, b], of_a.set | of_b.set) {
                continue;
            }
            let more = of_b.excluders().iter().filter(|&&cell| !of_a.set.contains(cell.into()));
            for c in of_a.excluders().iter().chain(more).map(|&cell| usize::from(cell)) {
                if let Some(of_c) = bases.get(base_of[c]).filter(|_| c != a && c != b) {
                    let common = common & of_c.set;
                    if common.len() >= 2 && is_new(&[a, b, c], common) {
                        exclude(board, &[a, b, c], common)?;
                    }
                }
            }
        }
    }
    // A cell that sees one of one candidate is no base: there may be tuples that were not looked at.
    if !has_single {
        memory.keep(board);
    }
    Flow::Continue(())
}

/// The bases, and whether there is a cell of one candidate.
fn bases(board: &Board, size: usize) -> (Vec<AlignedCell>, bool) {
    let (mut single, mut few, mut several) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    for cell in board.open() {
        match count(board.candidates(cell)) {
            0 => {}
            1 => single.insert(cell),
            count => {
                several.insert(cell);
                if count <= size {
                    few.insert(cell);
                }
            }
        }
    }
    let base = |cell: usize| {
        let set = few & PEERS[cell];
        let (mut excluders, mut len) = ([0; 20], 0);
        for other in NEIGHBOURS[cell].into_iter().filter(|&c| set.contains(c.into())) {
            excluders[len] = other;
            len += 1;
        }
        AlignedCell { cell, excluders: (excluders, len), set }
    };
    let is_base = |&cell: &usize| !single.intersects(PEERS[cell]) && few.intersects(PEERS[cell]);
    (several.filter(is_base).map(base).collect(), !single.is_empty())
}

/// Removes the candidates of the cells that are in no assignment left by all the excluders.
fn exclude(board: &Board, cells: &[usize], excluders: Cells) -> Flow {
    let candidates = |k: usize| cells.get(k).map_or(0, |&cell| board.candidates(cell));
    let sees = |j: usize, k: usize| match (cells.get(j), cells.get(k)) {
        (Some(&a), Some(&b)) => PEERS[a].contains(b),
        _ => false,
    };
    let mut tuple = Tuple {
        candidates: std::array::from_fn(candidates),
        sees: [sees(0, 1), sees(1, 2), sees(2, 0)],
        pairs: [0; 9],
        triplets: [0; 20],
        len: 0,
    };
    excluders.for_each(|cell| tuple.add(board.candidates(cell)));
    let allowed = |k| match cells.len() {
        2 => tuple.allowed_of_two(k),
        _ => tuple.allowed_of_three(k),
    };
    let gone: Vec<(u8, u16)> = (0..cells.len())
        .map(|k| (cells[k] as u8, tuple.candidates[k] & !allowed(k)))
        .filter(|(_, gone)| *gone != 0)
        .collect();
    if gone.is_empty() {
        return Flow::Continue(());
    }
    let technique = match cells.len() {
        2 => Technique::AlignedPair,
        _ => Technique::AlignedTriplet,
    };
    let cells = cells.iter().map(|&cell| cell as u8).collect();
    let why = Why::Aligned(cells, excluders.map(|cell| cell as u8).collect());
    Flow::Break(Hint::remove(technique, gone, why))
}

/// Two cells, or three, and those that may exclude what they hold.
struct Tuple {
    candidates: [u16; 3],
    /// Whether the first two see each other, the second and the third, the third and the first.
    sees: [bool; 3],
    /// The digits with which each digit leaves an excluder of two nothing.
    pairs: [u16; 9],
    /// The excluders of three.
    triplets: [u16; 20],
    len: usize,
}

impl Tuple {
    fn add(&mut self, excluder: u16) {
        if count(excluder) == 2 {
            for digit in ones(excluder) {
                self.pairs[digit] |= excluder & !(1 << digit);
            }
        } else {
            self.triplets[self.len] = excluder;
            self.len += 1;
        }
    }

    /// What the cell after this one may hold beside this digit.
    #[inline]
    fn beside(&self, cell: usize, other: usize, digit: usize) -> u16 {
        // Cells 0 and 1 see each other by `sees[0]`, 1 and 2 by `sees[1]`, 2 and 0 by `sees[2]`.
        let sees = self.sees[if (cell + 1) % 3 == other { cell } else { other }];
        self.candidates[other] & !(self.pairs[digit] | (sees as u16) << digit)
    }

    /// The candidates of a cell of two that are in an allowed assignment.
    fn allowed_of_two(&self, cell: usize) -> u16 {
        let is_allowed = |&digit: &usize| self.beside(cell, 1 - cell, digit) != 0;
        ones(self.candidates[cell]).filter(is_allowed).fold(0, |mask, digit| mask | 1 << digit)
    }

    /// As above for a cell of three: some digit of the next cell leaves the last cell one.
    fn allowed_of_three(&self, cell: usize) -> u16 {
        let (next, last) = ((cell + 1) % 3, (cell + 2) % 3);
        let is_allowed = |&digit: &usize| {
            let left = self.beside(cell, last, digit);
            left != 0
                && ones(self.beside(cell, next, digit)).any(|second| {
                    let both = 1 << digit | 1 << second;
                    let rest = |mask: &u16| mask & !both;
                    let third = |mask| Some(rest(mask)).filter(|rest| rest.is_power_of_two());
                    let excluded = self.triplets[..self.len].iter().filter_map(third);
                    let excluded = excluded.fold(0, |all, third| all | third);
                    left & self.beside(next, last, second) & !excluded != 0
                })
        };
        ones(self.candidates[cell]).filter(is_allowed).fold(0, |mask, digit| mask | 1 << digit)
    }
}
