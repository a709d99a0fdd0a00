//! Nodes with strong and weak links between them, and the consequences of a false node.

use super::{LinkNode, StrongReason};
use crate::grid::{Cells, Digit, members};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Net of nodes with strong and weak links.
pub(super) struct LinkNet {
    pub nodes: Vec<LinkNode>,
    /// Numbers of the nodes of one candidate, by cell and digit; `groups` has the numbers of the nodes of
    /// several candidates, by digits and cells.
    singles: [u16; 729],
    groups: BTreeMap<(u16, u128), usize>,
    strong: Vec<SmallVec<[(usize, StrongReason); 2]>>,
    /// Nodes weakly linked to each node: a list for each node, joined end to end, and the end of each list.
    weak: Vec<usize>,
    weak_ends: Vec<usize>,
}

/// Number that means no node.
const NONE: u16 = u16::MAX;

impl LinkNet {
    pub fn new(links: impl Iterator<Item = (StrongReason, LinkNode, LinkNode)>) -> LinkNet {
        let (nodes, groups, strong, weak, weak_ends) = Default::default();
        let mut net = LinkNet { nodes, singles: [NONE; 729], groups, strong, weak, weak_ends };
        for (by, from, to) in links {
            let [from, to] = [from, to].map(|node| net.number(node));
            for (one, other) in [(from, to), (to, from)] {
                if net.strong[one].iter().all(|&(to, _)| to != other) {
                    net.strong[one].push((other, by));
                }
            }
        }
        // Most nodes have another digit and another cell.
        let mut by_digit: [Vec<usize>; 9] = Default::default();
        let mut by_cell: Vec<SmallVec<[usize; 9]>> = vec![SmallVec::new(); 81];
        for (k, node) in net.nodes.iter().enumerate() {
            by_digit[node.digit].push(k);
            node.place().into_iter().for_each(|cell| by_cell[cell.index()].push(k));
        }
        for node in &net.nodes {
            let near = by_digit[node.digit].iter().copied();
            net.weak.extend(near.filter(|&other| net.nodes[other].is_linked(node)));
            let mates = node.place().into_iter().flat_map(|cell| by_cell[cell.index()].iter().copied());
            net.weak.extend(mates.filter(|&mate| net.nodes[mate].digits() & node.digits() == 0));
            net.weak_ends.push(net.weak.len());
        }
        net
    }

    /// Returns the number of the node that has `digit` in `cells`.
    pub fn at(&self, digit: Digit, cells: Cells) -> Option<usize> {
        self.find(&LinkNode::new(digit, cells))
    }

    fn find(&self, node: &LinkNode) -> Option<usize> {
        match node.cell() {
            Some(cell) => Some(self.singles[9 * cell.index() + node.digit.index()])
                .filter(|&at| at != NONE)
                .map(usize::from),
            None => self.groups.get(&(node.digits(), node.cells.bits())).copied(),
        }
    }

    /// Returns the nodes weakly linked to a node.
    pub fn weak(&self, node: usize) -> &[usize] {
        let first = node.checked_sub(1).map_or(0, |before| self.weak_ends[before]);
        &self.weak[first..self.weak_ends[node]]
    }

    fn number(&mut self, node: LinkNode) -> usize {
        if let Some(known) = self.find(&node) {
            return known;
        }
        let next = self.nodes.len();
        match node.cell() {
            Some(cell) => self.singles[9 * cell.index() + node.digit.index()] = next as u16,
            None => drop(self.groups.insert((node.digits(), node.cells.bits()), next)),
        }
        self.nodes.push(node);
        self.strong.push(SmallVec::new());
        next
    }
}

/// Consequences of a false node; each consequence has its predecessor.
#[derive(Default)]
pub(super) struct Backtrack {
    /// For each node that is then true, the false one before it, and the link.
    is_true: Vec<Option<(usize, StrongReason)>>,
    /// For each node that is then false, the true one before it; for the start, the start itself.
    is_false: Vec<Option<usize>>,
    last: Vec<usize>,
    start: usize,
}

