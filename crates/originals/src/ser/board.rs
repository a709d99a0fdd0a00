//! `Board`: the state as the rules of SER read it.

use super::houses::{Houses, Plain};
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Cell, Cells, Digit, Grid, Puzzle};

/// State of a house: the places of each digit, and the number of empty cells.
pub type HousePart = ([u16; 9], u8);
/// State of a digit: its places, and the number of cells decided with it.
pub type DigitPart = (Cells, u8);

/// Values, candidates, and the places of each digit in each house. A decided cell has no candidates.
#[derive(Clone)]
pub struct Board<G: Houses = Plain> {
    /// The houses.
    pub houses: G,
    values: [u8; 81],
    candidates: [u16; 81],
    places: G::PerHouse<[u16; 9]>,
    planes: [Cells; 9],
    empties: G::PerHouse<u8>,
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
        Board::with(Plain, grid)
    }
}

impl<G: Houses> Board<G> {
    /// Makes the board of a grid with these houses.
    pub fn with(houses: G, grid: &Grid) -> Board<G> {
        let mut board = Board {
            values: [0; 81],
            candidates: [0; 81],
            places: G::per_house([0; 9]),
            planes: std::array::from_fn(|digit| grid.open_plane(Digit::new(digit))),
            empties: G::per_house(houses.size() as u8),
            filled: [0; 9],
            open: houses.cells() - grid.placed(),
            houses,
        };
        for digit in Digit::all() {
            for cell in grid.open_plane(digit) {
                board.candidates[cell] |= digit.bit();
                for (house, at) in board.houses.around(cell) {
                    board.places.as_mut()[G::index(house)][digit] |= 1 << at;
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
        for cell in self.houses.cells() - self.open {
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
    pub fn house(&self, house: G::House) -> HousePart {
        (*self.all_places(house), self.empties.as_ref()[G::index(house)])
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
    pub fn places(&self, house: G::House, digit: Digit) -> u16 {
        self.all_places(house)[digit]
    }

    /// Returns the positions of all digits in the house.
    #[inline]
    pub fn all_places(&self, house: G::House) -> &[u16; 9] {
        &self.places.as_ref()[G::index(house)]
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
    pub fn empties(&self, house: G::House) -> usize {
        usize::from(self.empties.as_ref()[G::index(house)])
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
        for (house, at) in self.houses.around(cell) {
            self.places.as_mut()[G::index(house)][digit] &= !(1 << at);
        }
    }

    /// Decides the cell, and removes the digit from its peers.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.eliminate(cell, 0x1FF);
        for peer in self.houses.peers(cell) & self.planes[digit] {
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
        for (house, _) in self.houses.around(cell) {
            self.empties.as_mut()[G::index(house)] -= 1;
        }
    }

    /// Returns the candidates at each position of a house.
    #[inline]
    pub fn in_house(&self, house: G::House) -> [u16; 9] {
        self.houses.squares(house).map(|cell| self.candidates[cell])
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
impl<G: Houses> PartialEq for Board<G> {
    fn eq(&self, other: &Board<G>) -> bool {
        self.candidates == other.candidates && self.values == other.values
    }
}

impl<G: Houses> Eq for Board<G> {}

impl<G: Houses> std::hash::Hash for Board<G> {
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
    use crate::grid::{House, parse_puzzle};

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
