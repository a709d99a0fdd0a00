//! `sudoscope scan`: every puzzle of some files, and the reports.

use super::args::{ScanArgs, unfinished};
use super::progress::{Progress, total_bytes};
use super::rows::LineNames;
use super::{End, interrupt, worth};
use anyhow::{Context as _, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use sudoscope::input::{Identity, Input};
use sudoscope::ladder::Ladder;
use sudoscope::pipeline::{
    self, Ended, PipelineError, Plan, RunFile, RunHeader, TimedEnd, Verified,
};
use sudoscope::record::Row;
use sudoscope::report::{self, Context, Format, cell_of};
use sudoscope::solve::Status;

pub fn run(args: ScanArgs) -> Result<End> {
    let mut plan = args.common.plan(&args.files, true)?;
    plan.reading.against = against(&args)?;
    plan.verify = args.verify;
    let (view, formats) = (args.reports.view()?, args.reports.formats());
    let inputs: Vec<Identity> =
        plan.inputs.iter().map(Input::identity).collect::<Result<_, _>>()?;
    let directory = args.output.clone().unwrap_or_else(|| default_directory(&args.files[0]));
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let mut header = header_of(&plan, inputs);
    let mut run =
        RunFile::open(&directory, &header, &plan.ladders, unfinished(args.resume, args.restart))?;

    let interrupted = interrupt::watch();
    let resumed = run.records > 0;
    run.check_lines(&plan.lines(), interrupted)?;
    // Lines that are done are passed over.
    plan.reading.skip += run.records;
    plan.reading.take = plan.reading.take.map(|take| take.saturating_sub(run.records));
    let mut progress = Progress::new(args.common.lines.progress, total_bytes(&plan.inputs)?);
    let ended = pipeline::run(&plan, interrupted, |done| {
        run.append(&done.rows)?;
        progress.tick(done.bytes, done.rows.len() as u64);
        Ok(())
    });
    progress.finish();
    let ended = match ended {
        Err(error) if run.records == 0 => {
            run.discard();
            return Err(named(error, &plan.inputs));
        }
        ended => ended
            .map_err(|error| named(error, &plan.inputs))
            .with_context(|| resume_hint(&stopped(run.records)))?,
    };

    settle_inputs(&mut header, &ended)?;
    let context = Context {
        header: &header,
        ladders: &plan.ladders,
        timing: Some(&ended.timing),
        rows: run.records,
        interrupted: ended.interrupted,
        view,
    };
    let mut summary = Summary::default();
    let told_rows = |row: &Row| summary.add(row);
    report::write_all(&directory, &context, &formats, Vec::new(), &mut run, told_rows)
        .with_context(|| resume_hint(&stopped(context.rows)))?;
    if ended.interrupted {
        super::tell(format_args!("sudoscope: {}", resume_hint(&stopped(context.rows))));
    } else {
        run.finish()?;
    }
    let mut text = summary.text(&context, &ended, &progress, resumed);
    let tells_worth = args.tells_worth() && !ended.interrupted;
    if !tells_worth {
        text += &format!("reports: {}\n", told(&directory, &formats));
    }
    super::say(&text)?;
    let worth = match tells_worth {
        true => worth::Task {
            options: &args.worth_options,
            reports: &args.reports,
            jobs: plan.jobs,
            interrupt: interrupted,
            progress: args.common.lines.progress,
            timing: Some(&ended.timing),
        }
        .run(&directory, &[])?,
        false => End::Complete,
    };
    Ok(match (ended.interrupted || worth == End::Interrupted, summary.rejects()) {
        (true, _) => End::Interrupted,
        (false, 0) => End::Complete,
        (false, _) => End::Rejects,
    })
}

/// A wrong step is a mistake of this program; its line is told by name.
fn named(error: PipelineError, inputs: &[Input]) -> anyhow::Error {
    match error {
        PipelineError::Unverified(wrong) => {
            let line = LineNames::new(inputs).of(wrong.at);
            anyhow!("{line}: {wrong} (a mistake of sudoscope: please report it)")
        }
        error => error.into(),
    }
}

/// The numbers to be read, each once.
fn against(args: &ScanArgs) -> Result<Vec<String>> {
    let names = &args.against;
    match (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
        Some(at) => bail!("two numbers are called '{}'", names[at]),
        None => Ok(names.clone()),
    }
}

/// Where the reports are.
pub fn told(directory: &Path, formats: &[&'static Format]) -> String {
    let tables: String = formats.iter().map(|format| format!(", *.{}", format.name)).collect();
    format!("{}{tables}", directory.join("report.html").display())
}

/// `reports/NAME`, where NAME is the first file's without its extension.
fn default_directory(file: &Path) -> PathBuf {
    let name = if file == Path::new("-") { None } else { file.file_stem() };
    Path::new("reports").join(name.unwrap_or("stdin".as_ref()))
}

fn header_of(plan: &Plan, inputs: Vec<Identity>) -> RunHeader {
    let ladder = |ladder: &Ladder| (ladder.name.clone(), ladder.definition.clone());
    RunHeader {
        version: env!("CARGO_PKG_VERSION").to_string(),
        ladders: plan.ladders.iter().map(ladder).collect(),
        inputs,
        budget: plan.effort.budget,
        validate: plan.effort.validate,
        skip: plan.reading.skip,
        take: plan.reading.take,
        column: plan.reading.column,
        against: plan.reading.against.clone(),
    }
}

/// Length and hash of a stream are known once it has been read; those of a file must be what they were before.
fn settle_inputs(header: &mut RunHeader, ended: &Ended) -> Result<()> {
    for (identity, content) in header.inputs.iter_mut().zip(&ended.contents) {
        match (&identity.content, content) {
            (None, _) => identity.content = content.clone(),
            (Some(before), Some(now)) if before != now => {
                bail!(
                    "{} was changed while it was scanned: scan again with --restart",
                    identity.name
                );
            }
            _ => {}
        }
    }
    Ok(())
}

fn stopped(records: u64) -> String {
    format!("stopped after {records} puzzles, which are kept")
}

/// The command line of this run with `--resume`.
fn resume_hint(why: &str) -> String {
    let known = |word: &OsString| word != "--resume" && word != "--restart";
    let words: Vec<String> = std::env::args_os().filter(known).map(|word| quoted(&word)).collect();
    let (program, rest) = words.split_first().map_or(("sudoscope", &[][..]), |(p, r)| (p, r));
    let (command, rest) = rest.split_first().map_or(("scan", &[][..]), |(c, r)| (c, r));
    format!("{why}; go on with: {program} {command} --resume {}", rest.join(" "))
}

/// A word as a shell reads it back.
fn quoted(word: &OsStr) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,+=:".contains(c);
    match word.to_str() {
        Some(word) if word.chars().all(plain) && !word.is_empty() => word.to_string(),
        Some(word) if !word.chars().any(char::is_control) => {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
        _ => {
            let byte = |&byte: &u8| match byte {
                b'\'' | b'\\' | ..b' ' | 127.. => format!("\\x{byte:02x}"),
                _ => char::from(byte).to_string(),
            };
            format!("$'{}'", word.as_encoded_bytes().iter().map(byte).collect::<String>())
        }
    }
}

/// Puzzles by status, and by cell of each ladder.
#[derive(Default)]
struct Summary {
    statuses: BTreeMap<&'static str, u64>,
    cells: Vec<BTreeMap<(usize, String), u64>>,
}

impl Summary {
    fn add(&mut self, row: &Row) {
        *self.statuses.entry(row.status.name()).or_default() += 1;
        self.cells.resize_with(self.cells.len().max(row.climbs.len()), BTreeMap::new);
        for (cells, climb) in self.cells.iter_mut().zip(&row.climbs) {
            let cell = cell_of(climb.outcome);
            // Numbers sort by value, words after them.
            *cells.entry((cell.parse().unwrap_or(usize::MAX), cell)).or_default() += 1;
        }
    }

    fn count(&self, status: Status) -> u64 {
        self.statuses.get(status.name()).copied().unwrap_or(0)
    }

    fn rejects(&self) -> u64 {
        [Status::Invalid, Status::NoSolution, Status::MultipleSolutions]
            .map(|status| self.count(status))
            .iter()
            .sum()
    }

    /// The summary as printed. A run that was resumed knows the times since then only, and says so.
    fn text(&self, context: &Context, ended: &Ended, progress: &Progress, resumed: bool) -> String {
        let lines: u64 = self.statuses.values().sum();
        let mut text = format!(
            "{lines} puzzles in {:.2} s ({:.0}/s), {} rejected, {} lines skipped\n",
            progress.elapsed().as_secs_f64(),
            progress.rate(),
            self.rejects(),
            ended.skipped.total()
        );
        for (at, (ladder, cells)) in context.ladders.iter().zip(&self.cells).enumerate() {
            text += &format!("\n{} = {}\n", ladder.name, ladder.definition);
            text += &format!("{:>10} {:>12} {:>9} {:>9}\n", "rating", "puzzles", "%", "cum. %");
            let whole: u64 = cells.values().sum();
            let share = |part: u64| 100.0 * part as f64 / whole as f64;
            let mut cumulative = 0;
            for ((_, cell), &puzzles) in cells {
                cumulative += puzzles;
                let cell = if cell.is_empty() { "none" } else { cell };
                let (one, all) = (share(puzzles), share(cumulative));
                text += &format!("{cell:>10} {puzzles:>12} {one:>9.3} {all:>9.3}\n");
            }
            if let Some((end, slowest)) = ended.timing.slowest(at) {
                let since = if resumed { " since resumed" } else { "" };
                let (file, line) = slowest.line();
                let line = context.line_name(file, line);
                let rating = match end {
                    TimedEnd::Rung(rung) => format!("rating {rung}"),
                    TimedEnd::Unrated => end.to_string(),
                };
                let time = slowest.time.as_secs_f64() * 1e3;
                text += &format!("slowest{since}: line {line}, {rating}, {time:.2} ms\n");
            }
        }
        let Verified { climbs, steps } = ended.verified;
        if climbs > 0 {
            let since = if resumed { " since resumed" } else { "" };
            text += &format!("\nverified{since}: {steps} steps of {climbs} climbs\n");
        }
        text + "\n"
    }
}
