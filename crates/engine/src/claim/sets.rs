//! Short forms of patterns beside singles: subsets, fish, locked candidates.

use super::bag::{self, Item};
use super::nodes::{digits_in, houses_of, named, standing};
use super::patterns::{Reading, Readings, Short};
use super::text::spaced;
use crate::evidence::{Evidence, FinnedFish, Hall, Link, Right};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cell, Cells, Digit, Grid, House, HouseKind};

/// Reads `4,7 in r1c12`; the digits may be left out.
pub(super) fn naked(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let told = bag::digits(&short.items);
    let is_inside = |cell: &Cell| is_within(grid, Cells::of(*cell), &told);
    let cells = match (bag::groups(&short.items).is_empty(), &bag::houses(&short.items).concat()[..]) {
        // The cells of a house that can hold only these digits.
        (true, [house]) => house.cells().filter(is_inside).collect(),
        _ => bag::cells(&short.items),
    };
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
    let (digits, grid) = (bag::digits(&short.items), &short.judge.grid);
    let places = |digit: &Digit| grid.open_plane(*digit);
    let all = digits.iter().fold(Cells::EMPTY, |all, digit| all | places(digit));
    let cells = match (bag::groups(&short.items).is_empty(), &bag::houses(&short.items).concat()[..]) {
        // The places of the digits in a house.
        (true, [house]) => house.cells() & all,
        _ => bag::cells(&short.items),
    };
    if digits.len() != cells.len() {
        return Readings::none(format!("{} digits in {} cells", digits.len(), cells.len()));
    }
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
    let digits = bag::digits(&short.items);
    let &[digit] = &digits[..] else { return Readings::of(Vec::new()) };
    let houses = base_and_cover(grid, digit, bag::houses(&short.items));
    let Some([base, cover]) = &houses else { return Readings::of(Vec::new()) };
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
    let placed = |house: &&House| (grid.open_plane(digit) & house.cells()).is_empty();
    if let Some(house) = base.iter().find(placed).filter(|_| holding.is_empty()) {
        return Readings::none(format!("{} has no place left in {house}", digit.number()));
    }
    match holding.is_empty() && fins_given.is_none() && !outside.is_empty() {
        true => Readings::none(format!("{} may also be in {}", digit.number(), named(outside))),
        false => Readings::of(if holding.is_empty() { readings } else { holding }),
    }
}

/// Returns the base and the cover of a fish: two groups of houses; or lines of two kinds in any order,
/// `r36c27`, `r3c27 r6c27`; or lines of one kind with as many lines across that hold their places.
fn base_and_cover(grid: &Grid, digit: Digit, groups: Vec<Vec<House>>) -> Option<[Vec<House>; 2]> {
    if let [base, cover] = &groups[..]
        && !base.is_empty()
        && !cover.is_empty()
    {
        return Some([base.clone(), cover.clone()]);
    }
    let mut all: Vec<House> = Vec::new();
    for house in groups.into_iter().flatten() {
        if !all.contains(&house) {
            all.push(house);
        }
    }
    let kind = all.first()?.kind();
    let (base, cover): (Vec<House>, Vec<House>) = all.into_iter().partition(|house| house.kind() == kind);
    if !cover.is_empty() || kind == HouseKind::Block {
        return Some([base, cover]);
    }
    let places = base.iter().fold(Cells::EMPTY, |all, house| all | house.cells()) & grid.open_plane(digit);
    let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
    let cover = House::of_kind(across).filter(|house| house.cells().intersects(places)).collect();
    Some([base, cover])
}

/// Returns the first reading that holds.
fn holding(short: &Short, readings: &[Reading]) -> Vec<Reading> {
    let holds = |(rule, size, because): &&Reading| short.judge.proved(rule, *size, because).is_ok();
    readings.iter().filter(holds).take(1).cloned().collect()
}

/// Returns the houses of a locked candidate that is told by cells, `7 r4c46`: a house whose places are all
/// there, then the other.
fn around(grid: &Grid, digit: Digit, items: &[Item]) -> Vec<House> {
    let cells = bag::cells(items);
    let mut houses: Vec<House> = houses_of(cells).collect();
    let only_houses =
        items.iter().filter(|item| !matches!(item, Item::Cells(..))).cloned().collect::<Vec<_>>();
    let told = bag::houses(&only_houses).concat();
    let elsewhere = |house: &House| !((grid.open_plane(digit) & house.cells()) - cells).is_empty();
    let is_told_later = |house: &House| told.iter().position(|one| one == house).unwrap_or(told.len());
    // Blocks first: a pointing pair is more usual.
    houses.sort_by_key(|house| (elsewhere(house), is_told_later(house), house.kind() != HouseKind::Block));
    houses
}

/// Reads `7 in b5`, `7 b5 r4`: all places of the digit in the first house are in another.
pub(super) fn locked(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let digits = bag::digits(&short.items);
    let &[digit] = &digits[..] else { return Readings::of(Vec::new()) };
    let told = bag::groups(&short.items);
    let houses = match told.is_empty() {
        true => bag::houses(&short.items).concat(),
        false => around(grid, digit, &short.items),
    };
    let [base, rest @ ..] = &houses[..] else { return Readings::of(Vec::new()) };
    let places = grid.open_plane(digit) & base.cells();
    if !told.is_empty() && !places.is_subset(bag::cells(&short.items)) {
        let others = named(places - bag::cells(&short.items));
        return Readings::none(format!("{} of {base} may also be in {others}", digit.number()));
    }
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
