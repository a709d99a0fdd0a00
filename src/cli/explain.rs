//! `sudoscope explain`: prints the resolution path of one puzzle.

use super::args::{ExplainArgs, ExplainFormat, NotationArg, TERMS, ladder_files, name_of, settings};
use super::claims;
use super::exit::{Exit, notice, shown};
use super::explain_lines::{Written, write_lines};
use super::explain_on_board;
use super::relations::{net_json, net_text};
use super::rows::StdoutOrFile;
use anyhow::{Context, Result, anyhow, bail};
use std::io::Write;
use std::path::{Path, is_separator};
use std::sync::Arc;
use std::time::Duration;
use sudoscope::crew::Crew;
use sudoscope::evidence::Notation;
use sudoscope::explain::{Asked, ExplainError, explain_puzzle, page, title, what_solves, with_kept};
use sudoscope::files::{Output, Protected, make_folder};
use sudoscope::grid::Puzzle;
use sudoscope::input::{ANYWHERE, Batches, Input, KeptColumn, LineError, Next, Places, Reading, puzzle_of};
use sudoscope::net::ResolvedNet;
use sudoscope::path::{Chosen, Extent, FEWEST_BUDGET, ResolutionPath, Stages};
use sudoscope::run::{Line, Lines, Work};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Outcome, Policy, Scale};
use sudoscope::settings::Settings;

/// Error of a question about several puzzles.
pub(super) const ONE_PUZZLE: &str = "a question is asked of one puzzle: name its line, as FILE:LINE";

/// Default number of puzzles of a file that are explained.
pub(super) const TAKEN: u64 = 20;

pub fn run(args: ExplainArgs) -> Result<Exit> {
    if let Some(boards) = args.board.boards(&named_lines(&args)?)? {
        return explain_on_board::run(boards, &args);
    }
    let folder = folder(&args)?;
    let effort = Effort { budget: budget(&args), validate: !args.no_validate };
    let settings = settings(&[ladder(&args)], Policy::AllAtOnce, effort)?;
    let asked = asked(&args, &settings)?;
    let request = Request::of(&args.puzzle, |text| puzzle_of(text.as_bytes(), &ANYWHERE).is_ok())?;
    if let (Request::File(_, Some(_)), Some(_)) = (&request, args.take) {
        bail!("--take cannot be used with FILE:LINE: {} is one puzzle", args.puzzle);
    }
    let keep = kept(&args, &request)?;
    let lines = lines_of(&args, &request, &keep);
    let is_question = args.check.is_some() || args.why.is_some();
    if let (Request::File(_, line), ExplainFormat::Jsonl, false) = (&request, args.format, is_question) {
        let work = Paths { args: &args, settings: &settings, asked: &asked, line: *line, keep: &keep };
        return write_lines(&args, &lines, *line, &work);
    }
    if args.threads.is_given() {
        bail!("-j needs --format jsonl and a FILE: other paths are found one by one");
    }
    let query = Query::of(&args, request, keep)?;
    if let Some(step) = &args.check {
        return claims::check(step, &query.only()?, &args, &lines.files());
    }
    if let Some(claim) = &args.why {
        return claims::why(claim, &query.only()?, &settings, notation(&args), &args, &lines.files());
    }
    let (mut paths, exit) = query.paths(&settings, &asked)?;
    paths = paths.into_iter().map(|(name, path)| (name, written(path, &args))).collect();
    if let [(_, path)] = &paths[..]
        && (path.extent, path.outcome) == (Extent::Path, Outcome::Unsolved)
    {
        notice(format_args!("sudoscope: {}", what_solves(path, budget(&args))));
    }
    let files = lines.files();
    if let Some(folder) = folder {
        let path = one(&paths)?;
        draw_all(path.steps().iter().map(|step| path.draw(step)), folder, &files)?;
        return Ok(exit);
    }
    let mut out = StdoutOrFile::open(args.output.as_ref(), &files)?;
    match args.format {
        ExplainFormat::Html => {
            let title = query.title.or_else(|| paths.first().map(|path| title(&path.1))).unwrap_or_default();
            let paths = paths.iter().map(|(name, path)| (name.clone(), path.into())).collect();
            out.write_all(page(&shown(&title), paths)?.as_bytes())?;
        }
        ExplainFormat::Svg => {
            let path = one(&paths)?;
            out.write_all(path.draw(&choose(&path.steps(), path.hardest(), args.step)?).as_bytes())?;
        }
        ExplainFormat::Text if args.stage.is_some() => {
            for (_, path) in &paths {
                write!(out, "{}", staged(path, args.stage.unwrap_or(3), args.words))?;
            }
        }
        ExplainFormat::Text => {
            if args.ladder.is_none()
                && !args.no_validate
                && !args.fewest
                && paths.iter().any(|(_, path)| path.extent == Extent::Path)
            {
                out.write_all(BY_DEFAULT.as_bytes())?;
            }
            for (k, (name, path)) in paths.iter().enumerate() {
                let name = if args.keep.is_empty() { String::new() } else { format!("{name}\n") };
                let net = if args.net { net_text(&ResolvedNet::of(&path.end)) } else { String::new() };
                let between = if k > 0 { "\n" } else { "" };
                write!(out, "{between}{name}{}{net}", path.text(args.matching))?;
            }
        }
        ExplainFormat::Json | ExplainFormat::Jsonl => {
            paths.iter().try_for_each(|(_, path)| writeln!(out, "{}", proof(path, &args)))?;
        }
    }
    out.finish()?;
    Ok(exit)
}

