//! Extra candidates, one of which is true: without them a deadly pattern would be left.

use super::position::Position;
use super::state::different;
use super::{Checked, ensure};
use crate::evidence::Hall;
use crate::grid::{Candidate, Cell, Digit};

/// Returns the candidates that are false because one of `extras` is true: candidates linked to all extras; if
/// the extras share a cell, its other candidates; and candidates excluded by the cells of `subset` together
/// with the cell of any extra.
pub(super) fn one_of<S: Position>(
    state: &S, extras: &[Candidate], subset: Option<&Hall<S::Variable>>,
) -> Checked<Vec<Candidate>> {
    let Some(&first) = extras.first() else { return Err("it has no candidates more".into()) };
    let is_seen = |label: &Candidate| extras.iter().all(|&one| state.excludes(one, *label));
    let mut gone: Vec<Candidate> = state.every_candidate().into_iter().filter(is_seen).collect();
    if let Some(set) = subset {
        gone.extend(with_subset(state, extras, set)?);
    }
    if extras.iter().all(|extra| extra.cell == first.cell) {
        let others = state.candidates_of(S::of_cell(first.cell))?;
        gone.extend(others.into_iter().filter(|other| !extras.contains(other)));
    }
    Ok(gone)
}

/// Checks that the cells of the set and one more cell, which has one of the extras, together have as many
/// digits as cells; returns the candidates that the subset then excludes.
pub(super) fn with_subset<S: Position>(
    state: &S, extras: &[Candidate], set: &Hall<S::Variable>,
) -> Checked<Vec<Candidate>> {
    let house = house_of_set::<S>(set)?;
    let members = state.open_cells(&set.variables)?;
    let in_house = state.cells_in(house);
    let is_here = |cell: Cell| in_house.contains(&cell);
    let all_here = members.iter().all(|&cell| is_here(cell))
        && extras.iter().all(|extra| is_here(extra.cell) && !members.contains(&extra.cell));
    ensure(all_here, "the subset and the cells with more are not in one house")?;
    let of_set = set_digits::<S>(house, &set.transversals)?;
    ensure(of_set.len() == members.len() + 1, "not as many digits as cells")?;
    let mut all: Vec<Digit> = extras.iter().map(|extra| extra.digit).collect();
    for &cell in &members {
        all.extend(state.digits_of(cell)?);
    }
    ensure(all.iter().all(|digit| of_set.contains(digit)), "a cell of the subset has other digits")?;
    // If two houses share all the cells, the candidates may be in either.
    let is_gone = |label: &Candidate| {
        let mut all = members.iter().copied().chain(extras.iter().map(|extra| extra.cell));
        of_set.contains(&label.digit) && all.all(|cell| state.excludes(*label, Candidate { cell, ..*label }))
    };
    Ok(state.every_candidate().into_iter().filter(is_gone).collect())
}

/// Returns the house of a naked or hidden subset, and whether it is hidden.
fn house_in<S: Position>(set: &Hall<S::Variable>) -> Option<(S::House, bool)> {
    let of = |variables: &[S::Variable]| variables.first().map(|&variable| S::as_digit(variable));
    match (of(&set.variables)?, of(&set.transversals)?) {
        (None, Some((house, _))) => Some((house, false)),
        (Some((house, _)), None) => Some((house, true)),
        _ => None,
    }
}

/// Whether the set is a hidden subset of a house.
pub(super) fn is_hidden<S: Position>(set: &Hall<S::Variable>) -> bool {
    house_in::<S>(set).is_some_and(|(_, is_hidden)| is_hidden)
}

/// Returns the house of a naked or hidden subset.
pub(super) fn house_of_set<S: Position>(set: &Hall<S::Variable>) -> Checked<S::House> {
    house_in::<S>(set).map(|(house, _)| house).ok_or("the subset is of no house".into())
}

/// Returns the digits of the variables, which must be different digits of the house.
pub(super) fn set_digits<S: Position>(house: S::House, variables: &[S::Variable]) -> Checked<Vec<Digit>> {
    ensure(different(variables), "a digit comes twice")?;
    let digit = |&variable: &S::Variable| match S::as_digit(variable) {
        Some((its, digit)) if its == house => Ok(digit),
        _ => Err("something is no digit of the house".into()),
    };
    variables.iter().map(digit).collect()
}

/// Whether a digit has no other places than these two cells in some house.
pub(super) fn is_locked<S: Position>(state: &S, digit: Digit, cells: [Cell; 2]) -> Checked<bool> {
    let others = state.houses_around(cells[1]);
    for house in state.houses_around(cells[0]).into_iter().filter(|house| others.contains(house)) {
        let variable = S::of_digit(house, digit);
        let places = state.candidates_of(variable)?;
        if !state.has_value(variable)? && places.iter().all(|label| cells.contains(&label.cell)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the number of cells of a subset besides those of the extra candidates: SER adds a tenth for each.
pub(super) fn more_cells<S: Position>(subset: Option<&Hall<S::Variable>>) -> Checked<u32> {
    let more = match subset {
        Some(set) if is_hidden::<S>(set) => set.variables.len().checked_sub(2),
        Some(set) => set.transversals.len().checked_sub(1),
        None => Some(0),
    };
    more.map(|cells| cells as u32).ok_or("the subset is too small".into())
}
