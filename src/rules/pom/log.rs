//! Why a pattern is impossible: what was found out, and when.

use crate::grid::{Candidate, Cells};
use crate::rules::pattern::{self, Left};
use crate::templates::{Label, Live};
use std::collections::HashMap;

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

    /// Why the candidate is false: the patterns through it; or, if it is true, those outside.
    pub fn deaths(&self, candidate: Candidate, is_true: bool) -> Vec<pattern::Death> {
        let (digit, cell) = (candidate.digit as usize, candidate.cell as usize);
        let list = self.lists[digit].iter().enumerate();
        list.filter(|(_, label)| label.cells().contains(cell) != is_true)
            .map(|(at, &label)| self.death(digit, at, label))
            .collect()
    }

    fn death(&self, digit: usize, at: usize, label: Label) -> pattern::Death {
        let number = (self.lists[digit].len() <= LETTERS).then_some(at);
        let why = match self.deaths.get(&(digit, label)) {
            Some(&(round, Why::Meets(other))) => {
                pattern::Why::Meets(other, self.left(other, round))
            }
            Some(&(_, Why::Unpaired(other))) => pattern::Why::Unpaired(other),
            None => pattern::Why::Stands,
        };
        pattern::Death { digit, label, number, why }
    }

    /// The patterns a digit had when this round began.
    fn left(&self, digit: usize, round: u32) -> Left {
        let list = &self.lists[digit];
        let is_left =
            |&at: &usize| self.deaths.get(&(digit, list[at])).is_none_or(|(end, _)| *end >= round);
        let left = (0..list.len()).filter(is_left);
        match list.len() {
            ..=LETTERS => Left::Numbers(left.collect()),
            _ => Left::Count(left.count()),
        }
    }
}