/// Returns the lines that may name boards.
fn named_lines(args: &ExplainArgs) -> Result<Lines> {
    let request = Request::of(&args.puzzle, |text| puzzle_of(text.as_bytes(), &ANYWHERE).is_ok())?;
    let mut lines = lines_of(args, &request, &[]);
    if let Request::Text = request {
        lines.inputs = vec![Input::Text(args.puzzle.as_bytes().into())];
    }
    Ok(lines)
}

/// Returns a path as it is to be written.
fn written(path: ResolutionPath, args: &ExplainArgs) -> ResolutionPath {
    let path = match notation(args) {
        Some(notation) => path.written_in(notation),
        None => path,
    };
    if args.words { path.with_words() } else { path }
}

/// Returns the ladder as it is typed.
fn ladder(args: &ExplainArgs) -> String {
    match &args.ladder {
        Some(named) => named.clone(),
        // H has rules that assume a unique solution.
        None if args.no_validate && args.rules.is_empty() => "W".to_string(),
        None => Asked::ladder(&args.rules),
    }
}

/// Line before paths by the ladder that is not named.
const BY_DEFAULT: &str = "By H, the techniques of players; whips and the rating W: explain -l W\n";

/// Returns the notation that is asked for, in place of the scale's.
fn notation(args: &ExplainArgs) -> Option<Notation> {
    args.notation.map(|notation| match notation {
        NotationArg::Nrc => Notation::Nrc,
        NotationArg::Eureka => Notation::Eureka,
    })
}

fn asked(args: &ExplainArgs, settings: &Settings) -> Result<Asked> {
    let chosen = match (args.one_step, args.simplest) {
        (true, _) => Chosen::Solving(Box::new(then(args)?)),
        (_, true) => Chosen::Simplest,
        _ if args.every => Chosen::All,
        _ => Chosen::Grouped(limit(args)),
    };
    if !(args.rules.is_empty() || args.all || args.fewest) {
        bail!("--rule needs --all or --fewest");
    }
    if args.fewest {
        return Asked::fewest(settings, &args.rules).map_err(anyhow::Error::msg);
    }
    match (args.next, args.all || args.one_step) {
        (true, _) => Ok(Asked::Next),
        (_, true) => Asked::all(settings, &args.rules, chosen).map_err(anyhow::Error::msg),
        _ => Ok(Asked::Path),
    }
}

/// Steps of a group that text lists by default.
const LISTED: usize = 3;

/// Returns the work allowed.
fn budget(args: &ExplainArgs) -> u64 {
    args.budget.unwrap_or(if args.fewest { FEWEST_BUDGET } else { DEFAULT_BUDGET })
}

/// Returns the most steps of a group to list.
fn limit(args: &ExplainArgs) -> Option<usize> {
    let by_default = || (args.format == ExplainFormat::Text).then_some(LISTED);
    args.limit.map(usize::from).or_else(by_default)
}

/// Returns the ladder that is to solve the puzzle after one step.
fn then(args: &ExplainArgs) -> Result<Scale> {
    let effort = Effort { budget: budget(args), validate: false };
    let settings = settings(&[&args.then], Policy::AllAtOnce, effort)?;
    settings.scales().first().cloned().context("--then names no ladder")
}

