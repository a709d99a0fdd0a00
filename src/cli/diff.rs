//! `sudoscope diff`: lists the ratings that differ between two runs, two ladders, two files.

use super::args::DiffArgs;
use super::exit::{Exit, notice, shown};
use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use sudoscope::diff::{Change, Changed, Comparison, DiffError, RatingColumn, RatingSource, compare};
use sudoscope::files::{Output, Protected};
use sudoscope::standard;
use sudoscope::stats::Number;

/// Number of puzzles listed on standard output for each comparison.
const LISTED: usize = 10;

/// Source, and the column to compare, if one is named.
struct Side {
    source: RatingSource,
    column: Option<String>,
}

pub fn run(args: DiffArgs) -> Result<Exit> {
    let a = side(&args.a)?;
    let b = args.b.as_deref().map(side).transpose()?;
    let pairs = pairs(&a, b.as_ref())?;
    let files = [Some(&a), b.as_ref()].into_iter().flatten().map(|side| side.source.file());
    let files: Vec<PathBuf> = files.collect();
    let files = Protected::of(files.iter().map(PathBuf::as_path));
    let mut output = match &args.output {
        Some(path) => Some(
            Output::create(path, &files)
                .with_context(|| format!("cannot write {}", path.display()))
                .map(csv::Writer::from_writer)?,
        ),
        None => None,
    };
    if let Some(table) = &mut output {
        table.write_record(["a", "b", "line", "puzzle", "value a", "value b", "difference"])?;
    }
    let mut out = standard::output()?.lock();
    let several = pairs.len() > 1;
    let boards = [&a.source, &b.as_ref().unwrap_or(&a).source].map(RatingSource::board);
    if let [Some(first), Some(second)] = boards
        && first != second
    {
        out.write_all(shown(&format!("board {first} to board {second}\n")).as_bytes())?;
    }
    let mut compared = false;
    for (before, after) in pairs {
        let first = RatingColumn { source: &a.source, column: &before };
        let second = RatingColumn { source: &b.as_ref().unwrap_or(&a).source, column: &after };
        let found = compare(first, second, LISTED, |changed| {
            let Some(table) = &mut output else { return Ok(()) };
            let Changed { line, puzzle, before: x, after: y } = changed;
            let by = named(changed.change());
            Ok(table.write_record([&before, &after, line, puzzle, x, y, &by])?)
        });
        match found {
            Err(unlike @ DiffError::Unlike(..)) if several => notice(format_args!("sudoscope: {unlike}")),
            found => {
                out.write_all(shown(&text(&before, &after, &found?, output.is_some())).as_bytes())?;
                compared = true;
            }
        }
    }
    if !compared {
        bail!("no two columns can be compared");
    }
    if let Some(table) = output {
        table.into_inner().map_err(|error| error.into_error())?.finish()?;
    }
    Ok(Exit::Complete)
}

/// Reads `PATH` or `PATH:COLUMN`.
fn side(argument: &str) -> Result<Side> {
    let (path, column) = match argument.rsplit_once(':') {
        Some((path, column)) if !Path::new(argument).exists() && !is_drive(path) => {
            (path, Some(column.to_string()))
        }
        _ => (argument, None),
    };
    Ok(Side { source: RatingSource::open(Path::new(path))?, column })
}

/// Whether this is the drive of a Windows path, before its first colon: `C`.
fn is_drive(path: &str) -> bool {
    cfg!(windows) && path.len() == 1 && path.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns the pairs of columns to compare.
fn pairs(a: &Side, b: Option<&Side>) -> Result<Vec<(String, String)>> {
    let ratings = a.source.ratings();
    let Some(b) = b else {
        // Only columns of two ladders that measure the same thing are paired.
        let pair = |(k, before): (usize, &String)| {
            let others = ratings[k + 1..].iter().cloned();
            let alike = others.filter(|after| a.source.parts(before).1 == a.source.parts(after).1);
            alike.map(|after| (before.clone(), after)).collect::<Vec<_>>()
        };
        let pairs: Vec<_> = ratings.iter().enumerate().flat_map(pair).collect();
        match (&ratings[..], pairs.is_empty() || a.column.is_some()) {
            (_, false) => return Ok(pairs),
            ([first, second, ..], _) if a.column.is_none() => {
                return Err(DiffError::OneScale(first.clone(), second.clone()).into());
            }
            _ => bail!("name two things to compare, or a run of several ladders"),
        }
    };
    let others = b.source.ratings();
    let only = |ratings: &[String]| (ratings.len() == 1).then(|| ratings[0].clone());
    let pair = match (&a.column, &b.column) {
        (Some(before), Some(after)) => Some((before.clone(), after.clone())),
        (Some(before), None) => {
            let same = others.contains(before).then(|| before.clone());
            same.or_else(|| only(&others)).map(|after| (before.clone(), after))
        }
        (None, Some(after)) => {
            let same = ratings.contains(after).then(|| after.clone());
            same.or_else(|| only(&ratings)).map(|before| (before, after.clone()))
        }
        (None, None) => {
            let common: Vec<_> = ratings.iter().filter(|name| others.contains(name)).collect();
            if !common.is_empty() {
                return Ok(common.into_iter().map(|name| (name.clone(), name.clone())).collect());
            }
            only(&ratings).zip(only(&others))
        }
    };
    let named = |ratings: Vec<String>| ratings.join(", ");
    match pair {
        Some(pair) => Ok(vec![pair]),
        None => bail!(
            "say which columns to compare, as PATH:COLUMN; the first has {}, the second {}",
            named(ratings),
            named(others)
        ),
    }
}

/// Prints a comparison.
fn text(before: &str, after: &str, found: &Comparison, is_listed: bool) -> String {
    let Comparison { puzzles, changes, largest } = found;
    let changed = found.changed();
    let share = 100.0 * changed as f64 / (*puzzles).max(1) as f64;
    let mut text = format!("{before} to {after}: {changed} of {puzzles} differ ({share:.3} %)\n");
    for (change, puzzles) in changes {
        text += &format!("{:>12} {puzzles:>10}\n", named(*change));
    }
    for Changed { line, puzzle, before, after } in largest {
        text += &format!("  line {line}: {before} to {after}  {puzzle}\n");
    }
    if changed > largest.len() as u64 && !is_listed {
        text += &format!("  … and {} more (-o FILE lists all)\n", changed - largest.len() as u64);
    }
    text + "\n"
}

fn named(change: Change) -> String {
    match change {
        Change::By(Number(0.0)) => "0".to_string(),
        // Rounded to as many decimals as ratings have.
        Change::By(Number(by)) => format!("{:+}", (by * 1e6).round() / 1e6),
        Change::Gained => "gained".to_string(),
        Change::Lost => "lost".to_string(),
        Change::Other => "another".to_string(),
    }
}
