//! A grid of nine rows on lines of their own, with or without a frame: `.sdk`, `.ss`, tables, pencilmarks.
//!
//! ```text
//!   *-----------*      ..34.....      |5    |  8  |  4 9|      | 12   5    3678    | 4
//!   |..3|4..|...|      .5...912.      5,,3,6,,,,8,             | 1    9    67      | 368
//!   |.5.|..9|12.|      7...2....      │ 9 │ 2 │   │   │…       a state (`grid/parse/marks.rs`)
//! ```
//!
//! A `+` before a digit means that it was placed.

use super::ascii::Plain;
use super::matrix::cell;
use super::{
    Attempt, Found, LineError, LineErrorKind, SIZES, Square, blank_of, is_of_size, value_beside, values_of,
};
use std::borrow::Cow;
use sudoscope_engine::grid::ParseErrorKind::{BadCell, RowCells, Rows};
use sudoscope_engine::grid::marks::{ROWS, between, is_list_row, is_remark, lists_of, separates};
use sudoscope_engine::grid::{Candidates, Puzzle, cell_value, marks};

/// Bytes of a line that is too long to be a row.
pub(super) const ROW_BYTES: usize = 512;

/// Whether a line consists of nine cells, or nine lists of candidates, with or without a frame.
pub(in crate::input) fn is_row(line: &[u8]) -> bool {
    if line.len() >= ROW_BYTES {
        return false;
    }
    let line = &Plain::of(line).text;
    !marks::is_frame(line)
        && (cells_of(line).is_ok() || lists_of(line).is_ok_and(|lists| is_list_row(&lists)))
}

/// Whether a line is a part of a frame.
pub(in crate::input) fn is_frame(line: &[u8]) -> bool {
    marks::is_frame(&Plain::of(line).text)
}

/// Whether a line may occur between rows.
pub(in crate::input) fn is_between(line: &[u8]) -> bool {
    let line = &Plain::of(line).text;
    is_remark(line) || marks::is_frame(line)
}

/// Counts the bytes of a line that are cells, and the bytes that are neither cells nor separators.
pub(in crate::input) fn cells_of_row(line: &[u8]) -> (usize, usize) {
    let plain = Plain::of(line);
    let others = || plain.text.iter().filter(|&&byte| !separates(byte) && byte != b'+');
    let cells = others().filter(|&&byte| cell_value(byte).is_some()).count();
    (cells, others().count() - cells)
}

/// Reads the grid in the lines of a text: every line that is neither blank, frame nor comment is a row.
pub(super) fn read(text: &[u8]) -> Attempt {
    text.contains(&b'\n').then(|| grid(text).map(|puzzle| Found { puzzle, end: text.len() }))
}

fn grid(text: &[u8]) -> Result<Puzzle, LineError> {
    let rows: Vec<&[u8]> = marks::rows(text).collect();
    let count = rows.len().min(255) as u8;
    if rows.len() != ROWS {
        let is_row = |line: &&[u8]| {
            let cells: Vec<u8> = line.iter().copied().filter(|&byte| !separates(byte)).collect();
            cells.len() == rows.len() && is_of_size(&cells, rows.len())
        };
        return Err(match SIZES.contains(&count) && rows.iter().all(is_row) {
            true => LineError::at(0, LineErrorKind::Size(count)),
            false => LineError::at(0, Rows(count)),
        });
    }
    if rows.iter().any(|line| lists_of(line).is_ok_and(|lists| is_list_row(&lists))) {
        return marks::read(text).map_err(|error| error.map(LineErrorKind::Parse));
    }
    let in_row = |row: usize| move |error: LineError| LineError { row: row as u8 + 1, ..error };
    let squares = rows.into_iter().enumerate().map(|(row, line)| cells_of(line).map_err(in_row(row)));
    let (values, placed) = values_of(squares.collect::<Result<Vec<_>, _>>()?.as_flattened());
    Ok(Puzzle::of_values(&values, placed, &Candidates::EMPTY))
}

/// Reads the nine cells of a row: between any separators, in fields, or at fixed places with spaces as
/// blanks.
pub(super) fn cells_of(line: &[u8]) -> Result<[Square; ROWS], LineError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // `5.0` is one cell if each word is one.
    if line.windows(2).any(|two| two == b".0")
        && let Some(row) = fields(line).or_else(|| spaced(line))
    {
        return Ok(row);
    }
    compact(line).or_else(|error| {
        let plain = without_commands(line);
        fields(&plain).or_else(|| columns(line)).or_else(|| spaced(&plain)).ok_or(error)
    })
}

