//! The second reading: lines as bytes, found by their numbers.

use super::DedupeError;
use crate::input::{Grids, Input, InputError, LineAt, MAX_LINE};
use crate::run::PipelineError;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope_engine::grid::read_puzzle;

/// A line of so many bytes at most may be a row of a grid.
const MAX_HELD: usize = 1 << 10;

/// Reads lines in ascending order of their places.
pub(super) struct Copier<'a> {
    inputs: &'a [Input],
    names: &'a [String],
    interrupt: &'a AtomicBool,
    current: Option<(u16, BufReader<File>)>,
    /// The number of the line that comes next.
    next: u64,
    text: Vec<u8>,
}

impl<'a> Copier<'a> {
    pub fn new(inputs: &'a [Input], names: &'a [String], interrupt: &'a AtomicBool) -> Self {
        Copier { inputs, names, interrupt, current: None, next: 1, text: Vec::new() }
    }

    /// Writes the line to `out`, whole and as it is but for an end where it has none. Of a grid of several lines, whose
    /// first this is, the puzzle is written as one line.
    pub fn copy(&mut self, at: LineAt, out: &mut dyn Write) -> Result<(), DedupeError> {
        self.go_to(at)?;
        // A line that may be a row is held back; a long one is none.
        let mut held = std::mem::take(&mut self.text);
        held.clear();
        let (mut is_long, mut written) = (false, Ok(()));
        let ended = self.line(at.file, |part| {
            if !is_long && held.len() + part.len() <= MAX_HELD {
                held.extend(part);
                return;
            }
            if !is_long {
                written = out.write_all(&held);
                is_long = true;
            }
            if written.is_ok() {
                written = out.write_all(part);
            }
        })?;
        if !is_long {
            if Grids::has_row(&held) {
                held = self.grid(at, &held)?;
            }
            written = out.write_all(&held);
        }
        self.text = held;
        if !ended {
            written = written.and_then(|()| out.write_all(b"\n"));
        }
        written.map_err(DedupeError::Output)
    }

    /// The line without its end; a very long one as far as anything looks at it, and a grid as one line.
    pub fn text(&mut self, at: LineAt) -> Result<&[u8], DedupeError> {
        self.go_to(at)?;
        let mut text = self.bounded_line(at.file)?;
        if Grids::has_row(&text) {
            text = self.grid(at, &text)?;
        }
        self.text = text;
        Ok(without_end(&self.text, MAX_LINE))
    }

    /// The next line up to where nothing looks any more.
    fn bounded_line(&mut self, file: u16) -> Result<Vec<u8>, DedupeError> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        self.line(file, |part| {
            let room = (MAX_LINE + 2).saturating_sub(text.len());
            text.extend(&part[..part.len().min(room)]);
        })?;
        Ok(text)
    }

    /// The puzzle of the grid that begins with the line just read, as a line.
    fn grid(&mut self, at: LineAt, first: &[u8]) -> Result<Vec<u8>, DedupeError> {
        let mut grids = Grids::default();
        grids.take(without_end(first, MAX_LINE), at.line);
        while !grids.is_whole() {
            let line = self.bounded_line(at.file)?;
            grids.take(without_end(&line, MAX_LINE), self.next);
        }
        let found = grids.finish().and_then(|(_, text)| read_puzzle(&text).ok());
        let found = found.ok_or_else(|| self.changed(at.file))?;
        Ok(format!("{}\n", found.puzzle).into_bytes())
    }

    /// Passes over the lines before this one.
    fn go_to(&mut self, at: LineAt) -> Result<(), DedupeError> {
        if self.current.as_ref().is_none_or(|(file, _)| *file != at.file) {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(DedupeError::Interrupted);
            }
            let Some(Input::File(path)) = self.inputs.get(at.file as usize) else {
                return Err(self.changed(at.file));
            };
            let open = || {
                let mut file = BufReader::with_capacity(1 << 17, File::open(path)?);
                // The parser passes over a byte order mark too, at the start of a file only.
                if file.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
                    file.consume(3);
                }
                Ok(file)
            };
            let file = open().map_err(|error| self.unreadable(at.file, error))?;
            self.current = Some((at.file, file));
            self.next = 1;
        }
        while self.next < at.line {
            self.line(at.file, |_| {})?;
        }
        Ok(())
    }

    /// Reads one line, in parts. Whether it has an end.
    fn line(&mut self, file: u16, mut part: impl FnMut(&[u8])) -> Result<bool, DedupeError> {
        let mut begun = false;
        loop {
            let Some((_, reader)) = &mut self.current else { return Err(self.changed(file)) };
            let bytes = match reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.unreadable(file, error)),
            };
            if bytes.is_empty() {
                // A file that has become shorter has no such line.
                self.next += 1;
                return if begun { Ok(false) } else { Err(self.changed(file)) };
            }
            let end = memchr::memchr(b'\n', bytes);
            let length = end.map_or(bytes.len(), |end| end + 1);
            part(&bytes[..length]);
            reader.consume(length);
            begun = true;
            if end.is_some() {
                self.next += 1;
                return Ok(true);
            }
        }
    }

    fn name(&self, file: u16) -> String {
        self.names.get(file as usize).cloned().unwrap_or_default()
    }

    fn changed(&self, file: u16) -> DedupeError {
        DedupeError::Changed(self.name(file))
    }

    fn unreadable(&self, file: u16, error: io::Error) -> DedupeError {
        PipelineError::Input(InputError { name: self.name(file), error }).into()
    }
}

/// A line without its end, up to this length.
fn without_end(line: &[u8], length: usize) -> &[u8] {
    let end = line.strip_suffix(b"\n").unwrap_or(line);
    let end = end.strip_suffix(b"\r").unwrap_or(end);
    &end[..end.len().min(length)]
}
