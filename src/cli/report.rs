//! `sudoscope report`: the reports of a finished scan, made again.

use super::End;
use super::args::ReportArgs;
use super::scan::told;
use anyhow::{Context as _, Result};
use sudoscope::report::{self, Context};
use sudoscope::run::RunFile;

pub fn run(args: ReportArgs) -> Result<End> {
    let (view, formats) = (args.reports.view()?, args.reports.formats()?);
    let (header, ladders, run) = RunFile::read(&args.directory)?;
    let directory = args.output.unwrap_or(args.directory);
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let context = Context::finished(&header, &ladders, view);
    report::write_all(&directory, &context, &formats, Vec::new(), run.rows()?, |_| ())?;
    super::say(&format!("reports: {}\n", told(&directory, &formats)))?;
    Ok(End::Complete)
}
