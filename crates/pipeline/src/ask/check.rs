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
    /// Further questions about the solutions.
    pub questions: Questions,
}

/// Result of checking a puzzle.
pub struct Checked {
    puzzle: Puzzle,
    check: check::Check,
    /// Symmetry of the pattern of clues, and number of automorphisms; a sukaku has none.
    symmetry: Option<(&'static PatternSymmetry, u64)>,
    /// Solution, if there is exactly one.
    solution: Option<String>,
    /// Verdict on the given solution, if one is expected and the puzzle has one solution.
    given: Option<&'static str>,
    /// Backdoors, if they were asked for and the puzzle has one solution.
    backdoors: Option<Backdoors>,
    answers: Answers,
}

/// Verdict on a given solution that is right.
const RIGHT: &str = "right";

/// Compares a given text with the only solution.
fn compared(text: &str, solution: &str) -> &'static str {
    match text.trim() {
        "" => "missing",
        text if text == solution => RIGHT,
        text => match read_puzzle(text.as_bytes()) {
            Ok(found) if found.puzzle.to_string() == solution => RIGHT,
            _ => "wrong",
        },
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
        let symmetry = puzzle.as_clues().map(|clues| {
            let all = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
            (PatternSymmetry::of(all), canon.of(&clues).automorphisms)
        });
        let mut check = check::check(&puzzle, self.limit, self.budget);
        let answers = check.answers(&puzzle, self.questions, self.budget);
        let found = check.solution.filter(|_| check.status == Status::Ok);
        let solution = found.map(|solution| notation::puzzle(&solution));
        let given = line.places.kept(line.text);
        let given = given.first().filter(|_| self.given).zip(solution.as_ref());
        let asked = found.filter(|_| self.backdoors);
        Ok(Checked {
            puzzle,
            check,
            symmetry,
            given: given.map(|(given, solution)| compared(given, solution)),
            solution,
            backdoors: asked.map(|solution| check::backdoors(&puzzle, &solution, self.budget)),
            answers,
        })
    }
}

/// Column of the answers.
struct Own {
    name: &'static str,
    kind: Kind,
    /// Whether the question asks for it.
    is_asked: fn(&Check) -> bool,
    value: for<'r> fn(&'r Checked) -> Value<'r>,
}

const fn own(name: &'static str, kind: Kind, value: for<'r> fn(&'r Checked) -> Value<'r>) -> Own {
    Own { name, kind, is_asked: |_| true, value }
}

static COLUMNS: [Own; 16] = [
    own("clues", Kind::Small, |it| (it.puzzle.clue_count() as u64).into()),
    own("solutions", Kind::Count, |it| match it.check.solutions {
        Some(Solutions::Exactly(count)) => count.into(),
        Some(Solutions::MoreThan(limit)) => Value::MoreThan(limit),
        None => Value::Missing,
    }),
    own("minimal", Kind::Flag, |it| it.check.redundant.map(Cells::is_empty).into()),
    own("redundant clues", Kind::Texts, |it| {
        it.check.redundant.map(|cells| cells.map(|cell| cell.to_string()).collect::<Vec<_>>()).into()
    }),
    own("symmetry", Kind::Text, |it| it.symmetry.map(|symmetry| symmetry.0.name).into()),
    own("automorphisms", Kind::Count, |it| it.symmetry.map(|symmetry| symmetry.1).into()),
    Own {
        is_asked: |check| check.solution,
        ..own("solution", Kind::Text, |it| it.solution.as_deref().into())
    },
    Own { is_asked: |check| check.given, ..own("answer", Kind::Text, |it| it.given.into()) },
    Own { is_asked: HAS_BACKDOORS, ..own("backdoor size", Kind::Small, |it| size(values(it))) },
    Own { is_asked: HAS_BACKDOORS, ..own("backdoors", Kind::Count, |it| count(values(it))) },
    Own { is_asked: HAS_BACKDOORS, ..own("anti-backdoor size", Kind::Small, |it| size(deletions(it))) },
    Own { is_asked: HAS_BACKDOORS, ..own("anti-backdoors", Kind::Count, |it| count(deletions(it))) },
    Own { is_asked: HAS_PROBES, ..own("estimate", Kind::Scientific, |it| estimated(it, |of| of.solutions)) },
    Own {
        is_asked: HAS_PROBES,
        ..own("standard error", Kind::Scientific, |it| estimated(it, |of| of.standard_error))
    },
    Own {
        is_asked: |check| check.questions.list > 0,
        ..own("listed", Kind::Texts, |it| {
            let texts = |listed: &Vec<_>| listed.iter().map(notation::puzzle).collect::<Vec<_>>();
            it.answers.listed.as_ref().map(texts).into()
        })
    },
    Own {
        is_asked: |check| check.questions.true_candidates,
        ..own("true candidates", Kind::Text, |it| {
            let some = it.answers.true_candidates.filter(|some| !some.is_empty());
            some.map(|some| Puzzle::Sukaku(some).to_string()).into()
        })
    },
];

const HAS_BACKDOORS: fn(&Check) -> bool = |check| check.backdoors;
const HAS_PROBES: fn(&Check) -> bool = |check| check.questions.probes.is_some();

fn values(checked: &Checked) -> Option<Smallest> {
    checked.backdoors.map(|found| found.values)
}

fn deletions(checked: &Checked) -> Option<Smallest> {
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

fn estimated(checked: &Checked, number: fn(&Estimate) -> f64) -> Value<'static> {
    checked.answers.estimate.as_ref().map(number).into()
}

impl Check {
    fn asked(&self) -> impl Iterator<Item = &'static Own> {
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
            ("--solution", self.solution.into()),
            ("--answers", self.given.into()),
            ("--estimate", probes.map(|probes| probes.count).into()),
            ("--seed", probes.map(|probes| probes.seed).into()),
            ("--list", list.into()),
            ("--true-candidates", true_candidates.into()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        self.asked().map(|own| Column::new(own.name, own.kind)).collect()
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        match answer {
            Err(error) => Verdict::of(Status::Invalid, Err(*error)),
            Ok(checked) => {
                let is_wrong = checked.given.is_some_and(|given| given != RIGHT);
                let status = checked.check.status;
                let is_open = status == Status::Budget || is_wrong;
                Verdict { is_open, ..Verdict::of(status, Ok(&checked.puzzle)) }
            }
        }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let checked = answer.iter();
        each(checked.flat_map(|checked| self.asked().map(|own| (own.value)(checked))).collect());
    }

    fn reads(&self) -> usize {
        usize::from(self.given)
    }
}
