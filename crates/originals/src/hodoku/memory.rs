//! Results of searches on a board, kept from step to step. The result of a search in a part of the board,
//! even if the search found nothing, holds as long as the part is unchanged.

use super::board::Board;
use super::step::Step;
use super::{als, chains, fish, links, locked, subsets, sue_de_coq};
use crate::budget::{Budget, Within};
use crate::grid::{Cells, Digit, House};

/// Results for each of some parts of a board.
pub struct Parts<T, const N: usize> {
    known: u64,
    found: [T; N],
}

impl<T: Default, const N: usize> Default for Parts<T, N> {
    fn default() -> Parts<T, N> {
        Parts { known: 0, found: std::array::from_fn(|_| T::default()) }
    }
}

impl<T, const N: usize> Parts<T, N> {
    /// Returns the result for a part, which `find` provides if it is not known.
    #[inline]
    pub fn get(&mut self, part: impl Into<usize>, find: impl FnOnce() -> T) -> &T {
        let part = part.into();
        if self.known >> part & 1 == 0 {
            self.found[part] = find();
            self.known |= 1 << part;
        }
        &self.found[part]
    }

    /// Returns the result for a part, which `find` provides, within the budget, if it is not known.
    pub fn try_get(&mut self, part: impl Into<usize>, find: impl FnOnce() -> Within<T>) -> Within<&T> {
        let part = part.into();
        if self.known >> part & 1 == 0 {
            self.found[part] = find()?;
            self.known |= 1 << part;
        }
        Ok(&self.found[part])
    }

    /// Returns the results for all parts, which must be known.
    pub fn all(&self) -> &[T; N] {
        &self.found
    }

    /// Forgets the results for these parts, which have changed.
    pub fn forget(&mut self, parts: u64) {
        self.known &= !parts;
    }
}

/// Results for each digit.
pub type ByDigit<T> = Parts<T, 9>;
/// Results for each house.
pub type ByHouse<T> = Parts<T, 27>;
/// Result of a search: a step, or none.
pub type Known = Option<Box<Step>>;

impl ByDigit<Known> {
    /// Returns the step of the first digit for which a step is found.
    pub fn first(&mut self, find: impl Fn(Digit) -> Option<Step>) -> Option<Step> {
        Digit::all().find_map(|digit| self.get(digit, || find(digit).map(Box::new)).as_deref().cloned())
    }
}

/// Results of searches that are kept while one puzzle is solved.
#[derive(Default)]
pub struct Memory {
    /// Candidates and values of the board as it was last seen.
    planes: [Cells; 9],
    placed: [Cells; 9],
    pub(super) pointing: locked::Memory,
    pub(super) claiming: locked::Memory,
    pub(super) fish: fish::Memory,
    pub(super) skyscrapers: [ByDigit<Known>; 2],
    pub(super) kites: ByDigit<Known>,
    pub(super) empty_rectangles: ByDigit<Known>,
    pub(super) simple_colours: ByDigit<Known>,
    pub(super) multi_colours: ByDigit<Known>,
    pub(super) turbot_fish: chains::Memory,
    pub(super) x_chains: chains::Memory,
    pub(super) subsets: subsets::Memory,
    pub(super) sue_de_coq: sue_de_coq::Memory,
    pub(super) state: State,
}

/// Results of searches in a state as a whole.
#[derive(Default)]
pub struct State {
    pub(super) rectangles: Option<Vec<Step>>,
    pub(super) avoidable: Option<Vec<Step>>,
    sets: Option<als::Sets>,
    pub(super) links: [Option<links::Links>; 2],
}

impl Memory {
    /// Forgets the results that rest on changed parts of the board.
    pub fn see(&mut self, board: &Board) {
        if self.planes == *board.planes() && self.placed == *board.placed() {
            return;
        }
        let has_changed = |&digit: &Digit| {
            self.planes[digit] != board.planes()[digit] || self.placed[digit] != board.placed()[digit]
        };
        let digits = Digit::all().filter(has_changed).fold(0, |all, digit| all | 1 << digit.index());
        let cells = Digit::all().fold(Cells::EMPTY, |all, digit| {
            all | self.planes[digit] ^ board.planes()[digit] | self.placed[digit] ^ board.placed()[digit]
        });
        let houses = House::all().filter(|&house| house.cells().intersects(cells));
        let houses = houses.fold(0, |all, house| all | 1 << house.index());
        (self.planes, self.placed) = (*board.planes(), *board.placed());
        self.state = State::default();
        self.fish.forget(digits);
        self.pointing.forget(digits);
        self.claiming.forget(digits);
        self.skyscrapers.iter_mut().for_each(|of_lines| of_lines.forget(digits));
        self.kites.forget(digits);
        self.empty_rectangles.forget(digits);
        self.simple_colours.forget(digits);
        self.multi_colours.forget(digits);
        self.turbot_fish.forget(digits);
        self.x_chains.forget(digits);
        self.subsets.forget(houses);
        self.sue_de_coq.forget(sue_de_coq::pairs_of(houses));
    }
}

impl State {
    /// Returns the almost locked sets.
    pub fn sets(&mut self, board: &Board, budget: &mut Budget) -> Within<&als::Sets> {
        let sets = match self.sets.take() {
            Some(sets) => sets,
            None => als::Sets::of(board, budget)?,
        };
        Ok(self.sets.insert(sets))
    }
}
