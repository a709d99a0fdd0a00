//! The run file: the records of a scan, and its checkpoint.
//!
//! ```text
//!   sudoscope run 4\n          what kind of file this is
//!   {"version":…}\n            the header: everything that decides the records, as one line of JSON
//!   record record record …     fixed width, record i is data line i
//! ```
//!
//! While a scan runs the file is called `run.partial`; complete, it is renamed `run.records`. To resume is
//! check that the header is the one this run would write, drop a torn last record (and all from the first
//! that means nothing or stands out of order), and go on after the last one left. `merge.partial` is one that is put
//! together of others; nobody resumes it.

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use crate::claim::claim;
use crate::input::{Identity, Shard};
use crate::ladder::Ladder;
use crate::record::{Layout, Row};
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of a complete run file.
const COMPLETE: &str = "run.records";
/// That of an unfinished one.
const UNFINISHED: &str = "run.partial";
/// That of one that is being put together of others: it can be made again, and never stands in the way.
const MERGED: &str = "merge.partial";

const MAGIC: &str = "sudoscope run 4\n";

/// Everything that decides the records of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunHeader {
    /// Version of the program.
    pub version: String,
    /// Name and definition of each ladder.
    pub ladders: Vec<(String, String)>,
    /// The inputs.
    pub inputs: Vec<Identity>,
    /// Which part of them was read, if not all; its lines are counted from the beginning of the part of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Search steps for each puzzle and ladder.
    pub budget: u64,
    /// Whether puzzles were checked to have one solution.
    pub validate: bool,
    /// Data lines passed over at the start.
    pub skip: u64,
    /// Data lines read at most.
    pub take: Option<u64>,
    /// The column of the puzzle.
    pub column: Option<usize>,
    /// The numbers read beside it.
    pub against: Vec<String>,
}

impl RunHeader {
    /// What differs between two headers, in words; `None` if nothing does.
    pub(super) fn difference(&self, other: &RunHeader) -> Option<&'static str> {
        let checks = [
            (self.version == other.version, "version"),
            (self.ladders == other.ladders, "ladders"),
            (self.shard == other.shard, "--shard"),
            (self.inputs == other.inputs, "input"),
            (self.budget == other.budget, "budget"),
            (self.validate == other.validate, "--no-validate"),
            (self.skip == other.skip && self.take == other.take, "--skip or --take"),
            (self.column == other.column, "--column"),
            (self.against == other.against, "--against"),
        ];
        checks.into_iter().find(|check| !check.0).map(|check| check.1)
    }
}

/// Why a run file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// An unfinished run stands in the way.
    #[error("{0} holds an unfinished run: go on with --resume, or drop it with --restart")]
    Unfinished(PathBuf),
    /// There is nothing to report.
    #[error("{0} holds no finished scan; scan --resume goes on with an unfinished one")]
    NotFinished(PathBuf),
    /// There is nothing to resume.
    #[error("{0} holds no unfinished run to resume")]
    NothingToResume(PathBuf),
    /// The unfinished run is another one.
    #[error("{0} is of another run: its {1} differs; --restart drops it")]
    Different(PathBuf, &'static str),
    /// Not a run file, or a damaged one.
    #[error(
        "{0} is not a run file of this version, or is damaged: scan again (--restart drops an unfinished run)"
    )]
    Damaged(PathBuf),
}

/// A run file being written.
pub struct RunFile {
    pub(super) path: PathBuf,
    pub(super) file: File,
    layout: Layout,
    encoded: Vec<u8>,
    /// Where the records begin.
    start: u64,
    /// Records in it.
    pub records: u64,
}

/// What to do with an unfinished run that is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Refuse.
    Keep,
    /// Go on with it.
    Resume,
    /// Drop it.
    Restart,
}

