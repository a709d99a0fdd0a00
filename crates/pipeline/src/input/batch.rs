//! Whole-line chunks → batches of data lines.

use super::grids::{Grids, Taken};
use super::part::{Before, Part};
use super::raw::{Raw, Told};
use super::{Content, Input, InputError, MAX_LINE, Place, Reading, capped, stream, text_of};
use crossbeam::channel::{Receiver, Select, TryRecvError};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Some data lines of one input.
pub struct Batch {
    /// Which input, from 0.
    pub file: u16,
    /// Bytes of input it stands for, skipped lines before it included.
    pub bytes: u64,
    /// Where its lines have the numbers of [`Reading::against`].
    pub places: Arc<[Place]>,
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

    /// The lines with their numbers. The rows of a grid are one of them, with the number of the first.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        self.lines.iter().map(move |(number, range)| (*number, text(range)))
    }

    fn push(&mut self, number: u64, line: &[u8]) {
        let start = self.text.len();
        self.text.extend(capped(line, MAX_LINE));
        self.lines.push((number, start..self.text.len()));
    }
}

/// Lines passed over because they hold no data.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Skipped {
    /// `#` lines.
    pub comments: u64,
    /// Blank lines.
    pub blanks: u64,
    /// CSV headers.
    pub headers: u64,
}

impl Skipped {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.comments + self.blanks + self.headers
    }

    fn add(&mut self, kind: Kind) {
        match kind {
            Kind::Comment => self.comments += 1,
            Kind::Blank => self.blanks += 1,
            Kind::Header => self.headers += 1,
            Kind::Data => {}
        }
    }
}

/// The batches of some inputs, in order.
pub struct Batches {
    inputs: Vec<Input>,
    reading: Reading,
    current: Option<Lines>,
    places: Arc<[Place]>,
    file: usize,
    window: Window,
    /// What was skipped so far.
    pub skipped: Skipped,
    /// Input and line number of the first header that was skipped.
    pub header: Option<(u16, u64)>,
    /// Length and hash of each input that was read to its end.
    pub contents: Vec<Option<Content>>,
    /// Why there is nothing after the last batch.
    failed: Option<InputError>,
}

/// Data lines still to be passed over, and to be read.
struct Window {
    skip: u64,
    take: u64,
}

impl Window {
    /// Puts a data line into the batch, unless it is to be passed over.
    fn put(&mut self, batch: &mut Batch, places: &Arc<[Place]>, number: u64, line: &[u8]) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.take > 0 {
            if batch.is_empty() {
                batch.places = places.clone();
            }
            batch.push(number, line);
            self.take -= 1;
        }
    }
}

/// Input bytes of a batch after which it is handed over, however few lines it has: someone may want to stop.
const MANY_BYTES: u64 = 1 << 24;

/// The lines of one input.
struct Lines {
    chunks: Receiver<io::Result<Vec<u8>>>,
    told: Told,
    chunk: Chunk,
    number: u64,
    /// The part of a file that is read, if it is not a whole input.
    part: Option<Part>,
    /// The header, if it stands before the part.
    header: Option<Vec<u8>>,
    /// No data line has been seen: the next may be a header.
    at_start: bool,
    /// No data line has been seen but a header: the next shows whether there are grids.
    may_be_grids: bool,
    /// The grid being read, if the input is one of grids.
    grids: Option<Grids>,
}

/// What comes next of something that may have to be waited for.
pub enum Next<T> {
    /// This.
    Ready(T),
    /// Nothing yet: a stream has not delivered it.
    Later,
    /// Nothing any more.
    End,
}

/// Text and how much of it has been used.
struct Chunk {
    text: Vec<u8>,
    at: usize,
}

impl Lines {
    fn open(input: &Input) -> io::Result<Lines> {
        let (mut part, mut before) = (None, Before::default());
        let (told, chunks) = match input {
            Input::Stdin => {
                let stream = Raw::stream(io::stdin());
                (stream.told(), stream::chunks(|| text_of(stream)))
            }
            Input::File(path) => {
                let file = Raw::file(File::open(path)?)?;
                (file.told(), stream::chunks(|| text_of(file)))
            }
            Input::Part(of_file) => {
                before = of_file.before()?;
                part = Some(of_file.clone());
                let text = of_file.open()?;
                (text.told(), stream::chunks(|| Ok(Box::new(text))))
            }
        };
        Ok(Lines {
            chunks,
            told,
            chunk: Chunk { text: Vec::new(), at: 0 },
            number: 0,
            part,
            at_start: before.header.is_none() && !before.has_data,
            may_be_grids: !before.has_data,
            header: before.header,
            grids: None,
        })
    }