/// Returns the folder for the pictures of all steps, if `-o` names one. Fails on options that the format
/// would ignore.
pub(super) fn folder(args: &ExplainArgs) -> Result<Option<&Path>> {
    let format = name_of(args.format);
    let is_svg = args.format == ExplainFormat::Svg;
    if args.step.is_some() && !is_svg {
        bail!("--step chooses the step that --format svg draws: --format {format} has all steps");
    }
    if args.stage.is_some() && !matches!(args.format, ExplainFormat::Text) {
        bail!("--stage cannot be used with --format {format} (the member `stages` of JSON has all three)");
    }
    let given = [(args.matching, "--matching"), (args.net, "--net"), (args.words, "--words")];
    for (given, option) in given {
        if given && matches!(args.format, ExplainFormat::Svg | ExplainFormat::Html) {
            bail!("{option} cannot be used with --format {format}");
        }
    }
    let is_folder = |path: &&Path| path.is_dir() || path.to_string_lossy().ends_with(is_separator);
    let folder = args.output.as_deref().filter(|path| is_svg && is_folder(path));
    if let (Some(folder), Some(_)) = (folder, args.step) {
        bail!("--step draws one step, and -o {} takes all: name a file", folder.display());
    }
    Ok(folder)
}

/// Returns the hint of a path up to a stage, a line each.
fn staged(path: &ResolutionPath, upto: u8, with_words: bool) -> String {
    let words = path.steps().first().filter(|_| with_words).map_or(Vec::new(), |step| path.words(step));
    hint(path.stages(), words, upto).unwrap_or_else(|| format!("{}\n", path.summary()))
}

/// Returns the stages of a hint up to one of them, a line each, and the sentences about the step with the
/// last; `None` if there is no step.
pub(super) fn hint(stages: Option<Stages>, words: Vec<String>, upto: u8) -> Option<String> {
    let Stages { place, technique, step } = stages?;
    let words = words.into_iter().filter(|_| upto == 3);
    Some(
        [place, technique, step]
            .into_iter()
            .take(upto.into())
            .chain(words)
            .fold(String::new(), |text, line| text + &line + "\n"),
    )
}

/// Returns a path as JSON.
fn proof(path: &ResolutionPath, args: &ExplainArgs) -> String {
    let net = args.net.then(|| net_json(&ResolvedNet::of(&path.end)));
    match args.format {
        ExplainFormat::Jsonl => path.json_line(args.matching, net),
        _ => path.json(args.matching, net),
    }
}

/// Meaning of the puzzle argument.
pub(super) enum Request {
    /// The puzzle itself.
    Text,
    /// The puzzles of an input, or only the puzzle on the line with the given number.
    File(Input, Option<u64>),
}

impl Request {
    pub(super) fn of(text: &str, is_puzzle: impl Fn(&str) -> bool) -> Result<Request> {
        let is_there = |file: &str| !file.is_empty() && Path::new(file).exists();
        if text == "-" {
            return Ok(Request::File(Input::Stdin, None));
        }
        if !is_puzzle(text) {
            if is_there(text) {
                return Ok(Request::File(Input::of(Path::new(text)), None));
            }
            let parts = text.rsplit_once(':').filter(|(file, _)| is_there(file));
            if let Some((file, line)) = parts {
                let line = line.parse().map_err(|_| {
                    anyhow!("{text}: '{line}' is no number of a line of {file}: they are numbered from 1")
                })?;
                return Ok(Request::File(Input::of(Path::new(file)), Some(line)));
            }
        }
        Ok(Request::Text)
    }
}

/// Returns the columns to keep. Fails if the output has no place for them.
fn kept(args: &ExplainArgs, request: &Request) -> Result<Vec<KeptColumn>> {
    if args.keep.is_empty() {
        return Ok(Vec::new());
    }
    let is_one_text = args.check.is_some() || args.why.is_some() || args.stage.is_some();
    match (request, args.format) {
        (Request::Text, _) => bail!("--keep needs a FILE: {} is a puzzle", args.puzzle),
        _ if is_one_text => bail!("--keep is for paths and hints: leave out --check, --why and --stage"),
        (_, ExplainFormat::Json) => bail!("--keep needs --format jsonl, text or html"),
        (_, ExplainFormat::Svg) => bail!("--keep cannot be used with --format svg"),
        (Request::File(input, _), _) => {
            Ok(KeptColumn::list(&args.keep, std::slice::from_ref(input), args.column.as_deref())?)
        }
    }
}

/// Returns the lines to read, if any.
pub(super) fn lines_of(args: &ExplainArgs, request: &Request, keep: &[KeptColumn]) -> Lines {
    let (inputs, take) = match request {
        // The line may lie beyond the first puzzles, so the number of puzzles read is not limited.
        Request::File(input, Some(_)) => (vec![input.clone()], None),
        Request::File(input, None) => (vec![input.clone()], args.take),
        Request::Text => (Vec::new(), None),
    };
    let (column, sheet, keep) = (args.column.clone(), args.sheet.clone(), keep.to_vec());
    let reading = Reading { take, column, sheet, keep, sukaku: args.sukaku, ..Reading::default() };
    Lines { inputs, reading, jobs: args.threads.count(), besides: ladder_files(args.ladder.as_slice()) }
}

