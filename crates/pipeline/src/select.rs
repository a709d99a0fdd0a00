//! Selects puzzles from rated rows, by how they are solved and by their clues.

use crate::choice::{Choice, score_of};
use crate::input::LineAt;
use crate::run::{Row, RunError, RunFile, RunHeader};
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::check::{CHECK_BUDGET, check, check_on};
use sudoscope_engine::grid::{Cells, Puzzle};
use sudoscope_engine::scale::{Effort, Outcome, Scale, Solver, Unit};
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128};

/// Conditions on puzzles.
pub struct Query {
    /// Number of the scale within the rows.
    pub scale: usize,
    /// Conditions on the climb by that scale.
    pub choice: Choice,
    /// Accepted numbers of clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// Symmetry of the pattern of clues.
    pub symmetry: &'static PatternSymmetry,
    /// Whether no clue may be removable.
    pub minimal: bool,
    /// Maximum per rating; the first puzzles are taken.
    pub per_rating: Option<u64>,
    /// Maximum in all; the first puzzles are taken.
    pub count: Option<u64>,
    /// Puzzles to leave out.
    pub exclude: Option<PuzzleSet>,
    /// Board of the scan, if it is another than the plain one.
    pub board: Option<Arc<Board>>,
}

/// Set of puzzles, equal if the same clues are in the same cells, or if they have the same candidates. Only a
/// 128-bit hash of each is stored.
#[derive(Clone, Default)]
pub struct PuzzleSet(HashSet<u128>);

impl PuzzleSet {
    /// Whether the set has this puzzle.
    pub fn contains(&self, puzzle: &Puzzle) -> bool {
        self.0.contains(&xxh3_128(puzzle.to_string().as_bytes()))
    }
}

impl Extend<Puzzle> for PuzzleSet {
    fn extend<I: IntoIterator<Item = Puzzle>>(&mut self, puzzles: I) {
        self.0.extend(puzzles.into_iter().map(|puzzle| xxh3_128(puzzle.to_string().as_bytes())));
    }
}

/// Selection in progress; it receives the rows in order.
pub struct Selection {
    asked: Query,
    /// Number of puzzles taken, by rating.
    taken: BTreeMap<Outcome<u32>, u64>,
    count: u64,
    /// Climbers of puzzles without a rule, on the plain board and on another.
    solver: Solver,
    on_board: Box<BoardClimber>,
}

impl Selection {
    /// Creates an empty selection.
    pub fn new(asked: Query) -> Selection {
        let (solver, on_board) = (Solver::new(), Box::default());
        Selection { asked, taken: BTreeMap::new(), count: 0, solver, on_board }
    }

    /// Returns the number of puzzles taken.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Lists the accepted ratings with fewer puzzles than asked for, and their numbers of puzzles. Numeric
    /// ratings are listed up to the highest that was taken.
    pub fn short(&self) -> Vec<(String, u64)> {
        let Query { choice: Choice { scale, ratings, .. }, per_rating: Some(most), .. } = &self.asked else {
            return Vec::new();
        };
        let highest = match scale.unit() {
            Unit::Named(_) => u32::MAX,
            _ => self.taken.keys().filter_map(|end| end.rating()).max().unwrap_or_default(),
        };
        let values = scale.values(0).into_iter().filter(|&value| {
            value <= highest && ratings.as_ref().is_none_or(|ratings| ratings.contains(&value))
        });
        let taken = |value| self.taken.get(&Outcome::Solved(value)).copied().unwrap_or_default();
        let counted = values.map(|value| (value, taken(value))).filter(|(_, taken)| taken < most);
        counted.map(|(value, taken)| (scale.unit().text(value), taken)).collect()
    }

    /// Whether all puzzles that were asked for are taken, so that no other will be.
    pub fn is_full(&self) -> bool {
        self.asked.count.is_some_and(|most| self.count >= most)
    }

    /// Takes the puzzle of this row if it fits and there is room; returns whether it did.
    pub fn takes(&mut self, row: &Row) -> bool {
        !self.is_full() && self.has_room(row) && self.fits(row) && self.counts(row)
    }

