//! The simplest-first loop, which every way to rate and every trial plays: of a list, the first item that
//! proves something in the state; what it proves is applied; then singles; then again from the beginning of
//! the list.

use crate::budget::Within;
use crate::grid::{Grid, Progress, exhaust};
use crate::rule::{Findings, Rule};
use crate::state::State;

/// A rule at a size; 0 for a rule without.
pub type SizedRule = (&'static dyn Rule, u8);

/// What stands in a list that is played.
pub trait Playable {
    /// The rule, and its size.
    fn rule(&self) -> SizedRule;

    /// Whether this and the item after it are one technique: of the patterns of both the one counts that
    /// proves most.
    fn is_same_technique(&self, _next: &Self) -> bool {
        false
    }
}

impl Playable for SizedRule {
    fn rule(&self) -> SizedRule {
        *self
    }
}

/// Someone who plays.
pub trait Player {
    /// The item at this place of the list proves something in the state. What is left in `found` is applied.
    fn found(&mut self, _at: usize, _state: &State, _found: &mut Findings) {}

    /// Whether the item at this place is asked in the state.
    fn asks(&self, _at: usize) -> bool {
        true
    }

    /// None of those that are asked proves anything in the state. Returns whether others are asked then.
    fn asks_more(&mut self) -> bool {
        false
    }

    /// Plays singles after it was applied; the items are asked again while something is open.
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
        apply(found, state.grid_mut());
        if !found.related.is_empty() {
            state.relations().learn(&found.related, &found.replaced);
        }
        match player.singles(state)? {
            Progress::Open => {}
            end => return Ok(end),
        }
    }
    Ok(if state.grid().is_solved() { Progress::Solved } else { Progress::Open })
}

/// The first item that proves something, or one after it that goes on with it; what it proves is in `found`.
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

/// Which of the items that go on with the first proves most.
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

/// Applies what was found, all of it at once.
pub fn apply(found: &Findings, grid: &mut Grid) {
    grid.eliminate(&found.eliminated);
    if !found.asserted.is_empty() {
        grid.place_all(&found.asserted.0);
    }
}
