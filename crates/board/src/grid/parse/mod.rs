//! Text → a puzzle, or the reason and the place of the mistake. The form of a text is recognised from the
//! text alone: each form is a row of [`FORMS`], and a file with its reader. The first form, 81 cells, is that
//! of all large collections; it is tried first, and its reader is in this file.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod ascii;
mod fields;
mod links;
mod lz;
mod packed;
mod rows;
mod states;
mod sukaku;
mod words;

pub use rows::{ROWS, cells_of_row, is_between, is_frame, is_row};
pub use words::read as read_board;

use super::{Cells, Puzzle};
use ascii::Plain;

/// Textual form of a puzzle.
pub struct Form {
    /// The name.
    pub name: &'static str,
    /// A text in this form.
    pub example: &'static str,
    /// The origin of the form, and its details.
    pub from: &'static str,
    /// Reads a text in this form: its puzzle, or the mistake; `None` if the text is not in this form.
    pub read: fn(&[u8]) -> Reading,
}

/// Result of reading a text in some form; `None` if the text is not in that form.
pub type Reading = Option<Result<Found, LineError>>;

/// Number of forms that need no surrounding text and so may be in a link: the first forms of [`FORMS`].
const ALONE: usize = 6;

/// All textual forms, in the order in which they are tried.
pub static FORMS: [Form; 13] = [
    Form {
        name: "81 cells, then anything",
        example: "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75 ED=7.1",
        from: "`.sdm`, lists of all kinds; blanks are `.` `0` `*` `_` `-`",
        read: |text| cells(text).ok().map(|cells| Ok(Found { puzzle: clues_of(cells).into(), end: 81 })),
    },
    Form {
        name: "729 marks, then anything",
        example: SUKAKU,
        from: "sukakus: cell by cell the digits that are left",
        read: sukaku::read,
    },
    Form {
        name: "a library line",
        example: ":0607-1:28:.+85+3...6.+2....47+3..3....1..+3+4+2...+85.6.+8.43....7.82.3..+8+1+345967+2...+\
            2+3+8...9+2416+7+5+83:\
            623 924 925 929 933 439 939 149 166 168 169:257::",
        from: "HoDoKu: `+` before what was placed on the way, and deleted candidates as digit, row, column",
        read: states::library,
    },
    Form {
        name: "a state",
        example: "+71..+8...4..27..83.+3+85..6+19+7+1.8.+625+7+35+2.13+7.+8..37+85..1..+7.5.836.2+5.6..+7+48+\
            86..7....:\
            214 425 426 175 975",
        from: "its cells and deleted candidates alone; blanks may also be `x` `X` `?` `o` `O` here, if all \
            are the same",
        read: states::marked,
    },
    Form {
        name: "a packed string",
        example: "vu4804032o1508g080030k10o888882647046888g06828060k10029k260b90478go003g0g95090b0b6a2c00g0bc\
            g038ga8g9ao\
            1506601oh847063a2ag288gg8g0626c082c2k20b159818920k9ag9462044",
        from: "sudokuwiki: for each cell two digits of base 32, the lowest bit for a clue, the others for \
            candidates",
        read: packed::read,
    },
    Form {
        name: "cells or rows apart",
        example: "..34.....+.5...912.+7...2....+.1.5.7..8+6...9...7+.......34+..2......+.......9.+9...61.75",
        from: "links, arrays of programs, one line of a spreadsheet: 81 cells or lists, 27 minirows or 9 \
            rows",
        read: words::read,
    },
    Form {
        name: "nine rows",
        example: "*-----------*\n|..3|4..|...|\n|.5.|..9|12.|\n|7..|.2.|...|\n|---+---+---|\n|.1.|5.7|..8|\n|\
            6..|.9.|..7|\n\
            |...|...|.34|\n|---+---+---|\n|..2|...|...|\n|...|...|.9.|\n|9..|.61|.75|\n*-----------*",
        from: "`.sdk` (`#` lines, or the section `[Puzzle]`), `.ss`, any frame; `+` before what was placed; \
            spaces for blanks between \
            bars; fields that may be empty",
        read: rows::read,
    },
    Form {
        name: "nine rows of lists",
        example: PENCILMARKS,
        from: "pencilmarks of players and of `explain`: a state; `(5)` `<5>` `[5]` are given, `*5*` \
            `u5` are placed, `_` is a cell without \
            candidates, other marks make no difference",
        read: rows::read,
    },
    Form {
        name: "a column of a table",
        example: "17,..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75,x",
        from: "ML sets (`quizzes,solutions`; `id,puzzle,solution,…`), also with `;` or tabs; of several \
            puzzles the first with blanks",
        read: fields::find,
    },
    Form {
        name: "a word among others",
        example: "0000183b305c ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61\
            .75  1.2",
        from: "sudoku-exchange (`hash puzzle rating`)",
        read: fields::find,
    },
    Form {
        name: "a link",
        example: "https://www.sudokuwiki.org/sudoku.htm?bd=13900564872009001040000179200160090700300800107000\
            2030084000179002007000007009254",
        from: "sites that write cells, a state or a packed string into an address, in any parameter",
        read: links::read,
    },
    Form {
        name: "a link with an object",
        example: "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QlQEMBXNACwHsAnBfVAcyogBMEBtN4AX\
            2W95ABuhLMV\
            wBmBhAEwAdgjRVRPUEJG4ALJOlz4Cpb2WGDBgLrJOywcNEIArFtnzFMI3zdW1CFCHpTHu50tVG3gARgcdPRd+YNwAJginfW4z\
            Tg8QgHZEgOTXIOt47\
            Ki84xTzd1iEcJ8/SMDS9Nx7Gu0k6IqChCyW/2LS/M94AA4iwNSVTvgANlHc/pjJ719WnPaSicHu5d6x8vX9hcGJHrrkxoRNE7\
            aucddz+ASr1YO3Q1v51\
            4/7pdrr03LvrM1l9KtMgQMQtVtqdgRtMuDDiFmtDriYTFwgA",
        from: "f-puzzles; SudokuPad (`fpuz…`, `scl…`, `ctc…`): where it has classic rules only; other rules \
            are named",
        read: links::read,
    },
    Form {
        name: "in other text",
        example: "> 1. **..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75**",
        from: "posts, attributes, quoted code: the only 81 cells together",
        read: fields::among,
    },
];

