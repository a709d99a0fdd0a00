//! Patterns of SER that are no chains.

use super::hall::{hall_set, is_excluded};
use super::state::{State, different, house_cells, is_in, linked, variable_in, variables_of};
use super::{Checked, ensure};
use crate::evidence::{Digit, Hall, House};
use crate::grid::{Candidate, notation::Variable};

/// What follows from a pattern or from chains.
pub(super) enum Proved {
    /// This candidate is true.
    Value(Candidate),
    /// These are false.
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

/// All labels of the board that are candidates.
fn candidates(state: &State) -> impl Iterator<Item = Candidate> + '_ {
    let labels = (0..81).flat_map(|cell| (0..9).map(move |digit| Candidate { digit, cell }));
    labels.filter(|&label| state.has(label))
}

/// The candidates that are linked to all of these.
fn seen_by_all(state: &State, all: &[Candidate]) -> Vec<Candidate> {
    candidates(state).filter(|&label| all.iter().all(|&one| linked(one, label))).collect()
}

/// What is left of a variable where these are not: one place.
fn only(state: &State, variable: Variable, is_gone: impl Fn(Candidate) -> bool) -> Checked<Proved> {
    ensure(!state.is_solved(variable), "the variable has a value")?;
    let left: Vec<Candidate> =
        state.candidates(variable).into_iter().filter(|&label| !is_gone(label)).collect();
    match left[..] {
        [value] => Ok(Proved::Value(value)),
        _ => Err("not one candidate of the variable is left".into()),
    }
}

/// The house and the digit of a variable that is no cell.
fn house_of(variable: Variable) -> Option<(usize, usize)> {
    let mut all = (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit)));
    all.find(|&(house, digit)| variable_in(house, digit) == variable)
}

/// The house of a naked or hidden subset: one side are cells, the other its digits.
fn house_of_set(set: &Hall) -> Checked<usize> {
    let side = |variables: &[Variable]| variables.first().copied().and_then(house_of);
    match (side(&set.variables), side(&set.transversals)) {
        (Some((house, _)), None) | (None, Some((house, _))) => Ok(house),
        _ => Err("the subset is of no house".into()),
    }
}

/// The digit of a variable of a house.
fn digit_of(variable: Variable) -> Checked<u8> {
    match house_of(variable) {
        Some((_, digit @ 0..9)) => Ok(digit as u8),
        _ => Err("the variable is no digit of a house".into()),
    }
}

/// The places of a digit in one house are in another, and so no places of it elsewhere in that.
pub(super) fn locked(
    state: &State, base: Variable, House(cover): House, single: Option<Variable>,
) -> Checked<Proved> {
    let digit = digit_of(base)?;
    ensure(cover < 27, "there is no such house")?;
    let cover = variable_in(usize::from(cover), usize::from(digit));
    let places = state.candidates(base);
    ensure(!state.is_solved(base) && !places.is_empty(), "the digit has a value there, or no place")?;
    ensure(places.iter().all(|&place| is_in(place, cover)), "a place is in another house")?;
    let is_gone = |label: Candidate| is_in(label, cover) && !is_in(label, base);
    match single {
        None => Ok(Proved::Gone(candidates(state).filter(|&label| is_gone(label)).collect())),
        Some(variable) => only(state, variable, is_gone),
    }
}

/// A Hall set.
pub(super) fn subset(state: &State, set: &Hall, single: Option<Variable>) -> Checked<Proved> {
    hall_set(state, set)?;
    let is_gone = |label: Candidate| is_excluded(label, &set.variables, &set.transversals);
    match single {
        None => Ok(Proved::Gone(candidates(state).filter(|&label| is_gone(label)).collect())),
        Some(variable) => only(state, variable, is_gone),
    }
}

/// Cells, which are open and different.
fn cells(state: &State, variables: &[Variable]) -> Checked<Vec<u8>> {
    ensure(different(variables), "a cell comes twice")?;
    let cell = |variable: &Variable| match variable {
        Variable::Cell(cell @ 0..81) if !state.is_solved(*variable) => Ok(*cell),
        _ => Err("something is no cell without value".into()),
    };
    variables.iter().map(cell).collect()
}

/// The digits that a cell may hold.
fn digits(state: &State, cell: u8) -> Vec<u8> {
    state.candidates(Variable::Cell(cell)).into_iter().map(|label| label.digit).collect()
}

