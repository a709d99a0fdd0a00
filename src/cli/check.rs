//! `sudoscope check`: whether puzzles are valid and minimal, and their symmetries.

use super::args::{CheckArgs, CheckFormat, name_of};
use super::exit::Exit;
use super::rows::{LineNames, Printer, print_all, settings_of};
use anyhow::Result;
use std::io::{self, Write};
use std::sync::Arc;
use sudoscope::canon::{Canon, PatternSymmetry};
use sudoscope::check::{
    ALL, Answers, Backdoors, Check, Estimate, Probes, Questions, Smallest, Solutions, backdoors, check,
};
use sudoscope::crew::Crew;
use sudoscope::grid::{Cells, LineError, Puzzle, notation, read_puzzle};
use sudoscope::input::{KeptColumn, KeptKind, LineAt, Places, puzzle_of, shown};
use sudoscope::report::{csv_row, status_text};
use sudoscope::run::{Done, Line, Work};
use sudoscope::scale::Status;

const COLUMNS: &[&str] = &[
    "line",
    "puzzle",
    "status",
    "clues",
    "solutions",
    "minimal",
    "redundant clues",
    "symmetry",
    "automorphisms",
];

/// Columns of `--backdoors`.
const BACKDOORS: &[&str] = &["backdoor size", "backdoors", "anti-backdoor size", "anti-backdoors"];

/// Columns of `--estimate`.
const ESTIMATE: &[&str] = &["estimate", "standard error"];

/// Columns in addition to [`COLUMNS`].
#[derive(Clone, Copy)]
struct Columns {
    solution: bool,
    answer: bool,
    backdoors: bool,
    questions: Questions,
}

impl Columns {
    fn names(self) -> Vec<&'static str> {
        let backdoors: &[_] = if self.backdoors { BACKDOORS } else { &[] };
        let estimate: &[_] = if self.questions.probes.is_some() { ESTIMATE } else { &[] };
        let more = [self.solution.then_some("solution"), self.answer.then_some("answer")];
        let asked = [
            (self.questions.list > 0).then_some("listed"),
            self.questions.true_candidates.then_some("true candidates"),
        ];
        let more = more.into_iter().flatten().chain(backdoors.iter().copied());
        COLUMNS
            .iter()
            .copied()
            .chain(more)
            .chain(estimate.iter().copied())
            .chain(asked.into_iter().flatten())
            .collect()
    }
}

/// Verdict on a given solution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Right,
    Wrong,
    Missing,
}

impl Answer {
    /// Compares a text with the only solution.
    fn of(text: &str, solution: &str) -> Answer {
        match text.trim() {
            "" => Answer::Missing,
            text if text == solution => Answer::Right,
            text => match read_puzzle(text.as_bytes()) {
                Ok(found) if found.puzzle.to_string() == solution => Answer::Right,
                _ => Answer::Wrong,
            },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Answer::Right => "right",
            Answer::Wrong => "wrong",
            Answer::Missing => "missing",
        }
    }
}

pub fn run(args: CheckArgs) -> Result<Exit> {
    let mut lines = args.lines.of(&args.files)?;
    let answers = args.answers.iter().cloned();
    lines.reading.keep = answers.map(|name| KeptColumn { name, kind: KeptKind::Text }).collect();
    let limit = if args.count { ALL } else { args.limit };
    let questions = Questions {
        list: args.list.unwrap_or(0).into(),
        true_candidates: args.true_candidates,
        probes: args.estimate.map(|count| Probes { count, seed: args.seed }),
    };
    let work = CheckWork { limit, budget: args.budget, backdoors: args.backdoors, questions };
    let names = LineNames::new(&lines.inputs);
    let columns = Columns {
        solution: args.solution,
        answer: args.answers.is_some(),
        backdoors: args.backdoors,
        questions,
    };
    let mut printer = CheckPrinter { format: args.format, columns, text: Vec::new(), names, unknown: 0 };
    let mut settings = settings_of("check", &lines);
    settings.extend([
        ("--format", name_of(args.format).into()),
        ("--limit", limit.into()),
        ("--budget", args.budget.into()),
        ("--backdoors", args.backdoors.into()),
        ("--solution", args.solution.into()),
        ("--estimate", args.estimate.into()),
        ("--seed", args.seed.into()),
        ("--list", args.list.into()),
        ("--true-candidates", args.true_candidates.into()),
    ]);
    print_all(&lines, &args.output, settings, args.lines.progress, &mut printer, &work)
}

/// Work of this command.
struct CheckWork {
    limit: u64,
    budget: u64,
    /// Whether to search for backdoors.
    backdoors: bool,
    questions: Questions,
}

/// Results for a puzzle.
struct CheckedPuzzle {
    puzzle: Puzzle,
    check: Check,
    /// Symmetry of the clues; a sukaku has none.
    symmetry: Option<PuzzleSymmetry>,
    /// Solution, if there is exactly one.
    solution: Option<String>,
    /// Verdict on the given solution, if one is expected and the puzzle has one solution.
    answer: Option<Answer>,
    /// Backdoors, if they were asked for and the puzzle has one solution.
    backdoors: Option<Backdoors>,
    answers: Answers,
}

