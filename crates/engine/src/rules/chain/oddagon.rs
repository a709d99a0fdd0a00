//! Oddagons (docs/theory.md, "Oddagons").
//!
//! ```text
//!      C1 ── V1 ── C2          an odd number of candidates in a circle; if the target is true, each two
//!       \          /           neighbours are all that is left of a variable: they cannot alternate
//!       V3 ─ C3 ─ V2
//! ```

use crate::budget::{Budget, Within};
use crate::evidence::{Arc, Evidence};
use crate::graph::{Bits, Graph, GraphCache, Space, with_graph};
use crate::rule::Findings;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    if size.is_multiple_of(2) {
        return Ok(());
    }
    with_graph!(state, Space::All, |cache, budget| find_in(cache, size.into(), found, budget))
}

fn find_in<const C: usize, const V: usize>(
    cache: &GraphCache<C, V>, size: usize, found: &mut Findings, budget: &mut Budget,
) -> Within {
    let GraphCache { graph, truths, .. } = cache;
    let mut circle = Circle { graph, size, z: 0, budget, path: Vec::new() };
    for z in (0..graph.labels.len()).filter(|&z| !truths.contains(z)) {
        circle.z = z;
        if circle.close_any()? {
            let target = [graph.labels[z]].into_iter().collect();
            found.eliminate(&target, || circle.because());
        }
    }
    Ok(())
}

/// Walk around a circle; each candidate of the path has the variable that leads to the next.
struct Circle<'a, const C: usize, const V: usize> {
    graph: &'a Graph<C, V>,
    size: usize,
    z: usize,
    budget: &'a mut Budget,
    path: Vec<(usize, usize)>,
}

impl<const C: usize, const V: usize> Circle<'_, C, V> {
    /// Searches for a circle of `size` candidates that begins with the smallest.
    fn close_any(&mut self) -> Within<bool> {
        for first in 0..self.graph.labels.len() {
            self.path.clear();
            if first != self.z && self.extend(first, first)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn extend(&mut self, first: usize, last: usize) -> Within<bool> {
        self.budget.spend()?;
        for v in self.graph.vars[last].iter() {
            let cands = self.graph.cands[v];
            if cands.contains(self.z) || self.path.iter().any(|step| step.1 == v) {
                continue;
            }
            let mut others = cands - self.graph.link[self.z];
            others.remove(last);
            let nexts = match others.len() {
                0 => {
                    let mut linked = cands;
                    linked.remove(last);
                    linked
                }
                1 => others,
                _ => Bits::EMPTY,
            };
            self.path.push((last, v));
            for next in nexts.iter() {
                let closes = next == first && self.path.len() == self.size;
                if closes {
                    return Ok(true);
                }
                let fits = next > first
                    && self.path.len() < self.size
                    && !self.path.iter().any(|step| step.0 == next);
                if fits && self.extend(first, next)? {
                    return Ok(true);
                }
            }
            self.path.pop();
        }
        Ok(false)
    }

    fn because(&self) -> Evidence {
        let graph = self.graph;
        let arc = |k: usize| {
            let (left, v) = self.path[k];
            let right = self.path[(k + 1) % self.size].0;
            let others = graph.cands[v] - [left, right].into_iter().collect();
            Arc {
                variable: graph.variable(v),
                left: graph.labels[left],
                right: graph.labels[right],
                guardians: others.iter().map(|c| graph.labels[c]).collect(),
            }
        };
        Evidence::Circle { arcs: (0..self.size).map(arc).collect() }
    }
}
