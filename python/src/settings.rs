//! What decides ratings beside the puzzles: it travels in the metadata of every batch, as a tag in every record, and in
//! every summary.

use crate::errors::{of_ladder, refused};
use pyo3::prelude::*;
use std::collections::HashMap;
use sudoscope::ladder::Ladder;
use sudoscope::run::RunHeader;
use sudoscope::solve::Effort;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The keys of the metadata.
pub const KEYS: [&str; 4] =
    ["sudoscope.version", "sudoscope.ladders", "sudoscope.budget", "sudoscope.validate"];

/// Bytes of a [`Settings::tag`].
pub const TAG: usize = 8;

/// What decides ratings beside the puzzles.
#[derive(Clone)]
pub struct Settings {
    /// Of the engine.
    pub version: String,
    /// The ladders.
    pub ladders: Vec<Ladder>,
    /// Budget and checks.
    pub effort: Effort,
}

impl Settings {
    /// Settings for this engine: ladders by name or as `NAME=DEFINITION`.
    pub fn new(arguments: &[String], best: bool, effort: Effort) -> PyResult<Settings> {
        let mut ladders: Vec<Ladder> = Vec::new();
        for argument in arguments {
            ladders.extend(Ladder::parse(argument).map_err(|error| of_ladder(&error))?);
        }
        if best {
            ladders = ladders.into_iter().flat_map(Ladder::with_best).collect();
        }
        for (at, ladder) in ladders.iter().enumerate() {
            if ladders.iter().take(at).any(|other| other.name == ladder.name) {
                return Err(refused(format!("two ladders are called '{}'", ladder.name)));
            }
            if let (Some(rule), false) = (ladder.assumes_unique(), effort.validate) {
                return Err(refused(format!(
                    "the rule '{rule}' of the ladder '{}' assumes that a puzzle has only one solution: it cannot be \
                     used with validate=False",
                    ladder.name
                )));
            }
        }
        Ok(Settings { version: VERSION.to_string(), ladders, effort })
    }

    /// Name and definition of each ladder.
    fn definitions(&self) -> Vec<(String, String)> {
        let both = |ladder: &Ladder| (ladder.name.clone(), ladder.definition.clone());
        self.ladders.iter().map(both).collect()
    }

    /// As text, in the order of [`KEYS`].
    pub fn texts(&self) -> [String; 4] {
        [
            self.version.clone(),
            serde_json::json!(self.definitions()).to_string(),
            self.effort.budget.to_string(),
            self.effort.validate.to_string(),
        ]
    }

    /// The settings of these texts; an error names the key that is wrong.
    pub fn of_texts(texts: [&str; 4]) -> Result<Settings, &'static str> {
        let [version, ladders, budget, validate] = texts;
        let [_, ladders_key, budget_key, validate_key] = KEYS;
        let named: Vec<(String, String)> =
            serde_json::from_str(ladders).map_err(|_| ladders_key)?;
        let recorded = |(name, definition): &(String, String)| Ladder::recorded(name, definition);
        let ladders = named.iter().map(recorded).collect::<Result<_, _>>();
        let effort = Effort {
            budget: budget.parse().map_err(|_| budget_key)?,
            validate: validate.parse().map_err(|_| validate_key)?,
        };
        Ok(Settings {
            version: version.to_string(),
            ladders: ladders.map_err(|_| ladders_key)?,
            effort,
        })
    }

    /// The metadata of a batch.
    pub fn metadata(&self) -> HashMap<String, String> {
        KEYS.map(str::to_string).into_iter().zip(self.texts()).collect()
    }

    /// The settings that a batch was made by; `None` if its metadata does not tell.
    pub fn of_metadata(metadata: &HashMap<String, String>) -> PyResult<Option<Settings>> {
        let [Some(version), Some(ladders), Some(budget), Some(validate)] =
            KEYS.map(|key| metadata.get(key))
        else {
            return Ok(None);
        };
        let settings = Settings::of_texts([version, ladders, budget, validate]);
        settings.map(Some).map_err(|key| {
            refused(format!("the metadata '{key}' is not what sudoscope {VERSION} writes"))
        })
    }

    /// What differs, in words; `None` if nothing does.
    pub fn difference(&self, other: &Settings) -> Option<String> {
        let names = ["version", "ladders", "budget", "validate"];
        let mut all = names.into_iter().zip(self.texts().into_iter().zip(other.texts()));
        let (name, (mine, theirs)) = all.find(|(_, (mine, theirs))| mine != theirs)?;
        Some(format!("{name}: {mine} and {theirs}"))
    }

    /// A short form of all of them: the same for the same settings, hardly ever for others.
    pub fn tag(&self) -> [u8; TAG] {
        xxh3_64(self.texts().join("\n").as_bytes()).to_le_bytes()
    }

    /// What a scan by these settings writes into its run file; there are no inputs, only rows.
    pub fn header(&self) -> RunHeader {
        RunHeader {
            version: self.version.clone(),
            ladders: self.definitions(),
            inputs: Vec::new(),
            shard: None,
            budget: self.effort.budget,
            validate: self.effort.validate,
            skip: 0,
            take: None,
            column: None,
            against: Vec::new(),
        }
    }
}