/// Symmetry of the pattern of clues, and number of automorphisms of the puzzle.
struct PuzzleSymmetry {
    pattern: &'static PatternSymmetry,
    automorphisms: u64,
}

impl PuzzleSymmetry {
    fn of(clues: &[Cells; 9], canon: &mut Canon) -> PuzzleSymmetry {
        let all = clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
        let automorphisms = canon.of(clues).automorphisms;
        PuzzleSymmetry { pattern: PatternSymmetry::of(all), automorphisms }
    }
}

impl CheckedPuzzle {
    fn redundant(&self) -> Option<Vec<String>> {
        self.check.redundant.map(|cells| cells.map(|cell| cell.to_string()).collect())
    }
}

impl Work for CheckWork {
    type Scratch = Canon;
    type Row = Result<CheckedPuzzle, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> Canon {
        Canon::default()
    }

    fn row(&self, canon: &mut Canon, line: Line) -> Result<CheckedPuzzle, LineError> {
        let puzzle = puzzle_of(line.text, line.places)?.puzzle;
        let symmetry = puzzle.as_clues().map(|clues| PuzzleSymmetry::of(&clues, canon));
        let mut check = check(&puzzle, self.limit, self.budget);
        let answers = check.answers(&puzzle, self.questions, self.budget);
        let found = check.solution.filter(|_| check.status == Status::Ok);
        let solution = found.map(|solution| notation::puzzle(&solution));
        let given = line.places.kept(line.text);
        let answer =
            given.first().zip(solution.as_ref()).map(|(given, solution)| Answer::of(given, solution));
        let asked = found.filter(|_| self.backdoors);
        let backdoors = asked.map(|solution| backdoors(&puzzle, &solution, self.budget));
        Ok(CheckedPuzzle { puzzle, check, symmetry, solution, answer, backdoors, answers })
    }
}

/// Printer that turns rows into text.
struct CheckPrinter {
    format: CheckFormat,
    columns: Columns,
    text: Vec<u8>,
    names: LineNames,
    /// Number of puzzles that ran out of budget or have a wrong or missing answer.
    unknown: u64,
}

impl Printer<Result<CheckedPuzzle, LineError>> for CheckPrinter {
    fn head(&mut self) -> io::Result<()> {
        match self.format {
            CheckFormat::Csv => csv_row(&mut self.text, &self.columns.names()),
            CheckFormat::Jsonl => {}
        }
        Ok(())
    }

    fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }

    fn names(&self) -> &LineNames {
        &self.names
    }

    fn unknown(&self) -> u64 {
        self.unknown
    }

    fn batch(&mut self, done: &Done<Result<CheckedPuzzle, LineError>>) -> io::Result<()> {
        for (row, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            let status = row.as_ref().map_or(Status::Invalid, |checked| checked.check.status);
            self.names.name_reject(at, status, row.as_ref().err().copied());
            let answer = row.as_ref().ok().and_then(|checked| checked.answer);
            let is_wrong = matches!(answer, Some(Answer::Wrong | Answer::Missing));
            self.unknown += u64::from(status == Status::Budget || is_wrong);
            match self.format {
                CheckFormat::Csv => {
                    let mut fields = match row {
                        Ok(checked) => checked_fields(self.names.of(at), checked, self.columns),
                        Err(error) => self.rejected_fields(at, text, &done.texts.places, *error),
                    };
                    fields.resize(self.columns.names().len(), String::new());
                    csv_row(&mut self.text, &fields);
                }
                CheckFormat::Jsonl => {
                    let value = match row {
                        Ok(checked) => checked_json(self.names.json(at), checked, self.columns),
                        Err(error) => self.rejected_json(at, text, &done.texts.places, *error),
                    };
                    writeln!(self.text, "{value}")?;
                }
            }
        }
        Ok(())
    }
}

impl CheckPrinter {
    fn rejected_fields(&self, at: LineAt, text: &[u8], places: &Places, error: LineError) -> Vec<String> {
        vec![self.names.of(at), shown(text, places), status_text(Status::Invalid, Some(error))]
    }

    fn rejected_json(&self, at: LineAt, text: &[u8], places: &Places, error: LineError) -> serde_json::Value {
        serde_json::json!({
            "line": self.names.json(at),
            "puzzle": shown(text, places),
            "status": Status::Invalid.name(),
            "reason": error.with_column(),
        })
    }
}

