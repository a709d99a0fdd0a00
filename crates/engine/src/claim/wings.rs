//! Short forms of wings, of patterns with two strong links of a digit, of colours and of almost locked sets.

use super::bag::{self, Item};
use super::judge::Ground;
use super::nodes::{digits_in, houses_of, named, standing};
use super::patterns::{Reading, Readings, Short};
use crate::evidence::{AlmostLocked, Colours, Evidence, Hall, Strong};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cell, Cells, Digit, Grid, House, HouseKind};

/// Makes a strong link of a digit between two groups of cells in a house that has no other places, one
/// reading for each such house.
fn bilocal(grid: &Grid, digit: Digit, from: Cells, to: Cells) -> Vec<Strong> {
    let plane = grid.open_plane(digit);
    let side = |cells: Cells| (plane & cells).map(|cell| Candidate::new(digit, cell)).collect::<Vec<_>>();
    let is_all = |house: &House| (plane & house.cells()) == plane & (from | to);
    let link = |house| Strong {
        by: vec![Variable::In(house, digit)],
        digits: Vec::new(),
        from: side(from),
        to: side(to),
    };
    houses_of(plane & (from | to)).filter(is_all).map(link).collect()
}

/// Makes the strong link between the two digits of a cell.
fn bivalue(cell: Cell, from: Digit, to: Digit) -> Strong {
    let side = |digit| vec![Candidate::new(digit, cell)];
    Strong { by: vec![Variable::Cell(cell)], digits: Vec::new(), from: side(from), to: side(to) }
}

/// Makes a reading of a chain of strong links.
fn chain(links: Vec<Strong>) -> Reading {
    ("als-aic", Some(links.len()), Evidence::Links(links))
}

/// Returns all orders of cells, of which there are few.
fn orders(cells: Cells) -> Vec<Vec<Cell>> {
    match cells.first() {
        None => vec![Vec::new()],
        Some(_) => cells
            .flat_map(|first| {
                let rest = orders(cells - Cells::of(first));
                rest.into_iter().map(move |rest| [vec![first], rest].concat())
            })
            .collect(),
    }
}

/// Reads `2 in r1c5,r3c6 (connected by r8c56)`: ends, then joints.
pub(super) fn two_links(short: &Short) -> Readings {
    let digits = bag::digits(&short.items);
    let groups = bag::groups(&short.items);
    let &[digit] = &digits[..] else { return Readings::of(Vec::new()) };
    let mut all = groups.iter().fold(Cells::EMPTY, |all, group| all | *group);
    let open = short.judge.grid.open_plane(digit);
    if all.len() < 4 {
        // The two places of lines that are told: `7 r28`, `7 r8 c2`.
        let lines = short.items.iter().filter_map(|item| match item {
            Item::Houses(houses) => Some(houses.iter().filter(|house| house.kind() != HouseKind::Block)),
            _ => None,
        });
        lines.flatten().for_each(|line| all |= open & line.cells());
    }
    if all.len() != 4 {
        return Readings::none(format!("{} cells, not four", all.len()));
    }
    let grid = &short.judge.grid;
    let ends = groups.first().copied().filter(|group| group.len() == 2 && groups.len() > 1);
    let mut found = Vec::new();
    for order in orders(all) {
        let [a, b, c, d] = order[..] else { continue };
        let are_ends = ends.is_none_or(|ends| ends.contains(a) && ends.contains(d));
        if !are_ends || a > d {
            continue;
        }
        for one in bilocal(grid, digit, Cells::of(a), Cells::of(b)) {
            for other in bilocal(grid, digit, Cells::of(c), Cells::of(d)) {
                found.push(chain(vec![one.clone(), other]));
            }
        }
    }
    match found.is_empty() {
        true => {
            Readings::none(format!("{} has other places in the houses of {}", digit.number(), named(all)))
        }
        false => Readings::of(found),
    }
}

