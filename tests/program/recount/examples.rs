//! Recount of the tables `examples` and `map`.

use super::{Collection, Puzzle, Rows, Text, numbers, text};
use std::collections::BTreeSet;
use sudoscope::rules::BRT;

impl Collection {
    pub fn examples(&self) -> Rows {
        let all = self.rated();
        let mut rows = Rows::new();
        for (at, ladder) in self.ladders.iter().enumerate() {
            let mut kept = BTreeSet::new();
            // Keeps the first puzzle with each of many properties.
            let mut first = |property: &dyn Fn(&Puzzle) -> Vec<String>| {
                let mut seen = BTreeSet::new();
                for (k, puzzle) in all.iter().enumerate() {
                    if property(puzzle).into_iter().filter(|one| seen.insert(one.clone())).count() > 0 {
                        kept.insert(k);
                    }
                }
            };
            first(&|puzzle| {
                let rating = &puzzle.ratings[at];
                puzzle.rules[at].keys().map(|rule| format!("{rating} {rule}")).collect()
            });
            for other in (0..self.ladders.len()).filter(|&other| other != at) {
                first(&|puzzle| vec![format!("{} {}", puzzle.ratings[at], puzzle.ratings[other])]);
            }
            let frequent: Vec<String> = self
                .sets()
                .into_iter()
                .filter(|row| row[0].is(&ladder.name))
                .take(20)
                .map(|row| match row.last() {
                    Some(Text(rules)) => rules.clone(),
                    _ => unreachable!("a text"),
                })
                .collect();
            let items: Vec<String> = ladder.items.iter().map(|item| item.name()).collect();
            first(&|puzzle| {
                let used = items[BRT..].iter().filter(|item| puzzle.rules[at].contains_key(*item));
                let set = used.map(String::as_str).collect::<Vec<_>>().join(" ");
                let is_solved = puzzle.ratings[at].parse::<u32>().is_ok();
                Vec::from_iter(Some(set).filter(|set| is_solved && frequent.contains(set)))
            });
            for puzzle in kept.into_iter().map(|k| all[k]) {
                let Puzzle { line, puzzle: clues, ratings, .. } = puzzle;
                let used = self.used(puzzle, at);
                rows.push(vec![
                    text(&ladder.name),
                    text(line),
                    text(clues),
                    text(puzzle.clues),
                    text(&ratings[at]),
                    text(used),
                ]);
            }
        }
        rows
    }

    pub fn map(&self) -> Rows {
        let all = self.rated();
        let order = |rating: &str| match rating.parse::<u32>() {
            Ok(rating) => (0, rating),
            _ => (1 + usize::from(rating == "budget"), 0),
        };
        let mut rows = Rows::new();
        for a in 0..self.ladders.len() {
            for b in a + 1..self.ladders.len() {
                let ends = |puzzle: &Puzzle| [puzzle.ratings[a].clone(), puzzle.ratings[b].clone()];
                let mut pairs: Vec<[String; 2]> = all.iter().map(|puzzle| ends(puzzle)).collect();
                pairs.sort_by_key(|[a, b]| (order(a), order(b)));
                pairs.dedup();
                for pair in pairs {
                    let group: Vec<_> = all.iter().filter(|puzzle| ends(puzzle) == pair).collect();
                    let share = self.percent(&all, |puzzle| ends(puzzle) == pair);
                    let names = [a, b].map(|at| text(&self.ladders[at].name));
                    let count = text(group.len());
                    rows.push(
                        [&names[..], &pair.map(text), &[count], &numbers(share, 3), &[text(&group[0].line)]]
                            .concat(),
                    );
                }
            }
        }
        rows
    }
}
