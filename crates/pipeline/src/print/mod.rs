//! Puzzles on paper: a picture of one, or a sheet with several per page and the solutions at the end, or
//! upside down below their puzzles.
//!
//! A sheet fits A4 and Letter. Its pages are parts of one HTML file, which a browser prints or saves as PDF.

use std::io::{self, Write};
use sudoscope_engine::boards;
use sudoscope_engine::draw::{self, Board, Drawing, Frame, escape};
use sudoscope_engine::grid::{Cells, Grid, Puzzle};

/// Maximum number of puzzles on a page.
pub const MOST: usize = 30;

/// Solutions on a page, or as many as puzzles if those are more.
const SOLUTIONS: usize = 20;

/// Area inside the margins of both paper sizes in millimetres, without the line at the top.
const PAPER: (f64, f64) = (180.0, 235.0);
/// Gap between two grids; the vertical one holds a caption.
const GAP: (f64, f64) = (6.0, 12.0);
/// Height of a masthead, and of the larger captions of large print.
const MASTHEAD: f64 = 24.0;
const LARGER: f64 = 12.0;
/// Largest width of a solution below its puzzle, most of them side by side, and the height of their captions.
const SMALL: (f64, usize, f64) = (28.0, 6, 7.0);

/// Puzzle to print.
pub struct Printed {
    /// Frame of its board.
    pub frame: Frame,
    /// The bare puzzle.
    pub puzzle: Board,
    /// Its solution with the clues in bold, if the solution is wanted.
    pub solution: Option<Board>,
}

impl Printed {
    /// Makes the print of a plain puzzle and its solution.
    pub fn of(puzzle: &Puzzle, solution: Option<&Puzzle>) -> Printed {
        let solved = |solution: &Puzzle| Board { values: solution.clues(), ..bare(&puzzle.clues()) };
        Printed { frame: Frame::plain(), puzzle: Board::of_puzzle(puzzle), solution: solution.map(solved) }
    }

    /// Makes the print of clues on a board and the solution.
    pub fn on_board(board: &boards::Board, clues: &[Cells; 9], solution: Option<&Grid>) -> Printed {
        let solved = |solution: &Grid| Board { values: solution.planes, ..bare(clues) };
        Printed { frame: Frame::of(board), puzzle: bare(clues), solution: solution.map(solved) }
    }

    /// Draws the puzzle, or its solution; the title says so, and names the board.
    pub fn picture(&self, contents: &Board, title: &str) -> Drawing {
        self.frame.grid(contents, &format!("{title}{}", self.frame.about()))
    }
}

fn bare(clues: &[Cells; 9]) -> Board {
    Board { clues: *clues, ..Board::default() }
}

/// Looks of a sheet.
#[derive(Clone, Default)]
pub struct Style {
    /// Text at the top of each page.
    pub title: String,
    /// Large text at the top of the first page.
    pub masthead: Option<String>,
    /// Puzzles on a page, 1 to [`MOST`].
    pub per_page: usize,
    /// Whether solutions are upside down below their puzzles, and not on pages of their own.
    pub upside_down: bool,
    /// Whether digits and captions are larger.
    pub large: bool,
}

/// Sheet being written: each page is written as soon as it is full, the solutions at the end.
pub struct Sheet<W> {
    out: W,
    style: Style,
    /// Heading of the page being filled.
    heading: String,
    /// Number of pages written.
    pages: usize,
    /// Figures of the page being filled.
    page: Vec<String>,
    /// Number of puzzles so far.
    count: usize,
    /// Solutions that have not been written.
    solutions: Vec<(usize, Printed)>,
}

