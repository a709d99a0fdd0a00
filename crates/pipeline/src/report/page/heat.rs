//! Heat maps of rules against ratings, or against each other: darker means more puzzles.

use super::chart::{Chart, FONT, To, most_room};

/// The columns of a heat map.
pub(in crate::report) struct Columns<'a> {
    /// A name for them all: their titles are short.
    pub name: Option<&'a str>,
    pub titles: &'a [String],
}

/// A row for each rule, shares in percent. The titles of columns are written as they are if these have a name
/// for them all, otherwise upwards. A cell may lead to examples.
pub(in crate::report) fn heat(
    title: &str, rules: &[String], columns: Columns, shares: &[Vec<Option<f64>>],
    to: &dyn Fn(usize, usize) -> Option<To>,
) -> String {
    const CELL: (f64, f64) = (36.0, 22.0);
    let Columns { name, titles } = columns;
    let left = most_room(rules) + 10.0;
    let top = 12.0 + if name.is_some() { 2.0 * FONT } else { most_room(titles) };
    let width = left + CELL.0 * titles.len() as f64 + 4.0;
    let mut chart = Chart::new(width.max(left + 60.0), top + CELL.1 * rules.len() as f64 + 4.0, title);
    if let Some(name) = name {
        chart.text(left, FONT, "start", "name", name);
    }
    for (column, text) in titles.iter().enumerate() {
        let x = left + CELL.0 * (column as f64 + 0.5);
        match name {
            Some(_) => chart.text(x, top - 6.0, "middle", "", text),
            None => chart.upright(x + 0.35 * FONT, top - 6.0, text),
        }
    }
    for (row, rule) in rules.iter().enumerate() {
        let y = top + CELL.1 * row as f64;
        let line = y + 0.5 * CELL.1 + 0.35 * FONT;
        chart.text(left - 6.0, line, "end", "", rule);
        let mut values = Vec::new();
        for (column, (title, share)) in titles.iter().zip(&shares[row]).enumerate() {
            let Some(share) = share else { continue };
            let x = left + CELL.0 * column as f64;
            let to = to(row, column);
            to.iter().for_each(|to| chart.lead(to));
            // Light enough for the number to be readable.
            let shade = 0.06 + 0.0054 * share;
            chart.add(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{}\" class=\"s0\" \
                 fill-opacity=\"{shade:.3}\"/>",
                x + 1.0,
                y + 1.0,
                CELL.0 - 2.0,
                CELL.1 - 2.0
            ));
            let is_little = *share > 0.0 && *share < 0.5;
            let label = if is_little { "<1".to_string() } else { format!("{share:.0}") };
            chart.text(x + 0.5 * CELL.0, line, "middle", "small", &label);
            to.iter().for_each(|_| chart.led());
            values.push(format!("{title} {label} %"));
        }
        chart.describe(&format!("{rule}: {}", values.join(", ")));
    }
    chart.html()
}
