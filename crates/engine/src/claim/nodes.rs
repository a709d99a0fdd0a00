//! Links of a chain in a state: whether a strong or a weak link holds, and what stands there if it does not.

use super::chain::What;
use super::text::spaced;
use super::trace::Play;
use crate::evidence::Strong;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, House};

/// Basis of a strong link that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Basis {
    /// A digit in a house, a cell with two digits, or the cells of an almost locked set.
    Variables(Vec<Variable>),
    /// Singles, locked candidates or subsets that follow if the first node is false.
    Moves,
    /// Guardians of a unique rectangle, or candidates without which there would be a grave.
    Deadly(Strong),
}

/// Returns the open candidates of the digit in the cells.
pub(super) fn places(grid: &Grid, digit: Digit, cells: Cells) -> Candidates {
    Candidates::of_digit(digit, grid.open_plane(digit) & cells)
}

/// Returns the candidates that a node is made of; none of a fish.
pub(super) fn candidates(grid: &Grid, node: &What) -> Candidates {
    let mut all = Candidates::EMPTY;
    if let What::Digits { digits, cells } = node {
        digits.iter().for_each(|&digit| all.extend(&places(grid, digit, *cells)));
    }
    all
}

/// Returns the digits that open cells may hold.
pub(super) fn digits_in(grid: &Grid, cells: Cells) -> Vec<Digit> {
    let open = cells - grid.placed();
    Digit::all().filter(|&digit| grid.plane(digit).intersects(open)).collect()
}

/// Says which candidates stand in cells: `r9c9 has 2 5 8`, `r9c9 is 5`.
pub(super) fn standing(grid: &Grid, cells: Cells) -> String {
    let (open, name) = (cells - grid.placed(), named(cells));
    let digits = |cells: Cells| Digit::all().filter(move |&digit| grid.plane(digit).intersects(cells));
    match open.is_empty() {
        true if cells.len() == 1 => format!("{name} is {}", spaced(digits(cells))),
        true => format!("{name} are decided"),
        false if cells.len() == 1 => format!("{name} has {}", spaced(digits(cells))),
        false => format!("{name} have {}", spaced(digits(open))),
    }
}

/// Formats cells: `r1c23,r4c7`.
pub(super) fn named(cells: Cells) -> String {
    let mut parts = Vec::new();
    let digits = |all: Vec<usize>| all.iter().map(|at| (at + 1).to_string()).collect::<String>();
    let mut left = cells;
    while let Some(first) = left.first() {
        let [row, column] =
            [House::row(first.row()), House::column(first.column())].map(|h| left & h.cells());
        if row.len() > 1 || column.len() == 1 {
            parts.push(format!("r{}c{}", first.row() + 1, digits(row.map(|cell| cell.column()).collect())));
            left -= row;
        } else {
            parts.push(format!(
                "r{}c{}",
                digits(column.map(|cell| cell.row()).collect()),
                first.column() + 1
            ));
            left -= column;
        }
    }
    parts.join(",")
}

/// Checks that a node has a candidate for each of its digits.
fn present(grid: &Grid, node: &What) -> Result<(), String> {
    match node {
        What::Digits { digits, cells } => {
            let is_there = |digit: &Digit| !places(grid, *digit, *cells).is_empty();
            if digits.iter().all(is_there) { Ok(()) } else { Err(standing(grid, *cells)) }
        }
        What::Fish { digit, base, .. } => {
            let is_open = |house: &&House| !places(grid, *digit, house.cells()).is_empty();
            match base.iter().find(|house| !is_open(house)) {
                None => Ok(()),
                Some(house) => Err(format!("{} has no place in {house}", digit.number())),
            }
        }
    }
}

/// Returns the houses that contain all the cells.
pub(super) fn houses_of(cells: Cells) -> impl Iterator<Item = House> {
    House::all().filter(move |house| cells.is_subset(house.cells()))
}

