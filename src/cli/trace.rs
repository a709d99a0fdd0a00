//! `sudoscope trace`: writes the steps of many paths, one a row.

use super::args::{TraceArgs, ladder_files, settings};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, StdoutOrFile, name_empty};
use anyhow::{Result, bail};
use sudoscope::input::LineAt;
use sudoscope::report::{StepColumns, StepRow, Table, find_format};
use sudoscope::run::{Done, Lines, Run};
use sudoscope::scale::{Effort, Policy};
use sudoscope::trace::{Trace, Tracing};

pub fn run(args: TraceArgs) -> Result<Exit> {
    let effort = Effort { budget: args.budget, validate: !args.no_validate };
    let settings = settings(&[&args.ladder], Policy::AllAtOnce, effort)?;
    let [scale] = settings.scales() else { bail!("trace climbs one ladder: name exactly one") };
    let lines = Lines { besides: ladder_files(&[&args.ladder]), ..args.lines.of(&args.files)? };
    let format = find_format(args.format()).map_err(anyhow::Error::msg)?;
    let mut names = LineNames::new(&lines.inputs);
    let open = || StdoutOrFile::open(args.output.as_ref(), &lines.files());
    let (out, interrupted) = interrupt::watched(args.output.as_ref(), open)?;
    if !out.is_file() && !format.is_text {
        bail!("--format {} writes a file: -o FILE", format.name);
    }
    let mut out = out.synced(args.sync);
    let columns = StepColumns::of_lines(scale, args.puzzle, args.state);
    let about = vec![
        format!("sudoscope {}: one row for each step of a path", env!("CARGO_PKG_VERSION")),
        format!("scale {} = {}", scale.name, scale.definition),
    ];
    let mut table = Table::begin(format, &mut out, "trace", about, columns.columns())?;
    let work = Tracing { settings: &settings, scale, states: args.state };
    let mut progress = Progress::new(args.lines.progress, total_bytes(&lines.inputs)?);
    let ended =
        Run { lines: &lines, work: &work, last: None, interrupt: interrupted }.into(|done: Done<Trace>| {
            progress.tick(done.bytes, done.texts.len() as u64);
            for (trace, (line, _)) in done.rows.iter().zip(done.texts.lines()) {
                let at = LineAt { file: done.texts.file, line };
                names.name_reject(at, trace.status, trace.error);
                for (number, step) in (1..).zip(&trace.steps) {
                    let row = StepRow { line: names.value(at), puzzle: &trace.puzzle, number, step };
                    table.row(&columns.values(&row))?;
                }
            }
            Ok(())
        });
    progress.finish();
    names.name_the_rest();
    let ended = ended?;
    if ended.interrupted && args.output.is_some() {
        notice("sudoscope: stopped; the table was not written");
        return Ok(Exit::Interrupted);
    }
    table.finish()?;
    out.finish()?;
    if ended.interrupted {
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::of_rejects(names.rejects + name_empty(&names.inputs, &ended.empty)))
}
