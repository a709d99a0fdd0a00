//! Double exocets: two exocets of one band or stack, their bases in different blocks, of four digits
//! in all, which all choices for both give four different digits. Each digit is then in just one base, and
//! in one target of each.

use super::exocet::{Choices, Found, Lists, all, conclude};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{Cells, HOUSES};
use crate::rule::Findings;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let Some(lists) = Lists::of(state)? else { return Ok(()) };
    let mut budget = state.budget;
    let grid = state.grid();
    let exocets = all(grid, &lists, &mut budget)?;
    let in_chutes: Vec<(Found, Cells)> =
        exocets.into_iter().filter_map(|one| Some((one, chute(&one)?))).collect();
    for (k, (first, chute)) in in_chutes.iter().enumerate() {
        for (second, _) in
            in_chutes[k + 1..].iter().filter(|(second, its)| its == chute && is_apart(first, second))
        {
            budget.take(64)?;
            let pair = [*first, *second];
            let choices = Choices::of(&pair, &lists);
            if choices.bases_differ {
                let cells = first.cells() | second.cells();
                let targets = conclude((grid, &lists), cells, |digit, template| {
                    pair.iter().all(|one| one.allows(digit, template)) && choices.allows(digit, template)
                });
                found.eliminate(&targets, || {
                    Evidence::Exocet(pair.iter().map(|one| one.evidence(grid)).collect())
                });
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// The band of a base in a row, the stack of one in a column, if the targets are there, too.
fn chute(exocet: &Found) -> Option<Cells> {
    let line = (0..18).find(|&line| exocet.base.is_subset(HOUSES[line]))?;
    let lines = line / 3 * 3..line / 3 * 3 + 3;
    let chute = lines.fold(Cells::EMPTY, |all, line| all | HOUSES[line]);
    exocet.all_targets().is_subset(chute).then_some(chute)
}

/// Whether the bases are in different blocks, of four digits in all.
fn is_apart(first: &Found, second: &Found) -> bool {
    let is_in_one = (18..27).any(|block| (first.base | second.base).is_subset(HOUSES[block]));
    (first.digits | second.digits).count_ones() == 4 && !is_in_one
}
