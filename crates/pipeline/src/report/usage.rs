//! `usage`: which rules puzzles of which rating use.

use super::counts::LadderCounts;
use super::{Column, Context, Counts, Kind, Report, Table};
use std::io;
use sudoscope_engine::solve::Outcome;

pub(super) struct Usage;

impl Report for Usage {
    fn name(&self) -> &'static str {
        "usage"
    }

    fn about(&self) -> &'static str {
        "rules by rating: of the puzzles solved with this rating, those whose path uses the rule"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["ladder", "rule"]);
        columns.extend(Column::all(Kind::Count, &["rating", "puzzles"]));
        columns.extend(Column::all(Kind::Number(3), &["%", "% se"]));
        columns
    }

    fn is_counted(&self) -> bool {
        true
    }

    fn of_counts(&self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for (ladder, LadderCounts { ends, items }) in context.ladders.iter().zip(&counts.ladders) {
            for (item, did) in ladder.items.iter().zip(items) {
                for (end, users) in &did.users {
                    let (Outcome::Solved(rung), Some(all)) = (end, ends.get(end)) else { continue };
                    let [share, error] = context.percent(users, all);
                    let (rung, puzzles) = (u64::from(*rung), users.total());
                    let (ladder, name) = (ladder.name.as_str(), item.name());
                    table.row(&row![ladder, name, rung, puzzles, share, error])?;
                }
            }
        }
        Ok(())
    }
}
