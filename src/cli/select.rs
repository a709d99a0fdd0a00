//! `sudoscope select`: chooses puzzles of a finished scan by its results.

use super::args::{SelectArgs, SelectFormat, name_of, span};
use super::exit::{Exit, notice};
use super::rows::{LineNames, StdoutOrFile, name_empty};
use anyhow::{Context as _, Result, anyhow, bail};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, atomic::AtomicBool};
use sudoscope::ask::Boards;
use sudoscope::boards::Board;
use sudoscope::canon::PatternSymmetry;
use sudoscope::crew::Crew;
use sudoscope::files::Protected;
use sudoscope::grid::Puzzle;
use sudoscope::input::{Empty, Input, LineAt, LineError, Reading, puzzle_on};
use sudoscope::report::{Context, Ending, PuzzleTable, View, csv_row, endings, find_format};
use sudoscope::run::{Done, Line, Lines, Row, RowSolver, Run, RunFile, RunHeader, Work};
use sudoscope::scale::{Scale, Status};
use sudoscope::select::{Order, PuzzleSet, Query, Selection, kept_named, scale_named};

pub fn run(args: SelectArgs) -> Result<Exit> {
    let clues = args.clues.as_deref().map(|text| span(text, 0, 81)).transpose();
    let clues = clues.context("--clues")?;
    let symmetry = PatternSymmetry::named(&args.symmetry).context("--symmetry")?;
    let (mut header, scales, file) = RunFile::read(&args.directory)?;
    refuse_on_board(&args, &header)?;
    let place = args.ladder.as_deref().map_or(Ok(0), |name| scale_named(&scales, name));
    let scale = place.map_err(|why| anyhow!("the scan {why}"))?;
    let orders = orders(&args, &scales, scale)?;
    let mut exclude = (!args.exclude.is_empty()).then(PuzzleSet::default);
    let board = header.board.clone();
    let add = |puzzle| exclude.iter_mut().for_each(|set| set.extend([puzzle]));
    let rejects = excluded(&args.exclude, board.as_ref(), add)?;
    let mut selection = Selection::new(Query {
        scale,
        choice: args.choice.of(scales[scale].clone())?,
        clues,
        symmetry,
        minimal: args.minimal,
        per_rating: args.per_rating,
        count: args.count,
        exclude,
        board,
    });
    let is_table = is_table(args.format());
    if args.solution && !is_table {
        bail!("--solution needs a table: --format csv, jsonl, parquet or arrow, or such a name of -o FILE");
    }
    let kept = kept_named(&header, &args.keep).map_err(|why| anyhow!("--keep: the scan {why}"))?;
    if !kept.is_empty() {
        header.keep = kept.iter().map(|&at| header.keep[at].clone()).collect();
    }
    if args.format() == SelectFormat::Sdm && !kept.is_empty() {
        bail!("--keep cannot be used with --format sdm, which is puzzles only");
    }
    let context = Context::finished(&header, &scales, View::default());
    let context = context.solved(is_table && (header.solution || args.solution));
    let read = args.exclude.iter().map(PathBuf::as_path).chain([file.path()]);
    let mut out = StdoutOrFile::open(args.output.as_ref(), &Protected::of(read))?;
    let mut chosen = Chosen::begin(args.format(), &mut out, &context)?;
    if args.format() == SelectFormat::Lines && !kept.is_empty() {
        chosen.fields(&["puzzle".to_string()], header.keep.iter().map(|column| column.name.clone()))?;
    }
    let mut solver = RowSolver::default();
    let each = |row: &Row| {
        if !context.solved && is_table && kept.is_empty() {
            return chosen.row(row, scale);
        }
        let mut row = row.clone();
        if !(is_table && kept.is_empty()) {
            row.kept = kept.iter().map(|&at| row.kept[at].clone()).collect();
        }
        if context.solved {
            solver.solve(&mut row, header.board.as_deref(), header.budget);
        }
        chosen.row(&row, scale)
    };
    match orders {
        (by, None) => selection.choose(&file, by, each)?,
        (by, Some(then)) => selection.choose_then_order(&file, by, then, each)?,
    }
    chosen.end()?;
    out.finish()?;
    let kept = selection.count();
    let puzzles = if kept == 1 { "puzzle" } else { "puzzles" };
    notice(format_args!("sudoscope: {kept} {puzzles} of {}", file.records));
    let is_short = args.count.is_some_and(|count| kept < count);
    if let (true, Some(count)) = (is_short, args.count) {
        notice(format_args!("sudoscope: {count} were asked for; there are no others"));
    }
    if let (Some(most), short @ [_, ..]) = (args.per_rating, &selection.short()[..]) {
        let short: Vec<String> = short.iter().map(|(rating, taken)| format!("{rating}: {taken}")).collect();
        let stopped = if selection.is_full() { ", where --count stopped" } else { "" };
        notice(format_args!("sudoscope: fewer than {most} of {}{stopped}", short.join(", ")));
    }
    Ok(if kept == 0 || is_short { Exit::Rejects } else { Exit::of_rejects(rejects) })
}

/// Refuses options that are only for the plain board, if the scan is of another.
fn refuse_on_board(args: &SelectArgs, header: &RunHeader) -> Result<()> {
    let format = args.format();
    let plain_only = [
        ("--symmetry", args.symmetry != "none" && !has_81(header)),
        ("--format sdm", format == SelectFormat::Sdm && !has_81(header)),
        ("--format sdk", format == SelectFormat::Sdk && !has_81(header)),
    ];
    Ok(plain_only.iter().filter(|option| option.1).try_for_each(|option| header.plain_only(option.0))?)
}

