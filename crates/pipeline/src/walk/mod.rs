//! A path that one can walk in a browser: an article with the list of steps, which needs no script, and data
//! with which a script shows each step on the grid.
//!
//! ```text
//!   ResolutionPath ─┬─ article.html: first and last grid, steps as a list ─┐
//!                   └─ data: what each step draws over the grid, and says ─┴─▶ explain, report.html
//! ```
//!
//! What is drawn comes from the engine (`sudoscope_engine::draw`): the script only puts it where it belongs.

mod pack;

use askama::Template;
use pack::pack;
use serde::Serialize;
use std::{fmt::Display, io};
use sudoscope_engine::draw::Said;
use sudoscope_engine::grid::{Candidates, Grid, notation, notation::label};
use sudoscope_engine::path::{PathStep, ResolutionPath};

/// Colours and type of all pages.
pub(crate) const BASE: &str = include_str!("base.css");
/// The style sheet of articles; it needs [`BASE`] and that of drawings.
pub(crate) const STYLE: &str = include_str!("walk.css");
/// The script of articles.
pub(crate) const SCRIPT: &str = include_str!("walk.js");

/// Characters of a step that the list shows; the trees of trial and error can have many thousands.
const SHOWN: usize = 600;

/// A path in a page.
pub struct Walk<'a> {
    /// The path.
    pub path: &'a ResolutionPath,
    /// What the page calls the puzzle: `line 12`.
    pub title: String,
    /// Its name in links: `#puzzle=NAME&step=12`. Without one the link to a step is `#step=12`: then it is
    /// the only path.
    pub name: Option<String>,
}

/// What the script knows of a path.
#[derive(Serialize)]
struct Data {
    /// The article, for a page in which it does not stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    /// The digits at the beginning, in 81 characters.
    start: String,
    /// The clues of them, likewise.
    clues: String,
    /// What entries of legends look like, and mean.
    legend: Vec<(String, String)>,
    /// Rules and what they prove.
    rules: Vec<(String, &'static str)>,
    steps: Vec<StepData>,
    end: StateChange,
}

#[derive(Serialize)]
struct StepData {
    text: String,
    /// Its place in `rules`.
    rule: usize,
    /// Whether it is as hard as the hardest step.
    hardest: bool,
    /// What has changed since the step before.
    change: StateChange,
    under: String,
    over: String,
    /// Places in the table of legends.
    legend: Vec<usize>,
    says: Vec<Said>,
}

/// From a state to another: names of candidates, with blanks between.
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
        let values = |grid: &Grid| Candidates(std::array::from_fn(|d| grid.plane(d) & grid.placed()));
        StateChange {
            gone: names(before.candidates(), after.candidates()),
            set: names(values(after), values(before)),
        }
    }
}

impl Data {
    fn of(path: &ResolutionPath, html: Option<String>) -> Data {
        let first = path.steps.first().map_or(&path.end, |step| &step.grid);
        let mut data = Data {
            html,
            start: notation::puzzle(first),
            clues: notation::clues(&path.puzzle.clues()),
            legend: Vec::new(),
            rules: Vec::new(),
            steps: Vec::new(),
            end: StateChange::between(path.steps.last().map_or(&path.end, |last| &last.grid), &path.end),
        };
        let hardest = path.hardest().map(|step| path.hardness(step));
        let mut before = first;
        for step in &path.steps {
            let layers = path.layers(step);
            let legend = layers.legend.into_iter().map(|entry| place_of(&mut data.legend, entry)).collect();
            let rule = (path.name_of(step), step.item.rule.info().proves);
            data.steps.push(StepData {
                text: step.step.text.clone(),
                rule: place_of(&mut data.rules, rule),
                hardest: hardest == Some(path.hardness(step)),
                change: StateChange::between(before, &step.grid),
                under: layers.under,
                over: layers.over,
                legend,
                says: layers.says,
            });
            before = &step.grid;
        }
        data
    }
}

/// Where an entry stands in a table; it is added if it does not.
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
    /// The rules of the path in the order of its scale, each with its steps.
    fn rules(&self) -> Vec<(String, usize)> {
        let mut rules: Vec<((u32, String), usize)> = Vec::new();
        for step in &self.path.steps {
            let name = (step.item.place, self.path.name_of(step));
            match rules.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => rules.push((name, 1)),
            }
        }
        rules.sort();
        rules.into_iter().map(|((_, name), count)| (name, count)).collect()
    }

    fn rating(&self, step: &PathStep) -> String {
        self.path.scale.rating_of(&step.item)
    }

    /// Whether the rule has to be named beside the text.
    fn is_named(&self, step: &PathStep) -> bool {
        !step.step.text.starts_with(&self.path.name_of(step))
    }

    /// The step, or its beginning.
    fn text(&self, step: &PathStep) -> String {
        let text = &step.step.text;
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown += " …";
        }
        shown
    }

    /// The element of headings: of a path among others they are below its own.
    fn heading(&self) -> &'static str {
        if self.walk.name.is_some() { "h3" } else { "h2" }
    }

    /// How many steps there are: `66 steps, 21 of them singles. 3 more prove nothing beyond these.`
    fn counts(&self) -> String {
        let (steps, singles) =
            (self.path.steps.len(), self.path.steps.iter().filter(|s| s.is_single()).count());
        let left_out = match self.path.left_out {
            0 => String::new(),
            1 => " 1 more proves nothing beyond these.".to_string(),
            more => format!(" {more} more prove nothing beyond these."),
        };
        format!("{steps} steps, {singles} of them singles.{left_out}")
    }
}

impl Walk<'_> {
    /// What follows `#` in a link to a step.
    pub fn link(&self, step: impl Display) -> String {
        match &self.name {
            None => format!("step={step}"),
            Some(name) => format!("puzzle={name}&step={step}"),
        }
    }

    /// The article.
    pub fn article(&self) -> askama::Result<String> {
        Article { walk: self, path: self.path }.render()
    }

    /// What the script needs to show the steps of the article.
    pub fn data(&self) -> io::Result<String> {
        pack(&Data::of(self.path, None))
    }

    /// As above, with the article itself.
    pub fn whole(&self) -> io::Result<String> {
        let article = self.article().map_err(io::Error::other)?;
        pack(&Data::of(self.path, Some(article)))
    }
}
