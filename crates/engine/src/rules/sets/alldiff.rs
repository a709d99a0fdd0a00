//! The complete form of chain and pile exclusion: every Hall set of a house, of any size, at once (Suchard,
//! Yatom, Shapir 2006; all-different consistency after Régin).

use super::{hall, subset::candidates_in};
use crate::budget::Within;
use crate::evidence::{Evidence, Hall};
use crate::grid::{Candidates, House, bits};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, halls) = state.halls();
    for house in House::all() {
        let values = halls.lines(house.index(), 0);
        let kept = hall::all_different(&values);
        let mut targets = Candidates::EMPTY;
        for square in bits(0x1ff) {
            targets.extend(&candidates_in(grid, house, 1 << square, values[square] & !kept[square]));
        }
        found.eliminate(&targets, || {
            let sets = hall::sets_behind(&values, &kept).into_iter();
            let sets = sets.map(|(squares, digits)| Hall::naked(house, squares, digits));
            Evidence::AllDifferent { house, sets: sets.collect() }
        });
    }
    Ok(())
}