/// Reads nine cells and nothing else but separators.
fn compact(line: &[u8]) -> Result<[Square; ROWS], LineError> {
    let is_cell = |byte: &u8| !separates(*byte);
    let blank = blank_of(&line.iter().copied().filter(is_cell).take(ROWS).collect::<Vec<u8>>());
    let mut row = [(0, false); ROWS];
    let mut cells = row.iter_mut();
    let (mut count, mut is_placed) = (0, false);
    for (at, &byte) in line.iter().enumerate().filter(|(_, byte)| is_cell(byte)) {
        if byte == b'+' && line.get(at + 1).is_some_and(|next| (b'1'..=b'9').contains(next)) {
            is_placed = true;
            continue;
        }
        let Some(cell) = cells.next() else { return Err(LineError::at(at, RowCells(10))) };
        let digit = value_beside(byte, blank).ok_or(LineError::at(at, BadCell(byte)))?;
        *cell = (digit, std::mem::take(&mut is_placed));
        count += 1;
    }
    match count {
        9 => Ok(row),
        count => Err(LineError::at(line.len(), RowCells(count))),
    }
}

/// Reads nine fields, which may be empty.
fn fields(line: &[u8]) -> Option<[Square; ROWS]> {
    b"|,;\t&".iter().find_map(|&separator| {
        let mut fields = between(line, separator);
        match *fields {
            // Blocks may be separated by two bars together.
            [_, _, _, b"", _, _, _, b"", _, _, _] => fields.retain(|field| !field.is_empty()),
            // Nothing outside of the outer bars is a cell.
            [_, .., _] if fields.len() == ROWS + 2 && separator == b'|' => {
                fields.pop();
                fields.remove(0);
            }
            _ => {}
        }
        nine(fields.into_iter())
    })
}

/// Reads nine words.
fn spaced(line: &[u8]) -> Option<[Square; ROWS]> {
    nine(line.split(|&byte| separates(byte)).filter(|word| !word.is_empty()))
}

fn nine<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Option<[Square; ROWS]> {
    let mut row = [(0, false); ROWS];
    for square in &mut row {
        *square = cell(words.next()?)?;
    }
    words.next().is_none().then_some(row)
}

/// Removes the commands of LaTeX from a row whose cells are separated by `&`, and what continues a line from
/// any row.
fn without_commands(line: &[u8]) -> Cow<'_, [u8]> {
    if line.iter().filter(|&&byte| byte == b'&').count() != ROWS - 1 {
        let inner = line.trim_ascii_end();
        let continues = [&b" ..."[..], b"\\\\", b"\\", b"&"];
        return continues.into_iter().find_map(|end| inner.strip_suffix(end)).unwrap_or(line).into();
    }
    let mut is_command = false;
    let is_kept = |byte: &u8| {
        is_command = *byte == b'\\' || is_command && byte.is_ascii_alphabetic();
        !is_command && !b"{}$".contains(byte)
    };
    line.iter().copied().filter(is_kept).collect::<Vec<u8>>().into()
}

