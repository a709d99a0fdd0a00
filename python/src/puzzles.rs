//! Functions on puzzles without rating them: `minlex`, `check`, `solve`, `dedupe`; and `generate`.

use crate::arguments::{Names, Numbers};
use crate::ask::{batch, batch_on, boards_of, refuse_on_boards, table};
use crate::errors::{of_arrow, refused};
use crate::jobs::{in_order, threads_of};
use crate::lines::Lines;
use crate::patience::InterruptPoll;
use arrow_array::builder::{BooleanBuilder, Int64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PyRecordBatch};
use std::collections::HashMap;
use std::sync::{Arc, atomic::AtomicBool};
use sudoscope::ask::{BoardCheck, BoardMinlex, BoardRate, BoardSolve, Boards, Check, Minlex, Solve};
use sudoscope::boards::Board;
use sudoscope::canon::{PATTERN_SYMMETRIES, PatternSymmetry};
use sudoscope::check::{ALL, CHECK_BUDGET, Probes, Questions};
use sudoscope::choice::{Asked, Choice};
use sudoscope::crew::Crew;
use sudoscope::dedupe::{FormMaker, Same, agreeing_clues};
use sudoscope::generate::{BoardPuzzles, Clues, ListLimits, ListProgress, Method, Recipe, THIN, make};
use sudoscope::grid::{Cells, notation};
use sudoscope::input::ANYWHERE;
use sudoscope::run::{Line, Work};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Policy, Scale};
use sudoscope::threads;

/// Finds the canonical form of each puzzle: the least of all puzzles isomorphic to it (minlex).
///
/// Args:
///     puzzles: as for `Rater.rate`.
///     board: board of the puzzles, as for `check`. The form is the least by the symmetries of the board.
///     column: column of the puzzles in a table; not needed if it is the only column of strings.
///     jobs: number of threads; 0 means one for each processor.
///
/// Columns: `status` (ok or invalid), `reason`, `minlex`, `transformation`, `automorphisms`, as the program's
/// `minlex` prints them; with a board `board`, too. A sukaku has no minlex, nor has a puzzle of a board with
/// too many symmetries.
///
/// >>> import sudoscope
/// >>> sudoscope.minlex(["9" + "." * 80, "." * 80 + "1"])["minlex"].to_pylist()[0][-3:]
/// '..1'
#[pyfunction]
#[pyo3(signature = (puzzles, *, board=None, column=None, jobs=1))]
pub fn minlex<'py>(
    py: Python<'py>, puzzles: &Bound<'py, PyAny>, board: Option<&str>, column: Option<&str>, jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let question = Minlex { by_solution: false, solution: false };
    if let Some(boards) = boards_of(board)? {
        let question = BoardMinlex::new(boards, question);
        let batch = batch_on(py, &question, &question.boards, (puzzles, column), jobs)?;
        return PyRecordBatch::new(batch).into_pyarrow(py);
    }
    table(py, &question, &Lines::of(puzzles, column)?, jobs)
}

