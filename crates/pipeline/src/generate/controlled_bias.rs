//! Controlled-bias generator (Berthier, *Unbiased statistics of a CSP*, 2009; PBCS 6.3). By definition:
//!
//! 1. choose a full grid, all equally likely;
//! 2. delete clues one at a time, each chosen at random among the clues left;
//! 3. if a deletion leaves several solutions, discard everything and go to 1;
//! 4. if the puzzle reached is minimal, output it.
//!
//! So each minimal puzzle with `n` clues of a grid appears with probability 1/C(81,n): the clues left after
//! 81 − n deletions are any n with equal probability. The output depends on nothing else of the definition,
//! and this property holds exactly here; but as only about one try in 250,000 succeeds, the search runs the
//! other way, upwards:
//!
//! ```text
//!   PREFIX clues at random             a puzzle with n clues has C(n,PREFIX) prefixes among C(81,PREFIX)
//!        │
//!   a clue set of i cells ──▶ an unavoidable set without a clue: a b c d …
//!        │                    a puzzle has a clue in it; say, first in c: the child with c, where a and b
//!        │                    are barred
//!        ├─ + a               each child lives with probability ρ(i), which depends on i only
//!        ├─ + b, no a         (in fact every 1/ρ-th one lives, starting at random)
//!        ⋮
//!   no such set left: a puzzle with one solution, kept if it is minimal
//! ```
//!
//! Each minimal puzzle is reached from each of its prefixes on one path. With ρ(i) = (i + 1 − PREFIX)/(81 −
//! i) the probabilities along it multiply to 1/C(81−PREFIX, n−PREFIX), and C(n,PREFIX)/C(81,PREFIX) times
//! that is 1/C(81,n). No puzzle has fewer than 17 clues, so other values for i < 17 change all probabilities
//! by one factor. The choice of the unavoidable set may depend on anything but later random choices, so sets
//! can be learnt on the way. Pruned nodes lead to no minimal puzzle: a redundant clue stays redundant when
//! more clues are added.
//!
//! Puzzles found from one prefix, or of one grid, are similar. Therefore only each [`THIN`]-th puzzle of a
//! grid is kept, starting at random, unless another number is asked for. (Tried instead: prefixes of 16
//! clues gave half as many puzzles a second, a quarter of them still similar. Making unavoidable sets
//! smaller where many children live left as many similar puzzles.)

use super::unavoidable::{Hits, Known, difference, digits_of, small_sets_by_size};
use super::{Random, reduce::is_single, uniform::uniform_grid};
use sudoscope_engine::brute;
use sudoscope_engine::grid::exhaust;
use sudoscope_engine::grid::{Candidate, Candidates, Cells, Grid};
use sudoscope_engine::grid::{Cell, Digit};

/// Number of clues chosen at random before unavoidable sets are used.
const PREFIX: usize = 15;
/// Fewest clues of a puzzle with one solution.
const FEWEST: usize = 17;
/// Limit on clues: probabilities are right up to here (ρ < 1); no minimal puzzle with more than 40 is known.
const MOST: usize = 48;
/// Clue counts from which singles are played, and from which a node ends if a clue is a single of the others.
/// Whether a clue is needed beyond that is asked at the end only: the solver would take more time than the
/// nodes that it prunes.
const SINGLES_FROM: usize = 22;
const NEEDED_FROM: usize = 20;
/// Searches on each grid.
const SEARCHES: u64 = 256;
/// Default of [`super::Recipe::thin`].
pub const THIN: u64 = 4;

/// Returns puzzles of one random grid, mostly none; of those found one in `thin`.
pub(super) fn controlled_bias(random: &mut Random, thin: u64) -> Vec<[Cells; 9]> {
    let Some((planes, times)) = uniform_grid(random) else { return Vec::new() };
    let mut turn = random.below(thin);
    let mut search = BiasSearch::new(&planes);
    for _ in 0..times * SEARCHES {
        search.run(random);
    }
    let mut kept = search.found;
    kept.retain(|_| {
        turn += 1;
        turn.is_multiple_of(thin)
    });
    kept.iter().map(|&clues| planes.map(|plane| plane & clues)).collect()
}

/// Returns ρ(clues) as a fraction.
fn chance(clues: usize) -> (u64, u64) {
    match clues {
        ..FEWEST => (1, 4),
        _ => (clues as u64 + 1 - PREFIX as u64, 81 - clues as u64),
    }
}

