//! Lines as they are cut out of a chunk, and as they are taken.

use super::columns::Places;
use super::content::Content;
use super::stream::Chunk;
use std::io;
use std::{ops::Range, sync::Arc};

/// Batch of data lines of one input.
pub struct Batch {
    /// Number of the input, from 0.
    pub file: u16,
    /// Bytes of input covered by the batch, including skipped lines before its data lines.
    pub bytes: u64,
    /// Positions of columns in the lines.
    pub places: Arc<Places>,
    /// Length and hash of the bytes that had not been read before.
    pub(super) content: Content,
    text: Vec<u8>,
    lines: Vec<(u64, Range<usize>)>,
}

impl Batch {
    /// How many lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the batch covers only skipped lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Removes the first `lines` lines.
    pub(crate) fn drop_first(&mut self, lines: usize) {
        self.lines.drain(..lines.min(self.lines.len()));
    }

    /// Returns the lines with their numbers. The rows of a grid form one line, numbered as the first.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        self.lines.iter().map(move |(number, range)| (*number, text(range)))
    }
}

/// Batch as it is cut: only the positions of its lines have been determined.
pub(crate) struct Cut {
    /// Which input.
    pub file: u16,
    pub(super) places: Arc<Places>,
    /// The chunk of the lines; a cut ends with it.
    pub(super) chunk: Arc<Chunk>,
    /// Part of the chunk that the cut covers.
    pub(super) stretch: Range<usize>,
    pub(super) lines: Vec<(u64, LineText)>,
    /// Whether the bytes taken are hashed.
    pub(super) hashed: bool,
}

pub(super) enum LineText {
    /// Range from the beginning of the stretch.
    There(Range<usize>),
    /// Copied text: the rows of a grid, or a line that was read for an earlier cut.
    Grid(Vec<u8>),
}

impl Cut {
    /// How many lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn stands_for_nothing(&self) -> bool {
        self.lines.is_empty() && self.stretch.is_empty()
    }

    /// Takes all lines at once: they do not change afterwards, whatever happens to the file. A hash, if
    /// wanted, is that of the bytes taken.
    pub fn batch(self) -> io::Result<Batch> {
        let bytes = self.stretch.len() as u64;
        let (stretch, content) = self.chunk.take(self.stretch, self.hashed)?;
        let mut text = if self.lines.is_empty() { Vec::new() } else { stretch.into_owned() };
        let mut place = |line| match line {
            LineText::There(range) => range,
            LineText::Grid(rows) => {
                let start = text.len();
                text.extend(rows);
                start..text.len()
            }
        };
        let lines = self.lines.into_iter().map(|(number, line)| (number, place(line))).collect();
        Ok(Batch { file: self.file, bytes, places: self.places, content, text, lines })
    }
}
