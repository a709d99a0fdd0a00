//! The run file: the records of a scan, and its checkpoint.
//!
//! ```text
//!   sudoscope run 7\n          what kind of file this is
//!   {"version":…}\n            the header: everything that decides the records, as one line of JSON
//!   record sum                 ┐ fixed width, record i is data line i;
//!   record sum                 │ its sum: the low half of its XXH3-64, little-endian
//!   …                          ┘
//!   hash                       once complete: XXH3-64 of all that stands before it, little-endian
//! ```
//!
//! While a scan runs the file is called `run.partial`. A complete file ends with its hash, which shows whether a copy was cut
//! off or damaged, and is renamed `run.records`. Resuming checks that the header is the one this run would write, byte for
//! byte. It drops a torn last record (or the hash, which is shorter than one) and all from the first record that differs
//! from its sum, is invalid or out of order, and continues after the last one left. `merge.partial` is put together from
//! others and is never resumed.

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::record::{Layout, Row};
use crate::files::{
    Protected, Unfinished, begins_like, busy, is_locked, open_locked, open_regular, regular,
    remove, rename, sync_folder,
};
use crate::input::{Identity, Shard};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use sudoscope_engine::scale::{Description, Scale};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The name of a complete run file.
const COMPLETE: &str = "run.records";
/// That of an unfinished one.
const UNFINISHED: &str = "run.partial";
/// That of one that is being put together of others: it can be made again, and never stands in the way.
const MERGED: &str = "merge.partial";

const MAGIC: &str = "sudoscope run 7\n";
/// With what all versions begin.
const ANY_MAGIC: &str = "sudoscope run ";

/// How often records are forced to the disk, where that is asked for.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Bytes of the hash at the end.
const END: usize = 8;

/// Bytes of the sum behind a record.
const SUM: usize = 4;

/// The sum of a record.
fn sum(record: &[u8]) -> [u8; SUM] {
    (xxh3_64(record) as u32).to_le_bytes()
}

/// The row of a record with its sum behind it; `None` if the bytes are not one.
fn checked_row(layout: &Layout, bytes: &[u8]) -> Option<Row> {
    let (record, written) = bytes.split_last_chunk()?;
    if sum(record) != *written {
        return None;
    }
    layout.decode(record)
}

/// Everything that decides the records of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunHeader {
    /// Version of the program.
    pub version: String,
    /// The scales.
    pub scales: Vec<Description>,
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
    pub column: Option<String>,
    /// The numbers read beside it.
    pub against: Vec<String>,
    /// The columns kept beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
}

impl RunHeader {
    /// Of a run by these settings over all of these inputs.
    pub fn of(settings: &Settings, inputs: Vec<Identity>) -> RunHeader {
        RunHeader {
            version: env!("CARGO_PKG_VERSION").to_string(),
            scales: settings.descriptions(),
            inputs,
            shard: None,
            budget: settings.effort().budget,
            validate: settings.effort().validate,
            skip: 0,
            take: None,
            column: None,
            against: Vec::new(),
            keep: Vec::new(),
        }
    }

    /// What differs between two headers, in words; `None` if nothing does.
    pub(super) fn difference(&self, other: &RunHeader) -> Option<&'static str> {
        let checks = [
            (self.version == other.version, "version"),
            (self.scales == other.scales, "ladders"),
            (self.shard == other.shard, "--shard"),
            (self.inputs == other.inputs, "input"),
            (self.budget == other.budget, "budget"),
            (self.validate == other.validate, "--no-validate"),
            (self.skip == other.skip && self.take == other.take, "--skip or --take"),
            (self.column == other.column, "--column"),
            (self.against == other.against, "--against"),
            (self.keep == other.keep, "--keep"),
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
    /// What is not shown to be ours stands in the way.
    #[error(
        "{0} is in the way, and is no run file: it stays as it is; move it away, or name another directory"
    )]
    Strange(PathBuf),
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
    /// Of the head; in a file being written, of the records too.
    hashed: Xxh3Default,
    /// The hash at the end of a complete file.
    hash: Option<u64>,
    /// When it was last forced to the disk, if it is at all.
    synced: Option<Instant>,
}

