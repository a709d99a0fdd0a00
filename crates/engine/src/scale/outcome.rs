//! What became of a puzzle: of each climb, and as a whole.

use crate::evidence::Outcome;
use smallvec::{SmallVec, smallvec};

/// What one item of a scale did for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Patterns that proved something new in their state.
    pub steps: u32,
    /// Candidates removed (those removed by asserting a value not counted).
    pub eliminations: u32,
    /// Values asserted.
    pub placements: u32,
}

impl<R> Outcome<R> {
    /// The rating, if there is one.
    #[inline]
    pub fn rating(self) -> Option<R> {
        match self {
            Outcome::Solved(rating) => Some(rating),
            _ => None,
        }
    }

    /// This end with another form of the rating.
    #[inline]
    pub(crate) fn map<T>(self, form: impl FnOnce(R) -> T) -> Outcome<T> {
        match self {
            Outcome::Solved(rating) => Outcome::Solved(form(rating)),
            Outcome::Unsolved => Outcome::Unsolved,
            Outcome::Budget => Outcome::Budget,
            Outcome::NoSolution => Outcome::NoSolution,
        }
    }

    /// What is known of a puzzle by this climb.
    pub fn status(&self) -> Status {
        match self {
            Outcome::Solved(_) => Status::Ok,
            Outcome::Unsolved => Status::Unsolved,
            Outcome::Budget => Status::Budget,
            Outcome::NoSolution => Status::NoSolution,
        }
    }
}

impl Outcome {
    /// What it is by one column.
    #[inline]
    pub fn column(self, column: usize) -> Outcome<u32> {
        self.map(|rating| rating.0[column])
    }
}

/// Tallies. A few need no memory of their own, which another thread would free.
pub type Tallies = SmallVec<[Tally; FEW_ITEMS]>;

/// Items of a scale whose tallies need none.
const FEW_ITEMS: usize = 4;

/// Tallies of this number of items, of which none has done anything.
#[inline]
pub fn no_tallies(items: usize) -> Tallies {
    match items {
        // As it stands: filled one by one, a scan by LC would take a fortieth longer.
        0..=FEW_ITEMS => SmallVec::from_buf_and_len([Tally::default(); FEW_ITEMS], items),
        _ => smallvec![Tally::default(); items],
    }
}

/// A climb: how it ended and what each item of the scale did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Climb {
    /// How it ended.
    pub outcome: Outcome,
    /// One tally for each of the scale's items, or none.
    pub tallies: Tallies,
}

/// What is known of a puzzle as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Every scale solved it.
    Ok,
    /// Some scale ran out of rules.
    Unsolved,
    /// Some scale ran out of work.
    Budget,
    /// The line is not a puzzle.
    Invalid,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions.
    MultipleSolutions,
}

impl Status {
    /// All of them, in the order of their codes in a run file.
    pub const ALL: [Status; 6] = [
        Status::Ok,
        Status::Unsolved,
        Status::Budget,
        Status::Invalid,
        Status::NoSolution,
        Status::MultipleSolutions,
    ];

    /// The status of a puzzle with these climbs: the worst of them.
    pub fn of(climbs: &[Climb]) -> Status {
        let any = |outcome| climbs.iter().any(|climb| climb.outcome == outcome);
        if any(Outcome::NoSolution) {
            Status::NoSolution
        } else if any(Outcome::Budget) {
            Status::Budget
        } else if any(Outcome::Unsolved) {
            Status::Unsolved
        } else {
            Status::Ok
        }
    }

    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Unsolved => "unsolved",
            Status::Budget => "budget",
            Status::Invalid => "invalid",
            Status::NoSolution => "no-solution",
            Status::MultipleSolutions => "multiple-solutions",
        }
    }
}
