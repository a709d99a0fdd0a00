//! The second pass: copies lines as bytes, found by their numbers.

use super::error::DedupeError;
use crate::input::{Grids, Input, InputError, LineAt, MAX_LINE, is_grid_row, read_puzzle};
use crate::run::PipelineError;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Length in bytes of the longest line that may be a row of a grid.
const MAX_HELD: usize = 1 << 10;

/// Reader of lines in ascending order of their places.
pub(super) struct Copier<'a> {
    pub inputs: &'a [Input],
    pub names: &'a [String],
    pub interrupt: &'a AtomicBool,
    pub current: Option<OpenInput>,
    pub text: Vec<u8>,
}

pub(super) struct OpenInput {
    file: u16,
    reader: BufReader<File>,
    /// Number of the next line.
    next: u64,
}

impl Copier<'_> {
    /// Copies the line to `out`, whole and unchanged, adding a missing line end. If the line is the first of
    /// a grid of several lines, the puzzle is written as one line.
    pub fn copy(&mut self, at: LineAt, out: &mut dyn Write) -> Result<(), DedupeError> {
        self.go_to(at)?;
        // A possible row is held back; a long line is not a row.
        let mut goes_on = self.begin(at.file, MAX_HELD)?;
        if !goes_on && is_grid_row(&self.text) {
            self.read_grid(at)?;
        }
        out.write_all(&self.text).map_err(DedupeError::Output)?;
        while goes_on {
            goes_on = self.part(at.file, MAX_LINE)?;
            out.write_all(&self.text).map_err(DedupeError::Output)?;
        }
        match self.text.ends_with(b"\n") {
            true => Ok(()),
            false => out.write_all(b"\n").map_err(DedupeError::Output),
        }
    }

    /// Returns the line at `at` without its line end: at most [`MAX_LINE`] bytes of a line, and a whole grid
    /// as one line.
    pub fn text(&mut self, at: LineAt, is_whole: bool) -> Result<&[u8], DedupeError> {
        self.go_to(at)?;
        self.line(at.file)?;
        if is_whole && is_grid_row(&self.text) {
            self.read_grid(at)?;
        }
        Ok(without_end(&self.text))
    }

    /// Reads the grid that begins with the line just read, and replaces `text` by its puzzle as a line.
    fn read_grid(&mut self, at: LineAt) -> Result<(), DedupeError> {
        let mut grids = Grids::default();
        grids.take(without_end(&self.text), at.line);
        while !grids.is_whole() {
            self.line(at.file)?;
            grids.take(without_end(&self.text), at.line);
        }
        let found = grids.finish().and_then(|grid| read_puzzle(&grid.text).ok());
        let found = found.ok_or_else(|| self.changed(at.file))?;
        self.text = format!("{}\n", found.puzzle).into_bytes();
        Ok(())
    }

    /// Skips the lines before this one.
    fn go_to(&mut self, at: LineAt) -> Result<(), DedupeError> {
        if self.current.as_ref().is_none_or(|current| current.file != at.file) {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(DedupeError::Interrupted);
            }
            let Some(Input::File(path)) = self.inputs.get(at.file as usize) else {
                return Err(self.changed(at.file));
            };
            let open = || {
                let mut reader = BufReader::with_capacity(1 << 17, File::open(path)?);
                // The parser skips a byte order mark too, at the start of a file only.
                if reader.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
                    reader.consume(3);
                }
                Ok(OpenInput { file: at.file, reader, next: 1 })
            };
            self.current = Some(open().map_err(|error| self.unreadable(at.file, error))?);
        }
        while let Some(current) = self.current.as_mut().filter(|current| current.next < at.line) {
            current.next += 1;
            match current.reader.skip_until(b'\n') {
                Ok(0) => return Err(self.changed(at.file)),
                Ok(_) => {}
                Err(error) => return Err(self.unreadable(at.file, error)),
            }
        }
        Ok(())
    }

    /// Reads the next line: its first [`MAX_LINE`] bytes and its end, if they suffice.
    fn line(&mut self, file: u16) -> Result<(), DedupeError> {
        if self.begin(file, MAX_LINE + 2)?
            && let Some(current) = &mut self.current
        {
            let skipped = current.reader.skip_until(b'\n');
            skipped.map_err(|error| self.unreadable(file, error))?;
        }
        Ok(())
    }

    /// Reads the next line, up to `most` bytes, and returns whether it goes on. Fails if the file has become
    /// shorter.
    fn begin(&mut self, file: u16, most: usize) -> Result<bool, DedupeError> {
        let goes_on = self.part(file, most)?;
        self.current.iter_mut().for_each(|current| current.next += 1);
        if self.text.is_empty() { Err(self.changed(file)) } else { Ok(goes_on) }
    }

    /// Reads more of the line, up to `most` bytes, and returns whether it goes on.
    fn part(&mut self, file: u16, most: usize) -> Result<bool, DedupeError> {
        self.text.clear();
        let Some(current) = &mut self.current else { return Err(self.changed(file)) };
        let read = current.reader.by_ref().take(most as u64).read_until(b'\n', &mut self.text);
        let read = read.map_err(|error| self.unreadable(file, error))?;
        Ok(read == most && !self.text.ends_with(b"\n"))
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

/// Strips the end of a line, and cuts it to [`MAX_LINE`] bytes.
fn without_end(line: &[u8]) -> &[u8] {
    let end = line.strip_suffix(b"\n").unwrap_or(line);
    let end = end.strip_suffix(b"\r").unwrap_or(end);
    &end[..end.len().min(MAX_LINE)]
}
