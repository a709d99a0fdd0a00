//! Fields of rated rows: the one schema from which every format is written.
//!
//! ```text
//!   own columns │ ratings of each scale │ steps, if wide │ rules of each scale │ numbers read │ columns kept
//!   CSV and plain lines: here; other formats: report/format
//! ```

use super::format::{csv_row, csv_value};
use super::table::{Column, Ending, Kind, Use, Value, number, write_use};
use super::wide::WideScale;
use crate::input::{KeptColumn, KeptKind, LineError, Shard};
use crate::run::Row;
use sudoscope_engine::boards::Board;
use sudoscope_engine::grid::notation;
use sudoscope_engine::scale::{self, Aspect, Climb, Scale, Status, Unit};

/// Rated row, with facts that it does not know itself.
pub struct Rated<'a> {
    /// The row.
    pub row: &'a Row,
    /// Name of the row's line.
    pub line: Value<'a>,
    /// Reason for a missing puzzle, if it is not an error in the text.
    pub reason: Option<&'a str>,
    /// Text shown in place of a missing puzzle.
    pub shown: Option<&'a str>,
}

/// Column that belongs to no scale.
pub struct OwnColumn {
    /// Stable name.
    pub name: &'static str,
    kind: Kind,
    /// Whether the column may be absent from a row.
    pub may_lack: bool,
    part: Part,
}

/// Content of an own column.
#[derive(Clone, Copy)]
enum Part {
    Line,
    Puzzle,
    Status,
    Board,
    Reason,
    StatusWithReason,
    Clues,
    Solution,
}

const fn own(name: &'static str, kind: Kind, may_lack: bool, part: Part) -> OwnColumn {
    OwnColumn { name, kind, may_lack, part }
}

const LINE: OwnColumn = own("line", Kind::Line, false, Part::Line);
const PUZZLE: OwnColumn = own("puzzle", Kind::Text, true, Part::Puzzle);
const STATUS: OwnColumn = own("status", Kind::Text, false, Part::Status);
const BOARD: OwnColumn = own("board", Kind::Text, false, Part::Board);
const REASON: OwnColumn = own("reason", Kind::Text, true, Part::Reason);
const STATUS_WITH_REASON: OwnColumn = own("status", Kind::Text, false, Part::StatusWithReason);
const CLUES: OwnColumn = own("clues", Kind::Small, true, Part::Clues);
const SOLUTION: OwnColumn = own("solution", Kind::Text, true, Part::Solution);

impl OwnColumn {
    #[inline(always)]
    fn value<'r>(&self, of: &'r Rated, board: Option<&Board>) -> Value<'r> {
        let row = of.row;
        match (self.part, row.status, row.error) {
            (Part::Line, ..) => of.line.clone(),
            (Part::Puzzle, Status::Invalid, _) => of.shown.into(),
            (Part::Puzzle, ..) => puzzle_value(board, row),
            (Part::Board, ..) => board.map(Board::to_string).into(),
            (Part::StatusWithReason, status, error @ Some(_)) => Value::from(status_text(status, error)),
            (Part::Status | Part::StatusWithReason, status, _) => Value::from(status.name()),
            (Part::Reason, _, error) => match of.reason {
                Some(reason) => Value::from(reason),
                None => match error {
                    None => row.left_out.as_deref().into(),
                    error => Value::from(error.map(LineError::with_column)),
                },
            },
            (Part::Clues, Status::Invalid, _) => Value::Missing,
            (Part::Clues, ..) => Value::Count(row.clue_count() as u64),
            (Part::Solution, ..) => match (&row.solution, board) {
                (Some(cells), Some(board)) => text_on(board, cells).into(),
                (cells, _) => Value::from(cells.as_ref().and_then(|cells| str::from_utf8(cells).ok())),
            },
        }
    }

    /// Appends the value to a row of a CSV file; common values are written directly.
    #[inline(always)]
    fn write(&self, of: &Rated, board: Option<&Board>, text: &mut Vec<u8>) {
        let row = of.row;
        match (self.part, row.status, &of.line) {
            (Part::Puzzle | Part::Solution, ..) if board.is_some() => {
                csv_value(&self.value(of, board), self.kind, text);
            }
            (Part::Line, _, Value::Count(line)) => number(*line, text),
            (Part::Puzzle, status, _) if status != Status::Invalid => row.puzzle.write(text),
            (Part::StatusWithReason, status, _) if row.error.is_none() => {
                text.extend_from_slice(status.name().as_bytes());
            }
            (Part::Clues, status, _) if status != Status::Invalid => number(row.clue_count() as u64, text),
            (Part::Solution, ..) => row.solution.iter().for_each(|cells| text.extend_from_slice(cells)),
            _ => csv_value(&self.value(of, board), self.kind, text),
        }
    }
}

