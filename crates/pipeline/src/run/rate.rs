//! Rating of the lines of a scan.

use super::error::{PipelineError, Unverified};
use super::ordered::{Ended, Line, Lines, Run, Sink, Work};
use super::rater::{Event, LineRater};
use super::row::Row;
use super::timing::{Stopwatch, Timing};
use crate::input::LineAt;
use crate::settings::Settings;
use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::proof::check_climb;
use sudoscope_engine::scale::{Order, Scale};

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

/// Amount of checking.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// Climbs checked: one for each puzzle and ladder.
    pub climbs: u64,
    /// Steps checked.
    pub steps: u64,
}

/// Sum of what the threads of a rating run found out beside the rows.
pub struct Watched {
    /// Times per puzzle; empty unless the plan asks for them.
    pub timing: Timing,
    /// Steps checked, if the plan asks for it.
    pub verified: Verified,
    /// Puzzles from which techniques were left out.
    pub left_out: LeftOut,
}

/// Puzzles from which a ladder left techniques out ([`Settings::leaves_out`]).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LeftOut {
    /// Number of these puzzles.
    pub puzzles: u64,
    /// Line of the first, and the reason there.
    pub first: Option<(LineAt, Box<str>)>,
}

impl LeftOut {
    fn add(&mut self, puzzles: u64, first: Option<(LineAt, Box<str>)>) {
        self.puzzles += puzzles;
        self.first = self.first.take().into_iter().chain(first).min();
    }
}

impl Watched {
    fn new(scales: &[Scale]) -> Watched {
        Watched { timing: Timing::new(scales), verified: Verified::default(), left_out: LeftOut::default() }
    }
}

impl Plan {
    /// Rates the lines and passes the rows to `sink` in input order.
    pub fn rate(
        &self, interrupt: &AtomicBool, sink: impl Sink<Row>,
    ) -> Result<Ended<Watched>, PipelineError> {
        let ended = Run { lines: &self.lines, work: &Rating::of(self), last: None, interrupt }.into(sink)?;
        let mut sum = Watched::new(self.settings.scales());
        for Worker { watched, .. } in &ended.work {
            sum.timing.merge(&watched.timing);
            sum.verified.climbs += watched.verified.climbs;
            sum.verified.steps += watched.verified.steps;
            sum.left_out.add(watched.left_out.puzzles, watched.left_out.first.clone());
        }
        let Ended { skipped, header, empty, extents, interrupted, .. } = ended;
        Ok(Ended { skipped, header, empty, extents, interrupted, work: sum })
    }
}

/// Plan at work.
pub struct Rating<'a> {
    plan: &'a Plan,
    /// First line with a wrong step, among the lines checked so far.
    unverified: Mutex<Option<Unverified>>,
}

/// Thread at work on a plan.
pub struct Worker {
    rater: LineRater,
    watched: Watched,
}

impl Work for Rating<'_> {
    type Scratch = Worker;
    type Row = Row;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> Worker {
        let only_outcomes = !self.plan.tallied && !self.plan.verify;
        let rater = LineRater::of_crew(crew.clone()).only_outcomes(only_outcomes).solving(self.plan.solved);
        Worker { rater, watched: Watched::new(self.plan.settings.scales()) }
    }

    fn row(&self, worker: &mut Worker, line: Line) -> Row {
        worker.rater.row(&self.plan.settings, line)
    }

    fn rows<'a>(&self, worker: &mut Worker, lines: impl Iterator<Item = Line<'a>>) -> Vec<Row> {
        let Plan { settings, timed, verify, .. } = self.plan;
        let mut watch = timed.then(|| Stopwatch::new(&mut worker.watched.timing));
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
        for row in &rows {
            let why = row.left_out.as_ref().map(|why| (row.at(), why.clone()));
            worker.watched.left_out.add(why.is_some().into(), why);
        }
        if *verify {
            let mut orders = orders.into_iter();
            for row in &rows {
                let orders = orders.by_ref().take(row.climbs.len()).collect();
                self.verify(worker, row, orders);
            }
        }
        rows
    }

    /// Refuses a batch with a wrong step, or after one.
    fn check(&self, rows: &[Row]) -> Result<(), PipelineError> {
        let mut first = self.unverified.lock().unwrap_or_else(PoisonError::into_inner);
        let is_here = |wrong: &mut Unverified| rows.last().is_some_and(|last| wrong.at <= last.at());
        first.take_if(is_here).map_or(Ok(()), |wrong| Err(PipelineError::Unverified(Box::new(wrong))))
    }
}

impl<'a> Rating<'a> {
    /// Prepares a plan for work.
    pub fn of(plan: &'a Plan) -> Rating<'a> {
        Rating { plan, unverified: Mutex::new(None) }
    }

    /// Repeats every climb and has the checker verify it.
    fn verify(&self, worker: &mut Worker, row: &Row, orders: Vec<Order>) {
        let settings = &self.plan.settings;
        for ((scale, climb), order) in settings.scales().iter().zip(&row.climbs).zip(orders) {
            let (solver, budget) = (worker.rater.solver(), settings.effort().budget);
            match check_climb(solver, &row.puzzle, scale, budget, climb, order) {
                Ok(verdict) => {
                    worker.watched.verified.climbs += 1;
                    worker.watched.verified.steps += verdict.steps;
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
}