/// Reads nine evenly spaced places with spaces as blanks, in three blocks between bars or without blocks.
fn columns(line: &[u8]) -> Option<[Square; ROWS]> {
    let mut blocks = between(line, b'|');
    let is_bare = blocks.len() == 1;
    if is_bare {
        // Digits with spaces between them are not a row.
        let is_spread = line
            .chunks(2)
            .all(|pair| pair.first() != Some(&b' ') && pair.get(1).is_none_or(|&byte| byte == b' '));
        (line.len() == ROWS && !is_spread && line.iter().any(u8::is_ascii_digit)).then_some(())?;
        blocks = line.chunks(3).collect();
    }
    let width = blocks.first()?.len();
    (blocks.len() == 3 && blocks.iter().all(|block| block.len() == width)).then_some(())?;
    let (first, step) = match width {
        3 => (0, 1),
        5 => (0, 2),
        7 => (1, 2),
        9 => (1, 3),
        11 => (1, 4),
        _ => return None,
    };
    let mut cells = Vec::with_capacity(ROWS);
    for (at, byte) in blocks.into_iter().flat_map(|block| block.iter().enumerate()) {
        match at.checked_sub(first).is_some_and(|at| at % step == 0 && at / step < 3) {
            true if *byte == b' ' || byte.is_ascii_digit() => cells.push(cell(&[*byte])?),
            _ => (*byte == b' ').then_some(())?,
        }
    }
    cells.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::super::read_puzzle;
    use super::*;

    const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

    /// Every drawing of a grid is read alike; a drawing is the form of a row, the line before each band, and
    /// the last line.
    #[test]
    fn frames_do_not_matter() {
        let row = |r: usize, form: &str| -> String {
            let mut cells = PUZZLE[9 * r..9 * r + 9].chars();
            form.chars().map(|c| if c == 'c' { cells.next().unwrap() } else { c }).collect()
        };
        for (form, band, end) in [
            ("ccccccccc", "", ""),
            ("ccc ccc ccc", "", ""),
            ("ccc|ccc|ccc", "---+---+---", ""),
            ("|ccc|ccc|ccc|", "*-----------*", "*-----------*"),
            ("|ccc|ccc|ccc|\r", "|---+---+---|\r", "*-----------*\r"),
            ("| c c c | c c c | c c c |", "+-------+-------+-------+", "+-------+-------+-------+"),
            ("c c c | c c c | c c c", "------+-------+------", ""),
            ("c c c ! c c c ! c c c", "======*=======*======", ""),
            ("c,c,c,c,c,c,c,c,c", "# a band", "# the end"),
            ("│ c c c │ c c c │ c c c │", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"),
            ("\t║c│c│c║c│c│c║c│c│c║", "╟─┼─┼─╫─┼─┼─╫─┼─┼─╢", "╚═╧═╧═╩═╧═╧═╩═╧═╧═╝"),
            ("| c c c : c c c : c c c |", ":-------+-------+-------:", "'-------'-------'-------'"),
            ("|c|c|c|c|c|c|c|c|c|", "|---|---|---|---|---|---|---|---|---|", ""),
        ] {
            let mut lines = Vec::new();
            for r in 0..9 {
                lines.extend((r % 3 == 0 && !(band.is_empty() && r == 0)).then(|| band.to_string()));
                assert!(is_row(row(r, form).as_bytes()), "{form}");
                lines.push(row(r, form));
            }
            lines.push(end.to_string());
            assert!(band.is_empty() || is_between(band.as_bytes()));
            let text = lines.join("\n");
            for blank in [".", "0", "-", "*", "_", "x", "?"] {
                let text = text.replace('.', blank);
                let found = read_puzzle(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert_eq!((found.puzzle.to_string().as_str(), found.end), (PUZZLE, text.len()));
            }
        }
    }

    #[test]
    fn frames_are_no_rows() {
        for frame in ["---", "+---+", "-----------", "---+---+---", ":--.--:---'"] {
            assert!(is_frame(frame.as_bytes()) && !is_row(frame.as_bytes()), "{frame}");
        }
        for row in ["---------", "---|---|---", "---.-----", "*********", "***|***|***"] {
            assert!(!is_frame(row.as_bytes()) && is_row(row.as_bytes()), "{row}");
        }
    }

    /// Spaces and empty fields are read as blanks.
    #[test]
    fn blanks_may_be_spaces() {
        for form in [
            "c,c,c,c,c,c,c,c,c",
            "c;c;c;c;c;c;c;c;c",
            "c\tc\tc\tc\tc\tc\tc\tc\tc",
            "│ c │ c │ c │ c │ c │ c │ c │ c │ c │",
            "|c|c|c|c|c|c|c|c|c|",
            "| c | c | c || c | c | c || c | c | c |",
            "|c c c|c c c|c c c|",
            "| c c c | c c c | c c c |",
            "|ccc|ccc|ccc|",
            " c c c | c c c | c c c ",
            "ccccccccc",
        ] {
            let mut cells = PUZZLE.chars().map(|c| if c == '.' { ' ' } else { c });
            let rows = (0..9).map(|_| -> String {
                form.chars().map(|c| if c == 'c' { cells.next().unwrap() } else { c }).collect()
            });
            let text = rows.collect::<Vec<_>>().join("\n");
            let found = read_puzzle(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(found.puzzle.to_string(), PUZZLE, "{text}");
        }
        for line in ["1 2 3 4 5", "1 2 3 | 4 5 6 | 7 8", "||||||||", "  |  |  "] {
            assert!(!is_row(line.as_bytes()), "{line}");
        }
    }
}
