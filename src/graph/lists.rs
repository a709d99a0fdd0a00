//! `Lists`: which candidate is in which variable, as lists.

use super::{Bits, Space};
use crate::grid::{Cells, HOUSES, Segment, block_of, column_of, row_of, segments};
use std::ops::Range;

/// ```text
///   vars[c]       the variables of c, one of each type; where there are no block variables, the fourth is
///                 one that is not in use
///   slots[v]      the candidates of v in ascending order
///   lengths       the variables that have one candidate, two, … nine, and the candidates of these, one after the
///                 other; chains have the variables of the first table, not those of the second
///   segments      where a row or column variable and a block variable share two candidates or more: those of
///                 the line that are not in the block, those of the block that are not in the line, in `rests`
/// ```
pub(super) struct Lists {
    space: Space,
    of_type: usize,
    used: [u8; 4],
    vars: Vec<[u16; 4]>,
    slots: Vec<Slot>,
    lengths: [[SameLength; 9]; 2],
    rests: Vec<u16>,
    segments: Vec<[Range<u32>; 2]>,
}

/// The candidates of a variable, nine at most. (The rest is room that spares checks and branches.)
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    members: [u16; ROOM],
    len: u16,
}

const ROOM: usize = 16;

/// Variables with so many candidates, and the candidates; both with room after them.
struct SameLength {
    vars: Vec<u16>,
    members: Vec<u16>,
    count: usize,
}

impl SameLength {
    /// With room for so many variables.
    fn new(length: usize, variables: usize) -> SameLength {
        let members = vec![0; variables * length + ROOM];
        SameLength { vars: vec![0; variables], members, count: 0 }
    }

    /// Adds a variable. (Copying no more than its candidates, whose number cannot be guessed, takes longer.)
    #[inline]
    fn push(&mut self, v: u16, slot: &Slot) {
        let start = self.count * slot.len as usize;
        self.vars[self.count] = v;
        self.members[start..start + ROOM].copy_from_slice(&slot.members);
        self.count += 1;
    }

    /// The candidates of each variable.
    #[inline(always)]
    fn members<const N: usize>(&self) -> &[[u16; N]] {
        &self.members.as_chunks::<N>().0[..self.count]
    }
}

/// What is done with a variable and its candidates.
pub(super) trait Visitor {
    fn visit<const N: usize>(&mut self, v: u16, members: &[u16; N]);
}

