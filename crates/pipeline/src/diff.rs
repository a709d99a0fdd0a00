//! Comparison of two rating lists of the same puzzles: which puzzles changed, and by how much.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use crate::files::open_regular;
use crate::report::{Context, Ending, View, endings};
use crate::run::{RunError, RunFile};
use crate::settings::OWN_COLUMNS;
use crate::stats::Number;
use std::path::{Path, PathBuf};
use std::{cmp::Reverse, collections::BTreeMap, io};
use sudoscope_engine::scale::Scale;

/// Reason why two lists cannot be compared.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DiffError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{0}: {1}")]
    Csv(PathBuf, csv::Error),
    #[error("{0} has no column '{1}'; there are {2}")]
    NoColumn(PathBuf, String, String),
    #[error("row {0}: {1} has another puzzle than {2}: they are not of the same collection")]
    OtherPuzzle(u64, PathBuf, PathBuf),
    #[error("{0} ends after {1} rows, {2} goes on")]
    Shorter(PathBuf, u64, PathBuf),
    #[error(
        "'{0}' and '{1}' are two columns of one scale, which measure different things: the table `cross` of \
         a scan counts the pairs of their values"
    )]
    OneScale(String, String),
    #[error(
        "'{0}' and '{1}' have no difference, as one gives names and the other numbers: the table `map` of a \
         scan counts how puzzles end by both"
    )]
    Unlike(String, String),
    #[error("the list of changes cannot be written: {0}")]
    Output(io::Error),
}

/// Source of ratings: a directory with a finished run, a CSV file with a header (as `rate` prints it, or a
/// published table), or a file with one rating a line.
#[derive(Clone, Debug)]
pub struct RatingSource {
    path: PathBuf,
    /// Names of the ratings of a run, or of all columns of a file.
    pub columns: Vec<String>,
    kind: SourceKind,
    /// Board of a run.
    board: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SourceKind {
    Run,
    /// CSV file with a header, and the column of the puzzle, if any.
    Csv(Option<usize>),
    /// One rating a line.
    Plain,
}

/// Row of a source: the line's name, the puzzle if it is known, and the cell of each column.
struct Entry {
    line: String,
    puzzle: Option<String>,
    cells: Vec<String>,
}

type Entries = Box<dyn Iterator<Item = Result<Entry, DiffError>>>;

impl RatingSource {
    /// Opens a path and finds out which kind of source it is.
    pub fn open(path: &Path) -> Result<RatingSource, DiffError> {
        let path = path.to_path_buf();
        if path.is_dir() {
            let (header, scales, _) = RunFile::read(&path)?;
            let columns = scales.iter().flat_map(Scale::titles).collect();
            let board = header.board.as_ref().map_or("plain", |board| board.text()).to_string();
            return Ok(RatingSource { path, columns, kind: SourceKind::Run, board: Some(board) });
        }
        let mut reader = reader(&path)?;
        let first = reader.records().next().transpose();
        let first = first.map_err(|error| DiffError::Csv(path.clone(), error))?.unwrap_or_default();
        // A level's name could also be a column's name, so levels do not count.
        let is_cell = |cell: &str| {
            let first = cell.split('/').next().unwrap_or_default();
            first.parse::<f64>().is_ok() || WORDS.contains(&cell)
        };
        if first.len() == 1 && first.get(0).is_some_and(is_cell) {
            let columns = vec!["rating".to_string()];
            return Ok(RatingSource { path, columns, kind: SourceKind::Plain, board: None });
        }
        let columns: Vec<String> = first.iter().map(str::to_string).collect();
        let puzzle = columns.iter().position(|name| name.eq_ignore_ascii_case("puzzle"));
        Ok(RatingSource { path, columns, kind: SourceKind::Csv(puzzle), board: None })
    }

    /// Returns the file that is read.
    pub fn file(&self) -> PathBuf {
        match self.kind {
            SourceKind::Run => RunFile::complete(&self.path),
            SourceKind::Csv(_) | SourceKind::Plain => self.path.clone(),
        }
    }

    /// Returns the board of a run; `None` for other sources.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// Returns the rating columns: all but line, puzzle, status, clues and rules.
    pub fn ratings(&self) -> Vec<String> {
        let other = |name: &str| OWN_COLUMNS.contains(&name) || name.ends_with(" rules");
        self.columns.iter().filter(|name| !other(name)).cloned().collect()
    }

