//! Choice of puzzles by how a scale climbs them.

use std::ops::RangeInclusive;
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardClimber;
use sudoscope_engine::boards::Board;
use sudoscope_engine::check::only_solution_on;
use sudoscope_engine::evidence::Aspect;
use sudoscope_engine::grid::Cells;
use sudoscope_engine::rules::{PARTS, find_rule, plain};
use sudoscope_engine::scale::{Climb, Item, ItemSet, ItemSetClimb, Outcome, Policy};
use sudoscope_engine::scale::{DEFAULT_BUDGET, Rating, SCALES, Scale, Solver, Unit, nearest};

/// Conditions on the climb of a puzzle, as the user types them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Asked<'a> {
    /// Ratings as they are printed: `5`, `5-8`, `5-`; a level in any case.
    pub rating: Option<&'a str>,
    /// Values of the column `score`, in the same notation.
    pub score: Option<&'a str>,
    /// Rule that must be the hardest: `x-wing`, `naked:3`.
    pub hardest: Option<&'a str>,
    /// Rules that the path must use.
    pub uses: &'a [String],
    /// Rules that the path must do without.
    pub without: &'a [String],
    /// Rule with which the ladder may end: the rules before it and it solve the puzzle.
    pub up_to: Option<&'a str>,
    /// Rules without any of which the ladder, up to that rule if there is one, does not solve the puzzle.
    pub needs: &'a [String],
}

impl Asked<'_> {
    /// Whether there is any condition.
    pub fn is_any(&self) -> bool {
        let Asked { rating, score, hardest, uses, without, up_to, needs } = *self;
        let is_one = rating.or(score).or(hardest).or(up_to).is_some();
        is_one || [uses, without, needs].into_iter().any(|rules| !rules.is_empty())
    }
}

/// Conditions on the climb of a puzzle; the climb must also solve it.
pub struct Choice {
    /// Scale that climbs.
    pub scale: Scale,
    /// Accepted values of its first column.
    pub ratings: Option<RangeInclusive<u32>>,
    /// Accepted values of its column `score`.
    pub scores: Option<RangeInclusive<u32>>,
    /// Items that include the hardest one used by the path ([`Scale::hardest`]).
    pub hardest: Option<ItemSet>,
    /// Sets of items; the path must use at least one item of each.
    pub uses: Vec<ItemSet>,
    /// Items that the path must not use.
    pub without: ItemSet,
    /// Items after the last rule that may be needed; a path that uses none of them is a path of the others.
    pub beyond: Option<ItemSet>,
    /// For each needed rule all other items, up to the last that may be needed; they must not solve the
    /// puzzle.
    pub needs: Vec<ItemSet>,
}

/// Impossible or unknown condition.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct ChoiceError {
    /// Name of the offending field of [`Asked`].
    pub of: &'static str,
    /// Reason.
    pub why: String,
}

impl Choice {
    /// Translates the conditions into numbers of the scale.
    pub fn of(scale: Scale, asked: Asked) -> Result<Choice, ChoiceError> {
        let wrong = |of| move |why| ChoiceError { of, why };
        let ratings =
            asked.rating.map(|text| values(text, &scale, 0)).transpose().map_err(wrong("rating"))?;
        let scores = asked.score.map(|text| values(text, &scale, score_of(&scale)?)).transpose();
        let scores = scores.map_err(wrong("score"))?;
        let hardest = asked.hardest.map(|rule| items(&scale, rule)).transpose().map_err(wrong("hardest"))?;
        let all = |rules: &[String]| rules.iter().map(|rule| items(&scale, rule)).collect::<Result<_, _>>();
        let uses = all(asked.uses).map_err(wrong("uses"))?;
        let without: Vec<ItemSet> = all(asked.without).map_err(wrong("without"))?;
        let without = without.iter().fold(ItemSet::default(), |all, rule| all.union(rule));
        let beyond = asked.up_to.map(|rule| beyond(&scale, rule)).transpose().map_err(wrong("up-to"))?;
        let others = |rule| {
            let others = all_but(&scale, rule)?;
            Ok(beyond.as_ref().map_or(others.clone(), |beyond| others.minus(beyond)))
        };
        let needs: Result<_, _> = asked.needs.iter().map(|rule| others(rule)).collect();
        let needs = needs.map_err(wrong("needs"))?;
        let choice = Choice { ratings, scores, hardest, uses, without, beyond, needs, scale };
        choice.can_be_met(asked)?;
        Ok(choice)
    }

