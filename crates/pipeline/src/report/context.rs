//! Information about a run that reports need besides its rows, and the header lines of each report.

use super::fields::{RatedColumns, endings_of, line_in_shard, puzzle_value};
use super::table::Ending;
use super::table::{Kind, Value};
use super::wide::WideScale;
use crate::input::{Content, KeptColumn, LineAt, PartOf};
use crate::run::{Row, RunHeader, Timing};
use crate::stats::{ByClues, Estimate, Weights, share};
use crate::worth::{ScaleNeeds, StoredWorth};
use sudoscope_engine::scale::{Description, Policy, Scale, Unit};

/// Information about a run besides its rows.
#[derive(Clone)]
pub struct Context<'a> {
    /// Header with everything that determines the rows.
    pub header: &'a RunHeader,
    /// Scales of the run.
    pub scales: &'a [Scale],
    /// Times per puzzle, if this session measured them.
    pub timing: Option<&'a Timing>,
    /// Number of rows after which the run was interrupted, if it was.
    pub interrupted: Option<u64>,
    /// How numbers are computed from the rows.
    pub view: View,
    /// Whether the table `puzzles` has the solution. Rows of a run file have none, so they are solved again.
    pub solved: bool,
    /// Columns of steps in the table `puzzles`, if it is wide.
    pub wide: Vec<WideScale>,
    /// Findings on the worth of the ladders' rules.
    pub worths: &'a StoredWorth,
}

/// Choices for computing numbers from the rows of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct View {
    /// Weight of a puzzle.
    pub weights: Weights,
    /// Value of rating 0 (singles only) in means and correlations; Berthier's books have 0.9.
    pub brt_as: f64,
}

impl View {
    /// Returns the value of a puzzle with this end in means; `None` if it is not solved.
    pub(crate) fn rating(self, ending: Ending) -> Option<f64> {
        match (ending.end.rating()?, ending.unit) {
            (0, Unit::Level) => Some(self.brt_as),
            (value, unit) => Some(unit.number(value)),
        }
    }

    /// Describes the choices in words.
    pub fn text(self) -> String {
        format!("weights: {}; rating 0 counts {} in means", self.weights.name(), self.brt_as)
    }
}

impl<'a> Context<'a> {
    /// Creates the context of a finished run without times.
    pub fn finished(header: &'a RunHeader, scales: &'a [Scale], view: View) -> Self {
        static NOTHING: StoredWorth = StoredWorth { scales: Vec::new(), needs: Vec::new() };
        let context = Context {
            header,
            scales,
            timing: None,
            interrupted: None,
            view,
            solved: false,
            wide: Vec::new(),
            worths: &NOTHING,
        };
        context.solved(header.solution).wide(header.wide)
    }

    /// Sets whether the table `puzzles` has the solution.
    pub fn solved(self, solved: bool) -> Self {
        Context { solved, ..self }
    }

    /// Sets whether the table `puzzles` has the steps of each rule in columns of their own.
    pub fn wide(self, wide: bool) -> Self {
        let scales = if wide { self.scales } else { &[] };
        Context { wide: scales.iter().map(WideScale::of).collect(), ..self }
    }

