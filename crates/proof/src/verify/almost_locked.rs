//! Almost locked sets (docs/theory.md, "Players' techniques"): if one digit is in none of the cells, all
//! other digits are.

use super::state::{RC, State, different, distinct, house_cells, kind, linked};
use super::{Checked, Claim, Reason, ensure};
use crate::evidence::{AlignedPair, AlmostLocked, Blossom, Clause};
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// Returns the digits of cells of a house, which must be one more than the cells.
pub(super) fn almost_locked(state: &State, cells: &[Variable]) -> Checked<Vec<Digit>> {
    let digits = digits_of_house(state, cells)?;
    ensure(digits.len() == cells.len() + 1, "the cells have not one digit more than they are")?;
    Ok(digits)
}

/// Returns the digits of cells, which must be in one house.
fn digits_of_house(state: &State, cells: &[Variable]) -> Checked<Vec<Digit>> {
    ensure(!cells.is_empty() && different(cells), "a cell comes twice, or there is none")?;
    let is_open = |&cell: &Variable| kind(cell) == RC && !state.candidates(cell).is_empty();
    ensure(cells.iter().all(is_open), "something is no cell without value")?;
    let labels: Vec<Candidate> = cells.iter().flat_map(|&cell| state.candidates(cell)).collect();
    let are_in = |own: [Cell; 9]| labels.iter().all(|label| own.contains(&label.cell));
    let in_house = House::all().map(house_cells).any(are_in);
    ensure(in_house, "the cells are not in one house")?;
    Ok(distinct(labels.iter().map(|label| label.digit)))
}

/// Checks cells of two houses with as many digits as cells, four or five by the rule. All places of each
/// digit but one see each other, so that each of these digits is in at most one of the cells; so the last
/// digit is in one, too.
pub(super) fn bent(claim: &Claim, cells: &[Variable], digit: Digit) -> Checked<()> {
    claim.is_of(&[Clause::Bent])?;
    let state = claim.state;
    let count = cells.len() == claim.number && different(cells);
    ensure(count, "there are not as many cells as the rule has")?;
    let is_open = |&cell: &Variable| kind(cell) == RC && !state.candidates(cell).is_empty();
    ensure(cells.iter().all(is_open), "something is no cell without value")?;
    let labels: Vec<Candidate> = cells.iter().flat_map(|&cell| state.candidates(cell)).collect();
    let digits = distinct(labels.iter().map(|label| label.digit));
    ensure(digits.len() == cells.len(), "the cells have not as many digits as they are")?;
    let are_in = |one: [Cell; 9], other: [Cell; 9]| {
        labels.iter().all(|label| one.contains(&label.cell) || other.contains(&label.cell))
    };
    let houses = || House::all().map(house_cells);
    let in_two = houses().any(|one| houses().any(|other| are_in(one, other)));
    ensure(in_two, "the cells are not in two houses")?;
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

fn places(state: &State, cells: &[Variable], digit: Digit) -> Vec<Candidate> {
    let all = cells.iter().flat_map(|&cell| state.candidates(cell));
    all.filter(|one| one.digit == digit).collect()
}

/// Whether both sets have the digit, and each place of the digit in one set sees each of its places in the
/// other.
fn is_common(state: &State, [one, other]: [&[Variable]; 2], digit: Digit) -> bool {
    let [one, other] = [one, other].map(|cells| places(state, cells, digit));
    let all = one.iter().all(|&a| other.iter().all(|&b| linked(a, b)));
    !one.is_empty() && !other.is_empty() && all
}

/// Whether the cells have places of the target's digit, and the target sees all of them.
fn sees(state: &State, cells: &[Variable], target: Candidate) -> bool {
    let own = places(state, cells, target.digit);
    !own.is_empty() && own.iter().all(|&one| linked(one, target))
}

/// Checks a chain of two sets, three, or more, as the rule requires; or two sets with two commons.
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
    for (k, &digit) in commons.iter().enumerate() {
        let pair = [&sets[k][..], &sets[(k + 1) % sets.len()]];
        let apart = pair[0].iter().all(|cell| !pair[1].contains(cell));
        ensure(apart, "two neighbours share a cell")?;
        ensure(is_common(state, pair, digit), "a common is not one of two neighbours")?;
    }
    let (first, last) = (&sets[0], &sets[sets.len() - 1]);
    let gone = |target: &Candidate| match is_closed {
        true if !commons.contains(&target.digit) => sees(state, first, *target) || sees(state, last, *target),
        true => sees(state, first, *target) && sees(state, last, *target),
        false => {
            let ends = [commons.first(), commons.last()];
            let is_end = ends.into_iter().flatten().any(|&digit| digit == target.digit);
            !is_end && sees(state, first, *target) && sees(state, last, *target)
        }
    };
    ensure(claim.targets()?.iter().all(gone), "a target does not see what the ends have in common")
}

/// Checks a blossom. The stem has at least one of the digits of the petals: always if it is one cell with all
/// its digits, and for cells of a house if their other digits are fewer than the cells. Each petal, an almost
/// locked set, loses its digit if the stem has it, and so holds the digits of the targets.
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
    let stated: Vec<Digit> = petals.iter().map(|(digit, _)| *digit).collect();
    let has_one = different(&stated) && stated.len() + stem.len() > digits.len();
    ensure(has_one, "the stem need not have one of the digits of the petals")?;
    for (digit, cells) in petals {
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

/// Checks that the target goes with no digit of the other cell: both would take a digit each from the same
/// set, or they are the same digit, and the cells see each other.
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