/// Checks whether puzzles are valid and minimal, and finds their symmetries, as the program's `check` does.
///
/// Args:
///     puzzles: as for `Rater.rate`.
///     solution: whether to add a column `solution`, 81 digits.
///     limit: maximum number of solutions to count; None counts all.
///     listed: number of solutions to list in a column `listed`; 0 means no column.
///     true_candidates: whether to add a column `true candidates`: the candidates that are in some solution,
///         729 characters, a sukaku; with a board as many characters for each cell as it has digits.
///     estimate: number of random probes that estimate an unknown number of solutions, in columns `estimate`
///         and `standard error`; 0 means no columns.
///     seed: seed of the probes.
///     backdoors: whether to add columns `backdoor size`, `backdoors`, `anti-backdoor size` and
///         `anti-backdoors`.
///     mistakes: whether to add a column `mistakes`: the mistakes of a puzzle without a solution, by cell.
///     budget: maximum guesses for each puzzle, and as many again for `listed`, `true_candidates` and
///         `mistakes`.
///     board: board of the puzzles, as the program's option `--board` names it: "x", "6x6",
///         "jigsaw:LETTERS" and others; "column": that of the table's column `board`, or as each line names
///         it. None is the plain board.
///     column: column of the puzzles in a table; not needed if it is the only column of strings.
///     jobs: number of threads; 0 means one for each processor.
///
/// Columns: `status` (ok, no-solution, multiple-solutions, budget, invalid), `reason`, `clues`, `solutions`
/// (null if there are more than the limit), `minimal`, `redundant clues` (cells whose clue alone can be left
/// out), `symmetry` (of the pattern of clues), `automorphisms` (null if the board has too many
/// symmetries); with a board `board`, too.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> row = sudoscope.check([puzzle, "." * 81]).to_pylist()
/// >>> row[0]["minimal"], row[0]["solutions"], row[1]["status"], row[1]["solutions"]
/// (True, 1, 'multiple-solutions', None)
/// >>> sudoscope.check(["55" + "." * 79], mistakes=True)["mistakes"].to_pylist()
/// ['r1c1 and r1c2 are both 5 (row 1); it has a solution without r1c1=5, or without r1c2=5']
/// >>> sudoscope.check(["....1....2.3..4."], board="4x4", backdoors=True).to_pylist()[0]["backdoor size"]
/// 0
#[pyfunction]
#[pyo3(
    signature = (
        puzzles, *, solution=false, limit=Some(2), listed=0, true_candidates=false, estimate=0, seed=0,
        backdoors=false, mistakes=false, budget=CHECK_BUDGET, board=None, column=None, jobs=1
    ),
    text_signature = "(puzzles, *, solution=False, limit=2, listed=0, true_candidates=False, estimate=0, \
                      seed=0, backdoors=False, mistakes=False, budget=10000000, board=None, column=None, \
                      jobs=1)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn check<'py>(
    py: Python<'py>, puzzles: &Bound<'py, PyAny>, solution: bool, limit: Option<u64>, listed: u16,
    true_candidates: bool, estimate: u32, seed: u64, backdoors: bool, mistakes: bool, budget: u64,
    board: Option<&str>, column: Option<&str>, jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let probes = (estimate > 0).then_some(Probes { count: estimate, seed });
    let questions = Questions { list: listed.into(), true_candidates, probes };
    let limit = limit.unwrap_or(ALL);
    let check = Check { limit, budget, solution, given: false, backdoors, mistakes, questions };
    if let Some(boards) = boards_of(board)? {
        let question = BoardCheck { boards, check };
        let batch = batch_on(py, &question, &question.boards, (puzzles, column), jobs)?;
        return PyRecordBatch::new(batch).into_pyarrow(py);
    }
    table(py, &check, &Lines::of(puzzles, column)?, jobs)
}

/// Solves each puzzle: 81 digits, or None if there is no puzzle, no solution or more than one. `check` says
/// which of these is the case.
///
/// Args:
///     puzzles: as for `Rater.rate`.
///     board: board of the puzzles, as for `check`.
///     column: column of the puzzles in a table; not needed if it is the only column of strings.
///     jobs: number of threads; 0 means one for each processor.
///
/// >>> import sudoscope
/// >>> puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
/// >>> sudoscope.solve([puzzle, "no puzzle"]).to_pylist()
/// ['123456789456789123...', None]
/// >>> sudoscope.solve(["....1....2.3..4."], board="4x4").to_pylist()
/// ['2431132442133142']
#[pyfunction]
#[pyo3(signature = (puzzles, *, board=None, column=None, jobs=1))]
pub fn solve<'py>(
    py: Python<'py>, puzzles: &Bound<'py, PyAny>, board: Option<&str>, column: Option<&str>, jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = match boards_of(board)? {
        Some(boards) => {
            let question = BoardSolve { boards, budget: DEFAULT_BUDGET };
            batch_on(py, &question, &question.boards, (puzzles, column), jobs)?
        }
        None => {
            let lines = Lines::of(puzzles, column)?;
            py.detach(|| batch(&Solve { budget: DEFAULT_BUDGET }, &lines, jobs))?
        }
    };
    let solutions = batch.column_by_name("solution").ok_or_else(|| refused("there is no solution"))?;
    let solutions = PyArray::from_array_ref(solutions.clone());
    py.import("pyarrow")?.call_method1("array", (solutions,))
}

