//! How ratings agree and disagree, and how collections differ.

use super::{Answer, Cell, KeptRow, Questions, Shown, cells, column, head};
use crate::input::read_puzzle;
use crate::report::page::chart::short;
use crate::report::page::walks::{packed, path};
use crate::report::study::scale_of;
use crate::report::{clues, correlation, disagreements};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Number of differences listed for a collection.
const LISTED: usize = 12;

/// Largest total size of all paths on the page, in bytes.
const PATHS: usize = 1_500_000;

impl<'a> Questions<'a> {
    pub(super) fn together(&self) -> Option<Answer> {
        let rows = self.of(correlation::CORRELATION.name, self.reference());
        let scales = self.all_scales();
        let differs = |row: &&KeptRow| {
            let [a, b] = [column::A, column::B].map(|it| scale_of(&scales, &row.text(it)));
            let (Some((a, _)), true) = (a, row.has(column::SPEARMAN)) else { return false };
            b.map_or(row.text(column::B) == clues::CLUES.name, |(b, _)| a.name != b.name)
        };
        let rows: Vec<&KeptRow> = rows.iter().filter(differs).collect();
        let with_clues = |row: &&&KeptRow| row.text(column::B) == clues::CLUES.name;
        let strength = |row: &KeptRow| row.number(column::SPEARMAN).abs();
        let best =
            rows.iter().filter(|row| !with_clues(row)).max_by(|a, b| strength(a).total_cmp(&strength(b)))?;
        let mut sentence = format!(
            "In {} the ratings that go together best are {} and {}: rank correlation {} over {} puzzles.",
            self.reference(),
            best.text(column::A),
            best.text(column::B),
            best.rounded(column::SPEARMAN, 3),
            best.text(column::PUZZLES)
        );
        let by_clues = rows.iter().filter(with_clues).max_by(|a, b| strength(a).total_cmp(&strength(b)));
        if let Some(row) = by_clues {
            let _ = write!(
                sentence,
                " The number of clues goes together best with {}: {}.",
                row.text(column::A),
                row.rounded(column::SPEARMAN, 3)
            );
        }
        let row = |row: &&KeptRow| {
            let pearson = row.number(column::PEARSON);
            let known = short((1000.0 * pearson * pearson).round() / 10.0);
            cells([
                row.text(column::A),
                row.text(column::B),
                row.text(column::PUZZLES),
                row.rounded(column::SPEARMAN, 4),
                row.with_error(column::PEARSON, 4),
                format!("{known} %"),
            ])
        };
        Some(Answer {
            id: "together",
            title: "How ratings go together".to_string(),
            sentence,
            made_by:
                "table correlation (of all collections), table map; of one collection: sudoscope report DIR"
                    .to_string(),
            pictures: Vec::new(),
            tables: vec![Shown {
                caption: format!(
                    "{}; predicts: the share of the variance of one that a line of the other explains",
                    self.reference()
                ),
                head: head(["a", "b", "puzzles", "Spearman", "Pearson ± se", "predicts"]),
                rows: rows.iter().map(row).collect(),
            }],
        })
    }

    /// Answers how ratings agree with the numbers that came with the puzzles, such as times of people or
    /// published ratings: a table for each collection and number, the best rating first.
    pub(super) fn agreement(&self) -> Option<Answer> {
        let scales = self.all_scales();
        let is_given = |row: &KeptRow| {
            let b = row.text(column::B);
            scale_of(&scales, &b).is_none() && b != clues::CLUES.name && row.has(column::SPEARMAN)
        };
        let mut given: BTreeMap<(String, String), Vec<KeptRow>> = BTreeMap::new();
        for row in self.tables.rows(correlation::CORRELATION.name).into_iter().filter(is_given) {
            given.entry((row.text(column::COLLECTION), row.text(column::B))).or_default().push(row);
        }
        let strength = |row: &KeptRow| row.number(column::SPEARMAN).abs();
        let mut sentences = Vec::new();
        let mut tables = Vec::new();
        for ((collection, number), mut rows) in given {
            rows.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
            let Some(best) = rows.first() else { continue };
            sentences.push(format!(
                "In {collection} {number} goes together best with {}: rank correlation {} over {} puzzles.",
                best.text(column::A),
                best.rounded(column::SPEARMAN, 3),
                best.text(column::PUZZLES)
            ));
            let row = |row: &KeptRow| {
                let (a, puzzles) = (row.text(column::A), row.text(column::PUZZLES));
                cells([a, puzzles, row.rounded(column::SPEARMAN, 3), row.with_error(column::PEARSON, 3)])
            };
            tables.push(Shown {
                caption: format!("{number}, of {collection}"),
                head: head(["rating", "puzzles", "Spearman", "Pearson ± se"]),
                rows: rows.iter().map(row).collect(),
            });
        }
        (!tables.is_empty()).then(|| Answer {
            id: "agreement",
            title: "How ratings agree with numbers given with the puzzles".to_string(),
            sentence: sentences.join(" "),
            made_by:
                "table correlation; the numbers are columns of the input: sudoscope scan --against COLUMN"
                    .to_string(),
            pictures: Vec::new(),
            tables,
        })
    }

