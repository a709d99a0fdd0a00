//! Singles, and contradictions (docs/theory.md, "BRT").

use super::state::{block, different, is_in, kind, labels};
use super::{Checked, Claim, ensure};
use crate::evidence::Clause;
use crate::grid::notation::Variable;

/// A variable without value that has one candidate. There are names for what kind it is of, for the last cell
/// of a house and the last place of a digit.
pub(super) fn single(claim: &Claim, variable: Variable) -> Checked<()> {
    let clause = claim.clause;
    let is_last = [Clause::LastCell, Clause::HiddenLastCell].contains(&clause);
    let of_house = is_last || [Clause::HiddenSingle, Clause::LastDigit].contains(&clause);
    let holds = match variable {
        Variable::Cell(_) => clause == Clause::NakedSingle,
        Variable::Block(..) => of_house || clause == Clause::BlockSingle,
        Variable::Row(..) | Variable::Column(..) => of_house || clause == Clause::LineSingle,
    };
    ensure(holds, "the rule has no such pattern")?;
    ensure(claim.size.is_none(), "the rule has no sizes")?;
    let cells = labels(variable).into_iter().map(|label| usize::from(label.cell));
    let open = cells.filter(|&cell| claim.state.value(cell).is_none()).count();
    match clause {
        _ if is_last => ensure(open == 1, "the house has more empty cells")?,
        Clause::BlockSingle | Clause::LineSingle => ensure(open > 1, "it is the last cell of the house")?,
        _ => {}
    }
    let value = claim.value()?;
    if clause == Clause::LastDigit {
        let has_it =
            |&cell: &usize| claim.state.value(cell).is_some_and(|placed| placed.digit == value.digit);
        ensure((0..81).filter(has_it).count() == 8, "the digit has not eight places")?;
    }
    ensure(!claim.state.is_solved(variable), "the variable has a value")?;
    ensure(claim.state.candidates(variable) == [value], "it is not the only one of its variable")
}

/// A variable with neither value nor candidate; or two variables, of two digits, with one candidate each, in
/// one cell.
pub(super) fn contradiction(claim: &Claim, variable: Variable, clash: &[Variable]) -> Checked<()> {
    claim.is_of(&[Clause::Contradiction])?;
    claim.contradicts()?;
    let state = claim.state;
    if clash.is_empty() {
        return ensure(state.is_empty(variable), "the variable has a value or a candidate");
    }
    ensure(matches!(variable, Variable::Cell(_)), "two digits clash in a cell")?;
    let mut digits = Vec::new();
    for &place in clash {
        ensure(kind(place) != kind(variable), "what clashes are digits of houses")?;
        ensure(!state.is_solved(place), "a digit that clashes has its place")?;
        let [only] = state.candidates(place)[..] else {
            return Err("a digit that clashes has not one place".into());
        };
        ensure(is_in(only, variable), "a digit that clashes has its place elsewhere")?;
        digits.push(only.digit);
    }
    ensure(digits.len() > 1 && different(&digits), "two different digits clash")
}

/// Of all candidates the ways to fill the grid are counted, and there is one, with the value.
pub(super) fn only_solution(claim: &Claim) -> Checked<()> {
    claim.is_of(&[Clause::OnlySolution])?;
    let value = claim.value()?;
    let masks = std::array::from_fn(|cell| match claim.state.value(cell) {
        Some(value) => 1 << value.digit,
        None => {
            let candidates = claim.state.candidates(Variable::Cell(cell as u8));
            candidates.iter().fold(0, |all, one| all | 1 << one.digit)
        }
    });
    let mut found = Vec::new();
    let mut tries = TRIES;
    fill(masks, &mut found, &mut tries);
    ensure(tries > 0, "the solutions are too many to look for")?;
    ensure(found.len() == 1, "the state has not one solution")?;
    let has_it = found.iter().all(|grid| grid[usize::from(value.cell)] == 1 << value.digit);
    ensure(has_it, "the solution has another value")
}

/// How many cells are tried at most.
const TRIES: u32 = 1_000_000;

/// Looks for two solutions: in the cell with the fewest digits each is tried, and taken out of what sees it.
fn fill(masks: [u16; 81], found: &mut Vec<[u16; 81]>, tries: &mut u32) {
    let open = (0..81).filter(|&cell| masks[cell].count_ones() != 1);
    let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else {
        let clash = |a: usize| (0..a).any(|b| masks[a] == masks[b] && are_peers(a, b));
        if !(0..81).any(clash) {
            found.push(masks);
        }
        return;
    };
    for digit in (0..9).filter(|digit| masks[cell] >> digit & 1 != 0) {
        if found.len() > 1 || *tries == 0 {
            return;
        }
        *tries -= 1;
        let mut next = masks;
        next[cell] = 1 << digit;
        if is_consistent(&mut next, vec![cell]) {
            fill(next, found, tries);
        }
    }
}

/// Takes the digit of each decided cell out of what sees it, and of those that this decides.
fn is_consistent(masks: &mut [u16; 81], mut decided: Vec<usize>) -> bool {
    while let Some(cell) = decided.pop() {
        for other in (0..81).filter(|&other| are_peers(cell, other)) {
            if masks[other] & masks[cell] != 0 {
                masks[other] &= !masks[cell];
                match masks[other].count_ones() {
                    0 => return false,
                    1 => decided.push(other),
                    _ => {}
                }
            }
        }
    }
    true
}

fn are_peers(a: usize, b: usize) -> bool {
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || block(a) == block(b))
}
