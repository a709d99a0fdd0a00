//! From a line to its row: the one place where that is done.

use super::ordered::Line;
use super::record::Row;
use crate::input::{LineAt, puzzle_of};
use crate::settings::Settings;
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Climb, Order, Singles, Solver, Status};

/// Rates lines one after another; it keeps its buffers.
///
/// ```
/// use sudoscope_pipeline::run::{Line, LineRater};
/// use sudoscope_engine::scale::Policy;
/// use sudoscope_pipeline::settings::Settings;
///
/// let settings = Settings::new(&["W,B"], Policy::AllAtOnce, Default::default()).unwrap();
/// let text = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
/// let row = LineRater::default().row(&settings, Line::alone(1, text));
/// assert_eq!((row.status.name(), row.climbs.len()), ("ok", 2));
/// ```
#[derive(Default)]
pub struct LineRater(Solver);

/// What was done to the lines of a batch.
pub(super) enum Event<'a> {
    /// They are read.
    Read,
    /// The singles of so many puzzles are played.
    Played(usize),
    /// One is checked; now it is climbed, if it has one solution.
    Checked,
    /// The ladder of this number was climbed by the puzzle of this line, with what rules prove applied in this order.
    Climbed(LineAt, usize, &'a Climb, Order),
}

impl LineRater {
    /// Of one thread of a crew.
    pub(super) fn of_crew(crew: Arc<dyn Crew>) -> LineRater {
        LineRater(Solver::of_crew(crew))
    }

    /// The row of a line.
    pub fn row(&mut self, settings: &Settings, line: Line) -> Row {
        let mut row = read(line);
        if row.error.is_none() {
            let singles = Singles::of(row.puzzle.grid());
            self.rate(settings, &mut row, singles, &mut |_| ());
        }
        row
    }

    /// The rows of some lines.
    pub(super) fn rows<'a>(
        &mut self,
        settings: &Settings,
        lines: impl Iterator<Item = Line<'a>>,
        mut watch: impl FnMut(Event),
    ) -> Vec<Row> {
        let mut rows: Vec<Row> = lines.map(read).collect();
        watch(Event::Read);
        let puzzles = rows.iter().filter(|row| row.error.is_none()).map(|row| row.puzzle);
        let singles = Singles::of_all(&puzzles.collect::<Vec<_>>());
        watch(Event::Played(singles.len()));
        let puzzles = rows.iter_mut().filter(|row| row.error.is_none());
        for (row, singles) in puzzles.zip(singles) {
            self.rate(settings, row, singles, &mut watch);
        }
        rows
    }

    /// Rates the puzzle of a row.
    fn rate(
        &mut self,
        settings: &Settings,
        row: &mut Row,
        singles: Singles,
        watch: &mut impl FnMut(Event),
    ) {
        let effort = settings.effort();
        let started = self.0.start_after(&row.puzzle, singles, effort);
        watch(Event::Checked);
        row.status = match started {
            Err(status) => status,
            Ok(()) => {
                row.climbs.reserve_exact(settings.scales().len());
                for (at, scale) in settings.scales().iter().enumerate() {
                    let (climb, order) = self.0.climb_and_order(scale, effort.budget);
                    watch(Event::Climbed(row.at(), at, &climb, order));
                    row.climbs.push(climb);
                }
                Status::of(&row.climbs)
            }
        };
    }

    /// The solver, for whoever climbs again.
    pub(super) fn solver(&mut self) -> &mut Solver {
        &mut self.0
    }
}

/// The row of a line before its puzzle is rated.
fn read(Line { at, text, places }: Line) -> Row {
    let (puzzle, error) = match puzzle_of(text, places) {
        Ok(found) => (found.puzzle, None),
        Err(error) => (Puzzle::default(), Some(error)),
    };
    Row {
        file: at.file,
        line: at.line,
        status: Status::Invalid,
        puzzle,
        error,
        climbs: Vec::new(),
        against: places.numbers(text),
        kept: places.kept(text),
    }
}