    /// Whether a condition is about steps, so that outcomes do not suffice.
    pub(crate) fn reads_steps(&self) -> bool {
        let Choice { hardest, uses, without, beyond, .. } = self;
        hardest.is_some() || beyond.is_some() || !uses.is_empty() || without.iter().next().is_some()
    }

    /// Returns the scale and the conditions, for a journal.
    pub(crate) fn described(&self) -> serde_json::Value {
        let items = |set: &ItemSet| set.iter().collect::<Vec<usize>>();
        let Choice { scale, ratings, scores, hardest, uses, without, beyond, needs } = self;
        let hardest = hardest.as_ref().map(items);
        let all = |sets: &[ItemSet]| sets.iter().map(items).collect::<Vec<_>>();
        let beyond = beyond.as_ref().map(items);
        let (uses, without, needs) = (all(uses), items(without), all(needs));
        serde_json::json!([
            scale.name,
            scale.definition,
            ratings,
            scores,
            hardest,
            uses,
            without,
            beyond,
            needs
        ])
    }

    /// Fails if no climb can meet the conditions: a required rule is excluded, or implies another rating.
    fn can_be_met(&self, asked: Asked) -> Result<(), ChoiceError> {
        let Choice { scale, .. } = self;
        let column = scale.columns.first().filter(|_| scale.policy != Policy::BestOfOrders);
        let hardest = asked.hardest.into_iter().zip(&self.hardest).map(|asked| ("hardest", asked));
        let uses = asked.uses.iter().map(String::as_str).zip(&self.uses).map(|asked| ("uses", asked));
        for (of, (rule, items)) in hardest.chain(uses) {
            let wrong = |why| Err(ChoiceError { of, why });
            let left = items.minus(&self.without);
            if left.is_empty() {
                return wrong(format!("{rule} has to be used, and the path does without it"));
            }
            let (Some(column), Some(ratings)) = (column, &self.ratings) else { continue };
            // Another step may be harder, except than the required hardest one; points may raise a level.
            let is_least = match column.aspect {
                Aspect::Hardest => of == "uses",
                Aspect::Level(_) => true,
                _ => continue,
            };
            let gives = |item: usize| scale.items[item].rating.0[0];
            let fits = |gives: u32| gives <= *ratings.end() && (is_least || gives >= *ratings.start());
            if let (false, Some(gives)) =
                (left.iter().any(|it| fits(gives(it))), left.iter().map(gives).min())
            {
                let more = if is_least { " or more" } else { "" };
                let gives = column.unit.text(gives);
                return wrong(format!(
                    "by {} a path with {rule} has the rating {gives}{more}: ask for the rating \
                     {gives}{}, or for none",
                    scale.name,
                    if is_least { "-" } else { "" }
                ));
            }
        }
        Ok(())
    }

    /// Returns a remark on misleading conditions, with their option.
    pub fn remark(&self) -> Option<(&'static str, String)> {
        let hardest = self.remark_on_hardest().map(|remark| ("hardest", remark));
        let is_solved_by_trial = self.beyond.is_none() && self.scale.items.iter().any(Item::is_trial);
        let trial = (is_solved_by_trial && !self.needs.is_empty()).then(|| {
            let remark = "trial and error at the end of the ladder solves puzzles without the rule, too";
            format!("{remark}: --up-to RULE ends the ladder before")
        });
        hardest.or(trial.map(|remark| ("needs", remark)))
    }

