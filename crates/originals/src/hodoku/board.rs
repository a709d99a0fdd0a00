//! `Board`: candidates, counters, and the two queues of singles.

use super::step::Step;
use crate::grid::{Candidate, Cell, Cells, Digit, Grid, House, Puzzle};

/// Candidates in the order in which they became singles. An entry leaves only from the front, or because its
/// digit has no place left in a house.
#[derive(Clone, Copy)]
pub struct Queue<const N: usize> {
    entries: [(Cell, Digit); N],
    begin: u16,
    end: u16,
}

impl<const N: usize> Queue<N> {
    const EMPTY: Queue<N> = Queue { entries: [(Cell::new(0), Digit::new(0)); N], begin: 0, end: 0 };

    fn push(&mut self, cell: Cell, digit: Digit) {
        self.entries[usize::from(self.end)] = (cell, digit);
        self.end += 1;
    }

    /// Removes and returns the oldest entry.
    pub fn take(&mut self) -> Option<(Cell, Digit)> {
        let first = self.iter().next()?;
        self.begin += 1;
        Some(first)
    }

    /// Returns cell and digit of all entries, from the oldest.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Digit)> {
        self.entries[usize::from(self.begin)..usize::from(self.end)].iter().copied()
    }

    fn remove_oldest(&mut self, digit: Digit, house: Cells) {
        let is_it = |&(cell, its): &(Cell, Digit)| its == digit && house.contains(cell);
        let Some(at) = self.iter().position(|entry| is_it(&entry)) else { return };
        let at = usize::from(self.begin) + at;
        self.entries.copy_within(at + 1..usize::from(self.end), at);
        self.end -= 1;
    }
}

/// A state as HoDoKu keeps it. The next step depends on the queues, and so on the way that led to the state.
#[derive(Clone, Copy)]
pub struct Board {
    /// Digit of each filled cell; [`EMPTY`] for each empty cell.
    values: [u8; 81],
    masks: [u16; 81],
    /// Number of places that each digit has in each house.
    counts: [[u8; 9]; 27],
    planes: [Cells; 9],
    placed: [Cells; 9],
    given: Cells,
    open: Cells,
    /// Cells with one candidate left.
    pub naked: Queue<81>,
    /// Digits with one cell left in a house.
    pub hidden: Queue<243>,
}

const EMPTY: u8 = 9;

impl Board {
    /// Reads the clues of a puzzle one after the other, then its deleted candidates.
    pub fn new(puzzle: &Puzzle) -> Board {
        let (grid, clues) = (puzzle.grid(), puzzle.clues());
        let given = clues.iter().fold(Cells::EMPTY, |all, &plane| all | plane);
        // Contradictory clues are also read.
        let values =
            std::array::from_fn(|digit| clues[digit] | grid.plane(Digit::new(digit)) & grid.placed());
        let left = std::array::from_fn(|digit| grid.plane(Digit::new(digit)));
        Board::of(&values, given, &left)
    }

    /// Returns the state with these values, some of them given, and these candidates left.
    pub fn of(values: &[Cells; 9], given: Cells, left: &[Cells; 9]) -> Board {
        let mut board = Board {
            values: [EMPTY; 81],
            masks: [0x1FF; 81],
            counts: [[9; 9]; 27],
            planes: [Cells::ALL; 9],
            placed: [Cells::EMPTY; 9],
            given,
            open: Cells::ALL,
            naked: Queue::EMPTY,
            hidden: Queue::EMPTY,
        };
        let all = || Cells::ALL.flat_map(|cell| Digit::all().map(move |digit| (cell, digit)));
        for (cell, digit) in all().filter(|&(cell, digit)| values[digit].contains(cell)) {
            board.place(cell, digit);
        }
        for (cell, digit) in all().filter(|&(cell, digit)| !left[digit].contains(cell)) {
            board.remove(cell, digit);
        }
        board
    }

