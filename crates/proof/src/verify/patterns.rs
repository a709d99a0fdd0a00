//! SER patterns other than chains.

use super::hall::{hall_set, is_excluded};
use super::state::{
    State, all_labels, all_variables, are_peers, different, distinct, house_cells, houses_of, is_in, linked,
};
use super::{Checked, ensure};
use crate::evidence::Hall;
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// Conclusion of a pattern or of chains.
pub(super) enum Proved {
    /// A true candidate.
    Value(Candidate),
    /// False candidates.
    Gone(Vec<Candidate>),
}

impl Proved {
    /// Whether the candidate is proved false.
    pub(super) fn removes(&self, target: Candidate) -> bool {
        match self {
            Proved::Value(value) => linked(*value, target),
            Proved::Gone(gone) => gone.contains(&target),
        }
    }
}

/// Iterates over all candidates of the state.
pub(super) fn candidates(state: &State) -> impl Iterator<Item = Candidate> + '_ {
    all_labels().filter(|&label| state.has(label))
}

/// Returns the candidates that are linked to all of `all`.
fn seen_by_all(state: &State, all: &[Candidate]) -> Vec<Candidate> {
    candidates(state).filter(|&label| all.iter().all(|&one| linked(one, label))).collect()
}

/// Returns the only candidate of a variable that is not removed, as a value.
fn only(state: &State, variable: Variable, is_gone: impl Fn(Candidate) -> bool) -> Checked<Proved> {
    ensure(!state.is_solved(variable), "the variable has a value")?;
    let left: Vec<Candidate> =
        state.candidates(variable).into_iter().filter(|&label| !is_gone(label)).collect();
    match left[..] {
        [value] => Ok(Proved::Value(value)),
        _ => Err("not one candidate of the variable is left".into()),
    }
}

/// Returns the house of a naked or hidden subset, which has cells on one side and digits of the house on the
/// other.
fn house_of_set(set: &Hall) -> Checked<House> {
    let side = |variables: &[Variable]| match variables.first() {
        Some(&Variable::In(house, _)) => Some(house),
        _ => None,
    };
    match (side(&set.variables), side(&set.transversals)) {
        (Some(house), None) | (None, Some(house)) => Ok(house),
        _ => Err("the subset is of no house".into()),
    }
}

/// Checks that all places of a digit in one house are in another; so it has no other places in the latter.
pub(super) fn locked(
    state: &State, base: Variable, cover: House, single: Option<Variable>,
) -> Checked<Proved> {
    let Variable::In(_, digit) = base else { return Err("the variable is no digit of a house".into()) };
    let cover = Variable::In(cover, digit);
    let places = state.candidates(base);
    ensure(!state.is_solved(base) && !places.is_empty(), "the digit has a value there, or no place")?;
    ensure(places.iter().all(|&place| is_in(place, cover)), "a place is in another house")?;
    let is_gone = |label: Candidate| is_in(label, cover) && !is_in(label, base);
    match single {
        None => Ok(Proved::Gone(candidates(state).filter(|&label| is_gone(label)).collect())),
        Some(variable) => only(state, variable, is_gone),
    }
}

/// Checks a Hall set.
pub(super) fn subset(state: &State, set: &Hall, single: Option<Variable>) -> Checked<Proved> {
    hall_set(state, set)?;
    let is_gone = |label: Candidate| is_excluded(label, &set.variables, &set.transversals);
    match single {
        None => Ok(Proved::Gone(candidates(state).filter(|&label| is_gone(label)).collect())),
        Some(variable) => only(state, variable, is_gone),
    }
}

/// Returns the cells of the variables, which must be different open cells.
fn cells(state: &State, variables: &[Variable]) -> Checked<Vec<Cell>> {
    ensure(different(variables), "a cell comes twice")?;
    let cell = |variable: &Variable| match variable {
        Variable::Cell(cell) if !state.is_solved(*variable) => Ok(*cell),
        _ => Err("something is no cell without value".into()),
    };
    variables.iter().map(cell).collect()
}

/// Returns the digits that a cell may hold.
fn digits(state: &State, cell: Cell) -> Vec<Digit> {
    state.candidates(Variable::Cell(cell)).into_iter().map(|label| label.digit).collect()
}

