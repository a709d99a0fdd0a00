//! The controlled-bias generator (Berthier, *Unbiased statistics of a CSP*, 2009; PBCS 6.3). By definition:
//!
//! 1. choose a full grid, all equally likely;
//! 2. delete clues one at a time, each chosen at random among those left;
//! 3. if a deletion leaves several solutions, throw all away and go to 1;
//! 4. if the puzzle reached is minimal, output it.
//!
//! So each minimal puzzle with `n` clues of a grid comes with the chance 1/C(81,n): the clues left after 81 −
//! n deletions are any n with equal chances. That is all of the definition that the output knows of, and it
//! is kept here to the letter; but about one try in 250,000 succeeds, so the search goes another way,
//! upwards:
//!
//! ```text
//!   PREFIX clues at random             a puzzle with n clues has C(n,PREFIX) prefixes among C(81,PREFIX)
//!        │
//!   a clue set of i cells ──▶ an unavoidable set without clue: a b c d …
//!        │                    a puzzle has a clue in it; say, first in c: the child with c, with a and b
//!        │                    barred
//!        ├─ + a               each child lives with the chance ρ(i), which depends on i only
//!        ├─ + b, no a         (in fact every 1/ρ-th one lives, beginning at random)
//!        ⋮
//!   no such set left: a puzzle with one solution, kept if it is minimal
//! ```
//!
//! From each of its prefixes a minimal puzzle is reached on one path. With ρ(i) = (i + 1 − PREFIX)/(81 − i)
//! the chances along it are 1/C(81−PREFIX, n−PREFIX), and C(n,PREFIX)/C(81,PREFIX) times that is 1/C(81,n).
//! No puzzle has fewer than 17 clues, so other values for i < 17 change all chances by one factor. Which
//! unavoidable set is taken may depend on anything but the chances to come; so sets are learnt on the way.
//! What is cut off leads to no minimal puzzle: a redundant clue stays redundant when there are more.
//!
//! Puzzles found from one prefix, or of one grid, are akin. Therefore only each `THIN`-th of a grid is kept,
//! beginning at random. (Instead of that, prefixes of 16 clues: half as many puzzles a second, a quarter of
//! them still akin. Unavoidable sets made smaller where many children live: as many akin.)

use super::unavoidable::{Known, MASK, Mask, difference, digits_of, small_sets_by_size};
use super::{Random, uniform::uniform_grid};
use sudoscope_engine::brute;
use sudoscope_engine::grid::exhaust;
use sudoscope_engine::grid::{Candidate, Candidates, Cells, Grid};

/// Clues chosen at random before sets are looked at.
const PREFIX: usize = 15;
/// The fewest clues that a puzzle can have.
const FEWEST: usize = 17;
/// Chances are right up to this many clues (ρ < 1); no minimal puzzle with more than 40 is known.
const MOST: usize = 48;
/// From this many clues on singles are played, and every clue must be needed.
const SINGLES_FROM: usize = 18;
const NEEDED_FROM: usize = 22;
/// Searches on each grid.
const SEARCHES: u64 = 256;
/// See above.
const THIN: u64 = 4;

/// The puzzles of one grid, mostly none.
pub(super) fn controlled_bias(random: &mut Random) -> Vec<[Cells; 9]> {
    let Some((planes, times)) = uniform_grid(random) else { return Vec::new() };
    let mut turn = random.below(THIN);
    let mut search = BiasSearch::new(&planes);
    for _ in 0..times * SEARCHES {
        search.run(random);
    }
    let mut kept = search.found;
    kept.retain(|_| {
        turn += 1;
        turn.is_multiple_of(THIN)
    });
    kept.iter().map(|&clues| planes.map(|plane| plane & clues)).collect()
}

/// ρ(i), as a fraction.
fn chance(clues: usize) -> (u64, u64) {
    match clues {
        ..FEWEST => (1, 4),
        _ => (clues as u64 + 1 - PREFIX as u64, 81 - clues as u64),
    }
}

