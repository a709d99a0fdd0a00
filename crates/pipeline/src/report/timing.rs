//! `timing`: microseconds per puzzle by rating, the one report that differs from run to run.

use super::columns::*;
use super::table::Value;
use super::{Report, Source};

/// Percentiles printed.
const PERCENTILES: [(f64, Named<f64>); 6] =
    [(50.0, HALF), (90.0, NINETY), (99.0, NINETY_NINE), (99.9, P999), (99.99, P9999), (100.0, LONGEST)];

pub(super) const TIMING: Report = Report {
    name: "timing",
    about: "microseconds per puzzle, by rating, of this session (a resumed run does not know the times \
            before): singles, check of uniqueness and the ladder's climb; slowest is the line with the \
            longest time",
    columns: |_| {
        let mut percentiles = Vec::new();
        PERCENTILES.iter().for_each(|(_, column)| column.add_to(&mut percentiles));
        columns![SCALE, RATING, PUZZLES, MEAN_TIME, percentiles, SLOWEST]
    },
    joins: None,
    source: Source::Times(|timing, context, table| {
        let microseconds = |nanoseconds: f64| Value::from(nanoseconds / 1000.0);
        for (at, scale) in context.scales.iter().enumerate() {
            for (end, times) in timing.of(at) {
                let (rating, histogram) = (
                    end.rating().map_or("unrated".into(), |value| scale.unit().text(value)),
                    &times.histogram,
                );
                let mean = microseconds(histogram.mean());
                let percentiles =
                    PERCENTILES.map(|(p, _)| microseconds(histogram.value_at_percentile(p) as f64));
                let slowest = context.line_name(times.slowest.line.0);
                let name = scale.name.as_str();
                table.row(&row![name, rating, histogram.len(), mean, percentiles, slowest])?;
            }
        }
        Ok(())
    }),
};
