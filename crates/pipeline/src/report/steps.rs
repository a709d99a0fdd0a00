//! Steps of paths as rows: the one schema from which every format is written.

use super::fields::rating_kind;
use super::table::{Column, Ending, Kind, Value};
use sudoscope_engine::grid::{Candidate, Grid, Puzzle};
use sudoscope_engine::scale::{Item, Outcome, Scale};

/// Step of a path.
pub struct TracedStep {
    /// Rule with its size and rating.
    pub item: Item,
    /// Candidates that it places.
    pub placements: Vec<Candidate>,
    /// Candidates that it removes.
    pub eliminations: Vec<Candidate>,
    /// State in which it is proved, if states are asked for.
    pub state: Option<Box<Grid>>,
}

/// Step, with facts that it does not know itself.
pub struct StepRow<'a> {
    /// Name of the line of its puzzle, or row number.
    pub line: Value<'a>,
    /// Puzzle of the path.
    pub puzzle: &'a Puzzle,
    /// Number of the step in its path, from 1.
    pub number: u64,
    /// The step.
    pub step: &'a TracedStep,
}

/// Column of a table of steps.
#[derive(Clone, Copy)]
struct StepColumn {
    name: &'static str,
    kind: fn(&Scale) -> Kind,
    value: for<'r> fn(&'r StepRow, &Scale) -> Value<'r>,
}

const LINE: StepColumn = StepColumn { name: "line", kind: |_| Kind::Text, value: |row, _| row.line.clone() };
const ROW: StepColumn = StepColumn { name: "row", kind: |_| Kind::Count, ..LINE };
const PUZZLE: StepColumn =
    StepColumn { name: "puzzle", kind: |_| Kind::Text, value: |row, _| Value::Puzzle(row.puzzle) };

/// Columns of the step itself; the optional state comes last.
const OF_STEP: [StepColumn; 7] = [
    StepColumn { name: "step", kind: |_| Kind::Medium, value: |row, _| row.number.into() },
    StepColumn { name: "rule", kind: |_| Kind::Text, value: |row, _| row.step.item.rule.info().name.into() },
    StepColumn { name: "size", kind: |_| Kind::Small, value: |row, _| row.step.item.length().into() },
    StepColumn {
        name: "rating",
        kind: |scale| scale.columns.first().map_or(Kind::Text, rating_kind),
        value: |row, scale| {
            let end = Outcome::Solved(row.step.item.rating.0[0]);
            Value::Rating(Ending { end, unit: scale.unit() })
        },
    },
    StepColumn {
        name: "placements",
        kind: |_| Kind::Smalls,
        value: |row, _| Value::Smalls(candidate_numbers(&row.step.placements)),
    },
    StepColumn {
        name: "eliminations",
        kind: |_| Kind::Smalls,
        value: |row, _| Value::Smalls(candidate_numbers(&row.step.eliminations)),
    },
    StepColumn {
        name: "state",
        kind: |_| Kind::Text,
        value: |row, _| row.step.state.as_ref().map(|grid| Puzzle::sukaku_of(grid).to_string()).into(),
    },
];

/// Returns candidates as numbers of three digits, as in the notation: 735 is n7r3c5.
pub fn candidate_numbers(candidates: &[Candidate]) -> Vec<u16> {
    let number = |candidate: &Candidate| {
        let Candidate { digit, cell } = candidate;
        100 * u16::from(digit.number()) + 10 * (cell.row() + 1) as u16 + (cell.column() + 1) as u16
    };
    candidates.iter().map(number).collect()
}

/// Columns of a table of steps.
pub struct StepColumns<'a> {
    columns: Vec<StepColumn>,
    scale: &'a Scale,
}

impl<'a> StepColumns<'a> {
    /// Returns the columns for paths of lines by this scale; puzzle and state only if asked for.
    pub fn of_lines(scale: &'a Scale, puzzles: bool, states: bool) -> StepColumns<'a> {
        let begin = [LINE, PUZZLE].into_iter().take(1 + usize::from(puzzles));
        StepColumns::new(scale, begin, states)
    }

    /// Returns the columns for paths of rows of a table, which are numbered.
    pub fn of_rows(scale: &'a Scale, states: bool) -> StepColumns<'a> {
        StepColumns::new(scale, [ROW], states)
    }

    fn new(scale: &'a Scale, begin: impl IntoIterator<Item = StepColumn>, states: bool) -> StepColumns<'a> {
        let of_step = OF_STEP.into_iter().take(OF_STEP.len() - usize::from(!states));
        StepColumns { columns: begin.into_iter().chain(of_step).collect(), scale }
    }

    /// Returns their names and kinds.
    pub fn columns(&self) -> Vec<Column> {
        self.columns.iter().map(|column| Column::new(column.name, (column.kind)(self.scale))).collect()
    }

    /// Returns the values of a row, one for each column.
    pub fn values<'r>(&self, row: &'r StepRow) -> Vec<Value<'r>> {
        self.columns.iter().map(|column| (column.value)(row, self.scale)).collect()
    }
}
