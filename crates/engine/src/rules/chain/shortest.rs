//! Reach of chains without t-candidates from one target: the walks (see [`Walks`](crate::graph::Walks)) ahead
//! of each candidate.

use crate::evidence::families::{LinkedFamily, Z};
use crate::graph::{Bits, Graph};

/// Left-linking or right-linking candidates: first with no z-candidates in earlier variables, second with
/// some in one earlier variable, for families that allow one such variable.
type SideSets<const C: usize> = [Bits<C>; 2];

/// Relation between left-linking and right-linking candidates in the variables of walks on one target. It may
/// hold too much, but only pairs that lead to the target by an end that a shorter walk has.
struct Relation<'a, const C: usize> {
    /// Right-linking candidates for each left-linking one.
    plain: &'a [Bits<C>],
    paired: Bits<C>,
    /// Further pairs if candidates linked to the target are ignored: the left-linking candidates of a
    /// variable, and a right-linking one for all of them but itself.
    with_z: Vec<(Bits<C>, usize)>,
    /// Left-linking candidates of variables that can be the last.
    last: Bits<C>,
    /// Candidates allowed in walks.
    among: Bits<C>,
    /// Variables in which candidates linked to the target are ignored.
    z: Z,
}

impl<'a, const C: usize> Relation<'a, C> {
    /// Builds the relation for walks on `z` of at most `limit` variables.
    fn new<const V: usize>(graph: &'a Graph<C, V>, family: LinkedFamily, z: usize, limit: usize) -> Self {
        let linked = graph.link[z];
        let mut among = Bits::FULL;
        if family.one_digit {
            among = graph.digits()[graph.labels[z].digit.index()];
        }
        let plain = &graph.pairs().partners[..];
        let ends = linked & graph.pairs().paired;
        let mut last = ends.iter().fold(Bits::EMPTY, |all, end| all | plain[end]);
        let mut with_z = Vec::new();
        // Whether a variable before the last may ignore such candidates.
        let inside = limit > 2 || matches!(family.z, Z::First | Z::Always);
        if family.z != Z::Never {
            with_z.reserve(graph.labels.len() / 2);
            // At most three candidates of another variable are linked to the target.
            let near = (graph.touch(z) - graph.vars[z]) & graph.few();
            for v in near.iter() {
                let cands = graph.cands[v];
                let rest = cands - linked;
                let count = rest.len();
                if count <= 2 && inside {
                    let lefts = if count == 2 { rest } else { cands };
                    with_z.extend(rest.iter().map(|right| (lefts, right)));
                }
                if matches!(family.z, Z::Later | Z::Always) && count < 2 {
                    last |= if count == 0 { cands } else { rest };
                }
            }
        }
        Relation { plain, paired: graph.pairs().paired, with_z, last, among, z: family.z }
    }

    /// Returns the right-linking candidates of the `k`-th variable, given its left-linking ones.
    fn step(&self, lefts: &SideSets<C>, k: usize) -> SideSets<C> {
        let ignoring = match self.z {
            Z::Never | Z::OnceInside => false,
            Z::First => k == 1,
            Z::Later => k > 1,
            Z::Always => true,
        };
        let first = self.follow(&lefts[0], ignoring);
        let mut second = Bits::EMPTY;
        if self.z == Z::OnceInside {
            second = self.follow(&lefts[1], false);
            if k > 1 {
                second |= self.follow(&lefts[0], true);
            }
        }
        [first, second]
    }

    /// Returns the right-linking candidates for the left-linking candidates `lefts`.
    fn follow(&self, lefts: &Bits<C>, ignoring: bool) -> Bits<C> {
        let lefts = *lefts & self.among;
        let paired = (lefts & self.paired).iter();
        let mut rights = paired.fold(Bits::EMPTY, |all, left| all | self.plain[left]);
        if ignoring {
            for &(of, right) in &self.with_z {
                let mut others = of & lefts;
                others.remove(right);
                if !others.is_empty() {
                    rights.insert(right);
                }
            }
        }
        rights
    }
}

/// Returns the candidates that can be left-linking in the last variable of a chain without t-candidates on
/// `z`.
pub(super) fn lasts<const C: usize, const V: usize>(
    graph: &Graph<C, V>, family: LinkedFamily, z: usize,
) -> Bits<C> {
    Relation::new(graph, family, z, 2).last
}

/// Returns the candidates that can be right-linking in the first variable of a chain on `z`.
pub(super) fn starts<const C: usize, const V: usize>(
    graph: &Graph<C, V>, family: LinkedFamily, z: usize,
) -> Bits<C> {
    let linked = graph.link[z];
    let paired = (linked & graph.pairs().paired).iter();
    let mut rights = paired.fold(Bits::EMPTY, |all, left| all | graph.pairs().partners[left]);
    if matches!(family.z, Z::First | Z::Always) {
        for v in (graph.touch(z) - graph.vars[z]).iter() {
            let rest = graph.cands[v] - linked;
            if rest.len() == 1 {
                rights |= rest;
            }
        }
    }
    rights.remove(z);
    rights
}

/// Ways ahead for chains of some length on one target.
pub(super) struct Ahead<const C: usize> {
    /// Right-linking candidates that can follow each candidate inside a chain.
    next: Vec<Bits<C>>,
    /// `levels[k]`: the right-linking candidates from which k more variables lead to an end.
    levels: Vec<SideSets<C>>,
}

