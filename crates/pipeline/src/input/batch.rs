//! Whole-line chunks → batches of data lines.

use super::columns::Places;
use super::content::{Content, Extent};
use super::grids::{GridText, Grids, LineFate};
use super::kind::{LineKind, Short, Shows, kind_of, short_among_puzzles, shown_by};
use super::line::{MAX_INPUTS, capped, line_in};
use super::part::{Before, Part};
use super::puzzle::puzzle_of;
use super::raw::{Pipe, Raw};
use super::reading::Reading;
use super::skipped::Skipped;
use super::source::{Input, InputError};
use super::stream::{Chunk, Next, Piece, Pieces, Source};
use crate::files::is_pipe;
use crate::standard;
use std::io;
use std::{borrow::Cow, fs::File, ops::Range, sync::Arc, time::Duration};
use sudoscope_engine::grid::{LineError, LineErrorKind, read_puzzle};

/// Some data lines of one input.
pub struct Batch {
    /// Which input, from 0.
    pub file: u16,
    /// Bytes of input it stands for, skipped lines before it included.
    pub bytes: u64,
    /// Where things stand in its lines.
    pub places: Arc<Places>,
    /// Length and hash of what nobody had read before.
    content: Content,
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
    places: Arc<Places>,
    /// A cut ends with its chunk.
    chunk: Arc<Chunk>,
    /// What it stands for, of the chunk.
    stretch: Range<usize>,
    lines: Vec<(u64, LineText)>,
    /// Whether what is taken is hashed.
    hashed: bool,
}

enum LineText {
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

    fn stands_for_nothing(&self) -> bool {
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

/// An input that was read to its end and has no puzzle, and what it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty {
    /// Which input.
    pub file: u16,
    /// What was passed over.
    pub skipped: Skipped,
}

/// The batches of some inputs, in order.
pub struct Batches {
    inputs: Vec<Input>,
    reading: Reading,
    current: Option<InputLines>,
    places: Arc<Places>,
    file: usize,
    wanted: SkipTake,
    /// What was skipped so far.
    pub skipped: Skipped,
    /// As above when the input was opened.
    skipped_before: Skipped,
    /// The inputs without puzzles.
    pub empty: Vec<Empty>,
    /// Input and line number of the first header that was skipped.
    pub header: Option<(u16, u64)>,
    /// Length and hash of what was taken of each input out of maps.
    taken: Vec<Content>,
    /// What was read of each behind that.
    read: Vec<Extent>,
    /// Why there is nothing after the last batch.
    failed: Option<InputError>,
}

/// Data lines still to be passed over, and to be read.
struct SkipTake {
    skip: u64,
    take: u64,
}

impl SkipTake {
    /// Puts a data line into the cut, unless it is to be passed over.
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
}

struct InputLines {
    pieces: Pieces,
    chunk: Arc<Chunk>,
    /// How much of the chunk has been used.
    at: usize,
    /// How many lines were.
    number: u64,
    /// The part of a file that is read, if it is not a whole input.
    part: Option<Part>,
    /// The header, if it stands before the part.
    header: Option<Vec<u8>>,
    /// The line before the part that showed how lines are read.
    shown_by: Option<Vec<u8>>,
    /// No data line has been seen: the next may be a header.
    at_start: bool,
    form: Form,
}

/// What the first data lines of an input show.
struct Form {
    /// It had no data line so far.
    is_empty: bool,
    /// The numbers beside the first puzzle are to be looked for.
    wants_numbers: bool,
    lines: Lines,
}

/// How lines are read.
enum Lines {
    /// So far they show nothing: text before grids, or wrong lines. These many were in parts before, and
    /// these are here.
    Undecided(usize, Vec<GridText>),
    /// Each by itself. A row may be the first of a grid: the next line shows it.
    Apart(Option<GridText>),
    /// Those of grids together.
    Grids(Grids),
}

impl Lines {
    /// Whether a line has shown how they are read.
    fn are_clear(&self) -> bool {
        !matches!(self, Lines::Undecided(..))
    }

