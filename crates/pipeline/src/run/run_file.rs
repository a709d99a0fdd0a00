//! Run file: the records of a scan, and its checkpoint.
//!
//! ```text
//!   sudoscope run 9\n          what kind of file this is
//!   {"version":…}\n            the header: everything that determines the records, as one line of JSON
//!   block                      ┐ the records, in the order of the lines (block.rs)
//!   …                          ┘
//!   rows                       once complete: their number, u64, little-endian
//!   hash                       once complete: XXH3-64 of everything before it
//! ```
//!
//! While a scan runs, the file is called `run.partial`. Its last block is written in parts, some milliseconds
//! apart. A complete file ends with its hash, which shows whether a copy was cut off or damaged, and is
//! renamed `run.records`; if it has blocks in parts, these are joined in `merge.partial`, which is renamed
//! instead.
//! Resuming checks that the header is the one this run would write, byte for byte. It drops everything from
//! the first block that is torn, differs from its checksum, is invalid or out of order, and continues after
//! the last one left. `merge.partial` is made from other files and is never resumed.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::block::{Block, Open};
use super::error::RunError;
use super::header::{ANY_MAGIC, RunHeader};
use super::record::{Layout, NOWHERE};
use super::row::Row;
use super::stored::{BUFFER, Blocks, StoredRows};
use crate::files::{
    Protected, Unfinished, begins_like, busy, is_locked, open_locked, open_regular, regular, remove, rename,
    sync_folder,
};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Take, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use sudoscope_engine::scale::{Description, Scale};
use xxhash_rust::xxh3::Xxh3Default;

/// Name of a complete run file.
const COMPLETE: &str = "run.records";
/// Name of an unfinished run file.
const UNFINISHED: &str = "run.partial";
/// Name of a file being joined from others: it can be made again, so it is never in the way.
const MERGED: &str = "merge.partial";

/// Interval at which records are forced to disk, if that is asked for.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Time that rows wait before they are written as a part of a block, and so the work that a kill loses.
const WRITE_EVERY: Duration = Duration::from_millis(20);
/// Wait of the first rows of a run. It is shorter, but not zero: with the first row as a part of its own, a
/// fast run had to be copied at its end.
const FIRST_WAIT: Duration = Duration::from_millis(10);

/// Bytes at the end: rows, hash.
const END: usize = 16;

/// Run file being written or read.
pub struct RunFile {
    pub(super) path: PathBuf,
    pub(super) file: File,
    layout: Layout,
    /// Bytes before the blocks.
    head: Vec<u8>,
    /// Offset of the end of the blocks.
    length: u64,
    /// Rows in the file.
    pub records: u64,
    /// Rows not yet in the file.
    open: Open,
    /// Time at which rows not yet in the file are written.
    due: Instant,
    /// Whether the last block is a part; whether an earlier one is a part that another block follows.
    ends_in_part: bool,
    has_parts: bool,
    /// Hash of the head; in a file being written, of the blocks too.
    hashed: Xxh3Default,
    /// Hash at the end of a complete file.
    hash: Option<u64>,
    /// Time when the file was last forced to disk, if it is at all.
    synced: Option<Instant>,
}

