//! Whole-line chunks → batches of data lines.

use super::columns::Places;
use super::content::{Content, Extent};
use super::cut::{Batch, Cut, LineText};
use super::grids::{GridText, LineFate};
use super::grouping::Grouping;
use super::input_lines::InputLines;
use super::kind::{LineKind, Short, kind_of, short_among_puzzles, title_of};
use super::line::MAX_INPUTS;
use super::puzzle::puzzle_of;
use super::reading::Reading;
use super::skipped::Skipped;
use super::source::{Input, InputError};
use super::stream::{Chunk, Next, Piece};
use std::io;
use std::{sync::Arc, time::Duration};

/// An input that was read to its end and has no puzzle, and the lines skipped in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty {
    /// Number of the input, from 0.
    pub file: u16,
    /// Lines skipped.
    pub skipped: Skipped,
}

/// Batches of several inputs, in order.
pub struct Batches {
    inputs: Vec<Input>,
    reading: Reading,
    current: Option<InputLines>,
    places: Arc<Places>,
    file: usize,
    wanted: SkipTake,
    /// Lines skipped so far.
    pub skipped: Skipped,
    /// Lines skipped before the current input was opened.
    skipped_before: Skipped,
    /// Inputs without puzzles.
    pub empty: Vec<Empty>,
    /// Input and line number of the first header skipped.
    pub header: Option<(u16, u64)>,
    /// Length and hash of the bytes taken from maps of each input.
    taken: Vec<Content>,
    /// Extent read of each input after those bytes.
    read: Vec<Extent>,
    /// Error to be returned after the last batch.
    failed: Option<InputError>,
}

/// Numbers of data lines still to be skipped and to be read.
struct SkipTake {
    skip: u64,
    take: u64,
}

impl SkipTake {
    /// Adds a data line to the cut, unless it is to be skipped.
    fn put(&mut self, cut: &mut Cut, places: &Arc<Places>, number: u64, line: LineText) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.take > 0 {
            if cut.lines.is_empty() {
                cut.places = places.clone();
            }
            cut.lines.push((number, line));
            self.take -= 1;
        }
    }

    fn put_grid(&mut self, cut: &mut Cut, places: &Arc<Places>, grid: GridText) {
        self.put(cut, places, grid.number, LineText::Grid(grid.text));
    }
}

impl Batches {
    /// Makes the batches of these inputs. A resumed run skips the lines already done: `reading.skip` includes
    /// them.
    pub fn new(inputs: Vec<Input>, reading: Reading) -> Batches {
        let failed = inputs.get(MAX_INPUTS).map(|input| InputError {
            name: input.name(),
            error: io::Error::other(format!("too many inputs: at most {MAX_INPUTS}")),
        });
        Batches {
            wanted: SkipTake { skip: reading.skip, take: reading.take.unwrap_or(u64::MAX) },
            taken: vec![Content::default(); inputs.len()],
            read: vec![Extent::default(); inputs.len()],
            inputs,
            reading,
            current: None,
            places: Arc::default(),
            file: 0,
            skipped: Skipped::default(),
            skipped_before: Skipped::default(),
            empty: Vec::new(),
            header: None,
            failed,
        }
    }

    /// Waits until a stream has data, for at most `time`.
    pub fn wait(&self, time: Duration) {
        if let Some(InputLines { pieces, .. }) = &self.current {
            pieces.wait(time);
        }
    }

    /// Returns the next batch, of at most `lines_wanted` lines. Lines that have arrived do not wait for the
    /// batch to fill up, and lines before an error are not lost.
    pub fn next_batch(&mut self, lines_wanted: usize) -> Result<Next<Batch>, InputError> {
        Ok(match self.next_cut(lines_wanted)? {
            Next::Ready(cut) => {
                let file = cut.file;
                let batch = cut.batch().map_err(|error| self.failure(file, error))?;
                self.took(&batch);
                Next::Ready(batch)
            }
            Next::Later => Next::Later,
            Next::End => Next::End,
        })
    }

    /// Returns the next batch, whose lines another thread may take ([`Cut::batch`]).
    pub(crate) fn next_cut(&mut self, lines_wanted: usize) -> Result<Next<Cut>, InputError> {
        let mut cut = Cut {
            file: self.file as u16,
            places: self.places.clone(),
            chunk: Arc::default(),
            stretch: 0..0,
            lines: Vec::new(),
            hashed: self.reading.hashed,
        };
        while self.wanted.take > 0 && cut.len() < lines_wanted && self.failed.is_none() {
            match self.read_lines(&mut cut, lines_wanted) {
                Ok(Next::Ready(())) => {}
                Ok(Next::Later) if cut.stands_for_nothing() => return Ok(Next::Later),
                Ok(Next::Later | Next::End) => break,
                Err(error) => self.failed = Some(self.failure(self.file as u16, error)),
            }
        }
        // If the check fails, neither the lines cut nor an error in them were in the file.
        cut.chunk.check(cut.stretch.end).map_err(|error| self.failure(cut.file, error))?;
        let nothing = cut.stands_for_nothing();
        match self.failed.take_if(|_| nothing) {
            Some(error) => Err(error),
            None => Ok(if nothing { Next::End } else { Next::Ready(cut) }),
        }
    }

