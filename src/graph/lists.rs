//! `Lists`: which candidate is in which variable, as lists.

use super::{Bits, Space};
use std::ops::Range;

/// ```text
///   vars[c]       the variables of c, one of each type; where there are no block variables, the fourth is
///                 one that is not in use
///   slots[v]      the candidates of v in ascending order
///   segments      where a row or column variable and a block variable share two candidates or more: those of
///                 the line that are not in the block, those of the block that are not in the line, in `rests`
/// ```
pub(super) struct Lists {
    space: Space,
    of_type: usize,
    used: [u8; 4],
    vars: Vec<[u16; 4]>,
    slots: Vec<Slot>,
    rests: Vec<u16>,
    segments: Vec<[Range<u32>; 2]>,
}

/// The candidates of a variable.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    len: u16,
    members: [u16; 9],
}

impl Slot {
    /// In ascending order.
    #[inline(always)]
    pub(super) fn members(&self) -> &[u16] {
        &self.members[..self.len.min(9) as usize]
    }
}

impl Lists {
    /// Of nothing, with room for so many variables.
    pub(super) fn new(variables: usize) -> Lists {
        Lists {
            space: Space::All,
            of_type: variables / 4,
            used: [0; 4],
            vars: Vec::new(),
            slots: vec![Slot::default(); variables],
            rests: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// Starts on another graph, with room for so many variables of each type.
    pub(super) fn clear(&mut self, space: Space, of_type: usize) {
        (self.space, self.of_type, self.used) = (space, of_type, [0; 4]);
        self.vars.clear();
        self.slots.iter_mut().for_each(|slot| slot.len = 0);
        self.segments.clear();
    }

    /// The variables of a candidate before they are known: one past all numbers, which stays unused.
    pub(super) fn unused(&self) -> [u16; 4] {
        [self.slots.len() as u16; 4]
    }

    /// Takes another variable of this type into use; its number in the type.
    pub(super) fn new_variable(&mut self, kind: usize) -> u8 {
        self.used[kind] += 1;
        self.used[kind] - 1
    }

    /// Adds a candidate, with its variables.
    pub(super) fn push(&mut self, vars: [u16; 4]) {
        for &v in &vars[..self.space.types()] {
            let slot = &mut self.slots[v as usize];
            slot.members[slot.len as usize] = self.vars.len() as u16;
            slot.len += 1;
        }
        self.vars.push(vars);
    }

    /// How many candidates there are.
    pub(super) fn candidates(&self) -> usize {
        self.vars.len()
    }

    /// The variables of each candidate.
    pub(super) fn vars(&self) -> impl Iterator<Item = &[u16]> {
        self.vars.iter().map(|vars| &vars[..self.space.types()])
    }

    /// The same, four of each.
    pub(super) fn four_vars(&self) -> &[[u16; 4]] {
        &self.vars
    }

    /// The types of variables that make links.
    pub(super) fn types(&self) -> Range<usize> {
        0..self.space.types()
    }

    /// The types of variables that chains have.
    pub(super) fn kinds(&self) -> Range<usize> {
        self.space.kinds()
    }

    /// The number of the first variable of a type, and the slots of it and those that follow.
    #[inline(always)]
    pub(super) fn slots(&self, kind: usize) -> (usize, &[Slot]) {
        let first = kind * self.of_type;
        (first, &self.slots[first..first + self.used[kind] as usize])
    }

    /// Fills `segments`.
    pub(super) fn find_segments(&mut self) {
        self.rests.clear();
        self.segments.clear();
        if self.space.types() < 4 {
            return;
        }
        let Lists { vars, slots, rests, segments, .. } = self;
        for kind in [1, 2] {
            let first = kind * self.of_type;
            for line in first..first + self.used[kind] as usize {
                // Cells of one block stand together in a line.
                let block = |c: u16| vars[c as usize][3];
                for segment in slots[line].members().chunk_by(|&a, &b| block(a) == block(b)) {
                    if segment.len() < 2 {
                        continue;
                    }
                    let block = block(segment[0]);
                    let mut rest = |v: usize, other: usize, of: u16| {
                        let start = rests.len() as u32;
                        for &c in slots[v].members() {
                            if vars[c as usize][other] != of {
                                rests.push(c);
                            }
                        }
                        start..rests.len() as u32
                    };
                    let line_rest = rest(line, 3, block);
                    segments.push([line_rest, rest(block as usize, kind, line as u16)]);
                }
            }
        }
    }

    /// How many candidates each variable has that chains have, bit-sliced; all ones for the others.
    pub(super) fn counts<const V: usize>(&self) -> [Bits<V>; 4] {
        let mut counts = [Bits::FULL; 4];
        for kind in self.kinds() {
            let (first, slots) = self.slots(kind);
            for (v, slot) in (first..).zip(slots) {
                for (plane, bits) in counts.iter_mut().enumerate() {
                    let zero = u64::from(!slot.len >> plane & 1);
                    bits.0[v / 64] &= !(zero << (v % 64));
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
