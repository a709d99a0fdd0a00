//! Whether a puzzle is valid and minimal, and its symmetries.

use super::{Question, Verdict, read};
use crate::files::NamedSettings;
use crate::input::{LineError, read_puzzle};
use crate::report::{Column, Kind, Value};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::canon::{Canon, PatternSymmetry};
use sudoscope_engine::check::{self, Answers, Backdoors, Estimate, Questions, Smallest, Solutions};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Cells, Puzzle, notation};
use sudoscope_engine::scale::Status;

/// Question whether a puzzle is valid.
pub struct Check {
    /// Maximum number of solutions to count.
    pub limit: u64,
    /// Maximum guesses for each puzzle, and as many again for each further question.
    pub budget: u64,
    /// Whether the solution is shown.
    pub solution: bool,
    /// Whether the first kept column is a solution to compare.
    pub given: bool,
    /// Whether to search for backdoors.
    pub backdoors: bool,
    /// Whether to name the mistakes of a puzzle without a solution.
    pub mistakes: bool,
    /// Further questions about the solutions.
    pub questions: Questions,
}

/// Result of checking a puzzle.
pub struct Checked {
    puzzle: Puzzle,
    found: Found,
}

/// Result of checking a puzzle of any board.
pub(super) struct Found {
    pub clues: u64,
    pub check: check::Check,
    /// Symmetry of the pattern of clues; a sukaku has none.
    pub symmetry: Option<&'static PatternSymmetry>,
    /// Number of automorphisms; a sukaku has none.
    pub automorphisms: Option<u64>,
    /// Solution, if there is exactly one.
    pub solution: Option<String>,
    /// Verdict on the given solution, if one is expected and the puzzle has one solution.
    pub given: Option<&'static str>,
    /// Backdoors, if they were asked for and the puzzle has one solution.
    pub backdoors: Option<Backdoors>,
    /// Mistakes, if they were asked for and the puzzle has no solution.
    pub mistakes: Option<String>,
    /// Solutions, if they were asked for.
    pub listed: Option<Vec<String>>,
    /// Candidates of solutions, if they were asked for and there are some.
    pub true_candidates: Option<String>,
    pub estimate: Option<Estimate>,
}

/// Returns the cells with a clue.
pub(super) fn all_cells(clues: &[Cells; 9]) -> Cells {
    clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells)
}

/// Verdict on a given solution that is right.
const RIGHT: &str = "right";

/// Compares a given text with the only solution; `read` reads it as a puzzle.
pub(super) fn compared(
    text: &str, solution: &str, read: impl FnOnce(&str) -> Option<String>,
) -> &'static str {
    match text.trim() {
        "" => "missing",
        text if text == solution => RIGHT,
        text if read(text).is_some_and(|text| text == solution) => RIGHT,
        _ => "wrong",
    }
}

impl Work for Check {
    type Scratch = Canon;
    type Row = Result<Checked, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Canon {
        Canon::default()
    }

    fn row(&self, canon: &mut Canon, line: Line) -> Self::Row {
        let puzzle = read(line)?;
        let clues = puzzle.as_clues();
        let mut check = check::check(&puzzle, self.limit, self.budget);
        let Answers { listed, true_candidates, estimate } =
            check.answers(&puzzle, self.questions, self.budget);
        let read = |text: &str| Some(read_puzzle(text.as_bytes()).ok()?.puzzle.to_string());
        let some = true_candidates.filter(|some| !some.is_empty());
        let found = check.solution.filter(|_| check.status == Status::Ok);
        let solution = found.map(|solution| notation::puzzle(&solution));
        let given = line.places.kept(line.text);
        let given = given.first().filter(|_| self.given).zip(solution.as_ref());
        let asked = found.filter(|_| self.backdoors);
        let is_wrong = self.mistakes && check.status == Status::NoSolution;
        let mistakes = if is_wrong { check::mistakes(&puzzle, self.budget) } else { None };
        let found = Found {
            clues: puzzle.clue_count() as u64,
            check,
            symmetry: clues.as_ref().map(|clues| PatternSymmetry::of(all_cells(clues))),
            automorphisms: clues.as_ref().map(|clues| canon.of(clues).automorphisms),
            given: given.map(|(given, solution)| compared(given, solution, read)),
            solution,
            backdoors: asked.map(|solution| check::backdoors(&puzzle, &solution, self.budget)),
            mistakes: mistakes.map(|mistakes| mistakes.to_string()),
            listed: listed.map(|listed| listed.iter().map(notation::puzzle).collect()),
            true_candidates: some.map(|some| Puzzle::Sukaku(some).to_string()),
            estimate,
        };
        Ok(Checked { puzzle, found })
    }
}

/// Column of the answers.
pub(super) struct Own {
    name: &'static str,
    kind: Kind,
    /// Whether the question asks for it.
    is_asked: fn(&Check) -> bool,
    pub value: for<'r> fn(&'r Found) -> Value<'r>,
}