    /// Says whether puzzles may have a higher level than their hardest rule, by their score, where nobody has
    /// asked for a level.
    fn remark_on_hardest(&self) -> Option<String> {
        let column = self.scale.columns.first()?;
        let hardest = self.hardest.as_ref().filter(|_| self.ratings.is_none())?;
        let highest = *self.scale.values(0).last()?;
        let rating = |item: usize| self.scale.items.get(item).map(|item| item.rating.0[0]);
        let level = hardest.iter().filter_map(rating).max().filter(|level| *level < highest)?;
        let level = column.unit.text(level);
        matches!(column.aspect, Aspect::Level(_)).then(|| {
            format!(
                "the hardest step is of the level {level}, but a score may raise a puzzle above it: \
                 --rating {level} leaves such puzzles out"
            )
        })
    }

    /// Chooses the scale for unrated puzzles: the first that has all these rules and, if a score is asked
    /// for, a score. The order is W, H (which grades players' techniques), then all other named scales.
    pub fn scale_with(asked: Asked) -> Option<Scale> {
        let all = ["W", "H"].into_iter().chain(SCALES.iter().map(|named| named.name));
        let has_all = |scale: &Scale| {
            let several = [asked.uses, asked.without, asked.needs].into_iter().flatten().map(String::as_str);
            let mut rules = several.chain(asked.hardest).chain(asked.up_to);
            rules.all(|rule| items(scale, rule).is_ok()) && (asked.score.is_none() || score_of(scale).is_ok())
        };
        all.filter_map(|name| Scale::named(name).ok()).find(has_all)
    }

    /// Whether a climb by the scale meets all conditions on its path; [`needs_all`](Choice::needs_all) asks
    /// about the paths without a rule.
    pub fn keeps(&self, climb: &Climb) -> bool {
        matches!(climb.outcome, Outcome::Solved(_)) && self.met(climb).into_iter().all(|met| met)
    }

    /// Whether the puzzle with which the solver has started cannot have an accepted rating, as a cheaper
    /// climb shows: by the rules up to the highest accepted rating. All conclusions of a rule are applied at
    /// once, so the path by all rules is the same, or uses a dearer one: if this climb does not solve the
    /// puzzle, its rating is higher.
    pub fn rules_out(&self, solver: &mut Solver, budget: u64) -> bool {
        let Choice { scale, ratings: Some(ratings), .. } = self else { return false };
        let is_of_hardest = scale.columns.first().is_some_and(|column| column.aspect == Aspect::Hardest);
        let items = (0..scale.items.len()).filter(|&item| scale.items[item].rating.0[0] <= *ratings.end());
        let items = ItemSet::of(items);
        if !is_of_hardest || scale.policy != Policy::AllAtOnce || items.len() == scale.items.len() {
            return false;
        }
        match solver.climb_item_sets(scale, &[ItemSetClimb { items, budget }])[..] {
            [Outcome::Solved(Rating(rating))] => !ratings.contains(&rating[0]),
            [outcome] => outcome == Outcome::Unsolved,
            _ => false,
        }
    }

    /// Whether the puzzle with which the solver has started needs each of the needed rules: without the rule
    /// the scale ends before the solution.
    pub fn needs_all(&self, solver: &mut Solver) -> bool {
        are_unsolved(&solver.climb_item_sets(&self.scale, &self.without_needed()))
    }

    /// Whether a puzzle of a board other than the plain one needs each of the needed rules.
    pub fn needs_all_on(&self, board: &Arc<Board>, clues: &[Cells; 9], climber: &mut BoardClimber) -> bool {
        let start = board.start(clues);
        let solution = only_solution_on(board, clues, DEFAULT_BUDGET).ok();
        let asks = self.without_needed();
        are_unsolved(&climber.climb_item_sets(&self.scale, board, &start, solution.as_ref(), &asks))
    }

    /// Returns the climbs without each needed rule.
    fn without_needed(&self) -> Vec<ItemSetClimb> {
        let climb = |items: &ItemSet| ItemSetClimb { items: items.clone(), budget: DEFAULT_BUDGET };
        self.needs.iter().map(climb).collect()
    }

