//! Turbot fish, X-chains, XY-chains and remote pairs: simple paths of strong and weak links in turn.
//!
//! HoDoKu walks all paths and takes the best outcome: most eliminations, then the shortest, then the least
//! [`sum`], then the first. Here the pairs of ends are taken in this order, by a lower bound of the path
//! length, and a path is searched for only if no better pair is left. (Paths that use a cell twice are not
//! chains. So a breadth-first search alone is not enough: it only gives the least length.)

use super::board::{Board, of_digit};
use super::memory::ByDigit;
use super::step::{Sign, Step, Why, sum};
use crate::budget::{Budget, Within};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cell, Cells, Digit, House};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;

/// Most candidates that chains can choose from: two in each cell.
const NODES: usize = 2 * 81;

/// Least number of links to each candidate, with a weak and with a strong last link.
type Distances = [[u8; NODES]; 2];

/// Kind of chains to search for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Chains of one digit, whose strong links are conjugate pairs.
    OneDigit,
    /// Chains of cells with two candidates, which are the strong links.
    TwoDigits,
}

/// All candidates that may be in a chain, with the places of their digits.
struct Links {
    nodes: Vec<Candidate>,
    planes: [Cells; 9],
    /// Links of all nodes, in the order in which they are tried: the other node, and whether the link is
    /// strong. `ends` has the end of each node's links.
    links: Vec<(u8, bool)>,
    ends: Vec<u16>,
}

impl Links {
    fn of_digit(board: &Board, digit: Digit) -> Links {
        // Every candidate of a chain has a strong link.
        let pairs = House::all().filter(|&house| board.count(house, digit) == 2);
        let strong = pairs.fold(Cells::EMPTY, |all, house| all | board.places(house, digit));
        Links::new(board, Kind::OneDigit, of_digit(digit, strong).collect())
    }

    fn of_pairs(board: &Board) -> Links {
        let pairs = board.with(2);
        Links::new(board, Kind::TwoDigits, pairs.flat_map(|cell| board.in_cell(cell, 0x1FF)).collect())
    }

    fn new(board: &Board, kind: Kind, nodes: Vec<Candidate>) -> Links {
        let mut number = [[0; 81]; 9];
        let mut has = [Cells::EMPTY; 9];
        for (at, one) in (0..).zip(&nodes) {
            number[one.digit][one.cell] = at;
            has[one.digit].insert(one.cell);
        }
        let mut all = Links { planes: *board.planes(), links: Vec::new(), ends: Vec::new(), nodes };
        for &Candidate { digit, cell } in &all.nodes {
            if kind == Kind::TwoDigits {
                let other = board.in_cell(cell, !digit.bit()).next();
                all.links.extend(other.map(|other| (number[other.digit][cell], true)));
            }
            let [row, column, block] = cell.houses();
            let own = Cells::of(cell);
            let lines = [own, own, row.cells() | column.cells()];
            for (house, without) in [row, column, block].into_iter().zip(lines) {
                let is_strong = kind == Kind::OneDigit && board.count(house, digit) == 2;
                let others = (has[digit] & house.cells()) - without;
                all.links.extend(others.map(|other| (number[digit][other], is_strong)));
            }
            all.ends.push(all.links.len() as u16);
        }
        all
    }

    fn of(&self, node: usize) -> &[(u8, bool)] {
        let begin = node.checked_sub(1).map_or(0, |before| self.ends[before].into());
        &self.links[begin..self.ends[node].into()]
    }

    fn cell(&self, node: usize) -> Cell {
        self.nodes[node].cell
    }

    /// Returns the cells that lose the digit if one of two ends is true; if a chain leads back to its start,
    /// all cells that the start sees.
    fn gone(&self, start: usize, end: usize) -> Cells {
        let digit = self.nodes[start].digit;
        self.planes[digit] & self.cell(start).peers() & self.cell(end).peers()
    }

    /// Returns the least numbers of links from a node by paths that begin with a strong link (which are, in
    /// reverse, the paths to the node that end with one). Paths of more than `most` links are left out.
    fn distances(&self, from: usize, most: usize) -> Distances {
        let mut least = [[u8::MAX; NODES]; 2];
        let mut queue = [(0, 0); 2 * NODES];
        queue[0] = (from as u8, 0);
        let (mut at, mut end) = (0, 1);
        while at < end {
            let (node, links) = queue[at];
            at += 1;
            if usize::from(links) >= most {
                break;
            }
            // Links from the start are strong, the next ones weak.
            let strong = usize::from(links % 2 == 0);
            for &(next, is_strong) in self.of(node.into()) {
                let known = &mut least[strong][usize::from(next)];
                if (is_strong || strong == 0) && *known == u8::MAX {
                    *known = links + 1;
                    queue[end] = (next, links + 1);
                    end += 1;
                }
            }
        }
        least
    }