impl RunFile {
    /// Opens the run file of `directory`, which exists, for a run with this header.
    pub fn open(
        directory: &Path,
        header: &RunHeader,
        scales: &[Scale],
        unfinished: Unfinished,
    ) -> Result<RunFile, RunError> {
        let path = directory.join(UNFINISHED);
        if unfinished == Unfinished::Resume && !path.exists() {
            return Err(RunError::NothingToResume(directory.into()));
        }
        let failed = |error| RunError::Io(path.clone(), error);
        regular(&directory.join(COMPLETE))
            .map_err(|error| RunError::Io(directory.join(COMPLETE), error))?;
        let file = open_own(&path)?;
        // A run that was stopped before it wrote anything has not begun.
        let begun = file.metadata().map_err(failed)?.len() > 0;
        let layout = Layout::new(scales, header.against.len(), header.keep.len());
        match unfinished {
            Unfinished::Keep if begun => Err(RunError::Unfinished(path)),
            Unfinished::Resume if begun => RunFile::resume(path, file, header, layout),
            _ => RunFile::begin(path, file, header, layout),
        }
    }

    /// Whether there is an unfinished run in `directory`.
    pub fn is_begun(directory: &Path) -> bool {
        directory.join(UNFINISHED).exists()
    }

    /// Where the complete run of `directory` is.
    pub(crate) fn complete(directory: &Path) -> PathBuf {
        directory.join(COMPLETE)
    }

    /// Begins a run file that is put together of others.
    pub(super) fn merged(
        directory: &Path,
        header: &RunHeader,
        scales: &[Scale],
    ) -> Result<RunFile, RunError> {
        let path = directory.join(MERGED);
        let file = open_own(&path)?;
        RunFile::begin(
            path,
            file,
            header,
            Layout::new(scales, header.against.len(), header.keep.len()),
        )
    }

    /// An error if what a scan writes into `directory` is one of these files.
    pub(crate) fn refuse(directory: &Path, inputs: &Protected) -> Result<(), RunError> {
        [UNFINISHED, COMPLETE].into_iter().try_for_each(|name| {
            let path = directory.join(name);
            inputs.refuse(&path).map_err(|error| RunError::Io(path, error))
        })
    }

    /// An error if a scan is writing into `directory`.
    pub(super) fn refuse_busy(directory: &Path) -> Result<(), RunError> {
        let scan = directory.join(UNFINISHED);
        if is_locked(&scan) { Err(RunError::Io(scan, busy())) } else { Ok(()) }
    }

    /// Writes the head of a new run file.
    fn begin(
        path: PathBuf,
        mut file: File,
        header: &RunHeader,
        layout: Layout,
    ) -> Result<RunFile, RunError> {
        let written = head_of(header).and_then(|head| {
            file.set_len(0)?;
            file.write_all(&head)?;
            Ok(head)
        });
        match written {
            Ok(head) => Ok(RunFile::headed(path, file, layout, &head)),
            Err(error) => {
                remove(&path);
                Err(RunError::Io(path, error))
            }
        }
    }

    /// Checks the head of an unfinished run and drops what is not intact; the file stands behind the records left.
    fn resume(
        path: PathBuf,
        file: File,
        header: &RunHeader,
        layout: Layout,
    ) -> Result<RunFile, RunError> {
        let failed = |error| RunError::Io(path.clone(), error);
        let (written, head) = read_head(&file).ok_or_else(|| RunError::Damaged(path.clone()))?;
        if let Some(what) = written.difference(header) {
            return Err(RunError::Different(path, what));
        }
        if head != head_of(header).map_err(failed)? {
            return Err(RunError::Damaged(path));
        }
        let mut run = RunFile::headed(path.clone(), file, layout, &head);
        run.keep_intact().map_err(failed)?;
        run.file.set_len(run.start + run.records * run.width()).map_err(failed)?;
        run.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(run)
    }

    /// A run file with this head, and without records.
    fn headed(path: PathBuf, file: File, layout: Layout, head: &[u8]) -> RunFile {
        let mut hashed = Xxh3Default::new();
        hashed.update(head);
        let start = head.len() as u64;
        RunFile {
            path,
            file,
            layout,
            encoded: Vec::new(),
            start,
            records: 0,
            hashed,
            hash: None,
            synced: None,
        }
    }

