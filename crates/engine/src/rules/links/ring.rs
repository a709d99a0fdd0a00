//! Continuous nice loops: rings of strong and weak links by turns. Of the nodes at a weak link one is true: what sees both
//! is false.
//!
//! One step is all that rings prove that have such links in common: mostly one ring.

use super::net::{Walk, Ways};
use super::search::{Of, ways};
use super::{Findings, strong};
use crate::budget::Within;
use crate::evidence::{Because, Strong};
use crate::graph::State;
use crate::grid::{Candidates, Grid};

pub(in crate::rules) fn find(of: Of, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, all) = ways(of, state);
    let Some(ways) = all.first_mut() else { return Ok(()) };
    _ = ways.ends(size.into());
    let net = &ways.net;
    let rings = Rings { ways, size: size.into() };
    for links in rings.together() {
        let targets = |&(a, b): &(usize, usize)| net.nodes[a].targets(&net.nodes[b], grid);
        let all = links.iter().map(targets).fold(Candidates::EMPTY, |mut all, own| {
            all.extend(&own);
            all
        });
        found.eliminate(&all, || Because::Rings(rings.evidence(&links, grid)));
    }
    Ok(())
}

/// The rings of a size.
struct Rings<'a> {
    ways: &'a Ways,
    size: usize,
}

impl Rings<'_> {
    /// The weak links of rings of the size, and none shorter; those together that are of a ring.
    fn together(&self) -> Vec<Vec<(usize, usize)>> {
        let weak = self.ways.net.weak.iter().enumerate();
        let all = weak.flat_map(|(a, others)| others.iter().map(move |&b| (a, b)));
        let closes = |&(a, b): &(usize, usize)| a < b && self.ways.length(a, b) == Some(self.size);
        let mut left: Vec<(usize, usize)> = all.filter(closes).collect();
        let mut groups = Vec::new();
        while let Some(first) = left.pop() {
            let mut group = vec![first];
            let mut at = 0;
            while at < group.len() {
                let of_ring = |&mut other: &mut (usize, usize)| self.share_a_ring(group[at], other);
                let more: Vec<(usize, usize)> = left.extract_if(.., of_ring).collect();
                group.extend(more);
                at += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a ring of the size has both links: from the one to the other, and from there back.
    fn share_a_ring(&self, (a, b): (usize, usize), (x, y): (usize, usize)) -> bool {
        let ring = |x: usize, y: usize| {
            let (there, back) = (self.ways.length(a, x), self.ways.length(y, b));
            there.zip(back).is_some_and(|(there, back)| there + back == self.size)
        };
        ring(x, y) || ring(y, x)
    }

    /// Rings that have all these links that remove something.
    fn evidence(&self, links: &[(usize, usize)], grid: &Grid) -> Vec<Vec<Strong>> {
        let net = &self.ways.net;
        let mut rings = Vec::new();
        let mut known: Vec<[usize; 2]> = Vec::new();
        let mut walk = Walk::default();
        let number = |node| net.nodes.iter().position(|other| *other == node).unwrap_or(0);
        for &(a, b) in links {
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
        rings
    }
}
