//! Rules that take it for granted that the puzzle has only one solution: unique and avoidable rectangles, and
//! BUG+1 (docs/theory.md, "Uniqueness"), without the slips of the code of SudoRules.
//!
//! ```text
//!   a · · │ b · ·      Four cells without clue in two rows, two columns and two blocks cannot hold two
//!   b · · │ a · ·      digits crosswise: with the digits exchanged there would be a second solution.
//! ```
//!
//! A rectangle is four such cells, the *corners*, each of which the puzzle as it was given let hold both
//! digits, and which still may hold them crosswise, one way round at least. Of a unique rectangle all corners
//! are undecided: the *floor* is those that may hold nothing else, the *roof* those with *extra* digits. Of
//! an avoidable one the floor is decided.

use super::super::sets::hall;
use super::super::sets::subset::{candidates_in, digits_by_square};
use crate::brute::solutions_within;
use crate::budget::{Budget, Within};
use crate::evidence::{self, Digit, Evidence, Hall};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Given, Grid, HOUSES, PEERS, SQUARES, bits, houses_of};
use crate::rule::Findings;
use crate::state::State;
use std::slice::Chunks;

/// Unique rectangles, by what forbids the crosswise filling: see the table of rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum RectangleType {
    Type1,
    Type2,
    Type3,
    Type4,
    Type5,
    Type6,
    Hidden,
    Avoidable1,
    Avoidable2,
}

pub(in super::super) fn rectangles(kind: RectangleType, state: &mut State, found: &mut Findings) -> Within {
    let first = *state.first();
    let (grid, all) = state.remember(|grid| Rectangles::of(&first, grid, true));
    let is_avoidable = matches!(kind, RectangleType::Avoidable1 | RectangleType::Avoidable2);
    for &(corners, pair) in if is_avoidable { &all.avoidable } else { &all.unique } {
        let extra = corners.map(|cell| grid.digits_of(cell) & !mask(pair));
        let is_roof = |&i: &usize| match is_avoidable {
            true => !grid.placed().contains(corners[i]),
            false => extra[i] != 0,
        };
        let roof = (0..4).filter(is_roof).map(|i| corners[i]).collect();
        RectangleSearch { rule: kind, grid, corners, pair, extra, roof }.conclude(found);
    }
    Ok(())
}

/// The corners in circular order, rows first, and the two digits of a rectangle.
pub(in super::super) type RectanglePlace = ([usize; 4], (usize, usize));

/// Those with a floor, without which the types prove nothing; or all.
#[derive(Default)]
pub(in super::super) struct Rectangles {
    /// No corner is decided.
    pub unique: Vec<RectanglePlace>,
    /// Two or three corners are; of all rectangles one to three.
    pub avoidable: Vec<RectanglePlace>,
}

/// All rectangles of a state.
pub(in super::super) struct AllRectangles(pub Rectangles);

pub(in super::super) fn all_rectangles(state: &mut State) -> (&Grid, &mut AllRectangles) {
    let first = *state.first();
    state.remember(|grid| AllRectangles(Rectangles::of(&first, grid, false)))
}

