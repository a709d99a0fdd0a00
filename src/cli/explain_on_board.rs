//! `sudoscope explain --board`: prints and draws the paths of puzzles of a board.

use super::args::{ExplainArgs, ExplainFormat, TERMS, settings};
use super::ask::refuse_on_boards;
use super::claims;
use super::exit::{Exit, notice, shown};
use super::explain::{ONE_PUZZLE, Request, TAKEN, choose, draw_all, folder, hint, lines_of, one};
use super::explain_lines::{Written, write_lines};
use super::interrupt;
use super::rows::{StdoutOrFile, name_empty};
use anyhow::{Error, Result, bail};
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use sudoscope::ask::{BoardExplain, BoardScratch, Boards};
use sudoscope::crew::Crew;
use sudoscope::evidence::Outcome;
use sudoscope::explain::{page, title_on_board, what_solves_on_board};
use sudoscope::input::Input;
use sudoscope::path::BoardPath;
use sudoscope::run::{Done, Line, Lines, Run, Work};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy};

pub fn run(boards: Boards, args: &ExplainArgs) -> Result<Exit> {
    refuse(&boards, args)?;
    let folder = folder(args)?;
    let is_drawn = matches!(args.format, ExplainFormat::Svg | ExplainFormat::Html);
    let ladder = args.ladder.clone().unwrap_or_else(|| "W".to_string());
    let named = settings(&[ladder], Policy::AllAtOnce, Effort::default())?;
    let scale = BoardExplain::scale(named.scales(), &boards, boards.asked_by()).map_err(Error::msg)?;
    let request = Request::of(&args.puzzle, |text| boards.reads(text))?;
    let mut lines = lines_of(args, &request, &[]);
    let (line, file) = match request {
        Request::Text => {
            lines.inputs = vec![Input::Text(args.puzzle.as_bytes().into())];
            (None, None)
        }
        Request::File(input, line) => (line, input.path().and_then(Path::file_name).map(OsStr::to_os_string)),
    };
    boards.prepare(&mut lines.reading);
    let budget = args.budget.unwrap_or(DEFAULT_BUDGET);
    let explain = BoardExplain { boards, scale, budget, validate: !args.no_validate };
    let work = BoardPaths { explain, line };
    if let Some(claim) = &args.why {
        let (paths, _) = paths(&work, &lines, args)?;
        let [(_, path)] = &paths[..] else { bail!(ONE_PUZZLE) };
        return claims::why_on_board(claim, path, budget, args, &lines.files());
    }
    if !is_drawn && !is_one(&lines, line) {
        return write_lines(args, &lines, line, &AsText { work, args });
    }
    let is_limited = line.is_none() && args.take.is_none();
    if is_limited {
        lines.reading.take = Some(TAKEN + 1);
    }
    let (mut paths, exit) = paths(&work, &lines, args)?;
    if is_limited && paths.len() as u64 > TAKEN {
        paths.pop();
        notice(format_args!("sudoscope: the first {TAKEN} puzzles; --take N takes more"));
    }
    if let [(_, path)] = &paths[..]
        && path.proof.outcome == Outcome::Unsolved
        && !args.next
    {
        notice(format_args!("sudoscope: {}", what_solves_on_board(path, budget)));
    }
    let files = lines.files();
    if let Some(folder) = folder {
        let path = one(&paths)?;
        draw_all(path.steps().iter().map(|step| path.draw(step)), folder, &files)?;
        return Ok(exit);
    }
    let mut out = StdoutOrFile::open(args.output.as_ref(), &files)?;
    if !is_drawn {
        for (_, path) in paths {
            writeln!(out, "{}", written(path, args)?)?;
        }
    } else if args.format == ExplainFormat::Svg {
        let path = one(&paths)?;
        out.write_all(path.draw(&choose(&path.steps(), path.hardest(), args.step)?).as_bytes())?;
    } else {
        let name = file.map(|name| name.to_string_lossy().into_owned());
        let title = match (&name, line, paths.first()) {
            (Some(name), Some(_), Some((line, _))) => format!("{name}, {line}"),
            (Some(name), ..) => name.clone(),
            (None, _, first) => first.map_or(String::new(), |path| title_on_board(&path.1)),
        };
        let paths = paths.iter().map(|(name, path)| (name.clone(), path.into())).collect();
        out.write_all(page(&shown(&title), paths)?.as_bytes())?;
    }
    out.finish()?;
    Ok(exit)
}

/// Whether one puzzle is asked about: an argument, or a line of a file.
fn is_one(lines: &Lines, line: Option<u64>) -> bool {
    line.is_some() || matches!(lines.inputs[..], [Input::Text(_)])
}

