//! Shapes of a picture, under and over the lines of the grid.

use super::board::{Board, CELL, PLACE, centre, corner, place, round};
use super::curve::{self, Obstacles, Point, text};
use super::marks::{Marks, Role, Shade, Tie};
use crate::grid::{Candidate, Cell, Cells, notation::label};

/// Left and top edges of the grid, and the margin on its other sides.
pub(super) const LEFT: f64 = 26.0;
pub(super) const TOP: f64 = 24.0;
pub(super) const MARGIN: f64 = 12.0;

/// Draws the shapes under the lines of the grid.
pub(super) fn under(marks: &Marks) -> String {
    marks.shades.iter().map(|&(cells, kind)| shade(cells, kind)).collect()
}

/// Draws the shapes over the lines of a grid with this side and under the digits.
pub(super) fn over(board: &Board, marks: &Marks, side: f64) -> String {
    let shapes = marks.roles.iter().map(|&(c, role)| shape(role, place(c), Some(c)));
    let bands = marks.groups.iter().map(|group| band(group));
    let weights = marks.weighted.iter().map(|&(cells, weight)| weights(cells, weight));
    bands.chain([links(board, marks, side)]).chain(shapes).chain(weights).collect()
}

/// Draws the weight of each cell on its upper edge, which is free of candidates.
fn weights(cells: Cells, weight: i64) -> String {
    let one = |cell: Cell| {
        let ((x, y), half) = (centre(cell), 0.5 * CELL);
        let y = y - half + 2.0;
        format!("<text class=\"weight\" x=\"{x}\" y=\"{y}\">{weight:+}</text>")
    };
    cells.map(one).collect::<String>() + "\n"
}

fn shade(cells: Cells, kind: Shade) -> String {
    let class = shade_class(kind);
    let corner = |cell: Cell| corner(cell.column(), cell.row());
    let side = round(CELL);
    let path: String = match kind {
        Shade::House | Shade::Cells => {
            cells.map(|cell| format!("M{}h{side}v{side}h-{side}z", text(corner(cell)))).collect()
        }
        // A shaded house or cell is a rectangle.
        Shade::Cover | Shade::Empty => match (cells.min(), cells.max()) {
            (Some(first), Some(last)) => {
                let ((x, y), (right, down)) = (corner(first), corner(last));
                let (width, height) = (right - x + CELL - 6.0, down - y + CELL - 6.0);
                format!("M{}h{width}v{height}h-{width}z", text((x + 3.0, y + 3.0)))
            }
            _ => String::new(),
        },
    };
    format!("<path class=\"{class}\" d=\"{path}\"/>\n")
}

pub(super) fn shade_class(kind: Shade) -> &'static str {
    match kind {
        Shade::House => "house",
        Shade::Cells => "cells",
        Shade::Cover => "cover",
        Shade::Empty => "empty",
    }
}

fn band(group: &[Candidate]) -> String {
    let points: Vec<String> = group.iter().map(|&c| text(place(c))).collect();
    format!("<path class=\"band\" d=\"M{}\"/>\n", points.join("L"))
}

/// Draws the links. Each link bends away from digits and from earlier links.
fn links(board: &Board, marks: &Marks, side: f64) -> String {
    let is_marked = |c: Candidate| marks.roles.iter().any(|mark| mark.0 == c);
    let near = |c| if is_marked(c) { 0.6 * PLACE } else { 0.35 * PLACE };
    let candidates = board.candidates.iter().map(|c| (place(c), near(c)));
    let decided = Cell::all().filter(|&cell| board.candidates.0.iter().all(|p| !p.contains(cell)));
    let decided = decided.map(|cell| (centre(cell), 0.3 * CELL));
    let mut obstacles = Obstacles { points: candidates.chain(decided).collect(), side };
    let one = |&(from, to, tie): &(Candidate, Candidate, Tie)| {
        let (line, arrow) = curve::line(place(from), place(to), &mut obstacles);
        drawn_line(tie, &line, &arrow)
    };
    marks.lines.iter().map(one).collect()
}

pub(super) fn drawn_line(tie: Tie, line: &str, arrow: &str) -> String {
    let class = tie_class(tie);
    format!("<path class=\"{class}\" d=\"{line}\"/><path class=\"arrow\" d=\"{arrow}\"/>\n")
}

fn tie_class(tie: Tie) -> &'static str {
    match tie {
        Tie::Strong => "strong",
        Tie::Weak => "weak",
        Tie::Implied => "implied",
    }
}

/// Draws the mark of a role, for a candidate or, without one, for the legend.
pub(super) fn shape(role: Role, centre: Point, candidate: Option<Candidate>) -> String {
    let (x, y) = centre;
    let data = candidate.map_or(String::new(), |c| format!(" data-label=\"{}\"", label(c)));
    let circle = |class: &str, radius: f64| {
        let (x, y, radius) = (round(x), round(y), round(radius));
        format!("<circle class=\"{class}\"{data} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
    };
    let path = |class: &str, path: String| format!("<path class=\"{class}\"{data} d=\"{path}\"/>");
    let square = |half: f64| {
        let side = round(2.0 * half);
        format!("M{}h{side}v{side}h-{side}z", text((x - half, y - half)))
    };
    match role {
        Role::Ignored => circle("ignored", 8.5),
        Role::Member => circle("member", 8.5),
        Role::Extra => path("extra", square(8.0)),
        Role::Left => circle("left", 9.0),
        Role::Group => circle("group", 8.5),
        Role::Right(0) => circle("right", 8.2),
        Role::Right(1) => path("right second", square(6.9)),
        Role::Right(_) => {
            let diamond = format!("M{}l9 9l-9 9l-9 -9z", text((x, y - 9.0)));
            path("right third", diamond)
        }
        Role::Placed => circle("placed", 10.0),
        Role::Removed => {
            let (a, b) = (text((x - 8.5, y - 8.5)), text((x - 8.5, y + 8.5)));
            path("cross", format!("M{a}l17 17M{b}l17 -17"))
        }
    }
}
