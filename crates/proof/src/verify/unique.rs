//! Rules that assume that there is no second solution: unique and avoidable rectangles, and the grave
//! (docs/theory.md, "Uniqueness"; types as numbered by Sudopedia and HoDoKu).
//!
//! ```text
//!   p · · │ q · ·      Four cells in two rows, two columns and two blocks that could all hold the digits a
//!   s · · │ r · ·      and b before any step do not hold them crosswise: exchanging the digits would give a
//!         │            second solution.
//! ```

use super::extras::with_subset;
use super::state::{BN, RC, State, are_same, block, different, distinct, is_in, kind, linked, variables_of};
use super::{Checked, Claim, bug_plus, ensure};
use crate::evidence::{Clause, Hall, Rectangle};
use crate::grid::{Candidate, Cell, Digit, notation::Variable};

/// Rectangle with valid corners.
struct Corners<'a> {
    state: &'a State,
    pair: [Digit; 2],
    floor: Vec<Cell>,
    roof: Vec<Cell>,
}

pub(super) fn cells(variables: &[Variable]) -> Checked<Vec<Cell>> {
    let cell = |variable: &Variable| match variable {
        Variable::Cell(cell) => Ok(*cell),
        _ => Err("a corner is no cell".into()),
    };
    variables.iter().map(cell).collect()
}

/// Whether the cells are in one row or column.
fn are_aligned(a: Cell, b: Cell) -> bool {
    a.row() == b.row() || a.column() == b.column()
}

/// Checks four cells in two rows, two columns and two blocks: at the beginning all could hold both digits,
/// and they still can hold them crosswise.
pub(super) fn are_corners(state: &State, [a, b]: [Digit; 2], all: &[Cell]) -> Checked<()> {
    ensure(all.len() == 4 && different(all), "there are not four corners")?;
    let count = |line: fn(Cell) -> usize| distinct(all.iter().map(|&cell| line(cell))).len();
    ensure(count(Cell::row) == 2 && count(Cell::column) == 2, "the corners are no rectangle")?;
    let blocks = distinct(all.iter().map(|&cell| block(cell)));
    ensure(blocks.len() == 2, "the corners are not in two blocks")?;
    let had = |&cell: &Cell| [a, b].iter().all(|&digit| state.had(Candidate { digit, cell }));
    ensure(all.iter().all(had), "a corner could not hold both digits at the beginning")?;
    // Opposite corners hold the same digit.
    let may_cross = |x: Digit, y: Digit| {
        all.iter().all(|&cell| {
            let is_beside = cell != all[0] && are_aligned(cell, all[0]);
            let digit = if is_beside { y } else { x };
            state.is_alive(Candidate { digit, cell })
        })
    };
    ensure(may_cross(a, b) || may_cross(b, a), "the corners cannot hold the digits crosswise")
}

impl<'a> Corners<'a> {
    fn new(claim: &Claim<'a>, rectangle: &Rectangle) -> Checked<Corners<'a>> {
        let state = claim.state;
        let pair = rectangle.digits;
        ensure(different(&pair), "there are not two digits")?;
        let (floor, roof) = (cells(&rectangle.floor)?, cells(&rectangle.roof)?);
        let corners = Corners { state, pair, floor, roof };
        let all = corners.all();
        are_corners(state, pair, &all)?;
        let is_avoidable = matches!(claim.clause, Clause::AvoidableRectangle | Clause::LinkedAvoidable);
        for &cell in &all {
            let in_floor = corners.floor.contains(&cell);
            if is_avoidable {
                let is_decided = state.value(cell).is_some();
                ensure(is_decided == in_floor, "the floor is not the corners with values")?;
            } else {
                ensure(state.value(cell).is_none(), "a corner has a value")?;
                let bare = corners.extras(cell).is_empty();
                ensure(bare == in_floor, "the floor is not the corners without other digits")?;
            }
        }
        Ok(corners)
    }

    fn all(&self) -> Vec<Cell> {
        [&self.floor[..], &self.roof].concat()
    }

    /// The candidates of a cell that are of other digits.
    fn extras(&self, cell: Cell) -> Vec<Candidate> {
        let mut extras = self.state.candidates(Variable::Cell(cell));
        extras.retain(|extra| !self.pair.contains(&extra.digit));
        extras
    }

    /// Returns the digits that the roof may hold besides the two.
    fn all_extras(&self) -> Vec<Digit> {
        distinct(self.roof.iter().flat_map(|&cell| self.extras(cell)).map(|extra| extra.digit))
    }

    fn is_aligned(&self) -> bool {
        matches!(self.roof[..], [a, b] if are_aligned(a, b))
    }

    fn is_diagonal(&self) -> bool {
        self.roof.len() == 2 && !self.is_aligned()
    }

    /// Whether the variable is of the digit, in a house with exactly these two corners as its places.
    fn confines(&self, variable: Variable, digit: Digit, cells: [Cell; 2]) -> bool {
        let expected = cells.map(|cell| Candidate { digit, cell });
        are_same(self.state.candidates(variable), expected) && kind(variable) != RC
    }
}

/// Checks a rectangle of any kind.
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
            let has_more = |&cell: &Cell| !corners.extras(cell).is_empty();
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
        _ => winged(&corners, wings, targets),
    }
}

