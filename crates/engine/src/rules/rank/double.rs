//! Double exocets: two exocets of one band or stack, with bases in different blocks and four digits in all,
//! if every choice of digits for both gives the bases four different digits. Each digit is then in just one
//! base and one target.

use super::exocet::{Choices, Found, Lists, all, conclude};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{Cells, House};
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
                let targets = conclude(grid, &lists, cells, |digit, template| {
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

/// Returns the band of a base in a row, or the stack of a base in a column, if that band or stack also
/// contains the targets.
fn chute(exocet: &Found) -> Option<Cells> {
    let line = House::lines().find(|&line| exocet.base.is_subset(line.cells()))?;
    let lines = House::of_kind(line.kind()).filter(|other| other.number() / 3 == line.number() / 3);
    let chute = lines.fold(Cells::EMPTY, |all, line| all | line.cells());
    exocet.all_targets().is_subset(chute).then_some(chute)
}

/// Whether the bases are in different blocks and have four digits in all.
fn is_apart(first: &Found, second: &Found) -> bool {
    let is_in_one = House::blocks().any(|block| (first.base | second.base).is_subset(block.cells()));
    (first.digits | second.digits).count_ones() == 4 && !is_in_one
}
