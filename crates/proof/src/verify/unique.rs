//! Rules that assume that there is no second solution: unique and avoidable rectangles, and the grave
//! (docs/theory.md, "Uniqueness"; types as numbered by Sudopedia and HoDoKu).
//!
//! ```text
//!   p · · │ q · ·      Four cells in two rows, two columns and two blocks that all might hold the digits a
//!   s · · │ r · ·      and b before any step do not hold them crosswise: exchanged, they were a second
//!         │            solution.
//! ```

use super::patterns::{Proved, each_sees_next};
use super::state::{
    BN, RC, State, are_same, block, different, house_cells, is_in, kind, labels, linked, variable_in,
    variables_of,
};
use super::tree::proved;
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Digit, Hall, Rectangle, SerPattern};
use crate::grid::Candidate;
use crate::grid::notation::Variable;

/// A rectangle that is one.
struct Corners<'a> {
    state: &'a State,
    pair: [u8; 2],
    floor: Vec<u8>,
    roof: Vec<u8>,
}

pub(super) fn cells(variables: &[Variable]) -> Checked<Vec<u8>> {
    let cell = |variable: &Variable| match variable {
        Variable::Cell(cell @ 0..81) => Ok(*cell),
        _ => Err("a corner is no cell".into()),
    };
    variables.iter().map(cell).collect()
}

/// Four cells in two lines each way and two blocks, which at the beginning could hold both digits, and still
/// could crosswise.
pub(super) fn are_corners(state: &State, [a, b]: [u8; 2], all: &[u8]) -> Checked<()> {
    ensure(all.len() == 4 && different(all), "there are not four corners")?;
    let count = |line: &dyn Fn(usize) -> usize| {
        let mut lines: Vec<usize> = all.iter().map(|&cell| line(cell.into())).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len()
    };
    ensure(count(&|c| c / 9) == 2 && count(&|c| c % 9) == 2, "the corners are no rectangle")?;
    ensure(count(&block) == 2, "the corners are not in two blocks")?;
    let had = |&cell: &u8| [a, b].iter().all(|&digit| state.had(Candidate { digit, cell }));
    ensure(all.iter().all(had), "a corner could not hold both digits at the beginning")?;
    // Opposite corners hold the same.
    let may_cross = |x: u8, y: u8| {
        all.iter().all(|&cell| {
            let is_aligned = |other: u8| cell / 9 == other / 9 || cell % 9 == other % 9;
            let is_opposite = cell != all[0] && !is_aligned(all[0]);
            let digit = if cell == all[0] || is_opposite { x } else { y };
            state.is_alive(Candidate { digit, cell })
        })
    };
    ensure(may_cross(a, b) || may_cross(b, a), "the corners cannot hold the digits crosswise")
}

