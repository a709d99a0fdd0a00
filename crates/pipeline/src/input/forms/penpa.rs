//! Puzzles of penpa-edit: base64 of a deflated text of lines. The first line names the kind and the size of
//! the board, the fourth is an object with everything drawn on it; `zN` are the digits, by their cells.
//!
//! ```text
//!   sudoku,9,9,38,0,…
//!   {zR:{…},zN:{"28":["5",1,"1"],"29":["3",1,"1"]},zT:[],…}     cell 28 is row 0, column 0 of 13
//! ```

use super::site_objects::{PENPA, is_nothing, rule_number};
use super::{Attempt, Found, LineError, LineErrorKind, Square, of_squares};
use crate::input::literal;
use flate2::read::DeflateDecoder;
use serde_json::{Map, Value};
use std::io::Read;

/// Most bytes to unpack.
const MOST: u64 = 1 << 17;
/// Cells in a row, with two more at each side.
const WIDTH: usize = 13;
/// Drawings that are rules, or may be.
const RULES: [&str; 12] = ["zT", "zC", "z3", "zL", "zE", "zW", "zY", "zS", "zP", "z2", "zB", "killercages"];

pub(super) fn read(text: &[u8]) -> Attempt {
    let mut unpacked = String::new();
    let packed = base64(text)?;
    DeflateDecoder::new(packed.as_slice()).take(MOST).read_to_string(&mut unpacked).ok()?;
    let mut lines = unpacked.split('\n');
    let kind = lines.next().filter(|line| line.starts_with("sudoku,") || line.starts_with("square,"))?;
    let (margins, drawn) = (lines.next()?, lines.nth(1)?);
    let drawn: Value = serde_json::from_str(&literal::json(drawn, false)?.0).ok()?;
    let drawn = drawn.as_object()?;
    let is_plain = kind.split(',').skip(1).take(2).eq(["9", "9"]) && margins.trim() == "[0,0,0,0]";
    let rule = match RULES.iter().find(|rule| drawn.get(**rule).is_some_and(|value| !is_nothing(value))) {
        _ if !is_plain => Some("size"),
        rule => rule.copied(),
    };
    Some(
        match (rule, squares(drawn)) {
            (Some(rule), _) => Err(rule_number(rule).or(rule_number(""))),
            (None, Some(squares)) => Ok(Found { puzzle: of_squares(&squares), end: text.len() }),
            (None, None) => Err(rule_number("")),
        }
        .map_err(|rule| LineError::at(0, LineErrorKind::Link(PENPA, rule))),
    )
}

/// Returns the digits of a board; marks in corners and centres do not count.
fn squares(drawn: &Map<String, Value>) -> Option<[Square; 81]> {
    let mut squares = [(0, false); 81];
    for (cell, drawn) in drawn.get("zN")?.as_object()? {
        let [text, _, size, ..] = &drawn.as_array()?[..] else { return None };
        let cell: usize = cell.parse().ok()?;
        let (row, column) = ((cell / WIDTH).checked_sub(2)?, (cell % WIDTH).checked_sub(2)?);
        let digit = text.as_str()?.trim().parse::<u8>().ok().filter(|digit| (1..=9).contains(digit));
        match (digit, size.as_str()) {
            (Some(digit), Some("1")) if row < 9 && column < 9 => {
                *squares.get_mut(9 * row + column)? = (digit, false);
            }
            (_, Some("1")) => return None,
            _ => {}
        }
    }
    Some(squares)
}

/// Decodes base64; `None` if the text is something else.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.trim_ascii_end();
    let end = text.iter().rposition(|&byte| byte != b'=')? + 1;
    let text = text.get(..end)?;
    let (mut bytes, mut bits, mut number) = (Vec::with_capacity(text.len()), 0, 0_u32);
    for &byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        (number, bits) = (number << 6 | u32::from(value), bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((number >> bits) as u8);
        }
    }
    (bytes.len() > 40).then_some(bytes)
}
