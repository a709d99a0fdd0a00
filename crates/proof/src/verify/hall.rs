//! Subsets: naked, hidden and super-hidden (fish), and fish with fins (docs/theory.md, "Hall sets").
//!
//! All subsets are Hall sets of one kind. The cells of a house and its digits, or the rows and the columns of
//! a digit, are a *plane*: nine variables, each crossed in one label by each of nine other variables.
//! Variables whose candidates lie in as many crossing variables, the transversal sets, use up the transversal
//! sets:
//!
//! ```text
//!                       transversal sets
//!                   ┌──────────┐
//!   variables     V │ x  x  ·  │  .  .       no candidate of the variables outside the sets,
//!                 V │ ·  x  x  │  .  .       so no candidate of the sets outside the variables
//!                 V │ x  ·  x  │  .  .
//!                     –  –  –     x  x
//! ```

use super::proved::{Proved, candidates};
use super::state::{
    BN, CN, RC, RN, State, are_same, block, different, distinct, house_cells, houses_of, is_digit_in, is_in,
    kind, linked,
};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, FinnedFish, Hall};
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind, notation::Variable};

/// The cells of a house, and its digits.
fn plane_of(house: House) -> [[Variable; 9]; 2] {
    let digits = std::array::from_fn(|digit| Variable::In(house, Digit::new(digit)));
    [house_cells(house).map(Variable::Cell), digits]
}

/// The rows and the columns of a digit.
fn lines_of(digit: Digit) -> [[Variable; 9]; 2] {
    let lines = |kind| std::array::from_fn(|line| Variable::In(House::of(kind, line), digit));
    [HouseKind::Row, HouseKind::Column].map(lines)
}

pub(super) fn is_plane(variables: &[Variable], sets: &[Variable]) -> bool {
    let are_of = |some: &[Variable], side: &[Variable]| some.iter().all(|one| side.contains(one));
    let is_plane = |[a, b]: [[Variable; 9]; 2]| {
        are_of(variables, &a) && are_of(sets, &b) || are_of(variables, &b) && are_of(sets, &a)
    };
    House::all().map(plane_of).any(is_plane) || Digit::all().map(lines_of).any(is_plane)
}

/// Whether the candidate is in a transversal set and in no variable.
pub(super) fn is_excluded(label: Candidate, variables: &[Variable], sets: &[Variable]) -> bool {
    sets.iter().any(|&set| is_in(label, set)) && !variables.iter().any(|&v| is_in(label, v))
}

/// Checks that the variables and sets are different ones of a plane, as many sets as variables, and that each
/// variable is open.
pub(super) fn shape(state: &State, variables: &[Variable], sets: &[Variable]) -> Checked<()> {
    ensure(!variables.is_empty(), "there are no variables")?;
    ensure(variables.len() == sets.len(), "not as many transversal sets as variables")?;
    ensure(different(variables) && different(sets), "a variable or transversal set comes twice")?;
    ensure(is_plane(variables, sets), "the variables and sets are not of one house or digit")?;
    let is_open = |&v: &Variable| !state.is_solved(v) && !state.candidates(v).is_empty();
    ensure(variables.iter().all(is_open), "a variable has a value or nothing")
}

/// Returns the candidates of the variables that are in no transversal set.
pub(super) fn outside(state: &State, variables: &[Variable], sets: &[Variable]) -> Vec<Candidate> {
    let candidates = variables.iter().flat_map(|&variable| state.candidates(variable));
    candidates.filter(|&label| !sets.iter().any(|&set| is_in(label, set))).collect()
}

/// Whether each of the sets has a candidate of the variables.
pub(super) fn are_met(state: &State, variables: &[Variable], sets: &[Variable]) -> bool {
    let candidates: Vec<_> = variables.iter().flat_map(|&v| state.candidates(v)).collect();
    sets.iter().all(|&set| candidates.iter().any(|&label| is_in(label, set)))
}

