//! Unique rectangles and loops.
//!
//! All hints of a state are collected; the first by difficulty and type is taken.

use super::board::{Board, combinations, count, digits_in, ones};
use super::chains::literal::Cause;
use super::hint::{Flow, Hint, HouseSet, Loop, Why, of_tenths};
use super::houses::Houses;
use super::memory::LoopMemory;
use crate::evidence::Technique;
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit, members};
use crate::one_solution::OneSolution;

/// Finds the first unique rectangle or loop of the state, by difficulty and type.
pub fn loops<G: Houses>(_: &OneSolution, board: &Board<G>, memory: &mut LoopMemory) -> Flow<G::House> {
    let changed = memory.state.changed(board);
    let mut hints: Vec<(u8, Hint<G::House>)> = Vec::new();
    for start in board.cells_with_few()[1] {
        let digits = board.candidates(start);
        let planes = digits_in(digits).map(|digit| board.plane(digit));
        let with_both = planes.fold(Cells::ALL, |all, plane| all & plane);
        let part = (digits, with_both);
        if memory.starts.is_known(start, part) && !changed.intersects(with_both) {
            continue;
        }
        memory.starts.keep(start, part);
        let is_alone = |house| with_both & board.houses.cells_of(house) == Cells::of(start);
        if board.houses.around(start).any(|(house, _)| is_alone(house)) {
            continue;
        }
        let useful = board.houses.on_loops(with_both);
        if !useful.contains(start) {
            continue;
        }
        let (path, found) = (Vec::new(), Vec::new());
        let mut search = CycleSearch { board, digits, with_both, useful, path, found };
        search.from(start, Cells::EMPTY, [0u64; 2], Allowed { more: 2, extra: 0 }, None);
        if !search.found.is_empty() {
            memory.starts.forget(start);
        }
        for cells in search.found {
            add_hints(board, &cells, digits, &mut hints);
        }
    }
    memory.state.keep(board);
    let order = |(type_a, a): &(u8, Hint<G::House>), (type_b, b): &(u8, Hint<G::House>)| {
        a.difficulty.total_cmp(&b.difficulty).then(type_a.cmp(type_b))
    };
    match hints.into_iter().min_by(order) {
        Some((_, hint)) => Flow::Break(hint),
        None => Flow::Continue(()),
    }
}

/// Limit of the cells of a path with more than the two digits.
#[derive(Clone, Copy)]
struct Allowed {
    /// Number of further cells allowed.
    more: i32,
    /// Extra digits so far; if there is only one, any number of cells is allowed.
    extra: u16,
}

/// Search for loops from one cell.
struct CycleSearch<'a, G: Houses> {
    board: &'a Board<G>,
    digits: u16,
    with_both: Cells,
    useful: Cells,
    path: Vec<Cell>,
    found: Vec<Vec<Cell>>,
}

impl<G: Houses> CycleSearch<'_, G> {
    /// Extends the path by a cell. `houses` are the houses of the cells at even and at odd places: no house
    /// may occur twice.
    ///
    /// A quirk of the classic program is kept: the extra candidates of a cell stay in `extra` while its
    /// siblings are tried, even if the cell was refused. So cells without a way through also add to it.
    fn from(
        &mut self, cell: Cell, mut seen: Cells, mut houses: [u64; 2], mut allowed: Allowed,
        last: Option<Cause>,
    ) {
        let parity = self.path.len() % 2;
        for (house, _) in self.board.houses.around(cell) {
            if houses[parity] >> G::index(house) & 1 != 0 {
                return;
            }
            houses[parity] |= 1 << G::index(house);
        }
        self.path.push(cell);
        seen.insert(cell);
        let board = self.board;
        for (cause, house, _) in board.houses.linking(cell).filter(|(cause, ..)| Some(*cause) != last) {
            let first = self.path[0];
            let mut nexts = self.with_both - seen;
            if self.path.len() >= 4 {
                nexts.insert(first);
            }
            for next in nexts & board.houses.cells_of(house) {
                if next == first {
                    // Each house has as many cells at even as at odd places of a loop: one or none.
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
                    self.from(next, seen, houses, left, Some(cause));
                }
            }
        }
        self.path.pop();
    }
}

/// Adds the hints of a loop, in the order in which the types are tried.
fn add_hints<G: Houses>(
    board: &Board<G>, cells: &[Cell], digits: u16, hints: &mut Vec<(u8, Hint<G::House>)>,
) {
    let more = |cell: Cell| board.candidates(cell) & !digits;
    let extras: Vec<Cell> = cells.iter().copied().filter(|&cell| more(cell) != 0).collect();
    let extra = extras.iter().fold(0, |all, &cell| all | more(cell));
    let found = LoopFound { board, cells, digits, extras: &extras, extra };
    match extras[..] {
        [] => {}
        [cell] => found.add(1, 0.0, vec![(cell, digits)], None, hints),
        [first, second] => {
            match extra.count_ones() {
                1 => found.second(hints),
                _ => found.third(first, second, hints),
            }
            found.fourth(first, second, hints);
        }
        _ => found.second(hints),
    }
}

/// A loop, and its cells with extra candidates.
struct LoopFound<'a, G: Houses> {
    board: &'a Board<G>,
    cells: &'a [Cell],
    digits: u16,
    extras: &'a [Cell],
    extra: u16,
}