    /// Splits a column into its scale and the name within it: `H score` is `score` of `H` if there is a
    /// column `H`.
    pub fn parts<'a>(&self, column: &'a str) -> (&'a str, &'a str) {
        let of_scale = column.rsplit_once(' ').filter(|(scale, name)| {
            self.columns.iter().any(|other| other == scale) && name.chars().all(char::is_alphanumeric)
        });
        of_scale.unwrap_or((column, ""))
    }

    /// Whether the ratings of a column are numbers; `None` if it has no ratings.
    fn has_numbers(&self, at: usize) -> Result<Option<bool>, DiffError> {
        for row in self.rows()? {
            if let Some(cell) = row?.cells.get(at).filter(|cell| is_rating(cell)) {
                return Ok(Some(!cell.starts_with(char::is_alphabetic)));
            }
        }
        Ok(None)
    }

    fn place(&self, column: &str) -> Result<usize, DiffError> {
        let place = self.columns.iter().position(|name| name == column);
        place.ok_or_else(|| {
            DiffError::NoColumn(self.path.clone(), column.to_string(), self.columns.join(", "))
        })
    }

    fn rows(&self) -> Result<Entries, DiffError> {
        if self.kind == SourceKind::Run {
            let (header, scales, run) = RunFile::read(&self.path)?;
            return Ok(Box::new(run.into_rows()?.map(move |row| {
                let row = row?;
                let climbs = scales.iter().zip(&row.climbs);
                let endings = climbs.flat_map(|(scale, climb)| endings(scale, climb));
                let cells = endings.map(Ending::text).collect();
                let context = Context::finished(&header, &scales, View::default());
                let puzzle = row.error.is_none().then(|| context.puzzle_text(&row));
                Ok(Entry { line: context.line_name(row.at()), puzzle, cells })
            })));
        }
        let path = self.path.clone();
        let (puzzle, head) = match self.kind {
            SourceKind::Csv(puzzle) => (puzzle, 1),
            _ => (None, 0),
        };
        let line = self.columns.iter().position(|name| name == "line");
        let records = reader(&path)?.into_records().skip(head).enumerate();
        Ok(Box::new(records.map(move |(k, record)| {
            let record = record.map_err(|error| DiffError::Csv(path.clone(), error))?;
            let cell = |at: usize| record.get(at).unwrap_or_default().to_string();
            Ok(Entry {
                line: line.map_or((k + 1).to_string(), cell),
                // Lines without a puzzle are reported in several ways.
                puzzle: puzzle
                    .map(cell)
                    .filter(|text| matches!(text.len(), 16 | 25 | 36 | 49 | 64 | 81 | 729)),
                cells: record.iter().map(str::to_string).collect(),
            })
        })))
    }
}

/// Words that replace a rating.
const WORDS: [&str; 6] = ["unsolved", "budget", "invalid", "no-solution", "multiple-solutions", "solved"];

fn reader(path: &Path) -> Result<csv::Reader<std::fs::File>, DiffError> {
    let file =
        open_regular(path).map_err(|error| DiffError::Csv(path.to_path_buf(), csv::Error::from(error)))?;
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).comment(Some(b'#'));
    Ok(reader.from_reader(file))
}

/// Puzzle whose rating changed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Changed {
    /// Name of the puzzle's line in the first list.
    pub line: String,
    /// The puzzle; empty if no list has it.
    pub puzzle: String,
    /// Rating in the first list, or the word in its place.
    pub before: String,
    /// Rating in the second list, or the word in its place.
    pub after: String,
}

/// Change of a puzzle's rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Numeric difference.
    By(Number),
    /// Rated in the second list only.
    Gained,
    /// Rated in the first list only.
    Lost,
    /// Changed, and at least one rating is not a number but a named level.
    Other,
}

impl Changed {
    /// Returns the kind of change.
    pub fn change(&self) -> Change {
        change(&self.before, &self.after).unwrap_or(Change::By(Number(0.0)))
    }
}

/// Whether a cell has a rating: a number, several of them (`7.1/1.2/1.2`), or a named level.
fn is_rating(cell: &str) -> bool {
    let is_word = WORDS.contains(&cell);
    cell.parse::<f64>().is_ok() || cell.starts_with(char::is_alphanumeric) && !is_word
}

