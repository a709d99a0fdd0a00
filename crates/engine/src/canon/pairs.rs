//! The relations between two cells of a board, and the search for permutations of the cells that keep them.
//!
//! Each pair of cells has a *colour*: the links between their candidates, and the sizes of the houses that
//! have both. A permutation that keeps all colours and turns houses into houses is a symmetry of the board.
//!
//! ```text
//!   colours ─ refine each cell by the cells around it ─▶ places to try ─ backtracking ─▶ a permutation
//! ```

use crate::boards::Board;
use crate::budget::{Budget, Within, units};
use crate::grid::{Candidate, Cell, Digit};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Order of the cells of a board, by their numbers among its cells: the cell at each place.
pub(super) type Order = [u8; Cell::COUNT];

/// Order in which each cell is at its own place.
pub(super) const IN_ORDER: Order = {
    let (mut order, mut at) = ([0; Cell::COUNT], 0);
    while at < Cell::COUNT {
        order[at] = at as u8;
        at += 1;
    }
    order
};

/// New names of the digits, from 0.
pub(super) type Relabelling = [u8; Digit::COUNT];

/// Relation between two cells, or of a cell to itself.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Relation {
    /// Pairs of digits whose candidates are linked, at bit 9·first + second.
    digits: u128,
    /// Whether the cells are one.
    is_one: bool,
    /// Sizes of the houses that have both cells, in ascending order.
    houses: Vec<usize>,
}

/// Relations between all pairs of cells, each with a colour.
pub(super) struct Pairs {
    pub cells: Vec<Cell>,
    size: usize,
    relations: Vec<Relation>,
    /// Colour of each pair, at number of cells · first + second.
    colours: Vec<u16>,
    /// For each cell and each colour the cells in this relation to it, as bits.
    around: Vec<Vec<u128>>,
    houses: HashSet<u128>,
}

/// New colour of each colour.
pub(super) type Recolouring = Vec<u16>;

/// Colour that no pair has.
const NONE: u16 = u16::MAX;

/// Iterates over the numbers of the bits of a set.
pub(super) fn bits_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

impl Pairs {
    pub fn of(board: &Board) -> Pairs {
        let cells: Vec<Cell> = board.cells().collect();
        let bits = |of: crate::grid::Cells| -> u128 {
            (0..).zip(&cells).filter(|(_, cell)| of.contains(**cell)).fold(0, |all, (at, _)| all | 1 << at)
        };
        let mut houses: Vec<u128> = board.houses().iter().map(|house| bits(house.cells)).collect();
        // A house that stands twice is one house: the part `cd` is a disjoint group, too.
        houses.sort_unstable();
        houses.dedup();
        let mut known: HashMap<Relation, u16> = HashMap::new();
        let (mut relations, mut colours) = (Vec::new(), Vec::new());
        for (a, one) in cells.iter().enumerate() {
            for (b, other) in cells.iter().enumerate() {
                let both = 1 << a | 1 << b;
                let shared = houses.iter().filter(|house| *house & both == both);
                let mut shared: Vec<usize> = shared.map(|house| house.count_ones() as usize).collect();
                shared.sort_unstable();
                let digits = linked(board, *one, *other);
                let relation = Relation { digits, is_one: a == b, houses: shared };
                let colour = known.entry(relation).or_insert_with_key(|relation| {
                    relations.push(relation.clone());
                    relations.len() as u16 - 1
                });
                colours.push(*colour);
            }
        }
        let mut around = vec![vec![0; relations.len()]; cells.len()];
        for (at, colour) in colours.iter().enumerate() {
            around[at / cells.len()][usize::from(*colour)] |= 1 << (at % cells.len());
        }
        let houses = houses.into_iter().collect();
        Pairs { cells, size: board.size(), relations, colours, around, houses }
    }

    fn colour(&self, one: usize, other: usize) -> usize {
        self.colours[self.cells.len() * one + other].into()
    }

