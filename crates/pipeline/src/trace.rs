//! Traces: the steps of paths, without their justification.

use crate::input::puzzle_of;
use crate::report::TracedStep;
use crate::run::{Line, Work};
use crate::settings::Settings;
use std::sync::Arc;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::{LineError, Puzzle};
use sudoscope_engine::path::listed_steps;
use sudoscope_engine::scale::{Scale, Solver, Status};

/// Converter of lines into the steps of their puzzles.
pub struct Tracing<'a> {
    /// Settings of the paths.
    pub settings: &'a Settings,
    /// Scale that climbs.
    pub scale: &'a Scale,
    /// Whether each step carries the state before the step.
    pub states: bool,
}

/// Path of a line.
pub struct Trace {
    /// How the path ends, or why there is none.
    pub status: Status,
    /// Reason why the line is not a puzzle, if there is one.
    pub error: Option<LineError>,
    /// Puzzle of the line; a puzzle without clues if the line is not a puzzle.
    pub puzzle: Puzzle,
    /// Steps of the path, as a `ResolutionPath` has them.
    pub steps: Vec<TracedStep>,
}

impl Work for Tracing<'_> {
    type Scratch = Solver;
    type Row = Trace;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> Solver {
        Solver::of_crew(crew.clone())
    }

    fn row(&self, solver: &mut Solver, line: Line) -> Trace {
        let (mut steps, effort) = (Vec::new(), self.settings.effort());
        let puzzle = match puzzle_of(line.text, line.places) {
            Ok(found) => found.puzzle,
            Err(error) => {
                let (status, puzzle) = (Status::Invalid, Puzzle::default());
                return Trace { status, error: Some(error), puzzle, steps };
            }
        };
        let started = if effort.validate { solver.start(&puzzle, effort) } else { Ok(()) };
        let status = started.map_or_else(
            |status| status,
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
                climb.outcome.status()
            },
        );
        Trace { status, error: None, puzzle, steps }
    }
}