/// Checks that one of two nodes is true.
pub(super) fn strong(grid: &Grid, a: &What, b: &What) -> Result<Basis, String> {
    present(grid, a)?;
    present(grid, b)?;
    if let (What::Digits { digits: one, cells }, What::Digits { digits: other, cells: others }) = (a, b) {
        match (&one[..], &other[..]) {
            _ if cells == others && cells.len() > 1 => return locked(grid, *cells, [one, other]),
            ([_], [_]) if cells == others => return bivalue(grid, *cells, [one, other]),
            (&[digit], &[same]) if digit == same => return bilocal(grid, digit, *cells | *others),
            _ if cells == others => bivalue(grid, *cells, [one, other]).map(|_| ())?,
            _ => {}
        }
    }
    follows(grid, a, b)
}

/// Finds a deadly pattern among `links` whose guardians the two nodes are.
pub(super) fn deadly(grid: &Grid, a: &What, b: &What, links: &[Strong]) -> Option<Basis> {
    let [one, other] = [a, b].map(|node| candidates(grid, node));
    let sides = |link: &Strong| -> [Candidates; 2] {
        [&link.from, &link.to].map(|side| side.iter().copied().collect())
    };
    let is_it = |link: &&Strong| [[one, other], [other, one]].contains(&sides(link));
    let [from, to] = [one, other].map(|side| side.iter().collect());
    links.iter().find(is_it).map(|link| Basis::Deadly(Strong { from, to, ..link.clone() }))
}

/// Checks that the second node follows by singles, locked candidates or a subset if the first is false.
fn follows(grid: &Grid, a: &What, b: &What) -> Result<Basis, String> {
    let mut play = Play::new(*grid);
    match a {
        What::Digits { .. } => play.remove(&candidates(grid, a)),
        // The negation of a fish says nothing by itself.
        What::Fish { .. } => return strong_fish(grid, b, a),
    }
    match play.settle(b) {
        true => Ok(Basis::Moves),
        false => Err("the second node does not follow if the first is false".to_string()),
    }
}

/// Checks a link from a fish to its fins.
fn strong_fish(grid: &Grid, fins: &What, fish: &What) -> Result<Basis, String> {
    match fins {
        What::Digits { .. } => follows(grid, fins, fish),
        What::Fish { .. } => Err("two fish are not linked".to_string()),
    }
}

/// Checks that a cell has no other digits than those of both sides.
fn bivalue(grid: &Grid, cells: Cells, sides: [&[Digit]; 2]) -> Result<Basis, String> {
    let is_named = |digit: &Digit| sides.iter().any(|side| side.contains(digit));
    let are_apart =
        !sides.first().into_iter().flat_map(|one| one.iter()).any(|digit| sides[1].contains(digit));
    match digits_in(grid, cells).iter().all(is_named) && are_apart {
        true => Ok(Basis::Variables(cells.map(Variable::Cell).collect())),
        false => Err(standing(grid, cells)),
    }
}

/// Checks an almost locked set: cells of a house with one digit more than cells.
fn locked(grid: &Grid, cells: Cells, [one, other]: [&[Digit]; 2]) -> Result<Basis, String> {
    let digits = digits_in(grid, cells);
    let count = cells.len();
    if cells.intersects(grid.placed()) {
        return Err(standing(grid, cells & grid.placed()));
    }
    if houses_of(cells).next().is_none() {
        return Err(format!("{} are in no house together", named(cells)));
    }
    if digits.len() != count + 1 {
        return Err(format!("{}, {} digits for {count} cells", standing(grid, cells), digits.len()));
    }
    let are_apart = !one.iter().any(|digit| other.contains(digit));
    match are_apart && (one.len() == 1 || other.len() == 1) {
        true => Ok(Basis::Variables(cells.map(Variable::Cell).collect())),
        false => Err("one side is one digit, and not on the other side".to_string()),
    }
}

