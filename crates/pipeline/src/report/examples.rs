//! `examples`: example puzzles for each scale.

use super::columns::{CLUES, LINE, PUZZLE, RATING, RULES, SCALE};
use super::fields::{endings, used};
use super::map::{Ends, LadderPair, ends, has_classes, pairs};
use super::table::Kind;
use super::{Context, Counts, Fold, Group, Report, Rows, Source, Table, Value};
use crate::run::Row;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::{cmp::Reverse, io};
use sudoscope_engine::scale::{ItemSet, Outcome};

/// Different sets of rules whose first puzzle is kept, and how many of the most frequent ones are listed.
const SETS: usize = 1000;
const LISTED: usize = 20;

pub(super) const EXAMPLES: Report = Report {
    name: "examples",
    about: "for each scale, in input order, the first puzzle with each rating and rule on its path, the \
            first in each row of map, and the first of each of the 20 most frequent sets of rules (of the \
            first 1000 sets)",
    columns: |context| columns![SCALE, LINE, PUZZLE, CLUES, RATING.of(Kind::Rating(context.unit())), RULES],
    joins: None,
    source: Source::Fold(|context| {
        let ladders = context.scales.iter().map(|_| Examined::default()).collect();
        Box::new(Examples { ladders, pairs: pairs(context) })
    }),
};

struct Examples {
    ladders: Vec<Examined>,
    /// Ends that occurred for each pair of ladders.
    pairs: Vec<(LadderPair, BTreeSet<Ends>)>,
}

/// Progress on one ladder.
#[derive(Default)]
struct Examined {
    /// Ratings with rules on the path.
    seen: BTreeSet<(Outcome<u32>, usize)>,
    /// Number of puzzles for each set of items, and the first such puzzle.
    sets: HashMap<ItemSet, (u64, Row)>,
    /// Kept puzzles by place.
    kept: BTreeMap<(u16, u64), Row>,
}

fn place(row: &Row) -> (u16, u64) {
    (row.file, row.line)
}

impl Examples {
    /// Examines the first row of a group: anything new in the others is new in the first.
    fn group(&mut self, &Group { first: row, rows, .. }: &Group, context: &Context) {
        for ((all, climb), scale) in self.ladders.iter_mut().zip(&row.climbs).zip(context.scales) {
            if climb.outcome == Outcome::NoSolution {
                continue;
            }
            let end = match climb.outcome.column(0) {
                Outcome::Solved(_) if !has_classes(scale) => Outcome::Solved(0),
                end => end,
            };
            let fired = climb.tallies.iter().enumerate().filter(|(_, tally)| tally.steps > 0);
            let new = fired.filter(|(item, _)| all.seen.insert((end, *item))).count();
            if new > 0 {
                all.kept.insert(place(row), row.clone());
            }
            if let Outcome::Solved(_) = climb.outcome {
                let set = ItemSet::used(scale, &climb.tallies);
                if let Some((puzzles, _)) = all.sets.get_mut(&set) {
                    *puzzles += rows;
                } else if all.sets.len() < SETS {
                    all.sets.insert(set, (rows, row.clone()));
                }
            }
        }
        for &mut (pair, ref mut seen) in &mut self.pairs {
            if ends(row, pair).is_some_and(|ends| seen.insert(ends)) {
                for ladder in [pair.a, pair.b] {
                    self.ladders[ladder].kept.insert(place(row), row.clone());
                }
            }
        }
    }
}

impl Fold for Examples {
    fn rows(&mut self, rows: &Rows, context: &Context) {
        rows.rated().for_each(|group| self.group(group, context));
    }

    fn end(&mut self, _: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for (at, (scale, all)) in context.scales.iter().zip(&mut self.ladders).enumerate() {
            let rank = |(set, (puzzles, row)): (ItemSet, (u64, Row))| {
                (Reverse(puzzles), set.iter().collect::<Vec<_>>(), row)
            };
            let mut sets: Vec<_> = all.sets.drain().map(rank).collect();
            sets.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            let firsts = sets.into_iter().take(LISTED).map(|(_, _, row)| (place(&row), row));
            all.kept.extend(firsts);
            for row in all.kept.values() {
                let (name, line) = (scale.name.as_str(), context.line_name(row.at()));
                let (clues, climb) = (row.clue_count() as u64, &row.climbs[at]);
                let rating = endings(scale, climb).next();
                let rules = Value::Uses(used(scale, climb)).text(Kind::Text);
                table.row(&row![name, line, context.puzzle(row), clues, rating, rules])?;
            }
        }
        Ok(())
    }
}
