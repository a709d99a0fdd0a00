//! Format and reading of the journal that lies beside an unfinished file.
//!
//! ```text
//!   FILE.partial    the file so far
//!   FILE.resume     sudoscope unfinished 1\n      the kind of this file
//!                   {"file":…,"settings":…} hash  a mark of FILE.partial itself, and the settings
//!                   {"bytes":…,"state":…} hash    one line for each block of the file
//! ```
//!
//! The hash of the second line is XXH3-64 of its JSON; the hash of a block's line is XXH3-64 of all
//! blocks so far, each followed by the JSON of its line.

// This module reads data from outside, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::JOURNAL;
use super::identity::{beside, open_regular, resolved};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// All settings that decide the contents of a file. Each has a name, by which a difference is reported.
pub type NamedSettings = Vec<(&'static str, Value)>;

/// First line of a journal.
pub(super) const MAGIC: &str = "sudoscope unfinished 1\n";

/// Maximum length of a line of a journal.
const LONGEST_LINE: u64 = 1 << 26;

/// Sound part of file and journal: up to the end of the last block.
#[derive(Clone)]
pub(super) struct SoundPart<S> {
    pub length: u64,
    pub journal_length: u64,
    pub hash: Xxh3Default,
    /// State after the last block; `None` before the first.
    pub state: Option<S>,
}

/// The second line of a journal.
#[derive(Deserialize)]
pub(super) struct JournalHead {
    /// Mark of the unfinished file, if the file has a mark.
    pub file: Option<u64>,
    pub settings: Vec<(String, Value)>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct BlockEnd<S> {
    pub bytes: u64,
    pub state: S,
}

impl JournalHead {
    /// Returns the name of the first setting that differs.
    pub fn difference(&self, settings: &NamedSettings) -> Option<&'static str> {
        let mut written = self.settings.iter();
        let mut differs = |(name, value): &&(&'static str, Value)| {
            written.next().is_none_or(|(n, v)| n != name || v != value)
        };
        let first = settings.iter().find(|setting| differs(setting)).map(|setting| setting.0);
        first.or((self.settings.len() != settings.len()).then_some("version"))
    }
}

/// Reads the next line of a journal: its JSON, the hash behind it, and its length. `None` at the end, or if
/// the line is torn.
fn read_line(journal: &mut impl BufRead) -> io::Result<Option<(Vec<u8>, u64, u64)>> {
    let mut line = Vec::new();
    journal.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    let parsed = || {
        let (json, hash) = line.strip_suffix(b"\n")?.split_at_checked(line.len().checked_sub(18)?)?;
        let hash = str::from_utf8(hash.strip_prefix(b" ")?).ok()?;
        Some((json.to_vec(), u64::from_str_radix(hash, 16).ok()?, line.len() as u64))
    };
    Ok(parsed())
}

/// Returns the setting `name` with which the unfinished file at `path` was begun.
pub(crate) fn recorded(path: &Path, name: &str) -> Option<Value> {
    let path = resolved(path);
    let mut journal = BufReader::new(open_regular(&beside(&path, JOURNAL)).ok()?);
    let (head, _) = read_head(&mut journal).ok()??;
    head.settings.into_iter().find(|(it, _)| it == name).map(|(_, value)| value)
}

/// Reads the head of a journal, and returns its length, too; `None` if it is damaged.
pub(super) fn read_head(journal: &mut impl BufRead) -> io::Result<Option<(JournalHead, u64)>> {
    let mut magic = Vec::new();
    journal.take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    let Some((json, hash, length)) = read_line(journal)? else { return Ok(None) };
    let head = serde_json::from_slice(&json).ok().filter(|_| hash == xxh3_64(&json));
    Ok(head.map(|head| (head, MAGIC.len() as u64 + length)))
}

/// Reads the blocks up to the first that does not match its line.
pub(super) fn read_blocks<S: DeserializeOwned>(
    journal: &mut impl BufRead, head_length: u64, file: &File,
) -> io::Result<SoundPart<S>> {
    let mut file = BufReader::with_capacity(1 << 17, file);
    file.rewind()?;
    let hash = Xxh3Default::new();
    let mut kept = SoundPart { length: 0, journal_length: head_length, hash, state: None };
    while let Some((json, written, length)) = read_line(journal)? {
        let Ok(BlockEnd { bytes, state }) = serde_json::from_slice(&json) else { break };
        let mut hash = kept.hash.clone();
        if !hash_bytes(&mut file, bytes, &mut hash)? {
            break;
        }
        hash.update(&json);
        if hash.digest() != written {
            break;
        }
        kept = SoundPart {
            length: kept.length + bytes,
            journal_length: kept.journal_length + length,
            hash,
            state: Some(state),
        };
    }
    Ok(kept)
}

/// Hashes this many more bytes of the file; returns whether it has them.
fn hash_bytes(file: &mut impl BufRead, mut bytes: u64, hash: &mut Xxh3Default) -> io::Result<bool> {
    while bytes > 0 {
        let some = file.fill_buf()?;
        let length = some.len().min(usize::try_from(bytes).unwrap_or(usize::MAX));
        let Some(some) = some.get(..length).filter(|some| !some.is_empty()) else {
            return Ok(false);
        };
        hash.update(some);
        file.consume(length);
        bytes -= length as u64;
    }
    Ok(true)
}
