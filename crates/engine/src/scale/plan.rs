//! Consequences of a scale's items, columns and policy for its climbs, computed once when the scale is made.

use super::opening::LockedEnd;
use super::{Aspect, Column, Item, OpeningEnd, OpeningPlan, Outcome, Policy, Rating, Scale, abreast::STAGES};
use crate::board_tables::BoardTables;
use crate::grid::{Grid, Progress, exhaust, exhaust_full_houses_first};
use crate::play::{Playable as _, SizedRule};
use crate::rule::Rule;
use crate::rules::{FISH, HIDDEN, LOCKED, NAKED, RULES, SINGLES, brt, find_rule};
use crate::state::State;
use std::sync::Arc;

/// Plan of the climbs of a scale.
///
/// ```text
///   items   0 …          singles …               … the last
///           └── singles ──┘└─ lc ─┘└─ subsets 2 … 4 ─┘         stages of an opening: see `OpeningEnd`
///           └────────────── monotone ───────────────┘          in any order, these lead to one state
/// ```
///
/// Callers that need only the outcome climb the `shortcut`. If all items are monotone, they end in the same
/// state in any order, and the rules that they contain prove nothing beyond it; so cheap rules are asked
/// first. In most states of `brt,pb1`, a rule at a tenth of the cost proves something. If, moreover, a path
/// is as hard as its hardest step, an item no harder than a step already needed is free. So items are asked
/// by rating: on `gB`, braids of five are asked before g-braids of three, which cost ten times as much.
///
/// ```text
///   rating   items asked until none proves anything               then the rating is the next
///      3     whip[2] braid[3]           g-whip[2] g-braid[3]
///      4     whip[2] braid[3] braid[4]  g-whip[2] g-braid[3] g-braid[4]
/// ```
#[derive(Clone)]
pub(super) struct ClimbPlan {
    /// Number of items up to and including the last single.
    pub singles: usize,
    /// The singles that the board plays all at once; if `None`, their rules do.
    pub board: Option<BoardSingles>,
    /// Number of leading items that are monotone ([`Rule::is_monotone`]).
    monotone: usize,
    /// Whether a path is as hard as its hardest step, and items are asked by ascending rating.
    by_hardest: bool,
    /// Whether an item is asked after all easier items, wherever these are in the list.
    pub by_rating: bool,
    /// Whether the rating stays the same if an item is asked again before the items that precede it.
    pub any_order: bool,
    /// Whether locked candidates are the first item after the board's singles, with all their conclusions
    /// applied at once: climbs that count may begin where an opening of both has ended.
    pub locked_first: bool,
    /// Opening allowed before climbs that need only the outcome.
    pub opening: OpeningPlan,
    /// The stages of an opening, by number.
    stages: [Stage; STAGES],
    /// Whether the end of an opening may determine the outcome.
    shows_outcome: bool,
    /// Scale that gives every puzzle the same outcome with less work, by other steps.
    pub shortcut: Option<Arc<Scale>>,
}

/// The rules whose singles the board plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardSingles {
    /// Naked and hidden singles, as the rules of `brt` do.
    Brt,
    /// Full houses first, then naked and hidden singles.
    FullHouses,
}

impl BoardSingles {
    /// Plays the singles of a state, like [`BoardSingles::exhaust`], on its board.
    pub fn play(self, state: &mut State) -> (Progress, [u32; 3]) {
        let on = state.board().cloned();
        self.exhaust_on(on.as_deref(), state.grid_mut())
    }

    /// Plays the singles, like [`BoardSingles::exhaust`], on a board; on the plain one if none is given.
    pub fn exhaust_on(self, on: Option<&BoardTables>, grid: &mut Grid) -> (Progress, [u32; 3]) {
        match on {
            None => self.exhaust(grid),
            Some(on) => on.board.exhaust_in_order(grid, self == BoardSingles::FullHouses),
        }
    }

    /// Plays the singles. Returns the progress and the numbers of full houses, naked and hidden singles
    /// placed.
    pub fn exhaust(self, grid: &mut Grid) -> (Progress, [u32; 3]) {
        if self == BoardSingles::FullHouses {
            return exhaust_full_houses_first(grid);
        }
        let (progress, [naked, hidden]) = exhaust(grid);
        (progress, [0, naked, hidden])
    }
}

