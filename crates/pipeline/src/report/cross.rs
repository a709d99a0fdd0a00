//! `cross`: how many puzzles have which pair of values.

use super::joint::Joint;
use super::{Column, Context, Fold, Kind, Report};

pub(super) struct Cross;

impl Report for Cross {
    fn name(&self) -> &'static str {
        "cross"
    }

    fn about(&self) -> &'static str {
        "cross tables of the pairs of numbers in correlation: puzzles with these two values, and their share"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["a", "b"]);
        columns.extend(Column::all(Kind::Plain, &["value a", "value b"]));
        columns.push(Column::new("puzzles", Kind::Count));
        columns.push(Column::new("%", Kind::Number(4)));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(Joint::new(context, |a, b, pairs, context, out| {
            let table = pairs.table(context.view.weights);
            let mass: f64 = table.iter().map(|cell| cell.2).sum();
            table.into_iter().try_for_each(|((value_a, value_b), puzzles, weight)| {
                out.row(&row![a, b, value_a, value_b, puzzles, 100.0 * weight / mass])
            })
        }))
    }
}
