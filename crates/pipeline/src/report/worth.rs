//! Tables of the worth of rules, made from the findings about ladders ([`ScaleWorth`]).

use super::columns::*;
use super::table::Value;
use super::{Join, Report, Source};
use crate::stats::ByClues;
use crate::worth::SmallSet;
use sudoscope_engine::scale::Scale;

pub(super) const WORTH: Report = Report {
    name: "worth",
    about: "what each rule is worth, in puzzles: used it; hardest: solved with it as the hardest rule, the \
            gain of the ladder up to it over the ladder before it; of those that used it, without it: \
            unsolved, out of budget, rated higher (by how much in all and at most), rated lower; alone: \
            solved by singles and it, or out of the budget for that; % of the puzzles with one solution",
    columns: |_| {
        let without = columns![UNSOLVED_WITHOUT, OUT_WITHOUT, HIGHER_WITHOUT];
        let higher = columns![PLACES_HIGHER, MOST_HIGHER, LOWER_WITHOUT];
        let shares = columns![USED_SHARE, HARDEST_SHARE, UNSOLVED_SHARE, HIGHER_SHARE, ALONE_SHARE];
        columns![SCALE, RATING, RULE, SIZE, USED, HARDEST, without, higher, ALONE, OUT_ALONE, shares]
    },
    joins: Some(Join::Rows),
    source: Source::Worth(|worth, context, table| {
        let (scale, survey) = (&context.scales[worth.at], &worth.survey);
        let top = survey.items.iter().rposition(|item| item.used.total() > 0).unwrap_or(0);
        for (at, (item, it)) in scale.items.iter().zip(&survey.items).take(top + 1).enumerate() {
            // Items of `brt` are never left out, and unused items were not tried alone.
            let is_tried = survey.used.contains(&at);
            let count = |puzzles: &ByClues| is_tried.then(|| puzzles.total());
            let share = |is_known: bool, part: &ByClues| match is_known {
                true => context.percent(part, &survey.puzzles),
                false => [const { Value::Missing }; 2],
            };
            let without = &it.without;
            let mut higher = ByClues::NONE;
            without.higher.values().for_each(|puzzles| higher += puzzles);
            let rises = without.higher.iter();
            let rises = rises.map(|(&places, puzzles)| u64::from(places) * puzzles.total());
            let most = || without.higher.keys().max().map_or(0, |&most| u64::from(most));
            table.row(&row![
                scale.name.as_str(),
                scale.rating_of(item),
                item.rule.info().name,
                item.length(),
                it.used.total(),
                it.hardest.total(),
                [&without.unsolved, &without.unknown, &higher].map(count).map(Value::from),
                is_tried.then(|| rises.sum::<u64>()),
                is_tried.then(most),
                [&without.lower, &it.alone, &it.alone_unknown].map(count).map(Value::from),
                share(true, &it.used),
                share(true, &it.hardest),
                share(is_tried, &without.unsolved),
                share(is_tried, &higher),
                share(is_tried, &it.alone),
            ])?;
        }
        Ok(())
    }),
};

pub(super) const OVERLAP: Report = Report {
    name: "overlap",
    about: "each two rules that were used, in puzzles: that used both, only the first, only the second; \
            solved with singles by each of the two alone, by the first only, by the second only",
    columns: |_| {
        let used = columns![USED_BOTH, USED_RULE, USED_OTHER];
        columns![SCALE, RULE, OTHER, used, ALONE_BOTH, ALONE_RULE, ALONE_OTHER]
    },
    joins: Some(Join::Rows),
    source: Source::Worth(|worth, context, table| {
        let (scale, items) = (&context.scales[worth.at], &worth.survey.items);
        worth.survey.pairs().try_for_each(|(a, b, pair)| {
            let counts = |both: &ByClues, of: fn(&_) -> &ByClues| {
                let only = |item: usize| of(&items[item]).total().saturating_sub(both.total());
                [both.total(), only(a), only(b)].map(Value::from)
            };
            let used = counts(&pair.used, |item| &item.used);
            let alone = counts(&pair.alone, |item| &item.alone);
            table.row(&row![scale.name.as_str(), name(scale, a), name(scale, b), used, alone])
        })
    }),
};

pub(super) const MINIMAL_SET: Report = Report {
    name: "minimal-set",
    about: "small sets of rules that, with singles, solve a share of the puzzles, found step by step: by \
            climbs, or by paths alone (the puzzles that used no other rules); nothing where none was found",
    columns: |_| columns![SCALE, BY, WANTED, SIZE, PUZZLES, SHARE, RULES],
    joins: Some(Join::Rows),
    source: Source::Worth(|worth, context, table| {
        let scale = &context.scales[worth.at];
        worth.small_sets.iter().try_for_each(|SmallSet { by, share, found }| {
            let found = match found {
                None => vec![Value::Missing; 5],
                Some(found) => {
                    let percent = context.percent(&found.solved, &worth.survey.puzzles);
                    let names: Vec<String> = found.items.iter().map(|item| name(scale, item)).collect();
                    let size = found.items.len() as u64;
                    row![size, found.solved.total(), percent, names.join(" ")]
                }
            };
            // Prints 99.9, not 99.90000000000001.
            let wanted = (share * 1e8).round() / 1e6;
            table.row(&row![scale.name.as_str(), by.name(), wanted, found])
        })
    }),
};

fn name(scale: &Scale, item: usize) -> String {
    scale.items[item].name()
}