/// Whether the variables are of the rule's kind, and as many as `number` says, if it is not 0: cells for
/// naked subsets, digits of a house crossed by cells for hidden ones, rows or columns of a digit crossed by
/// other lines for fish.
pub(super) fn is_of_rule(clause: Clause, number: usize, variables: &[Variable], sets: &[Variable]) -> bool {
    let all = |variables: &[Variable], kinds: &[usize]| {
        variables.iter().all(|&variable| kinds.contains(&kind(variable)))
    };
    let is_kind = match clause {
        Clause::Naked => all(variables, &[RC]),
        Clause::Hidden => all(sets, &[RC]),
        _ => all(variables, &[RN, CN]) && all(sets, &[RN, CN]),
    };
    is_kind && [0, variables.len()].contains(&number)
}

/// Checks that no candidate of the variables is outside the transversal sets.
pub(super) fn hall_set(state: &State, hall: &Hall) -> Checked<()> {
    let Hall { variables, transversals } = hall;
    shape(state, variables, transversals)?;
    let inside = outside(state, variables, transversals).is_empty();
    ensure(inside, "a candidate of the variables is in no transversal set")?;
    ensure(are_met(state, variables, transversals), "no variable has a candidate in a transversal set")
}

pub(super) fn subset(claim: &Claim, hall: &Hall) -> Checked<()> {
    claim.shows(&[Clause::Naked, Clause::Hidden, Clause::Fish])?;
    claim.has_size(hall.variables.len())?;
    let of_rule = is_of_rule(claim.clause, claim.number, &hall.variables, &hall.transversals);
    ensure(of_rule, "the variables are not of the rule's kind")?;
    hall_set(claim.state, hall)?;
    let excluded = |&target: &Candidate| is_excluded(target, &hall.variables, &hall.transversals);
    let all = claim.targets()?.iter().all(excluded);
    ensure(all, "a target is not in a transversal set outside the variables")
}

/// Checks a Hall set that is part of another pattern.
pub(super) fn proved(state: &State, hall: &Hall) -> Checked<Proved> {
    hall_set(state, hall)?;
    let is_gone = |&label: &Candidate| is_excluded(label, &hall.variables, &hall.transversals);
    Ok(Proved::Gone(candidates(state).filter(is_gone).collect()))
}

/// Checks a locked set: cells of a crossing block and line, and as many transversal sets. Each transversal
/// set has one value of the cells.
pub(super) fn locked_set(claim: &Claim, Hall { variables, transversals }: &Hall) -> Checked<()> {
    claim.is_of(&[Clause::LockedSet])?;
    let state = claim.state;
    ensure(variables.len() == transversals.len(), "not as many transversal sets as cells")?;
    ensure(different(variables) && different(transversals), "a cell or transversal set comes twice")?;
    let cells_only = variables.iter().all(|&cell| kind(cell) == RC);
    let houses_only = transversals.iter().all(|&set| kind(set) != RC);
    ensure(cells_only && houses_only, "the variables are not cells and digits of houses")?;
    let open = variables.iter().all(|&cell| !state.candidates(cell).is_empty());
    ensure(open, "a cell has a value or nothing")?;
    let inside = outside(state, variables, transversals).is_empty();
    ensure(inside, "a candidate of the cells is in no transversal set")?;
    crossing(claim.number, state, variables)?;
    let held: Vec<Candidate> = variables.iter().flat_map(|&cell| state.candidates(cell)).collect();
    // A value in two of the sets would leave one set too few for the other cells.
    let is_twice = |target: &Candidate| {
        held.contains(target) && transversals.iter().filter(|&&set| is_in(*target, set)).count() > 1
    };
    let gone = |target: &Candidate| {
        is_twice(target)
            || transversals.iter().any(|&set| {
                let mut own = held.iter().filter(|&&label| is_in(label, set)).peekable();
                own.peek().is_some()
                    && own.all(|&label| linked(label, *target) && label.digit == target.digit)
            })
    };
    ensure(claim.targets()?.iter().all(gone), "a target does not see all places of its digit")
}

