//! Hall sets of variables in a partial state: subsets as right-linking objects (docs/theory.md, "Chains of
//! subsets").

use super::objects::{Object, ObjectKind, Subset};
use super::{Bits, Graph, Node};
use crate::grid::halls::SIZE;
use crate::grid::mask::Mask;

/// Family of subsets: nine variables of one kind that can only have values among nine others.
///
/// ```text
///   house h:   cells of h  ⟷  digits in h          naked, and read backwards hidden
///   digit n:   n in the rows  ⟷  n in the columns   super-hidden (fish), both ways
/// ```
///
/// `sides` are the variables' numbers in the graph, by place, and `unsolved` the places in use.
#[derive(Clone, Default)]
pub(super) struct SubsetFamily {
    sides: [[u16; 9]; 2],
    unsolved: [u16; 2],
}

/// All 36 tables of a graph, with the place of each candidate and variable in them.
#[derive(Default)]
pub(super) struct SubsetFamilies {
    list: Vec<SubsetFamily>,
    /// Candidates of each variable, with their places on the other side. A candidate's place is the same in
    /// all tables of the variable.
    members: Vec<PlacedMembers>,
    /// For each variable the places of all its candidates, as a set.
    places: Vec<u16>,
    /// For each variable its sides of tables, and its place on each.
    ///
    /// ```text
    ///   rc: row, column, block     rn: row, digit     cn: column, digit     bn: block
    /// ```
    sides: Vec<[Seat; 3]>,
}

/// Candidates of a variable, as `16 * candidate + place`; the first `len` count.
#[derive(Clone, Copy, Default)]
struct PlacedMembers {
    list: [u16; 9],
    len: usize,
}

impl PlacedMembers {
    fn push(&mut self, candidate: usize, place: usize) {
        self.list[self.len] = (16 * candidate + place) as u16;
        self.len += 1;
    }

    fn places<const C: usize>(&self, alive: &Bits<C>) -> u16 {
        self.list[..self.len].iter().fold(0, |places, &member| {
            places | u16::from(alive.contains(usize::from(member / 16))) << (member % 16)
        })
    }
}

/// Position of a variable in a table: its side, and its place on that side, stored as a set.
#[derive(Clone, Copy)]
struct Seat {
    /// The number of the side: twice that of the table, plus one for its second side.
    side: u8,
    place: u16,
}

/// Position in no table: the 72 sides are numbered from 0.
const NOWHERE: Seat = Seat { side: 72, place: 0 };

impl SubsetFamilies {
    pub(super) fn fill<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) {
        self.list.clear();
        self.list.resize(36, SubsetFamily::default());
        self.members.clear();
        self.members.resize(V * 64, PlacedMembers::default());
        self.sides.clear();
        self.sides.resize(V * 64, [NOWHERE; 3]);
        let labels = graph.labels.iter().zip(graph.lists.four_vars());
        for (candidate, (label, &[rc, rn, cn, bn])) in labels.enumerate() {
            let (digit, cell) = (label.digit.index(), label.cell);
            let (row, column) = (cell.row(), cell.column());
            let (block, square) = (cell.block(), row % 3 * 3 + column % 3);
            let places = [
                (row, column, digit, rc, rn),
                (9 + column, row, digit, rc, cn),
                (18 + block, square, digit, rc, bn),
                (27 + digit, row, column, rn, cn),
            ];
            for (table, a, b, one, other) in places {
                let SubsetFamily { sides, unsolved } = &mut self.list[table];
                (sides[0][a], sides[1][b]) = (one, other);
                (unsolved[0], unsolved[1]) = (unsolved[0] | 1 << a, unsolved[1] | 1 << b);
            }
            for (v, place) in [(rc, digit), (rn, column), (cn, row), (bn, square)] {
                self.members[usize::from(v)].push(candidate, place);
            }
            let seat = |k: usize, side: usize| {
                let (table, a, b, ..) = places[k];
                Seat { side: (2 * table + side) as u8, place: 1 << [a, b][side] }
            };
            self.sides[usize::from(rc)] = [seat(0, 0), seat(1, 0), seat(2, 0)];
            self.sides[usize::from(rn)] = [seat(0, 1), seat(3, 0), NOWHERE];
            self.sides[usize::from(cn)] = [seat(1, 1), seat(3, 1), NOWHERE];
            self.sides[usize::from(bn)] = [seat(2, 1), NOWHERE, NOWHERE];
        }
        self.places.clear();
        self.places.extend(self.members.iter().map(|members| members.places(&graph.root().alive)));
    }

    /// Returns the places of these variables on each side of each table, and the sides that have some. The
    /// array has room for any index of seven bits, `NOWHERE` included.
    fn places_of<const V: usize>(&self, variables: Bits<V>) -> ([u16; 128], u128) {
        let (mut all, mut sides) = ([0; 128], 0u128);
        for v in variables.iter() {
            for seat in &self.sides[v] {
                all[usize::from(seat.side) & 127] |= seat.place;
                sides |= 1 << (seat.side & 127);
            }
        }
        (all, sides & !(1 << NOWHERE.side))
    }
}

