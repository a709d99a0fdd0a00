//! Nodes with strong and weak links between them, and what follows from a node that is false.

use super::{LinkNode, StrongReason};
use crate::grid::{Cells, members};
use std::collections::BTreeMap;

/// Nodes with links between them.
#[derive(Default)]
pub(super) struct LinkNet {
    pub nodes: Vec<LinkNode>,
    /// The number of each, by its digit and cells.
    numbers: BTreeMap<(usize, u128), usize>,
    strong: Vec<Vec<(usize, StrongReason)>>,
    pub weak: Vec<Vec<usize>>,
}

impl LinkNet {
    pub fn new(links: impl Iterator<Item = (StrongReason, LinkNode, LinkNode)>) -> LinkNet {
        let mut net = LinkNet::default();
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
        let mut by_cell = vec![Vec::new(); 81];
        for (k, node) in net.nodes.iter().enumerate() {
            by_digit[node.digit].push(k);
            if let Some(cell) = node.cell() {
                by_cell[cell].push(k);
            }
        }
        let linked = |node: &LinkNode| {
            let beside = node.cell().map_or(&[][..], |cell| &by_cell[cell]);
            let near = by_digit[node.digit].iter().chain(beside);
            near.copied().filter(|&other| net.nodes[other].is_linked(node)).collect()
        };
        net.weak = net.nodes.iter().map(linked).collect();
        net
    }

    /// The number of the node of a digit in these cells.
    pub fn at(&self, digit: usize, cells: Cells) -> Option<usize> {
        self.numbers.get(&(digit, cells.bits())).copied()
    }

    fn number(&mut self, node: LinkNode) -> usize {
        let next = self.nodes.len();
        let at = *self.numbers.entry((node.digit, node.cells.bits())).or_insert(next);
        if at == next {
            self.nodes.push(node);
            self.strong.push(Vec::new());
        }
        at
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
                for &to in &net.weak[from] {
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
            let weak = |node: usize| self.net.weak[node].iter().copied();
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
