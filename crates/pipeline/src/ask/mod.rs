//! Questions to each line, one file each. A question is one value: the work (line → answer), the columns of
//! its answers, and their values. The program, the wheel and every format take it from here.
//!
//! ```text
//!   Question ─┬▶ Work: line ─▶ answer, in a pool                    (run)
//!             └▶ AnswerTable: answer ─▶ rows of values ─┬▶ a format (report/format)
//!                                                       └▶ columns of the wheel
//! ```

mod boards;
mod check;
mod minlex;
mod rate;
mod solve;
mod trace;

pub use boards::{
    BoardCheck, BoardExplain, BoardMinlex, BoardPrint, BoardRate, BoardScratch, BoardSolve, Boards,
    CheckedOnBoard, FormedOnBoard, KnownBoards, KnownForms, OnBoard, RatedOnBoard, SolvedOnBoard, ToPrint,
};
pub use check::{Check, Checked};
pub use minlex::{Formed, Minlex};
pub use rate::Rate;
pub use solve::{Solve, Solved};
pub use trace::{Trace, TracedPath, TracedStep, candidate_numbers};

use crate::files::NamedSettings;
use crate::input::{ANYWHERE, KeptColumn, LineError, Places, Reading, puzzle_of, shown};
use crate::report::{Column, Format, Head, Kind, Value, and_kept, kept_values, status_text};
use crate::run::{Line, Work};
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::Status;

/// Question to each line. Its work gives the answers.
pub trait Question: Work {
    /// Name of the tables of its answers.
    const NAME: &'static str;
    /// Noun phrase for a row of these tables.
    const ROW: &'static str;
    /// Whether there is a [plain](Question::plain) form.
    const HAS_PLAIN: bool = false;
    /// Whether CSV has a way that is faster than [by values](Question::csv).
    const HAS_CSV: bool = false;
    /// Whether all puzzles are of the plain board.
    const IS_PLAIN: bool = true;
    /// Whether a row is a part of an answer: it has neither status nor reason.
    const IS_PART: bool = false;

    /// Returns the settings that, besides the lines, determine the answers.
    fn settings(&self) -> NamedSettings;

    /// Returns the lines that say in the head of a table by which rules it was made.
    fn about(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the columns of an answer, without those of its line.
    fn columns(&self) -> Vec<Column>;

    /// Returns how an answer ends.
    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r>;

    /// Passes the values of each row of an answer to `each`, in the order of the columns. Values may lack at
    /// the end.
    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>));

    /// Appends the answer as the one text of its line.
    fn plain(&self, _answer: &Self::Row, _text: &mut Vec<u8>) {}

    /// Appends the row of an answer to a CSV file.
    fn csv(&self, _asked: &Asked, _answer: &Self::Row, _kept: &[KeptColumn], _text: &mut Vec<u8>) {}

    /// Returns the number of columns kept of the input that the question itself reads; they come first.
    fn reads(&self) -> usize {
        0
    }

    /// Whether rows show the puzzle.
    fn shows_puzzle(&self) -> bool {
        true
    }
}

/// End of an answer.
pub struct Verdict<'r> {
    /// Status of the line.
    pub status: Status,
    /// Reason why the line is not a puzzle, if there is one.
    pub error: Option<LineError>,
    /// Puzzle of the line, if it is one.
    pub puzzle: Option<Given<'r>>,
    /// Techniques that were left out, and why ([`Row::left_out`](crate::run::Row::left_out)).
    pub left_out: Option<&'r str>,
    /// Whether the answer is unknown, or one that the user must see, although the status rejects nothing.
    pub is_open: bool,
}

/// Puzzle of a line.
#[derive(Clone, Copy)]
pub enum Given<'r> {
    /// Puzzle of the plain board.
    Plain(&'r Puzzle),
    /// Clues on a board.
    OnBoard(&'r OnBoard),
}

impl<'r> Verdict<'r> {
    /// Returns the end of an answer to a puzzle, or of a line without one.
    pub fn of(status: Status, read: Result<&'r Puzzle, LineError>) -> Verdict<'r> {
        Verdict::of_given(status, read.map(Given::Plain))
    }

    /// Returns the end of an answer as [`Verdict::of`] does, for any board.
    fn of_given(status: Status, read: Result<Given<'r>, LineError>) -> Verdict<'r> {
        let (status, error) =
            read.as_ref().err().copied().map_or((status, None), |error| (Status::Invalid, Some(error)));
        Verdict { status, error, puzzle: read.ok(), left_out: None, is_open: false }
    }
}

/// Line that was asked.
pub struct Asked<'r> {
    /// Name of the line, or number of the row.
    pub name: Value<'r>,
    /// Text of the line.
    pub text: &'r [u8],
    /// Places of the puzzle and other fields in the text.
    pub places: &'r Places,
    /// Reason for a missing puzzle, if it is not an error in the text.
    pub reason: Option<&'r str>,
}

impl<'r> Asked<'r> {
    /// Returns a row of a table that has no text if `is_null`.
    pub fn alone(number: u64, is_null: bool) -> Asked<'r> {
        let reason = is_null.then_some("null");
        Asked { name: number.into(), text: b"", places: &ANYWHERE, reason }
    }
}

/// Place of the answers, which decides the columns of their lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Rows of a table: the status has the reason.
    Table,
    /// Objects of JSON: the reason is a member.
    Objects,
    /// Columns beside those of the input.
    Beside,
}

