//! `Lists`: membership of candidates in variables, as lists.

use super::{Bits, Space, on_board::Members};
use crate::grid::{Cell, Cells, Digit};
use std::ops::Range;

/// ```text
///   vars[c]       the variables of c, one for each type; without block variables the fourth number is
///                 unused
///   slots[v]      the candidates of v in ascending order
///   lengths       the variables with one candidate, two, … nine, each followed by its candidates; chains
///                 may use the variables of the first table but not the variables of the second table
///   crossings     intersections of a digit's row or column with a block; crossing 0 has no candidates
///   segments      for each crossing with two candidates or more: the two other crossings of its line, and
///                 of its block
/// ```
pub(crate) struct Lists {
    space: Space,
    of_type: usize,
    used: [u8; 4],
    /// The number of each variable in its type, by place; NONE if it is solved.
    numbers: [[u8; PLACES]; 4],
    vars: Vec<[u16; 4]>,
    slots: Vec<Slot>,
    lengths: [[SameLength; 9]; 2],
    crossings: Vec<Crossing>,
    segments: Vec<[[u16; 2]; 2]>,
    /// On boards that are not plain, what `vars` and `crossings` are on the plain one.
    members: Option<Box<Members>>,
}

/// Candidates of a variable, nine at most. (The spare room saves checks and branches.)
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    members: [u16; ROOM],
    len: u16,
}

pub(super) const ROOM: usize = 16;

/// Room for the 81 places of a type. A power of two saves the bounds checks.
const PLACES: usize = 128;

const NONE: u8 = u8::MAX;

/// Returns, for each variable of a candidate, its place among the variables of the same type.
#[inline]
fn places(digit: Digit, cell: Cell) -> [u8; 4] {
    let [row, column, block] = LINES[cell];
    let of_digit = 9 * digit.index() as u8;
    [cell.index() as u8, of_digit + row, of_digit + column, of_digit + block]
}

/// Row, column and block of each cell.
const LINES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let of = Cell::new(cell);
        houses[cell] = [of.row() as u8, of.column() as u8, of.block() as u8];
        cell += 1;
    }
    houses
};

/// Intersection of a digit's row or column with a block.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Crossing {
    pub members: [u16; 3],
    /// The numbers of the two other crossings of the row or column.
    pub line: [u16; 2],
    /// The numbers of the two other crossings of the block.
    pub block: [u16; 2],
    /// The variable type of the row or column.
    pub kind: u16,
}

/// Placeholder for a missing candidate; it is in no state.
pub(super) const ABSENT: u16 = u16::MAX;

const CROSSINGS: usize = 54;

/// For each cell, the number of its minirow, the crossing of its row and block. Minirows are numbered by row,
/// then by block.
const MINIROW: [u8; 81] = crossings(false);
/// For each cell, the number of its minicolumn, the crossing of its column and block. Numbers begin at 27.
const MINICOLUMN: [u8; 81] = crossings(true);

const fn crossings(columns: bool) -> [u8; 81] {
    let (mut numbers, mut cell) = ([0; 81], 0);
    while cell < 81 {
        let (row, column) = (Cell::new(cell).row(), Cell::new(cell).column());
        let number = if columns { 27 + 3 * column + row / 3 } else { 3 * row + column / 3 };
        numbers[cell] = number as u8;
        cell += 1;
    }
    numbers
}

/// For each crossing, the two other crossings of its line, and the two other crossings of its block in
/// the same direction.
const OTHERS: [[[u8; 2]; 2]; CROSSINGS] = {
    let (mut others, mut at) = ([[[0; 2]; 2]; CROSSINGS], 0);
    while at < CROSSINGS {
        let (line, third) = (at / 3, at % 3);
        let mut k = 0;
        while k < 2 {
            others[at][0][k] = (3 * line + (third + k + 1) % 3) as u8;
            others[at][1][k] = (3 * (line / 3 * 3 + (line + k + 1) % 3) + third) as u8;
            k += 1;
        }
        at += 1;
    }
    others
};

/// Variables with the same number of candidates, and their candidates; both with spare room.
struct SameLength {
    vars: Vec<u16>,
    members: Vec<u16>,
    count: usize,
    /// For each type, the number of variables of earlier types.
    before: [u16; 5],
}

