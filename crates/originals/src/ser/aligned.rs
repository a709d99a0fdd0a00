//! Aligned exclusion: assignments of two or three cells that leave no candidate to a cell that they all see.

use super::board::{Board, count, digits_in};
use super::hint::{Flow, Hint, Why};
use super::houses::Houses;
use super::memory::LastCandidates;
use crate::evidence::Technique;
use crate::grid::{Cell, Cells, Digit};

/// Cells whose candidates may be excluded, and cells that exclude.
struct Bases<'a, G> {
    houses: &'a G,
    bases: Cells,
    /// Cells with few candidates, which exclude.
    few: Cells,
}

impl<'a, G: Houses> Bases<'a, G> {
    fn of(board: &'a Board<G>, size: usize, [single, pairs, triplets]: [Cells; 3]) -> Bases<'a, G> {
        let houses = &board.houses;
        let few = if size == 2 { pairs } else { pairs | triplets };
        let is_base =
            |&cell: &Cell| !single.intersects(houses.peers(cell)) && few.intersects(houses.peers(cell));
        let several = Digit::all().fold(Cells::EMPTY, |all, digit| all | board.plane(digit)) - single;
        Bases { houses, bases: several.filter(is_base).collect(), few }
    }

    /// Returns the cells with few candidates that the cell sees.
    fn excluders(&self, cell: Cell) -> Cells {
        self.few & self.houses.peers(cell)
    }

    /// Returns the bases that see two or more of these excluders.
    fn seeing_two(&self, excluders: Cells) -> Cells {
        let seen = |(one, two): (Cells, Cells), cell: Cell| {
            (one | self.houses.peers(cell), two | one & self.houses.peers(cell))
        };
        excluders.fold((Cells::EMPTY, Cells::EMPTY), seen).1 & self.bases
    }
}

/// Finds aligned exclusions on two or three cells.
pub fn aligned<G: Houses>(board: &Board<G>, size: usize, memory: &mut LastCandidates) -> Flow<G::House> {
    let houses = &board.houses;
    let changed = memory.changed(board);
    let few = board.cells_with_few();
    let all = Bases::of(board, size, few);
    // Every new pair has a cell in this set: a changed cell, or one with a changed excluder.
    let near_changes = (changed & all.few).fold(changed, |near, cell| near | houses.peers(cell));
    // Pairs in the order of their masks.
    for b in all.bases {
        let of_b = all.excluders(b);
        let others = if near_changes.contains(b) { Cells::ALL } else { near_changes };
        for a in all.seeing_two(of_b) & others & Cells(Cells::of(b).bits() - 1) {
            let of_a = all.excluders(a);
            let common = of_a & of_b;
            let is_new = changed.contains(a) || changed.contains(b);
            if size == 2 {
                if is_new || changed.intersects(common) {
                    exclude(board, &[a, b], common)?;
                }
                continue;
            }
            // The third cell is an excluder of one of the two.
            let mut thirds = all.seeing_two(common) & ((of_a | of_b) - (Cells::of(a) | Cells::of(b)));
            thirds -= looked_at(a, b, of_a, of_b, thirds, &all);
            if !is_new {
                thirds &= (common & changed).fold(changed, |all, cell| all | houses.peers(cell));
            }
            if thirds.is_empty() {
                continue;
            }
            let of_b_only = houses.neighbours(b).iter().filter(|&&cell| !of_a.contains(cell));
            for &c in houses.neighbours(a).iter().chain(of_b_only) {
                if thirds.contains(c) {
                    exclude(board, &[a, b, c], common & all.excluders(c))?;
                }
            }
        }
    }
    // A cell that sees a cell with one candidate is not a base, so some tuples may not have been examined.
    if few[0].is_empty() {
        memory.keep(board);
    }
    Flow::Continue(())
}

/// Returns the third cells of triples that were examined before, as another pair and its third cell.
fn looked_at(a: Cell, b: Cell, of_a: Cells, of_b: Cells, thirds: Cells, all: &Bases<impl Houses>) -> Cells {
    let was = |&c: &Cell| {
        // Pairs before a and b are all pairs whose greater cell is less than b, and pairs of b with a cell
        // less than a.
        let has = |third: Cell, of_one: Cells, of_other: Cells| (of_one | of_other).contains(third);
        c < b && has(b, of_a, all.excluders(c)) || c < a && has(a, of_b, all.excluders(c))
    };
    (thirds & Cells(Cells::of(b).bits() - 1)).filter(was).collect()
}

/// Removes the candidates of the cells that are in no assignment allowed by all excluders.
fn exclude<G: Houses>(board: &Board<G>, cells: &[Cell], excluders: Cells) -> Flow<G::House> {
    let candidates = |k: usize| cells.get(k).map_or(0, |&cell| board.candidates(cell));
    let sees = |j: usize, k: usize| match (cells.get(j), cells.get(k)) {
        (Some(&a), Some(&b)) => board.houses.peers(a).contains(b),
        _ => false,
    };
    let mut tuple = Tuple::<G> {
        candidates: std::array::from_fn(candidates),
        sees: [sees(0, 1), sees(1, 2), sees(2, 0)],
        pairs: [0; 9],
        triplets: G::no_peers(),
        len: 0,
    };
    excluders.for_each(|cell| tuple.add(board.candidates(cell)));
    let allowed = match cells.len() {
        2 => tuple.allowed_of_two(),
        _ => tuple.allowed_of_three(),
    };
    if tuple.candidates == allowed {
        return Flow::Continue(());
    }
    let gone: Vec<(Cell, u16)> = (0..cells.len())
        .map(|k| (cells[k], tuple.candidates[k] & !allowed[k]))
        .filter(|(_, gone)| *gone != 0)
        .collect();
    let technique = match cells.len() {
        2 => Technique::AlignedPair,
        _ => Technique::AlignedTriplet,
    };
    let why = Why::Aligned(cells.to_vec(), excluders.collect());
    Flow::Break(Hint::remove(technique, gone, why))
}

/// Two or three cells, and the excluders of their assignments.
struct Tuple<G: Houses> {
    candidates: [u16; 3],
    /// Whether the first and the second cell see each other, the second and the third, the third and the
    /// first.
    sees: [bool; 3],
    /// For each digit, the digits that together with it empty an excluder of two candidates.
    pairs: [u16; 9],
    /// Excluders of three candidates.
    triplets: G::PerPeer,
    len: usize,
}

impl<G: Houses> Tuple<G> {
    fn add(&mut self, excluder: u16) {
        if count(excluder) == 2 {
            for digit in digits_in(excluder) {
                self.pairs[digit] |= excluder & !digit.bit();
            }
        } else {
            self.triplets.as_mut()[self.len] = excluder;
            self.len += 1;
        }
    }