impl Shape {
    /// Returns the shape of rows in this format.
    pub fn of(format: &Format) -> Shape {
        if ["json", "jsonl"].contains(&format.name) { Shape::Objects } else { Shape::Table }
    }
}

/// Column of an answer's line.
#[derive(Clone, Copy)]
struct Lead {
    name: &'static str,
    kind: Kind,
    value: for<'r> fn(&'r Asked, &Verdict<'r>) -> Value<'r>,
}

const LINE: Lead = Lead { name: "line", kind: Kind::Line, value: |asked, _| asked.name.clone() };
const ROW: Lead = Lead { name: "row", kind: Kind::Count, ..LINE };
const PUZZLE: Lead = Lead {
    name: "puzzle",
    kind: Kind::Text,
    value: |asked, verdict| match verdict.puzzle {
        Some(Given::Plain(puzzle)) => puzzle.into(),
        Some(Given::OnBoard(puzzle)) => puzzle.to_string().into(),
        None => shown(asked.text, asked.places).into(),
    },
};
const STATUS: Lead =
    Lead { name: "status", kind: Kind::Text, value: |_, verdict| verdict.status.name().into() };
const STATUS_WITH_REASON: Lead = Lead {
    value: |_, verdict| match verdict.error {
        None => verdict.status.name().into(),
        error => status_text(verdict.status, error).into(),
    },
    ..STATUS
};
const REASON: Lead = Lead {
    name: "reason",
    kind: Kind::Text,
    value: |asked, verdict| match asked.reason {
        Some(reason) => reason.into(),
        None => match verdict.error {
            None => verdict.left_out.into(),
            error => error.map(LineError::with_column).into(),
        },
    },
};

/// Answers to a question as rows of values.
pub struct AnswerTable<'q, Q> {
    question: &'q Q,
    lead: Vec<Lead>,
    /// Number of columns of an answer.
    own: usize,
    kept: &'q [KeptColumn],
}

impl<'q, Q: Question> AnswerTable<'q, Q> {
    /// Returns the table of answers to lines that are read like this.
    pub fn new(question: &'q Q, shape: Shape, reading: &'q Reading) -> AnswerTable<'q, Q> {
        let lead: &[Lead] = match (Q::IS_PART, shape) {
            (true, Shape::Beside) => &[ROW],
            (true, _) => &[LINE, PUZZLE],
            (false, Shape::Table) => &[LINE, PUZZLE, STATUS_WITH_REASON],
            (false, Shape::Objects) => &[LINE, PUZZLE, STATUS, REASON],
            (false, Shape::Beside) => &[STATUS, REASON],
        };
        let is_shown = |lead: &&Lead| lead.name != PUZZLE.name || question.shows_puzzle();
        AnswerTable {
            question,
            lead: lead.iter().filter(is_shown).copied().collect(),
            own: question.columns().len(),
            kept: reading.keep.get(question.reads()..).unwrap_or_default(),
        }
    }

    /// Returns the head: what made the table, names and kinds of its columns.
    pub fn head(&self) -> Head {
        let mut about = vec![format!("sudoscope {}: {}", env!("CARGO_PKG_VERSION"), Q::ROW)];
        about.extend(self.question.about());
        let lead = self.lead.iter().map(|lead| Column::new(lead.name, lead.kind));
        let columns: Vec<Column> = lead.chain(self.question.columns()).collect();
        Head { name: Q::NAME, about, columns: and_kept(columns, self.kept), is_begun: false }
    }

    /// Passes the rows of an answer to `each`.
    pub fn rows<E>(
        &self, asked: &Asked, answer: &Q::Row, mut each: impl FnMut(&[Value]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut ended = Ok(());
        let verdict = self.question.verdict(answer);
        let kept = asked.places.kept(asked.text);
        let kept = kept.get(self.question.reads()..).unwrap_or_default();
        self.question.values(answer, &mut |own| {
            let mut values: Vec<Value> = self.lead.iter().map(|lead| (lead.value)(asked, &verdict)).collect();
            values.extend(own);
            values.resize(self.lead.len() + self.own, Value::Missing);
            values.extend(kept_values(self.kept, kept));
            if ended.is_ok() {
                ended = each(&values);
            }
        });
        ended
    }

    /// Appends the plain line of an answer.
    pub fn plain(&self, answer: &Q::Row, text: &mut Vec<u8>) {
        self.question.plain(answer, text);
        text.push(b'\n');
    }

    /// Appends the row of an answer to a CSV file in the question's own way.
    pub fn csv(&self, asked: &Asked, answer: &Q::Row, text: &mut Vec<u8>) {
        self.question.csv(asked, answer, self.kept, text);
    }
}

/// Reads the puzzle of a line.
fn read(line: Line) -> Result<Puzzle, LineError> {
    puzzle_of(line.text, line.places).map(|found| found.puzzle)
}
