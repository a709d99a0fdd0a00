//! Rule 21: forcing chains and cycles. Their implications do not depend on what was concluded on the way, so one search from
//! each candidate finds all: a tree of true candidates, breadth first.

use super::length::addition;
use super::links::{Links, NONE, Pass, X, XY, Y};
use super::literal::{Cause, Literal};
use super::tree::{Chain, Kind, Tree};
use crate::budget::{Budget, OutOfBudget};
use crate::grid::{Cells, PEERS};
use crate::ser::board::{Board, NEIGHBOURS};
use crate::ser::hint::{Hint, Why};
use crate::ser::technique::Technique;

/// How a true candidate was reached.
#[derive(Clone, Copy)]
struct Reached {
    /// The search in which it was.
    epoch: u32,
    /// The true candidate before it, or none.
    parent: u16,
    /// The false candidate between them, or none.
    through: u16,
    cause: Cause,
    /// Number of literals before it.
    depth: u16,
}

const UNREACHED: Reached =
    Reached { epoch: 0, parent: NONE, through: NONE, cause: Cause::Assumption, depth: 0 };

/// The search and its memory.
#[derive(Default)]
pub struct Forcing {
    links: Links,
    reached: Vec<Reached>,
    queue: Vec<u16>,
    epoch: u32,
    closings: Vec<(u16, u16)>,
}

/// The order of the list: difficulty, complexity, sort key.
pub fn order(a: &Hint, b: &Hint) -> std::cmp::Ordering {
    let by_difficulty = a.difficulty.total_cmp(&b.difficulty);
    by_difficulty.then(a.complexity.cmp(&b.complexity)).then(a.sort_key.cmp(&b.sort_key))
}

/// Sorts a list and takes out what removes the same as one before it.
pub fn sort_and_dedup(hints: &mut Vec<Hint>) {
    hints.sort_by(order);
    let mut seen = std::collections::HashSet::new();
    hints.retain(|hint| {
        let mut key = hint.eliminations.clone();
        key.sort_unstable();
        seen.insert(key)
    });
}

impl Forcing {
    /// The whole list, sorted.
    pub fn all(&mut self, board: &Board, budget: &mut Budget) -> Result<Vec<Hint>, OutOfBudget> {
        let mut hints = Vec::new();
        for pass in [X, Y, XY] {
            self.run(board, pass, budget, &mut |_| true, &mut |hint| hints.push(hint))?;
        }
        sort_and_dedup(&mut hints);
        Ok(hints)
    }

    /// The first of the list.
    pub fn first(
        &mut self,
        board: &Board,
        budget: &mut Budget,
    ) -> Result<Option<Hint>, OutOfBudget> {
        let best: std::cell::RefCell<Option<Hint>> = Default::default();
        for pass in [X, Y, XY] {
            if pass == XY && best.borrow().as_ref().is_some_and(|best| best.difficulty < 7.0) {
                break;
            }
            let wants = |(difficulty, complexity, key): (f64, u32, u8)| {
                best.borrow().as_ref().is_none_or(|best| {
                    let known = (best.difficulty, best.complexity, best.sort_key);
                    (difficulty, complexity, key).partial_cmp(&known).unwrap().is_lt()
                })
            };
            self.run(board, pass, budget, &mut { wants }, &mut |hint| {
                *best.borrow_mut() = Some(hint)
            })?;
        }
        Ok(best.into_inner())
    }

    fn run(
        &mut self,
        board: &Board,
        pass: Pass,
        budget: &mut Budget,
        wants: &mut impl FnMut((f64, u32, u8)) -> bool,
        emit: &mut impl FnMut(Hint),
    ) -> Result<(), OutOfBudget> {
        self.links.build(board, pass);
        self.reached.clear();
        self.reached.resize(self.links.len(), UNREACHED);
        self.epoch = 0;
        let (cycle, cycle_key) = match pass {
            X => (6.5, 2),
            Y => (6.5, 3),
            _ => (7.0, 4),
        };
        let (chain, chain_key) = if pass == X { (6.6, 2) } else { (7.0, 4) };
        for start in 0..self.links.len() as u16 {
            let (cell, _) = self.links.at(start as usize);
            let count = board.candidates(cell).count_ones();
            if count < 2 || pass == Y && count > 2 {
                continue;
            }
            let by = self.grow_from_on(start, pass);
            for at in 0..self.closings.len() {
                let (before, last) = self.closings[at];
                let complexity = self.reached[before as usize].depth as u32 + 2;
                let numbers = (cycle + addition(complexity), complexity, cycle_key);
                if wants(numbers)
                    && let Some(hint) = self.cycle(board, pass, start, before, last, numbers)
                {
                    emit(hint);
                }
            }
            budget.take(self.queue.len() as u64 + 1)?;
            if pass == Y {
                continue;
            }
            if let Some(by) = by {
                let complexity = self.reached[by as usize].depth as u32 + 2;
                let numbers = (chain + addition(complexity), complexity, chain_key);
                if wants(numbers) {
                    emit(self.refuted(pass, start, by, numbers));
                }
            }
            if let Some((by, last, cause)) = self.grow_from_off(start) {
                let complexity = self.depth_of(by) + 2;
                let numbers = (chain + addition(complexity), complexity, chain_key);
                if wants(numbers) {
                    emit(self.proved(board, pass, start, (by, last, cause), numbers));
                }
            }
            budget.take(self.queue.len() as u64 + 1)?;
        }
        Ok(())
    }

