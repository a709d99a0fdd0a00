//! Found puzzles in a resumable file.

use super::{Clues, Forms, FoundBefore, FoundRow, Search, SearchProgress};
use crate::choice::Choice;
use crate::files::{NamedSettings, Protected, Resumable, ResumeError, Unfinished};
use crate::run::pack;
use serde_json::{Value, json};
use std::{io, path::Path};
use sudoscope_engine::grid::{Cell, Puzzle, parse_puzzle};
use sudoscope_engine::scale::Effort;
use xxhash_rust::xxh3::xxh3_64;

/// File of found puzzles being written, row by row.
pub struct SearchFile(Resumable<SearchProgress>);

impl Search {
    /// Returns the settings that determine the table of found puzzles in this format, without the number of
    /// rounds or ascents, which may change.
    pub fn named(&self, format: &str, seeds: &[Clues], known: &Forms) -> NamedSettings {
        let seeds: Vec<u8> = seeds.iter().flat_map(pack).collect();
        let Effort { budget, .. } = self.settings.effort();
        let ascents = self.ascents.as_ref();
        vec![
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("--format", format.into()),
            ("--near", xxh3_64(&seeds).into()),
            ("--seed", json!(ascents.map(|it| it.seed))),
            ("--pattern", json!(ascents.map(|it| it.cells.map(Cell::index).collect::<Vec<_>>()))),
            ("--shard", json!(self.shard.map(|shard| (shard, ascents.and_then(|it| it.tries))))),
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
    pub fn before(&self, search: &Search) -> io::Result<FoundBefore> {
        let text = self.0.text()?;
        let rows = text.split(|&byte| byte == b'\n');
        let puzzles = rows.filter_map(|row| found_in(row, search)).collect();
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

/// Reads a row of the table of a search, if it is one.
fn found_in(line: &[u8], search: &Search) -> Option<FoundRow> {
    let text = str::from_utf8(line).ok()?;
    let scale = search.settings.scales().first()?;
    let title = scale.titles().next()?;
    let [puzzle, seed, round, rating] = match serde_json::from_str::<Value>(text) {
        Ok(row) if row.is_object() => ["puzzle", "seed", "round", &title].map(|name| match row.get(name) {
            Some(Value::String(text)) => text.clone(),
            value => value.map_or(String::new(), Value::to_string),
        }),
        _ => {
            let fields: Vec<&str> = text.split(',').collect();
            let rating = if search.minimal { 7 } else { 8 };
            [0, 2, 3, rating].map(|at| fields.get(at).map_or(String::new(), |field| field.to_string()))
        }
    };
    let puzzle_of = |text: &str| parse_puzzle(text.as_bytes()).ok().map(Puzzle::Clues);
    let (puzzle, seed) = (puzzle_of(&puzzle)?, puzzle_of(&seed)?);
    Some(FoundRow { puzzle, seed, round: round.parse().ok()?, rating: scale.unit().parse(&rating) })
}
