//! Rules 23 to 30: the conclusions of a contradiction, and the common conclusions of a candidate and its
//! opposite, of the candidates of a cell, or of the places of a digit in a house.

use super::closure::Closure;
use super::forcing::{Forcing, ListKey, hint};
use super::literal::{LITERALS, Literal};
use super::nested::{Nested, NestedRule, Reasons};
use super::propagate::{Mode, Node, Propagation};
use super::{Pending, length::addition, multiple};
use crate::budget::{Budget, OutOfBudget};
use crate::evidence::{Dynamic, Technique};
use crate::grid::{Cell, Cells, Digit};
use crate::number::number;
use crate::ser::board::{Board, digits_in};
use crate::ser::hint::{Chain, Hint, HintKind, Tree};
use crate::ser::houses::Houses;

/// Numbers of a propagation and of one of its nodes.
type NodeOf = (Branch, Node);

number! {
    /// Number of a propagation of the state.
    Branch(u16)
}

impl Branch {
    /// No propagation.
    const NONE: Branch = Branch(u16::MAX);
}

/// A possible hint, without its tree.
#[derive(Clone)]
struct Offer<H> {
    kind: HintKind<H>,
    outcome: Literal,
    complexity: u32,
    sort_key: u8,
    targets: Vec<NodeOf>,
}

/// Collector of possible hints: the first, or the first of each removal.
enum OfferSink<H> {
    First(Option<Offer<H>>),
    All(Offers<H>),
}

/// Offers, each better than those before with the same removal, and the place of the best of each removal by
/// the literal that names the removal.
struct Offers<H> {
    all: Vec<Offer<H>>,
    best: Box<[u16; LITERALS]>,
}

/// No offer yet.
const NONE: u16 = u16::MAX;

/// A rule, or the dynamic rules of several levels, with the propagations of the current state.
///
/// The nested rules of a level are asked only if the rules of the level before prove nothing more. So a level
/// continues where the level before ended, if the state is still the same.
///
/// ```text
///   patterns 1 | rule 21 2 | rule 24 3          a stage for each, and the first level with it
///   patterns 4 | rule 25 4 | rule 27 5
/// ```
pub struct NetRule<G: Houses> {
    mode: Mode,
    propagations: Vec<Propagation>,
    /// The state that each propagation has led to.
    states: Vec<Board<G>>,
    /// For each state, the number of stages that prove nothing more there.
    tried: Vec<u8>,
    used: usize,
    of: Box<[Branch; LITERALS]>,
    /// The state of the propagations, and the level, if all of them are complete.
    whole: Option<(Board<G>, u8)>,
    nested: Nested<G>,
    reasons: Reasons<G::House>,
    multiple: multiple::Multiple<G>,
    /// First Nishio of each digit by itself, and the places of the digit, on which alone it depends.
    digits: [(Cells, Option<(u32, Literal)>); 9],
    solution: Option<[Digit; 81]>,
    pending: Pending,
}

/// Returns the chain rules that are nested up to a level.
fn nested_in<G: Houses>(level: u8) -> Vec<Box<dyn NestedRule<G>>> {
    let net = |is_dynamic, level| -> Box<dyn NestedRule<G>> {
        Box::new(NetRule::new(Mode { is_dynamic, is_nishio: false, level }))
    };
    match level {
        2 => vec![Box::<Forcing<G>>::default()],
        3 => vec![Box::<Forcing<G>>::default(), net(false, 0)],
        4 => vec![net(true, 0)],
        5 => vec![net(true, 0), net(true, 2)],
        _ => vec![],
    }
}

/// Returns the number of stages of a level: patterns, then the chain rules.
fn stages(level: u8) -> u8 {
    match level {
        4.. => level - 2,
        _ => level,
    }
}

