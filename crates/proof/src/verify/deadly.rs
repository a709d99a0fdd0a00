//! Cells that could be filled in two ways, if none of the guardians were true (docs/theory.md, "Uniqueness").

use super::patterns::one_of;
use super::state::{RC, block, different, is_in, kind, linked, variable_in};
use super::{Checked, Claim, ensure, unique};
use crate::evidence::{Clause, Deadly, Digit};
use crate::grid::{Candidate, notation::Variable};

/// One of the guardians is true, so that what follows is gone.
pub(super) fn deadly(claim: &Claim, deadly: &Deadly) -> Checked<()> {
    use Clause::{BugLite, ExtendedRectangle, ExternalRectangle, ReverseBug};
    claim.shows(&[ExtendedRectangle, ExternalRectangle, BugLite, ReverseBug])?;
    let Deadly { cells, digits, within, guardians, subset } = deadly;
    let state = claim.state;
    claim.has_size(cells.len())?;
    ensure(different(cells) && different(guardians), "a cell or guardian comes twice")?;
    let may_be_solved = claim.clause == ReverseBug;
    let is_open =
        |&cell: &Variable| kind(cell) == RC && (may_be_solved || !state.candidates(cell).is_empty());
    ensure(cells.iter().all(is_open), "something is no cell without value")?;
    ensure(different(digits) && digits.iter().all(|digit| digit.0 < 9), "there are not some digits")?;
    ensure(within.is_empty() == (claim.clause != ExternalRectangle), "the rule needs houses, or none")?;
    let confined = confined(digits, cells, within)?;
    let is_free = |cell: &&Variable| !confined.contains(cell);
    let held: Vec<Candidate> =
        cells.iter().filter(is_free).flat_map(|&cell| state.candidates(cell)).collect();
    let is_own = |one: &Candidate| match claim.clause {
        // What is a guardian in a cell may be of the pattern in another.
        BugLite => !guardians.contains(one),
        _ => digits.contains(&Digit(one.digit)),
    };
    let (own, mut others): (Vec<Candidate>, Vec<Candidate>) = held.into_iter().partition(is_own);
    let outside = |one: &Candidate| !cells.contains(&Variable::Cell(one.cell));
    others.extend(within.iter().flat_map(|&variable| state.candidates(variable)).filter(outside));
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
    ensure(claim.targets()?.iter().all(|target| gone.contains(target)), "a target does not follow")
}

fn pair(digits: &[Digit]) -> Checked<[u8; 2]> {
    match digits {
        &[Digit(a), Digit(b)] => Ok([a, b]),
        _ => Err("there are not two digits".into()),
    }
}

/// Each cell has two of the digits, and each digit no place or two in each house: three digits or more.
fn bug_lite(digits: &[Digit], own: &[Candidate]) -> Checked<()> {
    let count = |variable| own.iter().filter(|&&one| is_in(one, variable)).count();
    let cells = own.iter().all(|one| count(Variable::Cell(one.cell)) == 2);
    ensure(cells, "a cell has not two of the candidates")?;
    let mut houses = (0..27).flat_map(|house| (0..9).map(move |digit| variable_in(house, digit)));
    ensure(houses.all(|variable| matches!(count(variable), 0 | 2)), "a digit has not two places in a house")?;
    let are_told = digits.iter().all(|digit| own.iter().any(|one| one.digit == digit.0))
        && own.iter().all(|one| digits.contains(&Digit(one.digit)));
    ensure(are_told && digits.len() > 2, "the digits are not those of the cells, three or more")
}

