//! Propagation of one assumption: all literals that follow, each with its parents.
//!
//! All true candidates are processed first, then one false candidate, then again the true ones: this order
//! decides which parents a literal gets, and so the length of chains. In a dynamic propagation a false
//! candidate is removed from the state when its turn comes; it is a hidden parent of whatever then follows
//! from its absence.

use super::literal::{Cause, LITERALS, Literal};
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit};
use crate::number::number;
use crate::ser::board::{Board, digits_in, ones};
use crate::ser::houses::Houses;
use std::ops::Range;

/// Means of a propagation, and reach of its rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Whether candidates proved false are removed from the state.
    pub is_dynamic: bool,
    /// Whether only links of one digit count, and only contradictions.
    pub is_nishio: bool,
    /// Nested rules, tried if links prove no more: none (0), patterns (1), patterns and chain rules (2 to 5).
    pub level: u8,
}

number! {
    /// Number of a node of a propagation.
    Node(u16)
}

impl Node {
    /// No node.
    pub const NONE: Node = Node(u16::MAX);
}

number! {
    /// Number of a pattern or chain hint that proves a literal.
    Reason(u32)
}

impl Reason {
    /// No pattern or chain hint.
    pub const NONE: Reason = Reason(u32::MAX);
}

/// A derived literal.
#[derive(Clone, Copy)]
pub struct Derived {
    pub literal: Literal,
    pub cause: Cause,
    /// Largest number of steps from the assumption to the literal; at least as many literals precede it.
    pub depth: u16,
    parents: u32,
    count: u16,
    pub reason: Reason,
}

impl Derived {
    /// Returns the place of the node's parents in the list of all parents.
    #[inline(always)]
    fn parents(&self) -> Range<usize> {
        let first = self.parents as usize;
        first..first + usize::from(self.count)
    }
}

/// All literals that follow from an assumption, up to the first contradiction.
pub struct Propagation {
    pub nodes: Vec<Derived>,
    parents: Vec<Node>,
    /// Node of each derived literal; out of date for other literals.
    node_of: Box<[Node; LITERALS]>,
    /// Nodes of true candidates, in order.
    pub on: Vec<Node>,
    /// Nodes of false candidates, in order.
    pub off: Vec<Node>,
    /// True candidates, a plane for each digit.
    pub on_planes: [Cells; 9],
    /// False candidates, a plane for each digit.
    pub off_planes: [Cells; 9],
    /// Nodes of one candidate as true and as false.
    pub contradiction: Option<(Node, Node)>,
    /// Whether a chain hint proves some node.
    pub has_nested: bool,
    sizes: Vec<u16>,
    marks: Vec<u32>,
    mark: u32,
    walk: Vec<Node>,
    heads: (usize, usize),
}

impl Default for Propagation {
    fn default() -> Propagation {
        Propagation {
            nodes: Vec::new(),
            parents: Vec::new(),
            node_of: Box::new([Node::NONE; LITERALS]),
            on: Vec::new(),
            off: Vec::new(),
            on_planes: [Cells::EMPTY; 9],
            off_planes: [Cells::EMPTY; 9],
            contradiction: None,
            has_nested: false,
            sizes: Vec::new(),
            marks: Vec::new(),
            mark: 0,
            walk: Vec::new(),
            heads: (0, 0),
        }
    }
}

impl Propagation {
    /// Begins with an assumption.
    pub fn begin(&mut self, start: Literal) {
        self.nodes.clear();
        self.parents.clear();
        self.on.clear();
        self.off.clear();
        self.on_planes = [Cells::EMPTY; 9];
        self.off_planes = [Cells::EMPTY; 9];
        self.contradiction = None;
        self.has_nested = false;
        self.sizes.clear();
        self.heads = (0, 0);
        let node = self.derive(start, Cause::Assumption, Reason::NONE);
        self.keep(node);
    }

