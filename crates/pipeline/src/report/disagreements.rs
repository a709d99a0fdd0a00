//! `disagreements`: the puzzles on which two numbers disagree most.

use super::columns::{A, B, LINE, OFF, PUZZLE, RANK, VALUE_A, VALUE_B};
use super::joint::{Pair, count_pairs, each_pair, pairs_of};
use super::{Context, Counts, Fold, Join, Report, Rows, Source, Table};
use crate::input::LineAt;
use crate::stats::{Class, Classes, Number};
use std::{cmp::Reverse, io};
use sudoscope_engine::scale::Unit;

/// Puzzles listed for each pair.
const LISTED: usize = 20;

pub(super) const DISAGREEMENTS: Report = Report {
    name: "disagreements",
    about: "for each pair of numbers in correlation, the puzzles on which they disagree most; off is b - a \
            for two ratings of one kind, and else the distance of b from the least-squares line",
    columns: |_| columns![A, B, RANK, LINE, PUZZLE, VALUE_A, VALUE_B, OFF],
    joins: Some(Join::OfReference),
    source: Source::Fold(|context| Box::new(Disagreements(pairs_of(context)))),
};

/// For each pair its counts, and for each pair of values the first puzzles that have it, as the least-squares
/// line is known only at the end.
struct Disagreements(Vec<Pair<(Classes<u64>, Classes<First>)>>);

/// First puzzles of a class, in order.
#[derive(Default)]
struct First(Vec<Listed>);

#[derive(Clone)]
struct Listed {
    at: LineAt,
    clues: String,
    values: (f64, f64),
}

impl Class for First {
    fn join(&mut self, other: First) {
        self.0.extend(other.0);
        self.0.sort_by_key(|puzzle| puzzle.at);
        self.0.truncate(LISTED);
    }
}

impl Fold for Disagreements {
    fn rows(&mut self, rows: &Rows, context: &Context) {
        // Whether puzzles of each group may be listed.
        let mut wanted = vec![!context.header.against.is_empty(); rows.groups.len()];
        for (group, wanted) in rows.groups.iter().zip(&mut wanted).filter(|(_, wanted)| !**wanted) {
            each_pair(&mut self.0, group.first, context, |(_, lines), a, b| {
                lines.change(a, b, 0, |first| *wanted |= first.0.len() < LISTED);
            });
        }
        for (row, _) in rows.with_groups().filter(|(_, group)| wanted[*group]) {
            each_pair(&mut self.0, row, context, |(_, lines), a, b| {
                // The number of clues 0 stands for the classes of all puzzles.
                lines.change(a, b, 0, |first| {
                    if first.0.len() < LISTED {
                        let clues = context.puzzle_text(row);
                        first.0.push(Listed { at: row.at(), clues, values: (a, b) });
                    }
                });
            });
        }
        count_pairs(&mut self.0, rows, context, |(counts, _), (a, b), clues, puzzles| {
            counts.add(a, b, clues, puzzles);
        });
    }

    fn end(&mut self, _: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        // A sum or an estimate is not comparable with the rating of a single step.
        let columns = context.scales.iter().flat_map(|scale| &scale.columns);
        let kinds: Vec<(Unit, bool)> =
            columns.map(|column| (column.unit, column.aspect.has_classes())).collect();
        for Pair { names: (a, b), at, found: (counts, lines) } in &self.0 {
            let (slope, intercept) = if kinds.get(at.1) == kinds.get(at.0) {
                (1.0, 0.0)
            } else {
                let line = counts.correlation(context.view.weights);
                line.map_or((f64::NAN, f64::NAN), |line| (line.slope, line.intercept))
            };
            let off = |puzzle: &Listed| puzzle.values.1 - (slope * puzzle.values.0 + intercept);
            let mut found: Vec<&Listed> = lines.iter().flat_map(|class| &class.3.0).collect();
            found.retain(|puzzle| off(puzzle).abs() > 1e-9);
            found.sort_by_key(|puzzle| (Reverse(Number(off(puzzle).abs())), puzzle.at));
            for (rank, puzzle) in (1u64..).zip(found.into_iter().take(LISTED)) {
                let Listed { at, clues, values } = puzzle;
                let line = context.line_name(*at);
                let (a, b, clues) = (a.as_str(), b.as_str(), clues.as_str());
                table.row(&row![a, b, rank, line, clues, values.0, values.1, off(puzzle)])?;
            }
        }
        Ok(())
    }
}
