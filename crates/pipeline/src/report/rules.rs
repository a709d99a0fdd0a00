//! `rules`: what each rule did at each size.

use super::counts::ScaleCounts;
use super::{Column, Context, Counts, Kind, Report, Table};
use std::io;

pub(super) struct Rules;

impl Report for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn about(&self) -> &'static str {
        "what each rule did: puzzles that used it, patterns that proved something new, candidates removed, \
         values placed, puzzles solved with it as the hardest rule; % of the puzzles with one solution"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["ladder", "rung", "rule"]);
        let counts = ["size", "puzzles", "firings", "eliminations", "placements", "hardest"];
        columns.extend(Column::all(Kind::Count, &counts));
        let shares = ["puzzles %", "puzzles % se", "hardest %", "hardest % se"];
        columns.extend(Column::all(Kind::Number(3), &shares));
        columns
    }

    fn is_counted(&self) -> bool {
        true
    }

    fn of_counts(&self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        let all = &counts.rated;
        for (scale, ScaleCounts { items, .. }) in context.scales.iter().zip(&counts.scales) {
            let top = items.iter().rposition(|did| did.firings > 0).unwrap_or(0);
            for (item, did) in scale.items.iter().zip(items).take(top + 1) {
                let puzzles = did.puzzles();
                let [used, used_error] = context.percent(&puzzles, all);
                let [hardest, hardest_error] = context.percent(&did.hardest, all);
                table.row(&row![
                    scale.name.as_str(),
                    scale.rating_of(item),
                    item.rule.info().name,
                    (item.size > 0).then_some(u64::from(item.size)),
                    puzzles.total(),
                    did.firings,
                    did.eliminations,
                    did.placements,
                    did.hardest.total(),
                    used,
                    used_error,
                    hardest,
                    hardest_error,
                ])?;
            }
        }
        Ok(())
    }
}
