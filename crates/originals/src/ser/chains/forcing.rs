//! Rule 21: forcing chains and cycles. Their implications do not depend on earlier conclusions, so one search
//! from each candidate finds all of them: a tree of true candidates, breadth first. Bit sets show in advance
//! which searches find something (`layers.rs`).

use super::closure::Closure;
use super::growth::{Growth, ProvingWay};
use super::layers::{DistanceLayers, Layers, Set, contains, each, unite, with_layers};
use super::links::{Id, LinkPass, Links};
use super::literal::{Cause, Literal};
use super::{Pending, length::addition};
use crate::budget::{Budget, OutOfBudget};
use crate::evidence::Technique;
use crate::grid::{Cell, Cells, Digit};
use crate::ser::board::{Board, digits_in};
use crate::ser::hint::{Chain, Hint, HintKind, Tree, Why};
use crate::ser::houses::{Houses, Plain};
use std::collections::HashMap;

/// Key of a hint in the list, in order.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct ListKey {
    pub difficulty: f64,
    pub complexity: u32,
    pub sort_key: u8,
}

/// Kinds of hints that a candidate may begin, in the order of the list.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
enum HintShape {
    Cycle,
    Refuted,
    Proved,
}

/// Place of a hint in the list: its numbers, then the order in which the rule finds hints of equal numbers.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct HintAt {
    numbers: ListKey,
    /// Cell and digit.
    start: (Cell, Digit),
    shape: HintShape,
}

/// The first hint of a pass.
type Best = Option<(HintAt, LinkPass)>;

/// The search and its memory.
#[derive(Default)]
pub struct Forcing<G: Houses = Plain> {
    links: Links<G>,
    layers: Layers,
    /// For each digit, the digit's places and the first hint that uses no other digit. The hint stays valid
    /// as long as the places do not change.
    digits: [(Cells, Best); 9],
    /// Kinds of hints that the candidates of a digit begin, by digit and places: nested rules meet the same
    /// places again and again.
    begun: HashMap<(Digit, Cells), Vec<[bool; 3]>>,
    growth: Growth,
    loops: Vec<Id>,
    pending: Pending,
}

/// Most entries of `begun`.
const MOST_BEGUN: usize = 4096;

/// Compares hints by the order of the list: difficulty, complexity, sort key.
fn order<H>(a: &Hint<H>, b: &Hint<H>) -> std::cmp::Ordering {
    let by_difficulty = a.difficulty.total_cmp(&b.difficulty);
    by_difficulty.then(a.complexity.cmp(&b.complexity)).then(a.sort_key.cmp(&b.sort_key))
}

/// Returns the sort keys of a cycle and of a chain in a pass.
fn numbers(pass: LinkPass, complexity: u32) -> (ListKey, ListKey) {
    let (cycle, chain, sort_key) = match pass {
        LinkPass::X(_) => (6.5, 6.6, 2),
        LinkPass::Y => (6.5, f64::INFINITY, 3),
        LinkPass::XY | LinkPass::Ends => (7.0, 7.0, 4),
    };
    let added = addition(complexity);
    let numbers = |base: f64| ListKey { difficulty: base + added, complexity, sort_key };
    (numbers(cycle), numbers(chain))
}

/// Origin of a hint: the pass, the cell and the digit.
type HintPlace = (u8, (Cell, Digit));

impl<G: Houses> Forcing<G> {
    /// Forgets the results of single digits.
    pub fn forget(&mut self) {
        self.digits = Default::default();
    }

    /// Returns the first hint of the list.
    pub fn first(
        &mut self, board: &Board<G>, budget: &mut Budget,
    ) -> Result<Option<Hint<G::House>>, OutOfBudget> {
        self.pending = Pending::default();
        let mut best = None;
        for digit in Digit::all() {
            if self.digits[digit].0 != board.plane(digit) {
                let first = self.scan(board, LinkPass::X(digit), None, budget)?;
                self.digits[digit] = (board.plane(digit), first);
            }
            let first = self.digits[digit].1;
            if is_before(&first, &best) {
                best = first;
            }
        }
        best = self.scan(board, LinkPass::Y, best, budget)?;
        if best.is_none_or(|(best, _)| best.numbers.difficulty >= 7.0) {
            best = self.scan(board, LinkPass::XY, best, budget)?;
        }
        Ok(best.map(|(found, pass)| self.hint(board, found, pass)))
    }

