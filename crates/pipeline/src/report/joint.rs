//! What the reports on pairs of numbers share: which pairs there are, and the numbers of a puzzle for each.

use super::{Context, Fold, Table};
use crate::run::Row;
use crate::stats::Pairs;
use std::io;

/// Every pair of the run's ratings, and every rating with every number read from the input: names and places in
/// [`Context::quantities`].
pub(super) fn pairs_of(context: &Context) -> Vec<(String, String, usize, usize)> {
    let names = context.quantities();
    let ratings = context.units().len();
    let mut pairs = Vec::new();
    for b in 1..names.len() {
        for a in 0..b.min(ratings) {
            pairs.push((names[a].clone(), names[b].clone(), a, b));
        }
    }
    pairs
}

/// The rows of one pair, once all puzzles are counted.
type Write = fn(&str, &str, &Pairs, &Context, &mut Table) -> io::Result<()>;

/// Counts puzzles by each pair of numbers, then writes the rows of each pair.
pub(super) struct Joint<'a> {
    context: &'a Context<'a>,
    pairs: Vec<(String, String, usize, usize)>,
    counts: Vec<Pairs>,
    write: Write,
}

impl<'a> Joint<'a> {
    pub(super) fn new(context: &'a Context<'a>, write: Write) -> Joint<'a> {
        let pairs = pairs_of(context);
        Joint { context, counts: vec![Pairs::default(); pairs.len()], pairs, write }
    }
}

impl Fold for Joint<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if self.pairs.is_empty() || !row.is_rated() {
            return Ok(());
        }
        let numbers = self.context.numbers(row);
        for (counts, &(_, _, a, b)) in self.counts.iter_mut().zip(&self.pairs) {
            if let (Some(a), Some(b)) = (numbers[a], numbers[b]) {
                counts.add(a, b, row.clue_count());
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for (counts, (a, b, _, _)) in self.counts.iter().zip(&self.pairs) {
            (self.write)(a, b, counts, self.context, table)?;
        }
        Ok(())
    }
}
