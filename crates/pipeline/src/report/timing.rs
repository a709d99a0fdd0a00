//! `timing`: microseconds per puzzle by rating. The one report that differs from run to run.

use super::table::{Column, Kind, Value};
use super::{Report, Source};

/// The percentiles printed.
const PERCENTILES: [f64; 6] = [50.0, 90.0, 99.0, 99.9, 99.99, 100.0];

pub(super) const TIMING: Report = Report {
    name: "timing",
    about: "microseconds per puzzle, by rating, of this session (a resumed run does not know the times \
            before): singles, check of uniqueness and the ladder's climb; slowest is the line with the \
            longest time",
    columns: |_| {
        let name = |p: f64| if p == 100.0 { "max us".to_string() } else { format!("p{p} us") };
        let names = PERCENTILES.map(name);
        Column::list(&[
            (Kind::Text, &["scale", "rating"]),
            (Kind::Count, &["puzzles"]),
            (Kind::Number(2), &["mean us"]),
            (Kind::Number(2), &names.each_ref().map(String::as_str)),
            (Kind::Text, &["slowest"]),
        ])
    },
    source: Source::Times(|timing, context, table| {
        let microseconds = |nanoseconds: f64| Value::from(nanoseconds / 1000.0);
        for (at, scale) in context.scales.iter().enumerate() {
            for (end, times) in timing.of(at) {
                let (rating, histogram) = (
                    end.rating().map_or("unrated".into(), |value| scale.unit().text(value)),
                    &times.histogram,
                );
                let mean = microseconds(histogram.mean());
                let percentiles = PERCENTILES.map(|p| microseconds(histogram.value_at_percentile(p) as f64));
                let slowest = context.line_name(times.slowest.line.0);
                let name = scale.name.as_str();
                table.row(&row![name, rating, histogram.len(), mean, percentiles, slowest])?;
            }
        }
        Ok(())
    }),
};
