//! The graph of a state on a board that is not plain.
//!
//! ```text
//!   plain board                               other boards: `Members`
//!   four variables of a candidate             vars[c]     any number of variables
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
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};
use crate::wide::wide;

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
    pub kin: Table,
    clears: Table,
    /// The end of each candidate's lists in `clears`.
    clears_of: Vec<u32>,
    /// Place of each variable number among the variables of the board.
    places: Vec<u16>,
    /// Number of the variable at each place, or [`NONE`].
    numbers: Vec<u16>,
}

/// Number of a variable that has a value.
const NONE: u16 = u16::MAX;

impl Members {
    /// Starts on a state of a board with this many variables.
    fn begin(&mut self, variables: usize) {
        [&mut self.vars, &mut self.kin, &mut self.clears].into_iter().for_each(Table::clear);
        self.clears_of.clear();
        self.places.clear();
        self.numbers.clear();
        self.numbers.resize(variables, NONE);
    }

    /// Returns the number of the variable at a place, by first occurrence.
    #[inline(always)]
    fn number(&mut self, place: u16) -> u16 {
        let number = &mut self.numbers[usize::from(place)];
        if *number == NONE {
            *number = self.places.len() as u16;
            self.places.push(place);
        }
        *number
    }

    /// Iterates over the variables without a candidate of which it excludes two members or more, and returns
    /// the other members of each.
    #[inline(always)]
    pub(super) fn clears(&self, c: usize) -> impl Iterator<Item = &[u16]> {
        let start = if c == 0 { 0 } else { self.clears_of[c - 1] };
        (start..self.clears_of[c]).map(|list| self.clears.at(list as usize))
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
                let number = members.number(place);
                members.vars.items.push(number);
                let v = usize::from(number);
                self.lists.push_member(v, c);
                self.cands[v].insert(c);
                vars.insert(v);
            }
            members.vars.end();
            self.vars.push(vars);
        }
    }

    /// Fills `crossing`, `link`, `near`, the links in no variable, and the variables that a candidate may
    /// leave without others.
    #[inline(always)]
    fn relate_on_board_portable(&mut self, members: &mut Members, board: &Board, open: &Candidates) {
        let mut numbers = [0u16; Digit::COUNT * Cell::COUNT];
        for (c, &label) in (0..).zip(&self.labels) {
            numbers[index(label)] = c;
        }
        let Members { vars: own, kin: beside, clears, clears_of, places, .. } = members;
        for v in 0..places.len() {
            let around = self.lists.candidates_of(v).map(|c| self.vars[c]);
            self.crossing[v] = around.fold(Bits::EMPTY, |all, vars| all | vars);
        }
        self.link.clear();
        self.near.clear();
        for (c, &label) in self.labels.iter().enumerate() {
            let own = own.at(c).iter().map(|&v| self.cands[usize::from(v)]);
            let mut link = own.fold(Bits::EMPTY, |all, members| all | members);
            link.remove(c);
            for kin in board.kin(label).iter().filter(|kin| open.contains(**kin)) {
                let kin = numbers[index(*kin)];
                link.insert(kin.into());
                beside.items.push(kin);
            }
            beside.end();
            let (mut near, mut twice) = (Bits::EMPTY, Bits::EMPTY);
            for others in link.by_words() {
                for other in others {
                    let vars = self.vars[other];
                    twice |= near & vars;
                    near |= vars;
                }
            }
            for variables in (twice - self.vars[c]).by_words() {
                for v in variables {
                    let left = self.cands[v] - link;
                    left.by_words().for_each(|others| clears.items.extend(others.map(|other| other as u16)));
                    clears.end();
                }
            }
            near |= self.vars[c];
            clears_of.push(clears.ends.len() as u32);
            self.link.push(link);
            self.near.push(near);
        }
    }

    /// Returns the place of a variable among those of the board that the graph was built on.
    pub fn place_on_board(&self, v: usize) -> usize {
        self.lists.members().map_or(v, |members| usize::from(members.places[v]))
    }
}
