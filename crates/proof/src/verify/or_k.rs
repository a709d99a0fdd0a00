//! Impossible patterns, and chains of relations (docs/theory.md, "OR_k-relations").
//!
//! A proved relation stays true, since the solution does not change. So proved relations are kept, and a step
//! may use what is left of one: its guardians that are still candidates. A guardian that is a value ends the
//! relation.

use super::state::{are_peers, are_same, block, different, variables_of};
use super::{Checked, Claim, chain::or_chain, ensure, forcing::from_each};
use crate::evidence::{Branch, Clause, Guarded, Impossible, Link};
use crate::grid::{Candidate, Cell, Digit, notation::Variable};

/// Checks that the guardians are those left of a proved relation.
fn is_known(claim: &Claim, guardians: &[Candidate]) -> Checked<()> {
    ensure(different(guardians), "a guardian is named twice")?;
    ensure(guardians.iter().all(|&one| claim.state.has(one)), "a guardian is no candidate")?;
    let is_left = |proved: &Vec<Candidate>| {
        let state = claim.state;
        let is_value = |&one: &Candidate| state.is_alive(one) && !state.has(one);
        let left = proved.iter().copied().filter(|&one| state.has(one));
        !proved.iter().any(is_value) && are_same(left, guardians.iter().copied())
    };
    ensure(claim.relations.iter().any(is_left), "no relation was proved that has these guardians left")
}

/// Returns the relations that the step proves; all must be new.
fn proves<'a>(claim: &Claim<'a>) -> Checked<&'a [Vec<Candidate>]> {
    let nothing = claim.eliminates.is_empty() && claim.asserts.is_empty();
    ensure(nothing, "a relation is proved and something else, too")?;
    ensure(!claim.relates.is_empty(), "no relation is proved")?;
    let is_new = |one: &Vec<Candidate>| {
        let mut known = claim.relations.iter();
        !known.any(|known| are_same(known.iter().copied(), one.iter().copied()))
    };
    ensure(claim.relates.iter().all(is_new), "a relation was proved before")?;
    Ok(claim.relates)
}

/// Checks cells that three digits cannot fill: one of the other candidates of the cells is true.
pub(super) fn impossible(claim: &Claim, pattern: &Impossible) -> Checked<()> {
    let Impossible { digits, cells, .. } = pattern;
    claim.is_of(&[Clause::Impossible, Clause::OneCell])?;
    ensure(digits.len() == 3 && different(digits), "there are not three digits")?;
    ensure(different(cells), "a cell is named twice")?;
    // In a pattern that may lack candidates, no digit may be missing twice in a block; as coded in SudoRules,
    // hardly anything is required.
    let least = if claim.clause == Clause::OneCell { 3 } else { claim.number };
    let mut missing = Vec::new();
    let mut open = Vec::new();
    let mut guardians = Vec::new();
    for &variable in cells {
        let Variable::Cell(cell) = variable else {
            return Err("there is something but cells".into());
        };
        ensure(!claim.state.is_solved(variable), "a cell has a value")?;
        let (ours, others): (Vec<Candidate>, Vec<_>) =
            claim.state.candidates(variable).iter().partition(|one| digits.contains(&one.digit));
        ensure(ours.len() >= least, "a cell does not have as many of the three digits")?;
        let lacks = |digit: &&Digit| ours.iter().all(|one| one.digit != **digit);
        missing.extend(digits.iter().filter(lacks).map(|digit| (block(cell), digit)));
        open.push(cell);
        guardians.extend::<Vec<Candidate>>(others);
    }
    let is_cyclic = least != 2 || different(&missing);
    ensure(is_cyclic, "a digit is missing twice in a block")?;
    ensure(!can_be_filled(&open), "three digits can fill the cells")?;
    if claim.clause == Clause::Impossible {
        let [proved] = proves(claim)? else {
            return Err("more than one relation is proved".into());
        };
        let all = are_same(proved.iter().copied(), guardians);
        return ensure(all, "the relation does not have the other candidates of the cells");
    }
    ensure(claim.relates.is_empty(), "a tridagon proves no relation")?;
    let [first, rest @ ..] = &guardians[..] else { return claim.contradicts() };
    let is_one_cell = rest.iter().all(|other| other.cell == first.cell);
    ensure(is_one_cell, "two cells have other candidates")?;
    let is_in = |target: &Candidate| target.cell == first.cell && digits.contains(&target.digit);
    ensure(claim.targets()?.iter().all(is_in), "a target is not one of the digits in that cell")
}

