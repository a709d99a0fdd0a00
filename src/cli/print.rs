//! `sudoscope print`: draws pictures of puzzles, and sheets of them.

use super::args::{PrintArgs, PrintFormat, ladder_files, settings};
use super::ask::{refuse_on_boards, scales_on};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, StdoutOrFile, name_empty};
use anyhow::{Context as _, Result, anyhow, bail};
use std::io::{self, Write};
use std::path::{Path, is_separator};
use std::sync::atomic::AtomicBool;
use sudoscope::ask::{BoardPrint, Boards, ToPrint};
use sudoscope::draw::Drawing;
use sudoscope::files::{Output, Protected, make_folder};
use sudoscope::grid::{Puzzle, parse_puzzle};
use sudoscope::input::{Empty, Input, KeptColumn, LineAt, LineError};
use sudoscope::print::{Printed, Sheet, Style};
use sudoscope::report::{Ending, endings};
use sudoscope::run::{Done, Lines, PipelineError, Plan, Row, Run};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy, Scale, Status, Unit};

pub fn run(args: PrintArgs) -> Result<Exit> {
    let mut lines = args.lines.of(&args.files)?;
    let boards = args.board.boards(&lines)?;
    lines.besides = ladder_files(args.ladder.as_slice());
    lines.reading.keep = KeptColumn::list(&args.keep, &lines.inputs, args.lines.column.as_deref())?;
    let kept = lines.reading.keep.len();
    // The column of the headings comes last.
    let of_heading = args.heading.iter().filter(|name| *name != FILE);
    lines.reading.keep.extend(of_heading.cloned().map(KeptColumn::from));
    let on_boards = match boards {
        None => None,
        Some(boards) => {
            lines = args.lines.on(&boards, lines)?;
            Some(on_board(&args, boards)?)
        }
    };
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
    let paper = match (format, folder) {
        (PrintFormat::Html, _) => Paper::Sheet(Sheet::begin(&mut out, style(&args, &lines))?),
        (PrintFormat::Svg, Some(folder)) => {
            make_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            Paper::Folder(folder, &files, 0)
        }
        (PrintFormat::Svg, None) => Paper::One(&mut out, None),
    };
    let mut printing = Printing {
        args: &args,
        paper,
        progress: Progress::new(args.lines.progress, total_bytes(&lines.inputs)?),
        names: LineNames::new(&lines.inputs),
        inputs: lines.inputs.clone(),
        kept,
    };
    let ended = match &on_boards {
        None => printing.plain(&plan(&args, lines)?, interrupted),
        Some(work) => printing.on_boards(Run { lines: &lines, work, last: None, interrupt: interrupted }),
    };
    printing.progress.finish();
    printing.names.name_the_rest();
    let (is_interrupted, empty) = ended.map_err(|error| match error {
        // Errors of the paper are complete messages.
        PipelineError::Output(error) if error.kind() == io::ErrorKind::Other => anyhow!(error),
        error => error.into(),
    })?;
    if is_interrupted {
        notice("sudoscope: stopped; the output is not complete");
        return Ok(Exit::Interrupted);
    }
    let printed = printing.paper.end()?;
    let rejects = printing.names.rejects + name_empty(&printing.names.inputs, &empty);
    if printed == 0 && rejects > 0 {
        bail!("there is no puzzle to print");
    }
    out.finish()?;
    Ok(Exit::of_rejects(rejects))
}

/// Returns the looks of a sheet.
fn style(args: &PrintArgs, lines: &Lines) -> Style {
    Style {
        title: args.title.clone().unwrap_or_else(|| name_of(lines.inputs.first())),
        masthead: args.masthead.clone(),
        per_page: args.per_page.unwrap_or(if args.large_print { 1 } else { 6 }).into(),
        upside_down: args.upside_down,
        large: args.large_print,
    }
}

/// Puzzles on their way to paper.
struct Printing<'a> {
    args: &'a PrintArgs,
    paper: Paper<'a>,
    progress: Progress,
    names: LineNames,
    inputs: Vec<Input>,
    /// Number of kept columns that are printed.
    kept: usize,
}

/// Whether a run was interrupted, and the inputs without puzzles.
type Ran = Result<(bool, Vec<Empty>), PipelineError>;

