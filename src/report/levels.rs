//! `levels.csv`: how many puzzles stop on each rung, in all and by number of clues.

use super::{Context, Fold, Report, Table, percent};
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::Outcome;
use std::collections::BTreeMap;

pub(super) struct Levels;

impl Report for Levels {
    fn file(&self) -> &'static str {
        "levels.csv"
    }

    fn about(&self) -> &'static str {
        "puzzles by rating: for each ladder, all puzzles and then by number of clues; percentages are of the \
         puzzles with one solution in that group"
    }

    fn columns(&self, _: &Context) -> Vec<String> {
        ["ladder", "clues", "rung", "puzzles", "%", "cumulative", "cumulative %"]
            .map(str::to_string)
            .to_vec()
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let count = |ladder| LadderCounts { ladder, groups: BTreeMap::new() };
        Box::new(Counts { ladders: context.ladders.iter().map(count).collect() })
    }
}

/// Puzzles by rung; those without a rating apart.
#[derive(Default)]
struct Group {
    rungs: BTreeMap<u8, u64>,
    unsolved: u64,
    budget: u64,
}

struct LadderCounts<'a> {
    ladder: &'a Ladder,
    /// By number of clues; `None` is all of them, and comes first.
    groups: BTreeMap<Option<usize>, Group>,
}

struct Counts<'a> {
    ladders: Vec<LadderCounts<'a>>,
}

impl Fold for Counts<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> csv::Result<()> {
        for (counts, climb) in self.ladders.iter_mut().zip(&row.climbs) {
            for key in [None, Some(row.clue_count())] {
                let group = counts.groups.entry(key).or_default();
                match climb.outcome {
                    Outcome::Solved(rung) => *group.rungs.entry(rung).or_default() += 1,
                    Outcome::Stuck => group.unsolved += 1,
                    Outcome::Budget => group.budget += 1,
                    Outcome::NoSolution => {}
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> csv::Result<()> {
        for LadderCounts { ladder, groups } in &self.ladders {
            for (clues, group) in groups {
                let clues = clues.map_or("all".to_string(), |clues| clues.to_string());
                let whole = group.rungs.values().sum::<u64>() + group.unsolved + group.budget;
                let mut cumulative = 0;
                let top = group.rungs.keys().max().copied().unwrap_or(0);
                for rung in ladder.rungs().into_iter().filter(|&rung| rung <= top) {
                    let puzzles = group.rungs.get(&rung).copied().unwrap_or(0);
                    cumulative += puzzles;
                    table.write_record([
                        &ladder.name,
                        &clues,
                        &rung.to_string(),
                        &puzzles.to_string(),
                        &percent(puzzles, whole),
                        &cumulative.to_string(),
                        &percent(cumulative, whole),
                    ])?;
                }
                for (name, puzzles) in [("unsolved", group.unsolved), ("budget", group.budget)] {
                    if puzzles > 0 {
                        let (count, share) = (puzzles.to_string(), percent(puzzles, whole));
                        table.write_record([&ladder.name, &clues, name, &count, &share, "", ""])?;
                    }
                }
            }
        }
        Ok(())
    }
}