const fn own(name: &'static str, kind: Kind, value: for<'r> fn(&'r Found) -> Value<'r>) -> Own {
    Own { name, kind, is_asked: |_| true, value }
}

/// Columns of puzzles of any board.
static COLUMNS: [Own; 17] = [
    own("clues", Kind::Small, |it| it.clues.into()),
    own("solutions", Kind::Count, |it| match it.check.solutions {
        Some(Solutions::Exactly(count)) => count.into(),
        Some(Solutions::MoreThan(limit)) => Value::MoreThan(limit),
        None => Value::Missing,
    }),
    own("minimal", Kind::Flag, |it| it.check.redundant.map(Cells::is_empty).into()),
    own("redundant clues", Kind::Texts, |it| {
        it.check.redundant.map(|cells| cells.map(|cell| cell.to_string()).collect::<Vec<_>>()).into()
    }),
    own("symmetry", Kind::Text, |it| it.symmetry.map(|symmetry| symmetry.name).into()),
    own("automorphisms", Kind::Count, |it| it.automorphisms.into()),
    Own {
        is_asked: |check| check.solution,
        ..own("solution", Kind::Text, |it| it.solution.as_deref().into())
    },
    Own { is_asked: |check| check.given, ..own("answer", Kind::Text, |it| it.given.into()) },
    Own { is_asked: HAS_BACKDOORS, ..own("backdoor size", Kind::Small, |it| size(values(it))) },
    Own { is_asked: HAS_BACKDOORS, ..own("backdoors", Kind::Count, |it| count(values(it))) },
    Own { is_asked: HAS_BACKDOORS, ..own("anti-backdoor size", Kind::Small, |it| size(deletions(it))) },
    Own { is_asked: HAS_BACKDOORS, ..own("anti-backdoors", Kind::Count, |it| count(deletions(it))) },
    Own {
        is_asked: |check| check.mistakes,
        ..own("mistakes", Kind::Text, |it| it.mistakes.as_deref().into())
    },
    Own { is_asked: HAS_PROBES, ..own("estimate", Kind::Scientific, |it| estimated(it, |of| of.solutions)) },
    Own {
        is_asked: HAS_PROBES,
        ..own("standard error", Kind::Scientific, |it| estimated(it, |of| of.standard_error))
    },
    Own {
        is_asked: |check| check.questions.list > 0,
        ..own("listed", Kind::Texts, |it| it.listed.clone().into())
    },
    Own {
        is_asked: |check| check.questions.true_candidates,
        ..own("true candidates", Kind::Text, |it| it.true_candidates.as_deref().into())
    },
];

const HAS_BACKDOORS: fn(&Check) -> bool = |check| check.backdoors;
const HAS_PROBES: fn(&Check) -> bool = |check| check.questions.probes.is_some();

fn values(checked: &Found) -> Option<Smallest> {
    checked.backdoors.map(|found| found.values)
}

fn deletions(checked: &Found) -> Option<Smallest> {
    checked.backdoors.map(|found| found.deletions)
}

fn size(smallest: Option<Smallest>) -> Value<'static> {
    match smallest {
        Some(Smallest::Sets { size, .. }) => u64::from(size).into(),
        Some(Smallest::LargerThan(size)) => Value::MoreThan(size.into()),
        None => Value::Missing,
    }
}

fn count(smallest: Option<Smallest>) -> Value<'static> {
    match smallest {
        Some(Smallest::Sets { count, .. }) => count.into(),
        _ => Value::Missing,
    }
}

fn estimated(checked: &Found, number: fn(&Estimate) -> f64) -> Value<'static> {
    checked.estimate.as_ref().map(number).into()
}

impl Found {
    /// Whether the question stays open: the budget was used up, or a given solution is another.
    pub fn is_open(&self) -> bool {
        self.check.status == Status::Budget || self.given.is_some_and(|given| given != RIGHT)
    }
}

impl Own {
    pub fn column(&self) -> Column {
        Column::new(self.name, self.kind)
    }
}

impl Check {
    /// Returns the columns that are asked for.
    pub(super) fn asked(&self) -> impl Iterator<Item = &'static Own> {
        COLUMNS.iter().filter(|own| (own.is_asked)(self))
    }
}

impl Question for Check {
    const NAME: &'static str = "check";
    const ROW: &'static str = "one row for each puzzle: whether it is valid and minimal";

    fn settings(&self) -> NamedSettings {
        let Questions { list, true_candidates, probes } = self.questions;
        vec![
            ("--limit", self.limit.into()),
            ("--budget", self.budget.into()),
            ("--backdoors", self.backdoors.into()),
            ("--mistakes", self.mistakes.into()),
            ("--solution", self.solution.into()),
            ("--answers", self.given.into()),
            ("--estimate", probes.map(|probes| probes.count).into()),
            ("--seed", probes.map(|probes| probes.seed).into()),
            ("--list", list.into()),
            ("--true-candidates", true_candidates.into()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        self.asked().map(Own::column).collect()
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        match answer {
            Err(error) => Verdict::of(Status::Invalid, Err(*error)),
            Ok(Checked { puzzle, found, .. }) => {
                Verdict { is_open: found.is_open(), ..Verdict::of(found.check.status, Ok(puzzle)) }
            }
        }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let Ok(Checked { found, .. }) = answer else { return each(Vec::new()) };
        each(self.asked().map(|own| (own.value)(found)).collect());
    }

    fn reads(&self) -> usize {
        usize::from(self.given)
    }
}
