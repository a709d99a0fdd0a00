//! Pencilmarks: nine rows of nine lists of candidates.
//!
//! ```text
//!   +-------------------+----
//!   | 12   5    3678    | 4      a list with several digits is a cell with these candidates left;
//!   | 1    9    67      | 368    single digits are decided where no peer has the candidate
//! ```
//!
//! `(5)`, `<5>` and `[5]` are given, `*5*` and `u5` are placed; all other marks (`#579`, `*67`, `-1569`,
//! `57u`) occur in forum posts and are ignored. `_` is a cell without candidates.

use super::{ParseError, ParseErrorKind};
use crate::grid::{Candidates, Cell, Cells, Puzzle};

/// Number of rows of a grid.
pub const ROWS: usize = 9;

/// Reads the rows of a text, each of them nine lists.
pub fn read(text: &[u8]) -> Result<Puzzle, ParseError> {
    let lines: Vec<&[u8]> = rows(text).collect();
    if lines.len() != ROWS {
        return Err(ParseError::at(0, ParseErrorKind::Rows(lines.len().min(255) as u8)));
    }
    let in_row = |row: u8| move |error: ParseError| ParseError { row, ..error };
    let lists = (1..).zip(lines).map(|(row, line)| lists_of(line).map_err(in_row(row)));
    Ok(of_lists(&lists.collect::<Result<Vec<_>, _>>()?.concat()))
}

/// Iterates over the rows of a grid: every line that is neither blank, frame nor comment.
pub fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').filter(|line| !is_remark(line) && !is_frame(line))
}

/// Whether a line is blank or a comment.
pub fn is_remark(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), [] | [b'#' | b'%', ..])
}

/// Whether a line is a part of a frame: only frame characters, including three dashes together. Nine blanks
/// with nothing but bars between them are a row instead.
pub fn is_frame(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let made_of = |bytes: &[u8]| line.iter().all(|byte| bytes.contains(byte));
    let is_long =
        line.windows(3).any(|three| matches!(three, b"---" | b"===" | b"___" | b"***" | b":-:" | b"+-+"));
    let blanks = line.iter().filter(|byte| b"-.*_".contains(byte)).count();
    is_long && made_of(b"-=+|*.,:;'`\"!~_/\\^ \t") && !(made_of(b"-.*_| \t") && blanks == ROWS)
}

/// Whether a byte separates the cells of a row.
pub fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"|!,;:".contains(&byte)
}

/// Splits a line at each separator, without the fields outside the outer bars of a frame.
pub fn between(line: &[u8], separator: u8) -> Vec<&[u8]> {
    let framed = line.trim_ascii().strip_prefix(b"|").and_then(|inner| inner.strip_suffix(b"|"));
    framed.filter(|_| separator == b'|').unwrap_or(line).split(|&byte| byte == separator).collect()
}

/// Digits of a list, as a mask of nine bits, and their mark.
pub type List = (u16, Mark);

/// Mark of a list, apart from its digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// No mark, or one that is ignored.
    None,
    /// The cell is a clue.
    Given,
    /// The cell was decided while solving.
    Placed,
}

/// Reads a list. No digit may occur twice.
pub fn list_of(word: &[u8]) -> Option<List> {
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
            b'a'..=b'z' | b'A'..=b'Z' => others += 1,
            _ if b"#*-+=!?~^@&$%'\"()<>[]{}".contains(&byte) => others += 1,
            _ => return None,
        }
    }
    (digits != 0 && others <= 4).then_some((digits, mark))
}

/// Reads nine lists of candidates, or returns the place of the mistake.
pub fn lists_of(line: &[u8]) -> Result<Vec<List>, ParseError> {
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
            return Err(ParseError::at(at, ParseErrorKind::RowCells(10)));
        }
        lists.push(list_of(word).ok_or(ParseError::at(at, ParseErrorKind::NoCandidate))?);
    }
    match lists.len() {
        ROWS => Ok(lists),
        count => Err(ParseError::at(line.len(), ParseErrorKind::RowCells(count as u8))),
    }
}

/// Whether `!` is the bar of a line, not a mark of a list.
fn is_bar(line: &[u8]) -> bool {
    !line.contains(&b'|')
}

/// Whether these lists cannot be cells, because one has several digits or a mark.
pub fn is_list_row(lists: &[List]) -> bool {
    lists.iter().any(|&(digits, mark)| digits.count_ones() > 1 || mark != Mark::None)
}

/// Makes the state of 81 lists.
pub fn of_lists(lists: &[List]) -> Puzzle {
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
