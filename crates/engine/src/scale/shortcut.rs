//! For who asks only how puzzles end: in which order items may be asked, and which rules may be asked beside them.
//!
//! Of items that are all monotone the last state is the same in whatever order they are asked, and if something else is asked, too, that
//! proves nothing but what is false there anyway. Most states of `brt,pb1` are left by a rule that costs a tenth. And where a path is as hard as
//! its hardest step, what is no harder than a step that was needed is free: of `gB` a braid of five that cost a tenth of the g-braids of three.
//!
//! ```text
//!   level   asked, until nothing proves anything                 then the level is the next
//!     3     whip[2] braid[3]           g-whip[2] g-braid[3]
//!     4     whip[2] braid[3] braid[4]  g-whip[2] g-braid[3] g-braid[4]
//! ```

use super::{Aspect, Column, Item, OnBoard, Outcome, Policy, Rating, Scale, Singles};
use crate::grid::Progress;
use crate::play::{self, Item as _};

/// How many items at the beginning are monotone.
pub(super) fn monotone(items: &[Item]) -> usize {
    let before: Vec<play::Sized> = items.iter().map(Item::rule).collect();
    let is_monotone = |&at: &usize| {
        let (rule, size) = before[at];
        rule.is_monotone(size, &before[..at])
    };
    (0..items.len()).take_while(is_monotone).count()
}

impl Scale {
    /// A scale by which every puzzle ends as by this one, and sooner. (The steps are others.)
    pub(super) fn for_outcomes(&self) -> &Scale {
        self.shortcut.as_deref().unwrap_or(self)
    }

    /// It, if it is not the same: rules that an item contains come before it, and give what it gives.
    pub(super) fn shortcut(&self) -> Option<Scale> {
        if self.on_board.is_none() || !self.is_rated_by_hardest() {
            return None;
        }
        let mut items = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            if at < self.monotone {
                insert_contained(item, &mut items);
            }
            items.push(*item);
        }
        if self.is_monotone() {
            items[self.singles..].sort_by_key(|item| item.place + item.rule.weight());
        }
        let by_levels = !items.is_sorted_by_key(|item| item.rating);
        if !by_levels && items.len() == self.items.len() {
            return None;
        }
        let scale = Scale::without_shortcut(self.description(), self.columns.clone(), items);
        Some(Scale { by_levels, ..scale })
    }

    /// Whether a puzzle has the same rating if an item is asked again before those that come first: all come to the same state, and
    /// none of these gives more.
    pub(super) fn is_monotone(&self) -> bool {
        self.by_levels || self.monotone == self.items.len() && self.is_rated_by_hardest()
    }

    /// Whether locked candidates may be played after the first singles for who asks only how climbs end: after singles there are they, until there are
    /// no more, or nothing.
    pub(super) fn may_begin_with_locked(&self) -> bool {
        let scale = self.for_outcomes();
        let next = scale.items.get(scale.singles).map(|item| item.rule.info().name);
        next.is_none_or(|next| next == "lc")
            && scale.on_board == Some(OnBoard::Brt)
            && scale.is_rated_by_hardest()
    }

    /// How a climb ends, where singles of many puzzles have shown it already.
    pub(super) fn end_after(&self, singles: &Singles) -> Option<Outcome> {
        let Singles { progress, locked_excluded, locked_exhausted, .. } = *singles;
        let more = &self.items[self.singles..];
        match (progress, more) {
            _ if !self.is_of_board => None,
            (Progress::Solved, _) if !locked_excluded => Some(Outcome::Solved(Rating::default())),
            (Progress::Solved, [next, ..]) => Some(Outcome::Solved(next.rating)),
            // What the check needed is none of a scale of singles.
            (Progress::Solved | Progress::Open, []) => Some(Outcome::Unsolved),
            (Progress::Open, [_]) if locked_exhausted => Some(Outcome::Unsolved),
            _ => None,
        }
    }

    /// Whether all that an item proves is applied at once, a path is as hard as its hardest step, and items that give more come later.
    pub(super) fn is_rated_by_hardest(&self) -> bool {
        self.policy == Policy::AllAtOnce
            && matches!(self.columns[..], [Column { aspect: Aspect::Hardest, .. }])
            && (self.by_levels || self.items.is_sorted_by_key(|item| item.rating))
    }
}

