//! `clues`: how many puzzles have how many clues.

use super::{Column, Context, Counts, Kind, Report, Table};
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

    fn is_counted(&self) -> bool {
        true
    }

    fn of_counts(&self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        let whole = &counts.rated;
        for (clues, puzzles) in whole.present() {
            let [share, error] = context.percent(&whole.with(Some(clues)), whole);
            table.row(&row![clues as u64, puzzles, share, error])?;
        }
        Ok(())
    }
}
