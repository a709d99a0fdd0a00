//! `Board`: the state as the rules of the rating read it.

use crate::grid::{Candidate, Cells, Grid, PEERS, Puzzle, SQUARES, bits, houses_of};

/// The houses of one type begin here in [`crate::grid::HOUSES`].
pub const ROW: usize = 0;
pub const COLUMN: usize = 9;
pub const BLOCK: usize = 18;
/// Types in the order of singles and subsets.
pub const BLOCK_COLUMN_ROW: [usize; 3] = [BLOCK, COLUMN, ROW];
/// Types in the order of links.
pub const BLOCK_ROW_COLUMN: [usize; 3] = [BLOCK, ROW, COLUMN];

/// The 20 peers of a cell, block first, then what is left of its row, then of its column.
pub static NEIGHBOURS: [[u8; 20]; 81] = {
    let mut all = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = houses_of(cell);
        let (houses, mut k, mut len, mut seen) = ([block, row, column], 0, 0, 1u128 << cell);
        while k < 3 {
            let mut i = 0;
            while i < 9 {
                let other = SQUARES[houses[k]][i];
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    all[cell][len] = other;
                    len += 1;
                }
                i += 1;
            }
            k += 1;
        }
        cell += 1;
    }
    all
};

/// The position of each cell in its row, its column and its block.
pub static POSITION: [[u8; 3]; 81] = {
    let mut all = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        all[cell] = [column as u8, row as u8, (row % 3 * 3 + column % 3) as u8];
        cell += 1;
    }
    all
};

/// The house of this type that the cell is in.
#[inline]
pub const fn house_of(cell: usize, kind: usize) -> usize {
    houses_of(cell)[kind / 9]
}

/// The position of a cell in its house of this type.
#[inline]
pub fn position_in(cell: usize, house: usize) -> usize {
    POSITION[cell][house / 9] as usize
}

/// A house: the places of each digit, and how many cells are empty.
pub type HousePart = ([u16; 9], u8);
/// A digit: its places, and how many cells are decided with it.
pub type DigitPart = (Cells, u8);

/// Values, candidates, and the places of each digit in each house. A decided cell has no candidates.
#[derive(Clone)]
pub struct Board {
    values: [u8; 81],
    candidates: [u16; 81],
    places: [[u16; 9]; 27],
    planes: [Cells; 9],
    empties: [u8; 27],
    filled: [u8; 9],
    open: Cells,
}

impl Board {
    /// The state from which a puzzle is solved.
    pub fn new(puzzle: &Puzzle) -> Board {
        Board::of(&puzzle.grid())
    }

    /// This state.
    pub fn of(grid: &Grid) -> Board {
        let mut board = Board {
            values: [0; 81],
            candidates: [0; 81],
            places: [[0; 9]; 27],
            planes: std::array::from_fn(|digit| grid.open_plane(digit)),
            empties: [9; 27],
            filled: [0; 9],
            open: !grid.placed(),
        };
        for digit in 0..9 {
            for cell in grid.open_plane(digit) {
                board.candidates[cell] |= 1 << digit;
                for (house, at) in houses_of(cell).into_iter().zip(POSITION[cell]) {
                    board.places[house][digit] |= 1 << at;
                }
            }
            for cell in grid.plane(digit) & grid.placed() {
                board.decide(cell, digit);
            }
        }
        board
    }

    /// This state as a grid.
    pub fn grid(&self) -> Grid {
        let mut planes = self.planes;
        for cell in !self.open {
            planes[self.values[cell] as usize - 1].insert(cell);
        }
        Grid::of(planes, !self.open)
    }

    /// The digit of a decided cell.
    #[inline]
    pub fn value(&self, cell: usize) -> Option<usize> {
        (self.values[cell] as usize).checked_sub(1)
    }