/// Checks that some house has no other places for the digit.
fn bilocal(grid: &Grid, digit: Digit, cells: Cells) -> Result<Basis, String> {
    let is_all = |house: &House| (grid.open_plane(digit) & house.cells()).is_subset(cells);
    let in_play = grid.open_plane(digit) & cells;
    let mut shared = houses_of(in_play);
    match shared.find(is_all) {
        Some(house) if in_play.len() > 1 => Ok(Basis::Variables(vec![Variable::In(house, digit)])),
        _ => Err(elsewhere(grid, digit, in_play)),
    }
}

/// Says where else a digit may be: `4 of r3 is also in r3c58`.
fn elsewhere(grid: &Grid, digit: Digit, cells: Cells) -> String {
    let also = |house: House| {
        let others = grid.open_plane(digit) & house.cells() & !cells;
        format!("{} of {house} may also be in {}", digit.number(), named(others))
    };
    let all: Vec<String> = houses_of(cells).map(also).collect();
    match all.is_empty() || cells.len() < 2 {
        true => format!("{} are not in one house", named(cells)),
        false => all.join(", "),
    }
}

/// Checks that not both nodes are true.
pub(super) fn weak(grid: &Grid, a: &What, b: &What) -> Result<(), String> {
    present(grid, a)?;
    present(grid, b)?;
    match excludes(grid, a, b) || excludes(grid, b, a) {
        true => Ok(()),
        false => Err(both(grid, a, b)),
    }
}

/// Names two candidates that may be true together.
fn both(grid: &Grid, a: &What, b: &What) -> String {
    let (one, other) = (candidates(grid, a), candidates(grid, b));
    let mut pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    match pairs.find(|(a, b)| !a.is_linked(*b)) {
        Some((a, b)) if a.digit == b.digit && a != b => {
            format!("{} and {} do not see each other", a.cell, b.cell)
        }
        Some((a, b)) if a == b => format!("{} of {} is in both", a.digit.number(), a.cell),
        Some((a, b)) => format!(
            "{} in {} and {} in {} may both be true",
            a.digit.number(),
            a.cell,
            b.digit.number(),
            b.cell
        ),
        None => "both may be true".to_string(),
    }
}

/// Whether the second node is false if the first is true.
fn excludes(grid: &Grid, a: &What, b: &What) -> bool {
    let What::Digits { digits, cells } = b else { return false };
    let is_gone = |digit: &Digit| {
        let own = places(grid, *digit, *cells);
        !own.is_empty() && own.iter().all(|one| is_excluded(grid, a, one))
    };
    match cells.len() > 1 && digits.len() > 1 {
        // The cells hold all the digits, or the node is false.
        true => digits.iter().any(is_gone),
        false => digits.iter().all(is_gone),
    }
}

/// Whether a candidate is false if the node is true.
pub(super) fn is_excluded(grid: &Grid, node: &What, one: Candidate) -> bool {
    match node {
        What::Digits { digits, cells } => {
            let sees_all = |digit: &Digit| {
                let places = places(grid, *digit, *cells);
                !places.is_empty() && places.iter().all(|place| place.is_linked(one))
            };
            let is_filled = digits.len() > 1 && digits.len() == cells.len();
            // A cell with one of several digits excludes nothing that only some of the digits do.
            let is_one_of = digits.len() > 1 && cells.len() == 1;
            match is_one_of {
                true => {
                    digits.iter().all(sees_all) || cells.contains(one.cell) && !digits.contains(&one.digit)
                }
                false => {
                    digits.iter().any(sees_all)
                        || is_filled && cells.contains(one.cell) && !digits.contains(&one.digit)
                }
            }
        }
        What::Fish { digit, base, cover } => {
            let is_in = |houses: &[House]| houses.iter().any(|house| house.cells().contains(one.cell));
            one.digit == *digit && is_in(cover) && !is_in(base)
        }
    }
}