/// Reads `6 in b9 (r67c4)`: the places in the block lie in a row and a column, and a pair of cells is joined.
pub(super) fn empty_rectangle(short: &Short) -> Readings {
    let (digits, houses) = (bag::digits(&short.items), bag::houses(&short.items).concat());
    let pair = bag::cells(&short.items);
    let block = houses.iter().find(|house| house.kind() == HouseKind::Block);
    let (&[digit], Some(block), 2) = (&digits[..], block, pair.len()) else {
        return Readings::of(Vec::new());
    };
    let grid = &short.judge.grid;
    let places = grid.open_plane(digit) & block.cells();
    let mut found = Vec::new();
    let crossing = |kind| House::of_kind(kind).filter(|house| house.cells().intersects(places));
    for row in crossing(HouseKind::Row) {
        for column in crossing(HouseKind::Column) {
            if !places.is_subset(row.cells() | column.cells()) {
                continue;
            }
            for (arm, other) in [(row, column), (column, row)] {
                for end in pair {
                    let far = pair - Cells::of(end);
                    let sides = (places & arm.cells(), places & other.cells());
                    for hinge in bilocal(grid, digit, sides.0, sides.1) {
                        for link in bilocal(grid, digit, Cells::of(end), far) {
                            found.push(chain(vec![hinge.clone(), link]));
                        }
                    }
                }
            }
        }
    }
    match found.is_empty() {
        true => Readings::none(format!(
            "{} of {block} may be in {}, or {} has other places in the houses of {}",
            digit.number(),
            named(places),
            digit.number(),
            named(pair)
        )),
        false => Readings::of(found),
    }
}

/// Reads `3/4 in r1c2,r5c8 connected by 4 in r15c5`.
pub(super) fn w_wing(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let (digits, groups) = (bag::digits(&short.items), bag::groups(&short.items));
    let (&[one, other], [ends, joint @ ..]) = (&digits[..], &groups[..]) else {
        return Readings::of(Vec::new());
    };
    let joint = joint.iter().fold(Cells::EMPTY, |all, group| all | *group);
    let mut ends_in_order = ends.into_iter();
    let (Some(a), Some(b), 2) = (ends_in_order.next(), ends_in_order.next(), ends.len()) else {
        return Readings::none(format!("{} are not two cells", named(*ends)));
    };
    for cell in *ends {
        if grid.digits_of(cell) != one.bit() | other.bit() || grid.placed().contains(cell) {
            return Readings::none(standing(grid, Cells::of(cell)));
        }
    }
    let mut found = Vec::new();
    for (by, z) in [(one, other), (other, one)] {
        let near = grid.open_plane(by) & joint & a.peers();
        let sides = match joint.is_empty() {
            // Any house whose places for the digit are seen by the one end or by the other.
            true => House::all()
                .map(|house| grid.open_plane(by) & house.cells())
                .filter(|places| !places.is_empty() && places.is_subset((a.peers() | b.peers()) - *ends))
                .map(|places| (places & a.peers(), places - a.peers()))
                .collect(),
            false => vec![(near, (grid.open_plane(by) & joint) - near)],
        };
        for (near, far) in sides {
            for middle in bilocal(grid, by, near, far) {
                found.push(chain(vec![bivalue(a, z, by), middle, bivalue(b, by, z)]));
            }
        }
    }
    match found.is_empty() {
        true => Readings::none("the cells are not connected by a house".to_string()),
        false => Readings::of(found),
    }
}

