//! Scales that reproduce the numbers of another program: one hint at a time, in its order, on its own board.

use super::recorder::ClimbRecorder;
use super::{Rating, Scale};
use crate::budget::{Budget, Within};
use crate::grid::{Grid, Progress};
use crate::play;
use crate::rule::Findings;
use crate::state::State;
use std::any::Any;

/// Order in which another program tries its techniques, with the program's settings. A scale with such an
/// order is played by the port of that program.
pub(super) trait OwnOrder: Send + Sync {
    /// Begins in a state; `None` for a state that the program does not take.
    fn begin<'a>(&'a self, explainers: &'a mut Explainers, state: &mut State)
    -> Option<Box<dyn Player + 'a>>;
}

/// Explainers of programs, at most one of each type. An explainer is made when a scale first needs it.
#[derive(Default)]
pub(super) struct Explainers(Vec<Box<dyn Any + Send>>);

impl Explainers {
    /// Returns the explainer of this type.
    pub fn of<T: Any + Send + Default>(&mut self) -> &mut T {
        let at = self.0.iter().position(|one| one.is::<T>()).unwrap_or_else(|| {
            self.0.push(Box::<T>::default());
            self.0.len() - 1
        });
        self.0[at].downcast_mut().expect("its type has just been compared")
    }

    /// Plays the hints of the scale from the state on.
    pub fn play(
        &mut self, state: &mut State, found: &mut Findings, recorder: &mut ClimbRecorder,
    ) -> Within<Progress> {
        let player = recorder.scale.own_order.as_ref().and_then(|order| order.begin(self, state));
        player.map_or(Ok(Progress::Open), |mut player| player.play(state, found, recorder))
    }

    /// Returns the item of the first hint in the state, and leaves its conclusions in `found`.
    pub fn first(&mut self, state: &mut State, found: &mut Findings, scale: &Scale) -> Within<Option<usize>> {
        let player = scale.own_order.as_ref().and_then(|order| order.begin(self, state));
        player.map_or(Ok(None), |mut player| player.first(state, found, scale))
    }
}

/// Program that plays: any [`Program`], whatever its hints are.
pub(super) trait Player {
    /// Plays one hint after another until the puzzle is solved or the program has none. A puzzle that is not
    /// solved is rated nevertheless.
    fn play(
        &mut self, state: &mut State, found: &mut Findings, recorder: &mut ClimbRecorder,
    ) -> Within<Progress>;

    /// Returns the item of the next hint, and leaves its conclusions in `found`.
    fn first(&mut self, state: &mut State, found: &mut Findings, scale: &Scale) -> Within<Option<usize>>;
}

/// A program that is solving a puzzle.
pub(super) trait Program {
    /// Hint of the program.
    type Hint;

    /// Whether no cell is empty.
    fn is_full(&self) -> bool;

    /// Returns the next hint; `None` if the program has no further hint.
    fn next(&mut self, budget: &mut Budget) -> Within<Option<Self::Hint>>;

    /// Returns the item of a hint, or of giving up, in a scale that has all items or some.
    fn item_of(&self, hint: Option<&Self::Hint>, scale: &Scale) -> Option<usize>;

    /// Returns the rating of a hint.
    fn rating_of(&self, hint: &Self::Hint) -> Rating;

    /// Turns a hint into findings. Candidates that a value excludes from its cell are not counted in addition
    /// to it.
    fn take(&self, hint: &Self::Hint, found: &mut Findings);

    /// Applies a hint to the board.
    fn apply(&mut self, hint: &Self::Hint);

    /// Returns the board as a grid.
    fn grid(&self) -> Grid;
}

impl<P: Program> Player for P {
    fn play(
        &mut self, state: &mut State, found: &mut Findings, recorder: &mut ClimbRecorder,
    ) -> Within<Progress> {
        let end = loop {
            if self.is_full() {
                break Ok(Progress::Solved);
            }
            let hint = match self.next(&mut state.budget) {
                Err(error) => break Err(error),
                Ok(hint) => hint,
            };
            let Some(item) = self.item_of(hint.as_ref(), recorder.scale) else { break Ok(Progress::Open) };
            let Some(hint) = hint else {
                recorder.give_up(item);
                break Ok(Progress::Solved);
            };
            found.clear();
            self.take(&hint, found);
            recorder.apply(item, self.rating_of(&hint), state.grid(), found);
            self.apply(&hint);
            if recorder.is_observed() {
                play::apply(found, state.grid_mut());
            }
        };
        *state.grid_mut() = self.grid();
        end
    }

    fn first(&mut self, state: &mut State, found: &mut Findings, scale: &Scale) -> Within<Option<usize>> {
        let Some(hint) = self.next(&mut state.budget)? else { return Ok(None) };
        self.take(&hint, found);
        Ok(self.item_of(Some(&hint), scale))
    }
}
