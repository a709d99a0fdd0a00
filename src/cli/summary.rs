//! Printed summary of a run: where its reports are, and a table of ratings for each column of a scale.

use std::path::Path;
use sudoscope::report::{Context, Destination, Ending, Format, Summary};
use sudoscope::scale::{Outcome, Unit};

/// Returns the tables of each ladder. A resumed run knows only the times since then, and says so.
pub fn tables(summary: &Summary, context: &Context, resumed: bool) -> String {
    let mut text = String::new();
    if let Some(board) = &context.header.board {
        text += &format!("\nboard {board}\n");
    }
    for (at, scale) in context.scales.iter().enumerate() {
        for (k, (title, column)) in scale.titles().zip(&scale.columns).enumerate() {
            let ends = summary.ends(at, k);
            // A sum or an estimate has nearly as many values as there are puzzles.
            if !ends.is_empty() && column.aspect.has_classes() {
                text += &format!("\n{title} = {}\n{}", scale.definition, table(ends, column.unit));
            }
        }
        if let Some((end, slowest)) = context.timing.and_then(|timing| timing.slowest(at)) {
            let since = if resumed { " since resumed" } else { "" };
            let line = context.line_name(slowest.line.0);
            let rating = match end.rating() {
                Some(value) => format!("rating {}", scale.unit().text(value)),
                None => "unrated".to_string(),
            };
            let time = slowest.time.as_secs_f64() * 1e3;
            text += &format!("slowest{since}: line {line}, {rating}, {time:.2} ms\n");
        }
    }
    text
}

/// Returns the table of one column.
fn table(ends: Vec<(Outcome<u32>, u64)>, unit: Unit) -> String {
    let mut text = format!("{:>10} {:>12} {:>9} {:>9}\n", "rating", "puzzles", "%", "cum. %");
    let whole: u64 = ends.iter().map(|end| end.1).sum();
    let share = |part: u64| 100.0 * part as f64 / whole as f64;
    let mut cumulative = 0;
    for (end, puzzles) in ends {
        cumulative += puzzles;
        let cell = Some(Ending { end, unit }.text()).filter(|cell| !cell.is_empty());
        let cell = cell.as_deref().unwrap_or("none");
        let (one, all) = (share(puzzles), share(cumulative));
        text += &format!("{cell:>10} {puzzles:>12} {one:>9.3} {all:>9.3}\n");
    }
    text
}

pub fn names_of_reports(directory: &Path, formats: &[&'static Format]) -> String {
    let tables: String = formats.iter().map(|format| format!(", *.{}", format.name)).collect();
    format!("{}{tables}", Destination::page_of(directory).display())
}