/// Checks a wing: whatever the pivot holds, it or one of the wings has the digit that the wings share.
pub(super) fn wing(state: &State, wing: &[Variable]) -> Checked<Proved> {
    let [pivot, a, b] = cells(state, wing)?[..] else {
        return Err("it is not of three cells".into());
    };
    let [of_pivot, of_a, of_b] = [pivot, a, b].map(|cell| digits(state, cell));
    let common: Vec<Digit> = of_a.iter().copied().filter(|digit| of_b.contains(digit)).collect();
    let [z] = common[..] else { return Err("the wings do not share one digit".into()) };
    ensure(of_a.len() == 2 && of_b.len() == 2, "the wings have not two candidates")?;
    let at = |digit, cell| Candidate { digit, cell };
    ensure(are_peers(pivot, a) && are_peers(pivot, b), "a wing is not seen by the pivot")?;
    let mut ends = vec![at(z, a), at(z, b)];
    for &digit in &of_pivot {
        match digit {
            _ if digit == z => ends.push(at(z, pivot)),
            _ => {
                let is_known = of_a.contains(&digit) || of_b.contains(&digit);
                ensure(is_known, "a candidate of the pivot is in no wing")?;
            }
        }
    }
    Ok(Proved::Gone(seen_by_all(state, &ends)))
}

