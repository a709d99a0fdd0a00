//! Rating scales: all ways of rating puzzles.
//!
//! A scale is a list of items, each with its rating; a policy for applying the conclusions of an item; and
//! columns, each computed from the path. Ladders (`ladder.rs`) are scales whose items give the rung on which
//! they are.
//!
//! ```text
//!   mod.rs      Scale, Item                     plan.rs      ClimbPlan: consequences of a scale's items
//!   named.rs    SCALES: the named scales        opening.rs   OpeningPlan, OpeningEnd; abreast/ plays it
//!   ladder.rs   definitions → Scale             climb.rs     Solver: a puzzle, a scale → a Climb
//!   heads.rs    ratings of a ladder's stages    recorder.rs  ClimbRecorder: items to ask, counts, observer
//!   policy.rs   Policy, Order; best.rs          outcome.rs   Climb, Outcome, Status
//!   classes.rs  the classes of hard puzzles     meter.rs     the columns of a path
//!   after.rs    a ladder after a closure
//!   on_boards.rs  scales on boards other than the plain one
//!   own_order.rs: ser.rs, hodoku.rs             hodoku_definition.rs  HoDoKu with the user's settings
//!   minutes/     minutes of an average player, a model of the path
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
pub mod minutes;
mod named;
mod on_boards;
mod opening;
mod outcome;
mod own_order;
mod plan;
mod policy;
mod premise;
mod recorder;
pub(crate) mod ser;

#[doc(no_inline)]
pub use crate::evidence::{Aspect, COLUMNS, Column, Outcome, Rating, Status, Unit};
pub use abreast::Abreast;
pub use climb::{DEFAULT_BUDGET, Effort, Solver};
pub use error::ScaleError;
pub use hodoku_definition::{hodoku_bounds, hodoku_techniques};
pub use item_set::ItemSet;
pub use item_set_climbs::ItemSetClimb;
pub use ladder::rule_and_sizes;
pub use named::{Named, SCALES};
pub use on_boards::NotOnBoards;
pub use opening::{OpeningEnd, OpeningPlan};
pub use outcome::{Climb, Tallies, Tally, no_tallies};
pub use policy::{Order, Policy};
pub use recorder::{Applied, Observer};
pub use sudoscope_board::nearest::nearest;

use crate::evidence::{Clause, Notation, Technique};
use crate::play;
use crate::rule::{Rule, Wanted};
use crate::rules::{called, has_players_name, is_of_players, written};
use minutes::Model as MinutesModel;
use own_order::OwnOrder;
use plan::ClimbPlan;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Rules whose sizes are part of their names: Naked Pair, X-Wing.
const SETS: &[&str] = &["naked", "hidden", "fish"];

/// A way to rate puzzles: rules with ratings, a policy and columns.
#[derive(Clone)]
pub struct Scale {
    /// The name given by the table or the user.
    pub name: String,
    /// The definition it was made from.
    pub definition: String,
    /// How conclusions are applied.
    pub policy: Policy,
    /// Rules at their sizes, in the order in which they are tried.
    pub items: Vec<Item>,
    /// One to [`COLUMNS`] columns, each of which takes a value from the path.
    pub columns: Vec<Column>,
    /// Plan of the climbs.
    plan: ClimbPlan,
    /// Order of another program, if the scale follows one.
    own_order: Option<Arc<dyn OwnOrder>>,
    /// Model that estimates a number from the path, if that is the rating.
    model: Option<Arc<MinutesModel>>,
}

/// A rule at a size, with its place in a scale.
#[derive(Clone, Copy)]
pub struct Item {
    /// The place in the scale; rules with one place have one rating.
    pub place: u32,
    /// The rating in each column: on a ladder, the place.
    pub rating: Rating,
    /// The rule.
    pub rule: &'static dyn Rule,
    /// The size, 0 for a rule without sizes.
    pub size: u8,
}

/// A level by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name.
    pub name: &'static str,
    /// The highest score on this level; higher scores are on the next. The last level has no limit.
    pub limit: Option<u32>,
    /// Rules whose steps may be the hardest of a puzzle on this level, as players write them.
    pub rules: Vec<String>,
}

