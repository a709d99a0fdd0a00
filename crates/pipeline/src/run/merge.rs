//! Merging of run files: the shards of one run, or runs of different inputs, become one run file over
//! everything.
//!
//! Each header is read twice and each record once; no more than one run file is open at a time.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::error::RunError;
use super::header::RunHeader;
use super::run_file::RunFile;
use crate::files::{Protected, resolved};
use crate::input::{Content, Identity, LineAt, MAX_INPUTS, Shard};
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use sudoscope_engine::scale::Scale;

/// Reason why runs cannot be merged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum MergeError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{1} is of another run than {0}: its {2} differs")]
    Different(PathBuf, PathBuf, Cow<'static, str>),
    #[error("{0} is {1}, but {2} is {3}")]
    Mixed(PathBuf, String, PathBuf, String),
    #[error("{0} and {1} are both shard {2}")]
    Twice(PathBuf, PathBuf, Shard),
    #[error("{0} is named twice")]
    NamedTwice(PathBuf),
    #[error("of {of} shards {missing} {}: {numbers}", if *missing == 1 { "is missing" } else { "are missing" }
    )]
    Missing { of: u32, missing: u32, numbers: String },
    #[error("the shards' parts of {0} do not fit together: it was changed meanwhile; scan all of it again")]
    Changed(String),
    #[error("{0} was made with --skip or --take: only whole runs can be joined")]
    Window(PathBuf),
    #[error("too many inputs: at most {MAX_INPUTS}")]
    TooMany,
    #[error("{0} is one of the runs to be joined: write the result elsewhere with -o")]
    Output(PathBuf),
}

/// Runs that can be merged.
pub struct Merge {
    /// Header of one run over everything.
    pub header: RunHeader,
    /// Ladders of the runs.
    pub scales: Vec<Scale>,
    /// Runs in the order of their lines.
    pieces: Vec<RunPiece>,
}

/// Run, and the offset of its lines.
struct RunPiece {
    directory: PathBuf,
    /// Number of inputs of the earlier runs.
    inputs_before: u16,
    /// Input whose beginning is in earlier shards, and its number of lines there. A shard is one stretch of
    /// all inputs, so it has at most one such input.
    lines_before: Option<(u16, u64)>,
}

impl Merge {
    /// Reads the headers of the finished runs in these directories.
    pub fn of(directories: &[PathBuf]) -> Result<Merge, MergeError> {
        let mut found: Vec<(PathBuf, Option<Shard>)> = Vec::new();
        let mut first: Option<(RunHeader, Vec<Scale>)> = None;
        let mut named = HashSet::new();
        for directory in directories {
            let (header, scales, _) = RunFile::read(directory)?;
            if !named.insert(resolved(directory)) {
                return Err(MergeError::NamedTwice(directory.clone()));
            }
            found.push((directory.clone(), header.shard));
            let (of, _) = first.get_or_insert_with(|| (header.clone(), scales));
            let run = || found.first().map(|run| run.0.clone()).unwrap_or_default();
            let all = |shard: Option<Shard>| shard.map(Shard::of);
            if all(of.shard) != all(header.shard) {
                let [one, other] = [of.shard, header.shard].map(kind);
                return Err(MergeError::Mixed(run(), one, directory.clone(), other));
            }
            let inputs = of.inputs.clone();
            let same = RunHeader { inputs, shard: of.shard, ..header };
            if let Some(what) = of.difference(&same) {
                return Err(MergeError::Different(run(), directory.clone(), what));
            }
            if found.len() > 1 && (same.skip, same.take) != (0, None) {
                return Err(MergeError::Window(directory.clone()));
            }
        }
        let Some((header, scales)) = first else {
            return Err(MergeError::Missing { of: 1, missing: 1, numbers: "1".to_string() });
        };
        if let Some(shard) = header.shard {
            in_order(&mut found, shard.of())?;
        }
        let mut merge = Merge {
            header: RunHeader { inputs: Vec::new(), shard: None, ..header },
            scales,
            pieces: Vec::new(),
        };
        for (directory, shard) in found {
            let (header, _, _) = RunFile::read(&directory)?;
            match shard {
                Some(_) => merge.add_shard(directory, header)?,
                None => merge.add_run(directory, header)?,
            }
        }
        merge.check_ends()?;
        Ok(merge)
    }

    /// Returns the run files, which are read.
    pub fn files(&self) -> Protected {
        let files = self.pieces.iter().map(|piece| RunFile::complete(&piece.directory));
        Protected::of(files.collect::<Vec<_>>().iter().map(PathBuf::as_path))
    }

    /// Adds a run of other inputs.
    fn add_run(&mut self, directory: PathBuf, header: RunHeader) -> Result<(), MergeError> {
        let inputs_before = self.header.inputs.len() as u16;
        self.header.inputs.extend(header.inputs);
        self.pieces.push(RunPiece { directory, inputs_before, lines_before: None });
        match self.header.inputs.len() > MAX_INPUTS {
            true => Err(MergeError::TooMany),
            false => Ok(()),
        }
    }

