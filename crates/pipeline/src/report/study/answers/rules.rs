//! Techniques used and needed, sets of rules that are enough, and what each rule adds.

use super::{Answer, KeptRow, Picture, Questions, Shown, cells, column, head};
use crate::report::columns::Named;
use crate::report::page::heat::{Columns, heat};
use crate::report::{techniques, worth};
use sudoscope_engine::scale::Scale;

impl<'a> Questions<'a> {
    /// Returns the scales whose needed techniques are known for the reference.
    fn with_needs(&self) -> Vec<&'a Scale> {
        let rows = self.of(techniques::TECHNIQUES.name, self.reference());
        let mut scales = self.scales();
        scales.retain(|scale| {
            rows.iter().any(|row| row.text(column::SCALE) == scale.name && row.has(column::NEEDED_SHARE))
        });
        scales
    }

    pub(super) fn techniques(&self) -> Option<Answer> {
        let (mut sentences, mut pictures, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for scale in self.with_needs() {
            let mut own = self.of(techniques::TECHNIQUES.name, self.reference());
            own.retain(|row| row.text(column::SCALE) == scale.name);
            let row = |row: &KeptRow| {
                let shares = [column::USED_BY_SHARE, column::HARDEST_SHARE, column::NEEDED_SHARE];
                let [used, hardest, needed] = shares.map(|share| row.with_error(share, 3));
                cells([row.text(column::TECHNIQUE), row.text(column::RATING), used, hardest, needed])
            };
            let most = |share: Named<f64>| {
                let beyond =
                    own.iter().filter(|row| row.has(column::NEEDED_SHARE) && row.number(share) > 0.0);
                let most = beyond.max_by(|a, b| a.number(share).total_cmp(&b.number(share)))?;
                Some(format!("{} ({} %)", most.text(column::TECHNIQUE), most.with_error(share, 2)))
            };
            if let Some(used) = most(column::USED_BY_SHARE) {
                let needed = most(column::NEEDED_SHARE);
                let needed =
                    needed.map_or("no technique".to_string(), |needed| format!("most often {needed}"));
                sentences
                    .push(format!("By {}, {used} is used most often, and {needed} is needed", scale.name));
            }
            let maps = [
                ("used", column::USED_BY_SHARE),
                ("hardest", column::HARDEST_SHARE),
                ("needed", column::NEEDED_SHARE),
            ];
            pictures.extend(maps.into_iter().filter_map(|(what, of)| self.technique_map(scale, what, of)));
            tables.push(Shown {
                caption: format!("{}, by {}", self.reference(), scale.name),
                head: head(["technique", "rating", "used by % ± se", "hardest % ± se", "needed % ± se"]),
                rows: own.iter().map(row).collect(),
            });
        }
        (!tables.is_empty()).then(|| Answer {
            id: "techniques",
            title: "Which techniques".to_string(),
            sentence: format!("In {}, beyond singles. {}.", self.reference(), sentences.join(". ")),
            made_by: "table techniques; of one collection: sudoscope worth --needed DIR".to_string(),
            pictures,
            tables,
        })
    }

    /// Draws techniques against collections.
    fn technique_map(&self, scale: &Scale, what: &str, share: Named<f64>) -> Option<Picture> {
        let mut rows = self.tables.rows(techniques::TECHNIQUES.name);
        rows.retain(|row| row.text(column::SCALE) == scale.name && row.has(share));
        let (mut names, mut collections): (Vec<String>, Vec<String>) = Default::default();
        for row in &rows {
            for (list, name) in
                [(&mut names, row.text(column::TECHNIQUE)), (&mut collections, row.text(column::COLLECTION))]
            {
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
        if names.is_empty() {
            return None;
        }
        let order = |name: &String| scale.items.iter().position(|item| item.title() == *name);
        names.sort_by_key(order);
        let mut shares = vec![vec![None; collections.len()]; names.len()];
        for row in &rows {
            let y = names.iter().position(|name| *name == row.text(column::TECHNIQUE))?;
            let x = collections.iter().position(|name| *name == row.text(column::COLLECTION))?;
            shares[y][x] = Some(row.number(share)).filter(|share| *share > 0.0);
        }
        let caption =
            format!("{}: of the puzzles of a collection (column), % by technique: {what}", scale.name);
        let svg = heat(&caption, &names, Columns { name: None, titles: &collections }, &shares, &|_, _| None);
        Some(Picture { caption, svg })
    }

    pub(super) fn enough(&self) -> Option<Answer> {
        let mut rows = self.tables.rows(worth::MINIMAL_SET.name);
        rows.retain(|row| row.has(column::SHARE));
        let own = |row: &&KeptRow| row.text(column::COLLECTION) == self.reference();
        let best = rows.iter().filter(own).find(|row| row.text(column::WANTED) == "99")?;
        let sentence = format!(
            "{} rules of {} beside singles solve {} % of {} (by {}): {}.",
            best.text(column::SIZE),
            best.text(column::SCALE),
            best.with_error(column::SHARE, 3),
            self.reference(),
            best.text(column::BY),
            best.text(column::RULES)
        );
        let row = |row: &KeptRow| {
            let texts = [column::COLLECTION, column::SCALE, column::BY, column::RULES].map(|it| row.text(it));
            let [collection, scale, by, rules] = texts;
            let wanted = format!("{} %", row.text(column::WANTED));
            let (size, solved) = (row.text(column::SIZE), row.with_error(column::SHARE, 3));
            cells([collection, scale, wanted, size, solved, by, rules])
        };
        Some(Answer {
            id: "enough",
            title: "The smallest sets of rules".to_string(),
            sentence,
            made_by: "table minimal-set; of one collection: sudoscope worth --minimal-set DIR".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head(["collection", "scale", "at least", "rules", "solved % ± se", "by", "which"]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }],
        })
    }

    pub(super) fn worth(&self) -> Option<Answer> {
        let mut rows = self.of(worth::WORTH.name, self.reference());
        rows.retain(|row| row.has(column::UNSOLVED_SHARE));
        let first = |share: Named<f64>| {
            let most = rows.iter().max_by(|a, b| a.number(share).total_cmp(&b.number(share)))?;
            let rule = rule(most);
            Some(format!("{rule} ({}: {} %)", most.text(column::SCALE), most.with_error(share, 2)))
        };
        let (without, higher) = (first(column::UNSOLVED_SHARE)?, first(column::HIGHER_SHARE)?);
        let row = |row: &KeptRow| {
            let shares =
                [column::USED_SHARE, column::UNSOLVED_SHARE, column::HIGHER_SHARE, column::ALONE_SHARE];
            let [used, unsolved, higher, alone] = shares.map(|share| row.with_error(share, 3));
            cells([row.text(column::SCALE), rule(row), used, unsolved, higher, alone])
        };
        Some(Answer {
            id: "worth",
            title: "What each rule adds".to_string(),
            sentence: format!(
                "In {}: left out, most puzzles stay unsolved without {without}; most get a higher rating \
                 without {higher}.",
                self.reference()
            ),
            made_by: "tables worth and overlap; of one collection: sudoscope worth DIR".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head([
                    "scale",
                    "rule",
                    "used % ± se",
                    "unsolved without % ± se",
                    "higher without % ± se",
                    "alone % ± se",
                ]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }],
        })
    }
}

/// Returns the name of a rule with its size.
fn rule(row: &KeptRow) -> String {
    match row.text(column::SIZE) {
        size if size.is_empty() => row.text(column::RULE),
        size => format!("{}[{size}]", row.text(column::RULE)),
    }
}