/// Reads `4/5/7 in r1c2,r1c5,r3c2`: one cell sees the two others; of three candidates or of two.
pub(super) fn xy_wing(short: &Short) -> Readings {
    let (cells, grid) = (bag::cells(&short.items), &short.judge.grid);
    let told = bag::digits(&short.items);
    let held = digits_in(grid, cells);
    if cells.len() != 3 || cells.intersects(grid.placed()) {
        return Readings::none(format!("{}: not three open cells", standing(grid, cells)));
    }
    let is_told = held.iter().all(|digit| told.contains(digit)) && told.len() == held.len();
    // One digit is the one that is removed.
    let only = told.first().filter(|digit| told.len() == 1 && held.contains(digit));
    if !told.is_empty() && !is_told && only.is_none() {
        return Readings::none(standing(grid, cells));
    }
    let mut found = Vec::new();
    for order in orders(cells) {
        let [pivot, a, b] = order[..] else { continue };
        for &x in &held {
            let sets = vec![vec![Variable::Cell(pivot), Variable::Cell(a)], vec![Variable::Cell(b)]];
            let because = Evidence::AlmostLocked(AlmostLocked { sets, commons: vec![x] });
            let is_told = |ground: Ground| {
                only.is_none_or(|digit| ground.step.eliminates.iter().any(|one| one.digit == *digit))
            };
            if short.judge.proved("als-xz", None, &because).is_ok_and(is_told) {
                found.push(("als-xz", None, because));
            }
        }
    }
    match found.is_empty() {
        true => {
            Readings::none(cells.map(|cell| standing(grid, Cells::of(cell))).collect::<Vec<_>>().join(", "))
        }
        false => Readings::of(found),
    }
}

/// Reads `r1c2 r1c5 r2c2 r7c2`, possibly with digits: bent cells with as many digits.
pub(super) fn bent(short: &Short) -> Readings {
    let (cells, grid) = (bag::cells(&short.items), &short.judge.grid);
    let rule = match cells.len() {
        4 => "wxyz-wing",
        5 => "vwxyz-wing",
        _ => return Readings::none(format!("{} cells", cells.len())),
    };
    let variables: Vec<Variable> = cells.map(Variable::Cell).collect();
    let reading = |digit| -> Reading { (rule, None, Evidence::Bent { cells: variables.clone(), digit }) };
    Readings::of(digits_in(grid, cells).into_iter().map(reading).collect())
}

/// Reads `4/9 r2c4 -9- r2c8 -4- r5c8 -9- r5c1`: an order of the cells in which each sees the next.
pub(super) fn remote_pair(short: &Short) -> Readings {
    let cells = bag::cells(&short.items);
    if !(4..=12).contains(&cells.len()) {
        return Readings::none(format!("{} cells, not four or more", cells.len()));
    }
    let grid = &short.judge.grid;
    if digits_in(grid, cells).len() != 2 || cells.intersects(grid.placed()) {
        return Readings::none(standing(grid, cells));
    }
    let mut found = Vec::new();
    cells.for_each(|first| paths(&mut vec![first], cells - Cells::of(first), &mut found));
    let reading = |cells: Vec<Cell>| -> Reading {
        let cells = cells.into_iter().map(Variable::Cell).collect();
        ("remote-pair", None, Evidence::RemotePair(cells))
    };
    match found.is_empty() {
        true => Readings::none("the cells do not see one another in turn"),
        false => Readings::of(found.into_iter().map(reading).collect()),
    }
}

/// Most orders of a remote pair that are tried.
const PATHS: usize = 24;

/// Continues a path through all cells in which each sees the next.
fn paths(path: &mut Vec<Cell>, left: Cells, found: &mut Vec<Vec<Cell>>) {
    let Some(&last) = path.last() else { return };
    if left.is_empty() && found.len() < PATHS {
        found.push(path.clone());
    }
    for next in left & last.peers() {
        if found.len() < PATHS {
            path.push(next);
            paths(path, left - Cells::of(next), found);
            path.pop();
        }
    }
}

