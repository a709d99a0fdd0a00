//! `usage`: which rules puzzles of which rating use.

use super::cells::Cell;
use super::{Column, Context, Counts, Kind, Report, Table, Value};
use std::io;
use sudoscope_engine::scale::Unit;

pub(super) struct Usage;

impl Report for Usage {
    fn name(&self) -> &'static str {
        "usage"
    }

    fn about(&self) -> &'static str {
        "rules by rating: of the puzzles solved with this rating, those whose path uses the rule"
    }

    fn columns(&self, context: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["ladder", "rule"]);
        let rating = match context.unit() {
            Some(Unit::Level) => Kind::Count,
            unit => Kind::Rating(unit),
        };
        columns.push(Column::new("rating", rating));
        columns.push(Column::new("puzzles", Kind::Count));
        columns.extend(Column::all(Kind::Number(3), &["%", "% se"]));
        columns
    }

    fn is_counted(&self) -> bool {
        true
    }

    fn of_counts(&self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for (scale, counts) in context.scales.iter().zip(&counts.scales) {
            let (Some(ends), unit) = (counts.ends(), scale.unit()) else { continue };
            for (item, did) in scale.items.iter().zip(&counts.items) {
                for (&end, users) in &did.users {
                    let (Some(value), Some(all)) = (end.rating(), ends.get(&end)) else { continue };
                    let [share, error] = context.percent(users, all);
                    let rating = match context.unit() {
                        Some(Unit::Level) => Value::from(u64::from(value)),
                        _ => Value::from(Cell { end, unit }),
                    };
                    let (name, rule) = (scale.name.as_str(), item.name());
                    table.row(&row![name, rule, rating, users.total(), share, error])?;
                }
            }
        }
        Ok(())
    }
}
