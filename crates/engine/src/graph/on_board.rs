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
use crate::grid::{Candidate, Cell, Digit, Grid};

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

    #[inline]
    fn push(&mut self, items: impl Iterator<Item = usize>) {
        items.for_each(|item| self.items.push(item as u16));
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
}

impl Members {
    fn clear(&mut self) {
        [&mut self.vars, &mut self.kin, &mut self.clears].into_iter().for_each(Table::clear);
        self.clears_of.clear();
        self.places.clear();
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
    /// Makes this the graph of a state of a board, in which singles are exhausted. The state must fit: at
    /// most `64 · C` candidates and `64 · V` variables without a value.
    pub fn build_on_board(&mut self, board: &Board, grid: &Grid) {
        self.begin(Space::All);
        let mut members = self.lists.take_members().unwrap_or_default();
        members.clear();
        let Members { vars: own, kin: beside, clears, clears_of, places } = &mut *members;
        let open = grid.candidates();
        self.labels.clear();
        self.labels.extend(open.iter());
        let mut numbers = [0u16; Digit::COUNT * Cell::COUNT];
        for (c, &label) in (0..).zip(&self.labels) {
            numbers[index(label)] = c;
        }
        let number = |label: Candidate| usize::from(numbers[index(label)]);
        self.cands.fill(Bits::EMPTY);
        self.vars.clear();
        self.lists.begin_on_board(self.labels.len(), Self::TYPE);
        let mut numbered = vec![None; board.variables().len()];
        for (c, &label) in self.labels.iter().enumerate() {
            let mut vars = Bits::EMPTY;
            for &place in board.variables_of(label) {
                let v = *numbered[usize::from(place)].get_or_insert_with(|| {
                    places.push(place);
                    places.len() - 1
                });
                self.lists.push_member(v, c);
                self.cands[v].insert(c);
                vars.insert(v);
            }
            self.vars.push(vars);
            own.push(board.variables_of(label).iter().filter_map(|&place| numbered[usize::from(place)]));
        }
        self.lists.sort();
        // Variables that share two candidates or more with each variable.
        let mut twice_crossing = Vec::with_capacity(places.len());
        for v in 0..places.len() {
            let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
            for c in self.lists.candidates_of(v) {
                twice |= once & self.vars[c];
                once |= self.vars[c];
            }
            self.crossing[v] = once;
            twice_crossing.push(twice);
        }
        self.link.clear();
        self.near.clear();
        for (c, &label) in self.labels.iter().enumerate() {
            let (mut link, mut near, mut twice) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
            for v in own.at(c).iter().map(|&v| usize::from(v)) {
                link |= self.cands[v];
                twice |= (near & self.crossing[v]) | twice_crossing[v];
                near |= self.crossing[v];
            }
            link.remove(c);
            let kin = board.kin(label).iter().filter(|kin| open.contains(**kin)).map(|kin| number(*kin));
            for other in kin.clone() {
                link.insert(other);
                twice |= near & self.vars[other];
                near |= self.vars[other];
            }
            beside.push(kin);
            // A candidate in two of the own variables was counted twice.
            for v in (twice - self.vars[c]).iter() {
                let others = self.lists.candidates_of(v).filter(|&other| !link.contains(other));
                if others.clone().count() + 2 <= self.lists.candidates_of(v).count() {
                    clears.push(others);
                }
            }
            clears_of.push(clears.ends.len() as u32);
            self.link.push(link);
            self.near.push(near);
        }
        self.lists.set_members(members);
        self.root = Node::root(self);
    }

    /// Returns the place of a variable among those of the board that the graph was built on.
    pub fn place_on_board(&self, v: usize) -> usize {
        self.lists.members().map_or(v, |members| usize::from(members.places[v]))
    }
}