    /// Returns the node of a literal, or [`Node::NONE`].
    #[inline]
    pub fn node_of(&self, literal: Literal) -> Node {
        let planes = if literal.is_on() { &self.on_planes } else { &self.off_planes };
        if planes[literal.digit()].contains(literal.cell()) {
            self.node_of[literal.index()]
        } else {
            Node::NONE
        }
    }

    /// Returns the parents of a node, in order.
    #[inline]
    pub fn parents(&self, node: Node) -> &[Node] {
        &self.parents[self.nodes[node].parents()]
    }

    /// Makes a node whose parents were pushed last, and adds it to no set.
    fn derive(&mut self, literal: Literal, cause: Cause, reason: Reason) -> Node {
        let first = self.nodes.last().map_or(0, |node| node.parents().end);
        let parents = &self.parents[first..];
        let depth = parents.iter().fold(0, |most, &parent| most.max(self.nodes[parent].depth + 1));
        let (parents, count) = (first as u32, parents.len() as u16);
        self.nodes.push(Derived { literal, cause, depth, parents, count, reason });
        Node::new(self.nodes.len() - 1)
    }

    /// Adds a node to its set and its queue.
    #[inline]
    fn keep(&mut self, node: Node) {
        let literal = self.nodes[node].literal;
        self.node_of[literal.index()] = node;
        let (planes, queue) = match literal.is_on() {
            true => (&mut self.on_planes, &mut self.on),
            false => (&mut self.off_planes, &mut self.off),
        };
        planes[literal.digit()].insert(literal.cell());
        queue.push(node);
    }

    /// Propagates by links until nothing more follows; `cur` is `source` with the eliminations made so far.
    /// Returns whether there is a contradiction.
    pub fn exhaust<G: Houses>(&mut self, source: &Board<G>, cur: &mut Board<G>, mode: Mode) -> bool {
        loop {
            let met = if self.heads.0 < self.on.len() {
                self.heads.0 += 1;
                self.exclude(self.on[self.heads.0 - 1], cur, mode)
            } else if self.heads.1 < self.off.len() {
                self.heads.1 += 1;
                self.conclude(self.off[self.heads.1 - 1], source, cur, mode)
            } else {
                return false;
            };
            if met {
                return true;
            }
        }
    }

    /// Derives the candidates that are false because this one is true.
    fn exclude<G: Houses>(&mut self, from: Node, cur: &Board<G>, mode: Mode) -> bool {
        let literal = self.nodes[from].literal;
        let (cell, digit) = (literal.cell(), literal.digit());
        if !mode.is_nishio {
            for other in digits_in(cur.candidates(cell) & !digit.bit()) {
                let mate = Cells::of(cell) & (self.on_planes[other] | !self.off_planes[other]);
                if self.exclude_all(from, mate, other, Cause::Cell) {
                    return true;
                }
            }
        }
        // A candidate may be in both sets, as advanced steps do not check. Then it is the contradiction.
        let plane = cur.plane(digit) & (self.on_planes[digit] | !self.off_planes[digit]);
        for (cause, group) in cur.houses.groups(cell) {
            if self.exclude_all(from, plane & group, digit, cause) {
                return true;
            }
        }
        false
    }

    /// Makes these candidates false, up to the first that is true.
    #[inline]
    fn exclude_all(&mut self, from: Node, cells: Cells, digit: Digit, cause: Cause) -> bool {
        if cells.is_empty() {
            return false;
        }
        let met = (cells & self.on_planes[digit]).first();
        let new = met.map_or(cells, |met| cells & Cells(Cells::of(met).bits() - 1));
        let depth = self.nodes[from].depth + 1;
        for cell in new {
            let literal = Literal::off(cell, digit);
            let node = self.follow_one(from, literal, cause, depth);
            self.node_of[literal.index()] = node;
            self.off.push(node);
        }
        self.off_planes[digit] |= new;
        let Some(met) = met else { return false };
        let node = self.follow_one(from, Literal::off(met, digit), cause, depth);
        self.contradiction = Some((self.node_of(Literal::on(met, digit)), node));
        true
    }

