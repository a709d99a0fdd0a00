//! Chains of alternating strong and weak links, and remote pairs (docs/theory.md, "Players' techniques").
//!
//! ```text
//!   a = b - c = d      a strong link: a or b; a weak one: not both b and c. So a or d
//! ```

use super::state::{BN, CN, RC, RN, State, are_same, block, different, is_in, kind, linked};
use super::{Checked, Claim, Reason, almost_locked::almost_locked, bug_plus, deadly, ensure};
use crate::evidence::{Clause, Strong};
use crate::grid::{Candidate, Cell, Digit, notation::Variable};

/// Whether each candidate of one side is linked to each candidate of the other.
fn all_linked(one: &[Candidate], other: &[Candidate]) -> bool {
    one.iter().all(|&a| other.iter().all(|&b| linked(a, b)))
}

fn same_digit(all: &[Candidate]) -> bool {
    all.iter().all(|one| one.digit == all[0].digit)
}

/// Checks strong links, and that each link is weakly linked to the previous link.
fn in_a_row(&Claim { state, clause, .. }: &Claim, links: &[Strong]) -> Checked<()> {
    let may_be_deadly = matches!(clause, Clause::DeadlyLinks | Clause::DeadlyRings);
    for (k, link) in links.iter().enumerate() {
        let at = |reason: Reason| Reason::from(format!("link {}: {reason}", k + 1));
        let is_of_rule = may_be_deadly || !link.assumes_unique();
        ensure(is_of_rule, "the rule has no links by uniqueness").map_err(at)?;
        strong(state, link).map_err(at)?;
        let before = k.checked_sub(1).map(|k| &links[k].to);
        let joined = before.is_none_or(|to| all_linked(to, &link.from));
        ensure(joined, "it is not linked to the one before").map_err(at)?;
    }
    Ok(())
}

/// Checks rings: the last link is linked to the first, too. Candidates linked to both sides of any weak link
/// are false.
pub(super) fn rings(claim: &Claim, rings: &[Vec<Strong>]) -> Checked<()> {
    ensure(!rings.is_empty(), "there is no ring")?;
    for ring in rings {
        in_a_row(claim, ring)?;
        claim.has_size(ring.len())?;
        let [Strong { from: first, .. }, .., Strong { to: last, .. }] = &ring[..] else {
            return Err("there are not two links".into());
        };
        ensure(all_linked(last, first), "the last link is not linked to the first")?;
        match claim.clause {
            Clause::Rings => ensure(ring.iter().all(is_single), "a side is not one candidate")?,
            Clause::GroupedRings => no_sets(ring)?,
            _ => claim.shows(&[Clause::RingsOfSets, Clause::DeadlyRings])?,
        }
    }
    let gone = |target: &Candidate| {
        rings.iter().any(|ring| {
            let next = ring.iter().cycle().skip(1);
            let mut weak = ring.iter().zip(next).map(|(link, next)| [&link.to, &next.from]);
            weak.any(|sides| sides.into_iter().all(|side| all_linked(&[*target], side)))
                || ring.iter().any(|link| is_locked_out(claim.state, link, *target))
        })
    };
    ensure(claim.targets()?.iter().all(gone), "a target is not linked to both sides of a link")
}

/// Checks that there are no almost locked sets of several cells among the links.
fn no_sets(links: &[Strong]) -> Checked<()> {
    ensure(links.iter().all(|link| link.by.len() == 1), "a link is by an almost locked set")
}

/// Whether the target is linked to all places of its digit in the almost locked set of a ring's link, and
/// neither side of the link has that digit: the set lacks just one digit, which is the digit of one side.
fn is_locked_out(state: &State, link: &Strong, target: Candidate) -> bool {
    let Strong { by, from, to, .. } = link;
    let held = by.iter().flat_map(|&cell| state.candidates(cell));
    let places: Vec<Candidate> = held.filter(|one| one.digit == target.digit).collect();
    let is_other = from[0].digit != target.digit && to[0].digit != target.digit;
    let is_set = by.iter().all(|&cell| kind(cell) == RC) && by.len() > 1 && !link.assumes_unique();
    is_set && is_other && !places.is_empty() && all_linked(&[target], &places)
}

fn is_single(link: &Strong) -> bool {
    link.by.len() == 1 && link.from.len() == 1 && link.to.len() == 1
}

/// Chains that may prove a value.
const AICS: [Clause; 4] = [Clause::Links, Clause::GroupedLinks, Clause::LinksOfSets, Clause::DeadlyLinks];

