//! Tables of nets: an assumption, and some rounds of the singles that it leaves.

use super::board::Board;
use super::tables::{CANDIDATES, Direct, Literal, candidate_of, literal};
use crate::grid::{Cells, PEERS, bits, houses_of};

/// What follows in this many rounds from a candidate, or from its absence.
pub fn table(board: &Board, start: Literal, rounds: usize) -> Direct {
    let (cell, digit) = candidate_of(start);
    let mut net =
        Net { original: board, board: *board, table: Direct::new(start), at: [NONE; 2 * CANDIDATES] };
    net.at[usize::from(start)] = 0;
    if start & 1 != 0 {
        net.assume(cell, digit, None);
    } else {
        net.board.remove(cell, digit);
        let left = net.board.mask(cell);
        if left.count_ones() == 1 {
            net.assume(cell, left.trailing_zeros() as usize, None);
        }
    }
    for _ in 0..rounds {
        let singles = net.singles();
        if singles.is_empty() {
            break;
        }
        for (cell, digit, house) in singles {
            let reasons = net.reasons(cell, digit, house);
            net.assume(cell, digit, Some(reasons));
        }
    }
    net.table
}

struct Net<'a> {
    original: &'a Board,
    board: Board,
    table: Direct,
    /// Where each literal is.
    at: [u16; 2 * CANDIDATES],
}

const NONE: u16 = u16::MAX;

impl Net<'_> {
    /// The singles in the queues: cell and digit, of a hidden one that it is so.
    fn singles(&self) -> Vec<(usize, usize, bool)> {
        let open = self.board.open();
        let naked = self.board.naked.iter().filter(|&(cell, _)| open.contains(cell));
        let mut singles: Vec<(usize, usize, bool)> =
            naked.map(|(cell, digit)| (cell, digit, false)).collect();
        let mut seen: Cells = singles.iter().map(|single| single.0).collect();
        for (cell, digit) in self.board.hidden.iter() {
            let is_single = houses_of(cell).iter().any(|&house| self.board.count(house, digit) == 1);
            if open.contains(cell) && !seen.contains(cell) && is_single {
                seen.insert(cell);
                singles.push((cell, digit, true));
            }
        }
        singles
    }

    /// The entries from which a single follows: for a naked one that the cell has no other digit, for a
    /// hidden one that the house with the fewest places has no other.
    fn reasons(&self, cell: usize, digit: usize, is_hidden: bool) -> [u16; 5] {
        let original = self.original;
        let others: Vec<Literal> = if is_hidden {
            let house = houses_of(cell).into_iter().min_by_key(|&house| self.board.count(house, digit));
            let places = original.places(house.unwrap_or(0), digit) - Cells::of(cell);
            places.map(|other| literal(other, digit, false)).collect()
        } else {
            original
                .in_cell(cell, !(1 << digit))
                .map(|other| literal(cell, other.digit.into(), false))
                .collect()
        };
        let mut from = [0; 5];
        for (from, &other) in from.iter_mut().zip(&others) {
            *from = self.find(other).unwrap_or(0) as u16;
        }
        from
    }

    fn assume(&mut self, cell: usize, digit: usize, reasons: Option<[u16; 5]>) {
        let (seen, mask) = (self.original.plane(digit) & PEERS[cell], self.board.mask(cell));
        self.board.place(cell, digit);
        let own = self.table.entries.len() as u16;
        let on = literal(cell, digit, true);
        match reasons {
            None if self.find(on).is_some() => {}
            None => self.push(on, 2, [0; 5]),
            Some(mut from) => {
                let distance = self.table.entries[usize::from(from[0])].distance + 1;
                for k in 1..5 {
                    if from[k] > from[0] {
                        from.swap(0, k);
                    }
                }
                if self.find(on).is_none() {
                    self.push(on, distance, from);
                }
            }
        }
        let from = if own == self.table.entries.len() as u16 && reasons.is_none() { 0 } else { own };
        for other in seen {
            self.follow(literal(other, digit, false), from);
        }
        for other in bits(mask & !(1 << digit)) {
            self.follow(literal(cell, other, false), from);
        }
    }

    fn find(&self, literal: Literal) -> Option<usize> {
        Some(self.at[usize::from(literal)]).filter(|&at| at != NONE).map(usize::from)
    }

    fn push(&mut self, literal: Literal, distance: u16, from: [u16; 5]) {
        let len = self.table.entries.len();
        self.table.push(literal, distance, from);
        if self.table.entries.len() > len {
            self.at[usize::from(literal)] = len as u16;
        }
    }

    fn follow(&mut self, literal: Literal, from: u16) {
        if self.find(literal).is_none() {
            let at = usize::from(from).min(self.table.entries.len() - 1);
            let distance = self.table.entries[at].distance + 1;
            self.push(literal, distance, [at as u16, 0, 0, 0, 0]);
        }
    }
}
