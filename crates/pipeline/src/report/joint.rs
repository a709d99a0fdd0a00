//! Shared parts of the reports on pairs of numbers: the list of pairs, and the numbers of a puzzle for each.

use super::{Context, Counts, Fold, Group, Rows, Table};
use crate::run::{PARTS, Row};
use crate::stats::{Classes, Weights};
use std::io;
use sudoscope_engine::scale::{Scale, Unit};

/// Two numbers, and the results for them.
pub(super) struct Pair<T> {
    pub names: (String, String),
    /// Places of the numbers in [`Context::quantities`].
    pub at: (usize, usize),
    pub found: T,
}

/// Lists every pair of the run's ratings, and every rating with every number read from the input.
pub(super) fn pairs_of<T: Default>(context: &Context) -> Vec<Pair<T>> {
    let names = context.quantities();
    let ratings = context.units().len();
    let places = (1..names.len()).flat_map(|b| (0..b.min(ratings)).map(move |a| (a, b)));
    // Each of several numbers of one name has its own column of a scale with as many, as ED/2 has SE EP.
    let columns: Vec<(usize, usize)> = context.scales.iter().flat_map(places_in).collect();
    let parts = context.header.parts();
    let places = places.filter(|(a, b)| {
        match (columns.get(*a), b.checked_sub(ratings).and_then(|at| parts.get(at))) {
            (Some((own, of)), Some(Some(part))) => part == if *of == PARTS { own } else { &0 },
            _ => true,
        }
    });
    let pair = |at: (usize, usize)| {
        let names = (names[at.0].clone(), names[at.1].clone());
        Pair { names, at, found: T::default() }
    };
    places.map(pair).collect()
}

/// Returns the place of each column among the comparable ones of its scale, and their number.
fn places_in(scale: &Scale) -> Vec<(usize, usize)> {
    let of =
        if scale.columns.iter().all(|column| column.unit == Unit::Tenths) { scale.columns.len() } else { 1 };
    (0..scale.columns.len()).map(|at| (at, of)).collect()
}

/// Passes the pairs of numbers that a puzzle has to `each`.
pub(super) fn each_pair<T>(
    pairs: &mut [Pair<T>], row: &Row, context: &Context, mut each: impl FnMut(&mut T, f64, f64),
) {
    if pairs.is_empty() || !row.is_rated() {
        return;
    }
    let numbers = context.numbers(row);
    for pair in pairs {
        if let (Some(a), Some(b)) = (numbers[pair.at.0], numbers[pair.at.1]) {
            each(&mut pair.found, a, b);
        }
    }
}

/// Passes the pairs of numbers of these rows to `each`, with the number of clues and of puzzles. Rows that
/// are alike are counted together, unless numbers are read from the input.
pub(super) fn count_pairs<T>(
    pairs: &mut [Pair<T>], rows: &Rows, context: &Context,
    mut each: impl FnMut(&mut T, (f64, f64), usize, u64),
) {
    if context.header.against.is_empty() {
        for &Group { first, clues, rows, .. } in &rows.groups {
            each_pair(pairs, first, context, |found, a, b| each(found, (a, b), clues, rows));
        }
    } else {
        for row in rows.all {
            each_pair(pairs, row, context, |found, a, b| each(found, (a, b), row.clue_count(), 1));
        }
    }
}

/// Writer of the rows of one pair, called once all puzzles are counted.
type Write = fn(&str, &str, &Classes<u64>, Weights, &mut Table) -> io::Result<()>;

/// Fold that counts puzzles by each pair of numbers, then writes the rows of each pair.
pub(super) struct Joint {
    pairs: Vec<Pair<Classes<u64>>>,
    write: Write,
}

impl Joint {
    pub(super) fn fold(context: &Context, write: Write) -> Box<dyn Fold> {
        Box::new(Joint { pairs: pairs_of(context), write })
    }
}

impl Fold for Joint {
    fn rows(&mut self, rows: &Rows, context: &Context) {
        count_pairs(&mut self.pairs, rows, context, |pairs, (a, b), clues, puzzles| {
            pairs.add(a, b, clues, puzzles);
        });
    }

    fn end(&mut self, _: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        self.pairs.iter().try_for_each(|Pair { names: (a, b), found, .. }| {
            (self.write)(a, b, found, context.view.weights, table)
        })
    }
}
