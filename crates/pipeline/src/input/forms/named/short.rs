//! Short links of SudokuPad: 81 cells, then letters for further rules.
//!
//! ```text
//!   ..34…75wx;tTitle;aAuthor     w: windoku, x: both diagonals, t: title, a: author
//! ```

use super::{Attempt, LineErrorKind, Rules, site_objects};
use sudoscope_engine::grid::cell_value;

/// Reads a part of an address.
pub(super) fn named(piece: &[u8]) -> Attempt {
    let (cells, parts) = parts(piece)?;
    match parts {
        Some(parts) => Rules { parts, ..Rules::of(9) }.named(cells.to_vec()).ok().map(Ok),
        None => Some(Err(LineErrorKind::Link(site_objects::SUDOKUPAD, site_objects::rule_number("")))),
    }
}

/// Whether a part of an address is a short link with further rules.
pub(in crate::input::forms) fn has_rules(piece: &[u8]) -> bool {
    parts(piece).is_some_and(|(_, parts)| parts.is_none_or(|parts| !parts.is_empty()))
}

/// Returns the cells, and the parts of the board, or `None` if a letter beside theirs is unknown; no cells if
/// something else follows them.
fn parts(piece: &[u8]) -> Option<(&[u8], Option<Vec<&'static str>>)> {
    let text = piece.strip_prefix(b"scf").unwrap_or(piece);
    let (cells, letters) = text.split_at_checked(81)?;
    cells.iter().all(|&byte| cell_value(byte).is_some()).then_some(())?;
    let rules = letters.split(|byte| b"ta".contains(&byte.to_ascii_lowercase())).next()?;
    let part = |letter: &u8| match letter.to_ascii_lowercase() {
        b'w' => Some("windoku"),
        b'x' => Some("x"),
        _ => None,
    };
    let rules = rules.iter().filter(|byte| !b";,_-+".contains(byte)).map(part);
    let (known, all) = (rules.clone().flatten().count(), rules.clone().count());
    (all == 0 || known > 0).then(|| (cells, rules.collect()))
}