/// Checks a chain of the shape that its rule requires. Candidates linked to both ends are false.
pub(super) fn links(claim: &Claim, links: &[Strong]) -> Checked<()> {
    let [Strong { from: first, .. }, .., Strong { to: last, .. }] = links else {
        return Err("there are not two links".into());
    };
    in_a_row(claim, links)?;
    claim.has_size(links.len())?;
    shape(claim.clause, claim.state, links)?;
    if claim.clause == Clause::GroupedLinks {
        no_sets(links)?;
    }
    if claim.eliminates.is_empty() && AICS.contains(&claim.clause) {
        // The value is true if it is false.
        let value = claim.value()?;
        return ensure([first, last].iter().all(|end| **end == [value]), "the ends are not the value");
    }
    let gone = |target: &Candidate| all_linked(&[*target], first) && all_linked(&[*target], last);
    ensure(claim.targets()?.iter().all(gone), "a target is not linked to both ends")
}

/// Checks a strong link: the two sides together are all places of a digit in a house; or they are all places
/// of two digits in cells that have one digit more than cells; or all guardians of a deadly pattern.
fn strong(state: &State, link: &Strong) -> Checked<()> {
    let Strong { by, from, to, .. } = link;
    let sides = [from, to];
    ensure(sides.iter().all(|side| !side.is_empty() && different(side)), "a side is not a set")?;
    ensure(
        sides.into_iter().flatten().all(|&one| state.has(one)),
        "it names something that is no candidate",
    )?;
    if link.assumes_unique() {
        return guarded(state, link);
    }
    ensure(sides.iter().all(|side| same_digit(side)), "a side is of two digits")?;
    match by[..] {
        [variable] if kind(variable) != RC => {
            ensure(!state.is_solved(variable), "the variable has a value")?;
            let inside = sides.into_iter().flatten().all(|&one| is_in(one, variable));
            ensure(inside, "a side is not in the variable")?;
            let all = state.candidates(variable);
            let named = all.iter().all(|one| from.contains(one) || to.contains(one));
            ensure(named, "a candidate of the variable is on neither side")
        }
        _ => {
            let digits = almost_locked(state, by)?;
            let places = |side: &[Candidate]| {
                let mut all = by.iter().flat_map(|&cell| state.candidates(cell));
                let own = all.by_ref().filter(|one| one.digit == side[0].digit);
                are_same(own, side.iter().copied())
            };
            let is_whole = sides.iter().all(|side| digits.contains(&side[0].digit) && places(side));
            ensure(is_whole, "a side is not all places of a digit in the cells")?;
            ensure(from[0].digit != to[0].digit, "both sides are one digit")
        }
    }
}

/// Checks that the two sides together are the guardians of a unique rectangle, or the candidates without
/// which there would be a grave.
fn guarded(state: &State, Strong { by, digits, from, to }: &Strong) -> Checked<()> {
    let sides = [&from[..], to].concat();
    let Ok(digits) = <[Digit; 2]>::try_from(&digits[..]) else {
        ensure(digits.is_empty() && different(&sides), "not two digits, or a candidate on both sides")?;
        return ensure(bug_plus::is_grave(state, &sides)?, "without the two sides a variable has not two");
    };
    let guardians = deadly::guardians(state, digits, by)?;
    ensure(are_same(guardians, sides), "the two sides are not the guardians of the rectangle")
}

/// Function from a cell to its row or column.
type LineOf = fn(Cell) -> usize;

/// Whether both arms of the block are in lines, across each other, and the pair begins in the line of the
/// second arm.
fn crosses(hinge: &Strong, pair: &Strong) -> bool {
    let (row, column): (LineOf, LineOf) = (Cell::row, Cell::column);
    let (along, across) = if kind(pair.by[0]) == RN { (row, column) } else { (column, row) };
    let in_line =
        |side: &[Candidate], line: LineOf| side.iter().all(|one| line(one.cell) == line(side[0].cell));
    let enters = across(pair.from[0].cell) == across(hinge.to[0].cell);
    in_line(&hinge.from, along) && in_line(&hinge.to, across) && enters
}

