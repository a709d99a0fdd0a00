//! Rating scales: every way in which puzzles are rated.
//!
//! A scale is a list of items, each with the rating that it gives, a policy that says how what they prove is
//! applied, and columns that say what of a path is its rating. The ladders (`ladder.rs`) are scales whose
//! items give the level on which they stand.
//!
//! ```text
//!   mod.rs      Scale, Item                     plan.rs      ClimbPlan: what follows from a scale's items
//!   named.rs    SCALES: those with a name       opening.rs   OpeningPlan, OpeningEnd; abreast/ plays it
//!   ladder.rs   definitions → Scale             climb.rs     Solver: a puzzle, a scale → a Climb
//!   heads.rs    what the stages of one give     recorder.rs  ClimbRecorder: what is asked, counted, shown
//!   policy.rs   Policy, Order; best.rs          outcome.rs   Climb, Outcome, Status
//!   classes.rs  the classes of hard puzzles     meter.rs     what of a path is rated
//!   after.rs    a ladder after a closure
//!   own_order.rs: ser.rs, hodoku.rs             hodoku_definition.rs  settings of one's own
//!   item_set.rs  some of the items; item_set_climbs.rs
//! ```

mod abreast;
mod after;
mod best;
mod classes;
mod climb;
mod error;
mod heads;
mod hodoku;
mod hodoku_definition;
mod item_set;
mod item_set_climbs;
mod ladder;
mod meter;
mod named;
mod opening;
mod outcome;
mod own_order;
mod plan;
mod policy;
mod recorder;
mod ser;

pub use crate::evidence::{Aspect, COLUMNS, Column, Outcome, Rating, Status, Unit};
pub use abreast::Abreast;
pub use climb::{DEFAULT_BUDGET, Effort, Solver};
pub use error::ScaleError;
pub use hodoku_definition::{hodoku_bounds, hodoku_techniques};
pub use item_set::ItemSet;
pub use item_set_climbs::ItemSetClimb;
pub use ladder::rule_and_sizes;
pub use named::{Named, SCALES};
pub use opening::{OpeningEnd, OpeningPlan};
pub use outcome::{Climb, Tallies, Tally, no_tallies};
pub use policy::{Order, Policy};
pub use recorder::{Applied, Observer};

use crate::evidence::Clause;
use crate::hodoku::settings::Settings;
use crate::play;
use crate::rule::{Rule, Wanted};
use crate::rules::{called, is_of_players, written};
use plan::ClimbPlan;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A way to rate puzzles.
#[derive(Clone)]
pub struct Scale {
    /// The name given by the table or the user.
    pub name: String,
    /// The definition it was made from.
    pub definition: String,
    /// How what is proved is applied.
    pub policy: Policy,
    /// What is tried, in this order.
    pub items: Vec<Item>,
    /// What of a path is its rating: one to [`COLUMNS`] columns.
    pub columns: Vec<Column>,
    /// How it is climbed.
    plan: ClimbPlan,
    /// What HoDoKu is told, if it is HoDoKu's.
    hodoku: Option<Arc<Settings>>,
}

/// A rule at a size, with its place in a scale.
#[derive(Clone, Copy)]
pub struct Item {
    /// Where it stands in the scale; rules with one place have one rating.
    pub place: u32,
    /// What it gives, in each column: on a ladder, its place.
    pub rating: Rating,
    /// The rule.
    pub rule: &'static dyn Rule,
    /// Its size, 0 for a rule without.
    pub size: u8,
}

/// A level by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The highest score on it; puzzles with more are on the next. The last level has none.
    pub limit: Option<u32>,
    /// What its hardest steps may be, as players write it.
    pub rules: Vec<String>,
}

/// What decides a scale, as run files and proofs keep it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The name.
    pub name: String,
    /// The definition.
    pub definition: String,
    /// The policy.
    pub policy: Policy,
}

/// Its name: `naked-single`, `whip[3]`, `forcing-chain[7.3]`.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.rule.info().name)?;
        match self.size {
            0 => Ok(()),
            size if self.rule.sizes_are_ratings() => write!(f, "[{}]", Unit::Tenths.text(size.into())),
            size => write!(f, "[{size}]"),
        }
    }
}

impl Item {
    /// This text.
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// What players call it: `x-wing` for `fish[2]`, `locked-candidates` for `lc`; its name where they have
    /// none of their own. A rule of one size goes without it.
    pub fn title(&self) -> String {
        let info = self.rule.info();
        let has_one_size = info.sizes.as_ref().is_some_and(|all| all.start() == all.end());
        match (has_one_size, self.rule.sizes_are_ratings()) {
            (_, true) => self.name(),
            (true, _) => info.name.to_string(),
            _ => called(info.name, self.size).map_or_else(|| self.name(), str::to_string),
        }
    }

