//! Times per puzzle: the only figures of a run that differ from one run to the next, so they are kept out of
//! the records.

use crate::input::LineAt;
use hdrhistogram::Histogram;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;
use sudoscope_engine::scale::{Outcome, Scale};

/// Longest time that is not counted as "or longer": an hour, in nanoseconds.
const LONGEST: u64 = 3_600_000_000_000;

/// Where a climb ended: with a rating in the first column of its scale, or `Unsolved` for whatever reason
/// without.
pub type TimedEnd = Outcome<u32>;

/// The times of some climbs by one ladder.
pub struct Times {
    /// Nanoseconds: the ladder's climb plus the check that it shares with the other ladders, and its part of
    /// the singles that are played of a whole batch.
    pub histogram: Histogram<u64>,
    /// The puzzle that took longest.
    pub slowest: Slowest,
}

/// A puzzle and the time that it took; of equal times the first line counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slowest {
    pub time: Duration,
    pub line: Reverse<LineAt>,
}

/// The times of a run, for each ladder and end.
pub struct Timing {
    scales: Vec<BTreeMap<TimedEnd, Times>>,
}

impl Timing {
    /// No times.
    pub fn new(scales: &[Scale]) -> Timing {
        Timing { scales: scales.iter().map(|_| BTreeMap::new()).collect() }
    }

    /// Adds the time of one climb, for the puzzle of this line.
    pub fn record(&mut self, scale: usize, outcome: Outcome, line: LineAt, time: Duration) {
        let end = outcome.column(0).rating().map_or(Outcome::Unsolved, Outcome::Solved);
        let slowest = Slowest { time, line: Reverse(line) };
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(LONGEST);
        self.times_of(scale, end, slowest).saturating_record(nanoseconds.max(1));
    }

    /// Adds the times of another worker.
    pub fn merge(&mut self, other: &Timing) {
        for (scale, ends) in other.scales.iter().enumerate() {
            for (&end, theirs) in ends {
                // The bounds are the same everywhere, so nothing can be out of range.
                let _ = self.times_of(scale, end, theirs.slowest).add(&theirs.histogram);
            }
        }
    }

    /// The histogram of an end, which `slowest` is one of, or the slowest of those to be added.
    fn times_of(&mut self, scale: usize, end: TimedEnd, slowest: Slowest) -> &mut Histogram<u64> {
        let blank = || Times { histogram: blank(), slowest };
        let times = self.scales[scale].entry(end).or_insert_with(blank);
        times.slowest = times.slowest.max(slowest);
        &mut times.histogram
    }

    /// The times of a ladder, in order of rating.
    pub fn of(&self, scale: usize) -> impl Iterator<Item = (TimedEnd, &Times)> {
        self.scales[scale].iter().map(|(&end, times)| (end, times))
    }

    /// The slowest puzzle of a ladder, and where its climb ended.
    pub fn slowest(&self, scale: usize) -> Option<(TimedEnd, Slowest)> {
        self.of(scale).map(|(end, times)| (end, times.slowest)).max_by_key(|slowest| slowest.1)
    }
}

/// A histogram with fixed bounds and two significant digits.
fn blank() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST, 2).expect("the bounds are constant and valid")
}

#[cfg(test)]
mod tests {
    use super::*;
    fn line(file: u16, line: u64) -> LineAt {
        LineAt { file, line }
    }

    #[test]
    fn the_slowest_is_the_same_however_puzzles_fall_to_workers() {
        let scales = [Scale::named("W").unwrap(), Scale::named("B").unwrap()];
        let climbs = [
            (Outcome::Solved(3.into()), line(0, 7), 5),
            (Outcome::Solved(4.into()), line(1, 2), 9),
            (Outcome::Solved(4.into()), line(0, 8), 9),
            (Outcome::Unsolved, line(0, 9), 8),
        ];
        for parts in 0..1 << climbs.len() {
            let mut workers = [Timing::new(&scales), Timing::new(&scales)];
            for (at, (outcome, line, time)) in climbs.iter().enumerate() {
                workers[parts >> at & 1].record(1, *outcome, *line, Duration::from_millis(*time));
            }
            let mut timing = Timing::new(&scales);
            workers.iter().for_each(|worker| timing.merge(worker));
            assert_eq!(timing.slowest(0), None);
            let (end, slowest) = timing.slowest(1).unwrap();
            assert_eq!((end, slowest.line.0), (Outcome::Solved(4), line(0, 8)));
            let found: Vec<_> =
                timing.of(1).map(|(end, times)| (end, times.histogram.len(), times.slowest.line.0)).collect();
            assert_eq!(
                found,
                [
                    (Outcome::Solved(3), 1, line(0, 7)),
                    (Outcome::Solved(4), 2, line(0, 8)),
                    (Outcome::Unsolved, 1, line(0, 9))
                ]
            );
        }
    }
}
