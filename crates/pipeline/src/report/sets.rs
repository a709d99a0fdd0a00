//! `sets`: sets of rules that puzzles use together.

use super::columns::{PUZZLES, RULES, SCALE, SHARE, SIZE};
use super::{Context, Counts, Fold, Group, Report, Rows, Source, Table};
use crate::stats::ByClues;
use crate::worth::UsedSets;
use std::{cmp::Reverse, io};
use sudoscope_engine::scale::ItemSet;

/// Number of sets listed for each scale, and maximum number of different sets counted.
const LISTED: usize = 200;
const MOST: usize = 200_000;

pub(super) const SETS: Report = Report {
    name: "sets",
    about: "sets of rules (beside singles) that the paths of solved puzzles use, the most frequent first, \
            200 at most for each scale; % of the puzzles with one solution",
    columns: |_| columns![SCALE, SIZE, PUZZLES, SHARE, RULES],
    joins: None,
    source: Source::Fold(|context| {
        Box::new(Sets(context.scales.iter().map(|_| UsedSets::new(MOST)).collect()))
    }),
};

/// Sets used by each ladder.
struct Sets(Vec<UsedSets>);

impl Fold for Sets {
    fn rows(&mut self, rows: &Rows, context: &Context) {
        for &Group { first, clues, rows, .. } in rows.rated() {
            for ((used, scale), climb) in self.0.iter_mut().zip(context.scales).zip(&first.climbs) {
                used.add_all(scale, clues, climb, rows);
            }
        }
    }

    fn end(&mut self, _: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for (used, scale) in self.0.iter().zip(context.scales) {
            let rank = |(set, puzzles): (&ItemSet, &ByClues)| {
                (Reverse(puzzles.total()), set.iter().collect::<Vec<_>>(), puzzles.clone())
            };
            let mut order: Vec<_> = used.sets.iter().map(rank).collect();
            order.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            for (_, set, puzzles) in order.into_iter().take(LISTED) {
                let share = context.percent(&puzzles, &used.puzzles);
                let names: Vec<String> = set.iter().map(|&item| scale.items[item].name()).collect();
                let (size, name) = (set.len() as u64, scale.name.as_str());
                table.row(&row![name, size, puzzles.total(), share, names.join(" ")])?;
            }
        }
        Ok(())
    }
}
