//! JSON other than an object in each line: lists of puzzles, boards, objects over several lines.
//!
//! ```text
//!   {                                        the outermost value is kept up to its end, without blanks;
//!     "seed": 5,                             if it is too long for a line it is opened, and its parts
//!     "puzzle": [[0,0,2],…]   ─▶ a record    are values by themselves
//!   }
//!   [ "..34…", "5..1…", … ]   ─▶ a record for each
//!   { "easy": [ … ], … }      ─▶ the records inside
//! ```
//!
//! A value is a record if it is an object with a puzzle, the text of a puzzle, or a board. Other lists and
//! objects are opened. A value without any puzzle is a record too: a wrong one, to be rejected.

use super::super::kind::{MANY_CELLS, is_grid_row, is_tag, section};
use super::super::line::MAX_LINE;
use super::super::literal;
use super::super::object::{JsonObject, read_board};
use super::{RecordReader, damaged};
use crate::input::forms::{LineErrorKind, cells_of_row, read_puzzle};
use serde_json::value::RawValue;
use std::io::{self, Read};

/// Number of bytes read at a time.
const READ: usize = 1 << 16;
/// Maximum length of a number or other simple value that is examined.
const MAX_SCALAR: usize = 64;
/// Maximum depth of lists and objects: a deeper value is not a list of puzzles, and must not cost anything.
const MAX_DEPTH: usize = 128;

/// Whether a text with this beginning is JSON that is not read line by line; `None` if more must be read.
pub(super) fn begins(text: &[u8], is_all: bool) -> Option<bool> {
    let unclear = is_all.then_some(false);
    let Some((&bracket, inside)) = text.split_first() else { return unclear };
    match (bracket, inside.trim_ascii_start().first()) {
        (b'[' | b'{', None) => return unclear,
        (b'[', Some(b'[' | b'{' | b'"' | b'n' | b'-' | b']' | b'0'..=b'9')) | (b'{', Some(b'"' | b'}')) => {}
        _ => return Some(false),
    }
    let line = match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => text.get(..end).unwrap_or_default(),
        None if is_all => text,
        None => return None,
    };
    if is_grid_row(line) {
        return Some(false);
    }
    let mut depth = Depth::default();
    let end = line.iter().position(|&byte| depth.pass(byte) && depth.open == 0 || depth.open > MAX_DEPTH);
    Some(match end {
        _ if depth.open > MAX_DEPTH => false,
        // A line that is a puzzle, or begins with a puzzle, is not a list of puzzles.
        Some(end) => {
            let (value, rest) = line.split_at((end + 1).min(line.len()));
            rest.trim_ascii().is_empty() && std::str::from_utf8(value).is_ok_and(has_puzzles_inside)
        }
        None if line.len() >= MAX_LINE => true,
        None if depth.is_text => false,
        None if bracket == b'[' || line.trim_ascii_end().ends_with(b"{") => true,
        // An object that continues in the next line, or is incomplete.
        None => match text.get(line.len()..).unwrap_or_default().trim_ascii_start().first() {
            None => return unclear,
            Some(b'{') => line.trim_ascii_end().ends_with(b"["),
            Some(_) => true,
        },
    })
}

/// Whether a value is not itself a puzzle but contains some.
fn has_puzzles_inside(json: &str) -> bool {
    let is_puzzle = match json.as_bytes().first() {
        Some(b'{') => match JsonObject::of(json.as_bytes()).map(|object| object.puzzle(None)) {
            Ok(Err(error)) => error.kind != LineErrorKind::NoPuzzle,
            _ => true,
        },
        _ => read_board(json).is_some(),
    };
    let is_json = || serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok();
    !is_puzzle && is_json() && inside(json, None, &mut Vec::new()) > 0
}

