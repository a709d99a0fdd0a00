//! Reads inputs ahead of their use: a thread sends chunks of whole lines through a bounded channel. Text in
//! memory is cut on demand, without a thread, since there is nothing to wait for.
//!
//! A plain file is mapped window by window where possible; the rest is read, like any other input. So a
//! window that the system refuses, a line longer than a window, and a file that became shorter need no
//! special treatment here.

use super::content::{Content, Hasher};
use super::line::MAX_LINE;
use super::packed::{has_rows, is_packed, text_of, text_of_file};
use super::raw::{Raw, Seen};
use super::reading::Reading;
use super::typed::Typed;
use super::window::{ALIGNED, Window};
use crate::threads;
use crossbeam::channel::{self, Receiver, Select, Sender, TryRecvError};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Bytes requested from the stream at a time.
const READ: usize = 1 << 17;
/// Bytes of a window.
const WINDOW: u64 = 1 << 19;
/// Maximum number of chunks waiting to be used.
const AHEAD: usize = 4;

/// Source of bytes.
pub(super) enum Source {
    /// A plain file, or a part of one.
    Plain(Plain),
    /// A file of rows of typed columns, which is read at several positions.
    Rows(File),
    /// Any other source; packed ones are unpacked.
    Stream(Box<Raw>),
}

impl Source {
    /// Makes the source of a file, or of something else with a file's name.
    pub fn of(mut file: File, map: bool) -> io::Result<Source> {
        let meta = file.metadata()?;
        if meta.is_file() && meta.len() > 0 {
            if !is_packed(&mut file)? {
                return Ok(Source::Plain(Plain::new(file, 0..meta.len(), map)));
            }
            file.rewind()?;
            let has_rows = has_rows(&mut file)?;
            file.rewind()?;
            if has_rows {
                return Ok(Source::Rows(file));
            }
        }
        Ok(Source::Stream(Box::new(Raw::file(file)?)))
    }
}

/// Piece of a source.
pub(super) enum Piece {
    /// Whole lines; only the very last may have no end.
    Chunk(Chunk),
    /// The end of the source. Length and hash of the bytes read, without mapped ones, if they are all there
    /// are.
    End(Option<Content>),
}

/// Consecutive lines.
pub(super) enum Chunk {
    /// Lines that were read; length and hash of all bytes read by then, as stored, without mapped ones.
    Read(Vec<u8>, Content),
    Mapped(Window, Range<usize>),
}

impl Default for Chunk {
    fn default() -> Chunk {
        Chunk::Read(Vec::new(), Content::default())
    }
}

impl Chunk {
    /// Returns the bytes, which may differ at the next read.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Chunk::Read(text, _) => text,
            Chunk::Mapped(window, range) => window.bytes().get(range.clone()).unwrap_or_default(),
        }
    }

    /// Returns the bytes in `range`, which no longer change. If `hashed`, also returns the length and hash of
    /// the bytes that had not been read before.
    pub fn take(&self, range: Range<usize>, hashed: bool) -> io::Result<(Cow<'_, [u8]>, Content)> {
        Ok(match self {
            Chunk::Read(text, _) => (text.get(range).unwrap_or_default().into(), Content::default()),
            Chunk::Mapped(window, Range { start, .. }) => {
                let bytes = window.copy(start + range.start..start + range.end)?;
                let mut hasher = Hasher::default();
                if hashed {
                    hasher.update(&bytes);
                }
                (bytes.into(), hasher.content())
            }
        })
    }

    /// Checks that bytes read up to `end` were in the input.
    pub fn check(&self, end: usize) -> io::Result<()> {
        match self {
            Chunk::Read(..) => Ok(()),
            Chunk::Mapped(window, range) => window.check(range.start + end),
        }
    }
}

/// Bytes of a plain file still to be read: whole lines.
pub(super) struct Plain {
    file: Arc<File>,
    left: Range<u64>,
    map: bool,
}

impl Plain {
    pub fn new(file: File, bytes: Range<u64>, map: bool) -> Plain {
        Plain { file: Arc::new(file), left: bytes, map }
    }

    /// Maps the next lines in a window; `None` if they cannot be mapped.
    fn next_window(&mut self) -> Option<Chunk> {
        if !self.map || self.left.is_empty() {
            return None;
        }
        let from = self.left.start / ALIGNED * ALIGNED;
        let to = self.left.end.min(from + WINDOW);
        let window = Window::open(&self.file, from..to).ok()?;
        let start = usize::try_from(self.left.start - from).ok()?;
        let end = match to == self.left.end {
            true => window.bytes().len(),
            false => memchr::memrchr(b'\n', window.bytes().get(start..)?)? + start + 1,
        };
        window.check(window.bytes().len()).ok()?;
        self.left.start = from + end as u64;
        Some(Chunk::Mapped(window, start..end))
    }

