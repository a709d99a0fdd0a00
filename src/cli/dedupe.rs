//! `sudoscope dedupe`: keeps lines whose puzzle is on no earlier line.

use super::args::{self, DedupeArgs};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, StdoutOrFile, beside, name_empty};
use anyhow::{Result, bail};
use std::io::{self, Write};
use std::path::PathBuf;
use sudoscope::dedupe::{Dedupe, DedupeError, Duplicate, Same};
use sudoscope::input::LineAt;
use sudoscope::report::csv_row;
use sudoscope::scale::Status;

const ONE_PLACE: &str = "kept lines and duplicates cannot go to the same place: name two files";

pub fn run(args: DedupeArgs) -> Result<Exit> {
    let lines = args.lines.of(&args.files)?;
    let to_stdout = |path: &PathBuf| path.as_os_str() == "-";
    let output = args.output.clone().filter(|path| !to_stdout(path));
    if args.duplicates.as_ref().is_some_and(|list| Some(list) == output.as_ref())
        || output.is_none() && args.duplicates.as_ref().is_some_and(to_stdout)
    {
        bail!(ONE_PLACE);
    }
    if args.sync && output.is_none() && args.duplicates.as_ref().is_none_or(to_stdout) {
        bail!("--sync needs a regular file: -o FILE");
    }
    let mut progress = Progress::new(args.lines.progress, total_bytes(&lines.inputs)?);
    let mut names = LineNames::new(&lines.inputs);
    let files = lines.files();
    // A file may be overwritten by its own lines, as it is read to its end first.
    let may_replace = output.as_ref().map_or(files.clone(), |path| files.but(path));
    let open = || StdoutOrFile::open(output.as_ref(), &may_replace);
    let (out, interrupted) = interrupt::watched(output.as_ref(), open)?;
    let mut out = out.synced(args.sync);
    if let (StdoutOrFile::File(out), Some(list)) = (&out, &args.duplicates)
        && out.is_called(list)
    {
        bail!(ONE_PLACE);
    }
    let list = args.duplicates.as_ref().map(|path| StdoutOrFile::open(Some(path), &files)).transpose()?;
    let mut list = list.map(|list| list.synced(args.sync));
    let same = match args.by {
        args::SameBy::Exact => Same::Exact,
        args::SameBy::Isomorph => Same::Isomorph,
    };
    let temp = args.temp.clone().unwrap_or_else(|| beside(output.as_ref()));
    let dedupe = Dedupe { lines, same, memory: args.memory, temp };
    let seen = |done: &sudoscope::run::Done<Result<_, _>>| {
        progress.tick(done.bytes, done.rows.len() as u64);
        for (row, (line, _)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            if let Err(error) = row {
                names.name_reject(at, Status::Invalid, Some(*error), || None);
            }
        }
    };
    let mut text = Vec::new();
    if list.is_some() {
        csv_row(&mut text, &["line", "repeats", "text"]);
    }
    let listed = LineNames::new(&dedupe.lines.inputs);
    let mut write_list = |duplicate: Option<Duplicate>| -> io::Result<()> {
        let Some(list) = &mut list else { return Ok(()) };
        if let Some(Duplicate { at, first, text: line }) = duplicate {
            let (at, first) = (listed.of(at), listed.of(first));
            csv_row(&mut text, &[at.as_bytes(), first.as_bytes(), line]);
        }
        list.write_all(&text)?;
        text.clear();
        Ok(())
    };
    write_list(None)?;
    let counts = dedupe.run(interrupted, seen, &mut out, |line| write_list(Some(line)));
    progress.finish();
    names.name_the_rest();
    let counts = match counts {
        Err(DedupeError::Interrupted) => {
            notice("sudoscope: stopped; no output was made");
            return Ok(Exit::Interrupted);
        }
        counts => counts?,
    };
    out.finish()?;
    if let Some(list) = list {
        list.finish()?;
    }
    notice(format_args!(
        "sudoscope: {} kept, {} dropped, {} rejected",
        counts.kept, counts.dropped, counts.rejected
    ));
    Ok(Exit::of_rejects(counts.rejected + name_empty(&names.inputs, &counts.empty)))
}
