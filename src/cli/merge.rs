//! `sudoscope merge`: merges the shards of a scan, or scans of different files.

use super::args::{MergeArgs, check_weights};
use super::exit::{Exit, say};
use super::scan::default_directory;
use super::summary::{names_of_reports, tables};
use anyhow::{Context as _, Result};
use std::path::Path;
use sudoscope::files::make_folder;
use sudoscope::report::{self, Context, Destination};
use sudoscope::run::Merge;

pub fn run(args: MergeArgs) -> Result<Exit> {
    let (view, formats) = (args.reports.means.view()?, args.reports.formats.formats()?);
    let merge = Merge::of(&args.directories)?;
    check_weights(&merge.header, view)?;
    let first = merge.header.inputs.first().map_or("", |input| &input.name);
    let directory = args.output.unwrap_or_else(|| default_directory(Path::new(first)));
    make_folder(&directory).with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let run = merge.write(&directory)?;
    let context = Context::finished(&merge.header, &merge.scales, view);
    let (solved, wide) = (merge.header.solution || args.table.solution, merge.header.wide || args.table.wide);
    let context = context.solved(solved).wide(wide);
    let jobs = args.threads.count();
    let target = Destination { jobs, ..Destination::new(&directory, &formats, merge.files()) };
    let summary = match run.rows().and_then(|rows| report::write_all(&target, &context, rows)) {
        Ok(summary) => summary,
        Err(error) => {
            run.discard();
            return Err(error.into());
        }
    };
    run.finish()?;
    let (puzzles, rejects) = (summary.puzzles(), summary.rejects());
    say(&format!(
        "{puzzles} puzzles of {} runs, {rejects} rejected\n{}\nreports: {}\n",
        args.directories.len(),
        tables(&summary, &context, false),
        names_of_reports(&directory, &formats)
    ))?;
    Ok(Exit::of_rejects(rejects))
}
