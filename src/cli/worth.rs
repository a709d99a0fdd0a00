//! `sudoscope worth`: what the rules of a finished scan are worth.

use super::args::{ReportOptions, When, WorthArgs, WorthOptions};
use super::exit::{Exit, notice, say};
use super::interrupt;
use super::progress::Progress;
use super::summary::names_of_reports;
use anyhow::{Context as _, Result, anyhow};
use rayon::ThreadPool;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use sudoscope::files::Protected;
use sudoscope::report::{self, Context, Destination};
use sudoscope::run::{RunFile, Timing};
use sudoscope::scale::Scale;
use sudoscope::select::scale_named;
use sudoscope::threads;
use sudoscope::worth::{self, Found, Pass, PassError, Questions};

/// Shares of the puzzles, in percent, for which certain sets are named whatever is asked for.
const SHARES: &[f64] = &[90.0, 95.0, 99.0, 99.9];

pub fn run(args: WorthArgs) -> Result<Exit> {
    let task = Task {
        options: &args.options,
        reports: &args.reports,
        jobs: args.threads.count(),
        interrupt: interrupt::watch()?,
        progress: args.progress,
        timing: None,
    };
    task.run(&args.directory, &args.ladders)
}

/// What is asked for, and the means to do it.
pub struct Task<'a> {
    pub options: &'a WorthOptions,
    pub reports: &'a ReportOptions,
    pub jobs: usize,
    pub interrupt: &'a AtomicBool,
    pub progress: When,
    /// Times of the scan, if it was this session that took them.
    pub timing: Option<&'a Timing>,
}

impl Task<'_> {
    /// Finds out everything about these ladders of the finished scan (or all of them), then writes the tables, and the
    /// reports with them once more.
    pub fn run(&self, directory: &Path, names: &[String]) -> Result<Exit> {
        let (view, formats) = (self.reports.view()?, self.reports.formats()?);
        let (header, ladders, run) = RunFile::read(directory)
            .with_context(|| "what rules are worth can be found out of a finished scan only")?;
        let context = Context { timing: self.timing, ..Context::finished(&header, &ladders, view) };
        let pool = threads::pool(self.jobs)?;
        let chosen = chosen(&ladders, names)?;
        // What is known of needs is not found out again, and nothing of other ladders.
        let mut found = match (self.options.needed, chosen.len() < ladders.len()) {
            (true, _) => worth::stored(directory, &run, &ladders)?,
            (false, true) => worth::stored(directory, &run, &ladders)?.without(&chosen),
            (false, false) => Found::default(),
        };
        for at in chosen {
            match self.of_ladder(&context, &run, at, &pool, &mut found) {
                Ok(()) => {}
                Err(PassError::Interrupted) => {
                    notice("sudoscope: stopped; what rules are worth was not written");
                    return Ok(Exit::Interrupted);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let found = found.in_order();
        // The reports first: where another process writes one of them, nothing is changed.
        let target = Destination::new(directory, &formats, Protected::of([run.path()]));
        let target = Destination { jobs: self.jobs, ..target };
        let context = Context { worths: &found, ..context };
        report::write_all(&target, &context, run.rows()?, |_| ())?;
        worth::store(directory, &run, &found, false)?;
        say(&format!("reports: {}\n", names_of_reports(directory, &formats)))?;
        Ok(Exit::Complete)
    }

    /// Adds what the items of one ladder are worth, or which of them are needed.
    fn of_ladder(
        &self,
        context: &Context,
        file: &RunFile,
        at: usize,
        pool: &ThreadPool,
        found: &mut Found,
    ) -> Result<(), PassError> {
        let Context { header, scales: ladders, view, .. } = context;
        let WorthOptions { minimal_set, alone_budget, needed } = self.options;
        if *needed && found.needs.iter().any(|known| known.is_about(at)) {
            return Ok(());
        }
        let progress = Mutex::new(Progress::through(self.progress, file.records));
        let tick = |rows: u64| {
            if let Ok(mut progress) = progress.lock() {
                progress.tick(rows, rows);
            }
        };
        let pass =
            Pass { file, header, scale: &ladders[at], at, pool, interrupt: self.interrupt, progress: &tick };
        let percents = minimal_set.as_deref().unwrap_or(SHARES);
        let ended = if *needed {
            pass.needs().map(|needs| found.needs.push(needs))
        } else {
            let questions = Questions {
                shares: percents.iter().map(|percent| percent / 100.0).collect(),
                by_climbs: minimal_set.is_some(),
                weights: view.weights,
                alone_budget: *alone_budget,
            };
            pass.worth(&questions).map(|worth| {
                found.needs.push(worth.needs());
                found.scales.push(worth);
            })
        };
        if let Ok(progress) = progress.lock() {
            progress.finish();
        }
        ended
    }
}

/// The numbers of the ladders with these names, each once, or of all.
fn chosen(ladders: &[Scale], names: &[String]) -> Result<Vec<usize>> {
    let mut chosen = Vec::new();
    for name in names {
        let at = scale_named(ladders, name).map_err(|why| anyhow!("the scan {why}"))?;
        if !chosen.contains(&at) {
            chosen.push(at);
        }
    }
    Ok(if names.is_empty() { (0..ladders.len()).collect() } else { chosen })
}
