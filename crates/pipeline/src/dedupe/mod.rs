//! Removes duplicates from files of any size, in bounded memory.
//!
//! ```text
//!   lines ─▶ pool: canonical form, packed ─▶ (key, file, line)  sorted: the first of each key is kept
//!                                                   │
//!                       (file, line, first file, first line)  sorted: in the order of the input again
//!                                                   │
//!   the inputs once more, as bytes ─────────────────┴─▶ kept lines, whole          copy.rs
//! ```
//!
//! Keys are whole forms, not hashes, so that no puzzle is lost to a collision. Data too large for memory is
//! sorted through temporary files (`sorter.rs`), and inputs that can be read only once are first copied to
//! a temporary file.

mod copy;
mod error;
mod sorter;
mod spool;

use crate::input::{Empty, Input, LineAt, LineError, clues_of};
use crate::run::{Done, Line, Lines, PACKED, PipelineError, Run, Work, pack};
pub use error::DedupeError;

use copy::Copier;
use sorter::Sorter;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, atomic::AtomicBool};
use sudoscope_engine::canon::Canon;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::Cells;

/// Which puzzles count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Same {
    /// Puzzles with the same clues in the same cells.
    Exact,
    /// Isomorphic puzzles: puzzles with the same minlex form.
    Isomorph,
}

/// Order to remove duplicates.
pub struct Dedupe {
    /// Lines to read.
    pub lines: Lines,
    /// Which puzzles count as the same.
    pub same: Same,
    /// Memory for sorting, in bytes.
    pub memory: u64,
    /// Directory of temporary files.
    pub temp: PathBuf,
}

/// Number of lines by result.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LineCounts {
    /// Lines that are the first with their puzzle.
    pub kept: u64,
    /// Lines that repeat an earlier puzzle.
    pub dropped: u64,
    /// Lines without a puzzle.
    pub rejected: u64,
    /// Inputs without puzzles.
    pub empty: Vec<Empty>,
}

/// Dropped line.
pub struct Duplicate<'a> {
    /// Place of the line.
    pub at: LineAt,
    /// First line with the same puzzle.
    pub first: LineAt,
    /// Text without the line end.
    pub text: &'a [u8],
}

/// Packed puzzle, then input and line, so that equal puzzles are sorted in input order.
type KeyRecord = [u8; PACKED + PLACE];

/// Place of a line, then of the first line with the same puzzle.
type FateRecord = [u8; 2 * PLACE];

/// Bytes of a place: input and line, big-endian.
const PLACE: usize = 10;

fn place_bytes(at: LineAt) -> [u8; PLACE] {
    let mut bytes = [0; PLACE];
    bytes[..2].copy_from_slice(&at.file.to_be_bytes());
    bytes[2..].copy_from_slice(&at.line.to_be_bytes());
    bytes
}

fn place_of(bytes: &[u8]) -> LineAt {
    let (mut file, mut line) = ([0; 2], [0; 8]);
    file.copy_from_slice(&bytes[..2]);
    line.copy_from_slice(&bytes[2..PLACE]);
    LineAt { file: u16::from_be_bytes(file), line: u64::from_be_bytes(line) }
}

/// Joins two byte strings into a record.
fn joined<const N: usize>(first: &[u8], second: &[u8]) -> [u8; N] {
    let mut record = [0; N];
    record[..first.len()].copy_from_slice(first);
    record[first.len()..].copy_from_slice(second);
    record
}

impl Dedupe {
    /// Writes each line that is the first with its puzzle to `out`, and passes the others to `dropped`;
    /// `seen` gets every batch of lines as it is first read.
    pub fn run(
        &self, interrupt: &AtomicBool, mut seen: impl FnMut(&Done<Result<Key, LineError>>),
        out: &mut dyn Write, mut dropped: impl FnMut(Duplicate) -> io::Result<()>,
    ) -> Result<LineCounts, DedupeError> {
        let temporary = |error| DedupeError::Temporary { directory: self.temp.clone(), error };
        let names: Vec<String> = self.lines.inputs.iter().map(Input::name).collect();
        let (lines, _spooled) = spool::rereadable(&self.lines, &self.temp, interrupt)?;
        let work = KeyWork { same: self.same };
        let mut counts = LineCounts::default();

        let mut keys = Sorter::new(self.memory / 2, &self.temp);
        let mut failed = None;
        let finished = Run { lines: &lines, work: &work, last: None, interrupt }.into(|done: Done<_>| {
            for (row, (line, _)) in done.rows.iter().zip(done.texts.lines()) {
                match row {
                    Err(_) => counts.rejected += 1,
                    Ok(Key(key)) => {
                        let place = place_bytes(LineAt { file: done.texts.file, line });
                        let record: KeyRecord = joined(key, &place);
                        keys.push(record).inspect_err(|error| failed = Some(error.kind()))?;
                    }
                }
            }
            seen(&done);
            Ok(())
        });
        let finished = match (finished, failed) {
            (Err(PipelineError::Output(error)), Some(_)) => return Err(temporary(error)),
            (finished, _) => finished?,
        };
        if finished.interrupted {
            return Err(DedupeError::Interrupted);
        }
        counts.empty = finished.empty;

        let mut fates = Sorter::new(self.memory / 4, &self.temp);
        let mut push = |at: [u8; PLACE], first: [u8; PLACE]| {
            let record: FateRecord = joined(&at, &first);
            fates.push(record).map_err(temporary)
        };
        if let Some(header) = finished.header {
            push(place_bytes(header), place_bytes(header))?;
        }
        let mut last: Option<KeyRecord> = None;
        for record in keys.into_sorted().map_err(temporary)? {
            let record = record.map_err(temporary)?;
            let first = match last {
                Some(first) if first[..PACKED] == record[..PACKED] => first,
                _ => record,
            };
            last = Some(first);
            let place = |record: &KeyRecord| joined(&record[PACKED..], &[]);
            push(place(&record), place(&first))?;
        }

        let (inputs, text) = (&lines.inputs, Vec::new());
        let mut copier = Copier { inputs, names: &names, interrupt, current: None, text };
        for record in fates.into_sorted().map_err(temporary)? {
            let record = record.map_err(temporary)?;
            let [at, first] = [&record[..PLACE], &record[PLACE..]].map(place_of);
            if finished.header == Some(at) {
                // After a puzzle the line would be no header.
                if counts.kept == 0 {
                    copier.copy(at, out)?;
                }
            } else if at == first {
                copier.copy(at, out)?;
                counts.kept += 1;
            } else {
                let text = copier.text(at)?;
                let duplicate = Duplicate { at, first, text };
                dropped(duplicate).map_err(DedupeError::Output)?;
                counts.dropped += 1;
            }
        }
        Ok(counts)
    }
}

/// Key of a puzzle: two keys are equal exactly if their puzzles are the same.
pub struct Key([u8; PACKED]);

/// Converter of lines into keys.
struct KeyWork {
    same: Same,
}

impl Work for KeyWork {
    type Scratch = Canon;
    type Row = Result<Key, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Canon {
        Canon::default()
    }

    fn row(&self, canon: &mut Canon, line: Line) -> Result<Key, LineError> {
        let clues: [Cells; 9] = clues_of(line.text, line.places)?;
        Ok(Key(pack(&match self.same {
            Same::Exact => clues,
            Same::Isomorph => canon.of(&clues).clues,
        })))
    }
}
