//! Techniques named by players, by their definitions (docs/theory.md, "Players' techniques").

use super::{Proved, Variable, linked, open, variables};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, HouseKind, PLAIN};

pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    let eliminated = match rule {
        "pointing" => locked(grid, House::blocks(), House::lines()),
        "claiming" => locked(grid, House::lines(), House::blocks()),
        "locked-pair" => locked_cells(grid, 2),
        "locked-triple" => locked_cells(grid, 3),
        "sue-de-coq" => sue_de_coq(grid),
        "almost-locked-candidates" => almost_locked_candidates(grid, size),
        "firework-triple" => fireworks(grid, false),
        "firework-quadruple" => fireworks(grid, true),
        "skyscraper" | "two-string-kite" | "turbot-fish" => two_links(rule, grid),
        "empty-rectangle" => empty_rectangles(grid),
        "simple-colours-trap" | "simple-colours-wrap" | "multi-colours" => colours(rule, grid),
        "x-chain" => one_digit_chains(grid, size),
        "xy-chain" => xy_chains(grid, size),
        "franken-fish" => franken(grid, size, false),
        "finned-franken-fish" => franken(grid, size, true),
        "mutant-fish" => mutant(grid, size),
        "w-wing" => w_wings(grid),
        "grouped-w-wing" => grouped_w_wings(grid),
        "remote-pair" => remote_pairs(grid),
        "wxyz-wing" => bent_sets(grid, 4),
        "vwxyz-wing" => bent_sets(grid, 5),
        _ => return None,
    };
    Some(Proved::false_ones(eliminated))
}

fn one(digit: Digit, cell: Cell) -> Candidate {
    Candidate::new(digit, cell)
}

fn digits(grid: &Grid, cell: Cell) -> u16 {
    if grid.placed().contains(cell) { 0 } else { grid.digits_of(cell) }
}

fn union(grid: &Grid, cells: Cells) -> u16 {
    cells.fold(0, |all, cell| all | digits(grid, cell))
}

/// Returns the candidates of the grid that are linked to every candidate in `all`.
fn seen_by_all(grid: &Grid, all: &[Candidate]) -> impl Iterator<Item = Candidate> {
    open(grid).into_iter().filter(move |&z| all.iter().all(|&one| linked(one, z)))
}

/// Finds digits whose places in one of `houses` all lie in one of `others`, and eliminates these digits from
/// the rest of the other house.
fn locked(
    grid: &Grid, houses: impl Iterator<Item = House>, others: impl Iterator<Item = House> + Clone,
) -> Candidates {
    let houses: Vec<House> = houses.collect();
    let mut gone = Candidates::EMPTY;
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        for house in houses.iter().map(|house| house.cells()) {
            for other in others.clone().map(|other| other.cells()) {
                let held = house & plane;
                if held.len() > 1 && held.is_subset(other) {
                    ((other & plane) - house).for_each(|cell| gone.insert(one(digit, cell)));
                }
            }
        }
    }
    gone
}

/// Tries every *n* cells of two houses with *n* digits, exactly one of which has places that do not see each
/// other.
fn bent_sets(grid: &Grid, n: usize) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for (k, house) in PLAIN.houses.iter().enumerate() {
        for other in &PLAIN.houses[..k] {
            let fits = |cell: &Cell| (1..=n as u32).contains(&digits(grid, *cell).count_ones());
            let cells: Vec<Cell> = ((*house | *other) - grid.placed()).filter(fits).collect();
            each_of(n, &cells, Cells::EMPTY, &mut |set| {
                let all = union(grid, set);
                if all.count_ones() as usize != n {
                    return;
                }
                let places = |digit: Digit| -> Vec<Candidate> {
                    (set & grid.open_plane(digit)).map(|cell| one(digit, cell)).collect()
                };
                let is_loose = |digit: &Digit| {
                    let own = places(*digit);
                    own.iter().any(|a| own.iter().any(|b| a != b && !linked(*a, *b)))
                };
                let held = Digit::in_mask(all);
                let loose: Vec<Digit> = held.filter(is_loose).collect();
                if let [digit] = loose[..] {
                    let held = places(digit);
                    let seen = seen_by_all(grid, &held);
                    seen.filter(|z| z.digit == digit).for_each(|z| gone.insert(z));
                }
            });
        }
    }
    gone
}

