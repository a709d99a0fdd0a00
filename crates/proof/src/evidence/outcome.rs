//! How climbs ended, and what is known of a puzzle by them.

use super::Rating;
use serde::{Deserialize, Serialize};

/// Outcome of a climb. `R` is a rating by all columns of a scale, by one column, or as printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "outcome", content = "rating", rename_all = "kebab-case")]
pub enum Outcome<R = Rating> {
    /// Solved, with this rating.
    Solved(R),
    /// No rule of the scale proves anything more.
    Unsolved,
    /// The budget was used up.
    Budget,
    /// The puzzle was proved to have no solution.
    NoSolution,
}

impl<R> Outcome<R> {
    /// Returns the rating, if there is one.
    #[inline]
    pub fn rating(self) -> Option<R> {
        match self {
            Outcome::Solved(rating) => Some(rating),
            _ => None,
        }
    }

    /// Converts the rating to another form.
    #[inline]
    pub fn map<T>(self, form: impl FnOnce(R) -> T) -> Outcome<T> {
        match self {
            Outcome::Solved(rating) => Outcome::Solved(form(rating)),
            Outcome::Unsolved => Outcome::Unsolved,
            Outcome::Budget => Outcome::Budget,
            Outcome::NoSolution => Outcome::NoSolution,
        }
    }

    /// Returns the status that this climb gives the puzzle.
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
    /// Returns the outcome of one column.
    #[inline]
    pub fn column(self, column: usize) -> Outcome<u32> {
        self.map(|rating| rating.0[column])
    }
}

/// Status of a puzzle as a whole.
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
    /// The puzzle has a digit in each cell: nothing is left to rate.
    Solved,
}

impl Status {
    /// All statuses, in the order of their codes in a run file.
    pub const ALL: [Status; 7] = [
        Status::Ok,
        Status::Unsolved,
        Status::Budget,
        Status::Invalid,
        Status::NoSolution,
        Status::MultipleSolutions,
        Status::Solved,
    ];

    /// The status of a puzzle whose climbs ended so: the worst of them.
    pub fn of(outcomes: impl Iterator<Item = Outcome> + Clone) -> Status {
        let any = |end| outcomes.clone().any(|outcome| outcome == end);
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

    /// Returns the word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Unsolved => "unsolved",
            Status::Budget => "budget",
            Status::Invalid => "invalid",
            Status::NoSolution => "no-solution",
            Status::MultipleSolutions => "multiple-solutions",
            Status::Solved => "solved",
        }
    }
}
