//! Times per puzzle: the only figures that differ between runs of the same input, so they are kept out of the
//! records.

use crate::input::LineAt;
use hdrhistogram::Histogram;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use sudoscope_engine::scale::{Outcome, Scale};

/// Longest time that is not counted as "or longer": an hour, in nanoseconds.
const LONGEST: u64 = 3_600_000_000_000;

/// End of a climb: a rating in the first column of its scale, or `Unsolved` for any end without a rating.
pub type TimedEnd = Outcome<u32>;

/// Times of some climbs by one ladder.
pub struct Times {
    /// Histogram of nanoseconds, measured as [`Stopwatch`] explains.
    pub histogram: Histogram<u64>,
    /// Puzzle that took longest.
    pub slowest: Slowest,
}

/// Puzzle and its time; among equal times the first line counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slowest {
    pub time: Duration,
    pub line: Reverse<LineAt>,
}

/// Times of a run, for each ladder and end.
pub struct Timing {
    scales: Vec<BTreeMap<TimedEnd, Times>>,
}

impl Timing {
    /// Creates empty times.
    pub fn new(scales: &[Scale]) -> Timing {
        Timing { scales: scales.iter().map(|_| BTreeMap::new()).collect() }
    }

    /// Adds the time of climbs that are alike.
    fn record(&mut self, climbs: &Alike, time: Duration) {
        let slowest = Slowest { time, line: Reverse(climbs.first) };
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(LONGEST);
        let times = self.times_of(climbs.scale, climbs.end, slowest);
        times.saturating_record_n(nanoseconds.max(1), climbs.count);
    }

    /// Adds the times of another worker.
    pub fn merge(&mut self, other: &Timing) {
        for (scale, ends) in other.scales.iter().enumerate() {
            for (&end, theirs) in ends {
                // All histograms have the same bounds, so nothing can be out of range.
                let _ = self.times_of(scale, end, theirs.slowest).add(&theirs.histogram);
            }
        }
    }

    /// Returns the histogram of an end, ready for more times whose longest is that of `slowest`; the slowest
    /// puzzle is updated here.
    fn times_of(&mut self, scale: usize, end: TimedEnd, slowest: Slowest) -> &mut Histogram<u64> {
        let blank = || Times { histogram: blank(), slowest };
        let times = self.scales[scale].entry(end).or_insert_with(blank);
        times.slowest = times.slowest.max(slowest);
        &mut times.histogram
    }

    /// Returns the times of a ladder, in order of rating.
    pub fn of(&self, scale: usize) -> impl Iterator<Item = (TimedEnd, &Times)> {
        self.scales[scale].iter().map(|(&end, times)| (end, times))
    }

    /// Returns the slowest puzzle of a ladder, and the end of its climb.
    pub fn slowest(&self, scale: usize) -> Option<(TimedEnd, Slowest)> {
        self.of(scale).map(|(end, times)| (end, times.slowest)).max_by_key(|slowest| slowest.1)
    }
}

/// Climbs of one ladder with one end.
struct Alike {
    scale: usize,
    end: TimedEnd,
    /// First line, and number of climbs.
    first: LineAt,
    count: u64,
}

impl Alike {
    fn one(scale: usize, outcome: Outcome, line: LineAt) -> Alike {
        let end = outcome.column(0).rating().map_or(Outcome::Unsolved, Outcome::Solved);
        Alike { scale, end, first: line, count: 1 }
    }
}

/// Stopwatch for puzzles whose openings are played side by side.
///
/// ```text
///   opening of all │ ends, some climbs │ check, climb, climb of one │ ends, some climbs │ …
///   a part each      read off            its own                      read off
/// ```
///
/// The time of a climb is the puzzle's part of the opening plus its own work: the check, which it shares with
/// the other ladders, and the ladder's climb. If the opening already shows the result of both, its own time
/// is an equal share of the time spent on reading off such results: a clock reading for each took a twentieth
/// of a scan by locked candidates.
pub(super) struct Stopwatch<'a> {
    timing: &'a mut Timing,
    last: Instant,
    /// Number of puzzles, and the part of the opening for each.
    puzzles: u32,
    opening: Duration,
    /// Time spent on reading off results, and the climbs read off.
    reading: Duration,
    read_off: Vec<Alike>,
    /// Whether the climbs of the current puzzle are read off; if not, its time before them.
    is_shown: bool,
    start: Duration,
}