    /// What the cell may hold, a bit for each digit; nothing if it is decided.
    #[inline]
    pub fn candidates(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    /// As above for all cells.
    #[inline]
    pub fn all_candidates(&self) -> &[u16; 81] {
        &self.candidates
    }

    /// All of a house that decides what there is in it.
    #[inline]
    pub fn house(&self, house: usize) -> HousePart {
        (self.places[house], self.empties[house])
    }

    /// All of a digit that decides what there is of it.
    #[inline]
    pub fn digit(&self, digit: usize) -> DigitPart {
        (self.planes[digit], self.filled[digit])
    }

    /// Whether the cell may hold the digit.
    #[inline]
    pub fn allows(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 != 0
    }

    /// The positions in the house that may hold the digit.
    #[inline]
    pub fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// As above for all digits.
    #[inline]
    pub fn all_places(&self, house: usize) -> &[u16; 9] {
        &self.places[house]
    }

    /// The cells that may hold the digit.
    #[inline]
    pub fn plane(&self, digit: usize) -> Cells {
        self.planes[digit]
    }

    /// Number of undecided cells of the house.
    #[inline]
    pub fn empties(&self, house: usize) -> usize {
        self.empties[house] as usize
    }

    /// Number of cells decided with the digit.
    #[inline]
    pub fn filled(&self, digit: usize) -> usize {
        self.filled[digit] as usize
    }

    /// The undecided cells.
    #[inline]
    pub fn open(&self) -> Cells {
        self.open
    }

    /// Whether every cell is decided.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.open.is_empty()
    }

    /// Takes these digits out of the cell.
    #[inline]
    pub fn eliminate(&mut self, cell: usize, digits: u16) {
        let gone = self.candidates[cell] & digits;
        self.candidates[cell] &= !gone;
        for digit in ones(gone) {
            self.forget(cell, digit);
        }
    }

    /// The planes and the places lose a candidate.
    #[inline]
    fn forget(&mut self, cell: usize, digit: usize) {
        self.planes[digit].remove(cell);
        for (house, at) in houses_of(cell).into_iter().zip(POSITION[cell]) {
            self.places[house][digit] &= !(1 << at);
        }
    }

    /// Decides the cell.
    pub fn place(&mut self, cell: usize, digit: usize) {
        self.eliminate(cell, 0x1FF);
        for peer in PEERS[cell] & self.planes[digit] {
            self.candidates[peer] &= !(1 << digit);
            self.forget(peer, digit);
        }
        self.open.remove(cell);
        self.decide(cell, digit);
    }

    /// Counts a value.
    fn decide(&mut self, cell: usize, digit: usize) {
        self.values[cell] = digit as u8 + 1;
        self.filled[digit] += 1;
        for house in houses_of(cell) {
            self.empties[house] -= 1;
        }
    }

    /// The candidates of a house's positions.
    #[inline]
    pub fn in_house(&self, house: usize) -> [u16; 9] {
        SQUARES[house].map(|cell| self.candidates[cell as usize])
    }

    /// The cells with one candidate, with two and with three.
    pub fn cells_with_few(&self) -> [Cells; 3] {
        // Cells that have this many candidates or more.
        let mut with = [Cells::EMPTY; 4];
        for plane in self.planes {
            for k in (1..4).rev() {
                with[k] |= with[k - 1] & plane;
            }
            with[0] |= plane;
        }
        std::array::from_fn(|k| with[k] - with[k + 1])
    }

    /// All candidates, cell by cell.
    pub fn all(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.open.flat_map(|cell| bits(self.candidates[cell]).map(move |digit| Candidate::new(digit, cell)))
    }
}

/// States are the same if they have the same values and candidates; the rest follows from these.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.candidates == other.candidates && self.values == other.values
    }
}

impl Eq for Board {}

impl std::hash::Hash for Board {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.candidates.hash(state);
    }
}

/// Number of digits or positions in a mask. (Processors that count bits are not taken for granted.)
#[inline]
pub fn count(mask: u16) -> usize {
    static COUNTS: [u8; 512] = {
        let (mut all, mut mask) = ([0; 512], 0);
        while mask < 512 {
            all[mask] = mask.count_ones() as u8;
            mask += 1;
        }
        all
    };
    usize::from(COUNTS[usize::from(mask & 0x1FF)])
}

