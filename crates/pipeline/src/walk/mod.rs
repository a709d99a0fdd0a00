//! Paths to walk through in a browser: an article with the list of steps, which needs no script, and data
//! from which a script shows each step on the grid.
//!
//! ```text
//!   path ─▶ Shown ─┬─ article.html: first and last grid, steps as a list ─┐
//!                  └─ data: what each step draws over the grid, and says ─┴─▶ explain, report.html
//! ```
//!
//! The engine makes the drawings (`sudoscope_engine::draw`): the script only puts them in place.

mod pack;
mod shown;

use askama::Template;
use pack::pack;
use serde::Serialize;
use std::{fmt::Display, io};
use sudoscope_engine::draw::{Layers, Said};
use sudoscope_engine::grid::{Candidates, Digit, Grid, notation::label};

pub use shown::{Shown, ShownStep};

/// Colours and type of all pages.
pub(crate) const BASE: &str = include_str!("base.css");
/// Style sheet of articles; it needs [`BASE`] and the style of drawings.
pub(crate) const STYLE: &str = include_str!("walk.css");
/// Script of articles.
pub(crate) const SCRIPT: &str = include_str!("walk.js");

/// Characters of a step that the list shows; trees of trial and error can have many thousands.
const SHOWN: usize = 600;

/// Path in a page.
pub struct Walk {
    /// The path.
    pub path: Shown,
    /// Title of the puzzle in the page: `line 12`.
    pub title: String,
    /// Name in links: `#puzzle=NAME&step=12`. A path without a name must be the only one; the link to its
    /// step is `#step=12`.
    pub name: Option<String>,
}

/// Data of a path for the script.
#[derive(Serialize)]
struct Data {
    /// The article, if the page does not contain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    /// Rows of another board than the plain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    /// Initial digits, a character for each cell.
    start: String,
    /// Clues among the initial digits, likewise.
    clues: String,
    /// Looks and meanings of legend entries.
    legend: Vec<(String, String)>,
    /// Rules and what they prove.
    rules: Vec<(String, &'static str)>,
    steps: Vec<StepData>,
    end: StateChange,
}

/// Returns what the script of a page shows of each step: texts, changes, drawings.
pub fn steps_data(path: &Shown) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(Data::of(path, None))
}

#[derive(Serialize)]
struct StepData {
    text: String,
    /// Index into `rules`.
    rule: usize,
    /// Whether the step is as hard as the hardest one.
    hardest: bool,
    /// Change since the step before.
    change: StateChange,
    under: String,
    over: String,
    /// Indices into the table of legends.
    legend: Vec<usize>,
    says: Vec<Said>,
}

/// Difference between two states: names of candidates, separated by blanks.
#[derive(Serialize)]
struct StateChange {
    gone: String,
    set: String,
}

impl StateChange {
    fn between(before: &Grid, after: &Grid) -> StateChange {
        let names = |all: Candidates, without: Candidates| {
            let names: Vec<String> = all.iter().filter(|&c| !without.contains(c)).map(label).collect();
            names.join(" ")
        };
        let values =
            |grid: &Grid| Candidates(std::array::from_fn(|d| grid.plane(Digit::new(d)) & grid.placed()));
        StateChange {
            gone: names(before.candidates(), after.candidates()),
            set: names(values(after), values(before)),
        }
    }
}

impl Data {
    fn of(path: &Shown, html: Option<String>) -> Data {
        let mut data = Data {
            html,
            size: path.size,
            start: path.start.clone(),
            clues: path.clues.clone(),
            legend: Vec::new(),
            rules: Vec::new(),
            steps: Vec::new(),
            end: StateChange::between(path.steps.last().map_or(&path.end, |last| &last.grid), &path.end),
        };
        let mut before = &path.first;
        for step in &path.steps {
            let Layers { under, over, legend, says } = step.layers.clone();
            let legend = legend.into_iter().map(|entry| place_of(&mut data.legend, entry)).collect();
            data.steps.push(StepData {
                text: step.text.clone(),
                rule: place_of(&mut data.rules, (step.rule.clone(), step.proves)),
                hardest: step.is_hardest,
                change: StateChange::between(before, &step.grid),
                under,
                over,
                legend,
                says,
            });
            before = &step.grid;
        }
        data
    }
}

/// Returns the index of an entry in a table, adding it if it is missing.
fn place_of<T: PartialEq>(table: &mut Vec<T>, entry: T) -> usize {
    table.iter().position(|other| *other == entry).unwrap_or_else(|| {
        table.push(entry);
        table.len() - 1
    })
}

#[derive(Template)]
#[template(path = "article.html")]
struct Article<'a> {
    walk: &'a Walk,
    path: &'a Shown,
}

impl Article<'_> {
    /// Returns the rules of the path in the order of its scale, each with its number of steps.
    fn rules(&self) -> Vec<(&str, usize)> {
        let mut rules: Vec<((u32, &str), usize)> = Vec::new();
        for step in &self.path.steps {
            let name = (step.place, step.rule.as_str());
            match rules.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => rules.push((name, 1)),
            }
        }
        rules.sort();
        rules.into_iter().map(|((_, name), count)| (name, count)).collect()
    }

    /// Whether the rule must be named beside the text.
    fn is_named(&self, step: &ShownStep) -> bool {
        !step.text.starts_with(&step.rule)
    }

    /// Returns the step's text, cut if it is long.
    fn text(&self, step: &ShownStep) -> String {
        let text = &step.text;
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown += " …";
        }
        shown
    }

    /// Returns the number of cells, and of candidates of an empty grid.
    fn counted(&self) -> [usize; 2] {
        let size = self.path.size.unwrap_or(9);
        [size * size, size * size * size]
    }

    /// Returns the element of headings: one level lower if the path is one of several.
    fn heading(&self) -> &'static str {
        if self.walk.name.is_some() { "h3" } else { "h2" }
    }

    /// Returns the sentence with the numbers of steps: `66 steps, 21 of them singles. 3 more prove nothing
    /// beyond these.`
    fn counts(&self) -> String {
        let steps = &self.path.steps;
        let singles = steps.iter().filter(|step| step.is_single).count();
        let left_out = match self.path.left_out {
            0 => String::new(),
            1 => " 1 more proves nothing beyond these.".to_string(),
            more => format!(" {more} more prove nothing beyond these."),
        };
        match (steps.len(), singles) {
            (1, _) => format!("1 step.{left_out}"),
            (steps, 0) => format!("{steps} steps.{left_out}"),
            (steps, singles) => format!("{steps} steps, {singles} of them singles.{left_out}"),
        }
    }
}

impl Walk {
    /// Returns the part after `#` in a link to a step.
    pub fn link(&self, step: impl Display) -> String {
        match &self.name {
            None => format!("step={step}"),
            Some(name) => format!("puzzle={name}&step={step}"),
        }
    }

    /// Returns the article.
    pub fn article(&self) -> askama::Result<String> {
        Article { walk: self, path: &self.path }.render()
    }

    /// Returns the data with which the script shows the steps of the article.
    pub fn data(&self) -> io::Result<String> {
        pack(&Data::of(&self.path, None))
    }

    /// Returns the data together with the article itself.
    pub fn whole(&self) -> io::Result<String> {
        let article = self.article().map_err(io::Error::other)?;
        pack(&Data::of(&self.path, Some(article)))
    }
}