    /// Returns whether a climb meets each given condition. The order is: ratings, scores, the hardest item,
    /// each used rule, absence of the excluded rules, absence of the rules after the last one that may be
    /// needed.
    pub fn met(&self, climb: &Climb) -> Vec<bool> {
        let rating = match climb.outcome {
            Outcome::Solved(Rating(rating)) => Some(rating),
            _ => None,
        };
        let scored = score_of(&self.scale).ok().and_then(|at| rating?.get(at).copied());
        let fired = |item: usize| climb.tallies.get(item).is_some_and(|did| did.steps > 0);
        let hardest = self.scale.hardest_of(climb);
        let rated = self.ratings.iter().map(|ratings| rating.is_some_and(|all| ratings.contains(&all[0])));
        let scores = self.scores.iter().map(|scores| scored.is_some_and(|score| scores.contains(&score)));
        let hardest = self.hardest.iter().map(|items| hardest.is_some_and(|hardest| items.contains(hardest)));
        let uses = self.uses.iter().map(|items| items.iter().any(fired));
        let without = (self.without.iter().next().is_some()).then(|| !self.without.iter().any(fired));
        let up_to = self.beyond.iter().map(|beyond| !beyond.iter().any(fired));
        rated.chain(scores).chain(hardest).chain(uses).chain(without).chain(up_to).collect()
    }
}

/// Whether no climb ends with a solution, or for want of work.
fn are_unsolved(outcomes: &[Outcome]) -> bool {
    outcomes.iter().all(|outcome| *outcome == Outcome::Unsolved)
}

/// Returns the items of the scale after a rule: those of later places.
fn beyond(scale: &Scale, rule: &str) -> Result<ItemSet, String> {
    let place = |item: usize| scale.items[item].place;
    let last = items(scale, rule)?.iter().map(place).max().unwrap_or_default();
    Ok(ItemSet::of((0..scale.items.len()).filter(|&item| place(item) > last)))
}

/// Returns the items of the scale without those of a rule.
fn all_but(scale: &Scale, rule: &str) -> Result<ItemSet, String> {
    let of_rule = items(scale, rule)?;
    if scale.policy == Policy::OwnOrder {
        return Err(format!("{} is a program's own order, which has no path without {rule}", scale.name));
    }
    if of_rule.iter().any(|item| !scale.beyond_singles().contains(&item)) {
        return Err(format!("{rule} is a single, and singles are always played"));
    }
    Ok(ItemSet::of(0..scale.items.len()).minus(&of_rule))
}

/// Finds the column `score`.
pub(crate) fn score_of(scale: &Scale) -> Result<usize, String> {
    let place = scale.columns.iter().position(|column| column.name == "score");
    place.ok_or_else(|| format!("the ladder {} has no score; H has one", scale.name))
}

/// Most values that a message lists.
const FEW: usize = 6;

/// Reads values of a column of the scale: one as it is printed, or a span. Names are read in any case;
/// 5 is 5.0.
pub(crate) fn values(text: &str, scale: &Scale, column: usize) -> Result<RangeInclusive<u32>, String> {
    let unit = scale.columns.get(column).map_or(Unit::Level, |column| column.unit);
    let all = scale.values(column);
    let value = |text: &str| {
        let named = || all.iter().copied().find(|&value| unit.text(value).eq_ignore_ascii_case(text.trim()));
        let whole = || Some(format!("{}.0", text.trim())).filter(|_| unit == Unit::Tenths);
        unit.parse(text.trim()).or_else(|| unit.parse(&whole()?)).or_else(named)
    };
    let last = all.last().copied().unwrap_or(u32::MAX);
    let span = |at: usize| {
        let (from, to) = text.split_at_checked(at)?;
        let to = to.strip_prefix('-')?;
        Some(value(from)?..=if to.is_empty() { last } else { value(to)? })
    };
    let one = value(text).map(|value| value..=value);
    let values = one.or_else(|| text.match_indices('-').find_map(|(at, _)| span(at)));
    let given = || all.iter().chain([&0]);
    let is_given = |values: &RangeInclusive<u32>| given().any(|value| values.contains(value));
    let values = values.filter(|values| !values.is_empty() && (all.is_empty() || is_given(values)));
    values.ok_or_else(|| {
        let titles: Vec<String> = scale.titles().collect();
        let name = titles.get(column).map_or("", String::as_str);
        let texts: Vec<String> = all.iter().map(|&value| unit.text(value)).collect();
        let has = match (unit, &all[..]) {
            (_, []) => "from 0 on".to_string(),
            (Unit::Named(_), _) => {
                let meant = nearest(text, texts.iter().map(String::as_str));
                texts.join(", ") + &meant.map_or(String::new(), |meant| format!(" (did you mean {meant}?)"))
            }
            (_, [first, .., last]) if all.len() > FEW => {
                format!("from {} to {}", unit.text(*first), unit.text(*last))
            }
            (_, _) => texts.join(", "),
        };
        format!("'{text}' is none of the ratings by {name}: these are {has}; give one, A-B or A-")
    })
}

