//! Streams: a thread reads ahead and hands over chunks of whole lines through a bounded channel.

use super::MAX_LINE;
use crossbeam::channel::{self, Receiver};
use std::io::{ErrorKind, Read};

/// Bytes asked of the stream at a time.
const READ: usize = 1 << 17;
/// Chunks read ahead.
const AHEAD: usize = 4;

/// A text that is read as it comes.
type Text = Box<dyn Read + Send>;

/// Chunks of a text that end at a line end (the last one perhaps not), in order; it is opened in the thread that reads it. The
/// thread ends with the text, or when the receiver is dropped.
pub(super) fn chunks(
    open: impl FnOnce() -> std::io::Result<Text> + Send + 'static,
) -> Receiver<std::io::Result<Vec<u8>>> {
    let (send, receive) = channel::bounded(AHEAD);
    std::thread::spawn(move || {
        let stream = match open() {
            Ok(stream) => stream,
            Err(error) => {
                let _ = send.send(Err(error));
                return;
            }
        };
        let mut cutter = Cutter { stream, rest: Vec::new(), in_long_line: false };
        while let Some(chunk) = cutter.next().transpose() {
            let failed = chunk.is_err();
            if send.send(chunk).is_err() || failed {
                break;
            }
        }
    });
    receive
}

/// Cuts a stream at line ends.
struct Cutter<R> {
    stream: R,
    /// Read, but not yet followed by a line end.
    rest: Vec<u8>,
    /// The line being read is longer than [`MAX_LINE`]: what is left of it is thrown away.
    in_long_line: bool,
}

impl<R: Read> Cutter<R> {
    /// The next chunk of whole lines; `None` at the end.
    fn next(&mut self) -> std::io::Result<Option<Vec<u8>>> {
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

    /// Keeps memory flat under a line without end.
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

    fn cut(stream: impl Read + Send + 'static) -> Vec<u8> {
        let mut all = Vec::new();
        for chunk in chunks(|| Ok(Box::new(stream))) {
            let chunk = chunk.unwrap();
            assert!(chunk.len() <= READ + MAX_LINE);
            all.extend(chunk);
        }
        all
    }

    #[test]
    fn every_line_arrives_whole_and_in_order() {
        let text: Vec<u8> = (0..100_000)
            .flat_map(|k| format!("{k} {}\n", "x".repeat(k % 90)).into_bytes())
            .collect();
        assert_eq!(cut(std::io::Cursor::new(text.clone())), text);
        let unended = &text[..text.len() - 1];
        assert_eq!(cut(std::io::Cursor::new(unended.to_vec())), unended);
        assert_eq!(cut(std::io::empty()), b"");
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_is_whole() {
        let long = vec![b'z'; 10 * READ];
        let text = [b"first\n".as_slice(), &long, b"\nlast\n"].concat();
        let cut = cut(std::io::Cursor::new(text));
        let lines: Vec<&[u8]> = cut.split(|&byte| byte == b'\n').collect();
        assert_eq!((lines[0], lines[2], lines.len()), (b"first".as_slice(), b"last".as_slice(), 4));
        assert_eq!(lines[1], vec![b'z'; MAX_LINE]);
    }

    #[test]
    fn an_error_is_handed_over() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(ErrorKind::ConnectionReset.into())
            }
        }
        let received: Vec<_> = chunks(|| Ok(Box::new(Broken))).into_iter().collect();
        assert!(received.len() == 1 && received[0].is_err());
    }
}
