//! Steps of paths as rows: the one schema of them, from which every format is written.

use super::fields::rating_kind;
use super::table::{Column, Ending, Kind, Value};
use sudoscope_engine::grid::{Candidate, Grid, Puzzle};
use sudoscope_engine::scale::{Item, Outcome, Scale};

/// A step of a path.
pub struct TracedStep {
    /// Its rule, and what it gives.
    pub item: Item,
    /// What it places.
    pub placements: Vec<Candidate>,
    /// What it removes.
    pub eliminations: Vec<Candidate>,
    /// The state in which it is proved, if states are asked for.
    pub state: Option<Box<Grid>>,
}

/// A step, and what it does not know by itself.
pub struct StepRow<'a> {
    /// The name of the line of its puzzle, or its row.
    pub line: Value<'a>,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Which step of its path it is, from 1.
    pub number: u64,
    /// The step.
    pub step: &'a TracedStep,
}

/// A column.
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

/// Those of the step itself; the state, for which not all ask, stands last.
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

/// Candidates as numbers of three digits, as in the notation: 735 is n7r3c5.
pub fn candidate_numbers(candidates: &[Candidate]) -> Vec<u16> {
    let number = |candidate: &Candidate| {
        let (row, column) = (candidate.cell / 9, candidate.cell % 9);
        100 * u16::from(candidate.digit + 1) + 10 * u16::from(row + 1) + u16::from(column + 1)
    };
    candidates.iter().map(number).collect()
}

/// The columns of a table of steps.
pub struct StepColumns<'a> {
    columns: Vec<StepColumn>,
    scale: &'a Scale,
}

impl<'a> StepColumns<'a> {
    /// Those of paths by this scale that stand for lines; the puzzle and the state only if asked for.
    pub fn of_lines(scale: &'a Scale, puzzles: bool, states: bool) -> StepColumns<'a> {
        let begin = [LINE, PUZZLE].into_iter().take(1 + usize::from(puzzles));
        StepColumns::new(scale, begin, states)
    }

    /// As above for rows of a table, by their number.
    pub fn of_rows(scale: &'a Scale, states: bool) -> StepColumns<'a> {
        StepColumns::new(scale, [ROW], states)
    }

    fn new(scale: &'a Scale, begin: impl IntoIterator<Item = StepColumn>, states: bool) -> StepColumns<'a> {
        let of_step = OF_STEP.into_iter().take(OF_STEP.len() - usize::from(!states));
        StepColumns { columns: begin.into_iter().chain(of_step).collect(), scale }
    }

    /// Their names and kinds.
    pub fn columns(&self) -> Vec<Column> {
        self.columns.iter().map(|column| Column::new(column.name, (column.kind)(self.scale))).collect()
    }

    /// The values of a row, one for each column.
    pub fn values<'r>(&self, row: &'r StepRow) -> Vec<Value<'r>> {
        self.columns.iter().map(|column| (column.value)(row, self.scale)).collect()
    }
}
