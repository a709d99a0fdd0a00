//! Consequences of each candidate and of its absence: HoDoKu's implication tables for nets.
//!
//! A table is a list of literals in the order in which they were found, the assumption first. An entry either
//! follows from others of the table (a direct entry), or was taken over from the table of an entry (an
//! expanded entry). Only direct entries are taken over, so no table needs another one to be expanded.
//!
//! ```text
//!   literal   2·node + 1 if true;  node  9·cell + digit, then one for each group
//!   table of (r1c1=1):  0 r1c1=1 │ 1 r1c1≠2 …  direct: `from` are entries of this table
//!                                │ 7 r5c1=4 …  expanded: `via` is the literal in whose table it is direct
//! ```

use super::board::{Board, seen_by_all};
use super::forcing::{self, Way};
use super::step::Sign;
use crate::grid::{Cell, Cells, Digit, House, HouseKind};

/// Number of candidates on the board; nodes with lower numbers are candidates.
pub const CANDIDATES: usize = 729;
/// Most entries of a table.
pub const ENTRIES: usize = 1000;

/// A node that is true or false.
pub type Literal = u16;

/// Returns the literal of a candidate.
#[inline]
pub fn literal(cell: Cell, digit: Digit, is_on: bool) -> Literal {
    (2 * (9 * cell.index() + digit.index()) + usize::from(is_on)) as Literal
}

/// Returns the cell and the digit of a literal of a candidate.
#[inline]
pub fn candidate_of(literal: Literal) -> (Cell, Digit) {
    let node = usize::from(literal >> 1);
    (Cell::new(node / 9), Digit::new(node % 9))
}

/// Two or three places of a digit in a line and a block.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub cells: Cells,
    pub digit: Digit,
    line: House,
    block: House,
}

/// An entry of a table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub literal: Literal,
    /// Literal in whose table the entry is direct, if it is taken over.
    pub via: Option<Literal>,
    /// Distance from the assumption.
    pub distance: u16,
    /// Entries from which a direct entry follows, the main one first; 0 means none, except as the main one.
    pub from: [u16; 5],
}

/// Direct entries of a literal, the assumption first.
#[derive(Clone, Default, Debug)]
pub struct Direct {
    pub entries: Vec<Entry>,
}

impl Direct {
    pub fn new(literal: Literal) -> Direct {
        Direct { entries: vec![Entry { literal, via: None, distance: 1, from: [0; 5] }] }
    }

    /// Adds an entry, unless the table has it or is full.
    pub fn add(&mut self, literal: Literal, from: [u16; 5]) {
        if !self.entries.iter().any(|entry| entry.literal == literal) {
            let distance = self.entries[usize::from(from[0])].distance + 1;
            self.push(literal, distance, from);
        }
    }

    /// Adds an entry with this distance, even if the table has it, unless the table is full.
    pub fn push(&mut self, literal: Literal, distance: u16, from: [u16; 5]) {
        if self.entries.len() < ENTRIES {
            self.entries.push(Entry { literal, via: None, distance, from });
        }
    }

    /// Returns the position of a literal.
    pub fn find(&self, literal: Literal) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.literal == literal)
    }
}

/// Direct entries of all literals.
pub struct Tables {
    pub groups: Vec<Group>,
    /// Tables by literal; empty for removed candidates.
    pub direct: Vec<Direct>,
    /// Literals of candidates that have tables: true ones by number, then false ones.
    pub starts: Vec<Literal>,
}

impl Tables {
    /// Builds the tables of nets: the consequences of each assumption by this many rounds of singles.
    pub fn of_nets(board: &Board, rounds: usize) -> Tables {
        let mut tables = Tables::of(board, |literal| match usize::from(literal >> 1) {
            node if node >= CANDIDATES => Direct::new(literal),
            _ => super::nets::table(board, literal, rounds),
        });
        let groups = tables.groups.clone();
        link_groups(board, &groups, &mut |from, to| tables.link(from, to));
        tables
    }

