//! Whole-line chunks → batches of data lines.

use super::raw::{Raw, Told};
use super::{Content, Input, InputError, MAX_LINE, Place, Reading, stream};
use crossbeam_channel::{Receiver, Select, TryRecvError};
use std::fs::File;
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

    /// The lines with their numbers.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.lines.iter().map(|(number, range)| (*number, &self.text[range.clone()]))
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
}

/// The batches of some inputs, in order.
pub struct Batches {
    inputs: Vec<Input>,
    reading: Reading,
    current: Option<Lines>,
    places: Arc<[Place]>,
    file: usize,
    /// Data lines still to be passed over, and to be read.
    skip: u64,
    take: u64,
    /// What was skipped so far.
    pub skipped: Skipped,
    /// Input and line number of the first header that was skipped.
    pub header: Option<(u16, u64)>,
    /// Length and hash of each input that was read to its end.
    pub contents: Vec<Option<Content>>,
}

/// The lines of one input.
struct Lines {
    chunks: Receiver<std::io::Result<Vec<u8>>>,
    told: Told,
    chunk: Chunk,
    number: u64,
    /// No data line has been seen: the next may be a header.
    at_start: bool,
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
    fn open(input: &Input) -> std::io::Result<Lines> {
        let (told, chunks) = match input {
            Input::Stdin => {
                let stream = Raw::stream(std::io::stdin());
                (stream.told(), stream::chunks(stream))
            }
            Input::File(path) => {
                let file = Raw::file(File::open(path)?)?;
                (file.told(), stream::chunks(file))
            }
        };
        let chunk = Chunk { text: Vec::new(), at: 0 };
        Ok(Lines { chunks, told, chunk, number: 0, at_start: true })
    }

    /// The next line without its end, and its bytes with it.
    fn next(&mut self) -> std::io::Result<Next<(Range<usize>, usize)>> {
        while self.chunk.at == self.chunk.text.len() {
            match self.chunks.try_recv() {
                Err(TryRecvError::Empty) => return Ok(Next::Later),
                Err(TryRecvError::Disconnected) => return Ok(Next::End),
                Ok(chunk) => self.chunk = Chunk { text: chunk?, at: 0 },
            }
        }
        let start = self.chunk.at;
        let rest = &self.chunk.text[start..];
        let (line, whole) = match memchr::memchr(b'\n', rest) {
            Some(end) => (end, end + 1),
            None => (rest.len(), rest.len()),
        };
        let mut range = start..start + line;
        if self.number == 0 && (rest.starts_with(b"\xff\xfe") || rest.starts_with(b"\xfe\xff")) {
            let why =
                "UTF-16 text: convert it to UTF-8 (for example with iconv -f UTF-16 -t UTF-8)";
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, why));
        }
        if self.number == 0 && rest.starts_with(b"\xef\xbb\xbf") {
            range.start += 3;
        }
        if self.chunk.text[range.clone()].ends_with(b"\r") {
            range.end -= 1;
        }
        self.chunk.at = start + whole;
        self.number += 1;
        Ok(Next::Ready((range, whole)))
    }
}

/// What a line is.
enum Kind {
    Data,
    Comment,
    Blank,
    Header,
}

fn kind_of(line: &[u8], at_start: bool) -> Kind {
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
            skip: reading.skip,
            take: reading.take.unwrap_or(u64::MAX),
            contents: vec![None; inputs.len()],
            inputs,
            reading,
            current: None,
            places: Arc::default(),
            file: 0,
            skipped: Skipped::default(),
            header: None,
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

    /// The next batch, of so many lines at most. Lines that have arrived do not wait for it to be full.
    pub fn next_batch(&mut self, lines_wanted: usize) -> Result<Next<Batch>, InputError> {
        let (file, places) = (self.file as u16, self.places.clone());
        let mut batch = Batch { file, bytes: 0, places, text: vec![], lines: vec![] };
        while self.take > 0 && batch.len() < lines_wanted {
            let Some(input) = self.inputs.get(self.file) else { break };
            let failed = |error| InputError { name: input.name(), error };
            let lines = match &mut self.current {
                Some(lines) => lines,
                None => {
                    self.places = self.reading.places(None).map_err(failed)?;
                    self.current.insert(Lines::open(input).map_err(failed)?)
                }
            };
            let (range, bytes) = match lines.next().map_err(failed)? {
                Next::Ready(line) => line,
                Next::Later if batch.is_empty() => return Ok(Next::Later),
                Next::Later => break,
                Next::End => {
                    self.contents[self.file] = lines.told.get().cloned();
                    self.current = None;
                    self.file += 1;
                    if batch.is_empty() {
                        batch.file = self.file as u16;
                        continue;
                    }
                    break;
                }
            };
            batch.bytes += bytes as u64;
            let line = &lines.chunk.text[range];
            match kind_of(line, lines.at_start) {
                Kind::Comment => self.skipped.comments += 1,
                Kind::Blank => self.skipped.blanks += 1,
                Kind::Header => {
                    self.skipped.headers += 1;
                    self.places = self.reading.places(Some(line)).map_err(failed)?;
                    self.header = self.header.or(Some((self.file as u16, lines.number)));
                }
                Kind::Data if self.skip > 0 => self.skip -= 1,
                Kind::Data => {
                    if batch.is_empty() {
                        batch.places = self.places.clone();
                    }
                    let start = batch.text.len();
                    batch.text.extend(&line[..line.len().min(MAX_LINE)]);
                    batch.lines.push((lines.number, start..batch.text.len()));
                    self.take -= 1;
                }
            }
            lines.at_start &= matches!(kind_of(line, false), Kind::Comment | Kind::Blank);
        }
        let nothing = batch.is_empty() && batch.bytes == 0;
        Ok(if nothing { Next::End } else { Next::Ready(batch) })
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
