//! Head of a run file: everything that determines its records.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::error::RunError;
use crate::input::{Identity, KeptColumn, MAX_INPUTS, Shard, parted};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use sudoscope_engine::boards::Board;
use sudoscope_engine::scale::Description;

const MAGIC: &str = "sudoscope run 9\n";
/// First bytes of a run file of any version.
pub(super) const ANY_MAGIC: &str = "sudoscope run ";

/// Numbers that a scale with several ratings has, and a text of several numbers: ER, EP and ED.
pub(crate) const PARTS: usize = 3;

/// Maximum length of a head, so that a file of another kind is not read to its end.
const LONGEST_HEAD: u64 = 1 << 26;

/// Everything that determines the records of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunHeader {
    /// Version of the program.
    pub version: String,
    /// Scales of the ratings.
    pub scales: Vec<Description>,
    /// Inputs of the run.
    pub inputs: Vec<Identity>,
    /// Part of the inputs, if not all; lines of an input are numbered from the beginning of its part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Work units for each puzzle and scale.
    pub budget: u64,
    /// Whether puzzles were checked to have one solution.
    pub validate: bool,
    /// Data lines skipped at the start.
    pub skip: u64,
    /// Maximum number of data lines read.
    pub take: Option<u64>,
    /// Column of the puzzle.
    pub column: Option<String>,
    /// Sheet of a spreadsheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// Numbers read beside the puzzle.
    pub against: Vec<String>,
    /// Columns kept beside the puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<KeptColumn>,
    /// Whether tables of its rows have the solution, which no record stores.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solution: bool,
    /// Whether single marks were candidates and not clues.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sukaku: bool,
    /// Whether tables of the run have separate columns for the steps of each rule.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wide: bool,
    /// Board of the puzzles, if it is another than the plain one.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "board_text")]
    pub board: Option<Arc<Board>>,
}

/// Form of a board in a header: its text.
mod board_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use std::sync::Arc;
    use sudoscope_engine::boards::Board;

    pub fn serialize<S: Serializer>(board: &Option<Arc<Board>>, to: S) -> Result<S::Ok, S::Error> {
        board.as_ref().map(|board| board.text()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Arc<Board>>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map(Arc::new).map_err(D::Error::custom)).transpose()
    }
}

impl RunHeader {
    /// Creates the header of a run with these settings over the whole of these inputs.
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
            sheet: None,
            against: Vec::new(),
            keep: Vec::new(),
            solution: false,
            sukaku: false,
            wide: false,
            board: settings.board().cloned(),
        }
    }

    /// Fails if the run is of a board other than the plain one, which `what`, a command or an option, is for.
    pub fn plain_only(&self, what: &str) -> Result<(), RunError> {
        match &self.board {
            None => Ok(()),
            Some(board) => Err(RunError::PlainOnly(what.to_string(), board.to_string())),
        }
    }

    /// Returns, for each number read beside the puzzle, its place among several of one name,
    /// `ED=9.3/1.2/1.2`; `None` if it is alone.
    pub fn parts(&self) -> Vec<Option<usize>> {
        let has_more = |name: &str| self.against.iter().any(|other| *other == format!("{name}/2"));
        let part = |name: &String| Some(parted(name).1).filter(|part| *part > 0 || has_more(name));
        self.against.iter().map(part).collect()
    }

    /// Names the first difference between two headers; `None` if they are equal.
    pub(super) fn difference(&self, other: &RunHeader) -> Option<Cow<'static, str>> {
        if self.board != other.board {
            let [own, other] =
                [self, other].map(|it| it.board.as_ref().map_or("plain", |board| board.text()));
            return Some(format!("board ({own} and {other})").into());
        }
        let checks = [
            (self.version == other.version, "version"),
            (self.scales == other.scales, "ladders"),
            (self.shard == other.shard, "--shard"),
            (self.inputs == other.inputs, "input"),
            (self.budget == other.budget, "budget"),
            (self.validate == other.validate, "--no-validate"),
            (self.skip == other.skip && self.take == other.take, "--skip or --take"),
            (self.column == other.column, "--column"),
            (self.sheet == other.sheet, "--sheet"),
            (self.against == other.against, "--against"),
            (self.keep == other.keep, "--keep"),
            (self.solution == other.solution, "--solution"),
            (self.sukaku == other.sukaku, "--sukaku"),
            (self.wide == other.wide, "--wide"),
        ];
        checks.into_iter().find(|check| !check.0).map(|check| check.1.into())
    }

    /// Returns the bytes before the records.
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        Ok(format!("{MAGIC}{}\n", serde_json::to_string(self)?).into_bytes())
    }

    /// Reads the header of a run file, and the bytes before its records; returns `None` if the file is not a
    /// run file of this version.
    pub(super) fn read(file: &File) -> Option<(RunHeader, Vec<u8>)> {
        let mut reader = BufReader::new(file).take(LONGEST_HEAD);
        let mut head = vec![0; MAGIC.len()];
        reader.read_exact(&mut head).ok()?;
        if head != MAGIC.as_bytes() {
            return None;
        }
        reader.read_until(b'\n', &mut head).ok()?;
        let json = head.strip_prefix(MAGIC.as_bytes())?.strip_suffix(b"\n")?;
        let header: RunHeader = serde_json::from_slice(json).ok()?;
        let has_all = !header.scales.is_empty() && (1..=MAX_INPUTS).contains(&header.inputs.len());
        has_all.then_some((header, head))
    }
}
