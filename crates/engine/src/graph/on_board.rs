//! The graph of a state on a board that is not plain.
//!
//! ```text
//!   plain board                               other boards: `Members`
//!   four variables of a candidate             vars[c]     any number of variables
//!                                             four[c]     the first four of them
//!   links are by a common variable            kin[c]      candidates linked to c in no variable
//!   crossings of lines with a block           clears[c]   for each variable without c of which c excludes
//!                                                         two members or more: the other members
//! ```
//!
//! Variables are numbered without gaps, whatever their type. (A state of a plain board has at most three
//! candidates of a variable linked to one outside of it; in a jigsaw there may be eight.)

use super::{Bits, Graph, Space};
use crate::boards::Board;
use crate::graph::Node;
use crate::graph::lists::{ABSENT, Lists, ROOM};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};
use crate::wide::wide;
use std::cell::RefCell;

/// Lists of numbers, one after another.
#[derive(Default)]
pub(super) struct Table {
    items: Vec<u16>,
    ends: Vec<u32>,
}

impl Table {
    fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    /// Ends a list.
    #[inline(always)]
    fn end(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    #[inline(always)]
    pub(super) fn at(&self, list: usize) -> &[u16] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] as usize };
        &self.items[start..self.ends[list] as usize]
    }
}

/// Variables and links of the candidates of a board that is not plain.
#[derive(Default)]
pub(super) struct Members {
    pub vars: Table,
    /// The first four variables of each candidate; an unused number for those that it lacks.
    pub four: Vec<[u16; 4]>,
    pub kin: Table,
    /// Candidates with more than four variables, or with links in no variable.
    pub irregular: Vec<u16>,
    /// Candidates linked to each candidate: as many words for each.
    links: Vec<u64>,
    /// Variables without each candidate of which it may exclude two members or more, likewise.
    crossed_twice: Vec<u64>,
    pub clears: RefCell<Clears>,
    /// Place of each variable number among the variables of the board.
    places: Vec<u16>,
    /// Number of the variable at each place, or [`NONE`].
    numbers: Vec<u16>,
}

/// At most seven candidates of a variable, then [`ABSENT`]. (Lists of one length save a branch.)
pub(super) type Others = [u16; 8];

/// Number of a variable that has a value.
const NONE: u16 = u16::MAX;

impl Members {
    /// Starts on a state of a board with this many variables.
    fn begin(&mut self, variables: usize) {
        [&mut self.vars, &mut self.kin].into_iter().for_each(Table::clear);
        self.links.clear();
        self.crossed_twice.clear();
        self.four.clear();
        self.irregular.clear();
        self.places.clear();
        self.numbers.clear();
        self.numbers.resize(variables, NONE);
    }

    /// Returns the number of the variable at a place, by first occurrence, and whether this is the first.
    #[inline(always)]
    fn number(&mut self, place: u16) -> (u16, bool) {
        let number = &mut self.numbers[usize::from(place)];
        let is_new = *number == NONE;
        if is_new {
            *number = self.places.len() as u16;
            self.places.push(place);
        }
        (*number, is_new)
    }

    /// Returns the variables of a candidate that are among its first four, and those beyond.
    #[inline(always)]
    pub(super) fn four_and_more(&self, c: u16) -> (&[u16], &[u16]) {
        let vars = self.vars.at(c.into());
        vars.split_at(vars.len().min(4))
    }
}

/// For each candidate, the variables without it of which it excludes two members or more, each by its other
/// members. Lists are made when they are first asked for: few candidates ever are.
#[derive(Default)]
pub(super) struct Clears {
    lists: Vec<Others>,
    /// The lists of each candidate.
    of: Vec<Option<(u32, u32)>>,
}

impl Clears {
    #[inline(always)]
    pub(super) fn of(&mut self, c: usize, members: &Members, lists: &Lists) -> &[Others] {
        let (start, end) = self.of[c].unwrap_or_else(|| self.make(c, members, lists));
        &self.lists[start as usize..end as usize]
    }

    #[inline(never)]
    fn make(&mut self, c: usize, members: &Members, lists: &Lists) -> (u32, u32) {
        let words = |table: &[u64]| table.len() / self.of.len();
        let (links, variables) = (words(&members.links), words(&members.crossed_twice));
        let is_linked = |other: usize| members.links[links * c + other / 64] >> (other % 64) & 1 == 1;
        let start = self.lists.len() as u32;
        for word in 0..variables {
            for bit in Bits([members.crossed_twice[variables * c + word]]).iter() {
                let (mut others, mut left, mut excluded) = ([ABSENT; ROOM], 0, 0);
                for other in lists.candidates_of(64 * word + bit) {
                    others[left % ROOM] = other as u16;
                    left += usize::from(!is_linked(other));
                    excluded += usize::from(is_linked(other));
                }
                // Members that are in two variables of the candidate were counted twice.
                if excluded > 1 {
                    others[left % ROOM] = ABSENT;
                    self.lists.push(std::array::from_fn(|at| others[at]));
                }
            }
        }
        *self.of[c].insert((start, self.lists.len() as u32))
    }
}

