//! `sudoscope select`: puzzles of a finished scan, chosen by what it found out about them.

use super::args::{SelectArgs, SelectFormat, name_of, span};
use super::exit::{Exit, notice};
use super::rows::Sink;
use anyhow::{Context as _, Result, anyhow, bail};
use std::io::Write;
use sudoscope::canon::PatternSymmetry;
use sudoscope::files::Protected;
use sudoscope::report::{Context, Ending, PuzzleTable, Rated, RatedColumns, View, endings, find_format};
use sudoscope::run::{Row, RunFile};
use sudoscope::select::{Query, Selection, scale_named};

pub fn run(args: SelectArgs) -> Result<Exit> {
    let clues = args.clues.as_deref().map(|text| span(text, 0, 81)).transpose();
    let clues = clues.context("--clues")?;
    let symmetry = PatternSymmetry::named(&args.symmetry).context("--symmetry")?;
    let (header, scales, file) = RunFile::read(&args.directory)?;
    let place = args.ladder.as_deref().map_or(Ok(0), |name| scale_named(&scales, name));
    let scale = place.map_err(|why| anyhow!("the scan {why}"))?;
    let mut selection = Selection::new(Query {
        scale,
        choice: args.choice.of(scales[scale].clone())?,
        clues,
        symmetry,
        minimal: args.minimal,
        per_rating: args.per_rating,
        count: args.count,
    });
    let context = Context::finished(&header, &scales, View::default());
    let mut out = Sink::open(args.output.as_ref(), &Protected::of([file.path()]))?;
    let mut chosen = Chosen::begin(args.format(), &mut out, &context)?;
    let mut rows = file.rows()?;
    while !selection.is_full()
        && let Some(row) = rows.next().transpose()?
    {
        if selection.takes(&row) {
            chosen.row(&row, scale)?;
        }
    }
    chosen.end()?;
    out.finish()?;
    let kept = selection.count();
    let puzzles = if kept == 1 { "puzzle" } else { "puzzles" };
    notice(format_args!("sudoscope: {kept} {puzzles} of {}", file.records));
    Ok(if kept == 0 { Exit::Rejects } else { Exit::Complete })
}

/// The chosen puzzles being written.
enum Chosen<'a> {
    /// Lines of text.
    Text(SelectFormat, &'a mut Sink, &'a Context<'a>),
    Table(PuzzleTable<'a>),
}

impl<'a> Chosen<'a> {
    fn begin(format: SelectFormat, out: &'a mut Sink, context: &'a Context<'a>) -> Result<Chosen<'a>> {
        if let SelectFormat::Jsonl | SelectFormat::Parquet = format {
            let of_tables = find_format(&name_of(format)).map_err(anyhow::Error::msg)?;
            if let (SelectFormat::Parquet, Sink::Stdout(_)) = (format, &*out) {
                bail!("--format parquet writes a file: -o FILE");
            }
            return Ok(Chosen::Table(PuzzleTable::begin(of_tables, out, context)?));
        }
        if format == SelectFormat::Csv {
            let mut text = Vec::new();
            RatedColumns::of_lines(context.scales, &context.header.keep).csv_head(&mut text);
            out.write_all(&text)?;
        }
        Ok(Chosen::Text(format, out, context))
    }

    /// Writes a puzzle, with its rating by the ladder of this number.
    fn row(&mut self, row: &Row, ladder: usize) -> Result<()> {
        let (format, out, context) = match self {
            Chosen::Table(table) => return Ok(table.row(row)?),
            Chosen::Text(format, out, context) => (*format, out, *context),
        };
        let puzzle = row.puzzle.to_string();
        match format {
            SelectFormat::Csv => {
                let rated =
                    Rated { row, line: context.line_name(row.at()).into(), reason: None, shown: None };
                let mut text = Vec::new();
                RatedColumns::of_lines(context.scales, &context.header.keep).csv_row(&rated, &mut text);
                out.write_all(&text)?;
            }
            SelectFormat::Sdm => writeln!(out, "{}", puzzle.replace('.', "0"))?,
            SelectFormat::Sdk if puzzle.len() == 81 => {
                let scale = &context.scales[ladder];
                let rating = endings(scale, &row.climbs[ladder]).next().map(Ending::text);
                let line = context.line_name(row.at());
                writeln!(out, "#Cline {line}\n#L{}\n[Puzzle]", rating.unwrap_or_default())?;
                (0..9).try_for_each(|k| writeln!(out, "{}", &puzzle[9 * k..9 * k + 9]))?;
                writeln!(out)?;
            }
            _ => writeln!(out, "{puzzle}")?,
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        match self {
            Chosen::Table(table) => Ok(table.end()?),
            Chosen::Text(..) => Ok(()),
        }
    }
}