/// Whether a text with this beginning has objects, or lists of puzzles, in other text: they are written as
/// programs write them. Boards are read row by row instead. `None` if more must be read.
pub(super) fn begins_in_text(text: &[u8], is_all: bool) -> Option<bool> {
    let may_begin = |byte: &u8| !byte.is_ascii_digit() && !b".:|+*".contains(byte);
    if !text.first().is_some_and(may_begin) {
        return (is_all || !text.is_empty()).then_some(false);
    }
    let line = match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => text.get(..end).unwrap_or_default(),
        None if is_all => text,
        None => return None,
    };
    // The first line was examined when it was all there was.
    if !is_all && text.len() > line.len() + 1 {
        return None;
    }
    let line = line.trim_ascii();
    let is_code = line.last().is_some_and(|byte| b"{}[](),;".contains(byte))
        || line.iter().any(|byte| b"{[".contains(byte))
        || b"</".contains(line.first().unwrap_or(&b' '));
    let is_other = is_tag(line) || section(line).is_some() || line.starts_with(b"{\"") || is_grid_row(line);
    if !is_code || is_other || read_puzzle(line).is_ok() {
        return Some(false);
    }
    if !is_all {
        return None;
    }
    let (mut records, mut lines, mut some) = (JsonRecords::in_text(text, None), Vec::new(), Vec::new());
    while records.more(&mut some).ok()? {
        lines.append(&mut some);
    }
    // Nothing that is read line by line may be lost.
    let text_lines = || text.split(|&byte| byte == b'\n');
    let is_row = |line: &&[u8]| !line.iter().any(|byte| b"[{".contains(byte)) && is_grid_row(line);
    let is_puzzle =
        |line: &&[u8]| read_puzzle(line.trim_ascii()).is_ok_and(|found| found.puzzle.clue_count() < 81);
    let others = text_lines().filter(is_row).count() / 9 + text_lines().filter(is_puzzle).count();
    let count = lines.iter().filter(|&&byte| byte == b'\n').count();
    Some(count >= others.max(1) && !lines.starts_with(b"["))
}

/// Depth of brackets around a position, and whether it is in a text or a remark.
#[derive(Default)]
pub(super) struct Depth {
    pub open: usize,
    pub is_text: bool,
    is_escaped: bool,
    /// Whether texts may have other quotes, and whether there may be remarks: as programs write values.
    is_lax: bool,
    /// The quote of the current text.
    quote: u8,
    before: u8,
    /// Last byte of the current remark.
    remark: Option<u8>,
}

impl Depth {
    pub fn lax() -> Depth {
        Depth { is_lax: true, ..Depth::default() }
    }

    /// Whether a byte is of a remark, other than its first.
    fn is_remark(&mut self, byte: u8) -> bool {
        let before = std::mem::replace(&mut self.before, byte);
        match (self.remark, before, byte) {
            (Some(b'\n'), _, b'\n') | (Some(b'/'), b'*', b'/') => self.remark = None,
            (Some(_), ..) => {}
            (None, b'/', b'/') => self.remark = Some(b'\n'),
            (None, b'/', b'*') => self.remark = Some(b'/'),
            _ => return false,
        }
        true
    }

    /// Passes a byte; returns whether it ends a text, a list or an object.
    pub fn pass(&mut self, byte: u8) -> bool {
        let was_escaped = std::mem::take(&mut self.is_escaped);
        if self.is_lax && !self.is_text && self.is_remark(byte) {
            return false;
        }
        match byte {
            _ if was_escaped => false,
            b'\\' if self.is_text => {
                self.is_escaped = true;
                false
            }
            b'"' | b'\'' | b'`' if self.is_lax && !self.is_text => {
                (self.is_text, self.quote) = (true, byte);
                false
            }
            b'"' if !self.is_lax || self.quote == b'"' => {
                self.is_text = !self.is_text;
                !self.is_text
            }
            _ if self.is_lax && self.is_text && byte == self.quote => {
                self.is_text = false;
                true
            }
            _ if self.is_text => false,
            b'[' | b'{' => {
                self.open += 1;
                false
            }
            b']' | b'}' => {
                self.open = self.open.saturating_sub(1);
                true
            }
            _ => false,
        }
    }
}

/// Records of a stream of JSON.
pub(super) struct JsonRecords<R> {
    stream: R,
    /// Name of the puzzle's column, if one was given.
    column: Option<String>,
    /// Part read so far of the outermost value that is not opened.
    value: Vec<u8>,
    depth: Depth,
    /// A number or other simple value by itself.
    scalar: Vec<u8>,
    /// A text that is a name if a colon follows.
    text: Option<String>,
    /// Whether a text by itself was a puzzle, so that all later texts count as puzzles.
    has_texts: bool,
    /// Whether the value is a member of an object that was opened.
    is_named: bool,
    /// Number of opened lists and objects around the value.
    opened: usize,
    /// Whether the end came too early.
    is_broken: bool,
    /// Whether the depth is exceeded, so that no more is read.
    is_too_deep: bool,
    /// Whether values are in other text, and written as programs write them.
    in_text: bool,
}