    /// Returns the rest, to be read.
    pub fn rest(self) -> io::Result<Raw> {
        (&*self.file).seek(SeekFrom::Start(self.left.start))?;
        Ok(Raw::part(self.file, self.left.end - self.left.start))
    }
}

/// Next item of a source that may have to be waited for.
pub enum Next<T> {
    /// The item.
    Ready(T),
    /// No item yet: a stream has not delivered it.
    Later,
    /// No more items.
    End,
}

/// The pieces of a source, in order, up to an error or the end.
pub(super) enum Pieces {
    /// Pieces made by a thread. It ends after sending an error or the end, or when the receiver is dropped; a
    /// receiver that gets neither has lost it.
    Ahead(Receiver<io::Result<Piece>>),
    /// Pieces made on demand.
    Here(Box<Stream>),
}

impl Pieces {
    /// Starts reading ahead from `source`.
    pub fn ahead(source: Source, reading: &Reading) -> io::Result<Pieces> {
        let (send, receive) = channel::bounded(AHEAD);
        let reading = reading.clone();
        threads::start(move || {
            if let Err(error) = send_all(source, &reading, &send) {
                let _ = send.send(Err(error));
            }
        })?;
        Ok(Pieces::Ahead(receive))
    }

    /// Makes pieces of text in memory, which may also be packed.
    pub fn here(text: Arc<[u8]>, reading: &Reading) -> io::Result<Pieces> {
        Ok(Pieces::Here(Box::new(Stream::unpacked(Raw::stream(Cursor::new(text)), reading)?)))
    }

    /// Returns the next piece, if it has arrived.
    pub fn next(&mut self) -> io::Result<Option<Piece>> {
        match self {
            Pieces::Here(stream) => stream.next().map(Some),
            Pieces::Ahead(pieces) => match pieces.try_recv() {
                Ok(piece) => piece.map(Some),
                Err(TryRecvError::Empty) => Ok(None),
                Err(TryRecvError::Disconnected) => {
                    Err(io::Error::other("the reading thread stopped unexpectedly"))
                }
            },
        }
    }

    /// Waits until a piece has arrived, for at most `time`.
    pub fn wait(&self, time: Duration) {
        if let Pieces::Ahead(pieces) = self {
            let mut select = Select::new();
            select.recv(pieces);
            let _ = select.ready_timeout(time);
        }
    }
}

/// Sends all pieces, as long as there is a receiver.
fn send_all(source: Source, reading: &Reading, send: &Sender<io::Result<Piece>>) -> io::Result<()> {
    let is_sent = |piece| send.send(Ok(piece)).is_ok();
    let mut stream = match source {
        Source::Plain(mut plain) => {
            while let Some(window) = plain.next_window() {
                if !is_sent(Piece::Chunk(window)) {
                    return Ok(());
                }
            }
            let rest = plain.rest()?;
            Stream::new(rest.seen(), Box::new(rest))
        }
        Source::Rows(file) => {
            let whole = Whole::of(file.try_clone()?)?;
            let rows = text_of_file(file, &Typed::Of(reading))?;
            Stream::new(whole.bytes.seen(), Box::new(rows.chain(whole)))
        }
        Source::Stream(raw) => Stream::unpacked(*raw, reading)?,
    };
    loop {
        let piece = stream.next()?;
        let is_last = matches!(piece, Piece::End(_));
        if !is_sent(piece) || is_last {
            return Ok(());
        }
    }
}

/// A text being read, and a record of the bytes read for it.
pub(super) struct Stream {
    seen: Seen,
    cutter: Cutter<Box<dyn Read + Send>>,
}

impl Stream {
    fn new(seen: Seen, stream: Box<dyn Read + Send>) -> Stream {
        Stream { seen, cutter: Cutter { stream, rest: Vec::new(), in_long_line: false } }
    }

    fn unpacked(raw: Raw, reading: &Reading) -> io::Result<Stream> {
        Ok(Stream::new(raw.seen(), text_of(raw, &Typed::Of(reading))?))
    }

    fn next(&mut self) -> io::Result<Piece> {
        Ok(match self.cutter.next()? {
            Some(text) => Piece::Chunk(Chunk::Read(text, self.seen.so_far())),
            None => Piece::End(self.seen.whole()),
        })
    }
}