impl Stopwatch<'_> {
    /// Creates a running stopwatch.
    pub fn new(timing: &mut Timing) -> Stopwatch<'_> {
        Stopwatch {
            timing,
            last: Instant::now(),
            puzzles: 1,
            opening: Duration::ZERO,
            reading: Duration::ZERO,
            read_off: Vec::new(),
            is_shown: false,
            start: Duration::ZERO,
        }
    }

    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.last, now)
    }

    /// Drops the time so far, which was spent on no puzzle.
    pub fn begin(&mut self) {
        self.lap();
    }

    /// Ends the opening of this number of puzzles.
    pub fn played(&mut self, puzzles: usize) {
        self.puzzles = puzzles.max(1) as u32;
        self.opening = self.lap() / self.puzzles;
    }

    /// Starts the next puzzle; `is_shown` says whether its opening has shown everything.
    pub fn next(&mut self, is_shown: bool) {
        if !is_shown {
            let lap = self.lap();
            self.reading += lap;
        }
        self.is_shown = is_shown;
    }

    /// Ends the check of the puzzle.
    pub fn checked(&mut self) {
        if !self.is_shown {
            self.start = self.opening + self.lap();
        }
    }

    /// Ends its climb by this ladder.
    pub fn climbed(&mut self, scale: usize, outcome: Outcome, line: LineAt) {
        let one = Alike::one(scale, outcome, line);
        if !self.is_shown {
            let time = self.start + self.lap();
            return self.timing.record(&one, time);
        }
        let is_alike = |other: &&mut Alike| (other.scale, other.end) == (one.scale, one.end);
        match self.read_off.iter_mut().find(is_alike) {
            Some(alike) => alike.count += 1,
            None => self.read_off.push(one),
        }
    }

    /// Ends a group of puzzles: all are rated.
    pub fn rated(&mut self) {
        let reading = self.lap() + std::mem::take(&mut self.reading);
        let time = self.opening + reading / self.puzzles;
        for alike in self.read_off.drain(..) {
            self.timing.record(&alike, time);
        }
    }
}

/// Returns an empty histogram with fixed bounds and two significant digits.
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
                let climb = Alike::one(1, *outcome, *line);
                workers[parts >> at & 1].record(&climb, Duration::from_millis(*time));
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

    #[test]
    fn what_is_read_off_is_shared_and_a_climb_has_its_own_time() {
        let scales = [Scale::named("BRT").unwrap(), Scale::named("W").unwrap()];
        let mut timing = Timing::new(&scales);
        let mut watch = Stopwatch::new(&mut timing);
        let pause = Duration::from_millis(2);
        watch.begin();
        std::thread::sleep(3 * pause);
        watch.played(3);
        for (at, ends) in [
            (7, [Outcome::Solved(0.into()), Outcome::Solved(0.into())]),
            (8, [Outcome::Unsolved, Outcome::Solved(5.into())]),
            (9, [Outcome::Solved(0.into()), Outcome::Unsolved]),
        ] {
            watch.next(at != 8);
            watch.checked();
            for (scale, outcome) in ends.into_iter().enumerate() {
                std::thread::sleep(if at == 8 { 20 * pause } else { Duration::ZERO });
                watch.climbed(scale, outcome, line(0, at));
            }
        }
        watch.rated();
        let ends = |scale| -> Vec<_> {
            timing.of(scale).map(|(end, it)| (end, it.histogram.len(), it.slowest.line.0.line)).collect()
        };
        let (solved, unsolved) = (Outcome::Solved, Outcome::Unsolved);
        assert_eq!(ends(0), [(solved(0), 2, 7), (unsolved, 1, 8)]);
        assert_eq!(ends(1), [(solved(0), 1, 7), (solved(5), 1, 8), (unsolved, 1, 9)]);
        let time = |scale: usize, at: usize| timing.of(scale).nth(at).unwrap().1.slowest.time;
        // Two puzzles are read off in equal shares of that time; each has its part of the opening.
        assert_eq!([time(1, 0), time(1, 2)], [time(0, 0); 2]);
        assert!(time(0, 0) >= pause);
        assert!(time(0, 1) >= 21 * pause && time(1, 1) >= 21 * pause);
    }
}
