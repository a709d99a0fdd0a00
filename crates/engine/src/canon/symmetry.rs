//! `Symmetry`: one of the 2·6⁸·9! ways to rewrite a puzzle as an equivalent one.

use super::LINES;
use crate::grid::Cells;
use std::{fmt, str::FromStr};

/// Optional transposition, then an order of the rows, an order of the columns and new names for the digits.
///
/// ```text
///   image cell (i, j)  =  digits[ source cell (rows[i], columns[j]) ]
///   transposed:                   source cell (columns[j], rows[i])
/// ```
///
/// Rows keep their bands together and columns their stacks. As text, counted from 1:
///
/// ```text
///   T r312645978 c123456789 d918273645
///   │ │          │          └ 1 becomes 9, 2 becomes 1, 3 becomes 8, …
///   │ │          └ the columns stay where they are
///   │ └ row 3 comes first, then row 1, row 2, row 6, …
///   └ rows and columns are exchanged first; absent if they are not
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    pub(super) transposed: bool,
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
    pub(super) digits: [u8; 9],
}

impl Symmetry {
    /// The symmetry that leaves every puzzle unchanged.
    pub const IDENTITY: Symmetry =
        Symmetry { transposed: false, rows: IN_ORDER, columns: IN_ORDER, digits: IN_ORDER };

    /// Makes the symmetry with these parts, all from 0; returns `None` if a part is not a permutation, or
    /// splits a band or a stack.
    pub fn new(transposed: bool, rows: [u8; 9], columns: [u8; 9], digits: [u8; 9]) -> Option<Symmetry> {
        let valid = keeps_threes(&rows) && keeps_threes(&columns) && is_permutation(&digits);
        valid.then_some(Symmetry { transposed, rows, columns, digits })
    }

    /// Returns the image of a puzzle, or of any nine sets of cells.
    pub fn apply(&self, clues: &[Cells; 9]) -> [Cells; 9] {
        // Numbers that a row and a column of the source contribute to the number of an image cell.
        let (rows, columns) = (inverse(&self.rows).map(|row| 9 * row), inverse(&self.columns));
        let [by_row, by_column] = if self.transposed { [columns, rows] } else { [rows, columns] };
        let mut images = [Cells::EMPTY; 9];
        for (digit, cells) in clues.iter().enumerate() {
            // Two words: a shift of 128 bits costs more than the rest.
            let mut words = [0u64; 2];
            cells.for_each(|cell| {
                let [row, column] = LINES[cell].map(usize::from);
                let image = by_row[row] + by_column[column];
                words[usize::from(image >> 6)] |= 1 << (image & 63);
            });
            images[usize::from(self.digits[digit])] =
                Cells(u128::from(words[0]) | u128::from(words[1]) << 64);
        }
        images
    }

    /// Returns the composition: first `self`, then `next`.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        let (rows, columns) = match next.transposed {
            false => (&self.rows, &self.columns),
            true => (&self.columns, &self.rows),
        };
        Symmetry {
            transposed: self.transposed != next.transposed,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digits[usize::from(digit)]),
        }
    }

    /// Whether rows and columns are exchanged.
    pub(crate) fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Returns the images of the rows, the columns and the digits; those of rows are columns if rows and
    /// columns are exchanged.
    pub(crate) fn images(&self) -> ([u8; 9], [u8; 9], [u8; 9]) {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        match self.transposed {
            false => (rows, columns, self.digits),
            true => (columns, rows, self.digits),
        }
    }

    /// Returns the inverse symmetry.
    pub fn inverse(&self) -> Symmetry {
        let (mut rows, mut columns) = (inverse(&self.rows), inverse(&self.columns));
        if self.transposed {
            std::mem::swap(&mut rows, &mut columns);
        }
        Symmetry { transposed: self.transposed, rows, columns, digits: inverse(&self.digits) }
    }
}

const IN_ORDER: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

fn is_permutation(order: &[u8; 9]) -> bool {
    order.iter().fold(0u16, |seen, &at| seen | 1u16.checked_shl(u32::from(at)).unwrap_or(0)) == 0x1ff
}

/// Whether an order is a permutation that keeps bands or stacks together.
fn keeps_threes(order: &[u8; 9]) -> bool {
    is_permutation(order) && order.chunks(3).all(|three| three.iter().all(|at| at / 3 == three[0] / 3))
}

fn inverse(order: &[u8; 9]) -> [u8; 9] {
    let mut inverse = [0; 9];
    for (at, &from) in (0..).zip(order) {
        inverse[usize::from(from)] = at;
    }
    inverse
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.transposed {
            f.write_str("T ")?;
        }
        let mut text = *b"r123456789 c123456789 d123456789";
        for (order, begin) in [(&self.rows, 1), (&self.columns, 12), (&self.digits, 23)] {
            for place in 0..9 {
                text[begin + place] = b'1' + order[place];
            }
        }
        f.write_str(str::from_utf8(&text).unwrap_or_default())
    }
}

/// Error: a text that is not a symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a symmetry of the form [T ]r123456789 c123456789 d123456789")]
pub struct NotASymmetry;

impl FromStr for Symmetry {
    type Err = NotASymmetry;

    fn from_str(text: &str) -> Result<Symmetry, NotASymmetry> {
        let (transposed, rest) = match text.strip_prefix("T ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let part = |part: &str, kind: char| -> Option<[u8; 9]> {
            let order: [u8; 9] = part.strip_prefix(kind)?.as_bytes().try_into().ok()?;
            Some(order.map(|digit| digit.wrapping_sub(b'1')))
        };
        let parts: Vec<&str> = rest.split(' ').collect();
        let symmetry = match parts[..] {
            [rows, columns, digits] => part(rows, 'r')
                .zip(part(columns, 'c'))
                .zip(part(digits, 'd'))
                .and_then(|((rows, columns), digits)| Symmetry::new(transposed, rows, columns, digits)),
            _ => None,
        };
        symmetry.ok_or(NotASymmetry)
    }
}
