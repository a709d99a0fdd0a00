//! What is told of a run on standard output: how many puzzles, and a table of ratings for each ladder.

use super::End;
use std::collections::BTreeMap;
use sudoscope::report::{Context, cell_of};
use sudoscope::run::{Row, TimedEnd, Timing};
use sudoscope::solve::Status;

/// Puzzles by status, and by cell of each ladder.
#[derive(Default)]
pub struct Summary {
    statuses: BTreeMap<&'static str, u64>,
    cells: Vec<BTreeMap<(usize, String), u64>>,
}

impl Summary {
    pub fn add(&mut self, row: &Row) {
        *self.statuses.entry(row.status.name()).or_default() += 1;
        self.cells.resize_with(self.cells.len().max(row.climbs.len()), BTreeMap::new);
        for (cells, climb) in self.cells.iter_mut().zip(&row.climbs) {
            let cell = cell_of(climb.outcome);
            // Numbers sort by value, words after them.
            *cells.entry((cell.parse().unwrap_or(usize::MAX), cell)).or_default() += 1;
        }
    }

    /// All puzzles.
    pub fn puzzles(&self) -> u64 {
        self.statuses.values().sum()
    }

    /// Those that were not rated.
    pub fn rejects(&self) -> u64 {
        [Status::Invalid, Status::NoSolution, Status::MultipleSolutions]
            .map(|status| self.statuses.get(status.name()).copied().unwrap_or(0))
            .iter()
            .sum()
    }

    /// How a run with these rows ends.
    pub fn end(&self) -> End {
        if self.rejects() > 0 { End::Rejects } else { End::Complete }
    }

    /// The table of each ladder. A run that was resumed knows the times since then only, and says so.
    pub fn tables(&self, context: &Context, resumed: bool) -> String {
        let mut text = String::new();
        for (at, (ladder, cells)) in context.ladders.iter().zip(&self.cells).enumerate() {
            text += &format!("\n{} = {}\n", ladder.name, ladder.definition);
            text += &format!("{:>10} {:>12} {:>9} {:>9}\n", "rating", "puzzles", "%", "cum. %");
            let whole: u64 = cells.values().sum();
            let share = |part: u64| 100.0 * part as f64 / whole as f64;
            let mut cumulative = 0;
            for ((_, cell), &puzzles) in cells {
                cumulative += puzzles;
                let cell = if cell.is_empty() { "none" } else { cell };
                let (one, all) = (share(puzzles), share(cumulative));
                text += &format!("{cell:>10} {puzzles:>12} {one:>9.3} {all:>9.3}\n");
            }
            let slowest = context.timing.and_then(|timing: &Timing| timing.slowest(at));
            if let Some((end, slowest)) = slowest {
                let since = if resumed { " since resumed" } else { "" };
                let (file, line) = slowest.line();
                let line = context.line_name(file, line);
                let rating = match end {
                    TimedEnd::Rung(rung) => format!("rating {rung}"),
                    TimedEnd::Unrated => end.to_string(),
                };
                let time = slowest.time.as_secs_f64() * 1e3;
                text += &format!("slowest{since}: line {line}, {rating}, {time:.2} ms\n");
            }
        }
        text
    }
}
