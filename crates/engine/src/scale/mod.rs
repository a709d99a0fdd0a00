//! Rating scales: every way in which puzzles are rated.
//!
//! A scale is a list of items, each with the rating that it gives, a policy that says how what they prove is applied, and
//! columns that say what of a path is its rating. The ladders (`ladder.rs`) are scales whose items give the level on which
//! they stand.
//!
//! ```text
//!   mod.rs      Scale, Item                       climb.rs   Solver: a puzzle, a scale → a Climb
//!   named.rs    SCALES: those with a name         meter.rs   Column: what of a path is rated
//!   ladder.rs   definitions → Scale        classes.rs the classes of hard puzzles
//!   policy.rs   Policy, Order                     walk.rs    many climbs at once, by some of the items
//!   rating.rs   Rating, Unit: how it is printed   item_set.rs   some of the items
//!   ser.rs      SER: the items, and its own climb
//! ```

mod classes;
mod climb;
mod item_set;
mod ladder;
mod meter;
mod named;
mod policy;
mod rating;
mod ser;
mod walk;

pub use climb::{Applied, Climb, DEFAULT_BUDGET, Effort, Observer, Outcome, Solver, Status, Tally};
pub use item_set::ItemSet;
pub use ladder::{ScaleError, nearest};
pub use meter::{Aspect, Column};
pub use named::{Named, SCALES};
pub use policy::{Order, Policy};
pub use rating::{COLUMNS, Rating, Unit};
pub use walk::Ask;

use crate::play;
use crate::rule::Rule;
use crate::rules::{BRT, RULES};
use serde::{Deserialize, Serialize};
use std::ops::Range;

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
    /// Items of singles and contradictions at its beginning.
    singles: usize,
}

/// A rule at a size, with its place in a scale.
#[derive(Clone, Copy)]
pub struct Item {
    /// Where it stands: on a ladder, the rung.
    pub place: u32,
    /// What it gives, in each column: on a ladder, its rung.
    pub rating: Rating,
    /// The rule.
    pub rule: &'static dyn Rule,
    /// Its size, 0 for a rule without.
    pub size: u8,
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

impl Item {
    /// `naked-single`, `whip[3]`, `forcing-chain[7.3]`.
    pub fn name(&self) -> String {
        let name = self.rule.info().name;
        match self.size {
            0 => name.to_string(),
            size if self.rule.sizes_are_ratings() => {
                format!("{name}[{}]", Unit::Tenths.text(size.into()))
            }
            size => format!("{name}[{size}]"),
        }
    }

    /// How large its patterns are, if the rule has sizes that say so.
    pub fn length(&self) -> Option<u64> {
        let is_length = self.size > 0 && !self.rule.sizes_are_ratings();
        is_length.then_some(u64::from(self.size))
    }
}

impl play::Item for Item {
    fn rule(&self) -> play::Sized {
        (self.rule, self.size)
    }
}

impl Scale {
    /// A scale of these items, tried in this order. Under a policy but [`Policy::OneHint`] the three rules of `brt` have to
    /// stand first: they are played at once, on the board.
    pub fn new(
        Description { name, definition, policy }: Description,
        columns: Vec<Column>,
        items: Vec<Item>,
    ) -> Scale {
        let brt = &RULES[..BRT];
        let is_single =
            |item: &&Item| brt.iter().any(|rule| rule.info().name == item.rule.info().name);
        let singles = items.iter().take_while(is_single).count();
        Scale { name, definition, policy, items, columns, singles }
    }

    /// The same with other items.
    pub fn with_items(&self, items: Vec<Item>) -> Scale {
        Scale::new(self.description(), self.columns.clone(), items)
    }

    /// What decides it.
    pub fn description(&self) -> Description {
        let Scale { name, definition, policy, .. } = self;
        Description { name: name.clone(), definition: definition.clone(), policy: *policy }
    }

    /// The items beside singles and contradictions, which stand first and are always there.
    pub fn beyond_singles(&self) -> Range<usize> {
        self.singles..self.items.len()
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

    /// The values that items give in a column, each once, from the lowest; of a column of sums there is no such list.
    pub fn values(&self, column: usize) -> Vec<u32> {
        if self.columns.get(column).is_none_or(|column| column.aspect == Aspect::Sum) {
            return Vec::new();
        }
        let mut values: Vec<u32> = self.items.iter().map(|item| item.rating.0[column]).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The name of the first rule that assumes that the puzzle has only one solution, if there is one. A scale that
    /// gives the numbers of another program gives them for every puzzle, whatever is proved by it.
    pub fn assumes_unique(&self) -> Option<&'static str> {
        if self.policy == Policy::OwnOrder {
            return None;
        }
        let item = self.items.iter().find(|item| item.rule.assumes_unique())?;
        Some(item.rule.info().name)
    }

    /// The scales of `--policy`: of the best of orders, the smallest rating under the name of this scale, and its own,
    /// called NAME-free. A scale that is defined with another policy keeps it.
    pub fn under(self, policy: Policy) -> Vec<Scale> {
        match policy {
            _ if self.policy != Policy::AllAtOnce => vec![self],
            Policy::BestOfOrders => {
                let free = Scale { name: format!("{}-free", self.name), ..self.clone() };
                vec![Scale { policy, ..self }, free]
            }
            _ => vec![Scale { policy, ..self }],
        }
    }
}
