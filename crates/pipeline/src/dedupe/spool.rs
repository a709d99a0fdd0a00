//! Temporary copies of packed inputs and of inputs that can be read only once.

use super::error::DedupeError;
use crate::input::{Input, InputError, Typed, text_of, text_of_file};
use crate::run::{Lines, PipelineError};
use crate::standard;
use crate::threads;
use crossbeam::channel::{self, RecvTimeoutError};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::NamedTempFile;

/// Interval between checks for an interruption while waiting for a stream.
const PATIENCE: Duration = Duration::from_millis(50);

/// Replaces inputs that cannot be read twice by temporary files. Returns the lines to read, and the files,
/// which must be kept as long as they are needed.
pub(super) fn rereadable(
    lines: &Lines, directory: &Path, interrupt: &AtomicBool,
) -> Result<(Lines, Vec<NamedTempFile>), DedupeError> {
    let (mut lines, mut files) = (lines.clone(), Vec::new());
    for input in &mut lines.inputs {
        if input.length().map_err(PipelineError::Input)?.is_some() {
            continue;
        }
        let unreadable = |name: &str, error| -> DedupeError {
            PipelineError::Input(InputError { name: name.to_string(), error }).into()
        };
        let name = input.name();
        let stream: OpenText = match &*input {
            Input::Part(_) => continue,
            Input::Text(text) => {
                let text = io::Cursor::new(text.clone());
                Box::new(|| text_of(text, &Typed::All))
            }
            Input::Stdin => Box::new(|| text_of(standard::input()?, &Typed::All)),
            Input::File(path) => {
                let path = path.clone();
                Box::new(|| text_of_file(File::open(path)?, &Typed::All))
            }
        };
        let unread = move |error| unreadable(&name, error);
        let spooled = spool(stream, unread, directory, interrupt)?;
        *input = Input::File(spooled.path().to_path_buf());
        files.push(spooled);
    }
    Ok((lines, files))
}

/// Opens a text for reading, which may block.
type OpenText = Box<dyn FnOnce() -> io::Result<Box<dyn Read + Send>> + Send>;

fn spool(
    stream: OpenText, unread: impl Fn(io::Error) -> DedupeError + Clone + Send + 'static, directory: &Path,
    interrupt: &AtomicBool,
) -> Result<NamedTempFile, DedupeError> {
    let directory = directory.to_path_buf();
    let broken = unread.clone();
    let file = NamedTempFile::new_in(&directory);
    let temporary = move |error| DedupeError::Temporary { directory: directory.clone(), error };
    let file = file.map_err(&temporary)?;
    let mut out = file.reopen().map_err(&temporary)?;
    let copy = move || {
        let mut text = BufReader::with_capacity(1 << 17, stream().map_err(&unread)?);
        loop {
            let part = match text.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                part => part.map_err(&unread)?,
            };
            if part.is_empty() {
                return Ok(());
            }
            out.write_all(part).map_err(&temporary)?;
            let copied = part.len();
            text.consume(copied);
        }
    };
    // The copying has its own thread, as nothing else can end a read that waits for a stream.
    let (send, receive) = channel::bounded(1);
    let copy = move || drop(send.send(copy()));
    threads::start(copy).map_err(&broken)?;
    while !interrupt.load(Ordering::Relaxed) {
        match receive.recv_timeout(PATIENCE) {
            Ok(copied) => return copied.map(|()| file),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(broken(io::Error::other("the reading thread stopped unexpectedly")));
            }
        }
    }
    Err(DedupeError::Interrupted)
}