    /// Counts the whole records that are rows in the order of the input. After a power cut others may stand behind them.
    fn keep_intact(&mut self) -> io::Result<()> {
        let mut reader = BufReader::with_capacity(BUFFER, &self.file);
        reader.seek(SeekFrom::Start(self.start))?;
        let mut record = vec![0; self.width() as usize];
        let mut last = None;
        loop {
            match reader.read_exact(&mut record) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                Err(error) => return Err(error),
            }
            let place = checked_row(&self.layout, &record).map(|row| (row.file, row.line));
            if place <= last {
                return Ok(());
            }
            self.hashed.update(&record);
            (self.records, last) = (self.records + 1, place);
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The complete run of `directory`, to be read: what decided it, its ladders, its records.
    pub fn read(directory: &Path) -> Result<(RunHeader, Vec<Scale>, RunFile), RunError> {
        let path = directory.join(COMPLETE);
        let failed = |error| RunError::Io(path.clone(), error);
        let file = open_regular(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RunError::NotFinished(directory.into()),
            _ => failed(error),
        })?;
        let damaged = || RunError::Damaged(path.clone());
        let (header, head) = read_head(&file).ok_or_else(damaged)?;
        let scales: Vec<Scale> = header
            .scales
            .iter()
            .map(Scale::recorded)
            .collect::<Result<_, _>>()
            .map_err(|_| damaged())?;
        let layout = Layout::new(&scales, header.against.len(), header.keep.len());
        let length = file.metadata().map_err(failed)?.len();
        let body = length.checked_sub((head.len() + END) as u64).ok_or_else(damaged)?;
        let mut run = RunFile::headed(path.clone(), file, layout, &head);
        if body % run.width() != 0 {
            return Err(damaged());
        }
        run.records = body / run.width();
        let mut written = [0; END];
        run.file.seek(SeekFrom::End(-(END as i64))).map_err(failed)?;
        run.file.read_exact(&mut written).map_err(failed)?;
        run.hash = Some(u64::from_le_bytes(written));
        Ok((header, scales, run))
    }

    /// Appends the records of `rows`, at once: what a batch cost is not lost with the process.
    pub fn append(&mut self, rows: &[Row]) -> io::Result<()> {
        self.encoded.clear();
        for row in rows {
            let start = self.encoded.len();
            self.layout.encode(row, &mut self.encoded);
            let sum = sum(self.encoded.get(start..).unwrap_or_default());
            self.encoded.extend(sum);
        }
        self.records += rows.len() as u64;
        self.hashed.update(&self.encoded);
        self.file.write_all(&self.encoded)?;
        if self.synced.is_some_and(|last| last.elapsed() >= SYNC_EVERY) {
            self.file.sync_data()?;
            self.synced = Some(Instant::now());
        }
        Ok(())
    }

    /// The same file, forced to the disk about once a second and when it is complete: what a power cut leaves then lacks a
    /// second of work.
    pub fn synced(mut self) -> Result<RunFile, RunError> {
        self.synced = Some(Instant::now());
        let synced = self.file.sync_all().and_then(|()| sync_folder(&self.path));
        synced.map_err(|error| RunError::Io(self.path.clone(), error)).map(|()| self)
    }

    /// The same for rows that are read elsewhere, which are used up.
    pub(super) fn append_all(&mut self, rows: &mut Vec<Row>) -> Result<(), RunError> {
        self.append(rows).map_err(|error| RunError::Io(self.path.clone(), error))?;
        rows.clear();
        Ok(())
    }

    /// The hash at the end of a complete file.
    pub fn hash(&self) -> Option<u64> {
        self.hash
    }

    /// Its rows, in order. Only one such pass can go on at a time, and nothing be appended meanwhile. Behind the last row of a
    /// complete run that is not what was written stands an error.
    pub fn rows(&self) -> Result<impl Iterator<Item = Result<Row, RunError>>, RunError> {
        let RunFile { path, layout, .. } = self;
        let mut rows = &self.file;
        let failed = |error| RunError::Io(path.clone(), error);
        rows.seek(SeekFrom::Start(self.start)).map_err(failed)?;
        let reader = BufReader::with_capacity(BUFFER, rows);
        Ok(Rows { reader, path, layout, left: self.records, end: self.end() })
    }

