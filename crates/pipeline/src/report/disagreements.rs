//! `disagreements`: the puzzles on which two numbers disagree most.

use super::joint::pairs_of;
use super::{Column, Context, Fold, Kind, Report, Table};
use crate::input::LineAt;
use crate::run::Row;
use crate::stats::{Class, Classes, Number, Pairs};
use std::cmp::Reverse;
use std::io;

pub(super) struct Disagreements;

/// Puzzles listed for each pair.
const LISTED: usize = 20;

impl Report for Disagreements {
    fn name(&self) -> &'static str {
        "disagreements"
    }

    fn about(&self) -> &'static str {
        "for each pair of numbers in correlation, the puzzles on which they disagree most; off is b - a for two \
         ratings, and the distance of b from the least-squares line for a number read from the input"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["a", "b"]);
        columns.push(Column::new("rank", Kind::Count));
        columns.extend(Column::all(Kind::Text, &["line", "puzzle"]));
        columns.extend(Column::all(Kind::Plain, &["value a", "value b"]));
        columns.push(Column::new("off", Kind::Number(3)));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let pairs = pairs_of(context).into_iter();
        let blank = |(a, b, at_a, at_b)| Pair {
            names: (a, b),
            at: (at_a, at_b),
            counts: Pairs::default(),
            lines: Classes::default(),
        };
        Box::new(DisagreementRows { context, pairs: pairs.map(blank).collect() })
    }
}

/// Two numbers, and for each pair of values the first puzzles that have it: the line is known only at the end.
struct Pair {
    names: (String, String),
    at: (usize, usize),
    counts: Pairs,
    lines: Classes<First>,
}

/// The first puzzles of a class, in order.
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

struct DisagreementRows<'a> {
    context: &'a Context<'a>,
    pairs: Vec<Pair>,
}

impl Fold for DisagreementRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if self.pairs.is_empty() || !row.is_rated() {
            return Ok(());
        }
        let numbers = self.context.numbers(row);
        for pair in &mut self.pairs {
            let (Some(a), Some(b)) = (numbers[pair.at.0], numbers[pair.at.1]) else { continue };
            pair.counts.add(a, b, row.clue_count());
            // Number of clues 0: classes of all puzzles.
            let puzzle = || Listed { at: row.at(), clues: row.puzzle.to_string(), values: (a, b) };
            pair.lines.change(a, b, 0, |first| {
                if first.0.len() < LISTED {
                    first.0.push(puzzle());
                }
            });
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for Pair { names: (a, b), at, counts, lines } in &self.pairs {
            let units = self.context.units();
            let (slope, intercept) = if units.get(at.1) == units.get(at.0) {
                (1.0, 0.0)
            } else {
                let line = counts.correlation(self.context.view.weights);
                line.map_or((f64::NAN, f64::NAN), |line| (line.slope, line.intercept))
            };
            let off = |puzzle: &Listed| puzzle.values.1 - (slope * puzzle.values.0 + intercept);
            let mut found: Vec<&Listed> = lines.iter().flat_map(|class| &class.3.0).collect();
            found.retain(|puzzle| off(puzzle).abs() > 1e-9);
            found.sort_by_key(|puzzle| (Reverse(Number(off(puzzle).abs())), puzzle.at));
            for (rank, puzzle) in (1u64..).zip(found.into_iter().take(LISTED)) {
                let line = self.context.line_name(puzzle.at);
                let (value_a, value_b) = puzzle.values;
                let clues = puzzle.clues.as_str();
                let (a, b) = (a.as_str(), b.as_str());
                table.row(&row![a, b, rank, line, clues, value_a, value_b, off(puzzle)])?;
            }
        }
        Ok(())
    }
}
