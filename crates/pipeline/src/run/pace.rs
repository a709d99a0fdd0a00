//! Amount of work begun at a time. Only speed and memory depend on it, never the output.
//!
//! ```text
//!   lines ─▶ begun: QUEUE batches a thread ─▶ done, waiting for a slow one before it ─▶ handed over
//!            └───────────────────── WINDOW lines a thread, if no more ─────────────────────┘
//! ```

use std::time::Duration;

/// Time that a batch should take: long compared with the cost of handing it over (tens of microseconds),
/// short compared with a run, so that no thread has much left to do when the others have finished.
const TARGET: Duration = Duration::from_millis(5);

/// Maximum number of lines in a batch: singles alone rate them in about a millisecond.
const MOST: usize = 1024;

/// Maximum number of unfinished batches per thread. Few, so that sizes follow measurements and Ctrl-C is
/// answered soon.
const QUEUE: usize = 8;

/// Maximum number of lines per thread that are begun and not handed over: a puzzle can take as long as
/// thousands of others, and the other threads continue up to this number.
const WINDOW: usize = 4096;

/// Batches and lines in flight, and the size of the next batch.
pub(super) struct Pace {
    jobs: usize,
    /// Lines in the next batch.
    pub lines: usize,
    batches_begun: usize,
    lines_held: usize,
}

impl Pace {
    /// Starts the pace for `jobs` threads.
    pub fn new(jobs: usize) -> Pace {
        Pace { jobs, lines: 1, batches_begun: 0, lines_held: 0 }
    }

    /// Whether another batch may be begun.
    pub fn may_begin(&self) -> bool {
        self.batches_begun < QUEUE * self.jobs && self.lines_held < WINDOW * self.jobs
    }

    /// Counts a batch that was begun.
    pub fn begun(&mut self, lines: usize) {
        self.batches_begun += 1;
        self.lines_held += lines;
    }

    /// Counts a batch that is done, and adapts the size to its time.
    pub fn done(&mut self, lines: usize, time: Duration) {
        self.batches_begun -= 1;
        self.lines = next_size(self.lines, lines, time);
    }

    /// Counts lines that were handed over.
    pub fn handed_over(&mut self, lines: usize) {
        self.lines_held -= lines;
    }
}

/// Returns the number of lines in the next batch, after a batch of `lines` lines took `time`: as many as take
/// [`TARGET`] at this rate, but at most twice as many as `now`, as one easy batch does not mean that all are.
fn next_size(now: usize, lines: usize, time: Duration) -> usize {
    let fit = TARGET.as_nanos() * lines as u128 / time.as_nanos().max(1);
    usize::try_from(fit).unwrap_or(MOST).clamp(1, (2 * now).min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MICROSECOND: Duration = Duration::from_micros(1);

    /// Returns the sizes of consecutive batches if every line takes `line`.
    fn sizes<const N: usize>(from: usize, line: Duration) -> [usize; N] {
        let mut size = from;
        [(); N].map(|()| {
            size = next_size(size, size, line * size as u32);
            size
        })
    }

    #[test]
    fn batches_take_as_long_as_they_should() {
        assert_eq!(sizes(1, 2 * MICROSECOND), [2, 4, 8, 16, 32, 64, 128, 256, 512, MOST, MOST]);
        assert_eq!(sizes(1, 100 * MICROSECOND), [2, 4, 8, 16, 32, 50, 50]);
        assert_eq!(sizes(256, 700 * MICROSECOND), [7, 7]);
        assert_eq!(sizes(256, Duration::from_secs(3600)), [1, 1]);
        assert_eq!(sizes(1, Duration::ZERO), [2, 4]);
        // A batch of comments alone, at the end of a file.
        assert_eq!(next_size(256, 0, Duration::ZERO), 1);
    }

    #[test]
    fn one_hard_puzzle_does_not_slow_the_run_for_long() {
        let after = next_size(256, 256, Duration::from_secs(2));
        assert_eq!(after, 1);
        assert_eq!(sizes::<10>(after, MICROSECOND).last(), Some(&MOST));
    }

    #[test]
    fn what_is_under_way_is_bounded() {
        let mut pace = Pace::new(2);
        while pace.may_begin() {
            pace.begun(1);
        }
        assert_eq!(pace.batches_begun, 2 * QUEUE);
        pace.done(1, TARGET);
        assert!(pace.may_begin());
        // The first batch is slow; the others are done and wait for it.
        while pace.may_begin() {
            pace.begun(MOST);
            pace.done(MOST, TARGET);
        }
        assert!((2 * WINDOW..2 * WINDOW + MOST).contains(&pace.lines_held));
        pace.handed_over(MOST);
        assert!(pace.may_begin());
    }
}
