//! Alternating chains and rings, with groups and without, by their definitions (docs/theory.md, "Players'
//! techniques"): all nodes, all links, and the length of the shortest chain between two nodes.

use super::rectangles::ways;
use super::unique::{extras, rectangles};
use super::{Proved, linked, open, variables};
use std::collections::{BTreeMap, BTreeSet};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House};

pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    let net = match rule {
        "aic" | "nice-loop" => Net::of(grid, false, false, &[]),
        "grouped-aic" | "grouped-nice-loop" => Net::of(grid, true, false, &[]),
        "als-aic" | "als-nice-loop" => Net::of(grid, true, true, &[]),
        "bug-aic" | "bug-nice-loop" => {
            let counts = 2..=9;
            Net::of(grid, true, true, &counts.flat_map(|count| extras(count, grid)).collect::<Vec<_>>())
        }
        "ur-aic" | "ur-nice-loop" => return Some(of_rectangles(rule, size, grid, grid)),
        _ => return None,
    };
    Some(net.proved(rule, size))
}

/// Returns what chains and rings with unique rectangles prove in a state of a puzzle that began as `first`.
pub fn of_rectangles(rule: &str, size: usize, first: &Grid, grid: &Grid) -> Proved {
    let is_undecided = |corners: &[Cell; 4]| corners.iter().all(|&cell| !grid.placed().contains(cell));
    let all = rectangles(first, grid).into_iter().filter(|(corners, _)| is_undecided(corners));
    let guardians: Vec<Vec<Candidate>> = all
        .flat_map(|([p, q, r, s], pair)| {
            [[[p, q], [r, s]], [[q, r], [s, p]]].into_iter().flat_map(move |[one, other]| {
                let both = ways(grid, other, pair);
                ways(grid, one, pair).into_iter().flat_map(move |(_, guardians)| {
                    both.clone().into_iter().map(move |(_, more)| [&guardians[..], &more].concat())
                })
            })
        })
        .collect();
    Net::of(grid, true, true, &guardians).proved(rule, size)
}

/// Divides guardians into the candidates of a digit or of a cell, and the rest, which are of one digit or in
/// one cell.
fn sides(guardians: &[Candidate]) -> Vec<[Vec<Candidate>; 2]> {
    let is_node = |all: &[Candidate]| {
        let is_one = |of: fn(&Candidate) -> usize| all.iter().all(|one| of(one) == of(&all[0]));
        !all.is_empty() && (is_one(|one| one.digit.index()) || is_one(|one| one.cell.index()))
    };
    let by_digit = |one: Candidate| guardians.iter().partition(move |other| other.digit == one.digit);
    let by_cell = |one: Candidate| guardians.iter().partition(move |other| other.cell == one.cell);
    let all = guardians.iter().flat_map(|&one| [by_digit(one), by_cell(one)]);
    all.filter(|(one, other): &(Vec<Candidate>, Vec<Candidate>)| is_node(one) && is_node(other))
        .map(|(one, other)| [one, other])
        .collect()
}

impl Net {
    fn proved(&self, rule: &str, size: usize) -> Proved {
        if rule.ends_with("aic") { self.chains(size) } else { self.rings(size) }
    }
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
    /// Makes the net; in each of `guarded` a candidate is true.
    fn of(grid: &Grid, grouped: bool, with_sets: bool, guarded: &[Vec<Candidate>]) -> Net {
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
        let mut guarded: Vec<_> = guarded.iter().flat_map(|guardians| sides(guardians)).collect();
        guarded.iter_mut().flatten().for_each(|side| side.sort_unstable());
        nodes.extend(guarded.iter().flatten().cloned());
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
        for side in &guarded {
            let [a, b] = [0, 1].map(|k| nodes.binary_search(&side[k]).unwrap());
            strong[a].insert(b);
            strong[b].insert(a);
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
