//! `sudoscope select`: puzzles of a finished scan, chosen by what it found out about them.

use super::args::{SelectArgs, SelectFormat, name_of, span};
use super::exit::{Exit, notice};
use super::rows::Out;
use anyhow::{Context as _, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::io::Write;
use sudoscope::check::{CHECK_BUDGET, check};
use sudoscope::files::Protected;
use sudoscope::generate::SYMMETRIES;
use sudoscope::grid::Cells;
use sudoscope::report::{
    Cell, Context, PuzzleTable, View, cells, csv_row, find_format, kept_name, rate_columns,
    rate_row,
};
use sudoscope::run::{Row, RunFile};
use sudoscope::scale::nearest;

pub fn run(args: SelectArgs) -> Result<Exit> {
    let clues = args.clues.as_deref().map(|text| span(text, 0, 81)).transpose();
    let clues = clues.context("--clues")?;
    let symmetry = SYMMETRIES.iter().find(|symmetry| symmetry.name == args.symmetry);
    let symmetry = symmetry.context("--symmetry")?;
    let (header, scales, file) = RunFile::read(&args.directory)?;
    let at = match &args.ladder {
        None => 0,
        Some(name) => scales.iter().position(|scale| scale.name == *name).ok_or_else(|| {
            let known = nearest(name, scales.iter().map(|scale| scale.name.as_str()));
            anyhow!("the scan has no ladder '{name}'; it has '{}'", known.unwrap_or_default())
        })?,
    };
    let choice = args.choice.of(scales[at].clone())?;
    let context = Context::finished(&header, &scales, View::default());
    let mut out = Out::open(args.output.as_ref(), &Protected::of([file.path()]))?;
    let mut chosen = Chosen::begin(args.format(), &mut out, &context)?;
    let (mut kept, mut of_level) = (0, BTreeMap::<_, u64>::new());
    for row in file.rows()? {
        let row = row?;
        let Some(climb) = row.climbs.get(at).filter(|_| row.is_rated()) else { continue };
        let places: Cells = row.puzzle.clues().iter().fold(Cells::EMPTY, |all, cells| all | *cells);
        let is_chosen = choice.keeps(climb)
            && clues.as_ref().is_none_or(|clues| clues.contains(&row.clue_count()))
            && symmetry.holds(places);
        let level = of_level.entry(climb.outcome.column(0)).or_default();
        if !is_chosen || args.per_level.is_some_and(|most| *level >= most) {
            continue;
        }
        if args.minimal && check(&row.puzzle, 1, CHECK_BUDGET).redundant != Some(Cells::EMPTY) {
            continue;
        }
        chosen.row(&row, at)?;
        (kept, *level) = (kept + 1, *level + 1);
        if args.count.is_some_and(|most| kept >= most) {
            break;
        }
    }
    chosen.end()?;
    out.finish()?;
    let puzzles = if kept == 1 { "puzzle" } else { "puzzles" };
    notice(format_args!("sudoscope: {kept} {puzzles} of {}", file.records));
    Ok(if kept == 0 { Exit::Rejects } else { Exit::Complete })
}

/// The chosen puzzles being written.
enum Chosen<'a> {
    /// Lines of text.
    Text(SelectFormat, &'a mut Out, &'a Context<'a>),
    Table(PuzzleTable<'a>),
}

impl<'a> Chosen<'a> {
    fn begin(
        format: SelectFormat,
        out: &'a mut Out,
        context: &'a Context<'a>,
    ) -> Result<Chosen<'a>> {
        if let SelectFormat::Jsonl | SelectFormat::Parquet = format {
            let of_tables = find_format(&name_of(format)).map_err(anyhow::Error::msg)?;
            if let (SelectFormat::Parquet, Out::Stdout(_)) = (format, &*out) {
                bail!("--format parquet writes a file: -o FILE");
            }
            return Ok(Chosen::Table(PuzzleTable::begin(of_tables, out, context)?));
        }
        if format == SelectFormat::Csv {
            let mut columns = rate_columns(context.scales);
            for name in &context.header.keep {
                columns.push(kept_name(name, columns.contains(name)));
            }
            let mut text = Vec::new();
            csv_row(&mut text, &columns);
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
                let line = context.line_name(row.at());
                let mut text = Vec::new();
                rate_row(row, &line, "", context.scales, &row.kept, &mut text);
                out.write_all(&text)?;
            }
            SelectFormat::Sdm => writeln!(out, "{}", puzzle.replace('.', "0"))?,
            SelectFormat::Sdk if puzzle.len() == 81 => {
                let scale = &context.scales[ladder];
                let rating = cells(scale, &row.climbs[ladder]).next().map(Cell::text);
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
