//! Extra candidates, one of which is true: without them a deadly pattern would be left.

use super::proved::{candidates, digits, open_cells};
use super::state::{State, different, house_cells, houses_of, linked};
use super::{Checked, ensure};
use crate::evidence::Hall;
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// Returns the candidates that are false because one of `extras` is true: candidates linked to all extras; if
/// the extras share a cell, its other candidates; and candidates excluded by the cells of `subset` together
/// with the cell of any extra.
pub(super) fn one_of(state: &State, extras: &[Candidate], subset: Option<&Hall>) -> Checked<Vec<Candidate>> {
    let Some(&first) = extras.first() else { return Err("it has no candidates more".into()) };
    let is_seen = |label: &Candidate| extras.iter().all(|&one| linked(one, *label));
    let mut gone: Vec<Candidate> = candidates(state).filter(is_seen).collect();
    if let Some(set) = subset {
        gone.extend(with_subset(state, extras, set)?);
    }
    if extras.iter().all(|extra| extra.cell == first.cell) {
        let others = state.candidates(Variable::Cell(first.cell));
        gone.extend(others.into_iter().filter(|other| !extras.contains(other)));
    }
    Ok(gone)
}

/// Checks that the cells of the set and one more cell, which has one of the extras, together have as many
/// digits as cells; returns the candidates that the subset then excludes.
pub(super) fn with_subset(state: &State, extras: &[Candidate], set: &Hall) -> Checked<Vec<Candidate>> {
    let house = house_of_set(set)?;
    let members = open_cells(state, &set.variables)?;
    let in_house = house_cells(house);
    let is_here = |cell: Cell| in_house.contains(&cell);
    let all_here = members.iter().all(|&cell| is_here(cell))
        && extras.iter().all(|extra| is_here(extra.cell) && !members.contains(&extra.cell));
    ensure(all_here, "the subset and the cells with more are not in one house")?;
    let of_set = set_digits(house, &set.transversals)?;
    ensure(of_set.len() == members.len() + 1, "not as many digits as cells")?;
    let mut all = extras.iter().map(|e| e.digit).chain(members.iter().flat_map(|&c| digits(state, c)));
    ensure(all.all(|digit| of_set.contains(&digit)), "a cell of the subset has other digits")?;
    // If a line and a block share all the cells, the candidates may be in either.
    let is_gone = |label: &Candidate| {
        let mut all = members.iter().copied().chain(extras.iter().map(|extra| extra.cell));
        of_set.contains(&label.digit) && all.all(|cell| linked(*label, Candidate { cell, ..*label }))
    };
    Ok(candidates(state).filter(is_gone).collect())
}

/// Returns the house of a naked or hidden subset.
pub(super) fn house_of_set(set: &Hall) -> Checked<House> {
    set.house().map(|(house, _)| house).ok_or("the subset is of no house".into())
}

/// Returns the digits of the variables, which must be different digits of the house.
pub(super) fn set_digits(house: House, variables: &[Variable]) -> Checked<Vec<Digit>> {
    ensure(different(variables), "a digit comes twice")?;
    let digit = |&variable: &Variable| match variable {
        Variable::In(its, digit) if its == house => Ok(digit),
        _ => Err("something is no digit of the house".into()),
    };
    variables.iter().map(digit).collect()
}

/// Whether a digit has no other places than these two cells in some house.
pub(super) fn is_locked(state: &State, digit: Digit, cells: [Cell; 2]) -> bool {
    let shared = houses_of(cells[0]).into_iter().filter(|house| houses_of(cells[1]).contains(house));
    shared.map(|house| Variable::In(house, digit)).any(|variable| {
        !state.is_solved(variable)
            && state.candidates(variable).iter().all(|label| cells.contains(&label.cell))
    })
}

/// Returns the number of cells of a subset besides those of the extra candidates: SER adds a tenth for each.
pub(super) fn more_cells(subset: Option<&Hall>) -> Checked<u32> {
    let more = match subset {
        Some(set) if set.house().is_some_and(|(_, is_hidden)| is_hidden) => {
            set.variables.len().checked_sub(2)
        }
        Some(set) => set.transversals.len().checked_sub(1),
        None => Some(0),
    };
    more.map(|cells| cells as u32).ok_or("the subset is too small".into())
}
