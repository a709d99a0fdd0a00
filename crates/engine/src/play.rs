//! The simplest-first loop of every scale and every trial: find the first item of a list that proves
//! something in the state, apply its conclusions, play singles, and start again at the beginning of the list.

use crate::board_tables::BoardTables;
use crate::budget::Within;
use crate::grid::{Grid, Progress, exhaust};
use crate::rule::{Findings, Rule};
use crate::state::State;

/// A rule and its size; 0 for a rule without sizes.
pub type SizedRule = (&'static dyn Rule, u8);

/// Item of a list that is played.
pub trait Playable {
    /// Returns the rule, and its size.
    fn rule(&self) -> SizedRule;

    /// Whether this item and the next item are one technique: only the pattern that proves most counts among
    /// the patterns of both items.
    fn is_same_technique(&self, _next: &Self) -> bool {
        false
    }
}

impl Playable for SizedRule {
    fn rule(&self) -> SizedRule {
        *self
    }
}

/// Hooks of the loop: which items are asked, and what happens to their conclusions.
pub trait Player {
    /// Receives the conclusions of the item at this place of the list. Those left in `found` are applied.
    fn found(&mut self, _at: usize, _state: &State, _found: &mut Findings) {}

    /// Whether the item at this place is asked in the state.
    fn asks(&self, _at: usize) -> bool {
        true
    }

    /// Returns whether other items are to be asked, after none of those asked proved anything in the state.
    fn asks_more(&mut self) -> bool {
        false
    }

    /// Plays singles after conclusions were applied. The items are asked again while the puzzle is open.
    fn singles(&mut self, state: &mut State) -> Within<Progress> {
        Ok(exhaust(state.grid_mut()).0)
    }
}

/// Plays the items in the state until none of them proves anything, or the puzzle ends.
pub fn play(
    items: &[impl Playable], state: &mut State, found: &mut Findings, player: &mut impl Player,
) -> Within<Progress> {
    loop {
        let Some(at) = first_of(items, state, found, |at| player.asks(at))? else {
            match player.asks_more() {
                true => continue,
                false => break,
            }
        };
        player.found(at, state, found);
        if found.contradiction {
            return Ok(Progress::Contradiction);
        }
        conclude(found, state);
        if !found.related.is_empty() {
            state.relations().learn(&found.related, &found.replaced);
        }
        match player.singles(state)? {
            Progress::Open => {}
            end => return Ok(end),
        }
    }
    Ok(if state.is_solved() { Progress::Solved } else { Progress::Open })
}

/// Finds the first item that proves something, or a later one of the same technique that proves more. Its
/// conclusions are in `found`.
pub fn first(items: &[impl Playable], state: &mut State, found: &mut Findings) -> Within<Option<usize>> {
    first_of(items, state, found, |_| true)
}

fn first_of(
    items: &[impl Playable], state: &mut State, found: &mut Findings, is_asked: impl Fn(usize) -> bool,
) -> Within<Option<usize>> {
    for (at, item) in items.iter().enumerate().filter(|(at, _)| is_asked(*at)) {
        let (rule, size) = item.rule();
        found.clear();
        rule.find(state, size, found)?;
        if found.any() {
            return Ok(Some(at + more(&items[at..], state, found)?));
        }
    }
    Ok(None)
}

/// Finds the item that proves most among the first item and the items that continue its technique.
fn more(items: &[impl Playable], state: &mut State, found: &mut Findings) -> Within<usize> {
    let mut best = 0;
    for (at, pair) in items.windows(2).enumerate() {
        if !found.wants_best() || !pair[0].is_same_technique(&pair[1]) {
            break;
        }
        let (known, (rule, size)) = (found.proved(), pair[1].rule());
        rule.find(state, size, found)?;
        if found.proved() > known {
            best = at + 1;
        }
    }
    Ok(best)
}

/// Applies all conclusions at once, on the board of the state.
fn conclude(found: &Findings, state: &mut State) {
    let on = state.board().cloned();
    apply_on(on.as_deref(), found, state.grid_mut());
}

/// Applies all conclusions at once, on a board; on the plain one if none is given.
pub fn apply_on(on: Option<&BoardTables>, found: &Findings, grid: &mut Grid) {
    let Some(on) = on else { return apply(found, grid) };
    grid.eliminate(&found.eliminated);
    found.asserted.iter().for_each(|value| on.board.place(grid, value));
}

/// Applies all conclusions at once.
pub fn apply(found: &Findings, grid: &mut Grid) {
    grid.eliminate(&found.eliminated);
    if !found.asserted.is_empty() {
        grid.place_all(&found.asserted.0);
    }
}