const SUKAKU: &str = {
    #[expect(clippy::indexing_slicing, reason = "at compile time")]
    const TEXT: [u8; sukaku::LENGTH] = {
        let mut text = [b'.'; sukaku::LENGTH];
        let mut k = 0;
        while k < text.len() {
            text[k] = if k % 11 == 2 { b'.' } else { b'1' + (k % 9) as u8 };
            k += 1;
        }
        text
    };
    match str::from_utf8(&TEXT) {
        Ok(text) => text,
        Err(_) => "",
    }
};

const PENCILMARKS: &str = "\
    ,--------------,-----------------,-----------------,\n\
    | 1   7   245  | 245   9    56   | 456   8    3    |\n\
    | 3   8   9    | 2457  146  1567 | 1456  246  2456 |\n\
    | 6   45  245  | 3     8    15   | 1459  7    2459 |\n\
    :--------------+-----------------+-----------------:\n\
    | 45  9   3    | 1     2    8    | 7     46   456  |\n\
    | 8   45  1    | 6     7    3    | 459   24   2459 |\n\
    | 7   2   6    | 9     5    4    | 3     1    8    |\n\
    :--------------+-----------------+-----------------:\n\
    | 9   1   458  | 458   46   2    | 468   3    7    |\n\
    | 45  3   4578 | 4578  146  1567 | 2     9    46   |\n\
    | 2   6   478  | 478   3    9    | 48    5    1    |\n\
    '--------------'-----------------'-----------------'";

/// Reason why a line is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineErrorKind {
    /// The line ends before the 81st cell, after this many cells.
    TooShort(u8),
    /// A byte that is neither a digit nor a blank (`.` `0` `*` `_` `-`).
    BadCell(u8),
    /// The 82nd character is a cell too: not the 81-cell layout.
    TooLong,
    /// A carriage return after the cells and more text after it: lines that end in CR alone.
    CarriageReturn,
    /// The line has no such column (`--column`).
    NoColumn,
    /// A byte of a sukaku that is not the digit of its place; the byte, then that digit.
    BadMark(u8, u8),
    /// Something else in place of a list of candidates.
    NoCandidate,
    /// A row of a grid with this many cells, not nine.
    RowCells(u8),
    /// A grid with this many rows, not nine.
    Rows(u8),
    /// The request is defined only for puzzles with clues.
    Sukaku,
    /// A line that begins like a JSON object and is not one.
    NoObject,
    /// An object without a member that is a puzzle or named like one.
    NoPuzzle,
    /// An object with two members of the requested name.
    TwoMembers,
    /// A number, null or the like in place of the text of a puzzle.
    NoText,
    /// An array that is neither one of 81 cells nor one of nine rows.
    NoBoard,
    /// A grid of a size other than 9 × 9: 4, 6, 16 and so on.
    Size(u8),
    /// A link without a readable puzzle: the site, and the non-classic rule.
    Link(u8, u8),
}

