//! The head of a run file: everything that decides its records.

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use crate::input::{Identity, KeptColumn, MAX_INPUTS, Shard};
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use sudoscope_engine::scale::Description;

const MAGIC: &str = "sudoscope run 9\n";
/// With what all versions begin.
pub(super) const ANY_MAGIC: &str = "sudoscope run ";

/// No head is longer: a file of another kind is not read to its end.
const LONGEST_HEAD: u64 = 1 << 26;

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
    /// Work units for each puzzle and scale.
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
    pub keep: Vec<KeptColumn>,
    /// Whether tables of its rows have the solution. No record has it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solution: bool,
    /// Whether tables of its rows have the steps of each rule in columns of their own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wide: bool,
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
            solution: false,
            wide: false,
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
            (self.solution == other.solution, "--solution"),
            (self.wide == other.wide, "--wide"),
        ];
        checks.into_iter().find(|check| !check.0).map(|check| check.1)
    }

    /// The bytes before the records.
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        Ok(format!("{MAGIC}{}\n", serde_json::to_string(self)?).into_bytes())
    }

    /// The header of a run file, and the bytes before its records; `None` if it is no run file of this
    /// version.
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
