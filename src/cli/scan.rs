//! `sudoscope scan`: rates every puzzle of some files, and writes the reports.

use super::args::{ONE_BOARD, ScanArgs, TERMS, one_board};
use super::ask::{refuse_on_boards, scales_on};
use super::exit::{Exit, notice, say};
use super::summary::{names_of_reports, tables};
use super::{interrupt, progress::Progress, rerun_command::rerun_command, rows::name_empty};
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use sudoscope::ask::Boards;
use sudoscope::boards::Board;
use sudoscope::calibrate::{calibrations, is_score};
use sudoscope::files::{Output, Protected};
use sudoscope::report::{Context, View};
use sudoscope::run::{Ended, LeftOut, Lines, Plan, RunFile, Verified, Watched};
use sudoscope::scale::Scale;
use sudoscope::scan::{Scan, ScanError, ScanProgress, Scanned, Start};
use sudoscope::settings::Settings;

pub fn run(args: ScanArgs) -> Result<Exit> {
    let scan = scan_of(&args)?;
    let settings = scan.plan.settings.clone();
    let interrupted = interrupt::watch()?;
    let mut progress = None;
    let scanned = scan.run(interrupted, |event| match event {
        ScanProgress::Begin(bytes) => {
            progress = Some(Progress::new(args.part.lines.progress, bytes));
        }
        ScanProgress::Batch { bytes, puzzles } => {
            progress.iter_mut().for_each(|progress| progress.tick(bytes, puzzles));
        }
        ScanProgress::End => progress.iter().for_each(Progress::finish),
    });
    let scanned = scanned.map_err(explained)?;
    let Scanned { directory, header, summary, formats, ended, .. } = &scanned;
    let is_interrupted = ended.as_ref().is_some_and(|ended| ended.interrupted);
    let mut text = match ended {
        None => format!("{} is finished: {} puzzles\n", directory.display(), summary.puzzles()),
        Some(ended) => {
            if is_interrupted {
                notice(format_args!("sudoscope: {}", resume_hint(summary.puzzles())));
            }
            let context = Context {
                timing: Some(&ended.work.timing),
                ..Context::finished(header, settings.scales(), View::default())
            };
            text(&scanned, ended, &context)
        }
    };
    if ended.is_some() || !formats.is_empty() {
        text += &format!("reports: {}\n", names_of_reports(directory, formats));
    }
    let levels = match is_interrupted {
        true => Ok(String::new()),
        false => calibrated(&args, &scanned),
    };
    say(&(text + levels.as_deref().unwrap_or_default()))?;
    levels?;
    let names: Vec<String> = header.inputs.iter().map(|input| input.name.clone()).collect();
    let empty = ended.as_ref().map_or(0, |ended| name_empty(&names, &ended.empty));
    Ok(if is_interrupted { Exit::Interrupted } else { Exit::of_rejects(summary.rejects() + empty) })
}

/// Returns the sentences about the numbers that the scan has read; writes the ladder of `--levels-from`.
fn calibrated(args: &ScanArgs, scanned: &Scanned) -> Result<String> {
    if scanned.header.against.is_empty() {
        return Ok(String::new());
    }
    let (header, scales, file) = RunFile::read(&scanned.directory)?;
    let all = calibrations(&file, &header, &scales)?;
    let mut text: String = all.iter().map(|one| one.sentence() + "\n").collect();
    if let Some(name) = &args.levels_from {
        let one = all.iter().find(|one| one.name == *name);
        let one =
            one.ok_or_else(|| anyhow!("--levels-from {name}: fewer than ten puzzles have this number"))?;
        let (ladder, fit) = one.ladder().map_err(|why| anyhow!("--levels-from {name}: {why}"))?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
        let file = format!("{}.ladder", name.chars().map(plain).collect::<String>());
        let inputs = Protected::of(args.files.iter().map(PathBuf::as_path));
        let mut out = Output::create_in(&scanned.directory, &file, &inputs)?;
        out.write_all(ladder.as_bytes())?;
        out.finish()?;
        let (path, share) = (scanned.directory.join(&file), 100.0 * fit.agreement);
        let (path, title) = (path.display(), &fit.title);
        text +=
            &format!("{path}: levels by {title}, which agree with {share:.0} % of the labels; -l @{path}\n");
    }
    Ok(text)
}

