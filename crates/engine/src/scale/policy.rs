//! Policies: how the conclusions of a rule are applied.
//!
//! Whips are not confluent (docs/theory.md, "Confluence"): an elimination may destroy a whip that a lower
//! rating needs. The rating W is the smallest over all orders. The braid rating is a lower bound of W, and
//! braids are confluent; so a climb that reaches this bound needs no other order. Otherwise targets are
//! removed one at a time: from the last label, from the first, and in some random orders.

use super::Item;
use crate::grid::Candidate;
use crate::rule::Findings;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// How the conclusions of a rule are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Policy {
    /// All conclusions of a rule in the state, at once.
    #[serde(rename = "together")]
    AllAtOnce,
    /// The smallest rating over several orders of elimination.
    #[serde(rename = "best")]
    BestOfOrders,
    /// Only the first pattern found or, if steps have points, the first of the patterns that prove most.
    #[serde(rename = "one")]
    OneHint,
    /// The first hint of the state, alone, in another program's order of hints.
    #[serde(rename = "own")]
    OwnOrder,
}

impl Policy {
    /// All policies.
    pub const ALL: [Policy; 4] = [Policy::AllAtOnce, Policy::BestOfOrders, Policy::OneHint, Policy::OwnOrder];

    /// Policies for climbing a ladder.
    pub const OF_LADDERS: [Policy; 3] = [Policy::AllAtOnce, Policy::BestOfOrders, Policy::OneHint];

    /// Returns the word for it in options.
    pub fn word(self) -> &'static str {
        match self {
            Policy::AllAtOnce => "together",
            Policy::BestOfOrders => "best",
            Policy::OneHint => "one",
            Policy::OwnOrder => "own",
        }
    }

    /// Describes how a step is chosen, as printed in every output header.
    pub fn sentence(self) -> &'static str {
        match self {
            Policy::AllAtOnce => {
                "simplest first: the first rule, in the order of the scale, that proves something; all that \
                 it proves in the state is applied at once; then again from the first rule"
            }
            Policy::BestOfOrders => {
                "simplest first, the smallest rating over several orders: where a lower bound leaves room, \
                 what a rule that is not confluent proves in the state is applied one candidate at a time, \
                 in several orders, beside all at once"
            }
            Policy::OneHint => {
                "simplest first, one hint at a time: the first rule, in the order of the scale, that proves \
                 something; its first pattern is applied alone (where steps have points, the first of those \
                 that prove most, at all sizes with these points); then again from the first rule"
            }
            Policy::OwnOrder => {
                "one hint at a time, in the order of the program whose rating it is: the hint that it gives \
                 of its first rule that has one, which need not be the easiest; then again from the first \
                 rule"
            }
        }
    }
}

const RANDOM_ORDERS: u64 = 24;

/// Order in which the conclusions of a rule are applied.
pub enum Order {
    /// All at once, as found.
    Together,
    /// One candidate at a time, the last label first.
    Descending,
    /// One candidate at a time, the first label first.
    Ascending,
    /// One candidate at a time, chosen at random.
    Random(Box<Pcg64Mcg>),
}

impl Order {
    pub(super) fn tried() -> impl Iterator<Item = Order> {
        (0..RANDOM_ORDERS + 2).map(|k| match k {
            0 => Order::Descending,
            1 => Order::Ascending,
            k => Order::Random(Box::new(Pcg64Mcg::seed_from_u64(k - 2))),
        })
    }

    /// Leaves in `found` the conclusions to apply now: all of them, if that destroys nothing.
    pub(crate) fn choose(&mut self, item: &Item, found: &mut Findings) {
        if found.eliminated.len() < 2 || item.rule.is_confluent(item.size) {
            return;
        }
        let targets: Vec<Candidate> = found.eliminated.iter().collect();
        let at = match self {
            Order::Together => return,
            Order::Descending => targets.len() - 1,
            Order::Ascending => 0,
            Order::Random(dice) => (dice.next_u64() % targets.len() as u64) as usize,
        };
        found.eliminated = [targets[at]].into_iter().collect();
        (found.patterns, found.steps_to_take) = (1, 1);
    }
}