/// Checks variables without common candidates, and as many sets that contain all their candidates: each set
/// has one of their values.
pub(super) fn matched(claim: &Claim, hall: &Hall) -> Checked<()> {
    claim.shows(&[Clause::Matched, Clause::BlossomLoop, Clause::DominoLoop, Clause::CrossedLines])?;
    let Hall { variables, transversals } = hall;
    let state = claim.state;
    ensure(variables.len() == transversals.len(), "not as many transversal sets as variables")?;
    ensure(different(variables) && different(transversals), "a variable or transversal set comes twice")?;
    let is_open = |&v: &Variable| !state.is_solved(v) && !state.candidates(v).is_empty();
    ensure(variables.iter().all(is_open), "a variable has a value or nothing")?;
    match claim.clause {
        Clause::BlossomLoop => branches(claim, hall)?,
        Clause::DominoLoop => dominoes(claim, variables)?,
        Clause::CrossedLines => crossed_lines(claim, hall)?,
        _ => crossed_sides(claim, hall)?,
    }
    let held: Vec<Candidate> = variables.iter().flat_map(|&v| state.candidates(v)).collect();
    ensure(different(&held), "a candidate is in two variables")?;
    let inside = outside(state, variables, transversals).is_empty();
    ensure(inside, "a candidate of the variables is in no transversal set")?;
    // A candidate in two sets would use up both, and leave too few for the other variables.
    let in_two = |target: Candidate| transversals.iter().filter(|&&set| is_in(target, set)).count() > 1;
    let excluded = |&target: &Candidate| is_excluded(target, variables, transversals) || in_two(target);
    let all = claim.targets()?.iter().all(excluded);
    ensure(all, "a target is not in a transversal set outside the variables, nor in two")
}

/// Checks that the cells are the undecided ones of eight dominoes. Each of the four crossings of two rows and
/// two columns has two dominoes: the two other cells of its row, and of its column, in its block.
pub(super) fn dominoes(claim: &Claim, variables: &[Variable]) -> Checked<()> {
    claim.is_of(&[Clause::DominoLoop])?;
    let pairs = || (0..9).flat_map(|a| (a / 3 * 3 + 3..9).map(move |b| [a, b]));
    let domino = |crossing: Cell, line: fn(Cell) -> usize| {
        let is_own = |&cell: &Cell| cell != crossing && line(cell) == line(crossing);
        let own = house_cells(block(crossing)).into_iter().filter(is_own);
        let open = own.filter(|&cell| !claim.state.is_solved(Variable::Cell(cell)));
        open.collect::<Cells>()
    };
    let around = |rows: [usize; 2], columns: [usize; 2]| {
        let crossings = rows.into_iter().flat_map(|row| columns.map(|column| Cell::at(row, column)));
        let mut all = crossings.flat_map(|one| [domino(one, Cell::row), domino(one, Cell::column)]);
        all.try_fold(Cells::EMPTY, |all, domino| (!domino.is_empty()).then_some(all | domino))
    };
    let cells = cells_of(variables)?.into_iter().collect();
    let fits = pairs().any(|rows| pairs().any(|columns| around(rows, columns) == Some(cells)));
    ensure(fits, "the cells are not eight dominoes around four crossings")
}

/// Returns the cells of the variables, which must all be cells.
pub(super) fn cells_of(variables: &[Variable]) -> Checked<Vec<Cell>> {
    let cell = |variable: &Variable| match variable {
        Variable::Cell(cell) => Ok(*cell),
        _ => Err("something is no cell".into()),
    };
    variables.iter().map(cell).collect()
}