impl<const C: usize> Ahead<C> {
    pub(super) fn new<const V: usize>(
        graph: &Graph<C, V>, family: LinkedFamily, z: usize, size: usize,
    ) -> Self {
        let relation = Relation::new(graph, family, z, size);
        let all = 0..graph.labels.len();
        let after = |c: usize, used: bool| match used {
            false => relation.step(&[graph.link[c], Bits::EMPTY], 2),
            true => relation.step(&[Bits::EMPTY, graph.link[c]], 2),
        };
        let nexts: Vec<[SideSets<C>; 2]> = all.clone().map(|c| [after(c, false), after(c, true)]).collect();
        let ends = all.clone().filter(|&c| graph.link[c].intersects(&relation.last)).collect();
        let mut levels = vec![[Bits::EMPTY; 2], [ends; 2]];
        for k in 2..size {
            let before: SideSets<C> = levels[k - 1];
            let leads = |c: &usize, used: usize| {
                let [plain, with_z] = nexts[*c][used];
                plain.intersects(&before[0]) || with_z.intersects(&before[1])
            };
            let from = |used| all.clone().filter(|c| leads(c, used)).collect();
            levels.push([from(0), from(1)]);
        }
        let next = nexts.iter().map(|[[plain, with_z], _]| *plain | *with_z).collect();
        Ahead { next, levels }
    }

    /// Whether `left` more variables can lead from `right` to an end without any of the candidates `used`;
    /// `z_used` says whether the one variable with z-candidates has been used.
    pub(super) fn leads_on(&self, right: usize, z_used: bool, left: usize, used: &Bits<C>) -> bool {
        if !self.levels[left][usize::from(z_used)].contains(right) {
            return false;
        }
        let mut here: Bits<C> = [right].into_iter().collect();
        for _ in 1..left {
            here = here.iter().fold(Bits::EMPTY, |all, c| all | self.next[c]) - *used;
        }
        here.intersects(&(self.levels[1][0] | self.levels[1][1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::families::{Chains, TABLES};
    use crate::graph::{Shortest, Space, Walks, size_of};
    use crate::grid::{Grid, exhaust, parse_puzzle};

    fn links<const C: usize, const V: usize>(graph: &Graph<C, V>, set: &Bits<C>) -> Bits<C> {
        set.iter().fold(Bits::EMPTY, |all, c| all | graph.link[c])
    }

    /// Returns the length of the shortest walk on `z`, searched up to `limit` variables: the twin of
    /// [`Walks`] for a single target.
    fn shortest<const C: usize, const V: usize>(
        graph: &Graph<C, V>, family: LinkedFamily, z: usize, limit: usize,
    ) -> Shortest {
        let begins_with_a_pair = !matches!(family.z, Z::First | Z::Always);
        if begins_with_a_pair && !graph.link[z].intersects(&graph.pairs().paired) {
            return Shortest::Over(usize::MAX);
        }
        let relation = Relation::new(graph, family, z, limit);
        let mut lefts = [graph.link[z] & relation.among, Bits::EMPTY];
        let mut seen: SideSets<C> = [Bits::EMPTY; 2];
        for k in 1..=limit {
            if (lefts[0] | lefts[1]).intersects(&relation.last) {
                return Shortest::Of(k);
            }
            if k == limit {
                return Shortest::Over(limit);
            }
            let next = relation.step(&lefts, k);
            for layer in 0..2 {
                lefts[layer] = (links(graph, &next[layer]) & relation.among) - seen[layer];
                seen[layer] |= lefts[layer];
            }
            if (lefts[0] | lefts[1]).is_empty() {
                break;
            }
        }
        Shortest::Over(usize::MAX)
    }

    #[test]
    fn walks_side_by_side_equal_walks_on_each_target() {
        let mut graph = Graph::<4, 4>::default();
        // Number of shortest walks of 3 to 9 variables, for each family.
        let mut lengths = std::collections::BTreeMap::new();
        let lines = include_str!("../../../../../datasets/random-10k.txt").lines().step_by(300);
        for line in lines {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            exhaust(&mut grid);
            assert!(size_of(&grid) <= (256, 64));
            for family in TABLES.iter().copied().flatten() {
                let Chains::Linked(linked) = family.chains else { continue };
                for &space in family.spaces {
                    let mut all = Graph::<4, 4>::default();
                    all.build(&grid, Space::All);
                    graph.narrow(&all, space);
                    let mut walks = Walks::default();
                    let having: Vec<Bits<4>> =
                        (0..=9).map(|n| walks.within(&all, linked, space, n)).collect();
                    for z in 0..graph.labels.len() {
                        let shortest = shortest(&graph, linked, z, usize::MAX);
                        for (n, having) in having.iter().enumerate() {
                            assert_eq!(having.contains(z), shortest.is_within(n), "{line} {z} {n}");
                        }
                        if let Shortest::Of(n @ 3..) = shortest {
                            *lengths.entry(family.info.name).or_insert(0) += usize::from(n < 10);
                        }
                    }
                }
            }
        }
        let names = ["bivalue-chain", "z-chain", "xy", "hxy", "hxyz", "c", "nrc", "nrcz", "typed-z-chain"];
        assert!(names.iter().all(|name| lengths.get(name).is_some_and(|&long| long > 0)), "{lengths:?}");
    }
}
