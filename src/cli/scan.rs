//! `sudoscope scan`: every puzzle of some files, and the reports.

use super::args::{ScanArgs, jobs, unfinished};
use super::progress::{Progress, total_bytes};
use super::rows::LineNames;
use super::summary::Summary;
use super::{End, interrupt, worth};
use anyhow::{Context as _, Result, anyhow, bail};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use sudoscope::input::{Identity, Input, Shard};
use sudoscope::ladder::Ladder;
use sudoscope::report::{self, Context, Format};
use sudoscope::run::{self, Ended, PipelineError, Plan, Row, RunFile, RunHeader, Timing, Verified};

pub fn run(args: ScanArgs) -> Result<End> {
    let shard = args.common.shard()?;
    if shard.is_some() && args.tells_worth() {
        bail!(
            "what rules are worth is told of all shards together: `sudoscope worth`, after `sudoscope merge`"
        );
    }
    let mut plan = args.common.plan(&args.files, true)?;
    plan.reading.against = against(&args)?;
    plan.verify = args.verify;
    let (view, formats) = (args.reports.view()?, args.reports.formats()?);
    let mut directory = args.output.clone().unwrap_or_else(|| default_directory(&args.files[0]));
    if let Some(shard) = shard {
        plan.inputs = shard.parts(&plan.inputs)?;
        directory.push(format!("shard-{}-of-{}", shard.number(), shard.of()));
    }
    let inputs: Vec<Identity> =
        plan.inputs.iter().map(Input::identity).collect::<Result<_, _>>()?;
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let mut header = header_of(&plan, inputs, shard);
    let interrupted = interrupt::watch();
    if args.requeue
        && let Some(summary) = finished(&directory, &header)?
    {
        super::say(&format!(
            "{} is finished: {} puzzles\n",
            directory.display(),
            summary.puzzles()
        ))?;
        return match args.tells_worth() {
            true => Ok(tell_worth(&args, &directory, None, interrupted)?.after(summary.end())),
            false => Ok(summary.end()),
        };
    }
    let resume = args.resume || args.requeue && RunFile::is_begun(&directory);
    let mut run =
        RunFile::open(&directory, &header, &plan.ladders, unfinished(resume, args.restart))?;

    let resumed = run.records > 0;
    run.check_lines(&plan.lines(), interrupted)?;
    // Lines that are done are passed over.
    plan.reading.skip += run.records;
    plan.reading.take = plan.reading.take.map(|take| take.saturating_sub(run.records));
    let mut progress = Progress::new(args.common.lines.progress, total_bytes(&plan.inputs)?);
    let ended = run::rate(&plan, interrupted, |done| {
        run.append(&done.rows)?;
        progress.tick(done.bytes, done.rows.len() as u64);
        Ok(())
    });
    progress.finish();
    let named = |error| named(error, LineNames::new(&plan.inputs).of_shard(shard));
    let ended = match ended {
        Err(error) if run.records == 0 => {
            run.discard();
            return Err(named(error));
        }
        ended => ended.map_err(named).with_context(|| resume_hint(&stopped(run.records)))?,
    };

    settle_inputs(&mut header, &ended)?;
    let context = Context {
        header: &header,
        ladders: &plan.ladders,
        timing: Some(&ended.timing),
        interrupted: ended.interrupted.then_some(run.records),
        view,
    };
    let mut summary = Summary::default();
    let told_rows = |row: &Row| summary.add(row);
    report::write_all(&directory, &context, &formats, Vec::new(), run.rows()?, told_rows)
        .with_context(|| resume_hint(&stopped(run.records)))?;
    if ended.interrupted {
        super::tell(format_args!("sudoscope: {}", resume_hint(&stopped(run.records))));
    } else {
        let puzzles = run.records;
        run.finish().with_context(|| resume_hint(&stopped(puzzles)))?;
    }
    let mut text = text(&summary, &context, &ended, &progress, resumed);
    let tells_worth = args.tells_worth() && !ended.interrupted;
    if !tells_worth {
        text += &format!("reports: {}\n", told(&directory, &formats));
    }
    super::say(&text)?;
    let end = if ended.interrupted { End::Interrupted } else { summary.end() };
    match tells_worth {
        true => Ok(tell_worth(&args, &directory, Some(&ended.timing), interrupted)?.after(end)),
        false => Ok(end),
    }
}

/// The rows of a finished run with this header, if it is what the directory holds.
fn finished(directory: &Path, header: &RunHeader) -> Result<Option<Summary>> {
    // Which stream it was, nobody knows.
    let is_known = header.inputs.iter().all(|input| input.content.is_some());
    if RunFile::is_begun(directory) || !is_known {
        return Ok(None);
    }
    let Ok((written, _, run)) = RunFile::read(directory) else { return Ok(None) };
    if written != *header {
        return Ok(None);
    }
    let mut summary = Summary::default();
    for row in run.into_rows()? {
        summary.add(&row?);
    }
    Ok(Some(summary))
}

/// What rules are worth, told of the finished run.
fn tell_worth(
    args: &ScanArgs,
    directory: &Path,
    timing: Option<&Timing>,
    interrupt: &AtomicBool,
) -> Result<End> {
    worth::Task {
        options: &args.worth_options,
        reports: &args.reports,
        jobs: jobs(args.common.lines.jobs),
        interrupt,
        progress: args.common.lines.progress,
        timing,
    }
    .run(directory, &[])
}

/// What is told of a scan.
fn text(
    summary: &Summary,
    context: &Context,
    ended: &Ended,
    progress: &Progress,
    resumed: bool,
) -> String {
    let mut text = format!(
        "{} puzzles in {:.2} s ({:.0}/s), {} rejected, {} lines skipped\n",
        summary.puzzles(),
        progress.elapsed().as_secs_f64(),
        progress.rate(),
        summary.rejects(),
        ended.skipped.total()
    );
    text += &summary.tables(context, resumed);
    let Verified { climbs, steps } = ended.verified;
    if climbs > 0 {
        let since = if resumed { " since resumed" } else { "" };
        text += &format!("\nverified{since}: {steps} steps of {climbs} climbs\n");
    }
    text + "\n"
}

/// A wrong step is a mistake of this program; its line is told by name.
fn named(error: PipelineError, names: LineNames) -> anyhow::Error {
    match error {
        PipelineError::Unverified(wrong) => {
            let line = names.of(wrong.at);
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
pub fn default_directory(file: &Path) -> PathBuf {
    let name = if file == Path::new("-") { None } else { file.file_stem() };
    Path::new("reports").join(name.unwrap_or("stdin".as_ref()))
}

fn header_of(plan: &Plan, inputs: Vec<Identity>, shard: Option<Shard>) -> RunHeader {
    let ladder = |ladder: &Ladder| (ladder.name.clone(), ladder.definition.clone());
    RunHeader {
        version: env!("CARGO_PKG_VERSION").to_string(),
        ladders: plan.ladders.iter().map(ladder).collect(),
        inputs,
        shard,
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
    let known = |word: &OsString| {
        !["--resume", "--restart", "--requeue"].iter().any(|option| word == *option)
    };
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