/// Whatever the pivot holds, it or one of the wings has the digit that the wings share.
pub(super) fn wing(state: &State, wing: &[Variable]) -> Checked<Proved> {
    let [pivot, a, b] = cells(state, wing)?[..] else {
        return Err("it is not of three cells".into());
    };
    let [of_pivot, of_a, of_b] = [pivot, a, b].map(|cell| digits(state, cell));
    let common: Vec<u8> = of_a.iter().copied().filter(|digit| of_b.contains(digit)).collect();
    let [z] = common[..] else { return Err("the wings do not share one digit".into()) };
    ensure(of_a.len() == 2 && of_b.len() == 2, "the wings have not two candidates")?;
    let at = |digit, cell| Candidate { digit, cell };
    let sees = |cell: u8| linked(at(0, pivot), at(0, cell));
    ensure(sees(a) && sees(b), "a wing is not seen by the pivot")?;
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

/// One of these candidates is true. What follows from that: where they are in one cell, of one digit, or with
/// others make a subset in a house of their cells.
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

/// The cells of the set and one more, that has one of the extras, have as many digits as they are.
fn with_subset(state: &State, extras: &[Candidate], set: &Hall) -> Checked<Vec<Candidate>> {
    let house = house_of_set(set)?;
    let members = cells(state, &set.variables)?;
    let in_house = house_cells(house);
    let is_here = |cell: u8| in_house.contains(&usize::from(cell));
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

/// Different digits of a house.
fn set_digits(house: usize, variables: &[Variable]) -> Checked<Vec<u8>> {
    ensure(different(variables), "a digit comes twice")?;
    let digit = |&variable: &Variable| match house_of(variable) {
        Some((its, digit @ 0..9)) if its == house => Ok(digit as u8),
        _ => Err("something is no digit of the house".into()),
    };
    variables.iter().map(digit).collect()
}

/// Cells that hold two digits by turns if they hold no other: exchanged, they were a second solution.
pub(super) fn unique_loop(
    state: &State, loop_cells: &[Variable], pair: &[Digit], subset: Option<&Hall>,
) -> Checked<Proved> {
    let around = cells(state, loop_cells)?;
    let &[Digit(a), Digit(b)] = pair else { return Err("there are not two digits".into()) };
    ensure(a < 9 && b < 9 && a != b, "there are not two digits")?;
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
    let mut with_more: Vec<u8> = extras.iter().map(|extra| extra.cell).collect();
    with_more.sort_unstable();
    with_more.dedup();
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

/// Each cell of a ring sees the next.
pub(super) fn each_sees_next(around: &[u8]) -> bool {
    let of = |&cell: &u8| Candidate { digit: 0, cell };
    around.iter().zip(around.iter().cycle().skip(1)).all(|(one, next)| linked(of(one), of(next)))
}

/// Each house of the cells has one at an even place of the loop and one at an odd.
fn houses_twice(around: &[u8]) -> Checked<()> {
    let [even, odd] = [0, 1].map(|parity| {
        let some = around.iter().skip(parity).step_by(2);
        let mut houses: Vec<Variable> =
            some.flat_map(|&cell| variables_of(Candidate { digit: 0, cell }).into_iter().skip(1)).collect();
        houses.sort_unstable();
        houses
    });
    ensure(different(&even) && even == odd, "its houses do not have two of its cells each")
}

/// Whether a digit has no other places than these two cells in a house.
fn is_locked(state: &State, digit: u8, [one, two]: [u8; 2]) -> bool {
    let (one, two) = (Candidate { digit, cell: one }, Candidate { digit, cell: two });
    variables_of(one).into_iter().skip(1).any(|variable| {
        is_in(two, variable)
            && !state.is_solved(variable)
            && state.candidates(variable).iter().all(|label| [one, two].contains(label))
    })
}

/// As many digits of a house, the pair of the loop among them, as places but for one of the two cells, which
/// has another digit: so the places have no others.
fn hidden_set(
    state: &State, two: [u8; 2], pair: [u8; 2], extras: &[Candidate], set: &Hall,
) -> Checked<Vec<Candidate>> {
    let house = house_of_set(set)?;
    let of_set = set_digits(house, &set.variables)?;
    let members = cells(state, &set.transversals)?;
    let in_house = house_cells(house);
    let mut all_cells = members.iter().chain(&two);
    let is_here = all_cells.all(|&cell| in_house.contains(&usize::from(cell)));
    ensure(is_here, "the subset and the cells with more are not in one house")?;
    ensure(!two.iter().any(|cell| members.contains(cell)), "a cell with more is in the subset")?;
    ensure(pair.iter().all(|digit| of_set.contains(digit)), "the pair is not in the subset")?;
    let apart = extras.iter().all(|extra| !of_set.contains(&extra.digit));
    ensure(apart, "what the cells have more is in the subset")?;
    ensure(of_set.len() == members.len() + 1, "not as many digits as places")?;
    for &digit in &of_set {
        let variable = variable_in(house, usize::from(digit));
        ensure(!state.is_solved(variable), "a digit of the subset has its place")?;
        let places = state.candidates(variable);
        let inside = places.iter().all(|l| members.contains(&l.cell) || two.contains(&l.cell));
        ensure(inside, "a digit of the subset has another place")?;
    }
    let of_members = members.iter().flat_map(|&cell| state.candidates(Variable::Cell(cell)));
    Ok(of_members.filter(|label| !of_set.contains(&label.digit)).collect())
}

/// Without some candidates all cells have two, and all digits two places in a house: then there were two
/// solutions or none.
pub(super) fn grave(state: &State, extras: &[Candidate], subset: Option<&Hall>) -> Checked<Proved> {
    ensure(different(extras), "a candidate comes twice")?;
    ensure(extras.iter().all(|&extra| state.has(extra)), "what it has more is no candidate")?;
    let mut without = state.clone();
    extras.iter().for_each(|&extra| without.eliminate(extra));
    let houses = (0..27).flat_map(|house| (0..9).map(move |digit| variable_in(house, digit)));
    for variable in (0..81).map(Variable::Cell).chain(houses) {
        let is_two = without.is_solved(variable) || without.candidates(variable).len() == 2;
        ensure(is_two, "without these candidates a variable has not two")?;
    }
    let mut gone = one_of(state, extras, subset)?;
    let mut with_more: Vec<u8> = extras.iter().map(|extra| extra.cell).collect();
    with_more.sort_unstable();
    with_more.dedup();
    if let [one, two] = with_more[..] {
        // One of the two has more; a digit that is locked in them is in the other.
        let is_free = |digit: &u8| extras.iter().all(|extra| extra.digit != *digit);
        let is_locked = |&digit: &u8| is_locked(state, digit, [one, two]);
        for digit in (0..9).filter(is_free).filter(is_locked) {
            let both = [one, two].map(|cell| state.candidates(Variable::Cell(cell)));
            let others = both.into_iter().flatten();
            gone.extend(others.filter(|label| label.digit != digit && !extras.contains(label)));
        }
    }
    Ok(Proved::Gone(gone))
}

/// A candidate is in no assignment of the cells that leaves each of the excluders something.
pub(super) fn aligned(state: &State, aligned: &[Variable], excluders: &[Variable]) -> Checked<Proved> {
    let (bases, excluders) = (cells(state, aligned)?, cells(state, excluders)?);
    ensure((2..=3).contains(&bases.len()), "it is not of two or three cells")?;
    let sees = |a: u8, b: u8| linked(Candidate { digit: 0, cell: a }, Candidate { digit: 0, cell: b });
    let all_seen = excluders.iter().all(|&one| bases.iter().all(|&base| sees(one, base)));
    ensure(all_seen, "an excluder does not see all of the cells")?;
    let left: Vec<Vec<u8>> = excluders.iter().map(|&cell| digits(state, cell)).collect();
    let of_bases: Vec<Vec<u8>> = bases.iter().map(|&cell| digits(state, cell)).collect();
    let mut assignments: Vec<Vec<u8>> = vec![Vec::new()];
    for digits in &of_bases {
        let with = |before: &Vec<u8>| -> Vec<Vec<u8>> {
            digits.iter().map(|&digit| [&before[..], &[digit]].concat()).collect()
        };
        assignments = assignments.iter().flat_map(with).collect();
    }
    let is_possible = |assigned: &Vec<u8>| {
        let clashes =
            (0..bases.len()).any(|k| (0..k).any(|j| assigned[k] == assigned[j] && sees(bases[k], bases[j])));
        !clashes && left.iter().all(|digits| digits.iter().any(|digit| !assigned.contains(digit)))
    };
    assignments.retain(is_possible);
    let is_gone = |&(at, digit): &(usize, u8)| assignments.iter().all(|all| all[at] != digit);
    let all = of_bases.iter().enumerate();
    let labels = all.flat_map(|(at, digits)| digits.iter().map(move |&digit| (at, digit)));
    let gone = labels.filter(is_gone).map(|(at, digit)| Candidate { digit, cell: bases[at] });
    Ok(Proved::Gone(gone.collect()))
}
