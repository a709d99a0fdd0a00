//! `Board`: candidates, counters, and the two queues of singles.

use super::step::Step;
use crate::grid::{Candidate, Cells, Grid, HOUSES, PEERS, Puzzle, bits, houses_of};

/// Candidates in the order in which they became singles. None is taken out but from the front, or because its
/// digit has no place left.
#[derive(Clone, Copy)]
pub struct Queue<const N: usize> {
    entries: [(u8, u8); N],
    begin: u16,
    end: u16,
}

impl<const N: usize> Queue<N> {
    const EMPTY: Queue<N> = Queue { entries: [(0, 0); N], begin: 0, end: 0 };

    fn push(&mut self, cell: usize, digit: usize) {
        self.entries[usize::from(self.end)] = (cell as u8, digit as u8);
        self.end += 1;
    }

    /// The oldest, which is taken out.
    pub fn take(&mut self) -> Option<(usize, usize)> {
        let first = self.iter().next()?;
        self.begin += 1;
        Some(first)
    }

    /// Cell and digit of all, from the oldest.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let entries = &self.entries[usize::from(self.begin)..usize::from(self.end)];
        entries.iter().map(|&(cell, digit)| (cell.into(), digit.into()))
    }

    fn remove_oldest(&mut self, digit: usize, house: Cells) {
        let is_it = |&(cell, its): &(usize, usize)| its == digit && house.contains(cell);
        let Some(at) = self.iter().position(|entry| is_it(&entry)) else { return };
        let at = usize::from(self.begin) + at;
        self.entries.copy_within(at + 1..usize::from(self.end), at);
        self.end -= 1;
    }
}

/// A state as HoDoKu keeps it. What it finds next depends on its queues, and so on the way that led here.
#[derive(Clone, Copy)]
pub struct Board {
    /// The digit of a filled cell, [`EMPTY`] of others.
    values: [u8; 81],
    masks: [u16; 81],
    /// For each house the number of places of each digit.
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
    /// The state in which a puzzle is read: its clues one after the other, then what is deleted.
    pub fn new(puzzle: &Puzzle) -> Board {
        let (grid, clues) = (puzzle.grid(), puzzle.clues());
        let given = clues.iter().fold(Cells::EMPTY, |all, &plane| all | plane);
        // Clues that contradict each other are read all the same.
        let values = std::array::from_fn(|digit| clues[digit] | grid.plane(digit) & grid.placed());
        let left = std::array::from_fn(|digit| grid.plane(digit));
        Board::of(&values, given, &left)
    }

