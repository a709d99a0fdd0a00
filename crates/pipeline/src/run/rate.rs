//! Ratings: what is done to each line of a scan.

use super::error::{PipelineError, Unverified};
use super::ordered::{Done, Finished, Line, Lines, Work, in_order};
use super::record::Row;
use super::timing::Timing;
use crate::input::{Content, Input, LineAt, Reading, Skipped, puzzle_of};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use sudoscope_engine::grid::{Found, Puzzle};
use sudoscope_engine::ladder::Ladder;
use sudoscope_engine::order::Order;
use sudoscope_engine::proof::check_climb;
use sudoscope_engine::solve::{Climb, Effort, Solver, Status};
use sudoscope_engine::verify::Wrong;

/// What is to be rated: all that decides the rows, and the number of threads, which does not.
pub struct Plan {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// How lines are read.
    pub reading: Reading,
    /// The ladders.
    pub ladders: Vec<Ladder>,
    /// Budget and checks.
    pub effort: Effort,
    /// Threads.
    pub jobs: usize,
    /// Whether puzzles are timed one by one.
    pub timed: bool,
    /// Whether every step is checked ([`sudoscope_engine::verify`]).
    pub verify: bool,
}

impl Plan {
    /// Which lines are read.
    pub fn lines(&self) -> Lines {
        Lines { inputs: self.inputs.clone(), reading: self.reading.clone(), jobs: self.jobs }
    }
}

/// How a run of ratings ended.
pub struct Ended {
    /// Lines passed over.
    pub skipped: Skipped,
    /// Times per puzzle; none unless the plan asks for them.
    pub timing: Timing,
    /// Length and hash of the streams that were read to their end.
    pub contents: Vec<Option<Content>>,
    /// Stopped by `interrupt` before the end of the input.
    pub interrupted: bool,
    /// What was checked, if the plan asks for it.
    pub verified: Verified,
}

/// How much was checked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// Climbs: puzzles, each as often as there are ladders.
    pub climbs: u64,
    /// Steps.
    pub steps: u64,
}

/// Reads, rates, and hands the rows to `sink` in input order, as [`in_order`] does.
pub fn rate(
    plan: &Plan,
    interrupt: &AtomicBool,
    mut sink: impl FnMut(Done<Row>) -> std::io::Result<()>,
) -> Result<Ended, PipelineError> {
    let rating = Rating { plan, unverified: Mutex::new(None) };
    let finished = in_order(&plan.lines(), &rating, interrupt, |done| {
        // Nothing is handed over from a batch with a wrong step on.
        match rating.unverified_until(done.rows.last()) {
            true => Err(std::io::Error::other("a step is wrong")),
            false => sink(done),
        }
    });
    let finished = match (finished, rating.unverified.into_inner()) {
        (Err(PipelineError::Output(_)), Ok(Some(wrong))) => {
            return Err(PipelineError::Unverified(Box::new(wrong)));
        }
        (finished, _) => finished?,
    };
    let (mut timing, mut verified) = (Timing::new(&plan.ladders), Verified::default());
    for rater in &finished.scratches {
        timing.merge(&rater.timing);
        verified.climbs += rater.verified.climbs;
        verified.steps += rater.verified.steps;
    }
    let Finished { skipped, contents, interrupted, .. } = finished;
    Ok(Ended { skipped, timing, contents, interrupted, verified })
}

/// A plan at work.
struct Rating<'a> {
    plan: &'a Plan,
    /// The first line with a wrong step, of those that were looked at.
    unverified: Mutex<Option<Unverified>>,
}

impl Rating<'_> {
    fn is_wrong(&self, wrong: Unverified) {
        let mut first = self.unverified.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|first| wrong.at < first.at) {
            *first = Some(wrong);
        }
    }

    /// Whether a line up to that of this row has a wrong step.
    fn unverified_until(&self, last: Option<&Row>) -> bool {
        let first = self.unverified.lock().unwrap_or_else(PoisonError::into_inner);
        let until = |row: &Row| LineAt { file: row.file, line: row.line };
        first.as_ref().is_some_and(|first| last.is_some_and(|last| first.at <= until(last)))
    }
}

/// What a thread needs to rate puzzles.
pub struct Rater {
    solver: Solver,
    timing: Timing,
    verified: Verified,
}

impl Work for Rating<'_> {
    type Scratch = Rater;
    type Row = Row;

    fn scratch(&self) -> Rater {
        let timing = Timing::new(&self.plan.ladders);
        Rater { solver: Solver::new(), timing, verified: Verified::default() }
    }

    fn row(&self, rater: &mut Rater, line: Line) -> Row {
        rate_line(self, rater, line)
    }
}

/// The row of one line.
fn rate_line(rating: &Rating, rater: &mut Rater, Line { at, text, places }: Line) -> Row {
    let plan = rating.plan;
    let mut row = Row {
        file: at.file,
        line: at.line,
        status: Status::Invalid,
        puzzle: Puzzle::default(),
        error: None,
        climbs: Vec::with_capacity(plan.ladders.len()),
        against: places.iter().map(|place| place.number(text)).collect(),
    };
    match puzzle_of(text, plan.reading.column) {
        Err(error) => row.error = Some(error),
        Ok(Found { puzzle, .. }) => {
            row.puzzle = puzzle;
            let mut watch = Stopwatch(plan.timed.then(Instant::now));
            match rater.solver.start(&puzzle, plan.effort) {
                Err(status) => row.status = status,
                Ok(()) => {
                    let start = watch.lap();
                    let mut orders = Vec::with_capacity(plan.ladders.len());
                    for (at, ladder) in plan.ladders.iter().enumerate() {
                        let (climb, order) =
                            rater.solver.climb_and_order(ladder, plan.effort.budget);
                        if let (Some(start), Some(lap)) = (start, watch.lap()) {
                            rater.timing.record(at, climb.outcome, &row, start + lap);
                        }
                        row.climbs.push(climb);
                        orders.push(order);
                    }
                    row.status = Status::of(&row.climbs);
                    if plan.verify {
                        let climbs = row.climbs.iter().zip(orders);
                        match rater.verify(plan, &puzzle, climbs) {
                            Ok(()) => {}
                            Err((ladder, wrong)) => rating.is_wrong(Unverified {
                                at,
                                puzzle: puzzle.to_string(),
                                ladder,
                                wrong,
                            }),
                        }
                    }
                }
            }
        }
    }
    row
}

impl Rater {
    /// Climbs every ladder again under the eyes of the checker. An error names the ladder.
    fn verify<'a>(
        &mut self,
        plan: &Plan,
        puzzle: &Puzzle,
        climbs: impl Iterator<Item = (&'a Climb, Order)>,
    ) -> Result<(), (String, Wrong)> {
        for (ladder, climb) in plan.ladders.iter().zip(climbs) {
            let checked = check_climb(&mut self.solver, puzzle, ladder, plan.effort.budget, climb);
            let verdict = checked.map_err(|wrong| (ladder.name.clone(), wrong))?;
            self.verified.climbs += 1;
            self.verified.steps += verdict.steps;
        }
        Ok(())
    }
}

/// Times laps, if it runs.
struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Time since the last lap.
    fn lap(&mut self) -> Option<Duration> {
        let last = self.0?;
        let now = Instant::now();
        self.0 = Some(now);
        Some(now - last)
    }
}
