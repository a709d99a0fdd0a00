//! Studies: finished scans of several collections side by side, as tables, a text and a page.
//!
//! Each collection is rated by one or several scans of its own, with different scales. One collection is the
//! reference: the others are compared with it, and only its puzzles are shown.

use crate::compare::{Bank, CompareError, Conditions, columns, compare};
use crate::dedupe::{FormMaker, Same};
use crate::files::{Protected, make_folder};
use crate::report::study::{Collection, Common, Findings, Scanned, own_tables};
use crate::report::{Column, Context, Format, Value, View};
use crate::run::{Row, RunError, RunFile, RunHeader, pack};
use crate::stats::{Classes, Estimate, Weights};
use crate::threads;
use crate::worth;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};
use sudoscope_engine::boards::Board;
use sudoscope_engine::canon::NoForm;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::{Description, Scale};
use xxhash_rust::xxh3::xxh3_128;

/// Finished scan, and the collection whose puzzles it has rated.
#[derive(Clone, Debug)]
pub struct NamedScan {
    /// Name of the collection.
    pub collection: String,
    /// Directory of the scan.
    pub directory: PathBuf,
}

/// Study of finished scans.
#[derive(Clone, Debug)]
pub struct Study {
    /// Scans, in the order of the tables.
    pub scans: Vec<NamedScan>,
    /// Collection with which the others are compared, and whose puzzles are shown.
    pub reference: String,
    /// How shares and means of a collection are computed, if not by default.
    pub views: BTreeMap<String, View>,
    /// Text whose lines head `study.md` and end the page.
    pub about: Option<PathBuf>,
    /// Number of threads.
    pub jobs: usize,
}

