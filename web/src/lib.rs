//! sudoscope in a browser: the engine and the pipeline behind an interface of bytes, one instance in each
//! worker.
//!
//! ```text
//!   worker.js: bytes ─▶ room │ ask, read, keep, choose, count, rate, explain ─▶ length │ answer ─▶ JSON
//! ```
//!
//! Nothing here needs a file, a clock or a thread, as browsers provide none. Each call runs the same code as
//! the program.

// SAFETY: exports are unsafe only because names could clash; nothing else in the program has these names.
#![allow(unsafe_code)]

mod ask;
mod board;
mod lines;

use lines::Lines;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;
use sudoscope_engine::boards::{BASES, PARTS};
use sudoscope_engine::path::Chosen;
use sudoscope_engine::scale::{Climb, Effort, Named, Policy, SCALES, Scale};
use sudoscope_pipeline::explain::{Asked, explain as path_of, page, title};
use sudoscope_pipeline::input::{ANYWHERE, KeptColumn, puzzle_of, shown};
use sudoscope_pipeline::report::{Rated, RatedColumns, endings};
use sudoscope_pipeline::run::{Line, LineRater};
use sudoscope_pipeline::settings::{Settings, Terms, file_of};

/// Terms of the page.
const TERMS: Terms = Terms { unchecked: "", scales: "the page lists them", rules: "" };

/// State of a worker: its input and settings, and its last answer.
#[derive(Default)]
struct Door {
    argument: Arc<[u8]>,
    answer: Vec<u8>,
    settings: Option<Settings>,
    text: Arc<[u8]>,
    kept: Vec<KeptColumn>,
    lines: Option<Lines>,
    rater: Option<LineRater>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
}

/// Stores an answer, and returns its length.
fn answered(work: impl FnOnce(&mut Door) -> Result<Value, String>) -> usize {
    DOOR.with_borrow_mut(|door| {
        let value = work(door).unwrap_or_else(|error| json!({ "error": error }));
        door.answer = value.to_string().into_bytes();
        door.answer.len()
    })
}

/// Returns room for the argument of the next call, all of which must be filled.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        // Allocated in one piece, as the text of an input is kept: a file may be large.
        door.argument = std::iter::repeat_n(0, bytes).collect();
        Arc::get_mut(&mut door.argument).map_or(std::ptr::null_mut(), <[u8]>::as_mut_ptr)
    })
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DOOR.with_borrow(|door| door.answer.as_ptr())
}

/// Answers the version, and all named scales and boards with their descriptions.
#[unsafe(no_mangle)]
pub extern "C" fn about() -> usize {
    answered(|_| {
        let scale = |scale: &Named| json!({ "name": scale.name, "about": scale.about });
        let scales: Vec<Value> = SCALES.iter().map(scale).collect();
        let bases = BASES.iter().filter(|base| base.name != "plain").map(|base| (base.name, ""));
        let boards: Vec<(&str, &str)> =
            PARTS.iter().map(|part| (part.name, part.about)).chain(bases).collect();
        Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "scales": scales, "boards": boards }))
    })
}

/// Chooses the scales that the argument names, one a line as after `-l`. The answer has the columns of their
/// rows and, for columns of ratings, whether puzzles are counted by them.
#[unsafe(no_mangle)]
pub extern "C" fn choose() -> usize {
    answered(|door| {
        let argument = String::from_utf8_lossy(&door.argument);
        let texts: Vec<&str> = argument.lines().map(str::trim).filter(|text| !text.is_empty()).collect();
        let is_file = |text: &&&str| file_of(text).is_some();
        if let Some(file) = texts.iter().find(is_file) {
            return Err(format!("{file}: a page reads no files of ladders; write NAME=DEFINITION"));
        }
        let settings = Settings::new(&texts, Policy::AllAtOnce, Effort::default());
        let settings = settings.map_err(|error| error.in_terms(&TERMS))?;
        if settings.scales().is_empty() {
            return Err("choose a scale".to_string());
        }
        let columns = RatedColumns::of_lines(settings.scales(), &door.kept);
        let mut head = Vec::new();
        columns.csv_head(&mut head);
        let names = columns.columns().into_iter().map(|column| column.name);
        let aspects = settings.scales().iter().flat_map(|scale| &scale.columns).map(|column| column.aspect);
        let counted: Vec<bool> = aspects.map(|aspect| aspect.has_classes()).collect();
        let answer = json!({
            "head": String::from_utf8_lossy(&head).trim_end(),
            "columns": names.collect::<Vec<_>>(),
            "own": columns.own().len(),
            "counted": counted,
            "kept": door.kept.len(),
        });
        door.settings = Some(settings);
        Ok(answer)
    })
}

/// Takes the argument as the input, a text or a file in any form. The answer has the names of the columns
/// beside the puzzle's, if it is a table with a header.
#[unsafe(no_mangle)]
pub extern "C" fn read() -> usize {
    answered(|door| {
        door.text = std::mem::take(&mut door.argument);
        (door.lines, door.kept) = (None, Vec::new());
        Ok(json!({ "columns": columns_beside(&door.text) }))
    })
}

