//! `timing.csv`: microseconds per puzzle by rung. The one report that differs from run to run.

use super::{Context, Fold, Report, Table};
use crate::pipeline::Times;
use crate::record::Row;

pub(super) struct TimesByRung;

/// The percentiles told.
const PERCENTILES: [f64; 6] = [50.0, 90.0, 99.0, 99.9, 99.99, 100.0];

impl Report for TimesByRung {
    fn file(&self) -> &'static str {
        "timing.csv"
    }

    fn about(&self) -> &'static str {
        "microseconds per puzzle, by rung, of this session (a resumed run does not know the times before): \
         singles, check of uniqueness and the ladder's climb; slowest is the line with the longest time"
    }

    fn columns(&self, _: &Context) -> Vec<String> {
        let fixed = ["ladder", "rung", "puzzles", "mean us"].map(str::to_string);
        let percentiles =
            PERCENTILES.map(|p| if p == 100.0 { "max us".into() } else { format!("p{p} us") });
        fixed.into_iter().chain(percentiles).chain(["slowest".to_string()]).collect()
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        Box::new(TimeRows { context })
    }
}

struct TimeRows<'a> {
    context: &'a Context<'a>,
}

impl Fold for TimeRows<'_> {
    fn row(&mut self, _: &Row, _: &mut Table) -> csv::Result<()> {
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> csv::Result<()> {
        let microseconds = |nanoseconds: f64| format!("{:.2}", nanoseconds / 1000.0);
        for (at, ladder) in self.context.ladders.iter().enumerate() {
            for (end, Times { histogram, slowest }) in self.context.timing.of(at) {
                let (file, line) = slowest.line();
                let mut fields =
                    vec![ladder.name.clone(), end.to_string(), histogram.len().to_string()];
                fields.push(microseconds(histogram.mean()));
                fields.extend(
                    PERCENTILES.map(|p| microseconds(histogram.value_at_percentile(p) as f64)),
                );
                fields.push(self.context.line_name(file, line));
                table.write_record(fields)?;
            }
        }
        Ok(())
    }
}
