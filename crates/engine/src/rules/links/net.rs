//! Nodes with strong and weak links between them, and what follows from a node that is false.

use super::{LinkNode, StrongReason};
use crate::grid::{Cells, members};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Nodes with links between them.
pub(super) struct LinkNet {
    pub nodes: Vec<LinkNode>,
    /// The number of each that is one candidate, by cell and digit; of the others by digit and cells.
    singles: [u16; 729],
    groups: BTreeMap<(usize, u128), usize>,
    strong: Vec<SmallVec<[(usize, StrongReason); 2]>>,
    /// What each is linked to weakly, one list after the other, and where they end.
    weak: Vec<usize>,
    weak_ends: Vec<usize>,
}

/// No node.
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
        for (k, node) in net.nodes.iter().enumerate() {
            by_digit[node.digit].push(k);
        }
        for node in &net.nodes {
            let near = by_digit[node.digit].iter().copied();
            net.weak.extend(near.filter(|&other| net.nodes[other].is_linked(node)));
            if let Some(cell) = node.cell() {
                let first = net.weak.len();
                let mates = (0..9).filter(|&digit| digit != node.digit);
                let mates = mates.map(|digit| net.singles[9 * cell + digit]);
                net.weak.extend(mates.filter(|&mate| mate != NONE).map(usize::from));
                net.weak[first..].sort_unstable();
            }
            net.weak_ends.push(net.weak.len());
        }
        net
    }

    /// The number of the node of a digit in these cells.
    pub fn at(&self, digit: usize, cells: Cells) -> Option<usize> {
        self.find(&LinkNode::new(digit, cells))
    }

    fn find(&self, node: &LinkNode) -> Option<usize> {
        match node.cell() {
            Some(cell) => Some(self.singles[9 * cell + node.digit]).filter(|&at| at != NONE).map(usize::from),
            None => self.groups.get(&(node.digit, node.cells.bits())).copied(),
        }
    }

    /// What a node is linked to weakly.
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
            Some(cell) => self.singles[9 * cell + node.digit] = next as u16,
            None => drop(self.groups.insert((node.digit, node.cells.bits()), next)),
        }
        self.nodes.push(node);
        self.strong.push(SmallVec::new());
        next
    }
}

/// What a node leads to if it is false.
#[derive(Default)]
pub(super) struct Backtrack {
    /// For each node that is true then: the false one before it, and the link.
    is_true: Vec<Option<(usize, StrongReason)>>,
    /// For each that is false then: the true one before it; for the start itself.
    is_false: Vec<Option<usize>>,
    last: Vec<usize>,
    start: usize,
}

impl Backtrack {
    /// The number of strong links.
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

    /// The links that lead from the start to this end.
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

/// A net, and what follows in it from each node that is false: all of them side by side, a bit for each.
pub(super) struct LayeredReach {
    pub net: LinkNet,
    words: usize,
    /// What was true before the last strong link, or with it; what is false.
    is_true: Vec<u64>,
    is_false: Vec<u64>,
    /// What is true since each strong link, and was not before; what is false since the last weak one.
    layers: Vec<Vec<u64>>,
    next: Vec<u64>,
    /// Whether nothing more follows.
    is_over: bool,
}

impl LayeredReach {
    /// Each node false from itself.
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

    /// By this many strong links, with a weak link between each two.
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

    /// Each start with each node that is first true after this many strong links.
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

    /// By how many strong links one leads to the other, of those that were asked for.
    pub fn length(&self, start: usize, end: usize) -> Option<usize> {
        let (at, bit) = (end * self.words + start / 64, start % 64);
        self.layers.iter().position(|layer| layer[at] >> bit & 1 != 0).map(|before| before + 1)
    }
}

fn add(rows: &mut [u64], more: &[u64]) {
    rows.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
}

/// What follows from the rows by links, and was not known.
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
