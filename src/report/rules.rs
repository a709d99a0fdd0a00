//! `rules.csv`: what each rule, at each size, was worth.

use super::{Context, Fold, Report, Table};
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::Outcome;

pub(super) struct Rules;

impl Report for Rules {
    fn file(&self) -> &'static str {
        "rules.csv"
    }

    fn about(&self) -> &'static str {
        "what each rule did: puzzles that used it, patterns that proved something new, candidates removed, \
         values placed, puzzles solved with it as the hardest rule"
    }

    fn columns(&self, _: &Context) -> Vec<String> {
        [
            "ladder",
            "rung",
            "rule",
            "size",
            "puzzles",
            "firings",
            "eliminations",
            "placements",
            "hardest",
        ]
        .map(str::to_string)
        .to_vec()
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let worths = |ladder: &'a Ladder| (ladder, vec![Worth::default(); ladder.items.len()]);
        Box::new(Worths { ladders: context.ladders.iter().map(worths).collect() })
    }
}

#[derive(Clone, Default)]
struct Worth {
    puzzles: u64,
    firings: u64,
    eliminations: u64,
    placements: u64,
    hardest: u64,
}

struct Worths<'a> {
    ladders: Vec<(&'a Ladder, Vec<Worth>)>,
}

impl Fold for Worths<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> csv::Result<()> {
        for ((_, worths), climb) in self.ladders.iter_mut().zip(&row.climbs) {
            for (worth, tally) in worths.iter_mut().zip(&climb.tallies) {
                worth.puzzles += u64::from(tally.firings > 0);
                worth.firings += u64::from(tally.firings);
                worth.eliminations += u64::from(tally.eliminations);
                worth.placements += u64::from(tally.placements);
            }
            // The hardest rule: the last in ladder order that fired, if the puzzle was solved.
            let last = climb.tallies.iter().rposition(|tally| tally.firings > 0);
            if let (Outcome::Solved(_), Some(last)) = (climb.outcome, last) {
                worths[last].hardest += 1;
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> csv::Result<()> {
        for (ladder, worths) in &self.ladders {
            let top = worths.iter().rposition(|worth| worth.firings > 0).unwrap_or(0);
            for (item, worth) in ladder.items.iter().zip(worths).take(top + 1) {
                let size = if item.size == 0 { String::new() } else { item.size.to_string() };
                table.write_record([
                    &ladder.name,
                    &item.rung.to_string(),
                    item.rule.info().name,
                    &size,
                    &worth.puzzles.to_string(),
                    &worth.firings.to_string(),
                    &worth.eliminations.to_string(),
                    &worth.placements.to_string(),
                    &worth.hardest.to_string(),
                ])?;
            }
        }
        Ok(())
    }
}
