//! `sudoscope explain`: the resolution path of one puzzle.

use super::args::{ExplainArgs, TERMS, ladder_files, settings};
use super::exit::{Exit, notice};
use super::relations::NetReport;
use super::rows::Out;
use anyhow::{Context, Result, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudoscope::explain::{explain, page};
use sudoscope::files::{Protected, make_folder};
use sudoscope::grid::read_puzzle;
use sudoscope::input::{Batches, Input, Next, Reading};
use sudoscope::path::{PathStep, ResolutionPath};
use sudoscope::scale::{Effort, Outcome, Policy, Scale, Solver, Status};

/// Puzzles of a file that are explained if nothing else is said.
const TAKEN: u64 = 20;

pub fn run(args: ExplainArgs) -> Result<Exit> {
    let effort = Effort { budget: args.budget, validate: !args.no_validate };
    let settings = settings(&[&args.ladder], Policy::AllAtOnce, effort)?;
    let asked = Asked::of(&args)?;
    let mut ending = Exit::Complete;
    let mut paths: Vec<(String, ResolutionPath)> = Vec::new();
    for (name, text) in asked.puzzles {
        match explain(&text, &settings).map_err(|error| error.in_terms(&TERMS)) {
            Ok(path) => paths.push((name, path)),
            Err(error) if asked.is_one => return Err(anyhow!(error)),
            Err(error) => {
                notice(format_args!("sudoscope: {name}: {error}"));
                ending = Exit::Rejects;
            }
        }
    }
    if paths.iter().any(|(_, path)| path.outcome == Outcome::NoSolution) {
        ending = Exit::Rejects;
    }
    if let [(_, path)] = &paths[..]
        && path.outcome == Outcome::Unsolved
    {
        notice(format_args!("sudoscope: {}", what_solves(path, effort)));
    }
    if let Some(folder) = &args.svg_dir {
        draw_all(one(&paths)?, folder)?;
        return Ok(ending);
    }
    let read = ladder_files(&[&args.ladder]);
    let read = Protected::of(read.iter().chain(&asked.file).map(PathBuf::as_path));
    let mut out = Out::open(args.output.as_ref(), &read)?;
    if args.html {
        let title =
            asked.title.unwrap_or_else(|| format!("a path by {}", settings.scales()[0].name));
        out.write_all(page(&title, &paths)?.as_bytes())?;
    } else if args.svg {
        let path = one(&paths)?;
        out.write_all(path.draw(choose(path, args.step)?).as_bytes())?;
    } else {
        for (k, (_, path)) in paths.iter().enumerate() {
            let net = args.net.then(|| NetReport::of(&path.end));
            if args.json {
                writeln!(out, "{}", path.json(args.matching, net.map(|net| net.json())))?;
                continue;
            }
            if k > 0 {
                writeln!(out)?;
            }
            out.write_all(path.text(args.matching).as_bytes())?;
            if let Some(net) = net {
                out.write_all(net.text().as_bytes())?;
            }
        }
    }
    out.finish()?;
    Ok(ending)
}

/// Ladders that are tried where another one does not solve a puzzle, the cheapest first.
const LADDERS: [&str; 9] = ["BRT", "LC", "S", "BC", "W", "gW", "B", "gB", "TE"];

/// The cheapest of them that solves the puzzle of a path.
fn what_solves(path: &ResolutionPath, effort: Effort) -> String {
    let ladder = path.scale.name.as_str();
    let mut solver = Solver::new();
    let mut solves = |name: &str| {
        Scale::named(name).is_ok_and(|scale| {
            let (status, _) = solver.rate(&path.puzzle, &[scale], effort);
            status == Status::Ok
        })
    };
    match LADDERS.into_iter().find(|name| solves(name)) {
        Some(name) => format!("{ladder} does not solve the puzzle, {name} does: explain -l {name}"),
        None => format!("{ladder} does not solve the puzzle, nor does {}", LADDERS.join(", ")),
    }
}

/// What is to be explained.
struct Asked {
    /// Names, and texts with the puzzles.
    puzzles: Vec<(String, Vec<u8>)>,
    /// Whether it is one puzzle, so that nothing is left without it.
    is_one: bool,
    /// The file that is read.
    file: Option<PathBuf>,
    /// What a page of it is called.
    title: Option<String>,
}

impl Asked {
    fn of(args: &ExplainArgs) -> Result<Asked> {
        let text = args.puzzle.as_str();
        let is_there = |file: &str| !file.is_empty() && Path::new(file).exists();
        let of_file = |file: &str, line: Option<u64>| -> Result<Asked> {
            let most = if line.is_some() { 1 } else { args.take.unwrap_or(TAKEN) };
            let puzzles = puzzles(Input::of(Path::new(file)), line, most, args.take.is_none())?;
            if let (Some(line), true) = (line, puzzles.is_empty()) {
                bail!("{file} has no puzzle on line {line}");
            }
            let name =
                Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
            let title = match line {
                Some(line) => format!("{name}, line {line}"),
                None => name.into_owned(),
            };
            Ok(Asked {
                puzzles,
                is_one: line.is_some(),
                file: Some(file.into()),
                title: Some(title),
            })
        };
        let nothing_else = Asked { puzzles: Vec::new(), is_one: true, file: None, title: None };
        if text == "-" {
            let most = args.take.unwrap_or(1);
            let mut puzzles = puzzles(Input::Stdin, None, most, false)?;
            if puzzles.is_empty() {
                puzzles.push((String::new(), Vec::new()));
            }
            return Ok(Asked { puzzles, is_one: most == 1, ..nothing_else });
        }
        if read_puzzle(text.as_bytes()).is_err() {
            if is_there(text) {
                return of_file(text, None);
            }
            let parts = text.rsplit_once(':').filter(|(file, _)| is_there(file));
            if let Some((file, Ok(line))) = parts.map(|(file, line)| (file, line.parse())) {
                return of_file(file, Some(line));
            }
        }
        Ok(Asked { puzzles: vec![(String::new(), text.as_bytes().to_vec())], ..nothing_else })
    }
}

/// The first puzzles of an input, or that of a line. `names_rest` if it should be said that there are more.
fn puzzles(
    input: Input,
    line: Option<u64>,
    most: u64,
    names_rest: bool,
) -> Result<Vec<(String, Vec<u8>)>> {
    let take = if line.is_some() { None } else { Some(most.saturating_add(u64::from(names_rest))) };
    let mut batches = Batches::new(vec![input], Reading { take, ..Reading::default() });
    let mut found = Vec::new();
    loop {
        match batches.next_batch(1024)? {
            Next::Later => batches.wait(Duration::from_secs(1)),
            Next::End => break,
            Next::Ready(batch) => {
                let lines =
                    batch.lines().filter(|(number, _)| line.is_none_or(|line| *number == line));
                found.extend(lines.map(|(number, text)| (format!("line {number}"), text.to_vec())));
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

/// The only path.
fn one(paths: &[(String, ResolutionPath)]) -> Result<&ResolutionPath> {
    match paths {
        [(_, path)] => Ok(path),
        _ => bail!("pictures are drawn of one puzzle: name its line, as FILE:LINE"),
    }
}

/// The step with this number, from 1; or the first on the highest rung.
fn choose(path: &ResolutionPath, number: Option<usize>) -> Result<&PathStep> {
    let Some(number) = number else { return path.hardest().context("there is no step to draw") };
    let step = number.checked_sub(1).and_then(|at| path.steps.get(at));
    step.with_context(|| format!("there is no step {number}: the path has {}", path.steps.len()))
}

/// Writes the pictures of all steps, one a file, into a folder.
fn draw_all(path: &ResolutionPath, folder: &Path) -> Result<()> {
    make_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (k, step) in path.steps.iter().enumerate() {
        let file = folder.join(format!("step-{:03}.svg", k + 1));
        let mut out = Out::open(Some(&file), &Protected::default())?;
        out.write_all(path.draw(step).as_bytes())?;
        out.finish()?;
    }
    Ok(())
}
