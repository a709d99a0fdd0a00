//! What rules are worth, as tables: they are made from what was found out about ladders ([`ScaleWorth`]), not from rows of a run alone.

use super::cells::item_names;
use super::{Column, Context, Head, Kind, Value, header_block};
use crate::stats::ByClues;
use crate::worth::{ScaleWorth, SmallSet};
use sudoscope_engine::scale::ItemSet;

/// A table that is not made from rows alone.
pub(super) struct MadeTable {
    /// What stands before its rows.
    pub head: Head,
    /// Its rows, a value for each column.
    pub rows: Vec<Vec<Value>>,
}

/// A table of what rules are worth.
struct WorthTable {
    name: &'static str,
    about: &'static str,
    columns: fn() -> Vec<Column>,
    rows: fn(&Context, &ScaleWorth) -> Vec<Vec<Value>>,
}

/// Every one.
static TABLES: &[WorthTable] = &[
    WorthTable {
        name: "worth",
        about: "what each rule is worth, in puzzles: used it; hardest: solved with it as the hardest rule, so many more \
                are solved by the ladder up to it than by the ladder before it; of those that used it, without it: \
                unsolved, out of steps, rated higher (by so many rungs in all and at most), rated lower; alone: solved by \
                singles and it, or out of the steps allowed for that; % of the puzzles with one solution",
        columns: || {
            let mut columns = Column::all(Kind::Text, &["ladder", "rung", "rule"]);
            let counts = [
                "size",
                "used",
                "hardest",
                "unsolved without",
                "out of steps without",
                "higher without",
                "rungs higher",
                "most rungs higher",
                "lower without",
                "alone",
                "out of steps alone",
            ];
            columns.extend(Column::all(Kind::Count, &counts));
            for share in ["used", "hardest", "unsolved without", "higher without", "alone"] {
                let names = [format!("{share} %"), format!("{share} % se")];
                columns.extend(names.map(|name| Column::new(name, Kind::Number(3))));
            }
            columns
        },
        rows: worth,
    },
    WorthTable {
        name: "overlap",
        about: "each two rules that were used, in puzzles: that used both, only the first, only the second; solved \
                with singles by each of the two alone, by the first only, by the second only",
        columns: || {
            let mut columns = Column::all(Kind::Text, &["ladder", "rule", "other"]);
            let counts = [
                "used both",
                "used rule only",
                "used other only",
                "alone both",
                "alone rule only",
                "alone other only",
            ];
            columns.extend(Column::all(Kind::Count, &counts));
            columns
        },
        rows: overlap,
    },
    WorthTable {
        name: "minimal-set",
        about: "small sets of rules that, with singles, solve a share of the puzzles, found step by step: by climbs, or \
                by paths alone (so many puzzles used no other rules); nothing where none was found",
        columns: || {
            let mut columns = Column::all(Kind::Text, &["ladder", "by"]);
            columns.push(Column::new("wanted %", Kind::Plain));
            columns.extend(Column::all(Kind::Count, &["size", "puzzles"]));
            columns.extend(Column::all(Kind::Number(3), &["%", "% se"]));
            columns.push(Column::new("rules", Kind::Text));
            columns
        },
        rows: minimal_set,
    },
];

/// The names and columns of the tables of what rules are worth.
pub fn worth_columns() -> impl Iterator<Item = (&'static str, Vec<Column>)> {
    TABLES.iter().map(|table| (table.name, (table.columns)()))
}

/// The tables of these ladders, if there are any.
pub(super) fn worth_tables(context: &Context, worths: &[ScaleWorth]) -> Vec<MadeTable> {
    if worths.is_empty() {
        return Vec::new();
    }
    let made = |table: &WorthTable| MadeTable {
        head: Head {
            name: table.name,
            about: header_block(table.about, context),
            columns: (table.columns)(),
        },
        rows: worths.iter().flat_map(|worth| (table.rows)(context, worth)).collect(),
    };
    TABLES.iter().map(made).collect()
}

fn worth(context: &Context, worth: &ScaleWorth) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    let (scale, survey) = (&context.scales[worth.at], &worth.survey);
    let top = survey.items.iter().rposition(|item| item.used.total() > 0).unwrap_or(0);
    for (at, (item, it)) in scale.items.iter().zip(&survey.items).take(top + 1).enumerate() {
        // Those of `brt` are never left out, and what was never used was not tried alone.
        let is_tried = survey.used.contains(&at);
        let count = |puzzles: &ByClues| is_tried.then(|| puzzles.total());
        let without = &it.without;
        let mut higher = ByClues::NONE;
        without.higher.values().for_each(|puzzles| higher += puzzles);
        let rises =
            without.higher.iter().map(|(&rungs, puzzles)| u64::from(rungs) * puzzles.total());
        let mut values = Vec::from(row![
            scale.name.as_str(),
            scale.rating_of(item),
            item.rule.info().name,
            (item.size > 0).then_some(u64::from(item.size)),
            it.used.total(),
            it.hardest.total(),
            count(&without.unsolved),
            count(&without.unknown),
            count(&higher),
            is_tried.then(|| rises.sum::<u64>()),
            is_tried.then(|| without.higher.keys().max().map_or(0, |&most| u64::from(most))),
            count(&without.lower),
            count(&it.alone),
            count(&it.alone_unknown),
        ]);
        let shares = [
            (true, &it.used),
            (true, &it.hardest),
            (is_tried, &without.unsolved),
            (is_tried, &higher),
            (is_tried, &it.alone),
        ];
        for (is_known, part) in shares {
            let missing = [Value::Missing, Value::Missing];
            let share = is_known.then(|| context.percent(part, &survey.puzzles));
            values.extend(share.unwrap_or(missing));
        }
        rows.push(values);
    }
    rows
}

fn overlap(context: &Context, worth: &ScaleWorth) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    let names = &item_names(context.scales)[worth.at];
    let survey = &worth.survey;
    for (a, b, pair) in survey.pairs() {
        let [of_a, of_b] = [a, b].map(|item| &survey.items[item]);
        let (used, alone) = (pair.used.total(), pair.alone.total());
        rows.push(Vec::from(row![
            context.scales[worth.at].name.as_str(),
            names[a].as_str(),
            names[b].as_str(),
            used,
            of_a.used.total().saturating_sub(used),
            of_b.used.total().saturating_sub(used),
            alone,
            of_a.alone.total().saturating_sub(alone),
            of_b.alone.total().saturating_sub(alone),
        ]));
    }
    rows
}

fn minimal_set(context: &Context, worth: &ScaleWorth) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    let names = &item_names(context.scales)[worth.at];
    let named = |items: &ItemSet| -> String {
        let names: Vec<&str> = items.iter().map(|item| names[item].as_str()).collect();
        names.join(" ")
    };
    for SmallSet { by, share, found } in &worth.small_sets {
        let [percent, error] = match found {
            Some(found) => context.percent(&found.solved, &worth.survey.puzzles),
            None => [Value::Missing, Value::Missing],
        };
        rows.push(Vec::from(row![
            context.scales[worth.at].name.as_str(),
            by.name(),
            // 99.9, not 99.90000000000001.
            (share * 1e8).round() / 1e6,
            found.as_ref().map(|found| found.items.len() as u64),
            found.as_ref().map(|found| found.solved.total()),
            percent,
            error,
            found.as_ref().map(|found| named(&found.items)),
        ]));
    }
    rows
}
