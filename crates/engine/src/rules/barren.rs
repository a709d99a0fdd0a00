//! Memory of digits in which a rule found nothing.

use super::links::one_digit::OneDigitPattern;
use crate::grid::Cells;
use crate::grid::Digit;
use crate::state::State;

/// Rule of a single digit: its conclusions about the digit depend only on the digit's undecided places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OneDigitRule {
    TwoLinks(OneDigitPattern),
    EmptyRectangles,
    Finned { sashimi: bool, size: u8 },
}

/// Places that each digit had when a rule last found nothing for the digit. A digit without places has no
/// conclusions.
#[derive(Default)]
struct BarrenDigits(Vec<(OneDigitRule, [Cells; 9])>);

impl BarrenDigits {
    /// Returns the places recorded for a rule.
    fn of(&mut self, rule: OneDigitRule) -> &mut [Cells; 9] {
        let known = self.0.iter().position(|&(of, _)| of == rule);
        let at = known.unwrap_or_else(|| {
            self.0.push((rule, [Cells::EMPTY; 9]));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }
}

/// Searches the digits that are not known to be barren. `look` returns whether it found something.
pub(super) fn each_digit(
    rule: OneDigitRule, state: &mut State, mut look: impl FnMut(&mut State, Digit) -> bool,
) {
    for digit in Digit::all() {
        if state.board().is_some() {
            // Nothing is known of the board that the memory is of.
            look(state, digit);
            continue;
        }
        let (grid, all, _) = state.keep::<BarrenDigits>();
        if all.of(rule)[digit] != grid.open_plane(digit) && !look(state, digit) {
            is_barren(rule, state, digit);
        }
    }
}

/// Records that the rule finds nothing in a digit.
pub(super) fn is_barren(rule: OneDigitRule, state: &mut State, digit: Digit) {
    let (grid, all, _) = state.keep::<BarrenDigits>();
    all.of(rule)[digit] = grid.open_plane(digit);
}