    /// Finds the first simple path with this many links, in the order of the links.
    fn path(&self, start: usize, end: usize, len: usize, budget: &mut Budget) -> Within<Option<Vec<usize>>> {
        // Paths are the same in both directions.
        let back = self.distances(end, len);
        let mut path = vec![start];
        let is_found = self.extend((start, end), len, &back, &mut path, Cells::EMPTY, budget)?;
        Ok(is_found.then_some(path))
    }

    fn extend(
        &self, ends: (usize, usize), len: usize, back: &Distances, path: &mut Vec<usize>, used: Cells,
        budget: &mut Budget,
    ) -> Within<bool> {
        budget.spend()?;
        let (start, end) = ends;
        let node = path[path.len() - 1];
        let links = path.len() - 1;
        let strong = links.is_multiple_of(2);
        let used = used | Cells::of(self.cell(node));
        for &(next, is_strong) in self.of(node) {
            let next = usize::from(next);
            if strong && !is_strong {
                continue;
            }
            let is_in_cell = strong && self.cell(next) == self.cell(node);
            let is_used = !is_in_cell && used.contains(self.cell(next));
            if links + 1 == len {
                if next == end && (!is_used || end == start) {
                    path.push(next);
                    return Ok(true);
                }
                continue;
            }
            if is_used {
                continue;
            }
            // After a strong link, a weak one follows; seen from the end, it is the last of an even number of
            // links.
            let rest = back[usize::from(!strong)][next];
            if rest == u8::MAX || links + 1 + usize::from(rest) > len {
                continue;
            }
            path.push(next);
            if self.extend(ends, len, back, path, used, budget)? {
                return Ok(true);
            }
            path.pop();
        }
        Ok(false)
    }
}

/// Rank of an outcome: more eliminations are better, then shorter chains, then a smaller sum.
type Key = (Reverse<usize>, usize, u32);

/// A chain, and the position of each link among the links of its node.
struct Found {
    start: usize,
    order: Vec<usize>,
    path: Vec<usize>,
}

/// Finds the best chain of these lengths.
fn best(links: &Links, lens: RangeInclusive<usize>, budget: &mut Budget) -> Within<Option<(Key, Found)>> {
    let mut open: BinaryHeap<Reverse<(Key, usize, usize)>> = BinaryHeap::new();
    for start in 0..links.nodes.len() {
        let [_, strong] = links.distances(start, *lens.end());
        let digit = links.nodes[start].digit;
        for (end, &least) in strong[..links.nodes.len()].iter().enumerate() {
            let len = usize::from(least).max(*lens.start());
            if links.nodes[end].digit == digit && len <= *lens.end() {
                let gone = links.gone(start, end);
                if !gone.is_empty() {
                    let key = (Reverse(gone.len()), len, sum(of_digit(digit, gone)));
                    open.push(Reverse((key, start, end)));
                }
            }
        }
    }
    let mut best: Option<(Key, Found)> = None;
    while let Some(Reverse((key, start, end))) = open.pop() {
        if best.as_ref().is_some_and(|(other, found)| *other < key || found.start < start) {
            break;
        }
        let (count, len, sum) = key;
        match links.path(start, end, len, budget)? {
            Some(path) => {
                let place = |pair: &[usize]| {
                    links.of(pair[0]).iter().position(|link| usize::from(link.0) == pair[1]).unwrap_or(0)
                };
                let order: Vec<usize> = path.windows(2).map(place).collect();
                if best.as_ref().is_none_or(|(_, found)| order < found.order) {
                    best = Some((key, Found { start, order, path }));
                }
            }
            None if len + 2 <= *lens.end() => open.push(Reverse(((count, len + 2, sum), start, end))),
            None => {}
        }
    }
    Ok(best)
}

fn step(links: &Links, found: &Found, technique: Technique) -> Option<Step> {
    let sign = |(at, &node): (usize, &usize)| {
        let Candidate { digit, cell } = links.nodes[node];
        Sign { digit, cells: Cells::of(cell), is_on: at % 2 == 1 }
    };
    let (start, end) = (found.start, *found.path.last()?);
    let digit = links.nodes[start].digit;
    let why = || Why::Chain(found.path.iter().enumerate().map(sign).collect());
    Step::remove(technique, of_digit(digit, links.gone(start, end)), why)
}

/// Best chain of each digit, with the key that decides between digits.
pub type Memory = ByDigit<Option<((Key, Cell, Digit), Box<Step>)>>;