    /// Makes a node with one parent, and adds it to no set.
    #[inline]
    fn follow_one(&mut self, from: Node, literal: Literal, cause: Cause, depth: u16) -> Node {
        let parents = self.parents.len() as u32;
        self.parents.push(from);
        self.nodes.push(Derived { literal, cause, depth, parents, count: 1, reason: Reason::NONE });
        Node::new(self.nodes.len() - 1)
    }

    /// Derives the candidates that are true because this one is false.
    fn conclude<G: Houses>(&mut self, from: Node, source: &Board<G>, cur: &mut Board<G>, mode: Mode) -> bool {
        let literal = self.nodes[from].literal;
        let (cell, digit) = (literal.cell(), literal.digit());
        let digits = cur.candidates(cell);
        let rest = digits & !digit.bit();
        if !mode.is_nishio && rest.is_power_of_two() {
            let other = Digit::lowest(rest);
            if !self.on_planes[other].contains(cell) {
                self.parents.push(from);
                for gone in digits_in(source.candidates(cell) & !digits) {
                    self.parents.push(self.node_of(Literal::off(cell, gone)));
                }
                if self.conclude_one(cell, other, Cause::Cell) {
                    return true;
                }
            }
        }
        for (cause, house, at) in cur.houses.linking(cell) {
            let places = cur.places(house, digit);
            let rest = places & !(1 << at);
            if !rest.is_power_of_two() {
                continue;
            }
            let other = cur.houses.square(house, rest.lowest());
            if !self.on_planes[digit].contains(other) {
                self.parents.push(from);
                for gone in ones(source.places(house, digit) & !places) {
                    let gone = cur.houses.square(house, gone);
                    self.parents.push(self.node_of(Literal::off(gone, digit)));
                }
                if self.conclude_one(other, digit, cause) {
                    return true;
                }
            }
        }
        if mode.is_dynamic {
            cur.eliminate(cell, digit.bit());
        }
        false
    }

    fn conclude_one(&mut self, cell: Cell, digit: Digit, cause: Cause) -> bool {
        let node = self.derive(Literal::on(cell, digit), cause, Reason::NONE);
        if self.off_planes[digit].contains(cell) {
            self.contradiction = Some((node, self.node_of(Literal::off(cell, digit))));
            return true;
        }
        self.keep(node);
        false
    }

    /// Adds a false candidate that an advanced step proves from these parents, unless it is known.
    pub fn add_advanced(&mut self, literal: Literal, parents: &[Literal], reason: Reason) {
        if self.off_planes[literal.digit()].contains(literal.cell()) {
            return;
        }
        for &parent in parents {
            self.parents.push(self.node_of(parent));
        }
        let node = self.derive(literal, Cause::Advanced, reason);
        self.keep(node);
    }

    /// Returns the number of literals from which this one follows, itself included.
    pub fn size(&mut self, node: Node) -> u32 {
        if self.sizes.len() < self.nodes.len() {
            self.sizes.resize(self.nodes.len(), 0);
        }
        if self.sizes[node] == 0 {
            self.sizes[node] = self.chain(node).len() as u16;
        }
        u32::from(self.sizes[node])
    }

    /// Returns all nodes from which this one follows, itself first, breadth first.
    pub fn chain(&mut self, node: Node) -> &[Node] {
        self.mark += 1;
        self.marks.resize(self.nodes.len().max(self.marks.len()), 0);
        self.walk.clear();
        self.walk.push(node);
        self.marks[node] = self.mark;
        let mut next = 0;
        while next < self.walk.len() {
            let node = &self.nodes[self.walk[next]];
            next += 1;
            for &parent in &self.parents[node.parents()] {
                if self.marks[parent] != self.mark {
                    self.marks[parent] = self.mark;
                    self.walk.push(parent);
                }
            }
        }
        &self.walk
    }

    /// Returns the patterns and chain hints among all nodes from which this one follows.
    pub fn reasons(&mut self, node: Node) -> impl Iterator<Item = Reason> {
        self.chain(node);
        let reasons = self.walk.iter().map(|&node| self.nodes[node].reason);
        reasons.filter(|&reason| reason != Reason::NONE)
    }
}
