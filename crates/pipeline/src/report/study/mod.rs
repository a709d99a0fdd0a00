//! Tables and page of several collections: the joined tables of the scans, and tables that compare
//! collections.
//!
//! ```text
//!   a scan ─▶ its tables (REPORTS) ─▶ joined, with the column `collection` ─┬▶ tables ─▶ files (FORMATS)
//!   counts, canonical forms ────────▶ tables between collections ───────────┘     └▶ answers ─┬▶ index.html
//!                                                                                             └▶ study.md
//! ```

mod answers;
mod between;
mod page;
mod text;

pub(crate) use answers::{Answer, Cell, Picture, Shown};
pub(crate) use page::StudyPage;

use between::{no_harder, with_clues};

use super::columns::{self as column, Named};
use super::kept::{KeptRow, Tables};
use super::table::{Column, Head, Kept, Value};
use super::write::keep;
use super::{Context, Counts, Format, Join, REPORTS, Report, View, WORTH};
use crate::files::{Output, Protected};
use crate::run::{Row, RunError};
use crate::stats::Estimate;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use sudoscope_engine::boards::Board;
use sudoscope_engine::scale::{Scale, Unit};

/// Returns the reports whose tables are joined, each with the rows to join: first the reports that join rows
/// of all scans, then the reports that join rows of the reference.
fn joined_reports() -> impl Iterator<Item = (&'static Report, Join)> {
    let joined = || {
        let reports = REPORTS.iter().chain(WORTH);
        reports.filter_map(|report| report.joins.map(|join| (report, join)))
    };
    let of_all = joined().filter(|(_, join)| *join != Join::OfReference);
    of_all.chain(joined().filter(|(_, join)| *join == Join::OfReference))
}

/// Number of puzzles listed for each pair on which two ratings disagree most.
const DISAGREE: u64 = 10;

