//! Page of a search: what was tried and found, a histogram of ratings, the best puzzles with their paths.

use super::{FoundBefore, FoundRow, Search, SearchProgress, columns::changes};
use crate::report::study::{Answer, Cell, Picture, Shown, StudyPage};
use crate::report::{Bar, draw_bars};
use crate::walk::Walk;
use std::collections::BTreeMap;
use std::io;
use sudoscope_engine::path::ResolutionPath;
use sudoscope_engine::scale::Scale;

/// Most puzzles in the list of the best, and the size of their paths in bytes.
const BEST: usize = 20;
const PATHS: usize = 1_500_000;

/// Page of a search, collected while puzzles are found.
#[derive(Default)]
pub struct SearchPage {
    /// Number of puzzles with each rating by the first scale; `None` if it does not solve them.
    ratings: BTreeMap<Option<u32>, u64>,
    /// Puzzles with the highest ratings; among equals those found first.
    best: Vec<FoundRow>,
}

impl SearchPage {
    /// Begins the page with what an earlier session has found.
    pub fn of(before: &FoundBefore) -> SearchPage {
        let mut page = SearchPage::default();
        before.puzzles.iter().for_each(|row| page.add(*row));
        page
    }

    /// Adds a found puzzle.
    pub fn add(&mut self, row: FoundRow) {
        *self.ratings.entry(row.rating).or_default() += 1;
        let at = self.best.partition_point(|better| better.rating >= row.rating);
        if at < BEST && row.rating.is_some() {
            self.best.insert(at, row);
            self.best.truncate(BEST);
        }
    }

    /// Makes the page: a single file that loads nothing else.
    pub fn html(&self, search: &Search, progress: SearchProgress) -> io::Result<String> {
        let Some(scale) = search.settings.scales().first() else { return Ok(String::new()) };
        let (best, paths) = self.best(scale, search.settings.effort().budget);
        let answers = [tried(search, progress), self.histogram(scale), best];
        let about = [format!("made by sudoscope search, scale {} = {}", scale.name, scale.definition)];
        StudyPage { title: "A search".to_string(), about: &about, answers: &answers, paths: &paths }.html()
    }

    fn histogram(&self, scale: &Scale) -> Answer {
        let puzzles: u64 = self.ratings.values().sum();
        let bar = |(rating, count): (&Option<u32>, &u64)| Bar {
            name: text(scale, *rating),
            label: count.to_string(),
            length: *count as f64,
        };
        let bars: Vec<Bar> = self.ratings.iter().map(bar).collect();
        let caption = format!("Puzzles found, by rating {}", scale.name);
        let svg = draw_bars(&caption, &bars, "s0", &|_| None);
        let highest = text(scale, self.best.first().and_then(|row| row.rating));
        Answer {
            id: "ratings",
            title: "How hard they are".to_string(),
            sentence: format!("Of {puzzles} puzzles the highest rating {} is {highest}.", scale.name),
            made_by: format!("column {} of the table of the search", scale.name),
            pictures: if bars.is_empty() { Vec::new() } else { vec![Picture { caption, svg }] },
            tables: Vec::new(),
        }
    }

    /// Lists the best, and packs their paths, as room allows.
    fn best(&self, scale: &Scale, budget: u64) -> (Answer, Vec<(String, String)>) {
        let (mut rows, mut paths, mut room) = (Vec::new(), Vec::new(), PATHS);
        for (at, row) in self.best.iter().enumerate() {
            let name = format!("{}", at + 1);
            let title = format!("Puzzle {name} by {}", scale.name);
            let path = ResolutionPath::climb(&row.puzzle, scale, budget);
            let walk = Walk { path: (&path).into(), title, name: Some(name.clone()) };
            let packed = walk.whole().unwrap_or_default();
            let mut puzzle = Cell { is_code: true, ..Cell::from(row.puzzle.to_string()) };
            if (1..=room).contains(&packed.len()) {
                room -= packed.len();
                puzzle.links.push(("path".to_string(), format!("puzzle={name}&step=1")));
                paths.push((name, packed));
            }
            let [round, rating] = [row.round.to_string(), text(scale, row.rating)].map(Cell::from);
            let changes = Cell::from(changes(&row.seed, &row.puzzle).join(" "));
            let seed = Cell { is_code: true, ..Cell::from(row.seed.to_string()) };
            rows.push(vec![rating, puzzle, round, changes, seed]);
        }
        let head = [&scale.name, "puzzle", "round", "changes", "seed"].map(String::from).to_vec();
        let answer = Answer {
            id: "best",
            title: "The best".to_string(),
            sentence: format!(
                "The puzzles with the highest ratings, {BEST} at most, and what they come from."
            ),
            made_by: "sudoscope explain --format html -l SCALE PUZZLE".to_string(),
            pictures: Vec::new(),
            tables: vec![Shown { caption: String::new(), head, rows }],
        };
        (answer, paths)
    }
}

fn tried(search: &Search, progress: SearchProgress) -> Answer {
    let SearchProgress { round, parts, neighbours, new, kept, unfinished, .. } = progress;
    let valid =
        if search.minimal { "minimal puzzles with one solution" } else { "puzzles with one solution" };
    let (last, of) = match search.ascents {
        Some(_) => ("tries", parts),
        None => ("rounds", round),
    };
    let rows = [
        (last, of),
        (valid, neighbours),
        ("of these new: isomorphic to none before", new),
        ("of these found: they meet the conditions", kept),
        ("sets of removed clues that leave too many solutions", unfinished),
    ];
    let cells =
        |(name, count): (&str, u64)| vec![Cell::from(name.to_string()), Cell::from(count.to_string())];
    Answer {
        id: "tried",
        title: "What was tried".to_string(),
        sentence: format!("{neighbours} neighbours, {new} of them new, {kept} found."),
        made_by: "sudoscope search, on standard error".to_string(),
        pictures: Vec::new(),
        tables: vec![Shown {
            caption: String::new(),
            head: ["what", "number"].map(String::from).to_vec(),
            rows: rows.into_iter().map(cells).collect(),
        }],
    }
}

fn text(scale: &Scale, rating: Option<u32>) -> String {
    rating.map_or("no rating".to_string(), |rating| scale.unit().text(rating))
}