/// The optional solution comes last.
const OF_TABLES: &[OwnColumn] = &[LINE, PUZZLE, STATUS_WITH_REASON, CLUES, SOLUTION];
const OF_ANSWERS: &[OwnColumn] = &[CLUES, SOLUTION];
const BESIDE_INPUT: &[OwnColumn] = &[STATUS, REASON, CLUES, SOLUTION];

/// Columns of puzzles of a board other than the plain one.
const OF_BOARDS: &[OwnColumn] = &[LINE, PUZZLE, STATUS_WITH_REASON, BOARD, CLUES, SOLUTION];

/// Returns the puzzle of a row as a value: on a board, the text of its cells.
pub(super) fn puzzle_value<'r>(board: Option<&Board>, row: &'r Row) -> Value<'r> {
    match board {
        None => Value::Puzzle(&row.puzzle),
        Some(board) => text_on(board, &notation::clue_bytes(&row.puzzle.clues())).into(),
    }
}

/// Returns those of 81 cells that a board has. The page in the browser is small, and asks about no boards.
pub(crate) fn text_on(board: &Board, cells: &[u8; 81]) -> String {
    if cfg!(target_family = "wasm") {
        return String::new();
    }
    board.cells().map(|cell| char::from(cells[cell.index()])).collect()
}

/// Appends the kept columns to `columns`.
pub(crate) fn and_kept(mut columns: Vec<Column>, kept: &[KeptColumn]) -> Vec<Column> {
    for KeptColumn { name, kind } in kept {
        let kind = match kind {
            KeptKind::Text | KeptKind::Optional => Kind::Text,
            KeptKind::Int => Kind::Whole,
            KeptKind::Float => Kind::Plain,
        };
        columns.push(Column::new(free(&columns, name, "kept"), kind));
    }
    columns
}

/// Returns the values of the kept columns, converted to their types.
pub(crate) fn kept_values<'r>(kept: &[KeptColumn], texts: &'r [String]) -> impl Iterator<Item = Value<'r>> {
    let value = |(column, text): (&KeptColumn, &'r String)| match column.kind {
        KeptKind::Text | KeptKind::Optional => text.as_str().into(),
        KeptKind::Int => text.trim().parse().ok().map(Value::Whole).unwrap_or(Value::Missing),
        KeptKind::Float => text.trim().parse::<f64>().ok().into(),
    };
    kept.iter().zip(texts).map(value)
}

/// Makes a name that no other column has.
fn free(columns: &[Column], name: &str, mark: &str) -> String {
    let is_taken = columns.iter().any(|column| column.name == name);
    if is_taken { format!("{name} ({mark})") } else { name.to_string() }
}

/// Columns of a table of rated rows.
#[derive(Clone, Copy)]
pub struct RatedColumns<'a> {
    /// Columns that belong to no scale.
    own: &'static [OwnColumn],
    /// Board of the puzzles, if it is another than the plain one.
    board: Option<&'a Board>,
    /// Whether the solution is one of the columns.
    solved: bool,
    scales: &'a [Scale],
    /// Whether the rules that climbs use are listed.
    has_rules: bool,
    /// Columns of steps, if rows are wide.
    wide: &'a [WideScale],
    read: &'a [String],
    kept: &'a [KeptColumn],
}