/// Checks that the cells are all undecided crossings of some rows and columns, and that the sets are digits
/// in these rows and columns.
fn crossed_lines(claim: &Claim, Hall { variables, transversals }: &Hall) -> Checked<()> {
    claim.is_of(&[Clause::CrossedLines])?;
    let mut is_one = [false; House::COUNT];
    for variable in variables {
        let Variable::Cell(cell) = *variable else { return Err("a variable is no cell".into()) };
        let [row, column, _] = houses_of(cell);
        (is_one[row], is_one[column]) = (true, true);
    }
    let is_crossed = |&cell: &Cell| houses_of(cell)[..2].iter().all(|&line| is_one[line]);
    let crossed = Cell::all().filter(is_crossed);
    let open = crossed.filter(|&cell| !claim.state.is_solved(Variable::Cell(cell)));
    ensure(open.count() == variables.len(), "the cells are not all where the lines cross")?;
    let is_line = |set: &Variable| matches!(*set, Variable::In(house, _) if is_one[house]);
    ensure(transversals.iter().all(is_line), "a set is no digit in one of the lines")
}

/// Checks that the variables are cells of a house and digits in a house that crosses it, and the sets cells
/// of the rest of the latter and the digits in the former: one digit more than cells on each side.
fn crossed_sides(claim: &Claim, Hall { variables, transversals }: &Hall) -> Checked<()> {
    let sides = [variables, transversals].map(|all| {
        let (cells, digits): (Vec<Variable>, Vec<Variable>) =
            all.iter().copied().partition(|&one| kind(one) == RC);
        (cells.len(), digits)
    });
    let [(cells, digits), (others, ..)] = &sides;
    let fits = *cells == *others && digits.len() == cells + 1;
    ensure(fits, "not one digit more than cells on each side")?;
    claim.has_size(digits.len())?;
    let is_block_of = |digits: &[Variable]| {
        let house = House::all().find(|&house| digits.iter().all(|&one| is_digit_in(house, one)));
        house.map(|house| house.kind() == HouseKind::Block)
    };
    let [one, other] = sides.map(|(_, digits)| is_block_of(&digits));
    let crossed = one.zip(other).is_some_and(|(one, other)| one != other);
    ensure(crossed, "the digits are not those of a block and a line")
}

/// Checks that the first variable, the stem, has candidates in three sets or more, and each other variable in
/// two; that no candidate is in two sets; and that each set has candidates of at least two variables.
fn branches(claim: &Claim, Hall { variables, transversals }: &Hall) -> Checked<()> {
    claim.has_size(variables.len())?;
    let within = |label: Candidate| transversals.iter().filter(|&&set| is_in(label, set)).count();
    let candidates = |variable: Variable| claim.state.candidates(variable);
    let once = variables.iter().all(|&v| candidates(v).into_iter().all(|label| within(label) == 1));
    ensure(once, "a candidate of the variables is in two sets")?;
    let meet =
        |variable: Variable, set: Variable| candidates(variable).iter().any(|&label| is_in(label, set));
    let met = |variable: Variable| transversals.iter().filter(|&&set| meet(variable, set)).count();
    let fits = variables.iter().enumerate().all(|(k, &v)| if k == 0 { met(v) > 2 } else { met(v) == 2 });
    ensure(fits, "the stem has not three branches, or another variable not two sets")?;
    let is_shared = |&set: &Variable| variables.iter().filter(|&&v| meet(v, set)).count() > 1;
    ensure(transversals.iter().all(is_shared), "a set has candidates of one variable only")
}

