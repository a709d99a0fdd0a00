//! The frame of a picture: the paper of a board with its shaded houses, the lines, the names of rows and
//! columns.

use super::board::{Board, CELL, centre, corner, digits};
use super::curve::text;
use super::svg::Drawing;
use crate::boards::{self, BoardHouse};
use crate::grid::Cell;

/// Space for half of the outer line.
const EDGE: f64 = 2.0;

/// Frame of the pictures of a board: thick lines between regions, diagonals, shades of further houses.
pub struct Frame {
    /// Name of the board after a comma, for titles; empty for the plain board.
    about: String,
    pub(super) side: f64,
    shades: String,
    pub(super) lines: String,
}

impl Frame {
    /// Makes the frame of the plain board.
    pub fn plain() -> Frame {
        let side = 9.0 * CELL;
        let path = |is_thick: bool| -> String {
            let wanted = (0..=9).filter(|k| (k % 3 == 0) == is_thick);
            let at = wanted.map(|k| f64::from(k) * CELL);
            at.map(|at| format!("M0 {at}h{side}M{at} 0v{side}")).collect()
        };
        let lines = thin_and_thick(&path(false), &path(true));
        Frame { about: String::new(), side, shades: String::new(), lines }
    }

    /// Makes the frame of a board. Groups that cover the whole board besides its regions, such as disjoint
    /// groups and broken diagonals, are not drawn; nor are links.
    pub fn of(board: &boards::Board) -> Frame {
        if board.text() == "plain" {
            return Frame::plain();
        }
        let side = board.size() as f64 * CELL;
        let inner = (1..board.size()).map(|k| k as f64 * CELL);
        let mut thin: String = inner.map(|at| format!("M0 {at}h{side}M{at} 0v{side}")).collect();
        let is_broken = board.houses().iter().any(|house| house.name == "a1");
        for house in board.houses().iter().filter(|_| !is_broken) {
            match house.name.as_str() {
                "d1" => thin += &format!("M0 0L{side} {side}"),
                "d2" => thin += &format!("M{side} 0L0 {side}"),
                _ => {}
            }
        }
        let lines = thin_and_thick(&thin, &borders(board, side));
        let shades = board.houses().iter().filter(|house| is_shaded(&house.name)).map(shade).collect();
        Frame { about: format!(", board {}", short(board.text())), side, shades, lines }
    }

    /// Returns the name of the board for the end of a title, after a comma; nothing for the plain board.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the shapes of an empty grid: shades of houses, and lines.
    pub fn shapes(&self) -> [&str; 2] {
        [&self.shades, &self.lines]
    }

    /// Draws the contents of a grid; `title` describes them.
    pub fn grid(&self, contents: &Board, title: &str) -> Drawing {
        let all = self.side + 2.0 * EDGE;
        let inside = [self.paper(), self.lines.clone(), digits(contents)].concat();
        let body = format!("<g transform=\"translate({EDGE} {EDGE})\">\n{inside}</g>\n");
        Drawing::new((all, all), title, body)
    }

    pub(super) fn paper(&self) -> String {
        let (side, shades) = (self.side, &self.shades);
        format!("<path class=\"paper\" d=\"M0 0h{side}v{side}h-{side}z\"/>\n{shades}")
    }

    /// Draws the names of the rows and columns.
    pub(super) fn names(&self) -> String {
        let one = |k: usize| {
            let (at, _) = centre(Cell::new(k));
            let (n, y) = (k + 1, at + 4.5);
            format!("<text x=\"{at}\" y=\"-8\">c{n}</text><text x=\"-13\" y=\"{y}\">r{n}</text>")
        };
        let names = (0..(self.side / CELL) as usize).map(one);
        format!("<g class=\"names\">{}</g>\n", names.collect::<String>())
    }
}

fn thin_and_thick(thin: &str, thick: &str) -> String {
    format!("<path class=\"thin\" d=\"{thin}\"/>\n<path class=\"thick\" d=\"{thick}\"/>\n")
}

/// Returns the outer line, and the sides between cells of different blocks or regions.
fn borders(board: &boards::Board, side: f64) -> String {
    let is_region = |house: &BoardHouse| house.name.starts_with(['b', 'j']);
    let region = |row: usize, column: usize| {
        let cell = Cell::at(row, column);
        board.houses().iter().position(|house| is_region(house) && house.cells.contains(cell))
    };
    let mut path = format!("M0 0h{side}v{side}h-{side}z");
    for cell in board.cells() {
        let (row, column) = (cell.row(), cell.column());
        let (own, at) = (region(row, column), text(corner(column, row)));
        if row > 0 && region(row - 1, column) != own {
            path += &format!("M{at}h{CELL}");
        }
        if column > 0 && region(row, column - 1) != own {
            path += &format!("M{at}v{CELL}");
        }
    }
    path
}

/// Whether a house is shaded: the four windows, and further houses of which there are few.
fn is_shaded(name: &str) -> bool {
    let is_drawn_otherwise = name.starts_with(['r', 'c', 'b', 'j', 'd', 'a', 'g']);
    !is_drawn_otherwise && !["w5", "w6", "w7", "w8", "w9"].contains(&name)
}

/// Shades a house; cells of two such houses are darker. The style is beside the shape, as the style sheet is
/// in the pictures of the plain board, too.
fn shade(house: &BoardHouse) -> String {
    let square = |cell: Cell| format!("M{}h{CELL}v{CELL}h-{CELL}z", text(corner(cell.column(), cell.row())));
    let path: String = house.cells.map(square).collect();
    format!("<path style=\"fill:var(--ink);fill-opacity:.12\" d=\"{path}\"/>\n")
}

/// Returns the text of a board without the letters of its layout.
fn short(text: &str) -> String {
    let names = text.split('+').map(|part| part.split(':').next().unwrap_or_default());
    names.collect::<Vec<_>>().join("+")
}