    /// Returns the digits that `other` may have if `cell` has `digit`.
    #[inline]
    fn beside(&self, cell: usize, other: usize, digit: Digit) -> u16 {
        // Cells 0 and 1 see each other by `sees[0]`, 1 and 2 by `sees[1]`, 2 and 0 by `sees[2]`.
        let sees = self.sees[if (cell + 1) % 3 == other { cell } else { other }];
        self.candidates[other] & !(self.pairs[digit] | (u16::from(sees)) << digit.index())
    }

    /// Returns the candidates that are in an allowed assignment of two cells.
    fn allowed_of_two(&self) -> [u16; 3] {
        let mut allowed = [0; 3];
        for (cell, other) in [(0, 1), (1, 0)] {
            for digit in digits_in(self.candidates[cell] & !allowed[cell]) {
                let beside = self.beside(cell, other, digit);
                if beside != 0 {
                    allowed[cell] |= digit.bit();
                    allowed[other] |= beside;
                }
            }
        }
        allowed
    }

    /// Returns the candidates that are in an allowed assignment of three cells: some digit of the next cell
    /// leaves a digit to the last cell.
    fn allowed_of_three(&self) -> [u16; 3] {
        let mut allowed = [0; 3];
        for (cell, next, last) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            for digit in digits_in(self.candidates[cell] & !allowed[cell]) {
                let left = self.beside(cell, last, digit);
                if left == 0 {
                    continue;
                }
                for second in digits_in(self.beside(cell, next, digit)) {
                    let both = digit.bit() | second.bit();
                    let third = |mask: &u16| Some(mask & !both).filter(|rest| rest.is_power_of_two());
                    let excluded = self.triplets.as_ref()[..self.len].iter().filter_map(third);
                    let excluded = excluded.fold(0, |all, third| all | third);
                    let thirds = left & self.beside(next, last, second) & !excluded;
                    if thirds != 0 {
                        allowed[cell] |= digit.bit();
                        allowed[next] |= second.bit();
                        allowed[last] |= thirds;
                        break;
                    }
                }
            }
        }
        allowed
    }
}
