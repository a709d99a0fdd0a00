//! The advanced step of rules 26 to 30: if a propagation stalls, patterns and chain rules are tried in the
//! state that it has led to.

use super::closure::Closure;
use super::forcing::Forcing;
use super::literal::{Cause, Literal};
use super::net::NetRule;
use super::patterns;
use super::propagate::{Propagation, Reason};
use crate::budget::{Budget, OutOfBudget};
use crate::number::number;
use crate::ser::board::{Board, digits_in, ones};
use crate::ser::hint::{Hint, HintKind, Tree, Why};
use crate::ser::houses::Houses;
use std::collections::{HashMap, hash_map::Entry};
use std::ops::Range;
use std::sync::Arc;

number! {
    /// Identity of a chain hint: hints with the same literals share an identity and count once.
    Identity(u32)
}

impl Identity {
    /// Identity of a pattern.
    const NO_CHAIN: Identity = Identity(u32::MAX);
}

/// Patterns and chain hints that are reasons of nodes.
pub struct Reasons<H> {
    hints: Vec<(Arc<Hint<H>>, Identity)>,
    identities: HashMap<Vec<u16>, Identity>,
    complexities: Vec<u32>,
}

impl<H> Default for Reasons<H> {
    fn default() -> Reasons<H> {
        let (hints, identities, complexities) = Default::default();
        Reasons { hints, identities, complexities }
    }
}

impl<H> Reasons<H> {
    /// Forgets all reasons.
    pub fn clear(&mut self) {
        self.hints.clear();
        self.identities.clear();
        self.complexities.clear();
    }

    /// Returns the hint with this number.
    pub fn hint(&self, reason: Reason) -> Option<Arc<Hint<H>>> {
        (reason != Reason::NONE).then(|| self.hints[reason].0.clone())
    }

    /// Returns the identity of a chain hint; a pattern has none.
    pub fn identity(&self, reason: Reason) -> Option<Identity> {
        Some(self.hints[reason].1).filter(|&identity| identity != Identity::NO_CHAIN)
    }

    /// Returns the complexity of a chain hint.
    pub fn complexity(&self, identity: Identity) -> u32 {
        self.complexities[identity]
    }

    fn add(&mut self, hint: Arc<Hint<H>>) -> Reason {
        let identity = match &hint.why {
            Why::Chain(tree) => {
                let mut key = Vec::new();
                for target in &tree.targets {
                    key.push(target.nodes().len() as u16);
                    key.extend(target.nodes().iter().map(|node| node.literal.index() as u16));
                }
                let next = Identity::new(self.complexities.len());
                let identity = *self.identities.entry(key).or_insert(next);
                if identity == next {
                    self.complexities.push(hint.complexity);
                }
                identity
            }
            _ => Identity::NO_CHAIN,
        };
        self.hints.push((hint, identity));
        Reason::new(self.hints.len() - 1)
    }
}

/// A chain rule, asked in the states in which propagations stall.
pub trait NestedRule<G: Houses>: Send {
    /// Returns all hints of the rule in a state, sorted.
    fn all(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<Vec<Hint<G::House>>, OutOfBudget>;
}

impl<G: Houses> NestedRule<G> for Forcing<G> {
    fn all(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<Vec<Hint<G::House>>, OutOfBudget> {
        self.all(board, closure, budget)
    }
}

impl<G: Houses> NestedRule<G> for NetRule<G> {
    fn all(
        &mut self, board: &Board<G>, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<Vec<Hint<G::House>>, OutOfBudget> {
        self.all(board, closure, budget)
    }
}

/// A hint, and its number among the reasons once it is one.
type ListedHint<H> = (Arc<Hint<H>>, Reason);

/// Hints of a rule in a state, and the search that last asked for them.
struct HintList<H> {
    hints: Vec<ListedHint<H>>,
    search: u32,
}

/// A rule, and its list in each state that this search or the last one asked about: many assumptions lead to
/// states that they also led to before the last elimination.
struct HintSource<G: Houses> {
    rule: Box<dyn NestedRule<G>>,
    lists: HashMap<Board<G>, HintList<G::House>>,
}

/// Nested rules of a level.
pub struct Nested<G: Houses> {
    sources: Vec<HintSource<G>>,
    closure: Closure<G>,
    /// Number of the current search.
    search: u32,
}

impl<G: Houses> Nested<G> {
    /// Makes the level of these rules.
    pub fn new(rules: Vec<Box<dyn NestedRule<G>>>) -> Nested<G> {
        let source = |rule| HintSource { rule, lists: HashMap::new() };
        Nested { sources: rules.into_iter().map(source).collect(), closure: Closure::default(), search: 0 }
    }

