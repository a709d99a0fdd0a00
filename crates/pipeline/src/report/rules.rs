//! `rules`: the effects of each rule at each size.

use super::columns::*;
use super::{Report, Source};

pub(super) const RULES: Report = Report {
    name: "rules",
    about: "what each rule did: puzzles that used it, patterns that proved something new, candidates \
            removed, values placed, puzzles solved with it as the hardest rule; % of the puzzles with one \
            solution",
    columns: |_| {
        let done = columns![STEPS, ELIMINATIONS, PLACEMENTS, HARDEST];
        columns![SCALE, RATING, RULE, SIZE, PUZZLES, done, PUZZLES_SHARE, HARDEST_SHARE]
    },
    joins: None,
    source: Source::Counts(|counts, context, table| {
        let all = &counts.rated;
        for (scale, counts) in context.scales.iter().zip(&counts.scales) {
            let top = counts.items.iter().rposition(|did| did.steps > 0).unwrap_or(0);
            for (item, did) in scale.items.iter().zip(&counts.items).take(top + 1) {
                let puzzles = did.puzzles();
                let size = item.length();
                let begin = row![scale.name.as_str(), scale.rating_of(item), item.rule.info().name];
                let done = row![did.steps, did.eliminations, did.placements, did.hardest.total()];
                let shares = [&puzzles, &did.hardest].map(|part| context.percent(part, all));
                let [used, hardest] = shares;
                table.row(&row![begin, size, puzzles.total(), done, used, hardest])?;
            }
        }
        Ok(())
    }),
};
