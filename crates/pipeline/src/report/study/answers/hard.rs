//! Difficulty of each collection by each scale, and which collections are not hard.

use super::{Answer, Cell, KeptRow, Picture, Questions, Shown, cells, column, head};
use crate::report::page::heat::{Columns, heat};
use crate::report::{means, ratings};
use sudoscope_engine::scale::Unit;

/// Maximum number of rating columns in a heat map; if there are more ratings, neighbours share a column.
const COLUMNS: usize = 24;

impl<'a> Questions<'a> {
    pub(super) fn how_hard(&self) -> Answer {
        let (mut tables, mut pictures) = (Vec::new(), Vec::new());
        let mut sentence = None;
        for scale in self.scales() {
            for (title, unit) in scale.titles().zip(scale.columns.iter().map(|column| column.unit)) {
                let named = matches!(unit, Unit::Named(_));
                let rows: Vec<_> = self.names().filter_map(|it| self.hard_row(&title, it, named)).collect();
                if rows.is_empty() {
                    continue;
                }
                let head = head([
                    "collection",
                    "solved % ± se",
                    "mean of these ± se",
                    "50 % at most",
                    "90 %",
                    "99 %",
                    "highest",
                ]);
                sentence = sentence.or_else(|| self.how_hard_in_short(&title, &rows));
                let rows = rows.into_iter().map(|row| row.cells).collect();
                tables.push(Shown { caption: title.clone(), head, rows });
                pictures.extend(self.rating_map(&title));
            }
        }
        Answer {
            id: "hard",
            title: "How hard".to_string(),
            sentence: sentence.unwrap_or_default(),
            made_by: "tables ratings and means; of one collection: sudoscope report DIR".to_string(),
            pictures,
            tables,
        }
    }

    fn how_hard_in_short(&self, title: &str, rows: &[HardRow]) -> Option<String> {
        let own = rows.iter().find(|row| row.cells[0].text == self.reference())?;
        let solved = rows.iter().filter(|row| row.solved.is_finite());
        let least = solved.min_by(|a, b| a.solved.total_cmp(&b.solved))?;
        let most = match own.cells[5].text.as_str() {
            "–" => format!("{} % are solved", own.cells[1].text),
            most => format!("99 % are rated at most {most}"),
        };
        Some(format!(
            "By {title} the mean rating of {} is {}, and {most}; the smallest share is solved of {}: {} %.",
            self.reference(),
            own.cells[2].text,
            least.cells[0].text,
            least.cells[1].text
        ))
    }

    /// Makes the row of a collection by a column of ratings.
    fn hard_row(&self, title: &str, name: &str, named: bool) -> Option<HardRow> {
        let is_all = |row: &KeptRow| row.text(column::GROUP) == "all";
        let mut levels = self.of(ratings::RATINGS.name, name);
        levels.retain(|row| row.text(column::SCALE) == title && is_all(row));
        let mut means = self.of(means::MEANS.name, name);
        means.retain(|row| row.text(column::NUMBER) == title && is_all(row));
        // Without solved puzzles there is no mean.
        let mean = means.first();
        let rated: Vec<&KeptRow> = levels.iter().filter(|row| row.rating().is_some()).collect();
        let top = rated.last();
        if top.is_none() && mean.is_none() {
            return None;
        }
        let up_to = |share: f64| {
            let enough = rated.iter().find(|row| row.number(column::CUMULATIVE_SHARE) >= share - 5e-4);
            enough.map_or("–".to_string(), |row| row.text(column::RATING))
        };
        let none = || "–".to_string();
        let mean_text = mean.filter(|_| !named).map_or_else(none, |mean| mean.with_error(column::MEAN, 3));
        let solved = top.map_or("–".to_string(), |row| row.with_error(column::CUMULATIVE_SHARE, 2));
        let highest = match (top, mean) {
            (Some(row), Some(_)) => row.text(column::RATING),
            (None, Some(mean)) => mean.text(column::MOST),
            _ => none(),
        };
        let [half, most, nearly] = [50.0, 90.0, 99.0].map(up_to);
        let cells = cells([name.to_string(), solved, mean_text, half, most, nearly, highest]);
        Some(HardRow { cells, solved: top.map_or(f64::NAN, |row| row.number(column::CUMULATIVE_SHARE)) })
    }

