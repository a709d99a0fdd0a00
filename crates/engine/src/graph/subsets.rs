//! Hall sets of variables in a partial state: subsets as right-linking objects (docs/theory.md, "Chains of subsets").

use super::objects::{Kind, Object, Subset};
use super::{Bits, Graph, Node};

/// A family of subsets: nine variables of one kind that can only have values among nine others.
///
/// ```text
///   house h:   cells of h  ⟷  digits in h          naked, and read backwards hidden
///   digit n:   n in the rows  ⟷  n in the columns   super-hidden (fish), both ways
/// ```
///
/// `numbers` are the variables' numbers in the graph, `NONE` where solved.
pub(super) struct Table {
    sides: [[u16; 9]; 2],
}

const NONE: u16 = u16::MAX;

/// The 36 tables of a graph, and where a candidate stands in each.
#[derive(Default)]
pub(super) struct Tables {
    list: Vec<Table>,
    /// For each candidate its table, member on either side: three houses, one digit.
    places: Vec<[(u8, u8, u8); 4]>,
}

impl Tables {
    pub(super) fn fill<const C: usize, const V: usize>(&mut self, graph: &Graph<C, V>) {
        self.list.clear();
        self.list.resize_with(36, || Table { sides: [[NONE; 9]; 2] });
        self.places.clear();
        for (label, &[rc, rn, cn, bn]) in graph.labels.iter().zip(graph.lists.four_vars()) {
            let (digit, cell) = (label.digit as usize, label.cell as usize);
            let (row, column) = (cell / 9, cell % 9);
            let (block, square) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
            let places = [
                (row, column, digit, rc, rn),
                (9 + column, row, digit, rc, cn),
                (18 + block, square, digit, rc, bn),
                (27 + digit, row, column, rn, cn),
            ];
            self.places.push(places.map(|(table, a, b, one, other)| {
                self.list[table].sides[0][a] = one;
                self.list[table].sides[1][b] = other;
                (table as u8, a as u8, b as u8)
            }));
        }
    }
}

/// Calls `found` with every subset of 2 to `size` variables, one of them in `via`, each with two or more
/// candidates alive in `node`. How many sets of variables were looked at.
pub(super) fn each_subset<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    via: &Bits<V>,
    size: usize,
    found: &mut impl FnMut(Object<C, V>),
) -> u64 {
    if size < 2 {
        return 0;
    }
    let mut looked_at = 0;
    let tables = &graph.tables;
    let mut values = [[[0u16; 9]; 2]; 36];
    for c in node.alive.iter() {
        for (table, a, b) in tables.places[c] {
            values[table as usize][0][a as usize] |= 1 << b;
            values[table as usize][1][b as usize] |= 1 << a;
        }
    }
    for (table, values) in tables.list.iter().zip(&values) {
        for (side, values) in values.iter().enumerate() {
            let (mut fitting, mut count, mut touched) = ([0usize; 9], 0, 0u16);
            for i in 0..9 {
                if (2..=size as u32).contains(&values[i].count_ones()) {
                    fitting[count] = i;
                    count += 1;
                    touched |= u16::from(via.contains(table.sides[side][i] as usize)) << i;
                }
            }
            if count < 2 || touched == 0 {
                continue;
            }
            let mut report = |members: u16, union: u16| {
                if members & touched == 0 {
                    return;
                }
                let names = |mask: u16, side: usize| {
                    let mut all = [0; 4];
                    (0..9)
                        .filter(|i| mask >> i & 1 != 0)
                        .zip(&mut all)
                        .for_each(|(i, slot)| *slot = table.sides[side][i]);
                    all
                };
                let subset = Subset {
                    members: names(members, side),
                    transversals: names(union, 1 - side),
                    size: members.count_ones() as usize,
                };
                let all = |numbers: [u16; 4]| {
                    numbers[..subset.size]
                        .iter()
                        .fold(Bits::EMPTY, |all, &v| all | graph.cands[v as usize])
                };
                let excluded = all(subset.transversals) - all(subset.members);
                let via = subset.members[..subset.size].iter().map(|&v| v as usize).collect();
                found(Object { kind: Kind::Subset(subset), via, excluded });
            };
            looked_at += extend(values, &fitting[..count], size, 0, 0, &mut report);
        }
    }
    looked_at
}

/// Adds members of `from` to `members`, whose values are `union`, and reports each set with as many values
/// as members that has no smaller such set before its last member. How many sets were looked at.
fn extend(
    values: &[u16; 9],
    from: &[usize],
    size: usize,
    members: u16,
    union: u16,
    found: &mut impl FnMut(u16, u16),
) -> u64 {
    let mut looked_at = from.len() as u64;
    for (k, &member) in from.iter().enumerate() {
        let (wider, set) = (union | values[member], members | 1 << member);
        let (have, need) = (set.count_ones(), wider.count_ones());
        if have == need {
            found(set, wider);
        } else if need as usize <= size && (have as usize) < size {
            looked_at += extend(values, &from[k + 1..], size, set, wider, found);
        }
    }
    looked_at
}
