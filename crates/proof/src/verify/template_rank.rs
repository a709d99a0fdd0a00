//! Template rank: exocets, and weights on cells (docs/theory.md, "Template rank").
//!
//! What templates a digit has is listed at the beginning of the round (`lists.rs`). A target must be in none
//! that is possible.

use super::hall::{cells_of, dominoes};
use super::state::{State, block, house_cells, linked};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Digit, Exocet, House, RefutedTemplate, Target, Weight, Weights};
use crate::grid::{Candidate, Cells, notation::Variable};
use std::collections::BTreeSet;

/// What the best templates collect is in all the sum of the weights and a rank; a template of the solution
/// collects no less than the best of its digit less the rank, by any of the weights.
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

/// The weight of each cell, and of each digit the least that a template of the solution may collect.
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

/// Each of them cannot be, after those before it: where it is, the others collect less than all. No target
/// has a template that is left.
pub(super) fn refuted(claim: &Claim, all: &[RefutedTemplate]) -> Checked<()> {
    claim.is_of(&[Clause::Refuted])?;
    let mut left: Vec<(usize, Cells)> = Vec::new();
    for (digit, list) in claim.lists.left.iter().enumerate() {
        left.extend(list.iter().map(|own| (digit, own.1)));
    }
    for RefutedTemplate { template, weights: Weights { weights, best } } in all {
        let (digit, own) = (usize::from(template.digit), claim.lists.cells(*template)?);
        let at = left.iter().position(|one| *one == (digit, own)).ok_or("a template is refuted twice")?;
        left.swap_remove(at);
        let of_cell = of_cells(weights)?;
        ensure(own.into_iter().all(|cell| of_cell[cell] == 0), "a cell of the template has a weight")?;
        let fitting = |other: usize| left.iter().filter(move |one| one.0 == other && !one.1.intersects(own));
        if (0..9).any(|other| other != digit && fitting(other).next().is_none()) {
            let are_none = weights.is_empty() && *best == [0; 9];
            ensure(are_none, "a digit has no template that fits, and there are weights")?;
            continue;
        }
        let mut rank = -of_cell.iter().sum::<i128>();
        for (other, said) in best.iter().enumerate() {
            let most = fitting(other).map(|one| collected(&of_cell, one.1)).max().filter(|_| other != digit);
            let most = most.unwrap_or(0);
            ensure(most == (*said).into(), "the best template of a digit collects something else")?;
            rank += most;
        }
        ensure(rank < 0, "the others can collect all weights")?;
    }
    for target in claim.targets()? {
        let (digit, cell) = (usize::from(target.digit), usize::from(target.cell));
        let has = left.iter().any(|one| one.0 == digit && one.1.contains(cell));
        ensure(!has, "a target has a template that is possible")?;
    }
    Ok(())
}

/// The weight of each cell.
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

/// No template that `may_be` takes a target.
fn each_target(claim: &Claim, may_be: impl Fn(usize, Cells) -> bool) -> Checked<()> {
    for target in claim.targets()? {
        let (digit, cell) = (usize::from(target.digit), usize::from(target.cell));
        let mut through = claim.lists.left[digit].iter().filter(|own| own.1.contains(cell));
        ensure(!through.any(|own| may_be(digit, own.1)), "a target has a template that is possible")?;
    }
    Ok(())
}

fn of_house(house: usize) -> Cells {
    house_cells(house).into_iter().collect()
}

/// An exocet by its cells.
struct Read {
    base: [usize; 2],
    digits: Vec<usize>,
    /// The cells of each target, and the digit that it has besides.
    targets: [(Cells, Option<usize>); 2],
}

/// What bases and targets hold: cells and digits.
type Choice = Vec<(usize, usize)>;