    /// The state with these values, of which some are given, and these candidates left.
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
        let all = || Cells::ALL.flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        for (cell, digit) in all().filter(|&(cell, digit)| values[digit].contains(cell)) {
            board.place(cell, digit);
        }
        for (cell, digit) in all().filter(|&(cell, digit)| !left[digit].contains(cell)) {
            board.remove(cell, digit);
        }
        board
    }

    /// Takes a candidate out of a cell. Singles that this leaves are queued.
    pub fn remove(&mut self, cell: usize, digit: usize) {
        if self.masks[cell] >> digit & 1 == 0 {
            return;
        }
        self.masks[cell] &= !(1 << digit);
        self.planes[digit].remove(cell);
        let left = self.masks[cell];
        if left == 0 {
            return;
        }
        if left & (left - 1) == 0 {
            self.naked.push(cell, left.trailing_zeros() as usize);
        }
        for house in houses_of(cell) {
            let count = &mut self.counts[house][digit];
            *count -= 1;
            match *count {
                1 => self.queue_hidden(house, digit),
                0 => self.hidden.remove_oldest(digit, HOUSES[house]),
                _ => {}
            }
        }
    }

    fn queue_hidden(&mut self, house: usize, digit: usize) {
        if let Some(cell) = (self.planes[digit] & HOUSES[house]).first() {
            self.hidden.push(cell, digit);
        }
    }

    /// Decides a cell. (Of a contradictory state a filled one, too.)
    pub fn place(&mut self, cell: usize, digit: usize) {
        if self.values[cell] == digit as u8 {
            return;
        }
        let mask = self.masks[cell];
        self.values[cell] = digit as u8;
        self.masks[cell] = 0;
        self.open.remove(cell);
        self.placed[digit].insert(cell);
        bits(mask).for_each(|its| self.planes[its].remove(cell));
        for peer in PEERS[cell] & self.planes[digit] {
            self.remove(peer, digit);
        }
        for its in bits(mask) {
            for house in houses_of(cell) {
                self.counts[house][its] -= 1;
                if self.counts[house][its] == 1 && its != digit {
                    self.queue_hidden(house, its);
                }
            }
        }
    }

    /// Does what a step says, in its order.
    pub fn apply(&mut self, step: &Step) {
        step.eliminations.iter().for_each(|one| self.remove(one.cell.into(), one.digit.into()));
        if let Some(value) = step.placement {
            self.place(value.cell.into(), value.digit.into());
        }
    }

    /// This state as a grid.
    pub fn grid(&self) -> Grid {
        let planes = std::array::from_fn(|digit| self.planes[digit] | self.placed[digit]);
        Grid::of(planes, !self.open)
    }

    /// What the cell may hold, a bit for each digit; nothing if it is filled.
    #[inline]
    pub fn mask(&self, cell: usize) -> u16 {
        self.masks[cell]
    }

    /// The digit of a filled cell.
    pub fn value(&self, cell: usize) -> Option<usize> {
        (self.values[cell] != EMPTY).then_some(self.values[cell].into())
    }

    /// The number of places of each digit in a house.
    #[inline]
    pub fn counts(&self, house: usize) -> &[u8; 9] {
        &self.counts[house]
    }

    /// The number of places of a digit in a house.
    #[inline]
    pub fn count(&self, house: usize, digit: usize) -> usize {
        self.counts[house][digit].into()
    }

    /// The cells that may hold a digit.
    #[inline]
    pub fn plane(&self, digit: usize) -> Cells {
        self.planes[digit]
    }

    /// The cells that may hold each digit.
    #[inline]
    pub fn planes(&self) -> &[Cells; 9] {
        &self.planes
    }

    /// The cells with each digit as their value.
    #[inline]
    pub fn placed(&self) -> &[Cells; 9] {
        &self.placed
    }

    /// The cells of a house that may hold a digit.
    #[inline]
    pub fn places(&self, house: usize, digit: usize) -> Cells {
        self.planes[digit] & HOUSES[house]
    }

    /// Whether a cell may hold a digit.
    #[inline]
    pub fn allows(&self, cell: usize, digit: usize) -> bool {
        self.masks[cell] >> digit & 1 != 0
    }

    /// The empty cells that no value keeps from holding a digit, whatever patterns have removed.
    pub fn allowed(&self, digit: usize) -> Cells {
        self.placed[digit].fold(self.open, |left, cell| left - PEERS[cell])
    }

    /// The empty cells.
    #[inline]
    pub fn open(&self) -> Cells {
        self.open
    }

    /// The filled cells that are no clues.
    pub fn solved(&self) -> Cells {
        Cells::ALL - self.open - self.given
    }

    /// The cells with this many candidates, one to three.
    pub fn with(&self, candidates: usize) -> Cells {
        // By how many candidates a cell has at least.
        let mut least = [Cells::ALL, Cells::EMPTY, Cells::EMPTY, Cells::EMPTY, Cells::EMPTY];
        for &plane in &self.planes {
            for count in (1..5).rev() {
                least[count] |= least[count - 1] & plane;
            }
        }
        least[candidates] - least[candidates + 1]
    }

    /// All candidates of some of its digits in a cell.
    pub fn in_cell(&self, cell: usize, digits: u16) -> impl Iterator<Item = Candidate> + use<> {
        bits(self.masks[cell] & digits).map(move |digit| Candidate::new(digit, cell))
    }
}

/// How many bits a mask of nine has. (Programs for any machine do not ask it to count them.)
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

/// The cells behind one.
#[inline]
pub fn behind(cell: usize) -> Cells {
    Cells(Cells::ALL.bits() >> (cell + 1) << (cell + 1))
}

/// The cells that see all of these.
pub fn seen_by_all(cells: Cells) -> Cells {
    cells.fold(Cells::ALL, |left, cell| left & PEERS[cell])
}

/// The cells that see one of these.
pub fn seen_by_any(cells: Cells) -> Cells {
    cells.fold(Cells::EMPTY, |all, cell| all | PEERS[cell])
}

/// Whether two cells see each other.
#[inline]
pub fn sees(cell: usize, other: usize) -> bool {
    PEERS[cell].contains(other)
}

/// The houses that two cells share: row, column, block.
pub fn shared_houses(cell: usize, other: usize) -> impl Iterator<Item = usize> {
    houses_of(cell).into_iter().zip(houses_of(other)).filter(|(a, b)| a == b).map(|(a, _)| a)
}

/// The candidates of a digit in these cells.
pub fn of_digit(digit: usize, cells: Cells) -> impl Iterator<Item = Candidate> {
    cells.map(move |cell| Candidate::new(digit, cell))
}