/// Error in a line that is not a puzzle: the reason, and its column (in bytes, from 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineError {
    /// The reason.
    pub kind: LineErrorKind,
    /// The column, in bytes from 1.
    pub column: u32,
    /// The row of a grid of several lines, from 1; 0 elsewhere.
    pub row: u8,
}

impl LineError {
    /// Moves the error of a part of the line that begins at byte `by` to its place in the whole line.
    pub fn moved(self, by: usize) -> LineError {
        LineError { column: self.column.saturating_add(by as u32), ..self }
    }

    /// Formats the error with its column: `column 3: …`.
    pub fn with_column(self) -> String {
        format!("column {}: {self}", self.column)
    }
}

impl std::fmt::Display for LineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.row > 0 {
            write!(f, "row {} of the grid: ", self.row)?;
        }
        match self.kind {
            LineErrorKind::TooShort(cells) => write!(f, "{cells} cells where a puzzle has 81"),
            LineErrorKind::BadCell(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a digit nor a blank (. 0 * _ -)", byte as char)
            }
            LineErrorKind::BadCell(b' ') => write!(f, "a space among the 81 cells"),
            LineErrorKind::BadCell(byte) => {
                write!(f, "byte 0x{byte:02x} is neither a digit nor a blank (. 0 * _ -)")
            }
            LineErrorKind::TooLong => write!(f, "more than 81 cells"),
            LineErrorKind::CarriageReturn => {
                write!(f, "a lone carriage return: lines must end in LF or CRLF")
            }
            LineErrorKind::NoColumn => write!(f, "the line has no such column"),
            LineErrorKind::BadMark(byte, digit) => {
                write!(f, "'{}' where a sukaku has {digit} or a blank", byte as char)
            }
            LineErrorKind::NoCandidate => write!(f, "not a list of candidates"),
            LineErrorKind::RowCells(cells) => write!(f, "{cells} cells where a row has 9"),
            LineErrorKind::Rows(rows) => write!(f, "a grid of {rows} rows, not 9"),
            LineErrorKind::Sukaku => write!(f, "a sukaku has no clues, and no minlex"),
            LineErrorKind::NoObject => write!(f, "no whole object of JSON"),
            LineErrorKind::NoPuzzle => write!(f, "no member of the object is a puzzle"),
            LineErrorKind::TwoMembers => write!(f, "a second member of the same name"),
            LineErrorKind::NoText => write!(f, "no text where the puzzle should be"),
            LineErrorKind::NoBoard => write!(f, "an array, and not one of 81 cells"),
            LineErrorKind::Link(site, rule) => f.write_str(&links::describe(site, rule)),
            LineErrorKind::Size(size) => write!(f, "a {size} x {size} grid"),
        }
    }
}

impl std::error::Error for LineError {}

/// Value of each byte as a cell: 1…9, 0 for a blank, [`BAD`] for anything else.
#[expect(clippy::indexing_slicing, reason = "at compile time")]
const CELL: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut digit = 0;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut k = 0;
    while k < BLANKS.len() {
        table[BLANKS[k] as usize] = 0;
        k += 1;
    }
    table
};
const BAD: u8 = 15;
/// Blanks other than 0. None may share its low four bits with a digit (see [`clues_of`]).
const BLANKS: [u8; 4] = *b".*_-";

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a table for all bytes")]
fn value(byte: u8) -> u8 {
    CELL[byte as usize]
}

/// Characters that may be blanks if all blanks of a text are the same.
const OTHER_BLANKS: &[u8] = b"xX?oO";

/// Returns the first blank of some cells, if it is one of [`OTHER_BLANKS`].
fn blank_of(cells: &[u8]) -> Option<u8> {
    let first = cells.iter().copied().find(|byte| !byte.is_ascii_digit() && *byte != b'+');
    first.filter(|byte| OTHER_BLANKS.contains(byte))
}

/// Returns the digit of a cell, 0 for a blank. If `blank` is given, it and `0` are the only blanks.
fn value_beside(byte: u8, blank: Option<u8>) -> Option<u8> {
    match (value(byte), blank) {
        (BAD, Some(blank)) if byte == blank => Some(0),
        (BAD, _) => None,
        (0, Some(_)) if byte != b'0' => None,
        (digit, _) => Some(digit),
    }
}

/// Puzzle found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The byte of the text where the puzzle ends.
    pub end: usize,
}