pub(super) fn exocets(claim: &Claim, all: &[Exocet]) -> Checked<()> {
    claim.is_of(&[Clause::Exocet, Clause::LockedExocet, Clause::DoubleExocet])?;
    let count = if claim.clause == Clause::DoubleExocet { 2 } else { 1 };
    ensure(all.len() == count, "there is an exocet too many or too few")?;
    let read: Vec<Read> = all.iter().map(|one| Read::of(claim, one)).collect::<Checked<_>>()?;
    let has_locked = read.iter().any(|one| one.targets.iter().any(|target| target.1.is_some()));
    let fits = has_locked == (claim.clause == Clause::LockedExocet);
    ensure(fits, "the rule has no target with a locked digit, or there is none")?;
    let allows = |digit: usize, own: Cells| read.iter().all(|one| one.allows(digit, own));
    if has_locked {
        return each_target(claim, allows);
    }
    let cells: Cells = read.iter().flat_map(|one| one.base.into_iter().chain(one.all_targets())).collect();
    let is_base = |digit: usize| read.iter().any(|one| one.digits.contains(&digit));
    let agrees = |choice: &Choice, digit: usize, own: Cells| {
        let given = choice.iter().filter(|(_, its)| *its == digit).map(|(cell, _)| *cell).collect();
        allows(digit, own) && own & cells == given
    };
    let mut choices = vec![Choice::new()];
    for one in &read {
        let more = one.choices();
        let with = |choice: Choice| more.iter().filter_map(|more| joined(&choice, more)).collect::<Vec<_>>();
        choices = choices.into_iter().flat_map(with).collect();
    }
    let is_possible = |choice: &Choice| {
        let mut digits = (0..9).filter(|&digit| is_base(digit));
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

/// Two exocets of four digits in all, which all choices give four different digits.
fn double(one: &Read, other: &Read, choices: &[Choice]) -> Checked<()> {
    let digits: BTreeSet<usize> = one.digits.iter().chain(&other.digits).copied().collect();
    ensure(digits.len() == 4, "the bases have not four digits in all")?;
    ensure(block(one.base[0]) != block(other.base[0]), "the bases are in one block")?;
    let chute = |one: &Read| -> Checked<usize> {
        let cells = one.all_targets() | one.base.into_iter().collect();
        let lines = one.line()? / 3 * 3;
        let all = (lines..lines + 3).fold(Cells::EMPTY, |all, line| all | of_house(line));
        ensure(cells.is_subset(all), "an exocet is not in the band or the stack of its base")?;
        Ok(lines)
    };
    ensure(chute(one)? == chute(other)?, "the exocets are not in one band or stack")?;
    let differ = |choice: &Choice| {
        let held = |cell: &usize| choice.iter().find(|own| own.0 == *cell).map(|own| own.1);
        let digits: Vec<_> = one.base.iter().chain(&other.base).map(held).collect();
        super::state::different(&digits)
    };
    ensure(choices.iter().all(differ), "a choice gives a digit to both bases")
}

/// Both choices together, if no cell has two digits and no house a digit twice.
fn joined(choice: &Choice, more: &Choice) -> Option<Choice> {
    let mut all = choice.clone();
    for &(cell, digit) in more {
        let own = Candidate::new(digit, cell);
        if all.contains(&(cell, digit)) {
            continue;
        }
        if all.iter().any(|&(other, its)| linked(Candidate::new(its, other), own)) {
            return None;
        }
        all.push((cell, digit));
    }
    Some(all)
}

impl Read {
    fn of(claim: &Claim, Exocet { base, digits: said, targets, lines }: &Exocet) -> Checked<Read> {
        let state = claim.state;
        let Ok(base) = <[usize; 2]>::try_from(cells_of(base)?) else {
            return Err("there are not two base cells".into());
        };
        let whole: Cells = base.into_iter().collect();
        ensure(is_mini_line(whole), "the base is not of two cells of a block and a line")?;
        let is_open = |cell: usize| !state.is_solved(Variable::Cell(cell as u8));
        let digits =
            |cell: usize| state.candidates(Variable::Cell(cell as u8)).into_iter().map(|one| one.digit);
        let held: Vec<u8> = base.into_iter().flat_map(digits).collect();
        let digits: Vec<usize> = (0..9).filter(|&digit| held.contains(&(digit as u8))).collect();
        ensure((3..=5).contains(&digits.len()), "the base has not three to five digits")?;
        let same = digits.iter().copied().eq(said.iter().map(|digit| usize::from(digit.0)));
        ensure(same, "the digits are not those of the base")?;
        let [a, b] = &targets[..] else { return Err("there are not two targets".into()) };
        let targets = [target(state, a, &digits)?, target(state, b, &digits)?];
        let read = Read { base, digits, targets };
        let [one, other] = targets.map(|target| target.0);
        let are_apart = !one.intersects(other) && !(one | other).intersects(whole);
        ensure(are_apart, "a cell is in two of base and targets")?;
        ensure((whole | one | other).into_iter().all(is_open), "a cell has a value")?;
        let hits = |digit: &usize| {
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

    /// The line of the base.
    fn line(&self) -> Checked<usize> {
        let base: Cells = self.base.into_iter().collect();
        (0..18).find(|&line| base.is_subset(of_house(line))).ok_or("the base is in no line".into())
    }

    /// A template takes no more targets than base cells, and besides those where its digit is locked.
    fn allows(&self, digit: usize, own: Cells) -> bool {
        let base: Cells = self.base.into_iter().collect();
        let locked = self.targets.iter().filter(|target| target.1 == Some(digit)).count();
        (own & self.all_targets()).len() <= (own & base).len() + locked
    }

    /// Two digits in the base, in both orders, and in the targets in both orders.
    fn choices(&self) -> Vec<Choice> {
        let [a, b] = self.base;
        let [x, y] = self.targets.map(|target| target.0.first().unwrap_or(0));
        let mut all = Vec::new();
        for &one in &self.digits {
            for &other in self.digits.iter().filter(|&&other| other != one) {
                for (of_x, of_y) in [(one, other), (other, one)] {
                    all.extend(joined(&Vec::new(), &vec![(a, one), (b, other), (x, of_x), (y, of_y)]));
                }
            }
        }
        all
    }

    /// Three lines across that of the base, none through it, have the targets. A digit of the base that has
    /// three places there, none of which sees another, outside of line and block of the base, has not without
    /// the targets.
    fn is_crossed(&self, state: &State, lines: &[House]) -> Checked<()> {
        let houses: Vec<usize> = lines.iter().map(|line| usize::from(line.0)).collect();
        let &[first, second, third] = &houses[..] else {
            return Err("there are not three cross-lines".into());
        };
        let base: Cells = self.base.into_iter().collect();
        let line = self.line()?;
        let is_across =
            |house: usize| house < 18 && (house < 9) != (line < 9) && !of_house(house).intersects(base);
        let three = first != second && second != third && first != third;
        let fits = three && houses.iter().all(|&house| is_across(house));
        ensure(fits, "the cross-lines are not three across the line of the base")?;
        let outside = !(of_house(line) | of_house(18 + block(self.base[0])));
        let places = [first, second, third].map(|house| of_house(house) & outside);
        let all = places.into_iter().fold(Cells::EMPTY, |all, own| all | own);
        ensure(self.all_targets().is_subset(all), "a target is in no cross-line")?;
        let has_three = |digit: usize, without: Cells| {
            let [a, b, c] = places.map(|own| (own & state.places(digit)) - without);
            let apart = |a, b| !linked(Candidate::new(digit, a), Candidate::new(digit, b));
            let third = |a, b| c.into_iter().any(|c| apart(a, c) && apart(b, c));
            a.into_iter().any(|a| b.into_iter().any(|b| apart(a, b) && third(a, b)))
        };
        let is_held =
            |&digit: &usize| !has_three(digit, Cells::EMPTY) || !has_three(digit, self.all_targets());
        ensure(
            self.digits.iter().all(is_held),
            "a digit has three places in the cross-lines beside the targets",
        )
    }
}

/// Whether they are two cells of a block and a line.
fn is_mini_line(cells: Cells) -> bool {
    cells.len() == 2 && (0..27).filter(|&house| cells.is_subset(of_house(house))).count() == 2
}

/// A cell; or two of a block and a line, in one of which the locked digit has no other place.
fn target(state: &State, of: &Target, digits: &[usize]) -> Checked<(Cells, Option<usize>)> {
    let cells: Cells = cells_of(&of.cells)?.into_iter().collect();
    let Some(Digit(locked)) = of.locked else {
        ensure(cells.len() == 1, "a target is not one cell")?;
        return Ok((cells, None));
    };
    let locked = usize::from(locked);
    ensure(locked < 9 && !digits.contains(&locked), "the locked digit is one of the base")?;
    ensure(is_mini_line(cells), "a target is not two cells of a block and a line")?;
    let houses = (0..27).filter(|&house| cells.is_subset(of_house(house)));
    let is_locked = houses.into_iter().any(|house| of_house(house) & state.places(locked) == cells);
    ensure(is_locked, "the digit is not locked in the target")?;
    Ok((cells, Some(locked)))
}