/// Returns the names in a table's header, except of the column in which the first puzzle is.
fn columns_beside(text: &Arc<[u8]>) -> Vec<String> {
    let mut names = Vec::new();
    // A text that cannot be read is reported when its lines are counted.
    let _ = Lines::of(text, &[]).each(0..1, |batch, _| names = batch.places.header().to_vec());
    let all: Vec<KeptColumn> = names.iter().cloned().map(KeptColumn::from).collect();
    let mut first = None;
    let _ = Lines::of(text, &all).each(0..1, |batch, lines| {
        for line in lines {
            let is_puzzle = |text: &String| puzzle_of(text.as_bytes(), &ANYWHERE).is_ok();
            first = batch.places.kept(line.text).iter().position(is_puzzle);
        }
    });
    if let Some(at) = first {
        names.remove(at);
    }
    names
}

/// Keeps the columns of the input that the argument names, one a line, for the scales that are chosen next.
#[unsafe(no_mangle)]
pub extern "C" fn keep() -> usize {
    answered(|door| {
        let names = String::from_utf8_lossy(&door.argument);
        let names = names.lines().filter(|name| !name.is_empty());
        door.kept = names.map(|name| KeptColumn::from(name.to_string())).collect();
        Ok(json!({}))
    })
}

/// Counts the lines of the input that are rows. The answer also has what was skipped, and the error that
/// ended the input early, if any.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> usize {
    answered(|door| {
        let mut lines = Lines::of(&door.text, &door.kept);
        let error = lines.each(0..u64::MAX, |_, _| ()).err();
        Ok(json!({ "lines": lines.seen(), "skipped": lines.skipped(), "error": error }))
    })
}

/// Rates these rows of the input. A later call must be for later rows. The answer has, for each row, its line
/// of the CSV table, its ratings as numbers for sorting, and for filters the symmetry of the clues and, by
/// each scale that says it, the hardest technique.
#[unsafe(no_mangle)]
pub extern "C" fn rate(from: u32, rows: u32) -> usize {
    answered(|door| {
        let settings = door.settings.as_ref().ok_or("no scale is chosen")?;
        let columns = RatedColumns::of_lines(settings.scales(), &door.kept);
        let lines = door.lines.get_or_insert_with(|| Lines::of(&door.text, &door.kept));
        let only_outcomes = !settings.scales().iter().any(names_techniques);
        let rater = door.rater.get_or_insert_with(|| LineRater::default().only_outcomes(only_outcomes));
        let mut answer = Vec::new();
        let wanted = u64::from(from)..u64::from(from) + u64::from(rows);
        lines.each(wanted, |batch, some| {
            let lines: Vec<Line> = some.collect();
            for (row, line) in rater.rows(settings, lines.iter().copied()).iter().zip(&lines) {
                let shown = row.error.map(|_| shown(line.text, &batch.places));
                let rated = Rated { row, line: line.at.line.into(), reason: None, shown: shown.as_deref() };
                let mut csv = Vec::new();
                columns.csv_row(&rated, &mut csv);
                let ends = settings.scales().iter().zip(&row.climbs);
                let ends = ends.flat_map(|(scale, climb)| endings(scale, climb));
                let ratings: Vec<Option<u32>> = ends.map(|ending| ending.end.rating()).collect();
                let hardest = settings.scales().iter().zip(&row.climbs);
                let hardest: Vec<Option<String>> =
                    hardest.map(|(scale, climb)| hardest_of(scale, climb)).collect();
                let symmetry = ask::symmetry(&row.puzzle);
                answer.push(json!([String::from_utf8_lossy(&csv).trim_end(), ratings, symmetry, hardest]));
            }
        })?;
        Ok(answer.into())
    })
}

/// Whether the steps of a scale are techniques that players know by name.
fn names_techniques(scale: &Scale) -> bool {
    scale.is_of_players() || scale.policy == Policy::OwnOrder
}

/// Returns the name of the hardest technique of a climb.
fn hardest_of(scale: &Scale, climb: &Climb) -> Option<String> {
    let at = scale.hardest_of(climb).filter(|_| names_techniques(scale))?;
    Some(scale.items.get(at)?.players_name())
}

/// Explains the puzzle of the argument by the one chosen scale. The first line of the argument says how:
/// `path`, `next` or `all`. The answer is a page.
#[unsafe(no_mangle)]
pub extern "C" fn explain() -> usize {
    answered(|door| {
        let settings = door.settings.as_ref().ok_or("no scale is chosen")?;
        let end = door.argument.iter().position(|&byte| byte == b'\n').unwrap_or(door.argument.len());
        let (asked, text) = door.argument.split_at(end);
        let asked = match asked {
            b"next" => Asked::Next,
            b"all" => Asked::all(settings, &[], Chosen::Grouped(None))?,
            _ => Asked::Path,
        };
        let path = path_of(text.trim_ascii(), settings, &asked);
        let path = path.map_err(|error| error.in_terms(&TERMS))?;
        let title = title(&path);
        let html = page(&title, vec![(String::new(), (&path).into())]).map_err(|error| error.to_string())?;
        Ok(json!({ "title": title, "html": html }))
    })
}

/// Answers a question of the workbench: JSON in, JSON out.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    answered(|door| ask::answer(&door.argument))
}
