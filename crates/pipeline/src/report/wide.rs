//! Wide rows: the number of steps of a path in all, beyond singles and of each rule, in a column each.

use super::table::{Column, Kind, Value};
use sudoscope_engine::evidence::Clause;
use sudoscope_engine::scale::{Climb, Item, Scale};

/// Columns of a scale in wide rows.
#[derive(Clone)]
pub struct WideScale {
    names: Vec<String>,
    /// Column of each item's rule, and whether the rule is a single.
    items: Vec<(usize, bool)>,
}

/// Number of columns before the columns of rules: all steps, steps beyond singles.
const BEFORE: usize = 2;

impl WideScale {
    /// Makes the columns of this scale: one for each rule, whatever its sizes.
    pub fn of(scale: &Scale) -> WideScale {
        let mut rules: Vec<&str> = Vec::new();
        let mut item = |item: &Item| {
            let info = item.rule.info();
            let known = rules.iter().position(|&rule| rule == info.name);
            let rule = known.unwrap_or_else(|| {
                rules.push(info.name);
                rules.len() - 1
            });
            (BEFORE + rule, is_single(info.clause))
        };
        let items = scale.items.iter().map(&mut item).collect();
        let names = ["steps", "beyond singles"].into_iter().chain(rules);
        WideScale { names: names.map(|name| format!("{} {name}", scale.name)).collect(), items }
    }

    /// Returns their names and kinds.
    pub(super) fn columns(&self) -> impl Iterator<Item = Column> {
        self.names.iter().map(|name| Column::new(name, Kind::Medium))
    }

    /// Returns the values of a climb, one for each column; missing values if there is no climb.
    pub(super) fn values(&self, climb: Option<&Climb>) -> Vec<Value<'static>> {
        let Some(climb) = climb else { return vec![Value::Missing; self.names.len()] };
        let mut counts = vec![0; self.names.len()];
        for (tally, &(column, is_single)) in climb.tallies.iter().zip(&self.items) {
            let steps = u64::from(tally.steps);
            for at in [Some(0), (!is_single).then_some(1), Some(column)].into_iter().flatten() {
                counts[at] += steps;
            }
        }
        counts.into_iter().map(Value::Count).collect()
    }
}

fn is_single(clause: Clause) -> bool {
    use Clause::{BlockSingle, HiddenLastCell, HiddenSingle, LastCell, LastDigit, LineSingle, NakedSingle};
    matches!(
        clause,
        NakedSingle | HiddenSingle | BlockSingle | LineSingle | LastCell | HiddenLastCell | LastDigit
    )
}
