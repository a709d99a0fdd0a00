//! `sudoscope report`: makes the reports of a finished scan again.

use super::args::{ReportArgs, check_weights};
use super::exit::{Exit, say};
use super::summary::names_of_reports;
use anyhow::{Context as _, Result};
use sudoscope::files::{Protected, make_folder};
use sudoscope::report::{self, Context, Destination};
use sudoscope::run::RunFile;
use sudoscope::worth;

pub fn run(args: ReportArgs) -> Result<Exit> {
    let (view, formats) = (args.reports.means.view()?, args.reports.formats.formats()?);
    let read_from = args.directory;
    let (header, ladders, run) = RunFile::read(&read_from)?;
    check_weights(&header, view)?;
    let directory = args.output.unwrap_or(read_from.clone());
    make_folder(&directory).with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let worths = worth::stored(&read_from, &run, &ladders)?;
    let context = Context { worths: &worths, ..Context::finished(&header, &ladders, view) };
    let context = context.solved(header.solution || args.table.solution).wide(header.wide || args.table.wide);
    let jobs = args.threads.count();
    let target = Destination::new(&directory, &formats, Protected::of([run.path()]));
    let target = Destination { jobs, ..target };
    report::write_all(&target, &context, run.rows()?)?;
    say(&format!("reports: {}\n", names_of_reports(&directory, &formats)))?;
    Ok(Exit::Complete)
}
