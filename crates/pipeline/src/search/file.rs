//! Found puzzles in a resumable file.

use super::{Clues, Forms, FoundBefore, Search, SearchProgress};
use crate::choice::Choice;
use crate::files::{NamedSettings, Protected, Resumable, ResumeError, Unfinished};
use crate::run::pack;
use serde_json::{Value, json};
use std::{io, path::Path};
use sudoscope_engine::grid::{Puzzle, parse_puzzle};
use sudoscope_engine::scale::Effort;
use xxhash_rust::xxh3::xxh3_64;

/// File of found puzzles being written, row by row.
pub struct SearchFile(Resumable<SearchProgress>);

impl Search {
    /// Returns the settings that determine the table of found puzzles in this format, without the number of
    /// rounds, which may change.
    pub fn named(&self, format: &str, seeds: &[Clues], known: &Forms) -> NamedSettings {
        let seeds: Vec<u8> = seeds.iter().flat_map(pack).collect();
        let Effort { budget, .. } = self.settings.effort();
        vec![
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("--format", format.into()),
            ("--near", xxh3_64(&seeds).into()),
            ("--exclude", known.mark().into()),
            ("--changes", json!([self.removed, self.added])),
            ("--redundant", (!self.minimal).into()),
            ("--ladder", json!(self.settings.descriptions())),
            ("--budget", budget.into()),
            ("--count", self.count.into()),
            ("a condition on ratings or rules", json!(self.choice.as_ref().map(Choice::described))),
        ]
    }
}

impl SearchFile {
    /// Opens the file at `path` (following a link), which must not be one of the inputs, for a search with
    /// these settings. If `sync`, found puzzles are forced to disk at once.
    pub fn open(
        path: &Path, settings: &NamedSettings, unfinished: Unfinished, inputs: &Protected, sync: bool,
    ) -> Result<SearchFile, ResumeError> {
        Resumable::open(path, settings, unfinished, inputs, sync).map(SearchFile)
    }

    /// Returns what earlier sessions have found.
    pub fn before(&self) -> io::Result<FoundBefore> {
        let text = self.0.text()?;
        let puzzles = text.split(|&byte| byte == b'\n').filter_map(found_in).collect();
        Ok(FoundBefore { puzzles, progress: self.0.state().copied().unwrap_or_default() })
    }

    /// Returns the path of the unfinished file, if some of it is kept.
    pub fn kept(&self) -> Option<&Path> {
        self.0.state().map(|_| self.0.partial())
    }

    /// Appends rows and records the progress made with them.
    pub fn append(&mut self, rows: &[u8], progress: SearchProgress) -> io::Result<()> {
        self.0.write(rows)?;
        self.0.end_block(&progress).inspect_err(|_| self.0.drop_rest())
    }

    /// Gives the complete file its name.
    pub fn finish(&mut self, progress: SearchProgress) -> io::Result<()> {
        self.0.finish(&progress)
    }
}

/// Reads the round and the puzzle of a row, if it is one.
fn found_in(line: &[u8]) -> Option<(u64, Puzzle)> {
    let text = str::from_utf8(line).ok()?;
    let (round, puzzle) = match serde_json::from_str::<Value>(text) {
        Ok(row) if row.is_object() => (row.get("round")?.as_u64()?, row.get("puzzle")?.as_str()?.to_string()),
        _ => {
            let mut fields = text.split(',');
            let puzzle = fields.next()?.to_string();
            (fields.nth(2)?.parse().ok()?, puzzle)
        }
    };
    Some((round, Puzzle::Clues(parse_puzzle(puzzle.as_bytes()).ok()?)))
}