    /// Draws the shares of each rating in each collection.
    fn rating_map(&self, title: &str) -> Option<Picture> {
        let mut rows = self.tables.rows(ratings::RATINGS.name);
        rows.retain(|row| row.text(column::SCALE) == title && row.text(column::GROUP) == "all");
        let mut ends: Vec<(f64, String)> = Vec::new();
        for row in rows.iter().filter(|row| row.count(column::PUZZLES) > 0) {
            let end = (row.rating().unwrap_or(f64::MAX), row.text(column::RATING));
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        if ends.is_empty() {
            return None;
        }
        let (ratings, others) = ends.split_at(ends.partition_point(|end| end.0 < f64::MAX));
        let together = ratings.chunks(ratings.len().div_ceil(COLUMNS).max(1)).chain(others.chunks(1));
        let columns: Vec<Vec<&str>> =
            together.map(|ends| ends.iter().map(|end| end.1.as_str()).collect()).collect();
        let label = |ends: &Vec<&str>| match ends[..] {
            [first, .., last] => format!("{first}–{last}"),
            [] | [_] => ends.concat(),
        };
        let labels: Vec<String> = columns.iter().map(label).collect();
        let mut names: Vec<String> = Vec::new();
        for row in &rows {
            if !names.contains(&row.text(column::COLLECTION)) {
                names.push(row.text(column::COLLECTION));
            }
        }
        let mut shares = vec![vec![None; columns.len()]; names.len()];
        for row in &rows {
            let y = names.iter().position(|name| *name == row.text(column::COLLECTION));
            let rating = row.text(column::RATING);
            let x = columns.iter().position(|column| column.contains(&rating.as_str()));
            if let (Some(x), Some(y), true) = (x, y, row.count(column::PUZZLES) > 0) {
                *shares[y][x].get_or_insert(0.0) += row.number(column::SHARE);
            }
        }
        let caption = format!("{title}: of the puzzles of a collection, % with each rating");
        let name = labels.iter().all(|label| label.chars().count() < 6).then_some(title);
        let svg = heat(&caption, &names, Columns { name, titles: &labels }, &shares, &|_, _| None);
        Some(Picture { caption, svg })
    }

    pub(super) fn no_harder(&self) -> Option<Answer> {
        let mut rows = self.tables.rows("no-harder");
        rows.retain(|row| row.text(column::OF_REFERENCE) != "50");
        let mut others: Vec<&KeptRow> = rows.iter().collect();
        others.retain(|row| {
            row.text(column::COLLECTION) != self.reference() && row.text(column::OF_REFERENCE) == "99"
        });
        // Only the first scale: by scales that end early, all collections are equally hard.
        let scale = others.first()?.text(column::SCALE);
        others.retain(|row| row.text(column::SCALE) == scale);
        others.sort_by(|a, b| a.number(column::SHARE).total_cmp(&b.number(column::SHARE)));
        let mut ends = vec![*others.first()?, *others.last()?];
        ends.dedup_by_key(|row| row.text(column::COLLECTION));
        let end = |row: &&KeptRow| {
            format!("{} % of {}", row.with_error(column::SHARE, 2), row.text(column::COLLECTION))
        };
        let ends: Vec<String> = ends.iter().map(end).collect();
        let sentence =
            format!("By {scale}, {} are no harder than 99 % of {}.", ends.join(" and "), self.reference());
        let row = |row: &KeptRow| {
            let names = [column::COLLECTION, column::SCALE].map(|it| row.text(it));
            let limit = format!(
                "{} % of {}: at most {}",
                row.text(column::OF_REFERENCE),
                self.reference(),
                row.text(column::RATING)
            );
            let [collection, scale] = names;
            cells([collection, scale, limit, row.text(column::PUZZLES), row.with_error(column::SHARE, 3)])
        };
        Some(Answer {
            id: "no-harder",
            title: "Who is not hard".to_string(),
            sentence,
            made_by: "table no-harder; made of the tables ratings of both".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head(["collection", "scale", "no harder than", "puzzles", "% ± se"]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }],
        })
    }
}

/// Difficulty of a collection by a scale.
struct HardRow {
    cells: Vec<Cell>,
    /// Share of solved puzzles in percent; NaN if not known.
    solved: f64,
}
