//! Questions of a study. The answer to each is a sentence, tables and pictures, which the page and the text
//! show.

mod collections;
mod hard;
mod pairs;
mod rules;

use super::{Findings, KeptRow, Tables, column};
use sudoscope_engine::scale::Scale;

/// Question and its answer.
pub(crate) struct Answer {
    /// Name in links.
    pub id: &'static str,
    pub title: String,
    pub sentence: String,
    /// How to reproduce its numbers.
    pub made_by: String,
    pub pictures: Vec<Picture>,
    pub tables: Vec<Shown>,
}

/// Chart and its caption.
pub(crate) struct Picture {
    pub caption: String,
    pub svg: String,
}

/// Table to read: the first cell of a row is its name.
#[derive(Default)]
pub(crate) struct Shown {
    pub caption: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// Content of a cell, with links to paths in the page.
#[derive(Clone, Default)]
pub(crate) struct Cell {
    pub text: String,
    pub is_code: bool,
    pub links: Vec<(String, String)>,
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, ..Cell::default() }
    }
}

/// All answers, and the paths that they link to: name and data.
pub(super) struct Answers {
    pub all: Vec<Answer>,
    pub paths: Vec<(String, String)>,
}

/// Answers the questions for which the tables have data.
pub(super) fn answers(findings: &Findings, tables: &Tables) -> Answers {
    let view = Questions { findings, tables };
    let mut paths = Vec::new();
    let all = [
        Some(view.collections()),
        Some(view.how_hard()),
        view.techniques(),
        view.enough(),
        view.worth(),
        view.together(),
        view.agreement(),
        view.disagreements(&mut paths),
        view.no_harder(),
        view.compared(),
        Some(view.isomorphs()),
    ];
    Answers { all: all.into_iter().flatten().collect(), paths }
}

struct Questions<'a> {
    findings: &'a Findings,
    tables: &'a Tables<'a>,
}

impl<'a> Questions<'a> {
    fn reference(&self) -> &'a str {
        &self.findings.reference
    }

    /// Returns the rows of a table about a collection.
    fn of(&self, table: &'static str, collection: &str) -> Vec<KeptRow<'a>> {
        let mut rows = self.tables.rows(table);
        rows.retain(|row| row.text(column::COLLECTION) == collection);
        rows
    }

    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.findings.collections.iter().map(|it| it.name.as_str())
    }

    /// Returns the scales, each once.
    fn scales(&self) -> Vec<&'a Scale> {
        let mut scales: Vec<&Scale> = Vec::new();
        for scale in self.findings.scans.iter().flat_map(|scan| &scan.scales) {
            if !scales.iter().any(|known| known.name == scale.name) {
                scales.push(scale);
            }
        }
        scales
    }

    fn all_scales(&self) -> Vec<Scale> {
        self.scales().into_iter().cloned().collect()
    }
}

fn head<'t>(names: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    names.into_iter().map(String::from).collect()
}

fn cells<const N: usize>(texts: [String; N]) -> Vec<Cell> {
    texts.into_iter().map(Cell::from).collect()
}
