//! Calibration: which rating goes best with the levels of a collection, and a scale of one's own that has
//! them.
//!
//! ```text
//!   a number of the input, as 1 to 5 ─┬▶ the rating with the highest rank correlation
//!   ratings of the same puzzles ──────┴▶ cut points between the levels ─▶ a ladder file
//! ```

use crate::input::parted;
use crate::report::{Ending, endings};
use crate::run::{Row, RunError, RunFile, RunHeader};
use crate::stats::spearman;
use sudoscope_engine::scale::{Aspect, Column, Policy, Scale};

/// Puzzles that are looked at: the first ones.
const MOST: usize = 1 << 20;
/// Number of different values that may be levels.
const LEVELS: std::ops::RangeInclusive<usize> = 2..=12;
/// Number of puzzles from which on a correlation is told.
const FEW: usize = 10;

/// A number of the input, and the ratings of the puzzles that have it.
pub struct Calibration<'a> {
    /// Name of the number.
    pub name: String,
    /// Different values of the number, from the lowest.
    pub levels: Vec<f64>,
    /// Ratings, the one that goes best with the number first.
    pub fits: Vec<Fit<'a>>,
}

/// Fit of a rating to a number of the input.
pub struct Fit<'a> {
    /// Title of the rating, such as `H score`.
    pub title: String,
    /// Spearman's coefficient.
    pub spearman: f64,
    /// Highest rating of each level but the last.
    pub cuts: Vec<f64>,
    /// Share of the puzzles whose level these cuts give.
    pub agreement: f64,
    scale: &'a Scale,
    column: &'a Column,
}

/// Compares each number that a finished scan has read with its ratings. Numbers that few puzzles have are
/// left out.
pub fn calibrations<'a>(
    file: &RunFile, header: &RunHeader, scales: &'a [Scale],
) -> Result<Vec<Calibration<'a>>, RunError> {
    let rows: Vec<Row> = file.rows()?.take(MOST).collect::<Result<_, _>>()?;
    let rows: Vec<&Row> = rows.iter().filter(|row| row.is_rated()).collect();
    let numbers = header.against.iter().enumerate().filter(|(_, name)| parted(name).1 == 0);
    let all = numbers.map(|(at, name)| Calibration::of(name, at, &rows, scales));
    Ok(all.filter(|one| !one.fits.is_empty()).collect())
}

impl<'a> Calibration<'a> {
    fn of(name: &str, at: usize, rows: &[&Row], scales: &'a [Scale]) -> Calibration<'a> {
        let number = |row: &Row| row.against.get(at).copied().filter(|number| number.is_finite());
        let mut levels: Vec<f64> = rows.iter().filter_map(|row| number(row)).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let has_levels = LEVELS.contains(&levels.len());
        let mut fits = Vec::new();
        for (place, scale) in scales.iter().enumerate() {
            for (k, (title, column)) in scale.titles().zip(&scale.columns).enumerate() {
                let pair = |row: &&Row| {
                    let ending: Ending = endings(scale, row.climbs.get(place)?).nth(k)?;
                    Some((ending.unit.number(ending.end.rating()?), number(row)?))
                };
                let pairs: Vec<(f64, f64)> = rows.iter().filter_map(pair).collect();
                let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
                let Some(spearman) = spearman(&a, &b).filter(|_| pairs.len() >= FEW) else { continue };
                let (cuts, agreement) = if has_levels { cuts(pairs, &levels) } else { (Vec::new(), 0.0) };
                fits.push(Fit { title, spearman, cuts, agreement, scale, column });
            }
        }
        fits.sort_by(|a, b| b.spearman.total_cmp(&a.spearman));
        Calibration { name: name.to_string(), levels, fits }
    }

    /// Returns the sentence about the rating that goes best with the number.
    pub fn sentence(&self) -> String {
        let Some(best) = self.fits.first() else { return String::new() };
        let (name, title, spearman) = (&self.name, &best.title, best.spearman);
        match (&best.cuts[..], &self.levels[..]) {
            ([_, ..], [first, .., last]) if spearman > 0.0 => format!(
                "your levels ({name}) go best with {title} ({spearman:.2}); cut points for \
                 {first}…{last}: {}, which give {:.0} % of the puzzles their level",
                listed(&best.cuts),
                100.0 * best.agreement
            ),
            _ => format!("{name} goes best with {title} ({spearman:.2})"),
        }
    }

    /// Makes the definition of a ladder with these levels, by the best of the ratings that are scores of a
    /// ladder, and returns its title and the share of puzzles whose level it gives. The error says what is
    /// missing.
    pub fn ladder(&self) -> Result<(String, &Fit<'a>), String> {
        let name = &self.name;
        if !LEVELS.contains(&self.levels.len()) {
            return Err(format!(
                "{name} has {} different values, and levels are {} to {}",
                self.levels.len(),
                LEVELS.start(),
                LEVELS.end()
            ));
        }
        let fit = self.fits.iter().find(|fit| is_score(fit.scale, fit.column) && fit.spearman > 0.0);
        let fit = fit.ok_or_else(|| format!("no score of a ladder rises with {name}: scan with -l H"))?;
        let names: Vec<String> = self.levels.iter().map(|level| level_name(*level)).collect();
        // The last level has no limit; the number is there because a level needs one.
        let limits = fit.cuts.iter().map(|cut| *cut as u32).chain([u32::MAX]);
        let levels = names.iter().zip(limits).map(|(name, limit)| format!("{name}<={limit}"));
        let first = names.first().map_or("", String::as_str);
        let stages = fit.scale.definition.split(',').filter_map(|stage| leveled(stage, first));
        let lines: Vec<String> = levels.chain(stages).collect();
        Ok((lines.join("\n") + "\n", fit))
    }
}

/// Whether a column is the score of a ladder, whose levels can be set anew.
pub fn is_score(scale: &Scale, column: &Column) -> bool {
    column.aspect == Aspect::Sum && scale.policy != Policy::OwnOrder
}

/// Returns a stage of a definition with this level in place of its own; `None` for a level without rules.
fn leveled(stage: &str, level: &str) -> Option<String> {
    let (head, rules) = stage.rsplit_once('=')?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let points = words.last().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))?;
    let rating = words.first().filter(|word| word.contains('.'));
    Some(format!("{}{level} {points}={rules}", rating.map_or(String::new(), |rating| format!("{rating} "))))
}

