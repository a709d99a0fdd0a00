//! Lines as they are cut out of a chunk, and as they are taken.

use super::columns::Places;
use super::content::Content;
use super::stream::Chunk;
use std::io;
use std::{ops::Range, sync::Arc};

/// Some data lines of one input.
pub struct Batch {
    /// Which input, from 0.
    pub file: u16,
    /// Bytes of input it stands for, skipped lines before it included.
    pub bytes: u64,
    /// Where things stand in its lines.
    pub places: Arc<Places>,
    /// Length and hash of what nobody had read before.
    pub(super) content: Content,
    text: Vec<u8>,
    lines: Vec<(u64, Range<usize>)>,
}

impl Batch {
    /// How many lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it stands for skipped lines only.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Leaves out the first `lines` lines.
    pub(crate) fn drop_first(&mut self, lines: usize) {
        self.lines.drain(..lines.min(self.lines.len()));
    }

    /// The lines with their numbers. The rows of a grid are one of them, with the number of the first.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        self.lines.iter().map(move |(number, range)| (*number, text(range)))
    }
}

/// A batch as it is cut: where its lines stand. Nobody has looked at more of them than that.
pub(crate) struct Cut {
    /// Which input.
    pub file: u16,
    pub(super) places: Arc<Places>,
    /// A cut ends with its chunk.
    pub(super) chunk: Arc<Chunk>,
    /// What it stands for, of the chunk.
    pub(super) stretch: Range<usize>,
    pub(super) lines: Vec<(u64, LineText)>,
    /// Whether what is taken is hashed.
    pub(super) hashed: bool,
}

pub(super) enum LineText {
    /// From the beginning of the stretch.
    There(Range<usize>),
    /// The rows of a grid, or a line of an earlier cut.
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

    /// Takes the lines, all at once: from here on they do not change, whatever becomes of the file. What is
    /// hashed, if anything, is what is taken.
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
