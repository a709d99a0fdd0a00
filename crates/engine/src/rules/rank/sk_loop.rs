//! SK-loops: in two rows and two columns, around the four cells where they cross, two cells of each row and
//! column in the block of each crossing. Of these eight *dominoes* each shares a house with the next.
//!
//! ```text
//!        c           c'         P1 … P8 the dominoes, in turn a line and a block between them:
//!     .  8  .  | .  3  .
//!  r  1  +  1  | 2  +  2        P1 ─row r─ P2 ─block─ P3 ─column c'─ P4 ─block─ P5 ─row r'─ P6
//!     .  8  .  | .  3  .         └─block─ P8 ─column c─ P7 ─block──────────────────────────┘
//!    ----------+---------
//!     .  7  .  | .  4  .        Each digit needs as many of the eight shared houses as cover the
//!  r' 6  +  6  | 5  +  5        dominoes that have it. If that is in all the number of cells, each
//!     .  7  .  | .  4  .        of these houses has its digit in them.
//! ```

use super::covers::{Covers, all_that_prove, excluded, report};
use crate::budget::Within;
use crate::evidence::{Evidence, Weight, Weights};
use crate::grid::{Candidates, Cells, Grid, HOUSES, PEERS, block_of, houses_of, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::Factors;

/// How many of the eight shared houses cover these dominoes: of a run of k dominoes half of them, rounded up.
/// House k is that of dominoes k and k + 1.
const LEAST: [u8; 256] = {
    let mut table = [4u8; 256];
    let mut mask = 0;
    while mask < 255 {
        // From behind a gap on.
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
    let digits: [Dominoes; 9] = std::array::from_fn(|digit| Dominoes::of(grid.open_plane(digit)));
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

/// Two lines of different chutes.
fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..9).flat_map(|a| (a / 3 * 3 + 3..9).map(move |b| [a, b]))
}

/// Two rows and two columns.
struct Around {
    rows: [usize; 2],
    columns: [usize; 2],
}

/// The places of a digit as bits: `rows[r]` has bit c where the two cells of row r beside column c, in its
/// block, have one; `columns[c]` has bit r likewise.
struct Dominoes {
    rows: [u16; 9],
    columns: [u16; 9],
}

impl Dominoes {
    fn of(places: Cells) -> Dominoes {
        let mut of = Dominoes { rows: [0; 9], columns: [0; 9] };
        for cell in places {
            let (row, column) = (cell / 9, cell % 9);
            of.rows[row] |= (7 << (column / 3 * 3)) & !(1 << column);
            of.columns[column] |= (7 << (row / 3 * 3)) & !(1 << row);
        }
        of
    }

    /// The dominoes with the digit, P1 in bit 0.
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

/// Of each domino the digits that it has, less two for each cell: a house covers a digit of two dominoes at
/// most, so a loop has no surplus. Of one without cells it is large.
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
        for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
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

/// The two cells of a row beside a column, in its block.
fn of_row(row: usize, column: usize) -> Cells {
    let cell = 9 * row + column;
    (HOUSES[row] & HOUSES[18 + block_of(cell)]) - Cells::of(cell)
}

/// The two cells of a column beside a row, in its block.
fn of_column(column: usize, row: usize) -> Cells {
    let cell = 9 * row + column;
    (HOUSES[9 + column] & HOUSES[18 + block_of(cell)]) - Cells::of(cell)
}

impl Around {
    /// The cells of each.
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

/// What is in no smallest cover, and yet leaves too few places that see no other: one fewer than the houses
/// of a cover. (In five places, each seen by two others in a ring, there are two apart, and no two houses.)
fn packed(grid: &Grid, cells: Cells, covers: &[Covers; 9]) -> Candidates {
    Candidates(std::array::from_fn(|digit| {
        let (places, least) = (grid.open_plane(digit), covers[digit].first().map_or(0, Vec::len));
        let proved = covers[digit].iter().fold(Cells::EMPTY, |all, own| all | excluded(places, cells, own));
        let leaves_too_few = |&cell: &usize| {
            let own = usize::from(cells.contains(cell));
            least > 0 && own + most_apart((places & cells) - PEERS[cell] - Cells::of(cell)) < least
        };
        (places - proved).filter(leaves_too_few).collect()
    }))
}

/// The largest number of cells of which none sees another.
fn most_apart(cells: Cells) -> usize {
    let Some(first) = cells.first() else { return 0 };
    let others = cells - Cells::of(first);
    let with = 1 + most_apart(others - PEERS[first]);
    if others.intersects(PEERS[first]) { with.max(most_apart(others)) } else { with }
}

/// The weight 1 on each cell.
fn one_each(grid: &Grid, cells: Cells) -> Evidence {
    let best = std::array::from_fn(|digit| {
        let mut best = 0;
        Factors::of(grid.plane(digit)).each(|own| best = best.max((own & cells).len() as i64));
        best
    });
    let cells = cells.map(|cell| Variable::Cell(cell as u8)).collect();
    Evidence::Weights(vec![Weights { weights: vec![Weight { weight: 1, cells }], best }])
}

/// Adds all covers of these places by as many houses, of any kind.
fn cover(places: Cells, houses: usize, chosen: &mut Vec<usize>, covers: &mut Covers) {
    match places.first() {
        None if houses == 0 => covers.push(chosen.clone()),
        Some(cell) if houses > 0 => {
            for house in houses_of(cell) {
                chosen.push(house);
                cover(places - HOUSES[house], houses - 1, chosen, covers);
                chosen.pop();
            }
        }
        _ => {}
    }
}