impl<G: Houses> LoopFound<'_, G> {
    /// Returns the difficulty of a loop of this length. The sums are the classic program's, because they are
    /// compared.
    fn base(&self) -> f64 {
        let long = if self.cells.len() >= 10 { 4.5 + 0.3 } else { 4.5 };
        match self.cells.len() {
            8.. => long + 0.2,
            6.. => long + 0.1,
            _ => long,
        }
    }

    /// Adds a hint, if it removes something and the same loop has not already given it.
    fn add(
        &self, kind: u8, more: f64, gone: Vec<(Cell, u16)>, subset: Option<(bool, HouseSet<G::House>)>,
        hints: &mut Vec<(u8, Hint<G::House>)>,
    ) {
        let present = |(cell, digits): (Cell, u16)| {
            let digits = digits & self.board.candidates(cell);
            (digits != 0).then_some((cell, digits))
        };
        let gone: Vec<_> = gone.into_iter().filter_map(present).collect();
        let as_set = |cells: &[Cell]| cells.iter().copied().collect::<Cells>();
        let is_same = |(its, hint): &(u8, Hint<G::House>)| match &hint.why {
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
        let hint = Hint::remove(first.plus(usize::from(kind) - 1), gone, why);
        hints.push((kind, Hint { difficulty: self.base() + more, ..hint }));
    }

    /// Adds type 2: all cells with extras have the same extra digit, so one of these cells must hold it.
    fn second(&self, hints: &mut Vec<(u8, Hint<G::House>)>) {
        let first = self.board.candidates(self.extras[0]) & !self.digits;
        let digit = Digit::lowest(first);
        let peers = |cell| self.board.houses.peers(cell);
        let seen = self.extras.iter().fold(self.board.plane(digit), |seen, &cell| seen & peers(cell));
        let gone = seen.map(|cell| (cell, digit.bit())).collect();
        self.add(2, 0.0, gone, None, hints);
    }

    /// Adds type 3: the extras of two cells in a house form a naked subset with other cells, or the loop's
    /// two digits a hidden one.
    fn third(&self, first: Cell, second: Cell, hints: &mut Vec<(u8, Hint<G::House>)>) {
        for size in self.extra.size()..=7 {
            for (house, places) in self.shared(first, second) {
                self.naked(size, house, places, hints);
                self.hidden(size, house, places, hints);
            }
        }
    }

    /// Returns the houses of two cells, and the positions of the cells there.
    fn shared(&self, first: Cell, second: Cell) -> impl Iterator<Item = (G::House, [usize; 2])> {
        let houses = &self.board.houses;
        houses.causes().filter_map(move |cause| {
            let house = houses.house(cause, first).filter(|_| first != second)?;
            let is_shared = houses.house(cause, second) == Some(house);
            is_shared.then(|| (house, [first, second].map(|cell| houses.position(cell, house))))
        })
    }

    fn naked(
        &self, size: usize, house: G::House, [one, two]: [usize; 2], hints: &mut Vec<(u8, Hint<G::House>)>,
    ) {
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
            let positions = members(chosen).fold(0, |mask, k| mask | 1 << rest[k]);
            let union = ones(positions).fold(0, |union, at| union | cells[at]);
            let digits = self.extra | union;
            if count(in_both | union) == size && count(digits) == size {
                let others = 0x1FF & !(positions | 1 << one | 1 << two);
                let gone = ones(others).map(|at| (self.board.houses.square(house, at), digits)).collect();
                let set = HouseSet { house, digits, positions };
                self.add(3, of_tenths(size - 1), gone, Some((false, set)), hints);
            }
        }
    }

    fn hidden(
        &self, size: usize, house: G::House, [one, two]: [usize; 2], hints: &mut Vec<(u8, Hint<G::House>)>,
    ) {
        if 2 * size >= self.board.empties(house) {
            return;
        }
        let places = |digit| self.board.places(house, digit) & !(1 << two);
        let of_pair = digits_in(self.digits).fold(0, |union, digit| union | places(digit));
        let may = |&digit: &Digit| places(digit) != 0 && count(of_pair | places(digit)) <= size;
        if !digits_in(self.digits).all(|digit| may(&digit)) {
            return;
        }
        let rest: Vec<Digit> = digits_in(0x1FF & !self.digits & !self.extra).filter(may).collect();
        // The empty choice of no cells is one choice.
        let none = (size == 2 && rest.is_empty()).then_some(0);
        for chosen in combinations(size - 2, rest.len()).chain(none) {
            let more = members(chosen).map(|k| rest[k]);
            let digits = more.fold(self.digits, |digits, digit| digits | digit.bit());
            let union = digits_in(digits).fold(0, |union, digit| union | places(digit));
            let is_subset = count(union) == size;
            if is_subset {
                let positions = union & !(1 << one);
                let gone = ones(positions).map(|at| (self.board.houses.square(house, at), 0x1FF & !digits));
                let set = HouseSet { house, digits, positions };
                let more = of_tenths(size - 2);
                self.add(3, more, gone.collect(), Some((true, set)), hints);
            }
        }
    }

    /// Adds type 4: one of the two digits has no other place in a house of the two cells, so the other digit
    /// goes.
    fn fourth(&self, first: Cell, second: Cell, hints: &mut Vec<(u8, Hint<G::House>)>) {
        let mut locked = 0;
        for (house, [one, two]) in self.shared(first, second) {
            let ours = 1 << one | 1 << two;
            let is_locked = |&digit: &Digit| self.board.places(house, digit) & !ours == 0;
            locked |= digits_in(self.digits).filter(is_locked).fold(0, |mask, d| mask | d.bit());
        }
        let low = self.digits & self.digits.wrapping_neg();
        let gone = match locked {
            0 => return,
            locked if locked & low != 0 => self.digits & !low,
            _ => low,
        };
        let cells = [first, second].map(|cell| (cell, gone));
        self.add(4, 0.0, cells.to_vec(), None, hints);
    }
}
