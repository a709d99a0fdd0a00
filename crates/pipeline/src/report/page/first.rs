//! First screen: the main results in sentences.

use super::{ScaleView, chart::percent, column};
use crate::report::{hardest::HARDEST, kept::KeptRow, rules::RULES};

/// Percentage of the puzzles for which the sentence gives a highest rating.
const MOST: f64 = 99.0;

impl ScaleView<'_> {
    /// Returns the sentence `solves all of the puzzles. Singles alone solve 42.4 %; 99.34 % have a rating of
    /// at most 5 (whip[5]). The hardest is line 3937 with rating 11.`
    pub(super) fn sentence(&self) -> String {
        let Some(top) = self.top() else { return "solves none of the puzzles.".to_string() };
        let solved = top.number(column::CUMULATIVE_SHARE);
        let is_all = top.count(column::CUMULATIVE)
            == self.levels.iter().map(|row| row.count(column::PUZZLES)).sum::<u64>();
        let mut text = match is_all {
            true => "solves all of the puzzles.".to_string(),
            false => format!("solves {} of the puzzles.", percent(solved)),
        };
        let mut parts = Vec::new();
        let singles = self.levels.first().filter(|row| row.text(column::RATING) == "0");
        if let Some(row) = singles {
            parts.push(format!("Singles alone solve {}", percent(row.number(column::SHARE))));
        }
        let rated = self.levels.iter().filter(|row| row.rating().is_some());
        let mut most = rated.filter(|row| row.number(column::CUMULATIVE_SHARE) >= MOST);
        // Adds nothing if that is the highest rating of all.
        let is_new =
            |row: &&KeptRow| !["0".to_string(), top.text(column::RATING)].contains(&row.text(column::RATING));
        if let Some(row) = most.next().filter(is_new) {
            let rating = row.text(column::RATING);
            let rules: Vec<String> = self.with_rating(&rating).into_iter().take(3).collect();
            let rules = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
            let share = percent(row.number(column::CUMULATIVE_SHARE));
            parts.push(format!("{share} have a rating of at most {rating}{rules}"));
        }
        if !parts.is_empty() {
            text += &format!(" {}.", parts.join("; "));
        }
        if let Some(row) = self.rows(HARDEST.name).first() {
            let (line, rating) = (row.text(column::LINE), row.text(column::RATING));
            text += &match row.rating() {
                Some(_) => format!(" The hardest is line {line} with rating {rating}."),
                None => format!(" One that it does not solve is line {line}."),
            };
        }
        // A number and its percent sign stay on one line.
        text.replace(" %", "\u{a0}%")
    }

    /// Returns the rules of a rating that some path uses.
    fn with_rating(&self, rating: &str) -> Vec<String> {
        let rows = self.rows(RULES.name);
        let on =
            rows.iter().filter(|row| row.text(column::RATING) == rating && row.count(column::PUZZLES) > 0);
        on.map(|row| self.rule(row)).collect()
    }
}