impl Printing<'_> {
    /// Prints puzzles of the plain board.
    fn plain(&mut self, plan: &Plan, interrupt: &AtomicBool) -> Ran {
        let ended = plan.rate(interrupt, |done: Done<Row>| {
            self.progress.tick(done.bytes, done.rows.len() as u64);
            let places = &done.texts.places;
            for (row, (_, text)) in done.rows.iter().zip(done.texts.lines()) {
                self.names.name_reject(row.at(), row.status, row.error, text, places);
                if matches!(row.status, Status::Invalid | Status::NoSolution | Status::MultipleSolutions) {
                    continue;
                }
                let solution = row.solution.as_ref().map(|cells| parse_puzzle(cells));
                let solution = solution.transpose().map_err(io::Error::other)?.map(Puzzle::from);
                let printed = Printed::of(&row.puzzle, solution.as_ref());
                let rating = rating(row, self.args, plan.settings.scales());
                self.add(row.file, places.identity(text, 0), &row.kept, rating, printed)?;
            }
            Ok(())
        })?;
        Ok((ended.interrupted, ended.empty))
    }

    /// Prints puzzles of other boards.
    fn on_boards(&mut self, run: Run<BoardPrint>) -> Ran {
        let work = run.work;
        self.names = LineNames::new(&self.inputs).besides(work.reads()).plain(false);
        let ended = run.into(|done: Done<Result<ToPrint, LineError>>| {
            self.progress.tick(done.bytes, done.rows.len() as u64);
            let (file, places) = (done.texts.file, &done.texts.places);
            for (row, (line, text)) in done.rows.into_iter().zip(done.texts.lines()) {
                let verdict = work.verdict(&row);
                self.names.name_reject(LineAt { file, line }, verdict.status, verdict.error, text, places);
                if verdict.is_open {
                    self.names.rejects += 1;
                    notice(format_args!("line {line}: the work allowed does not count the solutions"));
                }
                let Ok(ToPrint { ready: Ok((printed, rating)), .. }) = row else { continue };
                let name = work.scale.as_ref().map_or("", |scale| &scale.name);
                let rating = rating.map(|ending| match ending.end.rating() {
                    Some(_) => format!("{name} {}", ending.text()),
                    None => ending.text(),
                });
                let identity = places.identity(text, work.reads());
                self.add(file, identity, &places.kept(text)[work.reads()..], rating, printed)?;
            }
            Ok(())
        })?;
        Ok((ended.interrupted, ended.empty))
    }

    /// Adds a puzzle of a file, with the columns that are kept.
    fn add(
        &mut self, file: u16, identity: Option<String>, kept: &[String], rating: Option<String>,
        printed: Printed,
    ) -> io::Result<()> {
        if let (Some(heading), Paper::Sheet(sheet)) = (&self.args.heading, &mut self.paper) {
            let of_column = kept.last().filter(|_| heading != FILE).cloned();
            sheet.head(&of_column.unwrap_or_else(|| name_of(self.inputs.get(usize::from(file)))))?;
        }
        let columns = kept.iter().take(self.kept).filter(|text| !text.is_empty()).cloned();
        let about = rating.into_iter().chain(columns).collect::<Vec<_>>().join(" · ");
        let identity = identity.map(|it| format!(", {it}")).unwrap_or_default();
        self.paper.add(printed, &about, &identity)
    }
}

/// Returns the work that prepares puzzles of other boards.
fn on_board(args: &PrintArgs, boards: Boards) -> Result<BoardPrint> {
    refuse_on_boards(&boards, &[("--stars", args.stars)])?;
    let mut scales = scales_on(&boards, args.ladder.as_slice())?;
    if scales.len() > 1 {
        bail!(ONE_LADDER);
    }
    let (solution, validate) = (args.solution || args.upside_down, !args.no_validate);
    let scale = scales.pop();
    Ok(BoardPrint { boards, scale, budget: DEFAULT_BUDGET, solution, validate })
}

const ONE_LADDER: &str = "a sheet has the rating of one ladder: name exactly one";

/// Returns the plan for rating each puzzle: it finds the solution, or whether there is exactly one; and the
/// rating, if ratings are printed.
fn plan(args: &PrintArgs, lines: Lines) -> Result<Plan> {
    let ladder = args.ladder.as_deref().unwrap_or("BRT");
    let effort = Effort { validate: !args.no_validate, ..Effort::default() };
    let settings = settings(&[ladder], Policy::AllAtOnce, effort)?;
    if settings.scales().len() > 1 {
        bail!(ONE_LADDER);
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

/// Returns the rating as it is printed, if it is wanted.
fn rating(row: &Row, args: &PrintArgs, scales: &[Scale]) -> Option<String> {
    let rated = scales.first().zip(row.climbs.first()).filter(|_| args.ladder.is_some());
    let (scale, climb) = rated?;
    let ending = endings(scale, climb).next()?;
    let stars = if args.stars { stars(ending) } else { String::new() };
    let is_name = matches!(scale.unit(), Unit::Named(_)) || climb.outcome.rating().is_none();
    let text = ending.text();
    Some(if is_name { format!("{stars}{text}") } else { format!("{} {text}", scale.name) })
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
    fn add(&mut self, printed: Printed, about: &str, identity: &str) -> io::Result<()> {
        match self {
            Paper::Sheet(sheet) => sheet.add(printed, about),
            Paper::One(_, drawn @ None) => {
                let (title, contents) = match &printed.solution {
                    Some(solution) => ("The solution", solution),
                    None => ("The puzzle", &printed.puzzle),
                };
                *drawn = Some(printed.picture(contents, &format!("{title}{identity}")));
                Ok(())
            }
            Paper::One(..) => Err(io::Error::other(
                "a picture is of one puzzle: --take 1, or -o DIR/ for a picture of each, or --format html",
            )),
            Paper::Folder(folder, files, count) => {
                *count += 1;
                let write = |kind: &str, contents| {
                    let name = format!("{kind}-{count:03}.svg");
                    let what = if kind == "puzzle" { "Puzzle" } else { "Solution" };
                    let title = format!("{what} {count}{identity}");
                    let drawn = printed.picture(contents, &title).document();
                    let written = Output::create_in(folder, &name, files).and_then(|mut out| {
                        out.write_all(drawn.as_bytes())?;
                        out.finish()
                    });
                    let path = folder.join(&name);
                    let about = |error| io::Error::other(format!("cannot write {}: {error}", path.display()));
                    written.map_err(about)
                };
                write("puzzle", &printed.puzzle)?;
                printed.solution.as_ref().map_or(Ok(()), |solution| write("solution", solution))
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
