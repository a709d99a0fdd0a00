//! `sudoscope worth`: what the rules of a finished scan are worth.

use super::args::{ReportOptions, When, WorthArgs, WorthOptions, jobs};
use super::progress::Progress;
use super::scan::told;
use super::{End, interrupt};
use anyhow::{Context as _, Result, bail};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use sudoscope::ladder::Ladder;
use sudoscope::report::{self, Context, LadderWorth, SmallSet};
use sudoscope::run::{RunFile, Timing};
use sudoscope::worth::{Found, PassError, Run, Search};

/// Shares of the puzzles, in percent, for which certain sets are told whatever is asked for.
const SHARES: &[f64] = &[90.0, 95.0, 99.0, 99.9];

pub fn run(args: WorthArgs) -> Result<End> {
    let task = Task {
        options: &args.options,
        reports: &args.reports,
        jobs: jobs(args.jobs),
        interrupt: interrupt::watch(),
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
    pub fn run(&self, directory: &Path, names: &[String]) -> Result<End> {
        let (view, formats) = (self.reports.view()?, self.reports.formats()?);
        let (header, ladders, run) = RunFile::read(directory)
            .with_context(|| "only of a finished scan it can be told what rules are worth")?;
        let context = Context { timing: self.timing, ..Context::finished(&header, &ladders, view) };
        let pool = ThreadPoolBuilder::new().num_threads(self.jobs).build()?;
        let mut worths = Vec::new();
        for at in chosen(&ladders, names)? {
            match self.of_ladder(&context, &run, at, &pool) {
                Ok(worth) => worths.push(worth),
                Err(PassError::Interrupted) => {
                    super::tell("sudoscope: stopped; what rules are worth was not written");
                    return Ok(End::Interrupted);
                }
                Err(error) => return Err(error.into()),
            }
        }
        let made = report::worth_tables(&context, &worths);
        report::write_all(directory, &context, &formats, made, run.rows()?, |_| ())?;
        super::say(&format!("reports: {}\n", told(directory, &formats)))?;
        Ok(End::Complete)
    }

    /// What the items of one ladder are worth.
    fn of_ladder(
        &self,
        context: &Context,
        file: &RunFile,
        at: usize,
        pool: &ThreadPool,
    ) -> Result<LadderWorth, PassError> {
        let Context { header, ladders, view, .. } = context;
        let WorthOptions { minimal_set, alone_budget } = self.options;
        let progress = Progress::new(self.progress, None);
        let progress = Mutex::new(progress);
        let tick = |rows: u64| {
            if let Ok(mut progress) = progress.lock() {
                progress.tick(rows * file.width(), rows);
            }
        };
        let run = Run {
            file,
            header,
            ladder: &ladders[at],
            at,
            pool,
            interrupt: self.interrupt,
            progress: &tick,
        };
        let percents = minimal_set.as_deref().unwrap_or(SHARES);
        let shares: Vec<f64> = percents.iter().map(|percent| percent / 100.0).collect();
        let survey = run.survey(*alone_budget)?;
        let used = run.used_sets()?;
        let certain = used.smallest(&shares, view.weights).into_iter().zip(&shares);
        let mut small_sets: Vec<SmallSet> = certain
            .map(|(items, &share)| {
                let found = items.map(|items| Found { solved: used.within(&items), items });
                SmallSet { by: "paths", share, found }
            })
            .collect();
        if minimal_set.is_some() {
            let search = Search { shares, weights: view.weights, budget: *alone_budget };
            let sets = run.smallest_sets(&search)?.into_iter();
            small_sets.extend(sets.map(|set| SmallSet {
                by: "climbs",
                share: set.share,
                found: set.found,
            }));
        }
        if let Ok(progress) = progress.lock() {
            progress.finish();
        }
        Ok(LadderWorth { at, survey, small_sets })
    }
}

/// The numbers of the ladders with these names, or of all that have one order.
fn chosen(ladders: &[Ladder], names: &[String]) -> Result<Vec<usize>> {
    let number = |name: &String| {
        let Some(at) = ladders.iter().position(|ladder| ladder.name == *name) else {
            let known: Vec<&str> = ladders.iter().map(|ladder| ladder.name.as_str()).collect();
            bail!("the scan has no ladder '{name}'; it has {}", known.join(", "));
        };
        if ladders[at].best {
            bail!(
                "'{name}' is the best of several orders and has no path of its own: take '{name}-free'"
            );
        }
        Ok(at)
    };
    match names {
        [] => Ok((0..ladders.len()).filter(|&at| !ladders[at].best).collect()),
        names => names.iter().map(number).collect(),
    }
}