impl<'a> Corners<'a> {
    fn new(claim: &Claim<'a>, rectangle: &Rectangle) -> Checked<Corners<'a>> {
        let state = claim.state;
        let [Digit(a), Digit(b)] = rectangle.digits;
        ensure(a < 9 && b < 9 && a != b, "there are not two digits")?;
        let (floor, roof) = (cells(&rectangle.floor)?, cells(&rectangle.roof)?);
        let corners = Corners { state, pair: [a, b], floor, roof };
        let all = corners.all();
        are_corners(state, [a, b], &all)?;
        let is_avoidable = matches!(claim.clause, Clause::AvoidableRectangle | Clause::LinkedAvoidable);
        for &cell in &all {
            let in_floor = corners.floor.contains(&cell);
            if is_avoidable {
                let is_decided = state.value(cell.into()).is_some();
                ensure(is_decided == in_floor, "the floor is not the corners with values")?;
            } else {
                ensure(state.value(cell.into()).is_none(), "a corner has a value")?;
                let bare = corners.extras(cell).is_empty();
                ensure(bare == in_floor, "the floor is not the corners without other digits")?;
            }
        }
        Ok(corners)
    }

    fn all(&self) -> Vec<u8> {
        [&self.floor[..], &self.roof].concat()
    }

    /// The other digits that a cell may hold.
    fn extras(&self, cell: u8) -> Vec<u8> {
        let digits = self.state.candidates(Variable::Cell(cell)).into_iter().map(|c| c.digit);
        digits.filter(|digit| !self.pair.contains(digit)).collect()
    }

    /// The digits that the roof may hold besides the two.
    fn all_extras(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.roof.iter().flat_map(|&cell| self.extras(cell)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn is_aligned(&self) -> bool {
        matches!(self.roof[..], [a, b] if a / 9 == b / 9 || a % 9 == b % 9)
    }

    fn is_diagonal(&self) -> bool {
        self.roof.len() == 2 && !self.is_aligned()
    }

    /// The variable is of a digit that has no places there but two corners, and of these.
    fn confines(&self, variable: Variable, digit: u8, cells: [u8; 2]) -> bool {
        let expected = cells.map(|cell| Candidate { digit, cell });
        are_same(self.state.candidates(variable), expected) && kind(variable) != RC
    }
}

/// One of the kinds.
pub(super) fn rectangle(claim: &Claim, rectangle: &Rectangle) -> Checked<()> {
    use Clause::{AvoidableRectangle, HiddenRectangle, LinkedAvoidable, LinkedRectangle, WingedRectangle};
    let kinds = [HiddenRectangle, AvoidableRectangle, LinkedRectangle, LinkedAvoidable, WingedRectangle];
    claim.is_of(&[&[Clause::Rectangle], &kinds[..]].concat())?;
    let corners = Corners::new(claim, rectangle)?;
    let targets = claim.targets()?;
    let Rectangle { confined, subset, wings, .. } = rectangle;
    ensure(wings.is_empty() == (claim.clause != WingedRectangle), "the rule needs wings, or none")?;
    let needless = match (claim.clause, claim.number) {
        (Clause::Rectangle, 3) => confined.is_empty(),
        (Clause::Rectangle, 4 | 6) | (HiddenRectangle | LinkedRectangle | LinkedAvoidable, _) => {
            subset.is_none()
        }
        _ => confined.is_empty() && subset.is_none(),
    };
    ensure(needless, "the rule needs nothing of this")?;
    let roof = &corners.roof;
    match (claim.clause, claim.number) {
        (Clause::Rectangle | Clause::AvoidableRectangle, 1) => {
            ensure(roof.len() == 1, "the roof is not one corner")?;
            let inside = |t: &Candidate| roof.contains(&t.cell) && corners.pair.contains(&t.digit);
            ensure(targets.iter().all(inside), "a target is not one of the digits in the roof")
        }
        (Clause::Rectangle, 2) => {
            ensure(corners.is_aligned(), "not two corners of a line have other digits")?;
            same_extra(&corners, targets)
        }
        (Clause::AvoidableRectangle, 2) => {
            ensure(roof.len() == 2, "not two corners are without value")?;
            let has_more = |cell: &u8| !corners.extras(*cell).is_empty();
            ensure(roof.iter().all(has_more), "a corner has no other digit")?;
            same_extra(&corners, targets)
        }
        (Clause::Rectangle, 5) => {
            let fits = corners.is_diagonal() || roof.len() == 3;
            ensure(fits, "not two opposite corners or three have other digits")?;
            same_extra(&corners, targets)
        }
        (Clause::Rectangle, 3) => {
            ensure(corners.is_aligned(), "not two corners of a line have other digits")?;
            let subset = subset.as_ref().ok_or("there is no subset")?;
            naked_with_roof(&corners, subset, targets)
        }
        (Clause::Rectangle, 4) => {
            ensure(corners.is_aligned(), "not two corners of a line have other digits")?;
            let &[variable] = &confined[..] else { return Err("not one house confines".into()) };
            let pair = [roof[0], roof[1]];
            let removed = removed(&corners, |digit| corners.confines(variable, digit, pair))?;
            let inside = |t: &Candidate| roof.contains(&t.cell) && t.digit == removed.1;
            ensure(targets.iter().all(inside), "a target is not the other digit in the roof")
        }
        (Clause::Rectangle, 6) => {
            ensure(corners.is_diagonal(), "not two opposite corners have other digits")?;
            let removed = removed(&corners, |digit| sides(&corners, confined, digit))?;
            let inside = |t: &Candidate| roof.contains(&t.cell) && t.digit == removed.0;
            ensure(targets.iter().all(inside), "a target is not the confined digit in the roof")
        }
        (HiddenRectangle, _) => hidden(&corners, confined, targets),
        (LinkedRectangle, _) => linked_corners(&corners, confined, targets),
        (LinkedAvoidable, _) => {
            ensure(!corners.floor.is_empty(), "no corner has a value")?;
            linked_corners(&corners, confined, targets)
        }
        (WingedRectangle, _) => winged(&corners, wings, targets),
        _ => Err("there is no such type".into()),
    }
}

/// The digit of the two that is confined, and the other.
fn removed(corners: &Corners, confined: impl Fn(u8) -> bool) -> Checked<(u8, u8)> {
    let [a, b] = corners.pair;
    match (confined(a), confined(b)) {
        (true, _) => Ok((a, b)),
        (_, true) => Ok((b, a)),
        _ => Err("neither digit is confined to the rectangle there".into()),
    }
}

/// The whole roof has one other digit, the same: what sees all of it does not hold this.
fn same_extra(corners: &Corners, targets: &[Candidate]) -> Checked<()> {
    let &[extra] = &corners.all_extras()[..] else {
        return Err("the roof has not one other digit".into());
    };
    let sees = |target: &Candidate| {
        let mut roof = corners.roof.iter().map(|&cell| Candidate { digit: extra, cell });
        roof.all(|holder| linked(*target, holder) && target.digit == extra)
    };
    ensure(targets.iter().all(sees), "a target is not that digit, seen by all of the roof")
}

/// The roof, as one cell with its other digits, and one to three more cells of a house are a naked subset.
fn naked_with_roof(corners: &Corners, subset: &Hall, targets: &[Candidate]) -> Checked<()> {
    let Hall { variables, transversals } = subset;
    let others = cells(variables)?;
    ensure(different(&others) && different(transversals), "a cell or digit comes twice")?;
    ensure(!others.is_empty(), "the subset is of two cells at least")?;
    ensure(transversals.len() == others.len() + 1, "not as many digits as cells")?;
    ensure(corners.all_extras().len() > 1, "the roof has only one other digit")?;
    let of_house = |house: &usize| {
        let is_digit = |set: &Variable| (0..9).any(|digit| variable_in(*house, digit) == *set);
        let mut all = others.iter().chain(&corners.roof);
        let inside = all.all(|&cell| house_cells(*house).contains(&usize::from(cell)));
        inside && transversals.iter().all(is_digit)
    };
    ensure((0..27).any(|house| of_house(&house)), "the cells and digits are not of one house")?;
    ensure(others.iter().all(|cell| !corners.roof.contains(cell)), "a cell is of the roof")?;
    let is_told = |label: Candidate| transversals.iter().any(|&set| is_in(label, set));
    let mut extras = corners
        .roof
        .iter()
        .flat_map(|&cell| corners.extras(cell).into_iter().map(move |digit| Candidate { digit, cell }));
    ensure(extras.all(is_told), "a digit of the roof is not listed")?;
    for &variable in variables {
        let held = corners.state.candidates(variable);
        ensure(!held.is_empty() && held.into_iter().all(is_told), "a digit of a cell is not listed")?;
    }
    // Where a line and a block share all the cells, the targets may be in either.
    let is_outside = |target: &Candidate| {
        let has_digit = transversals.iter().any(|&set| labels(set)[0].digit == target.digit);
        let mut all = others.iter().chain(&corners.roof);
        has_digit && all.all(|&cell| linked(*target, Candidate { cell, ..*target }))
    };
    ensure(targets.iter().all(is_outside), "a target is not such a digit that sees all the cells")
}

/// The digit is confined to the rectangle in both rows of it, or in both columns, by these variables.
fn sides(corners: &Corners, confined: &[Variable], digit: u8) -> bool {
    let &[one, other] = confined else { return false };
    let all = corners.all();
    let of = |variable: Variable| {
        let inside = |cell: &u8| is_in(Candidate { digit, cell: *cell }, variable);
        let two: Vec<u8> = all.iter().copied().filter(inside).collect();
        matches!(two[..], [a, b] if corners.confines(variable, digit, [a, b]))
    };
    one != other && kind(one) == kind(other) && kind(one) != BN && of(one) && of(other)
}

/// A corner without other digits; in the row and the column of the opposite one a digit is confined to the
/// rectangle: that one does not hold the other digit.
fn hidden(corners: &Corners, confined: &[Variable], targets: &[Candidate]) -> Checked<()> {
    let all = corners.all();
    for &Candidate { digit, cell } in targets {
        ensure(all.contains(&cell) && corners.pair.contains(&digit), "a target is no digit in a corner")?;
        let is_opposite = |other: &&u8| **other / 9 != cell / 9 && **other % 9 != cell % 9;
        let bare = corners.floor.iter().any(|other| is_opposite(&other));
        ensure(bare, "the opposite corner has other digits")?;
        let [a, b] = corners.pair;
        let confined_digit = if digit == a { b } else { a };
        let [_, row, column, _] = variables_of(Candidate { digit: confined_digit, cell });
        let is_confined = |variable: Variable, same_line: &dyn Fn(u8) -> bool| {
            let near = all.iter().copied().find(|&other| other != cell && same_line(other));
            let confines = |other| corners.confines(variable, confined_digit, [cell, other]);
            confined.contains(&variable) && near.is_some_and(confines)
        };
        let both = is_confined(row, &|other| other / 9 == cell / 9)
            && is_confined(column, &|other| other % 9 == cell % 9);
        ensure(both && confined.len() == 2, "the other digit is not confined in row and column")?;
    }
    Ok(())
}

/// With a target in a corner each corner would hold one of the digits, crosswise: as it has no others beside
/// one that is known, as it has it, or by a variable with two corners.
fn linked_corners(corners: &Corners, confined: &[Variable], targets: &[Candidate]) -> Checked<()> {
    let all = corners.all();
    ensure(!confined.is_empty() && different(confined), "there is no link, or one twice")?;
    for &Candidate { digit, cell } in targets {
        ensure(all.contains(&cell) && corners.pair.contains(&digit), "a target is no digit in a corner")?;
        let other = corners.pair[usize::from(corners.pair[0] == digit)];
        let is_beside = |a: u8, b: u8| (a / 9 == b / 9) != (a % 9 == b % 9);
        let mut known = vec![cell];
        for _ in 0..3 {
            let follows = |one: &u8| {
                let digit = if is_beside(*one, cell) { other } else { digit };
                let candidate = Candidate { digit, cell: *one };
                let is_bare = corners.extras(*one).is_empty() && corners.state.has(candidate);
                let opposite = |other: &u8| other != one && !is_beside(*one, *other);
                let by_link = |other: &u8| {
                    let is_known = known.contains(other) || known.iter().any(opposite);
                    is_known && confined.iter().any(|&v| corners.confines(v, digit, [*one, *other]))
                };
                let mut beside = all.iter().filter(|other| is_beside(**other, *one));
                !known.contains(one)
                    && (corners.state.value((*one).into()) == Some(candidate)
                        || is_bare && known.iter().any(|other| is_beside(*other, *one))
                        || beside.any(by_link))
            };
            let next = all.iter().copied().find(follows);
            known.push(next.ok_or("a corner does not follow from the target")?);
        }
    }
    Ok(())
}

/// For each other digit of the corners, but that of the targets, a cell with both sees all corners with it.
fn winged(corners: &Corners, wings: &[Variable], targets: &[Candidate]) -> Checked<()> {
    let (wings, all) = (cells(wings)?, corners.all());
    let z = targets.first().ok_or("nothing is eliminated")?.digit;
    let extras: Vec<Candidate> = all
        .iter()
        .flat_map(|&cell| corners.extras(cell).into_iter().map(move |digit| Candidate { digit, cell }))
        .collect();
    ensure(wings.iter().all(|wing| !all.contains(wing)), "a wing is a corner")?;
    let mut ends: Vec<Candidate> = extras.iter().copied().filter(|extra| extra.digit == z).collect();
    for extra in extras.iter().filter(|extra| extra.digit != z) {
        let is_wing = |&&wing: &&u8| {
            let own = [extra.digit, z].map(|digit| Candidate { digit, cell: wing });
            are_same(corners.state.candidates(Variable::Cell(wing)), own) && linked(own[0], *extra)
        };
        let wing = wings.iter().find(is_wing).ok_or("a digit of a corner has no wing")?;
        ends.push(Candidate { digit: z, cell: *wing });
    }
    let gone = |target: &Candidate| target.digit == z && ends.iter().all(|&end| linked(end, *target));
    ensure(targets.iter().all(gone), "a target does not see all wings and corners with its digit")
}

/// A loop of five cells or more, each of which sees the next; or a grave but for two candidates or more.
pub(super) fn deadly(claim: &Claim, of: &SerPattern) -> Checked<()> {
    let size = match (claim.clause, of) {
        (Clause::Loop | Clause::Oddagon, SerPattern::Loop { cells, .. }) => {
            let around = self::cells(cells)?;
            ensure(each_sees_next(&around), "a cell does not see the next")?;
            ensure(around.len() > 4, "it is a rectangle")?;
            let is_odd = around.len() % 2 == 1;
            ensure(
                is_odd == (claim.clause == Clause::Oddagon),
                "the number of cells is not that of the rule",
            )?;
            around.len()
        }
        (Clause::BugPlus, SerPattern::BugPattern { extras, .. }) => extras.len(),
        _ => return Err("the rule has no such pattern".into()),
    };
    claim.has_size(size)?;
    let Proved::Gone(gone) = proved(claim.state, of)? else {
        return Err("the pattern proves no value".into());
    };
    ensure(claim.targets()?.iter().all(|target| gone.contains(target)), "a target does not follow")
}

/// Without the candidate every undecided cell would have two digits, and every digit two places in each house
/// where it has no value: a grave, which has not one solution.
pub(super) fn bug(claim: &Claim, candidate: Candidate) -> Checked<()> {
    claim.is_of(&[Clause::Bug])?;
    match claim.eliminates {
        [] => ensure(claim.value()? == candidate, "the value is not that of the pattern")?,
        others => {
            let is_other = |one: &Candidate| one.cell == candidate.cell && *one != candidate;
            ensure(others.iter().all(is_other) && claim.asserts.is_empty(), "a target is not beside it")?;
        }
    }
    let houses = (0..27).flat_map(|house| (0..9).map(move |digit| variable_in(house, digit)));
    for variable in (0..81).map(Variable::Cell).chain(houses) {
        if claim.state.is_solved(variable) {
            continue;
        }
        let left = claim.state.candidates(variable).into_iter().filter(|&c| c != candidate);
        ensure(left.count() == 2, "a variable has not two candidates without this one")?;
    }
    Ok(())
}
