//! `techniques`: for each technique, the shares of the puzzles that use it, that it makes as hard as they
//! are, and that need it.

use super::columns::*;
use super::table::Value;
use super::{Join, Report, Source};

pub(super) const TECHNIQUES: Report = Report {
    name: "techniques",
    about: "techniques that some path uses, in puzzles: used: the path uses it; hardest: it gives the \
            rating; needed: the ladder solves them and does not solve them without it, empty where that was \
            not asked; unknown: out of budget without it; % of the puzzles with one solution",
    columns: |_| {
        let shares = columns![USED_BY_SHARE, HARDEST_SHARE, NEEDED_SHARE];
        columns![SCALE, RATING, TECHNIQUE, RULE, USED, HARDEST, NEEDED, UNKNOWN, shares]
    },
    joins: Some(Join::Rows),
    source: Source::Counts(|counts, context, table| {
        let all = &counts.rated;
        for (at, (scale, counts)) in context.scales.iter().zip(&counts.scales).enumerate() {
            let (needs, singles) = (context.needs(at), scale.beyond_singles().start);
            for (k, (item, did)) in scale.items.iter().zip(&counts.items).enumerate() {
                if did.steps == 0 {
                    continue;
                }
                let puzzles = did.puzzles();
                // Singles are never left out.
                let need = needs.and_then(|needs| needs.items.get(k)).filter(|_| k >= singles);
                let names = row![scale.name.as_str(), scale.rating_of(item), item.title(), item.name()];
                let needed = need.map(|need| need.unsolved.total());
                let unknown = need.map(|need| need.unknown.total());
                let share =
                    need.map_or([const { Value::Missing }; 2], |need| context.percent(&need.unsolved, all));
                let [used, hardest] = [&puzzles, &did.hardest].map(|part| context.percent(part, all));
                let counts = row![puzzles.total(), did.hardest.total(), needed, unknown];
                table.row(&row![names, counts, used, hardest, share])?;
            }
        }
        Ok(())
    }),
};