    /// Returns the first hint of a pass if it precedes `best`; otherwise returns `best`.
    fn scan(
        &mut self, board: &Board<G>, pass: LinkPass, best: Best, budget: &mut Budget,
    ) -> Result<Best, OutOfBudget> {
        self.links.build(board, pass);
        with_layers!(self.layers, self.links.count(), |layers| {
            self.scan_layers(board, layers, best, budget)
        })
    }

    fn scan_layers<const W: usize>(
        &mut self, board: &Board<G>, layers: &mut DistanceLayers<W>, mut best: Best, budget: &mut Budget,
    ) -> Result<Best, OutOfBudget> {
        let (pass, count) = (self.links.pass(), self.links.count());
        layers.begin(&self.links);
        self.loops.clear();
        let mut refuted = [0; W];
        for depth in (2..).step_by(2) {
            let (cycle, chain) = numbers(pass, u32::from(depth) + 2);
            let is_wanted =
                |best: &Best| best.is_none_or(|(best, _)| cycle <= best.numbers || chain <= best.numbers);
            let waits = self.loops.first().is_some_and(|&id| is_before(&self.cycle_at(id, depth - 2), &best));
            if !waits && !is_wanted(&best) {
                break;
            }
            // Cycles of the depth before wait for the refutations of this one.
            let shown = layers.advance(&self.links).then(|| layers.shown(&self.links));
            if let Some(shown) = &shown {
                unite(&mut refuted, &shown.refuted);
            }
            if waits {
                best = self.first_cycle(board, layers, depth - 2, &refuted, best);
            }
            if !is_wanted(&best) {
                break;
            }
            self.pending.spend(budget, count)?;
            let Some(shown) = shown else { break };
            if pass.has_chains() {
                let mut offer = |id: Id, shape| {
                    let start = self.links.at(id);
                    let found = Some((HintAt { numbers: chain, start, shape }, pass));
                    if is_before(&found, &best) {
                        best = found;
                    }
                };
                each(&shown.refuted, |id| offer(id, HintShape::Refuted));
                each(&shown.proved, |id| offer(id, HintShape::Proved));
            }
            self.loops.clear();
            each(&shown.in_loops, |id| self.loops.push(id));
        }
        Ok(best)
    }

    /// Returns the place in the list of a cycle of this depth that begins with the candidate.
    fn cycle_at(&self, id: Id, depth: u16) -> Best {
        let (pass, start) = (self.links.pass(), self.links.at(id));
        let numbers = numbers(pass, u32::from(depth) + 2).0;
        Some((HintAt { numbers, start, shape: HintShape::Cycle }, pass))
    }

    /// Returns the first cycle with the given depth that removes something, if it precedes `best`; otherwise
    /// returns `best`. The cycle begins with one of the `loops`.
    ///
    /// A candidate that a cycle removes refutes itself in one step more than the cycle has: if it were true,
    /// one literal of the cycle would be wrong, and so all of them, the last being one that excludes it. On
    /// the way it excludes the start of the cycle. So only starts excluded by a refuted candidate are
    /// searched; in a pass of cells, removed candidates have no number, and all starts are searched.
    fn first_cycle<const W: usize>(
        &mut self, board: &Board<G>, layers: &DistanceLayers<W>, depth: u16, refuted: &Set<W>, best: Best,
    ) -> Best {
        let is_any = !self.links.pass().has_chains();
        let steps = usize::from(depth) / 2;
        let mut leading = Vec::new();
        for at in 0..self.loops.len() {
            let id = self.loops[at];
            let found = self.cycle_at(id, depth);
            if !is_before(&found, &best) {
                break;
            }
            if !is_any && !layers.is_excluded_by(id, refuted) {
                continue;
            }
            layers.leads_to(&self.links, id, steps, &mut leading);
            // A cycle has one step more.
            let is_wanted = |to: Id, depth: u16| contains(&leading[steps + 1 - usize::from(depth) / 2], to);
            if self.cycles(board, id, depth, is_wanted).next().is_some() {
                return found;
            }
        }
        best
    }

