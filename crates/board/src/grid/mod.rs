//! The board: sets of cells, the grid of candidates, and the reading and writing of both.

mod cell;
mod cells;
mod digit;
mod digit_bits;
mod geometry;
mod house;
mod index;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod mask;
pub mod notation;
mod parse;
mod plain;
mod puzzle;
mod singles;

pub use cell::Cell;
pub use cells::Cells;
pub use digit::Digit;
pub(crate) use digit_bits::DigitBits;
pub use geometry::{Geometry, PLAIN};
pub use house::{House, HouseKind};
pub use parse::{ParseError, ParseErrorKind, parse_puzzle};
#[doc(hidden)]
pub use parse::{SUKAKU_LENGTH, cell_value, marks, parse_sukaku};
#[doc(hidden)]
pub use plain::lines::{alone_in_some_house, fold_minirows, in_pairs, locked, on_loops};
#[doc(hidden)]
pub use plain::{halls, short_whips};
pub use puzzle::{Given, Puzzle, PuzzleState};
#[doc(hidden)]
pub use singles::exhaust_full_houses_first;
pub use singles::{Progress, exhaust};

/// Candidate, or *label* of the nrc theory: "cell `cell` holds digit `digit`", both from 0.
/// (docs/theory.md, "Labels and candidates")
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Candidate {
    /// The digit.
    pub digit: Digit,
    /// The cell.
    pub cell: Cell,
}

impl Candidate {
    /// The candidate of a digit in a cell.
    #[inline]
    pub const fn new(digit: Digit, cell: Cell) -> Candidate {
        Candidate { digit, cell }
    }

    /// Whether two different candidates are nrc-linked: same cell, or same digit in one house.
    #[inline]
    pub fn is_linked(self, other: Candidate) -> bool {
        if self.digit == other.digit {
            self.cell.peers().contains(other.cell)
        } else {
            self.cell == other.cell
        }
    }
}

/// A set of candidates: one plane of cells for each digit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Candidates(pub [Cells; 9]);

impl Candidates {
    /// The empty set.
    pub const EMPTY: Candidates = Candidates([Cells::EMPTY; 9]);

    /// Returns the candidates of `digit` in `cells`.
    #[doc(hidden)]
    pub fn of_digit(digit: Digit, cells: Cells) -> Candidates {
        let mut candidates = Candidates::EMPTY;
        candidates.0[digit] = cells;
        candidates
    }

    /// Returns the number of candidates.
    pub fn len(&self) -> usize {
        self.0.iter().filter(|plane| !plane.is_empty()).map(|plane| plane.len()).sum()
    }

    /// Returns the number of candidates, for sums over many steps.
    #[doc(hidden)]
    #[inline]
    pub fn count(&self) -> u32 {
        self.len() as u32
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|plane| plane.is_empty())
    }

    /// Whether the candidate is in the set.
    #[inline]
    pub fn contains(&self, candidate: Candidate) -> bool {
        self.0[candidate.digit].contains(candidate.cell)
    }

    /// Adds a candidate.
    #[inline]
    pub fn insert(&mut self, candidate: Candidate) {
        self.0[candidate.digit].insert(candidate.cell);
    }

    /// Iterates over the candidates in order of digit, then cell.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        let planes = self.0;
        Digit::all().flat_map(move |digit| planes[digit].map(move |cell| Candidate::new(digit, cell)))
    }

    /// Returns the candidates that are not in `other`.
    #[doc(hidden)]
    pub fn without(&self, other: &Candidates) -> Candidates {
        Candidates(std::array::from_fn(|digit| self.0[digit] - other.0[digit]))
    }

    /// Returns the candidates that are also in `other`.
    #[doc(hidden)]
    pub fn common(&self, other: &Candidates) -> Candidates {
        Candidates(std::array::from_fn(|digit| self.0[digit] & other.0[digit]))
    }

    /// Adds every candidate of `other`.
    pub fn extend(&mut self, other: &Candidates) {
        for digit in Digit::all() {
            self.0[digit] |= other.0[digit];
        }
    }
}

impl FromIterator<Candidate> for Candidates {
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> Candidates {
        let mut set = Candidates::EMPTY;
        candidates.into_iter().for_each(|candidate| set.insert(candidate));
        set
    }
}

