//! Template rank: exocets, and weights on cells (docs/theory.md, "Template rank").
//!
//! The templates of each digit are listed at the beginning of the round (`lists.rs`). A target must be in no
//! possible template.

use super::hall::{cells_of, dominoes};
use super::state::{State, are_peers, block, different, distinct, house_cells, linked};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Exocet, RefutedTemplate, Target, Weight, Weights};
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind, notation::Variable};

/// Checks weights. The best templates of the nine digits collect in total the sum of the weights plus a rank;
/// by each of the weights, a template of the solution collects at least the best of its digit less the rank.
pub(super) fn weights(claim: &Claim, all: &[Weights]) -> Checked<()> {
    claim.is_of(&[Clause::Weights, Clause::DominoLoop])?;
    if claim.clause == Clause::DominoLoop {
        let [Weights { weights, .. }] = all else { return Err("there are other weights".into()) };
        let [Weight { weight: 1, cells }] = &weights[..] else { return Err("not all weights are 1".into()) };
        dominoes(claim, cells)?;
    }
    ensure(!all.is_empty(), "there are no weights")?;
    let ranked = all.iter().map(|one| ranked(claim, one)).collect::<Checked<Vec<_>>>()?;
    each_target(claim, |digit, own| {
        ranked.iter().all(|(of_cell, least)| collected(of_cell, own) >= least[digit])
    })
}

/// Returns the weight of each cell, and for each digit the least weight that its template in the solution can
/// collect.
fn ranked(claim: &Claim, Weights { weights, best }: &Weights) -> Checked<([i128; 81], [i128; 9])> {
    let of_cell = of_cells(weights)?;
    let mut rank = -of_cell.iter().sum::<i128>();
    for (said, list) in best.iter().zip(&claim.lists.left) {
        let most = list.iter().map(|own| collected(&of_cell, own.1)).max();
        ensure(most == Some((*said).into()), "the best template of a digit collects something else")?;
        rank += i128::from(*said);
    }
    Ok((of_cell, best.map(|best| i128::from(best) - rank)))
}

fn collected(of_cell: &[i128; 81], own: Cells) -> i128 {
    own.map(|cell| of_cell[cell]).sum()
}

/// Checks templates refuted one after another: if one were in the solution, the templates left of the other
/// digits would collect less than all weights. No target may have a template that is left.
pub(super) fn refuted(claim: &Claim, all: &[RefutedTemplate]) -> Checked<()> {
    claim.is_of(&[Clause::Refuted])?;
    let mut left: Vec<(Digit, Cells)> = Vec::new();
    for (digit, list) in Digit::all().zip(&claim.lists.left) {
        left.extend(list.iter().map(|own| (digit, own.1)));
    }
    for RefutedTemplate { template, weights: Weights { weights, best } } in all {
        let (digit, own) = (template.digit, claim.lists.cells(*template)?);
        let at = left.iter().position(|one| *one == (digit, own)).ok_or("a template is refuted twice")?;
        left.swap_remove(at);
        let of_cell = of_cells(weights)?;
        ensure(own.into_iter().all(|cell| of_cell[cell] == 0), "a cell of the template has a weight")?;
        let fitting = |other: Digit| left.iter().filter(move |one| one.0 == other && !one.1.intersects(own));
        if Digit::all().any(|other| other != digit && fitting(other).next().is_none()) {
            let are_none = weights.is_empty() && *best == [0; 9];
            ensure(are_none, "a digit has no template that fits, and there are weights")?;
            continue;
        }
        let mut rank = -of_cell.iter().sum::<i128>();
        for (other, said) in Digit::all().zip(best) {
            let most = fitting(other).map(|one| collected(&of_cell, one.1)).max().filter(|_| other != digit);
            let most = most.unwrap_or(0);
            ensure(most == (*said).into(), "the best template of a digit collects something else")?;
            rank += most;
        }
        ensure(rank < 0, "the others can collect all weights")?;
    }
    for target in claim.targets()? {
        let has = left.iter().any(|one| one.0 == target.digit && one.1.contains(target.cell));
        ensure(!has, "a target has a template that is possible")?;
    }
    Ok(())
}

/// Returns the weight of each cell.
fn of_cells(weights: &[Weight]) -> Checked<[i128; 81]> {
    let mut of_cell = [0i128; 81];
    for Weight { weight, cells } in weights {
        for cell in cells_of(cells)? {
            ensure(of_cell[cell] == 0, "a cell has two weights")?;
            of_cell[cell] = (*weight).into();
        }
    }
    Ok(of_cell)
}

/// Checks that no template that `may_be` takes a target.
fn each_target(claim: &Claim, may_be: impl Fn(Digit, Cells) -> bool) -> Checked<()> {
    for &Candidate { digit, cell } in claim.targets()? {
        let mut through = claim.lists.left[digit].iter().filter(|own| own.1.contains(cell));
        ensure(!through.any(|own| may_be(digit, own.1)), "a target has a template that is possible")?;
    }
    Ok(())
}

fn set_of(cells: &[Cell]) -> Cells {
    cells.iter().copied().collect()
}

