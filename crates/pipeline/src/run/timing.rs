//! Times per puzzle: the only figures of a run that differ from one run to the next, so they are kept out of
//! the records.

use crate::input::LineAt;
use hdrhistogram::Histogram;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use sudoscope_engine::scale::{Outcome, Scale};

/// Longest time that is not counted as "or longer": an hour, in nanoseconds.
const LONGEST: u64 = 3_600_000_000_000;

/// Where a climb ended: with a rating in the first column of its scale, or `Unsolved` for whatever reason
/// without.
pub type TimedEnd = Outcome<u32>;

/// The times of some climbs by one ladder.
pub struct Times {
    /// Nanoseconds: see [`Stopwatch`].
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

/// Climbs of one ladder with one end.
struct Alike {
    scale: usize,
    end: TimedEnd,
    /// The first line, and how many there are.
    first: LineAt,
    count: u64,
}

impl Alike {
    fn one(scale: usize, outcome: Outcome, line: LineAt) -> Alike {
        let end = outcome.column(0).rating().map_or(Outcome::Unsolved, Outcome::Solved);
        Alike { scale, end, first: line, count: 1 }
    }
}

/// Takes the times of puzzles whose opening is played side by side.
///
/// ```text
///   opening of all │ ends, some climbs │ check, climb, climb of one │ ends, some climbs │ …
///   a part each      read off            its own                      read off
/// ```
///
/// The time of a climb has the puzzle's part of the opening, and then what is its own: its check, which it
/// shares with the other ladders, and the ladder's climb. If its opening has shown all of that, it is a part
/// of what it took to read off whatever was: to ask a clock for each took a twentieth of a scan by locked
/// candidates.
pub(super) struct Stopwatch<'a> {
    timing: &'a mut Timing,
    last: Instant,
    /// How many puzzles there are, and the part of each of the opening.
    puzzles: u32,
    opening: Duration,
    /// What it took to read off, and the climbs that were.
    reading: Duration,
    read_off: Vec<Alike>,
    /// Whether those of the puzzle at hand are; if not, what it took before them.
    is_shown: bool,
    start: Duration,
}

impl Stopwatch<'_> {
    /// One that runs.
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

    /// What was done before was for no puzzle.
    pub fn begin(&mut self) {
        self.lap();
    }

    /// The opening of this number of puzzles is played.
    pub fn played(&mut self, puzzles: usize) {
        self.puzzles = puzzles.max(1) as u32;
        self.opening = self.lap() / self.puzzles;
    }

    /// Now it is about the next of them; whether its opening has shown everything.
    pub fn next(&mut self, is_shown: bool) {
        if !is_shown {
            let lap = self.lap();
            self.reading += lap;
        }
        self.is_shown = is_shown;
    }

    /// It is checked.
    pub fn checked(&mut self) {
        if !self.is_shown {
            self.start = self.opening + self.lap();
        }
    }

    /// Its climb by this ladder has ended.
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

    /// All these puzzles are rated.
    pub fn rated(&mut self) {
        let reading = self.lap() + std::mem::take(&mut self.reading);
        let time = self.opening + reading / self.puzzles;
        for alike in self.read_off.drain(..) {
            self.timing.record(&alike, time);
        }
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
        // Two are read off, with an equal part of what that took; each has its part of the opening.
        assert_eq!([time(1, 0), time(1, 2)], [time(0, 0); 2]);
        assert!(time(0, 0) >= pause);
        assert!(time(0, 1) >= 21 * pause && time(1, 1) >= 21 * pause);
    }
}