/// Finds the best chain of one digit, over all digits.
fn one_digit(
    board: &Board, technique: Technique, lens: RangeInclusive<usize>, memory: &mut Memory,
    budget: &mut Budget,
) -> Within<Option<Step>> {
    for digit in Digit::all() {
        memory.try_get(digit, || {
            let links = Links::of_digit(board, digit);
            let Some((key, found)) = best(&links, lens.clone(), budget)? else { return Ok(None) };
            // The first of equal chains is taken: starts are ordered by cell, then by digit.
            let key = (key, links.cell(found.start), digit);
            Ok(step(&links, &found, technique).map(|step| (key, Box::new(step))))
        })?;
    }
    let first = memory.all().iter().flatten().min_by_key(|(key, _)| key);
    Ok(first.map(|(_, step)| Step::clone(step)))
}

/// Finds the best chain of three links of one digit.
pub fn turbot_fish(board: &Board, memory: &mut Memory, budget: &mut Budget) -> Within<Option<Step>> {
    one_digit(board, Technique::TurbotFish, 3..=3, memory, budget)
}

/// Finds the best chain of one digit with at most this many links.
pub fn x_chain(board: &Board, most: usize, memory: &mut Memory, budget: &mut Budget) -> Within<Option<Step>> {
    one_digit(board, Technique::XChain, 3..=most, memory, budget)
}

/// Finds the best chain of cells with two candidates, with at most this many links.
pub fn xy_chain(board: &Board, most: usize, budget: &mut Budget) -> Within<Option<Step>> {
    let links = Links::of_pairs(board);
    let found = best(&links, 3..=most, budget)?;
    Ok(found.and_then(|(_, found)| step(&links, &found, Technique::XyChain)))
}

/// Finds the best chain of four or more cells with the same two candidates, with at most this many links.
pub fn remote_pair(board: &Board, most: usize, budget: &mut Budget) -> Within<Option<Step>> {
    let pairs = board.with(2);
    let mut search = Remote { board, most, digits: [Digit::new(0); 2], best: None, path: Vec::new() };
    for start in pairs {
        let mut digits = Digit::in_mask(board.mask(start));
        let (Some(a), Some(b)) = (digits.next(), digits.next()) else { continue };
        let cells = pairs & board.plane(a) & board.plane(b);
        if cells.len() < REMOTE {
            continue;
        }
        for digits in [[a, b], [b, a]] {
            search.digits = digits;
            search.extend(start, cells, budget)?;
        }
    }
    Ok(search.best.map(|(_, step)| step))
}

/// Fewest cells of a remote pair.
const REMOTE: usize = 4;

struct Remote<'a> {
    board: &'a Board,
    /// Most links of a chain.
    most: usize,
    /// The digit that is true in one of the ends, and the other digit.
    digits: [Digit; 2],
    best: Option<(Key, Step)>,
    path: Vec<Cell>,
}

impl Remote<'_> {
    /// Extends the path by `cell`; `left` has the cells that were not on the path before.
    fn extend(&mut self, cell: Cell, left: Cells, budget: &mut Budget) -> Within {
        budget.spend()?;
        self.path.push(cell);
        if self.path.len() >= REMOTE && self.path.len().is_multiple_of(2) {
            self.test();
        }
        if 2 * self.path.len() < self.most {
            let left = left - Cells::of(cell);
            let [row, column, block] = cell.houses().map(|house| house.cells());
            for part in [row, column, block - row - column] {
                for next in part & left {
                    self.extend(next, left, budget)?;
                }
            }
        }
        self.path.pop();
        Ok(())
    }

    /// Tests the path as a remote pair. Cells an odd number of links apart differ. The ends must remove
    /// something of the first digit; then all such pairs remove what they can.
    fn test(&mut self) {
        let Remote { board, digits: [a, b], .. } = *self;
        let [start, end] = [self.path[0], self.path[self.path.len() - 1]];
        if !board.plane(a).intersects(start.peers() & end.peers()) {
            return;
        }
        let mut seen = Cells::EMPTY;
        for (at, &one) in self.path.iter().enumerate() {
            for &other in self.path[at..].iter().skip(REMOTE - 1).step_by(2) {
                seen |= one.peers() & other.peers();
            }
        }
        let gone = [a.min(b), a.max(b)].map(|digit| of_digit(digit, board.plane(digit) & seen));
        let gone: Vec<Candidate> = gone.into_iter().flatten().collect();
        let key = (Reverse(gone.len()), self.path.len(), sum(gone.iter().copied()));
        if self.best.as_ref().is_some_and(|(other, _)| *other <= key) {
            return;
        }
        let sign = |(at, &cell): (usize, &Cell)| {
            let pair = if at % 2 == 0 { [a, b] } else { [b, a] };
            let sign = |is_on: bool| {
                let digit = pair[usize::from(is_on)];
                Sign { digit, cells: Cells::of(cell), is_on }
            };
            [sign(false), sign(true)]
        };
        let why = || Why::Chain(self.path.iter().enumerate().flat_map(sign).collect());
        self.best = Step::remove(Technique::RemotePair, gone, why).map(|step| (key, step));
    }
}