/// Visits the sets of `n` cells that consist of `set` and some of `cells`.
fn each_of(n: usize, cells: &[Cell], set: Cells, found: &mut dyn FnMut(Cells)) {
    if set.len() == n {
        return found(set);
    }
    for (k, &cell) in cells.iter().enumerate() {
        each_of(n, &cells[k + 1..], set | Cells::of(cell), found);
    }
}

/// Returns all subsets of `cells`.
fn subsets(cells: Cells) -> Vec<Cells> {
    let with = |all: Vec<Cells>, cell: Cell| {
        let more: Vec<Cells> = all.iter().map(|&set| set | Cells::of(cell)).collect();
        [all, more].concat()
    };
    cells.fold(vec![Cells::EMPTY], with)
}

/// Adds the eliminations of a set with as many digits as cells: places of a digit that see all its places in
/// the set.
fn gone_by_set(grid: &Grid, cells: Cells, gone: &mut Candidates) {
    for digit in Digit::in_mask(union(grid, cells)) {
        let plane = grid.open_plane(digit);
        let places: Vec<Candidate> = (plane & cells).map(|cell| one(digit, cell)).collect();
        let seen = seen_by_all(grid, &places).filter(|z| z.digit == digit);
        seen.for_each(|z| gone.insert(z));
    }
}

fn crossings(grid: &Grid) -> impl Iterator<Item = (Cells, Cells)> {
    let open = !grid.placed();
    let all = House::blocks().flat_map(|block| House::lines().map(move |line| (block.cells(), line.cells())));
    all.filter(|(block, line)| block.intersects(*line)).map(move |(b, l)| (b & open, l & open))
}

fn locked_cells(grid: &Grid, n: usize) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for (block, line) in crossings(grid) {
        for set in subsets(block & line).into_iter().filter(|set| set.len() == n) {
            let mut mine = Candidates::EMPTY;
            if union(grid, set).count_ones() as usize == n {
                gone_by_set(grid, set, &mut mine);
            }
            // Each of the two houses must lose something.
            let loses = |house: Cells| mine.iter().any(|it| (house - set).contains(it.cell));
            if loses(block - line) && loses(line - block) {
                gone.extend(&mine);
            }
        }
    }
    gone
}

/// Tries all sets of cells in the crossing, in the rest of the line and in the rest of the block.
fn sue_de_coq(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for (block, line) in crossings(grid) {
        let with_digits = |cells| -> Vec<(Cells, u16)> {
            subsets(cells).into_iter().map(|set| (set, union(grid, set))).collect()
        };
        let [here, along, around] = [block & line, line - block, block - line].map(with_digits);
        let count = |digits: u16| digits.count_ones() as usize;
        for (cells, held) in here.into_iter().filter(|(cells, _)| cells.len() > 1) {
            let helps = |(other, its): &&(Cells, u16)| other.len() > count(its & !held);
            if count(held) < cells.len() + 2 {
                continue;
            }
            for (a, of_a) in along.iter().filter(helps) {
                for (b, of_b) in around.iter().filter(helps).filter(|(_, of_b)| of_a & of_b == 0) {
                    let all = cells | *a | *b;
                    if count(held | of_a | of_b) == all.len() {
                        gone_by_set(grid, all, &mut gone);
                    }
                }
            }
        }
    }
    gone
}

