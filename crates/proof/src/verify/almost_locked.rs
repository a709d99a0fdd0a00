//! Almost locked sets (docs/theory.md, "Players' techniques"): if one digit is in none of the cells, all
//! others are.

use super::state::{RC, State, block, different, house_cells, kind, linked};
use super::{Checked, Claim, Reason, ensure};
use crate::evidence::{AlignedPair, AlmostLocked, Blossom, Clause, Digit};
use crate::grid::{Candidate, notation::Variable};

/// The digits of cells of a house that have one more than they are.
pub(super) fn almost_locked(state: &State, cells: &[Variable]) -> Checked<Vec<u8>> {
    let digits = digits_of_house(state, cells)?;
    ensure(digits.len() == cells.len() + 1, "the cells have not one digit more than they are")?;
    Ok(digits)
}

/// The digits of cells of a house.
fn digits_of_house(state: &State, cells: &[Variable]) -> Checked<Vec<u8>> {
    ensure(!cells.is_empty() && different(cells), "a cell comes twice, or there is none")?;
    let is_open = |&cell: &Variable| kind(cell) == RC && !state.candidates(cell).is_empty();
    ensure(cells.iter().all(is_open), "something is no cell without value")?;
    let labels: Vec<Candidate> = cells.iter().flat_map(|&cell| state.candidates(cell)).collect();
    let lines: [fn(usize) -> usize; 3] = [|cell| cell / 9, |cell| cell % 9, block];
    let in_house = lines
        .iter()
        .any(|line| labels.iter().all(|one| line(one.cell.into()) == line(labels[0].cell.into())));
    ensure(in_house, "the cells are not in one house")?;
    let mut digits: Vec<u8> = labels.iter().map(|label| label.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    Ok(digits)
}

/// As many cells of two houses as digits, four or five by the rule: all but one, which have no two places
/// here that do not see each other, are in one of the cells each at most, so the last is in one.
pub(super) fn bent(claim: &Claim, cells: &[Variable], Digit(digit): Digit) -> Checked<()> {
    claim.is_of(&[Clause::Bent])?;
    let state = claim.state;
    let count = cells.len() == claim.number && different(cells);
    ensure(count, "there are not as many cells as the rule has")?;
    let is_open = |&cell: &Variable| kind(cell) == RC && !state.candidates(cell).is_empty();
    ensure(cells.iter().all(is_open), "something is no cell without value")?;
    let labels: Vec<Candidate> = cells.iter().flat_map(|&cell| state.candidates(cell)).collect();
    let mut digits: Vec<u8> = labels.iter().map(|label| label.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    ensure(digits.len() == cells.len(), "the cells have not as many digits as they are")?;
    let numbers: Vec<usize> = labels.iter().map(|label| label.cell.into()).collect();
    let are_of =
        |[one, other]: [[usize; 9]; 2]| numbers.iter().all(|cell| one.contains(cell) || other.contains(cell));
    let mut pairs = (0..27).flat_map(|one| (0..one).map(move |other| [one, other]));
    ensure(pairs.any(|pair| are_of(pair.map(house_cells))), "the cells are not in two houses")?;
    for &one in &digits {
        let all = places(state, cells, one);
        let is_tight = all.iter().all(|&a| all.iter().all(|&b| a == b || linked(a, b)));
        let expected = one != digit;
        ensure(is_tight == expected, "not just this digit has places that do not see each other")?;
    }
    let gone = |target: &Candidate| target.digit == digit && sees(state, cells, *target);
    ensure(digits.contains(&digit), "the cells do not have the digit")?;
    ensure(claim.targets()?.iter().all(gone), "a target does not see all places of the digit")
}

fn places(state: &State, cells: &[Variable], digit: u8) -> Vec<Candidate> {
    let all = cells.iter().flat_map(|&cell| state.candidates(cell));
    all.filter(|one| one.digit == digit).collect()
}

/// Both sets have the digit, and each place in the one sees each in the other.
fn is_common(state: &State, [one, other]: [&[Variable]; 2], digit: u8) -> bool {
    let [one, other] = [one, other].map(|cells| places(state, cells, digit));
    let all = one.iter().all(|&a| other.iter().all(|&b| linked(a, b)));
    !one.is_empty() && !other.is_empty() && all
}

/// Whether the target sees all places of its digit, of which there are some.
fn sees(state: &State, cells: &[Variable], target: Candidate) -> bool {
    let own = places(state, cells, target.digit);
    !own.is_empty() && own.iter().all(|&one| linked(one, target))
}

/// Two sets, three, or more, as the rule asks; or two with two commons.
pub(super) fn chain(claim: &Claim, AlmostLocked { sets, commons }: &AlmostLocked) -> Checked<()> {
    let state = claim.state;
    claim.shows(&[Clause::AlmostLocked])?;
    claim.has_size(sets.len())?;
    let count = match claim.number {
        0 => sets.len() > 3,
        number => sets.len() == number,
    };
    ensure(count, "not as many sets as the rule has")?;
    for (k, cells) in sets.iter().enumerate() {
        let at = |reason: Reason| Reason::from(format!("set {}: {reason}", k + 1));
        almost_locked(state, cells).map_err(at)?;
    }
    let is_closed = sets.len() == 2 && commons.len() == 2;
    ensure(is_closed || commons.len() + 1 == sets.len(), "not one common between two sets")?;
    ensure(commons.windows(2).all(|two| two[0] != two[1]), "two commons in a row are one digit")?;
    for (k, &Digit(digit)) in commons.iter().enumerate() {
        let pair = [&sets[k][..], &sets[(k + 1) % sets.len()]];
        let apart = pair[0].iter().all(|cell| !pair[1].contains(cell));
        ensure(apart, "two neighbours share a cell")?;
        ensure(is_common(state, pair, digit), "a common is not one of two neighbours")?;
    }
    let (first, last) = (&sets[0], &sets[sets.len() - 1]);
    let is_one_common = |digit: u8| commons.contains(&Digit(digit));
    let gone = |target: &Candidate| match is_closed {
        true if !is_one_common(target.digit) => sees(state, first, *target) || sees(state, last, *target),
        true => sees(state, first, *target) && sees(state, last, *target),
        false => {
            let ends = [commons.first(), commons.last()];
            let is_end = ends.into_iter().flatten().any(|&Digit(digit)| digit == target.digit);
            !is_end && sees(state, first, *target) && sees(state, last, *target)
        }
    };
    ensure(claim.targets()?.iter().all(gone), "a target does not see what the ends have in common")
}

/// Each of the digits, of which the stem has one, has a set that loses it then, and so has the digit of the
/// target. One cell has one of its digits; cells of a house have one of any digits if the others are fewer
/// than the cells.
pub(super) fn blossom(claim: &Claim, Blossom { stem, petals }: &Blossom) -> Checked<()> {
    claim.shows(&[Clause::Blossom, Clause::WideBlossom])?;
    let state = claim.state;
    let digits = digits_of_house(state, stem)?;
    let fits = match claim.clause {
        Clause::Blossom => stem.len() == 1,
        _ => stem.len() > 1 && digits.len() > stem.len() + 1,
    };
    ensure(fits, "the stem is not of as many cells as the rule has, or of too few digits")?;
    claim.has_size(stem.len())?;
    let stated: Vec<u8> = petals.iter().map(|(Digit(digit), _)| *digit).collect();
    let has_one = different(&stated) && stated.len() + stem.len() > digits.len();
    ensure(has_one, "the stem need not have one of the digits of the petals")?;
    for (Digit(digit), cells) in petals {
        almost_locked(state, cells)?;
        let own = places(state, stem, *digit);
        let is_lost = !own.is_empty() && own.iter().all(|one| sees(state, cells, *one));
        ensure(is_lost, "a digit of the stem is not lost by its petal")?;
        for target in claim.targets()? {
            let is_other = target.digit != *digit;
            ensure(is_other && sees(state, cells, *target), "a target does not see all of a petal")?;
        }
    }
    Ok(())
}

/// With the target each digit of the other cell would take from some set a second one; or it is the same
/// digit, and the cells see each other.
pub(super) fn aligned_pair(claim: &Claim, AlignedPair { cells, sets }: &AlignedPair) -> Checked<()> {
    claim.is_of(&[Clause::AlignedPair])?;
    let state = claim.state;
    let held = cells.map(|cell| state.candidates(cell));
    let open = cells.iter().zip(&held).all(|(&cell, held)| kind(cell) == RC && !held.is_empty());
    ensure(open && cells[0] != cells[1], "they are not two cells without value")?;
    for set in sets {
        almost_locked(state, set)?;
    }
    let excluded = |target: &Candidate| {
        let Some(own) = held.iter().position(|held| held.contains(target)) else { return false };
        held[1 - own].iter().all(|other| match other.digit == target.digit {
            true => linked(*other, *target),
            false => sets.iter().any(|set| sees(state, set, *target) && sees(state, set, *other)),
        })
    };
    ensure(claim.targets()?.iter().all(excluded), "a target goes with a digit of the other cell")
}
