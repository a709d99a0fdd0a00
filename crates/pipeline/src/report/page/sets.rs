//! Which rules are used together: a row for each set, dots for its rules, a bar for its puzzles.

use super::chart::{Anchor, Chart, FONT, most_room, percent};

/// A set of rules, the puzzles that use just these, and their share in percent.
pub(super) struct Set<'a> {
    pub rules: Vec<&'a str>,
    pub puzzles: u64,
    pub share: f64,
}

/// The sets in the order given; `rules` are the columns.
pub(super) fn sets(title: &str, rules: &[&str], sets: &[Set]) -> String {
    const COLUMN: f64 = 20.0;
    const ROW: f64 = 22.0;
    const BARS: f64 = 130.0;
    let top = most_room(rules.iter().copied()) + 12.0;
    let labels: Vec<String> =
        sets.iter().map(|set| format!("{} · {}", percent(set.share), set.puzzles)).collect();
    let left = COLUMN * rules.len() as f64 + 8.0;
    let width = left + BARS + most_room(labels.iter().map(String::as_str)) + 12.0;
    let mut chart = Chart::new(width, top + ROW * sets.len() as f64 + 4.0, title);
    let middle = |column: usize| COLUMN * (column as f64 + 0.5) + 4.0;
    for (column, rule) in rules.iter().enumerate() {
        chart.upright(middle(column) + 0.35 * FONT, top - 6.0, rule);
    }
    let most = sets.iter().map(|set| set.share).fold(0.0, f64::max);
    for (row, (set, label)) in sets.iter().zip(&labels).enumerate() {
        let y = top + ROW * (row as f64 + 0.5);
        if row % 2 == 0 {
            chart.bar(0.0, y - 0.5 * ROW, left, ROW, "band");
        }
        let used: Vec<usize> =
            (0..rules.len()).filter(|&column| set.rules.contains(&rules[column])).collect();
        if let (Some(&first), Some(&last)) = (used.first(), used.last()) {
            chart.line((middle(first), y), (middle(last), y), "join");
        }
        for column in 0..rules.len() {
            let class = if used.contains(&column) { "dot" } else { "hole" };
            let x = middle(column);
            chart.add(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"{class}\"/>"
            ));
        }
        let length = if most > 0.0 { BARS * set.share / most } else { 0.0 };
        chart.bar(left, y - 7.0, length.max(1.0), 14.0, "s0");
        chart.text(left + length + 6.0, y + 0.35 * FONT, Anchor::Start, "", label);
        let named = if set.rules.is_empty() { "singles only".into() } else { set.rules.join(" ") };
        chart.describe(&format!("{named}: {label}"));
    }
    chart.html()
}