    /// Whether the puzzle of this row meets the conditions, apart from the maximum counts.
    pub(crate) fn fits(&mut self, row: &Row) -> bool {
        let Query { scale, choice, clues, symmetry, minimal, exclude, board, .. } = &self.asked;
        let climb = row.climbs.get(*scale).filter(|_| row.is_rated());
        let places = row.puzzle.clues().iter().fold(Cells::EMPTY, |all, cells| all | *cells);
        let (solver, on_board) = (&mut self.solver, &mut self.on_board);
        let mut needs_all = || match board {
            None => solver.start(&row.puzzle, Effort::default()).is_ok() && choice.needs_all(solver),
            Some(board) => choice.needs_all_on(board, &row.puzzle.clues(), on_board),
        };
        let checked = || match board {
            None => check(&row.puzzle, 1, CHECK_BUDGET),
            Some(board) => check_on(board, &row.puzzle.clues(), 1, CHECK_BUDGET),
        };
        let is_minimal = || checked().redundant == Some(Cells::EMPTY);
        climb.is_some_and(|climb| choice.keeps(climb))
            && clues.as_ref().is_none_or(|clues| clues.contains(&row.clue_count()))
            && (symmetry.is_none() || !places.is_empty() && symmetry.holds(places))
            && exclude.as_ref().is_none_or(|exclude| !exclude.contains(&row.puzzle))
            && (!minimal || is_minimal())
            && (choice.needs.is_empty() || needs_all())
    }

    /// Whether fewer puzzles with this rating are taken than asked for.
    fn has_room(&self, row: &Row) -> bool {
        let Some(climb) = row.climbs.get(self.asked.scale) else { return false };
        let taken = self.taken.get(&climb.outcome.column(0)).copied().unwrap_or_default();
        self.asked.per_rating.is_none_or(|most| taken < most)
    }

    /// Takes the puzzle of this row if there is room.
    fn counts(&mut self, row: &Row) -> bool {
        let has_room = self.has_room(row);
        if let (true, Some(climb)) = (has_room, row.climbs.get(self.asked.scale)) {
            *self.taken.entry(climb.outcome.column(0)).or_default() += 1;
            self.count += 1;
        }
        has_room
    }

    /// Passes the selected rows of a run to `each`, in this order: the first ones are taken.
    pub fn choose<E: From<RunError>>(
        &mut self, file: &RunFile, order: Order, mut each: impl FnMut(&Row) -> Result<(), E>,
    ) -> Result<(), E> {
        if !matches!(order, Order::Run) {
            return self.choose_ordered(file, order, each);
        }
        let mut rows = file.rows()?;
        while !self.is_full()
            && let Some(row) = rows.next().transpose()?
        {
            if self.takes(&row) {
                each(&row)?;
            }
        }
        Ok(())
    }

    /// Passes the rows that are selected in one order to `each` in another. All are held at a time.
    pub fn choose_then_order<E: From<RunError>>(
        &mut self, file: &RunFile, by: Order, then: Order, mut each: impl FnMut(&Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut held: BTreeMap<Key, Box<[u8]>> = BTreeMap::new();
        self.choose(file, by, |row| {
            held.insert(then.key(row), record(file, row));
            Ok::<(), E>(())
        })?;
        held.values().filter_map(|record| file.layout().decode(record)).try_for_each(|row| each(&row))
    }

    /// Passes the selected rows to `each` in an order. The run is read once for every 2^20 matching puzzles,
    /// the most that are held at a time.
    fn choose_ordered<E: From<RunError>>(
        &mut self, file: &RunFile, order: Order, mut each: impl FnMut(&Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let most = match (self.asked.count, self.asked.per_rating) {
            (Some(count), None) => HELD.min(usize::try_from(count).unwrap_or(HELD)),
            _ => HELD,
        };
        let mut last = None;
        while !self.is_full() && most > 0 {
            // The least keys after the last one, with the records of their rows.
            let mut held: BTreeMap<Key, Box<[u8]>> = BTreeMap::new();
            for row in file.rows()? {
                let row = row?;
                let key = order.key(&row);
                let is_full = held.len() == most;
                let is_late = is_full && held.last_key_value().is_some_and(|(end, _)| key > *end);
                let is_done = last.is_some_and(|last| key <= last);
                if is_done || is_late || !self.has_room(&row) || !self.fits(&row) {
                    continue;
                }
                held.insert(key, record(file, &row));
                if is_full {
                    held.pop_last();
                }
            }
            let Some((&end, _)) = held.last_key_value() else { break };
            for row in held.values().filter_map(|record| file.layout().decode(record)) {
                if !self.is_full() && self.counts(&row) {
                    each(&row)?;
                }
            }
            last = Some(end);
        }
        Ok(())
    }
}

/// Maximum number of rows held at a time.
const HELD: usize = 1 << 20;

/// Returns the record of a row.
pub(crate) fn record(file: &RunFile, row: &Row) -> Box<[u8]> {
    let mut record = Vec::new();
    file.layout().encode(row, &mut record);
    record.into()
}

/// Order of the rows of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The order of the run.
    Run,
    /// Random order, determined by a seed and the places of the lines.
    Shuffled(u64),
    /// Order by a rating: first the least, or the greatest if it is reversed. Puzzles without it come last.
    By {
        /// Number of the scale within the rows.
        scale: usize,
        /// Number of the scale's column.
        column: usize,
        /// Whether the greatest comes first.
        is_reversed: bool,
    },
}

/// Names of what rows can be sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortBy {
    /// First column of the ladder by which puzzles are chosen.
    Rating,
    /// Column `score` of that ladder.
    Score,
    /// Estimate of the scale `minutes`.
    Minutes,
}

