//! Rules that assume that the puzzle has only one solution: unique and avoidable rectangles, and BUG+1
//! (docs/theory.md, "Uniqueness"), without the errors in SudoRules' code.
//!
//! ```text
//!   a · · │ b · ·      Four cells without clue in two rows, two columns and two blocks cannot hold two
//!   b · · │ a · ·      digits crosswise: with the digits exchanged there would be a second solution.
//! ```
//!
//! A rectangle is four such cells, the *corners*. Each could hold both digits in the puzzle as given, and
//! together they may still hold them crosswise, in one direction at least. In a unique rectangle all corners
//! are undecided: the *floor* is the corners without other digits, the *roof* is the corners with *extra*
//! digits. In an avoidable rectangle the floor is decided.

use super::super::sets::hall;
use super::super::sets::subset::{candidates_in, digits_by_square};
use crate::budget::Within;
use crate::evidence::{self, Evidence, Hall};
use crate::grid::mask::Mask;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, bits};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;
use std::slice::Chunks;

/// Kinds of rectangles, classified by the reason against the crosswise filling: see the table of rules.
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

pub(in super::super) fn rectangles(
    kind: RectangleType, one: &OneSolution, state: &mut State, found: &mut Findings,
) -> Within {
    let (grid, all) = state.remember(|grid| Rectangles::of(one, grid, true));
    let is_avoidable = matches!(kind, RectangleType::Avoidable1 | RectangleType::Avoidable2);
    for &RectanglePlace { corners, pair } in if is_avoidable { &all.avoidable } else { &all.unique } {
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

/// Corners of a rectangle in circular order, rows first, and its two digits.
#[derive(Clone, Copy)]
pub(in super::super) struct RectanglePlace {
    pub corners: [Cell; 4],
    pub pair: (Digit, Digit),
}

/// Rectangles of a state: either all, or only the rectangles with a floor, without which the types prove
/// nothing.
#[derive(Default)]
pub(in super::super) struct Rectangles {
    /// Rectangles without a decided corner.
    pub unique: Vec<RectanglePlace>,
    /// Rectangles with two or three decided corners; with one to three if all are listed.
    pub avoidable: Vec<RectanglePlace>,
}

/// All rectangles of a state.
pub(in super::super) struct AllRectangles(pub Rectangles);

pub(in super::super) fn all_rectangles<'s>(
    one: &OneSolution, state: &'s mut State,
) -> (&'s Grid, &'s mut AllRectangles) {
    state.remember(|grid| AllRectangles(Rectangles::of(one, grid, false)))
}

impl Rectangles {
    pub fn of(premise: &OneSolution, grid: &Grid, needs_floor: bool) -> Rectangles {
        let mut all = Rectangles::default();
        let (first, clues) = (premise.first(), premise.clues());
        let bare = !(grid.placed() | thrice(grid));
        let solved = grid.placed() - clues;
        let mut held_by = [0u16; 81];
        for digit in Digit::all() {
            grid.plane(digit).for_each(|cell| held_by[cell] |= digit.bit());
        }
        for (row, other_row) in pairs(0x1ff) {
            let rows = House::row(row).cells() | House::row(other_row).cells();
            if needs_floor && !(bare | solved).intersects(rows) {
                continue;
            }
            for (column, other_column) in pairs(0x1ff) {
                if (row / 3 == other_row / 3) == (column / 3 == other_column / 3) {
                    continue; // in one block or in four
                }
                let columns = House::column(column).cells() | House::column(other_column).cells();
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
                let columns = [column, other_column, other_column, column];
                let rows = [row, row, other_row, other_row];
                let corners: [Cell; 4] = std::array::from_fn(|i| Cell::at(rows[i], columns[i]));
                let held = corners.map(|cell| held_by[cell]);
                let opposite = [held[0] & held[2], held[1] & held[3]];
                if opposite.contains(&0) {
                    continue;
                }
                let common = corners.iter().fold(!0, |common, &cell| common & first.digits_of(cell));
                let both = digit_pairs(common & (opposite[0] | opposite[1])).filter(|&(a, b)| {
                    let [one, other] = opposite.map(|held| [a, b].map(|digit| held & digit.bit() != 0));
                    let has_floor = held.iter().any(|held| held & !mask((a, b)) == 0);
                    (has_floor || !needs_floor) && (one[0] && other[1] || one[1] && other[0])
                });
                kind.extend(both.map(|pair| RectanglePlace { corners, pair }));
            }
        }
        all
    }
}

/// Returns the undecided cells with three digits or more.
fn thrice(grid: &Grid) -> Cells {
    let (mut once, mut twice, mut thrice) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        thrice |= twice & plane;
        twice |= once & plane;
        once |= plane;
    }
    thrice
}

fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |i| bits(mask & !0 << (i + 1)).map(move |j| (i, j)))
}

pub(in super::super) fn digit_pairs(mask: u16) -> impl Iterator<Item = (Digit, Digit)> {
    pairs(mask).map(|(a, b)| (Digit::new(a), Digit::new(b)))
}

fn mask(pair: (Digit, Digit)) -> u16 {
    pair.0.bit() | pair.1.bit()
}

/// Four corners and two digits, examined by one of the rules.
struct RectangleSearch<'a> {
    rule: RectangleType,
    grid: &'a Grid,
    /// Corners in circular order: side `i` joins corner `i` to the next; sides 0 and 2 are in rows.
    corners: [Cell; 4],
    pair: (Digit, Digit),
    /// Other digits that each corner may hold.
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
                for (digit, removed) in orders {
                    self.confined(digit, removed, houses.chunks(1), self.roof, found);
                }
            }
            Type5 if !aligned && matches!(self.roof.len(), 2 | 3) => self.same_extra(found),
            Avoidable2 if self.roof.len() == 2 && !self.has_bare_roof() => self.same_extra(found),
            Type6 if !aligned && self.roof.len() == 2 => {
                let houses = [self.side(0), self.side(2), self.side(1), self.side(3)];
                for (a, _) in orders {
                    self.confined(a, a, houses.chunks(2), self.roof, found);
                }
            }
            Hidden => {
                for i in (0..4).filter(|&i| self.extra[i] == 0) {
                    let opposite = Cells::of(self.corners[(i + 2) % 4]);
                    let houses = [self.side(i + 1), self.side(i + 2)];
                    for (digit, removed) in orders {
                        self.confined(digit, removed, houses.chunks(2), opposite, found);
                    }
                }
            }
            _ => {}
        }
    }

    fn side(&self, i: usize) -> House {
        self.corners[i % 4].houses()[i % 2]
    }

    /// Lists the houses that contain the whole roof.
    fn shared(&self) -> impl Iterator<Item = House> {
        let houses = self.roof.first().map_or([House::default(); 3], Cell::houses);
        houses.into_iter().filter(|&house| self.roof.is_subset(house.cells()))
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
            let seen_by_all = self.roof.fold(Cells::ALL, |seen, cell| seen & cell.peers());
            self.eliminate(self.extras(), seen_by_all, found, |_| {});
        }
    }

    fn subsets(&self, house: House, found: &mut Findings) {
        subsets_with(self.grid, house, self.roof, self.extras(), 4, &mut |targets, subset| {
            found.eliminate(targets, || self.because(|its| its.subset = Some(subset())));
        });
    }

    /// Eliminates `removed` from the corners `from` if one of the `choices` is such that in each of its
    /// houses the two corners are the only places of `digit`.
    fn confined(
        &self, digit: Digit, removed: Digit, mut choices: Chunks<House>, from: Cells, found: &mut Findings,
    ) {
        let places = |house: House| self.grid.open_plane(digit) & house.cells();
        let corners: Cells = self.corners.into_iter().collect();
        let confined = |&house: &House| places(house) == corners & house.cells();
        let Some(houses) = choices.find(|houses| houses.iter().all(confined)) else { return };
        let variable = |&house: &House| Variable::In(house, digit);
        self.eliminate(removed.bit(), from, found, |rectangle| {
            rectangle.confined = houses.iter().map(variable).collect();
        });
    }

    /// Eliminates the `digits` from the `cells`; `need` adds evidence besides the rectangle.
    fn eliminate(
        &self, digits: u16, cells: Cells, found: &mut Findings, need: impl Fn(&mut evidence::Rectangle),
    ) {
        let mut targets = Candidates::EMPTY;
        Digit::in_mask(digits).for_each(|digit| targets.0[digit] = self.grid.open_plane(digit) & cells);
        found.eliminate(&targets, || self.because(need));
    }

    fn because(&self, need: impl Fn(&mut evidence::Rectangle)) -> Evidence {
        let corners: Cells = self.corners.into_iter().collect();
        let variables = |cells: Cells| cells.map(Variable::Cell).collect();
        let mut rectangle = evidence::Rectangle {
            digits: self.pair.into(),
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

/// Finds the naked subsets of a house, of at most `largest` cells, that include the roof as one cell with the
/// digits `extras`; calls `found` with the eliminations of each, and its other cells.
fn subsets_with(
    grid: &Grid, house: House, roof: Cells, extras: u16, largest: usize,
    found: &mut dyn FnMut(&Candidates, &dyn Fn() -> Hall),
) {
    let in_roof = |&square: &usize| roof.contains(house.square(square));
    let roof = (0..9).filter(in_roof).fold(0u16, |squares, square| squares | 1 << square);
    let first = roof.lowest();
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
        (cells | Cells::of(one.cell), digits | one.digit.bit())
    };
    extras.iter().fold((Cells::EMPTY, 0), with)
}

/// Draws conclusions from candidates of which one is true: candidates linked to all of them are false, and if
/// the candidates have several digits in several cells of a house, the cells act as one cell of a naked
/// subset.
pub(in super::super) fn one_is_true(
    grid: &Grid, extras: &Candidates, found: &mut Findings, because: impl Fn(Option<Hall>) -> Evidence,
) {
    if extras.is_empty() {
        return;
    }
    let mut targets = grid.candidates();
    for Candidate { digit, cell } in extras.iter() {
        for (its, plane) in Digit::all().zip(&mut targets.0) {
            *plane &= if its == digit { cell.peers() } else { Cells::of(cell) };
        }
    }
    found.eliminate(&targets, || because(None));
    let (cells, digits) = cells_and_digits(extras);
    if cells.len() > 1 && digits.count_ones() > 1 {
        for house in House::all().filter(|&house| cells.is_subset(house.cells())) {
            subsets_with(grid, house, cells, digits, 7, &mut |targets, subset| {
                found.eliminate(targets, || because(Some(subset())));
            });
        }
    }
}

/// Draws conclusions from extra candidates in two cells of a house, one of which is true. If one of the
/// `digits`, none of which is extra, has its places of the house in the two cells, it is in the cell that
/// holds no extra value; so neither cell holds another digit that is not extra.
pub(in super::super) fn with_locked(
    grid: &Grid, extras: &Candidates, digits: u16, found: &mut Findings, because: impl Fn() -> Evidence,
) {
    let (cells, _) = cells_and_digits(extras);
    if cells.len() != 2 {
        return;
    }
    for digit in Digit::in_mask(digits) {
        let has_two = |house: Cells| house & grid.open_plane(digit) == cells;
        if House::all().map(House::cells).any(has_two) {
            let of_others = |other: Digit| match other == digit {
                true => Cells::EMPTY,
                false => (grid.open_plane(other) & cells) - extras.0[other],
            };
            let targets = Candidates(std::array::from_fn(|other| of_others(Digit::new(other))));
            found.eliminate(&targets, &because);
        }
    }
}

/// Finds a bivalue universal grave with one candidate too many.
pub(in super::super) fn bug(_: &OneSolution, state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    let count = |cell: Cell| grid.digits_of(cell).count_ones();
    let odd: Vec<Cell> = (!grid.placed()).filter(|&cell| count(cell) != 2).collect();
    let [cell] = odd[..] else { return Ok(()) };
    for digit in Digit::in_mask(grid.digits_of(cell)) {
        // Without this candidate: two places or none for each digit in each house.
        let grave = |other: Digit| {
            let plane = grid.open_plane(other);
            let plane = if other == digit { plane - Cells::of(cell) } else { plane };
            House::all().all(|house| matches!((plane & house.cells()).len(), 0 | 2))
        };
        if count(cell) == 3 && Digit::all().all(grave) {
            let candidate = Candidate::new(digit, cell);
            found.assert(candidate, || Evidence::Bug { candidate });
        }
    }
    Ok(())
}
