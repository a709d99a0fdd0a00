//! Cells with the layout of the regions: as many letters or digits, cells with the same one are a region; and
//! SumoCue.
//!
//! ```text
//!   3.......1…AAABBBCCC…      one word, or two, also on two lines
//!   SumoCueV1=3J0=0J0=0J1…    value, 0 for a blank, J, region; SumoCueV1D: with diagonals; + is a cage
//! ```

use super::super::site_objects::{SUMO_CUE, rule_number};
use super::{Attempt, Regions, Rules};
use crate::input::forms::LineErrorKind;
use sudoscope_engine::grid::cell_value;

/// Returns the size of a grid with this number of cells.
fn size_of(cells: usize) -> Option<usize> {
    (4..=9).find(|size| size * size == cells)
}

/// Reads a word of cells and as many letters.
pub(super) fn in_one(word: &[u8]) -> Attempt {
    size_of(word.len() / 2)?;
    let (cells, layout) = word.split_at_checked(word.len() / 2)?;
    in_pair(cells, layout)
}

/// Whether a line is the cells of a puzzle, whose layout may be the next line.
pub(in crate::input) fn are_cells(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    size_of(line.len()).is_some() && line.iter().all(|&byte| cell_value(byte).is_some())
}

/// Whether a line is the layout of the cells on the line before it.
pub(in crate::input) fn are_layout(line: &[u8], cells: &[u8]) -> bool {
    let [line, cells] = [line, cells].map(<[u8]>::trim_ascii);
    line.len() == cells.len() && size_of(line.len()).is_some_and(|size| is_layout(line, size))
}

/// Reads two words that follow each other.
pub(super) fn in_two(words: &[&[u8]]) -> Attempt {
    words.windows(2).find_map(|pair| in_pair(pair.first()?, pair.last()?))
}

fn in_pair(cells: &[u8], layout: &[u8]) -> Attempt {
    let size = size_of(cells.len()).filter(|_| cells.len() == layout.len())?;
    (are_cells(cells) && is_layout(layout, size)).then_some(())?;
    let rules = Rules { regions: Regions::Layout(layout.to_vec()), ..Rules::of(size) };
    rules.named(cells.to_vec()).ok().map(Ok)
}

/// Whether a text is a layout: letters, or digits that each stand in `size` cells and are no solution.
fn is_layout(text: &[u8], size: usize) -> bool {
    let is_even = |byte: &u8| text.iter().filter(|other| *other == byte).count() == size;
    let is_solution = text
        .chunks(size)
        .all(|row| row.iter().enumerate().all(|(at, own)| !row.iter().take(at).any(|it| it == own)));
    text.iter().all(u8::is_ascii_alphabetic)
        || text.iter().all(u8::is_ascii_digit) && text.iter().all(is_even) && !is_solution
}

/// Reads the entries of SumoCue.
pub(super) fn sumo_cue(word: &[u8]) -> Attempt {
    let rest = word.strip_prefix(b"SumoCueV1")?;
    let (parts, rest) = rest.strip_prefix(b"D").map_or((Vec::new(), rest), |rest| (vec!["x"], rest));
    let refused = |rule| Some(Err(LineErrorKind::Link(SUMO_CUE, rule_number(rule))));
    if rest.contains(&b'+') {
        return refused("killercage");
    }
    let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<u8>().ok();
    let entry = |entry: &[u8]| {
        let at = entry.iter().position(|&byte| byte == b'J')?;
        Some((number(entry.get(..at)?)?, number(entry.get(at + 1..)?)?))
    };
    let entries: Option<Vec<(u8, u8)>> =
        rest.strip_prefix(b"=")?.split(|&byte| byte == b'=').map(entry).collect();
    let Some(entries) = entries else { return refused("") };
    let Some(size) = size_of(entries.len()) else { return refused("size") };
    if entries.iter().any(|entry| usize::from(entry.0) > size) {
        return refused("killercage");
    }
    let (values, layout): (Vec<u8>, Vec<u8>) = entries.into_iter().unzip();
    let rules = Rules { regions: Regions::Layout(layout), parts, ..Rules::of(size) };
    let cells = values.into_iter().map(|value| b'0' + value).collect();
    Some(rules.named(cells).map_err(|rule| LineErrorKind::Link(SUMO_CUE, rule_number(rule))))
}
