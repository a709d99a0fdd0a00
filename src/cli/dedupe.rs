//! `sudoscope dedupe` and `clean`: keep lines whose puzzle is on no earlier line; `clean` keeps only puzzles
//! with one solution, and says why it drops the others.

use super::args::{CleanArgs, DedupeArgs, SameBy, SiftArgs, one_board};
use super::ask::refuse_on_boards;
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, StdoutOrFile, beside, counted, name_empty};
use anyhow::{Result, bail};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudoscope::ask::Boards;
use sudoscope::boards::Board;
use sudoscope::canon::BoardCanon;
use sudoscope::dedupe::{Dedupe, DedupeError, Dropped, LineCounts, Refused, Same, Why};
use sudoscope::files::is_special;
use sudoscope::input::LineAt;
use sudoscope::report::{csv_row, status_text};
use sudoscope::run::Done;

const ONE_PLACE: &str = "kept lines and dropped ones cannot go to the same place: name two files";

pub fn dedupe(args: DedupeArgs) -> Result<Exit> {
    let list = args.duplicates.as_ref();
    let row = |names: &LineNames, dropped: &Dropped, text: &mut Vec<u8>| {
        if let Why::Repeats(first) = dropped.why {
            let (at, first) = (names.of(dropped.at), names.of(first));
            csv_row(text, &[at.as_bytes(), first.as_bytes(), dropped.text]);
        }
    };
    let list = List { path: list, head: &["line", "repeats", "text"], row: &row };
    let Some((counts, names)) = sift(&args.sift, false, &list, true)? else { return Ok(Exit::Interrupted) };
    let rejected = counts.rejected();
    notice(format_args!("sudoscope: {} kept, {} dropped, {rejected} rejected", counts.kept, counts.dropped));
    Ok(Exit::of_rejects(rejected + name_empty(&names.inputs, &counts.empty)))
}

pub fn clean(args: CleanArgs) -> Result<Exit> {
    let beside = args.sift.output.as_deref().filter(|path| path.as_os_str() != "-" && !is_special(path));
    let path = args.dropped.clone().or_else(|| beside.map(dropped_beside));
    let row = |names: &LineNames, dropped: &Dropped, text: &mut Vec<u8>| {
        let at = names.of(dropped.at);
        let (reason, repeats) = match dropped.why {
            Why::Repeats(first) => ("repeat".to_string(), names.of(first)),
            Why::Refused(Refused { status, error }) => (status_text(status, error), String::new()),
        };
        csv_row(text, &[at.as_bytes(), reason.as_bytes(), repeats.as_bytes(), dropped.text]);
    };
    let list = List { path: path.as_ref(), head: &["line", "reason", "repeats", "text"], row: &row };
    let Some((counts, names)) = sift(&args.sift, true, &list, path.is_none())? else {
        return Ok(Exit::Interrupted);
    };
    let why = [("repeat", counts.dropped)].into_iter().filter(|repeats| repeats.1 > 0);
    let why = counted(&why.chain(counts.refused.iter().map(|(name, count)| (*name, *count))).collect());
    let dropped = counts.dropped + counts.rejected();
    let why = if dropped > 0 { format!(": {why}") } else { String::new() };
    let place = path.map_or(String::new(), |path| format!("; the dropped rows: {}", path.display()));
    notice(format_args!("sudoscope: {} kept, {dropped} dropped{why}{place}", counts.kept));
    let empty = name_empty(&names.inputs, &counts.empty);
    Ok(Exit::of_rejects(empty + u64::from(counts.kept == 0)))
}

/// Returns which puzzles count as the same. Those of a board without canonical forms are the same if their
/// clues are.
fn same(by: Option<SameBy>, board: Option<&Board>) -> Result<Same> {
    if by == Some(SameBy::Exact) {
        return Ok(Same::Exact);
    }
    let Some(board) = board else { return Ok(Same::Isomorph) };
    match (by, BoardCanon::of_board(board)) {
        (_, Ok(_)) => Ok(Same::Isomorph),
        (None, Err(error)) => {
            notice(format_args!(
                "sudoscope: board {board}: puzzles are the same if their clues are, as {error}"
            ));
            Ok(Same::Exact)
        }
        (Some(_), Err(error)) => {
            bail!("--by isomorph cannot be used with --board {board}: {error}")
        }
    }
}

