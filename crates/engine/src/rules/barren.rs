//! Digits in which rules found nothing.

use super::links::one_digit::OneDigitPattern;
use crate::grid::Cells;
use crate::state::State;

/// A rule that looks at one digit by itself: what it finds of the digit depends on its undecided places only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OneDigitRule {
    TwoLinks(OneDigitPattern),
    EmptyRectangles,
    Finned { sashimi: bool, size: u8 },
}

/// The places of each digit when a rule last found nothing of it; without a place there is nothing.
#[derive(Default)]
struct BarrenDigits(Vec<(OneDigitRule, [Cells; 9])>);

impl BarrenDigits {
    /// Those of a rule.
    fn of(&mut self, rule: OneDigitRule) -> &mut [Cells; 9] {
        let known = self.0.iter().position(|&(of, _)| of == rule);
        let at = known.unwrap_or_else(|| {
            self.0.push((rule, [Cells::EMPTY; 9]));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }
}

/// Looks at the digits of which it is not known that there is nothing. `look` returns whether something was
/// found.
pub(super) fn each_digit(
    rule: OneDigitRule, state: &mut State, mut look: impl FnMut(&mut State, usize) -> bool,
) {
    for digit in 0..9 {
        let (grid, all, _) = state.keep::<BarrenDigits>();
        if all.of(rule)[digit] != grid.open_plane(digit) && !look(state, digit) {
            is_barren(rule, state, digit);
        }
    }
}

/// There is nothing of a digit.
pub(super) fn is_barren(rule: OneDigitRule, state: &mut State, digit: usize) {
    let (grid, all, _) = state.keep::<BarrenDigits>();
    all.of(rule)[digit] = grid.open_plane(digit);
}