impl<R: Read + Send> JsonRecords<R> {
    pub fn new(stream: R, column: Option<String>) -> JsonRecords<R> {
        let (value, scalar, depth) = (Vec::new(), Vec::new(), Depth::default());
        let (has_texts, is_named, opened, is_broken) = (false, false, 0, false);
        JsonRecords {
            stream,
            column,
            value,
            depth,
            scalar,
            text: None,
            has_texts,
            is_named,
            opened,
            is_broken,
            is_too_deep: false,
            in_text: false,
        }
    }

    /// Makes the records of values in other text.
    pub fn in_text(stream: R, column: Option<String>) -> JsonRecords<R> {
        JsonRecords { in_text: true, depth: Depth::lax(), ..JsonRecords::new(stream, column) }
    }

    fn pass(&mut self, byte: u8, lines: &mut Vec<u8>) {
        if self.in_text && self.depth.open > MAX_DEPTH {
            self.value.clear();
            self.depth = Depth::lax();
        }
        self.is_too_deep |= self.depth.open > MAX_DEPTH;
        if self.is_too_deep {
            return;
        }
        if self.in_text && self.depth.open == 0 && !b"[{".contains(&byte) {
            return;
        }
        let is_blank = byte.is_ascii_whitespace() && !self.depth.is_text && !self.in_text;
        if self.depth.open == 0 && !self.depth.is_text {
            match byte {
                b':' => (self.text, self.is_named) = (None, true),
                b',' => self.is_named = false,
                b']' | b'}' => (self.is_named, self.opened) = (false, self.opened.saturating_sub(1)),
                _ => {}
            }
            if !is_blank {
                self.end_text(lines);
            }
            if is_blank || b",:]}\"[{".contains(&byte) {
                self.end_scalar(lines);
            } else if self.scalar.len() < MAX_SCALAR {
                self.scalar.push(byte);
            }
            if !b"\"[{".contains(&byte) {
                return;
            }
        }
        let ends = self.depth.pass(byte);
        if !is_blank && (self.value.len() <= MAX_LINE || ends) {
            self.value.push(byte);
        }
        if ends && self.depth.open == 0 {
            self.end_value(lines);
        } else if self.value.len() > MAX_LINE && self.depth.open > 0 {
            self.open(lines);
        }
    }

    /// Ends a number or other simple value, which says nothing about puzzles; if it is not valid JSON, it
    /// becomes a line.
    fn end_scalar(&mut self, lines: &mut Vec<u8>) {
        let scalar = std::mem::take(&mut self.scalar);
        if !scalar.is_empty() && serde_json::from_slice::<serde::de::IgnoredAny>(&scalar).is_err() {
            line(&String::from_utf8_lossy(&scalar), lines);
        }
    }

    /// Opens a value that is too long to be a record: its parts become values.
    fn open(&mut self, lines: &mut Vec<u8>) {
        let value = std::mem::take(&mut self.value);
        (self.depth, self.is_named) = (Depth { is_lax: self.in_text, ..Depth::default() }, false);
        self.opened += 1;
        value.into_iter().skip(1).for_each(|byte| self.pass(byte, lines));
    }

    fn end_value(&mut self, lines: &mut Vec<u8>) {
        let value = std::mem::take(&mut self.value);
        let json = String::from_utf8_lossy(&value);
        if self.in_text {
            let json = literal::json(&json, false).map(|found| found.0);
            json.map(|json| inside(&json, self.column.as_deref(), lines));
        } else if json.starts_with('"') {
            self.text = Some(json.into_owned());
        } else if inside(&json, self.column.as_deref(), lines) == 0 && !self.is_named {
            line(&json, lines);
        }
    }

    fn end_text(&mut self, lines: &mut Vec<u8>) {
        let Some(json) = self.text.take() else { return };
        if self.has_texts || is_text_of_puzzle(&json) {
            self.has_texts = true;
            text_line(&json, lines);
        }
    }
}