/// Reads the puzzle of a text in any form.
pub fn read_puzzle(text: &[u8]) -> Result<Found, LineError> {
    match cells(text) {
        Ok(cells) => {
            let found = Found { puzzle: Puzzle::Clues(clues_of(cells)), end: 81 };
            match may_go_on(text, &found) {
                true => longer(text, found),
                false => Ok(found),
            }
        }
        Err(error) => other_form(text, error),
    }
}

/// Reads the puzzle that `text` begins with: 81 cells or 729.
pub fn read_field(text: &[u8]) -> Result<Found, LineError> {
    match cells(text) {
        Ok(text) => Ok(Found { puzzle: Puzzle::Clues(clues_of(text)), end: 81 }),
        Err(error) => sukaku::read(text).unwrap_or(Err(error)),
    }
}

/// Whether deleted candidates may follow, or the text begins with a full grid and has room for its puzzle
/// afterwards.
#[inline]
fn may_go_on(text: &[u8], found: &Found) -> bool {
    match text.get(81) {
        Some(b':') => true,
        _ => text.len() > 81 + 70 && found.puzzle.clue_count() == 81,
    }
}

/// Reads the puzzle of a text that begins with 81 cells, which may not be the whole puzzle.
#[cold]
fn longer(text: &[u8], found: Found) -> Result<Found, LineError> {
    match text.get(81) {
        Some(b':') => states::marked(text).unwrap_or(Ok(found)),
        _ => fields::find(text).unwrap_or(Ok(found)),
    }
}

/// Reads the puzzle of a text that does not begin with 81 cells, for the reason in `error`.
#[cold]
fn other_form(text: &[u8], error: LineError) -> Result<Found, LineError> {
    if error.kind == LineErrorKind::CarriageReturn {
        return Err(error);
    }
    let plain = Plain::of(text);
    let mut read = FORMS.iter().find_map(|form| (form.read)(&plain.text));
    let inner = plain.text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b'>');
    if let Some((before, inner)) = inner.filter(|&at| at > 0).and_then(|at| Some((at, plain.text.get(at..)?)))
    {
        let within = read_puzzle(inner).map_err(|error| error.moved(before));
        if within.is_ok() && read.is_none_or(|read| read.is_err()) || read.is_none() {
            read = Some(within.map(|found| Found { end: found.end + before, ..found }));
        }
    }
    let other = || match size_of(&plain.text) {
        Some(size) => self::error(LineErrorKind::Size(size), 0),
        None if text.trim_ascii_start().starts_with(b"[") => self::error(LineErrorKind::NoBoard, 0),
        None => error,
    };
    match read.unwrap_or_else(|| Err(other())) {
        Ok(found) => Ok(Found { end: plain.place(found.end), ..found }),
        Err(wrong) if wrong == error => Err(error),
        Err(wrong) => Err(LineError { column: plain.place(wrong.column as usize - 1) as u32 + 1, ..wrong }),
    }
}

/// Side lengths of grids other than 9 × 9.
const SIZES: [u8; 7] = [4, 6, 8, 10, 12, 16, 25];

/// Returns the size of a grid other than 9 × 9, if the text is the cells of one.
fn size_of(text: &[u8]) -> Option<u8> {
    let word = text.trim_ascii();
    let is_of = |size: &u8| word.len() == usize::from(*size).pow(2) && is_of_size(word, usize::from(*size));
    SIZES.into_iter().find(is_of)
}

/// Whether the bytes are cells of a grid of `size` rows, and at least one cell has a digit. Letters stand for
/// digits beyond nine.
fn is_of_size(cells: &[u8], size: usize) -> bool {
    let is_cell = |byte: &u8| match byte {
        b'1'..=b'9' => usize::from(byte - b'0') <= size,
        b'A'..=b'Y' => size > 9 && usize::from(byte - b'A') < size,
        b'a'..=b'y' => size > 9 && usize::from(byte - b'a') < size,
        b'0' | b'.' | b'_' | b'-' | b'*' => true,
        _ => false,
    };
    cells.iter().all(is_cell)
        && cells.iter().any(|byte| matches!(byte, b'1'..=b'9' | b'A'..=b'Y' | b'a'..=b'y'))
}

/// Reads the 81 cells at the start of `line` (without a line end). Ignores anything after the 81st cell,
/// unless it is one more cell. Returns the cells of each clue digit.
///
/// ```
/// use sudoscope_board::grid::{Cell, parse_puzzle};
/// let line = format!("{} # a note", "1".to_string() + &".".repeat(80));
/// let clues = parse_puzzle(line.as_bytes()).unwrap();
/// assert!(clues[0].contains(Cell::at(0, 0)));
/// ```
pub fn parse_puzzle(line: &[u8]) -> Result<[Cells; 9], LineError> {
    cells(line).map(clues_of)
}