/// Reason why there is no study.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum StudyError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Compare(#[from] CompareError),
    #[error("there is no collection {0}; there are {1}")]
    NoCollection(String, String),
    #[error("{0} is rated twice by {1}: each scan of a collection has other scales")]
    Twice(String, String),
    #[error("the ladder {0} of {1} is defined in another way than that of {2}")]
    OtherDefinition(String, String, String),
    #[error("the scans of {0} are of different puzzles: {1} and {2}")]
    OtherPuzzles(String, String, String),
    #[error("a study is of one board, and {0} is of {1}, {2} of {3}")]
    OtherBoard(String, String, String, String),
    #[error("a study counts isomorphic puzzles, which cannot be found on the board {0}: {1}")]
    NoForm(String, NoForm),
    #[error("{} has a scan, with tables of the same names: name another folder", .0.display())]
    InScan(PathBuf),
    #[error("{} cannot be read", .0.display())]
    Read(PathBuf, #[source] io::Error),
    #[error("{} cannot be written", .0.display())]
    Write(PathBuf, #[source] io::Error),
    #[error("no threads can be started")]
    Threads(#[source] io::Error),
}

/// Returns the names and column names of the tables that compare collections, without the tables of the
/// scans.
pub fn tables() -> Vec<(&'static str, Vec<String>)> {
    let names = |columns: Vec<Column>| columns.into_iter().map(|it| it.name).collect();
    own_tables().into_iter().map(|(name, columns)| (name, names(columns))).collect()
}

/// Distinct puzzles of a collection: sorted 128-bit hashes of their canonical forms. Sukakus and states have
/// no canonical form and are hashed as they are.
type Forms = Vec<u128>;

/// Number of puzzles whose canonical forms are made at once.
const AT_ONCE: usize = 1 << 14;

impl Study {
    /// Reads the scans and writes everything into a folder, which is created if missing. No file gets its
    /// final name before all are complete.
    ///
    /// Needs 16 bytes of memory per puzzle, to count puzzles that are the same up to symmetry.
    pub fn write(&self, folder: &Path, formats: &[&'static Format]) -> Result<(), StudyError> {
        self.check_names()?;
        // Faulty inputs are reported before anything is created.
        let board = self.board()?;
        let maker = FormMaker::new(Same::Isomorph, board.as_deref());
        let maker = maker.map_err(|error| StudyError::NoForm(named(board.as_deref()), error))?;
        let about = self.about()?;
        if RunFile::stands_in(folder) {
            return Err(StudyError::InScan(folder.to_path_buf()));
        }
        let failed = |error| StudyError::Write(folder.to_path_buf(), error);
        make_folder(folder).map_err(failed)?;
        let files = self.scans.iter().map(|scan| RunFile::complete(&scan.directory));
        let files: Vec<PathBuf> = files.chain(self.about.clone()).collect();
        let inputs = Protected::of(files.iter().map(PathBuf::as_path));
        Findings::names(formats)
            .iter()
            .try_for_each(|name| inputs.refuse(&folder.join(name)))
            .map_err(failed)?;
        self.findings(about, board, &maker)?.write(folder, formats, &inputs).map_err(failed)
    }

    /// Returns the board of all scans; `None` is the plain one. Weights are for the plain board.
    fn board(&self) -> Result<Option<Arc<Board>>, StudyError> {
        let mut first: Option<(&str, Option<Arc<Board>>)> = None;
        for NamedScan { collection, directory } in &self.scans {
            let header = RunFile::read(directory)?.0;
            if self.views.get(collection).is_some_and(|view| view.weights != Weights::default()) {
                header.plain_only("--unbiased")?;
            }
            match &first {
                Some((name, board)) if *board != header.board => {
                    let [one, other] = [board, &header.board].map(|board| named(board.as_deref()));
                    return Err(StudyError::OtherBoard(name.to_string(), one, collection.clone(), other));
                }
                Some(_) => {}
                None => first = Some((collection, header.board)),
            }
        }
        Ok(first.and_then(|(_, board)| board))
    }

    /// Reads the lines of the introductory text.
    fn about(&self) -> Result<Vec<String>, StudyError> {
        let Some(path) = &self.about else { return Ok(Vec::new()) };
        let text = fs::read_to_string(path).map_err(|error| StudyError::Read(path.clone(), error))?;
        Ok(text.lines().filter(|line| !line.trim().is_empty()).map(String::from).collect())
    }

    fn check_names(&self) -> Result<(), StudyError> {
        let known: BTreeSet<&String> = self.scans.iter().map(|scan| &scan.collection).collect();
        let asked = self.views.keys().chain([&self.reference]);
        match asked.into_iter().find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let known: Vec<&str> = known.iter().map(|name| name.as_str()).collect();
                Err(StudyError::NoCollection(name.clone(), known.join(", ")))
            }
        }
    }

    fn findings(
        &self, about: Vec<String>, board: Option<Arc<Board>>, maker: &FormMaker,
    ) -> Result<Findings, StudyError> {
        let pool = threads::pool(self.jobs).map_err(StudyError::Threads)?;
        let mut scans: Vec<Scanned> = Vec::new();
        let mut collections: Vec<Collection> = Vec::new();
        let mut forms: Vec<Forms> = Vec::new();
        let mut definitions: BTreeMap<String, (Description, String)> = BTreeMap::new();
        let mut budget = u64::MAX;
        for NamedScan { collection, directory } in &self.scans {
            let (header, scales, run) = RunFile::read(directory)?;
            for scale in &scales {
                let twice = scans.iter().filter(|scan| scan.collection == *collection);
                if twice.flat_map(|scan| &scan.scales).any(|known| known.name == scale.name) {
                    return Err(StudyError::Twice(collection.clone(), scale.name.clone()));
                }
                let own = (scale.description(), collection.clone());
                let known = definitions.entry(scale.name.clone()).or_insert_with(|| own.clone());
                if known.0 != own.0 {
                    let (_, other) = known.clone();
                    return Err(StudyError::OtherDefinition(scale.name.clone(), own.1, other));
                }
            }
            budget = budget.min(header.budget);
            let view = self.views.get(collection).copied().unwrap_or_default();
            let worths = worth::stored(directory, &run, &scales)?;
            let context = Context { worths: &worths, ..Context::finished(&header, &scales, view) };
            let is_first = !collections.iter().any(|known| known.name == *collection);
            let mut own_forms = MakeForms { pool: &pool, maker, waiting: Vec::new(), made: Forms::new() };
            let rows = run.rows()?.inspect(|row| {
                if let (true, Ok(row)) = (is_first, row) {
                    own_forms.add(row);
                }
            });
            let (name, command) = (collection.clone(), command(&header));
            let scan = Scanned::new(name, command, &context, rows, *collection == self.reference)?;
            if is_first {
                let made = own_forms.finish();
                collections.push(described(&header, &scan, made.len() as u64));
                forms.push(made);
            } else if let Some(other) =
                scans.iter().find(|it| it.collection == *collection && it.counts.rated != scan.counts.rated)
            {
                let names = (other.command.clone(), scan.command);
                return Err(StudyError::OtherPuzzles(collection.clone(), names.0, names.1));
            }
            scans.push(scan);
        }
        Ok(Findings {
            common: common(&collections, &forms),
            compared: (columns(), self.compared(&scans)?),
            reference: self.reference.clone(),
            about,
            board,
            collections,
            scans,
            budget,
        })
    }

    /// Compares each other collection with the reference by the scales that both have.
    fn compared(&self, scans: &[Scanned]) -> Result<Vec<ComparedRow>, StudyError> {
        let bank = |scan: &Scanned| Bank {
            name: scan.collection.clone(),
            scales: scan.scales.clone(),
            counts: scan.counts.clone(),
            view: scan.view,
            conditions: Conditions::default(),
        };
        let mut rows: Vec<ComparedRow> = Vec::new();
        for own in scans.iter().filter(|scan| scan.collection != self.reference) {
            for reference in scans.iter().filter(|scan| scan.collection == self.reference) {
                let found = match compare(&bank(reference), &bank(own), &[]) {
                    Err(CompareError::NothingInCommon(..)) => continue,
                    found => found?,
                };
                // Clues are compared once.
                let has_clues = rows.iter().any(|(name, _)| *name == own.collection);
                let found = found.iter().filter(|it| !(has_clues && it.scale.is_empty()));
                let kept = found.map(|it| it.values().iter().map(|value| value.kept()).collect());
                rows.extend(kept.map(|row| (own.collection.clone(), row)));
            }
        }
        Ok(rows)
    }
}

/// Collection, and a row of its comparison.
type ComparedRow = (String, Vec<Value<'static>>);

/// Returns the command line that makes a scan.
fn command(header: &RunHeader) -> String {
    let scale = |it: &Description| match is_named(it) {
        true => it.name.clone(),
        false => format!("{}={}", it.name, it.definition),
    };
    let scales: Vec<String> = header.scales.iter().map(scale).collect();
    // Definitions contain commas.
    let (own, names): (Vec<String>, Vec<String>) = scales.into_iter().partition(|it| it.contains('='));
    let mut text = "sudoscope scan".to_string();
    text.extend(header.board.iter().map(|board| format!(" --board {board}")));
    if !names.is_empty() {
        text += &format!(" -l {}", names.join(","));
    }
    text.extend(own.iter().map(|it| format!(" -l '{it}'")));
    text += &format!(" --budget {}", header.budget);
    if !header.validate {
        text += " --no-validate";
    }
    if header.skip > 0 {
        text += &format!(" --skip {}", header.skip);
    }
    if let Some(take) = header.take {
        text += &format!(" --take {take}");
    }
    text + " " + &files(header)
}

/// Returns the name of a board; `None` is the plain one.
fn named(board: Option<&Board>) -> String {
    board.map_or("plain", Board::text).to_string()
}

/// Returns the file names of a scan's inputs, without their directories.
fn files(header: &RunHeader) -> String {
    let name = |name: &String| match Path::new(name).file_name() {
        Some(file) => file.to_string_lossy().into_owned(),
        None => name.clone(),
    };
    header.inputs.iter().map(|input| name(&input.name)).collect::<Vec<_>>().join(" ")
}

/// Whether the name of this scale alone defines it.
fn is_named(description: &Description) -> bool {
    let named = Scale::named(&description.name);
    named.is_ok_and(|scale| scale.definition == description.definition)
}

fn described(header: &RunHeader, scan: &Scanned, different: u64) -> Collection {
    let rated = &scan.counts.rated;
    let clues = Classes::of_clues(rated);
    Collection {
        name: scan.collection.clone(),
        files: files(header),
        lines: scan.counts.statuses.iter().sum(),
        puzzles: rated.total(),
        clues: clues.moments(None, scan.view.weights).map(|moments| -> Estimate { moments.mean }),
        different,
        view: scan.view,
    }
}

/// Counts the forms that each two collections share, leaving out pairs that share none.
fn common(collections: &[Collection], forms: &[Forms]) -> Vec<Common> {
    let mut all = Vec::new();
    for (at, (of, own)) in collections.iter().zip(forms).enumerate() {
        for (other, theirs) in collections.iter().zip(forms).skip(at + 1) {
            let puzzles = own.iter().filter(|form| theirs.binary_search(form).is_ok()).count() as u64;
            if puzzles > 0 {
                all.push(Common { of: of.name.clone(), other: other.name.clone(), puzzles });
            }
        }
    }
    all
}

/// Canonical forms in the making, many at once.
struct MakeForms<'a> {
    pool: &'a rayon::ThreadPool,
    maker: &'a FormMaker,
    waiting: Vec<Row>,
    made: Forms,
}

impl MakeForms<'_> {
    fn add(&mut self, row: &Row) {
        if row.is_rated() {
            self.waiting.push(row.clone());
            if self.waiting.len() == AT_ONCE {
                self.make();
            }
        }
    }

    fn make(&mut self) {
        let rows = std::mem::take(&mut self.waiting);
        let form = |maker: &mut FormMaker, row: Row| match &row.puzzle {
            Puzzle::Clues(clues) => xxh3_128(&pack(&maker.of(clues))),
            other => xxh3_128(other.to_string().as_bytes()),
        };
        let maker = || self.maker.clone();
        let made: Vec<u128> = self.pool.install(|| rows.into_par_iter().map_init(maker, form).collect());
        self.made.extend(made);
    }

    fn finish(mut self) -> Forms {
        self.make();
        self.made.sort_unstable();
        self.made.dedup();
        self.made
    }
}