    /// Passes over the empty lines that come next, as many as have been read; there may be millions.
    fn pass_blanks(&mut self) -> u64 {
        let rest = self.chunk.text.get(self.chunk.at..).unwrap_or_default();
        let rest = capped(rest, MANY_BYTES as usize);
        let blanks = rest.iter().position(|&byte| byte != b'\n').unwrap_or(rest.len());
        self.chunk.at += blanks;
        self.number += blanks as u64;
        blanks as u64
    }

    /// The next line without its end, and its bytes with it.
    fn next(&mut self) -> io::Result<Next<(Range<usize>, usize)>> {
        while self.chunk.at == self.chunk.text.len() {
            match self.chunks.try_recv() {
                Err(TryRecvError::Empty) => return Ok(Next::Later),
                Err(TryRecvError::Disconnected) => return Ok(Next::End),
                Ok(chunk) => self.chunk = Chunk { text: chunk?, at: 0 },
            }
        }
        let start = self.chunk.at;
        let rest = self.chunk.text.get(start..).unwrap_or_default();
        let (line, whole) = match memchr::memchr(b'\n', rest) {
            Some(end) => (end, end + 1),
            None => (rest.len(), rest.len()),
        };
        let is_first = self.number == 0 && self.part.as_ref().is_none_or(Part::is_first);
        let range = line_in(capped(rest, line), is_first)?;
        self.chunk.at = start + whole;
        self.number += 1;
        Ok(Next::Ready((start + range.start..start + range.end, whole)))
    }
}

/// Which bytes of a line are looked at: not its end, nor the byte order mark of a file's first.
pub(super) fn line_in(line: &[u8], is_first: bool) -> io::Result<Range<usize>> {
    if is_first && (line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff")) {
        let why = "UTF-16 text: convert it to UTF-8 (for example with iconv -f UTF-16 -t UTF-8)";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    let start = if is_first && line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let line = capped(line.strip_suffix(b"\n").unwrap_or(line), MAX_LINE);
    Ok(start..line.strip_suffix(b"\r").unwrap_or(line).len())
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Data,
    Comment,
    Blank,
    Header,
}

pub(super) fn kind_of(line: &[u8], at_start: bool) -> Kind {
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => Kind::Blank,
        Some(b'#') => Kind::Comment,
        _ if at_start && is_header(line) => Kind::Header,
        _ => Kind::Data,
    }
}

/// Words that name a column of puzzles.
const PUZZLE_NAMES: [&str; 8] =
    ["puzzle", "quiz", "question", "grid", "sudoku", "clues", "givens", "problem"];

/// Whether a file's first data line is the header of a CSV table: column names, the first of which begins
/// with a letter. A single name must be one that people give to puzzles.
fn is_header(line: &[u8]) -> bool {
    let name_byte = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+.: \"/%()#".contains(byte);
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let names = text.split(',').count();
    text.trim_start_matches('"').starts_with(|c: char| c.is_ascii_alphabetic())
        && text.split(',').all(|name| name.len() <= 40 && name.as_bytes().iter().all(name_byte))
        && (names > 1 || PUZZLE_NAMES.iter().any(|name| text.contains(name)))
}

impl Batches {
    /// The batches of these inputs. A run that goes on where it stopped passes over the lines that are done:
    /// they are a part of `reading.skip`.
    pub fn new(inputs: Vec<Input>, reading: Reading) -> Batches {
        Batches {
            window: Window { skip: reading.skip, take: reading.take.unwrap_or(u64::MAX) },
            contents: vec![None; inputs.len()],
            inputs,
            reading,
            current: None,
            places: Arc::default(),
            file: 0,
            skipped: Skipped::default(),
            header: None,
            failed: None,
        }
    }

    /// Waits until a stream has something, `time` at most.
    pub fn wait(&self, time: Duration) {
        if let Some(Lines { chunks, .. }) = &self.current {
            let mut select = Select::new();
            select.recv(chunks);
            let _ = select.ready_timeout(time);
        }
    }

