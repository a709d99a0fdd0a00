//! `sudoscope compare`: compares two banks of different puzzles.

use super::args::{CompareArgs, CompareFormat, TERMS, ladder_files, name_of, settings};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, StdoutOrFile, name_empty};
use anyhow::{Context as _, Result, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use sudoscope::choice::ChoiceError;
use sudoscope::compare::{Bank, CompareError, Compared, Conditions, columns, compare};
use sudoscope::files::Protected;
use sudoscope::input::{Input, Reading};
use sudoscope::report::{Counts, View, find_format, write_table};
use sudoscope::run::{Done, Lines, Plan, Row, RunFile};
use sudoscope::scale::{Effort, Policy, Scale, Solver};
use sudoscope::select::scale_named;
use sudoscope::settings::Settings;

pub fn run(args: CompareArgs) -> Result<Exit> {
    let paths = [args.a.as_path(), args.b.as_path()];
    let is_rated = paths.map(Path::is_dir);
    if is_rated == [true; 2] && (args.threads.is_given() || args.column.is_some()) {
        bail!("-j and --column are for files of puzzles: these are finished scans");
    }
    let format = match args.format {
        CompareFormat::Text => None,
        format => Some(find_format(&name_of(format)).map_err(anyhow::Error::msg)?),
    };
    let view = args.means.view()?;
    let scan = paths.into_iter().find(|path| path.is_dir());
    let settings = (is_rated != [true; 2]).then(|| settings_of(&args, scan)).transpose()?;
    let files = paths.map(|path| if path.is_dir() { Bank::file_of_run(path) } else { path.to_path_buf() });
    let files = files.into_iter().chain(ladder_files(&args.ladders)).collect::<Vec<_>>();
    let files = Protected::of(files.iter().map(PathBuf::as_path));
    let open = || StdoutOrFile::open(args.output.as_ref(), &files);
    let (mut out, interrupted) = interrupt::watched(args.output.as_ref(), open)?;
    if let Some(format) = format.filter(|format| !format.is_text && !out.is_file()) {
        bail!("--format {} writes a file: -o FILE", format.name);
    }
    let (mut banks, mut rejects) = (Vec::new(), 0);
    for path in paths {
        if path.is_dir() {
            banks.push(Bank::of_run(path, view, |scales| conditions(&args, scales))?);
            continue;
        }
        let Some(settings) = &settings else { continue };
        let Some((bank, rejected)) = rated(path, &args, settings, view, interrupted)? else {
            notice("sudoscope: stopped; no output was made");
            return Ok(Exit::Interrupted);
        };
        banks.push(bank);
        rejects += rejected;
    }
    let [a, b] = &banks[..] else { bail!("two banks are compared") };
    let compared = match is_rated {
        [true, true] => compare(a, b, &names(&args))?,
        // A file was rated only by the ladders asked for, so all ladders that both sides have are compared.
        _ => compare(a, b, &[])?,
    };
    let mut about: Vec<String> = [("a", a), ("b", b)].map(|(side, bank)| about(side, bank)).into();
    about.extend((view != View::default()).then(|| view.text()));
    match format {
        None => out.write_all(text(&about, &compared).as_bytes())?,
        Some(format) => {
            let rows = compared.iter().map(Compared::values);
            write_table(format, &mut out, "compare", about, columns(), rows)?;
        }
    }
    out.finish()?;
    Ok(Exit::of_rejects(rejects))
}

/// Returns the ladders of scans that are asked for.
fn names(args: &CompareArgs) -> Vec<String> {
    args.ladders.iter().flat_map(|names| names.split(',')).map(String::from).collect()
}

/// Returns the settings for rating files: with the ladders of `-l`, else with the ladders of the other scan,
/// else with W.
fn settings_of(args: &CompareArgs, scan: Option<&Path>) -> Result<Settings> {
    let Some(directory) = scan else {
        let ladders = if args.ladders.is_empty() { &["W".to_string()][..] } else { &args.ladders[..] };
        return settings(ladders, Policy::AllAtOnce, Effort::default());
    };
    let (header, scales, _) = RunFile::read(directory)?;
    header.plain_only("compare with a file")?;
    let effort = Effort { budget: header.budget, validate: header.validate };
    let asked = names(args);
    for name in &asked {
        scale_named(&scales, name).map_err(|why| anyhow!("{} {why}", directory.display()))?;
    }
    let is_asked = |name: &String| asked.is_empty() || asked.contains(name);
    let asked = scales.iter().filter(|scale| is_asked(&scale.name)).map(|scale| scale.description());
    Settings::recorded(&asked.collect::<Vec<_>>(), effort).map_err(|error| anyhow!(error.in_terms(&TERMS)))
}

/// Rates the puzzles of a file and counts its rejected lines; `None` if that was interrupted.
fn rated(
    path: &Path, args: &CompareArgs, settings: &Settings, view: View, interrupted: &AtomicBool,
) -> Result<Option<(Bank, u64)>> {
    let inputs = vec![Input::of(path)];
    let mut progress = Progress::new(args.progress, total_bytes(&inputs)?);
    let (mut names, mut counts) = (LineNames::new(&inputs), Counts::new(settings.scales()));
    let mut conditions = conditions(args, settings.scales()).map_err(CompareError::from)?;
    let mut solver = Solver::new();
    let reading = Reading { column: args.column.clone(), sheet: args.sheet.clone(), ..Reading::default() };
    let lines = Lines { inputs, reading, jobs: args.threads.count(), besides: Vec::new() };
    let settings = settings.clone();
    let plan =
        Plan { lines, settings, tallied: true, solved: false, wide: false, timed: false, verify: false };
    let ended = plan.rate(interrupted, |done: Done<Row>| {
        progress.tick(done.bytes, done.rows.len() as u64);
        for (row, (_, text)) in done.rows.iter().zip(done.texts.lines()) {
            names.name_reject(row.at(), row.status, row.error, text, &done.texts.places);
            counts.add(row, plan.settings.scales());
            conditions.add(row, &mut solver);
        }
        Ok(())
    });
    progress.finish();
    names.name_the_rest();
    let ended = ended.with_context(|| format!("{} is not rated", path.display()))?;
    if ended.interrupted {
        return Ok(None);
    }
    let rejects = names.rejects + name_empty(&names.inputs, &ended.empty);
    let scales = plan.settings.scales().to_vec();
    Ok(Some((Bank { name: path.display().to_string(), scales, counts, view, conditions }, rejects)))
}

/// Returns the conditions asked for, by these scales.
fn conditions(args: &CompareArgs, scales: &[Scale]) -> Result<Conditions, ChoiceError> {
    // A definition on the command line is no name: then all are asked.
    let is_there = |name: &String| scales.iter().any(|scale| scale.name == *name);
    let names: Vec<String> = names(args).into_iter().filter(is_there).collect();
    Conditions::of(scales, &names, args.up_to.as_deref(), &args.needs)
}

/// Describes a bank.
fn about(side: &str, bank: &Bank) -> String {
    let rated = bank.counts.rated.total();
    let lines: u64 = bank.counts.statuses.iter().sum();
    format!("{side}: {}, {rated} rated puzzles of {lines} lines", bank.name)
}

/// Prints a comparison.
fn text(about: &[String], compared: &[Compared]) -> String {
    let mut text = about.join("\n");
    let mut last = ("", "");
    let width = compared.iter().map(|it| it.value.chars().count()).max().unwrap_or(0).max(12);
    for it in compared {
        let group = (it.scale.as_str(), it.of);
        if group != last {
            let title = format!("{} {}", it.scale, it.of);
            let [a, b] = if it.of == "mean" { ["a", "b"] } else { ["% a", "% b"] };
            let [by, se] = ["b - a", "se"];
            text += &format!("\n\n{:<width$}  {a:>8} {se:>7}  {b:>8} {se:>7}  {by:>8} {se:>7}", title.trim());
            last = group;
        }
        let [a, b] = it.estimates;
        text += &format!("\n{:<width$}", it.value);
        text += &format!("  {:8.3} {:7.3}  {:8.3} {:7.3}", a.value, a.error, b.value, b.error);
        let mark = if it.differ() { " *" } else { "" };
        text += &format!("  {:+8.3} {:7.3}{mark}", it.difference.value, it.difference.error);
    }
    text + "\n\n* more than two standard errors apart; of equals about one in twenty is by chance\n"
}