/// Two cells of each house, or none; some solved, by one of the digits. At first all could hold both digits;
/// or no other cell is solved by them, and those that may hold one could at first hold both.
fn reverse_bug(claim: &Claim, digits: [u8; 2], cells: &[Variable]) -> Checked<()> {
    let all = unique::cells(cells)?;
    let state = claim.state;
    let had = |&cell: &u8| digits.iter().all(|&digit| state.had(Candidate { digit, cell }));
    let is_near = |cell: u8| {
        let digit = digits[0];
        let one = Candidate { digit, cell };
        all.iter().any(|&own| own == cell || linked(Candidate { digit, cell: own }, one))
    };
    let least = if all.iter().all(had) {
        6
    } else {
        for cell in (0..81).filter(|cell| !all.contains(cell)) {
            let value = state.value(cell.into()).map(|value| value.digit);
            let is_solved = value.is_some_and(|digit| digits.contains(&digit));
            ensure(!is_solved, "another cell is solved by one of the digits")?;
            let may = digits.iter().any(|&digit| state.has(Candidate { digit, cell })) && !is_near(cell);
            ensure(!may || had(&cell), "the digits of other cells could not be exchanged")?;
        }
        4
    };
    let count = |house: usize| {
        let variable = variable_in(house, 0);
        all.iter().filter(|&&cell| is_in(Candidate { digit: 0, cell }, variable)).count()
    };
    ensure((0..27).all(|house| matches!(count(house), 0 | 2)), "a house has not two of the cells")?;
    let value = |cell: &u8| state.value((*cell).into());
    let solved: Vec<u8> = all.iter().filter_map(value).map(|value| value.digit).collect();
    ensure(all.len() >= least && !solved.is_empty(), "there are too few cells, or none is solved")?;
    ensure(solved.iter().all(|digit| digits.contains(digit)), "a value is not one of the digits")
}

/// The cells that hold the two digits as these have no other places in a house, but for guardians.
fn confined(digits: &[Digit], cells: &[Variable], within: &[Variable]) -> Checked<Vec<Variable>> {
    let mut all = Vec::new();
    for house in (0..27).map(|house| digits.iter().map(move |d| variable_in(house, d.0.into())).collect()) {
        let variables: Vec<Variable> = house;
        if variables.iter().all(|variable| within.contains(variable)) && !variables.is_empty() {
            let is_in = |cell: &Variable| {
                cell_of(*cell).is_some_and(|cell| is_in(Candidate { digit: digits[0].0, cell }, variables[0]))
            };
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

fn cell_of(variable: Variable) -> Option<u8> {
    match variable {
        Variable::Cell(cell) => Some(cell),
        _ => None,
    }
}

/// As many cells of two lines as digits: side by side, in pairs of a block or as three of two blocks.
fn extended_rectangle(claim: &Claim, count: usize, own: &[Candidate]) -> Checked<()> {
    let of = |line: fn(usize) -> usize| {
        let mut all: Vec<usize> = own.iter().map(|one| line(one.cell.into())).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (rows, columns, blocks) = (of(|cell| cell / 9), of(|cell| cell % 9), of(block));
    let cells = of(|cell| cell);
    ensure(count > 2 && cells.len() == 2 * count, "the cells are not two for each of three digits or more")?;
    let is_of = |one: usize, two: usize, chute: &dyn Fn(usize) -> usize, lines: &[usize]| {
        let is_near = || chute(lines[0]) == chute(lines[1]);
        one == 2 && two == count && (is_near() || count == 3 && blocks.len() == 2)
    };
    let chute = |line: usize| line / 3;
    let holds =
        is_of(rows.len(), columns.len(), &chute, &rows) || is_of(columns.len(), rows.len(), &chute, &columns);
    ensure(holds, "the cells are no extended rectangle")?;
    let in_rows = rows.len() == 2;
    for &one in own {
        let beside = |other: usize| {
            let (a, b) = (usize::from(one.cell), other);
            a != b && if in_rows { a % 9 == b % 9 } else { a / 9 == b / 9 }
        };
        let beside = cells.iter().copied().find(|&other| beside(other)).ok_or("a cell is by itself")?;
        let had = claim.state.had(Candidate { digit: one.digit, cell: beside as u8 });
        ensure(had, "the digits could not be exchanged at the beginning")?;
        let count = own.iter().filter(|other| other.cell == one.cell).count();
        ensure(count > 1, "a cell may hold fewer than two of the digits")?;
    }
    Ok(())
}
