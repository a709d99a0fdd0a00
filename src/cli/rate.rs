//! `sudoscope rate`: one row a puzzle, as soon as it is known.

use super::args::{OutputArgs, RateArgs, RateFormat, name_of};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, Printer, Sink, print_rows, settings_of, shown};
use anyhow::{Result, bail};
use serde_json::json;
use std::io::{self, Write};
use sudoscope::files::NamedSettings;
use sudoscope::grid::LineError;
use sudoscope::input::{Identity, Input, Places, Shard, puzzle_of};
use sudoscope::report::{
    Context, PuzzleTable, View, cells_of, csv_row, find_format, kept_name, plain_line, rate_columns, rate_row,
};
use sudoscope::run::{self, Done, Lines, Plan, Row, RunHeader};
use sudoscope::scale::{Effort, Scale, Status};

pub fn run(args: RateArgs) -> Result<Exit> {
    let shard = args.common.shard()?;
    let mut plan = args.common.plan(&args.files, false)?;
    if args.format == RateFormat::Plain && plan.settings.scales().len() != 1 {
        bail!("--format plain prints one rating a line: name exactly one ladder, without --policy best");
    }
    if args.format == RateFormat::Plain && !args.common.keep.is_empty() {
        bail!("--keep cannot be used with --format plain, which prints ratings only");
    }
    if let Some(shard) = shard {
        plan.lines.inputs = shard.parts(&plan.lines.inputs)?;
    }
    let names = LineNames::new(&plan.lines.inputs).of_shard(shard);
    if args.format == RateFormat::Parquet {
        return write_table(&args, &plan, names);
    }
    plan.tallied = false;
    let mut printer = RatePrinter { plan: &plan, format: args.format, text: Vec::new(), names };
    let output = (&args.output, settings(&plan, shard, args.format));
    let progress = args.common.lines.progress;
    print_rows(&plan.lines, output, progress, &mut printer, |last, interrupt, sink| {
        run::rate_after(last, &plan, interrupt, sink).map(|ended| ended.interrupted)
    })
}

/// Writes the rows as a table of typed columns, which gets its name when it is whole.
fn write_table(args: &RateArgs, plan: &Plan, mut names: LineNames) -> Result<Exit> {
    let OutputArgs { output, sync, resume, restart } = &args.output;
    if *resume || *restart {
        bail!("a Parquet file cannot be resumed: nothing is written until it is complete");
    }
    let format = find_format(&name_of(args.format)).map_err(anyhow::Error::msg)?;
    if output.as_deref().is_none_or(|path| path.as_os_str() == "-") {
        bail!("--format parquet writes a file: -o FILE");
    }
    let Lines { inputs, reading, .. } = &plan.lines;
    let unread = |input: &Input| Identity { name: input.name(), content: None, part: None };
    let header = RunHeader {
        shard: args.common.shard()?,
        against: reading.against.clone(),
        keep: reading.keep.clone(),
        ..RunHeader::of(&plan.settings, inputs.iter().map(unread).collect())
    };
    let context = Context::finished(&header, plan.settings.scales(), View::default());
    let open = || Sink::open(output.as_ref(), &plan.lines.files());
    let (out, interrupted) = interrupt::watched(output.as_ref(), open)?;
    let mut out = out.synced(*sync);
    let mut table = PuzzleTable::begin(format, &mut out, &context)?;
    let mut progress = Progress::new(args.common.lines.progress, total_bytes(inputs)?);
    let ended = run::rate(plan, interrupted, |done| {
        progress.tick(done.bytes, done.texts.len() as u64);
        done.rows.iter().try_for_each(|row| {
            names.name_reject(row.at(), row.status, row.error);
            table.row(row)
        })
    });
    progress.finish();
    names.name_the_rest();
    if ended?.interrupted {
        notice("sudoscope: stopped; the table was not written");
        return Ok(Exit::Interrupted);
    }
    table.end()?;
    out.finish()?;
    Ok(Exit::of_rejects(names.rejects))
}

/// What decides the rows.
fn settings(plan: &Plan, shard: Option<Shard>, format: RateFormat) -> NamedSettings {
    let Effort { budget, validate } = plan.settings.effort();
    let mut all = settings_of("rate", &plan.lines);
    all.extend([
        ("--format", name_of(format).into()),
        ("--ladder", json!(plan.settings.descriptions())),
        ("--budget", budget.into()),
        ("--no-validate", (!validate).into()),
        ("--shard", shard.map(|shard| shard.to_string()).into()),
    ]);
    all
}

/// Rows → text.
struct RatePrinter<'a> {
    plan: &'a Plan,
    format: RateFormat,
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
            let mut columns = rate_columns(self.plan.settings.scales());
            for name in &self.plan.lines.reading.keep {
                columns.push(kept_name(name, columns.contains(name)));
            }
            csv_row(&mut self.text, &columns);
        }
        Ok(())
    }

    fn batch(&mut self, done: &Done<Row>) -> io::Result<()> {
        let places = &done.texts.places;
        for (row, (_, line)) in done.rows.iter().zip(done.texts.lines()) {
            let at = row.at();
            self.names.name_reject(at, row.status, row.error);
            match self.format {
                RateFormat::Csv => {
                    let shown = match row.status {
                        Status::Invalid => shown(line, places),
                        _ => String::new(),
                    };
                    let (name, kept) = (self.names.of(at), places.kept(line));
                    let scales = self.plan.settings.scales();
                    rate_row(row, &name, &shown, scales, &kept, &mut self.text);
                }
                RateFormat::Jsonl => {
                    let value = row_json(row, (line, places), self.names.json(at), self.plan);
                    writeln!(self.text, "{value}")?;
                }
                _ => {
                    // A line for every data line, so that line k of the output is puzzle k.
                    plain_line(row, self.plan.settings.scales(), &mut self.text);
                }
            }
        }
        Ok(())
    }
}

/// The row as JSON; `tail` is what follows the puzzle on its line.
fn row_json(
    row: &Row,
    (line, places): (&[u8], &Places),
    name: serde_json::Value,
    plan: &Plan,
) -> serde_json::Value {
    let ratings = |scales: &[Scale]| -> serde_json::Map<String, serde_json::Value> {
        let cells = scales.iter().flat_map(Scale::titles).zip(cells_of(row, scales));
        cells.filter_map(|(title, cell)| Some((title, cell?.json()))).collect()
    };
    let rated = row.status != Status::Invalid;
    let end = match plan.lines.reading.column {
        None => puzzle_of(line, places).map_or(line.len(), |found| found.end),
        Some(_) => line.len(),
    };
    let tail = String::from_utf8_lossy(line.get(end..).unwrap_or_default());
    let mut value = json!({
        "line": name,
        "puzzle": if rated { row.puzzle.to_string() } else { shown(line, places) },
        "status": row.status.name(),
        "reason": row.error.map(LineError::with_column),
        "clues": rated.then(|| row.clue_count()),
        "ratings": ratings(plan.settings.scales()),
        "tail": tail,
    });
    let keep = &plan.lines.reading.keep;
    if !keep.is_empty() {
        let kept = keep.iter().cloned().zip(places.kept(line).into_iter().map(Into::into));
        value["kept"] = serde_json::Value::Object(kept.collect());
    }
    value
}