    /// Makes the hint found at this place of the list.
    fn hint(&mut self, board: &Board<G>, found: HintAt, pass: LinkPass) -> Hint<G::House> {
        self.links.build(board, pass);
        let (numbers, depth) = (found.numbers, found.numbers.complexity as u16 - 2);
        let id = Id::all(self.links.count()).find(|&id| self.links.at(id) == found.start);
        let id = id.expect("a candidate of this state");
        match found.shape {
            HintShape::Cycle => {
                let (before, last) = self.cycles(board, id, depth, |_, _| true).next().expect("a cycle");
                self.cycle(board, id, before, last, numbers)
            }
            HintShape::Refuted => {
                let by = self.growth.if_true(&mut self.links, id).expect("a chain");
                self.refuted(id, by, numbers)
            }
            HintShape::Proved => {
                let way = self.growth.if_false(&mut self.links, id).expect("a chain");
                self.proved(board, id, way, numbers)
            }
        }
    }

    /// Returns the ways to close a cycle of this depth that remove something. Only candidates wanted at their
    /// depth are examined.
    fn cycles(
        &mut self, board: &Board<G>, id: Id, depth: u16, is_wanted: impl Fn(Id, u16) -> bool,
    ) -> impl Iterator<Item = (Id, Id)> {
        self.growth.closing_at(&mut self.links, id, depth, is_wanted);
        let this = &*self;
        let closings = this.growth.closings().iter().copied();
        closings.filter(move |&(before, last)| {
            this.gone_by_cycle(board, id, before, last).iter().any(|cells| !cells.is_empty())
        })
    }

