//! `correlation`: how each two ratings go together, and each rating with the numbers read from the input.

use super::joint::Joint;
use super::{Column, Context, Fold, Kind, Report};
use crate::stats::Correlation;

pub(super) struct Correlations;

impl Report for Correlations {
    fn name(&self) -> &'static str {
        "correlation"
    }

    fn about(&self) -> &'static str {
        "pairs of numbers over the puzzles that have both: Pearson's coefficient with standard error, Spearman's, \
         and the least-squares line b = slope * a + intercept"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["a", "b"]);
        columns.push(Column::new("puzzles", Kind::Count));
        let names = ["pearson", "pearson se", "spearman", "slope", "intercept"];
        columns.extend(Column::all(Kind::Number(6), &names));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(Joint::new(context, |a, b, pairs, context, table| {
            let Some(found) = pairs.correlation(context.view.weights) else { return Ok(()) };
            let Correlation { puzzles, pearson, spearman, slope, intercept } = found;
            table.row(&row![
                a,
                b,
                puzzles,
                pearson.value,
                pearson.error,
                spearman,
                slope,
                intercept
            ])
        }))
    }
}
