//! Cells that could be filled in two ways if none of the guardians were true (docs/theory.md, "Uniqueness").

use super::extras::one_of;
use super::state::{
    RC, State, all_variables, are_peers, block, different, distinct, house_cells, is_in, kind,
};
use super::{Checked, Claim, ensure, unique};
use crate::evidence::{Clause, Deadly};
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// Checks a deadly pattern: one of the guardians is true, so all candidates that this excludes are false.
pub(super) fn deadly(claim: &Claim, deadly: &Deadly) -> Checked<()> {
    use Clause::{BugLite, ExtendedRectangle, ExternalRectangle, ReverseBug};
    claim.shows(&[ExtendedRectangle, ExternalRectangle, BugLite, ReverseBug])?;
    let Deadly { cells, digits, within, guardians, subset } = deadly;
    let state = claim.state;
    claim.has_size(cells.len())?;
    ensure(different(cells) && different(guardians), "a cell or guardian comes twice")?;
    let may_be_solved = claim.clause == ReverseBug;
    let are_cells = || cells.iter().all(|&cell| kind(cell) == RC);
    let may_be = if may_be_solved { are_cells() } else { are_open(state, cells) };
    ensure(may_be, "something is no cell without value")?;
    ensure(different(digits), "there are not some digits")?;
    ensure(within.is_empty() == (claim.clause != ExternalRectangle), "the rule needs houses, or none")?;
    let is_own = |one: &Candidate| match claim.clause {
        // A digit that is a guardian in one cell may be of the pattern in another.
        BugLite => !guardians.contains(one),
        _ => digits.contains(&one.digit),
    };
    let (own, others) = parts(state, digits, cells, within, is_own)?;
    let same =
        others.iter().all(|one| guardians.contains(one)) && guardians.iter().all(|one| others.contains(one));
    ensure(same, "the guardians are not the candidates but for which the cells hold the digits")?;
    match claim.clause {
        ExtendedRectangle => extended_rectangle(claim, digits.len(), &own)?,
        BugLite => bug_lite(digits, &own)?,
        ReverseBug => reverse_bug(claim, pair(digits)?, cells)?,
        _ => unique::are_corners(state, pair(digits)?, &unique::cells(cells)?)?,
    }
    let gone = one_of(state, guardians, subset.as_ref())?;
    claim.removes(|target| gone.contains(target))
}

fn are_open(state: &State, cells: &[Variable]) -> bool {
    cells.iter().all(|&cell| kind(cell) == RC && !state.candidates(cell).is_empty())
}

/// Returns the candidates of the cells that the digits do not fill by `within`: those of the pattern, and the
/// others. The others include the places of the digits elsewhere in the houses of `within`.
fn parts(
    state: &State, digits: &[Digit], cells: &[Variable], within: &[Variable],
    is_own: impl Fn(&Candidate) -> bool,
) -> Checked<(Vec<Candidate>, Vec<Candidate>)> {
    let confined = confined(digits, cells, within)?;
    let is_free = |cell: &&Variable| !confined.contains(cell);
    let held = cells.iter().filter(is_free).flat_map(|&cell| state.candidates(cell));
    let (own, mut others): (Vec<Candidate>, Vec<Candidate>) = held.partition(is_own);
    let outside = |one: &Candidate| !cells.contains(&Variable::Cell(one.cell));
    others.extend(within.iter().flat_map(|&variable| state.candidates(variable)).filter(outside));
    Ok((own, others))
}

/// Returns the guardians of a unique rectangle: its corners are the cells of `by`, the other variables are
/// digits in houses as in an external rectangle.
pub(super) fn guardians(state: &State, digits: [Digit; 2], by: &[Variable]) -> Checked<Vec<Candidate>> {
    let (corners, within): (Vec<Variable>, Vec<Variable>) = by.iter().partition(|&&one| kind(one) == RC);
    ensure(different(&digits) && are_open(state, &corners), "not two digits, or a corner has a value")?;
    unique::are_corners(state, digits, &unique::cells(&corners)?)?;
    let is_own = |one: &Candidate| digits.contains(&one.digit);
    Ok(parts(state, &digits, &corners, &within, is_own)?.1)
}

fn pair(digits: &[Digit]) -> Checked<[Digit; 2]> {
    digits.try_into().map_err(|_| "there are not two digits".into())
}

/// Checks that each cell has two of the digits, and each digit no place or two in each house, for three
/// digits or more.
fn bug_lite(digits: &[Digit], own: &[Candidate]) -> Checked<()> {
    let count = |variable| own.iter().filter(|&&one| is_in(one, variable)).count();
    let cells = own.iter().all(|one| count(Variable::Cell(one.cell)) == 2);
    ensure(cells, "a cell has not two of the candidates")?;
    let mut houses = all_variables().filter(|&variable| kind(variable) != RC);
    ensure(houses.all(|variable| matches!(count(variable), 0 | 2)), "a digit has not two places in a house")?;
    let are_told = digits.iter().all(|&digit| own.iter().any(|one| one.digit == digit))
        && own.iter().all(|one| digits.contains(&one.digit));
    ensure(are_told && digits.len() > 2, "the digits are not those of the cells, three or more")
}

