//! A line by itself: where it stands, how much of it is looked at.

use std::ops::Range;

/// Position of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineAt {
    /// Number of the input, from 0.
    pub file: u16,
    /// Line number in the input, from 1.
    pub line: u64,
}

/// Maximum number of inputs that [`LineAt`] can number.
pub const MAX_INPUTS: usize = u16::MAX as usize;

/// Maximum length of a line that is examined; the rest is ignored like all text after the puzzle.
pub(crate) const MAX_LINE: usize = 1 << 16;

/// Returns the bytes up to this length.
pub(super) fn capped(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}

/// Returns the part of a line to be examined: without its end, or the byte order mark of a file's first line.
pub(super) fn line_in(line: &[u8], is_first: bool) -> Range<usize> {
    let start = if is_first && line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let line = capped(line.strip_suffix(b"\n").unwrap_or(line), MAX_LINE);
    start..line.strip_suffix(b"\r").unwrap_or(line).len()
}
