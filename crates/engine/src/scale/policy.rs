//! Policies: how what a rule proves is applied.
//!
//! Whips are not confluent (docs/theory.md, "Confluence"): an elimination may destroy a whip that a lower
//! rating needs. The rating W is the smallest over all orders. The braid rating is a lower bound of it, and
//! braids are confluent; so where it is reached nothing need be tried, and elsewhere one target is removed at
//! a time: from the last label, from the first, and in some random orders.

use super::Item;
use crate::grid::Candidate;
use crate::rule::Findings;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// How what a rule proves is applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Policy {
    /// All that a rule proves in the state, at once.
    #[serde(rename = "together")]
    AllAtOnce,
    /// The smallest rating over several orders of elimination.
    #[serde(rename = "best")]
    BestOfOrders,
    /// The first pattern that is found, alone; where steps have points the first of those that prove most.
    #[serde(rename = "one")]
    OneHint,
    /// The first hint of the state, alone, in an order of hints that is not that of the items.
    #[serde(rename = "own")]
    OwnOrder,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 4] = [Policy::AllAtOnce, Policy::BestOfOrders, Policy::OneHint, Policy::OwnOrder];

    /// Those under which a ladder can be climbed.
    pub const OF_LADDERS: [Policy; 3] = [Policy::AllAtOnce, Policy::BestOfOrders, Policy::OneHint];

    /// The word for it in options.
    pub fn word(self) -> &'static str {
        match self {
            Policy::AllAtOnce => "together",
            Policy::BestOfOrders => "best",
            Policy::OneHint => "one",
            Policy::OwnOrder => "own",
        }
    }

    /// How a step is chosen, as printed in every output header.
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

/// In which order what a rule proves is applied.
pub enum Order {
    /// As it is found.
    Together,
    /// One candidate at a time, the last label first.
    Descending,
    /// One candidate at a time, the first label first.
    Ascending,
    /// One candidate at a time, any.
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

    /// Leaves in `found` what is to be applied now: all of it where that destroys nothing.
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