/// Checks that the cells are of a block and a line that cross: all in the intersection, or two or more in it
/// and some in the rest of each.
fn crossing(number: usize, state: &State, cells: &[Variable]) -> Checked<()> {
    let of_house = |house: House| {
        let own = house_cells(house);
        let is_here = |&&cell: &&Variable| state.candidates(cell).iter().any(|one| own.contains(&one.cell));
        cells.iter().filter(is_here).copied().collect::<Vec<_>>()
    };
    let (blocks, lines): (Vec<House>, Vec<House>) =
        House::all().partition(|house| house.kind() == HouseKind::Block);
    let fits = blocks.into_iter().any(|block| {
        let in_block = of_house(block);
        lines.iter().any(|&line| {
            let in_line = of_house(line);
            let both = in_line.iter().filter(|cell| in_block.contains(cell)).count();
            let all = in_line.len() + in_block.len() - both == cells.len();
            let rests = [in_line.len() - both, in_block.len() - both];
            all && match number {
                1.. => both == number && cells.len() == number,
                0 => both > 1 && rests.iter().all(|&rest| rest > 0),
            }
        })
    });
    ensure(fits, "the cells are not of a block and a line as the rule asks")
}

/// Checks a finned fish: a fish except for the fins, which are the base candidates outside the covering
/// lines. The fins lie in one block, and so do the targets.
pub(super) fn finned(claim: &Claim, fish: &FinnedFish) -> Checked<()> {
    let FinnedFish { variables, transversals, fins } = fish;
    claim.shows(&[Clause::FinnedLine, Clause::Finned, Clause::Sashimi])?;
    claim.has_size(variables.len())?;
    let state = claim.state;
    let are_lines = is_of_rule(claim.clause, 0, variables, transversals);
    ensure(are_lines, "the variables are not of the rule's kind")?;
    shape(state, variables, transversals)?;
    let all = are_same(fins.iter().copied(), outside(state, variables, transversals));
    ensure(all, "the fins are not the candidates outside the covering lines")?;
    let Some(&first) = fins.first() else { return Err("there are no fins".into()) };
    let corner = Variable::In(block(first.cell), first.digit);
    ensure(fins.iter().all(|&fin| is_in(fin, corner)), "the fins are not in one block")?;
    match claim.clause {
        Clause::FinnedLine => fins_of_one_line(state, variables, transversals, fins)?,
        _ => {
            let held = |&line: &Variable| {
                let own = state.candidates(line).into_iter();
                own.filter(|&label| transversals.iter().any(|&set| is_in(label, set))).count()
            };
            let fewest = variables.iter().map(held).min();
            ensure(fewest > Some(0), "a base line has nothing but fins")?;
            ensure(are_met(state, variables, transversals), "a covering line is not met")?;
            let of_kind = (fewest == Some(1)) == (claim.clause == Clause::Sashimi);
            ensure(of_kind, "it is finned where sashimi is said, or the other way round")?;
        }
    }
    let targets = claim.targets()?;
    let excluded = |&target: &Candidate| is_excluded(target, variables, transversals);
    ensure(targets.iter().all(excluded), "a target is not in a covering line outside the base")?;
    let seen = targets.iter().all(|&target| is_in(target, corner));
    ensure(seen, "a target is not in the block of the fins")
}

