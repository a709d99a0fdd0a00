//! Rows without the text that may surround them.
//!
//! ```text
//!   > > ..34.....              a quotation in a post
//!   [code]..34.....            tags, also <br>
//!   board = [[0, 0, 3, …],     code: brackets, quotes, text before and behind
//!   A | . . 3 | 4 . . | …      the name of the row
//! ```

use super::forms::{is_row, row_in};

/// Returns the row of a line with something around it; otherwise the line.
pub(super) fn bare(line: &[u8]) -> &[u8] {
    match line.trim_ascii_start().first() {
        None | Some(b'0'..=b'9' | b'.' | b'|') if !line.iter().any(|byte| b"[](){}<>".contains(byte)) => {
            return label(line).unwrap_or(line);
        }
        _ if is_row(line) => return line,
        _ => {}
    }
    let unquoted = match line.trim_ascii_start().first() {
        Some(b'>') => {
            let start = line.iter().position(|byte| !b"> \t".contains(byte)).unwrap_or(line.len());
            line.get(start..).unwrap_or_default()
        }
        _ => line,
    };
    let untagged = without_tags(unquoted);
    let found =
        [Some(untagged), row_in(untagged), label(untagged)].into_iter().flatten().find(|row| is_row(row));
    found.unwrap_or(unquoted)
}

/// Removes the tags around a text.
fn without_tags(mut text: &[u8]) -> &[u8] {
    let is_name = |name: &[u8]| {
        name.strip_prefix(b"/").unwrap_or(name).first().is_some_and(u8::is_ascii_alphabetic)
            && name.len() < 40
            && !is_row(name)
    };
    loop {
        let line = text.trim_ascii();
        let end = line.iter().position(|&byte| byte == b']' || byte == b'>');
        let (first, rest) = line.split_at(end.map_or(0, |end| end + 1));
        let start = line.iter().rposition(|&byte| byte == b'[' || byte == b'<').unwrap_or(line.len());
        let (before, last) = line.split_at(start);
        text = match (first, last) {
            ([b'[' | b'<', name @ .., _], _) if is_name(name) => rest,
            (_, [b'[' | b'<', name @ .., b']' | b'>']) if is_name(name) => before,
            _ => return text,
        };
    }
}

/// Returns the text after the name of a row: a letter, or a digit before a bar or before cells that are more
/// than a digit or a blank each, so that ten cells are not nine with a name.
fn label(line: &[u8]) -> Option<&[u8]> {
    let (first, rest) = line.trim_ascii_start().split_first()?;
    let is_barred = |rest: &[u8]| rest.starts_with(b"|") || rest.starts_with("│".as_bytes());
    let is_label = match first {
        b'A'..=b'I' | b'a'..=b'i' => {
            rest.first().is_some_and(|byte| b" \t|:".contains(byte)) || is_barred(rest)
        }
        b'0'..=b'9' if rest.first().is_some_and(|byte| b", \t;".contains(byte)) && is_wide(rest) => {
            return rest.get(1..).filter(|rest| !is_row(line) && is_row(rest));
        }
        b'1'..=b'9' => is_barred(rest.trim_ascii_start()),
        _ => false,
    };
    (is_label && !is_row(line) && is_row(rest)).then_some(rest)
}

/// Whether cells are fields that may be empty, words, or numbers with a point.
fn is_wide(cells: &[u8]) -> bool {
    let is_wide = |two: &[u8]| matches!(two, b",," | b";;" | [b'0'..=b'9', b'.']);
    cells.iter().any(u8::is_ascii_alphabetic) || cells.windows(2).any(is_wide)
}