    fn of(board: &Board, mut make: impl FnMut(Literal) -> Direct) -> Tables {
        let groups = groups(board);
        let mut direct = vec![Direct::default(); 2 * (CANDIDATES + groups.len())];
        let mut starts = Vec::new();
        for is_on in [true, false] {
            for one in board.open().flat_map(|cell| board.in_cell(cell, 0x1FF)) {
                starts.push(literal(one.cell, one.digit, is_on));
            }
        }
        for &start in &starts {
            direct[usize::from(start)] = make(start);
        }
        for own in 2 * CANDIDATES..direct.len() {
            direct[own] = make(own as Literal);
        }
        Tables { groups, direct, starts }
    }

    fn link(&mut self, from: Literal, to: Literal) {
        let table = &mut self.direct[usize::from(from)];
        if usize::from(to >> 1) < CANDIDATES {
            table.add(to, [0; 5]);
        } else {
            table.push(to, 2, [0; 5]);
        }
    }
}

/// Returns a literal in the form of chains.
pub fn sign(groups: &[Group], literal: Literal) -> Sign {
    let is_on = literal & 1 != 0;
    let (digit, cells) = match usize::from(literal >> 1).checked_sub(CANDIDATES) {
        Some(at) => (groups[at].digit, groups[at].cells),
        None => {
            let (cell, digit) = candidate_of(literal);
            (digit, Cells::of(cell))
        }
    };
    Sign { digit, cells, is_on }
}

/// Calls `link` with the links of groups, in order.
pub fn link_groups(board: &Board, groups: &[Group], link: &mut impl FnMut(Literal, Literal)) {
    let number = |at: usize, is_on: bool| (2 * (CANDIDATES + at) + usize::from(is_on)) as Literal;
    for (at, group) in groups.iter().enumerate() {
        let [off, on] = [false, true].map(|is_on| number(at, is_on));
        let (digit, plane) = (group.digit, board.plane(group.digit));
        let seen = plane & seen_by_all(group.cells);
        for cell in seen {
            link(on, literal(cell, digit, false));
            link(literal(cell, digit, true), off);
        }
        for house in [group.block, group.line] {
            let mut others = seen & house.cells();
            if let (Some(cell), None) = (others.next(), others.next()) {
                link(off, literal(cell, digit, true));
                link(literal(cell, digit, false), on);
            }
        }
        let mut last = [None; 3];
        let mut met = [0; 3];
        for (other_at, other) in groups.iter().enumerate() {
            if other.digit != digit || other.cells.intersects(group.cells) {
                continue;
            }
            let is_same = [
                group.line.kind() == HouseKind::Row && group.line == other.line,
                group.line.kind() != HouseKind::Row && group.line == other.line,
                group.block == other.block,
            ];
            for kind in (0..3).filter(|&kind| is_same[kind]) {
                link(on, number(other_at, false));
                (last[kind], met[kind]) = (Some(other_at), met[kind] + 1);
            }
        }
        for kind in 0..3 {
            let house = if kind < 2 { group.line } else { group.block };
            if let (Some(other), 1) = (last[kind], met[kind]) {
                let rest = (plane & house.cells()) - group.cells - groups[other].cells;
                if rest.is_empty() {
                    link(off, number(other, true));
                }
            }
        }
    }
}

pub fn groups(board: &Board) -> Vec<Group> {
    let mut groups = Vec::new();
    for line in House::lines() {
        for digit in Digit::all() {
            for block in House::blocks() {
                let cells = board.places(line, digit) & block.cells();
                if cells.len() >= 2 {
                    groups.push(Group { cells, digit, line, block });
                }
            }
        }
    }
    groups
}

/// All consequences of an assumption.
#[derive(Default)]
pub struct Table {
    pub entries: Vec<Entry>,
    /// Mark and entry number of each literal; the entry is valid only if the mark is the current one.
    at: Vec<(u32, u16)>,
    mark: u32,
}

impl Table {
    /// Returns the position of a literal.
    pub fn find(&self, literal: Literal) -> Option<usize> {
        let (mark, at) = self.at[usize::from(literal)];
        (mark == self.mark).then_some(at.into())
    }