/// Returns the fields of a row.
fn checked_fields(name: String, checked: &CheckedPuzzle, columns: Columns) -> Vec<String> {
    let CheckedPuzzle { puzzle, check, symmetry, solution, answer, backdoors, answers } = checked;
    let minimal = check.redundant.map_or("", |cells| if cells.is_empty() { "yes" } else { "no" });
    let count = |smallest: Smallest| match smallest {
        Smallest::Sets { count, .. } => count.to_string(),
        Smallest::LargerThan(_) => String::new(),
    };
    let kinds = backdoors.iter().flat_map(|found| [found.values, found.deletions]);
    let mut backdoors: Vec<String> = kinds.flat_map(|kind| [kind.to_string(), count(kind)]).collect();
    backdoors.resize(BACKDOORS.len(), String::new());
    let known = [
        name,
        puzzle.to_string(),
        check.status.name().to_string(),
        puzzle.clue_count().to_string(),
        check.solutions.map_or(String::new(), |solutions| solutions.to_string()),
        minimal.to_string(),
        checked.redundant().unwrap_or_default().join(" "),
        symmetry.as_ref().map_or(String::new(), |symmetry| symmetry.pattern.name.to_string()),
        symmetry.as_ref().map_or(String::new(), |symmetry| symmetry.automorphisms.to_string()),
    ];
    let solution = columns.solution.then(|| solution.clone().unwrap_or_default());
    let answer = columns.answer.then(|| answer.map_or(String::new(), |answer| answer.name().to_string()));
    let number = |of: fn(&Estimate) -> f64| {
        answers.estimate.as_ref().map_or(String::new(), |estimate| format!("{:.3e}", of(estimate)))
    };
    let estimate = [number(|estimate| estimate.solutions), number(|estimate| estimate.standard_error)];
    let estimate = columns.questions.probes.is_some().then_some(estimate).into_iter().flatten();
    let listed = (columns.questions.list > 0).then(|| listed_text(answers).unwrap_or_default());
    let candidates = columns.questions.true_candidates.then(|| candidates_text(answers).unwrap_or_default());
    known
        .into_iter()
        .chain(solution)
        .chain(answer)
        .chain(if columns.backdoors { backdoors } else { vec![] })
        .chain(estimate)
        .chain(listed)
        .chain(candidates)
        .collect()
}

/// Returns the digits of the listed solutions, separated by blanks.
fn listed_text(answers: &Answers) -> Option<String> {
    let listed = answers.listed.as_ref()?;
    Some(listed.iter().map(notation::puzzle).collect::<Vec<_>>().join(" "))
}

/// Returns the true candidates as a sukaku; `None` if there is no solution.
fn candidates_text(answers: &Answers) -> Option<String> {
    let candidates = answers.true_candidates.filter(|candidates| !candidates.is_empty())?;
    Some(Puzzle::Sukaku(candidates).to_string())
}

fn checked_json(name: serde_json::Value, checked: &CheckedPuzzle, columns: Columns) -> serde_json::Value {
    let CheckedPuzzle { puzzle, check, symmetry, solution, answer, backdoors, answers } = checked;
    let (solutions, more) = match check.solutions {
        Some(Solutions::Exactly(count)) => (Some(count), Some(false)),
        Some(Solutions::MoreThan(limit)) => (Some(limit), Some(true)),
        None => (None, None),
    };
    let mut value = serde_json::json!({
        "line": name,
        "puzzle": puzzle.to_string(),
        "status": check.status.name(),
        "clues": puzzle.clue_count(),
        "solutions": solutions,
        "more_solutions": more,
        "minimal": check.redundant.map(|cells| cells.is_empty()),
        "redundant": checked.redundant(),
        "symmetry": symmetry.as_ref().map(|symmetry| symmetry.pattern.name),
        "automorphisms": symmetry.as_ref().map(|symmetry| symmetry.automorphisms),
    });
    if columns.solution {
        value["solution"] = solution.as_deref().into();
    }
    if columns.answer {
        value["answer"] = answer.map(Answer::name).into();
    }
    if columns.questions.probes.is_some() {
        value["estimate"] = answers.estimate.map_or(serde_json::Value::Null, |estimate| {
            serde_json::json!({ "solutions": estimate.solutions, "standard_error": estimate.standard_error })
        });
    }
    if columns.questions.list > 0 {
        let texts = answers.listed.as_ref().map(|listed| listed.iter().map(notation::puzzle).collect());
        value["listed"] = texts.map_or(serde_json::Value::Null, |texts: Vec<String>| texts.into());
    }
    if columns.questions.true_candidates {
        value["true_candidates"] = candidates_text(answers).into();
    }
    if let Some(found) = backdoors {
        value["backdoors"] = smallest_json(found.values);
        value["anti_backdoors"] = smallest_json(found.deletions);
    }
    value
}

/// Returns `{"size": 1, "count": 5}`, or `{"larger_than": 2}` if no more is known.
fn smallest_json(smallest: Smallest) -> serde_json::Value {
    match smallest {
        Smallest::Sets { size, count } => serde_json::json!({ "size": size, "count": count }),
        Smallest::LargerThan(size) => serde_json::json!({ "larger_than": size }),
    }
}
