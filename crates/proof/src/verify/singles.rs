//! Singles, and contradictions (docs/theory.md, "BRT").

use super::state::{BN, RC, are_peers, different, is_in, kind, labels};
use super::{Checked, Claim, ensure};
use crate::evidence::Clause;
use crate::grid::{Cell, Digit, notation::Variable};

/// Checks a single: a variable without a value that has one candidate. Rules are named by the kind of the
/// variable; some rules are for the last cell of a house, or for the last place of a digit.
pub(super) fn single(claim: &Claim, variable: Variable) -> Checked<()> {
    let clause = claim.clause;
    let is_last = [Clause::LastCell, Clause::HiddenLastCell].contains(&clause);
    let of_house = is_last || [Clause::HiddenSingle, Clause::LastDigit].contains(&clause);
    let holds = match kind(variable) {
        RC => clause == Clause::NakedSingle,
        BN => of_house || clause == Clause::BlockSingle,
        _ => of_house || clause == Clause::LineSingle,
    };
    ensure(holds, "the rule has no such pattern")?;
    ensure(claim.size.is_none(), "the rule has no sizes")?;
    let open = labels(variable).iter().filter(|label| claim.state.value(label.cell).is_none()).count();
    match clause {
        _ if is_last => ensure(open == 1, "the house has more empty cells")?,
        Clause::BlockSingle | Clause::LineSingle => ensure(open > 1, "it is the last cell of the house")?,
        _ => {}
    }
    let value = claim.value()?;
    if clause == Clause::LastDigit {
        let has_it = |&cell: &Cell| claim.state.value(cell).is_some_and(|placed| placed.digit == value.digit);
        ensure(Cell::all().filter(has_it).count() == 8, "the digit has not eight places")?;
    }
    ensure(!claim.state.is_solved(variable), "the variable has a value")?;
    ensure(claim.state.candidates(variable) == [value], "it is not the only one of its variable")
}

/// Checks a contradiction: a variable with neither value nor candidate, or variables of different digits with
/// one candidate each, all in one cell.
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

/// Checks that there is exactly one way to fill the grid from all candidates, and that it has the value.
pub(super) fn only_solution(claim: &Claim) -> Checked<()> {
    claim.is_of(&[Clause::OnlySolution])?;
    let value = claim.value()?;
    let mask = |cell: Cell| match claim.state.value(cell) {
        Some(value) => bit(value.digit),
        None => {
            let candidates = claim.state.candidates(Variable::Cell(cell));
            candidates.iter().fold(0, |all, one| all | bit(one.digit))
        }
    };
    let masks = std::array::from_fn(|cell| mask(Cell::new(cell)));
    let mut found = Vec::new();
    let mut tries = TRIES;
    fill(masks, &mut found, &mut tries);
    ensure(tries > 0, "the solutions are too many to look for")?;
    ensure(found.len() == 1, "the state has not one solution")?;
    let has_it = found.iter().all(|grid| grid[value.cell] == bit(value.digit));
    ensure(has_it, "the solution has another value")
}

fn bit(digit: Digit) -> u16 {
    1 << digit.index()
}

/// Limit of values tried in cells.
const TRIES: u32 = 1_000_000;

/// Searches for up to two solutions: each digit of the cell with the fewest is tried, and removed from the
/// cell's peers.
fn fill(masks: [u16; 81], found: &mut Vec<[u16; 81]>, tries: &mut u32) {
    let open = Cell::all().filter(|&cell| masks[cell].count_ones() != 1);
    let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else {
        let clash = |a: Cell| Cell::all().any(|b| masks[a] == masks[b] && are_peers(a, b));
        if !Cell::all().any(clash) {
            found.push(masks);
        }
        return;
    };
    for digit in Digit::all().filter(|&digit| masks[cell] & bit(digit) != 0) {
        if found.len() > 1 || *tries == 0 {
            return;
        }
        *tries -= 1;
        let mut next = masks;
        next[cell] = bit(digit);
        if is_consistent(&mut next, vec![cell]) {
            fill(next, found, tries);
        }
    }
}

/// Removes the digit of each decided cell from its peers, and continues with cells decided by this. Returns
/// `false` if a cell has no digit left.
fn is_consistent(masks: &mut [u16; 81], mut decided: Vec<Cell>) -> bool {
    while let Some(cell) = decided.pop() {
        for other in Cell::all().filter(|&other| are_peers(cell, other)) {
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
