//! A grid of nine rows on lines of their own, with or without a frame: `.sdk`, `.ss`, tables, pencilmarks.
//!
//! ```text
//!   *-----------*      ..34.....      |5    |  8  |  4 9|      +-------------------+----
//!   |..3|4..|...|      .5...912.      5,,3,6,,,,8,             | 12   5    3678    | 4      nine lists of
//!   |.5.|..9|12.|      7...2....      │ 9 │ 2 │   │   │…       | 1    9    67      | 368    digits in a row:
//!                                     │   │   │   │   │                                     a state
//! ```
//!
//! A `+` before a digit means that it was placed. Among lists, `(5)`, `<5>` and `[5]` are given, `*5*` and
//! `u5` are placed; all other marks (`#579`, `*67`, `-1569`, `57u`) occur in forum posts and are ignored. `_`
//! is a cell without candidates.

use super::ascii::Plain;
use super::{Found, LineError, LineErrorKind, Reading, blank_of, error, is_of_size, value_beside};
use crate::grid::{Candidates, Cell, Cells, Puzzle};

/// Number of rows of a grid.
pub const ROWS: usize = 9;

/// Whether a line consists of nine cells, or nine lists of candidates, with or without a frame.
pub fn is_row(line: &[u8]) -> bool {
    if line.len() >= 512 {
        return false;
    }
    let line = &Plain::of(line).text;
    !is_plain_frame(line) && (cells_of(line).is_ok() || lists_of(line).is_ok_and(|lists| is_list_row(&lists)))
}

/// Whether a line is a part of a frame: only frame characters, including three dashes together. Nine blanks
/// with nothing but bars between them are a row instead.
pub fn is_frame(line: &[u8]) -> bool {
    is_plain_frame(&Plain::of(line).text)
}

fn is_plain_frame(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let made_of = |bytes: &[u8]| line.iter().all(|byte| bytes.contains(byte));
    let is_long =
        line.windows(3).any(|three| matches!(three, b"---" | b"===" | b"___" | b"***" | b":-:" | b"+-+"));
    let blanks = line.iter().filter(|byte| b"-.*_".contains(byte)).count();
    is_long && made_of(b"-=+|*.,:;'`\"!~_/\\^ \t") && !(made_of(b"-.*_| \t") && blanks == ROWS)
}

/// Whether a line may occur between rows.
pub fn is_between(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#") || line.starts_with(b"%") || is_frame(line)
}

/// Counts the bytes of a line that are cells, and the bytes that are neither cells nor separators.
pub fn cells_of_row(line: &[u8]) -> (usize, usize) {
    let plain = Plain::of(line);
    let others = || plain.text.iter().filter(|&&byte| !separates(byte) && byte != b'+');
    let cells = others().filter(|&&byte| super::value(byte) != super::BAD).count();
    (cells, others().count() - cells)
}

/// Reads the grid in the lines of a text: every line that is neither blank, frame nor comment is a row.
pub(super) fn read(text: &[u8]) -> Reading {
    text.contains(&b'\n').then(|| grid(text).map(|puzzle| Found { puzzle, end: text.len() }))
}

fn grid(text: &[u8]) -> Result<Puzzle, LineError> {
    let lines = || text.split(|&byte| byte == b'\n').filter(|line| !is_between(line));
    let rows = lines().count();
    let in_row = |row: usize| move |error: LineError| LineError { row: row as u8 + 1, ..error };
    if rows != ROWS {
        let is_row = |line: &[u8]| {
            let cells: Vec<u8> = line.iter().copied().filter(|&byte| !separates(byte)).collect();
            cells.len() == rows && is_of_size(&cells, rows)
        };
        let is_size = super::SIZES.contains(&(rows.min(255) as u8)) && lines().all(is_row);
        let kind = if is_size { LineErrorKind::Size } else { LineErrorKind::Rows };
        return Err(error(kind(rows.min(255) as u8), 0));
    }
    if lines().any(|line| lists_of(line).is_ok_and(|lists| is_list_row(&lists))) {
        let lists = lines().enumerate().map(|(row, line)| lists_of(line).map_err(in_row(row)));
        return Ok(of_lists(&lists.collect::<Result<Vec<_>, _>>()?.concat()));
    }
    let (mut values, mut placed) = ([Cells::EMPTY; 9], Cells::EMPTY);
    for (row, line) in lines().enumerate() {
        for (column, (digit, is_placed)) in cells_of(line).map_err(in_row(row))?.into_iter().enumerate() {
            let cell = 9 * row + column;
            if let Some(cells) = values.get_mut(usize::from(digit).wrapping_sub(1)) {
                cells.insert(Cell::new(cell));
                placed |= if is_placed { Cells::of(Cell::new(cell)) } else { Cells::EMPTY };
            }
        }
    }
    Ok(Puzzle::of_values(&values, placed, &Candidates::EMPTY))
}

fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"|!,;:".contains(&byte)
}

/// A cell: its digit or 0, and whether it was placed while solving.
type Square = (u8, bool);

/// Reads the nine cells of a row: between any separators, in fields, or at fixed places with spaces as
/// blanks.
fn cells_of(line: &[u8]) -> Result<[Square; ROWS], LineError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    compact(line).or_else(|error| fields(line).or_else(|| columns(line)).ok_or(error))
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
        let Some(cell) = cells.next() else { return Err(error(LineErrorKind::RowCells(10), at)) };
        let digit = value_beside(byte, blank).ok_or(error(LineErrorKind::BadCell(byte), at))?;
        *cell = (digit, std::mem::take(&mut is_placed));
        count += 1;
    }
    match count {
        9 => Ok(row),
        count => Err(error(LineErrorKind::RowCells(count), line.len())),
    }
}