impl SameLength {
    fn new(length: usize, variables: usize) -> SameLength {
        let members = vec![0; variables * length + ROOM];
        SameLength { vars: vec![0; variables], members, count: 0, before: [0; 5] }
    }

    /// Adds a variable. (Copying only its candidates takes longer, as their number cannot be predicted.)
    #[inline]
    fn push(&mut self, v: u16, slot: &Slot) {
        let start = self.count * usize::from(slot.len);
        self.vars[self.count] = v;
        self.members[start..start + ROOM].copy_from_slice(&slot.members);
        self.count += 1;
    }

    #[inline(always)]
    fn members<const N: usize>(&self) -> &[[u16; N]] {
        &self.members.as_chunks::<N>().0[..self.count]
    }

    /// Returns the range of the variables of a type, or of all.
    #[inline(always)]
    fn of(&self, kind: Option<usize>) -> Range<usize> {
        match kind {
            Some(kind) => self.before[kind].into()..self.before[kind + 1].into(),
            None => 0..self.count,
        }
    }
}

/// Work done with each variable and its candidates.
pub(super) trait Visitor {
    fn visit<const N: usize>(&mut self, v: u16, members: &[u16; N]);
}

impl Lists {
    /// Returns empty lists with room for this many variables.
    pub(super) fn new(variables: usize) -> Lists {
        let lengths = || std::array::from_fn(|k| SameLength::new(k + 1, variables));
        Lists {
            space: Space::All,
            of_type: variables / 4,
            used: [0; 4],
            numbers: [[NONE; PLACES]; 4],
            vars: Vec::new(),
            slots: vec![Slot::default(); variables],
            lengths: [lengths(), lengths()],
            crossings: Vec::new(),
            segments: Vec::new(),
            members: None,
        }
    }

    /// Starts on another graph, with room for this many variables of each type.
    pub(super) fn clear(&mut self, space: Space, of_type: usize) {
        (self.space, self.of_type, self.used) = (space, of_type, [0; 4]);
        self.numbers = [[NONE; PLACES]; 4];
        self.vars.clear();
        self.forget_crossings();
    }

    /// Starts on a graph of a board that is not plain, with this many candidates.
    pub(super) fn begin_on_board(&mut self, candidates: usize, of_type: usize) {
        self.clear(Space::All, of_type);
        self.vars.resize(candidates, self.unused());
    }

    /// Starts the next variable. Variables are numbered without gaps, so their type here is only a part of
    /// the numbers.
    #[inline(always)]
    pub(super) fn begin_variable(&mut self, v: usize) {
        self.slots[v].len = 0;
        self.used[v / self.of_type] += 1;
    }

    /// Adds a candidate to a variable.
    #[inline(always)]
    pub(super) fn push_member(&mut self, v: usize, c: usize) {
        let slot = &mut self.slots[v];
        slot.members[usize::from(slot.len) % ROOM] = c as u16;
        slot.len += 1;
    }

    /// Iterates over the candidates of a variable.
    #[inline]
    pub(super) fn candidates_of(&self, v: usize) -> impl Iterator<Item = usize> + Clone {
        let Slot { members, len } = &self.slots[v];
        members[..usize::from(*len)].iter().map(|&c| usize::from(c))
    }

    pub(super) fn set_members(&mut self, members: Box<Members>) {
        self.members = Some(members);
    }

    pub(super) fn take_members(&mut self) -> Option<Box<Members>> {
        self.members.take()
    }

    /// Returns the variables and links of a board that is not plain; none on the plain board. The page in the
    /// browser rates on no other boards, and is small.
    #[inline(always)]
    pub(super) fn members(&self) -> Option<&Members> {
        self.members.as_deref()
    }

    fn forget_crossings(&mut self) {
        self.segments.clear();
        self.crossings.clear();
        self.crossings.push(Crossing { members: [ABSENT; 3], ..Crossing::default() });
    }