    /// Adds the next shard.
    fn add_shard(&mut self, directory: PathBuf, header: RunHeader) -> Result<(), MergeError> {
        let first = self.pieces.first().map_or(&directory, |piece| &piece.directory);
        let different = || MergeError::Different(first.clone(), directory.clone(), "input".into());
        if self.pieces.is_empty() {
            let nothing = |input: &Identity| Identity { content: Some(Content::default()), ..input.clone() };
            self.header.inputs = header.inputs.iter().map(nothing).collect();
        }
        if self.header.inputs.len() != header.inputs.len() {
            return Err(different());
        }
        let mut lines_before = None;
        for (file, (whole, part)) in self.header.inputs.iter_mut().zip(header.inputs).enumerate() {
            let (Some(so_far), Some(content)) = (&whole.content, &part.content) else {
                return Err(different());
            };
            let length = |identity: &Identity| identity.part.map(|part| part.of);
            if whole.name != part.name || length(whole) != length(&part) {
                return Err(different());
            }
            if content.bytes == 0 {
                continue;
            }
            if part.part.map(|part| part.from) != Some(so_far.bytes) {
                return Err(MergeError::Changed(part.name));
            }
            if so_far.lines > 0 {
                lines_before = Some((file as u16, so_far.lines));
            }
            whole.content = Some(so_far.followed_by(content));
        }
        self.pieces.push(RunPiece { directory, inputs_before: 0, lines_before });
        Ok(())
    }

    /// Fails unless the parts make up whole files; then marks the inputs as whole.
    fn check_ends(&mut self) -> Result<(), MergeError> {
        for input in &mut self.header.inputs {
            let Some(part) = input.part.take() else { continue };
            if input.content.as_ref().is_none_or(|content| content.bytes != part.of) {
                return Err(MergeError::Changed(input.name.clone()));
            }
        }
        Ok(())
    }

    /// Writes the merged run file into `directory`, which must exist. [`RunFile::finish`] gives it its name.
    pub fn write(&self, directory: &Path) -> Result<RunFile, MergeError> {
        let here = resolved(directory);
        if self.pieces.iter().any(|piece| resolved(&piece.directory) == here) {
            return Err(MergeError::Output(directory.to_path_buf()));
        }
        RunFile::refuse_busy(directory)?;
        let mut joined = RunFile::merged(directory, &self.header, &self.scales)?;
        let copied = self.pieces.iter().try_for_each(|piece| piece.copy(&mut joined));
        match copied.and_then(|()| joined.seal()) {
            Ok(()) => Ok(joined),
            Err(error) => {
                joined.discard();
                Err(error.into())
            }
        }
    }
}

impl RunPiece {
    /// Appends the records, with their lines renumbered for the merged run.
    fn copy(&self, joined: &mut RunFile) -> Result<(), RunError> {
        /// Rows written at once.
        const MANY: usize = 1 << 10;
        let (header, _, run) = RunFile::read(&self.directory)?;
        let damaged = run.path.clone();
        let (mut rows, mut last) = (Vec::with_capacity(MANY), None);
        for row in run.into_rows()? {
            let mut row = row?;
            let at = Some(LineAt { file: row.file, line: row.line });
            if at <= last || usize::from(row.file) >= header.inputs.len() {
                return Err(RunError::Damaged(damaged));
            }
            last = at;
            if let Some((_, lines)) = self.lines_before.filter(|before| before.0 == row.file) {
                row.line = row.line.saturating_add(lines);
            }
            row.file = row.file.saturating_add(self.inputs_before);
            rows.push(row);
            if rows.len() == MANY {
                joined.add_all(&mut rows)?;
            }
        }
        joined.add_all(&mut rows)
    }
}

fn kind(shard: Option<Shard>) -> String {
    shard.map_or("a run by itself".to_string(), |shard| format!("shard {shard}"))
}

/// Sorts the shards; fails unless each is present exactly once.
fn in_order(found: &mut [(PathBuf, Option<Shard>)], of: u32) -> Result<(), MergeError> {
    /// Maximum number of missing shards that are listed.
    const NAMED: usize = 10;
    let number = |shard: Option<Shard>| shard.map_or(0, Shard::number);
    found.sort_by_key(|run| number(run.1));
    for (one, other) in found.iter().zip(found.iter().skip(1)) {
        if let (true, Some(shard)) = (one.1 == other.1, one.1) {
            return Err(MergeError::Twice(one.0.clone(), other.0.clone(), shard));
        }
    }
    let missing = of - found.len() as u32;
    if missing == 0 {
        return Ok(());
    }
    let mut there = found.iter().map(|run| number(run.1)).peekable();
    let absent = (1..=of).filter(|&number| there.next_if_eq(&number).is_none());
    let mut numbers: Vec<String> = absent.take(NAMED).map(|number| number.to_string()).collect();
    if missing as usize > NAMED {
        numbers.push("…".to_string());
    }
    Err(MergeError::Missing { of, missing, numbers: numbers.join(", ") })
}