fn level_name(level: f64) -> String {
    format!("Level {level}").replace('.', "-")
}

fn listed(cuts: &[f64]) -> String {
    cuts.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns the highest rating of each level but the last, so that as many pairs of a rating and a level as
/// possible agree; and the share that does.
fn cuts(mut pairs: Vec<(f64, f64)>, levels: &[f64]) -> (Vec<f64>, f64) {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut ratings: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
    ratings.dedup();
    // For each level and each number of ratings from the lowest: the most puzzles that agree if these ratings
    // have levels up to it, and how many of the ratings have a lower level.
    let mut best = vec![vec![(0_u64, 0_usize); ratings.len() + 1]; levels.len()];
    for (k, level) in levels.iter().enumerate() {
        let (mut at, mut of_level, mut start) = (0, 0, (0_i64, 0_usize));
        for end in 0..=ratings.len() {
            // Puzzles of the level that are gained from `start` on.
            let below = if k == 0 { 0 } else { best[k - 1][end].0 as i64 } - of_level;
            if end == 0 || k > 0 && below > start.0 {
                start = (below, end);
            }
            best[k][end] = ((start.0 + of_level) as u64, start.1);
            let Some(rating) = ratings.get(end) else { break };
            while let Some(pair) = pairs.get(at).filter(|pair| pair.0 == *rating) {
                of_level += i64::from(pair.1 == *level);
                at += 1;
            }
        }
    }
    let (mut end, mut cuts) = (ratings.len(), Vec::new());
    let agreeing = best.last().map_or(0, |of_all| of_all[end].0);
    for of_level in best.iter().skip(1).rev() {
        end = of_level[end].1;
        let lowest = ratings.first().map_or(0.0, |first| (first - 1.0).max(0.0));
        cuts.push(end.checked_sub(1).map_or(lowest, |last| ratings[last]));
    }
    cuts.reverse();
    (cuts, agreeing as f64 / pairs.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cuts agree with as many pairs as the best of all cuts.
    #[test]
    fn no_other_cuts_agree_with_more() {
        let levels = [1.0, 2.0, 3.0];
        for seed in 1..200_u64 {
            let mut state = seed;
            let mut random = |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % below
            };
            let pair = |random: &mut dyn FnMut(u64) -> u64| {
                let level = 1 + random(3);
                ((10 * level + random(25)) as f64, level as f64)
            };
            let pairs: Vec<(f64, f64)> = (0..12).map(|_| pair(&mut random)).collect();
            let agreeing = |cuts: &[f64]| {
                let level = |rating: f64| 1.0 + cuts.iter().filter(|&&cut| rating > cut).count() as f64;
                pairs.iter().filter(|pair| level(pair.0) == pair.1).count()
            };
            let (found, share) = cuts(pairs.clone(), &levels);
            assert!(found.is_sorted(), "{found:?}");
            assert_eq!(agreeing(&found) as f64 / 12.0, share, "{pairs:?} {found:?}");
            let all = (0..60).flat_map(|a| (a..60).map(move |b| [a as f64, b as f64]));
            assert_eq!(all.map(|cuts| agreeing(&cuts)).max(), Some(agreeing(&found)), "{pairs:?}");
        }
    }
}