/// Finds puzzles that repeat earlier ones.
///
/// Args:
///     puzzles: as for `Rater.rate`.
///     by: "isomorph": puzzles with the same minlex; or "exact": the same clues in the same cells.
///     board: the one board of all puzzles, as for `check`. If it has too many symmetries, only "exact" is
///         possible.
///     column: column of the puzzles in a table; not needed if it is the only column of strings.
///     jobs: number of threads; 0 means one for each processor.
///
/// Columns: `is_first`: whether no earlier row has the same puzzle; `first`: the first row, from 0, that has
/// it. Without a puzzle, or if clues contradict each other, `is_first` is false and `first` null. So
/// `table.filter(sudoscope.dedupe(table)["is_first"])` has each puzzle once.
///
/// >>> import sudoscope
/// >>> sudoscope.dedupe(["9" + "." * 80, "no puzzle", "." * 80 + "1"]).to_pydict()
/// {'is_first': [True, False, False], 'first': [0, None, 0]}
#[pyfunction]
#[pyo3(signature = (puzzles, *, by="isomorph", board=None, column=None, jobs=1))]
pub fn dedupe<'py>(
    py: Python<'py>, puzzles: &Bound<'py, PyAny>, by: &str, board: Option<&str>, column: Option<&str>,
    jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let same = match by {
        "isomorph" => Same::Isomorph,
        "exact" => Same::Exact,
        _ => return Err(refused(format!("there is no '{by}': isomorph or exact"))),
    };
    let board = match boards_of(board)? {
        None => None,
        Some(Boards::One(board)) => Some(board),
        Some(_) => return Err(refused("dedupe is of one board")),
    };
    let maker = FormMaker::new(same, board.as_deref());
    let keys = Keys { maker: maker.map_err(|error| refused(error.to_string()))?, board };
    let lines = Lines::of(puzzles, column)?;
    let batch = py.detach(|| {
        let mut seen: HashMap<[Cells; 9], i64> = HashMap::new();
        let (mut is_first, mut firsts) = (BooleanBuilder::new(), Int64Builder::new());
        let mut row = 0;
        in_order(&lines, jobs, &keys, |key, _| {
            let first = key.map(|key| *seen.entry(key).or_insert(row));
            is_first.append_value(first == Some(row));
            firsts.append_option(first);
            row += 1;
            Ok(())
        })?;
        let columns: [(&str, ArrayRef); 2] =
            [("is_first", Arc::new(is_first.finish())), ("first", Arc::new(firsts.finish()))];
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true)))
            .map_err(of_arrow)
    })?;
    PyRecordBatch::new(batch).into_pyarrow(py)
}

struct Keys {
    maker: FormMaker,
    board: Option<Arc<Board>>,
}

impl Work for Keys {
    type Scratch = FormMaker;
    type Row = Option<[Cells; 9]>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> FormMaker {
        self.maker.clone()
    }

    fn row(&self, maker: &mut FormMaker, line: Line) -> Self::Row {
        Some(maker.of(&agreeing_clues(self.board.as_deref(), line.text, &ANYWHERE).ok()?))
    }
}

