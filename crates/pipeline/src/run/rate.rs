//! Rating of the lines of a scan.

use super::error::{PipelineError, Unverified};
use super::ordered::{Calls, Done, Finished, Line, Lines, Sink, Work, in_order_into};
use super::rater::{Event, LineRater};
use super::record::Row;
use super::timing::{Stopwatch, Timing};
use crate::input::{Empty, Extent, LineAt, Skipped};
use crate::settings::Settings;
use std::io;
use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::proof::check_climb;
use sudoscope_engine::scale::Order;

/// Plan of a rating run: everything that determines the rows, and also threads, clocks and checks, which do
/// not.
pub struct Plan {
    /// Lines to read.
    pub lines: Lines,
    /// Ladders and effort.
    pub settings: Settings,
    /// Whether climbs have tallies: some climbs are cheaper without tallies ([`LineRater::only_outcomes`]).
    pub tallied: bool,
    /// Whether rows have the solution. Run files do not keep it.
    pub solved: bool,
    /// Whether tables of the rows have the steps of each rule; needs tallies.
    pub wide: bool,
    /// Whether puzzles are timed one by one.
    pub timed: bool,
    /// Whether every step is checked ([`sudoscope_engine::verify`]).
    pub verify: bool,
}

/// End of a rating run.
pub struct Ended {
    /// Lines skipped.
    pub skipped: Skipped,
    /// Times per puzzle; empty unless the plan asks for them.
    pub timing: Timing,
    /// Inputs without puzzles.
    pub empty: Vec<Empty>,
    /// Bytes read of each input, if it was hashed ([`Reading::hashed`](crate::input::Reading::hashed)).
    pub(crate) extents: Vec<Extent>,
    /// Whether `interrupt` stopped the run before the end of the input.
    pub interrupted: bool,
    /// Steps checked, if the plan asks for it.
    pub verified: Verified,
}

/// Amount of checking.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// Climbs checked: one for each puzzle and ladder.
    pub climbs: u64,
    /// Steps checked.
    pub steps: u64,
}

/// Rates lines and passes the rows to `sink` in input order, as [`super::in_order`] does.
pub fn rate(
    plan: &Plan, interrupt: &AtomicBool, sink: impl FnMut(Done<Row>) -> io::Result<()>,
) -> Result<Ended, PipelineError> {
    rate_after(None, plan, interrupt, sink)
}

/// Rates like [`rate`], but takes the lines up to `last` as done, as [`super::in_order_after`] does.
pub fn rate_after(
    last: Option<LineAt>, plan: &Plan, interrupt: &AtomicBool, sink: impl FnMut(Done<Row>) -> io::Result<()>,
) -> Result<Ended, PipelineError> {
    rate_into(last, plan, interrupt, &mut Calls(sink))
}

/// Rates like [`rate_after`], with a sink that also acts between batches.
pub(crate) fn rate_into(
    last: Option<LineAt>, plan: &Plan, interrupt: &AtomicBool, sink: &mut dyn Sink<Row>,
) -> Result<Ended, PipelineError> {
    let rating = RatingWork { plan, unverified: Mutex::new(None) };
    let mut sink = UpToWrong { rating: &rating, sink };
    let finished = in_order_into(last, &plan.lines, &rating, interrupt, &mut sink);
    let finished = match (finished, rating.unverified.into_inner()) {
        (Err(PipelineError::Output(_)), Ok(Some(wrong))) => {
            return Err(PipelineError::Unverified(Box::new(wrong)));
        }
        (finished, _) => finished?,
    };
    let (mut timing, mut verified) = (Timing::new(plan.settings.scales()), Verified::default());
    for worker in &finished.scratches {
        timing.merge(&worker.timing);
        verified.climbs += worker.verified.climbs;
        verified.steps += worker.verified.steps;
    }
    let Finished { skipped, empty, extents, interrupted, .. } = finished;
    Ok(Ended { skipped, timing, empty, extents, interrupted, verified })
}

