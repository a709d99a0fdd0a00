//! Inputs that can be read only once, and packed ones, are written to temporary files first.

use super::DedupeError;
use crate::input::{Input, InputError, text_of};
use crate::run::{Lines, PipelineError};
use crossbeam::channel::{self, RecvTimeoutError};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::NamedTempFile;

/// Bytes read at a time.
const CHUNK: usize = 1 << 17;

/// How long to wait for a stream before looking whether the run was interrupted.
const PATIENCE: Duration = Duration::from_millis(50);

/// The same lines from inputs that can be read twice, and the files that hold those of streams, for as long as they are
/// needed.
pub(super) fn rereadable(
    lines: &Lines,
    directory: &Path,
    interrupt: &AtomicBool,
) -> Result<(Lines, Vec<NamedTempFile>), DedupeError> {
    let (mut lines, mut files) = (lines.clone(), Vec::new());
    for input in &mut lines.inputs {
        if input.length().map_err(PipelineError::Input)?.is_some() {
            continue;
        }
        let spooled = match &*input {
            Input::Part(_) => continue,
            Input::Stdin => spool(io::stdin(), &input.name(), directory, interrupt)?,
            Input::File(path) => {
                let name = input.name();
                let file = File::open(path).map_err(|error| unreadable(&name, error))?;
                spool(file, &name, directory, interrupt)?
            }
        };
        *input = Input::File(spooled.path().to_path_buf());
        files.push(spooled);
    }
    Ok((lines, files))
}

fn unreadable(name: &str, error: io::Error) -> DedupeError {
    PipelineError::Input(InputError { name: name.to_string(), error }).into()
}

fn spool(
    stream: impl Read + Send + 'static,
    name: &str,
    directory: &Path,
    interrupt: &AtomicBool,
) -> Result<NamedTempFile, DedupeError> {
    let temporary = |error| DedupeError::Temporary { directory: directory.to_path_buf(), error };
    let mut file = NamedTempFile::new_in(directory).map_err(temporary)?;
    // A thread reads, as nothing else ends a read that waits for a stream. Its last chunk is empty.
    let (send, receive) = channel::bounded(4);
    let read = move || {
        let mut text = match text_of(stream) {
            Ok(text) => text,
            Err(error) => {
                let _ = send.send(Err(error));
                return;
            }
        };
        loop {
            let mut chunk = vec![0; CHUNK];
            let read = match text.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read,
            };
            let at_end = matches!(read, Ok(0) | Err(_));
            let chunk = read.map(|read| {
                chunk.truncate(read);
                chunk
            });
            if send.send(chunk).is_err() || at_end {
                return;
            }
        }
    };
    std::thread::Builder::new().spawn(read).map_err(|error| unreadable(name, error))?;
    loop {
        if interrupt.load(Ordering::Relaxed) {
            return Err(DedupeError::Interrupted);
        }
        match receive.recv_timeout(PATIENCE) {
            Ok(Ok(chunk)) if chunk.is_empty() => return Ok(file),
            Ok(Ok(chunk)) => file.write_all(&chunk).map_err(temporary)?,
            Ok(Err(error)) => return Err(unreadable(name, error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(unreadable(name, io::Error::other("its reader broke off")));
            }
        }
    }
}