/// A stage of an opening on a scale.
#[derive(Clone, Copy, Default)]
struct Stage {
    /// The rating of its items, if there are any.
    rating: Option<Rating>,
    /// Number of leading items after the singles that prove nothing once this stage and all stages before it
    /// are settled.
    settles: usize,
}

impl ClimbPlan {
    /// Makes the plan for a scale with these items, asked by rating or in their order.
    pub fn new(policy: Policy, columns: &[Column], items: &[Item], by_rating: bool) -> ClimbPlan {
        let is_single = |item: &Item| RULES[..SINGLES].iter().any(|&rule| is(item, rule));
        let singles = items.iter().rposition(is_single).map_or(0, |last| last + 1);
        let mut played: Vec<&dyn Rule> = brt().collect();
        let are_played = |played: &[&dyn Rule]| {
            singles == played.len()
                && matches!(policy, Policy::AllAtOnce | Policy::BestOfOrders)
                && !columns.iter().any(Column::depends_on_first_steps)
                && items.iter().zip(played).all(|(item, &rule)| is(item, rule))
        };
        let mut board = are_played(&played).then_some(BoardSingles::Brt);
        played.splice(1..1, find_rule("full-house"));
        board = board.or(are_played(&played).then_some(BoardSingles::FullHouses));
        let monotone = monotone(items);
        let by_hardest = policy == Policy::AllAtOnce
            && matches!(columns, [Column { aspect: Aspect::Hardest, .. }])
            && (by_rating || items.is_sorted_by_key(|item| item.rating));
        let beyond = &items[singles..];
        let stages = std::array::from_fn(|stage| {
            let of_it = beyond.iter().find(|item| stage_of(item) == Some(stage));
            let is_settled = |item: &&Item| stage_of(item).is_some_and(|of_it| of_it <= stage);
            Stage {
                rating: of_it.map(|item| item.rating),
                settles: beyond.iter().take_while(is_settled).count(),
            }
        });
        let last = (1..STAGES).take_while(|&stage| is_stage(stage, beyond, &items[monotone..])).count();
        let opening = match last {
            _ if board != Some(BoardSingles::Brt) || !by_hardest => OpeningPlan::Counted,
            // If nothing follows the singles, the check may ask for locked candidates.
            0 if !beyond.is_empty() => OpeningPlan::Singles,
            // If something follows the subsets, most puzzles climb by themselves: SFin would take a tenth
            // longer.
            2.. if stages[last].settles == beyond.len() => OpeningPlan::Subsets(last),
            _ => OpeningPlan::Locked,
        };
        let gives_nothing = |item: &Item| item.rating == Rating::default();
        ClimbPlan {
            singles,
            board,
            monotone,
            by_hardest,
            by_rating,
            any_order: by_rating || monotone == items.len() && by_hardest,
            locked_first: board == Some(BoardSingles::Brt)
                && policy == Policy::AllAtOnce
                && columns.iter().all(|column| column.aspect == Aspect::Hardest)
                && beyond.first().is_some_and(|item| is(item, &LOCKED)),
            opening,
            stages,
            shows_outcome: opening != OpeningPlan::Counted && items[..singles].iter().all(gives_nothing),
            shortcut: None,
        }
    }

    /// Returns the rating of the stage that a puzzle needs in its opening.
    pub fn rating_of(&self, end: &OpeningEnd) -> Option<Rating> {
        self.stages[end.needed].rating
    }

    /// Returns the number of leading items beyond singles that prove nothing after an opening.
    pub fn settled_by(&self, end: &OpeningEnd) -> usize {
        self.stages[end.settled].settles
    }
}

impl Scale {
    /// Returns the scale to climb if only the outcome is needed.
    pub(super) fn for_outcomes(&self) -> &Scale {
        self.plan.shortcut.as_deref().unwrap_or(self)
    }

