//! Unique rectangles and loops.
//!
//! All that there are in a state are made: the first by difficulty and type is taken.

use super::board::{BLOCK_ROW_COLUMN, Board, combinations, count, house_of, ones, position_in};
use super::hint::{Flow, Hint, HouseSet, Loop, Why};
use super::memory::LoopMemory;
use crate::evidence::Technique;
use crate::grid::{Cells, HOUSES, PEERS, SQUARES, houses_of, on_loops};

/// The first of the unique rectangles and loops of the state, the easiest first.
pub fn loops(board: &Board, memory: &mut LoopMemory) -> Flow {
    let changed = memory.state.changed(board);
    let mut hints: Vec<(u8, Hint)> = Vec::new();
    for start in board.cells_with_few()[1] {
        let digits = board.candidates(start);
        let planes = ones(digits).map(|digit| board.plane(digit));
        let with_both = planes.fold(Cells::ALL, |all, plane| all & plane);
        let part = (digits, with_both);
        if memory.starts.is_known(start, part) && !changed.intersects(with_both) {
            continue;
        }
        memory.starts.keep(start, part);
        let is_alone = |house: usize| (with_both & HOUSES[house]) == Cells::of(start);
        if houses_of(start).into_iter().any(is_alone) {
            continue;
        }
        let useful = on_loops(with_both);
        if !useful.contains(start) {
            continue;
        }
        let (path, found) = (Vec::new(), Vec::new());
        let mut search = CycleSearch { board, digits, with_both, useful, path, found };
        search.from(start, Cells::EMPTY, [0; 2], Allowed { more: 2, extra: 0 }, usize::MAX);
        if !search.found.is_empty() {
            memory.starts.forget(start);
        }
        for cells in search.found {
            add_hints(board, &cells, digits, &mut hints);
        }
    }
    memory.state.keep(board);
    let order = |(type_a, a): &(u8, Hint), (type_b, b): &(u8, Hint)| {
        a.difficulty.total_cmp(&b.difficulty).then(type_a.cmp(type_b))
    };
    match hints.into_iter().min_by(order) {
        Some((_, hint)) => Flow::Break(hint),
        None => Flow::Continue(()),
    }
}

/// How far a path may have cells with more than the two digits.
#[derive(Clone, Copy)]
struct Allowed {
    /// Further cells that may.
    more: i32,
    /// Or all, if they have one digit more in all.
    extra: u16,
}

/// The search for loops from one cell.
struct CycleSearch<'a> {
    board: &'a Board,
    digits: u16,
    with_both: Cells,
    useful: Cells,
    path: Vec<u8>,
    found: Vec<Vec<u8>>,
}

impl CycleSearch<'_> {
    /// Goes on from a cell. `houses` are those that cells at even and at odd places have been in: none may
    /// come twice.
    ///
    /// A quirk is kept: what a cell has more stays in `extra` while its siblings are tried, even if it was
    /// refused. So a cell through which there is no way adds to it, too.
    fn from(
        &mut self, cell: usize, mut seen: Cells, mut houses: [u32; 2], mut allowed: Allowed, last: usize,
    ) {
        let parity = self.path.len() % 2;
        for house in houses_of(cell) {
            if houses[parity] >> house & 1 != 0 {
                return;
            }
            houses[parity] |= 1 << house;
        }
        self.path.push(cell as u8);
        seen.insert(cell);
        for kind in BLOCK_ROW_COLUMN.into_iter().filter(|&kind| kind != last) {
            let first = self.path[0] as usize;
            let mut nexts = self.with_both - seen;
            if self.path.len() >= 4 {
                nexts.insert(first);
            }
            for next in nexts & HOUSES[house_of(cell, kind)] {
                if next == first {
                    // Each house has as many cells at even as at odd places of a loop, one or none.
                    if houses[0] == houses[1] {
                        self.found.push(self.path.clone());
                    }
                    continue;
                }
                let candidates = self.board.candidates(next);
                let more = candidates & !self.digits;
                allowed.extra |= more;
                let may = more == 0 || allowed.extra.is_power_of_two() || allowed.more > 0;
                if may && self.useful.contains(next) {
                    let left = Allowed { more: allowed.more - i32::from(more != 0), ..allowed };
                    self.from(next, seen, houses, left, kind);
                }
            }
        }
        self.path.pop();
    }
}