/// Returns the tables that compare collections: name and columns.
pub(crate) fn own_tables() -> [(&'static str, Vec<Column>); 3] {
    use column::*;
    [
        ("collections", columns![COLLECTION, FILES, LINES, PUZZLES, DIFFERENT, MEAN, WEIGHTS]),
        ("isomorphs", columns![COLLECTION, OTHER, PUZZLES]),
        ("no-harder", columns![COLLECTION, SCALE, OF_REFERENCE, RATING, PUZZLES, SHARE]),
    ]
}

/// Makes the study's own table `name` from its rows.
fn own(name: &'static str, rows: impl Iterator<Item = Vec<Value<'static>>>) -> Kept {
    let columns = own_tables().into_iter().find(|table| table.0 == name).map(|table| table.1);
    Kept { name, columns: columns.unwrap_or_default(), rows: rows.collect() }
}

/// File names of the page and of the text.
pub(crate) const PAGE: &str = "index.html";
pub(crate) const TEXT: &str = "study.md";

/// Description of a collection.
pub(crate) struct Collection {
    pub name: String,
    /// Names of the collection's files.
    pub files: String,
    pub lines: u64,
    pub puzzles: u64,
    pub clues: Option<Estimate>,
    /// Puzzles that differ even up to the symmetries of the board.
    pub different: u64,
    pub view: View,
}

/// Puzzles that two collections have in common, up to symmetry.
pub(crate) struct Common {
    pub of: String,
    pub other: String,
    pub puzzles: u64,
}

/// Scan of a collection, with its tables and counts.
pub(crate) struct Scanned {
    pub collection: String,
    /// Command that makes the scan.
    pub command: String,
    pub scales: Vec<Scale>,
    pub counts: Counts,
    pub view: View,
    tables: Vec<Kept>,
}

/// Everything that a study says.
pub(crate) struct Findings {
    /// Collection with which the others are compared.
    pub reference: String,
    /// Introductory lines: who made the study, and by which commands.
    pub about: Vec<String>,
    /// Board of the puzzles, if it is another than the plain one.
    pub board: Option<Arc<Board>>,
    pub collections: Vec<Collection>,
    pub common: Vec<Common>,
    pub scans: Vec<Scanned>,
    /// Columns of a comparison, and for each other collection the rows of its comparison with the reference.
    pub compared: (Vec<Column>, Vec<(String, Vec<Value<'static>>)>),
    pub budget: u64,
}

impl Scanned {
    /// Makes the tables of a finished scan.
    pub fn new(
        collection: String, command: String, context: &Context,
        rows: impl Iterator<Item = Result<Row, RunError>>, is_reference: bool,
    ) -> Result<Scanned, RunError> {
        let wanted = |join| join != Join::OfReference || is_reference;
        let (tables, counts) = keep(context, |report| report.joins.is_some_and(wanted), rows)?;
        let scales = context.scales.to_vec();
        Ok(Scanned { collection, command, scales, counts, view: context.view, tables })
    }
}

impl Findings {
    /// Returns all tables, in order.
    fn tables(&self) -> Vec<Kept> {
        let mut tables = vec![self.collections(), self.isomorphs()];
        tables.extend(joined_reports().filter_map(|(report, join)| self.joined(report.name, join)));
        tables.push(no_harder(self));
        tables.push(self.comparisons());
        tables
    }

    /// Joins the tables `name` of all scans, one below the other; returns `None` if no scan has such a table.
    fn joined(&self, name: &'static str, join: Join) -> Option<Kept> {
        let mut joined: Option<Kept> = None;
        for scan in &self.scans {
            let Some(table) = scan.tables.iter().find(|table| table.name == name) else { continue };
            let joined = joined.get_or_insert_with(|| Kept {
                name,
                columns: columns![column::COLLECTION, table.columns.clone()],
                rows: Vec::new(),
            });
            let mut rows: Vec<&Vec<Value>> = table.rows.iter().collect();
            match join {
                Join::Rows | Join::WithClues => {}
                Join::OfAllPuzzles => {
                    rows.retain(|row| KeptRow::of(table, row).text(column::GROUP) == "all");
                }
                Join::OfReference => {
                    rows.retain(|row| is_worth_showing(KeptRow::of(table, row), &scan.scales));
                }
            }
            let named = |row: &Vec<Value<'static>>| row![scan.collection.clone(), row.clone()];
            joined.rows.extend(rows.into_iter().map(named));
            if join == Join::WithClues {
                joined.rows.extend(with_clues(scan).into_iter().map(|row| named(&row)));
            }
        }
        joined
    }

    fn collections(&self) -> Kept {
        let row = |it: &Collection| {
            let (mean, error) = it.clues.map_or((f64::NAN, f64::NAN), |clues| (clues.value, clues.error));
            let (name, files) = (it.name.clone(), it.files.clone());
            row![name, files, it.lines, it.puzzles, it.different, mean, error, it.view.weights.name()]
        };
        own("collections", self.collections.iter().map(row))
    }

    fn isomorphs(&self) -> Kept {
        let row = |it: &Common| row![it.of.clone(), it.other.clone(), it.puzzles];
        own("isomorphs", self.common.iter().map(row))
    }

    fn comparisons(&self) -> Kept {
        let (columns, rows) = &self.compared;
        let row = |(name, row): &(String, Vec<Value<'static>>)| row![name.clone(), row.clone()];
        Kept {
            name: "compare",
            columns: columns![column::COLLECTION, columns.clone()],
            rows: rows.iter().map(row).collect(),
        }
    }

    /// Writes all tables in these formats, the text and the page; files get their names once all are
    /// complete.
    pub fn write(&self, folder: &Path, formats: &[&'static Format], inputs: &Protected) -> io::Result<()> {
        let tables = self.tables();
        let answers = answers::answers(self, &Tables(&tables));
        let mut outputs = Vec::new();
        for table in &tables {
            for format in formats {
                let mut out = Output::create_in(folder, &format!("{}.{}", table.name, format.name), inputs)?;
                let about = vec![format!("sudoscope {}", env!("CARGO_PKG_VERSION"))];
                let head = Head { name: table.name, about, columns: table.columns.clone(), is_begun: false };
                let mut writer = (format.begin)(&mut out, &head)?;
                table.rows.iter().try_for_each(|row| writer.row(row))?;
                writer.end()?;
                drop(writer);
                outputs.push(out);
            }
        }
        for (name, text) in [(TEXT, text::text(self, &answers)), (PAGE, page::page(self, &answers)?)] {
            let mut out = Output::create_in(folder, name, inputs)?;
            out.write_all(text.as_bytes())?;
            outputs.push(out);
        }
        outputs.iter_mut().try_for_each(Output::flush)?;
        outputs.into_iter().try_for_each(Output::finish)
    }

    /// Returns the names of the files that it writes.
    pub fn names(formats: &[&'static Format]) -> Vec<String> {
        let own = own_tables().map(|table| table.0);
        let tables = joined_reports().map(|(report, _)| report.name).chain(own).chain(["compare"]);
        let files = tables.flat_map(|name| formats.iter().map(move |it| format!("{name}.{}", it.name)));
        files.chain([TEXT, PAGE].map(String::from)).collect()
    }
}

/// Returns the scale to which a column of ratings belongs, and its unit.
fn scale_of<'a>(scales: &'a [Scale], title: &str) -> Option<(&'a Scale, Unit)> {
    let titles = |scale: &'a Scale| scale.titles().zip(&scale.columns).map(move |it| (scale, it));
    let (scale, (_, column)) = scales.iter().flat_map(titles).find(|(_, (own, _))| own == title)?;
    Some((scale, column.unit))
}

/// Whether a row of disagreements is about two scales with numbers, and among the first.
fn is_worth_showing(row: KeptRow, scales: &[Scale]) -> bool {
    let [a, b] = [column::A, column::B].map(|column: Named<str>| scale_of(scales, &row.text(column)));
    let is_number = |unit| !matches!(unit, Unit::Named(_));
    let pair = a
        .zip(b)
        .filter(|((a, unit_a), (b, unit_b))| a.name != b.name && is_number(*unit_a) && is_number(*unit_b));
    pair.is_some() && row.count(column::RANK) <= DISAGREE
}
