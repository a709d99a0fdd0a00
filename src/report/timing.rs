//! `timing.csv`: microseconds per puzzle by rung. The one report that differs from run to run.

use super::{Context, Fold, Report, Table};
use crate::pipeline::TimedEnd;
use crate::record::Row;

pub(super) struct Times;

/// The percentiles told.
const PERCENTILES: [f64; 6] = [50.0, 90.0, 99.0, 99.9, 99.99, 100.0];

impl Report for Times {
    fn file(&self) -> &'static str {
        "timing.csv"
    }

    fn about(&self) -> &'static str {
        "microseconds per puzzle, by rung, of this session (a resumed run does not know the times before): \
         singles, check of uniqueness and the ladder's climb"
    }

    fn columns(&self, _: &Context) -> Vec<String> {
        let fixed = ["ladder", "rung", "puzzles", "mean us"].map(str::to_string);
        let percentiles =
            PERCENTILES.map(|p| if p == 100.0 { "max us".into() } else { format!("p{p} us") });
        fixed.into_iter().chain(percentiles).collect()
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
            for (end, histogram) in self.context.timing.of(at) {
                let rung = match end {
                    TimedEnd::Rung(rung) => rung.to_string(),
                    TimedEnd::Unrated => "unrated".to_string(),
                };
                let mut fields = vec![ladder.name.clone(), rung, histogram.len().to_string()];
                fields.push(microseconds(histogram.mean()));
                fields.extend(
                    PERCENTILES.map(|p| microseconds(histogram.value_at_percentile(p) as f64)),
                );
                table.write_record(fields)?;
            }
        }
        Ok(())
    }
}