impl Rectangles {
    fn of(given: &Given, grid: &Grid, needs_floor: bool) -> Rectangles {
        let mut all = Rectangles::default();
        let first = given.grid();
        let clues = given.clues();
        let bare = !(grid.placed() | thrice(grid));
        let solved = grid.placed() - clues;
        let mut held_by = [0u16; 81];
        for digit in 0..9 {
            grid.plane(digit).for_each(|cell| held_by[cell] |= 1 << digit);
        }
        for (row, other_row) in pairs(0x1ff) {
            let rows = HOUSES[row] | HOUSES[other_row];
            if needs_floor && !(bare | solved).intersects(rows) {
                continue;
            }
            for (column, other_column) in pairs(0x1ff) {
                if (row / 3 == other_row / 3) == (column / 3 == other_column / 3) {
                    continue; // in one block or in four
                }
                let columns = HOUSES[9 + column] | HOUSES[9 + other_column];
                let cells = rows & columns;
                if cells.intersects(clues) {
                    continue;
                }
                let open = cells - grid.placed();
                let kind = match if open == cells { 4 } else { open.len() } {
                    4 if !needs_floor || bare.intersects(cells) => &mut all.unique,
                    1 | 2 => &mut all.avoidable,
                    3 if !needs_floor => &mut all.avoidable,
                    _ => continue,
                };
                let was_placed = cells.intersects(first.placed());
                let columns = [column, other_column, other_column, column];
                let rows = [row, row, other_row, other_row];
                let corners: [usize; 4] = std::array::from_fn(|i| 9 * rows[i] + columns[i]);
                let held = corners.map(|cell| held_by[cell]);
                let opposite = [held[0] & held[2], held[1] & held[3]];
                if opposite.contains(&0) {
                    continue;
                }
                let before = |cell: &usize| if was_placed { 0x1ff } else { first.digits_of(*cell) };
                let common = corners.iter().map(before).fold(!0, |common, held| common & held);
                let both = pairs(common & (opposite[0] | opposite[1])).filter(|&(a, b)| {
                    let [one, other] = opposite.map(|held| [a, b].map(|d| held >> d & 1 != 0));
                    let has_floor = held.iter().any(|held| held & !mask((a, b)) == 0);
                    (has_floor || !needs_floor) && (one[0] && other[1] || one[1] && other[0])
                });
                let mut both = both.peekable();
                if both.peek().is_some() && (!was_placed || has_one_solution_without(&first, cells)) {
                    kind.extend(both.map(|pair| (corners, pair)));
                }
            }
        }
        all
    }
}

/// Guesses that it may cost to know whether a state has one solution: puzzles take a few thousand.
const GUESSES: u64 = 1_000_000;

/// Whether a state has one solution also if nothing is known of these cells: then they do not hold two digits
/// crosswise, though some of them were placed.
pub(in super::super) fn has_one_solution_without(first: &Grid, cells: Cells) -> bool {
    let others = first.placed() - cells;
    let mut grid = Grid::from_clues(&std::array::from_fn(|digit| first.plane(digit) & others));
    // What is gone elsewhere stays so: exchanged digits in these cells leave all other values as they are.
    grid.eliminate(&Candidates(std::array::from_fn(|digit| Cells::ALL - (first.plane(digit) | cells))));
    matches!(solutions_within(&grid, 2, &mut Budget(GUESSES)), Ok((1, _)))
}

/// The undecided cells with three digits or more.
fn thrice(grid: &Grid) -> Cells {
    let (mut once, mut twice, mut thrice) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        thrice |= twice & plane;
        twice |= once & plane;
        once |= plane;
    }
    thrice
}

pub(in super::super) fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |i| bits(mask & !0 << (i + 1)).map(move |j| (i, j)))
}

fn mask((a, b): (usize, usize)) -> u16 {
    1 << a | 1 << b
}

/// Four corners and two digits, looked at by one of the rules.
struct RectangleSearch<'a> {
    rule: RectangleType,
    grid: &'a Grid,
    /// In circular order: side `i` joins corner `i` to the next; sides 0 and 2 lie in rows.
    corners: [usize; 4],
    pair: (usize, usize),
    /// The other digits that each corner may hold.
    extra: [u16; 4],
    roof: Cells,
}

