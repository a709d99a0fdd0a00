//! Set of canonical forms that a search has met.
//!
//! ```text
//!   insert ─▶ recent: in memory ─ full ─▶ merged with the file: hashes in order, 512 a block
//!                                         the first hash of each block is in memory
//! ```
//!
//! The file has no name, so nothing is left behind however the program ends.

use crate::run::pack;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use sudoscope_engine::canon::Canon;
use sudoscope_engine::grid::{Cells, Puzzle};
use xxhash_rust::xxh3::xxh3_64;

/// Number of parts in memory. They grow at different moments, so the memory for a move stays small.
const PARTS: u64 = 64;

/// Memory for a form, with that for moving all to the file.
const BYTES: u64 = 32;

/// Hashes in a block of the file, and bytes of a hash.
const BLOCK: usize = 512;
const HASH: usize = 8;

/// Canonical forms. Only a 64-bit hash of each is stored: ten million take about 150 megabytes, and with a
/// chance of 3 in a million two of these are mistaken for one.
pub struct Forms {
    recent: Vec<HashSet<u64>>,
    count: u64,
    /// Most recent forms, and the directory of the file of all others.
    most: u64,
    directory: PathBuf,
    past: Option<Past>,
    mark: u64,
}

/// Hashes in a file, in order.
struct Past {
    file: File,
    /// First hash of each block.
    firsts: Vec<u64>,
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::within(u64::MAX, Path::new(""))
    }
}

impl Forms {
    /// Makes an empty set that takes about `memory` bytes; the excess goes to a file in `directory`.
    pub fn within(memory: u64, directory: &Path) -> Forms {
        let recent = vec![HashSet::new(); PARTS as usize];
        let (most, directory) = ((memory / BYTES).max(1), directory.to_path_buf());
        Forms { recent, count: 0, most, directory, past: None, mark: 0 }
    }

    /// Adds the form of a puzzle; a sukaku has none.
    pub fn add(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        if let Some(clues) = puzzle.as_clues() {
            self.insert(&Canon::default().of(&clues).clues)?;
        }
        Ok(())
    }

    /// Adds a canonical form; returns whether it is new.
    pub(super) fn insert(&mut self, form: &[Cells; 9]) -> io::Result<bool> {
        self.insert_hash(xxh3_64(&pack(form)))
    }

    fn insert_hash(&mut self, hash: u64) -> io::Result<bool> {
        if self.is_recent(hash) || self.past.as_mut().map_or(Ok(false), |past| past.contains(hash))? {
            return Ok(false);
        }
        if self.count >= self.most {
            self.spill()?;
        }
        self.recent.get_mut((hash % PARTS) as usize).map(|part| part.insert(hash));
        self.count += 1;
        self.mark ^= hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Ok(true)
    }

    /// Whether a form is in the set; one that is in the file may not be noticed.
    pub(super) fn may_contain(&self, form: &[Cells; 9]) -> bool {
        self.is_recent(xxh3_64(&pack(form)))
    }

    fn is_recent(&self, hash: u64) -> bool {
        self.recent.get((hash % PARTS) as usize).is_some_and(|part| part.contains(&hash))
    }

    /// Moves all to the file.
    fn spill(&mut self) -> io::Result<()> {
        let mut recent: Vec<u64> = self.recent.iter_mut().flat_map(HashSet::drain).collect();
        recent.sort_unstable();
        let mut out = BufWriter::new(tempfile::tempfile_in(&self.directory)?);
        let mut recent = recent.into_iter().peekable();
        let mut firsts = Vec::new();
        let mut written = 0;
        let mut write = |hash: u64| {
            if written % BLOCK == 0 {
                firsts.push(hash);
            }
            written += 1;
            out.write_all(&hash.to_be_bytes())
        };
        if let Some(past) = &mut self.past {
            past.file.rewind()?;
            let mut old = BufReader::new(&past.file);
            while let Some(hash) = next_of(&mut old)? {
                while let Some(new) = recent.next_if(|new| *new < hash) {
                    write(new)?;
                }
                write(hash)?;
            }
        }
        recent.try_for_each(write)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        (self.past, self.count) = (Some(Past { file, firsts }), 0);
        Ok(())
    }

    /// Returns a number that differs if the sets do, with near certainty.
    pub fn mark(&self) -> u64 {
        self.mark
    }
}

impl Past {
    fn contains(&mut self, hash: u64) -> io::Result<bool> {
        let Some(block) = self.firsts.partition_point(|first| *first <= hash).checked_sub(1) else {
            return Ok(false);
        };
        let mut text = Vec::with_capacity(BLOCK * HASH);
        self.file.seek(SeekFrom::Start((block * BLOCK * HASH) as u64))?;
        (&self.file).take((BLOCK * HASH) as u64).read_to_end(&mut text)?;
        Ok(text.chunks_exact(HASH).any(|one| one == hash.to_be_bytes()))
    }
}

/// Reads the next hash, if there is one.
fn next_of(file: &mut impl Read) -> io::Result<Option<u64>> {
    let mut hash = [0; HASH];
    match file.read_exact(&mut hash) {
        Ok(()) => Ok(Some(u64::from_be_bytes(hash))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set that goes to a file many times says of each number what a set in memory says.
    #[test]
    fn a_set_in_a_file_equals_one_in_memory() {
        let (mut small, mut all) = (Forms::within(BYTES * 300, &std::env::temp_dir()), HashSet::new());
        for step in 0..20_000_u64 {
            let hash = (step * step % 9973).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(small.insert_hash(hash).unwrap(), all.insert(hash));
        }
        assert!(small.past.as_ref().is_some_and(|past| past.firsts.len() > 4) && small.count <= 300);
        let mut whole = Forms::default();
        all.into_iter().for_each(|hash| assert!(whole.insert_hash(hash).unwrap()));
        assert!(whole.past.is_none() && whole.mark() == small.mark());
    }
}
