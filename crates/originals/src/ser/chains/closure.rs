//! Everything that follows from each candidate by links that do not change, all at once, each link once. It
//! shows without their lists that rules 21 and 24 find nothing in a state.
//!
//! ```text
//!   true ──excludes──▶ false ──one of two──▶ true      a step, which reaches only ends: candidates that are
//!                                                      one of two in a cell or in a house
//! ```
//!
//! Once all next ends of an end are known, so is everything that it reaches (Tarjan 1972, strong components).
//! If no candidate reaches one that excludes it, and the want of none leads to its truth, then both rules
//! find at most common conclusions of several branches: a cycle refutes what it removes, and if an assumption
//! leads to a contradiction, the way back from one side of it leads to something that excludes the
//! assumption.

use super::layers::{Set, contains, each, insert, meet, remove, unite, with_layers};
use super::links::{Id, LinkPass, Links, slot};
use super::multiple::{sources, starts};
use crate::budget::{Budget, OutOfBudget};
use crate::grid::{Cell, Cells, Digit};
use crate::ser::board::Board;
use crate::ser::hint::HintKind;
use crate::ser::houses::Houses;

/// The closure of a state.
#[derive(Default)]
pub struct Closure<G: Houses> {
    state: Option<Board<G>>,
    links: Links<G>,
    rows: AllRows,
    shown: Shown,
    /// Lists of what candidates exclude in the end, and the list of each candidate.
    excluded: Vec<[Cells; 9]>,
    excluded_by: Vec<u16>,
}

/// Candidates by their consequences, a plane for each digit.
#[derive(Default)]
struct Shown {
    /// Candidates that lead to one that excludes them.
    refuted: [Cells; 9],
    /// Candidates whose want leads to their truth.
    proved: [Cells; 9],
    /// Ends that lead to others that lead back.
    in_loops: [Cells; 9],
}

/// No list yet.
const NOT_ASKED: u16 = u16::MAX;

/// Rows of all widths.
#[derive(Default)]
struct AllRows {
    of_64: Rows<1>,
    of_128: Rows<2>,
    of_192: Rows<3>,
    of_256: Rows<4>,
    of_768: Rows<12>,
}

/// Sets of ends.
#[derive(Default)]
struct Rows<const W: usize> {
    /// Ends in each cell, and of each digit in each house.
    of_cell: Vec<Set<W>>,
    of_house: Vec<Set<W>>,
    /// Ends that one step from each end leads to.
    next: Vec<Set<W>>,
    /// Ends that all steps from each end lead to, itself included.
    reached: Vec<Set<W>>,
    /// Ends that follow if an end is false.
    wanted: Vec<Set<W>>,
    walk: Walk<W>,
}

/// Tarjan's walk: the number of each end met, and the lowest number that it leads back to.
struct Walk<const W: usize> {
    number: Vec<u16>,
    lowest: Vec<u16>,
    count: u16,
    stack: Vec<Id>,
    /// Ends whose components are complete.
    done: Set<W>,
}

impl<const W: usize> Default for Walk<W> {
    fn default() -> Walk<W> {
        let (number, lowest, stack) = Default::default();
        Walk { number, lowest, count: 0, stack, done: [0; W] }
    }
}

impl<G: Houses> Closure<G> {
    /// Takes up a state. Costs a work unit.
    pub fn of(&mut self, board: &Board<G>, budget: &mut Budget) -> Result<&mut Closure<G>, OutOfBudget> {
        budget.spend()?;
        if self.state.as_ref() != Some(board) {
            match &mut self.state {
                Some(state) => state.clone_from(board),
                None => self.state = Some(board.clone()),
            }
            self.links.build(board, LinkPass::Ends);
            let links = &self.links;
            self.shown = with_layers!(self.rows, links.count(), |rows| rows.close(board, links));
            self.excluded.clear();
            self.excluded_by.clear();
            self.excluded_by.resize(729, NOT_ASKED);
        }
        Ok(self)
    }