impl RectangleSearch<'_> {
    fn conclude(&self, found: &mut Findings) {
        use RectangleType::*;
        let orders = [self.pair, (self.pair.1, self.pair.0)];
        // Opposite corners share no house.
        let aligned = self.roof.len() == 2 && self.shared().next().is_some();
        match self.rule {
            Type1 | Avoidable1 if self.roof.len() == 1 => {
                self.eliminate(mask(self.pair), self.roof, found, |_| {});
            }
            Type2 if aligned => self.same_extra(found),
            Type3 if aligned && self.extras().count_ones() > 1 => {
                self.shared().for_each(|house| self.subsets(house, found))
            }
            Type4 if aligned => {
                let houses = Vec::from_iter(self.shared());
                for order in orders {
                    self.confined(order, houses.chunks(1), self.roof, found);
                }
            }
            Type5 if !aligned && matches!(self.roof.len(), 2 | 3) => self.same_extra(found),
            Avoidable2 if self.roof.len() == 2 && !self.has_bare_roof() => self.same_extra(found),
            Type6 if !aligned && self.roof.len() == 2 => {
                let houses = [self.side(0), self.side(2), self.side(1), self.side(3)];
                for (a, _) in orders {
                    self.confined((a, a), houses.chunks(2), self.roof, found);
                }
            }
            Hidden => {
                for i in (0..4).filter(|&i| self.extra[i] == 0) {
                    let opposite = Cells::of(self.corners[(i + 2) % 4]);
                    let houses = [self.side(i + 1), self.side(i + 2)];
                    for order in orders {
                        self.confined(order, houses.chunks(2), opposite, found);
                    }
                }
            }
            _ => {}
        }
    }

    fn side(&self, i: usize) -> usize {
        houses_of(self.corners[i % 4])[i % 2]
    }

    /// The houses of all of the roof.
    fn shared(&self) -> impl Iterator<Item = usize> {
        let houses = self.roof.first().map_or([0; 3], houses_of);
        houses.into_iter().filter(|&house| self.roof.is_subset(HOUSES[house]))
    }

    fn extras(&self) -> u16 {
        self.extra.iter().fold(0, |all, extra| all | extra)
    }

    /// Whether a corner of the roof has no extra digit, and so is a single.
    fn has_bare_roof(&self) -> bool {
        (0..4).any(|i| self.extra[i] == 0 && self.roof.contains(self.corners[i]))
    }

    fn same_extra(&self, found: &mut Findings) {
        if self.extras().count_ones() == 1 {
            let seen_by_all = self.roof.fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
            self.eliminate(self.extras(), seen_by_all, found, |_| {});
        }
    }

    fn subsets(&self, house: usize, found: &mut Findings) {
        let roof = (self.roof, self.extras());
        subsets_with(self.grid, house, roof, 4, &mut |targets, subset| {
            found.eliminate(targets, || self.because(|its| its.subset = Some(subset())));
        });
    }

    /// If the houses of one of the `choices`, all with two corners, have these two places of `digit`,
    /// `removed` leaves the corners `from`.
    fn confined(
        &self, (digit, removed): (usize, usize), mut choices: Chunks<usize>, from: Cells,
        found: &mut Findings,
    ) {
        let places = |house: usize| self.grid.open_plane(digit) & HOUSES[house];
        let corners: Cells = self.corners.into_iter().collect();
        let confined = |house: &usize| places(*house) == corners & HOUSES[*house];
        let Some(houses) = choices.find(|houses| houses.iter().all(confined)) else { return };
        let variable = |&house: &usize| Variable::of_house(house, digit);
        self.eliminate(1 << removed, from, found, |rectangle| {
            rectangle.confined = houses.iter().map(variable).collect();
        });
    }

    /// The `digits` leave the `cells`; `need` adds what this needs beside the rectangle.
    fn eliminate(
        &self, digits: u16, cells: Cells, found: &mut Findings, need: impl Fn(&mut evidence::Rectangle),
    ) {
        let mut targets = Candidates::EMPTY;
        bits(digits).for_each(|digit| targets.0[digit] = self.grid.open_plane(digit) & cells);
        found.eliminate(&targets, || self.because(need));
    }

    fn because(&self, need: impl Fn(&mut evidence::Rectangle)) -> Evidence {
        let corners: Cells = self.corners.into_iter().collect();
        let variables = |cells: Cells| cells.map(|cell| Variable::Cell(cell as u8)).collect();
        let mut rectangle = evidence::Rectangle {
            digits: [self.pair.0, self.pair.1].map(|digit| Digit(digit as u8)),
            floor: variables(corners - self.roof),
            roof: variables(self.roof),
            confined: Vec::new(),
            subset: None,
            wings: Vec::new(),
        };
        need(&mut rectangle);
        Evidence::Rectangle(rectangle)
    }
}