    /// Removes a candidate from a cell, and queues the singles that this leaves.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        if self.masks[cell] & digit.bit() == 0 {
            return;
        }
        self.masks[cell] &= !digit.bit();
        self.planes[digit].remove(cell);
        let left = self.masks[cell];
        if left == 0 {
            return;
        }
        if left & (left - 1) == 0 {
            self.naked.push(cell, Digit::lowest(left));
        }
        for house in cell.houses() {
            let count = &mut self.counts[house][digit];
            *count -= 1;
            match *count {
                1 => self.queue_hidden(house, digit),
                0 => self.hidden.remove_oldest(digit, house.cells()),
                _ => {}
            }
        }
    }

    fn queue_hidden(&mut self, house: House, digit: Digit) {
        if let Some(cell) = (self.planes[digit] & house.cells()).first() {
            self.hidden.push(cell, digit);
        }
    }

    /// Places a digit in a cell (in a contradictory state, even in a filled one).
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        if self.values[cell] == digit.number() - 1 {
            return;
        }
        let mask = self.masks[cell];
        self.values[cell] = digit.number() - 1;
        self.masks[cell] = 0;
        self.open.remove(cell);
        self.placed[digit].insert(cell);
        Digit::in_mask(mask).for_each(|its| self.planes[its].remove(cell));
        for peer in cell.peers() & self.planes[digit] {
            self.remove(peer, digit);
        }
        for its in Digit::in_mask(mask) {
            for house in cell.houses() {
                self.counts[house][its] -= 1;
                if self.counts[house][its] == 1 && its != digit {
                    self.queue_hidden(house, its);
                }
            }
        }
    }

    /// Applies the placement or eliminations of a step, in its order.
    pub fn apply(&mut self, step: &Step) {
        step.eliminations.iter().for_each(|one| self.remove(one.cell, one.digit));
        if let Some(value) = step.placement {
            self.place(value.cell, value.digit);
        }
    }

    /// Returns this state as a grid.
    pub fn grid(&self) -> Grid {
        let planes = std::array::from_fn(|digit| self.planes[digit] | self.placed[digit]);
        Grid::of(planes, !self.open)
    }

    /// Returns the candidates of a cell, one bit for each digit; none if it is filled.
    #[inline]
    pub fn mask(&self, cell: Cell) -> u16 {
        self.masks[cell]
    }

    /// Returns the digit of a filled cell.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        (self.values[cell] != EMPTY).then(|| Digit::new(self.values[cell].into()))
    }

    /// Returns the number of places of each digit in a house.
    #[inline]
    pub fn counts(&self, house: House) -> &[u8; 9] {
        &self.counts[house]
    }

    /// Returns the number of places of a digit in a house.
    #[inline]
    pub fn count(&self, house: House, digit: Digit) -> usize {
        self.counts[house][digit].into()
    }

    /// Returns the cells that may hold a digit.
    #[inline]
    pub fn plane(&self, digit: Digit) -> Cells {
        self.planes[digit]
    }

    /// Returns the cells that may hold each digit.
    #[inline]
    pub fn planes(&self) -> &[Cells; 9] {
        &self.planes
    }

    /// Returns the cells with each digit as their value.
    #[inline]
    pub fn placed(&self) -> &[Cells; 9] {
        &self.placed
    }

    /// Returns the cells of a house that may hold a digit.
    #[inline]
    pub fn places(&self, house: House, digit: Digit) -> Cells {
        self.planes[digit] & house.cells()
    }

    /// Whether a cell may hold a digit.
    #[inline]
    pub fn allows(&self, cell: Cell, digit: Digit) -> bool {
        self.masks[cell] & digit.bit() != 0
    }

    /// Returns the empty cells that no value keeps from holding a digit, whatever patterns have removed.
    pub fn allowed(&self, digit: Digit) -> Cells {
        self.placed[digit].fold(self.open, |left, cell| left - cell.peers())
    }

    /// Returns the empty cells.
    #[inline]
    pub fn open(&self) -> Cells {
        self.open
    }

    /// Returns the filled cells that are not clues.
    pub fn solved(&self) -> Cells {
        Cells::ALL - self.open - self.given
    }

    /// Returns the cells with this many candidates, one to three.
    pub fn with(&self, candidates: usize) -> Cells {
        // Cells with at least 0, 1, 2, 3 and 4 candidates.
        let mut least = [Cells::ALL, Cells::EMPTY, Cells::EMPTY, Cells::EMPTY, Cells::EMPTY];
        for &plane in &self.planes {
            for count in (1..5).rev() {
                least[count] |= least[count - 1] & plane;
            }
        }
        least[candidates] - least[candidates + 1]
    }

    /// Returns the candidates of these digits in a cell.
    pub fn in_cell(&self, cell: Cell, digits: u16) -> impl Iterator<Item = Candidate> + use<> {
        Digit::in_mask(self.masks[cell] & digits).map(move |digit| Candidate::new(digit, cell))
    }
}

/// Returns the number of bits in a mask of nine. (Portable builds cannot use the machine's instruction for
/// it.)
#[inline]
pub fn len(mask: u16) -> usize {
    const LENS: [u8; 512] = {
        let mut lens = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            lens[mask] = lens[mask / 2] + mask as u8 % 2;
            mask += 1;
        }
        lens
    };
    LENS[usize::from(mask & 0x1FF)].into()
}

/// Returns the cells after a cell.
#[inline]
pub fn behind(cell: Cell) -> Cells {
    Cells(Cells::ALL.bits() >> (cell.index() + 1) << (cell.index() + 1))
}

/// Returns the cells that see all of `cells`.
pub fn seen_by_all(cells: Cells) -> Cells {
    cells.fold(Cells::ALL, |left, cell| left & cell.peers())
}

/// Returns the cells that see at least one of `cells`.
pub fn seen_by_any(cells: Cells) -> Cells {
    cells.fold(Cells::EMPTY, |all, cell| all | cell.peers())
}

/// Whether two cells see each other.
#[inline]
pub fn sees(cell: Cell, other: Cell) -> bool {
    cell.peers().contains(other)
}

/// Returns the houses that two cells share: row, column, block.
pub fn shared_houses(cell: Cell, other: Cell) -> impl Iterator<Item = House> {
    cell.houses().into_iter().zip(other.houses()).filter(|(a, b)| a == b).map(|(a, _)| a)
}

/// Returns the candidates of `digit` in `cells`.
pub fn of_digit(digit: Digit, cells: Cells) -> impl Iterator<Item = Candidate> {
    cells.map(move |cell| Candidate::new(digit, cell))
}