/// Makes the scan that the arguments ask for.
fn scan_of(args: &ScanArgs) -> Result<Scan> {
    let shard = args.part.shard;
    let lines = args.part.lines(&args.files)?;
    let mut plan = match board(args, &lines)? {
        Some(board) => plan_on(board, lines, args)?,
        None => args.climb.plan(lines, true)?,
    };
    plan.lines.reading.against = against(args, plan.settings.scales())?;
    if args.levels_from.is_some() {
        let has_score = |scale: &Scale| scale.columns.iter().any(|column| is_score(scale, column));
        if !plan.settings.scales().iter().any(has_score) {
            bail!("--levels-from needs the score of a ladder, whose levels it sets: -l H");
        }
        if shard.is_some() {
            bail!("--levels-from is for a whole scan: merge the shards, and scan again");
        }
    }
    (plan.verify, plan.solved, plan.wide) = (args.verify, args.solution, args.wide);
    let directory = directory(args, &plan)?;
    Ok(Scan {
        plan,
        shard,
        directory,
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

/// Returns the board, if it is not the plain one. A scan is of one board.
fn board(args: &ScanArgs, lines: &Lines) -> Result<Option<Arc<Board>>> {
    let Some(text) = &args.board else {
        if Boards::of_lines(lines).is_some() {
            bail!("the first puzzle of an input names its board: a scan {ONE_BOARD}");
        }
        return Ok(None);
    };
    one_board(text)
}

/// Makes the plan of a scan on a board.
fn plan_on(board: Arc<Board>, mut lines: Lines, args: &ScanArgs) -> Result<Plan> {
    let ScanArgs { climb, .. } = args;
    let boards = Boards::One(board.clone());
    let plain_only = [
        ("--verify", args.verify),
        ("--levels-from", args.levels_from.is_some()),
        ("--policy", climb.policy.is_some()),
        ("--no-validate", climb.no_validate),
        ("--sukaku", args.part.lines.sukaku),
    ];
    refuse_on_boards(&boards, &plain_only)?;
    let scales = scales_on(&boards, &climb.ladders)?;
    let settings =
        Settings::of_board(board, scales, climb.budget).map_err(|error| anyhow!(error.in_terms(&TERMS)))?;
    boards.prepare(&mut lines.reading);
    Ok(Plan { lines, settings, tallied: true, solved: false, wide: args.wide, timed: true, verify: false })
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
fn text(scanned: &Scanned, ended: &Ended<Watched>, context: &Context) -> String {
    let Scanned { summary, resumed, puzzles, elapsed, .. } = scanned;
    let seconds = elapsed.as_secs_f64();
    let mut text = format!(
        "{} puzzles in {seconds:.2} s ({:.0}/s), {} rejected, {}\n",
        summary.puzzles(),
        *puzzles as f64 / seconds.max(1e-9),
        summary.rejects(),
        ended.skipped
    );
    text += &tables(summary, context, *resumed);
    let since = if *resumed { " since resumed" } else { "" };
    let Verified { climbs, steps } = ended.work.verified;
    if climbs > 0 {
        text += &format!("\nverified{since}: {steps} steps of {climbs} climbs\n");
    }
    if let LeftOut { puzzles, first: Some((at, why)) } = &ended.work.left_out {
        let line = context.line_name(*at);
        text += &format!("\npuzzles with techniques left out{since}: {puzzles}; line {line}: {why}\n");
    }
    text + "\n"
}

/// Returns the numbers to read, three of each name if a scale has as many; fails if one is named twice.
fn against(args: &ScanArgs, scales: &[Scale]) -> Result<Vec<String>> {
    let names = &args.against;
    if let Some(at) = (1..names.len()).find(|&at| names[..at].contains(&names[at])) {
        bail!("two numbers are called '{}'", names[at]);
    }
    let mut all = names.clone();
    all.extend(args.levels_from.iter().filter(|name| !names.contains(name)).cloned());
    if scales.iter().any(|scale| scale.name == "SE") {
        let parts: Vec<String> = all.iter().flat_map(|name| [2, 3].map(|k| format!("{name}/{k}"))).collect();
        all.extend(parts.into_iter().filter(|part| !names.contains(part)));
    }
    Ok(all)
}

/// Returns the directory of the scan. Fails if none was named, and the one by default has a finished scan of
/// another file.
fn directory(args: &ScanArgs, plan: &Plan) -> Result<PathBuf> {
    if let Some(directory) = &args.output {
        return Ok(directory.clone());
    }
    let directory = default_directory(&args.files[0]);
    let own = plan.lines.inputs.first().map(|input| input.name());
    let before = RunFile::read(&directory).ok().and_then(|(header, ..)| header.inputs.into_iter().next());
    let is_own = |name: &String| {
        Path::new(name).file_name() == own.as_ref().and_then(|own| Path::new(own).file_name())
    };
    match before.map(|input| input.name).filter(|name| !is_own(name)) {
        Some(name) => bail!("{} has the scan of {name}: name another folder with -o", directory.display()),
        None => Ok(directory),
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
