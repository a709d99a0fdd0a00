//! Aligned exclusion: what the assignments of two or three cells leave of cells that they all see.

use super::board::{Board, NEIGHBOURS, ones};
use super::hint::{Flow, Hint, Why};
use super::technique::Technique;
use crate::grid::{Cells, PEERS};

/// A cell whose candidates may be excluded.
struct Base {
    cell: usize,
    /// What it sees of few candidates, in the order of its neighbours, and as a set.
    excluders: Vec<u8>,
    set: Cells,
}

/// Aligned exclusion on so many cells, two or three.
pub fn aligned(board: &Board, size: usize, emit: &mut impl FnMut(Hint) -> Flow) -> Flow {
    let bases = bases(board, size);
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
            if size == 2 {
                exclude(board, &[a, b], common, emit)?;
                continue;
            }
            // The third cell is an excluder of one of the two.
            let more = of_b.excluders.iter().filter(|&&cell| !of_a.set.contains(cell.into()));
            for c in of_a.excluders.iter().chain(more).map(|&cell| usize::from(cell)) {
                if let Some(of_c) = bases.get(base_of[c]).filter(|_| c != a && c != b) {
                    let common = common & of_c.set;
                    if common.len() >= 2 {
                        exclude(board, &[a, b, c], common, emit)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

fn bases(board: &Board, size: usize) -> Vec<Base> {
    let (mut single, mut few, mut several) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    for cell in board.open() {
        match board.candidates(cell).count_ones() as usize {
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
        let excluders = NEIGHBOURS[cell].into_iter().filter(|&c| set.contains(c.into()));
        Base { cell, excluders: excluders.collect(), set }
    };
    let is_base = |&cell: &usize| !single.intersects(PEERS[cell]) && few.intersects(PEERS[cell]);
    several.filter(is_base).map(base).collect()
}

/// Removes the candidates of the cells that are in no assignment left by all the excluders.
fn exclude(
    board: &Board,
    cells: &[usize],
    excluders: Cells,
    emit: &mut impl FnMut(Hint) -> Flow,
) -> Flow {
    let (mut masks, mut len) = ([0; 20], 0);
    for cell in excluders {
        masks[len] = board.candidates(cell);
        len += 1;
    }
    let candidates = |k: usize| cells.get(k).map_or(0, |&cell| board.candidates(cell));
    let sees = |j: usize, k: usize| match (cells.get(j), cells.get(k)) {
        (Some(&a), Some(&b)) => PEERS[a].contains(b),
        _ => false,
    };
    let pattern = Tuple {
        candidates: std::array::from_fn(candidates),
        sees: [sees(0, 1), sees(0, 2), sees(1, 2)],
        excluders: &masks[..len],
    };
    let allowed = pattern.allowed();
    let gone: Vec<(u8, u16)> = (0..cells.len())
        .map(|k| (cells[k] as u8, pattern.candidates[k] & !allowed[k]))
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
    emit(Hint::remove(technique, gone, why))
}

/// Two cells, or three, and those that may exclude what they hold. Of two, the third holds nothing.
struct Tuple<'a> {
    candidates: [u16; 3],
    /// Whether the first two see each other, the first and the third, the second and the third.
    sees: [bool; 3],
    excluders: &'a [u16],
}

impl Tuple<'_> {
    /// The candidates that are in an allowed assignment; the search ends when all are.
    fn allowed(&self) -> [u16; 3] {
        let [of_a, of_b, of_c] = self.candidates;
        let mut allowed = [0; 3];
        for a in ones(of_a).map(|digit| 1 << digit) {
            for b in ones(of_b).map(|digit| 1 << digit) {
                if a == b && self.sees[0] {
                    continue;
                }
                let clash = if self.sees[1] { a } else { 0 } | if self.sees[2] { b } else { 0 };
                match self.excluded_by(a | b) {
                    None => continue,
                    Some(_) if of_c == 0 => {}
                    Some(excluded) => match of_c & !(clash | excluded) {
                        0 => continue,
                        c => allowed[2] |= c,
                    },
                }
                allowed[0] |= a;
                allowed[1] |= b;
                if allowed == self.candidates {
                    return allowed;
                }
            }
        }
        allowed
    }

    /// The digits that the third cell cannot hold beside these; nothing if these leave an excluder nothing.
    fn excluded_by(&self, digits: u16) -> Option<u16> {
        let mut excluded = 0;
        for &mask in self.excluders {
            let left = mask & !digits;
            match left.count_ones() {
                0 => return None,
                1 => excluded |= left,
                _ => {}
            }
        }
        Some(excluded)
    }
}