/// Tries every set of digits with every set of cells in either of two crossing houses, outside the crossing.
fn almost_locked_candidates(grid: &Grid, n: usize) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let both = |(one, other)| [(one, other), (other, one)];
    for (one, other) in crossings(grid).flat_map(both) {
        for digits in (1..512_u16).filter(|digits| digits.count_ones() as usize == n) {
            let of = |digit: Digit| grid.open_plane(digit) & one;
            let own = || Digit::in_mask(digits);
            let outside: Cells = own().flat_map(|digit| of(digit) - other).collect();
            if outside.len() != n - 1 || own().any(|digit| of(digit).is_empty()) {
                continue;
            }
            for cells in subsets(other - one).into_iter().filter(|cells| cells.len() == n - 1) {
                if union(grid, cells) != digits {
                    continue;
                }
                for z in open(grid) {
                    let (cell, is_own) = (z.cell, digits & z.digit.bit() != 0);
                    if is_own && (other - one - cells).contains(cell) || !is_own && outside.contains(cell) {
                        gone.insert(z);
                    }
                }
            }
        }
    }
    gone
}

/// Tries every three cells, or four of a rectangle, and every choice of digits.
fn fireworks(grid: &Grid, is_quadruple: bool) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let free = !grid.placed();
    // Whether the digit's only places in the corner's row and column, outside its block, are the two others.
    let is_firework = |digit: Digit, [x, p, q]: [Cell; 3]| {
        [(HouseKind::Row, p), (HouseKind::Column, q)].into_iter().all(|(kind, wing)| {
            let places: Vec<Cell> = grid.open_plane(digit).filter(|&cell| same_line(kind, cell, x)).collect();
            let mut outside = places.iter().filter(|&&cell| cell.block() != x.block());
            !places.is_empty() && outside.all(|&cell| cell == wing)
        })
    };
    let is_place = |[x, p, q]: [Cell; 3]| {
        let apart = [p, q].iter().all(|&wing| wing.block() != x.block());
        apart && [x, p, q].iter().all(|&cell| free.contains(cell))
    };
    for x in Cell::all() {
        let across = |c: usize| (0..9).map(move |r| (Cell::at(x.row(), c), Cell::at(r, x.column())));
        for (p, q) in (0..9).flat_map(across) {
            let opposite = Cell::at(q.row(), p.column());
            let (place, across) = ([x, p, q], [opposite, q, p]);
            if !is_place(place) || is_quadruple && !is_place(across) {
                continue;
            }
            let own: Vec<Digit> = Digit::all().filter(|&digit| is_firework(digit, place)).collect();
            let others: Vec<Digit> = Digit::all().filter(|&digit| is_firework(digit, across)).collect();
            // Leaves only these digits in the cells.
            let mut fill = |held: [&[Digit]; 2], cells: &[Cell]| {
                for z in open(grid).into_iter().filter(|z| cells.contains(&z.cell)) {
                    let digit = z.digit;
                    let at = |all: [Cell; 3]| all.contains(&z.cell);
                    let is_held =
                        at(place) && held[0].contains(&digit) || at(across) && held[1].contains(&digit);
                    if !is_held {
                        gone.insert(z);
                    }
                }
            };
            for &a in &own {
                for &b in own.iter().filter(|&&b| b > a) {
                    for &c in own.iter().filter(|&&c| !is_quadruple && c > b) {
                        fill([&[a, b, c], &[]], &place);
                    }
                    for &c in others.iter().filter(|c| is_quadruple && ![a, b].contains(c)) {
                        for &d in others.iter().filter(|&&d| d > c && ![a, b].contains(&d)) {
                            fill([&[a, b], &[c, d]], &[x, p, q, opposite]);
                        }
                    }
                }
            }
        }
    }
    gone
}

/// Returns the houses with two places of a digit, by kind: 0 rows, 1 columns, 2 blocks. A block is left out
/// if a line has the same two places.
fn pairs(grid: &Grid, digit: Digit) -> Vec<(HouseKind, [Cell; 2])> {
    let mut all = Vec::new();
    for house in House::all() {
        let places: Vec<Cell> = (house.cells() & grid.open_plane(digit)).collect();
        if let [a, b] = places[..]
            && !all.iter().any(|(_, known)| *known == [a, b])
        {
            all.push((house.kind(), [a, b]));
        }
    }
    all
}

