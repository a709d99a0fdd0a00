//! Short forms of patterns beside singles: subsets, fish, locked candidates.

use super::bag::{self, Item};
use super::nodes::{digits_in, houses_of, named, standing};
use super::patterns::{Reading, Readings, Short};
use super::text::spaced;
use crate::evidence::{Evidence, FinnedFish, Hall, Link, Right};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells, Digit, Grid, House};

/// Reads `4,7 in r1c12`; the digits may be left out.
pub(super) fn naked(short: &Short) -> Readings {
    let (cells, grid) = (bag::cells(&short.items), &short.judge.grid);
    let standing_there = digits_in(grid, cells);
    let digits = match &bag::digits(&short.items)[..] {
        [] => standing_there.clone(),
        digits => digits.to_vec(),
    };
    if cells.intersects(grid.placed()) || !standing_there.iter().all(|digit| digits.contains(digit)) {
        return Readings::none(each(grid, cells, |cell| !is_within(grid, cell, &digits)));
    }
    if digits.len() != cells.len() {
        return Readings::none(format!("{} digits in {} cells", digits.len(), cells.len()));
    }
    let reading = |house: House| -> Reading {
        let variables = cells.map(Variable::Cell).collect();
        let transversals = digits.iter().map(|&digit| Variable::In(house, digit)).collect();
        ("naked", Some(digits.len()), Evidence::Subset(Hall { variables, transversals }))
    };
    in_houses(cells, houses_of(cells).map(reading).collect())
}

/// Says that the cells are in no house if there is no reading.
fn in_houses(cells: Cells, all: Vec<Reading>) -> Readings {
    match all.is_empty() && !cells.is_empty() {
        true => Readings::none(format!("{} are in no house together", named(cells))),
        false => Readings::of(all),
    }
}

fn is_within(grid: &Grid, cell: Cells, digits: &[Digit]) -> bool {
    !cell.intersects(grid.placed()) && digits_in(grid, cell).iter().all(|digit| digits.contains(digit))
}

/// Says what stands in those cells for which the function holds.
fn each(grid: &Grid, cells: Cells, is_shown: impl Fn(Cells) -> bool) -> String {
    let shown = cells.map(Cells::of).filter(|&cell| is_shown(cell));
    shown.map(|cell| standing(grid, cell)).collect::<Vec<_>>().join(", ")
}

/// Reads `4,7 in r1c12`: the digits have no other places in a house.
pub(super) fn hidden(short: &Short) -> Readings {
    let (cells, digits) = (bag::cells(&short.items), bag::digits(&short.items));
    if digits.len() != cells.len() {
        return Readings::none(format!("{} digits in {} cells", digits.len(), cells.len()));
    }
    let grid = &short.judge.grid;
    let others = |house: House, digit: Digit| (grid.plane(digit) & house.cells()) - cells;
    let is_confined = |house: &House| digits.iter().all(|&digit| others(*house, digit).is_empty());
    let reading = |house: House| -> Reading {
        let transversals = cells.map(Variable::Cell).collect();
        let variables = digits.iter().map(|&digit| Variable::In(house, digit)).collect();
        ("hidden", Some(digits.len()), Evidence::Subset(Hall { variables, transversals }))
    };
    let all: Vec<Reading> = houses_of(cells).filter(is_confined).map(reading).collect();
    let elsewhere = houses_of(cells).next().and_then(|house| {
        let digit = digits.iter().copied().find(|&digit| !others(house, digit).is_empty())?;
        Some(format!("{} of {house} may also be in {}", digit.number(), named(others(house, digit))))
    });
    match elsewhere.filter(|_| all.is_empty()) {
        Some(why) => Readings::none(why),
        None => in_houses(cells, all),
    }
}