    /// Returns the recolouring that changes nothing.
    pub fn same_colours(&self) -> Recolouring {
        (0..self.relations.len() as u16).collect()
    }

    /// Whether every relabelling of the digits keeps the links.
    pub fn any_labels(&self) -> bool {
        let digits = || (0..self.size).flat_map(|a| (0..self.size).map(move |b| (a, b)));
        let set = |is_in: fn(usize, usize) -> bool| {
            digits().filter(|(a, b)| is_in(*a, *b)).fold(0u128, |all, (a, b)| all | bit(a, b))
        };
        let unchanged = [set(|_, _| false), set(|a, b| a == b), set(|a, b| a != b), set(|_, _| true)];
        self.relations.iter().all(|relation| unchanged.contains(&relation.digits))
    }

    /// Returns the relabellings of the digits that turn the links of each pair of cells into those of some
    /// pair. Each has the colour of the pairs whose links become those of a colour.
    pub fn recolourings(&self, budget: &mut Budget) -> Within<Vec<(Relabelling, Recolouring)>> {
        let kinds: HashSet<u128> = self.relations.iter().map(|relation| relation.digits).collect();
        let mut weights = [[0u16; Digit::COUNT]; Digit::COUNT];
        for (a, row) in weights.iter_mut().enumerate() {
            for (b, weight) in row.iter_mut().enumerate() {
                *weight = kinds.iter().filter(|kind| *kind & bit(a, b) != 0).count() as u16;
            }
        }
        let mut found = Vec::new();
        self.relabel(&weights, &kinds, &mut vec![], &mut found, budget)?;
        budget.take(units(found.len() * self.relations.len()))?;
        let recoloured = |to: Relabelling| {
            let before = inverse(&to);
            let own = |relation: &Relation| {
                let wanted = Relation { digits: relabelled(relation.digits, &before), ..relation.clone() };
                self.relations.iter().position(|other| *other == wanted).map_or(NONE, |at| at as u16)
            };
            (to, self.relations.iter().map(own).collect())
        };
        Ok(found.into_iter().map(recoloured).collect())
    }

    /// Adds to `found` the relabellings that begin like this.
    fn relabel(
        &self, weights: &[[u16; Digit::COUNT]; Digit::COUNT], kinds: &HashSet<u128>, begun: &mut Vec<u8>,
        found: &mut Vec<Relabelling>, budget: &mut Budget,
    ) -> Within {
        budget.spend()?;
        if begun.len() == self.size {
            let mut to: Relabelling = std::array::from_fn(|digit| digit as u8);
            to.iter_mut().zip(begun.iter()).for_each(|(to, label)| *to = *label);
            if kinds.iter().all(|kind| kinds.contains(&relabelled(*kind, &to))) {
                found.push(to);
            }
            return Ok(());
        }
        let digit = begun.len();
        for label in (0..self.size).filter(|label| !begun.contains(&(*label as u8))).collect::<Vec<_>>() {
            let labels = begun.iter().map(|&to| usize::from(to)).chain([label]);
            let is_alike = labels.enumerate().all(|(other, to)| {
                weights[other][digit] == weights[to][label] && weights[digit][other] == weights[label][to]
            });
            if is_alike {
                begun.push(label as u8);
                self.relabel(weights, kinds, begun, found, budget)?;
                begun.pop();
            }
        }
        Ok(())
    }

    /// Returns, for each place, the cells that may come there if the colours of places are replaced by these:
    /// those with the same colours around them, and around the cells around them, and so on.
    pub fn places(&self, recolouring: &[u16], budget: &mut Budget) -> Within<Vec<u128>> {
        let (own, mut count) = (self.same_colours(), 0);
        let [mut of_cells, mut of_places] = [vec![0; self.cells.len()], vec![0; self.cells.len()]];
        loop {
            budget.take(units(2 * self.cells.len()))?;
            of_cells = self.refined(&of_cells, &own);
            of_places = self.refined(&of_places, recolouring);
            let classes = of_cells.iter().collect::<HashSet<_>>().len();
            if classes == count {
                break;
            }
            count = classes;
        }
        let alike = |place: &u64| {
            (0..).zip(&of_cells).filter(|(_, cell)| *cell == place).fold(0, |all, (at, _)| all | 1 << at)
        };
        Ok(of_places.iter().map(alike).collect())
    }

