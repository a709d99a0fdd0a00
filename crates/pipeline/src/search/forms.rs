//! Set of canonical forms that a search has met.

use crate::run::pack;
use std::collections::HashSet;
use sudoscope_engine::canon::Canon;
use sudoscope_engine::grid::{Cells, Puzzle};
use xxhash_rust::xxh3::xxh3_64;

/// Number of parts. They grow at different moments, so the memory for a move stays small.
const PARTS: u64 = 64;

/// Canonical forms. Only a 64-bit hash of each is stored: ten million take about 150 megabytes, and with a
/// chance of 3 in a million two of these are mistaken for one.
#[derive(Clone)]
pub struct Forms(Vec<HashSet<u64>>);

impl Default for Forms {
    fn default() -> Forms {
        Forms(vec![HashSet::new(); PARTS as usize])
    }
}

impl Forms {
    /// Adds a canonical form; returns whether it is new.
    pub(super) fn insert(&mut self, form: &[Cells; 9]) -> bool {
        let hash = hash(form);
        let part = self.0.get_mut((hash % PARTS) as usize);
        part.is_some_and(|part| part.insert(hash))
    }

    pub(super) fn contains(&self, form: &[Cells; 9]) -> bool {
        let hash = hash(form);
        self.0.get((hash % PARTS) as usize).is_some_and(|part| part.contains(&hash))
    }

    /// Returns a number that differs if the sets do, with near certainty.
    pub fn mark(&self) -> u64 {
        self.0.iter().flatten().fold(0, |mark, hash| mark ^ hash.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

fn hash(form: &[Cells; 9]) -> u64 {
    xxh3_64(&pack(form))
}

/// Adds the forms of puzzles; a sukaku has none.
impl Extend<Puzzle> for Forms {
    fn extend<I: IntoIterator<Item = Puzzle>>(&mut self, puzzles: I) {
        let mut canon = Canon::default();
        for clues in puzzles.into_iter().filter_map(|puzzle| puzzle.as_clues()) {
            self.insert(&canon.of(&clues).clues);
        }
    }
}