/// Returns the file of dropped rows beside the file of kept ones.
fn dropped_beside(output: &Path) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{stem}-dropped.csv"))
}

/// List of dropped lines.
struct List<'a> {
    path: Option<&'a PathBuf>,
    head: &'a [&'a str],
    /// Appends the row of a line, if it has one.
    row: &'a dyn Fn(&LineNames, &Dropped, &mut Vec<u8>),
}

/// Copies the lines to keep, and lists others. Names rejected lines on standard error if `is_told`. Returns
/// the counts; `None` if that was interrupted.
fn sift(
    args: &SiftArgs, only_valid: bool, list: &List, is_told: bool,
) -> Result<Option<(LineCounts, LineNames)>> {
    let mut lines = args.lines.of(&args.files)?;
    let board = args.board.as_deref().map(one_board).transpose()?.flatten();
    if let Some(board) = &board {
        refuse_on_boards(&Boards::One(board.clone()), &[("--sukaku", args.lines.sukaku)])?;
        Boards::One(board.clone()).prepare(&mut lines.reading);
    }
    let same = same(args.by, board.as_deref())?;
    let to_stdout = |path: &PathBuf| path.as_os_str() == "-";
    let output = args.output.clone().filter(|path| !to_stdout(path));
    if list.path.is_some_and(|list| Some(list) == output.as_ref())
        || output.is_none() && list.path.is_some_and(to_stdout)
    {
        bail!(ONE_PLACE);
    }
    if args.sync && output.is_none() && list.path.is_none_or(to_stdout) {
        bail!("--sync needs a regular file: -o FILE");
    }
    let mut progress = Progress::new(args.lines.progress, total_bytes(&lines.inputs)?);
    let mut names = LineNames::new(&lines.inputs);
    let files = lines.files();
    // A file may be overwritten by its own lines, as it is read to its end first; not if bad lines are lost.
    let own = output.as_ref().filter(|_| !only_valid);
    let may_replace = own.map_or(files.clone(), |path| files.but(path));
    let open = || StdoutOrFile::open(output.as_ref(), &may_replace);
    let (out, interrupted) = interrupt::watched(output.as_ref(), open)?;
    let mut out = out.synced(args.sync);
    if let (StdoutOrFile::File(out), Some(list)) = (&out, list.path)
        && out.is_called(list)
    {
        bail!(ONE_PLACE);
    }
    let listed = LineNames::new(&lines.inputs);
    let mut list_out = list.path.map(|path| StdoutOrFile::open(Some(path), &files)).transpose()?;
    list_out = list_out.map(|out| out.synced(args.sync));
    let temp = args.temp.clone().unwrap_or_else(|| beside(output.as_ref()));
    let dedupe = Dedupe { lines, same, only_valid, board, memory: args.memory, temp };
    let seen = |done: &Done<Result<_, Refused>>| {
        progress.tick(done.bytes, done.rows.len() as u64);
        for (row, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            if let (Err(Refused { status, error }), true) = (row, is_told) {
                names.name_reject(at, *status, *error, text, &done.texts.places);
            }
        }
    };
    let mut text = Vec::new();
    csv_row(&mut text, list.head);
    let mut write_list = |dropped: Option<Dropped>| -> io::Result<()> {
        let Some(out) = &mut list_out else { return Ok(()) };
        dropped.iter().for_each(|dropped| (list.row)(&listed, dropped, &mut text));
        out.write_all(&text)?;
        text.clear();
        Ok(())
    };
    write_list(None)?;
    let counts = dedupe.run(interrupted, seen, &mut out, |dropped| write_list(Some(dropped)));
    progress.finish();
    names.name_the_rest();
    if let Err(DedupeError::Interrupted) = counts {
        notice("sudoscope: stopped; no output was made");
        return Ok(None);
    }
    let counts = counts?;
    out.finish()?;
    list_out.map_or(Ok(()), StdoutOrFile::finish)?;
    Ok(Some((counts, names)))
}