/// Puzzles to explain.
struct Query {
    /// Names and puzzles, or why there is no puzzle.
    puzzles: Vec<Named<Result<Puzzle, LineError>>>,
    /// Whether a single puzzle was asked for, whose failure is an error.
    is_one: bool,
    /// Title of its page.
    title: Option<String>,
}

type Named<T> = (String, T);

impl Query {
    fn of(args: &ExplainArgs, request: Request, keep: Vec<KeptColumn>) -> Result<Query> {
        let text = args.puzzle.as_str();
        let nothing_else = Query { puzzles: Vec::new(), is_one: true, title: None };
        let (input, line) = match request {
            Request::File(input, line) => (input, line),
            Request::Text => {
                let puzzle = puzzle_of(text.as_bytes(), &ANYWHERE).map(|found| found.puzzle);
                for (given, option) in [(args.take.is_some(), "--take"), (args.column.is_some(), "--column")]
                {
                    if given && puzzle.is_ok() {
                        bail!("{option} needs a FILE: {text} is a puzzle");
                    }
                }
                if puzzle.is_err() && text.contains('\n') {
                    // A post, with sentences around its puzzle, is read as a file.
                    let post = Input::Text(text.as_bytes().into());
                    let most = args.take.unwrap_or(TAKEN);
                    let puzzles = puzzles(post, None, most, (args, keep), args.take.is_none())?;
                    if puzzles.iter().any(|(_, puzzle)| puzzle.is_ok()) {
                        return Ok(Query { puzzles, is_one: false, title: None });
                    }
                }
                return Ok(Query { puzzles: vec![(String::new(), puzzle)], ..nothing_else });
            }
        };
        let Some(file) = input.path().map(Path::to_path_buf) else {
            let most = args.take.unwrap_or(1);
            let mut puzzles = puzzles(input, line, most, (args, keep), false)?;
            if puzzles.is_empty() {
                puzzles.push((String::new(), puzzle_of(b"", &ANYWHERE).map(|found| found.puzzle)));
            }
            return Ok(Query { puzzles, is_one: most == 1, ..nothing_else });
        };
        let most = if line.is_some() { 1 } else { args.take.unwrap_or(TAKEN) };
        let puzzles = puzzles(input, line, most, (args, keep), args.take.is_none())?;
        if let (Some(line), true) = (line, puzzles.is_empty()) {
            bail!("{} has no puzzle on line {line}", file.display());
        }
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let title = match (line, puzzles.first()) {
            (Some(_), Some((line, _))) => format!("{name}, {line}"),
            _ => name.into_owned(),
        };
        Ok(Query { puzzles, is_one: line.is_some(), title: Some(title) })
    }

    /// Returns the only puzzle.
    fn only(&self) -> Result<Puzzle> {
        match &self.puzzles[..] {
            [(_, puzzle)] => {
                let puzzle = puzzle.as_ref().map_err(|&error| ExplainError::NotAPuzzle(error));
                Ok(*puzzle.map_err(|error| anyhow!(error.in_terms(&TERMS)))?)
            }
            _ => bail!(ONE_PUZZLE),
        }
    }

    /// Makes the paths, and gives each path the name of its puzzle. A puzzle without a path is reported on
    /// standard error; if only this puzzle was asked for, returns an error.
    fn paths(&self, settings: &Settings, asked: &Asked) -> Result<(Vec<Named<ResolutionPath>>, Exit)> {
        let mut paths = Vec::new();
        for (name, puzzle) in &self.puzzles {
            let path = puzzle.as_ref().map_err(|&error| ExplainError::NotAPuzzle(error));
            let path = path.and_then(|puzzle| explain_puzzle(puzzle, settings, asked));
            match path.map_err(|error| error.in_terms(&TERMS)) {
                Ok(path) => paths.push((name.clone(), path)),
                Err(error) if self.is_one => return Err(anyhow!(error)),
                Err(error) => notice(format_args!("sudoscope: {name}: {error}")),
            }
        }
        let solvable = paths.iter().filter(|(_, path)| path.outcome != Outcome::NoSolution);
        let rejects = self.puzzles.len() - solvable.count();
        Ok((paths, Exit::of_rejects(rejects as u64)))
    }
}