/// Returns the pairs of `pairs` in both orders.
fn arrows(grid: &Grid, digit: Digit) -> Vec<(HouseKind, Cell, Cell)> {
    let both = |(kind, [a, b]): (HouseKind, [Cell; 2])| [(kind, a, b), (kind, b, a)];
    pairs(grid, digit).into_iter().flat_map(both).collect()
}

fn same_line(kind: HouseKind, a: Cell, b: Cell) -> bool {
    if kind == HouseKind::Row { a.row() == b.row() } else { a.column() == b.column() }
}

fn two_links(rule: &str, grid: &Grid) -> Candidates {
    use HouseKind::{Block, Column, Row};
    let mut gone = Candidates::EMPTY;
    for digit in Digit::all() {
        let all = arrows(grid, digit);
        for &(first, a, b) in &all {
            for &(second, c, d) in &all {
                let is_so = match rule {
                    "skyscraper" => {
                        let across = if first == Row { Column } else { Row };
                        first == second
                            && first != Block
                            && same_line(across, b, c)
                            && !same_line(across, a, d)
                    }
                    "two-string-kite" => {
                        first != second && first != Block && second != Block && b.block() == c.block()
                    }
                    _ => {
                        (first == Block || second == Block)
                            && (same_line(Row, b, c) || same_line(Column, b, c))
                    }
                };
                if is_so && BTreeSet::from([a, b, c, d]).len() == 4 {
                    let ends = [one(digit, a), one(digit, d)];
                    seen_by_all(grid, &ends).for_each(|z| gone.insert(z));
                }
            }
        }
    }
    gone
}

fn rows_and_columns() -> impl Iterator<Item = (House, House)> {
    let columns = |row| House::of_kind(HouseKind::Column).map(move |column| (row, column));
    House::of_kind(HouseKind::Row).flat_map(columns)
}

fn empty_rectangles(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        let lines: Vec<_> =
            arrows(grid, digit).into_iter().filter(|(kind, ..)| *kind != HouseKind::Block).collect();
        for block in House::blocks() {
            let places = plane & block.cells();
            for (row, column) in rows_and_columns() {
                let (in_row, in_column) = (places & row.cells(), places & column.cells());
                let is_cross = in_row | in_column == places
                    && !(in_row - in_column).is_empty()
                    && !(in_column - in_row).is_empty();
                if places.len() < 3 || !is_cross {
                    continue;
                }
                for (along, across) in [(row, in_column), (column, in_row)] {
                    for &(_, p, q) in &lines {
                        let outside = ![p, q].iter().any(|&c| block.cells().contains(c));
                        if outside && along.cells().contains(p) {
                            let mut ends: Vec<_> = across.map(|c| one(digit, c)).collect();
                            ends.push(one(digit, q));
                            seen_by_all(grid, &ends).for_each(|z| gone.insert(z));
                        }
                    }
                }
            }
        }
    }
    gone
}

