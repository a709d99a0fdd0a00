//! Bytes of an input as stored, and a record of those read.

use super::content::{Content, Hasher};
use super::line::capped;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Record of the bytes read of an input, for users other than its reader.
#[derive(Clone, Default)]
pub(super) struct Seen(Arc<Mutex<SoFar>>);

#[derive(Default)]
struct SoFar {
    hasher: Hasher,
    at_end: bool,
}

impl Seen {
    /// Returns length and hash of all bytes read.
    pub fn so_far(&self) -> Content {
        self.with(|so_far| so_far.hasher.content())
    }

    /// Returns length and hash of all bytes read, if they are the whole input.
    pub fn whole(&self) -> Option<Content> {
        self.with(|so_far| so_far.at_end.then(|| so_far.hasher.content()))
    }

    fn with<T>(&self, look: impl FnOnce(&mut SoFar) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// An input being read.
pub(super) struct Raw {
    stream: Box<dyn Read + Send>,
    /// Bytes still to come, if their number is known: bytes appended to a file meanwhile are ignored, and an
    /// earlier end is an error.
    left: Option<u64>,
    seen: Seen,
}

/// A named pipe. The reading thread opens it at the first read, since opening waits for a writer.
pub(super) struct Pipe {
    path: PathBuf,
    open: Option<File>,
}

impl Pipe {
    pub fn of(path: &Path) -> Pipe {
        Pipe { path: path.to_path_buf(), open: None }
    }
}

impl Read for Pipe {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.open {
            Some(file) => file,
            none => none.insert(File::open(&self.path)?),
        };
        file.read(bytes)
    }
}

impl Raw {
    /// Makes an input of a stream of any length.
    pub fn stream(stream: impl Read + Send + 'static) -> Raw {
        Raw { stream: Box::new(stream), left: None, seen: Seen::default() }
    }

    /// Makes an input of a file, a pipe or a device. A file that the system generates on reading has length
    /// 0.
    pub fn file(file: File) -> io::Result<Raw> {
        let meta = file.metadata()?;
        let left = (meta.is_file() && meta.len() > 0).then_some(meta.len());
        Ok(Raw { left, ..Raw::stream(file) })
    }

    /// Makes an input of the next `bytes` bytes of a file.
    pub fn part(file: Arc<File>, bytes: u64) -> Raw {
        Raw { left: Some(bytes), ..Raw::stream(file) }
    }

    /// Returns the record of the bytes read.
    pub fn seen(&self) -> Seen {
        self.seen.clone()
    }

    fn at_end(&self) -> io::Result<()> {
        if self.left.is_some_and(|left| left > 0) {
            return Err(became_shorter());
        }
        self.seen.with(|so_far| so_far.at_end = true);
        Ok(())
    }
}

/// Returns the error for a file that became shorter.
pub(super) fn became_shorter() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the file became shorter while it was read")
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.and_then(|left| usize::try_from(left).ok()).unwrap_or(buffer.len());
        let most = left.min(buffer.len());
        let read = self.stream.read(buffer.get_mut(..most).unwrap_or_default())?;
        if read == 0 && !buffer.is_empty() {
            self.at_end()?;
        }
        self.seen.with(|so_far| so_far.hasher.update(capped(buffer, read)));
        self.left = self.left.map(|left| left - read as u64);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_is_appended_is_left_alone_and_what_is_cut_off_is_missed() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"0123456789").unwrap();
        let open = || Raw::file(File::open(file.path()).unwrap()).unwrap();
        let (mut grown, mut cut) = (open(), open());
        let mut begun = [0; 4];
        cut.read_exact(&mut begun).unwrap();
        file.as_file().set_len(20).unwrap();
        let mut text = String::new();
        assert_eq!(grown.read_to_string(&mut text).unwrap(), 10);
        assert_eq!(text, "0123456789");
        assert_eq!(grown.seen().whole().unwrap().bytes, 10);
        file.as_file().set_len(7).unwrap();
        let mut rest = Vec::new();
        assert_eq!(cut.read_to_end(&mut rest).unwrap_err().kind(), ErrorKind::UnexpectedEof);
        assert_eq!((begun.as_slice(), rest.as_slice()), (&b"0123"[..], &b"456"[..]));
        assert!(cut.seen().whole().is_none());
        assert_eq!(cut.seen().so_far().bytes, 7);
    }

    #[test]
    fn a_stream_tells_what_it_was_at_its_end() {
        let mut stream = Raw::stream(&b"0123\n56789"[..]);
        let seen = stream.seen();
        let mut some = [0; 10];
        stream.read_exact(&mut some).unwrap();
        assert!(seen.whole().is_none());
        assert_eq!(stream.read(&mut some).unwrap(), 0);
        let mut hasher = Hasher::default();
        hasher.update(b"0123\n56789");
        let content = seen.whole().unwrap();
        assert_eq!((&content, &seen.so_far()), (&hasher.content(), &content));
        assert_eq!((content.bytes, content.lines), (10, 2));
    }
}