/// Plan at work.
struct RatingWork<'a> {
    plan: &'a Plan,
    /// First line with a wrong step, among the lines checked so far.
    unverified: Mutex<Option<Unverified>>,
}

/// Sink that stops before the first batch with a wrong step.
struct UpToWrong<'a> {
    rating: &'a RatingWork<'a>,
    sink: &'a mut dyn Sink<Row>,
}

impl Sink<Row> for UpToWrong<'_> {
    fn take(&mut self, done: Done<Row>) -> io::Result<()> {
        match self.rating.unverified_until(done.rows.last()) {
            true => Err(io::Error::other("a step is wrong")),
            false => self.sink.take(done),
        }
    }

    fn look(&mut self) -> io::Result<()> {
        self.sink.look()
    }
}

/// Thread at work on a plan.
struct Worker {
    rater: LineRater,
    timing: Timing,
    verified: Verified,
}

impl Work for RatingWork<'_> {
    type Scratch = Worker;
    type Row = Row;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> Worker {
        let timing = Timing::new(self.plan.settings.scales());
        let only_outcomes = !self.plan.tallied && !self.plan.verify;
        let rater = LineRater::of_crew(crew.clone()).only_outcomes(only_outcomes).solving(self.plan.solved);
        Worker { rater, timing, verified: Verified::default() }
    }

    fn row(&self, worker: &mut Worker, line: Line) -> Row {
        worker.rater.row(&self.plan.settings, line)
    }

    fn rows<'a>(&self, worker: &mut Worker, lines: impl Iterator<Item = Line<'a>>) -> Vec<Row> {
        let Plan { settings, timed, verify, .. } = self.plan;
        let mut watch = timed.then(|| Stopwatch::new(&mut worker.timing));
        let mut orders = Vec::new();
        let rows = worker.rater.watched_rows(settings, lines, |event| {
            if let Some(watch) = &mut watch {
                match &event {
                    Event::Read => watch.begin(),
                    Event::Played(puzzles) => watch.played(*puzzles),
                    Event::Opened(solver, end) => {
                        watch.next(solver.is_shown(end, settings.scales(), settings.effort()));
                    }
                    Event::Checked => watch.checked(),
                    Event::Climbed(at, scale, climb, _) => watch.climbed(*scale, climb.outcome, *at),
                    Event::Rated => watch.rated(),
                }
            }
            match event {
                Event::Climbed(.., order) if *verify => orders.push(order),
                _ => {}
            }
        });
        if *verify {
            let mut orders = orders.into_iter();
            for row in &rows {
                let orders = orders.by_ref().take(row.climbs.len()).collect();
                self.verify(worker, row, orders);
            }
        }
        rows
    }
}

impl RatingWork<'_> {
    /// Repeats every climb and has the checker verify it.
    fn verify(&self, worker: &mut Worker, row: &Row, orders: Vec<Order>) {
        let settings = &self.plan.settings;
        for ((scale, climb), order) in settings.scales().iter().zip(&row.climbs).zip(orders) {
            let (solver, budget) = (worker.rater.solver(), settings.effort().budget);
            match check_climb(solver, &row.puzzle, scale, budget, (climb, order)) {
                Ok(verdict) => {
                    worker.verified.climbs += 1;
                    worker.verified.steps += verdict.steps;
                }
                Err(wrong) => {
                    let (puzzle, scale) = (row.puzzle.to_string(), scale.name.clone());
                    return self.is_wrong(Unverified { at: row.at(), puzzle, scale, wrong });
                }
            }
        }
    }

    fn is_wrong(&self, wrong: Unverified) {
        let mut first = self.unverified.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|first| wrong.at < first.at) {
            *first = Some(wrong);
        }
    }

    /// Whether the line of this row or an earlier one has a wrong step.
    fn unverified_until(&self, last: Option<&Row>) -> bool {
        let first = self.unverified.lock().unwrap_or_else(PoisonError::into_inner);
        first.as_ref().is_some_and(|first| last.is_some_and(|last| first.at <= last.at()))
    }
}
