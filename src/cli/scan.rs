//! `sudoscope scan`: rates every puzzle of some files, and writes the reports.

use super::exit::{Exit, notice, say};
use super::summary::{names_of_reports, tables};
use super::{args::ScanArgs, interrupt, progress::Progress, rerun_command::rerun_command, rows::name_empty};
use anyhow::{Result, anyhow, bail};
use std::path::{Path, PathBuf};
use sudoscope::report::{Context, View};
use sudoscope::run::Verified;
use sudoscope::scan::{Scan, ScanError, ScanProgress, Scanned, Session, Start};

pub fn run(args: ScanArgs) -> Result<Exit> {
    let scan = scan_of(&args)?;
    let settings = scan.plan.settings.clone();
    let interrupted = interrupt::watch()?;
    let mut progress = None;
    let scanned = scan.run(interrupted, |event| match event {
        ScanProgress::Begin(bytes) => {
            progress = Some(Progress::new(args.common.lines.progress, bytes));
        }
        ScanProgress::Batch { bytes, puzzles } => {
            progress.iter_mut().for_each(|progress| progress.tick(bytes, puzzles));
        }
        ScanProgress::End => progress.iter().for_each(Progress::finish),
    });
    let scanned = scanned.map_err(explained)?;
    let Scanned { directory, header, summary, session, formats } = &scanned;
    let is_interrupted = session.as_ref().is_some_and(|session| session.interrupted);
    let mut text = match session {
        None => format!("{} is finished: {} puzzles\n", directory.display(), summary.puzzles()),
        Some(session) => {
            if is_interrupted {
                notice(format_args!("sudoscope: {}", resume_hint(summary.puzzles())));
            }
            let context = Context {
                timing: Some(&session.timing),
                ..Context::finished(header, settings.scales(), View::default())
            };
            text(&scanned, session, &context)
        }
    };
    if session.is_some() || !formats.is_empty() {
        text += &format!("reports: {}\n", names_of_reports(directory, formats));
    }
    say(&text)?;
    let names: Vec<String> = header.inputs.iter().map(|input| input.name.clone()).collect();
    let empty = session.as_ref().map_or(0, |session| name_empty(&names, &session.empty));
    Ok(if is_interrupted { Exit::Interrupted } else { Exit::of_rejects(summary.rejects() + empty) })
}

/// Makes the scan that the arguments ask for.
fn scan_of(args: &ScanArgs) -> Result<Scan> {
    let shard = args.common.shard()?;
    let mut plan = args.common.plan(&args.files, true)?;
    plan.lines.reading.against = against(args)?;
    (plan.verify, plan.solved, plan.wide) = (args.verify, args.solution, args.wide);
    Ok(Scan {
        plan,
        shard,
        directory: args.output.clone().unwrap_or_else(|| default_directory(&args.files[0])),
        start: match (args.resume, args.restart, args.requeue) {
            (true, ..) => Start::Resume,
            (_, true, _) => Start::Restart,
            (.., true) => Start::Requeue,
            _ => Start::New,
        },
        formats: args.formats.formats()?,
        view: View::default(),
        sync: args.sync,
    })
}

/// Adds advice on how to continue to an error of a scan.
fn explained(error: ScanError) -> anyhow::Error {
    let ScanError { kept, fault } = error;
    let error = anyhow!(fault);
    match kept {
        None => error,
        Some(puzzles) => error.context(resume_hint(puzzles)),
    }
}

/// Returns the text printed after a scan.
fn text(scanned: &Scanned, session: &Session, context: &Context) -> String {
    let seconds = session.elapsed.as_secs_f64();
    let Scanned { summary, .. } = scanned;
    let mut text = format!(
        "{} puzzles in {seconds:.2} s ({:.0}/s), {} rejected, {}\n",
        summary.puzzles(),
        session.puzzles as f64 / seconds.max(1e-9),
        summary.rejects(),
        session.skipped
    );
    text += &tables(summary, context, session.resumed);
    let Verified { climbs, steps } = session.verified;
    if climbs > 0 {
        let since = if session.resumed { " since resumed" } else { "" };
        text += &format!("\nverified{since}: {steps} steps of {climbs} climbs\n");
    }
    text + "\n"
}

/// Returns the numbers to read; fails if one is named twice.
fn against(args: &ScanArgs) -> Result<Vec<String>> {
    let names = &args.against;
    match (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
        Some(at) => bail!("two numbers are called '{}'", names[at]),
        None => Ok(names.clone()),
    }
}

/// Returns `reports/NAME`, where NAME is the first file's without its extension.
pub fn default_directory(file: &Path) -> PathBuf {
    let name = if file == Path::new("-") { None } else { file.file_stem() };
    Path::new("reports").join(name.unwrap_or("stdin".as_ref()))
}

/// Says how many puzzles are kept, and how to continue.
fn resume_hint(puzzles: u64) -> String {
    format!("stopped after {puzzles} puzzles, which are kept; resume with: {}", rerun_command("--resume"))
}