/// Returns the 81 bytes of the cells at the start of a line.
#[inline]
fn cells(line: &[u8]) -> Result<&[u8; 81], LineError> {
    let Some(text) = line.first_chunk::<81>() else {
        let bad = line.iter().zip(0..).find(|&(&byte, _)| value(byte) == BAD);
        return Err(match bad {
            Some((&byte, cell)) => error(LineErrorKind::BadCell(byte), cell),
            None => error(LineErrorKind::TooShort(line.len() as u8), line.len()),
        });
    };
    let are_cells = text.iter().fold(true, |all, &byte| {
        all & BLANKS.iter().fold(byte.is_ascii_digit(), |is_cell, &blank| is_cell | (byte == blank))
    });
    if !are_cells {
        let bad = text.iter().zip(0..).find(|&(&byte, _)| value(byte) == BAD);
        let (&byte, cell) = bad.unwrap_or((&0, 0));
        return Err(error(LineErrorKind::BadCell(byte), cell));
    }
    match line.get(81) {
        Some(&byte) if value(byte) != BAD => Err(error(LineErrorKind::TooLong, 81)),
        Some(b'\r') if line.trim_ascii_end().len() > 81 => Err(error(LineErrorKind::CarriageReturn, 81)),
        _ => Ok(text),
    }
}

/// Returns the cells of each digit, found by the low four bits of each byte, which no blank shares with a
/// digit.
#[inline(always)]
fn clues_of(text: &[u8; 81]) -> [Cells; 9] {
    // Not `map` with a closure: whether that is inlined depends on the rest of the build (BRT 1.1 times).
    let [one, two, four, eight] = [bit::<0>(text), bit::<1>(text), bit::<2>(text), bit::<3>(text)];
    let [no_one, small] = [Cells::ALL - one, Cells::ALL - eight];
    let none = (small - four) - two;
    let [a, b] = [(small - four) & two, (small & four) - two];
    let [c, d] = [small & four & two, (eight - four) - two];
    [none & one, a & no_one, a & one, b & no_one, b & one, c & no_one, c & one, d & no_one, d & one]
}

/// Returns the cells whose bytes have a bit set.
#[inline(always)]
fn bit<const BIT: u32>(text: &[u8; 81]) -> Cells {
    let (words, [last, ..]) = text.as_chunks::<8>() else { return Cells::EMPTY };
    let mut all = u128::from(last >> BIT & 1) << 80;
    for (k, word) in words.iter().enumerate() {
        // The bit of byte k moves to bit 56 + k, and no two bits meet.
        let own = u64::from_le_bytes(*word) >> BIT & 0x0101_0101_0101_0101;
        all |= u128::from(own.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
    }
    Cells(all)
}

fn error(kind: LineErrorKind, at: usize) -> LineError {
    LineError { kind, column: at as u32 + 1, row: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    #[test]
    fn every_example_is_read() {
        for form in &FORMS {
            let by_itself = (form.read)(form.example.as_bytes()).expect(form.name).expect(form.name);
            assert_eq!(
                read_puzzle(form.example.as_bytes()).map(|found| found.puzzle),
                Ok(by_itself.puzzle),
                "{}",
                form.name
            );
        }
        for line in ["x".repeat(81), "xxxxxxxxx ".repeat(9), "o".repeat(729)] {
            assert!(read_puzzle(line.as_bytes()).is_err(), "{line}");
        }
    }

    #[test]
    fn every_blank_is_read() {
        let line: String = (0..81).map(|cell| [".", "0", "*", "_", "-", "7"][cell % 6]).collect();
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        assert_eq!(clues[6], Cell::all().filter(|cell| cell.index() % 6 == 5).collect());
        assert!(clues.iter().enumerate().all(|(digit, cells)| digit == 6 || cells.is_empty()));
    }

    /// Every byte in every place, among other bytes, is read as the table says.
    #[test]
    fn clues_are_those_of_the_table() {
        for (cell, byte) in (0..81).flat_map(|cell| (0..=255).map(move |byte| (cell, byte))) {
            let other = |at: usize| b".1234*56789-_0"[(at * 5 + cell + byte as usize) % 14];
            let mut text: [u8; 81] = std::array::from_fn(other);
            text[cell] = byte;
            let by_table = std::array::from_fn(|digit| {
                Cell::all().filter(|&at| value(text[at]) as usize == digit + 1).collect()
            });
            let expected = match value(byte) {
                BAD => Err(error(LineErrorKind::BadCell(byte), cell)),
                _ => Ok(by_table),
            };
            assert_eq!(parse_puzzle(&text), expected);
        }
    }
}
