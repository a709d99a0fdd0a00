//! Aligned exclusion: what the assignments of two or three cells leave of cells that they all see.

use super::board::{Board, NEIGHBOURS, ones};
use super::hint::{Flow, Hint, Why};
use super::technique::Technique;
use crate::grid::{Cells, PEERS};

/// A cell whose candidates may be excluded.
struct Base {
    cell: usize,
    /// What it sees of few candidates, in the order of its neighbours.
    excluders: Vec<usize>,
    set: Cells,
}

/// Aligned exclusion on so many cells, two or three.
pub fn aligned(board: &Board, size: usize, emit: &mut impl FnMut(Hint) -> Flow) -> Flow {
    let bases = bases(board, size);
    let is_base: Cells = bases.iter().map(|base| base.cell).collect();
    if bases.len() < size {
        return Flow::Continue(());
    }
    for pair in combinations_of_two(bases.len()) {
        let [a, b] = pair.map(|k| &bases[k]);
        let common = a.set & b.set;
        if common.len() < 2 {
            continue;
        }
        if size == 2 {
            exclude(board, &[a.cell, b.cell], common, emit)?;
            continue;
        }
        // The third cell is an excluder of one of the two.
        let more = b.excluders.iter().filter(|cell| !a.set.contains(**cell));
        let third = a.excluders.iter().chain(more).copied();
        for c in third.filter(|&c| is_base.contains(c) && c != a.cell && c != b.cell) {
            let of_c = bases.iter().find(|base| base.cell == c);
            let common = of_c.map_or(Cells::EMPTY, |base| common & base.set);
            if common.len() >= 2 {
                exclude(board, &[a.cell, b.cell, c], common, emit)?;
            }
        }
    }
    Flow::Continue(())
}

/// Pairs of the first `n` numbers in the order of their masks.
fn combinations_of_two(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (1..n).flat_map(|b| (0..b).map(move |a| [a, b]))
}

fn bases(board: &Board, size: usize) -> Vec<Base> {
    let counted = |range: std::ops::RangeInclusive<usize>| -> Cells {
        board
            .open()
            .filter(|&c| range.contains(&(board.candidates(c).count_ones() as usize)))
            .collect()
    };
    let (single, few) = (counted(1..=1), counted(2..=size));
    let base = |cell: usize| {
        let set = few & PEERS[cell];
        let excluders = NEIGHBOURS[cell].into_iter().map(usize::from).filter(|&c| set.contains(c));
        Base { cell, excluders: excluders.collect(), set }
    };
    let is_base = |&cell: &usize| !single.intersects(PEERS[cell]) && few.intersects(PEERS[cell]);
    counted(2..=9).filter(is_base).map(base).collect()
}

/// Removes the candidates of the cells that are in no assignment left by all the excluders.
fn exclude(
    board: &Board,
    cells: &[usize],
    excluders: Cells,
    emit: &mut impl FnMut(Hint) -> Flow,
) -> Flow {
    let masks: Vec<u16> = excluders.map(|cell| board.candidates(cell)).collect();
    let mut allowed = [0u16; 3];
    let mut chosen = [0u16; 3];
    assign(board, cells, &masks, 0, &mut chosen, &mut allowed);
    let gone = cells.iter().zip(allowed).filter_map(|(&cell, allowed)| {
        let gone = board.candidates(cell) & !allowed;
        (gone != 0).then_some((cell as u8, gone))
    });
    let gone: Vec<_> = gone.collect();
    if gone.is_empty() {
        return Flow::Continue(());
    }
    let technique = match cells.len() {
        2 => Technique::AlignedPair,
        _ => Technique::AlignedTriplet,
    };
    let bytes = |cells: &mut dyn Iterator<Item = usize>| cells.map(|cell| cell as u8).collect();
    let why = Why::Aligned(bytes(&mut cells.iter().copied()), bytes(&mut excluders.into_iter()));
    emit(Hint::remove(technique, gone, why))
}

/// Tries the candidates of the cells from the `at`-th on; what is in an allowed assignment is noted.
fn assign(
    board: &Board,
    cells: &[usize],
    excluders: &[u16],
    at: usize,
    chosen: &mut [u16; 3],
    allowed: &mut [u16; 3],
) {
    let Some(&cell) = cells.get(at) else {
        for (allowed, chosen) in allowed.iter_mut().zip(*chosen) {
            *allowed |= chosen;
        }
        return;
    };
    for digit in ones(board.candidates(cell)) {
        chosen[at] = 1 << digit;
        let all = chosen[..=at].iter().fold(0, |all, mask| all | mask);
        let clashes = (0..at).any(|k| chosen[k] == chosen[at] && PEERS[cells[k]].contains(cell));
        if !clashes && excluders.iter().all(|mask| mask & !all != 0) {
            assign(board, cells, excluders, at + 1, chosen, allowed);
        }
    }
}
