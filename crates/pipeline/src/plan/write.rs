//! The files of a plan.

use super::PlannedDay;
use crate::input::BOARD;
use crate::report::{Context, Ending, csv_row, endings};
use sudoscope_engine::scale::{Scale, Unit};

impl PlannedDay {
    /// Returns the day in words: `Week 2, Monday`.
    pub fn title(&self) -> String {
        format!("Week {}, {}", self.week + 1, self.day.name())
    }

    /// Returns the name of its file in a plan of `weeks` weeks; the names sort in the order of the days.
    pub fn file_name(&self, weeks: usize) -> String {
        let (week, width) = (self.week + 1, weeks.to_string().len());
        format!("week-{week:0width$}-{}-{}.csv", self.day.number(), self.day.short())
    }

    /// Returns its puzzles as CSV: `day,puzzle,stars,technique`, the board if it is not the plain one, the
    /// ratings by each scale, the line, and the columns that the run kept. Stars and the hardest technique
    /// are by the scale with this number; a scale whose ratings have no names gives no stars.
    pub fn csv(&self, context: &Context, by: usize) -> Vec<u8> {
        let Context { header, scales, .. } = *context;
        let mut text = Vec::new();
        let own = ["day", "puzzle", "stars", "technique"].map(String::from).into_iter();
        let board = header.board.as_ref().map(|board| board.to_string());
        let own = own.chain(board.as_ref().map(|_| BOARD.to_string()));
        let kept = header.keep.iter().map(|column| match &board {
            Some(_) if column.name == BOARD => format!("{BOARD} (kept)"),
            _ => column.name.clone(),
        });
        let head = own.chain(scales.iter().flat_map(Scale::titles)).chain(["line".to_string()]).chain(kept);
        csv_row(&mut text, &head.collect::<Vec<_>>());
        for row in &self.rows {
            let climb = &row.climbs[by];
            let hardest = scales[by].hardest_of(climb).map(|item| scales[by].called(&scales[by].items[item]));
            let stars = match (scales[by].unit(), climb.outcome.column(0).rating()) {
                (Unit::Named(_), Some(rating)) => "★".repeat(rating as usize + 1),
                _ => String::new(),
            };
            let mut fields = vec![self.title(), context.puzzle_text(row), stars, hardest.unwrap_or_default()];
            fields.extend(board.clone());
            for (scale, climb) in scales.iter().zip(&row.climbs) {
                fields.extend(endings(scale, climb).map(Ending::text));
            }
            fields.push(context.line_name(row.at()));
            fields.extend(row.kept.iter().cloned());
            csv_row(&mut text, &fields);
        }
        text
    }
}