/// Reads `3 (r1c2,r4c5) / (r1c8,r4c1), …`: nets of a digit in two colours.
pub(super) fn colours(short: &Short) -> Readings {
    let (digits, groups) = (bag::digits(&short.items), bag::groups(&short.items));
    let &[digit] = &digits[..] else { return Readings::of(Vec::new()) };
    let grid = &short.judge.grid;
    let net = |[one, other]: [Cells; 2]| -> Colours {
        let is_pair = |house: &House| {
            let places = grid.open_plane(digit) & house.cells();
            places.len() == 2 && (places & one).len() == 1 && (places & other).len() == 1
        };
        let colour = |cells: Cells| cells.map(|cell| Candidate::new(digit, cell)).collect();
        let pairs = House::all().filter(is_pair).map(|house| Variable::In(house, digit)).collect();
        Colours { pairs, colours: [colour(one), colour(other)] }
    };
    let groups = if short.items.contains(&Item::Bar) { barred(&short.items) } else { groups };
    let of_rule = |rule: &'static str, nets: Vec<Colours>| (rule, None, Evidence::Colours(nets));
    match groups[..] {
        [a, b] => Readings::of(vec![
            of_rule("simple-colours-trap", vec![net([a, b])]),
            of_rule("simple-colours-wrap", vec![net([a, b])]),
            of_rule("simple-colours-wrap", vec![net([b, a])]),
        ]),
        [a, b, c, d] => {
            let orders = [[a, b, c, d], [b, a, c, d], [c, d, a, b], [d, c, a, b]];
            let of = |[a, b, c, d]: [Cells; 4]| of_rule("multi-colours", vec![net([a, b]), net([c, d])]);
            Readings::of(orders.map(of).to_vec())
        }
        _ => Readings::of(Vec::new()),
    }
}

/// Returns the colours of `{n2r2c4 n2r3c3|n2r2c8} by r7n2 c3n2 and …`.
fn barred(items: &[Item]) -> Vec<Cells> {
    let (mut all, mut is_open) = (Vec::new(), false);
    for item in items {
        match (item, all.last_mut()) {
            (Item::Cells(cells, _), Some(last)) if is_open => *last |= *cells,
            (Item::Cells(cells, _), _) => {
                all.push(*cells);
                is_open = true;
            }
            (Item::Bar | Item::Places(_), _) => is_open = false,
            _ => {}
        }
    }
    all
}

/// Reads `r4c78 - {12357} (r4c3 - {25}, r6c79 - {137})`: cells of a line and a block, and as many digits.
pub(super) fn sue_de_coq(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    let told = short.items.iter().find_map(|item| match item {
        Item::Places(places) => {
            Some(places.iter().map(|&(house, digit)| Variable::In(house, digit)).collect())
        }
        _ => None,
    });
    if let Some(transversals) = told {
        let variables = bag::cells(&short.items).map(Variable::Cell).collect();
        let because = Evidence::LockedSet(Hall { variables, transversals });
        return Readings::of(vec![("sue-de-coq", None, because)]);
    }
    let groups = bag::groups(&short.items);
    let Some(&first) = groups.first() else { return Readings::of(Vec::new()) };
    let all = bag::cells(&short.items);
    // Cells without brackets are one group.
    let crossing = if groups.len() > 1 { first } else { Cells::EMPTY };
    let fits = |&(line, block): &(House, House)| {
        let both = line.cells() & block.cells();
        let has_two = (all & both).len() > 1;
        all.is_subset(line.cells() | block.cells()) && crossing.is_subset(both) && has_two
    };
    let mut pairs = House::lines().flat_map(|line| House::blocks().map(move |block| (line, block)));
    let Some((line, block)) = pairs.find(fits) else {
        return Readings::none(format!("{} are not in a line and a block", named(first)));
    };
    for item in short.items.windows(2) {
        if let [Item::Cells(cells, _), Item::Digits(told)] = item
            && digits_in(grid, *cells) != sorted(told)
        {
            return Readings::none(standing(grid, *cells));
        }
    }
    let digits = digits_in(grid, all);
    // A digit with places in both houses, but not in both at once, may stand in each.
    let in_house = |prefer: House| -> Vec<Variable> {
        let sets = |digit: Digit| {
            let places = grid.open_plane(digit) & all;
            let mut houses = [prefer, line, block].into_iter();
            match houses.find(|house| places.is_subset(house.cells())) {
                Some(house) => vec![Variable::In(house, digit)],
                None => vec![Variable::In(line, digit), Variable::In(block, digit)],
            }
        };
        digits.iter().flat_map(|&digit| sets(digit)).collect()
    };
    let variables: Vec<Variable> = all.map(Variable::Cell).collect();
    let reading = |transversals| {
        ("sue-de-coq", None, Evidence::LockedSet(Hall { variables: variables.clone(), transversals }))
    };
    Readings::of([line, block].into_iter().map(in_house).map(reading).collect())
}

