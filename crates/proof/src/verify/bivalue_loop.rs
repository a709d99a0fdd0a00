//! Loops of cells with the same two digits (docs/theory.md, "Uniqueness"). Without their extra candidates the
//! cells would hold the two digits alternately. Round an even loop the digits could then be exchanged, which
//! would give a second solution; an odd loop cannot be filled so.

use super::extras::{house_of_set, is_locked, more_cells, one_of, set_digits};
use super::proved::open_cells;
use super::state::{State, are_peers, different, distinct, house_cells, houses_of};
use super::{Checked, Claim, ensure};
use crate::evidence::{BivalueLoop, Clause, Hall};
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// Checks a loop: one of its extra candidates is true.
pub(super) fn bivalue_loop(claim: &Claim, of: &BivalueLoop) -> Checked<()> {
    claim.shows(&[Clause::Loop, Clause::Oddagon])?;
    let (state, count, subset) = (claim.state, of.cells.len(), of.subset.as_ref());
    // Loops of four cells are rectangles, with rules of their own.
    let is_of_rule = match claim.number {
        0 => count > 4 && (count % 2 == 1) == (claim.clause == Clause::Oddagon),
        all => count == all,
    };
    ensure(is_of_rule, "the number of cells is not that of the rule")?;
    let longer = match count {
        4..=8 => count as u32 / 2 - 2,
        _ => 5,
    };
    claim.is_rated(count, longer + more_cells(subset)?)?;
    let around = open_cells(state, &of.cells)?;
    let &[a, b] = &of.digits[..] else { return Err("there are not two digits".into()) };
    ensure(a != b, "there are not two digits")?;
    ensure(each_sees_next(&around), "a cell does not see the next")?;
    if around.len().is_multiple_of(2) {
        houses_twice(&around)?;
    }
    let mut extras = Vec::new();
    for &cell in &around {
        let all = state.candidates(Variable::Cell(cell));
        let has = |digit| all.iter().any(|label| label.digit == digit);
        ensure(has(a) && has(b), "a cell cannot hold both digits")?;
        extras.extend(all.into_iter().filter(|label| ![a, b].contains(&label.digit)));
    }
    let is_hidden = subset.and_then(Hall::house).is_some_and(|(_, is_hidden)| is_hidden);
    let mut gone = one_of(state, &extras, subset.filter(|_| !is_hidden))?;
    let with_more = distinct(extras.iter().map(|extra| extra.cell));
    if let [one, two] = with_more[..] {
        for (locked, other) in [(a, b), (b, a)] {
            let both = [one, two].map(|cell| Candidate { digit: other, cell });
            if is_locked(state, locked, [one, two]) {
                gone.extend(both);
            }
        }
        if let Some(set) = subset.filter(|_| is_hidden) {
            gone.extend(hidden_set(state, [one, two], [a, b], &extras, set)?);
        }
    }
    claim.removes(|target| gone.contains(target))
}

/// Whether each cell of a ring sees the next.
fn each_sees_next(around: &[Cell]) -> bool {
    around.iter().zip(around.iter().cycle().skip(1)).all(|(&one, &next)| are_peers(one, next))
}

/// Checks that each house of the cells has one cell at an even place of the loop and one at an odd place.
fn houses_twice(around: &[Cell]) -> Checked<()> {
    let [even, odd] = [0, 1].map(|parity| {
        let some = around.iter().skip(parity).step_by(2);
        let mut houses: Vec<House> = some.flat_map(|&cell| houses_of(cell)).collect();
        houses.sort_unstable();
        houses
    });
    ensure(different(&even) && even == odd, "its houses do not have two of its cells each")
}

/// Checks a hidden subset: digits of a house, including the loop's pair, with one place fewer outside the two
/// cells. One of the two cells holds another digit; so the places hold only digits of the subset.
fn hidden_set(
    state: &State, two: [Cell; 2], pair: [Digit; 2], extras: &[Candidate], set: &Hall,
) -> Checked<Vec<Candidate>> {
    let house = house_of_set(set)?;
    let of_set = set_digits(house, &set.variables)?;
    let members = open_cells(state, &set.transversals)?;
    let in_house = house_cells(house);
    let mut all_cells = members.iter().chain(&two);
    let is_here = all_cells.all(|cell| in_house.contains(cell));
    ensure(is_here, "the subset and the cells with more are not in one house")?;
    ensure(!two.iter().any(|cell| members.contains(cell)), "a cell with more is in the subset")?;
    ensure(pair.iter().all(|digit| of_set.contains(digit)), "the pair is not in the subset")?;
    let apart = extras.iter().all(|extra| !of_set.contains(&extra.digit));
    ensure(apart, "what the cells have more is in the subset")?;
    ensure(of_set.len() == members.len() + 1, "not as many digits as places")?;
    for &digit in &of_set {
        let variable = Variable::In(house, digit);
        ensure(!state.is_solved(variable), "a digit of the subset has its place")?;
        let places = state.candidates(variable);
        let inside = places.iter().all(|l| members.contains(&l.cell) || two.contains(&l.cell));
        ensure(inside, "a digit of the subset has another place")?;
    }
    let of_members = members.iter().flat_map(|&cell| state.candidates(Variable::Cell(cell)));
    Ok(of_members.filter(|label| !of_set.contains(&label.digit)).collect())
}
