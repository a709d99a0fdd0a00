//! `map`: how any two ladders end on the same puzzles, including puzzles that one of the ladders does not
//! solve.

use super::columns::{A, B, END_A, END_B, FIRST, PUZZLES, SHARE};
use super::table::Ending;
use super::{Context, Counts, Fold, Group, Join, Report, Rows, Source, Table};
use crate::input::LineAt;
use crate::run::Row;
use crate::stats::ByClues;
use std::{collections::BTreeMap, io};
use sudoscope_engine::scale::{Outcome, Scale};

pub(super) const MAP: Report = Report {
    name: "map",
    about: "pairs of scales: puzzles by how both end, unsolved ones too, their share of the puzzles with \
            one solution, and the first of them",
    columns: |_| columns![A, B, END_A, END_B, PUZZLES, SHARE, FIRST],
    joins: Some(Join::Rows),
    source: Source::Fold(|context| Box::new(Map(pairs(context)))),
};

/// Whether a scale puts puzzles into classes; a score has too many values for that.
pub(super) fn has_classes(scale: &Scale) -> bool {
    scale.columns.first().is_none_or(|column| column.aspect.has_classes())
}

/// The places of two ladders, the first before the second.
#[derive(Clone, Copy)]
pub(super) struct LadderPair {
    pub a: usize,
    pub b: usize,
}

/// Each two ladders, with nothing found yet.
pub(super) fn pairs<T: Default>(context: &Context) -> Vec<(LadderPair, T)> {
    let all = context.scales.iter().enumerate().filter(|(_, scale)| has_classes(scale));
    let all: Vec<usize> = all.map(|(at, _)| at).collect();
    let behind =
        |(k, &a): (usize, &usize)| all[k + 1..].iter().map(move |&b| (LadderPair { a, b }, T::default()));
    all.iter().enumerate().flat_map(behind).collect()
}

/// Ends of two ladders' climbs of a puzzle, each in the ladder's first column.
pub(super) type Ends = (Outcome<u32>, Outcome<u32>);

/// Returns the ends of both ladders; `None` if there is no solution.
pub(super) fn ends(row: &Row, pair: LadderPair) -> Option<Ends> {
    let end = |at: usize| row.climbs.get(at).map(|climb| climb.outcome.column(0));
    let (a, b) = (end(pair.a)?, end(pair.b)?);
    (a != Outcome::NoSolution && b != Outcome::NoSolution).then_some((a, b))
}

/// For each pair of ladders and of ends, the puzzles and the first of them.
struct Map(Vec<(LadderPair, Found)>);

type Found = BTreeMap<Ends, (ByClues, LineAt)>;

impl Fold for Map {
    fn rows(&mut self, rows: &Rows, _: &Context) {
        for &Group { first, clues, rows, .. } in rows.rated() {
            for (pair, found) in &mut self.0 {
                let Some(ends) = ends(first, *pair) else { continue };
                let (puzzles, _) = found.entry(ends).or_insert_with(|| (ByClues::NONE, first.at()));
                puzzles.add_all(clues, rows);
            }
        }
    }

    fn end(&mut self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for &(LadderPair { a, b }, ref found) in &self.0 {
            let names = [a, b].map(|at| context.scales[at].name.as_str());
            for (&(end_a, end_b), (puzzles, first)) in found {
                let text = |at: usize, end| {
                    let unit = context.scales[at].unit();
                    Ending { end, unit }.text()
                };
                let (end_a, end_b) = (text(a, end_a), text(b, end_b));
                let share = context.percent(puzzles, &counts.rated);
                let first = context.line_name(*first);
                table.row(&row![names[0], names[1], end_a, end_b, puzzles.total(), share, first])?;
            }
        }
        Ok(())
    }
}