/// The numbers in a mask, the least first.
#[inline]
pub fn ones(mask: u16) -> impl Iterator<Item = usize> {
    let rest = |&mask: &u16| (mask != 0).then_some(mask & mask.wrapping_sub(1));
    let masks = std::iter::successors(Some(mask), rest).take_while(|&mask| mask != 0);
    masks.map(|mask| mask.trailing_zeros() as usize)
}

/// The subsets of this size of the first numbers, as masks in increasing order.
pub fn combinations(size: usize, of: usize) -> impl Iterator<Item = u64> {
    let first = (size <= of && of > 0).then(|| (1u64 << size) - 1);
    std::iter::successors(first, move |&mask| {
        // The next mask with as many bits (Gosper).
        let low = mask & mask.wrapping_neg();
        let carried = mask.checked_add(low).filter(|_| low != 0)?;
        let next = carried | (((mask ^ carried) >> 2) / low);
        (next.checked_shr(of as u32).unwrap_or(0) == 0).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{column_of, parse_puzzle, row_of};

    #[test]
    fn neighbours_are_the_peers_block_first() {
        for cell in 0..81 {
            let cells = NEIGHBOURS[cell].map(usize::from);
            assert_eq!(cells.into_iter().collect::<Cells>(), PEERS[cell]);
            let types = cells.map(|other| match other {
                _ if house_of(other, BLOCK) == house_of(cell, BLOCK) => 0,
                _ if row_of(other) == row_of(cell) => 1,
                _ => 2,
            });
            assert!(types.is_sorted());
            assert_eq!(types.iter().filter(|&&kind| kind == 0).count(), 8);
            assert!(cells[..8].is_sorted() && cells[8..14].is_sorted() && cells[14..].is_sorted());
            for house in houses_of(cell) {
                assert_eq!(SQUARES[house][position_in(cell, house)] as usize, cell);
            }
            assert_eq!(column_of(cell), position_in(cell, row_of(cell)));
        }
    }

    #[test]
    fn combinations_come_by_their_masks() {
        let all = |size, of| combinations(size, of).collect::<Vec<_>>();
        assert_eq!(all(2, 4), [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
        assert_eq!((all(0, 3), all(0, 0), all(4, 3)), (vec![0], vec![], vec![]));
        assert_eq!((all(9, 9), all(4, 9).len(), all(2, 64).len()), (vec![511], 126, 2016));
    }

    #[test]
    fn places_and_planes_follow_the_candidates() {
        let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
        let mut board = Board::new(&parse_puzzle(line).unwrap().into());
        board.eliminate(0, 0b11);
        for (cell, digit) in [(8, 8), (80, 0), (0, 7)] {
            for house in 0..27 {
                for digit in 0..9 {
                    let cells = SQUARES[house].iter().enumerate();
                    let may = cells.filter(|&(_, &cell)| board.allows(cell as usize, digit));
                    let may = may.fold(0, |mask, (at, _)| mask | 1 << at);
                    assert_eq!(board.places(house, digit), may);
                }
                let open = SQUARES[house].iter().filter(|&&c| board.value(c as usize).is_none());
                assert_eq!(board.empties(house), open.count());
            }
            for digit in 0..9 {
                let plane: Cells = (0..81).filter(|&c| board.allows(c, digit)).collect();
                assert_eq!(board.plane(digit), plane);
                let filled = (0..81).filter(|&c| board.value(c) == Some(digit)).count();
                assert_eq!(board.filled(digit), filled);
            }
            assert!(Board::of(&board.grid()) == board);
            assert_eq!(board.all().count(), (0..9).map(|d| board.plane(d).len()).sum::<usize>());
            if board.value(cell).is_none() {
                board.place(cell, digit);
            }
        }
    }
}
