//! SK-loops: two rows and two columns with four crossings in four blocks; beside each crossing, the two other
//! cells of its row and the two other cells of its column in its block. Each of these eight *dominoes* shares
//! a house with the next.
//!
//! ```text
//!        c           c'         P1 … P8: the dominoes, joined in turn by a line and by a block
//!     .  8  .  | .  3  .
//!  r  1  +  1  | 2  +  2        P1 ─row r─ P2 ─block─ P3 ─column c'─ P4 ─block─ P5 ─row r'─ P6
//!     .  8  .  | .  3  .         └─block─ P8 ─column c─ P7 ─block──────────────────────────┘
//!    ----------+---------
//!     .  7  .  | .  4  .        Each digit needs the fewest of the eight shared houses that cover
//!  r' 6  +  6  | 5  +  5        the dominoes with it. If these are, in all, as many as the cells,
//!     .  7  .  | .  4  .        each of these houses has its digit in one of the cells.
//! ```

use super::covers::{Covers, all_that_prove, excluded, report};
use crate::budget::Within;
use crate::evidence::{Evidence, Weight, Weights};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Factors;

/// Smallest number of the eight shared houses that cover each set of dominoes: half of each run of dominoes,
/// rounded up. House k is shared by dominoes k and k + 1.
const LEAST: [u8; 256] = {
    let mut table = [4u8; 256];
    let mut mask = 0;
    while mask < 255 {
        // Starts behind a gap.
        let first = (!(mask as u8)).trailing_zeros();
        let (mut k, mut run, mut least) = (1, 0, 0);
        while k <= 8 {
            if mask >> ((first + k) % 8) & 1 != 0 {
                run += 1;
            } else {
                least += u8::div_ceil(run, 2);
                run = 0;
            }
            k += 1;
        }
        table[mask] = least;
        mask += 1;
    }
    table
};

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    state.budget.take(64)?;
    let grid = state.grid();
    let digits: [Dominoes; 9] = std::array::from_fn(|digit| Dominoes::of(grid.open_plane(Digit::new(digit))));
    let surplus = Surplus::of(grid, &digits);
    for [rows, columns] in pairs().flat_map(|rows| pairs().map(move |columns| [rows, columns])) {
        let around = Around { rows, columns };
        if surplus.around(&around) > 0 {
            continue;
        }
        let cells = around.dominoes().map(|domino| domino - grid.placed());
        let count: usize = cells.iter().map(|domino| domino.len()).sum();
        let mut least = 0;
        for digit in &digits {
            least += usize::from(LEAST[digit.around(&around)]);
            if least > count {
                break;
            }
        }
        if least == count {
            let all = cells.iter().fold(Cells::EMPTY, |all, &domino| all | domino);
            let covers = std::array::from_fn(|digit| {
                let digit = Digit::new(digit);
                let (places, mut covers) = (grid.open_plane(digit), Covers::new());
                let least = LEAST[digits[digit].around(&around)];
                cover(places & all, least.into(), &mut Vec::new(), &mut covers);
                all_that_prove(places, all, covers.into_iter())
            });
            report(grid, all, &covers, found);
            let more = packed(grid, all, &covers);
            found.eliminate(&more, || one_each(grid, all));
        }
    }
    Ok(())
}

/// Returns all pairs of rows, or of columns, in different chutes.
fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..9).flat_map(|a| (a / 3 * 3 + 3..9).map(move |b| [a, b]))
}

/// Two rows and two columns.
struct Around {
    rows: [usize; 2],
    columns: [usize; 2],
}

/// Places of a digit as bits: bit c of `rows[r]` says whether the digit has a place in the two cells of row r
/// that are beside column c in the same block; bit r of `columns[c]` likewise.
struct Dominoes {
    rows: [u16; 9],
    columns: [u16; 9],
}

impl Dominoes {
    fn of(places: Cells) -> Dominoes {
        let mut of = Dominoes { rows: [0; 9], columns: [0; 9] };
        for cell in places {
            let (row, column) = (cell.row(), cell.column());
            of.rows[row] |= (7 << (column / 3 * 3)) & !(1 << column);
            of.columns[column] |= (7 << (row / 3 * 3)) & !(1 << row);
        }
        of
    }

    /// Returns the dominoes with the digit, P1 in bit 0.
    fn around(&self, &Around { rows: [r, s], columns: [c, d] }: &Around) -> usize {
        let bits = [
            self.rows[r] >> c,
            self.rows[r] >> d,
            self.columns[d] >> r,
            self.columns[d] >> s,
            self.rows[s] >> d,
            self.rows[s] >> c,
            self.columns[c] >> s,
            self.columns[c] >> r,
        ];
        bits.iter().enumerate().fold(0, |mask, (k, bit)| mask | usize::from(bit & 1) << k)
    }
}