/// Finds the path of each puzzle, with the name of its line. A line without a path is reported on standard
/// error; it is an error if the input is one puzzle.
fn paths(work: &BoardPaths, lines: &Lines, args: &ExplainArgs) -> Result<(Vec<(String, BoardPath)>, Exit)> {
    let name = lines.inputs.first().map(Input::name).unwrap_or_default();
    let is_one = is_one(lines, work.line);
    let (mut paths, mut failed, mut bad) = (Vec::new(), None, 0);
    let interrupt = interrupt::watch()?;
    let run = Run { lines, work, last: None, interrupt };
    let ended = run.into(|done: Done<Option<Result<BoardPath, String>>>| {
        let places = &done.texts.places;
        for (row, (number, text)) in done.rows.into_iter().zip(done.texts.lines()) {
            let identity = places.identity(text, 0).map(|it| format!(", {it}")).unwrap_or_default();
            match row {
                None => {}
                Some(Ok(path)) => {
                    bad += u64::from(path.proof.outcome == Outcome::NoSolution);
                    paths.push((format!("line {number}{identity}"), path));
                }
                Some(Err(why)) if is_one => failed = Some(why),
                Some(Err(why)) => {
                    bad += 1;
                    notice(format_args!("{name}:{number}{identity}: {why}"));
                }
            }
        }
        Ok(())
    })?;
    match (failed, work.line) {
        (Some(why), _) => bail!(why),
        _ if ended.interrupted => bail!("stopped; no output was made"),
        (None, Some(line)) if paths.is_empty() => bail!("{} has no puzzle on line {line}", args.puzzle),
        _ => Ok((paths, Exit::of_rejects(bad + name_empty(&[name], &ended.empty)))),
    }
}

/// Refuses options that are only for the plain board.
fn refuse(boards: &Boards, args: &ExplainArgs) -> Result<()> {
    let plain_only = [
        ("--all", args.all),
        ("--one-step", args.one_step),
        ("--fewest", args.fewest),
        ("--rule", !args.rules.is_empty()),
        ("--check", args.check.is_some()),
        ("--next with --format json", args.next && args.format != ExplainFormat::Text),
        ("--keep", !args.keep.is_empty()),
        ("--sukaku", args.sukaku),
        ("--notation", args.notation.is_some()),
        ("--matching", args.matching),
        ("--net", args.net),
    ];
    refuse_on_boards(boards, &plain_only)
}

/// Work that turns lines into paths on boards.
struct BoardPaths {
    explain: BoardExplain,
    /// The only line asked for.
    line: Option<u64>,
}

impl Work for BoardPaths {
    type Scratch = BoardScratch;
    /// The path, or why there is none; nothing for lines that are not asked for.
    type Row = Option<Result<BoardPath, String>>;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> BoardScratch {
        self.explain.scratch(crew)
    }

    fn row(&self, known: &mut BoardScratch, line: Line) -> Self::Row {
        if self.line.is_some_and(|only| only != line.at.line) {
            return None;
        }
        Some(self.explain.row(known, line).map_err(|error| error.in_terms(&TERMS)))
    }
}

/// Work that turns lines into the texts of paths.
struct AsText<'a> {
    work: BoardPaths,
    args: &'a ExplainArgs,
}

impl Work for AsText<'_> {
    type Scratch = BoardScratch;
    type Row = Option<Written>;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> BoardScratch {
        self.work.scratch(crew)
    }

    fn row(&self, known: &mut BoardScratch, line: Line) -> Option<Written> {
        let path = self.work.row(known, line)?;
        Some(path.and_then(|path| {
            let status = path.proof.outcome.status();
            written(path, self.args).map(|text| (text, status)).map_err(|error| error.to_string())
        }))
    }
}

/// Returns the text of a path, or of the hint.
fn written(path: BoardPath, args: &ExplainArgs) -> Result<String> {
    let path = if args.next { path.up_to_first_step() } else { path };
    let path = if args.words { path.with_words() } else { path };
    let text = match args.format {
        ExplainFormat::Json => path.json()?,
        ExplainFormat::Jsonl => serde_json::to_string(&path.proof)?,
        _ if args.next => hint_of(&path, args.stage).unwrap_or_else(|| path.summary()),
        _ => path.text(),
    };
    Ok(text.trim_end().to_string())
}

/// Returns the first step of a path, or the stages of the hint up to one.
fn hint_of(path: &BoardPath, stage: Option<u8>) -> Option<String> {
    let first = *path.steps().first()?;
    match stage {
        None => Some(path.proof.steps_text()),
        Some(upto) => hint(path.stages(), first.step.words.clone(), upto),
    }
}
