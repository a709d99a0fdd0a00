//! `clues`: the number of puzzles for each number of clues.

use super::columns::{self as column, PUZZLES, SHARE};
use super::table::Kind;
use super::{Join, Report, Source};

pub(super) const CLUES: Report = Report {
    name: "clues",
    about: "puzzles with one solution by number of clues",
    columns: |_| columns![column::CLUES, PUZZLES, SHARE.of(Kind::Number(4))],
    joins: Some(Join::Rows),
    source: Source::Counts(|counts, context, table| {
        let whole = &counts.rated;
        whole.present().try_for_each(|(clues, puzzles)| {
            let share = context.percent(&whole.with(Some(clues)), whole);
            table.row(&row![clues as u64, puzzles, share])
        })
    }),
};
