//! `search`: new puzzles near known ones, or by hill climbing.

use crate::arguments::{Names, Numbers};
use crate::ask::finished;
use crate::errors::refused;
use crate::jobs::{in_order, threads_of};
use crate::lines::Lines;
use crate::patience::InterruptPoll;
use crate::puzzles::choice_by;
use crate::settings::settings;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use std::io;
use std::sync::atomic::AtomicBool;
use sudoscope::choice::Asked;
use sudoscope::generate::{hopeless_pattern, pattern_of};
use sudoscope::grid::{Cells, Puzzle};
use sudoscope::report::ArrowColumn;
use sudoscope::scale::{Effort, Policy};
use sudoscope::search::{Ascents, Forms, FoundBefore, ReadSeed, Search, SearchColumns, Stop};
use sudoscope::threads;

/// Most clues that are removed or added.
const MOST: usize = 4;

/// Finds new puzzles some clues away from known ones, or by hill climbing, as the program's `search` does.
///
/// Args:
///     near: known puzzles, as for `Rater.rate`; puzzles without exactly one solution are left out. None for
///         hill climbing.
///     changes: number of clues that change, or a pair of how many are removed and added.
///     redundant: whether puzzles with redundant clues are found, too, and a column `redundant clues`.
///     ladder: one ladder or several; the conditions are about the first.
///     rating: only these ratings, as text: "5", "5-8" or "5-".
///     exclude: puzzles that are not found, nor their isomorphs.
///     rounds: number of rounds; None to go on until a round finds nothing.
///     keep_best: number of puzzles with the highest ratings that are kept.
///     count: number of puzzles after which the search ends.
///     pattern: for hill climbing, the cells that may have clues: 81 characters, "." or "0" for the others.
///     seed: for hill climbing, number that determines the tries.
///     tries: for hill climbing, number of tries.
///     jobs: number of threads; 0 means one for each processor.
///
/// Columns: `puzzle`, `minlex`, `seed` (the puzzle from which it comes), `round` (or try), `changes`,
/// `status`, `clues`, the ratings.
///
/// >>> import sudoscope
/// >>> found = sudoscope.search(sudoscope.generate(2, seed=0), ladder="S", rating="1-", count=3)
/// >>> found.column_names[:5], found.num_rows
/// (['puzzle', 'minlex', 'seed', 'round', 'changes'], 3)
#[pyfunction]
#[pyo3(
    signature = (
        near=None, *, changes=None, redundant=false, ladder=None, rating=None, exclude=None, rounds=Some(1),
        keep_best=None, count=None, pattern=None, seed=0, tries=100, jobs=1
    ),
    text_signature = "(near=None, *, changes=1, redundant=False, ladder='W', rating=None, exclude=None, \
        rounds=1, keep_best=None, count=None, pattern=None, seed=0, tries=100, jobs=1)"
)]
#[allow(clippy::too_many_arguments)] // keywords in Python
pub fn search<'py>(
    py: Python<'py>, near: Option<&Bound<'py, PyAny>>, changes: Option<Numbers>, redundant: bool,
    ladder: Option<Names>, rating: Option<&str>, exclude: Option<&Bound<'py, PyAny>>, rounds: Option<u64>,
    keep_best: Option<usize>, count: Option<u64>, pattern: Option<&str>, seed: u64, tries: u64, jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let [removed, added] = changes.map_or([1, 1], |Numbers(range)| [*range.start(), *range.end()]);
    if removed.max(added) > MOST || removed + added == 0 {
        return Err(refused(format!("changes are a number, or a pair (removed, added), {MOST} at most")));
    }
    if near.is_some() && pattern.is_some() {
        return Err(refused("near and pattern cannot be used together"));
    }
    let ladders = ladder.map_or(vec!["W".to_string()], |Names(names)| names);
    let settings = settings(&ladders, Policy::AllAtOnce, Effort::default())?;
    let first = settings.scales().first().cloned().ok_or_else(|| refused("a search needs a ladder"))?;
    let asked = Asked { rating, ..Asked::default() };
    let choice = rating.map(|_| choice_by(first, asked)).transpose()?;
    let cells = pattern.map(pattern_of).transpose().map_err(refused)?;
    if let Some(why) = cells.and_then(hopeless_pattern) {
        return Err(refused(why));
    }
    let ascents = Ascents { seed, tries: Some(tries), cells: cells.unwrap_or(Cells::ALL) };
    let search = Search {
        removed,
        added,
        minimal: !redundant,
        settings,
        choice,
        best: keep_best,
        count,
        rounds,
        ascents: near.is_none().then_some(ascents),
        shard: None,
    };
    let lines = |of: Option<&Bound<'py, PyAny>>| of.map(|of| Lines::of(of, None)).transpose();
    let (near, exclude) = (lines(near)?, lines(exclude)?);
    let batch = py.detach(|| {
        let [seeds, known] =
            [near, exclude].map(|lines| lines.map_or(Ok(Vec::new()), |it| puzzles(&it, jobs)));
        run(&search, seeds?, known?, jobs)
    })?;
    PyRecordBatch::new(batch).into_pyarrow(py)
}

/// Reads puzzles with one solution.
fn puzzles(lines: &Lines, jobs: usize) -> PyResult<Vec<[Cells; 9]>> {
    let mut read = Vec::new();
    in_order(lines, jobs, &ReadSeed, |row, _| {
        read.extend(row.as_ref().ok());
        Ok(())
    })?;
    Ok(read)
}

fn run(
    search: &Search, seeds: Vec<[Cells; 9]>, known: Vec<[Cells; 9]>, jobs: usize,
) -> PyResult<arrow_array::RecordBatch> {
    let io_error = |error: io::Error| PyOSError::new_err(error.to_string());
    let pool = threads::pool(threads_of(jobs)?).map_err(io_error)?;
    let mut forms = Forms::default();
    known.into_iter().try_for_each(|clues| forms.add(&Puzzle::Clues(clues))).map_err(io_error)?;
    let columns = SearchColumns::of(search);
    let head = columns.head().columns;
    let mut built: Vec<ArrowColumn> = head.iter().map(|it| ArrowColumn::new(it.kind, 0)).collect();
    let (mut patience, mut broken) = (InterruptPoll::new(), None);
    let stop = Stop { interrupt: &AtomicBool::new(false), until: None };
    let found = search.run(&pool, seeds, forms, FoundBefore::default(), stop, &mut |found, _| {
        for found in found {
            columns
                .values(found, |values| built.iter_mut().zip(values).for_each(|(it, value)| it.push(value)));
        }
        patience.check().map_err(|error| {
            broken = Some(error);
            io::Error::other("stopped")
        })
    });
    found.map_err(|error| broken.take().unwrap_or_else(|| io_error(error)))?;
    finished(&head, built)
}
