//! `sudoscope export`: a finished scan as data for other programs.

use super::args::ExportArgs;
use super::exit::{Exit, notice};
use super::interrupt;
use super::rows::StdoutOrFile;
use anyhow::{Result, anyhow};
use sudoscope::export::{Export, check_format};
use sudoscope::files::Protected;
use sudoscope::run::RunFile;
use sudoscope::select::scale_named;

pub fn run(args: &ExportArgs) -> Result<Exit> {
    check_format(&args.format).map_err(|why| anyhow!("--format {why}"))?;
    let (header, scales, file) = RunFile::read(&args.directory)?;
    let ladder = args.ladder.as_deref().map_or(Ok(0), |name| scale_named(&scales, name));
    let ladder = ladder.map_err(|why| anyhow!("the scan {why}"))?;
    let files = Protected::of([file.path()]);
    let open = || StdoutOrFile::open(args.output.as_ref(), &files);
    let (mut out, interrupted) = interrupt::watched(args.output.as_ref(), open)?;
    let export = Export { header: &header, scales: &scales, ladder, jobs: args.threads.count() };
    let done = export.write::<anyhow::Error>(&file, &mut out, interrupted)?;
    if done.interrupted {
        notice("sudoscope: stopped; the export is not complete");
        return Ok(Exit::Interrupted);
    }
    out.finish()?;
    let (puzzles, left_out) = (done.puzzles, done.left_out);
    notice(format_args!("sudoscope: {puzzles} puzzles; {left_out} lines without one solution were left out"));
    Ok(Exit::of_rejects(left_out))
}