    /// The next batch, of so many lines at most. Lines that have arrived do not wait for it to be full; nor are those
    /// before a mistake lost.
    pub fn next_batch(&mut self, lines_wanted: usize) -> Result<Next<Batch>, InputError> {
        let (file, places) = (self.file as u16, self.places.clone());
        let mut batch = Batch { file, bytes: 0, places, text: vec![], lines: vec![] };
        while self.window.take > 0 && batch.len() < lines_wanted && batch.bytes < MANY_BYTES {
            if self.failed.is_some() {
                break;
            }
            match self.read_line(&mut batch) {
                Ok(Next::Ready(())) => {}
                Ok(Next::Later) if batch.is_empty() && batch.bytes == 0 => return Ok(Next::Later),
                Ok(Next::Later | Next::End) => break,
                Err(error) => {
                    let name = self.inputs.get(self.file).map_or(String::new(), Input::name);
                    self.failed = Some(InputError { name, error });
                }
            }
        }
        let nothing = batch.is_empty() && batch.bytes == 0;
        match self.failed.take_if(|_| nothing) {
            Some(error) => Err(error),
            None => Ok(if nothing { Next::End } else { Next::Ready(batch) }),
        }
    }

    /// Reads a line into the batch, or what is left of an input at its end. A batch is of one input: it ends with it.
    fn read_line(&mut self, batch: &mut Batch) -> io::Result<Next<()>> {
        let Some(input) = self.inputs.get(self.file) else { return Ok(Next::End) };
        let lines = match &mut self.current {
            Some(lines) => lines,
            None => {
                let lines = self.current.insert(Lines::open(input)?);
                self.places = self.reading.places(lines.header.as_deref())?;
                lines
            }
        };
        let mut put = |batch: &mut Batch, number, line: &[u8]| {
            self.window.put(batch, &self.places, number, line);
        };
        let blanks = lines.pass_blanks();
        self.skipped.blanks += blanks;
        batch.bytes += blanks;
        let (range, bytes) = match lines.next()? {
            Next::Ready(line) => line,
            Next::Later => return Ok(Next::Later),
            Next::End => {
                if let Some((number, text)) = lines.grids.as_mut().and_then(Grids::finish) {
                    put(batch, number, &text);
                }
                if let Some(content) = self.contents.get_mut(self.file) {
                    *content = lines.told.get().cloned();
                }
                self.current = None;
                self.file += 1;
                if batch.is_empty() {
                    batch.file = self.file as u16;
                    return Ok(Next::Ready(()));
                }
                return Ok(Next::End);
            }
        };
        batch.bytes += bytes as u64;
        let line = lines.chunk.text.get(range).unwrap_or_default();
        let kind = kind_of(line, lines.at_start);
        lines.at_start &= matches!(kind, Kind::Comment | Kind::Blank);
        if kind == Kind::Data && lines.may_be_grids {
            lines.may_be_grids = false;
            lines.part.as_ref().map_or(Ok(()), |part| part.may_begin(line))?;
            lines.grids = Grids::begin(line).then(Grids::default);
        }
        match &mut lines.grids {
            Some(grids) => {
                if let Some((number, text)) =
                    grids.breaks_off_at(line).then(|| grids.finish()).flatten()
                {
                    put(batch, number, &text);
                }
                match grids.take(line, lines.number) {
                    Taken::Skipped(kind) => self.skipped.add(kind),
                    Taken::Puzzle => put(batch, lines.number, line),
                    Taken::Row if grids.is_whole() => {
                        if let Some((number, text)) = grids.finish() {
                            put(batch, number, &text);
                        }
                    }
                    Taken::Row => {}
                }
            }
            None if kind == Kind::Data => put(batch, lines.number, line),
            None => {
                self.skipped.add(kind);
                if kind == Kind::Header {
                    self.places = self.reading.places(Some(line))?;
                    self.header = self.header.or(Some((self.file as u16, lines.number)));
                }
            }
        }
        Ok(Next::Ready(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_told_from_garbage() {
        for header in ["puzzle,W,gW,S+W,FPGXnoU", "quizzes,solutions", "Puzzle", "\"puzzle\",\"x\""]
        {
            assert!(is_header(header.as_bytes()), "{header}");
        }
        let mistyped = format!("x{},5", ".".repeat(79));
        let garbage = [&mistyped, "hello", "..3,4", &"x".repeat(81), "1,2,3", "a\u{1},b", ""];
        for line in garbage {
            assert!(!is_header(line.as_bytes()), "{line}");
        }
    }
}
