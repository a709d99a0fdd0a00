//! XY- and XYZ-wings; W-wings and remote pairs, whose cells have the same two digits.

use super::{LinkNode, Sight, StrongReason, conclude};
use crate::budget::Within;
use crate::evidence::{Evidence, Link, Right};
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Returns the undecided cells with two digits.
pub(in crate::rules) fn bivalue(grid: &Grid) -> Cells {
    let (mut twice, mut thrice, mut once) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        thrice |= twice & plane;
        twice |= once & plane;
        once |= plane;
    }
    twice - thrice
}

/// Finds a pivot and two cells that see the pivot. The pivot has two digits, and may have a third digit that
/// both other cells have, too. Each of the other cells has a different one of the pivot's two digits, and the
/// digit that both cells have. A step is everything that three such cells eliminate.
pub(in crate::rules) fn xy_wings(with_third: bool, state: &State, found: &mut Findings) {
    let (grid, sight) = (state.grid(), Sight::of(state));
    let bare = bivalue(grid);
    let mut digits = [0u16; 81];
    for digit in Digit::all() {
        grid.open_plane(digit).for_each(|cell| digits[cell] |= digit.bit());
    }
    for pivot in !grid.placed() {
        let held = digits[pivot];
        if !(2..=2 + u32::from(with_third)).contains(&held.count_ones()) {
            continue;
        }
        // A wing has one digit of a pivot of two, or two of a pivot of three.
        let shares = |&cell: &Cell| (digits[cell] & held).count_ones() + 1 == held.count_ones();
        let near: Cells = (sight.seen_by_some(held, pivot) & bare).filter(shares).collect();
        for one in near {
            for other in near.filter(|&other| other > one) {
                let [a, b] = [digits[one], digits[other]];
                let common = a & b;
                // Each wing has its own digit of the pivot; a third digit of the pivot is in both.
                if common.count_ones() != 1 || held & !common != (a | b) & !common {
                    continue;
                }
                let digit = common.lowest();
                let of_pivot = held & common != 0;
                let [x, y] = [a, b].map(|its| (its & !common).lowest());
                if !sight.is_linked(Digit::new(x), pivot, one)
                    || !sight.is_linked(Digit::new(y), pivot, other)
                {
                    continue;
                }
                let see = |cell| sight.seen(Digit::new(digit), cell);
                let mut seen = grid.open_plane(Digit::new(digit)) & see(one) & see(other);
                if of_pivot {
                    seen &= see(pivot);
                }
                let mut targets = Candidates::EMPTY;
                targets.0[digit] = seen;
                found.eliminate(&targets, || {
                    let link = |from, cell, [left, right]: [usize; 2], has_third: bool| Link {
                        variables: vec![Variable::Cell(Cell::new(cell))],
                        left: Candidate::new(Digit::new(left), Cell::new(cell)),
                        from,
                        right: Right::Candidate(Candidate::new(Digit::new(right), Cell::new(cell))),
                        ignored: Vec::from_iter(
                            has_third.then_some((Candidate::new(Digit::new(digit), Cell::new(cell)), 0)),
                        ),
                    };
                    Evidence::Chain {
                        links: vec![
                            link(0, one.index(), [digit, x], false),
                            link(1, pivot.index(), [x, y], of_pivot),
                            link(2, other.index(), [y, digit], false),
                        ],
                    }
                });
            }
        }
    }
}

/// Lists the sets of two cells or more with the same two digits.
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

/// Finds two cells with the same two digits that do not see each other, and a house in which one of the
/// digits has two places, one seen by each.
pub(in crate::rules) fn w_wings(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, sight) = (state.grid(), Sight::of(state));
    for (digits, cells) in twins(grid) {
        for one in cells {
            for other in (cells - sight.seen_by_all(digits, one)).filter(|&other| other > one) {
                for joined in Digit::in_mask(digits) {
                    let removed = Digit::lowest(digits & !joined.bit());
                    let both = sight.seen(removed, one) & sight.seen(removed, other);
                    if grid.open_plane(removed).intersects(both) {
                        w_wing(grid, sight, [joined, removed], [one, other], found);
                    }
                }
            }
        }
    }
    Ok(())
}

fn w_wing(
    grid: &Grid, sight: Sight, [joined, removed]: [Digit; 2], [one, other]: [Cell; 2], found: &mut Findings,
) {
    for pair in sight.pairs(grid.open_plane(joined)) {
        for [a, b] in pair.both_ways() {
            if sight.seen(joined, one).contains(a) && sight.seen(joined, other).contains(b) {
                let end = |cell| StrongReason::Set(Cells::of(cell));
                let at = |digit, cell| sight.node(digit, cell);
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

/// Finds two cells with the same two digits that do not see each other, and a house in which one of the
/// digits has three places or more. Each place is seen by one of the two cells, but neither cell sees all
/// places.
pub(in crate::rules) fn grouped_w_wings(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let grid = state.grid();
    for (digits, cells) in twins(grid) {
        for one in cells {
            for other in (cells - one.peers()).filter(|&other| other > one) {
                for (joined, removed) in
                    Digit::in_mask(digits).flat_map(|a| Digit::in_mask(digits).map(move |b| (a, b)))
                {
                    let both = one.peers() & other.peers();
                    if joined != removed && grid.open_plane(removed).intersects(both) {
                        for house in House::all() {
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
    grid: &Grid, [joined, removed]: [Digit; 2], [one, other]: [Cell; 2], house: House, found: &mut Findings,
) {
    let places = grid.open_plane(joined) & house.cells();
    let [from, to] = [places & one.peers(), places - one.peers()];
    let is_split = !to.is_empty() && !places.is_subset(other.peers());
    if places.len() > 2 && is_split && !from.is_empty() && to.is_subset(other.peers()) {
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

/// Finds rows of four or more cells with the same two digits, an even number, in which each cell sees the
/// next cell. The two ends hold different digits, so cells that see both ends hold neither digit.
pub(in crate::rules) fn remote_pairs(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, sight) = (state.grid(), Sight::of(state));
    for (digits, cells) in twins(grid).into_iter().filter(|(_, cells)| cells.len() > 3) {
        let held = bits(digits).fold(Cells::EMPTY, |held, digit| held | grid.open_plane(Digit::new(digit)));
        let seen = |cell| sight.seen_by_all(digits, cell);
        for start in cells {
            // The cells by their distance from the start.
            let mut layers = vec![Cells::of(start)];
            let mut left = cells - Cells::of(start);
            loop {
                let last = layers[layers.len() - 1];
                let next = left & last.fold(Cells::EMPTY, |all, cell| all | seen(cell));
                if next.is_empty() {
                    break;
                }
                left -= next;
                layers.push(next);
                if layers.len() < 4 || layers.len() % 2 != 0 {
                    continue;
                }
                for end in next.filter(|&end| end > start) {
                    let both = seen(start) & seen(end);
                    if held.intersects(both) {
                        let mut targets = Candidates::EMPTY;
                        Digit::in_mask(digits).for_each(|d| targets.0[d] = grid.open_plane(d) & both);
                        found.eliminate(&targets, || remote_pair(&layers, end, seen));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Makes the evidence from the way back through the layers.
fn remote_pair(layers: &[Cells], end: Cell, seen: impl Fn(Cell) -> Cells) -> Evidence {
    let mut way = vec![end];
    for &layer in layers[..layers.len() - 1].iter().rev() {
        way.extend((layer & seen(way[way.len() - 1])).first());
    }
    way.reverse();
    Evidence::RemotePair(way.into_iter().map(Variable::Cell).collect())
}
