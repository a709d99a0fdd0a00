//! The ratings of a puzzle.

use super::{Asked, Given, Question, Verdict};
use crate::files::NamedSettings;
use crate::input::{KeptColumn, shown};
use crate::report::{Column, Rated, RatedColumns, Value, WideScale};
use crate::run::{Line, PipelineError, Plan, Rating, Row, Work};
use serde_json::json;
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::{Effort, Outcome, Scale, Status};

/// Question for the ratings of a plan.
pub struct Rate<'a> {
    plan: &'a Plan,
    rating: Rating<'a>,
    wide: Vec<WideScale>,
    /// Whether rows list the rules that climbs use.
    has_rules: bool,
    open_paths: bool,
}

impl<'a> Rate<'a> {
    /// Asks for the ratings of a plan; lists of rules need its tallies.
    pub fn new(plan: &'a Plan, has_rules: bool) -> Rate<'a> {
        let scales: &[Scale] = if plan.wide { plan.settings.scales() } else { &[] };
        let wide = scales.iter().map(WideScale::of).collect();
        Rate { plan, rating: Rating::of(plan), wide, has_rules, open_paths: false }
    }

    /// Sets whether a climb that does not solve its puzzle has the rating of the steps that were found
    /// ([`Scale::reached`]); this needs the plan's tallies.
    pub fn open_paths(self, open_paths: bool) -> Rate<'a> {
        Rate { open_paths, ..self }
    }

    fn with_open_paths(&self, mut row: Row) -> Row {
        for (climb, scale) in row.climbs.iter_mut().zip(self.plan.settings.scales()) {
            if let Some(rating) = scale.reached(climb) {
                climb.outcome = Outcome::Solved(rating);
                row.status = if row.status == Status::Ok { Status::Unsolved } else { row.status };
            }
        }
        row
    }

    fn own(&self) -> RatedColumns<'_> {
        let columns = RatedColumns::of_answers(self.plan.settings.scales(), self.has_rules);
        columns.solved(self.plan.solved).wide(&self.wide)
    }
}

impl<'a> Work for Rate<'a> {
    type Scratch = <Rating<'a> as Work>::Scratch;
    type Row = Row;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> Self::Scratch {
        self.rating.scratch(crew)
    }

    fn row(&self, scratch: &mut Self::Scratch, line: Line) -> Row {
        let row = self.rating.row(scratch, line);
        if self.open_paths { self.with_open_paths(row) } else { row }
    }

    fn rows<'l>(&self, scratch: &mut Self::Scratch, lines: impl Iterator<Item = Line<'l>>) -> Vec<Row> {
        let rows = self.rating.rows(scratch, lines);
        if !self.open_paths {
            return rows;
        }
        rows.into_iter().map(|row| self.with_open_paths(row)).collect()
    }

    fn check(&self, rows: &[Row]) -> Result<(), PipelineError> {
        self.rating.check(rows)
    }
}

impl Question for Rate<'_> {
    const NAME: &'static str = "puzzles";
    const ROW: &'static str = "one row for each puzzle; rules: those that were used, each with its steps";
    const HAS_PLAIN: bool = true;
    const HAS_CSV: bool = true;

    fn settings(&self) -> NamedSettings {
        let Effort { budget, validate } = self.plan.settings.effort();
        vec![
            ("--ladder", json!(self.plan.settings.descriptions())),
            ("--budget", budget.into()),
            ("--no-validate", (!validate).into()),
            ("--solution", self.plan.solved.into()),
            ("--wide", self.plan.wide.into()),
            ("--open-paths", self.open_paths.into()),
        ]
    }

    fn about(&self) -> Vec<String> {
        let scales = self.plan.settings.scales().iter();
        scales.map(|scale| format!("scale {} = {}", scale.name, scale.definition)).collect()
    }

    fn columns(&self) -> Vec<Column> {
        self.own().columns()
    }

    fn verdict<'r>(&self, row: &'r Row) -> Verdict<'r> {
        let is_puzzle = row.status != Status::Invalid;
        let (status, error) = (row.status, row.error);
        let left_out = row.left_out.as_deref();
        Verdict {
            status,
            error,
            puzzle: is_puzzle.then_some(Given::Plain(&row.puzzle)),
            left_out,
            is_open: false,
        }
    }

    fn values(&self, row: &Row, each: &mut dyn FnMut(Vec<Value>)) {
        let rated = Rated { row, line: Value::Missing, reason: None, shown: None };
        each(self.own().values(&rated));
    }

    fn plain(&self, row: &Row, text: &mut Vec<u8>) {
        self.own().plain_line(row, text);
    }

    fn csv(&self, asked: &Asked, row: &Row, kept: &[KeptColumn], text: &mut Vec<u8>) {
        let shown = (row.status == Status::Invalid).then(|| shown(asked.text, asked.places));
        let rated = Rated { row, line: asked.name.clone(), reason: None, shown: shown.as_deref() };
        let columns = RatedColumns::of_lines(self.plan.settings.scales(), kept);
        columns.solved(self.plan.solved).wide(&self.wide).csv_row(&rated, text);
    }
}