/// The children that live: every 1/ρ-th, beginning at random.
fn living(random: &mut Random, clues: usize, set: Cells) -> Cells {
    let (part, whole) = chance(clues);
    let mut sum = random.below(whole);
    set.filter(|_| {
        sum += part;
        let lives = sum >= whole;
        sum -= if lives { whole } else { 0 };
        lives
    })
    .collect()
}

/// Clues that may be part of a minimal puzzle.
#[derive(Clone)]
struct ClueNode {
    clues: Cells,
    /// Cells that get no clue below here: those of other children, and those decided by the clues.
    barred: Cells,
    /// Of the first `known` sets, those without clue and those with one.
    missed: Mask,
    once: Mask,
    known: usize,
    /// The clues as they came; and for each, a set in which it is the only one, when last looked.
    order: [u8; MOST],
    witness: [Cells; MOST],
}

/// The search on one grid.
struct BiasSearch {
    planes: [Cells; 9],
    grid: Grid,
    digits: [u8; 81],
    known: Known,
    found: Vec<Cells>,
    stack: Vec<ClueNode>,
}

impl BiasSearch {
    fn new(planes: &[Cells; 9]) -> BiasSearch {
        BiasSearch {
            planes: *planes,
            grid: Grid::from_clues(planes),
            digits: digits_of(planes),
            known: Known::of(&small_sets_by_size(planes)),
            found: Vec::new(),
            stack: Vec::new(),
        }
    }

    fn root(&self) -> ClueNode {
        ClueNode {
            clues: Cells::EMPTY,
            barred: Cells::EMPTY,
            missed: self.known.all(),
            once: [0; MASK],
            known: self.known.len(),
            order: [0; MOST],
            witness: [Cells::EMPTY; MOST],
        }
    }

    /// One prefix, and all that lives above it.
    fn run(&mut self, random: &mut Random) {
        let mut root = self.root();
        while root.clues.len() < PREFIX {
            let cell = random.below(81) as usize;
            if !root.clues.contains(cell) {
                self.add(&mut root, cell);
            }
        }
        self.climb(root, |clues, set| living(random, clues, set));
    }

    /// Looks at all nodes above this one. `living` says which of the cells of a set of candidates for the
    /// next clue live, by the number of clues so far.
    fn climb(&mut self, root: ClueNode, mut living: impl FnMut(usize, Cells) -> Cells) {
        self.stack.push(root);
        while let Some(mut node) = self.stack.pop() {
            let Some(set) = self.visit(&mut node) else { continue };
            let living = living(node.clues.len(), set);
            for cell in set {
                if living.contains(cell) {
                    let mut child = node.clone();
                    self.add(&mut child, cell);
                    self.stack.push(child);
                }
                node.barred.insert(cell);
            }
        }
    }

    /// The cells one of which must be the next clue: those that are not barred of a set without clue, a small
    /// one. Nothing where the search ends.
    fn visit(&mut self, node: &mut ClueNode) -> Option<Cells> {
        let clues = node.clues.len();
        self.known.refresh(node.clues, &mut node.known, &mut node.missed, &mut node.once);
        if clues < SINGLES_FROM {
            let set = self.known.smallest(&node.missed, node.barred, 4);
            if set.is_some() {
                return set;
            }
        }
        if clues >= MOST || clues >= NEEDED_FROM && !self.all_needed(node) {
            return None;
        }
        let mut grid = Grid::from_clues(&self.planes.map(|plane| plane & node.clues));
        exhaust(&mut grid);
        node.barred |= grid.placed();
        let set = self.known.smallest(&node.missed, node.barred, 1);
        let set = set.or_else(|| self.another(&grid).map(|set| set - node.barred));
        if set.is_none() && self.all_needed(node) {
            self.found.push(node.clues);
        }
        set
    }

    fn add(&self, node: &mut ClueNode, cell: usize) {
        node.order[node.clues.len()] = cell as u8;
        node.clues.insert(cell);
        node.barred.insert(cell);
        self.known.hit(cell, &mut node.missed, &mut node.once);
    }