/// Returns the candidates that are false because one of `extras` is true: candidates linked to all extras; if
/// the extras share a cell, its other candidates; and candidates excluded by the cells of `subset` together
/// with the cell of any extra.
pub(super) fn one_of(state: &State, extras: &[Candidate], subset: Option<&Hall>) -> Checked<Vec<Candidate>> {
    let Some(&first) = extras.first() else { return Err("it has no candidates more".into()) };
    let mut gone = seen_by_all(state, extras);
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
fn with_subset(state: &State, extras: &[Candidate], set: &Hall) -> Checked<Vec<Candidate>> {
    let house = house_of_set(set)?;
    let members = cells(state, &set.variables)?;
    let in_house = house_cells(house);
    let is_here = |cell: Cell| in_house.contains(&cell);
    let all_here = members.iter().all(|&cell| is_here(cell))
        && extras.iter().all(|extra| is_here(extra.cell) && !members.contains(&extra.cell));
    ensure(all_here, "the subset and the cells with more are not in one house")?;
    let of_set = set_digits(house, &set.transversals)?;
    ensure(of_set.len() == members.len() + 1, "not as many digits as cells")?;
    let mut all = extras.iter().map(|e| e.digit).chain(members.iter().flat_map(|&c| digits(state, c)));
    ensure(all.all(|digit| of_set.contains(&digit)), "a cell of the subset has other digits")?;
    let is_gone = |label: &Candidate| {
        is_here(label.cell)
            && of_set.contains(&label.digit)
            && !members.contains(&label.cell)
            && extras.iter().all(|extra| extra.cell != label.cell)
    };
    Ok(candidates(state).filter(is_gone).collect())
}

/// Returns the digits of the variables, which must be different digits of the house.
fn set_digits(house: House, variables: &[Variable]) -> Checked<Vec<Digit>> {
    ensure(different(variables), "a digit comes twice")?;
    let digit = |&variable: &Variable| match variable {
        Variable::In(its, digit) if its == house => Ok(digit),
        _ => Err("something is no digit of the house".into()),
    };
    variables.iter().map(digit).collect()
}

/// Checks a loop of cells that, without their extra candidates, would hold two digits alternately: exchanging
/// the digits would then give a second solution.
pub(super) fn unique_loop(
    state: &State, loop_cells: &[Variable], pair: &[Digit], subset: Option<&Hall>,
) -> Checked<Proved> {
    let around = cells(state, loop_cells)?;
    let &[a, b] = pair else { return Err("there are not two digits".into()) };
    ensure(a != b, "there are not two digits")?;
    ensure(around.len() >= 4 && different(&around), "it is no loop")?;
    match around.len() % 2 {
        0 => houses_twice(&around)?,
        _ => ensure(each_sees_next(&around), "a cell does not see the next")?,
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
    Ok(Proved::Gone(gone))
}

/// Whether each cell of a ring sees the next.
pub(super) fn each_sees_next(around: &[Cell]) -> bool {
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

/// Whether a digit has no other places than these two cells in some house.
fn is_locked(state: &State, digit: Digit, cells: [Cell; 2]) -> bool {
    let shared = houses_of(cells[0]).into_iter().filter(|house| houses_of(cells[1]).contains(house));
    shared.map(|house| Variable::In(house, digit)).any(|variable| {
        !state.is_solved(variable)
            && state.candidates(variable).iter().all(|label| cells.contains(&label.cell))
    })
}

/// Checks a hidden subset: digits of a house, including the loop's pair, with one place fewer outside the two
/// cells. One of the two cells holds another digit; so the places hold only digits of the subset.
fn hidden_set(
    state: &State, two: [Cell; 2], pair: [Digit; 2], extras: &[Candidate], set: &Hall,
) -> Checked<Vec<Candidate>> {
    let house = house_of_set(set)?;
    let of_set = set_digits(house, &set.variables)?;
    let members = cells(state, &set.transversals)?;
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

/// Checks that without some candidates all cells would have two, and all digits two places in a house: then
/// there would be two solutions or none.
pub(super) fn grave(state: &State, extras: &[Candidate], subset: Option<&Hall>) -> Checked<Proved> {
    ensure(different(extras), "a candidate comes twice")?;
    ensure(extras.iter().all(|&extra| state.has(extra)), "what it has more is no candidate")?;
    let mut without = state.clone();
    extras.iter().for_each(|&extra| without.eliminate(extra));
    for variable in all_variables() {
        let is_two = without.is_solved(variable) || without.candidates(variable).len() == 2;
        ensure(is_two, "without these candidates a variable has not two")?;
    }
    let mut gone = one_of(state, extras, subset)?;
    let with_more = distinct(extras.iter().map(|extra| extra.cell));
    if let [one, two] = with_more[..] {
        // An extra fills one of the two cells; so a digit that is locked in the two cells is in the other
        // cell.
        let is_free = |digit: &Digit| extras.iter().all(|extra| extra.digit != *digit);
        let is_locked = |&digit: &Digit| is_locked(state, digit, [one, two]);
        for digit in Digit::all().filter(is_free).filter(is_locked) {
            let both = [one, two].map(|cell| state.candidates(Variable::Cell(cell)));
            let others = both.into_iter().flatten();
            gone.extend(others.filter(|label| label.digit != digit && !extras.contains(label)));
        }
    }
    Ok(Proved::Gone(gone))
}

/// Finds the candidates that are in no assignment of the cells that leaves each excluder a digit.
pub(super) fn aligned(state: &State, aligned: &[Variable], excluders: &[Variable]) -> Checked<Proved> {
    let (bases, excluders) = (cells(state, aligned)?, cells(state, excluders)?);
    ensure((2..=3).contains(&bases.len()), "it is not of two or three cells")?;
    let all_seen = excluders.iter().all(|&one| bases.iter().all(|&base| are_peers(one, base)));
    ensure(all_seen, "an excluder does not see all of the cells")?;
    let left: Vec<Vec<Digit>> = excluders.iter().map(|&cell| digits(state, cell)).collect();
    let of_bases: Vec<Vec<Digit>> = bases.iter().map(|&cell| digits(state, cell)).collect();
    let mut assignments: Vec<Vec<Digit>> = vec![Vec::new()];
    for digits in &of_bases {
        let with = |before: &Vec<Digit>| -> Vec<Vec<Digit>> {
            digits.iter().map(|&digit| [&before[..], &[digit]].concat()).collect()
        };
        assignments = assignments.iter().flat_map(with).collect();
    }
    let is_possible = |assigned: &Vec<Digit>| {
        let clash = |k: usize, j: usize| assigned[k] == assigned[j] && are_peers(bases[k], bases[j]);
        let clashes = (0..bases.len()).any(|k| (0..k).any(|j| clash(k, j)));
        !clashes && left.iter().all(|digits| digits.iter().any(|digit| !assigned.contains(digit)))
    };
    assignments.retain(is_possible);
    let is_gone = |&(at, digit): &(usize, Digit)| assignments.iter().all(|all| all[at] != digit);
    let all = of_bases.iter().enumerate();
    let labels = all.flat_map(|(at, digits)| digits.iter().map(move |&digit| (at, digit)));
    let gone = labels.filter(is_gone).map(|(at, digit)| Candidate { digit, cell: bases[at] });
    Ok(Proved::Gone(gone.collect()))
}
