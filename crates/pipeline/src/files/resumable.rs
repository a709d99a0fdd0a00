//! Resumable files.
//!
//! `FILE.partial` has its journal beside it (`journal.rs`), with a line for each block. A block is written
//! before its line. On resuming, all blocks are read: the first that does not match its line is dropped, with
//! everything behind it. A complete file gets its name, and its journal is removed.
//!
//! Nothing is dropped unless it is shown to belong to this file: the journal by its first line,
//! `FILE.partial` by its mark or its first block.

// This module reads data from outside, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::identity::{begins_like, beside, mark_of, open_regular, regular, resolved};
use super::journal::{BlockEnd, MAGIC, NamedSettings, SoundPart, read_blocks, read_head};
use super::sync::{remove, rename, sync_folder};
use super::{JOURNAL, PARTIAL, Unfinished, lock::open_locked, protected::Protected};
use serde::{Serialize, de::DeserializeOwned};
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Reason why a file cannot be begun or resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// Reading or writing failed, or is not allowed.
    #[error("cannot write {0}: {1}")]
    Io(PathBuf, io::Error),
    /// An unfinished file is in the way.
    #[error("{0} holds what an earlier run left unfinished")]
    Unfinished(PathBuf),
    /// There is nothing to resume.
    #[error("there is no {0} to resume")]
    NothingToResume(PathBuf),
    /// The unfinished file belongs to another command.
    #[error("{0} is of another run: its {1} differs; --restart drops it")]
    Different(PathBuf, &'static str),
    /// The journal is damaged.
    #[error("{0} is damaged, or of another version; --restart drops it")]
    Damaged(PathBuf),
    /// A file is not shown to be an unfinished one of this program.
    #[error(
        "{0} is in the way, and not known to be left by an unfinished run: it stays as it is; move it away, \
         or name another output"
    )]
    Strange(PathBuf),
}

/// A file being written; `S` is the state needed to resume it.
pub(crate) struct Resumable<S> {
    path: PathBuf,
    partial: PathBuf,
    journal_path: PathBuf,
    file: File,
    journal: File,
    kept: SoundPart<S>,
    /// Bytes of the file, including any after the last block, and the hash with these.
    length: u64,
    hash: Xxh3Default,
    /// Whether blocks are forced to the disk.
    sync: bool,
    /// Whether the file has its final name.
    is_finished: bool,
}

impl<S: Clone + Serialize + DeserializeOwned> Resumable<S> {
    /// Opens the file at `path`, following links. The file must not be one of `inputs`. If `sync`, each block
    /// and its line in the journal are forced to the disk.
    pub fn open(
        path: &Path, settings: &NamedSettings, unfinished: Unfinished, inputs: &Protected, sync: bool,
    ) -> Result<Resumable<S>, ResumeError> {
        let path = resolved(path);
        let (partial, journal_path) = (beside(&path, PARTIAL), beside(&path, JOURNAL));
        let is_writable = regular(&path).and_then(|()| inputs.refuse(&path));
        is_writable.map_err(|error| ResumeError::Io(path.clone(), error))?;
        let is_new = !partial.exists();
        if is_new && unfinished == Unfinished::Resume {
            return Err(ResumeError::NothingToResume(partial));
        }
        let opened = open_locked(&partial);
        let file = opened.map_err(|error| ResumeError::Io(partial.clone(), error))?;
        let found = find(&file, &partial, &journal_path, settings, unfinished);
        let opened = found.and_then(|found| {
            let (journal, kept) = match found {
                None => begin(&file, &journal_path, settings, sync),
                Some(kept) => go_on(&file, &journal_path, &kept).map(|file| (file, kept)),
            }
            .map_err(|error| ResumeError::Io(journal_path.clone(), error))?;
            Ok((journal, kept))
        });
        let (journal, kept) = opened.inspect_err(|_| {
            // Only an empty file that was created here is removed.
            if is_new && file.metadata().is_ok_and(|meta| meta.len() == 0) {
                remove(&partial);
            }
        })?;
        let (length, hash) = (kept.length, kept.hash.clone());
        Ok(Resumable {
            path,
            partial,
            journal_path,
            file,
            journal,
            kept,
            length,
            hash,
            sync,
            is_finished: false,
        })
    }

    /// Returns the state after the last block; `None` before the first.
    pub fn state(&self) -> Option<&S> {
        self.kept.state.as_ref()
    }

    /// Returns the path of the unfinished file.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Returns the bytes up to the last block.
    pub fn text(&self) -> io::Result<Vec<u8>> {
        let (mut file, mut text) = (&self.file, Vec::new());
        file.rewind()?;
        file.take(self.kept.length).read_to_end(&mut text)?;
        file.seek(SeekFrom::Start(self.length))?;
        Ok(text)
    }

