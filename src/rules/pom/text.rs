//! Why a pattern is impossible, in words.

use crate::grid::notation::cell_name;
use crate::grid::{Candidate, Cells};
use crate::templates::{Label, Live};
use std::collections::HashMap;

/// Patterns of a candidate that a text names; of the others it gives the number.
const SHOWN: usize = 6;

/// Lists up to this length have letters, as in the seed: `4abc` is the first three patterns of 4.
const LETTERS: usize = 26;

/// Why a pattern is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// It meets all the patterns that this digit had left.
    Meets(usize),
    /// It had no pair left with a pattern of this digit.
    Unpaired(usize),
}

/// A pattern found to be impossible.
pub(super) struct Death {
    pub digit: usize,
    pub template: Cells,
    pub why: Why,
}

/// The lists of a state, and what became of their patterns, round by round.
pub(super) struct Log {
    lists: [Vec<Label>; 9],
    deaths: HashMap<(usize, Label), (u32, Why)>,
    rounds: u32,
}

impl Log {
    /// The log of these lists, from which nothing was taken yet.
    pub fn new(live: &Live) -> Log {
        let lists = std::array::from_fn(|digit| live.labels(digit));
        Log { lists, deaths: HashMap::new(), rounds: 0 }
    }

    /// One round of deaths.
    pub fn bury<'a>(&mut self, dead: impl Iterator<Item = &'a Death>) {
        self.rounds += 1;
        let one =
            |death: &Death| ((death.digit, Label::of(death.template)), (self.rounds, death.why));
        self.deaths.extend(dead.map(one));
    }

    /// Why the candidate is false, or true: `4 through r7c9: 4b(536121) meets 5acd, 4d(535121) …`. It is true if the
    /// patterns `outside` the cell are impossible.
    pub fn why(&self, candidate: Candidate, is_true: bool) -> String {
        let (digit, cell) = (candidate.digit as usize, candidate.cell as usize);
        let list = self.lists[digit].iter().filter(|label| label.cells().contains(cell) != is_true);
        let named: Vec<String> =
            list.clone().take(SHOWN).map(|&label| self.death(digit, label)).collect();
        let rest = match list.count() - named.len() {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let side = if is_true { "outside" } else { "through" };
        let (n, cell) = (digit + 1, cell_name(cell));
        format!("{n} {side} {cell}: {}{rest}", named.join(", "))
    }

    /// `4b(536121) meets 5acd`.
    fn death(&self, digit: usize, label: Label) -> String {
        let list = &self.lists[digit];
        let letter = match list.len() {
            ..=LETTERS => letters(list.iter().position(|&other| other == label)),
            _ => String::new(),
        };
        let pattern = format!("{}{letter}({label})", digit + 1);
        match self.deaths.get(&(digit, label)) {
            Some(&(round, Why::Meets(other))) => {
                format!("{pattern} meets {}", self.left(other, round))
            }
            Some((_, Why::Unpaired(other))) => format!("{pattern} has no pair with {}", other + 1),
            None => format!("{pattern} stands"),
        }
    }

    /// The patterns a digit had when this round began: `5acd`, or `all 31 of 5`.
    fn left(&self, digit: usize, round: u32) -> String {
        let list = &self.lists[digit];
        let is_left =
            |&at: &usize| self.deaths.get(&(digit, list[at])).is_none_or(|(end, _)| *end >= round);
        let left = (0..list.len()).filter(is_left);
        match list.len() {
            ..=LETTERS => format!("{}{}", digit + 1, letters(left)),
            _ => format!("all {} of {}", left.count(), digit + 1),
        }
    }
}

/// The letters with these numbers: `acd`.
fn letters(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(|number| (b'a' + number as u8) as char).collect()
}
