//! `sudoscope print`: draws pictures of puzzles, and sheets of them.

use super::args::{PrintArgs, PrintFormat, ladder_files, settings};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, StdoutOrFile, name_empty};
use anyhow::{Context as _, Result, anyhow, bail};
use std::io::{self, Write};
use std::path::{Path, is_separator};
use sudoscope::draw::Drawing;
use sudoscope::files::{Output, Protected, make_folder};
use sudoscope::grid::{Puzzle, parse_puzzle};
use sudoscope::input::{Input, KeptColumn};
use sudoscope::print::{Sheet, Style, picture};
use sudoscope::report::{Ending, endings};
use sudoscope::run::{Done, Lines, PipelineError, Plan, Row};
use sudoscope::scale::{Effort, Policy, Scale, Status, Unit};

pub fn run(args: PrintArgs) -> Result<Exit> {
    let mut lines = args.lines.of(&args.files)?;
    lines.besides = ladder_files(args.ladder.as_slice());
    lines.reading.keep = KeptColumn::list(&args.keep, &lines.inputs, args.lines.column.as_deref())?;
    let kept = lines.reading.keep.len();
    // The column of the headings comes last.
    let of_heading = args.heading.iter().filter(|name| *name != FILE);
    lines.reading.keep.extend(of_heading.cloned().map(KeptColumn::from));
    let is_folder = |path: &&Path| path.is_dir() || path.to_string_lossy().ends_with(is_separator);
    let folder = args.output.as_deref().filter(is_folder);
    let format = args.format(folder.is_some(), &lines.inputs);
    if format == PrintFormat::Html && folder.is_some() {
        bail!("--format html writes one file: -o FILE");
    }
    let of_sheets = [
        ("--per-page", args.per_page.is_some()),
        ("--title", args.title.is_some()),
        ("--ladder", args.ladder.is_some()),
        ("--keep", !args.keep.is_empty()),
        ("--masthead", args.masthead.is_some()),
        ("--heading", args.heading.is_some()),
        ("--upside-down", args.upside_down),
        ("--large-print", args.large_print),
    ];
    if args.upside_down && args.per_page.is_some_and(|per_page| per_page > 12) {
        bail!("--upside-down has room for at most 12 puzzles a page");
    }
    if args.large_print && args.per_page.is_some_and(|per_page| per_page > 2) {
        bail!("--large-print has one or two puzzles a page");
    }
    if let (PrintFormat::Svg, Some((option, _))) = (format, of_sheets.iter().find(|option| option.1)) {
        bail!("{option} is for --format html: a picture has nothing but the grid");
    }
    let files = lines.files();
    let output = args.output.as_ref().filter(|_| folder.is_none());
    let (mut out, interrupted) = interrupt::watched(output, || StdoutOrFile::open(output, &files))?;
    let mut paper = match (format, folder) {
        (PrintFormat::Html, _) => {
            let title = args.title.clone().unwrap_or_else(|| name_of(lines.inputs.first()));
            let style = Style {
                title,
                masthead: args.masthead.clone(),
                per_page: args.per_page.unwrap_or(if args.large_print { 1 } else { 6 }).into(),
                upside_down: args.upside_down,
                large: args.large_print,
            };
            Paper::Sheet(Sheet::begin(&mut out, style)?)
        }
        (PrintFormat::Svg, Some(folder)) => {
            make_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            Paper::Folder(folder, &files, 0)
        }
        (PrintFormat::Svg, None) => Paper::One(&mut out, None),
    };
    let mut progress = Progress::new(args.lines.progress, total_bytes(&lines.inputs)?);
    let mut names = LineNames::new(&lines.inputs);
    let plan = plan(&args, lines)?;
    let inputs = &plan.lines.inputs;
    let ended = plan.rate(interrupted, |done: Done<Row>| {
        progress.tick(done.bytes, done.rows.len() as u64);
        for (row, (_, text)) in done.rows.iter().zip(done.texts.lines()) {
            names.name_reject(row.at(), row.status, row.error, text, &done.texts.places);
            if matches!(row.status, Status::Invalid | Status::NoSolution | Status::MultipleSolutions) {
                continue;
            }
            let solution = row.solution.as_ref().map(|cells| parse_puzzle(cells));
            let solution = solution.transpose().map_err(io::Error::other)?.map(Puzzle::from);
            if let (Some(heading), Paper::Sheet(sheet)) = (&args.heading, &mut paper) {
                let of_column = row.kept.last().filter(|_| heading != FILE).cloned();
                sheet.head(&of_column.unwrap_or_else(|| name_of(inputs.get(usize::from(row.file)))))?;
            }
            let about = about(row, &args, kept, plan.settings.scales());
            let identity = done.texts.places.identity(text, 0);
            let identity = identity.map(|it| format!(", {it}")).unwrap_or_default();
            paper.add(row, solution.as_ref(), &about, &identity)?;
        }
        Ok(())
    });
    progress.finish();
    names.name_the_rest();
    let ended = ended.map_err(|error| match error {
        // Errors of the paper are complete messages.
        PipelineError::Output(error) if error.kind() == io::ErrorKind::Other => anyhow!(error),
        error => error.into(),
    })?;
    if ended.interrupted {
        notice("sudoscope: stopped; the output is not complete");
        return Ok(Exit::Interrupted);
    }
    let printed = paper.end()?;
    let rejects = names.rejects + name_empty(&names.inputs, &ended.empty);
    if printed == 0 && rejects > 0 {
        bail!("there is no puzzle to print");
    }
    out.finish()?;
    Ok(Exit::of_rejects(rejects))
}

