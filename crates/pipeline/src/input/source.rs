//! Inputs: what they are called, what is in them.

use super::content::{Content, Extent};
use super::part::{Before, Part, PartOf};
use super::{columns::ANYWHERE, packed, puzzle::puzzle_of, raw::Raw};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One input, as the user named it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input, `-`.
    Stdin,
    /// A file.
    File(PathBuf),
    /// What is in memory, such as a puzzle that was typed as an argument.
    Text(Arc<[u8]>),
    /// A part of one, that of a shard ([`super::Shard::parts`]).
    Part(Part),
}

impl Input {
    /// The input of a command-line argument.
    pub fn of(argument: &Path) -> Input {
        if argument == Path::new("-") { Input::Stdin } else { Input::File(argument.to_path_buf()) }
    }

    /// That of an argument which may be a puzzle itself, if it is and there is no such file.
    pub fn of_puzzle_or_file(argument: &Path) -> Input {
        let is_puzzle = |text: &&str| !argument.exists() && puzzle_of(text.as_bytes(), &ANYWHERE).is_ok();
        match argument.to_str().filter(is_puzzle) {
            Some(text) => Input::Text(text.as_bytes().into()),
            None => Input::of(argument),
        }
    }

    /// The name in messages and reports.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_string(),
            Input::Text(_) => "puzzle".to_string(),
            Input::File(path) | Input::Part(Part { path, .. }) => printable(path),
        }
    }

    /// Where it is, if it has a name.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Input::Stdin | Input::Text(_) => None,
            Input::File(path) | Input::Part(Part { path, .. }) => Some(path),
        }
    }

    /// The length of its text; a stream (standard input, a pipe) and a packed file have none before they are
    /// read. Fails if the input is not there or cannot be read. Pipes are not opened: they can be read only
    /// once.
    pub fn length(&self) -> Result<Option<u64>, InputError> {
        if let Input::Part(part) = self {
            return Ok(Some(part.bytes()));
        }
        let failed = |error| InputError { name: self.name(), error };
        let Some((mut file, length)) = self.open_file().map_err(failed)? else { return Ok(None) };
        Ok((!packed::is_packed(&mut file).map_err(failed)?).then_some(length))
    }

    /// Whether it is a file of rows of typed columns.
    pub(super) fn has_rows(&self) -> bool {
        match self.open_file() {
            Ok(Some((mut file, _))) => packed::has_rows(&mut file).unwrap_or_default(),
            _ => false,
        }
    }

    /// Whether it can be cut into shards: a plain file with each puzzle on one line. Fails as
    /// [`Input::length`].
    pub fn can_be_cut(&self) -> Result<bool, InputError> {
        let (Some(length), Input::File(path)) = (self.length()?, self) else { return Ok(false) };
        let before = Before::of(path, length);
        let before = before.map_err(|error| InputError { name: self.name(), error })?;
        Ok(!before.has_grids)
    }

    /// Whether it is a file, which can be read again.
    pub fn is_file(&self) -> bool {
        matches!(self.open_file(), Ok(Some(_)))
    }

    /// The input and its length, if it is no stream.
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

    /// Its length and hash: of a file as it is, packed or not.
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

    /// Whether it still is what it was, and begins with what was read of it meanwhile. What was appended does
    /// not count. A stream cannot be asked again.
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

/// Reads to the end.
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

/// A path as it can stand in a line of text.
fn printable(path: &Path) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    path.display().to_string().chars().map(shown).collect()
}

/// What distinguishes one input from another.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Identity {
    /// As the user named it.
    pub name: String,
    /// What is in it; unknown for a stream. Of a part, what is in the part.
    pub content: Option<Content>,
    /// Where the part stands, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
}

/// An input that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {error}")]
pub struct InputError {
    /// The input.
    pub name: String,
    /// What went wrong.
    pub error: std::io::Error,
}