impl<G: Houses> NetRule<G> {
    /// Makes the rule, with the lower levels that [`NetRule::at_level`] selects: 0 to 3, or 4 and 5.
    pub fn new(mode: Mode) -> NetRule<G> {
        NetRule {
            mode,
            propagations: Vec::new(),
            states: Vec::new(),
            tried: Vec::new(),
            used: 0,
            of: Box::new([Branch::NONE; LITERALS]),
            whole: None,
            nested: Nested::new(nested_in(mode.level)),
            reasons: Reasons::default(),
            multiple: multiple::Multiple::default(),
            digits: Default::default(),
            solution: None,
            pending: Pending::default(),
        }
    }

    /// Sets the only solution of the puzzle, if it is known to be the only one.
    pub fn know(&mut self, solution: Option<[Digit; 81]>) {
        self.solution = solution;
        self.digits = Default::default();
        self.whole = None;
        self.nested.forget();
    }

    /// Selects the rule of this level.
    pub fn at_level(&mut self, level: u8) -> &mut NetRule<G> {
        self.mode.level = level;
        self
    }

    /// Returns the whole list, sorted.
    pub fn all(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<Vec<Hint<G::House>>, OutOfBudget> {
        let mut sink = OfferSink::All(Offers { all: Vec::new(), best: Box::new([NONE; LITERALS]) });
        match self.mode.is_dynamic {
            true => self.generate(board, budget, &mut sink)?,
            false => self.generate_static(board, closure, budget, &mut sink)?,
        }
        let OfferSink::All(Offers { all, best }) = sink else { unreachable!() };
        let is_best = |at: u16, offer: &Offer<G::House>| best[removal(board, offer.outcome).index()] == at;
        let offers = (0..).zip(all).filter(|(at, offer)| is_best(*at, offer));
        let mut offers: Vec<Offer<_>> = offers.map(|(_, offer)| offer).collect();
        offers.sort_by_key(|offer| (offer.complexity, offer.sort_key));
        Ok(offers.iter().map(|offer| self.hint(board, offer)).collect())
    }

    /// Returns the first hint of the list.
    pub fn first(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<Option<Hint<G::House>>, OutOfBudget> {
        let has_single = board.open().any(|cell| board.candidates(cell).count_ones() < 2);
        let mut sink = OfferSink::First(None);
        match self.mode {
            Mode { is_nishio: true, .. } if !has_single => {
                self.generate_by_digit(board, budget, &mut sink)?
            }
            Mode { is_dynamic: false, .. } => {
                let closure = closure.of(board, budget)?;
                if !closure.has_chains() && !closure.has_common(board) {
                    return Ok(None);
                }
                let source = if has_single { None } else { self.multiple.first(board, budget)? };
                match source {
                    Some(source) => {
                        self.begin();
                        self.offer_source(board, source, budget, &mut sink)?;
                    }
                    None => self.generate_static(board, closure, budget, &mut sink)?,
                }
            }
            _ => self.generate(board, budget, &mut sink)?,
        }
        let OfferSink::First(offer) = sink else { unreachable!() };
        Ok(offer.map(|offer| self.hint(board, &offer)))
    }

    /// Propagates an assumption, or continues its propagation; returns its number.
    fn propagation(
        &mut self, board: &Board<G>, start: Literal, budget: &mut Budget,
    ) -> Result<Branch, OutOfBudget> {
        let stages = stages(self.mode.level);
        let mut number = self.of[start.index()];
        if number == Branch::NONE {
            number = Branch::new(self.used);
            if self.used == self.propagations.len() {
                self.propagations.push(Propagation::default());
                self.states.push(board.clone());
                self.tried.push(0);
            }
            self.propagations[number].begin(start);
            self.states[number].clone_from(board);
            self.tried[number] = 0;
            self.used += 1;
            self.of[start.index()] = number;
        } else if self.tried[number] == stages {
            return Ok(number);
        }
        let (propagation, cur) = (&mut self.propagations[number], &mut self.states[number]);
        let mut untried = self.tried[number]..stages;
        self.tried[number] = stages;
        while propagation.contradiction.is_none() && !propagation.exhaust(board, cur, self.mode) {
            if untried.is_empty() {
                break;
            }
            self.pending.spend(budget, propagation.nodes.len())?;
            let known = propagation.off.len();
            self.nested.advance(untried, board, cur, propagation, &mut self.reasons, budget)?;
            if propagation.off.len() == known {
                break;
            }
            untried = 0..stages;
        }
        self.pending.spend(budget, propagation.nodes.len())?;
        Ok(number)
    }

    fn begin(&mut self) {
        for propagation in &self.propagations[..self.used] {
            self.of[propagation.nodes[0].literal.index()] = Branch::NONE;
        }
        self.used = 0;
        self.whole = None;
        self.pending = Pending::default();
        self.nested.begin();
        self.reasons.clear();
    }

    /// Finds the first Nishio.
    fn generate_by_digit(
        &mut self, board: &Board<G>, budget: &mut Budget, sink: &mut OfferSink<G::House>,
    ) -> Result<(), OutOfBudget> {
        let mut best: Option<(u32, Literal)> = None;
        for digit in Digit::all() {
            let plane = board.plane(digit);
            if self.digits[digit].0 != plane {
                self.begin();
                let mut sink = OfferSink::First(None);
                for cell in plane {
                    self.nishio(board, Literal::on(cell, digit), budget, &mut sink)?;
                    self.nishio(board, Literal::off(cell, digit), budget, &mut sink)?;
                }
                let OfferSink::First(first) = sink else { unreachable!() };
                let first = first.map(|first| (first.complexity, !first.outcome));
                self.digits[digit] = (plane, first);
            }
            // Ties: the first cell, then the first digit.
            let place = |(complexity, start): (u32, Literal)| (complexity, start.cell());
            if let Some(first) = self.digits[digit].1
                && best.is_none_or(|best| place(first) < place(best))
            {
                best = Some(first);
            }
        }
        if let Some((_, start)) = best {
            self.begin();
            self.nishio(board, start, budget, sink)?;
        }
        Ok(())
    }

    fn nishio(
        &mut self, board: &Board<G>, start: Literal, budget: &mut Budget, sink: &mut OfferSink<G::House>,
    ) -> Result<(), OutOfBudget> {
        if self.may_be_refuted(start) {
            let number = self.propagation(board, start, budget)?;
            self.contradiction(board, number, !start, sink);
        }
        Ok(())
    }

    /// Whether an assumption can lead to a contradiction; an assumption true in the only solution cannot.
    fn may_be_refuted(&self, start: Literal) -> bool {
        self.solution.is_none_or(|solution| (solution[start.cell()] == start.digit()) != start.is_on())
    }

    /// Offers the conclusions of one cell, or of one digit in a house.
    fn offer_source(
        &mut self, board: &Board<G>, source: HintKind<G::House>, budget: &mut Budget,
        sink: &mut OfferSink<G::House>,
    ) -> Result<(), OutOfBudget> {
        let mut branches = Vec::new();
        for (cell, digit) in multiple::starts(board, source) {
            branches.push(self.propagation(board, Literal::on(cell, digit), budget)?);
        }
        self.common(board, source, &branches, sink);
        Ok(())
    }

    /// Offers the conclusions of a rule whose links do not change. If no assumption leads to a contradiction,
    /// only sources whose branches have something in common are followed.
    fn generate_static(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
        sink: &mut OfferSink<G::House>,
    ) -> Result<(), OutOfBudget> {
        self.begin();
        let closure = closure.of(board, budget)?;
        let is_cut_off = closure.has_chains();
        for source in multiple::sources(board) {
            if is_cut_off || closure.have_in_common(board, source) {
                self.offer_source(board, source, budget, sink)?;
            }
        }
        Ok(())
    }

    /// Offers the conclusions of a rule whose links change.
    fn generate(
        &mut self, board: &Board<G>, budget: &mut Budget, sink: &mut OfferSink<G::House>,
    ) -> Result<(), OutOfBudget> {
        let Mode { is_nishio, level, .. } = self.mode;
        match self.whole.take() {
            Some((own, before)) if before <= level && own == *board => self.pending = Pending::default(),
            _ => self.begin(),
        }
        for cell in board.open() {
            let digits = board.candidates(cell);
            let count = digits.count_ones();
            if count < 2 {
                continue;
            }
            for digit in digits_in(digits) {
                let on = self.propagation(board, Literal::on(cell, digit), budget)?;
                self.contradiction(board, on, Literal::off(cell, digit), sink);
                let off = Literal::off(cell, digit);
                let has_doubles = !is_nishio && count >= 3;
                if has_doubles || self.may_be_refuted(off) {
                    let off = self.propagation(board, off, budget)?;
                    self.contradiction(board, off, Literal::on(cell, digit), sink);
                    if has_doubles {
                        self.common(board, HintKind::Double, &[on, off], sink);
                    }
                }
                for region in multiple::regions(board, cell, digit).filter(|_| !is_nishio) {
                    self.offer_source(board, region, budget, sink)?;
                }
            }
            if !is_nishio {
                self.offer_source(board, HintKind::Cell(cell), budget, sink)?;
            }
        }
        self.whole = Some((board.clone(), level));
        Ok(())
    }

    fn contradiction(
        &mut self, board: &Board<G>, number: Branch, outcome: Literal, sink: &mut OfferSink<G::House>,
    ) {
        if let Some((on, off)) = self.propagations[number].contradiction {
            let targets = [(number, on), (number, off)];
            self.offer(board, HintKind::Contradiction, outcome, &targets, sink);
        }
    }

    /// Offers the literals that all branches have in common.
    fn common(
        &mut self, board: &Board<G>, kind: HintKind<G::House>, branches: &[Branch],
        sink: &mut OfferSink<G::House>,
    ) {
        for is_on in [true, false] {
            let planes = |number: Branch| {
                let branch = &self.propagations[number];
                if is_on { &branch.on_planes } else { &branch.off_planes }
            };
            let mut all = *planes(branches[0]);
            for &branch in &branches[1..] {
                for (plane, other) in all.iter_mut().zip(planes(branch)) {
                    *plane &= *other;
                }
            }
            let mut left: usize = all.iter().map(|plane: &Cells| plane.len()).sum();
            let mut next = 0;
            while left > 0 {
                let first = &self.propagations[branches[0]];
                let node = if is_on { first.on[next] } else { first.off[next] };
                let literal = first.nodes[node].literal;
                next += 1;
                if all[literal.digit()].contains(literal.cell()) {
                    left -= 1;
                    let target = |&at: &Branch| (at, self.propagations[at].node_of(literal));
                    let targets: Vec<NodeOf> = branches.iter().map(target).collect();
                    self.offer(board, kind, literal, &targets, sink);
                }
            }
        }
    }

    fn offer(
        &mut self, board: &Board<G>, kind: HintKind<G::House>, outcome: Literal, targets: &[NodeOf],
        sink: &mut OfferSink<G::House>,
    ) {
        if outcome.is_on() && board.candidates(outcome.cell()).count_ones() < 2 {
            return;
        }
        let sort_key = multiple::sort_key(kind);
        let best = match sink {
            OfferSink::First(best) => best.as_ref(),
            OfferSink::All(Offers { all, best }) => {
                all.get(usize::from(best[removal(board, outcome).index()]))
            }
        };
        let best = best.map_or((u32::MAX, 0), |best| (best.complexity, best.sort_key));
        let depth = |&(at, node): &NodeOf| u32::from(self.propagations[at].nodes[node].depth) + 1;
        if (targets.iter().map(depth).sum(), sort_key) >= best {
            return;
        }
        let mut complexity = 0;
        for &(at, node) in targets {
            complexity += self.propagations[at].size(node);
        }
        if (complexity, sort_key) >= best {
            return;
        }
        complexity += self.nested_complexity(targets);
        if (complexity, sort_key) >= best {
            return;
        }
        let offer = Offer { kind, outcome, complexity, sort_key, targets: targets.to_vec() };
        match sink {
            OfferSink::First(best) => *best = Some(offer),
            OfferSink::All(Offers { all, best }) => {
                best[removal(board, outcome).index()] = all.len() as u16;
                all.push(offer);
            }
        }
    }

    /// Returns the sum of the complexities of the different chain hints from which the targets follow.
    fn nested_complexity(&mut self, targets: &[NodeOf]) -> u32 {
        let mut known = Vec::new();
        for &(at, node) in targets {
            let propagation = &mut self.propagations[at];
            if propagation.has_nested {
                for reason in propagation.reasons(node) {
                    known.extend(self.reasons.identity(reason));
                }
            }
        }
        known.sort_unstable();
        known.dedup();
        known.into_iter().map(|identity| self.reasons.complexity(identity)).sum()
    }

    fn technique(&self, kind: HintKind<G::House>) -> Technique {
        let dynamic = match kind {
            HintKind::Contradiction if self.mode.is_nishio => return Technique::Nishio,
            HintKind::Contradiction => Dynamic::Contradiction,
            HintKind::Double => Dynamic::Double,
            HintKind::Cell(_) if !self.mode.is_dynamic => return Technique::CellChains,
            HintKind::Cell(_) => Dynamic::Cell,
            _ if !self.mode.is_dynamic => return Technique::RegionChains,
            _ => Dynamic::Region,
        };
        Technique::dynamic(dynamic, usize::from(self.mode.level))
    }

    fn hint(&mut self, board: &Board<G>, offer: &Offer<G::House>) -> Hint<G::House> {
        let technique = self.technique(offer.kind);
        let difficulty = technique.base() + addition(offer.complexity);
        let mut targets = Vec::new();
        for &(at, node) in &offer.targets {
            let propagation = &mut self.propagations[at];
            let chain = propagation.chain(node).to_vec();
            let mut place = vec![u16::MAX; propagation.nodes.len()];
            for (position, &node) in (0..).zip(&chain) {
                place[node] = position;
            }
            let mut nodes = Chain::with_capacity(chain.len());
            for &node in &chain {
                let derived = &propagation.nodes[node];
                let parents = propagation.parents(node).iter();
                let parents = parents.map(|&parent| place[parent]);
                let nested = self.reasons.hint(derived.reason);
                nodes.push(derived.literal, derived.cause, parents, nested);
            }
            targets.push(nodes);
        }
        let (cell, digits) = gone(board, offer.outcome);
        let placement = offer.outcome.is_on().then(|| (cell, offer.outcome.digit()));
        let (complexity, sort_key) = (offer.complexity, offer.sort_key);
        let numbers = ListKey { difficulty, complexity, sort_key };
        hint(technique, numbers, vec![(cell, digits)], placement, Tree { kind: offer.kind, targets })
    }
}

/// Returns the literal that names what an outcome removes: the truth of one of two candidates of a cell
/// removes the other.
fn removal(board: &Board<impl Houses>, outcome: Literal) -> Literal {
    let others = board.candidates(outcome.cell()) & !outcome.digit().bit();
    match outcome.is_on() && others.is_power_of_two() {
        true => Literal::off(outcome.cell(), Digit::lowest(others)),
        false => outcome,
    }
}

/// Returns the candidates that an outcome removes: its own, or all others of its cell.
fn gone(board: &Board<impl Houses>, outcome: Literal) -> (Cell, u16) {
    let (cell, digit) = (outcome.cell(), outcome.digit().bit());
    let digits = if outcome.is_on() { board.candidates(cell) & !digit } else { digit };
    (cell, digits)
}
