//! The steps of a path, without their justification.

use super::{Question, Verdict, read};
use crate::files::NamedSettings;
use crate::input::LineError;
use crate::report::{Column, Ending, Kind, Value, rating_kind};
use crate::run::{Line, Work};
use crate::settings::Settings;
use serde_json::json;
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{Candidate, Grid, Puzzle};
use sudoscope_engine::path::listed_steps;
use sudoscope_engine::scale::{Item, Outcome, Scale, Solver, Status};

/// Question for the steps of the path by one scale.
pub struct Trace<'a> {
    /// Settings of the paths.
    pub settings: &'a Settings,
    /// Scale that climbs.
    pub scale: &'a Scale,
    /// Whether each step shows its puzzle.
    pub puzzles: bool,
    /// Whether each step shows the state before the step.
    pub states: bool,
}

/// Path of a puzzle.
pub struct TracedPath {
    /// Puzzle of the line.
    pub puzzle: Puzzle,
    /// How the path ends, or why there is none.
    pub status: Status,
    /// Techniques that were left out, and why ([`Settings::leaves_out`]).
    pub left_out: Option<Box<str>>,
    /// Steps of the path, as a `ResolutionPath` has them.
    pub steps: Vec<TracedStep>,
}

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

impl Work for Trace<'_> {
    type Scratch = Solver;
    type Row = Result<TracedPath, LineError>;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> Solver {
        Solver::of_crew(crew.clone())
    }

    fn row(&self, solver: &mut Solver, line: Line) -> Self::Row {
        let (puzzle, mut steps, effort) = (read(line)?, Vec::new(), self.settings.effort());
        let started = if effort.validate { solver.start(&puzzle, effort) } else { Ok(()) };
        let (status, left_out) = started.map_or_else(
            |status| (status, None),
            |()| {
                let climb = solver.observe(&puzzle, self.scale, effort.budget, &mut |applied| {
                    let state = self.states.then(|| Box::new(*applied.grid));
                    steps.extend(listed_steps(&applied, self.scale).into_iter().map(|step| TracedStep {
                        item: *applied.item,
                        placements: step.asserts.clone(),
                        eliminations: step.eliminates.clone(),
                        state: state.clone(),
                    }));
                });
                (climb.outcome.status(), self.settings.leaves_out(&puzzle))
            },
        );
        Ok(TracedPath { puzzle, status, left_out, steps })
    }
}

/// Returns candidates as numbers of three digits, as in the notation: 735 is n7r3c5.
pub fn candidate_numbers(candidates: &[Candidate]) -> Vec<u16> {
    let number = |candidate: &Candidate| {
        let Candidate { digit, cell } = candidate;
        100 * u16::from(digit.number()) + 10 * (cell.row() + 1) as u16 + (cell.column() + 1) as u16
    };
    candidates.iter().map(number).collect()
}

impl Question for Trace<'_> {
    const NAME: &'static str = "trace";
    const ROW: &'static str = "one row for each step of a path";
    const IS_PART: bool = true;

    fn settings(&self) -> NamedSettings {
        let effort = self.settings.effort();
        vec![
            ("--ladder", json!(self.settings.descriptions())),
            ("--budget", effort.budget.into()),
            ("--no-validate", (!effort.validate).into()),
            ("--puzzle", self.puzzles.into()),
            ("--state", self.states.into()),
        ]
    }

    fn about(&self) -> Vec<String> {
        vec![format!("scale {} = {}", self.scale.name, self.scale.definition)]
    }

    fn columns(&self) -> Vec<Column> {
        let rating = self.scale.columns.first().map_or(Kind::Text, rating_kind);
        let state = self.states.then_some(("state", Kind::Text));
        let columns = [
            ("step", Kind::Medium),
            ("rule", Kind::Text),
            ("size", Kind::Small),
            ("rating", rating),
            ("placements", Kind::Smalls),
            ("eliminations", Kind::Smalls),
        ];
        columns.into_iter().chain(state).map(|(name, kind)| Column::new(name, kind)).collect()
    }

    fn verdict<'r>(&self, answer: &'r Self::Row) -> Verdict<'r> {
        match answer {
            Err(error) => Verdict::of(Status::Invalid, Err(*error)),
            Ok(path) => {
                let left_out = path.left_out.as_deref();
                Verdict { left_out, ..Verdict::of(path.status, Ok(&path.puzzle)) }
            }
        }
    }

    fn values(&self, answer: &Self::Row, each: &mut dyn FnMut(Vec<Value>)) {
        let steps = answer.as_ref().map_or(&[][..], |path| &path.steps);
        for (number, step) in (1_u64..).zip(steps) {
            let end = Outcome::Solved(step.item.rating.0[0]);
            each(vec![
                number.into(),
                step.item.rule.info().name.into(),
                step.item.length().into(),
                Value::Rating(Ending { end, unit: self.scale.unit() }),
                Value::Smalls(candidate_numbers(&step.placements)),
                Value::Smalls(candidate_numbers(&step.eliminations)),
                step.state.as_ref().map(|grid| Puzzle::sukaku_of(grid).to_string()).into(),
            ]);
        }
    }

    fn shows_puzzle(&self) -> bool {
        self.puzzles
    }
}