impl<R: Read + Send> RecordReader for JsonRecords<R> {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let mut some = vec![0; READ];
        let read = self.stream.read(&mut some)?;
        some.truncate(read);
        some.into_iter().for_each(|byte| self.pass(byte, lines));
        if self.is_too_deep && lines.is_empty() && !self.in_text {
            return Err(damaged("JSON", "lists too deep inside of each other"));
        }
        if read == 0 && !self.is_too_deep {
            // The input ends inside an outer value: read the complete values nested in it.
            while self.depth.open > 0 {
                self.open(lines);
            }
            self.end_text(lines);
            self.end_scalar(lines);
            if self.depth.is_text && !self.in_text {
                line(&String::from_utf8_lossy(&std::mem::take(&mut self.value)), lines);
                (self.depth, self.is_broken) = (Depth::default(), true);
            }
            self.is_broken |= self.opened > 0;
        }
        match read > 0 || !lines.is_empty() {
            false if self.is_broken && !self.in_text => Err(damaged("JSON", "it ends too early")),
            goes_on => Ok(goes_on),
        }
    }
}

/// Appends the records of a list or an object, or the value itself; returns their number.
fn inside(json: &str, column: Option<&str>, lines: &mut Vec<u8>) -> usize {
    match json.as_bytes().first() {
        Some(b'{') => {
            let Ok(object) = JsonObject::of(json.as_bytes()) else { return line(json, lines) };
            match object.puzzle(column) {
                Err(error) if matches!(error.kind, LineErrorKind::NoPuzzle | LineErrorKind::NoColumn) => {
                    object.values().map(|value| inside(value, column, lines)).sum()
                }
                _ => line(json, lines),
            }
        }
        Some(b'[') if read_board(json).is_some() => line(json, lines),
        Some(b'[') => {
            let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(json) else { return line(json, lines) };
            let values = || values.iter().map(|value| value.get());
            let has_texts = values().any(is_text_of_puzzle);
            let mut record = |value: &str| match value.as_bytes().first() {
                Some(b'"') if has_texts => text_line(value, lines),
                Some(b'[') if is_like_a_board(value) => line(value, lines),
                Some(b'[' | b'{') => inside(value, column, lines),
                _ => 0,
            };
            values().map(&mut record).sum()
        }
        _ => 0,
    }
}

/// Whether a list has the numbers of a board and nothing else, give or take a few.
fn is_like_a_board(json: &str) -> bool {
    let count = json.bytes().filter(|&byte| byte == b',').count();
    (70..90).contains(&count) && json.bytes().all(|byte| byte.is_ascii_digit() || b"[],".contains(&byte))
}

fn is_text_of_puzzle(json: &str) -> bool {
    let Ok(text) = serde_json::from_str::<String>(json) else { return false };
    let (cells, others) = cells_of_row(text.as_bytes());
    read_puzzle(text.trim_end().as_bytes()).is_ok() || cells >= MANY_CELLS && cells >= 2 * others
}

fn line(json: &str, lines: &mut Vec<u8>) -> usize {
    lines.extend(json.bytes().map(|byte| if byte == b'\n' || byte == b'\r' { b' ' } else { byte }));
    lines.push(b'\n');
    1
}

/// Appends the line of a text: the text itself, or an object if it contains line ends.
fn text_line(json: &str, lines: &mut Vec<u8>) -> usize {
    match serde_json::from_str::<String>(json) {
        Ok(text) if !text.contains(['\n', '\r']) => line(&text, lines),
        text => {
            super::member(lines, true, "puzzle", text.unwrap_or_default());
            super::end(lines, true);
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nested lists end in an error, complete or not; neither the stack nor the time grows with the depth.
    #[test]
    fn deep_lists_are_refused() {
        for (many, closed) in [(200, true), (30_000, true), (30_000, false), (3_000_000, false)] {
            let text = "[".repeat(many) + &"]".repeat(if closed { many } else { 0 });
            assert_ne!(begins(text.get(..MAX_LINE).unwrap_or(&text).as_bytes(), true), None);
            let (mut records, mut lines) = (JsonRecords::new(text.as_bytes(), None), Vec::new());
            let error = loop {
                match records.more(&mut lines) {
                    Ok(goes_on) => assert!(goes_on && lines.is_empty()),
                    Err(error) => break error.to_string(),
                }
            };
            assert!(error.contains("too deep"), "{error}");
        }
    }
}