    /// What remains to be held against the hash of a complete run.
    fn end(&self) -> Option<(Xxh3Default, u64)> {
        self.hash.map(|written| (self.hashed.clone(), written))
    }

    /// Bytes of a record with its sum.
    pub fn width(&self) -> u64 {
        (self.layout.width() + SUM) as u64
    }

    /// The same rows.
    pub fn into_rows(self) -> Result<impl Iterator<Item = Result<Row, RunError>>, RunError> {
        let end = self.end();
        let RunFile { path, mut file, layout, start, records, .. } = self;
        file.seek(SeekFrom::Start(start)).map_err(|error| RunError::Io(path.clone(), error))?;
        let reader = BufReader::with_capacity(BUFFER, file);
        Ok(Rows { reader, path, layout, left: records, end })
    }

    /// Removes it: a run that failed before its first record has nothing to go on from.
    pub fn discard(self) {
        remove(&self.path);
    }

    /// Writes the hash behind the complete run: from now on there is room for it.
    pub(super) fn seal(&mut self) -> Result<(), RunError> {
        let end = SeekFrom::Start(self.start + self.records * self.width());
        self.file
            .seek(end)
            .and_then(|_| self.file.write_all(&self.hashed.digest().to_le_bytes()))
            .map_err(|error| RunError::Io(self.path.clone(), error))
    }

    /// Gives the complete run its hash and its final name.
    pub fn finish(mut self) -> Result<(), RunError> {
        self.seal()?;
        let named = match self.synced {
            None => Ok(()),
            Some(_) => self.file.sync_all(),
        };
        named
            .and_then(|()| {
                let complete = self.path.with_file_name(COMPLETE);
                rename(&self.path, &complete, self.synced.is_some())
            })
            .map_err(|error| RunError::Io(self.path, error))
    }
}

/// Opens an unfinished run file; one that is there must be ours, of any version.
fn open_own(path: &Path) -> Result<File, RunError> {
    let failed = |error| RunError::Io(path.to_path_buf(), error);
    let file = open_locked(path).map_err(failed)?;
    match begins_like(&file, ANY_MAGIC).map_err(failed)? {
        true => Ok(file),
        false => Err(RunError::Strange(path.to_path_buf())),
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
    /// Of a complete run: the hash of what was read, and what it should become.
    end: Option<(Xxh3Default, u64)>,
}

impl<R: Read, P: Borrow<PathBuf>, L: Borrow<Layout>> Rows<R, P, L> {
    fn read(&mut self) -> Result<Row, RunError> {
        let path = self.path.borrow();
        let mut record = vec![0; self.layout.borrow().width() + SUM];
        let read = self.reader.read_exact(&mut record);
        read.map_err(|error| RunError::Io(path.clone(), error))?;
        if let Some((hash, _)) = &mut self.end {
            hash.update(&record);
        }
        checked_row(self.layout.borrow(), &record).ok_or_else(|| RunError::Damaged(path.clone()))
    }
}

impl<R: Read, P: Borrow<PathBuf>, L: Borrow<Layout>> Iterator for Rows<R, P, L> {
    type Item = Result<Row, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            let (hash, written) = self.end.take()?;
            let damaged = || Err(RunError::Damaged(self.path.borrow().clone()));
            return (hash.digest() != written).then(damaged);
        }
        self.left -= 1;
        Some(self.read())
    }
}

/// No head is longer: a file of another kind is not read to its end.
const LONGEST_HEAD: u64 = 1 << 26;

/// The bytes before the records.
fn head_of(header: &RunHeader) -> io::Result<Vec<u8>> {
    Ok(format!("{MAGIC}{}\n", serde_json::to_string(header)?).into_bytes())
}

/// The header of a run file, and the bytes before its records; `None` if it is no run file of this version.
fn read_head(file: &File) -> Option<(RunHeader, Vec<u8>)> {
    let mut reader = BufReader::new(file).take(LONGEST_HEAD);
    let mut head = vec![0; MAGIC.len()];
    reader.read_exact(&mut head).ok()?;
    if head != MAGIC.as_bytes() {
        return None;
    }
    reader.read_until(b'\n', &mut head).ok()?;
    let json = head.strip_prefix(MAGIC.as_bytes())?.strip_suffix(b"\n")?;
    Some((serde_json::from_slice(json).ok()?, head))
}
