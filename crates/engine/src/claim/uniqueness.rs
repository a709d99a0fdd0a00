//! Short forms of unique rectangles and the grave: `UR Type 1: 4/9 in r46c37`, `UR-Wing: 2/8 in r46c37 wings
//! r1c3,r5c7`, `BUG+1`.

use super::bag;
use super::nodes::{digits_in, named, standing};
use super::patterns::{Reading, Readings, Short};
use crate::evidence::{Evidence, Hall, Rectangle};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cell, Cells, Digit, Grid, House};

/// Reads `4/9 in r4c37,r6c37`: the corners; roof, links and subset are found in the state.
pub(super) fn rectangle(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let groups = bag::groups(&short.items);
    let Some(&corners) = groups.first() else { return Readings::of(Vec::new()) };
    let corners = if corners.len() == 4 { corners } else { bag::cells(&short.items) };
    let digits: Vec<Digit> = bag::digits(&short.items).into_iter().take(2).collect();
    let &[one, other] = &digits[..] else { return Readings::of(Vec::new()) };
    if corners.len() != 4 {
        return Readings::none(format!("{} are not four corners", named(corners)));
    }
    let has_none = |cell: &Cell| grid.digits_of(*cell) & (one.bit() | other.bit()) == 0;
    if let Some(cell) = corners.into_iter().find(has_none) {
        return Readings::none(standing(grid, Cells::of(cell)));
    }
    let bare: Cells = corners
        .filter(|&cell| {
            !grid.placed().contains(cell) && grid.digits_of(cell) & !(one.bit() | other.bit()) == 0
        })
        .collect();
    let decided = corners & grid.placed();
    let floor = if decided.is_empty() { bare } else { decided };
    let roof = corners - floor;
    let variables = |cells: Cells| cells.map(Variable::Cell).collect::<Vec<_>>();
    let plain = Rectangle {
        digits: [one, other],
        floor: variables(floor),
        roof: variables(roof),
        confined: Vec::new(),
        subset: None,
        wings: Vec::new(),
    };
    let mut all: Vec<Reading> = Vec::new();
    let mut add = |rule, rectangle: Rectangle| all.push((rule, None, Evidence::Rectangle(rectangle)));
    if !decided.is_empty() {
        add("ar1", plain.clone());
        add("ar2", plain.clone());
    }
    ["ur1", "ur2", "ur5"].into_iter().for_each(|rule| add(rule, plain.clone()));
    let confined = confined(grid, corners, [one, other]);
    for &variable in &confined {
        add("ur4", Rectangle { confined: vec![variable], ..plain.clone() });
    }
    for (k, &a) in confined.iter().enumerate() {
        for &b in confined.iter().skip(k + 1) {
            let both = Rectangle { confined: vec![a, b], ..plain.clone() };
            add("ur6", both.clone());
            add("hidden-ur", both);
        }
    }
    if let [_, wings] = groups[..] {
        add("ur-wing", Rectangle { wings: variables(wings), ..plain.clone() });
    }
    let links = if decided.is_empty() { "ur-strong-link" } else { "hidden-ar" };
    add(links, Rectangle { confined, ..plain.clone() });
    for subset in subsets(grid, roof, [one, other]) {
        add("ur3", Rectangle { subset: Some(subset), ..plain.clone() });
    }
    Readings::of(all)
}

/// Returns the digits in houses that have two places, both in corners.
fn confined(grid: &Grid, corners: Cells, digits: [Digit; 2]) -> Vec<Variable> {
    let is_confined = |variable: &Variable| match variable {
        Variable::In(house, digit) => {
            let places = grid.open_plane(*digit) & house.cells();
            places.len() == 2 && places.is_subset(corners)
        }
        Variable::Cell(_) => false,
    };
    let of_house = |house: House| digits.map(|digit| Variable::In(house, digit));
    House::all().flat_map(of_house).filter(is_confined).collect()
}

/// Finds the cells of a house that are a naked subset with the roof.
fn subsets(grid: &Grid, roof: Cells, pair: [Digit; 2]) -> Vec<Hall> {
    let extras: Vec<Digit> =
        digits_in(grid, roof).into_iter().filter(|digit| !pair.contains(digit)).collect();
    let mut all = Vec::new();
    for house in House::all().filter(|house| roof.is_subset(house.cells()) && roof.len() == 2) {
        let open: Vec<Cell> = ((house.cells() - roof) - grid.placed()).collect();
        for mask in 1_u32..1 << open.len() {
            let is_in = |(k, _): &(usize, &Cell)| mask >> k & 1 == 1;
            let cells: Cells = open.iter().enumerate().filter(is_in).map(|(_, cell)| *cell).collect();
            let held = digits_in(grid, cells);
            let digits: Vec<Digit> =
                Digit::all().filter(|digit| held.contains(digit) || extras.contains(digit)).collect();
            if digits.len() == cells.len() + 1 {
                all.push(Hall {
                    variables: cells.map(Variable::Cell).collect(),
                    transversals: digits.into_iter().map(|digit| Variable::In(house, digit)).collect(),
                });
            }
        }
    }
    all
}

/// Reads `BUG+1`: the candidate is the one that cells and houses have too many.
pub(super) fn bug(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let open = Cells::ALL - grid.placed();
    let is_more = |cell: &Cell| grid.digits_of(*cell).count_ones() > 2;
    let of_cell =
        |cell: Cell| digits_in(grid, Cells::of(cell)).into_iter().map(move |d| Candidate::new(d, cell));
    let all: Vec<Candidate> = open.filter(is_more).flat_map(of_cell).collect();
    match all.len() {
        3 => Readings::of(
            all.into_iter().map(|one| ("bug1", None, Evidence::Bug { candidate: one })).collect(),
        ),
        _ => Readings::none("not one cell has more than two candidates, and that one three"),
    }
}
