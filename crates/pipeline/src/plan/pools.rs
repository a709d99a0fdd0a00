//! The puzzles that a plan may take: for each rating and each hardest technique some, drawn at random.

use crate::dedupe::FormMaker;
use crate::run::{PACKED, Row, RunFile, pack};
use crate::select::{Key, record};
use std::collections::{BTreeMap, HashSet};
use sudoscope_engine::grid::Puzzle;

/// Form of a puzzle, packed: the same for puzzles that count as the same.
pub(super) type Form = [u8; PACKED];

/// Record of a puzzle's row, with its form.
pub(super) struct Held {
    pub form: Form,
    pub record: Box<[u8]>,
}

/// Puzzles of one rating and one hardest technique: those with the least keys, no two of them the same.
#[derive(Default)]
pub(super) struct Pool {
    held: BTreeMap<Key, Held>,
    forms: HashSet<Form>,
}

impl Pool {
    /// Whether a row with this key would be held, unless it repeats another.
    pub fn has_room(&self, key: Key, most: usize) -> bool {
        self.held.len() < most || self.held.last_key_value().is_some_and(|(last, _)| key < *last)
    }

    /// Holds a row, and at most this many.
    pub fn add(&mut self, key: Key, form: Form, row: &Row, file: &RunFile, most: usize) {
        if !self.forms.insert(form) {
            return;
        }
        self.held.insert(key, Held { form, record: record(file, row) });
        if self.held.len() > most
            && let Some((_, last)) = self.held.pop_last()
        {
            self.forms.remove(&last.form);
        }
    }

    /// Returns the key of the next puzzle that is not taken, and drops the puzzles before it.
    pub fn next(&mut self, taken: &HashSet<Form>) -> Option<Key> {
        while let Some(first) = self.held.first_entry() {
            if !taken.contains(&first.get().form) {
                return Some(*first.key());
            }
            first.remove();
        }
        None
    }

    /// Takes the first puzzle.
    pub fn take(&mut self) -> Option<Held> {
        self.held.pop_first().map(|(_, held)| held)
    }
}

/// Returns the form of a puzzle; `None` for a sukaku.
pub(super) fn form_of(forms: &mut FormMaker, puzzle: &Puzzle) -> Option<Form> {
    Some(pack(&forms.of(&puzzle.as_clues()?)))
}
