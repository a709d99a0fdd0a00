//! A line by itself: where it stands, how much of it is looked at.

use std::ops::Range;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineAt {
    /// Which of the inputs, from 0.
    pub file: u16,
    /// Line number in it, from 1.
    pub line: u64,
}

/// As many inputs as [`LineAt`] has numbers for.
pub const MAX_INPUTS: usize = u16::MAX as usize;

/// A line is looked at up to this length; whatever follows is ignored like all text after the puzzle.
pub(crate) const MAX_LINE: usize = 1 << 16;

/// The bytes up to this length.
pub(super) fn capped(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}

/// Which bytes of a line are looked at: not its end, nor the byte order mark of a file's first.
pub(super) fn line_in(line: &[u8], is_first: bool) -> Range<usize> {
    let start = if is_first && line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let line = capped(line.strip_suffix(b"\n").unwrap_or(line), MAX_LINE);
    start..line.strip_suffix(b"\r").unwrap_or(line).len()
}