/// Resolution state on the board: the digits that each cell may still hold, and the decided cells.
///
/// ```text
///   planes[0]  ▢▢▢ cells that may hold 1      a decided cell (a *c-value*) stays in the plane of
///   planes[1]  ▢▢▢ cells that may hold 2      its digit and is in no other plane
///      ⋮
///   placed     ▢▢▢ the decided cells
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    #[doc(hidden)]
    pub planes: [Cells; 9],
    #[doc(hidden)]
    pub placed: Cells,
}

impl Default for Grid {
    /// The empty grid: all 729 candidates, nothing decided.
    fn default() -> Grid {
        Grid { planes: [Cells::ALL; 9], placed: Cells::EMPTY }
    }
}

impl Grid {
    /// Makes the grid with these clues; `clues[d]` are the cells that hold digit `d`. Every candidate linked
    /// to a clue is removed (the rule ECP of BRT). Clues that contradict each other leave a cell without
    /// candidates, which the rules then report.
    pub fn from_clues(clues: &[Cells; 9]) -> Grid {
        let mut grid = Grid::default();
        grid.place_all(clues);
        grid
    }

    /// Makes the state with these planes and decided cells.
    #[doc(hidden)]
    pub fn of(planes: [Cells; 9], placed: Cells) -> Grid {
        Grid { planes, placed }
    }

    /// Returns the cells that may hold `digit`, including decided cells.
    #[inline]
    pub fn plane(&self, digit: Digit) -> Cells {
        self.planes[digit]
    }

    /// Returns the undecided cells that may hold `digit`.
    #[inline]
    pub fn open_plane(&self, digit: Digit) -> Cells {
        self.planes[digit] - self.placed
    }

    /// Returns the decided cells.
    #[inline]
    pub fn placed(&self) -> Cells {
        self.placed
    }

    /// Whether the candidate is still possible (or asserted).
    #[inline]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.planes[candidate.digit].contains(candidate.cell)
    }

    /// Returns the candidates: labels neither eliminated nor asserted.
    pub fn candidates(&self) -> Candidates {
        Candidates(std::array::from_fn(|digit| self.open_plane(Digit::new(digit))))
    }

    /// Returns the digits that `cell` may hold, as a 9-bit mask (bit 0 is digit 1).
    pub fn digits_of(&self, cell: Cell) -> u16 {
        (0..9).fold(0, |mask, digit| mask | u16::from(self.planes[digit].contains(cell)) << digit)
    }

    /// Asserts each digit in its cells, all at once: the cells lose their other digits, their peers lose the
    /// digit. Returns the mask of digits whose plane has changed.
    #[inline]
    pub fn place_all(&mut self, values: &[Cells; 9]) -> u16 {
        let all = values.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
        let mut changed = 0;
        for digit in Digit::all() {
            let mut keep = !all | values[digit];
            for cell in values[digit] {
                keep -= cell.peers();
            }
            changed |= u16::from(!self.planes[digit].is_subset(keep)) << digit.index();
            self.planes[digit] &= keep;
        }
        self.placed |= all;
        changed
    }

    /// Removes candidates.
    #[inline]
    pub fn eliminate(&mut self, targets: &Candidates) {
        for digit in Digit::all() {
            self.planes[digit] -= targets.0[digit];
        }
    }

    /// Returns the cells with at least one digit left, and the cells with at least two digits left.
    #[inline]
    #[doc(hidden)]
    pub fn once_twice(&self) -> (Cells, Cells) {
        let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
        for &plane in &self.planes {
            twice |= once & plane;
            once |= plane;
        }
        (once, twice)
    }

    /// Whether every cell is decided and no house holds a digit twice.
    pub fn is_solved(&self) -> bool {
        self.placed == Cells::ALL
            && self.planes.iter().all(|plane| {
                plane.len() == 9 && House::all().all(|house| (*plane & house.cells()).len() == 1)
            })
    }
}

/// Iterates over the numbers in a 9-bit mask.
pub fn bits(mask: u16) -> impl Iterator<Item = usize> {
    members(u64::from(mask & 0x1FF))
}

/// Iterates over the numbers in a 64-bit mask.
#[doc(hidden)]
pub fn members(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        first
    })
}