/// Returns the plan for rating each puzzle: it finds the solution, or whether there is exactly one; and the
/// rating, if ratings are printed.
fn plan(args: &PrintArgs, lines: Lines) -> Result<Plan> {
    let ladder = args.ladder.as_deref().unwrap_or("BRT");
    let effort = Effort { validate: !args.no_validate, ..Effort::default() };
    let settings = settings(&[ladder], Policy::AllAtOnce, effort)?;
    if settings.scales().len() > 1 {
        bail!("a sheet has the rating of one ladder: name exactly one");
    }
    let has_levels = |scale: &Scale| matches!(scale.unit(), Unit::Named(_));
    if args.stars && !settings.scales().iter().all(has_levels) {
        bail!("--stars shows levels, which {ladder} has not: -l H");
    }
    Ok(Plan {
        lines,
        settings,
        tallied: false,
        solved: args.solution || args.upside_down,
        wide: false,
        timed: false,
        verify: false,
    })
}

/// Returns the caption after the number of a puzzle: its rating and the kept columns.
fn about(row: &Row, args: &PrintArgs, kept: usize, scales: &[Scale]) -> String {
    let rated = scales.first().zip(row.climbs.first()).filter(|_| args.ladder.is_some());
    let rating = rated.and_then(|(scale, climb)| {
        let ending = endings(scale, climb).next()?;
        let stars = if args.stars { stars(ending) } else { String::new() };
        let is_name = matches!(scale.unit(), Unit::Named(_)) || climb.outcome.rating().is_none();
        let text = ending.text();
        Some(if is_name { format!("{stars}{text}") } else { format!("{} {text}", scale.name) })
    });
    let kept = row.kept.iter().take(kept).filter(|text| !text.is_empty()).cloned();
    rating.into_iter().chain(kept).collect::<Vec<_>>().join(" · ")
}

/// Returns as many stars as the level has levels up to it, of as many as there are levels.
fn stars(ending: Ending) -> String {
    let (Unit::Named(levels), Some(level)) = (ending.unit, ending.end.rating()) else { return String::new() };
    (0..levels.len()).map(|at| if at <= level as usize { '★' } else { '☆' }).chain([' ']).collect()
}

/// Heading that is the name of the file.
const FILE: &str = "file";

/// Returns the name of a file, without its extension.
fn name_of(input: Option<&Input>) -> String {
    let stem = input.and_then(Input::path).and_then(Path::file_stem);
    stem.map_or("Sudoku".to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// Medium that puzzles are printed on.
enum Paper<'a> {
    Sheet(Sheet<&'a mut StdoutOrFile>),
    /// Single picture, once it is drawn.
    One(&'a mut StdoutOrFile, Option<Drawing>),
    /// Folder for pictures, and number of its puzzles.
    Folder(&'a Path, &'a Protected, usize),
}

impl Paper<'_> {
    /// Adds a puzzle; a picture has its identity in the title.
    fn add(&mut self, row: &Row, solution: Option<&Puzzle>, about: &str, identity: &str) -> io::Result<()> {
        match self {
            Paper::Sheet(sheet) => sheet.add(&row.puzzle, about, solution),
            Paper::One(_, drawn @ None) => {
                let title = if solution.is_some() { "The solution" } else { "The puzzle" };
                *drawn = Some(picture(&row.puzzle, solution, &format!("{title}{identity}")));
                Ok(())
            }
            Paper::One(..) => Err(io::Error::other(
                "a picture is of one puzzle: --take 1, or -o DIR/ for a picture of each, or --format html",
            )),
            Paper::Folder(folder, files, count) => {
                *count += 1;
                let write = |kind: &str, solution| {
                    let name = format!("{kind}-{count:03}.svg");
                    let what = if kind == "puzzle" { "Puzzle" } else { "Solution" };
                    let title = format!("{what} {count}{identity}");
                    let drawn = picture(&row.puzzle, solution, &title).document();
                    let written = Output::create_in(folder, &name, files).and_then(|mut out| {
                        out.write_all(drawn.as_bytes())?;
                        out.finish()
                    });
                    let path = folder.join(&name);
                    let about = |error| io::Error::other(format!("cannot write {}: {error}", path.display()));
                    written.map_err(about)
                };
                write("puzzle", None)?;
                solution.map_or(Ok(()), |solution| write("solution", Some(solution)))
            }
        }
    }

    /// Writes the rest; returns the number of printed puzzles.
    fn end(self) -> io::Result<usize> {
        match self {
            Paper::Sheet(sheet) => {
                let count = sheet.count();
                sheet.end().map(|_| count)
            }
            Paper::One(_, None) => Ok(0),
            Paper::One(out, Some(drawn)) => out.write_all(drawn.document().as_bytes()).map(|()| 1),
            Paper::Folder(_, _, count) => Ok(count),
        }
    }
}
