//! Rules against ratings, or against each other: the darker, the more puzzles.

use super::chart::{Anchor, Chart, FONT, most_room};

/// The columns: what they are called, and how that is written.
#[derive(Clone, Copy)]
pub(super) enum Columns<'a> {
    /// Short names, and one for them all.
    Flat(&'a str, &'a [String]),
    /// Names written upwards.
    Upright(&'a [String]),
}

/// A row for each rule; shares in percent.
pub(super) fn heat(
    title: &str,
    rules: &[&str],
    columns: Columns,
    share: impl Fn(usize, usize) -> Option<f64>,
) -> String {
    const CELL: (f64, f64) = (36.0, 22.0);
    let left = most_room(rules.iter().copied()) + 10.0;
    let (names, top) = match columns {
        Columns::Flat(_, names) => (names, 2.0 * FONT + 12.0),
        Columns::Upright(names) => (names, most_room(names.iter().map(String::as_str)) + 12.0),
    };
    let width = left + CELL.0 * names.len() as f64 + 4.0;
    let mut chart =
        Chart::new(width.max(left + 60.0), top + CELL.1 * rules.len() as f64 + 4.0, title);
    if let Columns::Flat(name, _) = columns {
        chart.text(left, FONT, Anchor::Start, "name", name);
    }
    for (column, name) in names.iter().enumerate() {
        let x = left + CELL.0 * (column as f64 + 0.5);
        match columns {
            Columns::Flat(..) => chart.text(x, top - 6.0, Anchor::Middle, "", name),
            Columns::Upright(_) => chart.upright(x + 0.35 * FONT, top - 6.0, name),
        }
    }
    for (row, rule) in rules.iter().enumerate() {
        let y = top + CELL.1 * row as f64;
        let line = y + 0.5 * CELL.1 + 0.35 * FONT;
        chart.text(left - 6.0, line, Anchor::End, "", rule);
        let mut values = Vec::new();
        for (column, name) in names.iter().enumerate() {
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
            values.push(format!("{name} {label} %"));
        }
        chart.describe(&format!("{rule}: {}", values.join(", ")));
    }
    chart.html()
}