    /// Appends all these bytes to the file, or none.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            let _ = truncate(&mut self.file, self.length);
            return Err(error);
        }
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Ends a block, after which this is the state.
    pub fn end_block(&mut self, state: &S) -> io::Result<()> {
        let block = BlockEnd { bytes: self.length - self.kept.length, state };
        let json = serde_json::to_string(&block)?;
        let mut hash = self.hash.clone();
        hash.update(json.as_bytes());
        let line = format!("{json} {:016x}\n", hash.digest());
        if self.sync {
            self.file.sync_data()?;
        }
        let written = self.journal.write_all(line.as_bytes());
        if let Err(error) = written.and_then(|()| self.forced(&self.journal)) {
            let _ = truncate(&mut self.journal, self.kept.journal_length);
            return Err(error);
        }
        self.kept = SoundPart {
            length: self.length,
            journal_length: self.kept.journal_length + line.len() as u64,
            hash: hash.clone(),
            state: Some(state.clone()),
        };
        self.hash = hash;
        Ok(())
    }

    fn forced(&self, file: &File) -> io::Result<()> {
        if self.sync { file.sync_data() } else { Ok(()) }
    }

    /// Ends a block before the file is left unfinished, or failing that drops the bytes after the last block.
    /// Returns the resulting state; `None` if nothing is kept.
    pub fn keep(&mut self, state: &S) -> Option<&S> {
        if self.length > self.kept.length && self.end_block(state).is_err() {
            self.drop_rest();
        }
        self.state()
    }

    /// Drops the bytes after the last block.
    pub fn drop_rest(&mut self) {
        // If this fails, they are dropped on resuming.
        let _ = truncate(&mut self.file, self.kept.length);
        (self.length, self.hash) = (self.kept.length, self.kept.hash.clone());
    }

    /// Gives the complete file its name. If that fails, the file can be resumed.
    pub fn finish(&mut self, state: &S) -> io::Result<()> {
        // The file is then whole even if it does not get its name.
        self.end_block(state)?;
        if self.sync {
            self.file.sync_all()?;
        }
        rename(&self.partial, &self.path, self.sync)?;
        self.is_finished = true;
        // A journal alone is recognised as left over.
        remove(&self.journal_path);
        Ok(())
    }
}

impl<S> Drop for Resumable<S> {
    /// Removes a file without a block.
    fn drop(&mut self) {
        if !self.is_finished && self.kept.state.is_none() {
            remove(&self.journal_path);
            remove(&self.partial);
        }
    }
}

/// Cuts a file to this length, and goes to its end.
fn truncate(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

/// Empties the file, and writes the head of its journal.
fn begin<S>(
    mut file: &File, journal_path: &Path, settings: &NamedSettings, sync: bool,
) -> io::Result<(File, SoundPart<S>)> {
    file.set_len(0)?;
    file.rewind()?;
    let json = serde_json::json!({"file": mark_of(file), "settings": settings}).to_string();
    let text = format!("{MAGIC}{json} {:016x}\n", xxh3_64(json.as_bytes()));
    let write = || -> io::Result<File> {
        let mut journal = File::create(journal_path)?;
        journal.write_all(text.as_bytes())?;
        if sync {
            journal.sync_all()?;
            sync_folder(journal_path)?;
        }
        Ok(journal)
    };
    let journal = write().inspect_err(|_| {
        remove(journal_path);
    })?;
    let journal_length = text.len() as u64;
    let hash = Xxh3Default::new();
    Ok((journal, SoundPart { length: 0, journal_length, hash, state: None }))
}

/// Drops damaged parts, and goes to the ends of file and journal.
fn go_on<S>(mut file: &File, journal_path: &Path, kept: &SoundPart<S>) -> io::Result<File> {
    file.set_len(kept.length)?;
    file.seek(SeekFrom::Start(kept.length))?;
    let mut journal = File::options().write(true).open(journal_path)?;
    truncate(&mut journal, kept.journal_length)?;
    Ok(journal)
}

/// Checks whose the unfinished file is, and how much of it is intact. Returns `None` if the file can be
/// written from its beginning.
fn find<S: DeserializeOwned>(
    file: &File, partial: &Path, journal_path: &Path, settings: &NamedSettings, unfinished: Unfinished,
) -> Result<Option<SoundPart<S>>, ResumeError> {
    let failed = |error| ResumeError::Io(journal_path.to_path_buf(), error);
    let of_file = |error| ResumeError::Io(partial.to_path_buf(), error);
    let length = file.metadata().map_err(of_file)?.len();
    let journal = match open_regular(journal_path) {
        Ok(journal) => journal,
        Err(error) if error.kind() == ErrorKind::NotFound && length == 0 => {
            return Ok(None);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(ResumeError::Strange(partial.into()));
        }
        Err(error) => return Err(failed(error)),
    };
    if !begins_like(&journal, MAGIC).map_err(failed)? {
        return Err(ResumeError::Strange(journal_path.into()));
    }
    let mut lines = BufReader::new(&journal);
    let head = read_head(&mut lines).map_err(failed)?;
    let (head, head_length) = head.unzip();
    let kept = read_blocks(&mut lines, head_length.unwrap_or_default(), file);
    let kept: SoundPart<S> = kept.map_err(of_file)?;
    let has_its_mark = head.as_ref().is_some_and(|head| head.file == mark_of(file));
    if length > 0 && kept.length == 0 && !has_its_mark {
        return Err(ResumeError::Strange(partial.into()));
    }
    match unfinished {
        Unfinished::Keep if length > 0 || kept.state.is_some() => {
            Err(ResumeError::Unfinished(partial.into()))
        }
        Unfinished::Resume => {
            match head.map(|head| head.difference(settings)) {
                Some(Some(what)) => Err(ResumeError::Different(partial.into(), what)),
                Some(None) => Ok(Some(kept)),
                // The earlier run stopped while beginning the file.
                None if length == 0 => Ok(None),
                None => Err(ResumeError::Damaged(journal_path.into())),
            }
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests;