impl<'a> RatedColumns<'a> {
    fn of(own: &'static [OwnColumn], scales: &'a [Scale]) -> RatedColumns<'a> {
        let (board, solved, has_rules) = (None, false, false);
        RatedColumns { own, board, solved, scales, has_rules, wide: &[], read: &[], kept: &[] }
    }

    /// Returns the columns of CSV files and plain lines.
    pub fn of_lines(scales: &'a [Scale], kept: &'a [KeptColumn]) -> RatedColumns<'a> {
        RatedColumns { kept, ..RatedColumns::of(OF_TABLES, scales) }
    }

    /// Returns the columns of an answer, without those of its line.
    pub(crate) fn of_answers(scales: &'a [Scale], has_rules: bool) -> RatedColumns<'a> {
        RatedColumns { has_rules, ..RatedColumns::of(OF_ANSWERS, scales) }
    }

    /// Returns the columns of the table `puzzles`.
    pub fn of_puzzles(scales: &'a [Scale], read: &'a [String], kept: &'a [KeptColumn]) -> RatedColumns<'a> {
        RatedColumns { has_rules: true, read, kept, ..RatedColumns::of(OF_TABLES, scales) }
    }

    /// Returns the columns to put beside the input's columns.
    pub fn beside_input(scales: &'a [Scale], has_rules: bool) -> RatedColumns<'a> {
        RatedColumns { has_rules, ..RatedColumns::of(BESIDE_INPUT, scales) }
    }

    /// Sets whether the solution follows the clues.
    pub fn solved(self, solved: bool) -> RatedColumns<'a> {
        RatedColumns { solved, ..self }
    }

    /// Sets the board of the puzzles of a table, if it is another than the plain one. Its name is a column.
    pub fn on(self, board: Option<&'a Board>) -> RatedColumns<'a> {
        match board {
            None => self,
            Some(_) => RatedColumns { own: OF_BOARDS, board, ..self },
        }
    }

    /// Adds columns of steps after the ratings.
    pub fn wide(self, wide: &'a [WideScale]) -> RatedColumns<'a> {
        RatedColumns { wide, ..self }
    }

    /// Returns the columns that belong to no scale.
    #[inline]
    pub fn own(&self) -> &'static [OwnColumn] {
        self.own.get(..self.own.len() - usize::from(!self.solved)).unwrap_or_default()
    }

    /// Returns names and kinds. Columns read or kept get names different from those before them.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns: Vec<Column> = self.own().iter().map(|own| Column::new(own.name, own.kind)).collect();
        for scale in self.scales {
            let kinds = scale.columns.iter().map(rating_kind);
            columns.extend(scale.titles().zip(kinds).map(|(title, kind)| Column::new(title, kind)));
        }
        columns.extend(self.wide.iter().flat_map(WideScale::columns));
        if self.has_rules {
            columns.extend(self.scales.iter().map(|scale| {
                let is_sum = scale.columns.first().is_some_and(|column| rating_kind(column) == Kind::Sum);
                Column::new(format!("{} rules", scale.name), Kind::Uses(scale.unit(), is_sum))
            }));
        }
        let own = columns.len();
        for name in self.read {
            columns.push(Column::new(free(&columns[..own], name, "input"), Kind::Plain));
        }
        and_kept(columns, self.kept)
    }

    /// Passes the values of a row to `each`, one for each column.
    #[inline(always)]
    pub fn each<'r>(&self, of: &'r Rated, mut each: impl FnMut(Value<'r>)) {
        for own in self.own() {
            each(own.value(of, self.board));
        }
        self.each_of_scales(of.row, each);
    }

    /// Returns the values of a row, one for each column.
    pub(crate) fn values<'r>(&self, of: &'r Rated) -> Vec<Value<'r>> {
        let mut values = Vec::new();
        self.each(of, |value| values.push(value));
        values
    }

    /// Passes the values after the own columns to `each`.
    #[inline(always)]
    fn each_of_scales<'r>(&self, row: &'r Row, mut each: impl FnMut(Value<'r>)) {
        self.each_ending(row, &mut each);
        for (at, scale) in self.scales.iter().enumerate().filter(|_| self.has_rules) {
            each(row.climbs.get(at).map_or(Value::Missing, |climb| Value::Uses(used(scale, climb))));
        }
        self.each_beside(row, each);
    }

    /// Passes the ratings to `each`, and the steps if the table is wide.
    #[inline(always)]
    fn each_ending<'r>(&self, row: &'r Row, mut each: impl FnMut(Value<'r>)) {
        for (at, scale) in self.scales.iter().enumerate() {
            let climb = row.climbs.get(at);
            for (column, of) in scale.columns.iter().enumerate() {
                each(climb.map_or(Value::Missing, |climb| {
                    Value::Rating(Ending { end: climb.outcome.column(column), unit: of.unit })
                }));
            }
        }
        for (at, wide) in self.wide.iter().enumerate() {
            wide.values(row.climbs.get(at)).into_iter().for_each(&mut each);
        }
    }

    /// Passes the numbers read and the columns kept to `each`.
    #[inline(always)]
    fn each_beside<'r>(&self, row: &'r Row, mut each: impl FnMut(Value<'r>)) {
        row.against.iter().take(self.read.len()).for_each(|&number| each(Value::from(number)));
        kept_values(self.kept, &row.kept).for_each(each);
    }

    /// Appends the names of the columns, as a row of a CSV file.
    pub fn csv_head(&self, text: &mut Vec<u8>) {
        let names: Vec<String> = self.columns().into_iter().map(|column| column.name).collect();
        csv_row(text, &names);
    }

    /// Appends a row of a CSV file.
    pub fn csv_row(&self, of: &Rated, text: &mut Vec<u8>) {
        for own in self.own() {
            own.write(of, self.board, text);
            text.push(b',');
        }
        let write = |value: Value, text: &mut Vec<u8>| {
            csv_value(&value, Kind::Plain, text);
            text.push(b',');
        };
        self.each_ending(of.row, |value| write(value, text));
        for (at, scale) in self.scales.iter().enumerate().filter(|_| self.has_rules) {
            let climb = of.row.climbs.get(at);
            let tallies = climb.map_or(&[][..], |climb| climb.tallies.as_slice());
            let begin = text.len();
            for (item, tally) in scale.items.iter().zip(tallies).filter(|(_, tally)| tally.steps > 0) {
                if text.len() > begin {
                    text.push(b' ');
                }
                write_use(item, tally.steps, text);
            }
            text.push(b',');
        }
        self.each_beside(of.row, |value| write(value, text));
        text.pop();
        text.push(b'\n');
    }

    /// Appends the text of a plain line: the ratings of a row separated by `/`, or the word in their place.
    pub fn plain_line(&self, row: &Row, text: &mut Vec<u8>) {
        let begin = text.len();
        for ending in endings_of(row, self.scales).flatten().filter(|ending| ending.end.rating().is_some()) {
            if text.len() > begin {
                text.push(b'/');
            }
            ending.write(text);
        }
        if text.len() == begin {
            text.extend_from_slice(row.status.name().as_bytes());
        }
    }
}