    /// Returns the whole list, sorted. The closure of the state shows what need not be searched.
    pub fn all(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<Vec<Hint<G::House>>, OutOfBudget> {
        if !closure.of(board, budget)?.has_chains() {
            return Ok(Vec::new());
        }
        self.pending = Pending::default();
        // The passes of the digits count as one pass, whose hints are in the order of cells.
        let mut hints: Vec<(HintPlace, Hint<G::House>)> = Vec::new();
        for pass in Digit::all().map(LinkPass::X).chain([LinkPass::Y, LinkPass::XY]) {
            let rank = match pass {
                LinkPass::X(_) => 0,
                LinkPass::Y => 1,
                LinkPass::XY | LinkPass::Ends => 2,
            };
            let begins = match pass {
                LinkPass::X(digit) if closure.shown(digit) == [Cells::EMPTY; 2] => continue,
                LinkPass::X(digit) => self.begins_of_digit(board, digit, budget)?,
                LinkPass::Y => {
                    self.links.build(board, pass);
                    with_layers!(self.layers, self.links.count(), |layers| self.begins(layers, budget))?
                }
                _ => self.begins_by_closure(board, closure),
            };
            for (id, begins) in Id::all(begins.len()).zip(begins) {
                let start = self.links.at(id);
                if begins != [false; 3] && board.candidates(start.0).count_ones() >= 2 {
                    self.pending.spend(budget, self.links.count())?;
                    let mut emit = |hint| hints.push(((rank, start), hint));
                    self.all_of(board, id, begins, &mut emit);
                }
            }
        }
        hints.sort_by_key(|&(place, _)| place);
        let mut hints: Vec<Hint<G::House>> = hints.into_iter().map(|(_, hint)| hint).collect();
        hints.sort_by(order);
        let mut seen = std::collections::HashSet::new();
        hints.retain(|hint| {
            let mut key = hint.eliminations.clone();
            key.sort_unstable();
            seen.insert(key)
        });
        Ok(hints)
    }

    /// Returns the result of `begins` for all links, which the closure holds.
    fn begins_by_closure(&mut self, board: &Board<G>, closure: &mut Closure<G>) -> Vec<[bool; 3]> {
        self.links.build(board, LinkPass::XY);
        let mut begins = vec![[false; 3]; self.links.count()];
        let cycles = closure.cycles(board);
        for digit in Digit::all() {
            let [refuted, proved] = closure.shown(digit);
            for (shape, plane) in [cycles[digit], refuted, proved].into_iter().enumerate() {
                plane.for_each(|cell| begins[self.links.id(cell, digit).index()][shape] = true);
            }
        }
        begins
    }

    /// Returns the result of `begins` for a digit by itself, which depends on its places only; empty if there
    /// is nothing.
    fn begins_of_digit(
        &mut self, board: &Board<G>, digit: Digit, budget: &mut Budget,
    ) -> Result<Vec<[bool; 3]>, OutOfBudget> {
        let (pass, plane) = (LinkPass::X(digit), board.plane(digit));
        if let Some(known) = self.begun.get(&(digit, plane)) {
            self.pending.spend(budget, 4 * plane.len())?;
            if !known.is_empty() {
                self.links.build(board, pass);
            }
            return Ok(known.clone());
        }
        self.links.build(board, pass);
        let mut begins = with_layers!(self.layers, self.links.count(), |layers| self.begins(layers, budget))?;
        if begins.iter().all(|begins| *begins == [false; 3]) {
            begins.clear();
        }
        if self.begun.len() == MOST_BEGUN {
            self.begun.clear();
        }
        self.begun.insert((digit, plane), begins.clone());
        Ok(begins)
    }

    /// Returns for each candidate whether it begins cycles, a refutation, a proof.
    fn begins<const W: usize>(
        &mut self, layers: &mut DistanceLayers<W>, budget: &mut Budget,
    ) -> Result<Vec<[bool; 3]>, OutOfBudget> {
        let (pass, count) = (self.links.pass(), self.links.count());
        let mut begins = vec![[false; 3]; count];
        let (mut in_loops, mut refuted) = ([0; W], [0; W]);
        layers.begin(&self.links);
        while layers.advance(&self.links) {
            let shown = layers.shown(&self.links);
            unite(&mut in_loops, &shown.in_loops);
            unite(&mut refuted, &shown.refuted);
            if pass.has_chains() {
                each(&shown.refuted, |id| begins[id][1] = true);
                each(&shown.proved, |id| begins[id][2] = true);
            }
        }
        // By the argument of `first_cycle`.
        let is_any = !pass.has_chains();
        each(&in_loops, |id| begins[id][0] = is_any || layers.is_excluded_by(id, &refuted));
        self.pending.spend(budget, 4 * count)?;
        Ok(begins)
    }

    /// Emits all hints of a candidate, in order.
    fn all_of(
        &mut self, board: &Board<G>, id: Id, [has_cycles, is_refuted, is_proved]: [bool; 3],
        emit: &mut impl FnMut(Hint<G::House>),
    ) {
        let pass = self.links.pass();
        if has_cycles || is_refuted {
            let by = self.growth.if_true(&mut self.links, id);
            let closings = if has_cycles { self.growth.closings().len() } else { 0 };
            for at in 0..closings {
                let (before, last) = self.growth.closings()[at];
                let gone = self.gone_by_cycle(board, id, before, last);
                if gone.iter().any(|cells| !cells.is_empty()) {
                    let complexity = u32::from(self.growth.depth(before)) + 2;
                    emit(self.cycle(board, id, before, last, numbers(pass, complexity).0));
                }
            }
            if let Some(by) = by.filter(|_| is_refuted) {
                let complexity = u32::from(self.growth.depth(by)) + 2;
                emit(self.refuted(id, by, numbers(pass, complexity).1));
            }
        }
        if is_proved && let Some(way) = self.growth.if_false(&mut self.links, id) {
            let complexity = self.depth_of(way.by) + 2;
            emit(self.proved(board, id, way, numbers(pass, complexity).1));
        }
    }

    /// Returns the number of literals before the false literal that follows the true candidate `by`; 0
    /// without `by`, as the false literal is then the assumption.
    fn depth_of(&self, by: Id) -> u32 {
        if by == Id::NONE { 0 } else { u32::from(self.growth.depth(by)) + 1 }
    }

    /// Makes the hint that the start is false.
    fn refuted(&self, start: Id, by: Id, numbers: ListKey) -> Hint<G::House> {
        let cause = self.links.weak(by, start).unwrap();
        let path =
            [vec![(self.links.literal(start, false), cause)], self.growth.back(&self.links, by)].concat();
        let (cell, digit) = self.links.at(start);
        forcing(numbers, vec![(cell, digit.bit())], None, self.links.pass(), path)
    }

    /// Makes the hint that the start is true.
    fn proved(&self, board: &Board<G>, start: Id, way: ProvingWay, numbers: ListKey) -> Hint<G::House> {
        let ProvingWay { by, last, cause } = way;
        let proved = (self.links.literal(start, true), cause);
        let gone = (self.links.literal(last, false), self.links.weak(by, last).unwrap());
        let path = [vec![proved, gone], self.growth.back(&self.links, by)].concat();
        let (cell, digit) = self.links.at(start);
        let others = board.candidates(cell) & !digit.bit();
        let placement = Some((cell, digit));
        forcing(numbers, vec![(cell, others)], placement, self.links.pass(), path)
    }

    /// Returns the candidates that a cycle removes: those in other cells that see both a true and a false one
    /// of its candidates.
    fn gone_by_cycle(&self, board: &Board<G>, start: Id, before: Id, last: Id) -> [Cells; 9] {
        let (mut if_on, mut if_off) = ([Cells::EMPTY; 9], [Cells::EMPTY; 9]);
        let mut cells = Cells::EMPTY;
        self.growth.around(start, before, last, |on, off| {
            for (seen, id) in [(&mut if_on, on), (&mut if_off, off)] {
                let (cell, digit) = self.links.at(id);
                seen[digit] |= board.houses.peers(cell);
                cells.insert(cell);
            }
        });
        std::array::from_fn(|digit| if_on[digit] & if_off[digit] & (board.plane(Digit::new(digit)) - cells))
    }

    fn cycle(&self, board: &Board<G>, start: Id, before: Id, last: Id, numbers: ListKey) -> Hint<G::House> {
        let strong = self.links.strong(last);
        let cause = strong.iter().find(|&&(to, _)| to == start).unwrap().1;
        let mut path = vec![(self.links.literal(start, true), cause)];
        path.push((self.links.literal(last, false), self.links.weak(before, last).unwrap()));
        let back = self.growth.back(&self.links, before);
        let (&assumption, back) = back.split_last().unwrap();
        path.extend(back);
        let gone = self.gone_by_cycle(board, start, before, last);
        // Cells, in the order in which the true literals see them.
        let (mut eliminations, mut known) = (Vec::<(Cell, u16)>::new(), Cells::EMPTY);
        for (literal, _) in path.iter().filter(|(literal, _)| literal.is_on()) {
            for &cell in board.houses.neighbours(literal.cell()) {
                if gone[literal.digit()].contains(cell) && !known.contains(cell) {
                    known.insert(cell);
                    let lost = digits_in(board.candidates(cell));
                    let lost = lost.filter(|&digit| gone[digit].contains(cell));
                    eliminations.push((cell, lost.fold(0, |mask, digit| mask | digit.bit())));
                }
            }
        }
        let technique = match self.links.pass() {
            LinkPass::X(_) if path.len() == 4 => Technique::GeneralizedXWing,
            LinkPass::X(_) => Technique::XCycle,
            LinkPass::Y => Technique::YCycle,
            LinkPass::XY | LinkPass::Ends => Technique::Cycle,
        };
        // The same loop in the other direction: each literal negated, with its cause.
        let mut around = vec![(!assumption.0, assumption.1)];
        around.extend(path[1..].iter().rev().map(|&(literal, cause)| (!literal, cause)));
        let targets = vec![chain_of(&path, true), chain_of(&around, true)];
        hint(technique, numbers, eliminations, None, Tree { kind: HintKind::Cycle, targets })
    }
}

/// Whether `a` precedes `b` in the list of hints.
fn is_before(a: &Best, b: &Best) -> bool {
    match (a, b) {
        (Some((a, _)), Some((b, _))) => a < b,
        (a, b) => a.is_some() && b.is_none(),
    }
}

/// Makes a chain in which each literal is followed by its parent; in a loop, the last literal's parent is the
/// first literal.
fn chain_of<H>(path: &[(Literal, Cause)], is_loop: bool) -> Chain<H> {
    let mut chain = Chain::with_capacity(path.len());
    for (at, &(literal, cause)) in path.iter().enumerate() {
        let last = if is_loop { Some(0) } else { None };
        let parent = if at + 1 == path.len() { last } else { Some(at as u16 + 1) };
        chain.push(literal, cause, parent, None);
    }
    chain
}

fn forcing<H>(
    numbers: ListKey, eliminations: Vec<(Cell, u16)>, placement: Option<(Cell, Digit)>, pass: LinkPass,
    path: Vec<(Literal, Cause)>,
) -> Hint<H> {
    let technique = match pass {
        LinkPass::X(_) if path.len() == 6 => Technique::TurbotFish,
        LinkPass::X(_) => Technique::ForcingXChain,
        _ => Technique::ForcingChain,
    };
    let tree = Tree { kind: HintKind::Forcing, targets: vec![chain_of(&path, false)] };
    hint(technique, numbers, eliminations, placement, tree)
}

/// Makes a chain hint.
pub fn hint<H>(
    technique: Technique, numbers: ListKey, eliminations: Vec<(Cell, u16)>, placement: Option<(Cell, Digit)>,
    tree: Tree<H>,
) -> Hint<H> {
    let ListKey { difficulty, complexity, sort_key } = numbers;
    let why = Why::Chain(Box::new(tree));
    Hint { technique, difficulty, complexity, sort_key, eliminations, placement, why }
}

#[cfg(test)]
mod tests;