    /// Whether a candidate is refuted or proved; if not, rule 21 finds nothing, and no assumption leads to a
    /// contradiction.
    pub fn has_chains(&self) -> bool {
        self.shown.refuted.iter().chain(&self.shown.proved).any(|plane| !plane.is_empty())
    }

    /// Returns the candidates of a digit that are refuted, and those that are proved.
    pub fn shown(&self, digit: Digit) -> [Cells; 2] {
        [self.shown.refuted[digit], self.shown.proved[digit]]
    }

    /// Returns the candidates that may begin a cycle that removes something: a refuted candidate excludes
    /// them.
    pub fn cycles(&mut self, board: &Board<G>) -> [Cells; 9] {
        let mut all = [Cells::EMPTY; 9];
        if self.shown.in_loops.iter().any(|plane| !plane.is_empty()) {
            for digit in Digit::all() {
                for cell in self.shown.refuted[digit] {
                    let list = self.excluded_by(board, cell, digit);
                    all.iter_mut().zip(&self.excluded[list]).for_each(|(all, by)| *all |= *by);
                }
            }
        }
        std::array::from_fn(|digit| all[digit] & self.shown.in_loops[digit])
    }

    /// Whether rule 24 finds something in a state without refuted and proved candidates.
    pub fn has_common(&mut self, board: &Board<G>) -> bool {
        sources(board).any(|source| self.have_in_common(board, source))
    }

    /// Whether all branches of a cell, or of a digit in a house, exclude a candidate in common.
    pub fn have_in_common(&mut self, board: &Board<G>, source: HintKind<G::House>) -> bool {
        let mut all = board.planes();
        starts(board, source).all(|(cell, digit)| {
            let list = self.excluded_by(board, cell, digit);
            let planes = all.iter_mut().zip(&self.excluded[list]);
            planes.fold(Cells::EMPTY, |any, (all, by)| {
                *all &= *by;
                any | *all
            }) != Cells::EMPTY
        })
    }

    /// Returns the number of the list of what a candidate excludes in the end.
    fn excluded_by(&mut self, board: &Board<G>, cell: Cell, digit: Digit) -> usize {
        let at = slot(cell, digit);
        if self.excluded_by[at] == NOT_ASKED {
            let links = &self.links;
            let mut on = [Cells::EMPTY; 9];
            on[digit].insert(cell);
            with_layers!(self.rows, links.count(), |rows| {
                each(&rows.follow(cell, digit, links), |id| {
                    let (cell, digit) = links.at(id);
                    on[digit].insert(cell);
                });
            });
            // A refuted candidate may lead to several digits of a cell, which exclude each other.
            let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
            for plane in on {
                (once, twice) = (once | plane, twice | once & plane);
            }
            self.excluded_by[at] = self.excluded.len() as u16;
            self.excluded.push(std::array::from_fn(|digit| {
                let others = (once - on[digit]) | twice;
                let seen = on[digit].fold(others, |seen, cell| seen | board.houses.peers(cell));
                board.plane(Digit::new(digit)) & seen
            }));
        }
        self.excluded_by[at].into()
    }
}