/// Returns the number of a label in tables of all labels.
#[inline]
fn index(label: Candidate) -> usize {
    Cell::COUNT * label.digit.index() + label.cell.index()
}

impl<const C: usize, const V: usize> Graph<C, V> {
    wide! {
        fn number_on_board(members: &mut Members, board: &Board, open: &Candidates) =
            number_on_board_avx2 or number_on_board_portable;
        fn relate_on_board(members: &mut Members, board: &Board, open: &Candidates) =
            relate_on_board_avx2 or relate_on_board_portable;
    }

    /// Makes this the graph of a state of a board, in which singles are exhausted. The state must fit: at
    /// most `64 · C` candidates and `64 · V` variables without a value.
    pub fn build_on_board(&mut self, board: &Board, grid: &Grid) {
        const { assert!(Self::TYPE <= u8::MAX as usize, "lists number the variables of a type by bytes") };
        self.begin(Space::All);
        let mut members = self.lists.take_members().unwrap_or_default();
        let open = grid.candidates();
        self.number_on_board(&mut members, board, &open);
        self.lists.sort();
        self.relate_on_board(&mut members, board, &open);
        let clears = members.clears.get_mut();
        clears.lists.clear();
        clears.of.clear();
        clears.of.resize(self.labels.len(), None);
        self.lists.set_members(members);
        self.root = Node::root(self);
    }

    /// Numbers the candidates and variables; fills `labels`, `cands`, `vars` and the lists of members.
    #[inline(always)]
    fn number_on_board_portable(&mut self, members: &mut Members, board: &Board, open: &Candidates) {
        self.cands[..members.places.len()].fill(Bits::EMPTY);
        members.begin(board.variables().len());
        self.labels.clear();
        self.labels.extend(open.iter());
        self.vars.clear();
        self.lists.begin_on_board(self.labels.len(), Self::TYPE);
        for (c, &label) in self.labels.iter().enumerate() {
            let mut vars = Bits::EMPTY;
            for &place in board.variables_of(label) {
                let (number, is_new) = members.number(place);
                members.vars.items.push(number);
                let v = usize::from(number);
                if is_new {
                    self.lists.begin_variable(v);
                }
                self.lists.push_member(v, c);
                self.cands[v].insert(c);
                vars.insert(v);
            }
            members.vars.end();
            let mut four = [64 * V as u16; 4];
            let (first, _) = members.four_and_more(c as u16);
            four.iter_mut().zip(first).for_each(|(four, &v)| *four = v);
            members.four.push(four);
            self.vars.push(vars);
        }
    }

    /// Fills `crossing`, `link`, `near`, the links in no variable, and what lists of `clears` are made from.
    #[inline(always)]
    fn relate_on_board_portable(&mut self, members: &mut Members, board: &Board, open: &Candidates) {
        let mut numbers = [0u16; Digit::COUNT * Cell::COUNT];
        for (c, &label) in (0..).zip(&self.labels) {
            numbers[index(label)] = c;
        }
        let Members { vars: own, kin: beside, irregular, links, crossed_twice, places, .. } = members;
        self.crossing_twice.clear();
        for v in 0..places.len() {
            let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
            for vars in self.lists.candidates_of(v).map(|c| self.vars[c]) {
                twice |= once & vars;
                once |= vars;
            }
            self.crossing[v] = once;
            self.crossing_twice.push(twice);
        }
        self.link.clear();
        self.near.clear();
        for (c, &label) in self.labels.iter().enumerate() {
            let (mut link, mut near, mut twice) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
            for v in own.at(c).iter().map(|&v| usize::from(v)) {
                link |= self.cands[v];
                twice |= self.crossing_twice[v] | near & self.crossing[v];
                near |= self.crossing[v];
            }
            link.remove(c);
            for kin in board.kin(label).iter().filter(|kin| open.contains(**kin)) {
                let kin = numbers[index(*kin)];
                link.insert(kin.into());
                twice |= near & self.vars[usize::from(kin)];
                near |= self.vars[usize::from(kin)];
                beside.items.push(kin);
            }
            beside.end();
            if own.at(c).len() > 4 || !beside.at(c).is_empty() {
                irregular.push(c as u16);
            }
            links.extend_from_slice(&link.0);
            crossed_twice.extend_from_slice(&(twice - self.vars[c]).0);
            self.link.push(link);
            self.near.push(near);
        }
    }

    /// Returns the place of a variable among those of the board that the graph was built on.
    pub fn place_on_board(&self, v: usize) -> usize {
        self.lists.members().map_or(v, |members| usize::from(members.places[v]))
    }
}