/// Chooses the children that live: every 1/ρ-th, starting at random.
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

/// Set of clues that may be part of a minimal puzzle.
struct ClueNode {
    clues: Cells,
    /// Cells that get no clue below this node: cells of other children, and cells decided by the clues.
    barred: Cells,
    hits: Hits,
    /// Clues in the order they were added; for each, an unavoidable set of the grid, in which it was the only
    /// clue when last checked. Before that the set is of a node that had this memory.
    order: [Cell; MOST],
    witness: [Cells; MOST],
}

impl Default for ClueNode {
    fn default() -> ClueNode {
        ClueNode {
            clues: Cells::EMPTY,
            barred: Cells::EMPTY,
            hits: Hits::default(),
            order: [Cell::default(); MOST],
            witness: [Cells::EMPTY; MOST],
        }
    }
}

impl ClueNode {
    /// Makes this a copy of another node, as far as its memory is in use.
    fn copy(&mut self, other: &ClueNode) {
        (self.clues, self.barred) = (other.clues, other.barred);
        self.hits.copy(&other.hits);
        let clues = self.clues.len();
        self.order[..clues].copy_from_slice(&other.order[..clues]);
        self.witness[..clues].copy_from_slice(&other.witness[..clues]);
    }
}

/// Search on one grid.
struct BiasSearch {
    planes: [Cells; 9],
    grid: Grid,
    digits: [u8; 81],
    known: Known,
    found: Vec<Cells>,
    stack: Nodes,
    /// Memory for nodes.
    spare: Nodes,
}

/// Nodes move between the lists.
type Nodes = Vec<Box<ClueNode>>;

