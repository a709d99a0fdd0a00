//! Paths to walk through in a browser: an article with the list of steps, which needs no script, and data
//! from which a script shows each step on the grid.
//!
//! ```text
//!   ResolutionPath ─┬─ article.html: first and last grid, steps as a list ─┐
//!                   └─ data: what each step draws over the grid, and says ─┴─▶ explain, report.html
//! ```
//!
//! The engine makes the drawings (`sudoscope_engine::draw`): the script only puts them in place.

mod pack;

use askama::Template;
use pack::pack;
use serde::Serialize;
use std::{fmt::Display, io};
use sudoscope_engine::draw::Said;
use sudoscope_engine::grid::{Candidates, Digit, Grid, notation, notation::label};
use sudoscope_engine::path::{PathStep, ResolutionPath};

/// Colours and type of all pages.
pub(crate) const BASE: &str = include_str!("base.css");
/// Style sheet of articles; it needs [`BASE`] and the style of drawings.
pub(crate) const STYLE: &str = include_str!("walk.css");
/// Script of articles.
pub(crate) const SCRIPT: &str = include_str!("walk.js");

/// Characters of a step that the list shows; trees of trial and error can have many thousands.
const SHOWN: usize = 600;

/// Path in a page.
pub struct Walk<'a> {
    /// The path.
    pub path: &'a ResolutionPath,
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
    /// Initial digits, in 81 characters.
    start: String,
    /// Clues among the initial digits, in 81 characters.
    clues: String,
    /// Looks and meanings of legend entries.
    legend: Vec<(String, String)>,
    /// Rules and what they prove.
    rules: Vec<(String, &'static str)>,
    steps: Vec<StepData>,
    end: StateChange,
}

/// Returns what the script of a page shows of each step: texts, changes, drawings.
pub fn steps_data(path: &ResolutionPath) -> serde_json::Result<serde_json::Value> {
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
    fn of(path: &ResolutionPath, html: Option<String>) -> Data {
        let steps = path.steps();
        let first = steps.first().map_or(&path.end, |step| step.grid);
        let mut data = Data {
            html,
            start: notation::puzzle(first),
            clues: notation::clues(&path.puzzle.clues()),
            legend: Vec::new(),
            rules: Vec::new(),
            steps: Vec::new(),
            end: StateChange::between(steps.last().map_or(&path.end, |last| last.grid), &path.end),
        };
        let hardest = path.hardest().map(|step| path.hardness(&step));
        let mut before = first;
        for step in &steps {
            let layers = path.layers(step);
            let legend = layers.legend.into_iter().map(|entry| place_of(&mut data.legend, entry)).collect();
            let rule = (path.name_of(step), step.item.rule.info().proves);
            data.steps.push(StepData {
                text: step.step.text.clone(),
                rule: place_of(&mut data.rules, rule),
                hardest: hardest == Some(path.hardness(step)),
                change: StateChange::between(before, step.grid),
                under: layers.under,
                over: layers.over,
                legend,
                says: layers.says,
            });
            before = step.grid;
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
    walk: &'a Walk<'a>,
    path: &'a ResolutionPath,
}

impl Article<'_> {
    /// Returns the rules of the path in the order of its scale, each with its number of steps.
    fn rules(&self) -> Vec<(String, usize)> {
        let mut rules: Vec<((u32, String), usize)> = Vec::new();
        for step in self.path.steps() {
            let name = (step.item.place, self.path.name_of(&step));
            match rules.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => rules.push((name, 1)),
            }
        }
        rules.sort();
        rules.into_iter().map(|((_, name), count)| (name, count)).collect()
    }

    fn rating(&self, step: &PathStep<'_>) -> String {
        self.path.scale.rating_of(step.item)
    }

    /// Whether the rule must be named beside the text.
    fn is_named(&self, step: &PathStep<'_>) -> bool {
        !step.step.text.starts_with(&self.path.name_of(step))
    }

    /// Returns the step's text, cut if it is long.
    fn text(&self, step: &PathStep<'_>) -> String {
        let text = &step.step.text;
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown += " …";
        }
        shown
    }

    /// Returns the element of headings: one level lower if the path is one of several.
    fn heading(&self) -> &'static str {
        if self.walk.name.is_some() { "h3" } else { "h2" }
    }

    /// Returns the sentence with the numbers of steps: `66 steps, 21 of them singles. 3 more prove nothing
    /// beyond these.`
    fn counts(&self) -> String {
        let steps = self.path.steps();
        let singles = steps.iter().filter(|step| step.is_single()).count();
        let left_out = match self.path.left_out() {
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

impl Walk<'_> {
    /// Returns the part after `#` in a link to a step.
    pub fn link(&self, step: impl Display) -> String {
        match &self.name {
            None => format!("step={step}"),
            Some(name) => format!("puzzle={name}&step={step}"),
        }
    }

    /// Returns the article.
    pub fn article(&self) -> askama::Result<String> {
        Article { walk: self, path: self.path }.render()
    }

    /// Returns the data with which the script shows the steps of the article.
    pub fn data(&self) -> io::Result<String> {
        pack(&Data::of(self.path, None))
    }

    /// Returns the data together with the article itself.
    pub fn whole(&self) -> io::Result<String> {
        let article = self.article().map_err(io::Error::other)?;
        pack(&Data::of(self.path, Some(article)))
    }
}