impl RunFile {
    /// Opens the run file of `directory`, which exists, for a run with this header.
    pub fn open(
        directory: &Path,
        header: &RunHeader,
        ladders: &[Ladder],
        unfinished: Unfinished,
    ) -> Result<RunFile, RunError> {
        let path = directory.join(UNFINISHED);
        if unfinished == Unfinished::Resume && !path.exists() {
            return Err(RunError::NothingToResume(directory.into()));
        }
        let failed = |error| RunError::Io(path.clone(), error);
        let mut file = claim(&path).map_err(failed)?;
        // A run that was stopped before it wrote anything has not begun.
        let begun = file.metadata().map_err(failed)?.len() > 0;
        let layout = Layout::new(ladders, header.against.len());
        let (start, records) = match unfinished {
            Unfinished::Keep if begun => return Err(RunError::Unfinished(path)),
            Unfinished::Resume if begun => resume(&mut file, &path, header, &layout)?,
            _ => match begin(&mut file, header) {
                Ok(start) => (start, 0),
                Err(error) => {
                    let _ = std::fs::remove_file(&path);
                    return Err(failed(error));
                }
            },
        };
        Ok(RunFile { path, file, layout, encoded: Vec::new(), start, records })
    }

    /// Whether there is an unfinished run in `directory`.
    pub fn is_begun(directory: &Path) -> bool {
        directory.join(UNFINISHED).exists()
    }

    /// Begins a run file that is put together of others.
    pub(super) fn merged(
        directory: &Path,
        header: &RunHeader,
        ladders: &[Ladder],
    ) -> Result<RunFile, RunError> {
        let path = directory.join(MERGED);
        let failed = |error| RunError::Io(path.clone(), error);
        let mut file = claim(&path).map_err(failed)?;
        let layout = Layout::new(ladders, header.against.len());
        match begin(&mut file, header) {
            Ok(start) => Ok(RunFile { path, file, layout, encoded: Vec::new(), start, records: 0 }),
            Err(error) => {
                let _ = std::fs::remove_file(&path);
                Err(failed(error))
            }
        }
    }

    /// The complete run of `directory`, to be read: what decided it, its ladders, its records.
    pub fn read(directory: &Path) -> Result<(RunHeader, Vec<Ladder>, RunFile), RunError> {
        let path = directory.join(COMPLETE);
        let file = File::open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RunError::NotFinished(directory.into()),
            _ => RunError::Io(path.clone(), error),
        })?;
        let damaged = || RunError::Damaged(path.clone());
        let (header, start) = read_head(&file).ok_or_else(damaged)?;
        let recorded = |(name, definition): &(String, String)| Ladder::recorded(name, definition);
        let ladders: Vec<Ladder> =
            header.ladders.iter().map(recorded).collect::<Result<_, _>>().map_err(|_| damaged())?;
        let layout = Layout::new(&ladders, header.against.len());
        let length = file.metadata().map_err(|error| RunError::Io(path.clone(), error))?.len();
        let body = length.checked_sub(start).ok_or_else(damaged)?;
        let (records, torn) = (body / layout.width() as u64, body % layout.width() as u64);
        if torn != 0 {
            return Err(damaged());
        }
        let run = RunFile { path, file, layout, encoded: Vec::new(), start, records };
        Ok((header, ladders, run))
    }

    /// Appends the records of `rows`, at once: what a batch cost is not lost with the process.
    pub fn append(&mut self, rows: &[Row]) -> io::Result<()> {
        self.encoded.clear();
        rows.iter().for_each(|row| self.layout.encode(row, &mut self.encoded));
        self.records += rows.len() as u64;
        self.file.write_all(&self.encoded)
    }

    /// The same for rows that are read elsewhere, which are used up.
    pub(super) fn append_all(&mut self, rows: &mut Vec<Row>) -> Result<(), RunError> {
        self.append(rows).map_err(|error| RunError::Io(self.path.clone(), error))?;
        rows.clear();
        Ok(())
    }

    /// Its rows, in order. Only one such pass can go on at a time, and nothing be appended meanwhile.
    pub fn rows(&self) -> Result<impl Iterator<Item = Result<Row, RunError>>, RunError> {
        let RunFile { path, layout, .. } = self;
        let mut rows = &self.file;
        let failed = |error| RunError::Io(path.clone(), error);
        rows.seek(SeekFrom::Start(self.start)).map_err(failed)?;
        let reader = BufReader::with_capacity(BUFFER, rows);
        Ok(Rows { reader, path, layout, left: self.records })
    }

    /// Bytes of a record.
    pub fn width(&self) -> u64 {
        self.layout.width() as u64
    }

    /// Its rows, in order.
    pub fn into_rows(mut self) -> Result<impl Iterator<Item = Result<Row, RunError>>, RunError> {
        let RunFile { path, layout, start, records, .. } = self;
        self.file
            .seek(SeekFrom::Start(start))
            .map_err(|error| RunError::Io(path.clone(), error))?;
        let reader = BufReader::with_capacity(BUFFER, self.file);
        Ok(Rows { reader, path, layout, left: records })
    }

    /// Removes it: a run that failed before its first record has nothing to go on from.
    pub fn discard(self) {
        let _ = std::fs::remove_file(&self.path);
    }

    /// Gives the complete run its final name.
    pub fn finish(self) -> Result<(), RunError> {
        std::fs::rename(&self.path, self.path.with_file_name(COMPLETE))
            .map_err(|error| RunError::Io(self.path, error))
    }
}

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// The records of a run file that are still to be read.
struct Rows<R, P, L> {
    reader: R,
    path: P,
    layout: L,
    left: u64,
}