fn sorted(digits: &[Digit]) -> Vec<Digit> {
    let mut digits = digits.to_vec();
    digits.sort_unstable();
    digits
}

/// Reads `A=r4c3 {25}, B=r6c79 {137}, X=2, Z=7`, `7- r4c3 {27} -2- r6c79 {237} -7`, `[r1c2 r1c3] -5- [r4c2]`.
pub(super) fn almost_locked(short: &Short) -> Readings {
    let grid = &short.judge.grid;
    for item in short.items.windows(2) {
        if let [Item::Cells(cells, _), Item::Digits(told)] = item
            && told.len() > 1
            && digits_in(grid, *cells) != sorted(told)
        {
            return Readings::none(standing(grid, *cells));
        }
    }
    let sets = bag::groups(&short.items);
    let variables = |set: &Cells| set.map(Variable::Cell).collect::<Vec<_>>();
    let mut found = Vec::new();
    let has_letters = short.items.iter().any(|item| matches!(item, Item::Letter('x')));
    let commons = if has_letters { of_letter(&short.items) } else { between(&short.items) };
    let rule = match sets.len() {
        2 => "als-xz",
        3 => "als-xy-wing",
        _ => "als-chain",
    };
    let size = (sets.len() > 3).then_some(sets.len());
    let mut add = |sets: Vec<&Cells>, commons: Vec<Digit>| {
        let sets = sets.into_iter().map(variables).collect();
        found.push((rule, size, Evidence::AlmostLocked(AlmostLocked { sets, commons })));
    };
    match (&sets[..], &commons[..], has_letters) {
        ([a, b, c], &[x, y], true) => {
            // The set that is linked to both others is the last in HoDoKu's lines.
            add(vec![a, c, b], vec![x, y]);
            add(vec![a, c, b], vec![y, x]);
        }
        ([], ..) => return Readings::of(Vec::new()),
        (all, commons, _) => add(all.iter().collect(), commons.to_vec()),
    }
    Readings::of(found)
}

/// Returns the digits after `X=`, `X,Y=`.
fn of_letter(items: &[Item]) -> Vec<Digit> {
    let at = items.iter().position(|item| matches!(item, Item::Letter('x'))).unwrap_or(0);
    let digits = |item: &Item| match item {
        Item::Digits(digits) => Some(digits.clone()),
        _ => None,
    };
    items.iter().skip(at).find_map(digits).unwrap_or_default()
}

/// Returns the digits between sets: the last of the digits before each set but the first, and a digit after
/// the last set if the text does not begin with one.
fn between(items: &[Item]) -> Vec<Digit> {
    let mut all = Vec::new();
    let mut last: Option<Digit> = None;
    let mut has_set = false;
    for item in items {
        match item {
            Item::Digits(digits) => last = digits.last().copied(),
            Item::Cells(..) => {
                all.extend(last.take().filter(|_| has_set));
                has_set = true;
            }
            _ => {}
        }
    }
    let begins = matches!(items.first(), Some(Item::Digits(_)));
    all.extend(last.filter(|_| !begins));
    all
}
