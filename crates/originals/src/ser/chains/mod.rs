//! The chain rules: 21 and 23 to 30 of the classic program.

mod closure;
mod forcing;
mod growth;
mod layers;
mod length;
pub(super) mod links;
pub mod literal;
mod multiple;
mod nested;
mod net;
mod patterns;
mod propagate;

use super::board::Board;
use super::hint::Hint;
use super::houses::{Houses, Plain};
use crate::budget::{Budget, OutOfBudget, units};
use crate::grid::Digit;
use closure::Closure;
use forcing::Forcing;
use net::NetRule;
use propagate::Mode;

/// A chain rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainRule {
    /// Forcing chains and cycles (21).
    Forcing,
    /// Nishio (23).
    Nishio,
    /// Multiple forcing chains (24).
    Multiple,
    /// Dynamic forcing chains by level of nesting: nothing (25), patterns (26), chains (27 to 30).
    Dynamic(u8),
}

/// The chain rules and their memory.
pub struct ChainRules<G: Houses = Plain> {
    closure: Closure<G>,
    forcing: Forcing<G>,
    nishio: NetRule<G>,
    multiple: NetRule<G>,
    /// The dynamic rules of levels 0 to 3, then of 4 and 5.
    dynamic: [NetRule<G>; 2],
}

impl<G: Houses> Default for ChainRules<G> {
    fn default() -> ChainRules<G> {
        let net = |is_dynamic, is_nishio, level| NetRule::new(Mode { is_dynamic, is_nishio, level });
        ChainRules {
            closure: Closure::default(),
            forcing: Forcing::default(),
            nishio: net(true, true, 0),
            multiple: net(false, false, 0),
            dynamic: [3, 5].map(|level| net(true, false, level)),
        }
    }
}

impl<G: Houses> ChainRules<G> {
    /// Takes up the only solution of the puzzle, or that it is not known to have only one. With it some
    /// assumptions need not be tried; what is found is the same.
    pub fn know(&mut self, solution: Option<[Digit; 81]>) {
        self.forcing.forget();
        let [low, high] = &mut self.dynamic;
        for net in [&mut self.nishio, &mut self.multiple, low, high] {
            net.know(solution);
        }
    }

    /// Returns the hint of a rule that is applied: the first of its sorted list.
    pub fn first(
        &mut self, board: &Board<G>, rule: ChainRule, budget: &mut Budget,
    ) -> Result<Option<Hint<G::House>>, OutOfBudget> {
        match self.net(rule) {
            Some((net, closure)) => net.first(board, closure, budget),
            None => self.forcing.first(board, budget),
        }
    }

    /// Returns all hints of a rule, sorted. If several hints have the same eliminations, only the first is
    /// kept.
    pub fn all(
        &mut self, board: &Board<G>, rule: ChainRule, budget: &mut Budget,
    ) -> Result<Vec<Hint<G::House>>, OutOfBudget> {
        match self.net(rule) {
            Some((net, closure)) => net.all(board, closure, budget),
            None => self.forcing.all(board, &mut self.closure, budget),
        }
    }

    fn net(&mut self, rule: ChainRule) -> Option<(&mut NetRule<G>, &mut Closure<G>)> {
        let net = match rule {
            ChainRule::Forcing => return None,
            ChainRule::Nishio => &mut self.nishio,
            ChainRule::Multiple => &mut self.multiple,
            ChainRule::Dynamic(level) => self.dynamic[usize::from(level >= 4)].at_level(level),
        };
        Some((net, &mut self.closure))
    }
}

/// Number of elementary operations that count as a work unit.
const OPERATIONS: usize = 256;

/// Operations that do not yet make a work unit.
#[derive(Default)]
struct Pending(usize);

impl Pending {
    /// Spends the work units of this many elementary operations.
    fn spend(&mut self, budget: &mut Budget, operations: usize) -> Result<(), OutOfBudget> {
        self.0 += operations;
        let steps = self.0 / OPERATIONS;
        self.0 %= OPERATIONS;
        budget.take(units(steps))
    }
}
