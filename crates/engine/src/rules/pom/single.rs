//! `pom1`: all conclusions from the patterns of one digit.

use super::{conclude, none};
use crate::budget::Within;
use crate::evidence::{Counted, Evidence, Templates};
use crate::grid::{Cells, Digit, alone_in_some_house, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use crate::templates::{Factors, Live};

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, live, _) = state.keep::<Live>();
    live.see(grid);
    let (mut cores, mut overlap) = (Cells::EMPTY, Cells::EMPTY);
    for digit in Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty()) {
        let plane = grid.plane(digit);
        let union = live.union(digit);
        if union.is_empty() {
            found.contradict(|| none(digit));
        } else if union != plane {
            let core = alone_in_some_house(union).0;
            overlap |= cores & core;
            cores |= core;
        }
    }
    for cell in overlap {
        let cell = Variable::Cell(cell);
        found.contradict(|| Evidence::Templates(Templates::Disputed(cell)));
    }
    if found.contradiction {
        return Ok(());
    }
    Digit::all().filter(|&digit| !live.union(digit).is_empty()).for_each(|digit| {
        conclude(grid, found, digit, live.union(digit), |_, _| {
            Counted::Live(Factors::of(grid.plane(digit)).count())
        });
    });
    Ok(())
}
