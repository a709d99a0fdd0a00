//! `cross`: the number of puzzles with each pair of values.

use super::columns::{A, B, PUZZLES, SHARE, VALUE_A, VALUE_B};
use super::table::Kind;
use super::{Report, Source, joint::Joint};

pub(super) const CROSS: Report = Report {
    name: "cross",
    about: "cross tables of the pairs of numbers in correlation: puzzles with these two values, and their \
        share",
    columns: |_| columns![A, B, VALUE_A, VALUE_B, PUZZLES, SHARE.of(Kind::Number(4)).exact()],
    joins: None,
    source: Source::Fold(|context| {
        Joint::fold(context, |a, b, pairs, weights, out| {
            let table = pairs.table(weights);
            let mass: f64 = table.iter().map(|cell| cell.2).sum();
            table.into_iter().try_for_each(|((value_a, value_b), puzzles, weight)| {
                out.row(&row![a, b, value_a, value_b, puzzles, 100.0 * weight / mass])
            })
        })
    }),
};