/// Checks that the links have the shape that the rule requires.
fn shape(clause: Clause, state: &State, links: &[Strong]) -> Checked<()> {
    let kinds: Vec<usize> = links.iter().map(|link| link.by.first().map_or(RC, |&by| kind(by))).collect();
    let of_digit = |link: &Strong| link.from[0].digit == links[0].from[0].digit;
    let one_digit = links.iter().all(of_digit) && !kinds.contains(&RC);
    let all_single = links.iter().all(is_single);
    let cell = |side: &[Candidate]| side[0].cell;
    let line = if kinds[0] == RN { Cell::column } else { Cell::row };
    let holds = match (clause, links) {
        (Clause::Skyscraper, [one, other]) => {
            let sides = matches!(kinds[..], [RN, RN] | [CN, CN]);
            let joined = line(cell(&one.to)) == line(cell(&other.from));
            let is_fish = line(cell(&one.from)) == line(cell(&other.to));
            one_digit && all_single && sides && joined && !is_fish
        }
        (Clause::TwoStringKite, [one, other]) => {
            let sides = matches!(kinds[..], [RN, CN] | [CN, RN]);
            let joined = block(cell(&one.to)) == block(cell(&other.from));
            one_digit && all_single && sides && joined
        }
        (Clause::TurbotFish, [_, _]) => one_digit && all_single && kinds.contains(&BN),
        (Clause::EmptyRectangle, [hinge, pair]) => {
            let sides = kinds[0] == BN && matches!(kinds[1], RN | CN) && is_single(pair);
            let has_three = state.candidates(hinge.by[0]).len() > 2;
            one_digit && sides && has_three && crosses(hinge, pair)
        }
        (Clause::Links, _) => all_single,
        (Clause::GroupedLinks | Clause::LinksOfSets | Clause::DeadlyLinks, _) => true,
        (Clause::LinksOfDigit, _) => one_digit && all_single,
        (Clause::LinksOfCells, _) => kinds.iter().all(|&kind| kind == RC) && all_single,
        (Clause::WWing | Clause::GroupedWWing, [one, pair, other]) => {
            let ends = [&one.from, &one.to, &other.to, &other.from].map(|side| side[0].digit);
            let same = ends[0] == ends[2] && ends[1] == ends[3] && pair.from[0].digit == ends[1];
            let has_places = match clause {
                Clause::WWing => is_single(pair),
                _ => pair.from.len() + pair.to.len() > 2,
            };
            let are_cells = kinds[0] == RC && kinds[1] != RC && kinds[2] == RC;
            are_cells && is_single(one) && is_single(other) && has_places && same
        }
        (Clause::MWing | Clause::SWing | Clause::LWing | Clause::HWing, [_, second, third]) => {
            let is_cell = [0, 1, 2].map(|k| kinds[k] == RC);
            let one_digit = second.from[0].digit == third.from[0].digit;
            let named = match (clause, is_cell) {
                (Clause::MWing, [true, false, false]) => !one_digit,
                (Clause::HWing, [true, false, false]) => one_digit,
                (Clause::HWing, [true, true, false]) => true,
                (Clause::SWing, [false, true, false]) => true,
                _ => clause == Clause::LWing && is_cell == [false; 3],
            };
            let all: Vec<Candidate> = links.iter().flat_map(|link| [link.from[0], link.to[0]]).collect();
            all_single && named && different(&all)
        }
        _ => false,
    };
    ensure(holds, "the links are not those of the rule")
}

/// Checks an even number of cells with the same two digits, where each cell is linked to the next: the ends
/// hold different digits.
pub(super) fn remote_pair(claim: &Claim, cells: &[Variable]) -> Checked<()> {
    claim.is_of(&[Clause::RemotePair])?;
    ensure(cells.len() >= 4 && cells.len().is_multiple_of(2), "not four cells, six, or more")?;
    ensure(different(cells), "a cell comes twice")?;
    let held: Vec<Vec<Candidate>> = cells.iter().map(|&cell| claim.state.candidates(cell)).collect();
    let of_pair = |own: &Vec<Candidate>| {
        let digits = |list: &[Candidate]| list.iter().map(|one| one.digit).collect::<Vec<_>>();
        own.len() == 2 && digits(own) == digits(&held[0])
    };
    ensure(cells.iter().all(|&cell| kind(cell) == RC), "something is no cell")?;
    ensure(held.iter().all(of_pair), "the cells have not the same two digits")?;
    ensure(held.windows(2).all(|two| linked(two[0][0], two[1][0])), "a cell is not seen by the one before")?;
    let sees = |target: &Candidate, end: &[Candidate]| {
        end.iter().any(|&one| linked(*target, one) && one.digit == target.digit)
    };
    // Two cells an odd number of links apart differ; neighbours see nothing that a naked pair leaves.
    let is_between = |target: &Candidate| {
        let mut pairs = (0..held.len()).flat_map(|k| (k + 3..held.len()).step_by(2).map(move |j| [k, j]));
        pairs.any(|pair| pair.iter().all(|&k| sees(target, &held[k])))
    };
    ensure(claim.targets()?.iter().all(is_between), "a target is not a digit of the pair that two cells see")
}