impl<const W: usize> Rows<W> {
    /// Fills in all sets of a state; returns the candidates that they refute, prove or close in loops.
    fn close<G: Houses>(&mut self, board: &Board<G>, links: &Links<G>) -> Shown {
        let ids = || Id::all(links.count());
        let of_house = 9 * links.houses.all().count();
        for (sets, len) in
            [(&mut self.of_cell, 81), (&mut self.of_house, of_house), (&mut self.reached, links.count())]
        {
            sets.clear();
            sets.resize(len, [0; W]);
        }
        for id in ids() {
            let (cell, digit) = links.at(id);
            insert(&mut self.of_cell[cell.index()], id);
            for (house, _) in links.houses.around(cell) {
                insert(&mut self.of_house[place::<G>(house, digit)], id);
            }
        }
        self.wanted.clear();
        self.wanted.extend(ids().map(|id| {
            let mut to = [0; W];
            links.strong(id).iter().for_each(|&(to_id, _)| insert(&mut to, to_id));
            to
        }));
        self.next.clear();
        for id in ids() {
            let (cell, digit) = links.at(id);
            let mut next = self.follow(cell, digit, links);
            remove(&mut next, id);
            self.next.push(next);
        }
        self.walk.begin(links.count());
        for id in ids() {
            if self.walk.number[id] == NOT_ASKED {
                self.walk.visit(id, &self.next, &mut self.reached);
            }
        }
        let mut shown = Shown::default();
        for id in ids() {
            let (cell, digit) = links.at(id);
            if links.strong(id).iter().any(|&(from, _)| contains(&self.reached[from], id)) {
                shown.proved[digit].insert(cell);
            }
            let mut leads_back = false;
            each(&self.next[id], |to| leads_back |= contains(&self.reached[to], id));
            if leads_back {
                shown.in_loops[digit].insert(cell);
            }
            let wanted = &mut self.wanted[id];
            links.strong(id).iter().for_each(|&(to, _)| unite(wanted, &self.reached[to]));
        }
        for digit in Digit::all() {
            shown.refuted[digit] = board
                .plane(digit)
                .filter(|&cell| meet(&self.follow(cell, digit, links), &self.around(cell, digit, links)))
                .collect();
        }
        shown
    }

    /// Returns the ends that exclude a candidate.
    #[inline]
    fn around<G: Houses>(&self, cell: Cell, digit: Digit, links: &Links<G>) -> Set<W> {
        let mut all = self.of_cell[cell.index()];
        for (house, _) in links.houses.around(cell) {
            unite(&mut all, &self.of_house[place::<G>(house, digit)]);
        }
        if links.has(cell, digit) {
            remove(&mut all, links.id(cell, digit));
        }
        all
    }

    /// Returns the ends that follow from a candidate.
    #[inline]
    fn follow(&self, cell: Cell, digit: Digit, links: &Links<impl Houses>) -> Set<W> {
        let mut to = [0; W];
        each(&self.around(cell, digit, links), |by| unite(&mut to, &self.wanted[by]));
        to
    }
}

/// Returns the place of a digit of a house among the sets.
#[inline]
fn place<G: Houses>(house: G::House, digit: Digit) -> usize {
    9 * G::index(house) + digit.index()
}

impl<const W: usize> Walk<W> {
    fn begin(&mut self, count: usize) {
        for numbers in [&mut self.number, &mut self.lowest] {
            numbers.clear();
            numbers.resize(count, NOT_ASKED);
        }
        self.stack.clear();
        (self.count, self.done) = (0, [0; W]);
    }

    /// Fills in what an end reaches. The recursion is as deep as there are ends: a few hundred.
    fn visit(&mut self, id: Id, next: &[Set<W>], reached: &mut [Set<W>]) {
        let own = self.count;
        (self.number[id], self.lowest[id]) = (own, own);
        self.count += 1;
        self.stack.push(id);
        let mut all = [0; W];
        insert(&mut all, id);
        each(&next[id], |to| {
            if !contains(&self.done, to) {
                if self.number[to] == NOT_ASKED {
                    self.visit(to, next, reached);
                    self.lowest[id] = self.lowest[id].min(self.lowest[to]);
                } else {
                    self.lowest[id] = self.lowest[id].min(self.number[to]);
                }
            }
            if !contains(&all, to) {
                unite(&mut all, &reached[to]);
            }
        });
        reached[id] = all;
        if self.lowest[id] == own {
            // All ends of a component reach the same.
            let first = self.stack.iter().rposition(|&of| of == id).unwrap_or(0);
            for &of in &self.stack[first..] {
                insert(&mut all, of);
                unite(&mut all, &reached[of]);
            }
            for of in self.stack.drain(first..) {
                reached[of] = all;
                insert(&mut self.done, of);
            }
        }
    }
}