    /// Number of literals before the false one after this true one; the assumption has none before it.
    fn depth_of(&self, by: u16) -> u32 {
        if by == NONE { 0 } else { self.reached[by as usize].depth as u32 + 1 }
    }

    fn reach(&mut self, to: u16, parent: u16, through: u16, cause: Cause, depth: u16) {
        self.reached[to as usize] = Reached { epoch: self.epoch, parent, through, cause, depth };
        self.queue.push(to);
    }

    fn is_reached(&self, id: u16) -> bool {
        self.reached[id as usize].epoch == self.epoch
    }

    /// The tree from a true candidate: the first reached that excludes the start, and all ways to close a cycle.
    fn grow_from_on(&mut self, start: u16, pass: Pass) -> Option<u16> {
        self.epoch += 1;
        self.queue.clear();
        self.closings.clear();
        self.reach(start, NONE, NONE, Cause::Assumption, 0);
        let mut refuted_by = None;
        let mut next = 0;
        while next < self.queue.len() {
            let from = self.queue[next];
            next += 1;
            let depth = self.reached[from as usize].depth;
            if depth >= 2 {
                if refuted_by.is_none() && self.links.weak(from, start, pass).is_some() {
                    refuted_by = Some(from);
                }
                self.close(start, from, pass);
            }
            for at in 0..self.links.steps(from).len() {
                let step = self.links.steps(from)[at];
                if !self.is_reached(step.to) {
                    self.reach(step.to, from, step.through, step.cause, depth + 2);
                }
            }
        }
        refuted_by
    }

    /// Adds the ways to come back to the start from this candidate, in the order of what it excludes.
    fn close(&mut self, start: u16, from: u16, pass: Pass) {
        let known = self.closings.len();
        for &(last, _) in self.links.strong(start) {
            if self.links.weak(from, last, pass).is_some() && !self.is_through(from, last) {
                self.closings.push((from, last));
            }
        }
        if self.closings.len() > known + 1 {
            let (cell, digit) = self.links.at(from as usize);
            let links = &self.links;
            let rank = |&(_, last): &(u16, u16)| match links.at(last as usize) {
                (other, value) if other == cell => value,
                (other, _) => {
                    debug_assert_eq!(links.at(last as usize).1, digit);
                    9 + NEIGHBOURS[cell].iter().position(|&at| at as usize == other).unwrap()
                }
            };
            self.closings[known..].sort_by_key(rank);
        }
    }

    /// Whether the way to `from` leads through the false candidate.
    fn is_through(&self, mut from: u16, last: u16) -> bool {
        loop {
            let reached = &self.reached[from as usize];
            match (reached.through, reached.parent) {
                (through, _) if through == last => return true,
                (_, NONE) => return false,
                (_, parent) => from = parent,
            }
        }
    }

    /// The tree from a false candidate, as far as the candidate is proved true: by which true one (or by the assumption
    /// itself), which false one, why.
    fn grow_from_off(&mut self, start: u16) -> Option<(u16, u16, Cause)> {
        self.epoch += 1;
        self.queue.clear();
        for at in 0..self.links.strong(start).len() {
            let (to, cause) = self.links.strong(start)[at];
            self.reach(to, NONE, start, cause, 1);
        }
        let mut next = 0;
        while next < self.queue.len() {
            let from = self.queue[next];
            next += 1;
            let depth = self.reached[from as usize].depth;
            for at in 0..self.links.steps(from).len() {
                let step = self.links.steps(from)[at];
                if step.to == start {
                    return Some((from, step.through, step.cause));
                }
                if !self.is_reached(step.to) {
                    self.reach(step.to, from, step.through, step.cause, depth + 2);
                }
            }
        }
        None
    }

    /// The literals from this true candidate back to the assumption, with their causes.
    fn back(&self, pass: Pass, mut from: u16) -> Vec<(Literal, Cause)> {
        let mut path = Vec::new();
        loop {
            let reached = self.reached[from as usize];
            path.push((self.links.literal(from, true), reached.cause));
            if reached.through == NONE {
                return path;
            }
            let cause = match reached.parent {
                NONE => Cause::Assumption,
                parent => self.links.weak(parent, reached.through, pass).unwrap(),
            };
            path.push((self.links.literal(reached.through, false), cause));
            if reached.parent == NONE {
                return path;
            }
            from = reached.parent;
        }
    }

