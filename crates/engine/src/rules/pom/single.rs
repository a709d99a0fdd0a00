//! `pom1`: everything that the patterns of one digit prove.

use super::super::Findings;
use super::{conclude, none};
use crate::budget::Within;
use crate::evidence::{Because, Counted, Templates};
use crate::graph::State;
use crate::grid::notation::Variable;
use crate::grid::{Cells, alone_in_some_house};
use crate::templates::{Factors, Live};

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, live, _) = state.keep::<Live>();
    let mut unions = [Cells::EMPTY; 9];
    let (mut cores, mut overlap) = (Cells::EMPTY, Cells::EMPTY);
    for digit in (0..9).filter(|&digit| !grid.open_plane(digit).is_empty()) {
        let plane = grid.plane(digit);
        unions[digit] = live.union(grid, digit);
        if unions[digit].is_empty() {
            found.contradict(|| none(digit));
        } else if unions[digit] != plane {
            let core = alone_in_some_house(unions[digit]).0;
            overlap |= cores & core;
            cores |= core;
        }
    }
    for cell in overlap {
        let cell = Variable::Cell(cell as u8);
        found.contradict(|| Because::Templates(Templates::Disputed(cell)));
    }
    if found.contradiction {
        return Ok(());
    }
    // Where nothing goes there is nothing new to assert either: singles are exhausted.
    let loses = |&digit: &usize| unions[digit] != grid.plane(digit) && !unions[digit].is_empty();
    for digit in (0..9).filter(loses) {
        let core = alone_in_some_house(unions[digit]).0;
        conclude(grid, found, digit, (unions[digit], core), |_, _| {
            Counted::Live(Factors::of(grid.plane(digit)).count())
        });
    }
    Ok(())
}