/// Number of each domino's digits, minus two for each of its cells; large for a domino without cells. A house
/// covers a digit of at most two dominoes, so the sum around a loop is 0 or less.
struct Surplus {
    rows: [[i8; 9]; 9],
    columns: [[i8; 9]; 9],
}

impl Surplus {
    fn of(grid: &Grid, digits: &[Dominoes; 9]) -> Surplus {
        let mut of = Surplus { rows: [[0; 9]; 9], columns: [[0; 9]; 9] };
        let own = |domino: Cells, digits: usize| match (domino - grid.placed()).len() {
            0 => 100,
            cells => digits as i8 - 2 * cells as i8,
        };
        for (row, column) in Cell::all().map(|cell| (cell.row(), cell.column())) {
            let has = |own: &&Dominoes| own.rows[row] >> column & 1 != 0;
            of.rows[row][column] = own(of_row(row, column), digits.iter().filter(has).count());
            let has = |own: &&Dominoes| own.columns[column] >> row & 1 != 0;
            of.columns[column][row] = own(of_column(column, row), digits.iter().filter(has).count());
        }
        of
    }

    fn around(&self, &Around { rows: [r, s], columns: [c, d] }: &Around) -> i16 {
        let rows = [self.rows[r][c], self.rows[r][d], self.rows[s][d], self.rows[s][c]];
        let columns = [self.columns[d][r], self.columns[d][s], self.columns[c][s], self.columns[c][r]];
        rows.iter().chain(&columns).map(|&own| i16::from(own)).sum()
    }
}

/// Returns the two cells of a row beside a column, in its block.
fn of_row(row: usize, column: usize) -> Cells {
    let cell = Cell::at(row, column);
    (House::row(row).cells() & House::block(cell.block()).cells()) - Cells::of(cell)
}

/// Returns the two cells of a column beside a row, in its block.
fn of_column(column: usize, row: usize) -> Cells {
    let cell = Cell::at(row, column);
    (House::column(column).cells() & House::block(cell.block()).cells()) - Cells::of(cell)
}

impl Around {
    /// Returns the cells of each domino.
    fn dominoes(&self) -> [Cells; 8] {
        let &Around { rows: [r, s], columns: [c, d] } = self;
        [
            of_row(r, c),
            of_row(r, d),
            of_column(d, r),
            of_column(d, s),
            of_row(s, d),
            of_row(s, c),
            of_column(c, s),
            of_column(c, r),
        ]
    }
}

/// Returns the candidates that no smallest cover excludes, although each leaves room for fewer places that do
/// not see each other than a cover has houses. (Among five places in a ring, each seen by two others, at most
/// two do not see each other, but no two houses cover all five.)
fn packed(grid: &Grid, cells: Cells, covers: &[Covers; 9]) -> Candidates {
    Candidates(std::array::from_fn(|digit| {
        let digit = Digit::new(digit);
        let (places, least) = (grid.open_plane(digit), covers[digit].first().map_or(0, Vec::len));
        let proved = covers[digit].iter().fold(Cells::EMPTY, |all, own| all | excluded(places, cells, own));
        let leaves_too_few = |&cell: &Cell| {
            let own = usize::from(cells.contains(cell));
            least > 0 && own + most_apart((places & cells) - cell.peers() - Cells::of(cell)) < least
        };
        (places - proved).filter(leaves_too_few).collect()
    }))
}

/// Returns the largest number of cells that do not see one another.
fn most_apart(cells: Cells) -> usize {
    let Some(first) = cells.first() else { return 0 };
    let others = cells - Cells::of(first);
    let with = 1 + most_apart(others - first.peers());
    if others.intersects(first.peers()) { with.max(most_apart(others)) } else { with }
}

/// Returns the evidence with weight 1 on each cell.
fn one_each(grid: &Grid, cells: Cells) -> Evidence {
    let best = std::array::from_fn(|digit| {
        let mut best = 0;
        Factors::of(grid.plane(Digit::new(digit))).each(|own| best = best.max((own & cells).len() as i64));
        best
    });
    let cells = cells.map(Variable::Cell).collect();
    Evidence::Weights(vec![Weights { weights: vec![Weight { weight: 1, cells }], best }])
}

/// Adds all covers of `places` that consist of `houses` houses of any kind.
fn cover(places: Cells, houses: usize, chosen: &mut Vec<House>, covers: &mut Covers) {
    match places.first() {
        None if houses == 0 => covers.push(chosen.clone()),
        Some(cell) if houses > 0 => {
            for house in cell.houses() {
                chosen.push(house);
                cover(places - house.cells(), houses - 1, chosen, covers);
                chosen.pop();
            }
        }
        _ => {}
    }
}