/// Whether puzzles of a scan have 81 cells.
pub fn has_81(header: &RunHeader) -> bool {
    header.board.as_ref().is_none_or(|board| board.size() == 9)
}

/// Returns the order in which puzzles are taken, and that in which they are then written, if it is another.
fn orders(args: &SelectArgs, scales: &[Scale], scale: usize) -> Result<(Order, Option<Order>)> {
    let sorted = args.sort.map(|by| Order::by(by.into(), scales, scale, args.reverse)).transpose();
    let sorted = sorted.map_err(|why| anyhow!("--sort: {why}"))?;
    let is_bounded = args.count.is_some() || args.per_rating.is_some();
    match (args.shuffle.map(Order::Shuffled), sorted) {
        (Some(_), Some(_)) if !is_bounded => {
            bail!("--sort leaves nothing of --shuffle, unless --count or --per-rating takes a sample")
        }
        (Some(shuffled), sorted) => Ok((shuffled, sorted)),
        (None, sorted) => Ok((sorted.unwrap_or(Order::Run), None)),
    }
}

/// Passes the puzzles of these files, which are of one board, to `each`, and counts the lines without a
/// puzzle.
pub fn excluded(files: &[PathBuf], board: Option<&Arc<Board>>, mut each: impl FnMut(Puzzle)) -> Result<u64> {
    if files.is_empty() {
        return Ok(0);
    }
    let inputs: Vec<Input> = files.iter().map(|file| Input::of(file)).collect();
    let mut names = LineNames::new(&inputs);
    let mut reading = Reading::default();
    let boards = board.map(|board| Boards::One(board.clone()));
    boards.iter().for_each(|boards| boards.prepare(&mut reading));
    let lines = Lines { inputs, reading, jobs: 1, besides: Vec::new() };
    let interrupt = &AtomicBool::new(false);
    let read = Run { lines: &lines, work: &ReadPuzzle(board.cloned()), last: None, interrupt }.into(
        |done: Done<_>| {
            for (row, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
                match row {
                    Ok(puzzle) => each(*puzzle),
                    Err(error) => {
                        let at = LineAt { file: done.texts.file, line };
                        names.name_reject(at, Status::Invalid, Some(*error), text, &done.texts.places);
                    }
                }
            }
            Ok(())
        },
    )?;
    names.name_the_rest();
    // A list of nothing is no mistake: so begins the first of many choices.
    let empty: Vec<Empty> = read.empty.into_iter().filter(|list| !list.skipped.are_expected()).collect();
    Ok(names.rejects + name_empty(&names.inputs, &empty))
}

/// Work that turns lines into puzzles of a board.
struct ReadPuzzle(Option<Arc<Board>>);

impl Work for ReadPuzzle {
    type Scratch = ();
    type Row = Result<Puzzle, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) {}

    fn row(&self, _: &mut (), line: Line) -> Self::Row {
        puzzle_on(self.0.as_deref(), line.text, line.places)
    }
}

fn is_table(format: SelectFormat) -> bool {
    !matches!(format, SelectFormat::Lines | SelectFormat::Sdm | SelectFormat::Sdk)
}

/// Output of the chosen puzzles.
enum Chosen<'a> {
    /// Lines of text.
    Text(SelectFormat, &'a mut StdoutOrFile, &'a Context<'a>),
    Table(PuzzleTable<'a>),
}

impl<'a> Chosen<'a> {
    fn begin(
        format: SelectFormat, out: &'a mut StdoutOrFile, context: &'a Context<'a>,
    ) -> Result<Chosen<'a>> {
        if is_table(format) {
            let of_tables = find_format(&name_of(format)).map_err(anyhow::Error::msg)?;
            if !of_tables.is_text && !out.is_file() {
                bail!("--format {} writes a file: -o FILE", of_tables.name);
            }
            return Ok(Chosen::Table(PuzzleTable::begin(of_tables, out, context)?));
        }
        Ok(Chosen::Text(format, out, context))
    }

    /// Writes a puzzle, with its rating by the ladder with this number.
    fn row(&mut self, row: &Row, ladder: usize) -> Result<()> {
        let (format, out, context) = match self {
            Chosen::Table(table) => return Ok(table.row(row)?),
            Chosen::Text(format, out, context) => (*format, out, *context),
        };
        let puzzle = context.puzzle_text(row);
        match format {
            SelectFormat::Sdm => writeln!(out, "{}", puzzle.replace('.', "0"))?,
            SelectFormat::Sdk if puzzle.len() == 81 => {
                let scale = &context.scales[ladder];
                let rating = endings(scale, &row.climbs[ladder]).next().map(Ending::text);
                let line = context.line_name(row.at());
                let kept = row.kept.iter().filter(|text| !text.is_empty()).cloned();
                let about = [format!("line {line}")].into_iter().chain(kept).collect::<Vec<_>>().join(", ");
                writeln!(out, "#C{about}\n#L{}\n[Puzzle]", rating.unwrap_or_default())?;
                (0..9).try_for_each(|k| writeln!(out, "{}", &puzzle[9 * k..9 * k + 9]))?;
                writeln!(out)?;
            }
            _ => return self.fields(&[puzzle], row.kept.iter().cloned()),
        }
        Ok(())
    }

    /// Writes a line of fields.
    fn fields(&mut self, first: &[String], others: impl Iterator<Item = String>) -> Result<()> {
        let Chosen::Text(_, out, _) = self else { return Ok(()) };
        let mut text = Vec::new();
        csv_row(&mut text, &first.iter().cloned().chain(others).collect::<Vec<_>>());
        Ok(out.write_all(&text)?)
    }

    fn end(self) -> Result<()> {
        match self {
            Chosen::Table(table) => Ok(table.end()?),
            Chosen::Text(..) => Ok(()),
        }
    }
}