fn of_house(house: House) -> Cells {
    set_of(&house_cells(house))
}

/// Exocet by its cells.
struct Read {
    base: [Cell; 2],
    digits: Vec<Digit>,
    /// The cells of each target, and the digit locked in the target.
    targets: [(Cells, Option<Digit>); 2],
}

/// Values of bases and targets.
type Choice = Vec<Candidate>;

pub(super) fn exocets(claim: &Claim, all: &[Exocet]) -> Checked<()> {
    claim.is_of(&[Clause::Exocet, Clause::LockedExocet, Clause::DoubleExocet])?;
    let count = if claim.clause == Clause::DoubleExocet { 2 } else { 1 };
    ensure(all.len() == count, "there is an exocet too many or too few")?;
    let read: Vec<Read> = all.iter().map(|one| Read::of(claim, one)).collect::<Checked<_>>()?;
    let has_locked = read.iter().any(|one| one.targets.iter().any(|target| target.1.is_some()));
    let fits = has_locked == (claim.clause == Clause::LockedExocet);
    ensure(fits, "the rule has no target with a locked digit, or there is none")?;
    let allows = |digit: Digit, own: Cells| read.iter().all(|one| one.allows(digit, own));
    if has_locked {
        return each_target(claim, allows);
    }
    let cells = read.iter().fold(Cells::EMPTY, |all, one| all | one.all_cells());
    let is_base = |digit: Digit| read.iter().any(|one| one.digits.contains(&digit));
    let agrees = |choice: &Choice, digit: Digit, own: Cells| {
        let given = choice.iter().filter(|one| one.digit == digit).map(|one| one.cell).collect();
        allows(digit, own) && own & cells == given
    };
    let mut choices = vec![Choice::new()];
    for one in &read {
        let more = one.choices();
        let with = |choice: Choice| more.iter().filter_map(|more| joined(&choice, more)).collect::<Vec<_>>();
        choices = choices.into_iter().flat_map(with).collect();
    }
    let is_possible = |choice: &Choice| {
        let mut digits = Digit::all().filter(|&digit| is_base(digit));
        digits.all(|digit| claim.lists.left[digit].iter().any(|own| agrees(choice, digit, own.1)))
    };
    choices.retain(is_possible);
    if let [one, other] = &read[..] {
        double(one, other, &choices)?;
    }
    each_target(claim, |digit, own| match is_base(digit) {
        true => choices.iter().any(|choice| agrees(choice, digit, own)),
        false => allows(digit, own),
    })
}

/// Checks that two exocets have four digits in all, and that every choice gives the bases four different
/// digits.
fn double(one: &Read, other: &Read, choices: &[Choice]) -> Checked<()> {
    let digits = distinct(one.digits.iter().chain(&other.digits));
    ensure(digits.len() == 4, "the bases have not four digits in all")?;
    ensure(block(one.base[0]) != block(other.base[0]), "the bases are in one block")?;
    let chute = |one: &Read| -> Checked<[House; 3]> {
        let line = one.line();
        let lines = std::array::from_fn(|k| House::of(line.kind(), line.number() / 3 * 3 + k));
        let all = lines.map(of_house).into_iter().fold(Cells::EMPTY, |all, own| all | own);
        ensure(one.all_cells().is_subset(all), "an exocet is not in the band or the stack of its base")?;
        Ok(lines)
    };
    ensure(chute(one)? == chute(other)?, "the exocets are not in one band or stack")?;
    let differ = |choice: &Choice| {
        let held = |cell: &Cell| choice.iter().find(|own| own.cell == *cell).map(|own| own.digit);
        let digits: Vec<_> = one.base.iter().chain(&other.base).map(held).collect();
        different(&digits)
    };
    ensure(choices.iter().all(differ), "a choice gives a digit to both bases")
}

/// Joins two choices, if no cell then has two digits and no house a digit twice.
fn joined(choice: &[Candidate], more: &[Candidate]) -> Option<Choice> {
    let mut all = choice.to_vec();
    for &own in more {
        if all.contains(&own) {
            continue;
        }
        if all.iter().any(|&other| linked(other, own)) {
            return None;
        }
        all.push(own);
    }
    Some(all)
}