/// Whether three digits can fill the cells. All ways are tried, cell by cell, for up to sixteen cells; for
/// more the answer is yes.
fn can_be_filled(cells: &[Cell]) -> bool {
    fn fill(cells: &[Cell], digits: &mut Vec<Digit>) -> bool {
        let Some(&cell) = cells.get(digits.len()) else { return true };
        for digit in Digit::all().take(3) {
            let mut before = cells.iter().zip(digits.iter());
            if before.all(|(&other, &its)| its != digit || !are_peers(cell, other)) {
                digits.push(digit);
                if fill(cells, digits) {
                    return true;
                }
                digits.pop();
            }
        }
        false
    }
    cells.len() > 16 || fill(cells, &mut Vec::new())
}

/// Checks that the value is the last guardian left.
pub(super) fn last_guardian(claim: &Claim) -> Checked<()> {
    claim.is_of(&[Clause::LastGuardian])?;
    is_known(claim, &[claim.value()?])
}

/// Checks the split of a relation: two of its guardians are equivalent, so each may be dropped in turn.
pub(super) fn split(claim: &Claim, relation: &Guarded, chain: &[Candidate]) -> Checked<()> {
    claim.shows(&[Clause::Split])?;
    claim.has_size(chain.len().saturating_sub(1))?;
    is_known(claim, &relation.guardians)?;
    let [Some(&one), Some(&other)] = [chain.first(), chain.last()] else {
        return Err("the chain is empty".into());
    };
    ensure(chain.len() % 2 == 1 && different(chain), "the chain does not join candidates of the same value")?;
    for pair in chain.windows(2) {
        let is_all = |&variable: &Variable| {
            !claim.state.is_solved(variable)
                && are_same(claim.state.candidates(variable), pair.iter().copied())
        };
        let joins = variables_of(pair[0]).iter().any(is_all);
        ensure(joins, "two neighbours are not the two candidates of a variable")?;
    }
    let are_guardians = relation.guardians.contains(&one) && relation.guardians.contains(&other);
    ensure(are_guardians && one != other, "the chain does not join two guardians")?;
    let without = |end: Candidate| relation.guardians.iter().copied().filter(move |&c| c != end);
    let is_one = |proved: &Vec<Candidate>| {
        [one, other].iter().any(|&end| are_same(without(end), proved.iter().copied()))
    };
    ensure(proves(claim)?.iter().all(is_one), "a relation is not that without one of the two")
}

const CHAINS: [Clause; 4] =
    [Clause::OrChain, Clause::OrContrad, Clause::OrChainOfGroups, Clause::OrContradOfGroups];
const FORCING: [Clause; 2] = [Clause::OrForcing, Clause::OrForcingOfGroups];

/// Checks that the relation has as many guardians as the rule requires.
fn has_guardians(claim: &Claim, relation: &Guarded) -> Checked<()> {
    ensure(relation.guardians.len() == claim.number, "the rule has another number of guardians")
}

/// Checks a whip with a relation as one of its links.
pub(super) fn chain(claim: &Claim, relation: &Guarded, links: &[Link]) -> Checked<()> {
    // A relation alone is a chain, a contrad-whip and a forcing whip.
    if links.len() > 1 || !FORCING.contains(&claim.clause) {
        claim.shows(&CHAINS)?;
    }
    has_guardians(claim, relation)?;
    claim.has_size(links.len())?;
    is_known(claim, &relation.guardians)?;
    let at: Vec<usize> = (0..links.len()).filter(|&k| links[k].variables.is_empty()).collect();
    let &[at] = &at[..] else { return Err("there is not one link that is the relation".into()) };
    let is_last = at + 1 == links.len();
    let is_contrad = claim.clause.is_contrad();
    ensure(links.len() == 1 || is_last == is_contrad, "the relation is the last link of contrad-whips only")?;
    // In a contrad-whip the target excludes no guardian.
    let by_target = links[at].ignored.iter().any(|&(_, by)| by == 0) || links[at].from == 0;
    ensure(links.len() == 1 || !is_contrad || !by_target, "the target excludes a guardian")?;
    let guardians = &relation.guardians;
    let holds =
        |&target: &Candidate| or_chain(claim.state, links, guardians, target, claim.clause.has_groups());
    claim.targets()?.iter().try_for_each(holds)
}

/// Checks a partial whip from each guardian.
pub(super) fn forcing(claim: &Claim, relation: &Guarded, branches: &[Branch]) -> Checked<()> {
    claim.shows(&FORCING)?;
    has_guardians(claim, relation)?;
    is_known(claim, &relation.guardians)?;
    from_each(claim, &relation.guardians, branches, claim.clause.has_groups())
}
