//! `sudoscope worth`: measures the worth of the rules of a finished scan.

use super::args::{WorthArgs, check_weights};
use super::exit::{Exit, notice, say};
use super::{interrupt, progress::Progress, summary::names_of_reports};
use anyhow::{Context as _, Result, anyhow};
use std::sync::Mutex;
use sudoscope::files::Protected;
use sudoscope::report::{self, Context, Destination, View};
use sudoscope::run::RunFile;
use sudoscope::scale::Scale;
use sudoscope::select::scale_named;
use sudoscope::threads;
use sudoscope::worth::{self, Pass, PassError, Questions, StoredWorth};

/// Default shares of the puzzles, in percent, for which small sets are named.
const SHARES: &[f64] = &[90.0, 95.0, 99.0, 99.9];

pub fn run(args: WorthArgs) -> Result<Exit> {
    let (view, formats) = (args.reports.means.view()?, args.reports.formats.formats()?);
    let interrupt = interrupt::watch()?;
    let directory = &args.directory;
    let (header, ladders, run) = RunFile::read(directory)
        .with_context(|| "what rules are worth can be found out of a finished scan only")?;
    check_weights(&header, view)?;
    let context = Context::finished(&header, &ladders, view);
    let pool = threads::pool(args.threads.count())?;
    let chosen = chosen(&ladders, &args.ladders)?;
    // Known needs are not measured again, and findings about other ladders are kept.
    let mut found = match (args.needed, chosen.len() < ladders.len()) {
        (true, _) => worth::stored(directory, &run, &ladders)?,
        (false, true) => worth::stored(directory, &run, &ladders)?.without(&chosen),
        (false, false) => StoredWorth::default(),
    };
    let is_known =
        |found: &StoredWorth, at| args.needed && found.needs.iter().any(|known| known.is_about(at));
    for at in chosen {
        if is_known(&found, at) {
            continue;
        }
        let progress = Mutex::new(Progress::through(args.progress, Some(run.records)));
        let tick = |rows: u64| {
            if let Ok(mut progress) = progress.lock() {
                progress.tick(rows, rows);
            }
        };
        let (header, scale) = (&header, &ladders[at]);
        let pass = Pass { file: &run, header, scale, at, pool: &pool, interrupt, progress: &tick };
        let ended = of_ladder(&args, &pass, view, &mut found);
        if let Ok(progress) = progress.lock() {
            progress.finish();
        }
        if let Err(PassError::Interrupted) = ended {
            notice("sudoscope: stopped; what rules are worth was not written");
            return Ok(Exit::Interrupted);
        }
        ended?;
    }
    let found = found.in_order();
    // Reports are written first, so that nothing is changed if another process is writing one of the reports.
    let target = Destination::new(directory, &formats, Protected::of([run.path()]));
    let target = Destination { jobs: args.threads.count(), ..target };
    let context = Context { worths: &found, ..context };
    report::write_all(&target, &context, run.rows()?)?;
    worth::store(directory, &run, &found, false)?;
    say(&format!("reports: {}\n", names_of_reports(directory, &formats)))?;
    Ok(Exit::Complete)
}

/// Adds the worth of the items of one ladder, or only which of them are needed.
fn of_ladder(args: &WorthArgs, pass: &Pass, view: View, found: &mut StoredWorth) -> Result<(), PassError> {
    if args.needed {
        found.needs.push(pass.needs()?);
        return Ok(());
    }
    let percents = args.minimal_set.as_deref().unwrap_or(SHARES);
    let worth = pass.worth(&Questions {
        shares: percents.iter().map(|percent| percent / 100.0).collect(),
        by_climbs: args.minimal_set.is_some(),
        weights: view.weights,
        alone_budget: args.alone_budget,
    })?;
    found.needs.push(worth.needs());
    found.scales.push(worth);
    Ok(())
}

/// Returns the numbers of the ladders with these names, each once, or of all.
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