impl RunFile {
    /// Opens the run file of `directory`, which must exist, for a run with this header.
    pub fn open(
        directory: &Path, header: &RunHeader, scales: &[Scale], unfinished: Unfinished,
    ) -> Result<RunFile, RunError> {
        let path = directory.join(UNFINISHED);
        if unfinished == Unfinished::Resume && !path.exists() {
            return Err(RunError::NothingToResume(directory.into()));
        }
        let failed = |error| RunError::Io(path.clone(), error);
        regular(&directory.join(COMPLETE)).map_err(|error| RunError::Io(directory.join(COMPLETE), error))?;
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

    /// Returns the path of the complete run of `directory`.
    pub(crate) fn complete(directory: &Path) -> PathBuf {
        directory.join(COMPLETE)
    }

    /// Whether `directory` has a complete or an unfinished run.
    pub(crate) fn stands_in(directory: &Path) -> bool {
        [UNFINISHED, COMPLETE].into_iter().any(|name| directory.join(name).exists())
    }

    /// Begins a run file that is joined from others.
    pub(super) fn merged(
        directory: &Path, header: &RunHeader, scales: &[Scale],
    ) -> Result<RunFile, RunError> {
        let path = directory.join(MERGED);
        let file = open_own(&path)?;
        RunFile::begin(path, file, header, Layout::new(scales, header.against.len(), header.keep.len()))
    }

    /// Fails if a scan into `directory` would write to one of `inputs`.
    pub(crate) fn refuse(directory: &Path, inputs: &Protected) -> Result<(), RunError> {
        [UNFINISHED, COMPLETE, MERGED].into_iter().try_for_each(|name| {
            let path = directory.join(name);
            inputs.refuse(&path).map_err(|error| RunError::Io(path, error))
        })
    }

    /// Fails if a scan is writing into `directory`.
    pub(super) fn refuse_busy(directory: &Path) -> Result<(), RunError> {
        let scan = directory.join(UNFINISHED);
        if is_locked(&scan) { Err(RunError::Io(scan, busy())) } else { Ok(()) }
    }

    /// Writes the head of a new run file.
    fn begin(path: PathBuf, mut file: File, header: &RunHeader, layout: Layout) -> Result<RunFile, RunError> {
        let written = header.head().and_then(|head| {
            file.set_len(0)?;
            file.write_all(&head)?;
            Ok(head)
        });
        match written {
            Ok(head) => Ok(RunFile::headed(path, file, layout, head)),
            Err(error) => {
                remove(&path);
                Err(RunError::Io(path, error))
            }
        }
    }

    /// Checks the head of an unfinished run and drops what is not intact; the file position is then after the
    /// last record.
    fn resume(path: PathBuf, file: File, header: &RunHeader, layout: Layout) -> Result<RunFile, RunError> {
        let failed = |error| RunError::Io(path.clone(), error);
        let (written, head) = RunHeader::read(&file).ok_or_else(|| RunError::Damaged(path.clone()))?;
        if let Some(what) = written.difference(header) {
            return Err(RunError::Different(path, what));
        }
        if head != header.head().map_err(failed)? {
            return Err(RunError::Damaged(path));
        }
        let mut run = RunFile::headed(path.clone(), file, layout, head);
        run.keep_intact().map_err(failed)?;
        run.file.set_len(run.length).map_err(failed)?;
        run.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(run)
    }

    /// Returns a run file with this head and without records.
    fn headed(path: PathBuf, file: File, layout: Layout, head: Vec<u8>) -> RunFile {
        let mut hashed = Xxh3Default::new();
        hashed.update(&head);
        RunFile {
            path,
            file,
            layout,
            length: head.len() as u64,
            head,
            records: 0,
            open: Open::new(),
            due: Instant::now() + FIRST_WAIT,
            ends_in_part: false,
            has_parts: false,
            hashed,
            hash: None,
            synced: None,
        }
    }

    /// Counts the intact blocks whose rows are in input order. After a power cut others may follow them.
    fn keep_intact(&mut self) -> io::Result<()> {
        let mut reader = BufReader::with_capacity(BUFFER, self.file.try_clone()?);
        reader.seek(SeekFrom::Start(self.length))?;
        let mut last = NOWHERE;
        while let Some(block) = Block::read(&mut reader)? {
            let rows = block.decode(&self.layout).unwrap_or_default();
            let (Some(first), Some(end)) = (rows.first(), rows.last()) else { break };
            let mut filled = self.open.filled;
            // A block must end where this version would end it.
            let full = rows.iter().position(|row| filled.add(row));
            let is_full = full == Some(rows.len() - 1);
            if first.at() <= last || is_full != block.is_full || full.is_some() != is_full {
                break;
            }
            last = end.at();
            self.open.filled = filled;
            self.count(&block.bytes, rows.len(), is_full);
        }
        Ok(())
    }

    /// Counts a block.
    fn count(&mut self, bytes: &[u8], rows: usize, is_full: bool) {
        self.hashed.update(bytes);
        self.length += bytes.len() as u64;
        self.records += rows as u64;
        self.has_parts |= self.ends_in_part;
        self.ends_in_part = !is_full;
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the complete run of `directory` for reading: its header, its ladders, its records.
    pub fn read(directory: &Path) -> Result<(RunHeader, Vec<Scale>, RunFile), RunError> {
        let path = directory.join(COMPLETE);
        let failed = |error| RunError::Io(path.clone(), error);
        let file = open_regular(&path).map_err(|error| match error.kind() {
            _ if directory.is_file() => RunError::NoFolder(directory.into()),
            io::ErrorKind::NotFound => RunError::NotFinished(directory.into()),
            _ => failed(error),
        })?;
        let damaged = || RunError::Damaged(path.clone());
        let (header, head) = RunHeader::read(&file).ok_or_else(damaged)?;
        let scale = |of: &Description| match &header.board {
            None => Scale::recorded(of).ok(),
            Some(_) => Scale::recorded(of).ok()?.on_boards().ok(),
        };
        let scales: Vec<Scale> =
            header.scales.iter().map(scale).collect::<Option<_>>().ok_or_else(damaged)?;
        let layout = Layout::new(&scales, header.against.len(), header.keep.len());
        let length = file.metadata().map_err(failed)?.len();
        let start = head.len() as u64;
        let end = length.checked_sub(END as u64).filter(|&end| end >= start).ok_or_else(damaged)?;
        let mut run = RunFile::headed(path.clone(), file, layout, head);
        let mut written = [0; END];
        run.file.seek(SeekFrom::Start(end)).map_err(failed)?;
        run.file.read_exact(&mut written).map_err(failed)?;
        let [records, hash] = written.as_chunks::<8>().0 else { return Err(damaged()) };
        let [records, hash] = [records, hash].map(|bytes| u64::from_le_bytes(*bytes));
        (run.length, run.records, run.hash) = (end, records, Some(hash));
        Ok((header, scales, run))
    }

    /// Writes rows that have waited for some milliseconds.
    pub fn write_due(&mut self) -> io::Result<()> {
        if self.open.rows() > 0 && Instant::now() >= self.due { self.flush() } else { Ok(()) }
    }

    /// Appends the records of `rows`, and writes the blocks that are full.
    pub fn append(&mut self, rows: &[Row]) -> io::Result<()> {
        rows.iter().try_for_each(|row| match self.open.add(&self.layout, row) {
            true => self.write_open(true),
            false => Ok(()),
        })
    }

    /// Appends `rows` from another file, and empties the vector.
    pub(super) fn add_all(&mut self, rows: &mut Vec<Row>) -> Result<(), RunError> {
        self.append(rows).map_err(|error| RunError::Io(self.path.clone(), error))?;
        rows.clear();
        Ok(())
    }

    /// Writes the rows that are not written yet.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.open.rows() > 0 { self.write_open(false) } else { Ok(()) }
    }

    fn write_open(&mut self, is_full: bool) -> io::Result<()> {
        let rows = self.open.rows();
        let bytes = self.open.close(is_full);
        if let Err(error) = self.file.write_all(&bytes) {
            // Later data would follow a torn block.
            let end = SeekFrom::Start(self.length);
            let _ = self.file.set_len(self.length).and_then(|()| self.file.seek(end));
            return Err(error);
        }
        self.count(&bytes, rows.into(), is_full);
        let now = Instant::now();
        self.due = now + WRITE_EVERY;
        if self.synced.is_some_and(|last| now - last >= SYNC_EVERY) {
            self.file.sync_data()?;
            self.synced = Some(Instant::now());
        }
        Ok(())
    }

    /// Makes this file be forced to disk about once a second and when it is complete, so that a power cut
    /// loses at most a second of work.
    pub fn synced(mut self) -> Result<RunFile, RunError> {
        self.synced = Some(Instant::now());
        let synced = self.file.sync_all().and_then(|()| sync_folder(&self.path));
        synced.map_err(|error| RunError::Io(self.path.clone(), error)).map(|()| self)
    }

    /// Returns the layout of the records.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the hash at the end of a complete file.
    pub fn hash(&self) -> Option<u64> {
        self.hash
    }

    /// Reads the rows in order. Only one such pass may run at a time, and nothing may be appended meanwhile.
    /// If a complete run has been altered, an error follows its last row.
    pub fn rows(&self) -> Result<impl Iterator<Item = Result<Row, RunError>>, RunError> {
        let blocks = self.blocks(&self.file)?;
        Ok(StoredRows::of(blocks, &self.layout))
    }

    /// Reads the rows in order, consuming the file.
    pub(crate) fn into_rows(self) -> Result<impl Iterator<Item = Result<Row, RunError>>, RunError> {
        let file = self.file.try_clone().map_err(|error| RunError::Io(self.path.clone(), error))?;
        let blocks = self.blocks(file)?;
        Ok(StoredRows::of(blocks, self.layout))
    }

    /// Reads the blocks through `file`.
    fn blocks<R: Read + Seek>(&self, mut file: R) -> Result<Blocks<Take<BufReader<R>>>, RunError> {
        let start = self.head.len() as u64;
        file.seek(SeekFrom::Start(start)).map_err(|error| RunError::Io(self.path.clone(), error))?;
        let reader = BufReader::with_capacity(BUFFER, file).take(self.length - start);
        let mut hash = Xxh3Default::new();
        hash.update(&self.head);
        let end = self.hash.map(|written| (hash, written));
        Ok(Blocks { reader, path: self.path.clone(), rows: self.records, left: self.records, end })
    }

    /// Removes the file: a run that failed before its first record has nothing to resume.
    pub fn discard(self) {
        remove(&self.path);
    }

    /// Writes the end of the complete run, which reserves the space for it.
    pub(super) fn seal(&mut self) -> Result<(), RunError> {
        let path = self.path.clone();
        let failed = |error| RunError::Io(path.clone(), error);
        self.flush().map_err(failed)?;
        let rows = self.records.to_le_bytes();
        let mut hash = self.hashed.clone();
        hash.update(&rows);
        let end = [rows, hash.digest().to_le_bytes()].concat();
        let written = self.file.seek(SeekFrom::Start(self.length));
        written.and_then(|_| self.file.write_all(&end)).map_err(failed)
    }

    /// Gives the complete run its hash and its final name.
    pub fn finish(mut self) -> Result<(), RunError> {
        self.flush().map_err(|error| RunError::Io(self.path.clone(), error))?;
        if !self.has_parts {
            return self.seal_and_name();
        }
        let mut whole = self.put_together()?;
        // This file is still open: some systems would not let another take its name.
        match whole.seal_and_name() {
            Ok(()) => self.discard(),
            Err(error) => {
                whole.discard();
                return Err(error);
            }
        }
        Ok(())
    }

    fn seal_and_name(&mut self) -> Result<(), RunError> {
        self.seal()?;
        let named = match self.synced {
            None => Ok(()),
            Some(_) => self.file.sync_all(),
        };
        let named = named.and_then(|()| {
            let complete = self.path.with_file_name(COMPLETE);
            rename(&self.path, &complete, self.synced.is_some())
        });
        named.map_err(|error| RunError::Io(self.path.clone(), error))
    }

    /// Joins the parts of blocks of this run, in a file beside it.
    fn put_together(&self) -> Result<RunFile, RunError> {
        let path = self.path.with_file_name(MERGED);
        let file = open_own(&path)?;
        let mut whole = RunFile::headed(path, file, self.layout.clone(), self.head.clone());
        whole.synced = self.synced;
        match whole.copy(self) {
            Ok(()) => Ok(whole),
            Err(error) => {
                whole.discard();
                Err(error)
            }
        }
    }

    /// Copies the blocks of this run, joining their parts.
    fn copy(&mut self, run: &RunFile) -> Result<(), RunError> {
        let path = self.path.clone();
        let failed = |error| RunError::Io(path.clone(), error);
        let begun = self.file.set_len(0).and_then(|()| self.file.write_all(&self.head));
        begun.map_err(failed)?;
        run.blocks(&run.file)?.try_for_each(|block| self.add_block(&block?))
    }

    /// Appends a block unchanged, or row by row if it is a part.
    fn add_block(&mut self, block: &Block) -> Result<(), RunError> {
        let path = self.path.clone();
        let failed = |error| RunError::Io(path.clone(), error);
        if block.is_full && self.open.rows() == 0 {
            self.file.write_all(&block.bytes).map_err(failed)?;
            self.count(&block.bytes, block.rows, true);
            return Ok(());
        }
        let rows = block.decode(&self.layout);
        let rows = rows.ok_or_else(|| RunError::Damaged(path.clone()))?;
        self.append(&rows).map_err(failed)
    }
}

/// Opens an unfinished run file; an existing one must be a run file, of any version.
fn open_own(path: &Path) -> Result<File, RunError> {
    let failed = |error| RunError::Io(path.to_path_buf(), error);
    let file = open_locked(path).map_err(failed)?;
    match begins_like(&file, ANY_MAGIC).map_err(failed)? {
        true => Ok(file),
        false => Err(RunError::Strange(path.to_path_buf())),
    }
}

#[cfg(test)]
mod tests;
