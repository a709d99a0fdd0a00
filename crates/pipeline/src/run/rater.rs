//! Rating of a line into its row, in one place for all callers.

#[cfg(not(target_family = "wasm"))]
use super::on_board::row_on;
use super::ordered::Line;
use super::row::Row;
use crate::input::{LineAt, puzzle_of};
use crate::settings::Settings;
use smallvec::SmallVec;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::check::only_solution_on;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Puzzle, notation};
use sudoscope_engine::scale::{Abreast, Climb, Effort, OpeningEnd, Order, Solver, Status};

/// Rater of lines, one after another, which reuses its buffers.
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
pub struct LineRater {
    solver: Solver,
    abreast: Abreast,
    /// Climber of puzzles of other boards. The page in the browser asks about none, and is small.
    #[cfg(not(target_family = "wasm"))]
    climber: Option<Box<BoardClimber>>,
    /// Whether rows have solutions.
    solving: bool,
}

/// Stage in the rating of a batch.
pub(super) enum Event<'a> {
    Read,
    /// The opening of this number of puzzles is played.
    Played(usize),
    /// The opening of the next puzzle has ended in this way; its check follows.
    Opened(&'a Solver, &'a OpeningEnd),
    /// The puzzle is checked; its climbs follow, if it has one solution.
    Checked,
    /// The puzzle of this line was climbed by the ladder with this number, with conclusions applied in this
    /// order.
    Climbed(LineAt, usize, &'a Climb, Order),
    /// All puzzles whose opening was played are rated.
    Rated,
}

impl LineRater {
    /// Creates the rater of one thread of a crew.
    pub(super) fn of_crew(crew: Arc<dyn Crew>) -> LineRater {
        LineRater { solver: Solver::of_crew(crew), ..LineRater::default() }
    }

    /// Sets whether climbs omit tallies, and so may take a shorter path ([`Solver::only_outcomes`]).
    pub fn only_outcomes(self, only: bool) -> LineRater {
        LineRater { solver: self.solver.only_outcomes(only), ..self }
    }

    /// Sets whether rows have the [solution](Row::solution).
    pub fn solving(self, solving: bool) -> LineRater {
        LineRater { solving, ..self }
    }

    /// Rates a line.
    pub fn row(&mut self, settings: &Settings, line: Line) -> Row {
        #[cfg(not(target_family = "wasm"))]
        if let Some(board) = settings.board() {
            let climber = self.climber.get_or_insert_default();
            return row_on(board, settings, climber, self.solving, line, &mut |_| ());
        }
        let mut row = read(line);
        if row.error.is_none() {
            let end = OpeningEnd::by_singles(row.puzzle.grid());
            rate(&mut self.solver, settings, &mut row, end, &mut |_| ());
            self.solve(&mut row);
        }
        row
    }

    /// Rates several lines, which is cheaper than one at a time: their openings are played side by side.
    pub fn rows<'a>(&mut self, settings: &Settings, lines: impl Iterator<Item = Line<'a>>) -> Vec<Row> {
        self.watched_rows(settings, lines, |_| ())
    }

    pub(super) fn watched_rows<'a>(
        &mut self, settings: &Settings, lines: impl Iterator<Item = Line<'a>>, mut watch: impl FnMut(Event),
    ) -> Vec<Row> {
        let mut rows = Vec::with_capacity(lines.size_hint().1.unwrap_or_default());
        #[cfg(not(target_family = "wasm"))]
        if let Some(board) = settings.board() {
            let LineRater { climber, solving, .. } = self;
            let climber = climber.get_or_insert_default();
            rows.extend(lines.map(|line| row_on(board, settings, climber, *solving, line, &mut watch)));
            return rows;
        }
        for line in lines {
            rows.push(read(line));
        }
        watch(Event::Read);
        let opening = self.solver.opening(settings.scales(), settings.effort());
        for some in rows.chunks_mut(Abreast::MOST) {
            let puzzles = some.iter().filter(|row| row.error.is_none()).map(|row| &row.puzzle);
            watch(Event::Played(self.abreast.play(puzzles, opening)));
            let puzzles = some.iter_mut().filter(|row| row.error.is_none());
            for (lane, row) in puzzles.enumerate() {
                let end = self.abreast.end(lane, &row.puzzle);
                rate(&mut self.solver, settings, row, end, &mut watch);
                self.solve(row);
            }
            watch(Event::Rated);
        }
        rows
    }

    /// Puts the solution of the puzzle started last into its row.
    #[inline]
    fn solve(&self, row: &mut Row) {
        if self.solving && !matches!(row.status, Status::NoSolution | Status::MultipleSolutions) {
            row.solution = self.solver.solution().map(notation::puzzle_bytes);
        }
    }

    /// Returns the solver, for further climbs.
    pub(super) fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }
}

/// Solver for the puzzles of rows rated before, with the same solutions as a rater that is
/// [solving](LineRater::solving).
#[derive(Default)]
pub struct RowSolver(Solver);

impl RowSolver {
    /// Puts the solution on this board, `None` for the plain one, into a row, if it is unique and found
    /// within the budget.
    pub fn solve(&mut self, row: &mut Row, board: Option<&Board>, budget: u64) {
        let is_solvable = matches!(row.status, Status::Ok | Status::Unsolved | Status::Budget);
        if let (true, Some(board)) = (is_solvable, board) {
            let solution = only_solution_on(board, &row.puzzle.clues(), budget).ok();
            row.solution = solution.map(|grid| notation::clue_bytes(&grid.planes));
        } else if is_solvable && self.0.start(&row.puzzle, Effort { budget, validate: true }).is_ok() {
            row.solution = self.0.solution().map(notation::puzzle_bytes);
        }
    }
}

/// Rates the puzzle of a row.
fn rate(
    solver: &mut Solver, settings: &Settings, row: &mut Row, end: OpeningEnd, watch: &mut impl FnMut(Event),
) {
    let effort = settings.effort();
    let was_full = end.was_full();
    watch(Event::Opened(solver, &end));
    let started = solver.start_after(&row.puzzle, end, effort);
    watch(Event::Checked);
    row.status = match started {
        Err(status) => status,
        Ok(()) => {
            row.climbs.reserve_exact(settings.scales().len());
            for (at, scale) in settings.scales().iter().enumerate() {
                let (climb, order) = solver.climb_and_order(scale, effort.budget);
                watch(Event::Climbed(row.at(), at, &climb, order));
                row.climbs.push(climb);
            }
            row.left_out = settings.leaves_out(&row.puzzle);
            match Status::of(row.climbs.iter().map(|climb| climb.outcome)) {
                Status::Ok if was_full && row.puzzle.clue_count() == 81 => Status::Solved,
                status => status,
            }
        }
    };
}

/// Creates the row of a line, with its puzzle not yet rated.
#[inline(always)]
fn read(line: Line) -> Row {
    let mut row = unread(&line);
    match puzzle_of(line.text, line.places) {
        Ok(found) => row.puzzle = found.puzzle,
        Err(error) => row.error = Some(error),
    }
    row
}

/// Creates the row of a line without its puzzle.
#[inline(always)]
pub(super) fn unread(line: &Line) -> Row {
    let Line { at, text, places } = *line;
    Row {
        file: at.file,
        line: at.line,
        status: Status::Invalid,
        puzzle: Puzzle::default(),
        error: None,
        climbs: SmallVec::new(),
        against: places.numbers(text),
        kept: places.kept(text),
        solution: None,
        left_out: None,
    }
}