impl<R: Read, P: Borrow<PathBuf>, L: Borrow<Layout>> Rows<R, P, L> {
    fn read(&mut self) -> Result<Row, RunError> {
        let path = self.path.borrow();
        let mut record = vec![0; self.layout.borrow().width()];
        let read = self.reader.read_exact(&mut record);
        read.map_err(|error| RunError::Io(path.clone(), error))?;
        self.layout.borrow().decode(&record).ok_or_else(|| RunError::Damaged(path.clone()))
    }
}

impl<R: Read, P: Borrow<PathBuf>, L: Borrow<Layout>> Iterator for Rows<R, P, L> {
    type Item = Result<Row, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(self.read())
    }
}

/// Writes the head of a new run file; returns its length.
fn begin(file: &mut File, header: &RunHeader) -> io::Result<u64> {
    file.set_len(0)?;
    let head = format!("{MAGIC}{}\n", serde_json::to_string(header)?);
    file.write_all(head.as_bytes())?;
    Ok(head.len() as u64)
}

/// No head is longer: a file of another kind is not read to its end.
const LONGEST_HEAD: u64 = 1 << 26;

/// The header of a run file, and where its records begin; `None` if it is no run file of this version.
fn read_head(file: &File) -> Option<(RunHeader, u64)> {
    let mut reader = BufReader::new(file).take(LONGEST_HEAD);
    let mut magic = vec![0; MAGIC.len()];
    reader.read_exact(&mut magic).ok()?;
    let mut json = String::new();
    reader.read_line(&mut json).ok()?;
    if magic != MAGIC.as_bytes() || !json.ends_with('\n') {
        return None;
    }
    Some((serde_json::from_str(&json).ok()?, (MAGIC.len() + json.len()) as u64))
}

/// Checks the head of an unfinished run and drops what is not intact; returns the length of the head and
/// the number of records left, after which the file stands.
fn resume(
    file: &mut File,
    path: &Path,
    header: &RunHeader,
    layout: &Layout,
) -> Result<(u64, u64), RunError> {
    let failed = |error| RunError::Io(path.to_path_buf(), error);
    let damaged = || RunError::Damaged(path.to_path_buf());
    let (written, start) = read_head(file).ok_or_else(damaged)?;
    if let Some(what) = written.difference(header) {
        return Err(RunError::Different(path.to_path_buf(), what));
    }
    let records = intact(file, start, layout).map_err(failed)?;
    file.set_len(start + records * layout.width() as u64).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    Ok((start, records))
}

/// The number of whole records from `start` on that are rows in the order of the input. After a power cut others may
/// stand behind them.
fn intact(file: &File, start: u64, layout: &Layout) -> io::Result<u64> {
    let mut reader = BufReader::with_capacity(BUFFER, file);
    reader.seek(SeekFrom::Start(start))?;
    let mut record = vec![0; layout.width()];
    let (mut records, mut last) = (0, None);
    loop {
        match reader.read_exact(&mut record) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(records),
            Err(error) => return Err(error),
        }
        let place = layout.decode(&record).map(|row| (row.file, row.line));
        if place <= last {
            return Ok(records);
        }
        (records, last) = (records + 1, place);
    }
}