    /// Builds the table of an assumption.
    pub fn expand(&mut self, tables: &Tables, start: Literal) {
        self.mark += 1;
        self.at.resize(tables.direct.len().max(self.at.len()), (0, 0));
        self.entries.clear();
        for (at, &entry) in (0..).zip(&tables.direct[usize::from(start)].entries) {
            self.at[usize::from(entry.literal)] = (self.mark, at);
            self.entries.push(entry);
        }
        let mut j = 1;
        while j < self.entries.len() && self.entries.len() < ENTRIES {
            let Entry { literal: own, distance, .. } = self.entries[j];
            for entry in tables.direct[usize::from(own)].entries.iter().skip(1) {
                let distance = distance + entry.distance;
                match self.find(entry.literal) {
                    Some(at) => {
                        let known = &mut self.entries[at];
                        if known.via.is_some() && known.distance > distance {
                            (known.via, known.distance) = (Some(own), distance);
                        }
                    }
                    None if self.entries.len() < ENTRIES => {
                        self.at[usize::from(entry.literal)] = (self.mark, self.entries.len() as u16);
                        let via = Some(own);
                        self.entries.push(Entry { literal: entry.literal, via, distance, from: [0; 5] });
                    }
                    None => {}
                }
            }
            j += 1;
        }
    }

    /// Reads the chain of an entry: the literals from the entry to the assumption, and the other literals
    /// that its links rest on.
    pub fn read(&self, tables: &Tables, entry: usize, chain: &mut Vec<Literal>, sides: &mut Vec<Literal>) {
        self.walk(tables, entry, |_| false, chain, |side| sides.push(side));
    }

    /// Reads a side branch up to a literal of the chain.
    pub fn read_branch(&self, tables: &Tables, from: Literal, main: &[Literal], branch: &mut Vec<Literal>) {
        if let Some(entry) = self.find(from) {
            self.walk(tables, entry, |literal| main.contains(&literal), branch, |_| {});
        }
    }

    fn walk(
        &self, tables: &Tables, entry: usize, ends: impl Fn(Literal) -> bool, chain: &mut Vec<Literal>,
        mut side: impl FnMut(Literal),
    ) {
        chain.clear();
        chain.push(self.entries[entry].literal);
        // Literal whose table is being read; none for this table.
        let (mut table, mut at) = (None, entry);
        while table.is_some() || at != 0 {
            if let (None, Some(via)) = (table, self.entries[at].via) {
                table = Some(via);
                at = tables.direct[usize::from(via)].find(self.entries[at].literal).unwrap_or(0);
            }
            let entries = table.map_or(&self.entries, |via| &tables.direct[usize::from(via)].entries);
            let [main, sides @ ..] = entries[at].from;
            sides
                .iter()
                .filter(|&&other| other != 0)
                .for_each(|&other| side(entries[usize::from(other)].literal));
            at = main.into();
            let next = entries[at].literal;
            chain.push(next);
            if table.is_some() && at == 0 {
                table = None;
                at = self.find(next).unwrap_or(0);
            }
            if ends(next) || chain.len() > 2 * ENTRIES {
                break;
            }
        }
    }
}

/// Nets as a source of forcing nets.
pub struct Source<'a> {
    tables: &'a Tables,
    table: Table,
    /// Assumption of the current table.
    start: Option<Literal>,
    main: Vec<Literal>,
    sides: Vec<Literal>,
}

impl Source<'_> {
    pub fn of(tables: &Tables) -> Source<'_> {
        Source { tables, table: Table::default(), start: None, main: Vec::new(), sides: Vec::new() }
    }

    fn expand(&mut self, start: Literal) {
        if self.start.replace(start) != Some(start) {
            self.table.expand(self.tables, start);
        }
    }
}

impl forcing::Source for Source<'_> {
    const IS_NET: bool = true;

    fn starts(&self) -> &[Literal] {
        &self.tables.starts
    }

    fn follow(&mut self, start: Literal, show: &mut impl FnMut(Literal)) {
        self.expand(start);
        self.table.entries.iter().for_each(|entry| show(entry.literal));
    }

    fn measure(&mut self, way: Way) -> Option<(usize, bool)> {
        self.expand(way.start);
        let entry = self.table.find(way.target)?;
        self.sides.clear();
        self.table.read(self.tables, entry, &mut self.main, &mut self.sides);
        let (mut len, mut has_branches) = (self.main.len(), false);
        let mut branch = Vec::new();
        for &side in &self.sides {
            self.table.read_branch(self.tables, side, &self.main, &mut branch);
            let last = branch.last();
            let times = self.main.iter().filter(|&own| Some(own) == last).count();
            len += times * branch.len();
            has_branches |= times > 0;
        }
        Some((len, has_branches))
    }
}
