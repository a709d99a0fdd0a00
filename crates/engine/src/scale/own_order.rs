//! Scales that give the numbers of another program: one hint at a time, in its order, on a board of its own.

use super::recorder::ClimbRecorder;
use super::{Rating, Scale, hodoku, ser};
use crate::budget::{Budget, Within};
use crate::grid::{Grid, Progress};
use crate::play;
use crate::rule::Findings;
use crate::state::State;

/// What finds the hints, made when a scale first asks.
#[derive(Default)]
pub(super) struct Explainers {
    ser: Option<Box<crate::ser::Explainer>>,
    hodoku: Option<Box<crate::hodoku::Explainer>>,
}

impl Explainers {
    /// Plays the hints of the scale from the state on.
    pub fn play(
        &mut self, state: &mut State, found: &mut Findings, recorder: &mut ClimbRecorder,
    ) -> Within<Progress> {
        match &recorder.scale.hodoku {
            Some(settings) => match hodoku::begin(self.hodoku.get_or_insert_default(), settings, state) {
                Some(program) => play(program, state, found, recorder),
                None => Ok(Progress::Open),
            },
            None => play(ser::begin(self.ser.get_or_insert_default(), state), state, found, recorder),
        }
    }

    /// The item of the first hint in the state; what it proves is in `found`.
    pub fn first(&mut self, state: &mut State, found: &mut Findings, scale: &Scale) -> Within<Option<usize>> {
        match &scale.hodoku {
            Some(settings) => match hodoku::begin(self.hodoku.get_or_insert_default(), settings, state) {
                Some(program) => first(program, state, found, scale),
                None => Ok(None),
            },
            None => first(ser::begin(self.ser.get_or_insert_default(), state), state, found, scale),
        }
    }
}

/// A program on its way through a puzzle.
pub(super) trait Program {
    /// What it gives in a state.
    type Hint;

    /// Whether no cell is empty.
    fn is_full(&self) -> bool;

    /// The next hint, if it has one.
    fn next(&mut self, budget: &mut Budget) -> Within<Option<Self::Hint>>;

    /// The item of a hint, or that of giving up, in a scale that has all items, or some.
    fn item_of(&self, hint: Option<&Self::Hint>, scale: &Scale) -> Option<usize>;

    /// What a hint gives.
    fn rating_of(&self, hint: &Self::Hint) -> Rating;

    /// What a hint proves, as findings. What a value excludes from its cell is not counted beside it.
    fn take(&self, hint: &Self::Hint, found: &mut Findings);

    /// Does what a hint says.
    fn apply(&mut self, hint: &Self::Hint);

    /// Its board as a grid.
    fn grid(&self) -> Grid;
}

/// Plays one hint after the other until the puzzle is solved, or there is none. A puzzle that is not solved
/// is rated all the same.
fn play<P: Program>(
    mut program: P, state: &mut State, found: &mut Findings, recorder: &mut ClimbRecorder,
) -> Within<Progress> {
    let end = loop {
        if program.is_full() {
            break Ok(Progress::Solved);
        }
        let hint = match program.next(&mut state.budget) {
            Err(error) => break Err(error),
            Ok(hint) => hint,
        };
        let Some(item) = program.item_of(hint.as_ref(), recorder.scale) else { break Ok(Progress::Open) };
        let Some(hint) = hint else {
            recorder.give_up(item);
            break Ok(Progress::Solved);
        };
        found.clear();
        program.take(&hint, found);
        recorder.apply(item, program.rating_of(&hint), state.grid(), found);
        program.apply(&hint);
        if recorder.is_observed() {
            play::apply(found, state.grid_mut());
        }
    };
    *state.grid_mut() = program.grid();
    end
}

fn first<P: Program>(
    mut program: P, state: &mut State, found: &mut Findings, scale: &Scale,
) -> Within<Option<usize>> {
    let Some(hint) = program.next(&mut state.budget)? else { return Ok(None) };
    program.take(&hint, found);
    Ok(program.item_of(Some(&hint), scale))
}
