//! Puzzles on paper: a picture of one, or a sheet with several per page and the solutions at the end.
//!
//! A sheet fits A4 and Letter. Its pages are parts of one HTML file, which a browser prints or saves as PDF.

use std::io::{self, Write};
use sudoscope_engine::draw::{self, Board, Drawing, escape};
use sudoscope_engine::grid::Puzzle;

/// Maximum number of puzzles on a page.
pub const MOST: usize = 30;

/// Solutions on a page, or as many as puzzles if those are more.
const SOLUTIONS: usize = 20;

/// Area inside the margins of both paper sizes in millimetres, without the line at the top.
const PAPER: (f64, f64) = (180.0, 235.0);
/// Gap between two grids; the vertical one holds a caption.
const GAP: (f64, f64) = (6.0, 12.0);

/// Draws the bare puzzle, or its solution with the clues in bold.
pub fn picture(puzzle: &Puzzle, solution: Option<&Puzzle>, title: &str) -> Drawing {
    let board = match solution {
        None => Board::of_puzzle(puzzle),
        Some(solution) => Board { clues: puzzle.clues(), values: solution.clues(), ..Board::default() },
    };
    draw::grid(&board, title)
}

/// Sheet being written: each page is written as soon as it is full, the solutions at the end.
pub struct Sheet<W> {
    out: W,
    title: String,
    per_page: usize,
    /// Number of pages written.
    pages: usize,
    /// Figures of the page being filled.
    page: Vec<String>,
    /// Number of puzzles so far.
    count: usize,
    solutions: Vec<(usize, Puzzle, Puzzle)>,
}

impl<W: Write> Sheet<W> {
    /// Begins a sheet with `per_page` puzzles a page, 1 to [`MOST`].
    pub fn begin(mut out: W, title: &str, per_page: usize) -> io::Result<Sheet<W>> {
        let title = escape(title);
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; img-src data:\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <link rel=\"icon\" href=\"data:,\">\n<style>\n{}{}</style>\n</head>\n<body>\n<main>\n",
            draw::STYLE,
            include_str!("sheet.css"),
        )?;
        let per_page = per_page.clamp(1, MOST);
        Ok(Sheet { out, title, per_page, pages: 0, page: Vec::new(), count: 0, solutions: Vec::new() })
    }

    /// Returns the number of puzzles so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds a puzzle with a caption after its number, and its solution for the pages at the end.
    pub fn add(&mut self, puzzle: &Puzzle, about: &str, solution: Option<&Puzzle>) -> io::Result<()> {
        self.count += 1;
        let drawing = picture(puzzle, None, &format!("Puzzle {}", self.count));
        self.page.push(figure(self.count, about, &drawing));
        self.solutions.extend(solution.map(|solution| (self.count, *puzzle, *solution)));
        if self.page.len() == self.per_page { self.end_page() } else { Ok(()) }
    }

    fn end_page(&mut self) -> io::Result<()> {
        let page = std::mem::take(&mut self.page);
        if page.is_empty() {
            return Ok(());
        }
        let first = self.count + 1 - page.len();
        self.write_page(&span("Puzzle", first, self.count), &page, self.per_page)
    }

    /// Writes a page of figures, sized for `places` of them.
    fn write_page(&mut self, what: &str, figures: &[String], places: usize) -> io::Result<()> {
        let (across, side) = layout(places);
        let (title, level) = (&self.title, if self.pages == 0 { "h1" } else { "h2" });
        self.pages += 1;
        write!(
            self.out,
            "<section style=\"--across: {across}; --side: {side:.1}mm\">\n<{level}><span>{title}</span> \
             <span>{what}</span></{level}>\n<div>\n{}</div>\n</section>\n",
            figures.concat()
        )
    }

    /// Ends the sheet: writes the last page, then the solutions.
    pub fn end(mut self) -> io::Result<W> {
        self.end_page()?;
        let places = SOLUTIONS.max(self.per_page);
        for some in std::mem::take(&mut self.solutions).chunks(places) {
            let figures = some.iter().map(|(number, puzzle, solution)| {
                figure(*number, "", &picture(puzzle, Some(solution), &format!("Solution {number}")))
            });
            let (first, last) = (some.first().map_or(0, |it| it.0), some.last().map_or(0, |it| it.0));
            self.write_page(&span("Solution", first, last), &figures.collect::<Vec<_>>(), places)?;
        }
        self.out.write_all(b"</main>\n</body>\n</html>\n")?;
        Ok(self.out)
    }
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
/// grids on a page.
fn layout(places: usize) -> (usize, f64) {
    let side = |across: usize| {
        let down = places.div_ceil(across) as f64;
        let wide = (PAPER.0 - GAP.0 * (across - 1) as f64) / across as f64;
        wide.min(PAPER.1 / down - GAP.1)
    };
    let all = (1..=places).map(|across| (across, side(across)));
    all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((1, PAPER.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_fill_the_paper() {
        let across = |places| layout(places).0;
        assert_eq!([1, 2, 4, 6, 12, 20].map(across), [1, 1, 2, 2, 3, 4]);
        for places in 1..=MOST {
            let (across, side) = layout(places);
            let down = places.div_ceil(across) as f64;
            assert!(side > 25.0 && across as f64 * (side + GAP.0) - GAP.0 <= PAPER.0, "{places}");
            assert!(down * (side + GAP.1) <= PAPER.1, "{places}");
        }
    }
}
