//! Loops of cells with the same two digits (docs/theory.md, "Uniqueness"). Without their extra candidates the
//! cells would hold the two digits alternately. Round an even loop the digits could then be exchanged, which
//! would give a second solution; an odd loop cannot be filled so.

use super::extras::{house_of_set, is_hidden, is_locked, more_cells, one_of, set_digits};
use super::position::Position;
use super::proved::Proved;
use super::state::{different, distinct};
use super::{Checked, Claim, ensure};
use crate::evidence::{BivalueLoop, Clause, Hall};
use crate::grid::{Candidate, Cell, Digit};

pub(super) fn bivalue_loop(claim: &Claim, of: &BivalueLoop) -> Checked<()> {
    claim.shows(&[Clause::Loop, Clause::Oddagon])?;
    is_of_rule(claim.clause, claim.number, of.cells.len())?;
    claim.is_rated(of.cells.len(), more(claim.state, of)?)?;
    proved(claim.state, of)?.covers(claim)
}

/// Checks that a loop of this length is the rule's. Loops of four cells are rectangles, with rules of their
/// own.
pub(crate) fn is_of_rule(clause: Clause, number: usize, count: usize) -> Checked<()> {
    let is_of_rule = match number {
        0 => count > 4 && (count % 2 == 1) == (clause == Clause::Oddagon),
        all => count == all,
    };
    ensure(is_of_rule, "the number of cells is not that of the rule")
}

/// Returns the tenths that SER adds for the length of a loop and for its subset.
pub(crate) fn more<S: Position>(_: &S, of: &BivalueLoop<S::Variable>) -> Checked<u32> {
    let longer = match of.cells.len() {
        4..=8 => of.cells.len() as u32 / 2 - 2,
        _ => 5,
    };
    Ok(longer + more_cells::<S>(of.subset.as_ref())?)
}

/// Checks a loop: one of its extra candidates is true.
pub(crate) fn proved<S: Position>(state: &S, of: &BivalueLoop<S::Variable>) -> Checked<Proved> {
    let subset = of.subset.as_ref();
    let around = state.open_cells_among(&of.cells)?;
    let &[a, b] = &of.digits[..] else { return Err("there are not two digits".into()) };
    ensure(a != b, "there are not two digits")?;
    ensure(each_sees_next(state, &around), "a cell does not see the next")?;
    if around.len().is_multiple_of(2) {
        houses_twice(state, &around)?;
    }
    let mut extras = Vec::new();
    for &cell in &around {
        let all = state.candidates_of(S::of_cell(cell))?;
        let has = |digit| all.iter().any(|label| label.digit == digit);
        ensure(has(a) && has(b), "a cell cannot hold both digits")?;
        extras.extend(all.into_iter().filter(|label| ![a, b].contains(&label.digit)));
    }
    let is_hidden = subset.is_some_and(is_hidden::<S>);
    let mut gone = one_of(state, &extras, subset.filter(|_| !is_hidden))?;
    let with_more = distinct(extras.iter().map(|extra| extra.cell));
    ensure(!is_hidden || with_more.len() == 2, "a hidden subset needs two cells with more")?;
    if let [one, two] = with_more[..] {
        for (locked, other) in [(a, b), (b, a)] {
            let both = [one, two].map(|cell| Candidate { digit: other, cell });
            if is_locked(state, locked, [one, two])? {
                gone.extend(both);
            }
        }
        if let Some(set) = subset.filter(|_| is_hidden) {
            gone.extend(hidden_set(state, [one, two], [a, b], &extras, set)?);
        }
    }
    Ok(Proved::Gone(gone))
}

/// Whether each cell of a ring sees the next.
fn each_sees_next(state: &impl Position, around: &[Cell]) -> bool {
    around.iter().zip(around.iter().cycle().skip(1)).all(|(&one, &next)| state.share_house(one, next))
}

/// Checks that each house of the cells has one cell at an even place of the loop and one at an odd place.
fn houses_twice<S: Position>(state: &S, around: &[Cell]) -> Checked<()> {
    let [even, odd] = [0, 1].map(|parity| {
        let some = around.iter().skip(parity).step_by(2);
        let mut houses: Vec<S::House> = some.flat_map(|&cell| state.houses_around(cell)).collect();
        houses.sort_unstable();
        houses
    });
    ensure(different(&even) && even == odd, "its houses do not have two of its cells each")
}

/// Checks a hidden subset: digits of a house, including the loop's pair, with one place fewer outside the two
/// cells. One of the two cells holds another digit; so the places hold only digits of the subset.
fn hidden_set<S: Position>(
    state: &S, two: [Cell; 2], pair: [Digit; 2], extras: &[Candidate], set: &Hall<S::Variable>,
) -> Checked<Vec<Candidate>> {
    let house = house_of_set::<S>(set)?;
    let of_set = set_digits::<S>(house, &set.variables)?;
    let members = state.open_cells(&set.transversals)?;
    let in_house = state.cells_in(house);
    let mut all_cells = members.iter().chain(&two);
    let is_here = all_cells.all(|cell| in_house.contains(cell));
    ensure(is_here, "the subset and the cells with more are not in one house")?;
    ensure(!two.iter().any(|cell| members.contains(cell)), "a cell with more is in the subset")?;
    ensure(pair.iter().all(|digit| of_set.contains(digit)), "the pair is not in the subset")?;
    let apart = extras.iter().all(|extra| !of_set.contains(&extra.digit));
    ensure(apart, "what the cells have more is in the subset")?;
    ensure(of_set.len() == members.len() + 1, "not as many digits as places")?;
    for &digit in &of_set {
        let variable = S::of_digit(house, digit);
        ensure(!state.has_value(variable)?, "a digit of the subset has its place")?;
        let places = state.candidates_of(variable)?;
        let inside = places.iter().all(|l| members.contains(&l.cell) || two.contains(&l.cell));
        ensure(inside, "a digit of the subset has another place")?;
    }
    let is_gone = |label: &Candidate| members.contains(&label.cell) && !of_set.contains(&label.digit);
    Ok(state.every_candidate().into_iter().filter(is_gone).collect())
}
