//! `sets`: which rules puzzles use together.

use super::cells::item_names;
use super::{Column, Context, Fold, Kind, Report, Table};
use crate::run::Row;
use crate::stats::ByClues;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use sudoscope_engine::scale::Outcome;

pub(super) struct Sets;

/// Sets listed for each ladder, and different sets counted at most.
const LISTED: usize = 200;
const MOST: usize = 200_000;

impl Report for Sets {
    fn name(&self) -> &'static str {
        "sets"
    }

    fn about(&self) -> &'static str {
        "sets of rules (beside singles) that the paths of solved puzzles use, the most frequent first, 200 at most \
         for each ladder; % of the puzzles with one solution"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = vec![Column::new("ladder", Kind::Text)];
        columns.extend(Column::all(Kind::Count, &["size", "puzzles"]));
        columns.extend(Column::all(Kind::Number(3), &["%", "% se"]));
        columns.push(Column::new("rules", Kind::Text));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let blank = || (ByClues::NONE, HashMap::new());
        let scales = context.scales.iter().map(|_| blank()).collect();
        Box::new(SetRows { context, names: item_names(context.scales), scales })
    }
}

struct SetRows<'a> {
    context: &'a Context<'a>,
    names: Vec<Vec<String>>,
    /// For each ladder all its puzzles, and those of each set of items. When there are too many sets, puzzles of new ones
    /// are counted in the first number only.
    scales: Vec<(ByClues, Used)>,
}

/// Puzzles by the items that they use.
type Used = HashMap<Box<[u16]>, ByClues>;

impl Fold for SetRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if !row.is_rated() {
            return Ok(());
        }
        let scales = self.scales.iter_mut().zip(self.context.scales);
        for (((all, sets), scale), climb) in scales.zip(&row.climbs) {
            all.add(row.clue_count());
            if let Outcome::Solved(_) = climb.outcome {
                let mut items = scale.beyond_singles();
                let is_used = |&item: &usize| climb.tallies[item].firings > 0;
                let used: Box<[u16]> =
                    items.by_ref().filter(is_used).map(|item| item as u16).collect();
                if sets.len() < MOST || sets.contains_key(&used) {
                    sets.entry(used).or_default().add(row.clue_count());
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for (at, (all, sets)) in self.scales.iter().enumerate() {
            let mut order: Vec<(&Box<[u16]>, &ByClues)> = sets.iter().collect();
            order.sort_by_key(|&(set, puzzles)| (Reverse(puzzles.total()), set));
            for (set, puzzles) in order.into_iter().take(LISTED) {
                let [share, error] = self.context.percent(puzzles, all);
                let names: Vec<&str> =
                    set.iter().map(|&item| self.names[at][item as usize].as_str()).collect();
                table.row(&row![
                    self.context.scales[at].name.as_str(),
                    set.len() as u64,
                    puzzles.total(),
                    share,
                    error,
                    names.join(" "),
                ])?;
            }
        }
        Ok(())
    }
}