/// Adds what a loop proves, in the order of the types that are tried.
fn add_hints(board: &Board, cells: &[u8], digits: u16, hints: &mut Vec<(u8, Hint)>) {
    let more = |cell: u8| board.candidates(cell as usize) & !digits;
    let extras: Vec<u8> = cells.iter().copied().filter(|&cell| more(cell) != 0).collect();
    let extra = extras.iter().fold(0, |all, &cell| all | more(cell));
    let found = LoopFound { board, cells, digits, extras: &extras, extra };
    match extras[..] {
        [] => {}
        [cell] => found.add(1, 0.0, vec![(cell, digits)], None, hints),
        [first, second] => {
            match extra.count_ones() {
                1 => found.second(hints),
                _ => found.third(first as usize, second as usize, hints),
            }
            found.fourth(first as usize, second as usize, hints);
        }
        _ => found.second(hints),
    }
}

/// A loop, and its cells with more than the two digits.
struct LoopFound<'a> {
    board: &'a Board,
    cells: &'a [u8],
    digits: u16,
    extras: &'a [u8],
    extra: u16,
}

impl LoopFound<'_> {
    /// What a loop of this length gives: the sums are those of the classic program, and are compared.
    fn base(&self) -> f64 {
        let long = if self.cells.len() >= 10 { 4.5 + 0.3 } else { 4.5 };
        match self.cells.len() {
            8.. => long + 0.2,
            6.. => long + 0.1,
            _ => long,
        }
    }

    /// Adds a hint that removes something, unless the same loop gave the same before.
    fn add(
        &self, kind: u8, more: f64, gone: Vec<(u8, u16)>, subset: Option<(bool, HouseSet)>,
        hints: &mut Vec<(u8, Hint)>,
    ) {
        let present = |(cell, digits): (u8, u16)| {
            let digits = digits & self.board.candidates(cell as usize);
            (digits != 0).then_some((cell, digits))
        };
        let gone: Vec<_> = gone.into_iter().filter_map(present).collect();
        let as_set = |cells: &[u8]| cells.iter().map(|&cell| cell as usize).collect::<Cells>();
        let is_same = |(its, hint): &(u8, Hint)| match &hint.why {
            Why::Loop(other) => {
                *its == kind
                    && other.cells.len() == self.cells.len()
                    && as_set(&other.cells) == as_set(self.cells)
                    && other.subset == subset
            }
            _ => false,
        };
        if gone.is_empty() || hints.iter().any(is_same) {
            return;
        }
        let first = match self.cells.len() {
            4 => Technique::UniqueRectangle1,
            _ => Technique::UniqueLoop1,
        };
        let why = Why::Loop(Loop { cells: self.cells.to_vec(), digits: self.digits, subset });
        let hint = Hint::remove(first.plus(kind as usize - 1), gone, why);
        hints.push((kind, Hint { difficulty: self.base() + more, ..hint }));
    }

    /// The cells with more have one digit more: one of them has it.
    fn second(&self, hints: &mut Vec<(u8, Hint)>) {
        let first = self.board.candidates(self.extras[0] as usize) & !self.digits;
        let digit = first.trailing_zeros() as usize;
        let seen =
            self.extras.iter().fold(self.board.plane(digit), |seen, &cell| seen & PEERS[cell as usize]);
        let gone = seen.map(|cell| (cell as u8, 1 << digit)).collect();
        self.add(2, 0.0, gone, None, hints);
    }

    /// What two cells of a house have more makes a naked subset with others, or their two digits a hidden
    /// one.
    fn third(&self, first: usize, second: usize, hints: &mut Vec<(u8, Hint)>) {
        for size in self.extra.count_ones() as usize..=7 {
            for kind in BLOCK_ROW_COLUMN {
                let house = house_of(first, kind);
                if house == house_of(second, kind) {
                    let places = [first, second].map(|cell| position_in(cell, house));
                    self.naked(size, house, places, hints);
                    self.hidden(size, house, places, hints);
                }
            }
        }
    }

    fn naked(&self, size: usize, house: usize, [one, two]: [usize; 2], hints: &mut Vec<(u8, Hint)>) {
        if 2 * size > self.board.empties(house) {
            return;
        }
        let cells = self.board.in_house(house);
        let in_both = self.extra & cells[one] & cells[two];
        let may = |&at: &usize| {
            at != one && at != two && count(cells[at]) >= 2 && count(self.extra | cells[at]) <= size
        };
        let rest: Vec<usize> = (0..9).filter(may).collect();
        for chosen in combinations(size - 1, rest.len()) {
            let positions = ones(chosen as u16).fold(0, |mask, k| mask | 1 << rest[k]);
            let union = ones(positions).fold(0, |union, at| union | cells[at]);
            let digits = self.extra | union;
            if count(in_both | union) == size && count(digits) == size {
                let others = 0x1FF & !(positions | 1 << one | 1 << two);
                let gone = ones(others).map(|at| (SQUARES[house][at], digits)).collect();
                let set = HouseSet { house: house as u8, digits, positions };
                self.add(3, (size - 1) as f64 * 0.1, gone, Some((false, set)), hints);
            }
        }
    }

    fn hidden(&self, size: usize, house: usize, [one, two]: [usize; 2], hints: &mut Vec<(u8, Hint)>) {
        if 2 * size >= self.board.empties(house) {
            return;
        }
        let places = |digit| self.board.places(house, digit) & !(1 << two);
        let of_pair = ones(self.digits).fold(0, |union, digit| union | places(digit));
        let may = |&digit: &usize| places(digit) != 0 && count(of_pair | places(digit)) <= size;
        if !ones(self.digits).all(|digit| may(&digit)) {
            return;
        }
        let rest: Vec<usize> = ones(0x1FF & !self.digits & !self.extra).filter(may).collect();
        // There is one way to choose none of none.
        let none = (size == 2 && rest.is_empty()).then_some(0);
        for chosen in combinations(size - 2, rest.len()).chain(none) {
            let more = ones(chosen as u16).map(|k| rest[k]);
            let digits = more.fold(self.digits, |digits, digit| digits | 1 << digit);
            let union = ones(digits).fold(0, |union, digit| union | places(digit));
            let is_subset = count(union) == size;
            if is_subset {
                let positions = union & !(1 << one);
                let gone = ones(positions).map(|at| (SQUARES[house][at], 0x1FF & !digits));
                let set = HouseSet { house: house as u8, digits, positions };
                let more = (size - 2) as f64 * 0.1;
                self.add(3, more, gone.collect(), Some((true, set)), hints);
            }
        }
    }

    /// One of the two digits has no other place in a house of the two cells: the other goes.
    fn fourth(&self, first: usize, second: usize, hints: &mut Vec<(u8, Hint)>) {
        let mut locked = 0;
        for kind in BLOCK_ROW_COLUMN {
            let house = house_of(first, kind);
            if house == house_of(second, kind) {
                let ours = 1 << position_in(first, house) | 1 << position_in(second, house);
                let is_locked = |&digit: &usize| self.board.places(house, digit) & !ours == 0;
                locked |= ones(self.digits).filter(is_locked).fold(0, |mask, d| mask | 1 << d);
            }
        }
        let low = self.digits & self.digits.wrapping_neg();
        let gone = match locked {
            0 => return,
            locked if locked & low != 0 => self.digits & !low,
            _ => low,
        };
        let cells = [first, second].map(|cell| (cell as u8, gone));
        self.add(4, 0.0, cells.to_vec(), None, hints);
    }
}