    /// What may be decided by this data line; with it comes what was wrong, or how many lines were text.
    fn decide(&mut self, line: &[u8], number: u64, part: Option<&Part>) -> io::Result<(Vec<GridText>, u64)> {
        let mut decided = (Vec::new(), 0);
        let shows = match self {
            Lines::Undecided(before, held) => shown_by(line, *before + held.len()),
            Lines::Apart(row @ Some(_)) => match short_among_puzzles(line) {
                Some(Short::Row) => Shows::Grids,
                Some(Short::Frame) => Shows::Nothing,
                None => {
                    decided.0 = row.take().into_iter().collect();
                    Shows::Nothing
                }
            },
            _ => Shows::Nothing,
        };
        match (shows, &mut *self) {
            (Shows::Nothing, _) => {}
            (Shows::Grids, lines) => {
                part.map_or(Ok(()), Part::may_have_grids)?;
                *lines = Lines::Grids(match lines {
                    Lines::Undecided(_, held) => {
                        let grids = Grids::from_texts(held, number);
                        decided.1 = held.len() as u64;
                        grids
                    }
                    Lines::Apart(Some(row)) => Grids::from_row(row),
                    _ => Grids::default(),
                });
            }
            (Shows::Lines, lines) => {
                decided.0 = lines.finish();
                *lines = Lines::Apart(None);
            }
        }
        Ok(decided)
    }

    /// What is left at the end of the input.
    fn finish(&mut self) -> Vec<GridText> {
        match self {
            Lines::Undecided(_, held) => {
                let held = std::mem::take(held);
                // The rows of another size are one grid.
                let rows: Vec<&[u8]> = held.iter().map(|line| line.text.as_slice()).collect();
                let text = rows.join(&b'\n');
                match (held.first(), read_puzzle(&text)) {
                    (Some(&GridText { number, .. }), Err(LineError { kind: LineErrorKind::Size(_), .. })) => {
                        vec![GridText { number, text }]
                    }
                    _ => held,
                }
            }
            Lines::Apart(row) => row.take().into_iter().collect(),
            Lines::Grids(grids) => grids.finish().into_iter().collect(),
        }
    }
}

impl InputLines {
    fn open(input: &Input, reading: &Reading) -> io::Result<InputLines> {
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
            form: Form {
                // A part may be.
                is_empty: part_is_whole,
                wants_numbers: before.shown_by.is_none() && !reading.against.is_empty(),
                lines: match before.shown_by {
                    Some(_) => Lines::Apart(None),
                    None => Lines::Undecided(before.texts, Vec::new()),
                },
            },
            header: before.header,
            shown_by: before.shown_by,
        })
    }

    /// What of the chunk has not been used.
    fn unused(&self) -> &[u8] {
        self.chunk.bytes().get(self.at..).unwrap_or_default()
    }

    /// Where the next line of the chunk stands in it, without its end; and how many empty ones were passed
    /// over before it: there may be many.
    fn next(&mut self) -> io::Result<(u64, Option<Range<usize>>)> {
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

    /// Whether more is looked at than what kind of line the next is.
    fn looks_into_lines(&self) -> bool {
        self.at_start || self.form.wants_numbers || !matches!(self.form.lines, Lines::Apart(None))
    }
}

impl Batches {
    /// The batches of these inputs. A run that goes on where it stopped passes over the lines that are done:
    /// they are a part of `reading.skip`.
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

    /// Waits until a stream has something, `time` at most.
    pub fn wait(&self, time: Duration) {
        if let Some(InputLines { pieces, .. }) = &self.current {
            pieces.wait(time);
        }
    }

    /// The next batch, of at most `lines_wanted` lines. Lines that have arrived do not wait for it to be
    /// full; nor are those before a mistake lost.
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