/// Returns the change from one cell to another; `None` if neither has a rating.
fn change(before: &str, after: &str) -> Option<Change> {
    match (is_rating(before), is_rating(after)) {
        (true, true) => Some(match (before.parse::<f64>(), after.parse::<f64>()) {
            (Ok(before), Ok(after)) => Change::By(Number(after - before + 0.0)),
            _ if before == after => Change::By(Number(0.0)),
            _ => Change::Other,
        }),
        (true, false) => Some(Change::Lost),
        (false, true) => Some(Change::Gained),
        (false, false) => None,
    }
}

/// A column of ratings of a source.
#[derive(Clone, Copy, Debug)]
pub struct RatingColumn<'a> {
    /// Returns the path of the file.
    pub source: &'a RatingSource,
    /// Its name.
    pub column: &'a str,
}

impl RatingColumn<'_> {
    fn place(&self) -> Result<usize, DiffError> {
        self.source.place(self.column)
    }

    fn path(&self) -> PathBuf {
        self.source.path.clone()
    }
}

/// Comparison of two lists.
#[derive(Clone, Default, Debug)]
pub struct Comparison {
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of puzzles by change, without puzzles that neither list rates.
    pub changes: BTreeMap<Change, u64>,
    /// Largest changes, in descending order; lost and gained ratings come first.
    pub largest: Vec<Changed>,
}

impl Comparison {
    /// Returns the number of puzzles whose rating changed, was lost or gained.
    pub fn changed(&self) -> u64 {
        let same = Change::By(Number(0.0));
        self.changes.iter().filter(|(change, _)| **change != same).map(|change| change.1).sum()
    }
}

/// Compares two columns that measure the same thing, row by row. Passes every changed puzzle to `each` and
/// keeps the `keep` largest changes.
pub fn compare(
    a: RatingColumn, b: RatingColumn, keep: usize, mut each: impl FnMut(&Changed) -> io::Result<()>,
) -> Result<Comparison, DiffError> {
    let (at_a, at_b) = (a.place()?, b.place()?);
    let ((scale_a, name_a), (scale_b, name_b)) = (a.source.parts(a.column), b.source.parts(b.column));
    if scale_a == scale_b && name_a != name_b {
        return Err(DiffError::OneScale(a.column.to_string(), b.column.to_string()));
    }
    if let (Some(mine), Some(theirs)) = (a.source.has_numbers(at_a)?, b.source.has_numbers(at_b)?)
        && mine != theirs
    {
        return Err(DiffError::Unlike(a.column.to_string(), b.column.to_string()));
    }
    let (mut rows_a, mut rows_b) = (a.source.rows()?, b.source.rows()?);
    let mut comparison = Comparison::default();
    let mut largest: BTreeMap<(Reverse<Number>, u64), Changed> = BTreeMap::new();
    loop {
        let row = comparison.puzzles;
        let (mine, theirs) = match (rows_a.next().transpose()?, rows_b.next().transpose()?) {
            (Some(mine), Some(theirs)) => (mine, theirs),
            (None, None) => break,
            (None, _) => return Err(DiffError::Shorter(a.path(), row, b.path())),
            (_, None) => return Err(DiffError::Shorter(b.path(), row, a.path())),
        };
        comparison.puzzles += 1;
        if let (Some(mine), Some(theirs)) = (&mine.puzzle, &theirs.puzzle)
            && mine.replace('0', ".") != theirs.replace('0', ".")
        {
            return Err(DiffError::OtherPuzzle(comparison.puzzles, a.path(), b.path()));
        }
        let cell = |row: &Entry, at: usize| row.cells.get(at).cloned().unwrap_or_default();
        let (before, after) = (cell(&mine, at_a), cell(&theirs, at_b));
        let Some(change) = change(&before, &after) else { continue };
        *comparison.changes.entry(change).or_default() += 1;
        let size = match change {
            Change::By(Number(0.0)) => continue,
            Change::By(Number(by)) => by.abs(),
            Change::Gained | Change::Lost | Change::Other => f64::INFINITY,
        };
        let puzzle = mine.puzzle.or(theirs.puzzle).unwrap_or_default();
        let changed = Changed { line: mine.line, puzzle, before, after };
        each(&changed).map_err(DiffError::Output)?;
        largest.insert((Reverse(Number(size)), row), changed);
        if largest.len() > keep {
            largest.pop_last();
        }
    }
    comparison.largest = largest.into_values().collect();
    Ok(comparison)
}
