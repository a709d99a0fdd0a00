//! What is known of a board as its steps go on. What was found in a part of it, or that nothing is there,
//! holds as long as the part is as it was.

use super::board::Board;
use super::step::Step;
use super::{als, chains, fish, links, locked, subsets, sue_de_coq};
use crate::budget::{Budget, Within};
use crate::grid::{Cells, HOUSES};

/// What was found in each of some parts of a board.
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
    /// What is in a part. It is looked for if that is not known.
    #[inline]
    pub fn get(&mut self, part: usize, find: impl FnOnce() -> T) -> &T {
        if self.known >> part & 1 == 0 {
            self.found[part] = find();
            self.known |= 1 << part;
        }
        &self.found[part]
    }

    /// As above, of a search that may run out of budget.
    pub fn try_get(&mut self, part: usize, find: impl FnOnce() -> Within<T>) -> Within<&T> {
        if self.known >> part & 1 == 0 {
            self.found[part] = find()?;
            self.known |= 1 << part;
        }
        Ok(&self.found[part])
    }

    /// What is in all parts, which are known.
    pub fn all(&self) -> &[T; N] {
        &self.found
    }

    /// These parts have changed.
    pub fn forget(&mut self, parts: u64) {
        self.known &= !parts;
    }
}

/// What was found of each digit.
pub type ByDigit<T> = Parts<T, 9>;
/// What was found in each house.
pub type ByHouse<T> = Parts<T, 27>;
/// A step, or that there is none.
pub type Known = Option<Box<Step>>;

impl ByDigit<Known> {
    /// The step of the first digit that has one.
    pub fn first(&mut self, find: impl Fn(usize) -> Option<Step>) -> Option<Step> {
        (0..9).find_map(|digit| self.get(digit, || find(digit).map(Box::new)).as_deref().cloned())
    }
}

/// What is known of a board. It is of one puzzle.
#[derive(Default)]
pub struct Memory {
    /// The board as it was last seen: candidates and values.
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

/// What is known of a state as a whole.
#[derive(Default)]
pub struct State {
    pub(super) rectangles: Option<Vec<Step>>,
    pub(super) avoidable: Option<Vec<Step>>,
    sets: Option<als::Sets>,
    pub(super) links: [Option<links::Links>; 2],
}

impl Memory {
    /// Forgets what rests on parts of the board that have changed.
    pub fn see(&mut self, board: &Board) {
        if self.planes == *board.planes() && self.placed == *board.placed() {
            return;
        }
        let has_changed = |&digit: &usize| {
            self.planes[digit] != board.planes()[digit] || self.placed[digit] != board.placed()[digit]
        };
        let digits = (0..9).filter(has_changed).fold(0, |all, digit| all | 1 << digit);
        let cells = (0..9).fold(Cells::EMPTY, |all, digit| {
            all | self.planes[digit] ^ board.planes()[digit] | self.placed[digit] ^ board.placed()[digit]
        });
        let houses = (0..27).filter(|&house| HOUSES[house].intersects(cells));
        let houses = houses.fold(0, |all, house| all | 1 << house);
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
    /// The almost locked sets.
    pub fn sets(&mut self, board: &Board, budget: &mut Budget) -> Within<&als::Sets> {
        let sets = match self.sets.take() {
            Some(sets) => sets,
            None => als::Sets::of(board, budget)?,
        };
        Ok(self.sets.insert(sets))
    }
}
