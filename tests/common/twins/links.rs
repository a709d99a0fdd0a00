//! Alternating chains and rings, with groups and without, by their definitions (docs/theory.md, "Players'
//! techniques"): all nodes, all links, and the length of the shortest chain between two nodes.

use super::{Proved, linked, open, variables};
use std::collections::{BTreeMap, BTreeSet};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House};

pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    let net = match rule {
        "aic" | "nice-loop" => Net::of(grid, false, false),
        "grouped-aic" | "grouped-nice-loop" => Net::of(grid, true, false),
        "als-aic" | "als-nice-loop" => Net::of(grid, true, true),
        _ => return None,
    };
    Some(if rule.ends_with("aic") { net.chains(size) } else { net.rings(size) })
}

struct Net {
    candidates: Vec<Candidate>,
    nodes: Vec<Vec<Candidate>>,
    /// Nodes linked to each node.
    strong: Vec<BTreeSet<usize>>,
    weak: Vec<BTreeSet<usize>>,
    /// Almost locked sets of two or more cells, as the places of their digits.
    sets: Vec<BTreeMap<Digit, Vec<Candidate>>>,
}

impl Net {
    fn of(grid: &Grid, grouped: bool, with_sets: bool) -> Net {
        let candidates = open(grid);
        let mut nodes: BTreeSet<Vec<Candidate>> = candidates.iter().map(|&one| vec![one]).collect();
        // All places of a digit where a block crosses a row or a column.
        let lines: [fn(Cell) -> usize; 2] = [Cell::row, Cell::column];
        for line in lines.into_iter().filter(|_| grouped) {
            let part = |c: Candidate| (c.digit, line(c.cell), c.cell.block());
            for &one in &candidates {
                nodes.insert(candidates.iter().copied().filter(|&c| part(c) == part(one)).collect());
            }
        }
        let grouped: BTreeSet<Vec<Candidate>> = nodes.clone();
        // All places of a digit in a set: cells of a house that together have one digit more than there are
        // cells.
        let mut sets: Vec<BTreeMap<Digit, Vec<Candidate>>> = Vec::new();
        for house in House::all().map(House::cells).filter(|_| with_sets) {
            let cells: Vec<Cell> = (house - grid.placed()).collect();
            for some in (1..1_usize << cells.len()).filter(|some| some.count_ones() > 1) {
                let set: Cells = (0..cells.len()).filter(|k| some >> k & 1 == 1).map(|k| cells[k]).collect();
                let mut places = BTreeMap::<Digit, Vec<Candidate>>::new();
                for &one in candidates.iter().filter(|one| set.contains(one.cell)) {
                    places.entry(one.digit).or_default().push(one);
                }
                if places.len() == set.len() + 1 {
                    nodes.extend(places.values().cloned());
                    sets.push(places);
                }
            }
        }
        let nodes: Vec<Vec<Candidate>> = nodes.into_iter().collect();
        let mut strong = vec![BTreeSet::new(); nodes.len()];
        for (_, held) in variables(&candidates, &[0, 1, 2, 3]) {
            let inside =
                |node: &Vec<Candidate>| grouped.contains(node) && node.iter().all(|one| held.contains(one));
            let own: Vec<usize> = (0..nodes.len()).filter(|&k| inside(&nodes[k])).collect();
            for (&a, &b) in own.iter().flat_map(|a| own.iter().map(move |b| (a, b))) {
                // Neither node has all candidates, but both together do.
                let has = |k: usize, one: &Candidate| nodes[k].contains(one);
                let both = held.iter().all(|one| has(a, one) || has(b, one));
                let parts = [(a, b), (b, a)].iter().all(|&(p, q)| nodes[p].iter().any(|one| !has(q, one)));
                if both && parts {
                    strong[a].insert(b);
                }
            }
        }
        for (p, q) in sets.iter().flat_map(|all| all.values().flat_map(|p| all.values().map(move |q| (p, q))))
        {
            let [a, b] = [p, q].map(|node| nodes.binary_search(node).unwrap());
            if a != b {
                strong[a].insert(b);
            }
        }
        let are_weak =
            |a: &[Candidate], b: &[Candidate]| a.iter().all(|&one| b.iter().all(|&other| linked(one, other)));
        let near = |a: &Vec<Candidate>| {
            (0..nodes.len()).filter(|&b| are_weak(a, &nodes[b])).collect::<BTreeSet<usize>>()
        };
        let weak = nodes.iter().map(near).collect();
        Net { candidates, nodes, strong, weak, sets }
    }

    /// Returns for each node the number of strong links after which it is true if the start is false.
    fn lengths(&self, start: usize, most: usize) -> Vec<Option<usize>> {
        let mut lengths = vec![None; self.nodes.len()];
        let mut is_false = BTreeSet::from([start]);
        for length in 1..=most {
            let mut more = BTreeSet::<usize>::new();
            for &to in is_false.iter().flat_map(|&from| &self.strong[from]) {
                if lengths[to].is_none() {
                    lengths[to] = Some(length);
                    more.extend(&self.weak[to]);
                }
            }
            is_false.extend(more);
        }
        lengths
    }

    fn seen(&self, a: usize, b: usize) -> Vec<Candidate> {
        let all = || self.nodes[a].iter().chain(&self.nodes[b]);
        self.candidates.iter().copied().filter(|&z| all().all(|&one| linked(one, z))).collect()
    }

    fn chains(&self, size: usize) -> Proved {
        let mut proved = Proved::default();
        for start in 0..self.nodes.len() {
            for (end, length) in self.lengths(start, size).into_iter().enumerate() {
                if length != Some(size) || self.weak[start].contains(&end) {
                    continue;
                }
                match &self.nodes[start][..] {
                    [one] if start == end => proved.asserted.insert(*one),
                    _ => self.seen(start, end).into_iter().for_each(|z| proved.eliminated.insert(z)),
                }
            }
        }
        proved
    }

    /// Finds rings: a weak link between the two ends of a chain closes it.
    fn rings(&self, size: usize) -> Proved {
        let mut gone = Candidates::EMPTY;
        let lengths: Vec<_> = (0..self.nodes.len()).map(|k| self.lengths(k, size)).collect();
        for start in 0..self.nodes.len() {
            for (end, length) in lengths[start].iter().enumerate() {
                if *length == Some(size) && self.weak[start].contains(&end) {
                    self.seen(start, end).into_iter().for_each(|z| gone.insert(z));
                }
            }
        }
        // If a ring uses two digits of a set, the set's other digits are locked in the set.
        for places in &self.sets {
            for (p, q) in places.keys().flat_map(|p| places.keys().map(move |q| (p, q))) {
                let number = |digit: &Digit| self.nodes.binary_search(&places[digit]).unwrap();
                let (a, b) = (number(p), number(q));
                let back = |&x: &usize| self.weak[b].iter().filter_map(|&y| lengths[y][x]).min();
                let shortest = self.weak[a].iter().filter_map(back).min();
                if p == q || shortest != Some(size - 1) {
                    continue;
                }
                for (digit, own) in places.iter().filter(|(digit, _)| *digit != p && *digit != q) {
                    let all = self.candidates.iter().copied().filter(|z| z.digit == *digit);
                    let seen = all.filter(|&z| own.iter().all(|&one| linked(one, z)));
                    seen.for_each(|z| gone.insert(z));
                }
            }
        }
        Proved::false_ones(gone)
    }
}