/// Returns the confined digit of the pair, then the other digit.
fn removed(corners: &Corners, confined: impl Fn(Digit) -> bool) -> Checked<(Digit, Digit)> {
    let [a, b] = corners.pair;
    match (confined(a), confined(b)) {
        (true, _) => Ok((a, b)),
        (_, true) => Ok((b, a)),
        _ => Err("neither digit is confined to the rectangle there".into()),
    }
}

/// Checks that the roof has only one other digit, which the targets have, and that they see the whole roof.
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

/// Checks that the roof, taken as one cell with its other digits, and more cells of a house are a naked
/// subset.
fn naked_with_roof(corners: &Corners, subset: &Hall, targets: &[Candidate]) -> Checked<()> {
    ensure(corners.all_extras().len() > 1, "the roof has only one other digit")?;
    let extras: Vec<Candidate> = corners.roof.iter().flat_map(|&cell| corners.extras(cell)).collect();
    let gone = with_subset(corners.state, &extras, subset)?;
    let all = targets.iter().all(|target| gone.contains(target));
    ensure(all, "a target is not such a digit that sees all the cells")
}

/// Whether these variables confine the digit to the rectangle in both of its rows, or both of its columns.
fn sides(corners: &Corners, confined: &[Variable], digit: Digit) -> bool {
    let &[one, other] = confined else { return false };
    let all = corners.all();
    let of = |variable: Variable| {
        let inside = |cell: &Cell| is_in(Candidate { digit, cell: *cell }, variable);
        let two: Vec<Cell> = all.iter().copied().filter(inside).collect();
        matches!(two[..], [a, b] if corners.confines(variable, digit, [a, b]))
    };
    one != other && kind(one) == kind(other) && kind(one) != BN && of(one) && of(other)
}

/// Checks a corner without other digits. If one of the two digits is confined to the rectangle in the row and
/// the column of the opposite corner, that corner does not hold the other digit.
fn hidden(corners: &Corners, confined: &[Variable], targets: &[Candidate]) -> Checked<()> {
    let all = corners.all();
    for &Candidate { digit, cell } in targets {
        ensure(all.contains(&cell) && corners.pair.contains(&digit), "a target is no digit in a corner")?;
        let bare = corners.floor.iter().any(|&other| !are_aligned(other, cell));
        ensure(bare, "the opposite corner has other digits")?;
        let [a, b] = corners.pair;
        let confined_digit = if digit == a { b } else { a };
        let [_, row, column, _] = variables_of(Candidate { digit: confined_digit, cell });
        let is_confined = |variable: Variable, line: fn(Cell) -> usize| {
            let near = all.iter().copied().find(|&other| other != cell && line(other) == line(cell));
            let confines = |other| corners.confines(variable, confined_digit, [cell, other]);
            confined.contains(&variable) && near.is_some_and(confines)
        };
        let both = is_confined(row, Cell::row) && is_confined(column, Cell::column);
        ensure(both && confined.len() == 2, "the other digit is not confined in row and column")?;
    }
    Ok(())
}

