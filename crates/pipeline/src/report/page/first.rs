//! The first screen: what was found out, in sentences.

use super::{ScaleView, chart::percent};

/// Of the puzzles that the sentence calls most.
const MOST: f64 = 99.0;

impl ScaleView<'_> {
    /// `solves all of the puzzles. Singles alone solve 42.4 %; 99.34 % have a rating of at most 5 (whip[5]).
    /// The hardest is line 3937 with rating 11.`
    pub(super) fn sentence(&self) -> String {
        let Some(top) = self.top() else { return "solves none of the puzzles.".to_string() };
        let solved = top.number("cumulative %");
        let is_all =
            top.count("cumulative") == self.levels.iter().map(|row| row.count("puzzles")).sum::<u64>();
        let mut text = match is_all {
            true => "solves all of the puzzles.".to_string(),
            false => format!("solves {} of the puzzles.", percent(solved)),
        };
        let mut parts = Vec::new();
        let singles = self.levels.first().filter(|row| row.text("rating") == "0");
        if let Some(row) = singles {
            parts.push(format!("Singles alone solve {}", percent(row.number("%"))));
        }
        let rated = self.levels.iter().filter(|row| row.rating("rating").is_some());
        let mut most = rated.filter(|row| row.number("cumulative %") >= MOST);
        if let Some(row) = most.next().filter(|row| row.text("rating") != "0") {
            let rating = row.text("rating");
            let rules: Vec<String> = self.with_rating(&rating).into_iter().take(3).collect();
            let rules = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
            let share = percent(row.number("cumulative %"));
            parts.push(format!("{share} have a rating of at most {rating}{rules}"));
        }
        if !parts.is_empty() {
            text += &format!(" {}.", parts.join("; "));
        }
        if let Some(row) = self.rows("hardest").first() {
            let (line, rating) = (row.text("line"), row.text("rating"));
            text += &match row.rating("rating") {
                Some(_) => format!(" The hardest is line {line} with rating {rating}."),
                None => format!(" One that it does not solve is line {line}."),
            };
        }
        // A number and its sign stay on one line.
        text.replace(" %", "\u{a0}%")
    }

    /// The rules of a rating that some path uses.
    fn with_rating(&self, rating: &str) -> Vec<String> {
        let rows = self.rows("rules");
        let on = rows.iter().filter(|row| row.text("rating") == rating && row.count("puzzles") > 0);
        on.map(|row| row.rule()).collect()
    }
}