/// Adds the rules that one contains, and that are not there.
fn insert_contained(item: &Item, items: &mut Vec<Item>) {
    for &rule in item.rule.contains(item.size) {
        let contained = Item { rule, size: 0, ..*item };
        insert_contained(&contained, items);
        let is_there = |other: &Item| std::ptr::addr_eq(other.rule, rule);
        if !items.iter().any(is_there) {
            items.push(contained);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_makes_no_difference() {
        let cases = "
            yes brt,lc
            yes brt,br-net,pb1
            no  brt,pb1,x-cycle
            yes brt,lc,trial
            yes brt,whip:1-2
            no  brt,whip:2
            no  brt,whip:1-3
            yes brt,whip:1-2,braid:3-9
            yes brt,lc,whip:2,braid:3-5+trial
            no  brt,lc,braid:5
            no  brt,lc,braid:3-5
            no  brt,whip:1-2,braid:4-5
            no  brt,lc,whip:2,typed-whip:2,braid:3,typed-whip:3
            no  1.0=brt,2.0=trial,1.5=lc
            no  brt,lc,z-chain:2-4
            yes brt,lc,subset:2-4+fish:2-3
            no  brt,lc,naked:3
            yes brt,whip:1-2+g-whip:2,braid:3+g-braid:3
            no  brt,whip:1-2+g-whip:2,braid:3+g-braid:4
            no  brt,whip:1-3+g-whip:2,g-braid:3
            yes brt,subset:2+fish:2+whip:1-2+g-whip:2+braid:3-4+g-braid:3-4+s2-braid:3-4
            no  brt,subset:2+whip:1-2+g-whip:2+s2-braid:3-4
            no  brt,subset:2+fish:2+whip:1-2+s2-braid:3-4
            no  brt,subset:2+fish:2+whip:1-2+g-whip:2+s3-braid:3-4";
        for case in cases.trim().lines() {
            let (is_so, definition) = case.trim().split_once(' ').unwrap();
            let scale = Scale::define("x", definition.trim()).unwrap();
            assert_eq!(scale.is_monotone(), is_so == "yes", "{definition}");
        }
        // What is asked, in place of what is said.
        for (definition, asked) in [
            ("brt,pb1+pb2", "lc br-net pb1 pb2"),
            ("brt,lc,pom2,pb1", "lc pom1 pom2 br-net pb1"),
            ("brt,whip:1,trial", "lc trial"),
            ("brt,whip:3,trial", "whip[3] trial"),
            ("brt,z-chain:2,pom1", "z-chain[2] pom1"),
            (
                "brt,whip:1-2+g-whip:2,braid:3-7+g-braid:3-4",
                "lc whip[2] braid[3] braid[4] g-whip[2] braid[5] g-braid[3] braid[6] g-braid[4] braid[7]",
            ),
        ] {
            let scale = Scale::define("x", definition).unwrap();
            let short = scale.for_outcomes();
            let beyond = &short.items[short.beyond_singles()];
            let names: Vec<String> = beyond.iter().map(Item::name).collect();
            assert_eq!(names.join(" "), asked, "{definition}");
            let rating = |name: &str| short.items.iter().find(|item| item.name() == name);
            let [first, pb1] = ["lc", "pb1"].map(|name| rating(name).map(|item| item.rating));
            assert!(definition != "brt,pb1+pb2" || first == pb1);
        }
        for policy in [Policy::BestOfOrders, Policy::OneHint] {
            let [scale, ..] = &Scale::named("PB1").unwrap().under(policy)[..] else { panic!() };
            assert!(scale.for_outcomes().policy == policy);
        }
        for (name, is_so) in
            [("LC", true), ("B", true), ("TE1", true), ("PB3", true), ("W", false), ("gB", true)]
        {
            assert_eq!(Scale::named(name).unwrap().is_monotone(), is_so, "{name}");
        }
    }
}