    /// Makes the class of each cell of the colours and classes of all cells. A class is a hash: two classes
    /// may be taken for one, which costs time only.
    fn refined(&self, classes: &[u64], recolouring: &[u16]) -> Vec<u64> {
        let class = |one: usize| {
            let pair = |other: usize| (recolouring[self.colour(one, other)], classes[other]);
            let mut around: Vec<(u16, u64)> = (0..self.cells.len()).map(pair).collect();
            around.sort_unstable();
            let mut hasher = DefaultHasher::new();
            (recolouring[self.colour(one, one)], around).hash(&mut hasher);
            hasher.finish()
        };
        (0..self.cells.len()).map(class).collect()
    }

    /// Puts a cell at a place, and removes the cells that other places cannot have with it.
    pub fn put(&self, places: &mut [u128], place: usize, cell: usize, recolouring: &[u16]) {
        let around = &self.around[cell];
        for (other, cells) in places.iter_mut().enumerate() {
            let colour = usize::from(recolouring[self.colour(place, other)]);
            *cells &= around.get(colour).copied().unwrap_or(0);
        }
    }

    /// Returns an order of the cells that has one of `places` at each place, keeps the colours and turns
    /// houses into houses. `open` are the places that are not put yet.
    pub fn find(
        &self, mut places: Vec<u128>, mut open: u128, recolouring: &[u16], budget: &mut Budget,
    ) -> Within<Option<Order>> {
        while let Some(place) = bits_of(open).min_by_key(|place| places[*place].count_ones()) {
            open &= !(1 << place);
            let cells = places[place];
            if cells.count_ones() != 1 {
                for cell in bits_of(cells) {
                    budget.spend()?;
                    let mut next = places.clone();
                    self.put(&mut next, place, cell, recolouring);
                    if let Some(found) = self.find(next, open, recolouring, budget)? {
                        return Ok(Some(found));
                    }
                }
                return Ok(None);
            }
            budget.spend()?;
            self.put(&mut places, place, cells.trailing_zeros() as usize, recolouring);
        }
        let mut order = IN_ORDER;
        for (own, cells) in order.iter_mut().zip(&places) {
            if *cells == 0 {
                return Ok(None);
            }
            *own = cells.trailing_zeros() as u8;
        }
        let moved = |house: &u128| bits_of(*house).fold(0, |all, place| all | 1 << order[place]);
        Ok(self.houses.iter().all(|house| self.houses.contains(&moved(house))).then_some(order))
    }
}

/// Returns the links between two cells.
fn linked(board: &Board, one: Cell, other: Cell) -> u128 {
    let digits = || Digit::all().take(board.size());
    let pairs = digits().flat_map(|a| digits().map(move |b| (a, b)));
    let are_linked = |(a, b): &(Digit, Digit)| board.linked(Candidate::new(*a, one)).0[*b].contains(other);
    pairs.filter(are_linked).fold(0, |all, (a, b)| all | bit(a.index(), b.index()))
}

const fn bit(a: usize, b: usize) -> u128 {
    1 << (Digit::COUNT * a + b)
}

fn relabelled(digits: u128, to: &Relabelling) -> u128 {
    let pair = |at: usize| bit(to[at / Digit::COUNT].into(), to[at % Digit::COUNT].into());
    bits_of(digits).fold(0, |all, at| all | pair(at))
}

fn inverse(to: &Relabelling) -> Relabelling {
    let mut inverse = *to;
    to.iter().enumerate().for_each(|(digit, label)| inverse[usize::from(*label)] = digit as u8);
    inverse
}