impl Lists {
    /// Of nothing, with room for so many variables.
    pub(super) fn new(variables: usize) -> Lists {
        let lengths = || std::array::from_fn(|k| SameLength::new(k + 1, variables));
        Lists {
            space: Space::All,
            of_type: variables / 4,
            used: [0; 4],
            vars: Vec::new(),
            slots: vec![Slot::default(); variables],
            lengths: [lengths(), lengths()],
            rests: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// Starts on another graph, with room for so many variables of each type.
    pub(super) fn clear(&mut self, space: Space, of_type: usize) {
        (self.space, self.of_type, self.used) = (space, of_type, [0; 4]);
        self.vars.clear();
        self.rests.clear();
        self.segments.clear();
    }

    /// Takes over the candidates and variables of the same grid in the space of all variables.
    pub(super) fn narrow(&mut self, all: &Lists, space: Space) {
        (self.space, self.of_type, self.used) = (space, all.of_type, all.used);
        self.vars.clone_from(&all.vars);
        self.slots.clone_from(&all.slots);
        self.rests.clear();
        self.segments.clear();
        if space.types() == 4 {
            self.rests.extend_from_slice(&all.rests);
            self.segments.extend_from_slice(&all.segments);
        } else {
            let unused = self.unused()[3];
            self.vars.iter_mut().for_each(|vars| vars[3] = unused);
            self.used[3] = 0;
        }
        self.sort();
    }

    /// The variables of a candidate before they are known: one past all numbers, which stays unused.
    pub(super) fn unused(&self) -> [u16; 4] {
        [self.slots.len() as u16; 4]
    }

    /// Takes another variable of this type into use; its number in the type.
    pub(super) fn new_variable(&mut self, kind: usize) -> u8 {
        let number = self.used[kind];
        self.slots[kind * self.of_type + number as usize].len = 0;
        self.used[kind] += 1;
        number
    }

    /// Adds the next candidate, with its variables.
    #[inline]
    pub(super) fn push(&mut self, vars: [u16; 4]) {
        let c = self.vars.len() as u16;
        for &v in &vars[..self.space.types()] {
            let slot = &mut self.slots[v as usize];
            slot.members[slot.len as usize % ROOM] = c;
            slot.len += 1;
        }
        self.vars.push(vars);
    }

    /// Adds the segments of a digit, when its candidates are the last.
    pub(super) fn add_segments(&mut self, plane: Cells) {
        if self.space.types() < 4 {
            return;
        }
        let mut numbers = [0; 81];
        let first = self.vars.len() - plane.len();
        (first as u16..).zip(plane).for_each(|(c, cell)| numbers[cell] = c);
        for (kind, cell, segment) in segments(plane) {
            let line = match kind {
                Segment::Row => HOUSES[row_of(cell)],
                Segment::Column => HOUSES[9 + column_of(cell)],
            };
            let rest = [line, HOUSES[18 + block_of(cell)]].map(|house| {
                let start = self.rests.len() as u32;
                self.rests.extend(((house & plane) - segment).map(|cell| numbers[cell]));
                start..self.rests.len() as u32
            });
            self.segments.push(rest);
        }
    }

    /// Fills `lengths`, when every candidate is in its slots.
    pub(super) fn sort(&mut self) {
        let kinds = self.kinds();
        let Lists { lengths, slots, .. } = self;
        lengths.iter_mut().flatten().for_each(|same| same.count = 0);
        for kind in 0..self.space.types() {
            let lengths = &mut lengths[usize::from(!kinds.contains(&kind))];
            let first = kind * self.of_type;
            for (v, slot) in (first as u16..).zip(&slots[first..first + self.used[kind] as usize]) {
                lengths[slot.len as usize - 1].push(v, slot);
            }
        }
    }

    /// Whether the two have the same.
    #[cfg(test)]
    pub(super) fn is_like(&self, other: &Lists) -> bool {
        let lengths = |lists: &Lists| {
            let of = |same: &SameLength| same.vars[..same.count].to_vec();
            lists.lengths.each_ref().map(|lengths| lengths.each_ref().map(of))
        };
        self.vars == other.vars
            && self.used == other.used
            && lengths(self) == lengths(other)
            && self.segments().eq(other.segments())
    }

    /// How many candidates there are.
    pub(super) fn candidates(&self) -> usize {
        self.vars.len()
    }

    /// The variables of each candidate.
    pub(super) fn four_vars(&self) -> &[[u16; 4]] {
        &self.vars
    }

    /// The candidates of each variable that has two, and that chains have.
    pub(super) fn pairs(&self) -> &[[u16; 2]] {
        self.lengths[0][1].members()
    }

    /// The types of variables that make links.
    pub(super) fn types(&self) -> Range<usize> {
        0..self.space.types()
    }

    /// The types of variables that chains have.
    pub(super) fn kinds(&self) -> Range<usize> {
        self.space.kinds()
    }

    /// The numbers of the variables of a type.
    pub(super) fn of_kind(&self, kind: usize) -> Range<usize> {
        let first = kind * self.of_type;
        first..first + self.used[kind] as usize
    }

    /// Shows every variable that chains have, the shortest first: no loop has to guess how many candidates come.
    #[inline(always)]
    pub(super) fn visit(&self, visitor: &mut impl Visitor) {
        visit_all(&self.lengths[0], visitor);
    }

    /// The same with the other variables that make links.
    #[inline(always)]
    pub(super) fn visit_linking(&self, visitor: &mut impl Visitor) {
        visit_all(&self.lengths[0], visitor);
        visit_all(&self.lengths[1], visitor);
    }

    /// How many candidates each variable has that chains have, bit-sliced; all ones for the others.
    pub(super) fn counts<const V: usize>(&self) -> [Bits<V>; 4] {
        let mut counts = [Bits::FULL; 4];
        for kind in self.kinds() {
            for v in self.of_kind(kind) {
                let missing = !u64::from(self.slots[v].len);
                for (plane, bits) in counts.iter_mut().enumerate() {
                    bits.0[v / 64] ^= (missing >> plane & 1) << (v % 64);
                }
            }
        }
        counts
    }

    /// The two rests of each segment.
    pub(super) fn segments(&self) -> impl Iterator<Item = [&[u16]; 2]> {
        let list = |range: &Range<u32>| &self.rests[range.start as usize..range.end as usize];
        self.segments.iter().map(move |[line, block]| [list(line), list(block)])
    }
}

#[inline(always)]
fn visit_all(lengths: &[SameLength; 9], visitor: &mut impl Visitor) {
    visit_length::<1>(lengths, visitor);
    visit_length::<2>(lengths, visitor);
    visit_length::<3>(lengths, visitor);
    visit_length::<4>(lengths, visitor);
    visit_length::<5>(lengths, visitor);
    visit_length::<6>(lengths, visitor);
    visit_length::<7>(lengths, visitor);
    visit_length::<8>(lengths, visitor);
    visit_length::<9>(lengths, visitor);
}

#[inline(always)]
fn visit_length<const N: usize>(lengths: &[SameLength; 9], visitor: &mut impl Visitor) {
    let same = &lengths[N - 1];
    for (&v, members) in same.vars.iter().zip(same.members::<N>()) {
        visitor.visit(v, members);
    }
}