    /// The next batch, to be taken by somebody else ([`Cut::batch`]).
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
        // What was cut did not stand in the file; nor did what was found wrong about it.
        cut.chunk.check(cut.stretch.end).map_err(|error| self.failure(cut.file, error))?;
        let nothing = cut.stands_for_nothing();
        match self.failed.take_if(|_| nothing) {
            Some(error) => Err(error),
            None => Ok(if nothing { Next::End } else { Next::Ready(cut) }),
        }
    }

    /// A batch was taken, and all before it were; so its hash is that of what follows them.
    pub(crate) fn took(&mut self, batch: &Batch) {
        if let Some(taken) = self.taken.get_mut(usize::from(batch.file)) {
            *taken = taken.followed_by(&batch.content);
        }
    }

    /// What was read of each input, once all batches that were begun are done, if it was
    /// [hashed](Reading::hashed).
    pub(crate) fn extents(&self) -> Vec<Extent> {
        let extent = |(taken, read): (&Content, &Extent)| Extent {
            content: taken.followed_by(&read.content),
            is_whole: read.is_whole,
        };
        self.taken.iter().zip(&self.read).map(extent).collect()
    }

    /// What is wrong with an input.
    pub(crate) fn failure(&self, file: u16, error: io::Error) -> InputError {
        let name = self.inputs.get(usize::from(file)).map_or(String::new(), Input::name);
        InputError { name, error }
    }

    /// Reads lines into the cut, or what is left of an input at its end. A cut is of one chunk: it ends with
    /// it.
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

    /// The next chunk of the input. At its end the next input, and what is left of a grid.
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
        let was_clear = lines.form.lines.are_clear();
        for GridText { number, text } in lines.form.lines.finish() {
            if !was_clear {
                self.places.check(&text)?;
            }
            lines.form.is_empty = false;
            self.wanted.put(cut, &self.places, number, LineText::Grid(text));
        }
        if lines.form.is_empty {
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

    /// Reads a line of the chunk into the cut, if there is one.
    fn read_line(&mut self, cut: &mut Cut) -> io::Result<bool> {
        let Some(lines) = &mut self.current else { return Ok(false) };
        let (blanks, range) = lines.next()?;
        self.skipped.add(LineKind::Blank, blanks);
        cut.stretch.end = lines.at;
        if let (1.., Lines::Grids(grids)) = (blanks, &mut lines.form.lines)
            && let (Some(GridText { number, text }), _) = grids.take(b"", lines.number)
        {
            lines.form.is_empty = false;
            self.wanted.put(cut, &self.places, number, LineText::Grid(text));
        }
        let Some(range) = range else { return Ok(false) };
        let start = cut.stretch.start;
        let there = LineText::There(range.start - start..range.end - start);
        // Lines of a map may change while they are looked into.
        let mut line = Cow::from(lines.chunk.bytes().get(range).unwrap_or_default());
        let short = short_among_puzzles(&line);
        if lines.looks_into_lines() {
            line = line.into_owned().into();
        }
        let kind = kind_of(&line, lines.at_start);
        lines.at_start &= !matches!(kind, LineKind::Header | LineKind::Data);
        let number = lines.number;
        if matches!((kind, short), (LineKind::Data, None)) && !lines.looks_into_lines() {
            self.wanted.put(cut, &self.places, number, there);
            return Ok(true);
        }
        if kind == LineKind::Data {
            let was_clear = lines.form.lines.are_clear();
            let (wrong, texts) = lines.form.lines.decide(&line, number, lines.part.as_ref())?;
            if !was_clear && lines.form.lines.are_clear() {
                self.places.check(&line)?;
            }
            self.skipped.add(LineKind::Text, texts);
            for GridText { number, text } in wrong {
                lines.form.is_empty = false;
                self.wanted.put(cut, &self.places, number, LineText::Grid(text));
            }
        }
        let is_grid = matches!(lines.form.lines, Lines::Grids(_));
        if lines.form.wants_numbers
            && kind == LineKind::Data
            && (is_grid || puzzle_of(&line, &self.places).is_ok())
        {
            self.places.check_numbers(if is_grid { b"" } else { &line })?;
            lines.form.wants_numbers = false;
        }
        let mut put = |number, text| {
            lines.form.is_empty = false;
            self.wanted.put(cut, &self.places, number, text);
        };
        match &mut lines.form.lines {
            Lines::Grids(grids) => {
                let (broken, fate) = grids.take(&line, number);
                if let Some(GridText { number, text }) = broken {
                    put(number, LineText::Grid(text));
                }
                match fate {
                    LineFate::Skipped(kind) => self.skipped.add(kind, 1),
                    LineFate::Puzzle => put(number, there),
                    LineFate::Row => {
                        if let Some(GridText { number, text }) =
                            grids.is_whole().then(|| grids.finish()).flatten()
                        {
                            put(number, LineText::Grid(text));
                        }
                    }
                }
            }
            Lines::Undecided(_, held) if kind == LineKind::Data => {
                held.push(GridText { number, text: line.into_owned() })
            }
            Lines::Apart(row) if kind == LineKind::Data => match short {
                Some(Short::Row) if row.is_none() => {
                    *row = Some(GridText { number, text: line.into_owned() })
                }
                Some(Short::Frame) => self.skipped.add(LineKind::Frame, 1),
                _ => put(number, there),
            },
            _ => {
                self.skipped.add(kind, 1);
                if kind == LineKind::Header {
                    self.places = self.reading.places(Some(&line))?;
                    self.header = self.header.or(Some((self.file as u16, number)));
                }
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
