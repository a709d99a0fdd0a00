//! A grid of nine rows on lines of their own, with or without a frame: `.sdk`, `.ss`, pencilmarks.
//!
//! ```text
//!   *-----------*      ..34.....      +-------------------+----
//!   |..3|4..|...|      .5...912.      | 12   5    3678    | 4      nine lists of digits in a row:
//!   |.5.|..9|12.|      7...2....      | 1    9    67      | 368    the grid is a sukaku
//! ```

use super::{BAD, LineError, LineErrorKind, error, value};
use crate::grid::{Candidates, Puzzle};

/// Rows of a grid.
pub const ROWS: usize = 9;

/// Whether a line has nine cells, or nine lists of candidates, and nothing else but a frame.
pub fn is_row(line: &[u8]) -> bool {
    let is_cells = || read_cells(line).is_ok();
    line.len() < 256 && !is_frame(line) && (is_cells() || marks_of(line).is_some())
}

/// Whether a line is a part of a frame: made of its characters, three dashes together among them. Nine blanks
/// with nothing but bars beside them are a row.
pub fn is_frame(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let made_of = |bytes: &[u8]| line.iter().all(|byte| bytes.contains(byte));
    let is_long = line.windows(3).any(|three| three == b"---" || three == b"===");
    let blanks = line.iter().filter(|byte| b"-.*_".contains(byte)).count();
    is_long && made_of(b"-=+|*.:'! \t") && !(made_of(b"-.*_| \t") && blanks == ROWS)
}

/// Reads the grid in the lines of `text`: all that are neither blank nor frame nor a comment are rows.
pub(super) fn read(text: &[u8]) -> Result<Puzzle, LineError> {
    let lines = || text.split(|&byte| byte == b'\n').filter(|line| !is_between(line));
    let rows = lines().count();
    let in_row = |row: u8| move |error: LineError| LineError { row, ..error };
    if rows != ROWS {
        return Err(error(LineErrorKind::Rows(rows.min(255) as u8), 0));
    }
    let mut candidates = Candidates::EMPTY;
    let is_sukaku = lines().any(|line| marks_of(line).is_some());
    for (row, line) in (0u8..).zip(lines()) {
        let read = if is_sukaku { read_marks(line) } else { read_cells(line) };
        let values = read.map_err(in_row(row + 1))?;
        for (column, digits) in values.into_iter().enumerate() {
            let cell = 9 * usize::from(row) + column;
            let planes = candidates.0.iter_mut().enumerate();
            planes.filter(|(digit, _)| digits >> digit & 1 != 0).for_each(|(_, plane)| plane.insert(cell));
        }
    }
    let Candidates(clues) = candidates;
    Ok(if is_sukaku { Puzzle::Sukaku(candidates) } else { Puzzle::Clues(clues) })
}

/// Whether a line may stand between rows.
pub fn is_between(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#") || is_frame(line)
}

fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"|!,".contains(&byte)
}

/// The digit of each cell of a row as a mask: none or one.
fn read_cells(line: &[u8]) -> Result<[u16; ROWS], LineError> {
    let mut digits = [0; ROWS];
    let mut cells = digits.iter_mut();
    let mut count = 0;
    for (at, &byte) in line.iter().enumerate().filter(|(_, byte)| !separates(**byte)) {
        let Some(cell) = cells.next() else { return Err(error(LineErrorKind::RowCells(10), at)) };
        match value(byte) {
            BAD => return Err(error(LineErrorKind::BadCell(byte), at)),
            0 => {}
            digit => *cell = 1 << (digit - 1),
        }
        count += 1;
    }
    match count {
        9 => Ok(digits),
        count => Err(error(LineErrorKind::RowCells(count), line.len())),
    }
}

/// The candidates of each cell of a row as a mask, if it has nine lists of digits, one of them with several.
fn marks_of(line: &[u8]) -> Option<[u16; ROWS]> {
    let marks = read_marks(line).ok()?;
    marks.iter().any(|digits| digits.count_ones() > 1).then_some(marks)
}

/// The candidates of each cell of a row as a mask.
fn read_marks(line: &[u8]) -> Result<[u16; ROWS], LineError> {
    let mut marks = [0; ROWS];
    let mut cells = marks.iter_mut();
    let mut count = 0;
    let mut end = 0;
    for list in line.split(|&byte| separates(byte)) {
        let at = end;
        end += list.len() + 1;
        if list.is_empty() {
            continue;
        }
        let Some(cell) = cells.next() else { return Err(error(LineErrorKind::RowCells(10), at)) };
        for (at, byte) in (at..).zip(list) {
            match byte {
                b'1'..=b'9' => *cell |= 1 << (byte - b'1'),
                _ => return Err(error(LineErrorKind::NoCandidate, at)),
            }
        }
        count += 1;
    }
    match count {
        9 => Ok(marks),
        count => Err(error(LineErrorKind::RowCells(count), line.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_puzzle;
    use super::*;

    const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

    /// Ways to draw the same grid: a row, what stands before each band, and at the end.
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
            for blank in [".", "0", "-", "*", "_"] {
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
}
