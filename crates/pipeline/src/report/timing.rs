//! `timing`: microseconds per puzzle by rung. The one report that differs from run to run.

use super::{Column, Context, Fold, Kind, Report, Table, Value};
use crate::run::{Row, Times};
use std::io;

pub(super) struct TimesByRung;

/// The percentiles printed.
const PERCENTILES: [f64; 6] = [50.0, 90.0, 99.0, 99.9, 99.99, 100.0];

impl Report for TimesByRung {
    fn name(&self) -> &'static str {
        "timing"
    }

    fn about(&self) -> &'static str {
        "microseconds per puzzle, by rung, of this session (a resumed run does not know the times before): \
         singles, check of uniqueness and the ladder's climb; slowest is the line with the longest time"
    }

    fn is_known(&self, context: &Context) -> bool {
        context.timing.is_some()
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["ladder", "rung"]);
        columns.push(Column::new("puzzles", Kind::Count));
        columns.push(Column::new("mean us", Kind::Number(2)));
        let name = |p: f64| if p == 100.0 { "max us".to_string() } else { format!("p{p} us") };
        columns.extend(PERCENTILES.map(|p| Column::new(name(p), Kind::Number(2))));
        columns.push(Column::new("slowest", Kind::Text));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(TimeRows { context })
    }
}

struct TimeRows<'a> {
    context: &'a Context<'a>,
}

impl Fold for TimeRows<'_> {
    fn row(&mut self, _: &Row, _: &mut Table) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        let Some(timing) = self.context.timing else { return Ok(()) };
        let microseconds = |nanoseconds: f64| nanoseconds / 1000.0;
        for (at, scale) in self.context.scales.iter().enumerate() {
            for (end, Times { histogram, slowest }) in timing.of(at) {
                let mean = microseconds(histogram.mean());
                let mut values =
                    row![scale.name.as_str(), end.text(scale.unit()), histogram.len(), mean]
                        .to_vec();
                values.extend(
                    PERCENTILES.map(|p| {
                        Value::from(microseconds(histogram.value_at_percentile(p) as f64))
                    }),
                );
                values.push(self.context.line_name(slowest.line()).into());
                table.row(&values)?;
            }
        }
        Ok(())
    }
}