impl BiasSearch {
    fn new(planes: &[Cells; 9]) -> BiasSearch {
        BiasSearch {
            planes: *planes,
            grid: Grid::from_clues(planes),
            digits: digits_of(planes),
            known: Known::of(&small_sets_by_size(planes)),
            found: Vec::new(),
            stack: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Makes the node without clues.
    fn root(&mut self) -> Box<ClueNode> {
        let mut root = self.spare.pop().unwrap_or_default();
        (root.clues, root.barred) = (Cells::EMPTY, Cells::EMPTY);
        self.known.begin(&mut root.hits);
        root
    }

    /// Searches everything that lives above one random prefix.
    fn run(&mut self, random: &mut Random) {
        let mut root = self.root();
        while root.clues.len() < PREFIX {
            let cell = Cell::new(random.below(81) as usize);
            if !root.clues.contains(cell) {
                self.add(&mut root, cell);
            }
        }
        self.climb(root, |clues, set| living(random, clues, set));
    }

    /// Visits all nodes above `root`. `living` chooses the cells that live among the candidates for the next
    /// clue, given the number of clues so far.
    fn climb(&mut self, root: Box<ClueNode>, mut living: impl FnMut(usize, Cells) -> Cells) {
        self.stack.push(root);
        while let Some(mut node) = self.stack.pop() {
            let set = self.visit(&mut node).unwrap_or_default();
            let living = if set.is_empty() { set } else { living(node.clues.len(), set) };
            for cell in set {
                if living.contains(cell) {
                    let mut child = self.spare.pop().unwrap_or_default();
                    child.copy(&node);
                    self.add(&mut child, cell);
                    self.stack.push(child);
                }
                node.barred.insert(cell);
            }
            self.spare.push(node);
        }
    }

    /// Returns cells of which one must be the next clue: the cells of a small set without a clue, except the
    /// barred cells. Returns `None` if the search ends here.
    fn visit(&mut self, node: &mut ClueNode) -> Option<Cells> {
        let clues = node.clues.len();
        self.known.refresh(node.clues, &mut node.hits);
        if clues < SINGLES_FROM {
            let set = self.known.smallest(&node.hits, node.barred, 4);
            if set.is_some() {
                return set;
            }
        }
        if clues >= MOST || clues >= NEEDED_FROM && !self.may_be_needed(node) {
            return None;
        }
        let mut grid = Grid::from_clues(&self.planes.map(|plane| plane & node.clues));
        exhaust(&mut grid);
        node.barred |= grid.placed();
        let set = self.known.smallest(&node.hits, node.barred, 1);
        let set = set.or_else(|| self.another(&grid).map(|set| set - node.barred));
        if set.is_none() && self.all_needed(node) {
            self.found.push(node.clues);
        }
        set
    }

    fn add(&self, node: &mut ClueNode, cell: Cell) {
        node.order[node.clues.len()] = cell;
        node.clues.insert(cell);
        node.barred.insert(cell);
        self.known.hit(cell, &mut node.hits);
    }

    /// Whether every clue is the only one in a known set, or no single of the others.
    fn may_be_needed(&self, node: &mut ClueNode) -> bool {
        (0..node.clues.len())
            .all(|at| self.has_witness(node, at) || !self.is_single(node.clues, node.order[at]))
    }

    /// Whether every clue is the only one in some set.
    fn all_needed(&mut self, node: &mut ClueNode) -> bool {
        (0..node.clues.len()).all(|at| self.has_witness(node, at) || self.differs(node.clues, node.order[at]))
    }

    /// Whether a clue is the only one in a known set, which it then has as a witness.
    fn has_witness(&self, node: &mut ClueNode, at: usize) -> bool {
        let cell = node.order[at];
        if node.witness[at] & node.clues == Cells::of(cell) {
            return true;
        }
        let known = self.known.only(cell, &node.hits);
        node.witness[at] = known.unwrap_or(node.witness[at]);
        known.is_some()
    }

    fn is_single(&self, clues: Cells, cell: Cell) -> bool {
        is_single(&self.planes, clues - Cells::of(cell), cell, self.digit(cell))
    }

    /// Whether the other clues leave a cell undecided. If so, learns a set in which its clue is the only one.
    fn differs(&mut self, clues: Cells, cell: Cell) -> bool {
        if self.is_single(clues, cell) {
            return false;
        }
        let others = clues - Cells::of(cell);
        let mut grid = Grid::from_clues(&self.planes.map(|plane| plane & others));
        grid.eliminate(&Candidates::from_iter([Candidate::new(self.digit(cell), cell)]));
        self.learn(brute::solution_like(&grid, &self.grid)).is_some()
    }

    /// Finds a set of cells that the grid has not decided; `None` if the grid has one solution.
    fn another(&mut self, grid: &Grid) -> Option<Cells> {
        self.learn(brute::other_solution(grid, &self.grid))
    }

    /// Learns the set in which another solution differs.
    fn learn(&mut self, other: Option<Grid>) -> Option<Cells> {
        let set = difference(&self.planes, &other?);
        self.known.learn(set);
        Some(set)
    }

    fn digit(&self, cell: Cell) -> Digit {
        Digit::new(self.digits[cell].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probabilities along a path, times the probabilities of the prefixes, are proportional to
    /// 1/C(81,n): consecutive products differ by Berthier's factor between n and n + 1.
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
        let set = Cells::from_iter(Cell::all().step_by(7));
        for _ in 0..40_000 {
            living(&mut random, 22, set).for_each(|cell| lives[cell] += 1);
        }
        let (part, whole) = chance(22);
        for cell in set {
            let share = f64::from(lives[cell]) / 40_000.0;
            assert!((share - part as f64 / whole as f64).abs() < 0.01, "{cell}: {share}");
        }
    }

    /// Exactly one path leads from each prefix of a minimal puzzle to it, whatever is pruned, learnt and
    /// barred on the way.
    #[test]
    fn every_minimal_puzzle_is_reached_once_from_every_prefix() {
        for index in 0..200 {
            let alone = std::array::from_fn(|cell| Cells::of(Cell::new(cell)));
            let puzzle = super::super::top_down::top_down(&mut Random::of(2, index), 0, &alone);
            let clues = puzzle.iter().fold(Cells::EMPTY, |all, &cells| all | cells);
            let solution = brute::unique_solution(&Grid::from_clues(&puzzle)).unwrap();
            let mut search = BiasSearch::new(&solution.planes);
            let mut random = Random::of(3, index);
            for _ in 0..40 {
                let mut order: Vec<Cell> = clues.collect();
                random.shuffle(&mut order);
                let mut root = search.root();
                order[..PREFIX].iter().for_each(|&cell| search.add(&mut root, cell));
                search.climb(root, |_, set| set & clues);
                assert_eq!(search.found.drain(..).filter(|&found| found == clues).count(), 1);
            }
        }
    }
}
