//! Times per puzzle: the only figures of a run that differ from one run to the next, so they are kept out of
//! the records.

use crate::ladder::Ladder;
use crate::solve::Outcome;
use hdrhistogram::Histogram;
use std::collections::BTreeMap;
use std::time::Duration;

/// Longest time told apart from longer ones: an hour, in nanoseconds.
const LONGEST: u64 = 3_600_000_000_000;

/// Where a climb ended: on a rung, or without a rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TimedEnd {
    /// Solved with this rung.
    Rung(u8),
    /// Not rated by the ladder.
    Unrated,
}

/// For each ladder and end, a histogram of nanoseconds: the ladder's climb plus the singles and the
/// check that it shares with the other ladders.
pub struct Timing {
    ladders: Vec<BTreeMap<TimedEnd, Histogram<u64>>>,
}

impl Timing {
    /// No times.
    pub fn new(ladders: &[Ladder]) -> Timing {
        Timing { ladders: vec![BTreeMap::new(); ladders.len()] }
    }

    /// Adds the time of one climb.
    pub fn record(&mut self, ladder: usize, outcome: Outcome, time: Duration) {
        let end = match outcome {
            Outcome::Solved(rung) => TimedEnd::Rung(rung),
            _ => TimedEnd::Unrated,
        };
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(LONGEST);
        self.ladders[ladder].entry(end).or_insert_with(blank).saturating_record(nanoseconds.max(1));
    }

    /// Adds the times of another worker.
    pub fn merge(&mut self, other: &Timing) {
        for (mine, theirs) in self.ladders.iter_mut().zip(&other.ladders) {
            for (&end, histogram) in theirs {
                // The bounds are the same everywhere, so nothing can be out of range.
                let _ = mine.entry(end).or_insert_with(blank).add(histogram);
            }
        }
    }

    /// The histograms of a ladder, in order of rung.
    pub fn of(&self, ladder: usize) -> impl Iterator<Item = (TimedEnd, &Histogram<u64>)> {
        self.ladders[ladder].iter().map(|(&end, histogram)| (end, histogram))
    }
}

/// A histogram with fixed bounds and two significant digits.
fn blank() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST, 2).expect("the bounds are constant and valid")
}