/// Tries all rows and blocks as base with all columns and blocks as cover, and the other way round.
fn franken(grid: &Grid, n: usize, is_finned: bool) -> Candidates {
    let mut gone = Candidates::EMPTY;
    // Places in one or more of these houses, and in two or more.
    let counted = |plane: Cells, houses: &[House]| {
        houses.iter().fold([Cells::EMPTY; 2], |[once, twice], &house| {
            let own = house.cells() & plane;
            [once | own, twice | once & own]
        })
    };
    for (digit, lines) in Digit::all().flat_map(|digit| [(digit, HouseKind::Row), (digit, HouseKind::Column)])
    {
        let plane = grid.open_plane(digit);
        let others = if lines == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let sets = |lines: HouseKind| -> Vec<(Vec<House>, [Cells; 2])> {
            let all = House::of_kind(lines).chain(House::blocks());
            let houses: Vec<House> = all.filter(|&h| h.cells().intersects(plane)).collect();
            let some = (0..1_usize << houses.len()).filter(|some| some.count_ones() as usize == n);
            let pick =
                |some: usize| (0..houses.len()).filter(|k| some >> k & 1 == 1).map(|k| houses[k]).collect();
            some.map(pick).map(|own: Vec<House>| (own.clone(), counted(plane, &own))).collect()
        };
        let (bases, covers) = (sets(lines), sets(others));
        for (base, [b, twice]) in &bases {
            for (cover, [k, _]) in &covers {
                let fins = (*b - *k) | *twice;
                let targets = *k - *b;
                if fins.is_empty() == is_finned || targets.is_empty() {
                    continue;
                }
                let seen = fins.fold(targets, |seen, fin| seen & fin.peers());
                let is_mixed = base.iter().chain(cover).any(|&house| house.kind() == HouseKind::Block);
                let apart = base.iter().all(|house| !cover.contains(house));
                if seen.is_empty() || !is_mixed || !apart || cover.iter().any(|&h| !h.cells().intersects(*b))
                {
                    continue;
                }
                seen.for_each(|cell| gone.insert(one(digit, cell)));
            }
        }
    }
    gone
}

/// Tries every set of houses as base, with every set of one less as cover of the places that the target does
/// not see.
fn mutant(grid: &Grid, n: usize) -> Candidates {
    use HouseKind::{Column, Row};
    let mut gone = Candidates::EMPTY;
    let sets = |houses: &[House], n: usize| -> Vec<Vec<House>> {
        (0..n).fold(vec![Vec::new()], |all, _| {
            let more = |own: &Vec<House>| {
                let last = own.last().copied();
                let next = houses.iter().filter(move |&&house| last.is_none_or(|last| house > last));
                next.map(|&house| [&own[..], &[house]].concat()).collect::<Vec<_>>()
            };
            all.iter().flat_map(more).collect()
        })
    };
    for (digit, target) in open(grid).iter().map(|c| (c.digit, c.cell)) {
        let plane = grid.open_plane(digit);
        let far = plane - target.peers() - Cells::of(target);
        let houses: Vec<House> =
            House::all().filter(|&h| h.cells().intersects(far) && !h.cells().contains(target)).collect();
        let finds = |base: &Vec<House>| {
            let own = base.iter().map(|&house| house.cells() & far);
            let sum: usize = own.clone().map(|cells| cells.len()).sum();
            let union = own.fold(Cells::EMPTY, |all, cells| all | cells);
            let near = base.iter().any(|&h| (h.cells() & plane).intersects(target.peers()));
            if sum != union.len() || !near {
                return false;
            }
            let others: Vec<House> = houses
                .iter()
                .copied()
                .filter(|house| !base.contains(house) && house.cells().intersects(union))
                .collect();
            sets(&others, n - 1).iter().any(|cover| {
                let left = |without: Option<House>| {
                    let own = cover.iter().filter(|&&house| Some(house) != without);
                    own.fold(union, |left, &house| left - house.cells())
                };
                let needed = cover.iter().all(|&house| !left(Some(house)).is_empty());
                let has = |all: &[House], kind: HouseKind| all.iter().any(|h| h.kind() == kind);
                let is_franken = |one, other| !has(base, one) && !has(cover, other);
                left(None).is_empty() && needed && !is_franken(Row, Column) && !is_franken(Column, Row)
            })
        };
        if sets(&houses, n).iter().any(finds) {
            gone.insert(one(digit, target));
        }
    }
    gone
}

