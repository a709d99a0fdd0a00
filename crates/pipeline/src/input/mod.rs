//! Files and streams → batches of numbered lines.
//!
//! ```text
//!   file ──── thread: windows onto it ─┐ chunks of      lines: numbered, comments and     batches of
//!   packed ─┐                          ├─ whole lines ─▶ headers skipped and counted, ───▶ data lines
//!   stdin  ─┴ thread: read, unpacked ──┘                rows of a grid put together,
//!                                                       --skip and --take
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod batch;
mod columns;
mod content;
mod grids;
mod packed;
mod part;
mod puzzle;
mod raw;
mod shard;
mod stream;
mod window;
mod zstd;

pub(crate) use batch::Cut;
pub use batch::{Batch, Batches, Next, Skipped};
use batch::{Kind, kind_of, line_in};
pub use columns::Place;
pub use content::{Content, Hash};
pub(crate) use grids::Grids;
pub(crate) use packed::text_of;
use part::Before;
pub use part::Part;
pub use puzzle::{clues_of, puzzle_field, puzzle_of};
use raw::Raw;
pub use shard::Shard;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One input, as the user named it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input, `-`.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A part of one, that of a shard ([`Shard::parts`]).
    Part(Part),
}

impl Input {
    /// The input of a command-line argument.
    pub fn of(argument: &Path) -> Input {
        if argument == Path::new("-") { Input::Stdin } else { Input::File(argument.to_path_buf()) }
    }

    /// The name in messages and reports.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_string(),
            Input::File(path) | Input::Part(Part { path, .. }) => printable(path),
        }
    }

    /// The length of its text; a stream (standard input, a pipe) and a packed file have none before they are read. Fails
    /// if the input is not there or cannot be read. Pipes are not opened: they can be read only once.
    pub fn length(&self) -> Result<Option<u64>, InputError> {
        if let Input::Part(part) = self {
            return Ok(Some(part.bytes()));
        }
        let failed = |error| InputError { name: self.name(), error };
        let Some((mut file, length)) = self.open_file().map_err(failed)? else { return Ok(None) };
        Ok((!packed::is_packed(&mut file).map_err(failed)?).then_some(length))
    }

    /// Whether it can be cut into shards: a plain file with each puzzle on one line. Fails as [`Input::length`].
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
    pub fn identity(&self) -> Result<Identity, InputError> {
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
        let mut buffer = vec![0; 1 << 18];
        while raw.read(&mut buffer)? > 0 {}
        Ok(raw.told().get().cloned())
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

/// Where a part stands in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct PartOf {
    /// Bytes before it.
    pub from: u64,
    /// The length of the file.
    pub of: u64,
}

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineAt {
    /// Which of the inputs, from 0.
    pub file: u16,
    /// Line number in it, from 1.
    pub line: u64,
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

/// How lines are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Data lines passed over at the start.
    pub skip: u64,
    /// Data lines read at most.
    pub take: Option<u64>,
    /// The comma-separated column, from 1, that holds the puzzle; otherwise it is where it is found.
    pub column: Option<usize>,
    /// Numbers to be read beside the puzzle: a column by its name in the header or its place from 1, or a word before
    /// `=` in the text after the puzzle.
    pub against: Vec<String>,
    /// Whether plain files are mapped into memory, where that is possible; otherwise they are read. What comes out is the
    /// same. A map needs a handler of the signal SIGBUS, which is the process's, so it is for the process to ask for it.
    pub map: bool,
}

impl Reading {
    /// Where the numbers stand in the lines of an input with this header, or none.
    fn places(&self, header: Option<&[u8]>) -> std::io::Result<Arc<[Place]>> {
        self.against.iter().map(|name| Place::find(name, header)).collect()
    }
}

/// A line is looked at up to this length; whatever follows is ignored like all text after the puzzle.
pub const MAX_LINE: usize = 1 << 16;

/// The bytes up to this length.
fn capped(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}