impl Backtrack {
    /// Follows the links from a false node, up to `size` strong links.
    pub fn from(&mut self, net: &LinkNet, start: usize, size: usize) {
        self.start = start;
        self.is_true.clear();
        self.is_true.resize(net.nodes.len(), None);
        self.is_false.clear();
        self.is_false.resize(net.nodes.len(), None);
        self.is_false[start] = Some(start);
        let mut layer = vec![start];
        for length in 1..=size {
            self.last.clear();
            for &from in &layer {
                for &(to, by) in &net.strong[from] {
                    if self.is_true[to].is_none() {
                        self.is_true[to] = Some((from, by));
                        self.last.push(to);
                    }
                }
            }
            if length == size {
                return;
            }
            layer.clear();
            for &from in &self.last {
                for &to in net.weak(from) {
                    if self.is_false[to].is_none() {
                        self.is_false[to] = Some(from);
                        layer.push(to);
                    }
                }
            }
        }
    }

    /// Returns the links that lead from the start to this end.
    pub fn chain(&self, net: &LinkNet, end: usize) -> Vec<(StrongReason, LinkNode, LinkNode)> {
        let (mut links, mut to) = (Vec::new(), end);
        while let Some((from, by)) = self.is_true[to] {
            links.push((by, net.nodes[from], net.nodes[to]));
            if from == self.start {
                break;
            }
            to = self.is_false[from].unwrap_or(self.start);
        }
        links.reverse();
        links
    }
}

/// Net with the consequences of each false node, all in parallel, a bit for each start.
pub(super) struct LayeredReach {
    pub net: LinkNet,
    words: usize,
    /// For each node, the starts that make the node true by the strong links so far, and the starts that make
    /// it false.
    is_true: Vec<u64>,
    is_false: Vec<u64>,
    /// For each number of strong links, the starts that first make a node true; in `next`, the starts that
    /// make a node false since the last weak link.
    layers: Vec<Vec<u64>>,
    next: Vec<u64>,
    /// Whether nothing more follows.
    is_over: bool,
}

impl LayeredReach {
    /// Starts with each node false by itself.
    pub fn new(net: LinkNet) -> LayeredReach {
        let words = net.nodes.len().div_ceil(64);
        let none = vec![0; words * net.nodes.len()];
        let mut is_false = none.clone();
        for start in 0..net.nodes.len() {
            is_false[start * words + start / 64] |= 1 << (start % 64);
        }
        let next = is_false.clone();
        let is_over = net.nodes.is_empty();
        LayeredReach { net, words, is_true: none, is_false, layers: Vec::new(), next, is_over }
    }

    /// Follows links up to `size` strong ones, with a weak link between each two.
    fn go(&mut self, size: usize) {
        while self.layers.len() < size && !self.is_over {
            let strong = |node: usize| self.net.strong[node].iter().map(|&(to, _)| to);
            let last = follow(&self.next, &self.is_true, self.words, strong);
            add(&mut self.is_true, &last);
            let weak = |node: usize| self.net.weak(node).iter().copied();
            self.next = follow(&last, &self.is_false, self.words, weak);
            add(&mut self.is_false, &self.next);
            self.is_over = last.iter().all(|&word| word == 0);
            self.layers.push(last);
        }
    }

    /// Lists each start with each node that is first true after `size` strong links.
    pub fn ends(&mut self, size: usize) -> impl Iterator<Item = (usize, usize)> {
        self.go(size);
        let words = self.words;
        let layer = self.layers.get(size - 1).map_or(&[][..], |layer| layer);
        let some = layer.iter().enumerate().filter(|(_, word)| **word != 0);
        some.flat_map(move |(at, &word)| {
            let (end, first) = (at / words, at % words * 64);
            members(word).map(move |bit| (first + bit, end))
        })
    }

    /// Returns the number of strong links from one node to another, if links were followed that far.
    pub fn length(&self, start: usize, end: usize) -> Option<usize> {
        let (at, bit) = (end * self.words + start / 64, start % 64);
        self.layers.iter().position(|layer| layer[at] >> bit & 1 != 0).map(|before| before + 1)
    }
}

fn add(rows: &mut [u64], more: &[u64]) {
    rows.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
}

/// Follows the links from all rows; returns what was not known.
fn follow<I: Iterator<Item = usize>>(
    rows: &[u64], known: &[u64], words: usize, links: impl Fn(usize) -> I,
) -> Vec<u64> {
    let mut next = vec![0; rows.len()];
    for (node, from) in rows.chunks_exact(words.max(1)).enumerate() {
        if from.iter().any(|&word| word != 0) {
            links(node).for_each(|to| add(&mut next[to * words..(to + 1) * words], from));
        }
    }
    next.iter_mut().zip(known).for_each(|(next, known)| *next &= !known);
    next
}
