//! `Board`: the state as the rules of SER read it.

use crate::grid::mask::Mask;
use crate::grid::{Candidate, Cell, Cells, Digit, Grid, House, HouseKind, Puzzle};

/// House types in the order of singles and subsets.
pub const BLOCK_COLUMN_ROW: [HouseKind; 3] = [HouseKind::Block, HouseKind::Column, HouseKind::Row];
/// House types in the order of links.
pub const BLOCK_ROW_COLUMN: [HouseKind; 3] = [HouseKind::Block, HouseKind::Row, HouseKind::Column];

/// The 20 peers of a cell: those in its block, then the others in its row, then the others in its column.
pub static NEIGHBOURS: [[Cell; 20]; 81] = {
    let mut all = [[Cell::new(0); 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = Cell::new(cell).houses();
        let (houses, mut k, mut len, mut seen) = ([block, row, column], 0, 0, 1u128 << cell);
        while k < 3 {
            let mut i = 0;
            while i < 9 {
                let other = houses[k].square(i);
                if seen >> other.index() & 1 == 0 {
                    seen |= 1 << other.index();
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
        let (row, column) = (Cell::new(cell).row(), Cell::new(cell).column());
        all[cell] = [column as u8, row as u8, (row % 3 * 3 + column % 3) as u8];
        cell += 1;
    }
    all
};

/// Returns the house of this type that the cell is in.
#[inline]
pub fn house_of(cell: Cell, kind: HouseKind) -> House {
    cell.houses()[kind.index()]
}

/// Returns the position of a cell in a house.
#[inline]
pub fn position_in(cell: Cell, house: House) -> usize {
    POSITION[cell][house.kind().index()].into()
}

/// State of a house: the places of each digit, and the number of empty cells.
pub type HousePart = ([u16; 9], u8);
/// State of a digit: its places, and the number of cells decided with it.
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
    /// Makes the state from which a puzzle is solved.
    pub fn new(puzzle: &Puzzle) -> Board {
        Board::of(&puzzle.grid())
    }

    /// Makes the board of a grid.
    pub fn of(grid: &Grid) -> Board {
        let mut board = Board {
            values: [0; 81],
            candidates: [0; 81],
            places: [[0; 9]; 27],
            planes: std::array::from_fn(|digit| grid.open_plane(Digit::new(digit))),
            empties: [9; 27],
            filled: [0; 9],
            open: !grid.placed(),
        };
        for digit in Digit::all() {
            for cell in grid.open_plane(digit) {
                board.candidates[cell] |= digit.bit();
                for (house, at) in cell.houses().into_iter().zip(POSITION[cell]) {
                    board.places[house][digit] |= 1 << at;
                }
            }
            for cell in grid.plane(digit) & grid.placed() {
                board.decide(cell, digit);
            }
        }
        board
    }

    /// Returns the board as a grid.
    pub fn grid(&self) -> Grid {
        let mut planes = self.planes;
        for cell in !self.open {
            // A contradiction may leave a cell with neither digit nor candidates.
            if let Some(digit) = self.value(cell) {
                planes[digit].insert(cell);
            }
        }
        Grid::of(planes, !self.open)
    }

    /// Returns the digit of a decided cell.
    #[inline]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        (usize::from(self.values[cell])).checked_sub(1).map(Digit::new)
    }

    /// Returns the candidates of the cell, a bit for each digit; none if it is decided.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> u16 {
        self.candidates[cell]
    }

    /// Returns the candidates of all cells.
    #[inline]
    pub fn all_candidates(&self) -> &[u16; 81] {
        &self.candidates
    }

    /// Returns the state of a house, which determines all hints within the house.
    #[inline]
    pub fn house(&self, house: House) -> HousePart {
        (self.places[house], self.empties[house])
    }

    /// Returns the state of a digit, which determines all hints of the digit alone.
    #[inline]
    pub fn digit(&self, digit: Digit) -> DigitPart {
        (self.planes[digit], self.filled[digit])
    }

    /// Whether the digit is a candidate of the cell.
    #[inline]
    pub fn allows(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates[cell] >> digit.index() & 1 != 0
    }

    /// Returns the positions of the digit in the house.
    #[inline]
    pub fn places(&self, house: House, digit: Digit) -> u16 {
        self.places[house][digit]
    }

    /// Returns the positions of all digits in the house.
    #[inline]
    pub fn all_places(&self, house: House) -> &[u16; 9] {
        &self.places[house]
    }

    /// Returns the cells that have the digit as a candidate.
    #[inline]
    pub fn plane(&self, digit: Digit) -> Cells {
        self.planes[digit]
    }

    /// Returns the cells that have each digit as a candidate.
    #[inline]
    pub fn planes(&self) -> [Cells; 9] {
        self.planes
    }

    /// Returns the number of undecided cells of the house.
    #[inline]
    pub fn empties(&self, house: House) -> usize {
        usize::from(self.empties[house])
    }

    /// Returns the number of cells decided with the digit.
    #[inline]
    pub fn filled(&self, digit: Digit) -> usize {
        usize::from(self.filled[digit])
    }

    /// Returns the undecided cells.
    #[inline]
    pub fn open(&self) -> Cells {
        self.open
    }

    /// Whether every cell is decided.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.open.is_empty()
    }

    /// Removes these digits from the cell.
    #[inline]
    pub fn eliminate(&mut self, cell: Cell, digits: u16) {
        let gone = self.candidates[cell] & digits;
        self.candidates[cell] &= !gone;
        for digit in digits_in(gone) {
            self.forget(cell, digit);
        }
    }

    /// Removes a candidate from the planes and the places.
    #[inline]
    fn forget(&mut self, cell: Cell, digit: Digit) {
        self.planes[digit].remove(cell);
        for (house, at) in cell.houses().into_iter().zip(POSITION[cell]) {
            self.places[house][digit] &= !(1 << at);
        }
    }

    /// Decides the cell, and removes the digit from its peers.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.eliminate(cell, 0x1FF);
        for peer in cell.peers() & self.planes[digit] {
            self.candidates[peer] &= !digit.bit();
            self.forget(peer, digit);
        }
        self.open.remove(cell);
        self.decide(cell, digit);
    }

    /// Records a value.
    fn decide(&mut self, cell: Cell, digit: Digit) {
        self.values[cell] = digit.number();
        self.filled[digit] += 1;
        for house in cell.houses() {
            self.empties[house] -= 1;
        }
    }

    /// Returns the candidates at each position of a house.
    #[inline]
    pub fn in_house(&self, house: House) -> [u16; 9] {
        house.squares().map(|cell| self.candidates[cell])
    }

    /// Returns the cells with one candidate, with two and with three.
    pub fn cells_with_few(&self) -> [Cells; 3] {
        // Cells with more than k candidates, at index k.
        let mut with = [Cells::EMPTY; 4];
        for plane in self.planes {
            for k in (1..4).rev() {
                with[k] |= with[k - 1] & plane;
            }
            with[0] |= plane;
        }
        std::array::from_fn(|k| with[k] - with[k + 1])
    }

    /// Returns all candidates, cell by cell.
    pub fn all(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.open.flat_map(|cell| {
            Digit::in_mask(self.candidates[cell]).map(move |digit| Candidate::new(digit, cell))
        })
    }
}

