//! Multi-sector locked sets: the undecided cells where some rows and columns cross, if as many lines as cells
//! contain all candidates of the cells. A line here is a digit in a row or column. Then each of the lines has
//! its digit in one of the cells.
//!
//! A digit's smallest number of lines equals the largest number of its places in the cells such that no two
//! share a line (König). It is computed for all sets of rows A and columns C, by
//!
//! ```text
//!   lines(A, C) = min( columns of C with the digit in A,  1 + min over a in A of lines(A − a, C) )
//! ```
//!
//! for 64 sets of columns side by side, a byte each, so that a table stays in the fastest memory.

use super::covers::{all_that_prove, report};
use crate::budget::Within;
use crate::grid::mask::Mask;
use crate::grid::{Cells, Digit, Grid, House, bits};
use crate::rule::Findings;
use crate::state::State;
use crate::wide::wide;

/// Number of sets of columns that are handled side by side: the sets with the same members from the seventh
/// column on.
const WIDE: usize = 64;
type Bytes = [u8; WIDE];

/// Number of columns that two sets have in common, for all sets of the first six columns.
static COMMON: [Bytes; WIDE] = {
    let mut table = [[0; WIDE]; WIDE];
    let mut k = 0;
    while k < WIDE * WIDE {
        table[k / WIDE][k % WIDE] = ((k / WIDE) & (k % WIDE)).count_ones() as u8;
        k += 1;
    }
    table
};

/// Some rows and some columns, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lines {
    rows: u16,
    columns: u16,
}

/// Columns of each row.
type Rows = [u16; 9];

fn rows_of(cells: Cells) -> Rows {
    std::array::from_fn(|row| cells.in_row(row))
}

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    state.budget.take(2048)?;
    let grid = state.grid();
    let open = rows_of(!grid.placed());
    let digits: [Rows; 9] = std::array::from_fn(|digit| rows_of(grid.open_plane(Digit::new(digit))));
    let mut tables = Tables { lines: Box::new([[0; WIDE]; 512]), more: Box::new([[0; WIDE]; 512]) };
    let mut balanced: Vec<(u32, Lines)> = Vec::new();
    for high in 0..8 {
        tables.fill(high, &open, &digits);
        for (rows, more) in (0..).zip(tables.more.iter()).skip(1).filter(|(_, more)| has_zero(more)) {
            for (low, _) in more.iter().enumerate().filter(|(_, more)| **more == 0) {
                let lines = Lines { rows, columns: (high << 6 | low) as u16 };
                balanced.extend(size(lines, &open).map(|size| (size, lines)));
            }
        }
    }
    // Several sets of cells often prove the same: the set with the fewest cells is reported.
    balanced.sort_unstable();
    for (_, lines) in balanced {
        locked(grid, lines, &digits, found);
    }
    Ok(())
}

struct Tables {
    /// For each set of rows, by set of columns: the smallest number of lines that cover one digit.
    lines: Box<[Bytes; 512]>,
    /// Numbers of lines of all digits, less the number of cells. If the puzzle has a solution, none is below
    /// zero.
    more: Box<[Bytes; 512]>,
}

#[inline(always)]
fn in_common(columns: u16, high: usize) -> Bytes {
    let more = (usize::from(columns) >> 6 & high).count_ones() as u8;
    let mut all = COMMON[usize::from(columns) % WIDE];
    all.iter_mut().for_each(|common| *common += more);
    all
}

impl Tables {
    wide! {
        fn fill(high: usize, open: &Rows, digits: &[Rows; 9]) = fill_avx2 or fill_portable;
    }