/// Checks that with a target in a corner every corner would hold one of the digits, crosswise: because it has
/// this value, because it has no other digits and is next to a known corner, or by a variable confined to two
/// corners.
fn linked_corners(corners: &Corners, confined: &[Variable], targets: &[Candidate]) -> Checked<()> {
    let all = corners.all();
    ensure(!confined.is_empty() && different(confined), "there is no link, or one twice")?;
    for &Candidate { digit, cell } in targets {
        ensure(all.contains(&cell) && corners.pair.contains(&digit), "a target is no digit in a corner")?;
        let other = corners.pair[usize::from(corners.pair[0] == digit)];
        let is_beside = |a: Cell, b: Cell| a != b && are_aligned(a, b);
        let mut known = vec![cell];
        for _ in 0..3 {
            let follows = |one: &Cell| {
                let digit = if is_beside(*one, cell) { other } else { digit };
                let candidate = Candidate { digit, cell: *one };
                let is_bare = corners.extras(*one).is_empty() && corners.state.has(candidate);
                let opposite = |other: &Cell| other != one && !is_beside(*one, *other);
                let by_link = |other: &Cell| {
                    let is_known = known.contains(other) || known.iter().any(opposite);
                    is_known && confined.iter().any(|&v| corners.confines(v, digit, [*one, *other]))
                };
                let mut beside = all.iter().filter(|other| is_beside(**other, *one));
                !known.contains(one)
                    && (corners.state.value(*one) == Some(candidate)
                        || is_bare && known.iter().any(|other| is_beside(*other, *one))
                        || beside.any(by_link))
            };
            let next = all.iter().copied().find(follows);
            known.push(next.ok_or("a corner does not follow from the target")?);
        }
    }
    Ok(())
}

/// Checks that each other candidate of the corners, unless it has the targets' digit, is seen by a wing: a
/// cell with just these two digits.
fn winged(corners: &Corners, wings: &[Variable], targets: &[Candidate]) -> Checked<()> {
    let (wings, all) = (cells(wings)?, corners.all());
    let z = targets.first().ok_or("nothing is eliminated")?.digit;
    let extras: Vec<Candidate> = all.iter().flat_map(|&cell| corners.extras(cell)).collect();
    ensure(wings.iter().all(|wing| !all.contains(wing)), "a wing is a corner")?;
    let mut ends: Vec<Candidate> = extras.iter().copied().filter(|extra| extra.digit == z).collect();
    for extra in extras.iter().filter(|extra| extra.digit != z) {
        let is_wing = |&&wing: &&Cell| {
            let own = [extra.digit, z].map(|digit| Candidate { digit, cell: wing });
            are_same(corners.state.candidates(Variable::Cell(wing)), own) && linked(own[0], *extra)
        };
        let wing = wings.iter().find(is_wing).ok_or("a digit of a corner has no wing")?;
        ends.push(Candidate { digit: z, cell: *wing });
    }
    let gone = |target: &Candidate| target.digit == z && ends.iter().all(|&end| linked(end, *target));
    ensure(targets.iter().all(gone), "a target does not see all wings and corners with its digit")
}

/// Checks that without the candidate every undecided cell would have two digits, and every digit two places
/// in each house without its value: a grave, which does not have exactly one solution.
pub(super) fn bug(claim: &Claim, candidate: Candidate) -> Checked<()> {
    claim.is_of(&[Clause::Bug])?;
    match claim.eliminates {
        [] => ensure(claim.value()? == candidate, "the value is not that of the pattern")?,
        others => {
            let is_other = |one: &Candidate| one.cell == candidate.cell && *one != candidate;
            ensure(others.iter().all(is_other) && claim.asserts.is_empty(), "a target is not beside it")?;
        }
    }
    let is_grave = bug_plus::is_grave(claim.state, &[candidate])?;
    ensure(is_grave, "a variable has not two candidates without this one")
}
