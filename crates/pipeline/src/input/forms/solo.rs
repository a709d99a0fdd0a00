//! The game id of Solo in Simon Tatham's Portable Puzzle Collection: the size of blocks, settings, and the
//! cells, where a letter is a run of blanks (`a` one, `b` two) and `_` separates digits.
//!
//! ```text
//!   3x3:a2e9a5b6a2b3_7a1_4a9…     also 3x3dt:…, Solo:3x3:…
//! ```

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
        Some((b':', cells)) => match squares(cells) {
            Some(squares) => Some(Ok(Found { puzzle: of_squares(&squares), end: text.len() })),
            None => fail(rule_number("")),
        },
        _ => fail(None),
    }
}

fn squares(cells: &[u8]) -> Option<Vec<Square>> {
    let mut squares = Vec::with_capacity(81);
    for &byte in cells {
        match byte {
            b'a'..=b'z' => squares.extend((b'a'..=byte).map(|_| (0, false))),
            b'1'..=b'9' => squares.push((byte - b'0', false)),
            b'_' => {}
            _ => return None,
        }
    }
    (squares.len() == 81).then_some(squares)
}