    #[inline(always)]
    fn fill_portable(&mut self, high: usize, open: &Rows, digits: &[Rows; 9]) {
        for rows in 1..512usize {
            let (first, rest) = (rows.lowest(), rows & (rows - 1));
            let cells = in_common(open[first], high);
            let before = self.more[rest];
            for (more, (before, cells)) in self.more[rows].iter_mut().zip(before.iter().zip(&cells)) {
                *more = before.wrapping_sub(*cells);
            }
        }
        for places in digits.iter().filter(|places| **places != [0; 9]) {
            let mut columns = [0; 512];
            for rows in 1..512usize {
                let (first, rest) = (rows.lowest(), rows & (rows - 1));
                columns[rows] = columns[rest] | places[first];
                let mut least = self.lines[rest];
                if places[first] != 0 {
                    least = in_common(columns[rows], high);
                    let mut left = rows;
                    while left != 0 {
                        let without = &self.lines[rows & !(left & left.wrapping_neg())];
                        least.iter_mut().zip(without).for_each(|(least, own)| *least = (*least).min(own + 1));
                        left &= left - 1;
                    }
                }
                self.lines[rows] = least;
                self.more[rows]
                    .iter_mut()
                    .zip(&least)
                    .for_each(|(more, own)| *more = more.wrapping_add(*own));
            }
        }
    }
}

fn has_zero(all: &Bytes) -> bool {
    all.iter().fold(false, |has, one| has | (*one == 0))
}

/// Returns the number of cells, or `None` if a row or a column has none of them. All rows with some of the
/// columns, or all columns with some of the rows, are left out: they are always balanced and prove what fish
/// prove, which all rows and columns prove, too.
fn size(lines: Lines, open: &Rows) -> Option<u32> {
    let Lines { rows, columns } = lines;
    let (mut met, mut size) = (0, 0);
    for row in bits(rows) {
        let own = open[row] & columns;
        if own == 0 {
            return None;
        }
        met |= own;
        size += own.count_ones();
    }
    let has_all_rows = (0..9).all(|row| rows >> row & 1 != 0 || open[row] == 0);
    let has_all_columns = open.iter().all(|own| own & !columns == 0);
    (met == columns && has_all_rows == has_all_columns).then_some(size)
}

/// Most places of a digit in some rows and columns, no two on a line: the row of each column, or `NONE`.
type Partners = [u8; 9];
const NONE: u8 = u8::MAX;

/// Maximum matching of the places of a digit in some rows and columns.
struct Matching<'a> {
    places: &'a Rows,
    lines: Lines,
    row_of: Partners,
}

