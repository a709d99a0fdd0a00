//! Inputs: their names, lengths and contents.

use super::content::{Content, Extent};
use super::forms::LineErrorKind;
use super::part::{Before, Part, PartOf};
use super::{columns::ANYWHERE, packed, puzzle::puzzle_of, raw::Raw};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An input, as the user named it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input, `-`.
    Stdin,
    /// A file.
    File(PathBuf),
    /// Text in memory, such as a puzzle typed as an argument.
    Text(Arc<[u8]>),
    /// A part of a file, for a shard ([`super::Shard::parts`]).
    Part(Part),
}

impl Input {
    /// Makes the input of a command-line argument.
    pub fn of(argument: &Path) -> Input {
        if argument == Path::new("-") { Input::Stdin } else { Input::File(argument.to_path_buf()) }
    }

    /// Makes the input of an argument, which is the puzzle itself if it can be one and no such file exists.
    pub fn of_puzzle_or_file(argument: &Path) -> Input {
        let is_puzzle = |text: &&str| {
            !argument.exists()
                && puzzle_of(text.as_bytes(), &ANYWHERE)
                    .map_or_else(|error| matches!(error.kind, LineErrorKind::NamesBoard(_)), |_| true)
        };
        match argument.to_str().filter(is_puzzle) {
            Some(text) => Input::Text(text.as_bytes().into()),
            None => Input::of(argument),
        }
    }

    /// Returns the name for messages and reports.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_string(),
            Input::Text(_) => "puzzle".to_string(),
            Input::File(path) | Input::Part(Part { path, .. }) => printable(path),
        }
    }

    /// Returns the path, if the input has a path.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Input::Stdin | Input::Text(_) => None,
            Input::File(path) | Input::Part(Part { path, .. }) => Some(path),
        }
    }

    /// Returns the length of the text; `None` for streams (standard input, pipes) and packed files, for which
    /// it is unknown before they are read. Fails if the input does not exist or cannot be read. Pipes are not
    /// opened, since they can be read only once.
    pub fn length(&self) -> Result<Option<u64>, InputError> {
        if let Input::Part(part) = self {
            return Ok(Some(part.bytes()));
        }
        let failed = |error| InputError { name: self.name(), error };
        let Some((mut file, length)) = self.open_file().map_err(failed)? else { return Ok(None) };
        Ok((!packed::is_packed(&mut file).map_err(failed)?).then_some(length))
    }

    /// Whether the input is a file of rows of typed columns.
    pub(super) fn has_rows(&self) -> bool {
        match self.open_file() {
            Ok(Some((mut file, _))) => packed::has_rows(&mut file).unwrap_or_default(),
            _ => false,
        }
    }

    /// Whether the input can be cut into shards: a plain file with each puzzle on one line. Fails like
    /// [`Input::length`].
    pub fn can_be_cut(&self) -> Result<bool, InputError> {
        let (Some(length), Input::File(path)) = (self.length()?, self) else { return Ok(false) };
        let before = Before::of(path, length);
        let before = before.map_err(|error| InputError { name: self.name(), error })?;
        Ok(!before.has_grids)
    }

    /// Whether the input is a file, which can be read again.
    pub fn is_file(&self) -> bool {
        matches!(self.open_file(), Ok(Some(_)))
    }

    /// Opens the file of the input and returns its length, if it is not a stream.
    fn open_file(&self) -> std::io::Result<Option<(File, u64)>> {
        let (Input::File(path) | Input::Part(Part { path, .. })) = self else { return Ok(None) };
        let meta = std::fs::metadata(path)?;
        if meta.is_dir() {
            return Err(std::io::ErrorKind::IsADirectory.into());
        }
        if !meta.is_file() {
            return Ok(None);
        }
        Ok(Some((File::open(path)?, meta.len())))
    }

    /// Returns the length and hash of the input; for a file, of its bytes as stored, packed or not.
    pub(crate) fn identity(&self) -> Result<Identity, InputError> {
        let content = self.content().map_err(|error| InputError { name: self.name(), error })?;
        let part = match self {
            Input::Part(part) => Some(part.place()),
            _ => None,
        };
        Ok(Identity { name: self.name(), content, part })
    }

    fn content(&self) -> std::io::Result<Option<Content>> {
        let mut raw = match self {
            Input::Part(part) => part.open(false)?.rest()?,
            _ => match self.open_file()? {
                Some((file, _)) => Raw::file(file)?,
                None => return Ok(None),
            },
        };
        pass(&mut raw)?;
        Ok(raw.seen().whole())
    }

    /// Whether the input is unchanged, and begins with the bytes that were read. Appended bytes do not count.
    /// A stream cannot be read again and passes.
    pub(crate) fn was_read(&self, whole: &Content, read: &Extent) -> Result<bool, InputError> {
        if read.is_whole {
            return Ok(read.content == *whole);
        }
        self.begins_with(whole, &read.content).map_err(|error| InputError { name: self.name(), error })
    }

    fn begins_with(&self, whole: &Content, beginning: &Content) -> std::io::Result<bool> {
        let mut raw = match self {
            Input::Part(part) => part.open(false)?.rest()?,
            _ => match self.open_file()? {
                Some((file, _)) => Raw::part(Arc::new(file), whole.bytes),
                None => return Ok(true),
            },
        };
        let seen = raw.seen();
        pass(&mut raw.by_ref().take(beginning.bytes))?;
        if seen.so_far() != *beginning {
            return Ok(false);
        }
        pass(&mut raw)?;
        Ok(seen.whole().is_some_and(|now| now == *whole))
    }
}

/// Reads a stream to its end.
fn pass(stream: &mut impl Read) -> std::io::Result<()> {
    let mut buffer = vec![0; 1 << 18];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
    }
}

/// Returns a path as text for a single line.
fn printable(path: &Path) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    path.display().to_string().chars().map(shown).collect()
}

/// Properties that distinguish one input from another.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Identity {
    /// Name given by the user.
    pub name: String,
    /// Content of the input or part; unknown for a stream.
    pub content: Option<Content>,
    /// Position of the part, if the input is a part of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
}

/// An input that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {error}")]
pub struct InputError {
    /// Name of the input.
    pub name: String,
    /// Cause.
    pub error: std::io::Error,
}
