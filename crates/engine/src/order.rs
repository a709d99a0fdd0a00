//! Orders of elimination: what `--policy best` tries where the order matters.
//!
//! Whips are not confluent (nrc-rules §0.3, §C.2): an elimination may destroy a whip that a lower rating needs. The
//! rating W is the smallest over all orders. The braid rating is a lower bound of it, and braids are confluent; so
//! where it is reached nothing need be tried, and elsewhere one target is removed at a time: from the last label, from
//! the first, and in some random orders.

use crate::grid::Candidate;
use crate::ladder::{Item, Ladder};
use crate::rule::Findings;
use crate::solve::{Climb, Outcome, Solver};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Random orders tried at most.
const RANDOM_ORDERS: u64 = 24;

/// In which order what a rule proves is applied.
pub enum Order {
    /// All at once.
    Together,
    /// One candidate at a time, the last label first.
    Descending,
    /// One candidate at a time, the first label first.
    Ascending,
    /// One candidate at a time, any.
    Random(Box<Pcg64Mcg>),
}

impl Order {
    /// The orders that are tried, one after the other.
    fn tried() -> impl Iterator<Item = Order> {
        (0..RANDOM_ORDERS + 2).map(|k| match k {
            0 => Order::Descending,
            1 => Order::Ascending,
            k => Order::Random(Box::new(Pcg64Mcg::seed_from_u64(k - 2))),
        })
    }

    /// Leaves in `found` what is to be applied now: all of it where that destroys nothing.
    pub fn choose(&mut self, item: &Item, found: &mut Findings) {
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
        found.firings = 1;
    }
}

/// The ladder with braids beside its whips: its rating is a lower bound. `None` for a ladder without whips.
fn bound(ladder: &Ladder) -> Option<Ladder> {
    let braids = ladder.items.iter().filter_map(|item| {
        let rule = item.rule.bound()?;
        let has_size = rule.info().sizes.as_ref().is_some_and(|s| s.contains(&item.size));
        has_size.then_some(Item { rule, ..*item })
    });
    let braids: Vec<Item> = braids.collect();
    if braids.is_empty() {
        return None;
    }
    let mut items: Vec<Item> = ladder.items.iter().copied().chain(braids).collect();
    items.sort_by_key(|item| item.rung);
    Some(Ladder { items, ..ladder.clone() })
}

impl Solver {
    /// The climb with the smallest rating over several orders of elimination, and its order; `free` is the climb with
    /// all applied at once. Each order may use up `budget` steps.
    pub fn climb_best(&mut self, ladder: &Ladder, budget: u64, free: Climb) -> (Climb, Order) {
        let (mut best, mut of_best) = (free, Order::Together);
        let rating = |climb: &Climb| match climb.outcome {
            Outcome::Solved(rung) => rung,
            _ => u8::MAX,
        };
        let Some(braids) = bound(ladder) else { return (best, of_best) };
        let least = rating(&self.climb_in(&braids, budget, &mut Order::Together));
        for (mut order, fresh) in Order::tried().zip(Order::tried()) {
            if rating(&best) <= least {
                break;
            }
            // Only a smaller rating is of interest: the rungs below the best one.
            let top = rating(&best);
            let below = |item: &&Item| item.rung < top;
            let items = ladder.items.iter().filter(below).copied().collect();
            let mut climb = self.climb_in(&Ladder { items, ..ladder.clone() }, budget, &mut order);
            if rating(&climb) < top {
                climb.tallies.resize(ladder.items.len(), Default::default());
                (best, of_best) = (climb, fresh);
            }
        }
        (best, of_best)
    }
}