/// The naked subsets of a house, of at most `most` cells, with the roof as one cell with these digits: what
/// each removes, and its other cells.
fn subsets_with(
    grid: &Grid, house: usize, (roof, extras): (Cells, u16), largest: usize,
    found: &mut dyn FnMut(&Candidates, &dyn Fn() -> Hall),
) {
    let in_roof = |&square: &usize| roof.contains(SQUARES[house][square] as usize);
    let roof = (0..9).filter(in_roof).fold(0u16, |squares, square| squares | 1 << square);
    let first = roof.trailing_zeros() as usize;
    let mut values = digits_by_square(grid, house);
    bits(roof).for_each(|square| values[square] = 0);
    values[first] = extras;
    for size in 2..=largest {
        hall::each(&values, size, |squares, digits| {
            if squares >> first & 1 != 0 {
                let targets = candidates_in(grid, house, !(squares | roof), digits);
                found(&targets, &|| Hall::naked(house, squares & !roof, digits));
            }
        });
    }
}

fn cells_and_digits(extras: &Candidates) -> (Cells, u16) {
    let with = |(cells, digits): (Cells, u16), one: Candidate| {
        (cells | Cells::of(one.cell as usize), digits | 1 << one.digit)
    };
    extras.iter().fold((Cells::EMPTY, 0), with)
}

/// One of these candidates is true: what is linked to all of them is false, and if they have several digits
/// in several cells of a house, these are like one cell of a naked subset.
pub(in super::super) fn one_is_true(
    grid: &Grid, extras: &Candidates, found: &mut Findings, because: impl Fn(Option<Hall>) -> Evidence,
) {
    if extras.is_empty() {
        return;
    }
    let mut targets = grid.candidates();
    for Candidate { digit, cell } in extras.iter() {
        for (its, plane) in targets.0.iter_mut().enumerate() {
            let cell = cell as usize;
            *plane &= if its == digit as usize { PEERS[cell] } else { Cells::of(cell) };
        }
    }
    found.eliminate(&targets, || because(None));
    let (cells, digits) = cells_and_digits(extras);
    if cells.len() > 1 && digits.count_ones() > 1 {
        for house in (0..27).filter(|&house| cells.is_subset(HOUSES[house])) {
            subsets_with(grid, house, (cells, digits), 7, &mut |targets, subset| {
                found.eliminate(targets, || because(Some(subset())));
            });
        }
    }
}

/// One of the extra candidates, in two cells of a house, is true. If one of these digits, of which none is
/// extra, has its places of the house in the two cells, it is in the other cell; so neither holds another
/// digit that is not extra.
pub(in super::super) fn with_locked(
    grid: &Grid, extras: &Candidates, digits: u16, found: &mut Findings, because: impl Fn() -> Evidence,
) {
    let (cells, _) = cells_and_digits(extras);
    if cells.len() != 2 {
        return;
    }
    for digit in bits(digits) {
        let has_two = |house: &Cells| *house & grid.open_plane(digit) == cells;
        if HOUSES.iter().any(has_two) {
            let of_others = |other: usize| match other == digit {
                true => Cells::EMPTY,
                false => (grid.open_plane(other) & cells) - extras.0[other],
            };
            let targets = Candidates(std::array::from_fn(of_others));
            found.eliminate(&targets, &because);
        }
    }
}

/// A bivalue universal grave but for one candidate.
pub(in super::super) fn bug(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let count = |cell: usize| grid.digits_of(cell).count_ones();
    let odd: Vec<usize> = (!grid.placed()).filter(|&cell| count(cell) != 2).collect();
    let [cell] = odd[..] else { return Ok(()) };
    for digit in bits(grid.digits_of(cell)) {
        // Without this candidate: two places or none for each digit in each house.
        let grave = |other: usize| {
            let plane = grid.open_plane(other);
            let plane = if other == digit { plane - Cells::of(cell) } else { plane };
            HOUSES.iter().all(|&house| matches!((plane & house).len(), 0 | 2))
        };
        if count(cell) == 3 && (0..9).all(grave) {
            let candidate = Candidate::new(digit, cell);
            found.assert(candidate, || Evidence::Bug { candidate });
        }
    }
    Ok(())
}
