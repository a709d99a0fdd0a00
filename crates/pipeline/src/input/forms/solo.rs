//! The game id of Solo in Simon Tatham's Portable Puzzle Collection: the size of blocks, settings, and the
//! cells, where a letter is a run of blanks (`a` one, `b` two) and `_` separates digits.
//!
//! ```text
//!   3x3:a2e9a5b6a2b3_7a1_4a9…     also 3x3dt:…, Solo:3x3:…
//! ```

use super::named::{self, Regions, Rules};
use super::site_objects::{SOLO, rule_number};
use super::{Attempt, Found, LineError, LineErrorKind, Square, of_squares};

pub(super) fn read(text: &[u8]) -> Attempt {
    let word = text.trim_ascii();
    let word = word.strip_prefix(b"Solo:").unwrap_or(word);
    let at = word.iter().position(|byte| b":#".contains(byte)).filter(|at| (2..24).contains(at))?;
    let (settings, cells) = word.split_at_checked(at)?;
    let digits = settings.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'x').count();
    let (size, settings) = settings.split_at_checked(digits)?;
    let is_size = matches!(size, [b'1'..=b'9', b'x', b'1'..=b'9', ..]) || settings.starts_with(b"j");
    (is_size && settings.iter().all(u8::is_ascii_alphanumeric)).then_some(())?;
    let fail = |rule| Some(Err(LineError::at(0, LineErrorKind::Link(SOLO, rule))));
    let variant = match settings.first() {
        _ if size.ends_with(b"x") => "diagonal+",
        Some(b'j') => "regions",
        Some(b'k') => "killercage",
        _ if settings.contains(&b'k') => "killercage",
        _ if size != b"3x3" => "size",
        _ => "",
    };
    match cells.split_first() {
        _ if !variant.is_empty() => fail(rule_number(variant)),
        Some((b':', cells)) => match squares(cells, 81) {
            Some(squares) => Some(Ok(Found { puzzle: of_squares(&squares), end: text.len() })),
            None => fail(rule_number("")),
        },
        _ => fail(None),
    }
}

/// Reads the id of a puzzle with diagonals, with a layout after the cells (`9j:…,…`), or of another size.
pub(super) fn named(text: &[u8]) -> named::Attempt {
    let word = text.strip_prefix(b"Solo:").unwrap_or(text);
    let at = word.iter().position(|&byte| byte == b':').filter(|at| (2..24).contains(at))?;
    let (settings, desc) = (word.get(..at)?, word.get(at + 1..)?);
    let ([wide @ b'1'..=b'9', kind, rest @ ..], true) =
        (settings, settings.iter().all(u8::is_ascii_alphanumeric))
    else {
        return None;
    };
    let refused = |rule| Some(Err(LineErrorKind::Link(SOLO, rule_number(rule))));
    let mut parts = desc.splitn(2, |&byte| byte == b',');
    let (cells, borders) = (parts.next()?, parts.next());
    // `3x2` is three blocks side by side, two above each other.
    let wide = usize::from(wide - b'0');
    let (size, blocks, rest) = match (kind, rest) {
        (b'j', _) => (wide, None, rest),
        (b'x', [high @ b'1'..=b'9', rest @ ..]) => {
            let high = usize::from(high - b'0');
            (wide * high, Some([wide, high]), rest)
        }
        _ => return None,
    };
    if rest.contains(&b'k') {
        return refused("killercage");
    }
    if size > 9 {
        return refused("size");
    }
    let layout = match (blocks, borders) {
        (Some([wide, high]), None) => {
            let block = |at: usize| (at / size / wide * wide + at % size / high) as u8;
            Some((0..size * size).map(block).collect())
        }
        (None, Some(borders)) => layout(borders, size),
        _ => None,
    };
    let (Some(layout), Some(squares)) = (layout, squares(cells, size * size)) else { return refused("") };
    let mut rules = Rules { regions: Regions::Layout(layout), ..Rules::of(size) };
    rules.parts.extend(rest.starts_with(b"x").then_some("x"));
    let cells = squares.into_iter().map(|(digit, _)| if digit == 0 { b'.' } else { b'0' + digit }).collect();
    rules.named(cells).map_or_else(refused, |named| Some(Ok(named)))
}

/// Reads the borders of regions: the upright ones row by row, then the level ones column by column. A letter
/// is a run of places without a border, and a border; `_` is a border, `z` is 25 places without one.
fn layout(borders: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut are_borders = Vec::new();
    for &byte in borders {
        let run = if byte == b'_' { 0 } else { byte.checked_sub(b'a').filter(|run| *run < 26)? + 1 };
        let run = run.min(25);
        are_borders.extend((0..run).map(|_| false));
        are_borders.extend((byte != b'z').then_some(true));
    }
    let half = size * (size - 1);
    // The last border is that of the board.
    (are_borders.len() == 2 * half + 1).then_some(())?;
    let mut regions: Vec<u8> = (0..(size * size) as u8).collect();
    for at in are_borders.iter().take(2 * half).enumerate().filter(|it| !it.1).map(|it| it.0) {
        let (line, place) = (at % half / (size - 1), at % half % (size - 1));
        let (first, second) = match at < half {
            true => (size * line + place, size * line + place + 1),
            false => (size * place + line, size * place + line + size),
        };
        let [kept, gone] = [*regions.get(first)?, *regions.get(second)?];
        regions.iter_mut().filter(|region| **region == gone).for_each(|region| *region = kept);
    }
    Some(regions)
}

fn squares(cells: &[u8], count: usize) -> Option<Vec<Square>> {
    let mut squares = Vec::with_capacity(count);
    for &byte in cells {
        match byte {
            b'a'..=b'z' => squares.extend((b'a'..=byte).map(|_| (0, false))),
            b'1'..=b'9' => squares.push((byte - b'0', false)),
            b'_' => {}
            _ => return None,
        }
    }
    (squares.len() == count).then_some(squares)
}
