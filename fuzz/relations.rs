//! Chains of a relation in a state made of any bytes, against their naive twins. Relations are taken for
//! granted, so any candidates can be guardians.

use super::Outcome;
use crate::common::twins::or_k::{Kind, forcing, whips};
use crate::common::twins::{Patience, open};
use crate::common::{Dice, step_cost};
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Candidate, Candidates, Grid, notation};
use sudoscope::rule::{Findings, Rule};
use sudoscope::state::State;
use sudoscope::testing::OrRelation;

/// Returns the number of guardians, the kind and whether there are groups, if the rule has such chains.
fn parts(name: &str) -> Option<(usize, Kind, bool)> {
    let (guardians, kind) = name.strip_prefix("or")?.split_once('-')?;
    let of = match kind {
        "forcing-whip" | "forcing-g-whip" => Kind::Forcing,
        "contrad-whip" | "contrad-g-whip" => Kind::Contrad,
        "whip" | "g-whip" => Kind::Whip,
        _ => return None,
    };
    Some((guardians.parse().ok()?, of, kind.split('-').any(|part| part == "g")))
}

/// Compares all chains of the rule up to `size`; the guardians are near two candidates, so that conclusions
/// exist. `None` if the rule has no such chains.
pub fn compare(
    rule: &'static dyn Rule, size: usize, grid: &Grid, seed: u32, [budget, patience]: [u64; 2],
) -> Option<Result<Outcome, OutOfBudget>> {
    let name = rule.info().name;
    let (count, kind, groups) = parts(name)?;
    let open = open(grid);
    let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ u64::from(seed) << 8);
    (0..8).for_each(|_| _ = dice.below(2));
    let near = [0, 1].map(|_| open[dice.below(open.len())]);
    let is_near = |one: &Candidate| near.iter().any(|&other| one.is_linked(other));
    let mut all: Vec<Candidate> = open.iter().copied().filter(is_near).collect();
    if all.len() < count {
        return Some(Ok(Outcome::Nothing));
    }
    let chosen = (0..count).map(|_| all.swap_remove(dice.below(all.len())));
    let guardians: Candidates = chosen.collect();
    let list: Vec<Candidate> = guardians.iter().collect();

    let patience = Patience::new(10 * patience);
    let mut theirs = [Candidates::EMPTY; 2];
    for size in 1..=size {
        // A single link is the relation alone, in chains of all kinds.
        if kind == Kind::Forcing || size == 1 {
            let (eliminated, asserted) = forcing(grid, &list, groups, size, &patience);
            theirs[0].extend(&eliminated);
            theirs[1].extend(&asserted);
        }
    }
    if kind != Kind::Forcing {
        theirs[0].extend(&whips(grid, &list, kind, groups, size, &patience));
    }
    if patience.is_over() {
        return Some(Err(OutOfBudget));
    }
    let find = |mut found: Findings, size: usize| {
        let mut state = State::new();
        state.reset(grid, None, Budget(budget.saturating_mul(step_cost(name))));
        // A relation that says more does not replace it.
        let stronger = list[1..].iter().copied().collect();
        let relation = |guardians| OrRelation { pattern: "Trid", guardians };
        state.relations().learn(&[relation(stronger), relation(guardians)], &[]);
        rule.find(&mut state, size as u8, &mut found)?;
        Ok((found.eliminated, found.asserted))
    };
    let mut ours = [Candidates::EMPTY; 2];
    for size in 1..=size {
        let of = |found: Findings| find(found, size);
        let found = match (of(Findings::default()), of(Findings::traced())) {
            (Ok(plain), Ok(traced)) => {
                assert_eq!(plain, traced, "{name}[{size}] with {list:?} in {grid:?}");
                plain
            }
            (Err(over), _) | (_, Err(over)) => return Some(Err(over)),
        };
        ours[0].extend(&found.0);
        ours[1].extend(&found.1);
    }
    let text = |[eliminated, asserted]: &[Candidates; 2]| {
        [notation::eliminations(eliminated), notation::eliminations(asserted)]
    };
    let show = || {
        let guardians = list.iter().map(|&one| notation::label(one)).collect::<Vec<_>>();
        format!("{name}[{size}] with {guardians:?} in\n{}\n{grid:?}", notation::pencilmarks(grid))
    };
    assert_eq!(text(&ours), text(&theirs), "{}", show());
    Some(Ok(Outcome::Equal(ours.iter().map(Candidates::len).sum())))
}