/// Equality of values and candidates, from which the rest follows.
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

/// Returns the number of digits or positions in a mask. (Not every processor can count bits.)
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

/// Returns the numbers in a mask, in ascending order.
#[inline]
pub fn ones(mask: u16) -> impl Iterator<Item = usize> {
    let rest = |&mask: &u16| (mask != 0).then_some(mask & mask.wrapping_sub(1));
    let masks = std::iter::successors(Some(mask), rest).take_while(|&mask| mask != 0);
    masks.map(|mask| mask.lowest())
}

/// The digits in a mask, the least first.
#[inline]
pub fn digits_in(mask: u16) -> impl Iterator<Item = Digit> {
    ones(mask).map(Digit::new)
}

/// Returns all sets of `size` numbers below `of`, as masks in ascending order.
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
    use crate::grid::parse_puzzle;

    #[test]
    fn neighbours_are_the_peers_block_first() {
        for cell in Cell::all() {
            let cells = NEIGHBOURS[cell];
            assert_eq!(cells.into_iter().collect::<Cells>(), cell.peers());
            let types = cells.map(|other| match other {
                _ if other.block() == cell.block() => 0,
                _ if other.row() == cell.row() => 1,
                _ => 2,
            });
            assert!(types.is_sorted());
            assert_eq!(types.iter().filter(|&&kind| kind == 0).count(), 8);
            assert!(cells[..8].is_sorted() && cells[8..14].is_sorted() && cells[14..].is_sorted());
            for house in cell.houses() {
                assert_eq!(house.square(position_in(cell, house)), cell);
            }
            assert_eq!(cell.column(), position_in(cell, House::row(cell.row())));
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
        board.eliminate(Cell::new(0), 0b11);
        for (cell, digit) in
            [(8, 8), (80, 0), (0, 7)].map(|(cell, digit)| (Cell::new(cell), Digit::new(digit)))
        {
            for house in House::all() {
                for digit in Digit::all() {
                    let cells = house.squares().into_iter().enumerate();
                    let may = cells.filter(|&(_, cell)| board.allows(cell, digit));
                    let may = may.fold(0, |mask, (at, _)| mask | 1 << at);
                    assert_eq!(board.places(house, digit), may);
                }
                let open = house.squares().into_iter().filter(|&c| board.value(c).is_none());
                assert_eq!(board.empties(house), open.count());
            }
            for digit in Digit::all() {
                let plane: Cells = Cell::all().filter(|&c| board.allows(c, digit)).collect();
                assert_eq!(board.plane(digit), plane);
                let filled = Cell::all().filter(|&c| board.value(c) == Some(digit)).count();
                assert_eq!(board.filled(digit), filled);
            }
            assert!(Board::of(&board.grid()) == board);
            assert_eq!(board.all().count(), Digit::all().map(|d| board.plane(d).len()).sum::<usize>());
            if board.value(cell).is_none() {
                board.place(cell, digit);
            }
        }
    }
}
