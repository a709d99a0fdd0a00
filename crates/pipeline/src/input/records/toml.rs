//! TOML: a table with a puzzle is a record.
//!
//! ```text
//!   [[puzzle]]
//!   name = "easy 1"            {"name": "easy 1", "grid": "53..7…"}
//!   grid = "53..7…"            also texts and lists over several lines
//! ```

use super::super::line::MAX_LINE;
use super::super::literal;
use super::json::Depth;
use super::{RecordReader, only_record};
use std::io::{self, BufRead, BufReader, Read};

/// Most lines before the first name of a table.
const MOST_LINES: usize = 100;

/// Whether a text with this beginning is TOML: names with values, then the name of a table, then a name with
/// a value again. `None` if more must be read.
pub(super) fn begins(text: &[u8], is_all: bool) -> Option<bool> {
    let mut has_table = false;
    for line in text.split_inclusive(|&byte| byte == b'\n').take(MOST_LINES) {
        if !line.ends_with(b"\n") && !is_all {
            return if has_table || is_name(line) { None } else { Some(false) };
        }
        match line.trim_ascii() {
            [] | [b'#', ..] => {}
            line if has_table => return Some(is_value(line) || is_name(line)),
            line if is_name(line) => has_table = true,
            line if is_value(line) => {}
            _ => return Some(false),
        }
    }
    Some(false).filter(|_| is_all || text.iter().filter(|&&byte| byte == b'\n').count() >= MOST_LINES)
}

/// Whether a line is the name of a table: `[name]` or `[[name]]`.
fn is_name(line: &[u8]) -> bool {
    let name = line.trim_ascii().trim_ascii_start();
    let inner = name.iter().skip_while(|byte| **byte == b'[').take_while(|byte| **byte != b']');
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.\"' ".contains(byte);
    name.starts_with(b"[")
        && inner.clone().next().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'"')
        && inner.clone().all(is_letter)
}

/// Whether a line is a name and a value.
fn is_value(line: &[u8]) -> bool {
    let Some(at) = line.iter().position(|&byte| byte == b'=') else { return false };
    let (name, value) = line.split_at(at);
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.\" ".contains(byte);
    !name.is_empty() && name.iter().all(is_letter) && !value.starts_with(b"==")
}

/// Records of a stream of TOML.
pub(super) struct TomlRecords<R> {
    stream: BufReader<R>,
    /// The table read so far, as an object.
    table: String,
    depth: Depth,
}

impl<R: Read> TomlRecords<R> {
    pub fn new(stream: R) -> TomlRecords<R> {
        TomlRecords { stream: BufReader::new(stream), table: String::new(), depth: Depth::default() }
    }

    fn end_table(&mut self, lines: &mut Vec<u8>) {
        let table = std::mem::take(&mut self.table);
        self.depth = Depth::default();
        if let Some((json, _)) = literal::json(&format!("{{{table}}}"), false) {
            let start = lines.len();
            lines.extend(json.bytes());
            lines.push(b'\n');
            only_record(lines, start);
        }
    }
}

impl<R: Read + Send> RecordReader for TomlRecords<R> {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let mut line = Vec::new();
        let read = self.stream.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line)?;
        if read == 0 || self.depth.open == 0 && !self.depth.is_text && is_name(&line) {
            self.end_table(lines);
            return Ok(read > 0 || !lines.is_empty());
        }
        if self.table.len() + line.len() <= MAX_LINE && !line.trim_ascii_start().starts_with(b"#") {
            for &byte in &line {
                self.depth.pass(byte);
            }
            self.table += &String::from_utf8_lossy(&line);
            if self.depth.open == 0 && !self.depth.is_text && !line.trim_ascii().is_empty() {
                self.table.push(',');
            }
        }
        Ok(true)
    }
}
