//! How much is begun at a time. Only speed and memory depend on it, never what comes out.
//!
//! ```text
//!   lines ─▶ begun: QUEUE batches a thread ─▶ done, waiting for a slow one before it ─▶ handed over
//!            └───────────────────── WINDOW lines a thread, if no more ─────────────────────┘
//! ```

use std::time::Duration;

/// Time that a batch should take: long beside what handing it over costs (tens of microseconds), short beside
/// a run, so that no thread is left with much to do when the others are at the end.
const TARGET: Duration = Duration::from_millis(5);

/// Most lines in a batch: singles alone rate them in about a millisecond.
const MOST: usize = 1024;

/// Batches for each thread that are begun and not done. Few, so that sizes follow what was measured and
/// Ctrl-C is answered soon.
const QUEUE: usize = 8;

/// Lines for each thread that are begun and not handed over: a puzzle can take as long as thousands of
/// others; the other threads continue until there are this many.
const WINDOW: usize = 4096;

/// The batches and lines under way, and the size of the next batch.
pub(super) struct Pace {
    jobs: usize,
    /// Lines in the next batch.
    pub lines: usize,
    batches_begun: usize,
    lines_held: usize,
}

impl Pace {
    /// For this many threads.
    pub fn new(jobs: usize) -> Pace {
        Pace { jobs, lines: 1, batches_begun: 0, lines_held: 0 }
    }

    /// Whether another batch may be begun.
    pub fn may_begin(&self) -> bool {
        self.batches_begun < QUEUE * self.jobs && self.lines_held < WINDOW * self.jobs
    }

    /// A batch was begun.
    pub fn begun(&mut self, lines: usize) {
        self.batches_begun += 1;
        self.lines_held += lines;
    }

    /// A batch is done, and took so long.
    pub fn done(&mut self, lines: usize, time: Duration) {
        self.batches_begun -= 1;
        self.lines = next_size(self.lines, lines, time);
    }

    /// Lines were handed over.
    pub fn handed_over(&mut self, lines: usize) {
        self.lines_held -= lines;
    }
}

/// Lines in the next batch after one of `lines` took `time`: as many as take [`TARGET`] at this rate, but no
/// more than twice as many as `now`, as one easy batch does not mean that all are.
fn next_size(now: usize, lines: usize, time: Duration) -> usize {
    let fit = TARGET.as_nanos() * lines as u128 / time.as_nanos().max(1);
    usize::try_from(fit).unwrap_or(MOST).clamp(1, (2 * now).min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MICROSECOND: Duration = Duration::from_micros(1);

    /// Sizes of batches, one after another, of lines that take so long each.
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
        // Comments alone, at the end of a file.
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
        // The first batch takes long, the others are done and wait for it.
        while pace.may_begin() {
            pace.begun(MOST);
            pace.done(MOST, TARGET);
        }
        assert!((2 * WINDOW..2 * WINDOW + MOST).contains(&pace.lines_held));
        pace.handed_over(MOST);
        assert!(pace.may_begin());
    }
}
