//! XY- and XYZ-wings; W-wings and remote pairs: cells with the same two digits.

use super::{LinkNode, StrongReason, conclude, pairs};
use crate::budget::Within;
use crate::evidence::{Evidence, Link, Right};
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// The undecided cells with two digits.
pub(in crate::rules) fn bivalue(grid: &Grid) -> Cells {
    let (mut twice, mut thrice, mut once) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        thrice |= twice & plane;
        twice |= once & plane;
        once |= plane;
    }
    twice - thrice
}

/// A pivot with two digits, or with one more that both others have too, and two cells that it sees, each with
/// another of the two and the digit that both have. A step is all that such three cells remove.
pub(in crate::rules) fn xy_wings(with_third: bool, grid: &Grid, found: &mut Findings) {
    let bare = bivalue(grid);
    let mut digits = [0u16; 81];
    for digit in 0..9 {
        grid.open_plane(digit).for_each(|cell| digits[cell] |= 1 << digit);
    }
    for pivot in !grid.placed() {
        let held = digits[pivot];
        if !(2..=2 + u32::from(with_third)).contains(&held.count_ones()) {
            continue;
        }
        // Each has one digit of two, or two of three.
        let shares = |&cell: &usize| (digits[cell] & held).count_ones() + 1 == held.count_ones();
        let near: Cells = (PEERS[pivot] & bare).filter(shares).collect();
        for one in near {
            for other in near.filter(|&other| other > one) {
                let [a, b] = [digits[one], digits[other]];
                let common = a & b;
                // Each has a digit of the pivot; a third one of this is theirs.
                if common.count_ones() != 1 || held & !common != (a | b) & !common {
                    continue;
                }
                let digit = common.trailing_zeros() as usize;
                let of_pivot = held & common != 0;
                let mut seen = grid.open_plane(digit) & PEERS[one] & PEERS[other];
                if of_pivot {
                    seen &= PEERS[pivot];
                }
                let mut targets = Candidates::EMPTY;
                targets.0[digit] = seen;
                let [x, y] = [a, b].map(|its| (its & !common).trailing_zeros() as usize);
                found.eliminate(&targets, || {
                    let link = |from, cell, [left, right]: [usize; 2], has_third: bool| Link {
                        variables: vec![Variable::Cell(cell as u8)],
                        left: Candidate::new(left, cell),
                        from,
                        right: Right::Candidate(Candidate::new(right, cell)),
                        ignored: Vec::from_iter(has_third.then_some((Candidate::new(digit, cell), 0))),
                    };
                    Evidence::Chain {
                        links: vec![
                            link(0, one, [digit, x], false),
                            link(1, pivot, [x, y], of_pivot),
                            link(2, other, [y, digit], false),
                        ],
                    }
                });
            }
        }
    }
}

/// The sets of two cells or more with the same two digits.
fn twins(grid: &Grid) -> Vec<(u16, Cells)> {
    let mut all: Vec<(u16, Cells)> = Vec::new();
    for cell in bivalue(grid) {
        let digits = grid.digits_of(cell);
        match all.iter_mut().find(|own| own.0 == digits) {
            Some((_, cells)) => cells.insert(cell),
            None => all.push((digits, Cells::of(cell))),
        }
    }
    all.retain(|(_, cells)| cells.len() > 1);
    all
}

/// Two such cells that do not see each other, and a house in which one of the digits has two places, one seen
/// by each.
pub(in crate::rules) fn w_wings(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (digits, cells) in twins(grid) {
        for one in cells {
            for other in (cells - PEERS[one]).filter(|&other| other > one) {
                for joined in bits(digits) {
                    let removed = (digits & !(1 << joined)).trailing_zeros() as usize;
                    let both = PEERS[one] & PEERS[other];
                    if grid.open_plane(removed).intersects(both) {
                        w_wing(grid, [joined, removed], [one, other], found);
                    }
                }
            }
        }
    }
    Ok(())
}

