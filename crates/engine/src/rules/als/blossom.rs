//! Death blossoms: whatever a cell holds, some almost locked set loses that digit, and so has another.

use super::AlsTable;
use crate::budget::Within;
use crate::evidence::{Blossom, Digit, Evidence};
use crate::grid::{Candidates, Cells, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AlsTable { all: sets, .. }) = state.remember(AlsTable::of);
    for stem in !grid.placed() {
        let digits = grid.digits_of(stem);
        // For each digit of the stem the sets that lose it if the stem holds it.
        let mut petals: [Vec<usize>; 9] = Default::default();
        for digit in bits(digits) {
            let loses = |&k: &usize| {
                let places = sets[k].places[digit];
                !places.is_empty() && places.is_subset(PEERS[stem])
            };
            petals[digit].extend((0..sets.len()).filter(loses));
        }
        for z in (0..9).filter(|z| digits >> z & 1 == 0) {
            let reached = |digit: usize| {
                let own = petals[digit].iter().map(|&k| sets[k].seen[z]);
                own.fold(Cells::EMPTY, |all, seen| all | seen)
            };
            let targets = bits(digits).fold(grid.open_plane(z), |left, digit| left & reached(digit));
            for target in targets {
                found.eliminate(&Candidates::of_digit(z, Cells::of(target)), || {
                    let petal = |digit: usize| {
                        let sees = |k: &&usize| sets[**k].seen[z].contains(target);
                        let set = petals[digit].iter().find(sees).map(|&k| sets[k].variables());
                        (Digit(digit as u8), set.unwrap_or_default())
                    };
                    let petals = bits(digits).map(petal).collect();
                    Evidence::Blossom(Blossom { stem: Variable::Cell(stem as u8), petals })
                });
            }
        }
    }
    Ok(())
}