/// Names the sizes of a rule that its name asks for, as in `aic:2-12`, and that the scale lacks.
pub fn missing(scale: &Scale, rule: &str) -> Vec<String> {
    let meant = match rule.contains(':') {
        true => Scale::define("x", rule).map_or(Vec::new(), |meant| meant.items),
        false => Vec::new(),
    };
    let is_there = |item: &Item| scale.items.iter().any(|own| own.name() == item.name());
    let is_sized = |item: &&Item| item.length().is_some();
    meant.iter().filter(is_sized).filter(|item| !is_there(item)).map(Item::name).collect()
}

/// Finds the items of the scale that a rule's name means, at the sizes in the name or at any size; or says
/// why there are none.
pub fn items(scale: &Scale, rule: &str) -> Result<ItemSet, String> {
    let plain = plain(rule);
    // In definitions, names of other programs' techniques mean something else, or nothing.
    let is_called = |item: &Item| item.rule.called().is_some_and(|called| self::plain(called) == plain);
    let is_own = |item: &Item| item.rule.info().name == plain || item.name() == plain || is_called(item);
    let is_of_kind = |item: &Item| item.is_of_kind(&plain);
    let is_ser = ["SER", "SE"].contains(&&*scale.name);
    let is_meant: Box<dyn Fn(&Item) -> bool> = match find_rule(&plain) {
        _ if scale.items.iter().any(is_own) => Box::new(is_own),
        _ if is_ser && scale.items.iter().any(is_of_kind) => Box::new(is_of_kind),
        Some(rule) => Box::new(|item: &Item| item.rule.info().name == rule.info().name),
        None => {
            let meant = Scale::define("x", rule).map_err(|error| error.to_string())?;
            let beyond = meant.beyond_singles();
            let meant = match meant.items.get(beyond) {
                Some([]) | None => meant.items.get(1..).unwrap_or_default().to_vec(),
                Some(items) => items.to_vec(),
            };
            Box::new(move |item: &Item| meant.iter().any(|it| it.name() == item.name()))
        }
    };
    let all = |holds: &dyn Fn(&Item) -> bool| {
        let items = scale.items.iter().enumerate().filter(|(_, item)| holds(item));
        ItemSet::of(items.map(|(at, _)| at))
    };
    let mut items = all(&*is_meant);
    if items.is_empty() {
        // The scale may list the rule's parts instead of the rule itself.
        let meant = Scale::define("x", rule).map_or(Vec::new(), |meant| meant.items);
        let whole = |item: &Item, name: &str| item.rule.info().name == name;
        let parts = PARTS.iter().filter(|(name, _)| meant.iter().any(|item| whole(item, name)));
        let parts: Vec<&str> = parts.flat_map(|(_, parts)| *parts).copied().collect();
        items = all(&|item| parts.contains(&item.rule.info().name));
    }
    if items.is_empty() {
        return Err(format!("the ladder {} has no {rule}", scale.name));
    }
    Ok(items)
}