impl SortBy {
    /// Finds one by its name; or returns an error message.
    pub fn named(name: &str) -> Result<SortBy, String> {
        let all = [("score", SortBy::Score), ("rating", SortBy::Rating), ("minutes", SortBy::Minutes)];
        let found = all.into_iter().find(|(known, _)| *known == name);
        found.map(|it| it.1).ok_or_else(|| format!("'{name}' is none of score, rating, minutes"))
    }
}

/// Position of a row in an order: a number, then the place of its line.
pub type Key = (u64, LineAt);

impl Order {
    /// Returns the order by a name, where puzzles are chosen by the scale with a number; or an error message.
    pub fn by(name: SortBy, scales: &[Scale], scale: usize, is_reversed: bool) -> Result<Order, String> {
        let chosen = scales.get(scale).ok_or("there is no ladder")?;
        let minutes = || scales.iter().position(|scale| scale.name.eq_ignore_ascii_case("minutes"));
        let (scale, column) = match name {
            SortBy::Rating => (scale, 0),
            SortBy::Score => (scale, score_of(chosen)?),
            SortBy::Minutes => {
                let lacks = format!("the scan has no minutes: sudoscope scan -l {},minutes", chosen.name);
                (minutes().ok_or(lacks)?, 0)
            }
        };
        Ok(Order::By { scale, column, is_reversed })
    }

    /// Returns the position of a row.
    pub fn key(self, row: &Row) -> Key {
        let number = match self {
            Order::Run => 0,
            Order::Shuffled(seed) => {
                let LineAt { file, line } = row.at();
                let number = (u64::from(file) << 48) ^ line;
                xxh3_64_with_seed(&number.to_le_bytes(), seed)
            }
            Order::By { scale, column, is_reversed } => {
                let value = row.climbs.get(scale).and_then(|climb| climb.outcome.column(column).rating());
                value.map_or(u64::MAX, |value| u64::from(if is_reversed { !value } else { value }))
            }
        };
        (number, row.at())
    }
}

/// Returns the places of columns among those that a run keeps, `all` for all of them; or an error message to
/// follow "the scan".
pub fn kept_named(header: &RunHeader, names: &[String]) -> Result<Vec<usize>, String> {
    let kept: Vec<&str> = header.keep.iter().map(|column| column.name.as_str()).collect();
    let mut places = Vec::new();
    for name in names {
        let found = match name.as_str() {
            "all" => (0..kept.len()).collect(),
            name => Vec::from_iter(kept.iter().position(|own| own.eq_ignore_ascii_case(name))),
        };
        if found.is_empty() {
            let has = if kept.is_empty() { "none".to_string() } else { kept.join(", ") };
            return Err(format!("kept no column '{name}'; it kept {has}: sudoscope scan --keep {name}"));
        }
        places.extend(found);
    }
    let mut seen = HashSet::new();
    places.retain(|place| seen.insert(*place));
    Ok(places)
}

/// Returns the number of the scale `name`; or an error message to follow "the scan" or "the table".
pub fn scale_named(scales: &[Scale], name: &str) -> Result<usize, String> {
    scales.iter().position(|scale| scale.name == name).ok_or_else(|| {
        let names: Vec<&str> = scales.iter().map(|scale| scale.name.as_str()).collect();
        format!("has no ladder '{name}'; it has {}", names.join(", "))
    })
}