    /// Copies the candidates and variables of `all`: the lists of the same grid with all variables.
    pub(super) fn narrow(&mut self, all: &Lists, space: Space) {
        (self.space, self.of_type, self.used) = (space, all.of_type, all.used);
        self.numbers = all.numbers;
        self.vars.clone_from(&all.vars);
        self.slots.clone_from(&all.slots);
        self.forget_crossings();
        if space.types() == 4 {
            self.crossings.clone_from(&all.crossings);
            self.segments.extend_from_slice(&all.segments);
        } else {
            let unused = self.unused()[3];
            self.vars.iter_mut().for_each(|vars| vars[3] = unused);
            (self.used[3], self.numbers[3]) = (0, [NONE; PLACES]);
        }
        self.sort();
    }

    /// Returns the placeholder for the variables of a candidate: one past all numbers, which stays unused.
    fn unused(&self) -> [u16; 4] {
        [self.slots.len() as u16; 4]
    }

    /// Adds the next candidate and returns its variables, numbered by first occurrence. (New variables cannot
    /// be predicted, so there is no branch.)
    #[inline(always)]
    pub(super) fn push<const TYPES: usize>(&mut self, digit: Digit, cell: Cell) -> [u16; 4] {
        let (c, places) = (self.vars.len() as u16, places(digit, cell));
        let mut vars = self.unused();
        for kind in 0..TYPES {
            let (number, used) =
                (&mut self.numbers[kind][usize::from(places[kind]) % PLACES], &mut self.used[kind]);
            let is_new = *number == NONE;
            *number = if is_new { *used } else { *number };
            *used += u8::from(is_new);
            let v = kind * self.of_type + usize::from(*number);
            let slot = &mut self.slots[v];
            let len = if is_new { 0 } else { slot.len };
            slot.members[usize::from(len) % ROOM] = c;
            slot.len = len + 1;
            vars[kind] = v as u16;
        }
        self.vars.push(vars);
        vars
    }

    /// Returns the number of the variable of this type at this place, or none if it is solved.
    pub(super) fn number(&self, kind: usize, place: usize) -> Option<usize> {
        let number = self.numbers[kind][place % PLACES];
        (number != NONE).then_some(kind * self.of_type + usize::from(number))
    }

    /// Adds the crossings of a digit, whose candidates are numbered from `first` on.
    pub(super) fn add_crossings(&mut self, plane: Cells, first: usize) {
        let mut members = [[ABSENT; 4]; CROSSINGS];
        let mut lens = [0u8; CROSSINGS];
        let (mut ones, mut twos) = (0u64, 0u64);
        for (c, cell) in (first as u16..).zip(plane) {
            for at in [MINIROW[cell], MINICOLUMN[cell]] {
                let len = &mut lens[usize::from(at)];
                members[usize::from(at)][usize::from(*len) % 4] = c;
                *len += 1;
                twos |= ones & 1 << at;
                ones |= 1 << at;
            }
        }
        // Crossings without a candidate get the number 0.
        let mut numbers = [0; CROSSINGS];
        for (number, at) in (self.crossings.len() as u16..).zip(Bits([ones]).iter()) {
            numbers[at] = number;
        }
        for at in Bits([ones]).iter() {
            let [a, b, c, _] = members[at];
            let [line, block] = OTHERS[at];
            let number = |at: u8| numbers[usize::from(at)];
            self.crossings.push(Crossing {
                members: [a, b, c],
                line: [number(line[0]), number(line[1])],
                block: [number(block[0]), number(block[1])],
                kind: 1 + (at / 27) as u16,
            });
        }
        for at in Bits([twos]).iter() {
            let Crossing { line, block, .. } = self.crossings[usize::from(numbers[at])];
            self.segments.push([line, block]);
        }
    }

    /// Fills `lengths`, once every candidate is in its slots.
    pub(super) fn sort(&mut self) {
        let kinds = self.kinds();
        let Lists { lengths, slots, .. } = self;
        lengths.iter_mut().flatten().for_each(|same| same.count = 0);
        for kind in 0..self.space.types() {
            let lengths = &mut lengths[usize::from(!kinds.contains(&kind))];
            let first = kind * self.of_type;
            for (v, slot) in (first as u16..).zip(&slots[first..first + usize::from(self.used[kind])]) {
                lengths[usize::from(slot.len) - 1].push(v, slot);
            }
            lengths.iter_mut().for_each(|same| same.before[kind + 1] = same.count as u16);
        }
    }