impl<W: Write> Sheet<W> {
    /// Begins a sheet.
    pub fn begin(mut out: W, style: Style) -> io::Result<Sheet<W>> {
        let title = escape(&style.title);
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; img-src data:\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <link rel=\"icon\" href=\"data:,\">\n<style>\n{}{}</style>\n</head>\n<body>\n<main{}>\n",
            draw::STYLE,
            include_str!("sheet.css"),
            if style.large { " class=\"large\"" } else { "" },
        )?;
        let style = Style { per_page: style.per_page.clamp(1, MOST), ..style };
        let (heading, page, solutions) = (String::new(), Vec::new(), Vec::new());
        Ok(Sheet { out, style, heading, pages: 0, page, count: 0, solutions })
    }

    /// Returns the number of puzzles so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Sets the heading of the next puzzles. Another heading begins another page.
    pub fn head(&mut self, heading: &str) -> io::Result<()> {
        if heading != self.heading {
            self.end_page()?;
            self.heading = heading.to_string();
        }
        Ok(())
    }

    /// Adds a puzzle with a caption after its number, and its solution.
    pub fn add(&mut self, printed: Printed, about: &str) -> io::Result<()> {
        self.count += 1;
        let drawing = printed.picture(&printed.puzzle, &format!("Puzzle {}", self.count));
        self.page.push(figure(self.count, about, &drawing));
        self.solutions.extend(printed.solution.is_some().then_some((self.count, printed)));
        if self.page.len() == self.style.per_page { self.end_page() } else { Ok(()) }
    }

    fn end_page(&mut self) -> io::Result<()> {
        let page = std::mem::take(&mut self.page);
        if page.is_empty() {
            return Ok(());
        }
        let first = self.count + 1 - page.len();
        let places = self.style.per_page;
        self.write_page(&span("Puzzle", first, self.count), &page, places)
    }

    /// Writes a page of figures, sized for `places` of them.
    fn write_page(&mut self, what: &str, figures: &[String], places: usize) -> io::Result<()> {
        let masthead = self.style.masthead.take();
        let foot = if self.style.upside_down { self.foot() } else { String::new() };
        let mut height = PAPER.1 - if masthead.is_some() { MASTHEAD } else { 0.0 };
        height -= if foot.is_empty() { 0.0 } else { foot_of(places).2 };
        height -= if self.style.large { LARGER } else { 0.0 };
        let (across, side) = layout(places, height);
        let (title, level) = (escape(&self.style.title), if self.pages == 0 { "h1" } else { "h2" });
        let heading = match &*self.heading {
            "" => String::new(),
            heading => format!("<span>{}</span> ", escape(heading)),
        };
        let masthead = masthead.map_or(String::new(), |text| format!("<p>{}</p>\n", escape(&text)));
        self.pages += 1;
        let page = self.pages;
        write!(
            self.out,
            "<section style=\"--across: {across}; --side: {side:.1}mm\">\n{masthead}<{level}>\
             <span>{title}</span> {heading}<span>{what} · page {page}</span></{level}>\n\
             <div>\n{}</div>\n{foot}</section>\n",
            figures.concat()
        )
    }

    /// Returns the solutions of the page, upside down.
    fn foot(&mut self) -> String {
        let some = std::mem::take(&mut self.solutions);
        let (across, side, _) = foot_of(self.style.per_page);
        if some.is_empty() {
            return String::new();
        }
        let figures: String = some.iter().map(solution_figure).collect();
        format!("<aside style=\"--across: {across}; --side: {side:.1}mm\">\n{figures}</aside>\n")
    }

    /// Ends the sheet: writes the last page, then the solutions.
    pub fn end(mut self) -> io::Result<W> {
        self.end_page()?;
        let places = SOLUTIONS.max(self.style.per_page);
        self.heading.clear();
        for some in std::mem::take(&mut self.solutions).chunks(places) {
            let figures: Vec<String> = some.iter().map(solution_figure).collect();
            let (first, last) = (some.first().map_or(0, |it| it.0), some.last().map_or(0, |it| it.0));
            self.write_page(&span("Solution", first, last), &figures, places)?;
        }
        self.out.write_all(b"</main>\n</body>\n</html>\n")?;
        Ok(self.out)
    }
}

fn solution_figure(solved: &(usize, Printed)) -> String {
    let (number, printed) = solved;
    let solution = printed.solution.as_ref().unwrap_or(&printed.puzzle);
    figure(*number, "", &printed.picture(solution, &format!("Solution {number}")))
}

/// Returns the number of solutions side by side below `places` puzzles, their width and the height of all, in
/// millimetres.
fn foot_of(places: usize) -> (usize, f64, f64) {
    let (widest, most, caption) = SMALL;
    let down = places.div_ceil(most);
    let across = places.div_ceil(down);
    let side = widest.min((PAPER.0 - GAP.0 * (across - 1) as f64) / across as f64);
    (across, side, down as f64 * (side + caption) + GAP.0)
}

/// Returns a grid with its caption.
fn figure(number: usize, about: &str, drawing: &Drawing) -> String {
    let caption = format!("<figcaption><b>{number}</b> {}</figcaption>", escape(about));
    format!("<figure>{caption}\n{}</figure>\n", drawing.inline())
}

/// Returns `Puzzles 1–6`, or `Puzzle 7`.
fn span(what: &str, first: usize, last: usize) -> String {
    if first == last { format!("{what} {first}") } else { format!("{what}s {first}–{last}") }
}

/// Returns the number of grids side by side, and their largest possible width in millimetres, for `places`
/// grids on a page of this height.
fn layout(places: usize, height: f64) -> (usize, f64) {
    let side = |across: usize| {
        let down = places.div_ceil(across) as f64;
        let wide = (PAPER.0 - GAP.0 * (across - 1) as f64) / across as f64;
        wide.min(height / down - GAP.1)
    };
    let all = (1..=places).map(|across| (across, side(across)));
    all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((1, PAPER.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_fill_the_paper() {
        let across = |places| layout(places, PAPER.1).0;
        assert_eq!([1, 2, 4, 6, 12, 20].map(across), [1, 1, 2, 2, 3, 4]);
        for places in 1..=MOST {
            let (across, side) = layout(places, PAPER.1);
            let down = places.div_ceil(across) as f64;
            assert!(side > 25.0 && across as f64 * (side + GAP.0) - GAP.0 <= PAPER.0, "{places}");
            assert!(down * (side + GAP.1) <= PAPER.1, "{places}");
        }
    }
}