    /// Records that a batch was taken, as were all before it: its hash continues theirs.
    pub(crate) fn took(&mut self, batch: &Batch) {
        if let Some(taken) = self.taken.get_mut(usize::from(batch.file)) {
            *taken = taken.followed_by(&batch.content);
        }
    }

    /// Returns the extent read of each input, once all batches that were begun are done, if it was
    /// [hashed](Reading::hashed).
    pub(crate) fn extents(&self) -> Vec<Extent> {
        let extent = |(taken, read): (&Content, &Extent)| Extent {
            content: taken.followed_by(&read.content),
            is_whole: read.is_whole,
        };
        self.taken.iter().zip(&self.read).map(extent).collect()
    }

    /// Adds the name of the input to an error.
    pub(crate) fn failure(&self, file: u16, error: io::Error) -> InputError {
        let name = self.inputs.get(usize::from(file)).map_or(String::new(), Input::name);
        InputError { name, error }
    }

    /// Reads lines into the cut, or the rest of an input at its end. A cut is of one chunk, and ends with it.
    fn read_lines(&mut self, cut: &mut Cut, lines_wanted: usize) -> io::Result<Next<()>> {
        if self.current.is_none() {
            let Some(input) = self.inputs.get(self.file) else { return Ok(Next::End) };
            let lines = self.current.insert(InputLines::open(input, &self.reading)?);
            self.places = self.reading.places(lines.header.as_deref())?;
            if let Some(line) = &lines.shown_by {
                self.places.check(line)?;
            }
        }
        if self.current.as_ref().is_some_and(|lines| lines.unused().is_empty()) {
            if !cut.stretch.is_empty() {
                return Ok(Next::End);
            }
            let next = self.next_piece(cut)?;
            if !matches!(next, Next::Ready(())) || self.current.is_none() {
                return Ok(next);
            }
        }
        if let (Some(lines), true) = (&self.current, cut.stretch.is_empty()) {
            cut.chunk = lines.chunk.clone();
            cut.stretch = lines.at..lines.at;
        }
        while cut.len() < lines_wanted && self.wanted.take > 0 && self.read_line(cut)? {}
        Ok(Next::Ready(()))
    }

    /// Moves on to the next chunk of the input. At its end moves on to the next input, and puts the rest of a
    /// grid into the cut.
    fn next_piece(&mut self, cut: &mut Cut) -> io::Result<Next<()>> {
        let Some(lines) = &mut self.current else { return Ok(Next::End) };
        let whole = match lines.pieces.next()? {
            None => return Ok(Next::Later),
            Some(Piece::End(whole)) => whole,
            Some(Piece::Chunk(chunk)) => {
                if let (Chunk::Read(_, so_far), Some(read)) = (&chunk, self.read.get_mut(self.file)) {
                    read.content = so_far.clone();
                }
                (lines.chunk, lines.at) = (Arc::new(chunk), 0);
                return Ok(Next::Ready(()));
            }
        };
        let was_clear = lines.grouping.is_clear();
        for grid in lines.grouping.finish() {
            if !was_clear {
                self.places.check(&grid.text)?;
            }
            lines.is_empty = false;
            self.wanted.put_grid(cut, &self.places, grid);
        }
        if lines.is_empty {
            let skipped = self.skipped.since(&self.skipped_before);
            self.empty.push(Empty { file: self.file as u16, skipped });
        }
        self.skipped_before = self.skipped;
        if let (Some(content), Some(read)) = (whole, self.read.get_mut(self.file)) {
            *read = Extent { content, is_whole: true };
        }
        self.current = None;
        self.file += 1;
        if !cut.lines.is_empty() {
            return Ok(Next::End);
        }
        cut.file = self.file as u16;
        Ok(Next::Ready(()))
    }

    /// Reads a line of the chunk into the cut; returns whether there was one.
    fn read_line(&mut self, cut: &mut Cut) -> io::Result<bool> {
        let Some(lines) = &mut self.current else { return Ok(false) };
        let (blanks, range) = lines.next()?;
        self.skipped.add(LineKind::Blank, blanks);
        cut.stretch.end = lines.at;
        if let (1.., Grouping::Grids(grids)) = (blanks, &mut lines.grouping)
            && let (Some(grid), _) = grids.take(b"", lines.number)
        {
            lines.is_empty = false;
            self.wanted.put_grid(cut, &self.places, grid);
        }
        let Some(range) = range else { return Ok(false) };
        let start = cut.stretch.start;
        let there = LineText::There(range.start - start..range.end - start);
        let line = lines.chunk.bytes().get(range).unwrap_or_default();
        if lines.looks_into_lines() {
            // Lines of a map may change while they are examined.
            let line = line.to_vec();
            self.look_into(cut, line, there)?;
            return Ok(true);
        }
        let number = lines.number;
        let short = short_among_puzzles(line);
        match (kind_of(line, false), short) {
            (LineKind::Data, None) => self.wanted.put(cut, &self.places, number, there),
            (LineKind::Data, Some(Short::Row)) => {
                lines.grouping = Grouping::Apart(Some(GridText { number, text: line.to_vec() }));
            }
            (LineKind::Data, Some(Short::Frame)) => self.skipped.add(LineKind::Frame, 1),
            (kind, _) => self.skipped.add(kind, 1),
        }
        Ok(true)
    }

