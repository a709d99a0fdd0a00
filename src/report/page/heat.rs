//! Rules against ratings: the darker, the more puzzles of a rating use the rule.

use super::chart::{Anchor, Chart, FONT, most_room};

/// A row for each rule, a column for each rating; shares in percent.
pub(super) fn heat(
    title: &str,
    rules: &[&str],
    ratings: &[String],
    share: impl Fn(usize, usize) -> Option<f64>,
) -> String {
    const CELL: (f64, f64) = (36.0, 22.0);
    let left = most_room(rules.iter().copied()) + 10.0;
    let top = 2.0 * FONT + 12.0;
    let width = left + CELL.0 * ratings.len() as f64 + 4.0;
    let mut chart =
        Chart::new(width.max(left + 60.0), top + CELL.1 * rules.len() as f64 + 4.0, title);
    chart.text(left, FONT, Anchor::Start, "name", "rating");
    for (column, rating) in ratings.iter().enumerate() {
        let x = left + CELL.0 * (column as f64 + 0.5);
        chart.text(x, top - 6.0, Anchor::Middle, "", rating);
    }
    for (row, rule) in rules.iter().enumerate() {
        let y = top + CELL.1 * row as f64;
        let line = y + 0.5 * CELL.1 + 0.35 * FONT;
        chart.text(left - 6.0, line, Anchor::End, "", rule);
        let mut told = Vec::new();
        for (column, rating) in ratings.iter().enumerate() {
            let Some(share) = share(row, column) else { continue };
            let x = left + CELL.0 * column as f64;
            // Never so dark that the number cannot be read.
            let shade = 0.06 + 0.0054 * share;
            let (width, height) = (CELL.0 - 2.0, CELL.1 - 2.0);
            chart.add(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width}\" height=\"{height}\" class=\"s0\" fill-opacity=\"{shade:.3}\"/>",
                x + 1.0,
                y + 1.0
            ));
            let label = if share < 0.5 { "<1".to_string() } else { format!("{share:.0}") };
            chart.text(x + 0.5 * CELL.0, line, Anchor::Middle, "small", &label);
            told.push(format!("{rating} {label} %"));
        }
        chart.tell(&format!("{rule}: {}", told.join(", ")));
    }
    chart.html()
}