    /// Begins a search with its own reasons. Forgets the lists that the last search did not ask for.
    pub fn begin(&mut self) {
        for source in &mut self.sources {
            source.lists.retain(|_, list| list.search == self.search);
        }
        self.search = self.search.wrapping_add(1);
    }

    /// Forgets the lists.
    pub fn forget(&mut self) {
        for source in &mut self.sources {
            source.lists.clear();
        }
    }

    /// Asks these stages in order, and adds the conclusions of the first rule that proves something new. The
    /// patterns are one stage, and each chain rule is one.
    pub fn advance(
        &mut self, stages: Range<u8>, source: &Board<G>, cur: &Board<G>, propagation: &mut Propagation,
        reasons: &mut Reasons<G::House>, budget: &mut Budget,
    ) -> Result<(), OutOfBudget> {
        let known = propagation.off.len();
        for rule in patterns::rules().into_iter().filter(|_| stages.contains(&0)) {
            let mut found = Vec::new();
            rule(source, cur, &mut found);
            for pattern in found {
                let hint = Arc::new(pattern.hint);
                let reason = reasons.add(hint.clone());
                add(propagation, &hint, &pattern.parents, reason);
            }
            if propagation.off.len() > known {
                return Ok(());
            }
        }
        for stage in stages.filter(|&stage| stage > 0) {
            let source_of_stage = &mut self.sources[usize::from(stage) - 1];
            let list = source_of_stage.list(cur, self.search, &mut self.closure, budget)?;
            for (hint, reason) in list {
                let parents = parents_of(hint, source, cur);
                if parents.is_empty() {
                    continue;
                }
                if *reason == Reason::NONE {
                    *reason = reasons.add(hint.clone());
                }
                propagation.has_nested = true;
                add(propagation, hint, &parents, *reason);
            }
            if propagation.off.len() > known {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<G: Houses> HintSource<G> {
    fn list(
        &mut self, board: &Board<G>, search: u32, closure: &mut Closure<G>, budget: &mut Budget,
    ) -> Result<&mut [ListedHint<G::House>], OutOfBudget> {
        // The copy is cheap compared with the list.
        let list = match self.lists.entry(board.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let hints = self.rule.all(board, closure, budget)?;
                let hints = hints.into_iter().map(|hint| (Arc::new(hint), Reason::NONE)).collect();
                place.insert(HintList { hints, search })
            }
        };
        if list.search != search {
            list.search = search;
            list.hints.iter_mut().for_each(|(_, reason)| *reason = Reason::NONE);
        }
        Ok(&mut list.hints)
    }
}

fn add<H>(propagation: &mut Propagation, hint: &Hint<H>, parents: &[Literal], reason: Reason) {
    for &(cell, digits) in &hint.eliminations {
        for digit in digits_in(digits) {
            propagation.add_advanced(Literal::off(cell, digit), parents, reason);
        }
    }
}

/// Returns the literals that a chain hint needs to be false, and that are false only since the outer
/// assumption.
fn parents_of<G: Houses>(hint: &Hint<G::House>, source: &Board<G>, cur: &Board<G>) -> Vec<Literal> {
    let Why::Chain(tree) = &hint.why else { return Vec::new() };
    let Tree { kind, targets } = &**tree;
    let mut all = Vec::new();
    for node in targets.iter().flat_map(|target| target.nodes()) {
        let (cell, digit) = (node.literal.cell(), node.literal.digit());
        if !node.literal.is_on() {
            continue;
        }
        let house = match (node.cause, kind) {
            (Cause::Cell, _) | (Cause::Assumption, HintKind::Cell(_)) => None,
            (Cause::Assumption, HintKind::Region { house, .. }) => Some(*house),
            (Cause::Assumption | Cause::Advanced, _) => continue,
            (cause, _) => cur.houses.house(cause, cell),
        };
        let mut add = |literal| {
            if !all.contains(&literal) {
                all.push(literal);
            }
        };
        match house {
            None => {
                for digit in digits_in(source.candidates(cell) & !cur.candidates(cell)) {
                    add(Literal::off(cell, digit));
                }
            }
            Some(house) => {
                for at in ones(source.places(house, digit) & !cur.places(house, digit)) {
                    add(Literal::off(cur.houses.square(house, at), digit));
                }
            }
        }
    }
    all
}