/// Calls `found` with every subset of 2 to `size` variables. At least one of the variables is in `via`, and
/// each variable has two or more live candidates in `node`. Returns how many sets of variables were examined.
pub(super) fn each_subset<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, via: &Bits<V>, size: usize, found: &mut impl FnMut(Object<C, V>),
) -> u64 {
    if size < 2 {
        return 0;
    }
    let tables = &graph.tables;
    let fitting = node.two_to(size);
    let near = fitting & *via;
    if near.is_empty() {
        return 0;
    }
    let (near, mut sides) = tables.places_of(near);
    // The live places of each variable; 0 if it has lost some, until they are needed.
    let (mut known, mut looked_at) = ([[0; 64]; V], 0);
    let known = known.as_flattened_mut();
    known.copy_from_slice(&tables.places);
    node.changed_from(graph.root()).iter().for_each(|v| known[v] = 0);
    while sides != 0 {
        let number = sides.lowest();
        sides &= sides - 1;
        let (table, side) = (&tables.list[number / 2], number % 2);
        let (mut values, mut fit) = ([0u16; 9], 0u16);
        for i in each_place(table.unsolved[side]) {
            let v = usize::from(table.sides[side][i]);
            if known[v] == 0 {
                known[v] = tables.members[v].places(&node.alive);
            }
            values[i] = known[v];
            fit |= u16::from((2..=size).contains(&usize::from(SIZE[usize::from(known[v]) & 511]))) << i;
        }
        if fit & fit.wrapping_sub(1) == 0 {
            continue;
        }
        let mut report = |members: u16, union: u16| {
            let names = |mask: u16, side: usize| {
                let mut all = [0; 4];
                each_place(mask).zip(&mut all).for_each(|(i, slot)| *slot = table.sides[side][i]);
                all
            };
            let subset = Subset {
                members: names(members, side),
                transversals: names(union, 1 - side),
                size: members.size(),
            };
            let all = |numbers: [u16; 4]| {
                numbers[..subset.size].iter().fold(Bits::EMPTY, |all, &v| all | graph.cands[usize::from(v)])
            };
            let excluded = all(subset.transversals) - all(subset.members);
            let via = subset.members[..subset.size].iter().map(|&v| usize::from(v)).collect();
            found(Object { kind: ObjectKind::Subset(subset), via, excluded });
        };
        let none = PartialSubset { members: 0, values: 0, len: 0 };
        looked_at += extend(&values, [fit, near[number]], size, none, &mut report);
    }
    looked_at
}

fn each_place(mut places: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (places != 0).then_some(places.lowest())?;
        places &= places - 1;
        Some(place)
    })
}

/// Some members of a set, their values, and the number of members.
#[derive(Clone, Copy)]
struct PartialSubset {
    members: u16,
    values: u16,
    len: usize,
}

/// Adds members of `from`, and reports each set with a member in `touched` that has as many values as members
/// and no smaller such set before its last member. Returns how many sets were examined.
fn extend(
    values: &[u16; 9], [mut from, touched]: [u16; 2], size: usize, before: PartialSubset,
    found: &mut impl FnMut(u16, u16),
) -> u64 {
    let mut looked_at = 0;
    while (before.members | from) & touched != 0 && from != 0 {
        let member = from.lowest();
        from &= from - 1;
        looked_at += 1;
        let (wider, set) = (before.values | values[member], before.members | 1 << member);
        let (have, need) = (before.len + 1, usize::from(SIZE[usize::from(wider) & 511]));
        if have == need {
            if set & touched != 0 {
                found(set, wider);
            }
        } else if need <= size && have < size {
            let before = PartialSubset { members: set, values: wider, len: have };
            looked_at += extend(values, [from, touched], size, before, found);
        }
    }
    looked_at
}