/// Checks that each house contains two of the cells or none, and that some of the cells are solved, each by
/// one of the digits. Also checks one of two conditions: that before any step all the cells could hold both
/// digits; or that no other cell is solved by either digit, and that every cell that sees none of the cells
/// and may still hold one of the digits could hold both before any step.
fn reverse_bug(claim: &Claim, digits: [Digit; 2], cells: &[Variable]) -> Checked<()> {
    let all = unique::cells(cells)?;
    let state = claim.state;
    let had = |&cell: &Cell| digits.iter().all(|&digit| state.had(Candidate { digit, cell }));
    let is_near = |cell: Cell| all.iter().any(|&own| are_peers(own, cell));
    let least = if all.iter().all(had) {
        6
    } else {
        for cell in Cell::all().filter(|cell| !all.contains(cell)) {
            let value = state.value(cell).map(|value| value.digit);
            let is_solved = value.is_some_and(|digit| digits.contains(&digit));
            ensure(!is_solved, "another cell is solved by one of the digits")?;
            let may = digits.iter().any(|&digit| state.has(Candidate { digit, cell })) && !is_near(cell);
            ensure(!may || had(&cell), "the digits of other cells could not be exchanged")?;
        }
        4
    };
    let count = |house: House| house_cells(house).into_iter().filter(|cell| all.contains(cell)).count();
    ensure(House::all().all(|house| matches!(count(house), 0 | 2)), "a house has not two of the cells")?;
    let values = all.iter().filter_map(|&cell| state.value(cell));
    let solved: Vec<Digit> = values.map(|value| value.digit).collect();
    ensure(all.len() >= least && !solved.is_empty(), "there are too few cells, or none is solved")?;
    ensure(solved.iter().all(|digit| digits.contains(digit)), "a value is not one of the digits")
}

/// Returns the cells that must hold the digits, as these have no other places in a house, except guardians.
fn confined(digits: &[Digit], cells: &[Variable], within: &[Variable]) -> Checked<Vec<Variable>> {
    let mut all = Vec::new();
    for house in House::all() {
        let variables: Vec<Variable> = digits.iter().map(|&digit| Variable::In(house, digit)).collect();
        if variables.iter().all(|variable| within.contains(variable)) && !variables.is_empty() {
            let own = house_cells(house);
            let is_in = |cell: &Variable| matches!(cell, Variable::Cell(cell) if own.contains(cell));
            let inside: Vec<Variable> = cells.iter().copied().filter(is_in).collect();
            ensure(inside.len() == digits.len(), "a house has not as many of the cells as there are digits")?;
            all.extend(inside);
        } else {
            let needless = variables.iter().any(|variable| within.contains(variable));
            ensure(!needless, "a house is not named for all digits")?;
        }
    }
    Ok(all)
}

/// Checks two cells for each digit, in two lines, side by side: each pair in one block, or three cells of
/// each line in one of two blocks. At the beginning the digits could be exchanged.
fn extended_rectangle(claim: &Claim, count: usize, own: &[Candidate]) -> Checked<()> {
    let of = |line: fn(Cell) -> usize| distinct(own.iter().map(|one| line(one.cell)));
    let (rows, columns) = (of(Cell::row), of(Cell::column));
    let blocks = distinct(own.iter().map(|one| block(one.cell)));
    let cells = distinct(own.iter().map(|one| one.cell));
    ensure(count > 2 && cells.len() == 2 * count, "the cells are not two for each of three digits or more")?;
    let are_of = |two: &[usize], others: &[usize]| {
        let is_near = || two[0] / 3 == two[1] / 3;
        two.len() == 2 && others.len() == count && (is_near() || count == 3 && blocks.len() == 2)
    };
    let holds = are_of(&rows, &columns) || are_of(&columns, &rows);
    ensure(holds, "the cells are no extended rectangle")?;
    let across = if rows.len() == 2 { Cell::column } else { Cell::row };
    for &one in own {
        let is_beside = |&&other: &&Cell| other != one.cell && across(other) == across(one.cell);
        let mut beside = cells.iter().filter(is_beside);
        let had = beside.all(|&cell| claim.state.had(Candidate { digit: one.digit, cell }));
        ensure(had, "the digits could not be exchanged at the beginning")?;
        let count = own.iter().filter(|other| other.cell == one.cell).count();
        ensure(count > 1, "a cell may hold fewer than two of the digits")?;
    }
    Ok(())
}