/// Returns the nets of a digit, as cells with their colours; nets in which a cell has both colours are left
/// out.
fn nets(grid: &Grid, digit: Digit) -> Vec<Vec<(Cell, bool)>> {
    let all = arrows(grid, digit);
    let mut nets: Vec<BTreeSet<(Cell, bool)>> = Vec::new();
    for start in Cell::all() {
        let is_new = !nets.iter().any(|net| net.contains(&(start, true)) || net.contains(&(start, false)));
        if !is_new || !all.iter().any(|&(_, a, _)| a == start) {
            continue;
        }
        let mut net = BTreeSet::from([(start, true)]);
        loop {
            let next = |&(cell, colour): &(Cell, bool)| {
                let from = all.iter().filter(move |&&(_, a, _)| a == cell);
                from.map(move |&(_, _, b)| (b, !colour))
            };
            let more: Vec<_> = net.iter().flat_map(next).collect();
            let before = net.len();
            net.extend(more);
            if net.len() == before {
                break;
            }
        }
        nets.push(net);
    }
    nets.retain(|net| !net.iter().any(|&(cell, colour)| net.contains(&(cell, !colour))));
    nets.into_iter().map(|net| net.into_iter().collect()).collect()
}

fn colours(rule: &str, grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        let nets = nets(grid, digit);
        let colour = |net: &[(Cell, bool)], which: bool| -> Cells {
            net.iter().filter(|own| own.1 == which).map(|own| own.0).collect()
        };
        let sees = |cell: Cell, cells: Cells| cell.peers().intersects(cells);
        let meet = |some: Cells, others: Cells| { some }.any(|cell| sees(cell, others));
        let sides = [true, false];
        let mut put = |cells: Cells| cells.for_each(|cell| gone.insert(one(digit, cell)));
        for net in &nets {
            let [a, b] = sides.map(|side| colour(net, side));
            if rule == "simple-colours-trap" && net.len() > 2 {
                put((plane - a - b).filter(|&z| sees(z, a) && sees(z, b)).collect());
            }
            for own in [a, b].into_iter().filter(|&own| rule == "simple-colours-wrap" && meet(own, own)) {
                put(own);
            }
        }
        if rule != "multi-colours" {
            continue;
        }
        for (i, one) in nets.iter().enumerate() {
            for (_, other) in nets.iter().enumerate().filter(|&(j, _)| i != j) {
                for (p, q) in sides.iter().flat_map(|&p| sides.map(|q| (p, q))) {
                    let [a, b] = [p, !p].map(|side| colour(one, side));
                    let [c, d] = [q, !q].map(|side| colour(other, side));
                    if meet(a, c) {
                        let rest = plane - a - b - c - d;
                        put(rest.filter(|&z| sees(z, b) && sees(z, d)).collect());
                    }
                    if meet(a, c) && meet(a, d) {
                        put(a);
                    }
                }
            }
        }
    }
    gone
}

/// Returns the eliminations by the ends of chains of exactly this many strong links, if no shorter chain has
/// these ends.
fn chains(
    grid: &Grid, nodes: &[Candidate], strong: impl Fn(Candidate, Candidate) -> bool, size: usize,
) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for &start in nodes {
        let mut is_false = BTreeSet::from([start]);
        let mut known: BTreeSet<Candidate> = BTreeSet::new();
        for length in 1..=size {
            let follows = |&&to: &&Candidate| is_false.iter().any(|&from| strong(from, to));
            let now: BTreeSet<Candidate> = nodes.iter().filter(follows).copied().collect();
            if length == size {
                for &end in now.difference(&known).filter(|&&end| end != start) {
                    seen_by_all(grid, &[start, end]).for_each(|z| gone.insert(z));
                }
            }
            is_false =
                nodes.iter().filter(|&&to| now.iter().any(|&from| linked(from, to))).copied().collect();
            is_false.insert(start);
            known.extend(now);
        }
    }
    gone
}

fn are_two(variables: &[Variable], kinds: &[usize], a: Candidate, b: Candidate) -> bool {
    let is_so = |(kind, held): &Variable| {
        kinds.contains(kind) && held.len() == 2 && held.contains(&a) && held.contains(&b)
    };
    a != b && variables.iter().any(is_so)
}