/// Makes random puzzles, as the program's `generate` does: the same seed gives the same list.
///
/// Args:
///     count: number of puzzles.
///     seed: number that determines the list, on any machine and for any number of threads.
///     method: "top-down", "bottom-up" or "controlled-bias".
///     thin: keep one in this number of the similar puzzles that controlled-bias finds on one full grid; 1
///         is the fastest.
///     clues: number of clues, or a pair of the fewest and the most.
///     minimal: whether to make only minimal puzzles; needed with clues or symmetry only.
///     symmetry: symmetry of the pattern of clues: "none", "rotational-180" and others (`sudoscope generate
///         --help` lists them); for top-down.
///     ladder: ladder of the conditions on ratings and rules; by default W, or H or the first named
///         ladder with these rules.
///     rating: only these ratings, as text: "5", "5-8" or "5-".
///     score: only these scores; needs a ladder with scores, such as H.
///     hardest: only puzzles whose hardest step is of this rule.
///     uses: only puzzles whose path uses these rules: one, or a list.
///     without: only puzzles whose path uses none of these rules.
///     up_to: only puzzles for which no rule after this one in the ladder is needed.
///     needs: only puzzles that the ladder does not solve without this rule: one, or a list.
///     tries: maximum number of tries, after which the list ends with fewer puzzles.
///     board: board of the puzzles, as for `check`; puzzles of a board are made top-down, and
///         rated by a ladder of boards.
///     jobs: number of threads; 0 means one for each processor.
///
/// >>> import sudoscope
/// >>> sudoscope.generate(2, seed=0) == sudoscope.generate(3, seed=0, jobs=2)[:2]
/// True
/// >>> puzzle = sudoscope.generate(1, seed=1, clues=(28, 30), ladder="S", rating="1-2")[0]
/// >>> 28 <= sum(cell != "." for cell in puzzle) <= 30
/// True
/// >>> len(sudoscope.generate(1, board="6x6")[0])
/// 36
#[pyfunction]
#[pyo3(
    signature = (
        count=1, *, seed=0, method="top-down", thin=THIN, clues=None, minimal=false, symmetry="none",
        ladder=None, rating=None, score=None, hardest=None, uses=None, without=None, up_to=None, needs=None,
        tries=None, board=None, jobs=1
    ),
    text_signature = "(count=1, *, seed=0, method='top-down', thin=4, clues=None, minimal=False, \
        symmetry='none', ladder=None, rating=None, score=None, hardest=None, uses=None, without=None, \
        up_to=None, needs=None, tries=None, board=None, jobs=1)"
)]
#[allow(clippy::too_many_arguments)] // keywords in Python
pub fn generate(
    py: Python<'_>, count: u64, seed: u64, method: &str, thin: u64, clues: Option<Numbers>, minimal: bool,
    symmetry: &str, ladder: Option<&str>, rating: Option<&str>, score: Option<&str>, hardest: Option<&str>,
    uses: Option<Names>, without: Option<Names>, up_to: Option<&str>, needs: Option<Names>,
    tries: Option<u64>, board: Option<&str>, jobs: usize,
) -> PyResult<Vec<String>> {
    let method = match method {
        "top-down" => Method::TopDown,
        "bottom-up" => Method::BottomUp,
        "controlled-bias" => Method::ControlledBias,
        _ => {
            let text = "top-down, bottom-up or controlled-bias";
            return Err(refused(format!("there is no method '{method}': {text}")));
        }
    };
    if thin == 0 || thin != THIN && method != Method::ControlledBias {
        return Err(refused("thin is a number from 1, of the method controlled-bias"));
    }
    let clues = clues.map(|Numbers(range)| range);
    let fewest = if board.is_some() { 1 } else { 17 };
    if clues.as_ref().is_some_and(|clues| clues.is_empty() || *clues.start() < fewest || *clues.end() > 81) {
        return Err(refused(format!("clues are from {fewest} to 81: a number, or a pair (from, to)")));
    }
    let symmetry = symmetry_named(symmetry)?;
    if method != Method::TopDown && !symmetry.is_none() {
        return Err(refused("symmetry is of the method top-down"));
    }
    let rules = |rules: Option<Names>| rules.map_or(Vec::new(), |Names(names)| names);
    let [uses, without, needs] = [uses, without, needs].map(rules);
    let asked = Asked { rating, score, hardest, uses: &uses, without: &without, up_to, needs: &needs };
    let board = match board {
        None => None,
        Some(text) => {
            refuse_on_boards(&[("method", method != Method::TopDown), ("symmetry", !symmetry.is_none())])?;
            let board: Board = text.parse().map_err(|error| refused(format!("board '{text}': {error}")))?;
            Some(Arc::new(board))
        }
    };
    let choice = asked.is_any().then(|| choice(ladder, asked, board.as_ref())).transpose()?;
    let board = board.map(|board| board as Arc<dyn BoardPuzzles>);
    let places = Clues::Symmetric(symmetry);
    let recipe = Recipe { method, thin, seed, clues, minimal, places, board, choice, solution: false };
    if let Some(why) = recipe.hopeless() {
        return Err(refused(why));
    }
    let wanted = ListLimits::of(&recipe, count, tries);
    let jobs = threads_of(jobs)?;
    py.detach(|| {
        let io_error = |error: std::io::Error| PyOSError::new_err(error.to_string());
        let pool = threads::pool(jobs).map_err(io_error)?;
        let (mut puzzles, stop) = (Vec::new(), AtomicBool::new(false));
        let (mut patience, mut broken) = (InterruptPoll::new(), None);
        make(&pool, &recipe, wanted, ListProgress::default(), &stop, |made, _| {
            let text = |puzzle| match &recipe.board {
                Some(board) => board.text_of(puzzle),
                None => notation::clues(puzzle),
            };
            puzzles.extend(made.iter().map(text));
            patience.check().map_err(|error| {
                broken = Some(error);
                std::io::Error::other("stopped")
            })
        })
        .map_err(|error| broken.take().unwrap_or_else(|| io_error(error)))?;
        Ok(puzzles)
    })
}

/// Finds the symmetry named `name`.
pub fn symmetry_named(name: &str) -> PyResult<&'static PatternSymmetry> {
    PatternSymmetry::named(name).ok_or_else(|| {
        let names = PATTERN_SYMMETRIES.each_ref().map(|symmetry| symmetry.name);
        refused(format!("there is no symmetry '{name}': {}", names.join(", ")))
    })
}

/// Translates conditions on paths for one ladder.
fn choice(ladder: Option<&str>, asked: Asked, board: Option<&Arc<Board>>) -> PyResult<Choice> {
    let scale = match ladder {
        None => {
            Choice::scale_with(asked).ok_or_else(|| refused("no named ladder has these rules: give one"))?
        }
        Some(ladder) => {
            let settings = crate::settings::settings(&[ladder], Policy::AllAtOnce, Effort::default())?;
            let [scale] = settings.scales() else { return Err(refused("name exactly one ladder")) };
            scale.clone()
        }
    };
    let scale = match board {
        None => scale,
        Some(board) => BoardRate::scale(&scale, &Boards::One(board.clone()), "board").map_err(refused)?,
    };
    choice_by(scale, asked)
}

/// Translates conditions on paths for a scale.
pub fn choice_by(scale: Scale, asked: Asked) -> PyResult<Choice> {
    Choice::of(scale, asked).map_err(|error| refused(error.to_string()))
}
