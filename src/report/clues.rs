//! `clues`: how many puzzles have how many clues.

use super::{Column, Context, Fold, Kind, Report, Table};
use crate::record::Row;
use crate::stats::ByClues;
use std::io;

pub(super) struct Clues;

impl Report for Clues {
    fn name(&self) -> &'static str {
        "clues"
    }

    fn about(&self) -> &'static str {
        "puzzles with one solution by number of clues"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Count, &["clues", "puzzles"]);
        columns.extend(Column::all(Kind::Number(4), &["%", "% se"]));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(ClueRows { context, puzzles: ByClues::NONE })
    }
}

struct ClueRows<'a> {
    context: &'a Context<'a>,
    puzzles: ByClues,
}

impl Fold for ClueRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if row.is_rated() {
            self.puzzles.add(row.clue_count());
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for (clues, puzzles) in self.puzzles.present() {
            let here = self.puzzles.with(Some(clues));
            let [share, error] = self.context.percent(&here, &self.puzzles);
            table.row(&row![clues as u64, puzzles, share, error])?;
        }
        Ok(())
    }
}
