//! Paths of many puzzles, written one after another.

use super::args::{ExplainArgs, ExplainFormat};
use super::exit::{Exit, notice};
use super::interrupt;
use super::rows::{StdoutOrFile, name_empty};
use anyhow::{Result, bail};
use std::io::Write;
use sudoscope::input::Input;
use sudoscope::run::{Done, Lines, Run, Work};
use sudoscope::scale::Status;

/// Path as it is written and its status, or why there is none.
pub(super) type Written = Result<(String, Status), String>;

/// Writes the path of each puzzle of an input, or of the puzzle on `line`, as soon as the path and all
/// earlier paths are ready. A line without a path is reported on standard error; it is an error if the input
/// is one puzzle.
pub(super) fn write_lines(
    args: &ExplainArgs, lines: &Lines, line: Option<u64>, work: &impl Work<Row = Option<Written>>,
) -> Result<Exit> {
    let open = || StdoutOrFile::open(args.output.as_ref(), &lines.files());
    let (mut out, interrupted) = interrupt::watched(args.output.as_ref(), open)?;
    let name = lines.inputs.first().map(Input::name).unwrap_or_default();
    let (mut bad, mut written, mut unsolvable) = (0_u64, 0_u64, 0_u64);
    let (is_one, mut failed) = (matches!(lines.inputs[..], [Input::Text(_)]), None::<String>);
    let ended =
        Run { lines, work, last: None, interrupt: interrupted }.into(|done: Done<Option<Written>>| {
            for (row, (number, text)) in done.rows.iter().zip(done.texts.lines()) {
                match row {
                    None => {}
                    Some(Ok((path, end))) => {
                        let is_apart = written > 0 && args.format == ExplainFormat::Text;
                        writeln!(out, "{}{path}", if is_apart { "\n" } else { "" })?;
                        written += 1;
                        unsolvable += u64::from(*end == Status::NoSolution);
                    }
                    Some(Err(why)) if is_one => failed = Some(why.clone()),
                    Some(Err(why)) => {
                        bad += 1;
                        let identity = done.texts.places.identity(text, 0);
                        let identity = identity.map(|it| format!("{it}: ")).unwrap_or_default();
                        notice(format_args!("{name}:{number}: {identity}{why}"));
                    }
                }
            }
            out.flush()
        })?;
    if let Some(why) = failed {
        bail!(why);
    }
    if let (Some(line), 0) = (line, bad + written) {
        bail!("{name} has no puzzle on line {line}");
    }
    if ended.interrupted {
        let kept = if out.is_file() { "; no output was made" } else { "" };
        notice(format_args!("sudoscope: stopped after {written} paths{kept}"));
        return Ok(Exit::Interrupted);
    }
    out.finish()?;
    Ok(Exit::of_rejects(bad + unsolvable + name_empty(&[name], &ended.empty)))
}