    /// As players write it: `X-Wing`, `Naked Triple`, `AIC`. Lengths of chains are no part of it, but of
    /// chains that players do not name.
    pub fn players_name(&self) -> String {
        if let Some(called) = self.rule.called() {
            return called.to_string();
        }
        let title = self.title();
        match title.split_once('[') {
            Some((name, _)) if is_of_players(self.rule) => written(name),
            Some((name, size)) => format!("{}[{size}", written(name)),
            None => written(&title),
        }
    }

    /// Whether its rule is of a kind: all words of this stand in the rule's name, in this order.
    ///
    /// ```
    /// let scale = sudoscope_engine::scale::Scale::named("SER").unwrap();
    /// let item = scale.items.iter().find(|item| item.is_of_kind("dynamic-forcing-chains")).unwrap();
    /// assert_eq!(item.rule.info().name, "dynamic-contradiction-forcing-chains");
    /// ```
    pub fn is_of_kind(&self, kind: &str) -> bool {
        let mut words = self.rule.info().name.split('-');
        kind.split('-').all(|one| words.any(|word| word == one))
    }

    /// How large its patterns are, if the rule has sizes that say so.
    pub fn length(&self) -> Option<u64> {
        let is_length = self.size > 0 && !self.rule.sizes_are_ratings();
        is_length.then_some(u64::from(self.size))
    }
}

impl play::Playable for Item {
    fn rule(&self) -> play::SizedRule {
        (self.rule, self.size)
    }

    fn is_same_technique(&self, next: &Item) -> bool {
        std::ptr::addr_eq(self.rule, next.rule) && self.rating == next.rating
    }
}

impl Scale {
    /// A scale of these items, tried in this order. Rules that need singles ([`Rule::needs_singles`]) stand
    /// after them.
    pub fn new(description: Description, columns: Vec<Column>, items: Vec<Item>) -> Scale {
        let mut scale = Scale::planned(description, columns, items, false);
        scale.plan.shortcut = scale.shortcut().map(Arc::new);
        scale
    }

    /// One without a shortcut.
    fn planned(description: Description, columns: Vec<Column>, items: Vec<Item>, by_rating: bool) -> Scale {
        let Description { name, definition, policy } = description;
        let plan = ClimbPlan::new(policy, &columns, &items, by_rating);
        Scale { name, definition, policy, items, columns, plan, hodoku: None }
    }

    /// This scale with other items.
    pub fn with_items(&self, items: Vec<Item>) -> Scale {
        let scale = Scale::new(self.description(), self.columns.clone(), items);
        Scale { hodoku: self.hodoku.clone(), ..scale }
    }

    /// What decides it.
    pub fn description(&self) -> Description {
        let Scale { name, definition, policy, .. } = self;
        Description { name: name.clone(), definition: definition.clone(), policy: *policy }
    }

    /// The items after the last single. Those up to it are always there.
    #[inline]
    pub fn beyond_singles(&self) -> Range<usize> {
        self.plan.singles..self.items.len()
    }

    /// Whether it is a ladder of players: its levels have names, or points are added up. Texts and pages by
    /// it have the names that players use.
    pub fn is_of_players(&self) -> bool {
        self.columns.iter().any(|column| matches!(column.aspect, Aspect::Level(_) | Aspect::Sum))
    }

    /// What a step of this item is called in texts: as players write it, by a ladder of theirs.
    pub fn called(&self, item: &Item) -> String {
        if self.is_of_players() { item.players_name() } else { item.name() }
    }

    /// What levels by name mean, from the lowest. None of a scale without such levels.
    pub fn levels(&self) -> Vec<Level> {
        let level = |column: &Column| match (column.aspect, column.unit) {
            (Aspect::Level(limits), Unit::Named(names)) => Some((limits, names)),
            _ => None,
        };
        let found = self.columns.iter().enumerate().find_map(|(at, column)| Some((at, level(column)?)));
        let Some((at, (limits, names))) = found else { return Vec::new() };
        let rules_of = |level: usize| {
            let is_of = |item: &&Item| item.rating.0[at] as usize == level;
            let proves = |item: &&Item| item.rule.info().clause != Clause::Contradiction;
            let items = self.items.iter().filter(is_of).filter(proves);
            let mut rules: Vec<String> = items.map(Item::players_name).collect();
            rules.dedup();
            rules
        };
        let limit = |level: usize| limits.get(level).copied().filter(|&limit| limit < u32::MAX);
        let named = names.iter().enumerate();
        named.map(|(k, &name)| Level { name, limit: limit(k), rules: rules_of(k) }).collect()
    }

    /// Why a puzzle of this rating is on a higher level than its steps, if it is:
    /// `Extreme: score 4098 > 1800`.
    pub fn raised(&self, rating: Rating, steps: impl IntoIterator<Item = Rating>) -> Option<String> {
        let is = |aspect: fn(&Aspect) -> bool| self.columns.iter().position(|column| aspect(&column.aspect));
        let level = is(|aspect| matches!(aspect, Aspect::Level(_)))?;
        let sum = is(|aspect| *aspect == Aspect::Sum)?;
        let highest = steps.into_iter().map(|step| step.0[level]).max().unwrap_or(0);
        let own = rating.0[level];
        let below = self.levels().into_iter().nth(own.checked_sub(1)? as usize)?;
        let unit = self.columns[level].unit;
        let because = format!("{}: score {} > {}", unit.text(own), rating.0[sum], below.limit?);
        (own > highest).then_some(because)
    }

