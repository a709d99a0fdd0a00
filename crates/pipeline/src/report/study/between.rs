//! Tables, made from counts, that compare collections or supplement the tables of the scans.

use super::super::table::{Ending, Kept, Value};
use super::{Findings, Scanned, own};
use crate::stats::{ByClues, Classes, Correlation, Estimate, share};
use std::collections::BTreeMap;
use sudoscope_engine::scale::Outcome;

/// Shares of the reference, in percent, whose rating limits are used.
const SHARES: [f64; 3] = [50.0, 90.0, 99.0];

/// Makes the rows of `correlation` for each rating with the number of clues.
pub(super) fn with_clues(scan: &Scanned) -> Vec<Vec<Value<'static>>> {
    let columns = |at: usize| scan.scales[at].titles().zip(&scan.scales[at].columns);
    let mut rows = Vec::new();
    for (at, counts) in scan.counts.scales.iter().enumerate() {
        for ((title, column), ends) in columns(at).zip(&counts.columns) {
            let mut pairs = Classes::<u64>::default();
            for (&end, part) in ends {
                if let Some(rating) = scan.view.rating(Ending { end, unit: column.unit }) {
                    part.present().for_each(|(n, puzzles)| pairs.add(rating, n as f64, n, puzzles));
                }
            }
            let Some(found) = pairs.correlation(scan.view.weights) else { continue };
            let Correlation { puzzles, pearson, spearman, slope, intercept } = found;
            let Estimate { value, error } = pearson;
            rows.push(row![title, "clues", puzzles, value, error, spearman, slope, intercept]);
        }
    }
    rows
}

/// Finds, for each scale, the ratings that 50, 90 and 99 % of the reference do not exceed, and counts the
/// puzzles of each collection that do not exceed them.
pub(super) fn no_harder(findings: &Findings) -> Kept {
    let mut rows = Vec::new();
    for reference in findings.scans.iter().filter(|scan| scan.collection == findings.reference) {
        for (scale, counts) in reference.scales.iter().zip(&reference.counts.scales) {
            // A sum has too many values: the scale's level is used, or the scale is left out.
            let Some(at) = scale.columns.iter().position(|column| column.aspect.has_classes()) else {
                continue;
            };
            let (unit, ends) = (scale.columns[at].unit, &counts.columns[at]);
            for percent in SHARES {
                let whole = reference.view.weights.mass(&reference.counts.rated);
                let reaches = |end: u32| {
                    reference.view.weights.mass(&up_to(ends, end)) >= (percent - 1e-9) / 100.0 * whole
                };
                let ratings = ends.keys().filter_map(|end| end.rating());
                let Some(limit) = ratings.into_iter().find(|&end| reaches(end)) else { continue };
                for scan in &findings.scans {
                    let Some(own) = scan.scales.iter().position(|it| it.name == scale.name) else { continue };
                    let easy = up_to(&scan.counts.scales[own].columns[at], limit);
                    let Some(found) = share(&easy, &scan.counts.rated, scan.view.weights) else { continue };
                    let rating = Ending { end: Outcome::Solved(limit), unit }.text();
                    let (of, named) = (scan.collection.clone(), scale.name.clone());
                    let estimate = [found.value, found.error].map(|number| Value::from(100.0 * number));
                    rows.push(row![of, named, percent, rating, easy.total(), estimate]);
                }
            }
        }
    }
    own("no-harder", rows.into_iter())
}

/// Counts the puzzles solved with a rating up to `limit`.
fn up_to(ends: &BTreeMap<Outcome<u32>, ByClues>, limit: u32) -> ByClues {
    let mut easy = ByClues::NONE;
    let is_easy = |end: &Outcome<u32>| end.rating().is_some_and(|rating| rating <= limit);
    ends.iter().filter(|(end, _)| is_easy(end)).for_each(|(_, part)| easy += part);
    easy
}
