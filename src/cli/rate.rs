//! `sudoscope rate`: prints one row a puzzle, as soon as it is known.

use super::args::{OutputArgs, RateArgs, RateFormat, name_of};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, Printer, StdoutOrFile, WorkEnd, name_empty, print_rows, settings_of};
use anyhow::{Result, bail};
use serde_json::json;
use std::io::{self, Write};
use sudoscope::files::NamedSettings;
use sudoscope::input::{Identity, Input, Reading, Shard, puzzle_of, shown};
use sudoscope::report::{Context, PuzzleTable, Rated, RatedColumns, View, WideScale, find_format};
use sudoscope::run::{Done, Lines, Plan, Rating, Row, Run, RunHeader};
use sudoscope::scale::{Effort, Status};

pub fn run(args: RateArgs) -> Result<Exit> {
    let (shard, format) = (args.common.shard()?, args.format());
    let mut plan = args.common.plan(&args.files, false)?;
    if format == RateFormat::Plain && plan.settings.scales().len() != 1 {
        bail!("--format plain prints one rating a line: name exactly one ladder, without --policy best");
    }
    let beside =
        [("--solution", args.solution), ("--wide", args.wide), ("--keep", !args.common.keep.is_empty())];
    if let (RateFormat::Plain, Some((option, _))) = (format, beside.iter().find(|option| option.1)) {
        bail!("{option} cannot be used with --format plain, which prints ratings only");
    }
    if let Some(shard) = shard {
        plan.lines.inputs = shard.parts(&plan.lines.inputs)?;
    }
    let names = LineNames::new(&plan.lines.inputs).of_shard(shard);
    (plan.solved, plan.wide) = (args.solution, args.wide);
    if let RateFormat::Parquet | RateFormat::Arrow = format {
        return write_table(&args, &plan, names);
    }
    plan.tallied = plan.wide;
    let wide: Vec<WideScale> = match plan.wide {
        true => plan.settings.scales().iter().map(WideScale::of).collect(),
        false => Vec::new(),
    };
    let Reading { column, keep, .. } = &plan.lines.reading;
    let of = match format {
        RateFormat::Jsonl => RatedColumns::of_objects,
        _ => RatedColumns::of_lines,
    };
    let columns = of(plan.settings.scales(), keep).solved(plan.solved).wide(&wide);
    let is_column = column.is_some();
    let mut printer = RatePrinter { format, columns, is_column, text: Vec::new(), names };
    let settings = settings(&plan, shard, format);
    let progress = args.common.lines.progress;
    print_rows(&plan.lines, &args.output, settings, progress, &mut printer, |last, interrupt, sink| {
        let ended = Run { lines: &plan.lines, work: &Rating::of(&plan), last, interrupt }.into(sink)?;
        Ok(WorkEnd { interrupted: ended.interrupted, empty: ended.empty })
    })
}

/// Writes the rows as a table of typed columns; its file gets its name when it is complete.
fn write_table(args: &RateArgs, plan: &Plan, mut names: LineNames) -> Result<Exit> {
    let OutputArgs { output, sync, resume, restart } = &args.output;
    let format = find_format(&name_of(args.format())).map_err(anyhow::Error::msg)?;
    if *resume || *restart {
        bail!("--format {} cannot be resumed: nothing is written until the file is complete", format.name);
    }
    if output.as_deref().is_none_or(|path| path.as_os_str() == "-") {
        bail!("--format {} writes a file: -o FILE", format.name);
    }
    let Lines { inputs, reading, .. } = &plan.lines;
    let unread = |input: &Input| Identity { name: input.name(), content: None, part: None };
    let header = RunHeader {
        shard: args.common.shard()?,
        against: reading.against.clone(),
        keep: reading.keep.clone(),
        solution: plan.solved,
        wide: plan.wide,
        ..RunHeader::of(&plan.settings, inputs.iter().map(unread).collect())
    };
    let context = Context::finished(&header, plan.settings.scales(), View::default());
    let open = || StdoutOrFile::open(output.as_ref(), &plan.lines.files());
    let (out, interrupted) = interrupt::watched(output.as_ref(), open)?;
    let mut out = out.synced(*sync);
    let mut table = PuzzleTable::begin(format, &mut out, &context)?;
    let mut progress = Progress::new(args.common.lines.progress, total_bytes(inputs)?);
    let ended = plan.rate(interrupted, |done: Done<Row>| {
        progress.tick(done.bytes, done.texts.len() as u64);
        done.rows.iter().try_for_each(|row| {
            names.name_reject(row.at(), row.status, row.error);
            table.row(row)
        })
    });
    progress.finish();
    names.name_the_rest();
    let ended = ended?;
    if ended.interrupted {
        notice("sudoscope: stopped; the table was not written");
        return Ok(Exit::Interrupted);
    }
    table.end()?;
    out.finish()?;
    Ok(Exit::of_rejects(names.rejects + name_empty(&names.inputs, &ended.empty)))
}

/// Returns the settings that determine the rows.
fn settings(plan: &Plan, shard: Option<Shard>, format: RateFormat) -> NamedSettings {
    let Effort { budget, validate } = plan.settings.effort();
    let mut all = settings_of("rate", &plan.lines);
    all.extend([
        ("--format", name_of(format).into()),
        ("--ladder", json!(plan.settings.descriptions())),
        ("--budget", budget.into()),
        ("--no-validate", (!validate).into()),
        ("--solution", plan.solved.into()),
        ("--wide", plan.wide.into()),
        ("--shard", shard.map(|shard| shard.to_string()).into()),
    ]);
    all
}

/// Printer that turns rows into text.
struct RatePrinter<'a> {
    format: RateFormat,
    columns: RatedColumns<'a>,
    /// Whether puzzles are in a column of their lines.
    is_column: bool,
    text: Vec<u8>,
    names: LineNames,
}

impl Printer<Row> for RatePrinter<'_> {
    fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    fn names(&self) -> &LineNames {
        &self.names
    }

    fn head(&mut self) -> io::Result<()> {
        if self.format == RateFormat::Csv {
            self.columns.csv_head(&mut self.text);
        }
        Ok(())
    }

    fn batch(&mut self, done: &Done<Row>) -> io::Result<()> {
        let places = &done.texts.places;
        for (row, (_, line)) in done.rows.iter().zip(done.texts.lines()) {
            let at = row.at();
            self.names.name_reject(at, row.status, row.error);
            let shown = (row.status == Status::Invalid).then(|| shown(line, places));
            let rated = || Rated { row, line: self.names.value(at), reason: None, shown: shown.as_deref() };
            match self.format {
                RateFormat::Csv => self.columns.csv_row(&rated(), &mut self.text),
                RateFormat::Jsonl => {
                    let end = match self.is_column {
                        false => puzzle_of(line, places).map_or(line.len(), |found| found.end),
                        true => line.len(),
                    };
                    let tail = String::from_utf8_lossy(line.get(end..).unwrap_or_default());
                    writeln!(self.text, "{}", self.columns.object(&rated(), &tail))?;
                }
                // Every data line gets a line, so that line k of the output is puzzle k.
                RateFormat::Plain => self.columns.plain_line(row, &mut self.text),
                RateFormat::Parquet | RateFormat::Arrow => unreachable!("it is written by write_table"),
            }
        }
        Ok(())
    }
}