/// Reads `4 r249 c167 fr4c3`; fins may be left out.
pub(super) fn fish(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let (digits, houses) = (bag::digits(&short.items), bag::houses(&short.items));
    let (&[digit], [base, cover]) = (&digits[..], &houses[..]) else { return Readings::of(Vec::new()) };
    if base.len() != cover.len() {
        return Readings::none(format!("{} houses, covered by {}", base.len(), cover.len()));
    }
    let all = |houses: &[House]| houses.iter().fold(Cells::EMPTY, |all, house| all | house.cells());
    let in_two =
        |cell: &crate::grid::Cell| base.iter().filter(|house| house.cells().contains(*cell)).count() > 1;
    let places = grid.open_plane(digit) & all(base);
    let outside = (places - all(cover)) | places.filter(in_two).collect::<Cells>();
    let fins_given = short.items.iter().find_map(|item| match item {
        Item::Fins(cells) => Some(*cells),
        _ => None,
    });
    if let Some(given) = fins_given.filter(|given| *given != outside) {
        let which = |cells: Cells| named(cells).replace(',', " ");
        return Readings::none(format!(
            "the fins are {}, not {}",
            if outside.is_empty() { "none".to_string() } else { which(outside) },
            which(given)
        ));
    }
    let sets = |houses: &[House]| -> Vec<Variable> {
        houses.iter().map(|&house| Variable::In(house, digit)).collect()
    };
    let (variables, transversals) = (sets(base), sets(cover));
    let fins: Vec<Candidate> = outside.map(|cell| Candidate::new(digit, cell)).collect();
    let of_lines = FinnedFish { variables, transversals, fins };
    let size = Some(base.len());
    let plain = Hall { variables: of_lines.variables.clone(), transversals: of_lines.transversals.clone() };
    let mut readings: Vec<Reading> = vec![("fish", size, Evidence::Subset(plain))];
    for rule in ["finned", "sashimi"] {
        readings.push((rule, size, Evidence::Finned(of_lines.clone())));
    }
    for rule in ["franken-fish", "finned-franken-fish", "mutant-fish"] {
        readings.push((rule, size, Evidence::Franken(of_lines.clone())));
    }
    let holding = holding(short, &readings);
    match holding.is_empty() && fins_given.is_none() && !outside.is_empty() {
        true => Readings::none(format!("{} may also be in {}", digit.number(), named(outside))),
        false => Readings::of(if holding.is_empty() { readings } else { holding }),
    }
}

/// Returns the first reading that holds.
fn holding(short: &Short, readings: &[Reading]) -> Vec<Reading> {
    let holds = |(rule, size, because): &&Reading| short.judge.proved(rule, *size, because).is_ok();
    readings.iter().filter(holds).take(1).cloned().collect()
}

/// Reads `7 in b5`, `7 b5 r4`: all places of the digit in the first house are in another.
pub(super) fn locked(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let (digits, houses) = (bag::digits(&short.items), bag::houses(&short.items).concat());
    let (&[digit], [base, rest @ ..]) = (&digits[..], &houses[..]) else {
        return Readings::of(Vec::new());
    };
    let places = grid.open_plane(digit) & base.cells();
    if let Some(cover) = rest.first().filter(|cover| !places.is_subset(cover.cells())) {
        let others = places - cover.cells();
        return Readings::none(format!("{} of {base} may also be in {}", digit.number(), named(others)));
    }
    if places.is_empty() {
        return Readings::none(format!("{} has no place in {base}", digit.number()));
    }
    let shared = houses_of(places).filter(|house| house != base).count();
    if shared == 0 {
        let places = named(places).replace(',', " ");
        return Readings::none(format!("{} of {base} may be in {places}", spaced([digit])));
    }
    let mut all = places.map(|cell| Candidate::new(digit, cell));
    let Some(left) = all.next() else { return Readings::of(Vec::new()) };
    let ignored = all.map(|one| (one, 0)).collect();
    let variables = vec![Variable::In(*base, digit)];
    let link = Link { variables, left, from: 0, right: Right::Nothing, ignored };
    Readings::of(vec![("lc", None, Evidence::Chain { links: vec![link] })])
}
