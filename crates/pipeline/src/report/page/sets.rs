//! Sets of rules used together: a row for each set, dots for its rules, a bar for its puzzles.

use super::chart::{Chart, FONT, To, most_room};
use super::{column, share_and_puzzles};
use crate::report::kept::KeptRow;

/// Draws the sets in the given order. Each of `rules` that is in some set has a column, in the ladder's
/// order.
pub(super) fn sets(title: &str, ladder: &str, rules: &[String], sets: &[KeptRow]) -> String {
    const COLUMN: f64 = 20.0;
    const ROW: f64 = 22.0;
    const BARS: f64 = 130.0;
    let names: Vec<String> = sets.iter().map(|set| set.text(column::RULES)).collect();
    let has = |names: &String, rule: &String| names.split(' ').any(|name| name == rule);
    let rules: Vec<&String> =
        rules.iter().filter(|rule| names.iter().any(|names| has(names, rule))).collect();
    let top = most_room(&rules) + 12.0;
    let labels: Vec<String> = sets.iter().map(share_and_puzzles).collect();
    let left = COLUMN * rules.len() as f64 + 8.0;
    let width = left + BARS + most_room(&labels) + 12.0;
    let mut chart = Chart::new(width, top + ROW * sets.len() as f64 + 4.0, title);
    let middle = |column: usize| COLUMN * (column as f64 + 0.5) + 4.0;
    for (column, rule) in rules.iter().enumerate() {
        chart.upright(middle(column) + 0.35 * FONT, top - 6.0, rule);
    }
    let most = sets.iter().map(|set| set.number(column::SHARE)).fold(0.0, f64::max);
    for (row, set) in sets.iter().enumerate() {
        let y = top + ROW * (row as f64 + 0.5);
        chart.lead(&To::ladder(ladder).and("set", &names[row]));
        if row % 2 == 0 {
            chart.bar(0.0, y - 0.5 * ROW, left, ROW, "band");
        }
        let used: Vec<bool> = rules.iter().map(|rule| has(&names[row], rule)).collect();
        let ends = (used.iter().position(|&used| used), used.iter().rposition(|&used| used));
        if let (Some(first), Some(last)) = ends {
            chart.line((middle(first), y), (middle(last), y), "join");
        }
        for (column, used) in used.into_iter().enumerate() {
            chart.circle(middle(column), y, 5, if used { "dot" } else { "hole" });
        }
        let length = if most > 0.0 { BARS * set.number(column::SHARE) / most } else { 0.0 };
        chart.bar(left, y - 7.0, length.max(1.0), 14.0, "s0");
        chart.text(left + length + 6.0, y + 0.35 * FONT, "start", "", &labels[row]);
        chart.led();
        let name = if names[row].is_empty() { "singles only" } else { &names[row] };
        chart.describe(&format!("{name}: {}", labels[row]));
    }
    chart.html()
}
