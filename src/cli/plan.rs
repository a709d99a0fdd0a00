//! `sudoscope plan`: chooses puzzles of a finished scan for each day of some weeks.

use super::args::PlanArgs;
use super::exit::{Exit, notice};
use super::select::{excluded, has_81};
use anyhow::{Context as _, Result, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use sudoscope::canon::PatternSymmetry;
use sudoscope::files::{Output, Protected, make_folder};
use sudoscope::grid::Puzzle;
use sudoscope::plan::{Plan, PlannedDay, Used, days_of};
use sudoscope::report::{Context, View};
use sudoscope::run::RunFile;
use sudoscope::select::{Order, Query, SortBy, scale_named};

/// Name of the list of the puzzles that are used up, which is the last file of a plan.
const USED: &str = "used.txt";

pub fn run(args: PlanArgs) -> Result<Exit> {
    let (header, scales, file) = RunFile::read(&args.directory)?;
    let is_symmetric = args.symmetric || args.symmetry != "none";
    let plain_only = [("a condition on symmetry", is_symmetric && !has_81(&header))];
    plain_only.iter().filter(|option| option.1).try_for_each(|option| header.plain_only(option.0))?;
    let place = args.ladder.as_deref().map_or(Ok(0), |name| scale_named(&scales, name));
    let scale = place.map_err(|why| anyhow!("the scan {why}"))?;
    let days = days_of(&args.days, &scales[scale]).map_err(|why| anyhow!("--days: {why}"))?;
    let by = |by| Order::by(by, &scales, scale, false);
    let rising = match args.sort {
        Some(sort) => by(sort.into()).map_err(|why| anyhow!("--sort: {why}"))?,
        None => by(SortBy::Score).or_else(|_| by(SortBy::Rating)).map_err(anyhow::Error::msg)?,
    };
    if args.output.join(USED).exists() {
        bail!("{} has a plan already: name another folder", args.output.display());
    }
    let query = Query {
        scale,
        choice: args.choice.of(scales[scale].clone())?,
        clues: None,
        symmetry: PatternSymmetry::named(&args.symmetry).context("--symmetry")?,
        minimal: false,
        per_rating: None,
        count: None,
        exclude: None,
        board: header.board.clone(),
    };
    let board = header.board.as_ref();
    let text = |puzzle: &Puzzle| match board {
        Some(board) => board.write(&puzzle.clues()),
        None => puzzle.to_string(),
    };
    let (mut used, mut list) = (board.map_or_else(Used::default, |_| Used::on_board()), Vec::new());
    let rejects = excluded(&args.exclude, board, |puzzle| {
        used.extend([puzzle]);
        list.push(text(&puzzle));
    })?;
    let weeks = usize::from(args.weeks);
    let plan = Plan { days, weeks, symmetric: args.symmetric, rising, seed: args.seed };
    let days = plan.make(&file, query, used)?;
    let rows = days.iter().flat_map(|day| &day.rows);
    list.extend(rows.clone().map(|row| text(&row.puzzle)));
    let context = Context::finished(&header, &scales, View::default());
    let csv = |day: &PlannedDay| (day.file_name(weeks), day.csv(&context, scale));
    let used = list.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>();
    let files = days.iter().map(csv).chain([(USED.to_string(), used.into_bytes())]);
    let read = args.exclude.iter().map(PathBuf::as_path).chain([file.path()]);
    write(&args.output, files, &Protected::of(read))?;
    let (puzzles, on) = (rows.count(), days.len());
    let (folder, used) = (args.output.display(), args.output.join(USED));
    notice(format_args!("sudoscope: {puzzles} puzzles on {on} days in {folder}; used: {}", used.display()));
    Ok(Exit::of_rejects(rejects))
}

/// Writes files into a folder; none gets its name before all are written, and the last one shows that all
/// have theirs.
fn write(folder: &Path, files: impl Iterator<Item = (String, Vec<u8>)>, read: &Protected) -> Result<()> {
    let cannot = |name: &str| format!("cannot write {}", folder.join(name).display());
    make_folder(folder).with_context(|| cannot(""))?;
    let mut written = Vec::new();
    for (name, text) in files {
        let mut out = Output::create_in(folder, &name, read).with_context(|| cannot(&name))?;
        out.write_all(&text).and_then(|()| out.flush()).with_context(|| cannot(&name))?;
        written.push((name, out));
    }
    written.into_iter().try_for_each(|(name, out)| out.finish().with_context(|| cannot(&name)))
}