pub(crate) fn rating_kind(column: &scale::Column) -> Kind {
    match (column.unit, column.aspect) {
        (Unit::Level, Aspect::Sum) => Kind::Sum,
        (unit, _) => Kind::Rating(Some(unit)),
    }
}

/// Returns the number of a line; `I/N:LINE` if it is counted from the beginning of a shard's part of its
/// file.
pub fn line_in_shard(shard: Option<Shard>, line: u64) -> String {
    shard.map_or_else(|| line.to_string(), |shard| format!("{shard}:{line}"))
}

/// Returns the status, with the reason if the line is not a puzzle.
pub fn status_text(status: Status, error: Option<LineError>) -> String {
    match error {
        Some(error) => format!("{}: {}", status.name(), error.with_column()),
        None => status.name().to_string(),
    }
}

/// Returns the end of a climb in each column of its scale.
pub fn endings(scale: &Scale, climb: &Climb) -> impl Iterator<Item = Ending> {
    let columns = scale.columns.iter().enumerate();
    columns.map(|(at, column)| Ending { end: climb.outcome.column(at), unit: column.unit })
}

/// Returns the ends of a row's climbs in each column of these scales; `None` for a missing climb.
pub(crate) fn endings_of(row: &Row, scales: &[Scale]) -> impl Iterator<Item = Option<Ending>> {
    scales.iter().enumerate().flat_map(|(at, scale)| {
        let climb = row.climbs.get(at);
        let columns = scale.columns.iter().enumerate();
        columns.map(move |(at, column)| {
            climb.map(|climb| Ending { end: climb.outcome.column(at), unit: column.unit })
        })
    })
}

/// Returns the items that a climb used.
pub fn used(scale: &Scale, climb: &Climb) -> Vec<Use> {
    let used = scale.items.iter().zip(&climb.tallies).filter(|(_, tally)| tally.steps > 0);
    let used = used.map(|(item, tally)| Use {
        item: *item,
        technique: scale.called(item),
        rule: item.rule.info().name,
        size: item.length(),
        rating: item.rating.0[0],
        steps: tally.steps,
        eliminations: tally.eliminations,
    });
    used.collect()
}
