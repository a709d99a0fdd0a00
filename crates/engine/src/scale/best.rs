//! The best of orders: the smallest rating over several orders of elimination. A lower bound ends the search.

use super::{COLUMNS, Climb, Column, Item, Order, Outcome, Rating, Scale, Solver};

/// Returns the scale with the bound of each rule beside it: its rating is a lower bound. `None` if no rule
/// has a bound.
fn bound(scale: &Scale) -> Option<Scale> {
    let bounds = scale.items.iter().filter_map(|item| {
        let rule = item.rule.bound()?;
        let has_size = rule.info().sizes.as_ref().is_some_and(|s| s.contains(&item.size));
        has_size.then_some(Item { rule, ..*item })
    });
    let bounds: Vec<Item> = bounds.collect();
    if bounds.is_empty() {
        return None;
    }
    let mut items: Vec<Item> = scale.items.iter().copied().chain(bounds).collect();
    items.sort_by_key(|item| item.place);
    Some(scale.with_items(items))
}

impl Solver {
    /// Returns the climb with the smallest rating over several orders of elimination, and its order; `free`
    /// is the climb with everything applied at once. The other orders share the budget that `free` leaves:
    /// the rating is the smallest of the orders that finish.
    pub(super) fn climb_best(&mut self, scale: &Scale, free: Climb) -> (Climb, Order) {
        let (mut best, mut of_best) = (free, Order::Together);
        let rating = |climb: &Climb| climb.outcome.rating().unwrap_or(Rating([u32::MAX; COLUMNS]));
        let Some(bounded) = bound(scale) else { return (best, of_best) };
        let least = rating(&self.climb_in(&bounded, self.state.budget.0, &mut Order::Together));
        for (mut order, fresh) in Order::tried().zip(Order::tried()) {
            if rating(&best) <= least {
                break;
            }
            // Only a smaller rating matters, so harder items are left out, unless a column depends on the
            // first steps.
            let top = rating(&best);
            let is_early = scale.columns.iter().any(Column::depends_on_first_steps);
            let below = |item: &&Item| is_early || item.rating < top;
            let items = scale.items.iter().filter(below).copied().collect();
            let mut climb = self.climb_in(&scale.with_items(items), self.state.budget.0, &mut order);
            if climb.outcome == Outcome::Budget {
                break;
            }
            if rating(&climb) < top {
                climb.tallies.resize(scale.items.len(), Default::default());
                (best, of_best) = (climb, fresh);
            }
        }
        (best, of_best)
    }
}