    /// The hardest of these items: it gives most, in the first column, then in the next; of equals it stands
    /// last (docs/words.md).
    #[inline]
    pub fn hardest(&self, items: impl IntoIterator<Item = usize>) -> Option<usize> {
        items.into_iter().max_by_key(|&at| (self.items[at].rating, at))
    }

    /// The hardest item that a climb used.
    #[inline]
    pub fn hardest_of(&self, climb: &Climb) -> Option<usize> {
        let used = climb.tallies.iter().enumerate().filter(|(_, tally)| tally.steps > 0);
        self.hardest(used.map(|(at, _)| at))
    }

    /// Where an item of its stands.
    pub(crate) fn number_of(&self, item: &Item) -> Option<usize> {
        let is_it = |own: &Item| std::ptr::addr_eq(own.rule, item.rule) && own.size == item.size;
        self.items.iter().position(|own| is_it(own) && own.place == item.place)
    }

    /// Its definition, if that is short enough to stand before what is said of a puzzle; `sudoscope ladders`
    /// prints the others.
    pub fn short_definition(&self) -> Option<&str> {
        Some(self.definition.as_str()).filter(|definition| definition.len() <= 60)
    }

    /// The names of its columns.
    pub fn titles(&self) -> impl Iterator<Item = String> {
        self.columns.iter().map(|column| match column.name {
            "" => self.name.clone(),
            name => format!("{} {name}", self.name),
        })
    }

    /// The unit of its first column.
    pub fn unit(&self) -> Unit {
        self.columns.first().map_or(Unit::Level, |column| column.unit)
    }

    /// The rating that an item gives in the first column, as it is printed.
    pub fn rating_of(&self, item: &Item) -> String {
        self.unit().text(item.rating.0[0])
    }

    /// The highest place of an item.
    pub fn top(&self) -> u32 {
        self.items.last().map_or(0, |item| item.place)
    }

    /// Whether some column adds up what steps give.
    fn has_sum(&self) -> bool {
        self.columns.iter().any(|column| column.aspect == Aspect::Sum)
    }

    /// Which patterns of a rule count.
    fn taken(&self) -> Wanted {
        match self.policy {
            Policy::OneHint if self.has_sum() => Wanted::Most,
            Policy::OneHint => Wanted::First,
            _ => Wanted::All,
        }
    }

    /// The items of the singles that the board has placed, and how many each has placed.
    fn placed(&self, placements: [u32; 3]) -> impl Iterator<Item = (usize, u32)> + use<> {
        let rules = 1..self.plan.singles;
        let unused = placements.len().saturating_sub(rules.len());
        rules.zip(placements.into_iter().skip(unused)).filter(|(_, placed)| *placed > 0)
    }

    /// The values that a column can have, each once, from the lowest; of a column of sums there is no such
    /// list.
    pub fn values(&self, column: usize) -> Vec<u32> {
        match self.columns.get(column).map(|column| column.aspect) {
            None | Some(Aspect::Sum) => return Vec::new(),
            Some(Aspect::Level(limits)) => return (0..=limits.len() as u32).collect(),
            Some(_) => {}
        }
        let mut values: Vec<u32> = self.items.iter().map(|item| item.rating.0[column]).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The name of the first rule that assumes that the puzzle has only one solution, if there is one. A
    /// scale that gives the numbers of another program gives them for every puzzle, whatever is proved by it.
    pub fn assumes_unique(&self) -> Option<&'static str> {
        if self.policy == Policy::OwnOrder {
            return None;
        }
        let item = self.items.iter().find(|item| item.rule.assumes_unique())?;
        Some(item.rule.info().name)
    }

    /// The scales of `--policy`: of the best of orders, the smallest rating under the name of this scale, and
    /// its own, called NAME-free. A scale that is defined with another policy keeps it.
    pub fn under(self, policy: Policy) -> Vec<Scale> {
        match policy {
            _ if self.policy != Policy::AllAtOnce => vec![self],
            Policy::BestOfOrders => {
                let free = Scale { name: format!("{}-free", self.name), ..self.clone() };
                vec![self.with_policy(policy), free]
            }
            _ => vec![self.with_policy(policy)],
        }
    }

    /// This scale with another policy.
    fn with_policy(&self, policy: Policy) -> Scale {
        let description = Description { policy, ..self.description() };
        let scale = Scale::new(description, self.columns.clone(), self.items.clone());
        Scale { hodoku: self.hodoku.clone(), ..scale }
    }
}