/// A file after its rows: reading it yields no text, but completes the record of its bytes.
struct Whole {
    file: Arc<File>,
    bytes: Raw,
}

impl Whole {
    fn of(file: File) -> io::Result<Whole> {
        let (length, file) = (file.metadata()?.len(), Arc::new(file));
        Ok(Whole { bytes: Raw::part(file.clone(), length), file })
    }
}

impl Read for Whole {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        if self.bytes.seen().whole().is_none() {
            (&*self.file).rewind()?;
            io::copy(&mut self.bytes, &mut io::sink())?;
        }
        Ok(0)
    }
}

/// Cutter of a stream at line ends.
struct Cutter<R> {
    stream: R,
    /// Bytes read, but not yet followed by a line end.
    rest: Vec<u8>,
    /// Whether the line being read is longer than [`MAX_LINE`], so that the rest of the line is discarded.
    in_long_line: bool,
}

impl<R: Read> Cutter<R> {
    /// Returns the next chunk of whole lines; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let mut chunk = std::mem::take(&mut self.rest);
            let old = chunk.len();
            chunk.resize(old + READ, 0);
            let read = loop {
                match self.stream.read(chunk.get_mut(old..).unwrap_or_default()) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    other => break other?,
                }
            };
            chunk.truncate(old + read);
            if read == 0 {
                return Ok((!chunk.is_empty()).then_some(chunk));
            }
            if self.in_long_line {
                let new = chunk.get(old..).unwrap_or_default();
                let end = memchr::memchr(b'\n', new).map(|at| old + at);
                chunk.drain(old..end.unwrap_or(chunk.len()));
                self.in_long_line = end.is_none();
            }
            match memchr::memrchr(b'\n', &chunk) {
                Some(end) => {
                    self.rest = chunk.split_off(end + 1);
                    self.cap_rest();
                    return Ok(Some(chunk));
                }
                None => {
                    self.rest = chunk;
                    self.cap_rest();
                }
            }
        }
    }

    /// Limits the memory for a line without end.
    fn cap_rest(&mut self) {
        if self.rest.len() > MAX_LINE {
            self.rest.truncate(MAX_LINE);
            self.in_long_line = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(mut pieces: Pieces) -> Vec<u8> {
        let mut all = Vec::new();
        loop {
            match pieces.next().unwrap() {
                None => pieces.wait(Duration::from_secs(1)),
                Some(Piece::Chunk(chunk)) => {
                    assert!(chunk.bytes().len() <= READ + MAX_LINE);
                    all.extend(chunk.bytes());
                }
                Some(Piece::End(content)) => {
                    assert!(content.is_some());
                    return all;
                }
            }
        }
    }

    /// Returns the pieces of this text, from a stream and from memory.
    fn both(text: &[u8]) -> [Pieces; 2] {
        let (reading, stream) = (Reading::default(), Raw::stream(Cursor::new(text.to_vec())));
        let ahead = Pieces::ahead(Source::Stream(Box::new(stream)), &reading);
        [ahead.unwrap(), Pieces::here(text.into(), &reading).unwrap()]
    }

    #[test]
    fn every_line_arrives_whole_and_in_order() {
        let text: Vec<u8> =
            (0..100_000).flat_map(|k| format!("{k} {}\n", "x".repeat(k % 90)).into_bytes()).collect();
        for text in [&text, &text[..text.len() - 1], b""] {
            for pieces in both(text) {
                assert_eq!(cut(pieces), text);
            }
        }
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_is_whole() {
        let long = vec![b'z'; 10 * READ];
        let text = [b"first\n".as_slice(), &long, b"\nlast\n"].concat();
        for cut in both(&text).map(cut) {
            let lines: Vec<&[u8]> = cut.split(|&byte| byte == b'\n').collect();
            assert_eq!((lines[0], lines[2], lines.len()), (b"first".as_slice(), b"last".as_slice(), 4));
            assert_eq!(lines[1], vec![b'z'; MAX_LINE]);
        }
    }

    #[test]
    fn an_error_is_handed_over() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(ErrorKind::ConnectionReset.into())
            }
        }
        let source = Source::Stream(Box::new(Raw::stream(Broken)));
        let mut pieces = Pieces::ahead(source, &Reading::default()).unwrap();
        let first = loop {
            match pieces.next() {
                Ok(None) => pieces.wait(Duration::from_secs(1)),
                first => break first,
            }
        };
        assert!(first.is_err());
    }
}