fn one_digit_chains(grid: &Grid, size: usize) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let all = open(grid);
    for digit in Digit::all() {
        let own: Vec<Candidate> = all.iter().copied().filter(|c| c.digit == digit).collect();
        let variables = variables(&own, &[1, 2, 3]);
        let strong = |a, b| are_two(&variables, &[1, 2, 3], a, b);
        let nodes: Vec<Candidate> =
            own.iter().copied().filter(|&a| own.iter().any(|&b| strong(a, b))).collect();
        gone.extend(&chains(grid, &nodes, strong, size));
    }
    gone
}

fn xy_chains(grid: &Grid, size: usize) -> Candidates {
    let all = open(grid);
    let variables = variables(&all, &[0]);
    let strong = |a, b| are_two(&variables, &[0], a, b);
    let nodes: Vec<Candidate> = all.iter().copied().filter(|&a| all.iter().any(|&b| strong(a, b))).collect();
    chains(grid, &nodes, strong, size)
}

fn w_wings(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let two = |cell: Cell| digits(grid, cell).count_ones() == 2;
    for a in Cell::all().filter(|&a| two(a)) {
        let like = |&b: &Cell| digits(grid, a) == digits(grid, b) && b != a && !a.peers().contains(b);
        for b in Cell::all().filter(like) {
            for (x, y) in Digit::all().flat_map(|x| Digit::all().map(move |y| (x, y))) {
                let joins =
                    |&(_, p, q): &(HouseKind, Cell, Cell)| a.peers().contains(p) && b.peers().contains(q);
                if x != y && digits(grid, a) == x.bit() | y.bit() && arrows(grid, x).iter().any(joins) {
                    seen_by_all(grid, &[one(y, a), one(y, b)]).for_each(|z| gone.insert(z));
                }
            }
        }
    }
    gone
}

/// Finds two cells with the same two digits, and a house with three or more places of one of these digits:
/// together the cells see all the places, but neither cell alone does.
fn grouped_w_wings(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let sees = |cell: Cell, place: Cell| cell.peers().contains(place);
    for (p, q) in Cell::all().flat_map(|p| Cell::all().filter(move |&q| q < p).map(move |q| (p, q))) {
        let pair = digits(grid, p);
        if pair.count_ones() != 2 || pair != digits(grid, q) || sees(p, q) {
            continue;
        }
        for a in Digit::in_mask(pair) {
            for house in PLAIN.houses {
                let places: Vec<Cell> = (house & grid.open_plane(a)).collect();
                let all = |cell: Cell| places.iter().all(|&place| sees(cell, place));
                let both = places.iter().all(|&place| sees(p, place) || sees(q, place));
                if places.len() > 2 && both && !all(p) && !all(q) {
                    let b = Digit::in_mask(pair).find(|b| b != &a).unwrap();
                    seen_by_all(grid, &[one(b, p), one(b, q)]).for_each(|z| gone.insert(z));
                }
            }
        }
    }
    gone
}

fn remote_pairs(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    for start in Cell::all().filter(|&cell| digits(grid, cell).count_ones() == 2) {
        let pair = digits(grid, start);
        let alike = |cell: &Cell| digits(grid, *cell) == pair;
        let mut known = Cells::of(start);
        let mut last = known;
        for cells in 2.. {
            let near = |&cell: &Cell| !known.contains(cell) && cell.peers().intersects(last);
            last = Cell::all().filter(alike).filter(near).collect();
            known |= last;
            if last.is_empty() {
                break;
            }
            for end in last.filter(|_| cells >= 4 && cells % 2 == 0) {
                for digit in Digit::in_mask(pair) {
                    let ends = [one(digit, start), one(digit, end)];
                    seen_by_all(grid, &ends).for_each(|z| gone.insert(z));
                }
            }
        }
    }
    gone
}