    /// Returns the puzzle of a row as a value: on a board other than the plain one, the text of its cells.
    pub(super) fn puzzle<'r>(&self, row: &'r Row) -> Value<'r> {
        puzzle_value(self.header.board.as_deref(), row)
    }

    /// Returns the text of the puzzle of a row: the cells that the board has.
    pub fn puzzle_text(&self, row: &Row) -> String {
        self.puzzle(row).text(Kind::Text)
    }

    /// Returns the name of a line in the reports: without its file if there is only one.
    pub fn line_name(&self, at: LineAt) -> String {
        let line = line_in_shard(self.header.shard, at.line);
        match self.header.inputs.len() {
            0 | 1 => line,
            _ => format!("{}:{line}", self.file_name(at.file)),
        }
    }

    /// Returns the line in the reports as a value.
    pub(super) fn line_value(&self, at: LineAt) -> Value<'static> {
        let name = self.line_name(at);
        match name.rsplit_once(':') {
            None => Value::Count(at.line),
            Some((file, _)) => Value::LineOf(file.to_string().into(), at.line),
        }
    }

    /// Returns the name of an input.
    pub fn file_name(&self, file: u16) -> &str {
        self.header.inputs.get(file as usize).map_or("", |input| &input.name)
    }

    /// Returns the items that puzzles need by the ladder with this number, if that is known.
    pub(super) fn needs(&self, ladder: usize) -> Option<&ScaleNeeds> {
        self.worths.needs.iter().find(|needs| needs.is_about(ladder))
    }

    /// Returns the value of a climb in means and correlations; `None` without a rating.
    pub(super) fn rating(&self, ending: Ending) -> Option<f64> {
        self.view.rating(ending)
    }

    /// Returns the common unit of the first columns of all scales; `None` if they differ.
    pub(super) fn unit(&self) -> Option<Unit> {
        let unit = self.scales.first()?.unit();
        self.scales.iter().all(|scale| scale.unit() == unit).then_some(unit)
    }

    /// Returns the units of all rating columns. These columns come first among the quantities.
    pub(super) fn units(&self) -> Vec<Unit> {
        let columns = self.scales.iter().flat_map(|scale| &scale.columns);
        columns.map(|column| column.unit).collect()
    }

    /// Returns the names of the numbers that puzzles have: the columns of each scale, then the numbers read
    /// from the input.
    pub(super) fn quantities(&self) -> Vec<String> {
        let titles = self.scales.iter().flat_map(Scale::titles);
        titles.chain(self.read_names()).collect()
    }

    /// Returns the columns of `puzzles`.
    pub(super) fn rated_columns(&self) -> RatedColumns<'_> {
        let columns = RatedColumns::of_puzzles(self.scales, &self.header.against, &self.header.keep);
        columns.solved(self.solved).wide(&self.wide).on(self.header.board.as_deref())
    }

    /// Returns the names of the numbers read from the input, made different from other columns of `puzzles`.
    pub(super) fn read_names(&self) -> Vec<String> {
        let columns = self.rated_columns().columns();
        // Kept columns may be numbers, too.
        let own = columns.len() - self.header.keep.len();
        let read = columns.into_iter().take(own).filter(|column| column.kind == Kind::Plain);
        read.map(|column| column.name).collect()
    }

    /// Returns the numbers of a puzzle, in the order of [`Context::quantities`].
    pub(super) fn numbers(&self, row: &Row) -> Vec<Option<f64>> {
        let ratings = endings_of(row, self.scales).map(|ending| self.rating(ending?));
        let read = |at: usize| row.against.get(at).copied().filter(|number| number.is_finite());
        let mut numbers = Vec::with_capacity(self.scales.len() + self.header.against.len());
        ratings.for_each(|rating| numbers.push(rating));
        numbers.extend((0..self.header.against.len()).map(read));
        numbers
    }

    /// Returns the share of `part` in `whole` in percent, and its standard error.
    pub(super) fn percent(&self, part: &ByClues, whole: &ByClues) -> [Value<'static>; 2] {
        let in_percent = |Estimate { value, error }| [100.0 * value, 100.0 * error];
        share(part, whole, self.view.weights)
            .map_or([Value::Missing, Value::Missing], |share| in_percent(share).map(Value::from))
    }
}

/// Describes the run behind a report: its inputs and settings.
pub fn about_run(context: &Context) -> Vec<String> {
    let RunHeader { scales, inputs, shard, budget, validate, .. } = context.header;
    let RunHeader { skip, take, column, sheet, against, keep, .. } = context.header;
    let mut lines = Vec::new();
    lines.extend(context.header.board.as_ref().map(|board| format!("board {board}")));
    for Description { name, definition, .. } in scales {
        lines.push(format!("scale {name} = {definition}"));
    }
    for policy in Policy::ALL {
        let has = |scale: &&Description| scale.policy == policy;
        let names: Vec<&str> = scales.iter().filter(has).map(|scale| scale.name.as_str()).collect();
        if names.len() == scales.len() {
            lines.push(format!("policy: {}", policy.sentence()));
        } else if !names.is_empty() {
            lines.push(format!("policy of {}: {}", names.join(", "), policy.sentence()));
        }
    }
    for input in inputs {
        let what = match (&input.content, input.part) {
            (Some(Content { bytes, hash, .. }), None) => format!("{bytes} bytes, hash {hash}"),
            (Some(Content { bytes, hash, .. }), Some(PartOf { from, of })) => {
                format!("{bytes} of {of} bytes, after {from}, hash {hash}")
            }
            (None, _) => "a stream, not read to its end".to_string(),
        };
        lines.push(format!("input: {} ({what})", input.name));
    }
    if let Some(shard) = shard {
        lines.push(format!(
            "shard: {shard}, whose lines are counted from the beginning of its part of each input"
        ));
    }
    let checked = if *validate { "checked" } else { "not checked" };
    let mut last = format!("budget: {budget} work units a puzzle and scale; uniqueness {checked}");
    if *skip > 0 {
        last += &format!("; first {skip} skipped");
    }
    if let Some(take) = take {
        last += &format!("; at most {take} taken");
    }
    if let Some(column) = column {
        last += &format!("; puzzles in column {column}");
    }
    if let Some(sheet) = sheet {
        last += &format!("; sheet {sheet}");
    }
    if !against.is_empty() {
        last += &format!("; numbers read from the input: {}", against.join(", "));
    }
    if !keep.is_empty() {
        last += &format!(
            "; columns kept: {}",
            keep.iter().map(KeptColumn::to_string).collect::<Vec<_>>().join(", ")
        );
    }
    lines.push(last);
    if context.view != View::default() {
        lines.push(context.view.text());
    }
    if let Some(rows) = context.interrupted {
        lines.push(format!("partial: the run was interrupted after {rows} puzzles"));
    }
    lines
}
