//! `sudoscope rate`: one row a puzzle, as soon as it is known.

use super::args::{RateArgs, RateFormat, name_of};
use super::exit::Exit;
use super::rows::{LineNames, Printer, csv_row, print_rows, settings_of, shown};
use anyhow::{Result, bail};
use serde_json::json;
use std::io::{self, Write};
use sudoscope::files::Settings;
use sudoscope::grid::LineError;
use sudoscope::input::{Shard, puzzle_of};
use sudoscope::report::{cells_of, plain_line, rate_columns, rate_fields};
use sudoscope::run::{self, Done, Plan, Row};
use sudoscope::scale::{Effort, Scale, Status};

pub fn run(args: RateArgs) -> Result<Exit> {
    let shard = args.common.shard()?;
    let mut plan = args.common.plan(&args.files, false)?;
    if args.format == RateFormat::Plain && plan.settings.scales().len() != 1 {
        bail!("--format plain prints one rating a line: name exactly one ladder");
    }
    if let Some(shard) = shard {
        plan.lines.inputs = shard.parts(&plan.lines.inputs)?;
    }
    let names = LineNames::new(&plan.lines.inputs).of_shard(shard);
    let mut printer = RatePrinter { plan: &plan, format: args.format, text: Vec::new(), names };
    let output = (&args.output, settings(&plan, shard, args.format));
    let progress = args.common.lines.progress;
    print_rows(&plan.lines, output, progress, &mut printer, |last, interrupt, sink| {
        run::rate_after(last, &plan, interrupt, sink).map(|ended| ended.interrupted)
    })
}

/// What decides the rows.
fn settings(plan: &Plan, shard: Option<Shard>, format: RateFormat) -> Settings {
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
        match self.format {
            RateFormat::Csv => csv_row(&mut self.text, &rate_columns(self.plan.settings.scales())),
            RateFormat::Jsonl | RateFormat::Plain => Ok(()),
        }
    }

    fn batch(&mut self, done: &Done<Row>) -> io::Result<()> {
        for (row, (_, line)) in done.rows.iter().zip(done.texts.lines()) {
            let at = row.at();
            self.names.name_reject(at, row.status, row.error);
            match self.format {
                RateFormat::Csv => {
                    let mut fields =
                        rate_fields(row, self.names.of(at), self.plan.settings.scales());
                    if row.status == Status::Invalid {
                        fields[1] = shown(line, self.plan.lines.reading.column);
                    }
                    csv_row(&mut self.text, &fields)?;
                }
                RateFormat::Jsonl => {
                    let value = row_json(row, line, self.names.json(at), self.plan);
                    writeln!(self.text, "{value}")?;
                }
                RateFormat::Plain => {
                    // A line for every data line, so that line k of the output is puzzle k.
                    plain_line(row, self.plan.settings.scales(), &mut self.text);
                }
            }
        }
        Ok(())
    }
}

/// The row as JSON; `tail` is what follows the puzzle on its line.
fn row_json(row: &Row, line: &[u8], name: serde_json::Value, plan: &Plan) -> serde_json::Value {
    let ratings = |scales: &[Scale]| -> serde_json::Map<String, serde_json::Value> {
        let cells = scales.iter().flat_map(Scale::titles).zip(cells_of(row, scales));
        cells.filter_map(|(title, cell)| Some((title, cell?.json()))).collect()
    };
    let rated = row.status != Status::Invalid;
    let end = match plan.lines.reading.column {
        None => puzzle_of(line, None).map_or(line.len(), |found| found.end),
        Some(_) => line.len(),
    };
    let tail = String::from_utf8_lossy(line.get(end..).unwrap_or_default());
    json!({
        "line": name,
        "puzzle": if rated { row.puzzle.to_string() } else { shown(line, plan.lines.reading.column) },
        "status": row.status.name(),
        "reason": row.error.map(LineError::with_column),
        "clues": rated.then(|| row.clue_count()),
        "ratings": ratings(plan.settings.scales()),
        "tail": tail,
    })
}