/// Everything that determines a scale, as run files and proofs keep it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The name.
    pub name: String,
    /// The definition.
    pub definition: String,
    /// The policy.
    pub policy: Policy,
}

/// Writes the item's name: `naked-single`, `whip[3]`, `forcing-chain[7.3]`.
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
    /// Returns the displayed name.
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// Returns the players' name: `x-wing` for `fish[2]`, `locked-candidates` for `lc`; the item's own name
    /// if players have none. A rule with a single size is named without it.
    pub fn title(&self) -> String {
        let info = self.rule.info();
        let has_one_size = info.sizes.as_ref().is_some_and(|all| all.start() == all.end());
        match (has_one_size, self.rule.sizes_are_ratings()) {
            (_, true) => self.name(),
            (true, _) => info.name.to_string(),
            _ => called(info.name, self.size).map_or_else(|| self.name(), str::to_string),
        }
    }

    /// Returns the name as players write it: `X-Wing`, `Naked Triple`, `AIC`. Lengths of chains are left out,
    /// except for chains that players do not name.
    pub fn players_name(&self) -> String {
        if let Some(called) = self.rule.called() {
            return called.to_string();
        }
        let title = self.title();
        // The house of a single is in the text of the step.
        if title.starts_with("hidden-single") {
            return written("hidden-single");
        }
        match title.split_once('[') {
            Some((name, _)) if is_of_players(self.rule) || self.rule.sizes_are_ratings() => written(name),
            Some((name, _)) if has_players_name(self.rule) && !SETS.contains(&name) => written(name),
            Some((name, size)) => format!("{}[{size}", written(name)),
            None => written(&title),
        }
    }

    /// Whether the rule is of a kind: its name has all words of `kind`, in this order.
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

    /// Whether the rule is trial and error, or a net of what follows from an assumption: no pattern that is
    /// looked for.
    pub fn is_trial(&self) -> bool {
        use Clause::{BraidTrial, DeepTrial, HingeNet, Net, NishioTrial, StreamNet, Trial};
        let clause = self.rule.info().clause;
        matches!(clause, Trial | NishioTrial | DeepTrial | BraidTrial | Net | HingeNet | StreamNet)
    }

    /// Returns the size of the patterns, if the rule's sizes are lengths.
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
    /// Makes a scale of these items, tried in this order. Rules that need singles ([`Rule::needs_singles`])
    /// must follow them.
    pub fn new(description: Description, columns: Vec<Column>, items: Vec<Item>) -> Scale {
        let mut scale = Scale::planned(description, columns, items, false);
        scale.plan.shortcut = scale.shortcut().map(Arc::new);
        scale
    }

    /// Makes a scale without a shortcut.
    fn planned(description: Description, columns: Vec<Column>, items: Vec<Item>, by_rating: bool) -> Scale {
        let Description { name, definition, policy } = description;
        let plan = ClimbPlan::new(policy, &columns, &items, by_rating);
        Scale { name, definition, policy, items, columns, plan, own_order: None, model: None }
    }

    /// Returns this scale with other items.
    pub fn with_items(&self, items: Vec<Item>) -> Scale {
        let scale = Scale::new(self.description(), self.columns.clone(), items);
        Scale { own_order: self.own_order.clone(), model: self.model.clone(), ..scale }
    }

    /// Returns the description that determines the scale.
    pub fn description(&self) -> Description {
        let Scale { name, definition, policy, .. } = self;
        Description { name: name.clone(), definition: definition.clone(), policy: *policy }
    }

    /// Returns the range of the items after the last single. All items before it are always in use.
    #[inline]
    pub fn beyond_singles(&self) -> Range<usize> {
        self.plan.singles..self.items.len()
    }

    /// Whether the scale is one of players: it has levels with names or points, or the order of a program of
    /// theirs, or players have a name for each of its rules. Its texts and pages use players' names.
    pub fn is_of_players(&self) -> bool {
        let are_named = || self.items.iter().all(|item| has_players_name(item.rule));
        self.has_levels_or_points() || self.own_order.is_some() || are_named()
    }

    /// Whether the levels of the scale have names, or points are added up.
    pub(crate) fn has_levels_or_points(&self) -> bool {
        self.columns.iter().any(|column| matches!(column.aspect, Aspect::Level(_) | Aspect::Sum))
    }

    /// Returns the notation of texts, unless another one is asked for: players' by scales of players.
    ///
    /// ```
    /// use sudoscope_engine::{evidence::Notation, scale::Scale};
    ///
    /// let notation = |name| Scale::named(name).unwrap().notation();
    /// assert_eq!(["H", "SER", "S"].map(notation), [Notation::Eureka; 3]);
    /// assert_eq!(notation("W"), Notation::Nrc);
    /// ```
    pub fn notation(&self) -> Notation {
        if self.is_of_players() { Notation::Eureka } else { Notation::Nrc }
    }

    /// Returns the name of an item in texts: as players write it on a players' ladder, else its own.
    pub fn called(&self, item: &Item) -> String {
        if self.is_of_players() { item.players_name() } else { item.name() }
    }

    /// Lists the named levels with their rules, from the lowest; empty for a scale without such levels.
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

    /// Explains why a puzzle of this rating is on a higher level than its steps, if it is: `Extreme: score
    /// 4098 > 1800`.
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

    /// Formats each column of a rating with its name: `rating = Extreme, score = 4098`.
    pub(crate) fn ratings(&self, rating: Rating, between: &str) -> String {
        let column = |(column, value): (&Column, u32)| {
            let name = if column.name.is_empty() { "rating" } else { column.name };
            format!("{name}{between}{}", column.unit.text(value))
        };
        self.columns.iter().zip(rating.0).map(column).collect::<Vec<_>>().join(", ")
    }

    /// Puts an estimated rating in words: `An average player needs about 12 minutes; two of three such
    /// puzzles take 8 to 18`. `None` if the rating is not estimated.
    pub fn in_words(&self, rating: Rating) -> Option<String> {
        self.model.as_ref().map(|_| minutes::in_words(rating))
    }

    /// Returns the hardest of `items`: the item with the highest rating in the first column, then in the
    /// next; the last of equal items (docs/words.md).
    #[inline]
    pub fn hardest(&self, items: impl IntoIterator<Item = usize>) -> Option<usize> {
        items.into_iter().max_by_key(|&at| (self.items[at].rating, at))
    }

    /// Returns the hardest item that a climb used.
    #[inline]
    pub fn hardest_of(&self, climb: &Climb) -> Option<usize> {
        let used = climb.tallies.iter().enumerate().filter(|(_, tally)| tally.steps > 0);
        self.hardest(used.map(|(at, _)| at))
    }

    /// Finds the number of an item in this scale.
    pub(crate) fn number_of(&self, item: &Item) -> Option<usize> {
        let is_it = |own: &Item| std::ptr::addr_eq(own.rule, item.rule) && own.size == item.size;
        self.items.iter().position(|own| is_it(own) && own.place == item.place)
    }

    /// Returns the definition, if it is short enough to introduce a puzzle; `sudoscope ladders` also prints
    /// longer definitions.
    pub fn short_definition(&self) -> Option<&str> {
        Some(self.definition.as_str()).filter(|definition| definition.len() <= 60)
    }

    /// Returns the names of the columns.
    pub fn titles(&self) -> impl Iterator<Item = String> {
        self.columns.iter().map(|column| match column.name {
            "" => self.name.clone(),
            name => format!("{} {name}", self.name),
        })
    }

    /// Returns the unit of the first column.
    pub fn unit(&self) -> Unit {
        self.columns.first().map_or(Unit::Level, |column| column.unit)
    }

    /// Returns an item's rating in the first column, as printed.
    pub fn rating_of(&self, item: &Item) -> String {
        self.unit().text(item.rating.0[0])
    }

    /// Returns the highest place of an item.
    pub fn top(&self) -> u32 {
        self.items.last().map_or(0, |item| item.place)
    }

    /// Whether some column adds up the ratings of steps.
    fn has_sum(&self) -> bool {
        self.columns.iter().any(|column| column.aspect == Aspect::Sum)
    }

    /// Returns which patterns of a rule count.
    fn taken(&self) -> Wanted {
        match self.policy {
            Policy::OneHint if self.has_sum() => Wanted::Most,
            Policy::OneHint => Wanted::First,
            _ => Wanted::All,
        }
    }

    /// Returns the items of the singles that the board has placed, each with its number of placements.
    fn placed(&self, placements: [u32; 3]) -> impl Iterator<Item = (usize, u32)> + use<> {
        let rules = 1..self.plan.singles;
        let unused = placements.len().saturating_sub(rules.len());
        rules.zip(placements.into_iter().skip(unused)).filter(|(_, placed)| *placed > 0)
    }

    /// Returns all possible values of a column, from the lowest; empty for a column of sums.
    pub fn values(&self, column: usize) -> Vec<u32> {
        match self.columns.get(column).map(|column| column.aspect) {
            None | Some(Aspect::Sum | Aspect::Estimate) => return Vec::new(),
            Some(Aspect::Basis(words)) => return (0..words.len() as u32).collect(),
            Some(Aspect::Level(limits)) => return (0..=limits.len() as u32).collect(),
            Some(_) => {}
        }
        let mut values: Vec<u32> = self.items.iter().map(|item| item.rating.0[column]).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns how far a climb went that did not solve its puzzle: the highest rating of its steps, or their
    /// sum, read off the tallies; `None` if the puzzle was solved, or the path is measured. A column up to
    /// some step keeps what the climb has.
    pub fn reached(&self, climb: &Climb) -> Option<Rating> {
        let used = || self.items.iter().zip(&climb.tallies).filter(|(_, tally)| tally.steps > 0);
        let is_beyond = |item: &Item| item.rule.info().name == Technique::Beyond.row().info.name;
        let is_open = match climb.outcome {
            Outcome::Unsolved => true,
            Outcome::Solved(_) => used().any(|(item, _)| is_beyond(item)),
            _ => false,
        };
        (is_open && self.model.is_none()).then_some(())?;
        let mut rating = climb.outcome.rating().unwrap_or_default();
        for (at, column) in self.columns.iter().enumerate() {
            let steps = used().filter(|(item, _)| !is_beyond(item));
            match column.aspect {
                Aspect::Hardest => rating.0[at] = steps.map(|(item, _)| item.rating.0[at]).max().unwrap_or(0),
                Aspect::Sum => {
                    rating.0[at] = steps.map(|(item, tally)| item.rating.0[at] * tally.steps).sum()
                }
                _ => {}
            }
        }
        Some(rating)
    }

    /// Returns the name of the first rule that assumes a unique solution, if any. A scale that reproduces
    /// another program's numbers has none: it gives them for every puzzle, whatever its steps prove.
    pub fn assumes_unique(&self) -> Option<&'static str> {
        if self.policy == Policy::OwnOrder {
            return None;
        }
        let item = self.items.iter().find(|item| item.rule.assumes_unique())?;
        Some(item.rule.info().name)
    }

    /// Returns the scales of `--policy`. The best of orders gives two: the smallest rating under the name of
    /// this scale, and the rating of the scale itself, called NAME-free. A scale defined with another policy
    /// keeps it, and so does a scale whose path is measured.
    pub fn under(self, policy: Policy) -> Vec<Scale> {
        match policy {
            _ if self.policy != Policy::AllAtOnce || self.model.is_some() => vec![self],
            Policy::BestOfOrders => {
                let free = Scale { name: format!("{}-free", self.name), ..self.clone() };
                vec![self.with_policy(policy), free]
            }
            _ => vec![self.with_policy(policy)],
        }
    }

    /// Returns this scale with another policy.
    fn with_policy(&self, policy: Policy) -> Scale {
        let description = Description { policy, ..self.description() };
        let scale = Scale::new(description, self.columns.clone(), self.items.clone());
        Scale { own_order: self.own_order.clone(), model: self.model.clone(), ..scale }
    }
}
