//! Chains of any number of strong links, searched breadth first: from each node, assumed false, to all nodes
//! that are then true.
//!
//! The size is the number of strong links. Two nodes are the ends of chains of a given size only if no
//! shorter chain joins the nodes, so the ends depend on the state only, not on the order in which links are
//! tried.

use super::net::{Backtrack, LayeredReach, LinkNet};
use super::{LinkNode, Sight, StrongLink, StrongReason, because, deadly};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{Candidate, Cells, Digit, Grid, House, HouseKind, bits};
use crate::rule::Findings;
use crate::rules::als;
use crate::state::State;

/// Kinds of strong links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum LinkKinds {
    /// Digits with two places in a house; one digit per chain.
    OneDigit,
    /// Cells with two digits.
    Cells,
    Both,
    /// Links of `Both`, and digits with all places of a house in two crossings of blocks and lines.
    Groups,
    /// Links of `Groups`, and two digits of an almost locked set.
    Sets,
    /// Links of `Sets`, and guardians of unique rectangles.
    Rectangles,
    /// Links of `Sets`, and the candidates without which the grid would be a grave.
    Graves,
}

impl LinkKinds {
    /// Whether links may be of almost locked sets.
    pub fn has_sets(self) -> bool {
        matches!(self, LinkKinds::Sets) || self.is_deadly()
    }

    /// Whether links may be of deadly patterns.
    fn is_deadly(self) -> bool {
        matches!(self, LinkKinds::Rectangles | LinkKinds::Graves)
    }
}

/// Finds chains of one digit, or of cells, and eliminates the candidates linked to both ends.
pub(in crate::rules) fn find(of: LinkKinds, state: &mut State, size: u8, found: &mut Findings) -> Within {
    each(of, state, size, |grid, net, start, end| {
        if start < end {
            let targets = net.nodes[start].targets(&net.nodes[end], grid);
            found.eliminate(&targets, || chain(net, start, end, size));
        }
    });
    Ok(())
}

/// Finds alternating inference chains: eliminates the candidates linked to both ends unless the ends are
/// linked to each other (such a chain is a ring), and asserts a node that is true if it is false.
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

/// Visits the ends of the chains of the given `size`.
fn each(of: LinkKinds, state: &mut State, size: u8, mut found: impl FnMut(&Grid, &LinkNet, usize, usize)) {
    let (grid, all) = ways(of, state);
    for ways in all {
        let ends: Vec<(usize, usize)> = ways.ends(size.into()).collect();
        ends.into_iter().for_each(|(start, end)| found(grid, &ways.net, start, end));
    }
}

/// Reach in the nets of each kind of links, for the kinds requested so far.
#[derive(Default)]
struct ReachCache([Option<Vec<LayeredReach>>; 7]);

/// Returns the reach in the nets of a kind of links, shared by all sizes.
pub(super) fn ways(of: LinkKinds, state: &mut State) -> (&Grid, &mut Vec<LayeredReach>) {
    let deadly = match (of, of.is_deadly().then(|| state.one_solution()).flatten()) {
        (LinkKinds::Rectangles, Some(one)) => deadly::in_rectangles(&one, state),
        (LinkKinds::Graves, Some(one)) => deadly::in_graves(&one, state.grid()),
        _ => Vec::new(),
    };
    let board = state.board().cloned();
    let (grid, known) = state.remember(|_| ReachCache::default());
    let new = || nets(of, grid, Sight(board.as_deref()), deadly).into_iter().map(LayeredReach::new).collect();
    (grid, known.0[of as usize].get_or_insert_with(new))
}

fn chain(net: &LinkNet, start: usize, end: usize, size: u8) -> Evidence {
    let mut walk = Backtrack::default();
    walk.from(net, start, size.into());
    because(&walk.chain(net, end))
}

/// Makes the nets of a kind of links; `deadly` are the links by deadly patterns.
fn nets(of: LinkKinds, grid: &Grid, sight: Sight, deadly: Vec<StrongLink>) -> Vec<LinkNet> {
    let in_houses = |digit| sight.in_houses(grid, digit);
    let in_cells = || sight.in_cells(grid);
    match of {
        LinkKinds::OneDigit => Digit::all().map(|digit| LinkNet::new(in_houses(digit))).collect(),
        LinkKinds::Cells => vec![LinkNet::new(in_cells())],
        LinkKinds::Both => {
            let houses = Digit::all().flat_map(in_houses);
            vec![LinkNet::new(houses.chain(in_cells()))]
        }
        _ => {
            let houses = Digit::all().flat_map(in_houses);
            let groups = Digit::all().flat_map(|digit| in_groups(grid, digit));
            let grouped = houses.chain(groups).chain(in_cells());
            match of.has_sets() {
                true => vec![LinkNet::new(grouped.chain(in_sets(grid)).chain(deadly))],
                false => vec![LinkNet::new(grouped)],
            }
        }
    }
}

impl<'a> Sight<'a> {
    /// Links the two places of a digit in each house that has two.
    pub(super) fn in_houses(self, grid: &Grid, digit: Digit) -> impl Iterator<Item = StrongLink> + use<'a> {
        let link = move |pair: super::ConjugatePair| {
            let [a, b] = pair.places.map(|cell| self.node(digit, cell));
            (StrongReason::House(pair.house), a, b)
        };
        self.pairs(grid.open_plane(digit)).into_iter().map(link)
    }

    /// Links the digits of each cell that has two.
    pub(super) fn in_cells(self, grid: &Grid) -> impl Iterator<Item = StrongLink> {
        super::wings::bivalue(grid).map(move |cell| {
            let mut ends = bits(grid.digits_of(cell)).map(|digit| self.node(Digit::new(digit), cell));
            let mut end = || ends.next().unwrap_or(self.node(Digit::new(0), cell));
            (StrongReason::Set(Cells::of(cell)), end(), end())
        })
    }
}

/// Links every two digits of an almost locked set of two cells or more.
fn in_sets(grid: &Grid) -> impl Iterator<Item = StrongLink> {
    als::places(grid).flat_map(|(cells, places)| {
        let nodes: Vec<LinkNode> =
            places.into_iter().map(|(digit, cells)| LinkNode::new(digit, cells)).collect();
        let pairs = (1..nodes.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
        pairs.map(|(j, k)| (StrongReason::Set(cells), nodes[j], nodes[k])).collect::<Vec<_>>()
    })
}

/// Finds houses with all places in two crossings with other houses: a line with two of its blocks; a block
/// with two rows, with two columns, or with one of each.
fn in_groups(grid: &Grid, digit: Digit) -> Vec<StrongLink> {
    let plane = grid.open_plane(digit);
    let mut links = Vec::new();
    for house in House::all() {
        let places = plane & house.cells();
        if places.len() < 2 {
            continue;
        }
        let parts: Vec<Cells> = match house.kind() {
            HouseKind::Block => House::lines().map(|line| places & line.cells()).collect(),
            _ => House::blocks().map(|block| places & block.cells()).collect(),
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