    /// Whether every clue is the only one in some set.
    fn all_needed(&mut self, node: &mut ClueNode) -> bool {
        (0..node.clues.len()).all(|at| {
            let cell = node.order[at] as usize;
            let only = node.witness[at] & node.clues == Cells::of(cell);
            let witness = if only { Some(node.witness[at]) } else { self.witness(node, cell) };
            node.witness[at] = witness.unwrap_or_default();
            witness.is_some()
        })
    }

    /// A set in which this clue is the only one.
    fn witness(&mut self, node: &ClueNode, cell: usize) -> Option<Cells> {
        if let Some(set) = self.known.only(cell, &node.once) {
            return Some(set);
        }
        let clues = node.clues - Cells::of(cell);
        self.differing(Grid::from_clues(&self.planes.map(|plane| plane & clues)), cell)
    }

    /// A set without cell that the grid has decided; nothing if it has one solution.
    fn another(&mut self, grid: &Grid) -> Option<Cells> {
        let open = !grid.placed();
        let (count, last) = if open.is_empty() { (1, None) } else { brute::solutions(grid, 2) };
        if count == 1 {
            return None;
        }
        let other = last.filter(|last| (0..9).any(|digit| last.plane(digit) != self.planes[digit]));
        let other = other.or_else(|| brute::solutions(grid, 1).1)?;
        self.differing(*grid, difference(&self.planes, &other).first()?)
    }

    /// A set with this cell and without those decided: where a solution near by differs. It is learnt.
    fn differing(&mut self, mut grid: Grid, cell: usize) -> Option<Cells> {
        let own = Candidate::new(self.digits[cell] as usize, cell);
        grid.eliminate(&Candidates::from_iter([own]));
        let other = brute::solution_like(&grid, &self.grid)?;
        let set = difference(&self.planes, &other);
        self.known.learn(set);
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chances along a path, times those of the prefixes, are as 1/C(81,n): Berthier's factor between n
    /// and n + 1.
    #[test]
    fn chances_are_in_berthiers_proportion() {
        let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product::<f64>();
        let chance_of = |n: usize| {
            let path = (PREFIX..n).map(|i| chance(i).0 as f64 / chance(i).1 as f64);
            choose(n, PREFIX) / choose(81, PREFIX) * path.product::<f64>()
        };
        for n in FEWEST..MOST {
            let (ratio, factor) = (chance_of(n + 1) / chance_of(n), (n + 1) as f64 / (81 - n) as f64);
            assert!((ratio / factor - 1.0).abs() < 1e-9, "{n}");
        }
    }

    #[test]
    fn each_child_lives_with_its_chance() {
        let (mut random, mut lives) = (Random::of(1, 0), [0; 81]);
        let set = Cells::from_iter((0..81).step_by(7));
        for _ in 0..40_000 {
            living(&mut random, 22, set).for_each(|cell| lives[cell] += 1);
        }
        let (part, whole) = chance(22);
        for cell in set {
            let share = f64::from(lives[cell]) / 40_000.0;
            assert!((share - part as f64 / whole as f64).abs() < 0.01, "{cell}: {share}");
        }
    }

    /// Whatever is cut off, learnt and barred on the way: from a prefix of a minimal puzzle one path leads to
    /// it.
    #[test]
    fn every_minimal_puzzle_is_reached_once_from_every_prefix() {
        for index in 0..12 {
            let alone = std::array::from_fn(Cells::of);
            let puzzle = super::super::top_down::top_down(&mut Random::of(2, index), 0, &alone);
            let clues = puzzle.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
            let solution = brute::unique_solution(&Grid::from_clues(&puzzle)).unwrap();
            let mut search = BiasSearch::new(&std::array::from_fn(|digit| solution.plane(digit)));
            let mut random = Random::of(3, index);
            for _ in 0..40 {
                let mut order: Vec<usize> = clues.collect();
                random.shuffle(&mut order);
                let mut root = search.root();
                order[..PREFIX].iter().for_each(|&cell| search.add(&mut root, cell));
                search.climb(root, |_, set| set & clues);
                assert_eq!(search.found.drain(..).filter(|&found| found == clues).count(), 1);
            }
        }
    }
}
