//! Continuous nice loops: rings of alternating strong and weak links. One of the two nodes at a weak link is
//! true, so candidates that see both are false.
//!
//! If a ring passes through an almost locked set, one of the two digits by which it passes is absent, so all
//! other digits of the set are locked.
//!
//! One step is the joint proof of rings that have weak links in common; mostly there is only one such ring.

use super::net::{Backtrack, LayeredReach};
use super::search::{LinkKinds, ways};
use super::{LinkNode, StrongReason, strong};
use crate::budget::Within;
use crate::evidence::{Evidence, Strong};
use crate::grid::{Candidates, Cells, Grid};
use crate::rule::Findings;
use crate::rules::als;
use crate::state::State;
use std::collections::BTreeSet;

pub(in crate::rules) fn find(of: LinkKinds, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, all) = ways(of, state);
    let Some(ways) = all.first_mut() else { return Ok(()) };
    _ = ways.ends(size.into());
    let net = &ways.net;
    let rings = Rings { ways, size: size.into() };
    let sets = if of.has_sets() { rings.locked(grid) } else { Vec::new() };
    let groups = rings.together();
    let is_met = |set: &&RingSet| groups.iter().any(|links| links.contains(&set.closed));
    let met: BTreeSet<u128> = sets.iter().filter(is_met).map(|set| set.cells.bits()).collect();
    let all: BTreeSet<u128> = sets.iter().map(|set| set.cells.bits()).collect();
    let with_sets = groups.into_iter().map(|links| {
        let own: Vec<&RingSet> = sets.iter().filter(|set| links.contains(&set.closed)).collect();
        (links, own)
    });
    // Sets in rings whose weak links are all in shorter rings, too.
    let by_themselves = all.difference(&met).map(|&cells| {
        (Vec::new(), sets.iter().filter(|set| set.cells.bits() == cells).collect::<Vec<&RingSet>>())
    });
    for (links, own) in with_sets.chain(by_themselves) {
        let targets = |&WeakLink { a, b }: &WeakLink| net.nodes[a].targets(&net.nodes[b], grid);
        let gone = links.iter().map(targets).chain(own.iter().map(|set| set.targets));
        let all = gone.fold(Candidates::EMPTY, |mut all, own| {
            all.extend(&own);
            all
        });
        found.eliminate(&all, || Evidence::Rings(rings.evidence(&links, &own, grid)));
    }
    Ok(())
}

/// Numbers of two nodes that are not both true, the lower one first.
#[derive(Clone, Copy, PartialEq)]
struct WeakLink {
    a: usize,
    b: usize,
}

/// Almost locked set in a ring: the set holds exactly one of the two digits by which the ring passes, and so
/// all other digits of the set.
struct RingSet {
    cells: Cells,
    /// Nodes of the two digits, then the first and the last node of the rest of the ring, from the second
    /// digit to the first.
    way: [usize; 4],
    /// Weak link that closes the ring.
    closed: WeakLink,
    targets: Candidates,
}

/// Rings of one size.
struct Rings<'a> {
    ways: &'a LayeredReach,
    size: usize,
}

