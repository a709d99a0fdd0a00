//! The table of found puzzles.

use super::{Found, Search};
use crate::report::{Column, Head, Kind, Rated, RatedColumns, Value};
use sudoscope_engine::grid::{Candidate, Candidates, Cells, Puzzle};
use sudoscope_engine::scale::Scale;

/// Columns of the table of found puzzles.
pub struct SearchColumns<'a> {
    rated: RatedColumns<'a>,
    /// Whether redundant clues are shown.
    redundant: bool,
    scales: &'a [Scale],
}

impl<'a> SearchColumns<'a> {
    /// Returns the columns of a search.
    pub fn of(search: &'a Search) -> SearchColumns<'a> {
        let scales = search.settings.scales();
        SearchColumns { rated: RatedColumns::of_answers(scales, false), redundant: !search.minimal, scales }
    }

    /// Returns the head: what made the table, names and kinds of its columns.
    pub fn head(&self) -> Head {
        let what = "one row for each puzzle found; changes: the clues removed and added, of its seed";
        let mut about = vec![format!("sudoscope {}: {what}", env!("CARGO_PKG_VERSION"))];
        about.extend(self.scales.iter().map(|scale| format!("scale {} = {}", scale.name, scale.definition)));
        let text = |name: &str| Column::new(name, Kind::Text);
        let mut columns =
            vec![text("puzzle"), text("minlex"), text("seed"), Column::new("round", Kind::Count)];
        columns.push(Column::new("changes", Kind::Texts));
        columns.extend(self.redundant.then(|| Column::new("redundant clues", Kind::Texts)));
        columns.push(text("status"));
        columns.extend(self.rated.columns());
        Head { name: "search", about, columns, is_begun: false }
    }

    /// Passes the values of a found puzzle to `each`.
    pub fn values<T>(&self, found: &Found, each: impl FnOnce(&[Value]) -> T) -> T {
        let Found { row, form, seed, round, redundant } = found;
        let mut values: Vec<Value> = vec![(&row.puzzle).into(), form.into(), seed.into(), (*round).into()];
        values.push(changes(seed, &row.puzzle).into());
        values.extend(self.redundant.then(|| cells(*redundant).into()));
        values.push(row.status.name().into());
        let rated = Rated { row, line: Value::Missing, reason: None, shown: None };
        values.extend(self.rated.values(&rated));
        each(&values)
    }
}

fn cells(cells: Cells) -> Vec<String> {
    cells.map(|cell| cell.to_string()).collect()
}

/// Returns the clues that only one of two puzzles has: `-r1c2=3`, `+r4c5=6`.
pub(super) fn changes(from: &Puzzle, to: &Puzzle) -> Vec<String> {
    let [from, to] = [from, to].map(|puzzle| Candidates(puzzle.clues()));
    let clue = |sign, it: Candidate| format!("{sign}{}={}", it.cell, it.digit.number());
    let (removed, added) = (from.without(&to), to.without(&from));
    let removed = removed.iter().map(|it| clue('-', it));
    removed.chain(added.iter().map(|it| clue('+', it))).collect()
}