impl<'a> Matching<'a> {
    fn of(places: &'a Rows, lines: Lines) -> Matching<'a> {
        let mut own = Matching { places, lines, row_of: [NONE; 9] };
        bits(lines.rows).for_each(|row| _ = own.enlarge(row, &mut 0));
        own
    }

    /// Finds a partner for a row; other rows may change theirs. Returns whether there is one.
    fn enlarge(&mut self, row: usize, seen: &mut u16) -> bool {
        let own = self.places[row] & self.lines.columns;
        while own & !*seen != 0 {
            let column = (own & !*seen).lowest();
            *seen |= 1 << column;
            let other = self.row_of[column];
            if other == NONE || self.enlarge(other.into(), seen) {
                self.row_of[column] = row as u8;
                return true;
            }
        }
        false
    }

    fn columns(&self) -> u16 {
        bits(self.lines.columns)
            .filter(|&column| self.row_of[column] != NONE)
            .fold(0, |all, column| all | 1 << column)
    }

    fn rows(&self) -> u16 {
        self.partners(self.columns())
    }

    fn partners(&self, columns: u16) -> u16 {
        bits(columns).fold(0, |all, column| all | 1 << self.row_of[column])
    }

    /// Returns the rows that alternating paths reach from a row without partner, and the columns on these
    /// paths. No such row is in a smallest cover.
    fn reached_by_rows(&self) -> Lines {
        let (mut rows, mut columns) = (self.lines.rows & !self.rows(), 0);
        loop {
            let more = bits(rows).fold(0, |all, row| all | self.places[row]) & self.lines.columns & !columns;
            if more == 0 {
                return Lines { rows, columns };
            }
            columns |= more;
            rows |= self.partners(more);
        }
    }

    /// Returns the columns that alternating paths reach from a column without partner.
    fn reached_by_columns(&self) -> u16 {
        let (with, matched) = (self.columns(), self.rows());
        let mut columns = self.lines.columns & !with;
        loop {
            let rows = bits(matched).filter(|&row| self.places[row] & columns != 0);
            let rows = rows.fold(0u16, |all, row| all | 1 << row);
            let more = bits(with & !columns).filter(|&column| rows >> self.row_of[column] & 1 != 0);
            let more = more.fold(0u16, |all, column| all | 1 << column);
            if more == 0 {
                return columns;
            }
            columns |= more;
        }
    }

    /// Returns the rows and columns of a smallest cover (König).
    fn cover(&self) -> Lines {
        let Lines { rows, columns } = self.reached_by_rows();
        Lines { rows: self.rows() & !rows, columns }
    }

    /// Returns the rows and the columns that are each in some smallest cover.
    fn of_covers(&self) -> Lines {
        Lines {
            rows: self.rows() & !self.reached_by_rows().rows,
            columns: self.columns() & !self.reached_by_columns(),
        }
    }

    /// Returns the cells whose row and column are in one smallest cover, provided that each is in some. A
    /// cover has either each row or its partner. With a column, a cover has the columns of all places in the
    /// row of the column's partner, and so on; so a row that this chain does not reach may be in the cover,
    /// too.
    fn doubly_covered(&self) -> Cells {
        let mut all = Cells::EMPTY;
        for column in bits(self.columns()) {
            let (mut with, mut last) = (0u16, 1 << column);
            while last != 0 {
                with |= last;
                let rows = self.partners(last);
                last = bits(rows).fold(0, |all, row| all | self.places[row]) & self.columns() & !with;
            }
            let rows = Lines { rows: self.rows() & !self.partners(with), columns: 0 };
            all |= on_lines(rows)[0] & House::column(column).cells();
        }
        all
    }
}

/// Returns the cells of some rows, and the cells of some columns.
fn on_lines(lines: Lines) -> [Cells; 2] {
    let all = |lines: u16, of: fn(usize) -> House| {
        bits(lines).fold(Cells::EMPTY, |all, line| all | of(line).cells())
    };
    [all(lines.rows, House::row), all(lines.columns, House::column)]
}

/// Returns the cells where a digit is excluded. Outside the rectangle, these are the cells in a line of any
/// smallest cover; inside, the cells in two lines of the same smallest cover.
fn proved(cells: Cells, matching: &Matching) -> Cells {
    let [rows, columns] = on_lines(matching.of_covers());
    ((rows | columns) - cells) | (rows & columns & cells & matching.doubly_covered())
}

/// Reports the conclusions from the cells where these rows and columns cross.
fn locked(grid: &Grid, lines: Lines, digits: &[Rows; 9], found: &mut Findings) {
    let Lines { rows, columns } = lines;
    let houses = |Lines { rows, columns }: Lines| -> Vec<House> {
        bits(rows).map(House::row).chain(bits(columns).map(House::column)).collect()
    };
    let [of_rows, of_columns] = on_lines(lines);
    let cells = (of_rows & of_columns) - grid.placed();
    let matchings = digits.each_ref().map(|places| Matching::of(places, lines));
    let is_new = |(digit, own): (Digit, &Matching)| {
        let places = grid.open_plane(digit) - found.eliminated.0[digit];
        places.intersects(proved(cells, own))
    };
    if !Digit::all().zip(&matchings).any(is_new) {
        return;
    }
    let covers = std::array::from_fn(|digit| {
        let digit = Digit::new(digit);
        let places = &digits[digit];
        let smallest = matchings[digit].cover();
        let least = houses(smallest).len();
        let through = |through: Lines| {
            let others = Lines { rows: rows & !through.rows, columns: columns & !through.columns };
            let more = Matching::of(places, others).cover();
            let whole = Lines { rows: more.rows | through.rows, columns: more.columns | through.columns };
            let whole = houses(whole);
            (whole.len() == least).then_some(whole)
        };
        let crossings = (grid.open_plane(digit) & cells)
            .map(|cell| Lines { rows: 1 << cell.row(), columns: 1 << cell.column() });
        let of_rows = bits(rows).map(|row| Lines { rows: 1 << row, columns: 0 });
        let of_columns = bits(columns).map(|column| Lines { rows: 0, columns: 1 << column });
        let lines = of_rows.chain(of_columns);
        let others = crossings.chain(lines).filter_map(through);
        all_that_prove(grid.open_plane(digit), cells, std::iter::once(houses(smallest)).chain(others))
    });
    report(grid, cells, &covers, found);
}
