//! `correlation`: the correlation of each two ratings, and of each rating with the numbers read from the
//! input.

use super::columns::{A, B, INTERCEPT, PEARSON, PUZZLES, SLOPE, SPEARMAN};
use super::{Join, Report, Source, joint::Joint};
use crate::stats::{Correlation, Estimate};

pub(super) const CORRELATION: Report = Report {
    name: "correlation",
    about: "pairs of numbers over the puzzles that have both: Pearson's coefficient with standard error, \
            Spearman's, and the least-squares line b = slope * a + intercept",
    columns: |_| columns![A, B, PUZZLES, PEARSON, SPEARMAN, SLOPE, INTERCEPT],
    joins: Some(Join::WithClues),
    source: Source::Fold(|context| {
        Joint::fold(context, |a, b, pairs, weights, table| {
            let Some(found) = pairs.correlation(weights) else { return Ok(()) };
            let Correlation { puzzles, pearson, spearman, slope, intercept } = found;
            let Estimate { value, error } = pearson;
            table.row(&row![a, b, puzzles, value, error, spearman, slope, intercept])
        })
    }),
};