    pub(super) fn disagreements(&self, paths: &mut Vec<(String, String)>) -> Option<Answer> {
        let rows = self.tables.rows(disagreements::DISAGREEMENTS.name);
        let first = rows.first()?;
        let scales = self.all_scales();
        let mut room = PATHS;
        let mut tables: Vec<Shown> = Vec::new();
        for row in &rows {
            let [a, b] = [column::A, column::B].map(|it| row.text(it));
            let caption = format!("{a} and {b}");
            if tables.last().is_none_or(|table| table.caption != caption) {
                let head = head(["line", a.as_str(), b.as_str(), "off", "puzzle"]);
                tables.push(Shown { caption, head, rows: Vec::new() });
            }
            let values = [column::VALUE_A, column::VALUE_B].map(|it| row.text(it));
            let mut puzzle = Cell { is_code: true, ..Cell::from(row.text(column::PUZZLE)) };
            for title in [a, b] {
                // Paths are those of the plain board.
                let scale = scale_of(&scales, &title).filter(|_| self.findings.board.is_none());
                let Some((scale, _)) = scale else { continue };
                let at = scales.iter().position(|it| it.name == scale.name).unwrap_or_default();
                let line: String = row
                    .text(column::LINE)
                    .chars()
                    .map(|c| if c.is_alphanumeric() { c } else { '-' })
                    .collect();
                let name = format!("{}-{line}", at + 1);
                if !paths.iter().any(|path| path.0 == name) {
                    let known = read_puzzle(row.text(column::PUZZLE).as_bytes()).ok().and_then(|found| {
                        let title = format!("Line {} by {}", row.text(column::LINE), scale.name);
                        packed(&path(&found.puzzle, scale, self.findings.budget), title, &name)
                    });
                    let Some(packed) = known.filter(|packed| packed.len() <= room) else { continue };
                    room -= packed.len();
                    paths.push((name.clone(), packed));
                }
                puzzle.links.push((format!("path by {}", scale.name), format!("puzzle={name}&step=1")));
            }
            let [x, y] = values;
            let cells = [row.text(column::LINE), x, y, row.text(column::OFF)].map(Cell::from);
            tables.last_mut()?.rows.push(cells.into_iter().chain([puzzle]).collect());
        }
        Some(Answer {
            id: "disagree",
            title: "Where ratings disagree most".to_string(),
            sentence: format!(
                "Ten puzzles of {} for each two ratings. First of the first list is line {}: {} {}, {} {}.",
                self.reference(),
                first.text(column::LINE),
                first.text(column::A),
                first.text(column::VALUE_A),
                first.text(column::B),
                first.text(column::VALUE_B)
            ),
            made_by: format!(
                "table disagreements; a page of a path: sudoscope explain{} --format html -l SCALE FILE:LINE",
                self.board_option()
            ),
            pictures: Vec::new(),
            tables,
        })
    }

    pub(super) fn compared(&self) -> Option<Answer> {
        let compare = self.tables.rows("compare");
        let mut tables: Vec<Shown> = Vec::new();
        let mut first = None;
        for name in self.names().filter(|name| *name != self.reference()) {
            let mut rows = compare.clone();
            rows.retain(|row| row.text(column::COLLECTION) == name && row.text(column::OF) != "clues");
            let size = |row: &KeptRow| {
                let size = row.number(column::DIFFERENCE).abs() / row.number(column::DIFFERENCE.error());
                if size.is_finite() { size } else { 0.0 }
            };
            rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
            rows.truncate(LISTED);
            if rows.is_empty() {
                continue;
            }
            first =
                first.or(rows.iter().find(|row| row.text(column::OF) == "mean").copied().or(Some(rows[0])));
            let row = |row: &KeptRow| {
                let [a, b, difference] =
                    [column::IN_A, column::IN_B, column::DIFFERENCE].map(|it| row.with_error(it, 3));
                cells([what_differs(row), a, b, difference])
            };
            tables.push(Shown {
                caption: name.to_string(),
                head: head(["what", self.reference(), name, "difference"]),
                rows: rows.iter().map(row).collect(),
            });
        }
        let first = first?;
        Some(Answer {
            id: "compared",
            title: format!("How collections differ from {}", self.reference()),
            sentence: format!(
                "{}: {} is {} there and {} in {}; below are the {LISTED} clearest differences of each.",
                first.text(column::COLLECTION),
                what_differs(&first),
                first.rounded(column::IN_B, 3),
                first.rounded(column::IN_A, 3),
                self.reference()
            ),
            made_by: "table compare; of two collections: sudoscope compare DIR DIR".to_string(),
            pictures: Vec::new(),
            tables,
        })
    }
}

/// Names the quantity that a row of two collections compares.
fn what_differs(row: &KeptRow) -> String {
    let what = [column::SCALE, column::OF, column::VALUE].map(|it| row.text(it)).join(" ");
    what.trim().to_string()
}