/// Checks a Franken fish: rows and blocks against columns and blocks, either as base; a mutant fish has other
/// sets. A fin is a place of the base in no covering set, or in two base sets.
pub(super) fn franken(claim: &Claim, fish: &FinnedFish) -> Checked<()> {
    let FinnedFish { variables: base, transversals: cover, fins } = fish;
    claim.shows(&[Clause::Franken, Clause::FinnedFranken, Clause::Mutant])?;
    claim.has_size(base.len())?;
    ensure(base.len() == cover.len(), "not as many covering sets as base sets")?;
    let all = [&base[..], cover].concat();
    ensure(different(&all), "a set comes twice")?;
    let (state, targets) = (claim.state, claim.targets()?);
    let is_open = |&set: &Variable| !state.is_solved(set) && !state.candidates(set).is_empty();
    ensure(all.iter().all(is_open), "a set has a value or nothing")?;
    let are_of = |sets: &[Variable], line| sets.iter().all(|&set| [line, BN].contains(&kind(set)));
    let crossed = |one, other| are_of(base, one) && are_of(cover, other);
    let is_crossed = crossed(RN, CN) || crossed(CN, RN);
    if claim.clause == Clause::Mutant {
        ensure(!is_crossed, "it is a Franken fish")?;
        ensure(all.iter().all(|&set| kind(set) != RC), "a set is a cell")?;
    } else {
        ensure(is_crossed, "the sets are not rows and columns, with blocks")?;
        ensure(all.iter().any(|&set| kind(set) == BN), "there is no block")?;
    }
    let count = |label: Candidate, sets: &[Variable]| sets.iter().filter(|&&set| is_in(label, set)).count();
    let mut held = distinct(base.iter().flat_map(|&set| state.candidates(set)));
    ensure(held.iter().all(|label| label.digit == targets[0].digit), "it is of another digit")?;
    ensure(are_met(state, base, cover), "a covering set is not met")?;
    held.retain(|&label| count(label, base) > 1 || count(label, cover) == 0);
    ensure(are_same(held, fins.iter().copied()), "the fins are not those of base and cover")?;
    let may_be = match claim.clause {
        Clause::Mutant => true,
        clause => fins.is_empty() == (clause == Clause::Franken),
    };
    ensure(may_be, "it has fins where none are said, or none")?;
    // A true target would leave too few covering sets for the other base sets.
    let cleared = |&t: &Candidate| count(t, base) < 2 && count(t, cover) > count(t, base);
    ensure(targets.iter().all(cleared), "a target is in no more covering sets than base sets")?;
    let seen = |&target: &Candidate| fins.iter().all(|&fin| linked(fin, target));
    ensure(targets.iter().all(seen), "a target does not see all fins")
}

/// Checks that the fins are in one line, and that the other lines meet all covering lines.
fn fins_of_one_line(
    state: &State, variables: &[Variable], transversals: &[Variable], fins: &[Candidate],
) -> Checked<()> {
    let mut lines = variables.iter().filter(|&&line| fins.iter().any(|&fin| is_in(fin, line)));
    let line = lines.next();
    ensure(lines.next().is_none(), "the fins are not in one line")?;
    let others: Vec<Variable> = variables.iter().copied().filter(|v| Some(v) != line).collect();
    let covered = are_met(state, &others, transversals);
    ensure(covered, "the lines without fins have no candidate in a covering line")
}

/// Checks complete chain and pile exclusion (docs/theory.md, "All-different"): each target is excluded by one
/// of the sets, cells of the house with as many digits as cells. A set with fewer digits is a contradiction,
/// which excludes everything.
pub(super) fn all_different(claim: &Claim, house: House, sets: &[Hall]) -> Checked<()> {
    claim.is_of(&[Clause::AllDifferent])?;
    let [cells, digits] = plane_of(house);
    let mut is_full = true;
    for Hall { variables, transversals } in sets {
        let in_house = variables.iter().all(|cell| cells.contains(cell))
            && transversals.iter().all(|digit| digits.contains(digit));
        ensure(in_house, "a set has other variables than cells and digits of the house")?;
        let is_set = different(variables) && different(transversals);
        ensure(is_set, "a cell or a digit of a set comes twice")?;
        ensure(transversals.len() <= variables.len(), "a set has more digits than cells")?;
        let outside = outside(claim.state, variables, transversals);
        ensure(outside.is_empty(), "a cell of a set has other digits")?;
        let open = variables.iter().all(|&cell| !claim.state.is_solved(cell));
        ensure(open, "a cell of a set has a value")?;
        is_full &= transversals.len() == variables.len();
    }
    let excluded = |target: &Candidate| {
        cells.iter().any(|&cell| is_in(*target, cell))
            && sets.iter().any(|set| is_excluded(*target, &set.variables, &set.transversals))
    };
    let all = claim.targets()?.iter().all(|target| !is_full || excluded(target));
    ensure(all, "a target is not excluded by any of the sets")
}
