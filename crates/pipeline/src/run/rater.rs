//! From a line to its row: the one place where that is done.

use super::ordered::Line;
use super::record::{Row, kept_text};
use crate::input::puzzle_of;
use crate::settings::Settings;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Climb, Order, Solver, Status};

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

/// What was done to a line.
pub(super) enum Event<'a> {
    /// The line is a puzzle.
    Read,
    /// Its singles are played, and it is checked; now it is climbed.
    Started,
    /// The ladder of this number was climbed, with what rules prove applied in this order.
    Climbed(usize, &'a Climb, Order),
}

impl LineRater {
    /// The row of a line.
    pub fn row(&mut self, settings: &Settings, line: Line) -> Row {
        self.watched_row(settings, line, |_| ())
    }

    pub(super) fn watched_row(
        &mut self,
        settings: &Settings,
        Line { at, text, places }: Line,
        mut watch: impl FnMut(Event),
    ) -> Row {
        let mut row = Row {
            file: at.file,
            line: at.line,
            status: Status::Invalid,
            puzzle: Puzzle::default(),
            error: None,
            climbs: Vec::new(),
            against: places.numbers(text),
            kept: places.kept(text).iter().map(|text| kept_text(text)).collect(),
        };
        match puzzle_of(text, places) {
            Err(error) => row.error = Some(error),
            Ok(found) => {
                row.puzzle = found.puzzle;
                watch(Event::Read);
                let effort = settings.effort();
                match self.0.start(&row.puzzle, effort) {
                    Err(status) => row.status = status,
                    Ok(()) => {
                        watch(Event::Started);
                        row.climbs.reserve_exact(settings.scales().len());
                        for (at, scale) in settings.scales().iter().enumerate() {
                            let (climb, order) = self.0.climb_and_order(scale, effort.budget);
                            watch(Event::Climbed(at, &climb, order));
                            row.climbs.push(climb);
                        }
                        row.status = Status::of(&row.climbs);
                    }
                }
            }
        }
        row
    }

    /// The solver, for whoever climbs again.
    pub(super) fn solver(&mut self) -> &mut Solver {
        &mut self.0
    }
}
