//! Findings about a run, kept beside its records, so that later reports include them.
//!
//! ```text
//!   sudoscope worth 2\n        what kind of file this is
//!   {"run":…,"found":…}\n     the hash at the end of the run file, and the findings: counts, as one line
//!                             of JSON
//!   hash\n                     XXH3-64 of everything before it, in hexadecimal
//! ```
//!
//! A file with another run's hash remains from an earlier run in this place, and counts as missing.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::needs::ScaleNeeds;
use super::scale::ScaleWorth;
use crate::files::{Output, Protected, open_regular};
use crate::run::{RunError, RunFile};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use sudoscope_engine::scale::Scale;
use xxhash_rust::xxh3::xxh3_64;

/// File name, beside the records.
pub(crate) const FILE: &str = "run.worth";
const MAGIC: &str = "sudoscope worth 2\n";

/// Findings about the ladders of a run.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct StoredWorth {
    /// Worth of the rules of some ladders.
    pub scales: Vec<ScaleWorth>,
    /// Needed rules of the same ladders, and perhaps of others.
    pub needs: Vec<ScaleNeeds>,
}

impl StoredWorth {
    /// Removes the findings about these ladders.
    pub fn without(mut self, ladders: &[usize]) -> StoredWorth {
        self.scales.retain(|it| !ladders.contains(&it.at));
        self.needs.retain(|it| !ladders.contains(&it.at));
        self
    }

    /// Sorts the findings by ladder.
    pub fn in_order(mut self) -> StoredWorth {
        self.scales.sort_by_key(|it| it.at);
        self.needs.sort_by_key(|it| it.at);
        self
    }
}

#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    run: u64,
    found: Cow<'a, StoredWorth>,
}

/// Writes the findings about the complete run of `directory` into it.
pub fn store(directory: &Path, run: &RunFile, found: &StoredWorth, sync: bool) -> Result<(), RunError> {
    let path = directory.join(FILE);
    let write = || -> io::Result<()> {
        let stored = Stored { run: run.hash().unwrap_or_default(), found: Cow::Borrowed(found) };
        let body = format!("{MAGIC}{}\n", serde_json::to_string(&stored)?);
        let mut file = Output::create_in(directory, FILE, &Protected::of([run.path()]))?.synced(sync);
        writeln!(file, "{body}{:016x}", xxh3_64(body.as_bytes()))?;
        file.finish()
    };
    write().map_err(|error| RunError::Io(path.clone(), error))
}

/// Reads the stored findings about the complete run in `directory`, whose scales are `scales`. Returns empty
/// findings if there is no file, or only a file about another run.
pub fn stored(directory: &Path, run: &RunFile, scales: &[Scale]) -> Result<StoredWorth, RunError> {
    let path = directory.join(FILE);
    let mut text = Vec::new();
    match open_regular(&path).and_then(|mut file| file.read_to_end(&mut text)) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(StoredWorth::default()),
        Err(error) => return Err(RunError::Io(path, error)),
    }
    let stored = parse(&text).ok_or_else(|| RunError::Damaged(path.clone()))?;
    if Some(stored.run) != run.hash() {
        return Ok(StoredWorth::default());
    }
    let StoredWorth { scales: worths, needs } = &*stored.found;
    let fit = worths.iter().all(|it| scales.get(it.at).is_some_and(|scale| it.fits(scale)))
        && needs.iter().all(|it| scales.get(it.at).is_some_and(|scale| it.fits(scale)));
    match fit {
        true => Ok(stored.found.into_owned()),
        false => Err(RunError::Damaged(path)),
    }
}

fn parse(text: &[u8]) -> Option<Stored<'static>> {
    let text = str::from_utf8(text).ok()?.strip_suffix('\n')?;
    let body = text.get(..=text.rfind('\n')?)?;
    let hash = text.get(body.len()..)?;
    if u64::from_str_radix(hash, 16) != Ok(xxh3_64(body.as_bytes())) {
        return None;
    }
    serde_json::from_str(body.strip_prefix(MAGIC)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoiled_file_is_known() {
        let body = format!("{MAGIC}{}\n", r#"{"run":7,"found":{"scales":[],"needs":[]}}"#);
        let text = format!("{body}{:016x}\n", xxh3_64(body.as_bytes()));
        assert_eq!(parse(text.as_bytes()).map(|stored| stored.run), Some(7));
        for at in 0..text.len() {
            let mut spoiled = text.clone().into_bytes();
            spoiled[at] ^= 1;
            assert!(parse(&spoiled).is_none() && parse(&text.as_bytes()[..at]).is_none(), "{at}");
        }
    }
}