impl Read {
    fn of(claim: &Claim, Exocet { base, digits: said, targets, lines }: &Exocet) -> Checked<Read> {
        let state = claim.state;
        let Ok(base) = <[Cell; 2]>::try_from(cells_of(base)?) else {
            return Err("there are not two base cells".into());
        };
        let whole = set_of(&base);
        ensure(is_mini_line(whole), "the base is not of two cells of a block and a line")?;
        let held = base.into_iter().flat_map(|cell| state.candidates(Variable::Cell(cell)));
        let digits = distinct(held.map(|one| one.digit));
        ensure((3..=5).contains(&digits.len()), "the base has not three to five digits")?;
        ensure(digits == *said, "the digits are not those of the base")?;
        let [a, b] = &targets[..] else { return Err("there are not two targets".into()) };
        let targets = [target(state, a, &digits)?, target(state, b, &digits)?];
        let read = Read { base, digits, targets };
        let [one, other] = targets.map(|target| target.0);
        let are_apart = !one.intersects(other) && !(one | other).intersects(whole);
        ensure(are_apart, "a cell is in two of base and targets")?;
        let is_open = |cell: Cell| !state.is_solved(Variable::Cell(cell));
        ensure((whole | one | other).into_iter().all(is_open), "a cell has a value")?;
        let hits = |digit: &Digit| {
            let mut through = claim.lists.left[*digit].iter().filter(|own| own.1.intersects(whole));
            through.all(|own| own.1.intersects(one | other))
        };
        ensure(read.digits.iter().all(hits), "a template through the base takes no target")?;
        if !lines.is_empty() {
            read.is_crossed(state, lines)?;
        }
        Ok(read)
    }

    fn all_targets(&self) -> Cells {
        self.targets[0].0 | self.targets[1].0
    }

    fn all_cells(&self) -> Cells {
        set_of(&self.base) | self.all_targets()
    }

    /// Returns the row or column of both base cells.
    fn line(&self) -> House {
        let [a, b] = self.base;
        if a.row() == b.row() { House::row(a.row()) } else { House::column(a.column()) }
    }

    /// Whether the template takes no more target cells than base cells, plus one for each target with its
    /// digit locked.
    fn allows(&self, digit: Digit, own: Cells) -> bool {
        let locked = self.targets.iter().filter(|target| target.1 == Some(digit)).count();
        (own & self.all_targets()).len() <= (own & set_of(&self.base)).len() + locked
    }

    /// Returns all choices of two digits: in the base in both orders, and in the targets in both orders.
    fn choices(&self) -> Vec<Choice> {
        let [a, b] = self.base;
        let [x, y] = self.targets.map(|target| target.0.first().unwrap_or(Cell::new(0)));
        let mut all = Vec::new();
        for &one in &self.digits {
            for &other in self.digits.iter().filter(|&&other| other != one) {
                for (of_x, of_y) in [(one, other), (other, one)] {
                    let held = [(a, one), (b, other), (x, of_x), (y, of_y)];
                    all.extend(joined(&[], &held.map(|(cell, digit)| Candidate { digit, cell })));
                }
            }
        }
        all
    }

    /// Checks three cross-lines: lines across that of the base, none through it, that contain the targets.
    /// Outside the line and block of the base, a base digit must not have three places in them, none of which
    /// sees another, unless one is a target.
    fn is_crossed(&self, state: &State, lines: &[House]) -> Checked<()> {
        let Ok(lines) = <[House; 3]>::try_from(lines) else {
            return Err("there are not three cross-lines".into());
        };
        let line = self.line();
        let is_across = |&house: &House| {
            ![HouseKind::Block, line.kind()].contains(&house.kind())
                && !of_house(house).intersects(set_of(&self.base))
        };
        let fits = different(&lines) && lines.iter().all(is_across);
        ensure(fits, "the cross-lines are not three across the line of the base")?;
        let outside = !(of_house(line) | of_house(block(self.base[0])));
        let places = lines.map(|house| of_house(house) & outside);
        let all = places.into_iter().fold(Cells::EMPTY, |all, own| all | own);
        ensure(self.all_targets().is_subset(all), "a target is in no cross-line")?;
        let has_three = |digit: Digit, without: Cells| {
            let [a, b, c] = places.map(|own| (own & state.places(digit)) - without);
            let apart = |a, b| !are_peers(a, b);
            let third = |a, b| c.into_iter().any(|c| apart(a, c) && apart(b, c));
            a.into_iter().any(|a| b.into_iter().any(|b| apart(a, b) && third(a, b)))
        };
        let is_held =
            |&digit: &Digit| !has_three(digit, Cells::EMPTY) || !has_three(digit, self.all_targets());
        ensure(
            self.digits.iter().all(is_held),
            "a digit has three places in the cross-lines beside the targets",
        )
    }
}

/// Whether `cells` are two cells of a block and a line.
fn is_mini_line(cells: Cells) -> bool {
    cells.len() == 2 && House::all().filter(|&house| cells.is_subset(of_house(house))).count() == 2
}

/// Reads a target: one cell; or two cells of a block and a line, in one of which the locked digit has no
/// other place.
fn target(state: &State, of: &Target, digits: &[Digit]) -> Checked<(Cells, Option<Digit>)> {
    let cells = set_of(&cells_of(&of.cells)?);
    let Some(locked) = of.locked else {
        ensure(cells.len() == 1, "a target is not one cell")?;
        return Ok((cells, None));
    };
    ensure(!digits.contains(&locked), "the locked digit is one of the base")?;
    ensure(is_mini_line(cells), "a target is not two cells of a block and a line")?;
    let mut houses = House::all().map(of_house).filter(|&house| cells.is_subset(house));
    let is_locked = houses.any(|house| house & state.places(locked) == cells);
    ensure(is_locked, "the digit is not locked in the target")?;
    Ok((cells, Some(locked)))
}
