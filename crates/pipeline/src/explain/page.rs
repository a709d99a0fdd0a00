//! Self-contained HTML page of paths, for `explain --format html`.

use crate::walk::{self, Shown, Walk};
use askama::Template;
use std::io;
use sudoscope_engine::board_proof::BoardProof;
use sudoscope_engine::draw;
use sudoscope_engine::grid::{Puzzle, notation};
use sudoscope_engine::path::{BoardPath, Extent, ResolutionPath};

/// Characters of a puzzle in a title.
const BEGIN: usize = 18;

/// Makes a page for walking through paths step by step: a single file that loads nothing else and is
/// readable without script too. If there are several paths, each has its name, such as `line 12`. Fails only
/// if memory cannot be written to.
///
/// ```
/// use sudoscope_engine::scale::Policy;
/// use sudoscope_pipeline::{explain::{Asked, explain, page}, settings::Settings};
///
/// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
/// let settings = Settings::new(&["W"], Policy::AllAtOnce, Default::default()).unwrap();
/// let path = explain(line, &settings, &Asked::Path).unwrap();
/// let html = page("one puzzle", vec![(String::new(), (&path).into())]).unwrap();
/// assert!(html.starts_with("<!DOCTYPE html>") && html.len() < 300_000);
/// ```
pub fn page(title: &str, paths: Vec<(String, Shown)>) -> io::Result<String> {
    let is_one = paths.len() == 1;
    let walks = (1..).zip(paths).map(|(number, (title, path))| Walk {
        path,
        title: if is_one { String::from("The path") } else { title },
        name: (!is_one).then(|| format!("{number}")),
    });
    let walks = walks.collect();
    Page { title, walks }.render().map_err(io::Error::other)
}

/// Returns the title of a page for a puzzle that is in no file: the beginning of its text (of a state, of its
/// digits), and the extent of the path.
pub fn title(path: &ResolutionPath) -> String {
    let name = &path.scale.name;
    let text = match path.puzzle {
        Puzzle::State(_) => notation::puzzle(&path.puzzle.grid()),
        _ => path.puzzle.to_string(),
    };
    let begin = begin(&text);
    match path.extent {
        Extent::Path => format!("{begin} by {name}"),
        Extent::Next => format!("{begin}: the next step by {name}"),
        Extent::All => format!("{begin}: all steps by {name}"),
    }
}

/// Returns the title of a page for a puzzle of a board.
pub fn title_on_board(path: &BoardPath) -> String {
    let BoardProof { puzzle, board, scale, .. } = &path.proof;
    format!("{} on {} by {scale}", begin(puzzle), begin(board))
}

fn begin(text: &str) -> String {
    let mut begin: String = text.chars().take(BEGIN).collect();
    if begin.len() < text.len() {
        begin.push('…');
    }
    begin
}

#[derive(Template)]
#[template(path = "path.html")]
struct Page<'a> {
    title: &'a str,
    walks: Vec<Walk>,
}

impl Page<'_> {
    fn data(&self, walk: &Walk) -> askama::Result<String> {
        walk.data().map_err(|error| askama::Error::Custom(error.into()))
    }
}