/// Names a line by its number and the columns that are kept, or else by the column that identifies it.
fn named(number: u64, text: &[u8], places: &Places, keep: &[KeptColumn]) -> String {
    let kept = places.kept(text);
    let kept = keep.iter().zip(&kept).filter(|(_, text)| !text.is_empty());
    let kept: Vec<String> = kept.map(|(column, text)| format!("{} {text}", column.name)).collect();
    let more = if kept.is_empty() { places.identity(text, 0) } else { Some(kept.join(", ")) };
    format!("line {number}{}", more.map_or(String::new(), |more| format!(", {more}")))
}

/// Reads the first puzzles of an input, or the puzzle on the given line, with the columns to keep. If
/// `names_rest` is set, reports that the input has more puzzles.
fn puzzles(
    input: Input, line: Option<u64>, most: u64, options: (&ExplainArgs, Vec<KeptColumn>), names_rest: bool,
) -> Result<Vec<Named<Result<Puzzle, LineError>>>> {
    let (args, keep) = options;
    let take = if line.is_some() { None } else { Some(most.saturating_add(u64::from(names_rest))) };
    let (column, sheet, sukaku) = (args.column.clone(), args.sheet.clone(), args.sukaku);
    let reading = Reading { take, column, sheet, sukaku, keep: keep.clone(), ..Reading::default() };
    let mut batches = Batches::new(vec![input], reading);
    let mut found = Vec::new();
    loop {
        match batches.next_batch(1024)? {
            Next::Later => batches.wait(Duration::from_secs(1)),
            Next::End => break,
            Next::Ready(batch) => {
                let lines = batch.lines().filter(|(number, _)| line.is_none_or(|line| *number == line));
                found.extend(lines.map(|(number, text)| {
                    let puzzle = puzzle_of(text, &batch.places).map(|found| found.puzzle);
                    (named(number, text, &batch.places, &keep), puzzle)
                }));
                let is_past = |number| line.is_some_and(|line| number >= line);
                if batch.lines().any(|(number, _)| is_past(number)) {
                    break;
                }
            }
        }
    }
    if found.len() as u64 > most {
        found.pop();
        notice(format_args!("sudoscope: the first {most} puzzles; --take N takes more"));
    }
    Ok(found)
}

/// Work that turns lines into paths.
struct Paths<'a> {
    args: &'a ExplainArgs,
    settings: &'a Settings,
    asked: &'a Asked,
    /// The only line asked for.
    line: Option<u64>,
    keep: &'a [KeptColumn],
}

impl Work for Paths<'_> {
    type Scratch = ();
    type Row = Option<Written>;

    fn scratch(&self, _: &Arc<dyn Crew>) {}

    fn row(&self, _: &mut (), line: Line) -> Self::Row {
        if self.line.is_some_and(|only| only != line.at.line) {
            return None;
        }
        let found = puzzle_of(line.text, line.places).map_err(ExplainError::NotAPuzzle);
        let path = found.and_then(|found| explain_puzzle(&found.puzzle, self.settings, self.asked));
        let path = path.map_err(|error| error.in_terms(&TERMS));
        Some(path.map(|path| {
            let path = written(path, self.args);
            let kept = line.places.kept(line.text);
            (with_kept(proof(&path, self.args), self.keep, &kept), path.outcome.status())
        }))
    }
}

/// Returns the only path.
pub(super) fn one<P>(paths: &[(String, P)]) -> Result<&P> {
    match paths {
        [(_, path)] => Ok(path),
        _ => bail!("pictures are drawn of one puzzle: name its line, as FILE:LINE"),
    }
}

/// Returns the step with this number, from 1; or the first with the highest rating.
pub(super) fn choose<S: Copy>(steps: &[S], hardest: Option<S>, number: Option<usize>) -> Result<S> {
    let Some(number) = number else { return hardest.context("there is no step to draw") };
    let step = number.checked_sub(1).and_then(|at| steps.get(at));
    step.copied().with_context(|| format!("there is no step {number}: the path has {}", steps.len()))
}

/// Writes the pictures of all steps into a folder, one file each.
pub(super) fn draw_all(
    drawings: impl Iterator<Item = String>, folder: &Path, files: &Protected,
) -> Result<()> {
    make_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (k, drawing) in drawings.enumerate() {
        let name = format!("step-{:03}.svg", k + 1);
        let write = || {
            let mut out = Output::create_in(folder, &name, files)?;
            out.write_all(drawing.as_bytes())?;
            out.finish()
        };
        write().with_context(|| format!("cannot write {}", folder.join(&name).display()))?;
    }
    Ok(())
}
