//! A part of a file: the lines that begin in a stretch of it.
//!
//! ```text
//!   # comment      ┐
//!   puzzle,SER     ├ examined up to the first puzzle: is there a header, are there grids
//!   ..34…,7.1      ┘
//!   …
//!   .5..│6…,8.3      the stretch begins: this line is in the previous part
//!   1..2…,7.1      ┐
//!   …              ├ the part
//!   .9.│.6…,2.6    ┘ the stretch ends: the line that was begun is read to its end
//! ```
//!
//! Nothing else is read. The kind of a line must not depend on the part that contains it.

use super::kind::{LineKind, Shows, kind_of, shown_by, title_of};
use super::line::{MAX_LINE, line_in};
use super::stream::Plain;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes read at a time in the search for a line end.
const BUFFER: usize = 1 << 14;

/// Position of a part in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct PartOf {
    /// Number of bytes before the part.
    pub from: u64,
    /// The length of the file.
    pub of: u64,
}

/// Consecutive lines of a plain file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub(super) path: PathBuf,
    /// Length of the file.
    length: u64,
    /// Bytes of the part.
    range: Range<u64>,
    /// Whether the file may continue in other parts.
    pub(super) is_cut: bool,
}

/// Information about the lines of a part that only the lines before the part give.
#[derive(Default)]
pub(super) struct Before {
    /// The header of the table.
    pub header: Option<Vec<u8>>,
    /// Number of data lines, without the header, that show nothing.
    pub texts: usize,
    /// The data line that shows whether there are grids.
    pub shown_by: Option<Vec<u8>>,
    /// Whether there are grids.
    pub has_grids: bool,
}

impl Part {
    /// Makes the part with the lines that begin in this stretch.
    pub(super) fn of(path: &Path, length: u64, stretch: Range<u64>, is_cut: bool) -> io::Result<Part> {
        let Range { start, end } = stretch;
        let mut range = start..start;
        if start < end {
            let mut file = File::open(path)?;
            if let Some(first) = line_from(&mut file, start, end)? {
                range = first..line_from(&mut file, end, length)?.unwrap_or(length);
            }
        }
        Ok(Part { path: path.to_path_buf(), length, range, is_cut })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Returns the position of the part in its file.
    pub(super) fn place(&self) -> PartOf {
        PartOf { from: self.range.start, of: self.length }
    }

    /// Whether the part begins with the first line of the file.
    pub(super) fn is_first(&self) -> bool {
        self.range.start == 0
    }

    /// Opens the part, for reading or as a map.
    pub(super) fn open(&self, map: bool) -> io::Result<Plain> {
        Ok(Plain::new(File::open(&self.path)?, self.range.clone(), map))
    }

    /// Examines the lines before the part, up to the first data line that is not the header.
    pub(super) fn before(&self) -> io::Result<Before> {
        if self.range.is_empty() || self.is_first() {
            return Ok(Before::default());
        }
        let before = Before::of(&self.path, self.range.start)?;
        match self.is_cut && before.has_grids {
            true => Err(has_grids()),
            false => Ok(before),
        }
    }

    /// Refuses grids in a part, since their rows could be in two parts.
    pub(super) fn may_have_grids(&self) -> io::Result<()> {
        if self.is_cut { Err(has_grids()) } else { Ok(()) }
    }
}

fn has_grids() -> io::Error {
    io::Error::other(
        "puzzles of several lines cannot be cut into shards: scan the file by itself, and join the runs with \
         `sudoscope merge`",
    )
}

impl Before {
    /// Examines the lines of a file that begin before `end`, up to the first data line that is not the
    /// header.
    pub(super) fn of(path: &Path, end: u64) -> io::Result<Before> {
        let mut before = Before::default();
        let mut text = BufReader::with_capacity(BUFFER, File::open(path)?);
        let mut at = 0;
        while at < end && before.shown_by.is_none() {
            let mut line = Vec::new();
            let mut read = text.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            if !line.ends_with(b"\n") {
                read += text.skip_until(b'\n')?;
            }
            let line = line.get(line_in(&line, at == 0)).unwrap_or_default();
            match kind_of(line, before.header.is_none() && before.texts == 0) {
                LineKind::Header => {
                    before.header = Some(title_of(line).unwrap_or(line).to_vec());
                    before.texts = 0;
                }
                LineKind::Data => {
                    let shows = shown_by(line, before.texts);
                    before.texts += 1;
                    before.shown_by = (shows != Shows::Nothing).then(|| line.to_vec());
                    before.has_grids = shows == Shows::Grids;
                }
                _ => {}
            }
            at += read as u64;
        }
        Ok(before)
    }
}

/// Returns the position of the first line that begins at or after `at`, but before `end`.
fn line_from(file: &mut File, at: u64, end: u64) -> io::Result<Option<u64>> {
    let Some(mut at) = at.checked_sub(1) else { return Ok((end > 0).then_some(0)) };
    file.seek(SeekFrom::Start(at))?;
    // A line end at `end - 1` is followed by a line that begins too late.
    let mut text = BufReader::with_capacity(BUFFER, file.take(end.saturating_sub(at + 1)));
    loop {
        let piece = text.fill_buf()?;
        if piece.is_empty() {
            return Ok(None);
        }
        if let Some(found) = memchr::memchr(b'\n', piece) {
            return Ok(Some(at + found as u64 + 1));
        }
        let read = piece.len();
        at += read as u64;
        text.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn file(text: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text).unwrap();
        file
    }

    #[test]
    fn what_stands_before_is_known() {
        let long = "# ".repeat(MAX_LINE);
        let text = format!("{long}\n\npuzzle,SER\n1..2\n3..4\n5..6");
        let file = file(text.as_bytes());
        let length = text.len() as u64;
        let at = |needle: &str| text.find(needle).unwrap() as u64;
        let before = |from| Part::of(file.path(), length, from..length, true).unwrap().before();
        for (from, header, has_data) in [
            (0, false, false),
            (at("puzzle"), false, false),
            (at("1..2"), true, false),
            (at("3..4"), true, true),
            (at("5..6"), true, true),
        ] {
            let before = before(from).unwrap();
            let expected = header.then(|| b"puzzle,SER".to_vec());
            assert_eq!((before.header, before.texts > 0), (expected, has_data), "{from}");
        }
    }
}
