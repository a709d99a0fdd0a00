//! `sudoscope explain --check STEP`: says whether a step that a player wrote holds.

use super::args::{ExplainArgs, ExplainFormat, TERMS, name_of};
use super::exit::{Exit, shown};
use super::rows::StdoutOrFile;
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use sudoscope::claim::Answer;
use sudoscope::explain;
use sudoscope::files::Protected;
use sudoscope::grid::Puzzle;

/// Checks the step in the state of the puzzle and prints the answer.
pub fn run(step: &str, puzzle: &Puzzle, args: &ExplainArgs, files: &Protected) -> Result<Exit> {
    let answer = explain::check_step(puzzle, step, !args.no_validate);
    let answer = answer.map_err(|error| anyhow!(error.in_terms(&TERMS)))?;
    let text = match args.format {
        ExplainFormat::Text => shown(&answer.to_string()),
        ExplainFormat::Json | ExplainFormat::Jsonl => answer.json().to_string(),
        format => bail!("--check cannot be used with --format {}", name_of(format)),
    };
    let mut out = StdoutOrFile::open(args.output.as_ref(), files)?;
    writeln!(out, "{text}")?;
    out.finish()?;
    Ok(match answer {
        answer if answer.is_valid() => Exit::Complete,
        Answer::NotUnderstood(_) => Exit::NotUnderstood,
        _ => Exit::Rejects,
    })
}