    /// Makes the shortcut, if it differs from this scale: rules that an item contains are put before the
    /// item, with the item's rating.
    pub(super) fn shortcut(&self) -> Option<Scale> {
        if self.plan.board.is_none() || !self.plan.by_hardest {
            return None;
        }
        let mut items = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            if at < self.plan.monotone {
                insert_contained(item, &mut items);
            }
            items.push(*item);
        }
        if self.plan.any_order {
            items[self.plan.singles..].sort_by_key(|item| item.place + item.rule.cost());
        }
        let by_rating = !items.is_sorted_by_key(|item| item.rating);
        let is_other = by_rating || items.len() > self.items.len();
        is_other.then(|| Scale::planned(self.description(), self.columns.clone(), items, by_rating))
    }

    /// Returns the end of locked candidates, if a climb may begin there.
    pub(super) fn locked_end<'a>(&self, end: &'a OpeningEnd) -> Option<&'a LockedEnd> {
        end.locked.as_ref().filter(|_| self.plan.locked_first)
    }

    /// Whether a climb ends where its opening has.
    pub(super) fn ends_with(&self, end: &OpeningEnd) -> bool {
        let beyond = self.beyond_singles().len();
        match self.locked_end(end) {
            Some(locked) => locked.progress == Progress::Solved || locked.is_settled && beyond == 1,
            None => self.plan.board.is_some() && (beyond == 0 || end.progress == Progress::Solved),
        }
    }

    /// Returns the outcome of a climb, if its opening determines it.
    pub(super) fn outcome_after(&self, end: &OpeningEnd) -> Option<Outcome> {
        match end.progress {
            _ if !self.plan.shows_outcome => None,
            Progress::Solved if end.needed == 0 => Some(Outcome::Solved(Rating::default())),
            // Eliminations made for the uniqueness check do not count in a singles-only scale.
            Progress::Solved => Some(self.plan.rating_of(end).map_or(Outcome::Unsolved, Outcome::Solved)),
            Progress::Open if self.plan.settled_by(end) == self.beyond_singles().len() => {
                Some(Outcome::Unsolved)
            }
            _ => None,
        }
    }
}

/// Whether the item is of this rule. Techniques of other programs share names with rules.
fn is(item: &Item, rule: &dyn Rule) -> bool {
    std::ptr::addr_eq(item.rule, rule)
}

/// Returns the number of leading items that are monotone.
fn monotone(items: &[Item]) -> usize {
    let before: Vec<SizedRule> = items.iter().map(Item::rule).collect();
    let is_monotone = |&at: &usize| {
        let (rule, size) = before[at];
        rule.is_monotone(size, &before[..at])
    };
    (0..items.len()).take_while(is_monotone).count()
}

/// Returns the stage of an opening that asks an item.
fn stage_of(item: &Item) -> Option<usize> {
    let is_subset = [&NAKED, &HIDDEN, &FISH].iter().any(|&rule| is(item, rule));
    match item.size {
        _ if is(item, &LOCKED) => Some(1),
        size @ 2..=4 if is_subset => Some(size.into()),
        _ => None,
    }
}

/// Whether a stage, played after all stages before it, ends in the same state as the items: all easier items
/// belong to earlier stages, and every item that is not monotone is harder, so the stage may be played before
/// the other items of its rating.
fn is_stage(stage: usize, beyond: &[Item], not_monotone: &[Item]) -> bool {
    let of_it = || beyond.iter().filter(|item| stage_of(item) == Some(stage));
    let Some(rating) = of_it().map(|item| item.rating).next() else { return false };
    let is_before = |item: &Item| stage_of(item).is_some_and(|before| before < stage);
    of_it().count() == if stage == 1 { 1 } else { 3 }
        && of_it().all(|item| item.rating == rating)
        && beyond.iter().filter(|item| item.rating < rating).all(is_before)
        && not_monotone.iter().all(|item| item.rating > rating)
}

/// Adds the rules that an item contains and that are not in the list.
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
        use OpeningPlan::{Counted, Locked, Singles, Subsets};
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
            assert_eq!(scale.for_outcomes().plan.opening, opening, "{definition}");
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
            assert_eq!(scale.plan.any_order, is_so == "yes", "{definition}");
        }
        // Items of the shortcut, for each definition.
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
            assert_eq!(Scale::named(name).unwrap().plan.any_order, is_so, "{name}");
        }
    }
}
