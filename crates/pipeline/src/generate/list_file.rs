//! A list in a file, and its checkpoint.
//!
//! ```text
//!   FILE.partial       the puzzles so far, one a line
//!   FILE.resume        {"version":…,"method":…,…,"puzzles":…,"tries":…}
//! ```
//!
//! Puzzles are appended before the checkpoint counts them. Resuming drops those that it does not count. A complete list gets
//! its final name, and its checkpoint is removed.

use super::{Made, Method, Puzzle, Recipe, WantedRatings};
use crate::files::{Unfinished, open_locked, rename};
use crate::run::RunError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use sudoscope_engine::grid::notation;

/// Bytes of a line.
const LINE: u64 = 82;

/// A list being written.
pub struct ListFile {
    path: PathBuf,
    partial: PathBuf,
    resume: PathBuf,
    file: File,
    checkpoint: Checkpoint,
    /// Whether puzzles and checkpoints are forced to the disk.
    sync: bool,
}

/// All that decides the puzzles, and how far the list has come. (Not how long it is to be: that may change.)
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Checkpoint {
    version: String,
    method: Method,
    seed: u64,
    clues: Option<RangeInclusive<usize>>,
    minimal: bool,
    /// Name, definition, levels.
    rated: Option<(String, String, RangeInclusive<u32>)>,
    puzzles: u64,
    tries: u64,
}

impl Checkpoint {
    fn of(recipe: &Recipe) -> Checkpoint {
        let rated = |WantedRatings { scale, levels }: &WantedRatings| {
            (scale.name.clone(), scale.definition.clone(), levels.clone())
        };
        Checkpoint {
            version: env!("CARGO_PKG_VERSION").to_string(),
            method: recipe.method,
            seed: recipe.seed,
            clues: recipe.clues.clone(),
            minimal: recipe.minimal,
            rated: recipe.rated.as_ref().map(rated),
            puzzles: 0,
            tries: 0,
        }
    }

    /// What differs, in words.
    fn difference(&self, other: &Checkpoint) -> Option<&'static str> {
        let checks = [
            (self.version == other.version, "version"),
            (self.method == other.method, "--method"),
            (self.seed == other.seed, "--seed"),
            (self.clues == other.clues, "--clues"),
            (self.minimal == other.minimal, "--minimal"),
            (self.rated == other.rated, "--ladder or --level"),
        ];
        checks.into_iter().find(|check| !check.0).map(|check| check.1)
    }
}

impl ListFile {
    /// Opens the list at `path` (a link is followed) for this recipe; if `sync`, each checkpoint and what it stands for are
    /// forced to the disk.
    pub fn open(
        path: &Path,
        recipe: &Recipe,
        unfinished: Unfinished,
        sync: bool,
    ) -> Result<ListFile, RunError> {
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let beside = |extension: &str| {
            let mut name = path.file_name().unwrap_or_default().to_os_string();
            name.push(extension);
            path.with_file_name(name)
        };
        let (partial, resume) = (beside(".partial"), beside(".resume"));
        // A checkpoint alone was left behind by a list that got its name.
        let there = resume.exists() && partial.exists();
        if unfinished == Unfinished::Resume && !there {
            return Err(RunError::NothingToResume(path.into()));
        }
        let file = open_locked(&partial).map_err(|error| RunError::Io(partial.clone(), error))?;
        if unfinished == Unfinished::Keep && there {
            return Err(RunError::Unfinished(resume));
        }
        let checkpoint = Checkpoint::of(recipe);
        let mut list = ListFile { path: path.into(), partial, resume, file, checkpoint, sync };
        if unfinished == Unfinished::Resume {
            list.take_up()?;
        }
        list.drop_the_rest().map_err(|error| RunError::Io(list.partial.clone(), error))?;
        Ok(list)
    }

    /// Reads how far the unfinished list has come.
    fn take_up(&mut self) -> Result<(), RunError> {
        let damaged = || RunError::Damaged(self.resume.clone());
        let text =
            fs::read(&self.resume).map_err(|error| RunError::Io(self.resume.clone(), error))?;
        let written: Checkpoint = serde_json::from_slice(&text).map_err(|_| damaged())?;
        if let Some(what) = written.difference(&self.checkpoint) {
            return Err(RunError::Different(self.resume.clone(), what));
        }
        let length = self.file.metadata().map_err(|_| damaged())?.len();
        if written.puzzles.checked_mul(LINE).is_none_or(|bytes| bytes > length) {
            return Err(damaged());
        }
        self.checkpoint = written;
        Ok(())
    }

    /// Leaves only the puzzles that the checkpoint mentions.
    fn drop_the_rest(&mut self) -> io::Result<()> {
        self.file.set_len(self.checkpoint.puzzles * LINE)?;
        self.file.seek(SeekFrom::End(0))?;
        self.save()
    }

    /// How far the list has come.
    pub fn made(&self) -> Made {
        Made { puzzles: self.checkpoint.puzzles, tries: self.checkpoint.tries }
    }

    /// Appends puzzles, after which so much is made.
    pub fn append(&mut self, puzzles: &[Puzzle], made: Made) -> io::Result<()> {
        let text: String = puzzles.iter().map(|puzzle| notation::clues(puzzle) + "\n").collect();
        self.file.write_all(text.as_bytes())?;
        if self.sync {
            self.file.sync_data()?;
        }
        (self.checkpoint.puzzles, self.checkpoint.tries) = (made.puzzles, made.tries);
        self.save()
    }

    /// Writes the checkpoint: a new file in the place of the old one, so that it is always whole.
    fn save(&self) -> io::Result<()> {
        let mut new = self.resume.clone().into_os_string();
        new.push(".new");
        let mut file = File::create(&new)?;
        file.write_all((serde_json::to_string(&self.checkpoint)? + "\n").as_bytes())?;
        if self.sync {
            file.sync_all()?;
        }
        rename(Path::new(&new), &self.resume, self.sync)
    }

    /// Where the unfinished list is.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Gives the complete list its name.
    pub fn finish(self) -> io::Result<()> {
        if self.sync {
            self.file.sync_all()?;
        }
        rename(&self.partial, &self.path, self.sync)?;
        fs::remove_file(&self.resume)
    }
}
