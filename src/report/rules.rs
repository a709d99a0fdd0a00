//! `rules`: what each rule, at each size, was worth.

use super::{Column, Context, Fold, Kind, Report, Table};
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::Outcome;
use crate::stats::ByClues;
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

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let blank = |ladder: &Ladder| (ByClues::NONE, vec![Worth::default(); ladder.items.len()]);
        Box::new(Worths { context, ladders: context.ladders.iter().map(blank).collect() })
    }
}

#[derive(Clone, Default)]
struct Worth {
    puzzles: ByClues,
    firings: u64,
    eliminations: u64,
    placements: u64,
    hardest: ByClues,
}

struct Worths<'a> {
    context: &'a Context<'a>,
    /// For each ladder all its puzzles, and what each item did.
    ladders: Vec<(ByClues, Vec<Worth>)>,
}

impl Fold for Worths<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if !row.is_rated() {
            return Ok(());
        }
        let clues = row.clue_count();
        for ((all, worths), climb) in self.ladders.iter_mut().zip(&row.climbs) {
            all.add(clues);
            for (worth, tally) in worths.iter_mut().zip(&climb.tallies) {
                if tally.firings > 0 {
                    worth.puzzles.add(clues);
                }
                worth.firings += u64::from(tally.firings);
                worth.eliminations += u64::from(tally.eliminations);
                worth.placements += u64::from(tally.placements);
            }
            // The hardest rule: the last in ladder order that fired, if the puzzle was solved.
            let last = climb.tallies.iter().rposition(|tally| tally.firings > 0);
            if let (Outcome::Solved(_), Some(last)) = (climb.outcome, last) {
                worths[last].hardest.add(clues);
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for (ladder, (all, worths)) in self.context.ladders.iter().zip(&self.ladders) {
            let top = worths.iter().rposition(|worth| worth.firings > 0).unwrap_or(0);
            for (item, worth) in ladder.items.iter().zip(worths).take(top + 1) {
                let [used, used_error] = self.context.percent(&worth.puzzles, all);
                let [hardest, hardest_error] = self.context.percent(&worth.hardest, all);
                table.row(&row![
                    ladder.name.as_str(),
                    item.rung.to_string(),
                    item.rule.info().name,
                    (item.size > 0).then_some(u64::from(item.size)),
                    worth.puzzles.total(),
                    worth.firings,
                    worth.eliminations,
                    worth.placements,
                    worth.hardest.total(),
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
