//! Choice of the puzzles whose paths can be stepped through in the page: from each ladder in turn the
//! hardest, then examples of each rating, then more of both, as room allows.

use super::column;
use crate::report::kept::{KeptRow, Tables};
use crate::report::{self, Context, paths::PATH_BUDGET};
use crate::threads;
use crate::walk::Walk;
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::path::ResolutionPath;
use sudoscope_engine::scale::{Outcome, Scale};

/// Target size of the page in bytes. Paths fill it up, but get at least `LEAST` and at most `MOST` bytes.
const PAGE: usize = 1_450_000;
const LEAST: usize = 150_000;
const MOST: usize = 500_000;
/// Maximum number of paths that are climbed at once.
const AT_ONCE: usize = 8;
/// Number of bytes too small for another path.
const LITTLE: usize = 15_000;
/// Maximum number of paths of a ladder, and how many of the hardest come before everything else.
const EACH: usize = 30;
const HARDEST: usize = 3;

/// Paths of a page.
#[derive(Default)]
pub(super) struct Walks {
    /// Names and packed data.
    pub packed: Vec<(String, String)>,
    /// Name of the path of a ladder and a line.
    names: BTreeMap<(String, String), String>,
}

impl Walks {
    /// Returns the link to the path of this puzzle by a ladder, if the page has it.
    pub(super) fn link(&self, ladder: &str, row: &KeptRow) -> Option<String> {
        let name = self.names.get(&(ladder.to_string(), row.text(column::LINE)))?;
        Some(format!("puzzle={name}&step=1"))
    }
}

/// Puzzle whose path may be shown.
struct Wanted<'a> {
    scale: &'a Scale,
    name: String,
    row: KeptRow<'a>,
}

/// Chooses the paths of a page, given its size in bytes without them.
pub(super) fn walks(tables: &Tables, context: &Context, bare: usize, jobs: usize) -> Walks {
    let of_ladders: Vec<Vec<Wanted>> = context
        .scales
        .iter()
        .enumerate()
        .map(|(at, scale)| {
            let rows = wanted(tables, scale).into_iter().take(EACH).enumerate();
            let of = |(k, row)| Wanted { scale, name: format!("{}-{}", at + 1, k + 1), row };
            rows.map(of).collect()
        })
        .collect();
    let mut by_turns = (0..EACH).flat_map(|k| of_ladders.iter().filter_map(move |all| all.get(k)));
    let budget = context.header.budget;
    let mut walks = Walks::default();
    let mut room = PAGE.saturating_sub(bare).clamp(LEAST, MOST);
    let pool = (jobs > 1).then(|| threads::pool(jobs)).and_then(Result::ok);
    loop {
        // Two for each thread, as they differ in length; no more, as there may be room for only one.
        let at_once = if pool.is_some() { (2 * jobs).min(AT_ONCE) } else { 1 };
        let some: Vec<&Wanted> = by_turns.by_ref().take(at_once).collect();
        if some.is_empty() {
            return walks;
        }
        let packed: Vec<Option<String>> = match &pool {
            Some(pool) => pool.install(|| some.par_iter().map(|wanted| wanted.packed(budget)).collect()),
            None => some.iter().map(|wanted| wanted.packed(budget)).collect(),
        };
        for (wanted, packed) in some.into_iter().zip(packed) {
            if room < LITTLE {
                return walks;
            }
            let Some(packed) = packed.filter(|packed| packed.len() <= room) else { continue };
            room -= packed.len();
            let place = (wanted.scale.name.clone(), wanted.row.text(column::LINE));
            walks.names.insert(place, wanted.name.clone());
            walks.packed.push((wanted.name.clone(), packed));
        }
    }
}

/// Returns the puzzles of a ladder, each once, in order of preference.
fn wanted<'a>(tables: &Tables<'a>, scale: &Scale) -> Vec<KeptRow<'a>> {
    let rows = |table| tables.of_scale(table, &scale.name);
    let (hardest, examples) = (rows(report::hardest::HARDEST.name), rows(report::examples::EXAMPLES.name));
    let mut ratings: Vec<String> = Vec::new();
    let mut of_ratings = Vec::new();
    for row in &examples {
        if !ratings.contains(&row.text(column::RATING)) {
            ratings.push(row.text(column::RATING));
            of_ratings.push(*row);
        }
    }
    let (first, rest) = hardest.split_at(HARDEST.min(hardest.len()));
    let mut lines: Vec<String> = Vec::new();
    let mut wanted = Vec::new();
    for row in first.iter().chain(&of_ratings).chain(rest).chain(&examples) {
        if !lines.contains(&row.text(column::LINE)) {
            lines.push(row.text(column::LINE));
            wanted.push(*row);
        }
    }
    wanted
}

impl Wanted<'_> {
    /// Packs its path; `None` if the table has a rating and the path does not reach it within the budget of
    /// the page.
    fn packed(&self, budget: u64) -> Option<String> {
        let title = format!("Line {} by {}", self.row.text(column::LINE), self.scale.name);
        let path = path(self.row.puzzle()?, self.scale, budget);
        if path.outcome == Outcome::Budget && self.row.rating().is_some() {
            return None;
        }
        packed(&path, title, &self.name)
    }
}

/// Climbs a path that a page may show.
pub(in crate::report) fn path(puzzle: &Puzzle, scale: &Scale, budget: u64) -> ResolutionPath {
    ResolutionPath::climb(puzzle, scale, budget.min(PATH_BUDGET))
}

/// Packs the data of a path with this title for the script of a page; `name` is its name in links.
pub(in crate::report) fn packed(path: &ResolutionPath, title: String, name: &str) -> Option<String> {
    Walk { path: path.into(), title, name: Some(name.to_string()) }.whole().ok()
}
