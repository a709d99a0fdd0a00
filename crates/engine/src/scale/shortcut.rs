//! Faster item orders for callers that need only the outcome, and rules that may be tried beside the items.
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

use super::{Aspect, Column, Item, OnBoard, Opened, Opening, Outcome, Policy, Rating, Scale};
use crate::grid::Progress;
use crate::play::{self, Playable as _};

/// How many items at the beginning are monotone.
pub(super) fn monotone(items: &[Item]) -> usize {
    let before: Vec<play::SizedRule> = items.iter().map(Item::rule).collect();
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
            items[self.singles..].sort_by_key(|item| item.place + item.rule.cost());
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

    /// What may be played before a climb whose outcome alone is wanted.
    pub(super) fn opening(&self) -> Opening {
        let scale = self.for_outcomes();
        if scale.on_board != Some(OnBoard::Brt) || !scale.is_rated_by_hardest() {
            return Opening::Counted;
        }
        let more = scale.beyond_singles().len();
        match scale.stages() {
            // Where nothing comes after singles, the check may ask for locked candidates.
            0 if more > 0 => Opening::Singles,
            // Where something comes after subsets, most puzzles climb by themselves: SFin would take a tenth longer.
            stages @ 2.. if scale.exhausted_by(stages) == more => Opening::Subsets(stages),
            _ => Opening::Locked,
        }
    }

    /// So many stages of an opening, after singles, lead where the first items lead: each is all that gives as much, or may be asked before
    /// the rest of it.
    fn stages(&self) -> usize {
        let items = &self.items[self.singles..];
        let is_stage = |stage: &usize| {
            let of_it = || items.iter().filter(|item| stage_of(item) == Some(*stage));
            let Some(rating) = of_it().map(|item| item.rating).next() else { return false };
            let rules = if *stage == 1 { 1 } else { 3 };
            let is_asked = |item: &Item| stage_of(item).is_some_and(|before| before < *stage);
            of_it().count() == rules
                && of_it().all(|item| item.rating == rating)
                && items.iter().filter(|item| item.rating < rating).all(is_asked)
                && self.items[self.monotone..].iter().all(|item| item.rating > rating)
        };
        (1..).take_while(is_stage).count()
    }

    /// What a stage of an opening gives, if its items are there.
    pub(super) fn rating_of_stage(&self, stage: usize) -> Option<Rating> {
        let items = &self.items[self.singles..];
        items.iter().find(|item| stage_of(item) == Some(stage)).map(|item| item.rating)
    }

    /// The items beyond singles that prove nothing where the stages up to this one are exhausted.
    pub(super) fn exhausted_by(&self, stage: usize) -> usize {
        let is_exhausted = |item: &&Item| stage_of(item).is_some_and(|of_it| of_it <= stage);
        self.items[self.singles..].iter().take_while(is_exhausted).count()
    }

    /// How a climb ends, where the opening has shown it already.
    pub(super) fn end_after(&self, opened: &Opened) -> Option<Outcome> {
        let Opened { progress, excluded, exhausted, .. } = *opened;
        match (progress, excluded) {
            _ if !self.is_of_board => None,
            (Progress::Solved, 0) => Some(Outcome::Solved(Rating::default())),
            // What the check needed is none of a scale of singles.
            (Progress::Solved, stage) => {
                Some(self.rating_of_stage(stage).map_or(Outcome::Unsolved, Outcome::Solved))
            }
            (Progress::Open, _) if self.exhausted_by(exhausted) == self.beyond_singles().len() => {
                Some(Outcome::Unsolved)
            }
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

/// The stage of an opening in which an item is asked.
fn stage_of(item: &Item) -> Option<usize> {
    match (item.rule.info().name, item.size) {
        ("lc", _) => Some(1),
        ("naked" | "hidden" | "fish", size @ 2..=4) => Some(size.into()),
        _ => None,
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
    fn what_may_be_played_before_a_climb() {
        use Opening::{Counted, Locked, Singles, Subsets};
        for (definition, opening) in [
            ("brt", Locked),
            ("brt,lc", Locked),
            ("brt,whip:1-4", Locked),
            ("brt,lc+trial", Locked),
            ("brt,subset:2+fish:2,lc", Singles),
            ("brt,lc,subset:2-4+fish:2-4", Subsets(4)),
            ("brt,lc+subset:2+fish:2,subset:3+fish:3", Subsets(3)),
            ("brt,lc,subset:2-4+fish:2-4,xy:3", Locked),
            ("brt,lc,subset:2,subset:3+fish:2", Locked),
            ("brt,lc,subset:2-3+fish:2-3+finned-fish:2-3", Locked),
            ("brt,subset:2+fish:2+whip:1", Subsets(2)),
            ("brt,subset:2+fish:2+whip:1-2", Locked),
            ("1.0=brt,2.0=lc,1.5=trial", Counted),
        ] {
            let scale = Scale::define("x", definition).unwrap();
            assert_eq!(scale.opening(), opening, "{definition}");
        }
    }

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
