//! Naked and hidden subsets, and hidden subsets that leave a hidden single.
//!
//! The number of empty cells that a house must have is part of the rules, as it decides whether a subset is
//! called naked or hidden.

use super::board::{Board, count, ones};
use super::hint::{Flow, Hint, HouseSet, Why};
use super::houses::Houses;
use super::memory::HouseMemory;
use crate::evidence::Technique;
use crate::grid::Digit;
use crate::grid::mask::Mask;

/// Subsets of two, three and four of nine members, by their masks. Subsets of the first m members come first.
static SUBSETS: [[u16; 126]; 3] = {
    let (mut all, mut len, mut mask) = ([[0; 126]; 3], [0; 3], 0u16);
    while mask < 512 {
        let size = mask.count_ones() as usize;
        if size >= 2 && size <= 4 {
            all[size - 2][len[size - 2]] = mask;
            len[size - 2] += 1;
        }
        mask += 1;
    }
    all
};

/// Number of subsets of a size among the first m members: `COUNTS[size - 2][m]`.
const COUNTS: [[usize; 10]; 3] = [
    [0, 0, 1, 3, 6, 10, 15, 21, 28, 36],
    [0, 0, 0, 1, 4, 10, 20, 35, 56, 84],
    [0, 0, 0, 0, 1, 5, 15, 35, 70, 126],
];

/// Emits the sets of `size` members of `among` whose parts together have `size` elements, by their masks: the
/// set and the union of its parts. `parts[i]` is the part of member i.
pub(super) fn closed<H, const N: usize>(
    size: usize, among: u16, parts: &[u16; N], emit: &mut impl FnMut(u16, u16) -> Flow<H>,
) -> Flow<H> {
    let (mut members, mut len) = ([0; 9], 0);
    for member in ones(among) {
        members[len] = member;
        len += 1;
    }
    for &choice in &SUBSETS[size - 2][..COUNTS[size - 2][len]] {
        let union = ones(choice).fold(0, |union, k| union | parts[members[k]]);
        if count(union) == size {
            emit(ones(choice).fold(0, |mask, k| mask | 1 << members[k]), union)?;
        }
    }
    Flow::Continue(())
}

/// Returns the members whose parts have two to `size` elements.
#[inline]
pub(super) fn few<const N: usize>(size: usize, parts: &[u16; N]) -> u16 {
    let is_few = |part: &u16| (2..=size).contains(&count(*part));
    (0..N).filter(|&k| is_few(&parts[k])).fold(0, |mask, k| mask | 1 << k)
}

/// Finds hidden subsets that remove something.
pub fn hidden<G: Houses>(board: &Board<G>, size: usize, memory: &mut HouseMemory<G>) -> Flow<G::House> {
    let technique = [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad][size - 2];
    hidden_with(board, size, 2 * size, memory, &mut |set, house| {
        let others = |at: usize| {
            let cell = board.houses.square(house, at);
            let gone = board.candidates(cell) & !set.digits;
            (gone != 0).then_some((cell, gone))
        };
        let gone: Vec<_> = ones(set.positions).filter_map(others).collect();
        match gone.is_empty() {
            true => Flow::Continue(()),
            false => Flow::Break(Hint::remove(technique, gone, Why::HiddenSet(set))),
        }
    })
}

/// Finds hidden subsets that leave another digit one place. Nothing else is removed.
pub fn direct_hidden<G: Houses>(
    board: &Board<G>, size: usize, memory: &mut HouseMemory<G>,
) -> Flow<G::House> {
    let technique = [Technique::DirectHiddenPair, Technique::DirectHiddenTriplet][size - 2];
    hidden_with(board, size, size, memory, &mut |set, house| {
        let single = Digit::all().zip(board.all_places(house)).find_map(|(digit, &places)| {
            let left = places & !set.positions;
            let is_single = set.digits & digit.bit() == 0 && count(places) >= 2 && left.is_power_of_two();
            is_single.then(|| (board.houses.square(house, left.lowest()), digit))
        });
        match single {
            None => Flow::Continue(()),
            Some((cell, digit)) => {
                let why = Why::DirectHiddenSet(set);
                Flow::Break(Hint::place(technique, cell, digit, why))
            }
        }
    })
}

/// Emits the hidden subsets of houses with more than `empties` empty cells.
fn hidden_with<G: Houses>(
    board: &Board<G>, size: usize, empties: usize, memory: &mut HouseMemory<G>,
    emit: &mut impl FnMut(HouseSet<G::House>, G::House) -> Flow<G::House>,
) -> Flow<G::House> {
    for &house in board.houses.sets() {
        if board.empties(house) > empties && !memory.is_known(G::index(house), board.house(house)) {
            let places = board.all_places(house);
            closed(size, few(size, places), places, &mut |digits, positions| {
                emit(HouseSet { house, digits, positions }, house)
            })?;
            memory.keep(G::index(house), board.house(house));
        }
    }
    Flow::Continue(())
}

/// Finds naked subsets that remove something.
pub fn naked<G: Houses>(board: &Board<G>, size: usize, memory: &mut HouseMemory<G>) -> Flow<G::House> {
    let technique = [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad][size - 2];
    for &house in board.houses.sets() {
        if board.empties(house) < 2 * size || memory.is_known(G::index(house), board.house(house)) {
            continue;
        }
        let cells = board.in_house(house);
        closed(size, few(size, &cells), &cells, &mut |positions, digits| {
            let others = (0..9).filter(|at| positions >> at & 1 == 0 && cells[*at] & digits != 0);
            let gone: Vec<_> =
                others.map(|at| (board.houses.square(house, at), cells[at] & digits)).collect();
            if gone.is_empty() {
                return Flow::Continue(());
            }
            let why = Why::NakedSet(HouseSet { house, digits, positions });
            Flow::Break(Hint::remove(technique, gone, why))
        })?;
        memory.keep(G::index(house), board.house(house));
    }
    Flow::Continue(())
}
