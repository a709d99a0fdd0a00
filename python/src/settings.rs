//! Settings that, besides the puzzles, determine ratings: they travel in the metadata of every batch, as a
//! tag in every record, and in every summary.

use crate::errors::refused;
use pyo3::prelude::*;
use std::collections::HashMap;
use sudoscope::run::RunHeader;
use sudoscope::scale::{Description, Effort, Policy, Scale};
use sudoscope::settings::{Settings, Terms};
use xxhash_rust::xxh3::xxh3_64;

/// Version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Keys of the metadata.
pub const KEYS: [&str; 4] =
    ["sudoscope.version", "sudoscope.ladders", "sudoscope.budget", "sudoscope.validate"];

/// Length of a [`Provenance::tag`] in bytes.
pub const TAG: usize = 8;

/// Terms of the package, for messages.
pub const TERMS: Terms = Terms {
    unchecked: "validate=False",
    scales: "sudoscope.ladders() lists them",
    rules: "sudoscope.rules() lists them",
};

/// Makes settings from ladders by name or as `NAME=DEFINITION`.
pub fn settings(ladders: &[impl AsRef<str>], policy: Policy, effort: Effort) -> PyResult<Settings> {
    Settings::new(ladders, policy, effort).map_err(|error| refused(error.in_terms(&TERMS)))
}

/// Version and settings that made a batch, a record or a summary.
#[derive(Clone)]
pub struct Provenance {
    /// Version of the engine.
    pub version: String,
    /// Settings that, besides the puzzles, determine ratings.
    pub settings: Settings,
}

impl Provenance {
    /// Returns this engine's version with these settings.
    pub fn now(settings: Settings) -> Provenance {
        Provenance { version: VERSION.to_string(), settings }
    }

    /// Returns the scales.
    pub fn scales(&self) -> &[Scale] {
        self.settings.scales()
    }

    /// Returns the values as text, in the order of [`KEYS`].
    pub fn texts(&self) -> [String; 4] {
        [
            self.version.clone(),
            serde_json::json!(self.settings.descriptions()).to_string(),
            self.settings.effort().budget.to_string(),
            self.settings.effort().validate.to_string(),
        ]
    }

    /// Reads these texts; an error names the wrong key.
    pub fn of_texts(texts: [&str; 4]) -> Result<Provenance, &'static str> {
        let [version, ladders, budget, validate] = texts;
        let [_, ladders_key, budget_key, validate_key] = KEYS;
        let described: Vec<Description> = serde_json::from_str(ladders).map_err(|_| ladders_key)?;
        let effort = Effort {
            budget: budget.parse().map_err(|_| budget_key)?,
            validate: validate.parse().map_err(|_| validate_key)?,
        };
        let settings = Settings::recorded(&described, effort).map_err(|_| ladders_key)?;
        Ok(Provenance { version: version.to_string(), settings })
    }

    /// Returns the metadata of a batch.
    pub fn metadata(&self) -> HashMap<String, String> {
        KEYS.map(str::to_string).into_iter().zip(self.texts()).collect()
    }

    /// Reads the metadata of a batch; `None` if they are missing.
    pub fn of_metadata(metadata: &HashMap<String, String>) -> PyResult<Option<Provenance>> {
        let [Some(version), Some(ladders), Some(budget), Some(validate)] = KEYS.map(|key| metadata.get(key))
        else {
            return Ok(None);
        };
        let made_by = Provenance::of_texts([version, ladders, budget, validate]);
        made_by
            .map(Some)
            .map_err(|key| refused(format!("the metadata '{key}' is not what sudoscope {VERSION} writes")))
    }

    /// Names the first difference; `None` if there is none.
    pub fn difference(&self, other: &Provenance) -> Option<String> {
        let names = ["version", "ladders", "budget", "validate"];
        let mut all = names.into_iter().zip(self.texts().into_iter().zip(other.texts()));
        let (name, (mine, theirs)) = all.find(|(_, (mine, theirs))| mine != theirs)?;
        Some(format!("{name}: {mine} and {theirs}"))
    }

    /// Returns a hash: the same for the same version and settings, almost certainly different for others.
    pub fn tag(&self) -> [u8; TAG] {
        xxh3_64(self.texts().join("\n").as_bytes()).to_le_bytes()
    }

    /// Returns the header of a run file by these settings, without inputs, as there are only rows.
    pub fn header(&self) -> RunHeader {
        RunHeader { version: self.version.clone(), ..RunHeader::of(&self.settings, Vec::new()) }
    }
}
