//! Chains of any number of strong links, by breadth: from each node, taken as false, to all that is true
//! then.
//!
//! The size is the number of strong links. Two nodes are the ends of chains of exactly the size if they are
//! of no shorter ones: this depends on the state only, not on the order in which links are tried.

use super::net::{Backtrack, LayeredReach, LinkNet};
use super::{LinkNode, StrongReason, because, pairs};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{Candidate, Cells, Grid, HOUSES, bits};
use crate::rule::Findings;
use crate::rules::als;
use crate::state::State;

/// What is a strong link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum LinkKinds {
    /// A digit with two places in a house, one digit a chain.
    OneDigit,
    /// A cell with two digits.
    Cells,
    Both,
    /// Both; and a digit in a house whose places are in two crossings of blocks and lines.
    Groups,
    /// All these; and two digits of an almost locked set.
    Sets,
}

/// Chains of one digit, or of cells: what both ends see.
pub(in crate::rules) fn find(of: LinkKinds, state: &mut State, size: u8, found: &mut Findings) -> Within {
    each(of, state, size, |grid, net, start, end| {
        if start < end {
            let targets = net.nodes[start].targets(&net.nodes[end], grid);
            found.eliminate(&targets, || chain(net, start, end, size));
        }
    });
    Ok(())
}

/// Alternating inference chains: what both ends see, where these do not see each other (that is a ring); and
/// a node that is true if it is false.
pub(in crate::rules) fn aic(of: LinkKinds, state: &mut State, size: u8, found: &mut Findings) -> Within {
    each(of, state, size, |grid, net, start, end| {
        let (node, other) = (&net.nodes[start], &net.nodes[end]);
        let because = || chain(net, start, end, size);
        match node.cell() {
            Some(cell) if start == end => found.assert(Candidate::new(node.digit, cell), because),
            _ if start == end || start < end && !node.is_linked(other) => {
                found.eliminate(&node.targets(other, grid), because);
            }
            _ => {}
        }
    });
    Ok(())
}

/// The ends of the chains of the size.
fn each(of: LinkKinds, state: &mut State, size: u8, mut found: impl FnMut(&Grid, &LinkNet, usize, usize)) {
    let (grid, all) = ways(of, state);
    for ways in all {
        let ends: Vec<(usize, usize)> = ways.ends(size.into()).collect();
        ends.into_iter().for_each(|(start, end)| found(grid, &ways.net, start, end));
    }
}

/// The ways in the nets of each kind of links, of those that were asked for.
#[derive(Default)]
struct ReachCache([Option<Vec<LayeredReach>>; 5]);

/// Those of a kind: shared by all sizes.
pub(super) fn ways(of: LinkKinds, state: &mut State) -> (&Grid, &mut Vec<LayeredReach>) {
    let (grid, known) = state.remember(|_| ReachCache::default());
    let new = || nets(of, grid).into_iter().map(LayeredReach::new).collect();
    (grid, known.0[of as usize].get_or_insert_with(new))
}

fn chain(net: &LinkNet, start: usize, end: usize, size: u8) -> Evidence {
    let mut walk = Backtrack::default();
    walk.from(net, start, size.into());
    because(&walk.chain(net, end))
}

fn nets(of: LinkKinds, grid: &Grid) -> Vec<LinkNet> {
    match of {
        LinkKinds::OneDigit => (0..9).map(|digit| LinkNet::new(in_houses(grid, digit))).collect(),
        LinkKinds::Cells => vec![LinkNet::new(in_cells(grid))],
        LinkKinds::Both => {
            let houses = (0..9).flat_map(|digit| in_houses(grid, digit));
            vec![LinkNet::new(houses.chain(in_cells(grid)))]
        }
        LinkKinds::Groups | LinkKinds::Sets => {
            let houses = (0..9).flat_map(|digit| in_houses(grid, digit));
            let groups = (0..9).flat_map(|digit| in_groups(grid, digit));
            let grouped = houses.chain(groups).chain(in_cells(grid));
            match of {
                LinkKinds::Sets => vec![LinkNet::new(grouped.chain(in_sets(grid)))],
                _ => vec![LinkNet::new(grouped)],
            }
        }
    }
}

pub(super) fn in_houses(
    grid: &Grid, digit: usize,
) -> impl Iterator<Item = (StrongReason, LinkNode, LinkNode)> + use<> {
    let link = move |pair: super::ConjugatePair| {
        let [a, b] = pair.places.map(|cell| LinkNode::of(digit, cell));
        (StrongReason::House(pair.house), a, b)
    };
    pairs(grid.open_plane(digit)).into_iter().map(link)
}

pub(super) fn in_cells(grid: &Grid) -> impl Iterator<Item = (StrongReason, LinkNode, LinkNode)> {
    super::wings::bivalue(grid).map(|cell| {
        let mut ends = bits(grid.digits_of(cell)).map(|digit| LinkNode::of(digit, cell));
        let mut end = || ends.next().unwrap_or(LinkNode::of(0, cell));
        (StrongReason::Set(Cells::of(cell)), end(), end())
    })
}

/// Cells with one digit more than they are: each two of their digits.
fn in_sets(grid: &Grid) -> impl Iterator<Item = (StrongReason, LinkNode, LinkNode)> {
    als::places(grid).flat_map(|(cells, places)| {
        let nodes: Vec<LinkNode> =
            places.into_iter().map(|(digit, cells)| LinkNode::new(digit, cells)).collect();
        let pairs = (1..nodes.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
        pairs.map(|(j, k)| (StrongReason::Set(cells), nodes[j], nodes[k])).collect::<Vec<_>>()
    })
}

/// A house, and two other houses each crossing it, between which all places are: those in a line by its
/// blocks, those in a block by its rows, by its columns, or by one of each.
fn in_groups(grid: &Grid, digit: usize) -> Vec<(StrongReason, LinkNode, LinkNode)> {
    let plane = grid.open_plane(digit);
    let mut links = Vec::new();
    for (house, cells) in HOUSES.iter().enumerate() {
        let places = plane & *cells;
        if places.len() < 2 {
            continue;
        }
        let parts: Vec<Cells> = match house {
            0..18 => (18..27).map(|block| places & HOUSES[block]).collect(),
            _ => (0..18).map(|line| places & HOUSES[line]).collect(),
        };
        let parts: Vec<Cells> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        for (k, &one) in parts.iter().enumerate() {
            for &other in &parts[k + 1..] {
                let is_split = one | other == places && !one.is_subset(other) && !other.is_subset(one);
                if is_split {
                    let [one, other] = [one, other].map(|cells| LinkNode::new(digit, cells));
                    links.push((StrongReason::House(house), one, other));
                }
            }
        }
    }
    links
}
