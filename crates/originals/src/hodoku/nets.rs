//! Tables of nets: an assumption, and some rounds of the singles that it leaves.

use super::board::Board;
use super::tables::{CANDIDATES, Direct, Literal, candidate_of, literal};
use crate::grid::{Cell, Cells, Digit};

/// Returns the consequences, in this many rounds, of a candidate or of its absence.
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
            net.assume(cell, Digit::lowest(left), None);
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
    /// Position of each literal in the table.
    at: [u16; 2 * CANDIDATES],
}

const NONE: u16 = u16::MAX;

impl Net<'_> {
    /// Returns the singles in the queues: cell, digit, and whether the single is hidden.
    fn singles(&self) -> Vec<(Cell, Digit, bool)> {
        let open = self.board.open();
        let naked = self.board.naked.iter().filter(|&(cell, _)| open.contains(cell));
        let mut singles: Vec<(Cell, Digit, bool)> = naked.map(|(cell, digit)| (cell, digit, false)).collect();
        let mut seen: Cells = singles.iter().map(|single| single.0).collect();
        for (cell, digit) in self.board.hidden.iter() {
            let is_single = cell.houses().iter().any(|&house| self.board.count(house, digit) == 1);
            if open.contains(cell) && !seen.contains(cell) && is_single {
                seen.insert(cell);
                singles.push((cell, digit, true));
            }
        }
        singles
    }

    /// Returns the entries from which a single follows: for a naked single, the absence of the other digits
    /// of the cell; for a hidden single, the absence of the other places in the house with the fewest places.
    fn reasons(&self, cell: Cell, digit: Digit, is_hidden: bool) -> [u16; 5] {
        let original = self.original;
        let others: Vec<Literal> = if is_hidden {
            let house = cell.houses().into_iter().min_by_key(|&house| self.board.count(house, digit));
            let places = original.places(house.unwrap_or_default(), digit) - Cells::of(cell);
            places.map(|other| literal(other, digit, false)).collect()
        } else {
            original.in_cell(cell, !digit.bit()).map(|other| literal(cell, other.digit, false)).collect()
        };
        let mut from = [0; 5];
        for (from, &other) in from.iter_mut().zip(&others) {
            *from = self.find(other).unwrap_or(0);
        }
        from
    }

    fn assume(&mut self, cell: Cell, digit: Digit, reasons: Option<[u16; 5]>) {
        let (seen, mask) = (self.original.plane(digit) & cell.peers(), self.board.mask(cell));
        self.board.place(cell, digit);
        let own = self.next();
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
        let from = if own == self.next() && reasons.is_none() { 0 } else { own };
        for other in seen {
            self.follow(literal(other, digit, false), from);
        }
        for other in Digit::in_mask(mask & !digit.bit()) {
            self.follow(literal(cell, other, false), from);
        }
    }

    /// Returns the number of the next entry.
    fn next(&self) -> u16 {
        self.table.entries.len() as u16
    }

    fn find(&self, literal: Literal) -> Option<u16> {
        Some(self.at[usize::from(literal)]).filter(|&at| at != NONE)
    }

    fn push(&mut self, literal: Literal, distance: u16, from: [u16; 5]) {
        let own = self.next();
        self.table.push(literal, distance, from);
        if self.next() > own {
            self.at[usize::from(literal)] = own;
        }
    }

    fn follow(&mut self, literal: Literal, from: u16) {
        if self.find(literal).is_none() {
            let at = from.min(self.next() - 1);
            let distance = self.table.entries[usize::from(at)].distance + 1;
            self.push(literal, distance, [at, 0, 0, 0, 0]);
        }
    }
}
