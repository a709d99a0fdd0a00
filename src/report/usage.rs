//! `usage`: which rules puzzles of which rating use.

use super::puzzles::item_names;
use super::{Column, Context, Fold, Kind, Report, Table};
use crate::record::Row;
use crate::solve::Outcome;
use crate::stats::ByClues;
use std::collections::BTreeMap;
use std::io;

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

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let ladders = context.ladders.iter().map(|_| BTreeMap::new()).collect();
        Box::new(UsageRows { context, names: item_names(context.ladders), ladders })
    }
}

/// The puzzles of a rating, and those of them that use each item.
type Level = (ByClues, Vec<ByClues>);

struct UsageRows<'a> {
    context: &'a Context<'a>,
    names: Vec<Vec<String>>,
    /// For each ladder, by rating.
    ladders: Vec<BTreeMap<u8, Level>>,
}

impl Fold for UsageRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        for (levels, climb) in self.ladders.iter_mut().zip(&row.climbs) {
            let Outcome::Solved(rung) = climb.outcome else { continue };
            let blank = || (ByClues::NONE, vec![ByClues::NONE; climb.tallies.len()]);
            let (all, users) = levels.entry(rung).or_insert_with(blank);
            all.add(row.clue_count());
            for (users, tally) in users.iter_mut().zip(&climb.tallies) {
                if tally.firings > 0 {
                    users.add(row.clue_count());
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for ((ladder, names), levels) in
            self.context.ladders.iter().zip(&self.names).zip(&self.ladders)
        {
            for (item, name) in names.iter().enumerate() {
                for (&rung, (all, users)) in levels {
                    let users = &users[item];
                    if users.total() > 0 {
                        let [share, error] = self.context.percent(users, all);
                        let (ladder, name) = (ladder.name.as_str(), name.as_str());
                        let (rung, puzzles) = (u64::from(rung), users.total());
                        table.row(&row![ladder, name, rung, puzzles, share, error])?;
                    }
                }
            }
        }
        Ok(())
    }
}