    /// Whether both hold the same lists.
    #[cfg(test)]
    pub(super) fn is_like(&self, other: &Lists) -> bool {
        let lengths = |lists: &Lists| {
            let of = |same: &SameLength| same.vars[..same.count].to_vec();
            lists.lengths.each_ref().map(|lengths| lengths.each_ref().map(of))
        };
        self.vars == other.vars
            && (self.used, self.numbers) == (other.used, other.numbers)
            && lengths(self) == lengths(other)
            && self.segments == other.segments
            && self.crossings == other.crossings
    }

    pub(super) fn candidates(&self) -> usize {
        self.vars.len()
    }

    pub(super) fn four_vars(&self) -> &[[u16; 4]] {
        &self.vars
    }

    /// Returns the candidates of each two-candidate variable that chains may use, of all types or of `kind`.
    pub(super) fn pairs(&self, kind: Option<usize>) -> &[[u16; 2]] {
        let same = &self.lengths[0][1];
        &same.members()[same.of(kind)]
    }

    /// Returns the types of variables that make links.
    pub(super) fn types(&self) -> Range<usize> {
        0..self.space.types()
    }

    /// Returns the types of variables that chains may use.
    pub(super) fn kinds(&self) -> Range<usize> {
        self.space.kinds()
    }

    /// Returns the numbers of the variables of a type.
    pub(super) fn of_kind(&self, kind: usize) -> Range<usize> {
        let first = kind * self.of_type;
        first..first + usize::from(self.used[kind])
    }

    /// Visits every variable that chains may use, the shortest first: so the number of candidates is fixed in
    /// each inner loop.
    #[inline(always)]
    pub(super) fn visit(&self, visitor: &mut impl Visitor) {
        visit_all(&self.lengths[0], None, visitor);
    }

    /// Visits every variable of one type, in lists whose chains may use all types.
    #[inline(always)]
    pub(super) fn visit_type(&self, kind: usize, visitor: &mut impl Visitor) {
        visit_all(&self.lengths[0], Some(kind), visitor);
    }

    /// Visits every variable that makes links, whether chains may use it or not.
    #[inline(always)]
    pub(super) fn visit_linking(&self, visitor: &mut impl Visitor) {
        visit_all(&self.lengths[0], None, visitor);
        visit_all(&self.lengths[1], None, visitor);
    }

    /// Counts the candidates of each variable that chains may use, bit-sliced; all ones for other variables.
    pub(super) fn counts<const V: usize>(&self) -> [Bits<V>; 4] {
        let mut counts = [Bits::FULL; 4];
        for (length, same) in (1..).zip(&self.lengths[0]) {
            let vars: Bits<V> = same.vars[..same.count].iter().map(|&v| usize::from(v)).collect();
            for (plane, bits) in counts.iter_mut().enumerate() {
                if length >> plane & 1 == 0 {
                    *bits = *bits - vars;
                }
            }
        }
        counts
    }

    pub(super) fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// Returns, for each segment, the numbers of the other crossings in its line and in its block.
    pub(super) fn segments(&self) -> &[[[u16; 2]; 2]] {
        &self.segments
    }
}

/// Visits all variables of a table, or only its variables of one type.
#[inline(always)]
fn visit_all(lengths: &[SameLength; 9], kind: Option<usize>, visitor: &mut impl Visitor) {
    visit_length::<1>(lengths, kind, visitor);
    visit_length::<2>(lengths, kind, visitor);
    visit_length::<3>(lengths, kind, visitor);
    visit_length::<4>(lengths, kind, visitor);
    visit_length::<5>(lengths, kind, visitor);
    visit_length::<6>(lengths, kind, visitor);
    visit_length::<7>(lengths, kind, visitor);
    visit_length::<8>(lengths, kind, visitor);
    visit_length::<9>(lengths, kind, visitor);
}

#[inline(always)]
fn visit_length<const N: usize>(lengths: &[SameLength; 9], kind: Option<usize>, visitor: &mut impl Visitor) {
    let same = &lengths[N - 1];
    let of = same.of(kind);
    for (&v, members) in same.vars[of.clone()].iter().zip(&same.members::<N>()[of]) {
        visitor.visit(v, members);
    }
}