    /// The start is false.
    fn refuted(&self, pass: Pass, start: u16, by: u16, numbers: (f64, u32, u8)) -> Hint {
        let cause = self.links.weak(by, start, pass).unwrap();
        let mut path = vec![(self.links.literal(start, false), cause)];
        path.extend(self.back(pass, by));
        let (cell, digit) = self.links.at(start as usize);
        forcing(numbers, vec![(cell as u8, 1 << digit)], None, pass, path)
    }

    /// The start is true.
    fn proved(
        &self,
        board: &Board,
        pass: Pass,
        start: u16,
        (by, last, cause): (u16, u16, Cause),
        numbers: (f64, u32, u8),
    ) -> Hint {
        let mut path = vec![(self.links.literal(start, true), cause)];
        path.push((self.links.literal(last, false), self.links.weak(by, last, pass).unwrap()));
        path.extend(self.back(pass, by));
        let (cell, digit) = self.links.at(start as usize);
        let others = board.candidates(cell) & !(1 << digit);
        let placement = Some((cell as u8, digit as u8));
        forcing(numbers, vec![(cell as u8, others)], placement, pass, path)
    }

    /// A cycle, if it removes something.
    fn cycle(
        &self,
        board: &Board,
        pass: Pass,
        start: u16,
        before: u16,
        last: u16,
        numbers: (f64, u32, u8),
    ) -> Option<Hint> {
        let cause = self.links.strong(last).iter().find(|&&(to, _)| to == start).unwrap().1;
        let mut path = vec![(self.links.literal(start, true), cause)];
        path.push((self.links.literal(last, false), self.links.weak(before, last, pass).unwrap()));
        let back = self.back(pass, before);
        let (&assumption, back) = back.split_last().unwrap();
        path.extend(back);

        let on_the_way: Cells = path.iter().map(|(literal, _)| literal.cell()).collect();
        let (mut if_on, mut if_off) = ([Cells::EMPTY; 9], [Cells::EMPTY; 9]);
        for &(literal, _) in &path {
            let seen = if literal.is_on() { &mut if_on } else { &mut if_off };
            seen[literal.digit()] |= PEERS[literal.cell()];
        }
        let gone: [Cells; 9] = std::array::from_fn(|digit| {
            if_on[digit] & if_off[digit] & (board.plane(digit) - on_the_way)
        });
        if gone.iter().all(|cells| cells.is_empty()) {
            return None;
        }
        // Cells in the order in which the true literals see them.
        let (mut eliminations, mut known) = (Vec::<(u8, u16)>::new(), Cells::EMPTY);
        for (literal, _) in path.iter().filter(|(literal, _)| literal.is_on()) {
            let digit = literal.digit();
            for &cell in &NEIGHBOURS[literal.cell()] {
                if gone[digit].contains(cell as usize) && !known.contains(cell as usize) {
                    known.insert(cell as usize);
                    let lost = (0..9).filter(|&digit| gone[digit].contains(cell as usize));
                    eliminations.push((cell, lost.fold(0, |mask, digit| mask | 1 << digit)));
                }
            }
        }
        let technique = match pass {
            X if path.len() == 4 => Technique::GeneralizedXWing,
            X => Technique::XCycle,
            Y => Technique::YCycle,
            _ => Technique::Cycle,
        };
        // The same loop the other way round: each literal negated, with the cause that it had.
        let mut around = vec![(!assumption.0, assumption.1)];
        around.extend(path[1..].iter().rev().map(|&(literal, cause)| (!literal, cause)));
        let tree = Tree {
            kind: Kind::Cycle,
            targets: vec![chain_of(&path, true), chain_of(&around, true)],
        };
        Some(hint(technique, numbers, eliminations, None, tree))
    }
}

/// A chain of literals, each followed by its parent; the parent of the last is the first, if it is a loop.
fn chain_of(path: &[(Literal, Cause)], is_loop: bool) -> Chain {
    let mut chain = Chain::default();
    for (at, &(literal, cause)) in path.iter().enumerate() {
        let last = if is_loop { Some(0) } else { None };
        let parent = if at + 1 == path.len() { last } else { Some(at as u16 + 1) };
        chain.push(literal, cause, parent, None);
    }
    chain
}

fn forcing(
    numbers: (f64, u32, u8),
    eliminations: Vec<(u8, u16)>,
    placement: Option<(u8, u8)>,
    pass: Pass,
    path: Vec<(Literal, Cause)>,
) -> Hint {
    let technique = match pass {
        X if path.len() == 6 => Technique::TurbotFish,
        X => Technique::ForcingXChain,
        _ => Technique::ForcingChain,
    };
    let tree = Tree { kind: Kind::Forcing, targets: vec![chain_of(&path, false)] };
    hint(technique, numbers, eliminations, placement, tree)
}

/// A chain hint.
pub fn hint(
    technique: Technique,
    (difficulty, complexity, sort_key): (f64, u32, u8),
    eliminations: Vec<(u8, u16)>,
    placement: Option<(u8, u8)>,
    tree: Tree,
) -> Hint {
    let why = Why::Chain(Box::new(tree));
    Hint { technique, difficulty, complexity, sort_key, eliminations, placement, why }
}
