//! Puzzles by rating: bars for each ladder, and one curve each of what is solved up to a rating.

use super::chart::{Anchor, Axis, Chart, FONT, SERIES, WIDTH, axes, most_room, percent, room};
use crate::report::kept::Tables;

/// A rung of a ladder, or a word for puzzles without rating.
pub(super) struct Level {
    pub name: String,
    pub rung: Option<f64>,
    pub puzzles: u64,
    pub share: f64,
    pub cumulative: Option<f64>,
}

impl Level {
    /// The levels of a ladder, all puzzles together.
    pub(super) fn of(tables: &Tables, ladder: &str) -> Vec<Level> {
        let rows = tables.rows("levels", &[("ladder", ladder), ("clues", "all")]);
        rows.map(|row| Level {
            rung: row.rating("rung"),
            name: row.text("rung"),
            puzzles: row.count("puzzles"),
            share: row.number("%"),
            cumulative: Some(row.number("cumulative %")).filter(|share| share.is_finite()),
        })
        .collect()
    }
}

/// Rows of bars: one for each rating, those without one last.
pub(super) fn bars(ladder: &str, levels: &[Level]) -> String {
    let rows: Vec<(&str, String, f64)> = levels
        .iter()
        .map(|level| {
            let label = format!("{} · {}", percent(level.share), level.puzzles);
            (level.name.as_str(), label, level.share)
        })
        .collect();
    let title = format!("Puzzles by rating {ladder}");
    rows_of_bars(&title, &rows, "s0")
}

/// A bar for each row, its name before it and its label after it.
pub(super) fn rows_of_bars(title: &str, rows: &[(&str, String, f64)], class: &str) -> String {
    const ROW: f64 = 20.0;
    let names = most_room(rows.iter().map(|row| row.0)) + 8.0;
    let labels = most_room(rows.iter().map(|row| row.1.as_str())) + 8.0;
    let most = rows.iter().map(|row| row.2).fold(0.0, f64::max);
    let width = WIDTH.max(names + labels + 120.0);
    let scale = Axis { from: (0.0, most), to: (0.0, width - names - labels) };
    let mut chart = Chart::new(width, ROW * rows.len() as f64 + 4.0, title);
    for (k, (name, label, share)) in rows.iter().enumerate() {
        let y = ROW * k as f64 + 2.0;
        chart.text(names - 6.0, y + 0.5 * ROW + 0.35 * FONT, Anchor::End, "", name);
        chart.bar(names, y + 2.0, scale.at(*share).max(1.0), ROW - 4.0, class);
        let end = names + scale.at(*share) + 6.0;
        chart.text(end, y + 0.5 * ROW + 0.35 * FONT, Anchor::Start, "", label);
        chart.describe(&format!("{name}: {label}"));
    }
    chart.html()
}

/// What is solved up to each rating, a curve for each ladder.
pub(super) fn cumulative(ladders: &[(&str, Vec<Level>)]) -> String {
    let rungs = ladders.iter().flat_map(|(_, levels)| levels).filter_map(|level| level.rung);
    let x = Axis { from: (0.0, rungs.fold(1.0, f64::max)), to: (40.0, WIDTH - 12.0) };
    let y = Axis { from: (0.0, 100.0), to: (250.0, 28.0) };
    let mut chart = Chart::new(WIDTH, 288.0, "Share of puzzles solved up to each rating");
    axes(&mut chart, x, y, ("rating", "solved, %"), true);
    for (series, (ladder, levels)) in ladders.iter().enumerate().take(SERIES) {
        let rated = levels.iter().filter_map(|level| Some((level.rung?, level.cumulative?)));
        let points: Vec<(f64, f64)> =
            rated.map(|(rung, share)| (x.at(rung), y.at(share))).collect();
        chart.curve(&points, &format!("s{series}"));
        points.iter().for_each(|&point| chart.mark(point, series));
        let values: Vec<String> = levels
            .iter()
            .filter_map(|level| {
                level.rung?;
                Some(format!("{} {}", level.name, percent(level.cumulative?)))
            })
            .collect();
        chart.describe(&format!("{ladder}: {}", values.join(", ")));
    }
    debug_assert!(room("100") < 40.0);
    chart.html()
}
