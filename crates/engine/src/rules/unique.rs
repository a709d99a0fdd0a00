//! Rules that take it for granted that the puzzle has only one solution: unique rectangles and BUG+1
//! (docs/theory.md, "Uniqueness"), without the slips of the code of SudoRules.
//!
//! ```text
//!   a · · │ b · ·      Four cells without clue in two rows, two columns and two blocks cannot hold two
//!   b · · │ a · ·      digits crosswise: with the digits exchanged there would be a second solution.
//! ```
//!
//! A rectangle is four such undecided cells, the *corners*, that all may hold both digits; the *floor* is the
//! corners that may hold nothing else, the *roof* those with *extra* digits.

use super::links::wings::bivalue;
use super::subset::{candidates_in, digits_by_square};
use super::{Findings, hall};
use crate::budget::Within;
use crate::evidence::{self, Because, Digit, Hall};
use crate::graph::State;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, SQUARES, bits, houses_of};
use std::slice::Chunks;

/// Unique rectangles, by what forbids the crosswise filling: see the table of rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RectangleType {
    Type1,
    Type2,
    Type3,
    Type4,
    Type5,
    Type6,
    Hidden,
}

pub(super) fn rectangles(kind: RectangleType, state: &mut State, found: &mut Findings) -> Within {
    let (grid, all) = state.remember(Rectangles::of);
    for &(corners, pair) in &all.0 {
        let extra = corners.map(|cell| grid.digits_of(cell) & !mask(pair));
        let roof = (0..4).filter(|&i| extra[i] != 0).map(|i| corners[i]).collect();
        Rectangle { rule: kind, grid, corners, pair, extra, roof }.conclude(found);
    }
    Ok(())
}

/// The corners and the two digits of each rectangle with a floor: without one no rule proves anything.
struct Rectangles(Vec<([usize; 4], (usize, usize))>);

impl Rectangles {
    fn of(grid: &Grid) -> Rectangles {
        let mut all = Rectangles(Vec::new());
        let bare = bivalue(grid);
        let open = !grid.placed();
        for (row, other_row) in pairs(0x1ff) {
            let rows = HOUSES[row] | HOUSES[other_row];
            if !bare.intersects(rows) {
                continue;
            }
            for (column, other_column) in pairs(0x1ff) {
                if (row / 3 == other_row / 3) == (column / 3 == other_column / 3) {
                    continue; // in one block or in four
                }
                let columns = HOUSES[9 + column] | HOUSES[9 + other_column];
                let cells = rows & columns;
                if !bare.intersects(cells) || !cells.is_subset(open) {
                    continue;
                }
                let columns = [column, other_column, other_column, column];
                let rows = [row, row, other_row, other_row];
                let corners = std::array::from_fn(|i| 9 * rows[i] + columns[i]);
                let common = corners.iter().fold(!0, |common, &cell| common & grid.digits_of(cell));
                all.0.extend(pairs(common).map(|pair| (corners, pair)));
            }
        }
        all
    }
}

fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |i| bits(mask & !0 << (i + 1)).map(move |j| (i, j)))
}

fn mask((a, b): (usize, usize)) -> u16 {
    1 << a | 1 << b
}

/// Four corners and two digits, looked at by one of the rules.
struct Rectangle<'a> {
    rule: RectangleType,
    grid: &'a Grid,
    /// In circular order: side `i` joins corner `i` to the next; sides 0 and 2 lie in rows.
    corners: [usize; 4],
    pair: (usize, usize),
    /// The other digits that each corner may hold.
    extra: [u16; 4],
    roof: Cells,
}

impl Rectangle<'_> {
    fn conclude(&self, found: &mut Findings) {
        use RectangleType::*;
        let orders = [self.pair, (self.pair.1, self.pair.0)];
        // Opposite corners share no house.
        let aligned = self.roof.len() == 2 && self.shared().next().is_some();
        match self.rule {
            Type1 if self.roof.len() == 1 => {
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

    fn same_extra(&self, found: &mut Findings) {
        if self.extras().count_ones() == 1 {
            let seen_by_all = self.roof.fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
            self.eliminate(self.extras(), seen_by_all, found, |_| {});
        }
    }

    /// The roof, as one cell with the extra digits, and other cells of a house of it are a naked subset.
    fn subsets(&self, house: usize, found: &mut Findings) {
        let in_roof = |&square: &usize| self.roof.contains(SQUARES[house][square] as usize);
        let roof = (0..9).filter(in_roof).fold(0u16, |squares, square| squares | 1 << square);
        let first = roof.trailing_zeros() as usize;
        let mut values = digits_by_square(self.grid, house);
        bits(roof).for_each(|square| values[square] = 0);
        values[first] = self.extras();
        for size in 2..=4 {
            hall::each(&values, size, |squares, digits| {
                if squares >> first & 1 == 0 {
                    return;
                }
                let targets = candidates_in(self.grid, house, !(squares | roof), digits);
                let squares = squares & !roof;
                let subset = |rectangle: &mut evidence::Rectangle| {
                    rectangle.subset = Some(Hall::naked(house, squares, digits));
                };
                found.eliminate(&targets, || self.because(subset));
            });
        }
    }

    /// If the houses of one of the `choices`, all with two corners, hold `digit` nowhere else, `removed`
    /// leaves the corners `from`.
    fn confined(
        &self,
        (digit, removed): (usize, usize),
        mut choices: Chunks<usize>,
        from: Cells,
        found: &mut Findings,
    ) {
        let places = |house: usize| self.grid.open_plane(digit) & HOUSES[house];
        let corners: Cells = self.corners.into_iter().collect();
        let confined = |house: &usize| places(*house).is_subset(corners);
        let Some(houses) = choices.find(|houses| houses.iter().all(confined)) else { return };
        let variable = |&house: &usize| Variable::of_house(house, digit);
        self.eliminate(1 << removed, from, found, |rectangle| {
            rectangle.confined = houses.iter().map(variable).collect();
        });
    }

    /// The `digits` leave the `cells`; `need` adds what this needs beside the rectangle.
    fn eliminate(
        &self,
        digits: u16,
        cells: Cells,
        found: &mut Findings,
        need: impl Fn(&mut evidence::Rectangle),
    ) {
        let mut targets = Candidates::EMPTY;
        bits(digits).for_each(|digit| targets.0[digit] = self.grid.open_plane(digit) & cells);
        found.eliminate(&targets, || self.because(need));
    }

    fn because(&self, need: impl Fn(&mut evidence::Rectangle)) -> Because {
        let corners: Cells = self.corners.into_iter().collect();
        let variables = |cells: Cells| cells.map(|cell| Variable::Cell(cell as u8)).collect();
        let mut rectangle = evidence::Rectangle {
            digits: [self.pair.0, self.pair.1].map(|digit| Digit(digit as u8)),
            floor: variables(corners - self.roof),
            roof: variables(self.roof),
            confined: Vec::new(),
            subset: None,
        };
        need(&mut rectangle);
        Because::Rectangle(rectangle)
    }
}

/// A bivalue universal grave but for one candidate.
pub(super) fn bug(state: &mut State, _: u8, found: &mut Findings) -> Within {
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
            found.assert(candidate, || Because::Bug { candidate });
        }
    }
    Ok(())
}
