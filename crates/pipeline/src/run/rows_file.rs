//! Rows of a command that answers line by line, in a resumable file.
//!
//! A block ends about once a second, and records how many lines of the inputs it covers, with a hash of them.
//! To resume, the inputs are read again from the beginning: lines that have rows are compared, and not worked
//! on.

use super::ordered::Done;
use crate::files::{NamedSettings, Protected, Resumable, ResumeError, Unfinished};
use crate::input::LineAt;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use std::{io, path::Path};
use xxhash_rust::xxh3::Xxh3Default;

/// Time between the ends of blocks.
const BLOCK: Duration = Duration::from_secs(1);

/// File of rows being written.
pub struct RowsFile {
    file: Resumable<Taken>,
    /// Lines covered by earlier sessions, until they are compared with the inputs.
    known: Option<Taken>,
    taken: Taken,
    /// Hash of the lines taken.
    hash: Xxh3Default,
    ended: Instant,
}

/// Lines whose rows are in the file.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Taken {
    rows: u64,
    /// Last line: its input, and its number there.
    last: Option<(u16, u64)>,
    /// Hash of places and texts.
    hash: u64,
    /// Number of lines without an answer.
    bad: u64,
}

impl RowsFile {
    /// Opens the file at `path` (following a link), which must not be one of the inputs, for rows that depend
    /// on these settings and the lines only.
    pub fn open(
        path: &Path, settings: &NamedSettings, unfinished: Unfinished, inputs: &Protected, sync: bool,
    ) -> Result<RowsFile, ResumeError> {
        let file = Resumable::open(path, settings, unfinished, inputs, sync)?;
        let known = file.state().cloned();
        let bad = known.as_ref().map_or(0, |known: &Taken| known.bad);
        let taken = Taken { bad, ..Taken::default() };
        Ok(RowsFile { file, known, taken, hash: Xxh3Default::new(), ended: Instant::now() })
    }

    /// Returns the last line with a row, if any: lines up to there need no work.
    pub fn last(&self) -> Option<LineAt> {
        let (file, line) = self.file.state()?.last?;
        Some(LineAt { file, line })
    }

    /// Whether an earlier session wrote something, so that the head is in the file.
    pub fn is_begun(&self) -> bool {
        self.file.state().is_some()
    }

    /// Returns the number of lines without an answer in earlier sessions.
    pub fn bad_before(&self) -> u64 {
        self.file.state().map_or(0, |taken| taken.bad)
    }

    /// Compares the lines that already have rows, and removes them from the batch. After the last of them,
    /// fails if the inputs have changed.
    pub fn compare<R>(&mut self, done: &mut Done<R>) -> Result<(), InputDiffers> {
        let known = done.texts.len() - done.rows.len();
        self.taken.add(&mut self.hash, done.texts.file, done.texts.lines().take(known));
        done.texts.drop_first(known);
        if done.rows.is_empty() { Ok(()) } else { self.check() }
    }

    fn check(&mut self) -> Result<(), InputDiffers> {
        match self.known.take_if(|known| *known != self.taken) {
            Some(known) => Err(InputDiffers(known.rows)),
            None => {
                self.known = None;
                Ok(())
            }
        }
    }

    /// Writes the text before all rows.
    pub fn write_head(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write(text)
    }

    /// Appends the rows of this batch as text; `bad` is the number of lines without an answer so far.
    pub fn append<R>(&mut self, text: &[u8], done: &Done<R>, bad: u64) -> io::Result<()> {
        self.file.write(text)?;
        self.taken.add(&mut self.hash, done.texts.file, done.texts.lines());
        self.taken.bad = bad;
        if self.taken.rows > 0 && self.known.is_none() && self.ended.elapsed() >= BLOCK {
            self.file.end_block(&self.taken)?;
            self.ended = Instant::now();
        }
        Ok(())
    }

    /// Returns how many rows of the unfinished file are kept, and its path; `None` if there are none.
    pub fn keep(&mut self) -> Option<(u64, &Path)> {
        if self.taken.rows == 0 {
            self.file.drop_rest();
        }
        let rows = self.file.keep(&self.taken)?.rows;
        Some((rows, self.file.partial()))
    }

    /// Gives the complete file its name.
    pub fn finish(&mut self) -> io::Result<()> {
        self.check().map_err(io::Error::other)?;
        self.file.finish(&self.taken)
    }
}

impl Taken {
    fn add<'a>(&mut self, hash: &mut Xxh3Default, file: u16, lines: impl Iterator<Item = (u64, &'a [u8])>) {
        let before = self.rows;
        for (line, text) in lines {
            self.rows += 1;
            self.last = Some((file, line));
            hash.update(&line.to_le_bytes());
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        if self.rows > before {
            self.hash = hash.digest();
        }
    }
}

/// Error: the unfinished file was made from other inputs.
#[derive(Debug, thiserror::Error)]
#[error("the input is not what it was for the {0} rows that are there: --restart drops them")]
pub struct InputDiffers(u64);
