//! Fish with fins, as players distinguish them (docs/theory.md, "Finned fish"): *sashimi* if without the fins
//! some base line has only one place, *finned* if each has two or more.
//!
//! ```text
//!   1 · · │ 1 · ·      fins f: base places in no covering line, all in one block, in one base line or in
//!   1 f · │ 1 · ·      two; the digit is eliminated where covering lines meet this block off the base
//!   t · · │ · · ·
//! ```

use super::super::barren::{OneDigitRule, each_digit, is_barren};
use super::fish::{cells, houses, with_fins};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::halls::{FIRST_DIGIT, SIZE};
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cells, Digit, House, bits};
use crate::rule::Findings;
use crate::state::State;

/// Finds base houses and cover houses, where the covers contain every place of the bases except for fins in
/// one block.
pub(in super::super) fn find(sashimi: bool, state: &mut State, size: u8, found: &mut Findings) -> Within {
    each_digit(OneDigitRule::Finned { sashimi, size }, state, |state, digit| {
        let (grid, halls) = state.halls();
        let plane = grid.open_plane(digit);
        let mut any = Kinds::default();
        for side in [0, 1] {
            let places = halls.lines(FIRST_DIGIT + digit.index(), side);
            each_base(&places, size.into(), |base, unions| {
                let search = FinnedSearch { digit, side, base, places: &places, unions, plane, sashimi };
                search.covers(size.into(), found, &mut any);
            });
        }
        if !any.other {
            is_barren(OneDigitRule::Finned { sashimi: !sashimi, size }, state, digit);
        }
        any.asked
    });
    Ok(())
}

/// Record of which of the two kinds were found: the requested kind, the other kind.
#[derive(Default)]
struct Kinds {
    asked: bool,
    other: bool,
}

/// Finds the sets of `size` lines with places, and the places of each of their subsets. Omits sets with over
/// two places more than covers: a block has three lines, one of which covers.
fn each_base(places: &[u16; 9], size: usize, mut found: impl FnMut(u16, &[u16; 512])) {
    // Sets are in the order of their numbers: the sets with a line follow all sets of earlier lines only.
    let (mut sets, mut len, mut unions) = ([0u16; 512], 1, [0; 512]);
    for line in (0..9).filter(|&line| places[line] != 0) {
        let known = len;
        for k in 0..known {
            let base = sets[k] | 1 << line;
            let union = unions[usize::from(sets[k])] | places[line];
            if usize::from(SIZE[usize::from(base)]) > size || usize::from(SIZE[usize::from(union)]) > size + 2
            {
                continue;
            }
            unions[usize::from(base)] = union;
            sets[len] = base;
            len += 1;
            if usize::from(SIZE[usize::from(base)]) == size {
                found(base, &unions);
            }
        }
    }
}

/// Search for the covers of some base lines of a digit.
struct FinnedSearch<'a> {
    digit: Digit,
    side: usize,
    base: u16,
    places: &'a [u16; 9],
    /// Places of each set of base lines.
    unions: &'a [u16; 512],
    plane: Cells,
    sashimi: bool,
}

impl FinnedSearch<'_> {
    /// Finds covers that contain all places except some in a block, and notes which kinds eliminate
    /// something.
    fn covers(&self, size: usize, found: &mut Findings, any: &mut Kinds) {
        let union = |lines: u16| self.unions[usize::from(lines)];
        for band in (0..3).map(|k| 7 << (3 * k)).filter(|band| self.base & band != 0) {
            let beside = union(self.base & !band);
            let inside = union(self.base & band);
            for stack in (0..3).map(|k| 7 << (3 * k)) {
                let needed = beside | inside & !stack;
                let free = inside & stack & !needed;
                let missing = size.checked_sub(usize::from(SIZE[usize::from(needed)]));
                let Some(missing) = missing.filter(|&k| k < usize::from(SIZE[usize::from(free)])) else {
                    continue;
                };
                let more = (0..8u16).map(|k| k << stack.trailing_zeros());
                let of_size = |more: &u16| usize::from(SIZE[usize::from(*more)]) == missing;
                for more in more.filter(|more| more & !free == 0).filter(of_size) {
                    self.conclude(needed | more, band, stack, found, any);
                }
            }
        }
    }

    /// Eliminates by the fish with fins in this block.
    fn conclude(&self, cover: u16, band: u16, stack: u16, found: &mut Findings, any: &mut Kinds) {
        let left = |line: usize| SIZE[usize::from(self.places[line] & cover)];
        let fewest = bits(self.base).map(left).min();
        // If all places of a base line are fins, the line is locked in the block.
        if fewest == Some(0) {
            return;
        }
        let (base_cells, cover_cells) = cells(self.side, self.base, cover);
        let lines = |mask: u16| mask.lowest() / 3;
        let block = match self.side {
            0 => 3 * lines(band) + lines(stack),
            _ => 3 * lines(stack) + lines(band),
        };
        let targets = self.plane & House::block(block).cells() & (cover_cells - base_cells);
        if (fewest == Some(1)) != self.sashimi {
            any.other |= !targets.is_empty();
            return;
        }
        any.asked |= !targets.is_empty();
        found.eliminate(&Candidates::of_digit(self.digit, targets), || {
            Evidence::Finned(with_fins(self.digit, self.plane, houses(self.side, self.base, cover)))
        });
    }
}
