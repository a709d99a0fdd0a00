//! Puzzles in which a scale leaves out its techniques that assume one solution.

use super::{Policy, Scale};
use crate::grid::{Given, Puzzle};
use crate::one_solution::{OneSolution, OneState};
use crate::state::State;

/// Returns the premise of techniques of a program that is reproduced. Such programs suppose one solution of
/// clues, whatever their steps prove; so clues are counted only by the check before. What was removed from a
/// state is no clue: its givens are counted.
pub(super) fn premise(state: &mut State) -> Option<OneSolution> {
    match state.first() {
        given @ Given::Puzzle(Puzzle::Clues(_)) => Some(OneSolution::supposed(given)),
        _ => state.one_solution(),
    }
}

impl Scale {
    /// Says why the scale leaves out its techniques that assume one solution on the puzzle's paths; `None` if
    /// it has none, or uses them.
    ///
    /// ```
    /// use sudoscope_engine::{grid::Puzzle, scale::Scale};
    ///
    /// let puzzle = Puzzle::parse(&[b'.'; 81]).unwrap();
    /// let said = Scale::named("H").unwrap().leaves_out(&puzzle).unwrap();
    /// assert_eq!(said, "Uniqueness techniques are left out: the givens have at least 10000 solutions.");
    /// assert_eq!(Scale::named("W").unwrap().leaves_out(&puzzle), None);
    /// ```
    pub fn leaves_out(&self, puzzle: &Puzzle) -> Option<String> {
        let is_supposed = self.policy == Policy::OwnOrder && matches!(puzzle, Puzzle::Clues(_));
        if is_supposed || !self.items.iter().any(|item| item.rule.assumes_unique()) {
            return None;
        }
        let several = OneSolution::of(&Given::from(puzzle), None).err()?;
        let given = Given::from(puzzle);
        let is_partly =
            self.policy != Policy::OwnOrder && OneState::of(&given.grid(), given.clues()).is_some();
        let which = if is_partly { " where placed or removed digits matter" } else { "" };
        Some(format!("Uniqueness techniques are left out{which}: {several}."))
    }
}
