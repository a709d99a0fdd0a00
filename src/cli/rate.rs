//! `sudoscope rate`: one row a puzzle, as soon as it is known.

use super::args::{RateArgs, RateFormat};
use super::progress::{Progress, total_bytes};
use super::{End, interrupt};
use anyhow::{Result, bail};
use std::io::{self, BufWriter, Write};
use sudoscope::input::Input;
use sudoscope::ladder::Ladder;
use sudoscope::pipeline::{self, Done, Plan};
use sudoscope::record::Row;
use sudoscope::report::{Output, cell_of, rate_columns, rate_fields};
use sudoscope::solve::{Climb, Status};

/// Rejected lines told one by one on standard error.
const TOLD: u64 = 20;

pub fn run(args: RateArgs) -> Result<End> {
    let plan = args.common.plan(&args.files, false)?;
    if args.format == RateFormat::Plain && plan.ladders.len() != 1 {
        bail!("--format plain prints one rating a line: name exactly one ladder");
    }
    let bytes = total_bytes(&plan.inputs)?;
    let mut out = Out::open(&args)?;
    let mut progress = Progress::new(args.common.progress, bytes);
    let mut printer = Printer { plan: &plan, format: args.format, text: Vec::new(), rejects: 0 };
    let interrupted = interrupt::watch();
    printer.head()?;
    let mut rows = 0;
    let ended = pipeline::run(&plan, interrupted, |done| {
        rows += done.rows.len() as u64;
        progress.tick(done.bytes, done.rows.len() as u64);
        printer.batch(&done)?;
        out.write(&mut printer.text)
    });
    progress.finish();
    let ended = ended?;
    out.write(&mut printer.text)?;
    if printer.rejects > TOLD {
        super::tell(format_args!(
            "sudoscope: … and {} more rejected lines",
            printer.rejects - TOLD
        ));
    }
    let kept = out.close(ended.interrupted)?;
    if ended.interrupted {
        let next = plan.reading.skip + rows;
        super::tell(format_args!(
            "sudoscope: stopped after {rows} puzzles{kept}; go on with --skip {next}"
        ));
        return Ok(End::Interrupted);
    }
    Ok(if printer.rejects > 0 { End::Rejects } else { End::Complete })
}

/// Standard output, or a file that gets its name at the end.
enum Out {
    Stdout(BufWriter<io::Stdout>),
    File(Box<Output>),
}

impl Out {
    fn open(args: &RateArgs) -> Result<Out> {
        Ok(match &args.output {
            Some(path) if path.as_os_str() != "-" => {
                let failed = |error| anyhow::anyhow!("cannot write {}: {error}", path.display());
                Out::File(Box::new(Output::create(path).map_err(failed)?))
            }
            _ => Out::Stdout(BufWriter::new(io::stdout())),
        })
    }

    /// Writes and empties `text`. Standard output is flushed: someone may be waiting for it.
    fn write(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Out::Stdout(out) => out.write_all(text).and_then(|()| out.flush())?,
            Out::File(out) => out.write_all(text)?,
        }
        text.clear();
        Ok(())
    }

    /// Ends the output; says where an incomplete file was kept.
    fn close(self, incomplete: bool) -> io::Result<String> {
        match self {
            Out::Stdout(mut out) => out.flush().map(|()| String::new()),
            Out::File(out) if incomplete => {
                Ok(format!(", kept in {}", out.keep_partial()?.display()))
            }
            Out::File(out) => out.finish().map(|()| String::new()),
        }
    }
}

/// Rows → text.
struct Printer<'a> {
    plan: &'a Plan,
    format: RateFormat,
    text: Vec<u8>,
    rejects: u64,
}

impl Printer<'_> {
    fn head(&mut self) -> io::Result<()> {
        match self.format {
            RateFormat::Csv => self.csv(rate_columns(&self.plan.ladders)),
            RateFormat::Jsonl | RateFormat::Plain => Ok(()),
        }
    }

    fn batch(&mut self, done: &Done) -> io::Result<()> {
        for (row, (_, line)) in done.rows.iter().zip(done.texts.lines()) {
            self.tell_reject(row);
            match self.format {
                RateFormat::Csv => {
                    let name = self.line_name(row);
                    let mut fields = rate_fields(row, name, &self.plan.ladders);
                    if row.status == Status::Invalid {
                        fields[1] = shown(line, self.plan);
                    }
                    self.csv(fields)?;
                }
                RateFormat::Jsonl => {
                    let value = json(row, line, &self.line_name(row), self.plan);
                    writeln!(self.text, "{value}")?;
                }
                RateFormat::Plain => {
                    // A line for every data line, so that line k of the output is puzzle k.
                    let cell = row
                        .climbs
                        .first()
                        .map(|climb| cell_of(climb.outcome))
                        .filter(|cell| !cell.is_empty());
                    self.text.extend(cell.as_deref().unwrap_or(row.status.name()).bytes());
                    self.text.push(b'\n');
                }
            }
        }
        Ok(())
    }

    fn csv(&mut self, fields: Vec<String>) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(&mut self.text);
        writer.write_record(fields)?;
        writer.flush()
    }

    fn line_name(&self, row: &Row) -> String {
        match self.plan.inputs.get(row.file as usize) {
            Some(input) if self.plan.inputs.len() > 1 => format!("{}:{}", input.name(), row.line),
            _ => row.line.to_string(),
        }
    }

    fn tell_reject(&mut self, row: &Row) {
        let reason = match (row.status, row.error) {
            (_, Some(error)) => format!("{}: {error}", error.column),
            (Status::NoSolution, _) => " no solution".to_string(),
            (Status::MultipleSolutions, _) => " more than one solution".to_string(),
            _ => return,
        };
        self.rejects += 1;
        if self.rejects <= TOLD {
            let name = self.plan.inputs.get(row.file as usize).map_or(String::new(), Input::name);
            super::tell(format_args!("{name}:{}:{reason}", row.line));
        }
    }
}

/// What stands where the puzzle should be: at most 81 characters.
fn shown(line: &[u8], plan: &Plan) -> String {
    let field = pipeline::puzzle_field(line, plan.reading.column).map_or(line, |(_, field)| field);
    String::from_utf8_lossy(&field[..field.len().min(200)]).chars().take(81).collect()
}

/// The row as JSON; `tail` is what follows the puzzle on its line.
fn json(row: &Row, line: &[u8], name: &str, plan: &Plan) -> serde_json::Value {
    let ratings = |ladders: &[Ladder]| -> serde_json::Map<String, serde_json::Value> {
        let rating = |(ladder, climb): (&Ladder, &Climb)| {
            let cell = cell_of(climb.outcome);
            let value =
                cell.parse::<u8>().map_or(serde_json::json!(cell), |n| serde_json::json!(n));
            (ladder.name.clone(), value)
        };
        ladders.iter().zip(&row.climbs).map(rating).collect()
    };
    let rated = row.status != Status::Invalid;
    let tail = match (rated, plan.reading.column) {
        (true, None) => String::from_utf8_lossy(&line[81..]).into_owned(),
        _ => String::new(),
    };
    serde_json::json!({
        "line": name.parse::<u64>().map_or(serde_json::json!(name), |n| serde_json::json!(n)),
        "puzzle": if rated { sudoscope::grid::notation::clues(&row.clues) } else { shown(line, plan) },
        "status": row.status.name(),
        "reason": row.error.map(|error| format!("column {}: {error}", error.column)),
        "clues": rated.then(|| row.clue_count()),
        "ratings": ratings(&plan.ladders),
        "tail": tail,
    })
}