    /// Reads a line that may show how lines are read, or that is read by what others showed. It stands
    /// `there`.
    // Not a part of the loop over lines, most of which are not looked into.
    #[inline(never)]
    fn look_into(&mut self, cut: &mut Cut, line: Vec<u8>, there: LineText) -> io::Result<()> {
        let Some(lines) = &mut self.current else { return Ok(()) };
        let kind = kind_of(&line, lines.at_start);
        lines.at_start &= !matches!(kind, LineKind::Header | LineKind::Data);
        if kind == LineKind::Data {
            self.decide(cut, &line)?;
            self.check_numbers(&line)?;
        }
        let Some(lines) = &mut self.current else { return Ok(()) };
        let number = lines.number;
        match &mut lines.grouping {
            Grouping::Grids(grids) => {
                let (broken, fate) = grids.take(&line, number);
                let whole = grids.is_whole().then(|| grids.finish()).flatten();
                for grid in broken.into_iter().chain(whole) {
                    self.put_grid(cut, grid);
                }
                match fate {
                    LineFate::Skipped(kind) => self.skipped.add(kind, 1),
                    LineFate::Puzzle => self.put(cut, number, there),
                    LineFate::Row => {}
                }
            }
            // The page in the browser has no boards.
            Grouping::Layouts(held) if kind == LineKind::Data && !cfg!(target_family = "wasm") => {
                let (grid, is_apart) = Grouping::with_layout(held, line, number, lines.part.as_ref())?;
                grid.into_iter().for_each(|grid| self.put_grid(cut, grid));
                if is_apart {
                    self.put(cut, number, there);
                }
            }
            Grouping::Undecided(_, held) if kind == LineKind::Data => {
                held.push(GridText { number, text: line });
            }
            Grouping::Apart(row) if kind == LineKind::Data => match short_among_puzzles(&line) {
                Some(Short::Row) if row.is_none() => *row = Some(GridText { number, text: line }),
                Some(Short::Frame) => self.skipped.add(LineKind::Frame, 1),
                _ => self.put(cut, number, there),
            },
            _ => {
                self.skipped.add(kind, 1);
                if kind == LineKind::Header {
                    // A line before the title of columns is the title of the list.
                    if let Grouping::Undecided(_, held) = &mut lines.grouping {
                        self.skipped.add(LineKind::Text, held.drain(..).len() as u64);
                    }
                    self.places = self.reading.places(Some(title_of(&line).unwrap_or(&line)))?;
                    self.header = self.header.or(Some((self.file as u16, number)));
                }
            }
        }
        Ok(())
    }

    /// Finds out whether a data line shows how lines are read, and adds the wrong lines before it to `cut`.
    fn decide(&mut self, cut: &mut Cut, line: &[u8]) -> io::Result<()> {
        let Some(lines) = &mut self.current else { return Ok(()) };
        let was_clear = lines.grouping.is_clear();
        let decided = lines.grouping.decide(line, lines.number, lines.part.as_ref())?;
        if !was_clear && lines.grouping.is_clear() {
            self.places.check(line)?;
        }
        self.skipped.add(LineKind::Text, decided.texts);
        decided.wrong.into_iter().for_each(|text| self.put_grid(cut, text));
        Ok(())
    }

    /// Looks for the numbers beside the first puzzle, if the data line belongs to that puzzle.
    fn check_numbers(&mut self, line: &[u8]) -> io::Result<()> {
        let Some(lines) = self.current.as_mut().filter(|lines| lines.wants_numbers) else { return Ok(()) };
        let is_grid = matches!(lines.grouping, Grouping::Grids(_));
        if is_grid || puzzle_of(line, &self.places).is_ok() {
            self.places.check_numbers(if is_grid { b"" } else { line })?;
            lines.wants_numbers = false;
        }
        Ok(())
    }

    fn put(&mut self, cut: &mut Cut, number: u64, text: LineText) {
        self.current.iter_mut().for_each(|lines| lines.is_empty = false);
        self.wanted.put(cut, &self.places, number, text);
    }

    fn put_grid(&mut self, cut: &mut Cut, grid: GridText) {
        self.put(cut, grid.number, LineText::Grid(grid.text));
    }
}

#[cfg(test)]
mod tests;