fn w_wing(grid: &Grid, [joined, removed]: [usize; 2], [one, other]: [usize; 2], found: &mut Findings) {
    for pair in pairs(grid.open_plane(joined)) {
        for [a, b] in pair.both_ways() {
            if PEERS[one].contains(a) && PEERS[other].contains(b) {
                let end = |cell| StrongReason::Set(Cells::of(cell));
                let at = LinkNode::of;
                conclude(
                    grid,
                    found,
                    &[
                        (end(one), at(removed, one), at(joined, one)),
                        (StrongReason::House(pair.house), at(joined, a), at(joined, b)),
                        (end(other), at(joined, other), at(removed, other)),
                    ],
                );
                return;
            }
        }
    }
}

/// Two such cells that do not see each other, and a house in which one of the digits has three places or
/// more, all seen by one of the cells or the other, not all by one.
pub(in crate::rules) fn grouped_w_wings(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (digits, cells) in twins(grid) {
        for one in cells {
            for other in (cells - PEERS[one]).filter(|&other| other > one) {
                for (joined, removed) in bits(digits).flat_map(|a| bits(digits).map(move |b| (a, b))) {
                    let both = PEERS[one] & PEERS[other];
                    if joined != removed && grid.open_plane(removed).intersects(both) {
                        for house in 0..27 {
                            grouped_w_wing(grid, [joined, removed], [one, other], house, found);
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

fn grouped_w_wing(
    grid: &Grid, [joined, removed]: [usize; 2], [one, other]: [usize; 2], house: usize, found: &mut Findings,
) {
    let places = grid.open_plane(joined) & HOUSES[house];
    let [from, to] = [places & PEERS[one], places - PEERS[one]];
    let is_split = !to.is_empty() && !places.is_subset(PEERS[other]);
    if places.len() > 2 && is_split && !from.is_empty() && to.is_subset(PEERS[other]) {
        let end = |cell| StrongReason::Set(Cells::of(cell));
        let at = LinkNode::of;
        conclude(
            grid,
            found,
            &[
                (end(one), at(removed, one), at(joined, one)),
                (StrongReason::House(house), LinkNode::new(joined, from), LinkNode::new(joined, to)),
                (end(other), at(joined, other), at(removed, other)),
            ],
        );
    }
}

/// An even number of such cells, four or more, each seen by the next: the ends are different, so what sees
/// both holds neither digit.
pub(in crate::rules) fn remote_pairs(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (digits, cells) in twins(grid).into_iter().filter(|(_, cells)| cells.len() > 3) {
        let held = bits(digits).fold(Cells::EMPTY, |held, digit| held | grid.open_plane(digit));
        for start in cells {
            // The cells by their distance from the start.
            let mut layers = vec![Cells::of(start)];
            let mut left = cells - Cells::of(start);
            loop {
                let last = layers[layers.len() - 1];
                let next = left & last.fold(Cells::EMPTY, |seen, cell| seen | PEERS[cell]);
                if next.is_empty() {
                    break;
                }
                left -= next;
                layers.push(next);
                if layers.len() < 4 || layers.len() % 2 != 0 {
                    continue;
                }
                for end in next.filter(|&end| end > start) {
                    let both = PEERS[start] & PEERS[end];
                    if held.intersects(both) {
                        let mut targets = Candidates::EMPTY;
                        bits(digits).for_each(|d| targets.0[d] = grid.open_plane(d) & both);
                        found.eliminate(&targets, || remote_pair(&layers, end));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The way back through the layers.
fn remote_pair(layers: &[Cells], end: usize) -> Evidence {
    let mut way = vec![end];
    for &layer in layers[..layers.len() - 1].iter().rev() {
        way.extend((layer & PEERS[way[way.len() - 1]]).first());
    }
    way.reverse();
    Evidence::RemotePair(way.into_iter().map(|cell| Variable::Cell(cell as u8)).collect())
}