/// Reads a cell with spaces around it; spaces alone are a blank.
fn one_cell(field: &[u8]) -> Option<Square> {
    let field = field.trim_ascii();
    match *field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field) {
        [] => Some((0, false)),
        [byte] => value_beside(byte, None).map(|digit| (digit, false)),
        [b'+', digit @ b'1'..=b'9'] => Some((digit - b'0', true)),
        _ => None,
    }
}

/// Splits a line at each separator, without the fields outside the outer bars of a frame.
fn between(line: &[u8], separator: u8) -> Vec<&[u8]> {
    let framed = line.trim_ascii().strip_prefix(b"|").and_then(|inner| inner.strip_suffix(b"|"));
    framed.filter(|_| separator == b'|').unwrap_or(line).split(|&byte| byte == separator).collect()
}

/// Reads nine fields, which may be empty.
fn fields(line: &[u8]) -> Option<[Square; ROWS]> {
    b"|,;\t".iter().find_map(|&separator| {
        let mut fields = between(line, separator);
        // Blocks may be separated by two bars together.
        if let [_, _, _, b"", _, _, _, b"", _, _, _] = *fields {
            fields.retain(|field| !field.is_empty());
        }
        let cells: Vec<Square> = fields.into_iter().map(one_cell).collect::<Option<_>>()?;
        cells.try_into().ok()
    })
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
            true if *byte == b' ' || byte.is_ascii_digit() => cells.push(one_cell(&[*byte])?),
            _ => (*byte == b' ').then_some(())?,
        }
    }
    cells.try_into().ok()
}

/// Mark of a list, apart from its digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    Given,
    Placed,
}

/// Reads the digits of a list, as a mask, and its mark. No digit may occur twice.
pub(super) fn list_of(word: &[u8]) -> Option<(u16, Mark)> {
    if word == b"_" {
        return Some((0, Mark::None));
    }
    let mark = match word {
        [b'(', _, b')'] | [b'<', _, b'>'] | [b'[', _, b']'] => Mark::Given,
        [b'*', _, b'*'] | [b'u' | b'U', _] => Mark::Placed,
        _ => Mark::None,
    };
    let (mut digits, mut others) = (0, 0);
    for &byte in word {
        match byte {
            b'1'..=b'9' if digits >> (byte - b'1') & 1 == 0 => digits |= 1 << (byte - b'1'),
            b'#'
            | b'*'
            | b'-'
            | b'+'
            | b'='
            | b'!'
            | b'?'
            | b'~'
            | b'^'
            | b'@'
            | b'&'
            | b'$'
            | b'%'
            | b'\''
            | b'"'
            | b'('
            | b')'
            | b'<'
            | b'>'
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'a'..=b'z'
            | b'A'..=b'Z' => others += 1,
            _ => return None,
        }
    }
    (digits != 0 && others <= 4).then_some((digits, mark))
}

/// Reads nine lists of candidates, or returns the place of the mistake.
fn lists_of(line: &[u8]) -> Result<Vec<(u16, Mark)>, LineError> {
    // Nine fields between bars are lists, even with blanks in them.
    let fields: Option<Vec<_>> = between(line, b'|')
        .into_iter()
        .map(|field| {
            let list: Vec<u8> = field.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            list_of(&list)
        })
        .collect();
    if let Some(fields) = fields.filter(|fields| fields.len() == ROWS) {
        return Ok(fields);
    }
    let (mut lists, mut end) = (Vec::with_capacity(ROWS), 0);
    for word in line.split(|&byte| separates(byte) && byte != b'!' || byte == b'!' && is_bar(line)) {
        let at = end;
        end += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        if lists.len() == ROWS {
            return Err(error(LineErrorKind::RowCells(10), at));
        }
        lists.push(list_of(word).ok_or(error(LineErrorKind::NoCandidate, at))?);
    }
    match lists.len() {
        ROWS => Ok(lists),
        count => Err(error(LineErrorKind::RowCells(count as u8), line.len())),
    }
}

/// Whether `!` is the bar of a line, not a mark of a list.
fn is_bar(line: &[u8]) -> bool {
    !line.contains(&b'|')
}

/// Whether these lists cannot be cells, because one has several digits or a mark.
fn is_list_row(lists: &[(u16, Mark)]) -> bool {
    lists.iter().any(|&(digits, mark)| digits.count_ones() > 1 || mark != Mark::None)
}

/// Makes the state of 81 lists.
pub(super) fn of_lists(lists: &[(u16, Mark)]) -> Puzzle {
    let mut candidates = Candidates::EMPTY;
    for (cell, &(digits, _)) in lists.iter().enumerate() {
        let planes = candidates.0.iter_mut().enumerate();
        planes
            .filter(|(digit, _)| digits >> digit & 1 != 0)
            .for_each(|(_, plane)| plane.insert(Cell::new(cell)));
    }
    let marked = |mark| -> Cells {
        lists.iter().enumerate().filter(|(_, list)| list.1 == mark).map(|(cell, _)| Cell::new(cell)).collect()
    };
    Puzzle::of_candidates(&candidates, marked(Mark::Given), marked(Mark::Placed))
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
