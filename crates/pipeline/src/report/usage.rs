//! `usage`: the rules that puzzles use, by rating.

use super::columns::{PUZZLES, RATING, RULE, SCALE, SHARE};
use super::table::{Ending, Kind, Value};
use super::{Report, Source};
use sudoscope_engine::scale::Unit;

pub(super) const USAGE: Report = Report {
    name: "usage",
    about: "rules by rating: of the puzzles solved with this rating, those whose path uses the rule",
    columns: |context| {
        let rating = match context.unit() {
            Some(Unit::Level) => Kind::Count,
            unit => Kind::Rating(unit),
        };
        columns![SCALE, RULE, RATING.of(rating), PUZZLES, SHARE]
    },
    joins: None,
    source: Source::Counts(|counts, context, table| {
        for (scale, counts) in context.scales.iter().zip(&counts.scales) {
            let (Some(ends), unit) = (counts.ends(), scale.unit()) else { continue };
            for (item, did) in scale.items.iter().zip(&counts.items) {
                for (&end, users) in &did.users {
                    let (Some(value), Some(all)) = (end.rating(), ends.get(&end)) else { continue };
                    let share = context.percent(users, all);
                    let rating = match context.unit() {
                        Some(Unit::Level) => Value::from(u64::from(value)),
                        _ => Value::from(Ending { end, unit }),
                    };
                    let (name, rule) = (scale.name.as_str(), item.name());
                    table.row(&row![name, rule, rating, users.total(), share])?;
                }
            }
        }
        Ok(())
    }),
};
