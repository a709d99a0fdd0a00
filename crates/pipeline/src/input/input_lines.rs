//! The lines of one input, one after the other.

use super::grouping::Grouping;
use super::line::{capped, line_in};
use super::part::{Before, Part};
use super::raw::{Pipe, Raw};
use super::reading::Reading;
use super::source::Input;
use super::stream::{Chunk, Pieces, Source};
use crate::files::is_pipe;
use crate::standard;
use std::io;
use std::{fs::File, ops::Range, sync::Arc};

/// An input that is read, and how far.
pub(super) struct InputLines {
    pub pieces: Pieces,
    pub chunk: Arc<Chunk>,
    /// Bytes of the chunk already used.
    pub at: usize,
    /// Number of lines already used.
    pub number: u64,
    /// The part of a file to be read, unless it is a whole input.
    pub part: Option<Part>,
    /// The header, if it precedes the part.
    pub header: Option<Vec<u8>>,
    /// The line before the part that showed how lines are read.
    pub shown_by: Option<Vec<u8>>,
    /// Whether no data line has been seen, so that the next line may be a header.
    pub at_start: bool,
    /// Whether the input has had no data line so far.
    pub is_empty: bool,
    /// Whether the numbers and words beside the first puzzle are still to be checked.
    pub wants_numbers: bool,
    /// Grouping of lines, as the first data lines show it.
    pub grouping: Grouping,
}

impl InputLines {
    pub fn open(input: &Input, reading: &Reading) -> io::Result<InputLines> {
        let map = reading.map;
        let (mut part, mut before) = (None, Before::default());
        let ahead = |source| Pieces::ahead(source, reading);
        let pieces = match input {
            Input::Stdin => ahead(Source::Stream(Box::new(Raw::stream(standard::input()?))))?,
            Input::Text(text) => Pieces::here(text.clone(), reading)?,
            Input::File(path) if is_pipe(path) => {
                ahead(Source::Stream(Box::new(Raw::stream(Pipe::of(path)))))?
            }
            Input::File(path) => ahead(Source::of(File::open(path)?, map)?)?,
            Input::Part(of_file) => {
                before = of_file.before()?;
                part = Some(of_file.clone());
                ahead(Source::Plain(of_file.open(map)?))?
            }
        };
        let part_is_whole = part.as_ref().is_none_or(|part| !part.is_cut);
        Ok(InputLines {
            pieces,
            chunk: Arc::default(),
            at: 0,
            number: 0,
            part,
            at_start: before.header.is_none() && before.texts == 0,
            // A part may well be empty.
            is_empty: part_is_whole,
            wants_numbers: before.shown_by.is_none()
                && (!reading.against.is_empty() || !reading.keep.is_empty()),
            grouping: match before.shown_by {
                _ if reading.each_line => Grouping::Layouts(None),
                Some(_) => Grouping::Apart(None),
                None => Grouping::Undecided(before.texts, Vec::new()),
            },
            header: before.header,
            shown_by: before.shown_by,
        })
    }

    /// Returns the unused bytes of the chunk.
    pub fn unused(&self) -> &[u8] {
        self.chunk.bytes().get(self.at..).unwrap_or_default()
    }

    /// Returns the number of empty lines skipped, possibly many, and the range of the next line in the chunk,
    /// without its end.
    pub fn next(&mut self) -> io::Result<(u64, Option<Range<usize>>)> {
        let rest = self.unused();
        let blanks = rest.iter().position(|&byte| byte != b'\n').unwrap_or(rest.len());
        let (start, rest) = (self.at + blanks, rest.get(blanks..).unwrap_or_default());
        if rest.is_empty() {
            (self.at, self.number) = (start, self.number + blanks as u64);
            return Ok((blanks as u64, None));
        }
        let (line, whole) = match memchr::memchr(b'\n', rest) {
            Some(end) => (end, end + 1),
            None => (rest.len(), rest.len()),
        };
        let is_first = self.number == 0 && blanks == 0 && self.part.as_ref().is_none_or(Part::is_first);
        let range = line_in(capped(rest, line), is_first);
        (self.at, self.number) = (start + whole, self.number + blanks as u64 + 1);
        Ok((blanks as u64, Some(start + range.start..start + range.end)))
    }

    /// Whether more is examined than the kind of the next line.
    pub fn looks_into_lines(&self) -> bool {
        self.at_start || self.wants_numbers || !matches!(self.grouping, Grouping::Apart(None))
    }
}