impl Rings<'_> {
    /// Lists the weak links that are in rings of size `self.size` and in no shorter rings, grouped by common
    /// rings.
    fn together(&self) -> Vec<Vec<WeakLink>> {
        let net = &self.ways.net;
        let all = (0..net.nodes.len()).flat_map(|a| net.weak(a).iter().map(move |&b| WeakLink { a, b }));
        let closes = |&WeakLink { a, b }: &WeakLink| a < b && self.ways.length(a, b) == Some(self.size);
        let mut left: Vec<WeakLink> = all.filter(closes).collect();
        let mut groups = Vec::new();
        while let Some(first) = left.pop() {
            let mut group = vec![first];
            let mut at = 0;
            while at < group.len() {
                let of_ring = |other: &mut WeakLink| self.share_a_ring(group[at], *other);
                let more: Vec<WeakLink> = left.extract_if(.., of_ring).collect();
                group.extend(more);
                at += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a ring of size `self.size` contains both links: leads from one link to the other, and back.
    fn share_a_ring(&self, one: WeakLink, other: WeakLink) -> bool {
        let ring = |x: usize, y: usize| {
            let (there, back) = (self.ways.length(one.a, x), self.ways.length(y, one.b));
            there.zip(back).is_some_and(|(there, back)| there + back == self.size)
        };
        ring(other.a, other.b) || ring(other.b, other.a)
    }

    /// Finds the sets that are in rings of size `self.size`, and in no shorter rings by the same digits, and
    /// whose other digits eliminate something. Each set is listed once for each weak link at the first digit.
    fn locked(&self, grid: &Grid) -> Vec<RingSet> {
        let net = &self.ways.net;
        let mut all = Vec::new();
        for (cells, places) in als::places(grid) {
            for (&(one, from), &(other, to)) in
                places.iter().flat_map(|one| places.iter().map(move |other| (one, other)))
            {
                let mut targets = Candidates::EMPTY;
                for &(digit, own) in places.iter().filter(|own| own.0 != one && own.0 != other) {
                    targets.0[digit] = grid.open_plane(digit) & LinkNode::new(digit, own).seen;
                }
                let (Some(p), Some(q)) = (net.at(one, from), net.at(other, to)) else { continue };
                if one == other || targets.is_empty() {
                    continue;
                }
                let lengths = |&x: &usize| {
                    let all = net.weak(q).iter();
                    let all = all.filter_map(move |&y| Some((self.ways.length(y, x)?, y)));
                    all.min().map(|(length, y)| (length + 1, y, x))
                };
                let ways: Vec<_> = net.weak(p).iter().filter_map(lengths).collect();
                let shortest = ways.iter().map(|way| way.0).min();
                let ways = ways.into_iter().filter(|way| Some(way.0) == shortest);
                all.extend(ways.filter(|way| way.0 == self.size).map(|(_, y, x)| {
                    let closed = WeakLink { a: p.min(x), b: p.max(x) };
                    RingSet { cells, way: [p, q, y, x], closed, targets }
                }));
            }
        }
        all
    }

    /// Lists rings that contain all these links, if they eliminate something, and all the sets.
    fn evidence(&self, links: &[WeakLink], sets: &[&RingSet], grid: &Grid) -> Vec<Vec<Strong>> {
        let net = &self.ways.net;
        let mut rings = Vec::new();
        let mut known: Vec<[usize; 2]> = Vec::new();
        let mut walk = Backtrack::default();
        let number = |node| net.nodes.iter().position(|other| *other == node).unwrap_or(0);
        for &WeakLink { a, b } in links {
            let removes = !net.nodes[a].targets(&net.nodes[b], grid).is_empty();
            if !removes || known.contains(&[a, b]) {
                continue;
            }
            walk.from(net, a, self.size);
            let ring = walk.chain(net, b);
            let ends = ring.iter().map(|(_, from, to)| [number(*from), number(*to)]);
            let ends: Vec<[usize; 2]> = ends.collect();
            for (k, [_, to]) in ends.iter().enumerate() {
                let [next, _] = ends[(k + 1) % ends.len()];
                known.push([next.min(*to), next.max(*to)]);
            }
            rings.push(ring.iter().map(|(by, from, to)| strong(*by, from, to)).collect());
        }
        for RingSet { cells, way: [p, q, y, x], .. } in sets {
            let first = strong(StrongReason::Set(*cells), &net.nodes[*p], &net.nodes[*q]);
            let turned = Strong { from: first.to.clone(), to: first.from.clone(), ..first.clone() };
            if rings.iter().flatten().all(|link: &Strong| *link != first && *link != turned) {
                walk.from(net, *y, self.size - 1);
                let rest = walk.chain(net, *x);
                let rest = rest.iter().map(|(by, from, to)| strong(*by, from, to));
                rings.push([first].into_iter().chain(rest).collect());
            }
        }
        rings
    }
}
