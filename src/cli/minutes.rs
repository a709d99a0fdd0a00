//! `sudoscope minutes`: fits the model of minutes to times of people.

use super::args::MinutesArgs;
use super::exit::{Exit, say};
use super::rows::StdoutOrFile;
use anyhow::{Context as _, Result};
use std::io::Write;
use std::path::{Path, PathBuf};
use sudoscope::files::Protected;
use sudoscope::minutes::TimesFit;

pub fn run(args: &MinutesArgs) -> Result<Exit> {
    let files = Protected::of([args.fit.as_path()]);
    let fit = TimesFit::read(&args.fit).with_context(|| args.fit.display().to_string())?;
    if let Some(path) = &args.rows {
        written(Some(path), &files, |out| fit.write_rows(out))?;
    }
    let output = args.output.as_ref().filter(|path| path.as_path() != Path::new("-"));
    written(output, &files, |out| out.write_all(fit.table().as_bytes()))?;
    if output.is_some() {
        say(&fit.summary())?;
    }
    Ok(Exit::Complete)
}

/// Writes a file, or standard output, that must not be the table of times.
fn written(
    path: Option<&PathBuf>, files: &Protected, write: impl FnOnce(&mut StdoutOrFile) -> std::io::Result<()>,
) -> Result<()> {
    let mut out = StdoutOrFile::open(path, files)?;
    write(&mut out)?;
    Ok(out.finish()?)
}
