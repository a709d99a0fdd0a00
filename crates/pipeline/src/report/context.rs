//! What reports know of a run beside its rows, and what stands at the top of each.

use super::fields::{RatedColumns, endings_of, line_in_shard};
use super::table::Ending;
use super::table::{Kind, Value};
use super::wide::WideScale;
use crate::input::{Content, KeptColumn, LineAt, PartOf};
use crate::run::{Row, RunHeader, Timing};
use crate::stats::{ByClues, Estimate, Weights, share};
use crate::worth::{ScaleNeeds, StoredWorth};
use sudoscope_engine::scale::{Description, Policy, Scale, Unit};

/// What reports may know of a run beside its rows.
#[derive(Clone)]
pub struct Context<'a> {
    /// Everything that decided the rows.
    pub header: &'a RunHeader,
    /// The scales.
    pub scales: &'a [Scale],
    /// Times per puzzle, if this is the session that took them.
    pub timing: Option<&'a Timing>,
    /// After how many rows the run was stopped before the end of its input, if it was.
    pub interrupted: Option<u64>,
    /// How numbers are made from the rows.
    pub view: View,
    /// Whether the table `puzzles` has the solution. Rows of a run file have none: they are solved again.
    pub solved: bool,
    /// The columns of steps in the table `puzzles`, if it is wide.
    pub wide: Vec<WideScale>,
    /// What was found out about what rules of its ladders are worth.
    pub worths: &'a StoredWorth,
}

/// How numbers are made from the rows of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct View {
    /// What a puzzle counts.
    pub weights: Weights,
    /// What rating 0 (singles only) counts in means and correlations; Berthier's books have 0.9.
    pub brt_as: f64,
}

impl View {
    /// What a puzzle with this end counts in means; nothing if it is not solved.
    pub(crate) fn rating(self, ending: Ending) -> Option<f64> {
        match (ending.end.rating()?, ending.unit) {
            (0, Unit::Level) => Some(self.brt_as),
            (value, unit) => Some(unit.number(value)),
        }
    }

    /// It in words.
    pub fn text(self) -> String {
        format!("weights: {}; rating 0 counts {} in means", self.weights.name(), self.brt_as)
    }
}

impl<'a> Context<'a> {
    /// Of a finished run of which no times are known.
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

    /// This; if `solved`, the table `puzzles` has the solution.
    pub fn solved(self, solved: bool) -> Self {
        Context { solved, ..self }
    }

    /// This; if `wide`, the table `puzzles` has the steps of each rule in columns of their own.
    pub fn wide(self, wide: bool) -> Self {
        let scales = if wide { self.scales } else { &[] };
        Context { wide: scales.iter().map(WideScale::of).collect(), ..self }
    }

    /// How a line is named in the reports: without its file when there is only one.
    pub fn line_name(&self, at: LineAt) -> String {
        let line = line_in_shard(self.header.shard, at.line);
        match self.header.inputs.len() {
            0 | 1 => line,
            _ => format!("{}:{line}", self.file_name(at.file)),
        }
    }

    /// Whether the name of a line is its number.
    pub(super) fn has_plain_lines(&self) -> bool {
        self.header.shard.is_none() && self.header.inputs.len() < 2
    }

    /// The name of an input.
    pub fn file_name(&self, file: u16) -> &str {
        self.header.inputs.get(file as usize).map_or("", |input| &input.name)
    }

    /// Which items of the ladder of this number puzzles need, if that was found out.
    pub(super) fn needs(&self, ladder: usize) -> Option<&ScaleNeeds> {
        self.worths.needs.iter().find(|needs| needs.is_about(ladder))
    }

    /// What a climb counts in means and correlations; nothing without a rating.
    pub(super) fn rating(&self, ending: Ending) -> Option<f64> {
        self.view.rating(ending)
    }

    /// The unit of the first columns of all scales; `None` if they have several.
    pub(super) fn unit(&self) -> Option<Unit> {
        let unit = self.scales.first()?.unit();
        self.scales.iter().all(|scale| scale.unit() == unit).then_some(unit)
    }

    /// The units of all columns of ratings, which come first among the quantities.
    pub(super) fn units(&self) -> Vec<Unit> {
        let columns = self.scales.iter().flat_map(|scale| &scale.columns);
        columns.map(|column| column.unit).collect()
    }

    /// The names of the numbers that puzzles have: the columns of each scale, then the numbers read from the
    /// input.
    pub(super) fn quantities(&self) -> Vec<String> {
        let titles = self.scales.iter().flat_map(Scale::titles);
        titles.chain(self.read_names()).collect()
    }

    /// The columns of `puzzles`.
    pub(super) fn rated_columns(&self) -> RatedColumns<'_> {
        let columns = RatedColumns::of_puzzles(self.scales, &self.header.against, &self.header.keep);
        columns.solved(self.solved).wide(&self.wide)
    }

    /// The names of the numbers read from the input: not as another column of `puzzles`.
    pub(super) fn read_names(&self) -> Vec<String> {
        let columns = self.rated_columns().columns();
        // What is kept may be numbers, too.
        let own = columns.len() - self.header.keep.len();
        let read = columns.into_iter().take(own).filter(|column| column.kind == Kind::Plain);
        read.map(|column| column.name).collect()
    }

    /// The numbers of a puzzle, in the order of [`Context::quantities`].
    pub(super) fn numbers(&self, row: &Row) -> Vec<Option<f64>> {
        let ratings = endings_of(row, self.scales).map(|ending| self.rating(ending?));
        let read = |at: usize| row.against.get(at).copied().filter(|number| number.is_finite());
        let mut numbers = Vec::with_capacity(self.scales.len() + self.header.against.len());
        ratings.for_each(|rating| numbers.push(rating));
        numbers.extend((0..self.header.against.len()).map(read));
        numbers
    }

    /// The share of `part` in `whole` in percent, and its standard error.
    pub(super) fn percent(&self, part: &ByClues, whole: &ByClues) -> [Value<'static>; 2] {
        let in_percent = |Estimate { value, error }| [100.0 * value, 100.0 * error];
        share(part, whole, self.view.weights)
            .map_or([Value::Missing, Value::Missing], |share| in_percent(share).map(Value::from))
    }
}

/// What a report was made of, and by which rules.
pub fn about_run(context: &Context) -> Vec<String> {
    let RunHeader { scales, inputs, shard, budget, validate, .. } = context.header;
    let RunHeader { skip, take, column, against, keep, .. } = context.header;
    let mut lines = Vec::new();
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
