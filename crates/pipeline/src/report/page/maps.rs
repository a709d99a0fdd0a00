//! Two ladders on the same puzzles: which puzzles only one ladder solves, and how the ratings agree.

use super::chart::{To, percent};
use super::{PageView, column, heat::Columns, heat::heat};
use crate::report::{kept::KeptRow, map::MAP};

/// Maximum number of pairs of ladders drawn, and of ends of one ladder in a map.
const PAIRS: usize = 6;
const ENDS: usize = 80;

/// Comparison of two ladders.
pub(super) struct LadderMap {
    pub names: String,
    pub sentence: String,
    pub picture: String,
}

impl PageView<'_> {
    /// Compares the first pairs of ladders.
    pub(super) fn maps(&self) -> Vec<LadderMap> {
        let rows = self.tables.rows(MAP.name);
        let mut pairs: Vec<(String, String)> = Vec::new();
        for row in &rows {
            let pair = (row.text(column::A), row.text(column::B));
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let of = |(a, b): &(String, String)| -> Vec<KeptRow> {
            let is_of = |row: &&KeptRow| row.text(column::A) == *a && row.text(column::B) == *b;
            rows.iter().filter(is_of).copied().collect()
        };
        pairs.iter().take(PAIRS).map(|pair| map(&pair.0, &pair.1, &of(pair))).collect()
    }
}

/// Whether an end is a rating.
fn is_solved(end: &str) -> bool {
    !["unsolved", "budget"].contains(&end)
}

fn map(a: &str, b: &str, rows: &[KeptRow]) -> LadderMap {
    let share = |by_a: bool, by_b: bool| {
        let of = rows.iter().filter(|row| {
            is_solved(&row.text(column::END_A)) == by_a && is_solved(&row.text(column::END_B)) == by_b
        });
        let (puzzles, share) = of.fold((0, 0.0), |(puzzles, share), row| {
            (puzzles + row.count(column::PUZZLES), share + row.number(column::SHARE))
        });
        // Rounded, so that a sum of all shares is 100 % despite rounding errors.
        format!("{puzzles} ({})", percent((share * 1e6).round() / 1e6))
    };
    let sentence = format!(
        "Both solve {}; only {a} solves {}, only {b} {}; neither {}.",
        share(true, true),
        share(true, false),
        share(false, true),
        share(false, false)
    );
    // Rows are in order of the first end, then of the second.
    let mut ends: [Vec<String>; 2] = Default::default();
    for (ends, column) in ends.iter_mut().zip([column::END_A, column::END_B]) {
        for row in rows {
            if !ends.contains(&row.text(column)) {
                ends.push(row.text(column));
            }
        }
        let order = |end: &String| match end.parse::<f64>() {
            Ok(rating) => (0, rating),
            _ => (if is_solved(end) { 0 } else { 1 }, 0.0),
        };
        ends.sort_by(|x, y| order(x).partial_cmp(&order(y)).unwrap_or(std::cmp::Ordering::Equal));
    }
    let [down, across] = &ends;
    let mut cells = vec![vec![None; across.len()]; down.len()];
    let mut first = vec![vec![String::new(); across.len()]; down.len()];
    for row in rows {
        let place = |ends: &[String], column| ends.iter().position(|end| *end == row.text(column));
        if let (Some(x), Some(y)) = (place(across, column::END_B), place(down, column::END_A)) {
            cells[y][x] = Some(row.number(column::SHARE));
            first[y][x] = row.text(column::FIRST);
        }
    }
    let title = format!("Ratings by {a} (down) and by {b} (across), % of the puzzles");
    let lead = |y: usize, x: usize| Some(To::ladder(a).and("line", &first[y][x]));
    let name = (across.iter().all(|end| end.len() < 6)).then_some(b);
    let picture = match down.len().max(across.len()) {
        ..=ENDS => heat(&title, down, Columns { name, titles: across }, &cells, &lead),
        _ => String::new(),
    };
    LadderMap { names: format!("{a} (down) and {b} (across)"), sentence, picture }
}
