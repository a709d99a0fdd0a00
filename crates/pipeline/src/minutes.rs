//! Times of people for puzzles, and the model of minutes fitted to them.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use crate::files::open_regular;
use crate::input::read_puzzle;
use crate::report::csv_row;
use crate::stats::spearman;
use std::io;
use std::path::Path;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::minutes::{FEATURES, FeatureValues, FitError, Fitted, TimedPuzzle, fit};
use sudoscope_engine::scale::{DEFAULT_BUDGET, Effort, Scale, ScaleError, Solver, Status};

/// Reason why a table of times gives no model.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum MinutesError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("{0}")]
    Csv(csv::Error),
    #[error("there is no column '{0}': the first line names the columns puzzle, seconds and perhaps players")]
    NoColumn(&'static str),
    #[error("row {0} has no puzzle: '{1}'")]
    Puzzle(u64, String),
    #[error("row {0}: the puzzle has not exactly one solution")]
    Solutions(u64),
    #[error("row {0}: the path of the puzzle is too long to measure")]
    Path(u64),
    #[error("row {0} has no {1}")]
    Missing(u64, &'static str),
    #[error("two columns are named '{0}'")]
    TwoColumns(&'static str),
    #[error("row {0}: {1} is a number from 1 to 1000000000, not '{2}'")]
    Number(u64, &'static str, String),
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error(transparent)]
    Scale(#[from] ScaleError),
}

/// A row of a table of times.
struct Row {
    puzzle: String,
    timed: TimedPuzzle,
}

/// A table of times, and the model fitted to it.
pub struct TimesFit {
    rows: Vec<Row>,
    fitted: Fitted,
}

/// Largest number of seconds or players.
const MOST: f64 = 1e9;
/// Smallest number of seconds or players. Nobody solves a puzzle in a second.
const LEAST: f64 = 1.0;
/// Median of the times, in seconds, below which they are perhaps minutes.
const FEW_SECONDS: f64 = 60.0;
/// Rank correlation below which a model is of no use.
const LEAST_RANK: f64 = 0.3;

impl TimesFit {
    /// Reads a table of times (CSV, with the columns `puzzle` and `seconds`, perhaps `players`), and fits the
    /// model. Rows are counted from 1, without the heads.
    pub fn read(path: &Path) -> Result<TimesFit, MinutesError> {
        let mut csv = csv::ReaderBuilder::new().flexible(true).from_reader(open_regular(path)?);
        let heads = csv.headers().map_err(MinutesError::Csv)?.clone();
        let names = heads.iter().map(|head| head.trim_start_matches('\u{feff}').trim());
        let place = |name: &'static str| {
            let at = names.clone().position(|head| head == name);
            match names.clone().filter(|head| *head == name).count() {
                0 | 1 => Ok(at),
                _ => Err(MinutesError::TwoColumns(name)),
            }
        };
        let needed = |name| place(name)?.ok_or(MinutesError::NoColumn(name));
        let (puzzle, seconds, players) = (needed("puzzle")?, needed("seconds")?, place("players")?);
        let mut measure = Measure { solver: Solver::new(), scale: Scale::named("minutes")? };
        let mut rows = Vec::new();
        for (row, record) in (1..).zip(csv.records()) {
            let record = record.map_err(MinutesError::Csv)?;
            let field = |at: usize| record.get(at).unwrap_or_default().trim();
            let number = |at: usize, name| number(row, name, field(at));
            let seconds = number(seconds, "seconds")?;
            let players = players.map_or(Ok(1.0), |players| number(players, "players"))?;
            let puzzle = field(puzzle);
            let values = measure.values(row, puzzle)?;
            rows.push(Row { puzzle: puzzle.to_string(), timed: TimedPuzzle { values, seconds, players } });
        }
        let timed: Vec<TimedPuzzle> = rows.iter().map(|row| row.timed).collect();
        Ok(TimesFit { fitted: fit(&timed)?, rows })
    }

    /// Returns the table of the model, as `-l minutes@FILE` reads it.
    pub fn table(&self) -> String {
        self.fitted.model.table()
    }

    /// Returns the measured seconds and the seconds expected by a model that has not seen the puzzle, row by
    /// row.
    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        self.rows.iter().zip(&self.fitted.held_out).map(|(row, at)| (row.timed.seconds, at.exp()))
    }

    /// Describes how good the model is on puzzles that it has not seen, and where it must not be used.
    pub fn summary(&self) -> String {
        let pairs: Vec<(f64, f64)> = self.pairs().collect();
        let (measured, expected): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let rank = spearman(&measured, &expected);
        let mut ratios: Vec<f64> = pairs.iter().map(|(a, b)| (a / b).max(b / a)).collect();
        ratios.sort_by(f64::total_cmp);
        let mut minutes: Vec<f64> = measured.iter().map(|seconds| seconds / 60.0).collect();
        minutes.sort_by(f64::total_cmp);
        let at = |sorted: &[f64], share: f64| {
            sorted.get((share * sorted.len() as f64) as usize).copied().unwrap_or_default()
        };
        let beyond =
            self.rows.iter().filter(|row| row.timed.values.last().is_some_and(|&far| far > 0.0)).count();
        let mut text = format!(
            "{} timed puzzles\n\
             on puzzles held out (ten parts):\n\
             \x20 rank correlation with the time (Spearman)   {}\n\
             \x20 half of the puzzles are within a factor of  {:.2}\n\
             \x20 two of three within                         {:.2}\n\
             nine of ten times are from {:.1} to {:.1} minutes; {beyond} puzzles need more than singles\n\
             Use it only for puzzles and players like these. A puzzle harder than these has the basis \
             'extrapolated': its number is a guess.\n",
            self.rows.len(),
            rank.map_or("none".to_string(), |rank| format!("{rank:.3}")),
            at(&ratios, 0.5),
            at(&ratios, 0.68),
            at(&minutes, 0.05),
            at(&minutes, 0.95),
        );
        let warnings = [
            (self.rows.len() < 200, "Fewer than 200 puzzles: the figures above are uncertain themselves."),
            (
                rank.is_none_or(|rank| rank < LEAST_RANK),
                "The model explains little or nothing of these times: do not use it. Are times and \
                 puzzles in the right rows?",
            ),
            (
                60.0 * at(&minutes, 0.5) < FEW_SECONDS,
                "Half of the times are below a minute: the column must have seconds.",
            ),
        ];
        for (_, warning) in warnings.iter().filter(|(holds, _)| *holds) {
            text += &format!("{warning}\n");
        }
        text
    }

    /// Writes a table of all rows: the time, the time expected by a model that has not seen the puzzle, and
    /// the features.
    pub fn write_rows(&self, out: &mut impl io::Write) -> io::Result<()> {
        let mut text = Vec::new();
        let features = FEATURES.iter().map(|feature| feature.name);
        let heads = ["puzzle", "seconds", "players", "expected"].into_iter().chain(features);
        csv_row(&mut text, &heads.collect::<Vec<_>>());
        for (row, (seconds, expected)) in self.rows.iter().zip(self.pairs()) {
            let TimedPuzzle { values, players, .. } = row.timed;
            let begin =
                [row.puzzle.clone(), seconds.to_string(), players.to_string(), format!("{expected:.1}")];
            let values = values.iter().map(|value| format!("{value:.4}"));
            csv_row(&mut text, &begin.into_iter().chain(values).collect::<Vec<_>>());
        }
        out.write_all(&text)
    }
}

/// Reads a number from [`LEAST`] to [`MOST`].
fn number(row: u64, name: &'static str, text: &str) -> Result<f64, MinutesError> {
    if text.is_empty() {
        return Err(MinutesError::Missing(row, name));
    }
    let number = text.parse().ok().filter(|number: &f64| (LEAST..=MOST).contains(number));
    number.ok_or_else(|| MinutesError::Number(row, name, text.to_string()))
}

/// Solver and scale that measure features.
struct Measure {
    solver: Solver,
    scale: Scale,
}

impl Measure {
    fn values(&mut self, row: u64, text: &str) -> Result<FeatureValues, MinutesError> {
        let read = read_puzzle(text.as_bytes()).ok().map(|reading| reading.puzzle);
        let puzzle: Puzzle = read.ok_or_else(|| MinutesError::Puzzle(row, text.to_string()))?;
        match self.solver.start(&puzzle, Effort::default()) {
            Ok(()) => {}
            Err(Status::Budget) => return Err(MinutesError::Path(row)),
            Err(_) => return Err(MinutesError::Solutions(row)),
        }
        let values = self.solver.features(&puzzle, &self.scale, DEFAULT_BUDGET);
        values.ok_or(MinutesError::Path(row))
    }
}
